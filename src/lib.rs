//! plyd, a stateless game-AI service: a position and a limit go in; the move, its exact score, the principal variation
//! and the statistics of what alpha-beta pruned come out.

pub mod games;
pub mod notation;
pub mod position;
pub mod search;
