//! Bounds on a node's result that follow from the rules without a search.

use crate::score::{Score, Window};

/// Bounds on the value that a search will find and on the value of the game, for the side to move. Values by these
/// bounds count as proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticBounds {
    /// The value is at least this. Where both bounds are the same, the list of moves may be left empty.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
    /// The number of legal moves, those left out of the list included.
    pub legal: usize,
}

impl Default for StaticBounds {
    fn default() -> Self {
        Self { lower: Score::MIN, upper: Score::MAX, legal: 0 }
    }
}

impl StaticBounds {
    /// Equal bounds, with the number of legal moves.
    pub const fn exactly(score: Score, legal: usize) -> Self {
        Self { lower: score, upper: score, legal }
    }

    /// Whether the bounds are equal.
    pub(crate) fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// The bound that lies outside a window, and so ends the search of its node. An exact value inside the window ends
    /// nothing: the node is on the principal variation, which has to be complete.
    pub(crate) fn cutoff(&self, window: Window) -> Option<Score> {
        if self.upper <= window.alpha {
            Some(self.upper)
        } else if self.lower >= window.beta {
            Some(self.lower)
        } else {
            None
        }
    }
}
