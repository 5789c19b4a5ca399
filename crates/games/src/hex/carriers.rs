//! Carriers: sets of cells by index, row by row, in as few words as the board needs.

use crate::bits::members;

/// A set of cells of a board with at most `64 * N` of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Carrier<const N: usize>([u64; N]);

impl<const N: usize> Carrier<N> {
    pub(super) const NONE: Self = Self([0; N]);
    pub(super) const ALL: Self = Self([u64::MAX; N]);

    #[inline(always)]
    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell >> 6] >> (cell & 63) & 1 == 1
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, cell: usize) {
        self.0[cell >> 6] |= 1 << (cell & 63);
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, cell: usize) {
        self.0[cell >> 6] &= !(1 << (cell & 63));
    }

    #[inline(always)]
    pub(super) fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    #[inline(always)]
    pub(super) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    #[inline(always)]
    pub(super) fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The set with indexes that differ by `by`, at most 63. Those beyond the words are dropped.
    #[inline(always)]
    pub(super) fn shifted(&self, by: isize) -> Self {
        let word = |word: usize| self.0.get(word).copied().unwrap_or(0);
        let bits = by.unsigned_abs();
        Self(std::array::from_fn(|at| {
            if by > 0 {
                word(at) << bits | word(at.wrapping_sub(1)) >> 1 >> (63 - bits)
            } else {
                word(at) >> bits | word(at + 1) << 1 << (63 - bits)
            }
        }))
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub(super) fn meets(&self, other: &Self) -> bool {
        !self.and(other).is_empty()
    }

    /// Whether every member belongs to the other set.
    #[inline(always)]
    pub(super) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).fold(0, |all, (own, other)| all | own & !other) == 0
    }

    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The members, lowest first.
    #[inline(always)]
    pub(super) fn members(self) -> impl Iterator<Item = usize> {
        (0..N).flat_map(move |word| members(self.0[word]).map(move |bit| word << 6 | usize::from(bit)))
    }
}

impl<const N: usize> FromIterator<usize> for Carrier<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        let mut set = Self::NONE;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}
