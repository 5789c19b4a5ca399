//! Hints: facts about a position that a search has established, from a nudge to the whole line.
//!
//! - `fact`: the facts
//! - `find`: the search for them
//! - `place`: where to look, without the move
//! - `words`: the facts in English

mod fact;
mod find;
mod place;
#[cfg(test)]
mod tests;
mod words;

pub use fact::{Fact, Threat};
pub use find::{Found, Hint, LINES, hint};
pub use words::Stage;
