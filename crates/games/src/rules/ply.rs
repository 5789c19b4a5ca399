//! A ply: a move and what it does.

/// The most moves in a listing.
pub const MOVES_MAX: usize = 4096;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The directions of a jump, four bits for each, the first one lowest: their number among those of the piece, from
    /// 1. The cell that a step blocks.
    pub(super) path: u64,
    /// The cell that a piece leaves; the same as `to` if none does.
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) what: What,
}

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum What {
    Place,
    /// Places a stone of the other side.
    PlaceOther,
    Step,
    /// A step, after which a cell is blocked.
    Shoot,
    Jump,
    /// Removes an own piece in the opening.
    Remove,
    Pass,
}

impl Move {
    pub(super) const PASS: Self = Self::at(0, What::Pass);

    pub(super) const fn at(cell: u8, what: What) -> Self {
        Self { path: 0, from: cell, to: cell, what }
    }

    /// The numbers of a jump's directions.
    pub(super) fn hops(self) -> impl Iterator<Item = usize> {
        let mut path = self.path;
        std::iter::from_fn(move || {
            let number = (path & 15) as usize;
            path >>= 4;
            number.checked_sub(1)
        })
    }
}
