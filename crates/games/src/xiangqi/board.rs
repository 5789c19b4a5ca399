//! The board: where pieces stand, and what attacks a square.

use super::squares::{
    ADVISOR, COUNT, ELEPHANT, GENERAL, HORSE, HORSE_ORIGINS, PAWN, PAWN_ORIGINS, Square, Squares, bit, leap,
    over_screens, rook,
};
use plyd_search::mix;
use plyd_search::position::Side;

/// A kind of piece, the least valuable first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Pawn,
    Advisor,
    Elephant,
    Horse,
    Cannon,
    Rook,
    General,
}

impl Piece {
    pub(super) const ALL: [Self; 7] =
        [Self::Pawn, Self::Advisor, Self::Elephant, Self::Horse, Self::Cannon, Self::Rook, Self::General];
    pub(super) const COUNT: usize = Self::ALL.len();

    /// How many a side has at the start.
    pub(super) const fn in_set(self) -> u32 {
        match self {
            Self::General => 1,
            Self::Pawn => 5,
            _ => 2,
        }
    }
}

/// A move, which captures what stands on its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(super) from: Square,
    pub(super) to: Square,
}

/// A position of xiangqi. Red is the first side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Xiangqi {
    kinds: [Squares; Piece::COUNT],
    sides: [Squares; 2],
    pub(super) side: Side,
    /// Plies since the last capture, counted to [`QUIET_PLIES_MAX`](super::rules::QUIET_PLIES_MAX).
    pub(super) quiet_plies: u8,
    /// The number of the move, from 1.
    pub(super) number: u16,
    /// A digest of the pieces.
    hash: u64,
}

/// A number for each piece on each square.
pub(super) static PIECE_KEYS: [[[u64; COUNT]; Piece::COUNT]; 2] = piece_keys();

const fn piece_keys() -> [[[u64; COUNT]; Piece::COUNT]; 2] {
    let mut keys = [[[0; COUNT]; Piece::COUNT]; 2];
    let mut index = 0;
    while index < 2 * Piece::COUNT * COUNT {
        keys[index / COUNT / Piece::COUNT][index / COUNT % Piece::COUNT][index % COUNT] = mix(index as u64 + 1);
        index += 1;
    }
    keys
}

/// What the key has if black is to move.
const BLACK_TO_MOVE: u64 = mix(0);

impl Xiangqi {
    /// A board without pieces, with red to move.
    pub(super) const fn empty() -> Self {
        Self { kinds: [0; Piece::COUNT], sides: [0; 2], side: Side::First, quiet_plies: 0, number: 1, hash: 0 }
    }

    #[inline(always)]
    pub(super) const fn kind(&self, piece: Piece) -> Squares {
        self.kinds[piece as usize]
    }

    #[inline(always)]
    pub(super) const fn own(&self, side: Side) -> Squares {
        self.sides[side.index()]
    }

    #[inline(always)]
    pub(super) const fn men(&self, side: Side, piece: Piece) -> Squares {
        self.kind(piece) & self.own(side)
    }

    #[inline(always)]
    pub(super) const fn occupied(&self) -> Squares {
        self.sides[0] | self.sides[1]
    }

    /// A side's general.
    #[inline(always)]
    pub(super) const fn general(&self, side: Side) -> Square {
        self.men(side, Piece::General).trailing_zeros() as Square
    }

    pub(super) fn on(&self, square: Square) -> Option<(Side, Piece)> {
        let side = [Side::First, Side::Second].into_iter().find(|side| self.own(*side) & bit(square) != 0)?;
        Some((side, self.piece_at(square)))
    }

    /// The piece on an occupied square.
    #[inline]
    pub(super) fn piece_at(&self, square: Square) -> Piece {
        let mut index = 0;
        for (kind, men) in self.kinds.iter().enumerate() {
            index |= kind * (men >> square & 1) as usize;
        }
        Piece::ALL[index]
    }

    /// Puts a piece on an empty square, or takes it off.
    #[inline(always)]
    pub(super) const fn toggle(&mut self, side: Side, piece: Piece, square: Square) {
        self.kinds[piece as usize] ^= bit(square);
        self.sides[side.index()] ^= bit(square);
        self.hash ^= PIECE_KEYS[side.index()][piece as usize][square as usize];
    }

    /// A digest of the pieces and the side to move.
    pub(super) fn digest(&self) -> u64 {
        match self.side {
            Side::First => self.hash,
            Side::Second => self.hash ^ BLACK_TO_MOVE,
        }
    }

    /// Where a piece goes, if these squares are occupied. The set contains men of its own side.
    #[inline(always)]
    pub(super) fn reach(side: Side, piece: Piece, from: Square, occupied: Squares) -> Squares {
        let index = usize::from(from);
        match piece {
            Piece::Pawn => PAWN[side.index()][index],
            Piece::Advisor => ADVISOR[index],
            Piece::Elephant => leap(&ELEPHANT, from, occupied),
            Piece::Horse => leap(&HORSE, from, occupied),
            Piece::Cannon => rook(from, occupied) & !occupied | over_screens(from, occupied),
            Piece::Rook => rook(from, occupied),
            Piece::General => GENERAL[index],
        }
    }

    /// The men of a side that could capture on a square, if these squares are occupied.
    pub(super) fn attackers(&self, square: Square, by: Side, occupied: Squares) -> Squares {
        let index = usize::from(square);
        let found = PAWN_ORIGINS[by.index()][index] & self.kind(Piece::Pawn)
            | ADVISOR[index] & self.kind(Piece::Advisor)
            | leap(&ELEPHANT, square, occupied) & self.kind(Piece::Elephant)
            | leap(&HORSE_ORIGINS, square, occupied) & self.kind(Piece::Horse)
            | over_screens(square, occupied) & self.kind(Piece::Cannon)
            | rook(square, occupied) & self.kind(Piece::Rook)
            | GENERAL[index] & self.kind(Piece::General);
        found & self.own(by) & occupied
    }

    /// Whether a general could not stay on a square: men of `by` attack it there, or it faces their general. Men on
    /// squares of `gone` do not count.
    #[inline]
    pub(super) fn is_exposed(&self, general: Square, by: Side, occupied: Squares, gone: Squares) -> bool {
        let theirs = self.own(by) & !gone;
        let nearest = rook(general, occupied) & occupied;
        let behind = occupied & !nearest;
        let on_lines = (self.kind(Piece::Rook) | self.kind(Piece::General)) & nearest;
        let pawns = self.kind(Piece::Pawn) & PAWN_ORIGINS[by.index()][usize::from(general)];
        let horses = self.kind(Piece::Horse) & leap(&HORSE_ORIGINS, general, occupied);
        let cannons = self.kind(Piece::Cannon) & rook(general, behind) & behind;
        (on_lines | pawns | horses | cannons) & theirs != 0
    }

    /// Whether a side's general is attacked.
    pub(super) fn is_checked(&self, side: Side) -> bool {
        self.is_exposed(self.general(side), side.other(), self.occupied(), 0)
    }

    /// Whether the side to move is in check.
    pub(super) fn is_check(&self) -> bool {
        self.is_checked(self.side)
    }
}
