//! Hooks of a game into the search, grouped by the part of the search that uses them.
//!
//! Every group is a constant of [`Evaluate`](crate::Evaluate) with a default. Its members that depend on a position are
//! function pointers. Since they are constants, the compiler calls them directly, and a game that leaves a group out
//! pays nothing for it. No hook may change a score that is said to be exact.

mod selective;
mod tactics;

pub use selective::*;
pub use tactics::*;

use crate::position::Position;
use crate::{Score, Window};

pub use crate::book::{Book, Openings};
pub use crate::solver::{SolverContext, SolverEntry};
pub use crate::sorting::sort_by_score;
pub use crate::static_bounds::StaticBounds;

/// Asked by the deepening: how a search reaches its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deepening {
    /// At once, by plain alpha-beta. Used by the game tree alone, whose visits must be those of a textbook.
    AtOnce,
    /// By iterations, a ply deeper each.
    Iterative {
        /// Half the width of the aspiration window around the last iteration's value, in the unit of static
        /// evaluations; 0 for a game where aspiration saves nothing.
        aspiration: i32,
    },
}

/// Asked by move ordering and the transposition table.
#[derive(Clone, Copy)]
pub struct MoveOrdering<P: Position> {
    /// One more than the largest slot; 0 for a game that has none.
    pub slots: usize,
    /// The slot of a move in killers, history and table. Moves that mean much the same in different positions share
    /// one. Each side has slots of its own.
    pub slot: fn(P::Move) -> usize,
    /// Whether a move changes little (no capture, no promotion). Killers and history order quiet moves only; the others
    /// come before them.
    pub is_quiet: fn(&P, P::Move) -> bool,
    /// Whether killers and history order the moves. `false` for games that
    /// [`Evaluate::order`](crate::Evaluate::order) orders better alone.
    pub killers_and_history: bool,
    /// Whether killers and history, too, order the moves only after the table move has been searched.
    ///
    /// Used by checkers alone: its nodes are so cheap that ordering moves which are never tried shows.
    pub table_move_first: bool,
}

impl<P: Position> MoveOrdering<P> {
    /// No slots, every move quiet, killers only.
    pub const DEFAULT: Self =
        Self { slots: 0, slot: |_| 0, is_quiet: |_, _| true, killers_and_history: true, table_move_first: false };
}

/// Asked by the exact search and by proofs: exact knowledge of positions without a search.
#[derive(Clone, Copy)]
pub struct Knowledge<P: Position> {
    /// The exact value of an unfinished position where a formula or an endgame table has it, with its distance from
    /// here. A search takes it as a leaf everywhere but at its root, where a move has to be found.
    ///
    /// Exact searches use it only if the root has a closed form too. Then every successor that could improve on the
    /// root's value must have one.
    pub closed_form: fn(&P) -> Option<Score>,
    /// The most plies that the game can still last. A search of that depth meets no static evaluation, so its result is
    /// the value of the game. A proof may then ask for that value directly, and the selective search prunes nothing.
    pub plies_left: fn(&P) -> u32,
    /// The values of an early stage of the game, computed beforehand. Used by Connect Four alone, whose solution takes
    /// minutes from the empty board and no time from the book.
    pub book: fn() -> Book,
    /// Good moves of the game's first positions, of which levels draw one.
    pub openings: fn() -> Openings,
    /// The moves that a careless player thinks of; none where these are all legal ones. Used by gomoku and Hex, where most
    /// cells of the board are far from the action.
    pub plausible: fn(&P) -> Vec<P::Move>,
    /// The points that every game ends in; `None` where games are won or lost, or nothing more is known of the points.
    /// Used by Othello alone: proofs bisect them, and results are two apart.
    pub points: Option<Points>,
}

impl<P: Position> Knowledge<P> {
    /// Nothing is known.
    pub const NONE: Self = Self {
        closed_form: |_| None,
        plies_left: |_| u32::MAX,
        book: || Book::NONE,
        openings: || Openings::NONE,
        plausible: |_| Vec::new(),
        points: None,
    };
}

/// The points that games end in: from `-most` to `most`, `step` apart. Static evaluations lie in the same range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// The most that a side can be ahead.
    pub most: i32,
    /// The distance from one possible result to the next.
    pub step: i32,
}

/// Asked by the exact search where its depth reaches the end of the game: a solver made for the game, many times as
/// fast as the general search. Used by Othello alone, whose last twenty plies are solved with parity and stability of
/// discs.
#[derive(Clone, Copy)]
pub struct Endgame<P: Position> {
    /// About the nodes that solving a position takes, by which proofs are scheduled.
    pub estimated_nodes: fn(&P) -> u64,
    /// Bounds the value of the game for the side to move, in points: a lower bound if it is the null window's `beta` or
    /// more, else an upper bound. `None` if the [allowed](SolverContext::allows) nodes did not suffice.
    pub solve: fn(&P, Window, &mut SolverContext<'_>) -> Option<Score>,
}

/// See [`StaticAnalysis::refine`].
pub type Refine<P> = fn(&P, depth: u32, &mut [<P as Position>::Move], StaticBounds) -> StaticBounds;

/// Asked by the exact search at every node: the bounds that the rules show before any move is tried.
///
/// Bounds must hold both for the value at `depth` plies and for the value of the game, and the list must contain a best
/// move for each of the two. Bounds count as proven. Knowledge that holds at this depth only belongs into
/// [`Evaluate::evaluate`](crate::Evaluate::evaluate).
#[derive(Clone, Copy)]
pub struct StaticAnalysis<P: Position> {
    /// Lists the moves that are worth trying in a search of `depth` plies, at least 1, in any order, and bounds its
    /// result. Asked only while the game goes on, and not at the root.
    pub bounds: fn(&P, depth: u32, &mut Vec<P::Move>) -> StaticBounds,
    /// Sorts these moves, in place of [`Evaluate::order`](crate::Evaluate::order), and returns the bounds with what a
    /// closer look at each move adds to them.
    ///
    /// Used by Connect Four alone: counting threats orders its moves and finds wins in three.
    pub refine: Option<Refine<P>>,
}

/// Asked at leaves: the moves that have to be searched before the static evaluation can be trusted.
#[derive(Clone, Copy)]
pub struct Quiescence<P: Position> {
    /// Appends the moves that are looked at beyond the depth limit (captures, most often). Asked only while the game
    /// goes on. Sequences of such moves must be finite.
    pub noisy_moves: fn(&P, &mut Vec<P::Move>),
    /// Whether the side to move may decline all noisy moves, and so has at least its static evaluation. `false` where
    /// they are forced; without noisy moves it makes no difference.
    pub may_stand_pat: fn(&P) -> bool,
}

impl<P: Position> Quiescence<P> {
    /// Every position is quiet.
    pub const NONE: Self = Self { noisy_moves: |_, _| (), may_stand_pat: |_| true };
}

/// The budget of a leaf's quiescence search, in lines of noisy moves.
///
/// Every node divides its budget equally among its noisy moves. A node with less than one line for each tries none of
/// them and takes its static value. So at any distance from the leaf there are at most this many nodes (Kraft's
/// inequality).
///
/// The budget of a node follows from the widths along its line, not from a window or a count of nodes. The value of a
/// leaf is therefore a function of its position, and pruning changes none. A long exchange on one square costs little;
/// the budget ends on a board on which everything captures everything.
pub const QUIESCENCE_BUDGET: u32 = 1 << 18;
