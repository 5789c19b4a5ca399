//! Checkers (English draughts).

mod endings;
mod evaluation;
mod motifs;
mod notation;
mod order;
mod rules;
#[cfg(test)]
mod tests;

#[cfg(any(test, feature = "tools"))]
pub use endings::generate as generate_endings;
#[cfg(any(test, feature = "tools"))]
pub use evaluation::learning;
pub use rules::Checkers;
