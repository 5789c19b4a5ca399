//! The rules of nine men's morris.

use super::points::{self, ALL, Points};
use crate::bits::members;
use plyd_search::mix;
use plyd_search::position::{Outcome, Position, Repetition, Side};

/// Number of men of each side.
pub(super) const MEN: u8 = 9;

/// A side with this number of men and none in hand flies. With fewer, it has lost.
pub(super) const FLYING_MEN: u32 = 3;

/// After this number of plies without a man placed or captured, 50 for each side, a draw may be claimed.
pub(super) const QUIET_PLIES_MAX: u8 = 100;

/// The men of white and of black on the board and in hand, the plies without progress, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NineMensMorris {
    men: [Points; 2],
    hand: [u8; 2],
    quiet: u8,
    side: Side,
}

/// A man that is placed or moved, and the man that its mill captures, in one ply. Points are bit indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: u8,
    pub(super) to: u8,
    taken: u8,
}

/// No point: the origin of a man from the hand, or the captured man of a move that captures none.
const NONE: u8 = points::COUNT as u8;

impl Move {
    pub(super) fn from(self) -> Option<u8> {
        (self.from != NONE).then_some(self.from)
    }

    pub(super) fn taken(self) -> Option<u8> {
        (self.taken != NONE).then_some(self.taken)
    }

    /// One more than the largest [`Move::slot`].
    pub(super) const SLOTS: usize = 5 * points::COUNT;

    /// The target of a man that is placed or flies; otherwise the origin and the direction, as in [`points::steps`].
    pub(super) fn slot(self) -> usize {
        let (from, to) = (usize::from(self.from), usize::from(self.to));
        let on_one_ring = from / 8 == to / 8;
        let direction = match (self.from == NONE, on_one_ring, to.wrapping_sub(from) & 7) {
            (false, true, 1) => 0,
            (false, true, 7) => 1,
            (false, false, 0) if from + 8 == to && from % 2 == 1 => 2,
            (false, false, 0) if to + 8 == from && from % 2 == 1 => 3,
            _ => return to,
        };
        points::COUNT + 4 * from + direction
    }
}

impl NineMensMorris {
    /// A position of disjoint sets of men.
    pub(super) fn new(men: [Points; 2], hand: [u8; 2], quiet: u8, side: Side) -> Self {
        Self { men, hand, quiet: quiet.min(QUIET_PLIES_MAX), side }
    }

    /// The men of white and of black on the board.
    pub(super) fn men(&self) -> [Points; 2] {
        self.men
    }

    /// The men that white and black have in hand.
    pub(super) fn hand(&self) -> [u8; 2] {
        self.hand
    }

    pub(super) fn quiet(&self) -> u8 {
        self.quiet
    }

    pub(super) fn empty(&self) -> Points {
        ALL & !(self.men[0] | self.men[1])
    }

    /// Number of a side's men on the board and in hand.
    pub(super) fn count(&self, side: Side) -> u32 {
        self.men[side.index()].count_ones() + u32::from(self.hand[side.index()])
    }

    /// Whether a side's men may go to any empty point.
    pub(super) fn flies(&self, side: Side) -> bool {
        self.hand[side.index()] == 0 && self.count(side) == FLYING_MEN
    }

    /// The men that a mill of the side to move may capture: those outside mills, or all if there are none.
    fn takeable(&self) -> Points {
        let other = self.men[self.side.other().index()];
        match other & !points::in_mills(other) {
            0 => other,
            outside => outside,
        }
    }

    /// Calls `visit` with each man of a side, its targets, and the targets that close a mill. Men in hand come before
    /// men on the board.
    pub(super) fn each_target(&self, side: Side, mut visit: impl FnMut(Option<u8>, Points, Points)) {
        let (own, empty) = (self.men[side.index()], self.empty());
        if self.hand[side.index()] > 0 {
            return visit(None, empty, points::closing(own) & empty);
        }
        let flies = self.flies(side);
        for from in members(own) {
            let man = 1 << from;
            let to = if flies { empty } else { points::neighbours(man) & empty };
            if to != 0 {
                visit(Some(from), to, points::closing(own ^ man) & to);
            }
        }
    }

    fn has_move(&self) -> bool {
        let (own, empty) = (self.men[self.side.index()], self.empty());
        let goes = self.hand[self.side.index()] > 0 || self.flies(self.side);
        if goes { empty != 0 } else { points::neighbours(own) & empty != 0 }
    }

    /// Appends the moves that close a mill, or all moves.
    pub(super) fn list(&self, moves: &mut Vec<Move>, closing_only: bool) {
        let takeable = self.takeable();
        self.each_target(self.side, |from, to, closing| {
            let from = from.unwrap_or(NONE);
            for to in members(if closing_only { closing } else { to }) {
                if closing >> to & 1 == 1 && takeable != 0 {
                    moves.extend(members(takeable).map(|taken| Move { from, to, taken }));
                } else {
                    moves.push(Move { from, to, taken: NONE });
                }
            }
        });
    }
}

impl Position for NineMensMorris {
    type Move = Move;

    fn repetition(&self) -> Option<Repetition> {
        Some(Repetition::THREEFOLD)
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.is_final() {
            Some(Outcome::Win(self.side.other()))
        } else {
            (self.quiet >= QUIET_PLIES_MAX).then_some(Outcome::Draw)
        }
    }

    fn is_final(&self) -> bool {
        self.count(self.side) < FLYING_MEN || !self.has_move()
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.list(moves, false);
    }

    fn count_legal_moves(&self, _: &mut Vec<Move>) -> u64 {
        if self.is_final() {
            return 0;
        }
        let captures_for_each_mill = self.takeable().count_ones().max(1);
        let mut count = 0;
        self.each_target(self.side, |_, to, closing| {
            count += to.count_ones() + (captures_for_each_mill - 1) * closing.count_ones();
        });
        u64::from(count)
    }

    fn play_unchecked(&mut self, mv: Move) {
        let own = self.side.index();
        self.men[own] |= 1 << mv.to;
        self.quiet = (self.quiet + 1).min(QUIET_PLIES_MAX);
        match mv.from() {
            Some(from) => self.men[own] ^= 1 << from,
            None => {
                self.hand[own] -= 1;
                self.quiet = 0;
            }
        }
        if let Some(taken) = mv.taken() {
            self.men[1 - own] ^= 1 << taken;
            self.quiet = 0;
        }
        self.side = self.side.other();
    }

    fn quiet_plies_left(&self) -> u32 {
        u32::from(QUIET_PLIES_MAX - self.quiet)
    }

    /// Men, hands and side to move, as the rule of threefold repetition demands.
    fn key(&self) -> u64 {
        let [white, black] = self.men.map(u64::from);
        let rest = u64::from(self.hand[0]) << 1 | u64::from(self.hand[1]) << 5 | self.side as u64;
        mix(white | black << 24 | rest << 48)
    }
}
