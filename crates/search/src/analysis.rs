//! The question that a search is asked and the analysis that it answers with.
//!
//! [`Line`], [`Iteration`] and [`Analysis`] are generic over the move. `map` turns a game's own moves into names, or
//! anything else.

use std::fmt;
use std::time::Duration;

use crate::score::Value;
use crate::{Evaluate, Handicap, History, Instant, Limits, MoveOrder, Score, Stats, StoppedBy, Techniques};

/// A search algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Negamax with alpha-beta pruning: the same score as minimax at every depth, from far fewer nodes.
    AlphaBeta,
    /// Every line to the full depth: the reference that alpha-beta is tested against.
    Minimax,
    /// Alpha-beta as textbooks print it: straight to the depth, moves in `legal_moves` order, no other technique.
    Textbook,
    /// Prunes by static evaluations, and searches unlikely moves less deeply: stronger, and not exact. See
    /// [`crate::hooks::Selective`].
    Selective,
}

impl Algorithm {
    /// Its name in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alpha-beta",
            Self::Minimax => "minimax",
            Self::Textbook => "textbook",
            Self::Selective => "selective",
        }
    }

    /// Whether it goes straight to its depth, without move ordering or any technique.
    pub(super) const fn is_plain(self) -> bool {
        matches!(self, Self::Minimax | Self::Textbook)
    }
}

/// Which of several equally good moves to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// The first in `legal_moves` order, even if the search tried them in another order.
    First,
    /// Any of them, with equal chances, drawn from this seed and the position.
    Random(u64),
}

/// The keys of a game's latest positions, the current one first; 0 stands for none.
pub type Trail = [u64; 3];

/// A question to [`crate::search`], generic over the move.
#[derive(Clone, Debug)]
pub struct Question<M> {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The limits.
    pub limits: Limits,
    /// How many of the best moves to value exactly, at least 1. If there are fewer moves, all of them.
    pub multi_pv: usize,
    /// Which of several equally good moves to answer.
    pub tie_break: TieBreak,
    /// Legal moves to consider at the root, in any order; `None` for all of them.
    pub search_moves: Option<Vec<M>>,
    /// The handicap of the player, or `None` to play the best move. With a handicap there is one line, and `multi_pv`
    /// and `tie_break` have no effect.
    pub handicap: Option<Handicap>,
    /// The techniques that the search may use.
    pub techniques: Techniques,
    /// The order in which an exact search tries moves; `None` for the algorithm's own order.
    pub order: Option<MoveOrder<M>>,
    /// Whether [closed forms](Evaluate::closed_form) may be used. If not, each value is what a search to the depth
    /// finds.
    pub closed_forms: bool,
    /// Whether to count the nodes that plain minimax would visit, see [`crate::exact::count_nodes`].
    pub count_minimax: bool,
    /// The game so far, for repetition.
    pub history: History,
    /// Whether an [engine](crate::Engine) may reuse results of earlier searches. Only selective searches without a
    /// handicap do.
    pub warm: bool,
    /// Tells a warm search which of several games it belongs to.
    pub trail: Trail,
    /// A warm search reuses only results of the same owner, so its answer does not depend on what others have searched.
    pub owner: u64,
    /// Threads to search with, at least 1, if the engine has free [helpers](crate::helpers::Helpers).
    pub threads: usize,
    /// A move that gets a line even if it is not among the best; its line is then the last. Its value is exact and has
    /// the same depth as the others. The history should be one [without returns](History::without_returns).
    pub measured: Option<M>,
}

impl<M> Question<M> {
    /// The [trail](Self::trail) of an engine that plays one game at a time.
    pub const ONE_GAME: Trail = [0; 3];

    /// Alpha-beta within these limits, one line, ties to the first move, no history, one thread.
    pub fn new(limits: Limits) -> Self {
        Self {
            algorithm: Algorithm::AlphaBeta,
            limits,
            multi_pv: 1,
            tie_break: TieBreak::First,
            search_moves: None,
            handicap: None,
            techniques: Techniques::ALL,
            order: None,
            closed_forms: true,
            count_minimax: false,
            history: History::default(),
            warm: true,
            trail: Self::ONE_GAME,
            owner: 0,
            threads: 1,
            measured: None,
        }
    }

    /// Whether closed forms may be used. They may not in the textbook search, nor under most handicaps, nor if a
    /// repetition of past positions could end the game, because closed forms don't know the past.
    pub fn allows_closed_forms(&self) -> bool {
        let handicapped = self.handicap.is_some_and(|handicap| !handicap.full_knowledge);
        self.closed_forms && !handicapped && self.algorithm != Algorithm::Textbook && self.history.is_clear()
    }

    /// The order in which moves are tried, before killers, history and the table move: `legal_moves` order in the plain
    /// algorithms, and the game's own otherwise.
    pub(crate) fn move_order(&self) -> MoveOrder<M>
    where
        M: Clone,
    {
        let own = || if self.algorithm.is_plain() { MoveOrder::Given } else { MoveOrder::Game };
        self.order.clone().unwrap_or_else(own)
    }

    /// Whether closed forms are used. An exact search uses them only if the root has one; otherwise it might miss a
    /// shorter win.
    pub(super) fn uses_closed_forms<P: Evaluate<Move = M>>(&self, root: &P) -> bool {
        self.allows_closed_forms() && (self.algorithm == Algorithm::Selective || root.closed_form().is_some())
    }

    /// The same question in other moves.
    pub fn map<N>(self, mut translate: impl FnMut(M) -> N) -> Question<N> {
        Question {
            measured: self.measured.map(&mut translate),
            order: self.order.map(|order| order.map(&mut translate)),
            algorithm: self.algorithm,
            limits: self.limits,
            multi_pv: self.multi_pv,
            tie_break: self.tie_break,
            search_moves: self.search_moves.map(|moves| moves.into_iter().map(translate).collect()),
            handicap: self.handicap,
            techniques: self.techniques,
            closed_forms: self.closed_forms,
            count_minimax: self.count_minimax,
            history: self.history,
            warm: self.warm,
            trail: self.trail,
            owner: self.owner,
            threads: self.threads,
        }
    }

    /// The same question with this seed for its draws.
    #[must_use]
    pub fn seeded(mut self, seed: u64) -> Self {
        if let TieBreak::Random(own) = &mut self.tie_break {
            *own = seed;
        }
        if let Some(handicap) = &mut self.handicap {
            handicap.seed = seed;
        }
        self
    }
}

impl<M: fmt::Debug> Question<M> {
    /// A text that is the same for two questions only if they have the same answer about the same position, provided
    /// that no search is ended by time. The text leaves out the history, which belongs to the position.
    pub fn identity(&self) -> String {
        let Self { algorithm, limits, multi_pv, tie_break, search_moves, .. } = self;
        let Self { handicap, techniques, order, closed_forms, count_minimax, measured, .. } = self;
        let (Limits { depth, nodes, deadline: _, soft_deadline: _ }, name) = (limits, algorithm.name());
        format!(
            "{name} {depth} {nodes} {multi_pv} {tie_break:?} {search_moves:?} {handicap:?} {techniques:?} {order:?} \
             {closed_forms} {count_minimax} {measured:?}"
        )
    }
}

/// A root move with its exact value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// For the root's side to move.
    pub score: Score,
    /// The principal variation: best play from the root, this line's move first. It is at most as long as the depth, or
    /// as a win that was forced by threats. If the value is a closed form, or nothing was searched, it is only the one
    /// move.
    pub pv: Vec<M>,
    /// Whether the score is the true value of the game after this move: a win or loss with its distance, or a value
    /// that depends on no static evaluation.
    ///
    /// At the same depth, alpha-beta proves everything that minimax proves, with the same value. It may prove more:
    /// lines that are cut off contribute no static evaluations.
    pub proven: bool,
}

impl<M: Clone> Line<M> {
    /// The same line in other moves. `translate` gets the moves in the order in which they are played.
    pub fn map<N>(&self, translate: impl FnMut(M) -> N) -> Line<N> {
        Line { score: self.score, pv: self.pv.iter().cloned().map(translate).collect(), proven: self.proven }
    }
}

/// A finished iteration of the deepening.
#[derive(Clone, Debug)]
pub struct Iteration<M> {
    /// Plies looked ahead.
    pub depth: u32,
    /// The lines that were asked for, best first.
    pub lines: Vec<Line<M>>,
    /// Nodes visited in this iteration.
    pub nodes: u64,
    /// Counters from the beginning of the search to the end of this iteration.
    pub stats: Stats,
    /// Time since the search began.
    pub elapsed: Duration,
}

impl<M: Clone> Iteration<M> {
    /// The same in other moves. A move's name may depend on the moves before it, so `at_root` makes a new translator
    /// for each line.
    pub fn map<N, T: FnMut(M) -> N>(&self, at_root: impl Fn() -> T) -> Iteration<N> {
        Iteration {
            depth: self.depth,
            lines: self.lines.iter().map(|line| line.map(at_root())).collect(),
            nodes: self.nodes,
            stats: self.stats,
            elapsed: self.elapsed,
        }
    }
}

/// The answer of [`crate::search`].
#[derive(Clone, Debug)]
pub struct Analysis<M> {
    /// The chosen move; `None` if the game is over, or if the depth was 0 and asked only for an evaluation.
    pub best: Option<M>,
    /// Its exact value, for the side to move.
    pub score: Score,
    /// Whether the score is the true value of the game, see [`Line::proven`].
    pub proven: bool,
    /// The best moves, as many as were asked for, best first, and ties in `legal_moves` order; but the chosen move
    /// comes first.
    pub lines: Vec<Line<M>>,
    /// Depth of the last finished iteration.
    pub depth: u32,
    /// Why the search ended.
    pub stopped_by: StoppedBy,
    /// Whether a [book](crate::hooks::Leaves::book_value) or [openings](crate::hooks::Openings) had a part in it.
    pub booked: bool,
    /// Its counters.
    pub stats: Stats,
    /// Whether it reused results of earlier searches.
    pub warm: bool,
    /// The threads that searched.
    pub threads: usize,
    /// The finished iterations, of the first thread.
    pub iterations: Vec<Iteration<M>>,
    /// The time that it took.
    pub elapsed: Duration,
}

impl<M: Clone> Analysis<M> {
    /// The answer of a search that looked for no move, and ends now.
    pub(crate) fn without_move(value: Value, stopped_by: StoppedBy, stats: Stats, started: Instant) -> Self {
        let Value { score, proven } = value;
        let (lines, iterations, elapsed) = (Vec::new(), Vec::new(), started.elapsed());
        let (best, depth, booked, warm, threads) = (None, 0, false, false, 1);
        Self { best, score, proven, lines, depth, stopped_by, booked, stats, warm, threads, iterations, elapsed }
    }

    /// The same in other moves, see [`Iteration::map`].
    pub fn map<N, T: FnMut(M) -> N>(&self, at_root: impl Fn() -> T) -> Analysis<N> {
        Analysis {
            best: self.best.clone().map(at_root()),
            score: self.score,
            proven: self.proven,
            lines: self.lines.iter().map(|line| line.map(at_root())).collect(),
            depth: self.depth,
            stopped_by: self.stopped_by,
            booked: self.booked,
            stats: self.stats,
            warm: self.warm,
            threads: self.threads,
            iterations: self.iterations.iter().map(|iteration| iteration.map(&at_root)).collect(),
            elapsed: self.elapsed,
        }
    }
}
