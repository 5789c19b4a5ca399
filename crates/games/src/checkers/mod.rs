//! Checkers (English draughts).

mod endings;
mod evaluate;
mod evaluation;
mod notation;
mod rules;
#[cfg(test)]
mod tests;

pub use evaluation::learning;
pub use rules::Checkers;
