//! Checkers (English draughts).

mod endings;
mod evaluate;
mod evaluation;
mod notation;
#[cfg(test)]
mod plainly;
mod rules;
#[cfg(test)]
mod tests;

pub use evaluation::learning;
pub use rules::Checkers;
