//! The board: where pieces stand, what the sides have in hand, and what attacks a square.

use std::marker::PhantomData;

use super::geometry::{DIAGONAL, FORWARD, SQUARES, STRAIGHT, Square, Squares, Step, bit, members};
use super::pieces::{Kind, Piece};
use super::variant::Variant;
use plyd_search::mix;
use plyd_search::position::Side;

/// A position of shogi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shogi<V: Variant> {
    kinds: [Squares; Kind::COUNT],
    promoted: Squares,
    sides: [Squares; 2],
    /// By side and kind.
    hands: [[u8; Kind::COUNT - 1]; 2],
    pub(super) to_move: Side,
    /// The number of the next ply, from 1.
    pub(super) number: u16,
    /// A digest of pieces and hands.
    hash: u64,
    variant: PhantomData<V>,
}

/// The most pieces of a kind.
pub(super) const MOST: usize = 18;

/// Numbers for each piece on each square.
pub(super) static PIECE_KEYS: [[[u64; SQUARES]; Piece::COUNT]; 2] = piece_keys();
/// Numbers for how many pieces of a kind a side has in hand.
static HAND_KEYS: [[[u64; MOST + 1]; Kind::COUNT - 1]; 2] = hand_keys();
/// The number for Black to move.
const BLACK_TO_MOVE: u64 = mix(0);

const fn piece_keys() -> [[[u64; SQUARES]; Piece::COUNT]; 2] {
    let mut keys = [[[0; SQUARES]; Piece::COUNT]; 2];
    let mut index = 0;
    while index < 2 * Piece::COUNT * SQUARES {
        let (square, piece) = (index % SQUARES, index / SQUARES % Piece::COUNT);
        keys[index / SQUARES / Piece::COUNT][piece][square] = mix(index as u64 + 1);
        index += 1;
    }
    keys
}

const fn hand_keys() -> [[[u64; MOST + 1]; Kind::COUNT - 1]; 2] {
    const KINDS: usize = Kind::COUNT - 1;
    let mut keys = [[[0; MOST + 1]; KINDS]; 2];
    let mut index = 0;
    while index < 2 * KINDS * (MOST + 1) {
        let (count, kind) = (index % (MOST + 1), index / (MOST + 1) % KINDS);
        keys[index / (MOST + 1) / KINDS][kind][count] = mix(!(index as u64));
        index += 1;
    }
    keys
}

impl<V: Variant> Shogi<V> {
    /// A board without pieces, with Black to move.
    pub(super) const fn empty() -> Self {
        Self {
            kinds: [0; Kind::COUNT],
            promoted: 0,
            sides: [0; 2],
            hands: [[0; Kind::COUNT - 1]; 2],
            to_move: Side::First,
            number: 1,
            hash: 0,
            variant: PhantomData,
        }
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> Squares {
        self.sides[0] | self.sides[1]
    }

    #[inline(always)]
    pub(super) fn of_side(&self, side: Side) -> Squares {
        self.sides[side.index()]
    }

    /// A side's pieces of a kind, whether they are promoted or not.
    #[inline(always)]
    pub(super) fn of_kind(&self, side: Side, kind: Kind) -> Squares {
        self.kinds[kind as usize] & self.of_side(side)
    }

    /// A side's unpromoted pawns.
    pub(super) fn pawns(&self, side: Side) -> Squares {
        self.of_kind(side, Kind::Pawn) & !self.promoted
    }

    /// A side's king. Every position that is read has both.
    #[inline(always)]
    pub(super) fn king(&self, side: Side) -> Square {
        self.of_kind(side, Kind::King).trailing_zeros() as Square
    }

    /// The piece on an occupied square.
    #[inline]
    pub(super) fn piece_at(&self, square: Square) -> Piece {
        let mut index = 0;
        for (kind, squares) in self.kinds.iter().enumerate() {
            index |= kind * usize::from(squares & bit(square) != 0);
        }
        self.piece_of(Kind::ALL[index], square)
    }

    /// The piece on a square that has one of this kind.
    #[inline(always)]
    pub(super) fn piece_of(&self, kind: Kind, square: Square) -> Piece {
        Piece { kind, is_promoted: self.promoted & bit(square) != 0 }
    }

    pub(super) fn side_at(&self, square: Square) -> Option<Side> {
        [Side::First, Side::Second].into_iter().find(|side| self.of_side(*side) & bit(square) != 0)
    }

    /// Puts a piece on an empty square, or takes it off.
    #[inline(always)]
    pub(super) fn toggle(&mut self, side: Side, piece: Piece, square: Square) {
        self.kinds[piece.kind as usize] ^= bit(square);
        self.sides[side.index()] ^= bit(square);
        if piece.is_promoted {
            self.promoted ^= bit(square);
        }
        self.hash ^= PIECE_KEYS[side.index()][piece.index()][usize::from(square)];
    }

    #[inline(always)]
    pub(super) fn held(&self, side: Side, kind: Kind) -> u8 {
        self.hands[side.index()][kind as usize]
    }

    /// How many pieces a side has in hand.
    #[inline(always)]
    pub(super) fn held_by(&self, side: Side) -> u32 {
        self.hands[side.index()].iter().map(|count| u32::from(*count)).sum()
    }

    #[inline(always)]
    pub(super) fn has_empty_hand(&self, side: Side) -> bool {
        self.hands[side.index()] == [0; Kind::COUNT - 1]
    }

    /// Sets how many pieces of a kind a side has in hand.
    #[inline(always)]
    pub(super) fn hold(&mut self, side: Side, kind: Kind, count: u8) {
        let keys = &HAND_KEYS[side.index()][kind as usize];
        let held = &mut self.hands[side.index()][kind as usize];
        self.hash ^= keys[usize::from(*held)] ^ keys[usize::from(count)];
        *held = count;
    }

    /// The pieces of a side that attack a square, if these squares are occupied.
    #[inline]
    pub(super) fn attackers(&self, square: Square, by: Side, occupied: Squares) -> Squares {
        let [pawns, lances, knights, silvers, golds, bishops, rooks, kings] = self.kinds;
        let (promoted, board) = (self.promoted, V::GEOMETRY);
        let as_gold = golds | (pawns | lances | knights | silvers) & promoted;
        let as_king = kings | (bishops | rooks) & promoted;
        // A piece attacks a square if a piece of the other side would attack it from there.
        let back = |step| board.steps(by.other(), step, square);
        let unpromoted = back(Step::Pawn) & pawns | back(Step::Knight) & knights | back(Step::Silver) & silvers;
        let near = unpromoted & !promoted | back(Step::Gold) & as_gold | back(Step::King) & as_king;
        let index = usize::from(square);
        let far = board.diagonals[index] & bishops
            | board.straights[index] & rooks
            | board.ray(FORWARD[by.other().index()], square) & lances & !promoted;
        let own = self.of_side(by);
        members(far & own)
            .filter(|from| board.between(square, *from) & occupied == 0)
            .fold(near & own, |found, from| found | bit(from))
    }

    /// The squares that a piece attacks.
    #[inline(always)]
    pub(super) fn reach(piece: Piece, side: Side, from: Square, occupied: Squares) -> Squares {
        let board = V::GEOMETRY;
        let steps = |step| board.steps(side, step, from);
        match (piece.kind, piece.is_promoted) {
            (Kind::Pawn, false) => steps(Step::Pawn),
            (Kind::Lance, false) => board.slides(&FORWARD[side.index()..=side.index()], from, occupied),
            (Kind::Knight, false) => steps(Step::Knight),
            (Kind::Silver, false) => steps(Step::Silver),
            (Kind::Pawn | Kind::Lance | Kind::Knight | Kind::Silver, true) | (Kind::Gold, _) => steps(Step::Gold),
            (Kind::Bishop, false) => board.slides(&DIAGONAL, from, occupied),
            (Kind::Rook, false) => board.slides(&STRAIGHT, from, occupied),
            (Kind::Bishop, true) => board.slides(&DIAGONAL, from, occupied) | steps(Step::King),
            (Kind::Rook, true) => board.slides(&STRAIGHT, from, occupied) | steps(Step::King),
            (Kind::King, _) => steps(Step::King),
        }
    }

    /// Whether the king of a side is attacked.
    pub(super) fn is_check(&self, side: Side) -> bool {
        self.attackers(self.king(side), side.other(), self.occupied()) != 0
    }

    /// A digest of pieces, hands and the side to move.
    pub(super) fn digest(&self) -> u64 {
        self.hash ^ if self.to_move == Side::First { BLACK_TO_MOVE } else { 0 }
    }
}
