//! The exact search: alpha-beta, the plain minimax that it is held against, and proofs of the value of the game.

pub(crate) mod minimax;
mod negamax;
pub(crate) mod proof;
