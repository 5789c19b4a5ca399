//! The moves of draughts.

use crate::diagonals::Squares;

/// A step, or a capture: origin, target and captured pieces. The route is not part of it, because routes with the same
/// target and the same captures lead to the same position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Bit indexes.
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) captured: Squares,
}

impl Move {
    /// One more than the largest [`Move::slot`].
    pub(super) const SLOTS: usize = 54 << 6;

    /// The index of origin and target, for tables of move ordering.
    pub(super) fn slot(self) -> usize {
        usize::from(self.from) << 6 | usize::from(self.to)
    }

    pub(super) fn step(from: u32, to: u32) -> Self {
        Self { from: from as u8, to: to as u8, captured: 0 }
    }

    pub(super) fn is_capture(self) -> bool {
        self.captured != 0
    }

    pub(super) fn ends(self) -> [Squares; 2] {
        [1 << self.from, 1 << self.to]
    }
}
