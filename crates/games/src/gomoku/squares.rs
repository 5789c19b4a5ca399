//! Sets of squares.

use super::geometry::{AREA, Square};

/// A bitset of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Squares([u64; AREA.div_ceil(64)]);

impl Squares {
    #[inline]
    pub(super) fn flip(&mut self, square: Square) {
        self.0[usize::from(square.0 / 64)] ^= 1 << (square.0 % 64);
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    #[inline]
    pub(super) fn contains(&self, square: Square) -> bool {
        self.0[usize::from(square.0 / 64)] >> (square.0 % 64) & 1 != 0
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        let words = self.0;
        words.into_iter().zip(0_u16..).flat_map(|(mut word, index)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as u16)?;
                word &= word - 1;
                Some(Square(64 * index + bit))
            })
        })
    }

    pub(super) fn first(&self) -> Option<Square> {
        self.iter().next()
    }

    /// Number of squares.
    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}
