//! Checkers (English draughts).

mod endings;
mod evaluate;
mod notation;
#[cfg(test)]
mod plainly;
mod rules;
#[cfg(test)]
mod tests;

pub use rules::Checkers;
