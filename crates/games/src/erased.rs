//! A position of a certain game behind [`AnyPosition`]. The file is long because this is the only implementation of the
//! trait's many methods.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use plyd_search::exact::count_nodes;
use plyd_search::hooks::{MoveChoice, MovesOf, Tactical, TacticsOf};
use plyd_search::position::{Claim, Outcome, Visit, perft};
use plyd_search::{
    Algorithm, Analysis, Draws, History, Instant, Iteration, Limits, Line, Score, Stop, StoppedBy, Table, Trail, search,
};

use crate::answer::{Answer, Claimable, Description, LineText, MoveIndex, NamedMove, Progress, Standing};
use crate::any_position::{AnyPosition, IllegalMove, NotedMove, Playable, Question, ReadySearch, SpelledMove, Stones};
use crate::board::{Board, Content, Layout, RowColumn};
use crate::game_tree::{GameTree, TreeQuestion, game_tree};
use crate::motif::Motif;
use crate::notation::InvalidState;
use crate::opening::Opening;
use crate::record::Format;
use crate::spelling::{number, plain, quoted};
use crate::suggest::{LISTED_MAX, nearest};

/// How many moves are converted to text between two looks at the clock.
const MOVES_AT_ONCE: usize = 256;

/// Beyond this many nodes, counting plain minimax's nodes is given up.
const MINIMAX_NODES_MAX: u64 = 1_000_000;

/// A position of a game, with the game's past.
pub(crate) struct Played<P: Playable> {
    game: &'static str,
    position: P,
    /// All positions so far, the current one last. Empty in games where no position can come back.
    past: Vec<Visit>,
    /// The keys of the last position and of the one before it.
    before: [Option<u64>; 2],
    draws: Draws,
    /// See [`AnyPosition::warnings`].
    warnings: Vec<String>,
}

impl<P: Playable> Played<P> {
    /// A position without a past.
    pub(crate) const fn new(game: &'static str, position: P) -> Self {
        Self { game, position, past: Vec::new(), before: [None; 2], draws: Draws::Claimed, warnings: Vec::new() }
    }

    /// Reads a position.
    pub(crate) fn parse(game: &'static str, text: &str) -> Result<Self, InvalidState> {
        let position = P::parse(text)?;
        let warnings = position.warnings(text);
        Ok(Self { warnings, ..Self::new(game, position) })
    }

    fn copy(&self) -> Self {
        let Self { game, ref position, ref past, before, draws, ref warnings } = *self;
        let (past, warnings) = (past.clone(), warnings.clone());
        Self { game, position: position.clone(), past, before, draws, warnings }
    }

    fn history(&self) -> History {
        History::of(&self.position, &self.past, self.draws)
    }

    fn outcome(&self) -> Option<(Outcome, &'static str)> {
        self.outcome_by(self.draws)
    }

    /// The end of the game and its reason.
    fn outcome_by(&self, draws: Draws) -> Option<(Outcome, &'static str)> {
        match draws.ending(&self.position) {
            Some(outcome) => Some((outcome, self.position.reason())),
            None => History::of(&self.position, &self.past, draws).outcome(),
        }
    }

    fn play_on(&mut self, mv: P::Move) {
        if self.past.is_empty() {
            self.remember();
        }
        self.before = [Some(self.position.key()), self.before[0]];
        self.position.play_unchecked(mv);
        self.remember();
    }

    /// Adds the current position to the past.
    fn remember(&mut self) {
        if self.position.repetition().is_some() {
            self.past.push(Visit::of(&self.position));
        }
    }

    fn after(&self, mv: P::Move) -> Self {
        let mut next = self.copy();
        next.play_on(mv);
        next
    }

    fn legal_moves(&self) -> Vec<P::Move> {
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            self.position.legal_moves(&mut moves);
        }
        moves
    }

    /// Whether the game cannot continue. Recorded games continue after draws that leave a legal move, so only a final
    /// position, or a repetition that needs no claim, stops it.
    fn is_over(&self) -> bool {
        let ends_at =
            self.position.repetition().filter(|rule| matches!(rule.claim, Claim::Unneeded)).map(|rule| rule.occurrence);
        self.position.is_final() || ends_at.is_some_and(|occurrence| self.has_returned(occurrence))
    }

    /// Whether the present position has occurred at least this many times.
    fn has_returned(&self, occurrence: usize) -> bool {
        let times = |last: &Visit| self.past.iter().filter(|visit| visit.key == last.key).count();
        self.past.last().is_some_and(|last| times(last) >= occurrence)
    }

    /// Finds the opening of the position with this key. The game reached the position after this many plies.
    fn named(key: u64, plies: usize) -> Option<Opening> {
        let opening = P::opening(key)?;
        Some(if plies == 0 { opening } else { Opening { plies: plies as u32, ..opening } })
    }

    /// The legal move that a text means. There may be one even after a draw that a player could have claimed.
    fn read(&self, text: &str) -> Result<P::Move, IllegalMove> {
        let mut meant = Vec::new();
        if !self.is_over() {
            meant = self.position.meanings(text);
            if meant.is_empty()
                && let Some(plain) = plain(text)
            {
                meant = self.position.meanings(&plain);
            }
        }
        match meant[..] {
            [mv] => Ok(mv),
            [] => Err(self.illegal(text)),
            _ => Err(self.ambiguous(text, &meant)),
        }
    }

    /// The error for a text that means no legal move.
    fn illegal(&self, text: &str) -> IllegalMove {
        let mut legal = Vec::new();
        if !self.is_over() {
            self.position.legal_moves(&mut legal);
        }
        if legal.is_empty() {
            let reason = self.outcome().map_or("", |(_, reason)| reason);
            return IllegalMove { detail: format!("the game is over: {reason}"), candidates: Vec::new() };
        }
        if let Some(counted) = self.counted(text, &legal) {
            return counted;
        }
        let near = nearest(&self.position, &legal, text);
        let candidates = self.written_as(text, &near);
        let rule = self.position.broken_rule(text.trim()).map_or(String::new(), |rule| format!(": {rule}"));
        let more = if legal.len() > candidates.len() { ", …" } else { "" };
        let detail =
            format!("{} cannot be played here{rule}; legal moves: {}{more}", quoted(text), candidates.join(", "));
        IllegalMove { detail, candidates }
    }

    /// The error for the number of a cell. Programs count cells row by row, some from 0 and some from 1, so the number
    /// has two readings. `None` in games whose moves are not cells with names.
    fn counted(&self, text: &str, legal: &[P::Move]) -> Option<IllegalMove> {
        let is_of_cells = matches!(self.position.layout(), Some(Layout::Cells | Layout::Hexes));
        let is_of_cells = is_of_cells && self.position.absent().is_empty();
        let (number, rows) = (number(text.trim()).filter(|_| is_of_cells)? as usize, self.position.board()?);
        let columns = rows[0].len();
        let (files, ranks) = (self.position.files(columns), self.position.ranks(rows.len()));
        let (mut readings, mut candidates) = (Vec::new(), Vec::new());
        for base in [0, 1] {
            let Some(index) = number.checked_sub(base).filter(|index| *index < columns * rows.len()) else { continue };
            let cell = [index / columns, index % columns];
            let [rank, file] = [ranks.get(cell[0])?, files.get(cell[1])?];
            readings.push(format!("counted from {base} it is {file}{rank}"));
            let named = legal.iter().find(|mv| self.position.cells(**mv) == [cell]);
            candidates.extend(named.map(|mv| self.position.move_text(*mv)));
        }
        let detail = format!("{} is not the name of a cell: {}", quoted(text), readings.join(", "));
        (!readings.is_empty()).then_some(IllegalMove { detail, candidates })
    }

    fn ambiguous(&self, text: &str, meant: &[P::Move]) -> IllegalMove {
        let candidates = self.written_as(text, &meant[..meant.len().min(LISTED_MAX)]);
        let (last, others) = candidates.split_last().expect("several");
        let listed = match meant.len() > candidates.len() {
            true => format!("{}, …", candidates.join(", ")),
            false => format!("{} or {last}", others.join(", ")),
        };
        IllegalMove { detail: format!("{} is ambiguous: could be {listed}", quoted(text)), candidates }
    }

    /// Plays the move that a text means, after a forced pass that the text leaves out, and describes both.
    fn play_as<T>(&mut self, text: &str, describe: impl Fn(&P, P::Move) -> T) -> Result<Vec<T>, IllegalMove> {
        let mut played = Vec::with_capacity(1);
        let mv = self.read(text).or_else(|refused| {
            // Transcripts leave out passes.
            let pass = self.position.forced_pass().filter(|_| !self.is_over()).ok_or_else(|| refused.clone())?;
            let passed = self.after(pass);
            let mv = passed.read(text).map_err(|_| refused)?;
            played.push(describe(&self.position, pass));
            *self = passed;
            Ok(mv)
        })?;
        played.push(describe(&self.position, mv));
        self.play_on(mv);
        Ok(played)
    }

    fn names(&self, moves: &[P::Move]) -> Vec<String> {
        moves.iter().map(|mv| self.position.move_text(*mv)).collect()
    }

    /// The names of these moves, in the notation of the text: labels if the text looks like a label.
    fn written_as(&self, text: &str, moves: &[P::Move]) -> Vec<String> {
        if !self.position.is_labelled(text) {
            return self.names(moves);
        }
        moves.iter().map(|mv| self.position.label(*mv).unwrap_or_else(|| self.position.move_text(*mv))).collect()
    }

    /// The score of a search of depth 0, as answers show it. Closed forms are not used.
    fn evaluation(&self, deadline: Option<Instant>, stop: &Stop) -> Result<Score, StoppedBy> {
        let limits = Limits { deadline, ..Limits::depth(0) };
        let question = plyd_search::Question {
            closed_forms: false,
            history: self.history(),
            ..plyd_search::Question::new(limits)
        };
        let analysis = search(&self.position, &question, &mut Table::new(0), stop, &mut |_| ());
        if analysis.stopped_by == StoppedBy::Time { Err(StoppedBy::Time) } else { Ok(analysis.score) }
    }

    /// Names moves that are played from this position on, one after the other.
    fn namer(&self) -> impl FnMut(P::Move) -> String + use<P> {
        let mut position = self.position.clone();
        move |mv| {
            let name = position.move_text(mv);
            position.play_unchecked(mv);
            name
        }
    }

    /// The texts of these lines. Labels take longer than names, because some of them depend on the other legal moves.
    fn texts(&self, lines: &[Line<P::Move>]) -> Vec<LineText> {
        let text = |Line { pv, .. }: &Line<P::Move>| {
            let (mut position, mut has_labels) = (self.position.clone(), false);
            let label = |mv: &P::Move| {
                let label = position.label(*mv);
                has_labels |= label.is_some();
                let text = label.unwrap_or_else(|| position.move_text(*mv));
                position.play_unchecked(*mv);
                text
            };
            let labels: Vec<String> = pv.iter().map(label).collect();
            LineText { state: self.position.after(pv[0]).state(), labels: has_labels.then_some(labels) }
        };
        lines.iter().map(text).collect()
    }

    fn progress(&self, iteration: &Iteration<P::Move>) -> Progress {
        Progress {
            to_move: self.position.side_to_move(),
            iteration: iteration.map(|| self.namer()),
            texts: self.texts(&iteration.lines),
        }
    }

    /// The question with moves of this game's type.
    fn translate(&self, question: Question) -> plyd_search::Question<P::Move> {
        let names_moves = question.search_moves.is_some() || question.measured.is_some() || question.order.is_some();
        let legal = if names_moves { self.legal_moves() } else { Vec::new() };
        let history = self.history();
        let history = if question.measured.is_some() { history.without_returns() } else { history };
        plyd_search::Question { history, ..question.map(|MoveIndex(index)| legal[index]) }
    }

    fn minimax_nodes(
        &self,
        question: &plyd_search::Question<P::Move>,
        analysis: &Analysis<P::Move>,
        stop: &Stop,
    ) -> Option<Result<u64, StoppedBy>> {
        question.count_minimax.then(|| match question.algorithm {
            Algorithm::Minimax => match analysis.stopped_by {
                limit @ (StoppedBy::Nodes | StoppedBy::Time) => Err(limit),
                StoppedBy::Depth | StoppedBy::Solved if analysis.stats.nodes > MINIMAX_NODES_MAX => {
                    Err(StoppedBy::Nodes)
                }
                StoppedBy::Depth | StoppedBy::Solved => Ok(analysis.stats.nodes),
            },
            Algorithm::AlphaBeta | Algorithm::Textbook | Algorithm::Selective => {
                let limits = Limits { nodes: MINIMAX_NODES_MAX, ..question.limits };
                count_nodes(&self.position, question, limits, stop)
            }
        })
    }

    fn answer(
        &self,
        algorithm: Algorithm,
        analysis: &Analysis<P::Move>,
        minimax_nodes: Option<Result<u64, StoppedBy>>,
    ) -> Answer {
        let index = |mv: P::Move| self.legal_moves().iter().position(|other| *other == mv).map(MoveIndex);
        Answer {
            standing: self.standing(),
            index: analysis.best.and_then(index),
            label: analysis.best.map(|mv| self.position.label(mv).unwrap_or_else(|| self.position.move_text(mv))),
            cells: analysis.best.map_or_else(Vec::new, |mv| self.position.cells(mv)),
            after: analysis.best.map(|mv| self.after(mv).standing()),
            algorithm,
            analysis: analysis.map(|| self.namer()),
            texts: self.texts(&analysis.lines),
            minimax_nodes,
        }
    }
}

impl<P: Playable> AnyPosition for Played<P> {
    fn state(&self) -> String {
        self.position.state()
    }

    fn identity(&self) -> String {
        let (state, warnings) = (self.position.state(), self.warnings.concat());
        format!("{} {state} {:?} {:x?}{warnings}", self.game, self.draws, keys(&self.past))
    }

    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    fn rules_digest(&self) -> u64 {
        self.position.rules_digest()
    }

    fn rules_in_words(&self) -> Option<String> {
        self.position.rules_in_words()
    }

    fn has_cut_moves(&self) -> bool {
        self.position.has_cut_moves()
    }

    fn trail(&self) -> Trail {
        let [last, before] = self.before;
        [Some(self.position.key()), last, before].map(|key| {
            let mut hasher = DefaultHasher::new();
            (self.game, key).hash(&mut hasher);
            if key.is_some() { hasher.finish() } else { 0 }
        })
    }

    fn set_draws(&mut self, draws: Draws) {
        self.draws = draws;
    }

    fn standing(&self) -> Standing {
        let (state, to_move) = (self.position.state(), self.position.side_to_move());
        let [claimed, automatic] = [Draws::Claimed, Draws::Automatic].map(|draws| self.outcome_by(draws));
        let claimable = claimed.filter(|_| automatic.is_none()).map(|(_, reason)| Claimable { reason });
        let outcome = if self.draws == Draws::Claimed { claimed } else { automatic };
        Standing { state, to_move, outcome, claimable }
    }

    fn has_ended(&self) -> bool {
        let ends_at = self.position.repetition().and_then(|rule| match rule.claim {
            Claim::Unneeded => Some(rule.occurrence),
            Claim::NeededUntil(occurrence, _) => Some(occurrence),
            Claim::Needed => None,
        });
        self.position.ends_unclaimed() || ends_at.is_some_and(|occurrence| self.has_returned(occurrence))
    }

    fn count_moves(&self) -> usize {
        self.legal_moves().len()
    }

    fn move_names(&self) -> Vec<String> {
        self.legal_moves().into_iter().map(|mv| self.position.move_text(mv)).collect()
    }

    fn find_moves(&self, names: &[String]) -> Result<Vec<MoveIndex>, (usize, IllegalMove)> {
        let legal = self.legal_moves();
        let by_name: HashMap<String, usize> = self.move_names().into_iter().zip(0..).collect();
        // A text that is not a name is compared with every move. That is fast enough, because naming a move twice is an
        // error, so there are at most as many texts as moves.
        let read = |text: &str| match self.outcome() {
            Some(_) => Err(IllegalMove { detail: "the game is over".to_owned(), candidates: Vec::new() }),
            None => self.read(text).map(|meant| legal.iter().position(|mv| *mv == meant).expect("it is legal")),
        };
        let mut names_given = HashMap::new();
        let mut found = Vec::with_capacity(names.len());
        for (position, name) in names.iter().enumerate() {
            let known = by_name.get(name).or_else(|| by_name.get(name.trim()));
            let index = known.copied().map_or_else(|| read(name), Ok).map_err(|illegal| (position, illegal))?;
            if let Some(earlier) = names_given.insert(index, name) {
                let detail = format!("{} is the same move as {}; list each move once", quoted(name), quoted(earlier));
                return Err((position, IllegalMove { detail, candidates: Vec::new() }));
            }
            found.push(MoveIndex(index));
        }
        Ok(found)
    }

    fn play_named(&mut self, name: &str) -> Result<Vec<String>, IllegalMove> {
        self.play_as(name, P::move_text)
    }

    fn play_spelled(&mut self, name: &str, format: Format) -> Result<Vec<SpelledMove>, IllegalMove> {
        self.play_as(name, |position, mv| SpelledMove {
            name: position.move_text(mv),
            spelling: position.spelling(mv, format),
            side: position.side_to_move(),
            is_forced_pass: position.forced_pass() == Some(mv),
        })
    }

    fn play_noted(&mut self, name: &str) -> Result<Vec<NotedMove>, IllegalMove> {
        self.play_as(name, |position, mv| {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            let known = MovesOf::<P>::openings().slots(position.key());
            NotedMove {
                name: position.move_text(mv),
                label: position.label(mv),
                side: position.side_to_move(),
                index: MoveIndex(legal.iter().position(|other| *other == mv).expect("it is legal")),
                is_only: legal.len() == 1,
                is_known: known.contains(&(P::slot(mv) as u16)),
            }
        })
    }

    fn label(&self, MoveIndex(index): MoveIndex) -> Option<String> {
        self.position.label(self.legal_moves()[index])
    }

    fn cells(&self, MoveIndex(index): MoveIndex) -> Vec<RowColumn> {
        self.position.cells(self.legal_moves()[index])
    }

    fn motifs(&self, MoveIndex(index): MoveIndex) -> Vec<Motif> {
        self.position.motifs(self.legal_moves()[index])
    }

    fn quiet_plies_left(&self) -> Option<u32> {
        Some(self.position.quiet_plies_left()).filter(|left| *left < u32::MAX)
    }

    fn is_known(&self, MoveIndex(index): MoveIndex) -> bool {
        let slot = P::slot(self.legal_moves()[index]) as u16;
        MovesOf::<P>::openings().slots(self.position.key()).contains(&slot)
    }

    fn book_moves(&self) -> Vec<MoveIndex> {
        let key = self.position.key();
        let main = P::main_moves().slots(key);
        let slots = if main.is_empty() { MovesOf::<P>::openings().slots(key) } else { main };
        let is_known = |(_, mv): &(usize, P::Move)| slots.contains(&(P::slot(*mv) as u16));
        self.legal_moves().into_iter().enumerate().filter(is_known).map(|(index, _)| MoveIndex(index)).collect()
    }

    fn static_value(&self, deadline: Option<Instant>, stop: &Stop) -> Result<Score, StoppedBy> {
        self.evaluation(deadline, stop)
    }

    fn passed(&self) -> Option<Box<dyn AnyPosition>> {
        let unfinished = self.outcome().is_none();
        let passed = unfinished.then(|| TacticsOf::<P>::null_move(&self.position)).flatten()?;
        Some(Box::new(Self::new(self.game, passed)))
    }

    fn opening_here(&self) -> Option<Opening> {
        Self::named(self.position.key(), self.past.len().saturating_sub(1))
    }

    fn opening(&self) -> Option<Opening> {
        let earlier =
            || self.past.iter().enumerate().rev().skip(1).find_map(|(plies, visit)| Self::named(visit.key, plies));
        self.opening_here().or_else(earlier)
    }

    fn play(&mut self, MoveIndex(index): MoveIndex) {
        // Does not check whether the game ended by repetition, which takes time: such a game has no moves to choose
        // from.
        let mut legal = Vec::new();
        self.position.legal_moves(&mut legal);
        self.play_on(legal[index]);
    }

    fn describe(&self, deadline: Option<Instant>, stop: &Stop) -> Result<Description, StoppedBy> {
        let legal = self.legal_moves();
        let mut legal_moves = Vec::with_capacity(legal.len());
        for some in legal.chunks(MOVES_AT_ONCE) {
            stop.check(deadline)?;
            legal_moves.extend(some.iter().map(|mv| NamedMove {
                name: self.position.move_text(*mv),
                state: self.position.after(*mv).state(),
                cells: self.position.cells(*mv),
                label: self.position.label(*mv),
            }));
        }
        let board = self.position.board();
        let columns = board.as_ref().and_then(|rows| rows.first()).map_or(0, Vec::len);
        Ok(Description {
            standing: self.standing(),
            legal_moves,
            evaluation: self.evaluation(deadline, stop)?,
            layout: self.position.layout(),
            absent: self.position.absent(),
            letters: self.position.letters(),
            files: self.position.files(columns),
            ranks: self.position.ranks(board.as_ref().map_or(0, Vec::len)),
            lines: self.position.lines(),
            areas: self.position.areas(),
            borders: self.position.borders(),
            hands: self.position.hands(),
            counters: self.position.counters(),
            marks: self.position.marks(),
            opening: self.opening(),
            board,
        })
    }

    fn lines(&self) -> Vec<[RowColumn; 2]> {
        self.position.lines()
    }

    fn board(&self) -> Option<Board> {
        self.position.board()
    }

    fn stones(&self) -> Stones {
        let board = self.position.board().unwrap_or_default();
        let owner = |cell: &Option<Content>| match cell {
            Some(Content::Letter(letter)) => P::ABOUT.pieces.iter().find(|piece| piece.letter == *letter)?.side,
            _ => None,
        };
        Stones {
            files: self.position.files(board.first().map_or(0, Vec::len)),
            ranks: self.position.ranks(board.len()),
            rows: board.iter().map(|row| row.iter().map(owner).collect()).collect(),
        }
    }

    fn tree(&self, question: &TreeQuestion, stop: &Stop) -> Result<GameTree, StoppedBy> {
        game_tree(&self.position, self.history(), question, stop)
    }

    fn prepare(self: Box<Self>, question: Question) -> ReadySearch {
        let question = self.translate(question);
        Box::new(move |engine, stop, mut listener| {
            let analysis = engine.search(&self.position, &question, stop, &mut |iteration| {
                if let Some(hear) = &mut listener {
                    hear(self.progress(iteration));
                }
            });
            let minimax_nodes = self.minimax_nodes(&question, &analysis, stop);
            self.answer(question.algorithm, &analysis, minimax_nodes)
        })
    }

    fn duplicate(&self) -> Box<dyn AnyPosition> {
        Box::new(self.copy())
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.position, depth)
    }

    fn successors(&self) -> Vec<Box<dyn AnyPosition>> {
        let mut moves = Vec::new();
        if !self.position.is_final() {
            self.position.legal_moves(&mut moves);
        }
        let after = |mv| -> Box<dyn AnyPosition> { Box::new(Self::new(self.game, self.position.after(mv))) };
        moves.into_iter().map(after).collect()
    }

    fn twins(&self) -> Vec<Box<dyn AnyPosition>> {
        let twin = |position| -> Box<dyn AnyPosition> { Box::new(Self::new(self.game, position)) };
        self.position.twins().into_iter().map(twin).collect()
    }
}

fn keys(past: &[Visit]) -> Vec<u64> {
    past.iter().map(|visit| visit.key).collect()
}
