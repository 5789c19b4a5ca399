//! Sets of squares, moved about.

use cozy_chess::{BitBoard, File};

const A_FILE: u64 = File::A.bitboard().0;
const H_FILE: u64 = File::H.bitboard().0;

#[inline(always)]
pub(super) const fn left(men: BitBoard) -> BitBoard {
    BitBoard((men.0 & !A_FILE) >> 1)
}

#[inline(always)]
pub(super) const fn right(men: BitBoard) -> BitBoard {
    BitBoard((men.0 & !H_FILE) << 1)
}

/// The squares to the left and right of these.
#[inline(always)]
pub(super) const fn sideways(men: BitBoard) -> BitBoard {
    BitBoard(left(men).0 | right(men).0)
}

/// The squares before these.
#[inline(always)]
pub(super) const fn ahead(men: BitBoard) -> BitBoard {
    BitBoard(men.0 << 8)
}

/// The squares behind these.
#[inline(always)]
pub(super) const fn behind(men: BitBoard) -> BitBoard {
    BitBoard(men.0 >> 8)
}

/// These squares and all before them.
#[inline(always)]
pub(super) const fn up(men: BitBoard) -> BitBoard {
    let mut men = men.0;
    men |= men << 8;
    men |= men << 16;
    BitBoard(men | men << 32)
}

/// These squares and all behind them.
#[inline(always)]
pub(super) const fn down(men: BitBoard) -> BitBoard {
    let mut men = men.0;
    men |= men >> 8;
    men |= men >> 16;
    BitBoard(men | men >> 32)
}

/// All squares on the files of these.
#[inline(always)]
pub(super) const fn files(men: BitBoard) -> BitBoard {
    up(down(men))
}
