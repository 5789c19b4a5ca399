//! What a game sees of a node's result without a search.

use crate::score::{Score, Window};

/// Bounds on the value that a search will find and on the value of the game, told from the position itself for its side
/// to move: whatever they settle is kept, and published, as proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticBounds {
    /// The value is at least this. Where both bounds are the same, the list of moves may be left empty.
    pub least: Score,
    /// The value is at most this.
    pub most: Score,
    /// How many legal moves there are, those left out of the list included.
    pub legal: usize,
}

impl Default for StaticBounds {
    fn default() -> Self {
        Self { least: Score::MIN, most: Score::MAX, legal: 0 }
    }
}

impl StaticBounds {
    /// The value is this, of so many legal moves.
    #[must_use]
    pub const fn exactly(score: Score, legal: usize) -> Self {
        Self { least: score, most: score, legal }
    }

    /// Whether nothing is left to find out.
    pub(crate) fn is_exact(&self) -> bool {
        self.least == self.most
    }

    /// The bound that lies outside a window told from the same position, and so ends the search of its node. An exact
    /// value inside the window ends nothing: such a node is on the principal variation, which has to be found whole.
    pub(crate) fn cutoff(&self, window: Window) -> Option<Score> {
        if self.most <= window.alpha {
            Some(self.most)
        } else if self.least >= window.beta {
            Some(self.least)
        } else {
            None
        }
    }
}
