//! The rules of dots and boxes.

use super::grid::{Lines, Size};
use crate::bits::members;
use plyd_search::mix;
use plyd_search::position::{Outcome, Position, Side};

/// The lines drawn, the number of boxes that each side owns, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DotsAndBoxes {
    drawn: Lines,
    size: Size,
    owned: [u8; 2],
    side: Side,
}

/// A line: the index of its bit if it is horizontal, plus 64 if it is vertical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub(super) u8);

pub(super) const SLOTS: usize = 128;

impl Move {
    pub(super) const fn is_across(self) -> bool {
        self.0 < 64
    }

    pub(super) const fn line(self) -> Lines {
        let bit = 1 << (self.0 % 64);
        if self.is_across() { Lines { across: bit, down: 0 } } else { Lines { across: 0, down: bit } }
    }

    /// Its row and column, from the top left.
    pub(super) const fn row_column(self) -> (u8, u8) {
        (self.0 % 64 / 8, self.0 % 8)
    }
}

/// The moves that draw these lines: horizontal ones first.
pub(super) fn moves(lines: Lines) -> impl Iterator<Item = Move> {
    members(lines.across).map(Move).chain(members(lines.down).map(|line| Move(64 + line)))
}

impl DotsAndBoxes {
    /// A position. The lines have to be on the board, and the owned boxes have to add up to the closed boxes.
    pub(super) fn new(size: Size, drawn: Lines, owned: [u8; 2], side: Side) -> Self {
        Self { drawn, size, owned, side }
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    pub(super) fn drawn(&self) -> Lines {
        self.drawn
    }

    /// The lines not yet drawn.
    pub(super) fn open(&self) -> Lines {
        self.size.lines().difference(self.drawn)
    }

    /// Number of boxes that each side owns.
    pub(super) fn owned(&self) -> [u8; 2] {
        self.owned
    }

    /// The boxes of the side to move minus those of the other side.
    pub(super) fn margin(&self) -> i32 {
        let (own, other) = (self.side.index(), self.side.other().index());
        i32::from(self.owned[own]) - i32::from(self.owned[other])
    }

    /// Number of boxes that are not closed yet.
    pub(super) fn boxes_left(&self) -> i32 {
        let [a, b] = self.owned.map(i32::from);
        i32::from(self.size.rows) * i32::from(self.size.columns) - a - b
    }

    /// A hash of these lines on this board, the margin, and the side to move. Pass the same `turn` for both sides to
    /// leave out the side to move.
    pub(super) fn hash(&self, lines: Lines, turn: u8) -> u64 {
        let Size { rows, columns } = self.size;
        let rest = [rows, columns, turn, self.margin() as u8];
        let rest = mix(u64::from(u32::from_le_bytes(rest)));
        mix(mix(rest.wrapping_add(lines.across)).wrapping_add(lines.down))
    }
}

impl Position for DotsAndBoxes {
    type Move = Move;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let [a, b] = self.owned.map(i32::from);
        (self.drawn == self.size.lines()).then(|| Outcome::Points(a - b))
    }

    /// The horizontal lines and then the vertical ones, each from the top left.
    fn legal_moves(&self, list: &mut Vec<Move>) {
        list.extend(moves(self.open()));
    }

    fn count_legal_moves(&self, _: &mut Vec<Move>) -> u64 {
        u64::from(self.open().count())
    }

    fn play_unchecked(&mut self, mv: Move) {
        let before = self.drawn.closed();
        self.drawn = self.drawn.union(mv.line());
        // A line closes at most two boxes, one on either side.
        let closed = (self.drawn.closed() ^ before).count_ones() as u8;
        if closed == 0 {
            self.side = self.side.other();
        } else {
            self.owned[self.side.index()] += closed;
        }
    }

    /// Only the margin of the owned boxes is part of the key, because margin and lines determine both numbers.
    fn key(&self) -> u64 {
        self.hash(self.drawn, 1 + self.side as u8)
    }
}
