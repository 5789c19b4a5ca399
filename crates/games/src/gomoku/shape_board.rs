//! The board as the search for threats sees it: what a stone of either side would make on every empty square, kept up
//! to date with every stone.

use plyd_search::position::{Position, Side};

use super::board::{Gomoku, square_key};
use super::frame::{AREA, DIRECTIONS, EMPTY, Frame, LARGEST, STONES, Square, Stone};
use super::shapes::{Force, Made, Shape, Shapes, Span};

/// Lines in all directions: rows and columns, and two lots of diagonals.
const LINES: usize = 2 * LARGEST + 2 * (2 * LARGEST - 1);

/// Squares of one kind: a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Squares([u64; AREA.div_ceil(64)]);

impl Squares {
    fn flip(&mut self, square: Square) {
        self.0[usize::from(square.0 / 64)] ^= 1 << (square.0 % 64);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(super) fn contains(&self, square: Square) -> bool {
        self.0[usize::from(square.0 / 64)] >> (square.0 % 64) & 1 != 0
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        let words = self.0;
        words.into_iter().zip(0_u16..).flat_map(|(mut word, index)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as u16)?;
                word &= word - 1;
                Some(Square(64 * index + bit))
            })
        })
    }

    pub(super) fn first(&self) -> Option<Square> {
        self.iter().next()
    }

    /// How many there are; more than two are two.
    pub(super) fn up_to_two(&self) -> usize {
        self.iter().take(2).count()
    }
}

/// Where a square is on a line.
#[derive(Clone, Copy, Default)]
struct Place {
    line: u8,
    /// Its number on the line, and how many squares lie beyond it.
    index: u8,
    beyond: u8,
}

/// A line as one side sees it, shifted by the reach: see [`Span`].
#[derive(Clone, Copy)]
struct Line {
    own: u64,
    blocked: u64,
}

impl Line {
    /// As much of it as can be in a row with the square of this number.
    #[inline]
    fn span(self, index: u8, reach: u8) -> Span {
        let cut = |bits: u64| bits >> index & ((1 << (2 * reach + 1)) - 1);
        Span { own: cut(self.own), blocked: cut(self.blocked) }
    }
}

/// What was changed by a stone, to be undone.
#[derive(Clone, Copy)]
struct Change {
    side: Side,
    square: Square,
    before: Made,
}

pub(super) struct ShapeBoard {
    shapes: Shapes,
    /// Squares to either side of a stone that can be in a row with it.
    reach: u8,
    strides: [u16; 4],
    area: usize,
    off_centre: Box<[u16; AREA]>,
    places: Box<[[Place; 4]; AREA]>,
    /// What is beyond the board, as the bits of a line shifted by the reach.
    walls: [u64; LINES],
    lines: [[u64; LINES]; 2],
    stones: [Stone; AREA],
    /// Of empty squares: what a stone of each side would make there.
    made: Box<[[Made; AREA]; 2]>,
    kinds: [[Squares; Force::COUNT]; 2],
    changes: Vec<Change>,
    hash: u64,
}

impl ShapeBoard {
    /// The empty board.
    pub(super) fn new(frame: Frame) -> Self {
        let reach = frame.in_a_row - 1;
        let mut board = Self {
            shapes: Shapes::of(frame.in_a_row),
            reach,
            strides: DIRECTIONS.map(|direction| frame.stride(direction) as u16),
            area: frame.area(),
            off_centre: Box::new([0; AREA]),
            places: Box::new([[Place::default(); 4]; AREA]),
            walls: [u64::MAX; LINES],
            lines: [[0; LINES]; 2],
            stones: [EMPTY; AREA],
            made: Box::new([[Made::NOTHING; AREA]; 2]),
            kinds: [[Squares::default(); Force::COUNT]; 2],
            changes: Vec::with_capacity(1 << 12),
            hash: 0,
        };
        for square in (0..board.area as u16).map(Square) {
            let (x, y) = frame.place(square);
            let off = |at: u8, size: u8| (2 * i16::from(at) + 1 - i16::from(size)).pow(2);
            board.off_centre[usize::from(square.0)] = (off(x, frame.width) + off(y, frame.height)) as u16;
        }
        let mut lines = 0;
        for (direction, step) in DIRECTIONS.into_iter().enumerate() {
            frame.each_line(step, |first, length| {
                for index in 0..length {
                    let square = usize::from(first.0) + usize::from(index) * usize::from(board.strides[direction]);
                    board.places[square][direction] = Place { line: lines, index, beyond: length - 1 - index };
                }
                board.walls[usize::from(lines)] = !(((1 << length) - 1) << reach);
                lines += 1;
            });
        }
        for square in 0..board.area as u16 {
            board.reshape_square(Square(square));
        }
        board.changes.clear();
        board
    }

    /// Puts and takes stones until they are those of this position, of the same frame.
    pub(super) fn follow(&mut self, position: &Gomoku) {
        for square in 0..self.area {
            let (old, new) = (self.stones[square], position.stones[square]);
            if old == new {
                continue;
            }
            let square = Square(square as u16);
            for side in [Side::First, Side::Second] {
                if [old, new].contains(&STONES[side.index()]) {
                    self.flip_stone(side, square);
                }
            }
            self.stones[usize::from(square.0)] = new;
            self.reshape_square(square);
            self.reshape_around(square);
        }
        self.changes.clear();
        self.hash = position.key();
    }

    /// What tells positions apart.
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    /// The empty squares where a stone of this side would come to that.
    pub(super) fn squares(&self, side: Side, force: Force) -> &Squares {
        &self.kinds[side.index()][force as usize]
    }

    /// How much a stone of this side would be worth there.
    pub(super) fn worth(&self, side: Side, square: Square) -> u16 {
        self.made[side.index()][usize::from(square.0)].worth()
    }

    /// The distance from the middle of the board, twice and squared.
    pub(super) fn off_centre(&self, square: Square) -> u16 {
        self.off_centre[usize::from(square.0)]
    }

    /// How many squares there are.
    pub(super) fn area(&self) -> usize {
        self.area
    }

    /// Puts a stone on an empty square; what [`Self::take`] undoes.
    pub(super) fn put(&mut self, side: Side, square: Square) -> usize {
        let mark = self.changes.len();
        self.stones[usize::from(square.0)] = STONES[side.index()];
        self.flip_stone(side, square);
        self.reshape_square(square);
        self.reshape_around(square);
        mark
    }

    /// Takes the stone that was put last; `mark` is what that returned.
    pub(super) fn take(&mut self, side: Side, square: Square, mark: usize) {
        while self.changes.len() > mark {
            let Some(Change { side, square, before }) = self.changes.pop() else { break };
            self.set_made(side, square, before);
        }
        self.flip_stone(side, square);
        self.stones[usize::from(square.0)] = EMPTY;
    }

    /// Shows the squares that complete a row for this side after a stone on an empty square.
    pub(super) fn completions(&self, side: Side, square: Square, mut see: impl FnMut(Square)) {
        let made = self.made[side.index()][usize::from(square.0)];
        for direction in 0..4 {
            if !matches!(made.shape(direction), Shape::Four | Shape::OpenFour) {
                continue;
            }
            let mut found = self.shapes.completions(self.span(side, square, direction));
            while found != 0 {
                let steps = found.trailing_zeros() as i32 - i32::from(self.reach);
                see(Square((i32::from(square.0) + steps * i32::from(self.strides[direction])) as u16));
                found &= found - 1;
            }
        }
    }

    fn flip_stone(&mut self, side: Side, square: Square) {
        for place in self.places[usize::from(square.0)] {
            self.lines[side.index()][usize::from(place.line)] ^= 1 << (place.index + self.reach);
        }
        self.hash ^= square_key(side, square);
    }

    /// The line through a square, with it in the middle.
    fn span(&self, side: Side, square: Square, direction: usize) -> Span {
        let place = self.places[usize::from(square.0)][direction];
        self.line(place.line)[side.index()].span(place.index, self.reach)
    }

    /// A line as each side sees it.
    #[inline]
    fn line(&self, line: u8) -> [Line; 2] {
        let line = usize::from(line);
        let [first, second] = [self.lines[0][line], self.lines[1][line]];
        let wall = self.walls[line];
        [Line { own: first, blocked: second | wall }, Line { own: second, blocked: first | wall }]
    }

    /// What stones would make of a square itself.
    fn reshape_square(&mut self, square: Square) {
        let empty = self.stones[usize::from(square.0)] == EMPTY;
        for side in [Side::First, Side::Second] {
            let mut made = Made::NOTHING;
            if empty {
                for direction in 0..4 {
                    made = made.with(direction, self.shapes.of_span(self.span(side, square, direction)));
                }
            }
            self.change(side, square, made);
        }
    }

    /// What stones would make of the squares that can be in a row with this one: for each side, as far as none of the
    /// other's is between.
    fn reshape_around(&mut self, square: Square) {
        for direction in 0..4 {
            let Place { line, index, beyond } = self.places[usize::from(square.0)][direction];
            let lines = self.line(line);
            let stride = self.strides[direction];
            for (stride, step, length) in [(stride, 1, beyond), (stride.wrapping_neg(), u8::MAX, index)] {
                let mut sees = [true; 2];
                let (mut square, mut index) = (square.0, index);
                for _ in 0..length.min(self.reach) {
                    (square, index) = (square.wrapping_add(stride), index.wrapping_add(step));
                    match self.stones[usize::from(square)] {
                        EMPTY => self.reshape(Square(square), direction, index, &lines, sees),
                        stone => sees[usize::from(stone == STONES[0])] = false,
                    }
                    if sees == [false; 2] {
                        break;
                    }
                }
            }
        }
    }

    #[inline]
    fn reshape(&mut self, square: Square, direction: usize, index: u8, lines: &[Line; 2], sees: [bool; 2]) {
        for side in [Side::First, Side::Second] {
            if !sees[side.index()] {
                continue;
            }
            let shape = self.shapes.of_span(lines[side.index()].span(index, self.reach));
            let before = self.made[side.index()][usize::from(square.0)];
            if before.shape(direction) != shape {
                self.change(side, square, before.with(direction, shape));
            }
        }
    }

    #[inline]
    fn change(&mut self, side: Side, square: Square, made: Made) {
        let before = self.made[side.index()][usize::from(square.0)];
        self.changes.push(Change { side, square, before });
        self.set_made(side, square, made);
    }

    #[inline]
    fn set_made(&mut self, side: Side, square: Square, made: Made) {
        let before = std::mem::replace(&mut self.made[side.index()][usize::from(square.0)], made);
        let (old, new) = (before.force(), made.force());
        if old != new {
            for force in [old, new].into_iter().flatten() {
                self.kinds[side.index()][force as usize].flip(square);
            }
        }
    }
}
