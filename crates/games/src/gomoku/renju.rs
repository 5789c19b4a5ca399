//! Renju: the moves that are forbidden to the first side, by the rules of the Renju International Federation (RIF
//! 1996).
//!
//! A move that makes exactly five is never forbidden. Any other move is forbidden if it makes
//!
//! - an overline: a row of six or more,
//! - more than one four (one stone completes exactly five), even on the same line, or
//! - more than one three. A three is a row that one more stone can turn into a straight four. That stone may not make
//!   five, and may not be forbidden itself. So the rule is recursive, and each step adds a stone.

use super::board::{Gomoku, LinePosition, Lines, lines_of};
use super::geometry::{Geometry, Rows, Rule, Square};
use super::shapes::{Shape, Shapes, Span};
use plyd_search::position::Side;

/// The length of a winning row.
pub(super) const FIVE: u8 = 5;
/// How many squares on either side of a stone determine what it makes.
const REACH: u8 = FIVE;
/// The most moves that are examined to judge one move. Extensions of threes beyond this count as allowed. Positions
/// that were constructed by hill climbing to need many moves need 54.
const LIMIT: u32 = 1_000;

impl Gomoku {
    /// Whether a side may not put a stone on an empty square.
    #[inline]
    pub(super) fn is_forbidden(&self, side: Side, square: Square) -> bool {
        self.geometry.rule == Rule::Renju && side == Side::First && self.is_forbidden_in_renju(square)
    }

    #[cold]
    #[inline(never)]
    fn is_forbidden_in_renju(&self, square: Square) -> bool {
        self.may_be_forbidden(square) && self.breaks_a_rule(square)
    }

    /// Whether the first side's stone on an empty square is forbidden.
    pub(super) fn breaks_a_rule(&self, square: Square) -> bool {
        Black { geometry: self.geometry, lines: self.lines, left: LIMIT }.judge(square) == Verdict::Forbidden
    }

    /// Whether the first side makes an overline, two fours or two threes, assuming that all its threes count. Stones of
    /// the other side can never make this true.
    fn may_be_forbidden(&self, square: Square) -> bool {
        let pattern = self.pattern(Side::First, square);
        let shapes = [0, 1, 2, 3].map(|direction| pattern.shape(direction));
        shapes.contains(&Shape::OpenFour)
            || shapes.into_iter().filter(|shape| *shape >= Shape::Three).count() > 1
            || (0..4).any(|direction| length(self.span(Side::First, square, direction)) > u32::from(FIVE))
    }

    /// The empty squares on which the side to move may put a stone.
    fn allowed(&self) -> impl Iterator<Item = Square> {
        let squares = (0..self.geometry.area() as u16).map(Square);
        squares.filter(|square| self.stone(*square).is_none() && !self.is_forbidden(self.side, *square))
    }

    /// Whether every empty square is forbidden to the side to move. False if the board is full.
    #[inline]
    pub(super) fn is_without_moves(&self) -> bool {
        self.geometry.rule == Rule::Renju && self.side == Side::First && self.has_only_forbidden()
    }

    #[cold]
    #[inline(never)]
    fn has_only_forbidden(&self) -> bool {
        self.empties() > 0 && self.allowed().next().is_none()
    }

    /// Number of legal moves of an unfinished position.
    #[cold]
    #[inline(never)]
    pub(super) fn count_allowed(&self) -> u64 {
        self.allowed().count() as u64
    }

    /// Whether the first side has no move left after a stone of the second side.
    #[inline]
    pub(super) fn can_leave_without_moves(&self) -> bool {
        self.geometry.rule == Rule::Renju && self.side == Side::Second && self.can_leave_only_forbidden()
    }

    #[cold]
    #[inline(never)]
    fn can_leave_only_forbidden(&self) -> bool {
        let squares = (0..self.geometry.area() as u16).map(Square);
        let empty = squares.filter(|square| self.stone(*square).is_none());
        // The second side's stone occupies one square. If two squares cannot be forbidden, one of them is left as a
        // move.
        if empty.clone().filter(|square| !self.may_be_forbidden(*square)).nth(1).is_some() {
            return false;
        }
        empty.into_iter().any(|square| {
            let mut next = self.clone();
            next.put(self.side, square);
            next.side = Side::First;
            next.is_without_moves()
        })
    }
}

/// The result of a move of the first side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Five,
    Forbidden,
    Allowed,
}

/// The stones of a position, to which stones of the first side are added and removed again.
struct Black {
    geometry: Geometry,
    lines: Lines,
    /// How many more moves may be examined.
    left: u32,
}

impl Black {
    /// The result of a stone on an empty square.
    fn judge(&mut self, square: Square) -> Verdict {
        let Some(left) = self.left.checked_sub(1) else { return Verdict::Allowed };
        self.left = left;
        let spans = [0, 1, 2, 3].map(|direction| self.span(square, direction));
        let lengths = spans.map(length);
        if lengths.contains(&u32::from(FIVE)) {
            return Verdict::Five;
        }
        if lengths.into_iter().any(|length| length > u32::from(FIVE)) || spans.map(fours).iter().sum::<u32>() > 1 {
            return Verdict::Forbidden;
        }
        let extensions = spans.map(straight_fours);
        let mut left = extensions.into_iter().filter(|squares| *squares != 0).count();
        if left < 2 {
            return Verdict::Allowed;
        }
        self.flip(square);
        let mut threes = 0;
        for (direction, squares) in extensions.into_iter().enumerate().filter(|(_, squares)| *squares != 0) {
            left -= 1;
            threes += usize::from(self.can_extend(square, direction, squares));
            if threes > 1 || threes + left < 2 {
                break;
            }
        }
        self.flip(square);
        if threes > 1 { Verdict::Forbidden } else { Verdict::Allowed }
    }

    /// Whether one of these squares of a span is allowed.
    fn can_extend(&mut self, square: Square, direction: usize, mut squares: u64) -> bool {
        let stride = self.geometry.stride(super::geometry::DIRECTIONS[direction]) as i32;
        while squares != 0 {
            let steps = squares.trailing_zeros() as i32 - i32::from(REACH);
            squares &= squares - 1;
            if self.judge(Square((i32::from(square.0) + steps * stride) as u16)) == Verdict::Allowed {
                return true;
            }
        }
        false
    }

    /// The line through an empty square.
    fn span(&self, square: Square, direction: usize) -> Span {
        let at = LinePosition::of(self.geometry, self.geometry.column_row(square), direction);
        lines_of(&self.lines, at, REACH)[Side::First.index()].span(at.index, REACH)
    }

    /// Puts a stone on a square, or removes it.
    fn flip(&mut self, square: Square) {
        for direction in 0..4 {
            let at = LinePosition::of(self.geometry, self.geometry.column_row(square), direction);
            self.lines[Side::First.index()][at.line] ^= 1 << at.index;
        }
    }
}

/// Length of the row that a stone in the centre makes.
fn length(span: Span) -> u32 {
    let own = span.own | 1 << REACH;
    (own >> REACH).trailing_ones() + (own << (u64::BITS - u32::from(REACH))).leading_ones()
}

/// Number of fours that a stone in the centre makes. Two squares that complete five belong to one straight four, or to
/// two fours.
fn fours(span: Span) -> u32 {
    let completions = Shapes::of(FIVE, Rows::Exactly).completions(span, REACH);
    let is_straight = completions != 0 && completions == 0b10_0001 << completions.trailing_zeros();
    if is_straight { 1 } else { completions.count_ones() }
}

/// The squares where a second stone, after one in the centre, makes a straight four with it: four in a row between two
/// empty squares, both of which complete exactly five.
fn straight_fours(span: Span) -> u64 {
    let own = span.own | 1 << REACH;
    let mut found = 0;
    for first in REACH - 3..=REACH {
        let row = 0b1111 << first;
        let (ends, beyond) = (0b10_0001 << (first - 1), 0b1000_0001 << (first - 2));
        let missing = row & !own;
        if missing.count_ones() == 1 && (row | ends) & span.blocked == 0 && ends & own == 0 && beyond & own == 0 {
            found |= missing;
        }
    }
    found
}
