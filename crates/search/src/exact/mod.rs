//! The exact search: fast alpha-beta, the plain minimax that it is tested against, and proofs of the value of the game.

mod count;
mod minimax;
pub(crate) mod proof;
mod search;

pub use count::count_nodes;
pub use proof::value;
