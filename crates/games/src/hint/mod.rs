//! Hints: facts about a position that a search has established, from a nudge to the whole line.
//!
//! - `fact`: the facts
//! - `find`: the search for them
//! - `place`: where to look, without the move
//! - `sentence`: the facts in English
//! - `words`: the stages of a hint, and its text

mod fact;
mod find;
mod place;
mod sentence;
#[cfg(test)]
mod tests;
mod words;

pub use fact::{Fact, Reason, Threat};
pub use find::{Found, Hint, LINES, hint};
pub use sentence::reasons;
pub use words::Stage;
