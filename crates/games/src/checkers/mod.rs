//! Checkers (English draughts) on a bitboard with gaps.

mod bitboard;
mod evaluate;
mod notation;
mod rules;
#[cfg(test)]
mod tests;

pub use rules::Checkers;
