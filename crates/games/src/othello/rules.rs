//! The rules of Othello.

use super::bitboard::{self, Squares};
use crate::bits::members;
use crate::processor::dispatch;
use plyd_search::mix;
use plyd_search::position::{Outcome, Position, Side};
use pulp::NullaryFnOnce;

/// A position: the discs of the side to move, those of the other side, and the legal placements of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Othello {
    own: Squares,
    other: Squares,
    /// Follows from the discs. It is cached, because every node needs it several times.
    moves: Squares,
    side: Side,
}

/// The square of a disc, given by the index of its cell in the state, or [`Move::PASS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub(super) u8);

impl Move {
    /// The forced pass. It is legal if no disc can be placed, but the opponent has a move.
    pub const PASS: Self = Self(64);
}

impl Default for Othello {
    fn default() -> Self {
        // d5 and e4 are black, d4 and e5 white.
        Self::new(1 << 28 | 1 << 35, 1 << 27 | 1 << 36, Side::First)
    }
}

impl Othello {
    /// A position from the discs of black and white (disjoint sets) and the side to move.
    pub(super) fn new(black: Squares, white: Squares, side: Side) -> Self {
        let (own, other) = if side == Side::First { (black, white) } else { (white, black) };
        Self { own, other, moves: bitboard::moves(own, other), side }
    }

    /// The discs of black and of white.
    pub(super) fn by_colour(&self) -> [Squares; 2] {
        if self.side == Side::First { [self.own, self.other] } else { [self.other, self.own] }
    }

    /// The discs of the side to move.
    pub(super) fn own(&self) -> Squares {
        self.own
    }

    /// The discs of the other side.
    pub(super) fn other(&self) -> Squares {
        self.other
    }

    /// The squares where the side to move can place a disc.
    pub(super) fn placements(&self) -> Squares {
        self.moves
    }

    pub(super) fn empty(&self) -> Squares {
        !(self.own | self.other)
    }

    fn other_can_move(&self) -> bool {
        bitboard::moves(self.other, self.own) != 0
    }

    /// The final disc difference for black. Empty squares count for the winner.
    fn points(&self) -> i32 {
        let [black, white] = self.by_colour().map(|discs| discs.count_ones() as i32);
        let difference = black - white;
        difference + difference.signum() * (64 - black - white)
    }
}

/// A placement, compiled for an instruction set that is chosen at run time.
struct Placement {
    own: Squares,
    other: Squares,
    square: u8,
}

/// The discs of the side that placed one, those of the other side, and the other side's legal placements.
struct AfterPlacement {
    own: Squares,
    other: Squares,
    replies: Squares,
}

impl NullaryFnOnce for Placement {
    type Output = AfterPlacement;

    #[inline(always)]
    fn call(self) -> AfterPlacement {
        let flipped = bitboard::flips(self.square, self.own, self.other);
        let (own, other) = (self.own | flipped | 1 << (self.square & 63), self.other & !flipped);
        AfterPlacement { own, other, replies: bitboard::moves(other, own) }
    }
}

impl Position for Othello {
    type Move = Move;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.moves == 0 && !self.other_can_move();
        over.then(|| Outcome::Points(self.points()))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        match self.moves {
            0 => moves.push(Move::PASS),
            set => moves.extend(members(set).map(Move)),
        }
    }

    fn count_legal_moves(&self, _: &mut Vec<Move>) -> u64 {
        match self.moves.count_ones() {
            0 => u64::from(self.other_can_move()),
            placements => u64::from(placements),
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        let side = self.side.other();
        let Self { own, other, .. } = *self;
        *self = match mv {
            Move::PASS => Self { own: other, other: own, moves: bitboard::moves(other, own), side },
            Move(square) => {
                let AfterPlacement { own, other, replies } = dispatch(Placement { own, other, square });
                Self { own: other, other: own, moves: replies, side }
            }
        };
    }

    fn key(&self) -> u64 {
        let [black, white] = self.by_colour();
        let side = if self.side == Side::First { 0 } else { 0xd6e8_feb8_6659_fd93 };
        mix(mix(black).wrapping_add(white)) ^ side
    }
}
