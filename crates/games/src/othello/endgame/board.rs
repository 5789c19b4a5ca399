//! The board of the endgame solver.

use super::super::bitboard::{self, Squares};
use plyd_search::hooks::recent_key;
use plyd_search::mix;

/// Up to this number of empty squares, moves are ordered by their replies alone.
pub(super) const MAX_SMALL: u32 = 6;
/// Up to this number of empty squares, results replace each other so soon that the table need not grow for them.
pub(super) const MAX_RECENT: u32 = 8;

/// A board from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) own: Squares,
    pub(super) other: Squares,
}

impl Board {
    #[inline(always)]
    pub(super) fn empty(self) -> Squares {
        !(self.own | self.other)
    }

    #[inline(always)]
    pub(super) fn passed(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The board after a move that flips these discs. The other side is to move.
    #[inline(always)]
    pub(super) fn after(self, square: u8, flipped: Squares) -> Self {
        Self { own: self.other ^ flipped, other: self.own | flipped | 1 << (square & 63) }
    }

    /// The squares where the side to move can place a disc.
    #[inline(always)]
    pub(super) fn moves(self) -> Squares {
        bitboard::moves(self.own, self.other)
    }

    /// The discs that a move flips.
    #[inline(always)]
    pub(super) fn flips(self, square: u8) -> Squares {
        bitboard::flips(square, self.own, self.other)
    }

    /// As [`Board::flips`], for a square that may not be a legal move. Then nothing is flipped.
    #[inline(always)]
    pub(super) fn flips_or_none(self, square: u8) -> Squares {
        if NEIGHBOURS[usize::from(square & 63)] & self.other == 0 { 0 } else { self.flips(square) }
    }

    /// The final disc difference of a finished game.
    #[inline(always)]
    pub(super) fn difference(self) -> i32 {
        let (own, other) = (self.own.count_ones() as i32, self.other.count_ones() as i32);
        own - other + (own - other).signum() * (64 - own - other)
    }

    /// Its key in the transposition table. The fewer squares are empty, the more results there are, and the sooner each is
    /// needed again or never, so they are kept in parts of it: of 64 KiB, 4 MiB and 16 MiB. Without that, FFO position 45
    /// takes a quarter more nodes in a table of 64 MiB.
    #[inline(always)]
    pub(super) fn key(self, empty: u32) -> u64 {
        let key = mix(self.own.wrapping_mul(0x9fb2_1c65_1e98_df25) ^ mix(self.other));
        match empty {
            ..7 => recent_key(key, 12),
            7..9 => recent_key(key, 18),
            9..11 => recent_key(key, 20),
            _ => key,
        }
    }
}

static NEIGHBOURS: [Squares; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        neighbours[square] = bitboard::around(1 << square) & !(1 << square);
        square += 1;
    }
    neighbours
};

/// The quadrants with an odd number of these squares, an approximation of the regions of odd size.
#[inline(always)]
pub(in super::super) fn odd_regions(empty: Squares) -> Squares {
    // The parity of each half row of four squares, then of four half rows on top of each other.
    let pairs = empty ^ empty >> 1;
    let fours = (pairs ^ pairs >> 2) & 0x1111_1111_1111_1111;
    let rows = fours ^ fours >> 8;
    let quadrants = (rows ^ rows >> 16) & 0x0000_0011_0000_0011;
    quadrants.wrapping_mul(0x0f0f_0f0f)
}

/// The quadrant of a square, as a number.
#[inline(always)]
pub(super) fn quadrant(square: u8) -> u8 {
    square & 0b10_0100
}
