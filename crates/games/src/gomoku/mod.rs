//! Gomoku, free style, on any board from 3x3 to 19x19: the m,n,k games.

mod board;
mod evaluate;
mod frame;
mod notation;
mod shape_board;
mod shapes;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod threat_tests;
mod threats;

pub use board::Gomoku;
