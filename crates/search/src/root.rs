//! The root: which move, with how many others valued exactly, and what decides between equals.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::hash::Hash;

use crate::analysis::{Algorithm, Line, Question, TieBreak};
use crate::evaluate::Hooks;
use crate::limits::StoppedBy;
use crate::node::Searcher;
use crate::score::{Score, Window};
use crate::selective::pruning::sees_end;
use crate::sorting::{move_to_front, sort_by_number};
use crate::table::HORIZON;
use crate::{Effort, Evaluate, Handicap, Technique, Threats, mix};

/// Before an iteration each look for wins by threats may take this share of what was spent so far, and the least in any
/// case.
const SHARE: u64 = 4;
const LEAST: u64 = 500;

/// The moves at the root, in the order in which the next iteration tries them.
pub(crate) struct RootMoves<'a, M> {
    pub(crate) request: &'a Question<M>,
    pub(crate) tries: Vec<RootMove<M>>,
    /// Moves that are tried only if all others lose.
    deferred: Vec<RootMove<M>>,
    /// What an iteration that did not end had valued, in the order in which it did.
    unfinished: Vec<Valued<M>>,
    /// Whether the one move there is was drawn from the game's openings.
    pub(crate) opens: bool,
    /// A win by threats, its line whole.
    won: Option<Line<M>>,
    /// Whether it is known that there is none.
    no_threats: bool,
}

#[derive(Clone, Copy)]
pub(crate) struct RootMove<M> {
    pub(crate) mv: M,
    /// Its place in `legal_moves`.
    pub(crate) index: usize,
    /// Its value in the last iteration, if that found it.
    last: Option<Score>,
}

/// A line, and the place of its move in `legal_moves`.
pub(crate) struct Valued<M> {
    pub(crate) line: Line<M>,
    pub(crate) index: usize,
}

impl<'a, M: Copy + Eq + Hash> RootMoves<'a, M> {
    /// Nothing here or in an iteration takes more than `n log n` steps between two nodes: a tree may have a hundred
    /// thousand root moves.
    pub(crate) fn new<P: Evaluate<Move = M>>(root: &P, request: &'a Question<M>) -> Self {
        let mut legal = Vec::new();
        root.legal_moves(&mut legal);
        let places: HashMap<M, usize> = legal.iter().copied().zip(0..).collect();
        let mut ordered = match &request.search_moves {
            None => legal,
            Some(asked) => {
                let mut asked: Vec<usize> = asked.iter().filter_map(|mv| places.get(mv).copied()).collect();
                asked.sort_unstable();
                asked.dedup();
                asked.into_iter().map(|place| legal[place]).collect()
            }
        };
        assert!(!ordered.is_empty(), "a search needs a root move");
        let opening =
            request.handicap.filter(|_| request.techniques.has(Technique::Book)).and_then(|it| it.open(root, &ordered));
        match (opening, &request.handicap) {
            (Some(mv), _) => ordered = vec![mv],
            (None, Some(handicap)) => handicap.sift(root, &mut ordered),
            (None, None) => (),
        }
        if !request.algorithm.is_plain() {
            root.order(&mut ordered);
        }
        let all = ordered.iter().map(|mv| RootMove { mv: *mv, index: places[mv], last: None });
        let mut candidates = Vec::new();
        let defers = request.algorithm == Algorithm::Selective
            && request.search_moves.is_none()
            && P::SELECTIVE.and_then(|uses| uses.candidates).is_some_and(|list| !list(root, &mut candidates))
            && candidates.len() >= request.multi_pv;
        let candidates: HashSet<M> = candidates.into_iter().collect();
        let (tries, deferred) = all.partition(|try_| !defers || candidates.contains(&try_.mv));
        Self {
            request,
            tries,
            deferred,
            unfinished: Vec::new(),
            opens: opening.is_some(),
            won: None,
            no_threats: false,
        }
    }

    /// Looks for wins by threats, of both sides, with a share of what was spent so far.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn seek_threats<P: Evaluate<Move = M>>(
        &mut self,
        searcher: &mut Searcher<'_, P>,
        root: &P,
    ) -> Result<(), StoppedBy> {
        if self.won.is_some() || !searcher.seeks_threats() {
            return Ok(());
        }
        let spent = searcher.stats.nodes + searcher.stats.quiescence_nodes;
        let nodes = (spent / SHARE).max(LEAST).min(searcher.nodes_left() / 4);
        let effort = Effort { nodes, thorough: true };
        let side = root.side_to_move();
        if !self.no_threats {
            match searcher.find_threats(root, side, effort, 0)? {
                Threats::Win(plies) => {
                    self.enter_win(searcher, plies);
                    return Ok(());
                }
                Threats::None => self.no_threats = true,
                Threats::Unknown => {}
            }
        }
        if searcher.pressure.each == 0 {
            let before = searcher.stats.quiescence_nodes;
            if let Threats::Win(_) = searcher.find_threats(root, side.other(), effort, 0)? {
                // What refutes that win may take more to see through than the win took.
                searcher.pressure.each = LEAST + 4 * (searcher.stats.quiescence_nodes - before);
            }
        }
        searcher.pressure.left = nodes;
        Ok(())
    }

    /// Has the win that was found tried first, if its move is asked for.
    fn enter_win<P: Evaluate<Move = M>>(&mut self, searcher: &Searcher<'_, P>, plies: u32) {
        let line = searcher.threats.as_ref().map_or(&[][..], |threats| threats.line());
        let is_first = |try_: &RootMove<M>| line.first() == Some(&try_.mv);
        if let Some(place) = self.deferred.iter().position(is_first) {
            self.tries.push(self.deferred.remove(place));
        }
        if let Some(place) = self.tries.iter().position(is_first) {
            move_to_front(&mut self.tries, place);
            self.won = Some(Line { score: Score::win_in(plies), pv: line.to_vec(), proven: true });
        }
    }

    /// One iteration: the best `multi_pv` moves, each with its exact value, the chosen one first.
    ///
    /// # Errors
    /// The limit that was reached; the iteration then counts for nothing.
    pub(crate) fn iterate<P: Evaluate<Move = M>>(
        &mut self,
        searcher: &mut Searcher<'_, P>,
        root: &P,
        depth: u32,
    ) -> Result<Vec<Line<M>>, StoppedBy> {
        if sees_end(root, depth) {
            self.tries.append(&mut self.deferred);
        }
        let handicap = self.request.handicap;
        let wanted = if handicap.is_some() { usize::MAX } else { self.request.multi_pv }.clamp(1, self.tries.len());
        let mut valued = self.try_all(searcher, root, depth, wanted)?;
        let loses = |valued: &Valued<M>| valued.line.score.is_proven() && valued.line.score < Score::ZERO;
        if !self.deferred.is_empty() && valued.iter().take(wanted).any(loses) {
            self.tries.append(&mut self.deferred);
            valued = self.try_all(searcher, root, depth, wanted)?;
        }
        searcher.heuristic_used |= !self.deferred.is_empty();
        self.try_first(&valued);
        let exact = !searcher.heuristic_used;
        let mut lines = self.request.choose(valued, exact, root.key(), wanted);
        for line in &mut lines {
            line.proven = exact || line.score.is_proven();
        }
        if handicap.is_some() {
            lines.truncate(1);
        }
        Ok(lines)
    }

    /// Tries every move and lists those that were among the best `wanted` so far, or tied with them, each with its
    /// exact value and the best first.
    ///
    /// # Errors
    /// The limit that was reached.
    fn try_all<P: Evaluate<Move = M>>(
        &mut self,
        searcher: &mut Searcher<'_, P>,
        root: &P,
        depth: u32,
        wanted: usize,
    ) -> Result<Vec<Valued<M>>, StoppedBy> {
        let selects = self.request.algorithm == Algorithm::Selective;
        searcher.pv.reserve(if selects { depth.max(HORIZON) } else { depth });
        searcher.memory.reserve(depth.max(HORIZON));
        searcher.heuristic_used = false;
        searcher.root_depth = depth;
        searcher.visit(0)?;
        searcher.stats.interior += 1;
        searcher.stats.legal_moves += self.tries.len() as u64;
        let mut leaders = Leaders::new(self.request, wanted);
        let mut valued: Vec<Valued<M>> = Vec::new();
        for number in 0..self.tries.len() {
            let try_ = self.tries[number];
            let alpha = leaders.alpha(try_.index);
            let score = match self.value(searcher, root, depth, number, alpha) {
                Ok(score) => score,
                Err(limit) => {
                    self.unfinished = valued;
                    return Err(limit);
                }
            };
            if score > alpha {
                searcher.pv.extend(0, try_.mv);
                let mut pv = searcher.pv.line(0).to_vec();
                // Extensions look further than the depth; a win by threats is shown whole.
                let shown = score.plies().filter(|_| searcher.seeks_threats()).map_or(depth, |plies| plies.max(depth));
                pv.truncate(shown as usize);
                valued.push(Valued { line: Line { score, pv, proven: false }, index: try_.index });
                leaders.enter(score, try_.index);
            }
        }
        // Best first, and equals as the game lists them.
        sort_by_number(&mut valued, &mut Vec::new(), |valued| valued.index as u64);
        sort_by_number(&mut valued, &mut Vec::new(), |valued| valued.line.score.descending());
        Ok(valued)
    }

    /// The best line of an iteration that did not end, as long as the `depth` of the last one, if it begins otherwise
    /// than that one's: its first move was tried before, so it is the better one by what has been seen since. Only of a
    /// selective search for the best move; exact values are those of a whole iteration.
    pub(crate) fn better_found(&self, last: &Line<M>, depth: u32) -> Option<Line<M>> {
        let Question { algorithm, multi_pv, handicap, .. } = self.request;
        if *algorithm != Algorithm::Selective || *multi_pv != 1 || handicap.is_some() {
            return None;
        }
        // A loss is one only when every move has been tried.
        let loses = |valued: &&Valued<M>| valued.line.score.is_proven() && valued.line.score < Score::ZERO;
        let best = self.unfinished.iter().max_by_key(|valued| (valued.line.score, Reverse(valued.index)));
        let best = best.filter(|best| !loses(best))?;
        let mut line = Line { proven: best.line.score.is_proven(), ..best.line.clone() };
        line.pv.truncate(depth as usize);
        (line.pv[0] != last.pv[0]).then_some(line)
    }

    /// The value of the move at this place among the tries, where it is above `alpha`.
    fn value<P: Evaluate<Move = M>>(
        &self,
        searcher: &mut Searcher<'_, P>,
        root: &P,
        depth: u32,
        number: usize,
        alpha: Score,
    ) -> Result<Score, StoppedBy> {
        let try_ = &self.tries[number];
        if let Some(won) = self.won.as_ref().filter(|won| won.pv[0] == try_.mv) {
            searcher.pv.set(1, &won.pv[1..]);
            return Ok(won.score);
        }
        // Where late moves are scouted with less depth anyway, a guess for each is worth less than it costs.
        let aspires = searcher.techniques.has(Technique::Aspiration) && (number == 0 || !searcher.memory.is_used());
        let mut search = |number, window| match self.request.algorithm {
            Algorithm::Minimax => searcher.minimax_child(root, try_.mv, depth, 0),
            Algorithm::Textbook => searcher.textbook_child(root, try_.mv, depth, 0, window),
            Algorithm::AlphaBeta => searcher.try_move(root, try_.mv, number, depth, 0, window),
            Algorithm::Selective => searcher.try_selectively(root, try_.mv, number, depth, 0, window),
        };
        let Some(near) = try_.expected::<P>(alpha).filter(|_| aspires) else {
            return search(number, Window { alpha, beta: Score::MAX });
        };
        // It is expected to be the best: its value is wanted, not a refutation, so it is not scouted.
        match search(0, near)? {
            low if low <= near.alpha && low > alpha => search(0, Window { alpha, beta: low.just_above() }),
            high if high >= near.beta => search(0, Window { alpha: high.just_below(), beta: Score::MAX }),
            score => Ok(score),
        }
    }

    /// The next iteration begins with the best moves of this one, and remembers their values.
    fn try_first(&mut self, valued: &[Valued<M>]) {
        let moves = self.tries.iter().fold(0, |moves, try_| moves.max(try_.index + 1));
        let mut places = vec![valued.len(); moves];
        for (place, valued) in valued.iter().enumerate() {
            places[valued.index] = place;
        }
        for try_ in &mut self.tries {
            try_.last = valued.get(places[try_.index]).map(|valued| valued.line.score);
        }
        sort_by_number(&mut self.tries, &mut Vec::new(), |try_| places[try_.index] as u64);
    }

    /// The line to answer when nothing was searched: the first move in order, with the root's static value.
    pub(crate) fn unsearched_line<P: Evaluate<Move = M>>(&self, root: &P) -> Line<M> {
        let solved = root.closed_form().filter(|_| self.request.asks_theory(root));
        let score = solved.unwrap_or_else(|| root.evaluate());
        Line { score, pv: vec![self.tries[0].mv], proven: solved.is_some() }
    }
}

/// What the best `wanted` moves so far leave for another to beat.
struct Leaders {
    wanted: usize,
    /// Whether chance decides between equals: then all of them count.
    random: bool,
    handicap: Option<Handicap>,
    best: Option<Score>,
    /// The value and the place in `legal_moves` of each, the last of them on top.
    held: BinaryHeap<(Reverse<Score>, usize)>,
}

impl Leaders {
    fn new<M>(request: &Question<M>, wanted: usize) -> Self {
        let random = matches!(request.tie_break, TieBreak::Random(_));
        Self { wanted, random, handicap: request.handicap, best: None, held: BinaryHeap::new() }
    }

    /// The worst of the best `wanted` values so far. A move that would win a tie against the holder of that value has
    /// to be told from it when it is equal, so alpha is then one lower.
    fn alpha(&self, index: usize) -> Score {
        match self.held.peek() {
            Some((Reverse(score), holder)) if self.held.len() == self.wanted => {
                if self.random || index < *holder {
                    score.just_below()
                } else {
                    *score
                }
            }
            _ => self.handicap.zip(self.best).map_or(Score::MIN, |(handicap, best)| handicap.floor(best)),
        }
    }

    fn enter(&mut self, score: Score, index: usize) {
        self.best = self.best.max(Some(score));
        self.held.push((Reverse(score), index));
        if self.held.len() > self.wanted {
            self.held.pop();
        }
    }
}

impl<M> RootMove<M> {
    /// Where an iteration looks for the move's value first: near that of the last one (aspiration windows; Baudet
    /// 1978). `None` where nothing is expected, or no value above `alpha`.
    fn expected<P: Evaluate>(&self, alpha: Score) -> Option<Window> {
        let last = self.last.filter(|last| P::ASPIRATION > 0 && !last.is_proven())?;
        let near = Window { alpha: last.less(P::ASPIRATION).max(alpha), beta: last.less(-P::ASPIRATION) };
        (near.alpha < near.beta).then_some(near)
    }
}

impl<M> Question<M> {
    /// The lines to answer, of moves valued best first: draws the move, if it is to be drawn, and puts its line first.
    /// `exact` says that no static evaluation had a part in the values.
    pub(crate) fn choose(&self, mut valued: Vec<Valued<M>>, exact: bool, key: u64, wanted: usize) -> Vec<Line<M>> {
        let scores: Vec<Score> = valued.iter().map(|valued| valued.line.score).collect();
        let chosen = match (self.handicap, self.tie_break) {
            (Some(handicap), _) => handicap.choose(&scores, exact, key),
            (None, TieBreak::Random(seed)) => {
                let ties = scores.iter().take_while(|score| **score == scores[0]).count();
                (mix(mix(seed) ^ key) % ties as u64) as usize
            }
            (None, TieBreak::First) => 0,
        };
        move_to_front(&mut valued, chosen);
        valued.truncate(wanted);
        valued.into_iter().map(|valued| valued.line).collect()
    }
}
