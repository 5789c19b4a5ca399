//! Checkers (English draughts).

mod evaluate;
mod notation;
mod rules;
#[cfg(test)]
mod tests;

pub use rules::Checkers;
