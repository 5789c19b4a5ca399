//! The exact search: alpha-beta, as it is fast and as textbooks print it, the plain minimax that both are held against,
//! and proofs of the value of the game.

mod minimax;
mod plain;
pub(crate) mod proof;
mod search;

pub use minimax::count_nodes;
pub(crate) use plain::{Observer, Walker};
pub use proof::value;
