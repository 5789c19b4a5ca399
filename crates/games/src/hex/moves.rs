//! The moves of Hex.

use super::cells::LARGEST;

/// A stone on an empty cell, counted row by row from the top left; or [`Move::SWAP`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub(super) u16);

impl Move {
    /// The second side takes the first one's opening: its stone becomes one of the second side's, on the mirrored cell.
    pub(super) const SWAP: Self = Self((LARGEST * LARGEST) as u16);

    /// One more than the largest [`Move::slot`].
    pub(super) const SLOTS: usize = Self::SWAP.0 as usize + 1;

    pub(super) fn slot(self) -> usize {
        usize::from(self.0)
    }
}
