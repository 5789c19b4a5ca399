//! The rules of gomoku. With every stone, the board updates the pattern that another stone of either side would form on
//! each empty square.

use super::geometry::{AREA, DIRECTIONS, EMPTY, Geometry, MAX_SIZE, Rows, Rule, STONES, Square, Stone};
use super::network;
use super::pattern::{ByClasses, Class, Pattern, Threat};
use super::shapes::{Shape, Shapes, Span};
use super::squares::Squares;
use super::weights::SQUARE_VALUES;
use crate::processor::dispatch;
use plyd_search::mix;
use plyd_search::position::{Outcome, Position, Side};
use pulp::NullaryFnOnce;

/// Number of lines: rows, columns, and the diagonals of both directions.
const LINES: usize = 2 * MAX_SIZE + 2 * (2 * MAX_SIZE - 1);

/// Each side's stones, with a bit for each square of a line.
pub(super) type Lines = [[u32; LINES]; 2];

/// A position on a board of any size, 3.4 KB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gomoku {
    pub(super) geometry: Geometry,
    pub(super) side: Side,
    /// For each side, whether it has a winning row.
    rows: [bool; 2],
    /// Number of empty squares.
    empty: u16,
    /// The summed value of all squares for each side, if that side is to move.
    pub(super) value: [i32; 2],
    /// The network's sums for each side, if that side is to move.
    sums: [network::Sums; 2],
    hash: u64,
    stones: [Stone; AREA],
    /// Each side's stones, with a bit for each square of a line.
    pub(super) lines: Lines,
    /// For each side, the pattern that its stone would form on every square. Occupied squares have no pattern.
    patterns: [[Pattern; AREA]; 2],
    /// For each side, the squares where its stone would form a threat of each kind.
    threats: [[Squares; Threat::COUNT]; 2],
}

/// A line from one side's point of view, shifted by the reach: see [`Span`].
#[derive(Clone, Copy)]
pub(super) struct Line {
    own: u64,
    blocked: u64,
}

impl Line {
    /// The part of the line that can be in a row with the square at this index.
    #[inline]
    pub(super) fn span(self, index: u8, reach: u8) -> Span {
        let cut = |bits: u64| bits >> index & ((1 << (2 * reach + 1)) - 1);
        Span { own: cut(self.own), blocked: cut(self.blocked) }
    }
}

/// The position of a square on a line.
#[derive(Clone, Copy)]
pub(super) struct LinePosition {
    pub(super) line: usize,
    /// The index of its bit.
    pub(super) index: u8,
    /// The number of squares before it and after it.
    before: u8,
    beyond: u8,
}

impl LinePosition {
    #[inline]
    pub(super) fn of(geometry: Geometry, (x, y): (u8, u8), direction: usize) -> Self {
        const LONG: usize = 2 * MAX_SIZE - 1;
        let (dx, dy) = DIRECTIONS[direction];
        let line = match direction {
            0 => usize::from(y),
            1 => 2 * MAX_SIZE + usize::from(x + y),
            2 => MAX_SIZE + usize::from(x),
            _ => 2 * MAX_SIZE + LONG + MAX_SIZE - 1 + usize::from(x) - usize::from(y),
        };
        Self {
            line,
            index: if direction == 0 { x } else { y },
            before: geometry.steps_to_edge((x, y), (-dx, -dy)),
            beyond: geometry.steps_to_edge((x, y), (dx, dy)),
        }
    }
}

/// A line from each side's point of view.
#[inline]
pub(super) fn lines_of(
    lines: &Lines,
    LinePosition { line, index, before, beyond }: LinePosition,
    reach: u8,
) -> [Line; 2] {
    let wall = !(((1 << (before + beyond + 1)) - 1) << (index - before + reach));
    let [first, second] = [0, 1].map(|side| u64::from(lines[side][line]) << reach);
    [Line { own: first, blocked: second | wall }, Line { own: second, blocked: first | wall }]
}

impl Default for Gomoku {
    /// The usual game: 15x15, five in a row.
    fn default() -> Self {
        Self::empty(Geometry { width: 15, height: 15, in_a_row: 5, rule: Rule::Free }, Side::First)
    }
}

impl Gomoku {
    /// The empty board. After stones have been [put](Self::put) on it, `side` is to move.
    pub(super) fn empty(geometry: Geometry, side: Side) -> Self {
        let Geometry { width, height, in_a_row, rule } = geometry;
        let mut board = Self {
            geometry,
            side,
            rows: [false; 2],
            empty: geometry.area() as u16,
            value: [0; 2],
            sums: [network::empty_sums(); 2],
            hash: drawn(u64::from_le_bytes([width, height, in_a_row, 1, rule as u8, 0, 0, 0])),
            stones: [EMPTY; AREA],
            lines: [[0; LINES]; 2],
            patterns: [[Pattern::NONE; AREA]; 2],
            threats: [[Squares::default(); Threat::COUNT]; 2],
        };
        for square in (0..board.empty).map(Square) {
            for side in [Side::First, Side::Second] {
                let shapes = board.shapes(side);
                let pattern = (0..4).fold(Pattern::NONE, |pattern, direction| {
                    pattern.with(direction, shapes.of_span(board.span(side, square, direction), geometry.reach()))
                });
                let before = board.pattern(side.other(), square);
                board.set_patterns::<true>(side, square, [pattern, before], network::vectors());
            }
        }
        board
    }

    /// Puts a stone on an empty square, whichever side is to move.
    pub(super) fn put(&mut self, side: Side, square: Square) {
        dispatch(Put::<true> { board: self, side, square });
    }

    /// As [`put`](Self::put), but without updating the value, which is out of date from then on.
    pub(super) fn put_unvalued(&mut self, side: Side, square: Square) {
        dispatch(Put::<false> { board: self, side, square });
    }

    #[inline(always)]
    fn put_stone<const VALUED: bool>(&mut self, side: Side, square: Square) {
        let vectors = if VALUED { network::vectors() } else { &[] };
        self.rows[side.index()] |= self.pattern(side, square).threat() == Some(Threat::Row);
        self.empty -= 1;
        self.hash ^= drawn(u64::from(square.0) << 1 | side.index() as u64);
        self.stones[usize::from(square.0)] = STONES[side.index()];
        self.set_patterns::<VALUED>(side, square, [Pattern::NONE; 2], vectors);
        // The usual game has its own monomorphised copy.
        match (self.geometry.rule, self.geometry.in_a_row) {
            (Rule::Free, 5) => {
                let shapes = Shapes::of(5, Rows::AtLeast);
                self.update_lines::<VALUED>(side, square, 4, [shapes; 2], vectors);
            }
            _ => {
                let shapes = [self.shapes(side), self.shapes(side.other())];
                self.update_lines::<VALUED>(side, square, self.geometry.reach(), shapes, vectors);
            }
        }
    }

    /// The shapes of a side's stones.
    fn shapes(&self, side: Side) -> Shapes {
        Shapes::of(self.geometry.in_a_row, self.geometry.rule.rows(side))
    }

    /// Updates the shapes on the four lines through a new stone. The stone adds shapes for its side, and removes some
    /// of the other's.
    #[inline(always)]
    fn update_lines<const VALUED: bool>(
        &mut self,
        side: Side,
        square: Square,
        reach: u8,
        shapes: [Shapes; 2],
        vectors: &[network::Sums],
    ) {
        let place = self.geometry.column_row(square);
        for direction in 0..4 {
            self.update_shapes::<VALUED>(side, square, place, direction, reach, shapes, vectors);
        }
    }

    /// The position with these stones, in any order.
    pub(super) fn with_stones(
        geometry: Geometry,
        side: Side,
        stones: impl IntoIterator<Item = (Side, Square)>,
    ) -> Self {
        let mut board = Self::empty(geometry, side);
        for (side, square) in stones {
            board.put(side, square);
        }
        // A row of the exact length may have become longer by a stone that was put later, so rows are found again.
        board.rows = [Side::First, Side::Second].map(|side| board.find_row(side));
        board
    }

    /// Whether a stone of this side is in a winning row.
    fn find_row(&self, side: Side) -> bool {
        let shapes = self.shapes(side);
        let shape = |square, direction| shapes.of_span(self.span(side, square, direction), self.geometry.reach());
        (0..self.geometry.area() as u16)
            .map(Square)
            .filter(|square| self.stone(*square) == Some(side))
            .any(|square| (0..4).any(|direction| shape(square, direction) == Shape::Row))
    }

    /// Number of empty squares.
    pub(super) fn empties(&self) -> u32 {
        u32::from(self.empty)
    }

    /// Whether a side has a winning row.
    pub(super) fn has_row(&self, side: Side) -> bool {
        self.rows[side.index()]
    }

    pub(super) fn stone(&self, square: Square) -> Option<Side> {
        match self.stones[usize::from(square.0)] {
            EMPTY => None,
            stone if stone == STONES[0] => Some(Side::First),
            _ => Some(Side::Second),
        }
    }

    /// The network's sums for the side to move.
    pub(super) fn network_sums(&self) -> &network::Sums {
        &self.sums[self.side.index()]
    }

    /// The pattern that this side's stone would form on a square.
    #[inline]
    pub(super) fn pattern(&self, side: Side, square: Square) -> Pattern {
        self.patterns[side.index()][usize::from(square.0)]
    }

    /// The empty squares where this side's stone would form this threat.
    #[inline]
    pub(super) fn threat_squares(&self, side: Side, threat: Threat) -> &Squares {
        &self.threats[side.index()][threat as usize]
    }

    /// Calls `visit` with the squares that complete a row for this side after a stone on an empty square.
    pub(super) fn completions(&self, side: Side, square: Square, mut visit: impl FnMut(Square)) {
        let pattern = self.pattern(side, square);
        let shapes = self.shapes(side);
        for direction in (0..4).filter(|direction| pattern.shape(*direction).is_four()) {
            let stride = self.geometry.stride(DIRECTIONS[direction]) as i32;
            let mut found = shapes.completions(self.span(side, square, direction), self.geometry.reach());
            while found != 0 {
                let steps = found.trailing_zeros() as i32 - i32::from(self.geometry.in_a_row - 1);
                visit(Square((i32::from(square.0) + steps * stride) as u16));
                found &= found - 1;
            }
        }
    }

    /// The line through a square, with the square in the centre.
    pub(super) fn span(&self, side: Side, square: Square, direction: usize) -> Span {
        let (at, reach) =
            (LinePosition::of(self.geometry, self.geometry.column_row(square), direction), self.geometry.reach());
        self.line(at, reach)[side.index()].span(at.index, reach)
    }

    /// A line from each side's point of view.
    #[inline]
    fn line(&self, at: LinePosition, reach: u8) -> [Line; 2] {
        lines_of(&self.lines, at, reach)
    }

    /// Updates the shapes of all squares that can be in a row with a new stone of this side. Each side's shapes are
    /// updated up to the first stone of the other side.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "they stay in registers, because the function is inlined")]
    fn update_shapes<const VALUED: bool>(
        &mut self,
        side: Side,
        square: Square,
        place: (u8, u8),
        direction: usize,
        reach: u8,
        [own_shapes, other_shapes]: [Shapes; 2],
        vectors: &[network::Sums],
    ) {
        let at = LinePosition::of(self.geometry, place, direction);
        self.lines[side.index()][at.line] |= 1 << at.index;
        let lines = self.line(at, reach);
        let (own, other) = (side, side.other());
        let stride = self.geometry.stride(DIRECTIONS[direction]) as u16;
        for (stride, step, length) in [(stride, 1, at.beyond), (stride.wrapping_neg(), u8::MAX, at.before)] {
            let (mut is_open, mut other_is_open) = (true, true);
            let (mut square, mut index) = (square.0, at.index);
            for _ in 0..length.min(reach) {
                (square, index) = (square.wrapping_add(stride), index.wrapping_add(step));
                match self.stones[usize::from(square)] {
                    EMPTY => {
                        let square = Square(square);
                        let before = [own, other].map(|side| self.pattern(side, square));
                        let mut patterns = before;
                        if is_open {
                            let shape = own_shapes.of_span(lines[own.index()].span(index, reach), reach);
                            patterns[0] = before[0].with(direction, shape);
                        }
                        // An opposing stone cannot give a shape to a square that has none.
                        if other_is_open && before[1].shape(direction) != Shape::Nothing {
                            let shape = other_shapes.of_span(lines[other.index()].span(index, reach), reach);
                            patterns[1] = before[1].with(direction, shape);
                        }
                        if patterns != before {
                            self.set_patterns::<VALUED>(own, square, patterns, vectors);
                        }
                    }
                    stone if stone == STONES[own.index()] => other_is_open = false,
                    _ => is_open = false,
                }
                if !(is_open || other_is_open) {
                    break;
                }
            }
        }
    }

    /// Sets both sides' patterns on a square, the one of `side` first. Both at once take half the time, because the
    /// values and the network are updated once.
    #[inline(always)]
    fn set_patterns<const VALUED: bool>(
        &mut self,
        side: Side,
        square: Square,
        patterns: [Pattern; 2],
        vectors: &[network::Sums],
    ) {
        let (sides, at) = ([side, side.other()], usize::from(square.0));
        let [own, other] = sides.map(Side::index);
        let before = [
            std::mem::replace(&mut self.patterns[own][at], patterns[0]),
            std::mem::replace(&mut self.patterns[other][at], patterns[1]),
        ];
        let (old, new) = (before.map(Pattern::class), patterns.map(Pattern::class));
        if old == new {
            return;
        }
        if VALUED {
            let value = |own: Class, other: Class| i32::from(VALUES.of(own, other));
            self.value[own] += value(new[0], new[1]) - value(old[0], old[1]);
            self.value[other] += value(new[1], new[0]) - value(old[1], old[0]);
            network::update(&mut self.sums[own], vectors, (old[0], old[1]), (new[0], new[1]));
            network::update(&mut self.sums[other], vectors, (old[1], old[0]), (new[1], new[0]));
        }
        for (index, side) in sides.into_iter().enumerate() {
            let (old, new) = (old[index].threat(), new[index].threat());
            if old != new {
                self.change_threat(side, square, old, new);
            }
        }
    }

    #[inline(never)]
    fn change_threat(&mut self, side: Side, square: Square, old: Option<Threat>, new: Option<Threat>) {
        for threat in [old, new].into_iter().flatten() {
            self.threats[side.index()][threat as usize].flip(square);
        }
    }
}

/// A new stone, compiled for the instruction set at run time. `VALUED` says whether the value is updated.
struct Put<'a, const VALUED: bool> {
    board: &'a mut Gomoku,
    side: Side,
    square: Square,
}

impl<const VALUED: bool> NullaryFnOnce for Put<'_, VALUED> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.board.put_stone::<VALUED>(self.side, self.square);
    }
}

/// The values of squares, by the class for the side to move and the class for the other side.
static VALUES: ByClasses<i16> = ByClasses::padded(0, &SQUARE_VALUES);

impl Position for Gomoku {
    type Move = Square;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        // Only the side that has just moved can have completed a row.
        if self.has_row(self.side.other()) {
            Some(Outcome::Win(self.side.other()))
        } else if self.is_without_moves() {
            Some(Outcome::Win(Side::Second))
        } else {
            (self.empty == 0).then_some(Outcome::Draw)
        }
    }

    /// Every empty square that is not forbidden, from the centre out.
    fn legal_moves(&self, moves: &mut Vec<Square>) {
        let is_restricted = self.geometry.rule == Rule::Renju && self.side == Side::First;
        self.geometry.each_from_the_centre(|square| {
            if self.stones[usize::from(square.0)] == EMPTY && !(is_restricted && self.is_forbidden(self.side, square)) {
                moves.push(square);
            }
        });
    }

    fn count_legal_moves(&self, _: &mut Vec<Square>) -> u64 {
        match self.geometry.rule {
            _ if self.has_row(self.side.other()) => 0,
            Rule::Renju => self.count_allowed(),
            Rule::Free | Rule::Exactly => u64::from(self.empty),
        }
    }

    fn wins_at_once(&self, _: &mut Vec<Square>) -> bool {
        !self.threat_squares(self.side, Threat::Row).is_empty() || self.can_leave_without_moves()
    }

    fn play_unchecked(&mut self, square: Square) {
        self.put(self.side, square);
        self.side = self.side.other();
    }

    /// Zobrist hashing (1970): a number for the board and one for every stone, combined by exclusive or. The stones
    /// determine the side to move.
    fn key(&self) -> u64 {
        self.hash
    }
}

/// The source of the Zobrist numbers. Other keys would change the random choices of all levels.
fn drawn(seed: u64) -> u64 {
    const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;
    mix(seed.wrapping_add(GAMMA).wrapping_mul(GAMMA).wrapping_sub(GAMMA))
}
