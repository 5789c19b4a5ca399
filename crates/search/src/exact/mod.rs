//! The exact search: alpha-beta, as it is fast and as textbooks print it, the plain minimax that both are held against,
//! and proofs of the value of the game.

mod endgame;
mod leaves;
mod minimax;
mod negamax;
pub(crate) mod proof;
mod textbook;

pub use minimax::count_nodes;
pub use proof::value;
