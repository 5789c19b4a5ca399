//! The root: its moves, and the lines of each iteration.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::mem;

use crate::analysis::{Algorithm, Line, Question};
use crate::choice::{BestScores, ScoredMove};
use crate::hooks::{Candidates, Effort, Forced, ForcedOf, MoveChoice, MovesOf, ProofResult, Threats};
use crate::limits::{Interrupted, Searched};
use crate::meter::Meter;
use crate::move_loop::TriedMove;
use crate::move_order::{highest_first, move_to_front, sort_by_rank};
use crate::score::{Score, Turn, Value, Window};
use crate::searcher::Searcher;
use crate::selective::PROVER_NODES_MIN;
use crate::table::MATE_PLIES_MAX;
use crate::tree::Walker;
use crate::{Evaluate, Technique};

/// Before an iteration, each side's search for wins by threats may take one in this many of the nodes spent so far: a
/// quarter. See also [`Forced::THREAT_NODES_MIN`].
const THREAT_NODES_SHARE: u64 = 4;

/// The moves at the root, in the order in which the next iteration tries them.
pub(crate) struct RootMoves<'a, P: Evaluate> {
    pub(crate) root: &'a P,
    pub(crate) question: &'a Question<P::Move>,
    pub(crate) moves: Vec<RootMove<P::Move>>,
    /// Deferred moves, which the game does not list as candidates: tried only if all others lose.
    deferred: Vec<RootMove<P::Move>>,
    /// The moves that an interrupted iteration has valued, in order.
    unfinished: Vec<ScoredMove<P::Move>>,
    /// Whether the only move was drawn from the game's openings.
    pub(crate) from_openings: bool,
    /// A win by threats, with its complete line.
    threat_win: Option<Line<P::Move>>,
    /// Whether there is certainly no win by threats.
    no_threat_win: bool,
    /// Whether the game's prover may decide the root, or put its candidates first.
    may_ask_prover: bool,
}

#[derive(Clone, Copy)]
pub(crate) struct RootMove<M> {
    pub(crate) mv: M,
    /// Its index in `legal_moves`.
    pub(crate) index: usize,
    /// Its value in the previous iteration, if that iteration valued it.
    previous: Option<Score>,
}

impl<'a, P: Evaluate> RootMoves<'a, P> {
    /// A game tree may have a hundred thousand root moves, so neither this nor an iteration may take more than `n log n`
    /// steps between two polls of the clock.
    pub(crate) fn new(root: &'a P, question: &'a Question<P::Move>, meter: &mut Meter<'_>) -> Self {
        let mut legal = Vec::new();
        root.legal_moves(&mut legal);
        let indices: HashMap<P::Move, usize> = legal.iter().copied().zip(0..).collect();
        let mut ordered = match &question.search_moves {
            None => legal,
            Some(asked) => {
                let mut asked: Vec<usize> = asked.iter().filter_map(|mv| indices.get(mv).copied()).collect();
                asked.sort_unstable();
                asked.dedup();
                asked.into_iter().map(|index| legal[index]).collect()
            }
        };
        assert!(!ordered.is_empty(), "a search needs a root move");
        let opening = question
            .handicap
            .filter(|_| question.techniques.has(Technique::Book))
            .and_then(|it| it.opening_move(root, &ordered));
        match (opening, &question.handicap) {
            (Some(mv), _) => ordered = vec![mv],
            (None, Some(handicap)) => handicap.restrict(root, &mut ordered, || meter.check_time().is_err()),
            (None, None) => (),
        }
        let careless = question.handicap.is_some_and(|handicap| handicap.slack_at(root.key()) > 0.0);
        if careless {
            let plausible: HashSet<P::Move> = MovesOf::<P>::plausible(root).into_iter().collect();
            if ordered.iter().any(|mv| plausible.contains(mv)) {
                ordered.retain(|mv| plausible.contains(mv));
            }
        }
        question.move_order().sort(root, &mut ordered, &mut Vec::new());
        let all = ordered.iter().map(|mv| RootMove { mv: *mv, index: indices[mv], previous: None });
        let asked = question.algorithm == Algorithm::Selective && !careless && question.search_moves.is_none();
        let mut candidates = Vec::new();
        let partial = asked && MovesOf::<P>::candidates(root, &mut candidates) == Some(Candidates::Partial);
        // A handicap may have left out some or all of the candidates.
        let candidates: HashSet<P::Move> = candidates.into_iter().filter(|mv| ordered.contains(mv)).collect();
        let prefers_candidates = partial && candidates.len() >= question.multi_pv;
        let is_candidate = |mv| candidates.contains(&mv) || question.measured == Some(mv);
        let (moves, deferred) = all.partition(|root_move| !prefers_candidates || is_candidate(root_move.mv));
        Self {
            root,
            question,
            moves,
            deferred,
            unfinished: Vec::new(),
            from_openings: opening.is_some(),
            threat_win: None,
            no_threat_win: false,
            may_ask_prover: asked,
        }
    }

    /// Lets the game's prover look for the winner, with a share of the nodes spent so far. Returns the line of a proven
    /// win or loss. Otherwise defers all moves except the prover's candidates and the measured move.
    pub(crate) fn ask_prover(
        &mut self,
        searcher: &mut Searcher<'_, P>,
        last: Option<&Line<P::Move>>,
    ) -> Searched<Option<Line<P::Move>>> {
        if !self.may_ask_prover || searcher.meter.stats.nodes < PROVER_NODES_MIN {
            return Ok(None);
        }
        let result = match searcher.judge_root(self.root)? {
            ProofResult::Open => searcher.prove_root(self.root)?,
            known => known,
        };
        let decides_alone = self.question.multi_pv == 1 && self.question.measured.is_none();
        if let Some(score) = result.score(0).filter(|_| decides_alone) {
            let first = last.map_or(self.moves[0].mv, |line| line.pv[0]);
            let pv = searcher.proven_line(self.root, first);
            return Ok(Some(Line { score, pv, proven: true }));
        }
        let mut listed = Vec::new();
        let Some(prover) = &searcher.selective.forced.prover else { return Ok(None) };
        if prover.candidates(self.root, &mut listed).is_none() || listed.len() < self.question.multi_pv {
            return Ok(None);
        }
        let places: HashMap<P::Move, usize> = listed.into_iter().zip(0..).collect();
        self.moves.append(&mut self.deferred);
        if last.is_none_or(|line| !places.contains_key(&line.pv[0])) {
            let place = |mv: &P::Move| places.get(mv).copied().unwrap_or(places.len());
            sort_by_rank(&mut self.moves, &mut Vec::new(), |_, root_move| place(&root_move.mv) as u64);
        }
        let measured = self.question.measured;
        let is_first =
            |root_move: &RootMove<P::Move>| places.contains_key(&root_move.mv) || measured == Some(root_move.mv);
        (self.moves, self.deferred) = mem::take(&mut self.moves).into_iter().partition(is_first);
        Ok(None)
    }

    /// Looks for wins by threats, of both sides, with a share of the nodes spent so far.
    pub(crate) fn seek_threats(&mut self, searcher: &mut Searcher<'_, P>) -> Searched<()> {
        if self.threat_win.is_some() || !searcher.selective.forced.seeks_threats() {
            return Ok(());
        }
        let spent = searcher.meter.spent();
        let nodes = (spent / THREAT_NODES_SHARE).max(ForcedOf::<P>::THREAT_NODES_MIN).min(searcher.meter.left() / 4);
        let effort = Effort { nodes, thorough: true };
        let side = self.root.side_to_move();
        if !self.no_threat_win {
            match searcher.find_threats(self.root, side, effort, 0)? {
                Threats::Win(plies) => {
                    self.enter_win(searcher, plies);
                    return Ok(());
                }
                Threats::None => self.no_threat_win = true,
                Threats::Unknown => {}
            }
        }
        if searcher.selective.forced.defence_nodes_per_move == 0 {
            let before = searcher.meter.stats.quiescence_nodes;
            if let Threats::Win(_) = searcher.find_threats(self.root, side.other(), effort, 0)? {
                // Refuting that win may take more nodes than finding it.
                searcher.selective.forced.defence_nodes_per_move =
                    ForcedOf::<P>::THREAT_NODES_MIN + 4 * (searcher.meter.stats.quiescence_nodes - before);
            }
        }
        searcher.selective.forced.defence_nodes_left = nodes;
        Ok(())
    }

    /// Puts the winning move first, if it is one of those asked for.
    fn enter_win(&mut self, searcher: &Searcher<'_, P>, plies: u32) {
        let line = searcher.selective.forced.line();
        let is_first = |root_move: &RootMove<P::Move>| line.first() == Some(&root_move.mv);
        if let Some(index) = self.deferred.iter().position(is_first) {
            self.moves.push(self.deferred.remove(index));
        }
        if let Some(index) = self.moves.iter().position(is_first) {
            move_to_front(&mut self.moves, index);
            self.threat_win = Some(Line { score: Score::win_in(plies), pv: line.to_vec(), proven: true });
        }
    }

    /// One iteration: the best `multi_pv` moves, each with its exact value, the chosen one first.
    pub(crate) fn iterate(&mut self, searcher: &mut Searcher<'_, P>, depth: u32) -> Searched<Vec<Line<P::Move>>> {
        if depth >= self.root.plies_left() {
            self.moves.append(&mut self.deferred);
        }
        let handicap = self.question.handicap;
        let multi_pv = if handicap.is_some() { usize::MAX } else { self.question.multi_pv }.clamp(1, self.moves.len());
        let (mut valued, mut all_proven) = self.try_all(searcher, depth, multi_pv)?;
        let loses = |valued: &ScoredMove<P::Move>| valued.line.score.is_proven() && valued.line.score < Score::ZERO;
        if !self.deferred.is_empty() && valued.iter().take(multi_pv).any(loses) {
            self.moves.append(&mut self.deferred);
            (valued, all_proven) = self.try_all(searcher, depth, multi_pv)?;
        }
        all_proven &= self.deferred.is_empty();
        self.sort_for_next_iteration(&valued);
        let mut lines = self.question.choose(valued, all_proven, self.root.key(), multi_pv);
        for line in &mut lines {
            line.proven = all_proven || line.score.is_proven();
        }
        if handicap.is_some() {
            lines.truncate(1);
        }
        Ok(lines)
    }

    /// Tries every move. Returns the moves that were among the best `multi_pv`, or tied with them, when they were
    /// tried, and the measured move: each with its exact value, best first. Also returns whether all values are proven.
    fn try_all(
        &mut self,
        searcher: &mut Searcher<'_, P>,
        depth: u32,
        multi_pv: usize,
    ) -> Searched<(Vec<ScoredMove<P::Move>>, bool)> {
        let selects = self.question.algorithm == Algorithm::Selective;
        searcher.pv.reserve(if selects { depth.max(MATE_PLIES_MAX) } else { depth });
        searcher.selective.begin_iteration(depth, depth.max(MATE_PLIES_MAX));
        searcher.meter.visit(0)?;
        searcher.meter.interior(self.moves.len());
        let mut all_proven = true;
        let mut best_scores = BestScores::new(self.question, multi_pv, self.root.key());
        let mut valued: Vec<ScoredMove<P::Move>> = Vec::new();
        for number in 0..self.moves.len() {
            let root_move = self.moves[number];
            let is_measured = self.question.measured == Some(root_move.mv);
            let alpha = if is_measured { Score::MIN } else { best_scores.alpha(root_move.index) };
            let value = self.value(searcher, depth, number, alpha).and_then(|value| {
                if value.score > alpha { self.judged(searcher, root_move.mv, value) } else { Ok(value) }
            });
            let Ok(Value { score, proven }) = value else {
                self.unfinished = valued;
                return Err(Interrupted);
            };
            all_proven &= proven;
            if score > alpha {
                searcher.pv.extend(0, root_move.mv);
                let mut pv = searcher.pv.line(0).to_vec();
                // Extensions search deeper than the iteration, but only a win by threats is shown to its end.
                let shown = score
                    .plies()
                    .filter(|_| searcher.selective.forced.seeks_threats())
                    .map_or(depth, |plies| plies.max(depth));
                pv.truncate(shown as usize);
                // `iterate` decides whether the line is proven, when all moves have been tried.
                valued.push(ScoredMove { line: Line { score, pv, proven: false }, index: root_move.index });
                best_scores.enter(score, root_move.index);
            }
        }
        // Best first, and equals as the game lists them.
        let rank = |valued: &ScoredMove<P::Move>| highest_first(valued.line.score.value()) << 32 | valued.index as u64;
        sort_by_rank(&mut valued, &mut Vec::new(), |_, valued| rank(valued));
        Ok((valued, all_proven))
    }

    /// The value of a move that would become the best. The game's prover may contradict an estimate.
    fn judged(&self, searcher: &mut Searcher<'_, P>, mv: P::Move, value: Value) -> Searched {
        if value.score.is_proven() || !self.may_ask_prover {
            return Ok(value);
        }
        let next = self.root.after(mv);
        let turn = Turn::after(self.root, &next);
        let result = searcher.judge_move(&next)?;
        Ok(result.score(1).map_or(value, |score| turn.value(Value::proven(score))))
    }

    /// The best line of an interrupted iteration, cut to `depth`, if it begins with another move than `last`, the best
    /// line of the last finished iteration (of that depth). Only a selective search for the single best move uses it,
    /// because the others promise the values of a finished iteration.
    ///
    /// An iteration tries the last best move first, so the other move has beaten it. There are two exceptions: a win by
    /// threats, which is proven, and a last best move that the prover's candidates exclude. If the last best move has lost
    /// since, and no other has a value yet, it is the next one in order.
    pub(crate) fn better_found(&self, last: &Line<P::Move>, depth: u32) -> Option<Line<P::Move>> {
        let Question { algorithm, multi_pv, handicap, measured, .. } = self.question;
        if *algorithm != Algorithm::Selective || *multi_pv != 1 || handicap.is_some() || measured.is_some() {
            return None;
        }
        // A loss is proven only once every move has been tried.
        let loses = |valued: &&ScoredMove<P::Move>| valued.line.score.is_proven() && valued.line.score < Score::ZERO;
        let best = self.unfinished.iter().max_by_key(|valued| (valued.line.score, Reverse(valued.index)));
        let Some(best) = best.filter(|best| !loses(best)) else {
            let lost = |mv: P::Move| self.unfinished.iter().any(|valued| valued.line.pv[0] == mv && loses(&valued));
            let next = self.moves.iter().find(|root_move| !lost(root_move.mv)).filter(|_| lost(last.pv[0]))?;
            return Some(Line { score: last.score, pv: vec![next.mv], proven: false });
        };
        let mut line = Line { proven: best.line.score.is_proven(), ..best.line.clone() };
        line.pv.truncate(depth as usize);
        (line.pv[0] != last.pv[0]).then_some(line)
    }

    /// The value of the move with this number in the order of the iteration, if it is above `alpha`. `depth` is the
    /// root's depth, so the position after the move is searched one ply less deeply.
    fn value(&self, searcher: &mut Searcher<'_, P>, depth: u32, number: usize, alpha: Score) -> Searched {
        let root_move = &self.moves[number];
        if let Some(won) = self.threat_win.as_ref().filter(|won| won.pv[0] == root_move.mv) {
            searcher.pv.set(1, &won.pv[1..]);
            return Ok(Value::proven(won.score));
        }
        // In a game with tactics, an aspiration window for every late move costs more than it saves.
        let is_on_pv = number == 0 || self.question.measured == Some(root_move.mv);
        let aspires =
            searcher.techniques.has(Technique::Aspiration) && (is_on_pv || !searcher.selective.histories.is_used());
        let (position, mv, algorithm) = (self.root, root_move.mv, self.question.algorithm);
        let mut search = |index, window| {
            let tried = TriedMove { position, mv, index, depth, ply: 0, on_pv: true };
            match algorithm {
                Algorithm::Minimax | Algorithm::Textbook => {
                    let walked = Walker::new(searcher, algorithm, &mut ()).child(&tried, window);
                    walked.map(|(value, _)| value)
                }
                Algorithm::AlphaBeta => searcher.try_move(&tried, window),
                Algorithm::Selective => searcher.search_root_move(&tried, window),
            }
        };
        let Some(near) = root_move.expected::<P>(alpha).filter(|_| aspires) else {
            return search(number, Window { alpha, beta: Score::MAX });
        };
        // Number 0 is never scouted. This move is expected to be the best, so it is searched like the first.
        let first = search(0, near)?;
        let again = match first.score {
            low if low <= near.alpha && low > alpha => Window { alpha, beta: low.just_above() },
            high if high >= near.beta => Window { alpha: high.just_below(), beta: Score::MAX },
            _ => return Ok(first),
        };
        let second = search(0, again)?;
        // A selective search may contradict itself: the second search may end at the edge of its window. For an
        // estimate that is close enough, but a win or loss would have a false distance, so the full window is searched.
        let contradicts =
            if first.score < near.beta { second.score >= again.beta } else { second.score <= again.alpha };
        let value = if contradicts && second.score.is_proven() {
            search(0, Window { alpha, beta: Score::MAX })?
        } else {
            second
        };
        Ok(Value { proven: value.proven && second.proven && first.proven, ..value })
    }

    /// Sorts the root moves for the next iteration, best first, and keeps their values for its aspiration windows.
    fn sort_for_next_iteration(&mut self, valued: &[ScoredMove<P::Move>]) {
        let moves = self.moves.iter().fold(0, |moves, root_move| moves.max(root_move.index + 1));
        let mut ranks = vec![valued.len(); moves];
        for (rank, valued) in valued.iter().enumerate() {
            ranks[valued.index] = rank;
        }
        for root_move in &mut self.moves {
            root_move.previous = valued.get(ranks[root_move.index]).map(|valued| valued.line.score);
        }
        sort_by_rank(&mut self.moves, &mut Vec::new(), |_, root_move| ranks[root_move.index] as u64);
    }

    /// The line of an answer without a finished iteration: the first move, with the root's static evaluation.
    pub(crate) fn unsearched_line(&self) -> Line<P::Move> {
        let solved = self.root.closed_form().filter(|_| self.question.uses_closed_forms(self.root));
        let score = solved.unwrap_or_else(|| self.root.evaluate());
        Line { score, pv: vec![self.moves[0].mv], proven: solved.is_some() }
    }
}

impl<M> RootMove<M> {
    /// The aspiration window (Baudet 1978) around the move's value in the last iteration. `None` without such a value,
    /// or if no value above `alpha` is expected.
    fn expected<P: Evaluate>(&self, alpha: Score) -> Option<Window> {
        let previous = self.previous.filter(|previous| P::ASPIRATION > 0 && !previous.is_proven())?;
        let near = Window { alpha: previous.minus(P::ASPIRATION).max(alpha), beta: previous.plus(P::ASPIRATION) };
        (near.alpha < near.beta).then_some(near)
    }
}
