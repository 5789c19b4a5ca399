//! Connect Four on 7 columns of 6 cells, on bitboards.

mod board;
mod book;
mod evaluate;
mod leaf_values;
#[cfg(test)]
mod motif_tests;
mod motifs;
mod notation;
#[cfg(test)]
mod tests;
mod threats;

pub use board::ConnectFour;
