//! The rules of gomoku. With every stone the board updates the pattern that a further stone of either side would form
//! on each empty square.

use super::frame::{AREA, DIRECTIONS, EMPTY, Frame, LARGEST, STONES, Square, Stone};
use super::made::{Force, Made};
use super::shapes::{Shape, Shapes, Span};
use super::squares::Squares;
use plyd_search::position::{Outcome, Position, Side};

/// Number of lines: rows, columns, and the diagonals of both directions.
const LINES: usize = 2 * LARGEST + 2 * (2 * LARGEST - 1);

/// A position on a board of any size, about 3 KB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gomoku {
    pub(super) frame: Frame,
    pub(super) side: Side,
    /// For each side, whether it has a winning row.
    rows: [bool; 2],
    /// Number of empty squares.
    empty: u16,
    /// For each side, the summed value of its squares: if that side is to move, and if the other is.
    pub(super) worth: [[i32; 2]; 2],
    hash: u64,
    stones: [Stone; AREA],
    /// Each side's stones, as a bit for each square of a line.
    lines: [[u32; LINES]; 2],
    /// For each side, the pattern that its stone would form on every square; none on occupied squares.
    made: [[Made; AREA]; 2],
    /// For each side, the squares where its stone would form a threat of each kind.
    forces: [[Squares; Force::COUNT]; 2],
}

/// A line from one side's point of view, shifted by the reach: see [`Span`].
#[derive(Clone, Copy)]
struct Line {
    own: u64,
    blocked: u64,
}

impl Line {
    /// The part of the line that can be in a row with the square of this index.
    #[inline]
    fn span(self, index: u8, reach: u8) -> Span {
        let cut = |bits: u64| bits >> index & ((1 << (2 * reach + 1)) - 1);
        Span { own: cut(self.own), blocked: cut(self.blocked) }
    }
}

/// The position of a square on a line.
#[derive(Clone, Copy)]
struct Place {
    line: usize,
    /// The index of its bit.
    index: u8,
    /// Number of squares before it and behind it.
    before: u8,
    beyond: u8,
}

impl Default for Gomoku {
    /// The usual game: 15x15, five in a row.
    fn default() -> Self {
        Self::empty(Frame { width: 15, height: 15, in_a_row: 5 }, Side::First)
    }
}

impl Gomoku {
    /// The empty board. `side` is to move once stones have been [put](Self::put) on it.
    pub(super) fn empty(frame: Frame, side: Side) -> Self {
        let Frame { width, height, in_a_row } = frame;
        let mut board = Self {
            frame,
            side,
            rows: [false; 2],
            empty: frame.area() as u16,
            worth: [[0; 2]; 2],
            hash: mix(u64::from_le_bytes([width, height, in_a_row, 1, 0, 0, 0, 0])),
            stones: [EMPTY; AREA],
            lines: [[0; LINES]; 2],
            made: [[Made::NOTHING; AREA]; 2],
            forces: [[Squares::default(); Force::COUNT]; 2],
        };
        let shapes = Shapes::of(in_a_row);
        for square in (0..board.empty).map(Square) {
            for side in [Side::First, Side::Second] {
                let made = (0..4).fold(Made::NOTHING, |made, direction| {
                    made.with(direction, shapes.of_span(board.span(side, square, direction), in_a_row - 1))
                });
                board.set_made(side, square, made);
            }
        }
        board
    }

    /// Puts a stone on an empty square, whichever side is to move.
    pub(super) fn put(&mut self, side: Side, square: Square) {
        self.rows[side.index()] |= self.made(side, square).force() == Some(Force::Row);
        self.empty -= 1;
        self.hash ^= mix(u64::from(square.0) << 1 | side.index() as u64);
        self.stones[usize::from(square.0)] = STONES[side.index()];
        self.set_made(Side::First, square, Made::NOTHING);
        self.set_made(Side::Second, square, Made::NOTHING);
        let shapes = Shapes::of(self.frame.in_a_row);
        for direction in 0..4 {
            // The usual game gets its own monomorphised copy.
            match self.frame.in_a_row - 1 {
                4 => self.reshape(side, square, direction, 4, shapes),
                reach => self.reshape(side, square, direction, reach, shapes),
            }
        }
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

    /// The pattern that this side's stone would form on a square.
    #[inline]
    pub(super) fn made(&self, side: Side, square: Square) -> Made {
        self.made[side.index()][usize::from(square.0)]
    }

    /// The empty squares where this side's stone would form this threat.
    #[inline]
    pub(super) fn squares(&self, side: Side, force: Force) -> &Squares {
        &self.forces[side.index()][force as usize]
    }

    /// Calls `see` with the squares that complete a row for this side after a stone on an empty square.
    pub(super) fn completions(&self, side: Side, square: Square, mut see: impl FnMut(Square)) {
        let made = self.made(side, square);
        let shapes = Shapes::of(self.frame.in_a_row);
        for direction in (0..4).filter(|direction| made.shape(*direction).is_four()) {
            let stride = self.frame.stride(DIRECTIONS[direction]) as i32;
            let mut found = shapes.completions(self.span(side, square, direction));
            while found != 0 {
                let steps = found.trailing_zeros() as i32 - i32::from(self.frame.in_a_row - 1);
                see(Square((i32::from(square.0) + steps * stride) as u16));
                found &= found - 1;
            }
        }
    }

    /// The line through a square, with the square in the middle.
    fn span(&self, side: Side, square: Square, direction: usize) -> Span {
        let (place, reach) = (self.place(square, direction), self.frame.in_a_row - 1);
        self.line(place, reach)[side.index()].span(place.index, reach)
    }

    #[inline]
    fn place(&self, square: Square, direction: usize) -> Place {
        const LONG: usize = 2 * LARGEST - 1;
        let (x, y) = self.frame.place(square);
        let (dx, dy) = DIRECTIONS[direction];
        let line = match direction {
            0 => usize::from(y),
            1 => 2 * LARGEST + usize::from(x + y),
            2 => LARGEST + usize::from(x),
            _ => 2 * LARGEST + LONG + LARGEST - 1 + usize::from(x) - usize::from(y),
        };
        Place {
            line,
            index: if direction == 0 { x } else { y },
            before: self.frame.room((x, y), (-dx, -dy)),
            beyond: self.frame.room((x, y), (dx, dy)),
        }
    }

    /// A line from each side's point of view.
    #[inline]
    fn line(&self, Place { line, index, before, beyond }: Place, reach: u8) -> [Line; 2] {
        let wall = !(((1 << (before + beyond + 1)) - 1) << (index - before + reach));
        let [first, second] = [0, 1].map(|side| u64::from(self.lines[side][line]) << reach);
        [Line { own: first, blocked: second | wall }, Line { own: second, blocked: first | wall }]
    }

    /// Updates the shapes of all squares that can be in a row with a new stone of this side: for each side, up to the
    /// first stone of the other.
    #[inline(always)]
    fn reshape(&mut self, side: Side, square: Square, direction: usize, reach: u8, shapes: Shapes) {
        let place = self.place(square, direction);
        self.lines[side.index()][place.line] |= 1 << place.index;
        let lines = self.line(place, reach);
        let (own, other) = (side, side.other());
        let stride = self.frame.stride(DIRECTIONS[direction]) as u16;
        for (stride, step, length) in [(stride, 1, place.beyond), (stride.wrapping_neg(), u8::MAX, place.before)] {
            let (mut sees, mut other_sees) = (true, true);
            let (mut square, mut index) = (square.0, place.index);
            for _ in 0..length.min(reach) {
                (square, index) = (square.wrapping_add(stride), index.wrapping_add(step));
                match self.stones[usize::from(square)] {
                    EMPTY => {
                        if sees {
                            let span = lines[own.index()].span(index, reach);
                            self.set_shape(own, Square(square), direction, shapes.of_span(span, reach));
                        }
                        // An opposing stone cannot make a shape better than none.
                        if other_sees && self.made(other, Square(square)).shape(direction) != Shape::Nothing {
                            let span = lines[other.index()].span(index, reach);
                            self.set_shape(other, Square(square), direction, shapes.of_span(span, reach));
                        }
                    }
                    stone if stone == STONES[own.index()] => other_sees = false,
                    _ => sees = false,
                }
                if !(sees || other_sees) {
                    break;
                }
            }
        }
    }

    #[inline(always)]
    fn set_shape(&mut self, side: Side, square: Square, direction: usize, shape: Shape) {
        let made = self.made(side, square);
        if made.shape(direction) != shape {
            self.set_made(side, square, made.with(direction, shape));
        }
    }

    #[inline]
    fn set_made(&mut self, side: Side, square: Square, made: Made) {
        let before = std::mem::replace(&mut self.made[side.index()][usize::from(square.0)], made);
        let (old, new) = (before.fact(), made.fact());
        for (sum, (old, new)) in self.worth[side.index()].iter_mut().zip(old.worth.into_iter().zip(new.worth)) {
            *sum += i32::from(new) - i32::from(old);
        }
        if old.force != new.force {
            for force in [old.force, new.force].into_iter().flatten() {
                self.forces[side.index()][force as usize].flip(square);
            }
        }
    }
}

impl Position for Gomoku {
    type Move = Square;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        // Only the side that has just moved can have completed a row.
        if self.has_row(self.side.other()) {
            Some(Outcome::Win(self.side.other()))
        } else {
            (self.empty == 0).then_some(Outcome::Draw)
        }
    }

    /// Every empty square, from the centre out.
    fn legal_moves(&self, moves: &mut Vec<Square>) {
        self.frame.each_from_the_centre(|square| {
            if self.stones[usize::from(square.0)] == EMPTY {
                moves.push(square);
            }
        });
    }

    fn count_legal_moves(&self, _: &mut Vec<Square>) -> u64 {
        if self.has_row(self.side.other()) { 0 } else { u64::from(self.empty) }
    }

    fn wins_at_once(&self, _: &mut Vec<Square>) -> bool {
        !self.squares(self.side, Force::Row).is_empty()
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

/// Source of the Zobrist numbers: the finaliser of SplitMix64 (Steele, Lea and Flood 2014), applied to a multiple of
/// the usual seed. Different keys would change the random draws of every level.
fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
