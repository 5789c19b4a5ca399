//! Connect Four on 7 columns of 6 cells, as a bit board.

mod board;
mod evaluate;
mod leaves;
mod notation;
#[cfg(test)]
mod tests;
mod threats;

pub use board::ConnectFour;
