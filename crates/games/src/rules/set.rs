//! Sets of cells, as bits in one, two or four words.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

/// A set of cells. Cell `c` is bit `c % 64` of word `c / 64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set<const W: usize>(pub(super) [u64; W]);

impl<const W: usize> Set<W> {
    pub(super) const EMPTY: Self = Self([0; W]);

    /// The set of this cell alone.
    #[inline]
    pub(super) fn of(cell: u8) -> Self {
        let mut set = Self::EMPTY;
        set.0[usize::from(cell) / 64 % W] = 1 << (cell % 64);
        set
    }

    #[inline]
    pub(super) fn contains(&self, cell: u8) -> bool {
        self.0[usize::from(cell) / 64 % W] >> (cell % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the sets have a cell in common.
    #[inline]
    pub(super) fn meets(&self, other: Self) -> bool {
        !(*self & other).is_empty()
    }

    /// The cells, moved by this number of bits; upwards if it is positive.
    #[inline]
    pub(super) fn moved(&self, by: i16) -> Self {
        if by >= 0 { self.up(by.unsigned_abs().into()) } else { self.down(by.unsigned_abs().into()) }
    }

    #[inline]
    fn up(&self, by: u32) -> Self {
        if W == 1 {
            return Self([self.0[0] << by; W]);
        }
        let (words, bits) = ((by / 64) as usize, by % 64);
        let mut moved = Self::EMPTY;
        for word in words..W {
            moved.0[word] = self.0[word - words] << bits;
            if word > words {
                moved.0[word] |= self.0[word - words - 1] >> 1 >> (63 - bits);
            }
        }
        moved
    }

    #[inline]
    fn down(&self, by: u32) -> Self {
        if W == 1 {
            return Self([self.0[0] >> by; W]);
        }
        let (words, bits) = ((by / 64) as usize, by % 64);
        let mut moved = Self::EMPTY;
        for word in 0..W.saturating_sub(words) {
            moved.0[word] = self.0[word + words] >> bits;
            if word + words + 1 < W {
                moved.0[word] |= self.0[word + words + 1] << 1 << (63 - bits);
            }
        }
        moved
    }

    /// The cells, lowest first.
    #[inline]
    pub(super) fn members(self) -> impl Iterator<Item = u8> {
        let (mut words, mut at) = (self.0, 0);
        std::iter::from_fn(move || {
            while words[at] == 0 {
                if at + 1 == W {
                    return None;
                }
                at += 1;
            }
            let bit = words[at].trailing_zeros();
            words[at] &= words[at] - 1;
            Some((64 * at as u32 + bit) as u8)
        })
    }

    #[inline]
    fn zip(mut self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word = join(*word, other));
        self
    }
}

impl<const W: usize> BitAnd for Set<W> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |one, other| one & other)
    }
}

impl<const W: usize> BitOr for Set<W> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |one, other| one | other)
    }
}

impl<const W: usize> BitXor for Set<W> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |one, other| one ^ other)
    }
}

impl<const W: usize> Sub for Set<W> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |one, other| one & !other)
    }
}

impl<const W: usize> Not for Set<W> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const W: usize> BitOrAssign for Set<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> BitAndAssign for Set<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> FromIterator<u8> for Set<W> {
    fn from_iter<I: IntoIterator<Item = u8>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | Self::of(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moved_sets_keep_the_cells_that_stay_in_them() {
        let cells: Vec<u8> = vec![0, 3, 63, 64, 70, 127, 128, 191, 192, 255];
        let set: Set<4> = cells.iter().copied().collect();
        assert_eq!(set.members().collect::<Vec<_>>(), cells);
        for by in [-255_i16, -128, -65, -64, -63, -1, 0, 1, 15, 63, 64, 65, 128, 200, 255] {
            let moved = cells.iter().map(|cell| i16::from(*cell) + by).filter(|cell| (0..256).contains(cell));
            assert_eq!(set.moved(by).members().map(i16::from).collect::<Vec<_>>(), moved.collect::<Vec<_>>(), "{by}");
        }
    }
}
