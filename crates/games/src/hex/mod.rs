//! Hex (Piet Hein, 1942): who joins his two edges wins, and somebody does.

mod board;
mod bridges;
mod cells;
mod evaluate;
mod groups;
mod images;
mod moves;
mod notation;
mod order;
mod paths;
mod potential;
#[cfg(test)]
mod tests;

pub use board::Hex;
