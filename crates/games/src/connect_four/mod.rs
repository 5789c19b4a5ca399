//! Connect Four on 7 columns of 6 cells, on bitboards.

mod board;
mod book;
mod evaluate;
mod leaf_values;
mod notation;
#[cfg(test)]
mod tests;
mod threats;

pub use board::ConnectFour;
