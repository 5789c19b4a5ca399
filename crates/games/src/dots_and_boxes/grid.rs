//! Lines and boxes as bits, and counts of lines around boxes.
//!
//! A line or a box is stored at its upper left dot, which is bit `8 * row + column`. So the horizontal line at a box's
//! bit is above the box, and the one at the bit of the next row is below it. The vertical line at its bit is to the
//! left, and the one at the bit of the next column to the right.

/// The most rows or columns of boxes.
pub(super) const MAX_SIZE: usize = 7;

/// Number of rows and columns of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) rows: u8,
    pub(super) columns: u8,
}

impl Size {
    /// The bits of a rectangle of rows and columns.
    const fn block(rows: u8, columns: u8) -> u64 {
        let row = 0xff >> (8 - columns);
        row * (0x0101_0101_0101_0101 >> (64 - 8 * rows))
    }

    pub(super) const fn boxes(self) -> u64 {
        Self::block(self.rows, self.columns)
    }

    /// Every line.
    pub(super) const fn lines(self) -> Lines {
        Lines { across: Self::block(self.rows + 1, self.columns), down: Self::block(self.rows, self.columns + 1) }
    }
}

/// A set of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lines {
    /// The horizontal ones.
    pub(super) across: u64,
    /// The vertical ones.
    pub(super) down: u64,
}

impl Lines {
    /// The lines around these boxes.
    pub(super) const fn around(boxes: u64) -> Self {
        Self { across: boxes | boxes << 8, down: boxes | boxes << 1 }
    }

    pub(super) const fn count(self) -> u32 {
        self.across.count_ones() + self.down.count_ones()
    }

    /// These lines without those.
    pub(super) const fn difference(self, other: Self) -> Self {
        Self { across: self.across & !other.across, down: self.down & !other.down }
    }

    pub(super) const fn intersection(self, other: Self) -> Self {
        Self { across: self.across & other.across, down: self.down & other.down }
    }

    pub(super) const fn union(self, other: Self) -> Self {
        Self { across: self.across | other.across, down: self.down | other.down }
    }

    /// The boxes with all four lines, if all lines lie on the board.
    pub(super) const fn closed(self) -> u64 {
        self.across & self.across >> 8 & self.down & self.down >> 1
    }

    /// The cells with exactly two, and with exactly three, of these lines around them. Some of the cells lie outside
    /// the board.
    pub(super) const fn twos_and_threes(self) -> [u64; 2] {
        let [top, bottom, left, right] = [self.across, self.across >> 8, self.down, self.down >> 1];
        // The sum of four bits in binary: `odd` is its lowest bit, and `twos` the next one. If the sum is four, both
        // are zero.
        let (one, other) = (top ^ bottom, left ^ right);
        let twos = (top & bottom) ^ (left & right) ^ (one & other);
        let odd = one ^ other;
        [twos & !odd, twos & odd]
    }
}
