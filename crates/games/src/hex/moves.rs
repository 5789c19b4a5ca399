//! The moves of Hex.

use super::cells::MAX_SIZE;

/// The index of an empty cell, row by row from the top left, or [`Move::SWAP`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub(super) u16);

impl Move {
    /// The second side takes over the opening stone: it becomes its own, on the mirrored cell.
    pub(super) const SWAP: Self = Self((MAX_SIZE * MAX_SIZE) as u16);

    /// One more than the largest [`Move::slot`].
    pub(super) const SLOTS: usize = Self::SWAP.0 as usize + 1;

    pub(super) fn slot(self) -> usize {
        usize::from(self.0)
    }
}
