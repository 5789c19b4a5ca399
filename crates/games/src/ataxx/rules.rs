//! The rules of Ataxx.

use super::bitboard::{self, BOARD, JUMP_BIAS, JUMP_INDEX, JUMPS, JUMPS_PER_SQUARE, NEIGHBOURS, SQUARES, Squares};
use crate::bits::members;
use plyd_search::mix;
use plyd_search::position::{Outcome, Position, Side};

/// The game ends after this number of plies in a row without a clone.
pub(super) const QUIET_PLIES_MAX: u8 = 100;

/// Stones, gaps, the side to move, and the two counters of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ataxx {
    own: Squares,
    other: Squares,
    /// Squares that are not part of the board.
    gaps: Squares,
    side: Side,
    /// Plies since the last clone.
    quiet: u8,
    /// The move number; it rises after each move of the second side.
    move_number: u16,
}

/// A clone has `from == to`, because it does not matter which stone doubles. A pass has no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
}

/// Move slots: clones by target, then the pass, then jumps by origin and direction.
pub(super) const SLOTS: usize = FIRST_JUMP + SQUARES * JUMPS_PER_SQUARE;
pub(super) const FIRST_JUMP: usize = SQUARES + 1;

impl Move {
    /// Legal if the side to move cannot move a stone, but the opponent can.
    pub const PASS: Self = Self { from: SQUARES as u8, to: SQUARES as u8 };

    pub(super) const fn clone_to(to: u8) -> Self {
        Self { from: to, to }
    }

    pub(super) const fn is_jump(self) -> bool {
        self.from != self.to
    }

    /// The index of this move in tables of move ordering.
    pub(super) const fn slot(self) -> usize {
        if self.is_jump() {
            let index = JUMP_INDEX[(JUMP_BIAS + self.to as i32 - self.from as i32) as usize];
            FIRST_JUMP + self.from as usize * JUMPS_PER_SQUARE + index as usize
        } else {
            self.to as usize
        }
    }
}

impl Ataxx {
    /// A position of these disjoint sets.
    pub(super) fn new([x, o]: [Squares; 2], gaps: Squares, side: Side, quiet: u8, move_number: u16) -> Self {
        let (own, other) = if side == Side::First { (x, o) } else { (o, x) };
        Self { own, other, gaps, side, quiet, move_number }
    }

    /// The stones of x and of o.
    pub(super) fn by_side(&self) -> [Squares; 2] {
        if self.side == Side::First { [self.own, self.other] } else { [self.other, self.own] }
    }

    pub(super) fn own(&self) -> Squares {
        self.own
    }

    pub(super) fn other(&self) -> Squares {
        self.other
    }

    pub(super) fn gaps(&self) -> Squares {
        self.gaps
    }

    pub(super) fn empty(&self) -> Squares {
        BOARD & !(self.own | self.other | self.gaps)
    }

    /// Plies since the last clone, and the number of the move.
    pub(super) fn counts(&self) -> (u8, u16) {
        (self.quiet, self.move_number)
    }

    /// Whether any stone of a set can move. Stones may jump over gaps.
    fn can_move(&self, stones: Squares) -> bool {
        bitboard::around(bitboard::around(stones)) & self.empty() != 0
    }

    /// Whether neither side can move.
    pub(super) fn is_stuck(&self) -> bool {
        !self.can_move(self.own | self.other)
    }

    /// A hash of these three sets.
    pub(super) fn hash(own: Squares, other: Squares, gaps: Squares) -> u64 {
        mix(mix(mix(gaps).wrapping_add(own)).wrapping_add(other))
    }
}

impl Position for Ataxx {
    type Move = Move;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.own == 0 || self.other == 0 || self.quiet >= QUIET_PLIES_MAX || self.is_stuck();
        over.then(|| match self.own.count_ones().cmp(&self.other.count_ones()) {
            std::cmp::Ordering::Greater => Outcome::Win(self.side),
            std::cmp::Ordering::Less => Outcome::Win(self.side.other()),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    /// Clones by target, then jumps by origin and target.
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        let (first, empty) = (moves.len(), self.empty());
        moves.extend(members(bitboard::around(self.own) & empty).map(Move::clone_to));
        for from in members(self.own) {
            let targets = JUMPS[usize::from(from)] & empty;
            moves.extend(members(targets).map(|to| Move { from, to }));
        }
        if moves.len() == first {
            moves.push(Move::PASS);
        }
    }

    fn count_legal_moves(&self, _: &mut Vec<Move>) -> u64 {
        if self.is_final() {
            return 0;
        }
        let empty = self.empty();
        let clones = (bitboard::around(self.own) & empty).count_ones();
        u64::from(clones + bitboard::count_jumps(self.own, empty)).max(1)
    }

    fn play_unchecked(&mut self, mv: Move) {
        let (mut own, mut other, mut quiet) = (self.own, self.other, self.quiet + 1);
        if mv != Move::PASS {
            let turned = NEIGHBOURS[usize::from(mv.to)] & other;
            own |= turned | 1 << mv.to;
            other &= !turned;
            if mv.is_jump() {
                own &= !(1 << mv.from);
            } else {
                quiet = 0;
            }
        }
        let move_number = self.move_number.saturating_add(u16::from(self.side == Side::Second));
        *self = Self { own: other, other: own, side: self.side.other(), quiet, move_number, ..*self };
    }

    fn quiet_plies_left(&self) -> u32 {
        u32::from(QUIET_PLIES_MAX.saturating_sub(self.quiet))
    }

    fn key(&self) -> u64 {
        let [x, o] = self.by_side();
        let side = if self.side == Side::First { 0 } else { 0xd6e8_feb8_6659_fd93 };
        Self::hash(x, o, self.gaps) ^ side
    }
}
