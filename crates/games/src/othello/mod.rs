//! Othello: 8x8 discs on bitboards, played for the final difference.

mod bitboard;
mod endgame;
mod evaluation;
#[cfg(test)]
mod motif_tests;
mod motifs;
mod notation;
mod order;
mod reading;
mod rules;
#[cfg(test)]
mod tests;

#[cfg(any(test, feature = "tools"))]
pub use evaluation::learning;
pub use rules::Othello;
