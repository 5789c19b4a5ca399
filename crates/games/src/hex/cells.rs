//! Sets of cells on a board of any size, with a border around it.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use crate::bits::members;
use plyd_search::position::Side;

/// The fewest and the most rows; a board has as many columns.
pub(super) const MIN_SIZE: usize = 2;
pub(super) const MAX_SIZE: usize = 19;

/// A step from one cell to another, in rows down and columns to the right.
pub(super) type Step = (isize, isize);

/// Steps from a cell to its six neighbours in circular order, so that consecutive ones touch.
pub(super) const AROUND: [Step; 6] = [(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)];

/// Empty rows of a set above and below the border, because a bridge spans two rows.
pub(super) const MARGIN: usize = 2;
/// Number of words of a set on the largest board.
pub(super) const TALL: usize = MAX_SIZE + 2 + 2 * MARGIN;

/// The largest board whose rows, with the border, fit in 16 bits. Sets on such boards are three times as fast.
pub(super) const MAX_NARROW_SIZE: u8 = 14;
/// Number of words of a set on such a board.
pub(super) const SHORT: usize = MAX_NARROW_SIZE as usize + 2 + 2 * MARGIN;

/// Calls a generic method of a board with the narrowest words into which the board fits.
macro_rules! in_cells {
    ($hex:ident.$method:ident($($argument:expr),*)) => {
        if $hex.size <= cells::MAX_NARROW_SIZE {
            $hex.$method::<u16, { cells::SHORT }>($($argument),*)
        } else {
            $hex.$method::<u32, { cells::TALL }>($($argument),*)
        }
    };
}
pub(super) use in_cells;

/// The integer type of a row.
pub(super) trait Word:
    Copy
    + PartialEq
    + Into<u32>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const ZERO: Self;

    /// The low bits; the others are zero.
    fn low(bits: u32) -> Self;
}

impl Word for u16 {
    const ZERO: Self = 0;

    fn low(bits: u32) -> Self {
        bits as Self
    }
}

impl Word for u32 {
    const ZERO: Self = 0;

    fn low(bits: u32) -> Self {
        bits
    }
}

/// A set of cells: a word for each row, a bit for each column. Row and column 0 are border, and so are the ones after
/// the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells<W = u32, const H: usize = TALL>(pub(super) [W; H]);

/// A cell: its row from the top and its column from the left, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) row: u8,
    pub(super) column: u8,
}

/// Number of cell indexes on any board with its border: 32 for each row.
pub(super) const INDEX_COUNT: usize = (MAX_SIZE + 2) << 5;

/// The difference of index of a step.
pub(super) const fn offset((down, right): Step) -> isize {
    (down << 5) + right
}

impl Cell {
    /// An index below [`INDEX_COUNT`].
    pub(super) fn index(self) -> usize {
        usize::from(self.row) << 5 | usize::from(self.column)
    }
}

impl Cells {
    /// Every cell of a board.
    pub(super) fn board(size: u8) -> Self {
        let mut cells = Self::NONE;
        (1..=size).for_each(|row| *cells.row_mut(row) = columns(size));
        cells
    }

    fn row_mut(&mut self, row: u8) -> &mut u32 {
        &mut self.0[usize::from(row) + MARGIN]
    }

    pub(super) fn toggle(&mut self, cell: Cell) {
        *self.row_mut(cell.row) ^= 1 << cell.column;
    }

    /// The same set in narrower words. The board has to fit into them.
    pub(super) fn narrow<W: Word, const H: usize>(&self) -> Cells<W, H> {
        let mut cells = Cells::NONE;
        for (word, row) in cells.0.iter_mut().zip(self.0) {
            *word = W::low(row);
        }
        cells
    }

    /// Whether a member is next to this cell.
    pub(super) fn touches(&self, cell: Cell) -> bool {
        let Cell { row, column } = cell;
        let (here, left, right) = (1 << column, 1 << (column - 1), 1 << (column + 1));
        let near =
            self.row(row) & (left | right) | self.row(row - 1) & (here | right) | self.row(row + 1) & (here | left);
        near != 0
    }
}

impl<W: Word, const H: usize> Cells<W, H> {
    pub(super) const NONE: Self = Self([W::ZERO; H]);

    /// The border cells along the two edges that a side has to connect: above and below the board, or left and right of
    /// it.
    pub(super) fn edges(size: u8, side: Side) -> [Self; 2] {
        [0, size + 1].map(|beyond| {
            let mut cells = Self::NONE;
            match side {
                Side::First => cells.add_to_row(beyond, columns(size)),
                Side::Second => (1..=size).for_each(|row| cells.add_to_row(row, 1 << beyond)),
            }
            cells
        })
    }

    /// The columns of a row, from bit 1.
    pub(super) fn row(&self, row: u8) -> u32 {
        self.0[usize::from(row) + MARGIN].into()
    }

    pub(super) fn has(&self, cell: Cell) -> bool {
        self.row(cell.row) >> cell.column & 1 == 1
    }

    /// The members, row by row.
    pub(super) fn members(&self) -> impl Iterator<Item = Cell> + use<W, H> {
        self.0.into_iter().zip(0..).flat_map(|(bits, row): (W, u8)| {
            members(bits.into()).map(move |column| Cell { row: row - MARGIN as u8, column })
        })
    }

    /// Adds the cell with this index.
    pub(super) fn insert(&mut self, index: usize) {
        let row = &mut self.0[(index >> 5) + MARGIN];
        *row = *row | W::low(1 << (index & 31));
    }

    /// Adds members of a row, a bit for each column.
    pub(super) fn add_to_row(&mut self, row: u8, bits: u32) {
        let row = &mut self.0[usize::from(row) + MARGIN];
        *row = *row | W::low(bits);
    }

    /// Adds the neighbours of the cell with this index.
    pub(super) fn surround(&mut self, index: usize) {
        let (row, here) = ((index >> 5) + MARGIN, 1 << (index & 31));
        for (row, near) in [(row - 1, here | here << 1), (row, here << 1 | here >> 1), (row + 1, here | here >> 1)] {
            self.0[row] = self.0[row] | W::low(near);
        }
    }

    pub(super) fn count(&self) -> u32 {
        // A processor without an instruction that counts bits takes the fewest steps for full words.
        let per_word = if size_of::<W>() == 2 { 4 } else { 2 };
        let bits = 64 / per_word;
        self.0
            .chunks(per_word)
            .map(|rows| rows.iter().fold(0_u64, |all, row| all << bits | u64::from((*row).into())).count_ones())
            .sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(W::ZERO, |all, row| all | *row) == W::ZERO
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        !self.and(other).is_empty()
    }

    /// Adds the members of another set, and returns whether any is new.
    pub(super) fn absorb(&mut self, other: &Self) -> bool {
        let new = !other.without(self).is_empty();
        *self = self.or(other);
        new
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        self.with(other, |one, other| one & other)
    }

    pub(super) fn or(&self, other: &Self) -> Self {
        self.with(other, |one, other| one | other)
    }

    pub(super) fn without(&self, other: &Self) -> Self {
        self.with(other, |one, other| one & !other)
    }

    fn with(&self, other: &Self, union: impl Fn(W, W) -> W) -> Self {
        let mut joined = Self::NONE;
        for ((joined, one), other) in joined.0.iter_mut().zip(&self.0).zip(&other.0) {
            *joined = union(*one, *other);
        }
        joined
    }

    /// The set moved by a step. Cells that leave the words are dropped.
    pub(super) fn moved(&self, (down, right): Step) -> Self {
        let mut moved = Self::NONE;
        for row in MARGIN..H - MARGIN {
            let from = self.0[row.wrapping_add_signed(-down)];
            moved.0[row] = if right < 0 { from >> 1 } else { from << right as u32 };
        }
        moved
    }

    /// Whether there is more than one member.
    pub(super) fn has_several(&self) -> bool {
        let mut seen = 0;
        for row in self.0 {
            let bits: u32 = row.into();
            // After a first member in an earlier row, any member counts.
            if bits & bits.wrapping_sub(1 - seen) != 0 {
                return true;
            }
            seen |= u32::from(bits != 0);
        }
        false
    }

    /// The cells next to at least one member, and those next to at least two.
    pub(super) fn neighbour_counts(&self) -> [Self; 2] {
        let (set, mut once, mut twice) = (&self.0, Self::NONE, Self::NONE);
        for row in MARGIN..H - MARGIN {
            let (above, here, below) = (set[row - 1], set[row], set[row + 1]);
            let [one, two, three] = [[here << 1, here >> 1], [above, above >> 1], [below, below << 1]];
            let [any, more] = [[one, two, three].map(|[a, b]| a | b), [one, two, three].map(|[a, b]| a & b)];
            once.0[row] = any[0] | any[1] | any[2];
            twice.0[row] = more[0] | more[1] | more[2] | any[0] & any[1] | any[0] & any[2] | any[1] & any[2];
        }
        [once, twice]
    }

    /// The cells next to a member.
    pub(super) fn neighbours(&self) -> Self {
        let (set, mut near) = (&self.0, Self::NONE);
        for row in MARGIN..H - MARGIN {
            let (above, here, below) = (set[row - 1], set[row], set[row + 1]);
            near.0[row] = here << 1 | here >> 1 | above | above >> 1 | below | below << 1;
        }
        near
    }

    /// Flood fill: this set, and the cells of `within` connected to it through `within`.
    pub(super) fn flooded(&self, within: &Self) -> Self {
        let mut reached = *self;
        while reached.absorb(&reached.neighbours().and(within)) {}
        reached
    }
}

fn columns(size: u8) -> u32 {
    ((1 << size) - 1) << 1
}
