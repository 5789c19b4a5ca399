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

    /// The cells, moved by this number of bits, upwards if it is positive. Those that leave one end of the set come in at
    /// the other.
    #[inline]
    pub(super) fn moved(&self, by: i16) -> Self {
        if W == 1 {
            return Self([self.0[0].rotate_left(by as u32 % 64); W]);
        }
        let by = by as usize % (64 * W);
        let (words, bits) = (by / 64, by % 64);
        let word = |at: usize| self.0[(at + W - words) % W];
        Self(std::array::from_fn(|at| word(at) << bits | word(at + W - 1) >> 1 >> (63 - bits)))
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
}

/// Operators of sets, word by word.
macro_rules! operators {
    ($($trait:ident $method:ident $one:ident $other:ident $join:expr;)*) => {
        $(impl<const W: usize> $trait for Set<W> {
            type Output = Self;

            #[inline]
            fn $method(mut self, other: Self) -> Self {
                self.0.iter_mut().zip(other.0).for_each(|($one, $other)| *$one = $join);
                self
            }
        })*
    };
}

operators! {
    BitAnd bitand one other *one & other;
    BitOr bitor one other *one | other;
    BitXor bitxor one other *one ^ other;
    Sub sub one other *one & !other;
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
    fn moved_sets_turn_around_at_their_ends() {
        let cells = [0_u8, 3, 63, 64, 70, 127, 128, 191, 192, 255];
        let set: Set<4> = cells.into_iter().collect();
        assert_eq!(set.members().collect::<Vec<_>>(), cells);
        for by in [-255_i16, -128, -65, -64, -63, -1, 0, 1, 15, 63, 64, 65, 128, 200, 255] {
            let moved: Set<4> = cells.into_iter().map(|cell| (i16::from(cell) + by).rem_euclid(256) as u8).collect();
            assert_eq!(set.moved(by), moved, "{by}");
            let narrow: Set<1> = cells.into_iter().filter(|cell| *cell < 64).collect();
            let moved: Set<1> = narrow.members().map(|cell| (i16::from(cell) + by).rem_euclid(64) as u8).collect();
            assert_eq!(narrow.moved(by), moved, "{by}");
        }
    }
}
