//! Gomoku, free style, on any board from 3x3 to 19x19: the m,n,k games.

mod board;
mod evaluate;
mod frame;
mod notation;
#[cfg(test)]
mod tests;

pub use board::Gomoku;
