//! The geometry of a board: squares and directions of rows.

use plyd_search::position::Side;

/// The largest width and height; the smallest width, height and length of a row.
pub(super) const MAX_SIZE: usize = 20;
pub(super) const MIN_SIZE: usize = 3;
pub(super) const AREA: usize = MAX_SIZE * MAX_SIZE;

/// The content of a square.
pub(super) type Stone = u8;
pub(super) const EMPTY: Stone = 0;
pub(super) const STONES: [Stone; 2] = [1, 2];

/// Width, height, and the length of a winning row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Geometry {
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) in_a_row: u8,
    pub(super) rule: Rule,
}

/// The variant of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// A row of at least the length wins: free style.
    Free,
    /// A row of exactly the length wins. A longer one (an overline) does not count, and the game continues.
    Exactly,
    /// The first side needs exactly five, and may not make double threes, double fours or overlines. See `renju.rs`.
    Renju,
}

/// The rows that win for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    /// Rows of the length or longer.
    AtLeast,
    /// Rows of exactly the length.
    Exactly,
}

impl Rule {
    /// The rule with this name: one of the words in states, or one used by Gomocup and its programs.
    pub(super) fn named(word: &str) -> Option<Self> {
        let is = |name: &&str| word.eq_ignore_ascii_case(name);
        match () {
            () if ["free", "freestyle"].iter().any(is) => Some(Self::Free),
            () if ["exactly", "exact", "standard"].iter().any(is) => Some(Self::Exactly),
            () if is(&"renju") => Some(Self::Renju),
            () => None,
        }
    }

    /// The end of a state with this rule.
    pub(super) fn suffix(self) -> &'static str {
        match self {
            Self::Free => "",
            Self::Exactly => " exactly",
            Self::Renju => " renju",
        }
    }

    /// The rows with which a side wins.
    #[inline]
    pub(super) fn rows(self, side: Side) -> Rows {
        match (self, side) {
            (Self::Free, _) | (Self::Renju, Side::Second) => Rows::AtLeast,
            (Self::Exactly, _) | (Self::Renju, Side::First) => Rows::Exactly,
        }
    }
}

/// A square's index: rows from top to bottom, each from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(pub(super) u16);

/// Steps right and down: along a row, down left, down, down right.
pub(super) const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

impl Geometry {
    /// How many squares on either side of a stone determine the rows through it. An exact row also depends on the
    /// squares next to its ends.
    #[inline]
    pub(super) fn reach(self) -> u8 {
        self.in_a_row - u8::from(self.rule == Rule::Free)
    }

    pub(super) fn area(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    pub(super) fn square(self, x: u8, y: u8) -> Square {
        Square(u16::from(y) * u16::from(self.width) + u16::from(x))
    }

    /// Column from the left and row from the top.
    pub(super) fn column_row(self, square: Square) -> (u8, u8) {
        let width = u16::from(self.width);
        ((square.0 % width) as u8, (square.0 / width) as u8)
    }

    /// The squared distance from the middle of the board, in units of half a square.
    pub(super) fn off_centre(self, square: Square) -> u16 {
        let (x, y) = self.column_row(square);
        self.off_centre_at(x, y)
    }

    /// As [`Geometry::off_centre`], for a column and a row.
    #[inline]
    pub(super) fn off_centre_at(self, x: u8, y: u8) -> u16 {
        let off = |at: u8, size: u8| (2 * i16::from(at) + 1 - i16::from(size)).pow(2);
        (off(x, self.width) + off(y, self.height)) as u16
    }

    /// Calls `visit` with every square from the centre outwards: ring by ring, and each ring row by row.
    pub(super) fn each_from_the_centre(self, mut visit: impl FnMut(Square)) {
        for ring in (0..self.width.min(self.height).div_ceil(2)).rev() {
            let (right, bottom) = (self.width - 1 - ring, self.height - 1 - ring);
            for y in ring..=bottom {
                let whole = y == ring || y == bottom;
                let step = if whole { 1 } else { (right - ring).max(1) };
                (ring..=right).step_by(usize::from(step)).for_each(|x| visit(self.square(x, y)));
            }
        }
    }

    /// Number of steps in a direction that stay on the board.
    pub(super) fn steps_to_edge(self, (x, y): (u8, u8), (dx, dy): (i8, i8)) -> u8 {
        let along = |at: u8, step: i8, size: u8| match step {
            0 => u8::MAX,
            1 => size - 1 - at,
            _ => at,
        };
        along(x, dx, self.width).min(along(y, dy, self.height))
    }

    /// The difference of index between neighbours in a direction.
    pub(super) fn stride(self, (dx, dy): (i8, i8)) -> usize {
        (i16::from(dy) * i16::from(self.width) + i16::from(dx)) as usize
    }
}
