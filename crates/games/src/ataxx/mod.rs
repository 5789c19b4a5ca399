//! Ataxx: stones double or jump on a 7x7 board and turn the stones that they land next to; more stones win.

mod bitboard;
mod evaluate;
mod notation;
mod rules;
#[cfg(test)]
mod tests;

pub use rules::Ataxx;
