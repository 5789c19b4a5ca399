//! The exact search: fast alpha-beta, and proofs of the value of the game.

mod count;
pub(crate) mod proof;
mod search;

pub use count::count_nodes;
pub use proof::value;

use crate::score::Turn;
use crate::table::Keyspace;

/// What only the exact search keeps from node to node.
#[derive(Default)]
pub(crate) struct Memory {
    /// The part of the table's keys that separates deepening from proofs.
    pub(crate) keyspace: Keyspace,
    /// Children of a node that are probed together: the hash of each, and whether the move to it passes the turn.
    children: Vec<(u64, Turn)>,
    /// Whether the book had a part in the answer.
    pub(crate) booked: bool,
}
