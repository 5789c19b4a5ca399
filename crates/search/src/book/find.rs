//! Finding a position in a book.

use super::data::Book;
use crate::{Evaluate, Score};

impl Book {
    /// The value of a position for its side to move, if it is in the book.
    #[must_use]
    pub fn find<P: Evaluate>(&self, position: &P) -> Option<Score> {
        if self.plies_left() != Some(position.plies_left()) {
            return None;
        }
        self.entry(position.table_key().hash())
    }
}
