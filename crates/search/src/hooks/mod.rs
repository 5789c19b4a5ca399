//! A game's hooks into the search: the groups in which [`Hooks`] has them, and the types that they and
//! [`Evaluate`](crate::Evaluate) use.

mod forced;
mod selective;
mod tactics;

pub use forced::*;
pub use selective::*;
pub use tactics::*;

pub use crate::evaluate::{
    AllMoves, Forced, ForcedOf, Hooks, Leaves, LeavesOf, MoveChoice, MovesOf, NoForced, NoHooks, NoLeaves, NoSolver,
    Solver, SolverOf, TacticsOf,
};
pub use crate::handicap::Openings;
pub use crate::known_values::StaticBounds;
pub use crate::move_order::sort_by_score;
pub use crate::solver::{SolverContext, SolverEntry, recent_key};

/// The points that games end in: from `-most` to `most`, `step` apart. Static evaluations lie in the same range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// The most that a side can be ahead.
    pub most: i32,
    /// The distance from one possible result to the next.
    pub step: i32,
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
