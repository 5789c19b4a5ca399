//! Squares, sets of squares, and where pieces go on an empty board.

pub(super) use crate::bits::members_of_wide as members;
use plyd_search::position::Side;

/// A square: row by row from the top, and in each row from the left.
pub(super) type Square = u8;

/// A set of squares, a bit for each.
pub(super) type Squares = u128;

/// The squares of the larger board.
pub(super) const SQUARES: usize = 81;

#[inline(always)]
pub(super) const fn bit(square: Square) -> Squares {
    1 << square
}

/// The steps of pieces that do not slide. Promoted pieces other than bishops and rooks step as a gold does.
#[derive(Clone, Copy)]
pub(super) enum Step {
    Pawn,
    Knight,
    Silver,
    Gold,
    King,
}

/// Rows down and columns to the right, for Black.
const STEPS: [&[[i32; 2]]; 5] = [
    &[[-1, 0]],
    &[[-2, -1], [-2, 1]],
    &[[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 1]],
    &[[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, 0]],
    &DIRECTIONS,
];

/// The directions in which pieces slide. Opposite directions have the indices `d` and `7 - d`; from 4 on they lead to
/// larger squares.
const DIRECTIONS: [[i32; 2]; 8] = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];

/// The indices of the directions in which a bishop slides.
pub(super) const DIAGONAL: [usize; 4] = [0, 2, 5, 7];
/// The indices of the directions in which a rook slides.
pub(super) const STRAIGHT: [usize; 4] = [1, 3, 4, 6];
/// The index of the direction in which a side's lance slides.
pub(super) const FORWARD: [usize; 2] = [1, 6];

/// There is no direction from a square to another.
const NO_DIRECTION: u8 = 8;

/// The geometry of a board with a certain number of rows and as many columns.
pub(super) struct Geometry {
    pub(super) side: usize,
    /// By side, kind of step and square.
    steps: [[[Squares; SQUARES]; STEPS.len()]; 2],
    /// By direction and square, to the edge of the board.
    rays: [[Squares; SQUARES]; DIRECTIONS.len()],
    /// By square, the union of the rays of a bishop.
    pub(super) diagonals: [Squares; SQUARES],
    /// The same of a rook.
    pub(super) straights: [Squares; SQUARES],
    /// By square and square.
    directions: [[u8; SQUARES]; SQUARES],
    /// Squares as they are, on the board turned by half, on the mirrored board, and on the board turned and mirrored.
    pub(super) views: [[Square; SQUARES]; 4],
    /// The column of each square.
    pub(super) columns: [u8; SQUARES],
    /// By square and square, in steps of a king.
    distances: [[u8; SQUARES]; SQUARES],
    /// By square and square: the number of the place near the first one, or [`FAR`].
    places: [[u8; SQUARES]; SQUARES],
}

/// A piece counts as near a king up to so many steps of a king away from it.
const NEAR: i32 = 3;
/// The number of places near a king.
pub(super) const PLACES: usize = (2 * NEAR as usize + 1).pow(2);
/// A square is not near another one.
const FAR: u8 = PLACES as u8;

pub(super) static NINE: Geometry = Geometry::new(9);
pub(super) static FIVE: Geometry = Geometry::new(5);

impl Geometry {
    const fn new(side: usize) -> Self {
        let mut geometry = Self {
            side,
            steps: [[[0; SQUARES]; STEPS.len()]; 2],
            rays: [[0; SQUARES]; DIRECTIONS.len()],
            diagonals: [0; SQUARES],
            straights: [0; SQUARES],
            directions: [[NO_DIRECTION; SQUARES]; SQUARES],
            views: [[0; SQUARES]; 4],
            columns: [0; SQUARES],
            distances: [[0; SQUARES]; SQUARES],
            places: [[FAR; SQUARES]; SQUARES],
        };
        let mut from = 0;
        while from < side * side {
            let mut step = 0;
            while step < STEPS.len() {
                let mut index = 0;
                while index < STEPS[step].len() {
                    let [down, right] = STEPS[step][index];
                    geometry.steps[0][step][from] |= geometry.neighbour(from, [down, right]);
                    geometry.steps[1][step][from] |= geometry.neighbour(from, [-down, -right]);
                    index += 1;
                }
                step += 1;
            }
            let mut direction = 0;
            while direction < DIRECTIONS.len() {
                geometry.add_ray(from, direction);
                direction += 1;
            }
            let mut index = 0;
            while index < DIAGONAL.len() {
                geometry.diagonals[from] |= geometry.rays[DIAGONAL[index]][from];
                geometry.straights[from] |= geometry.rays[STRAIGHT[index]][from];
                index += 1;
            }
            geometry.measure(from);
            from += 1;
        }
        geometry
    }

    /// Fills in the tables that evaluations use.
    const fn measure(&mut self, from: usize) {
        let (row, column) = (from / self.side, from % self.side);
        let mirrored = self.side - 1 - column;
        let last = self.side * self.side - 1;
        let mirrored_square = self.side * row + mirrored;
        let views = [from, last - from, mirrored_square, last - mirrored_square];
        let mut view = 0;
        while view < views.len() {
            self.views[view][from] = views[view] as Square;
            view += 1;
        }
        self.columns[from] = column as u8;
        let mut to = 0;
        while to < self.side * self.side {
            let (to_row, to_column) = (to / self.side, to % self.side);
            let (rows, columns) = (row.abs_diff(to_row), column.abs_diff(to_column));
            self.distances[from][to] = if rows > columns { rows } else { columns } as u8;
            let down = to_row as i32 - row as i32 + NEAR;
            let right = to_column as i32 - column as i32 + NEAR;
            if 0 <= down && down <= 2 * NEAR && 0 <= right && right <= 2 * NEAR {
                self.places[from][to] = ((2 * NEAR + 1) * down + right) as u8;
            }
            to += 1;
        }
    }

    /// The number of the place of a square near a king's; `None` if it is not near.
    #[inline(always)]
    pub(super) fn place(&self, king: Square, square: Square) -> Option<usize> {
        let place = self.places[usize::from(king)][usize::from(square)];
        (place != FAR).then_some(usize::from(place))
    }

    /// The square at this distance, or none beyond the edge.
    const fn neighbour(&self, from: usize, [down, right]: [i32; 2]) -> Squares {
        let side = self.side as i32;
        let (row, column) = (from as i32 / side + down, from as i32 % side + right);
        if row < 0 || row >= side || column < 0 || column >= side { 0 } else { bit((row * side + column) as Square) }
    }

    const fn add_ray(&mut self, from: usize, direction: usize) {
        let mut at = from;
        loop {
            let next = self.neighbour(at, DIRECTIONS[direction]);
            if next == 0 {
                return;
            }
            self.rays[direction][from] |= next;
            at = next.trailing_zeros() as usize;
            self.directions[from][at] = direction as u8;
        }
    }

    /// The row of a square from the top, and its column from the left.
    pub(super) const fn row_column(&self, square: Square) -> [usize; 2] {
        [square as usize / self.side, square as usize % self.side]
    }

    /// All squares of the board.
    pub(super) const fn all(&self) -> Squares {
        (1 << (self.side * self.side)) - 1
    }

    /// This many rows at the far end of the board, as a side sees it.
    pub(super) const fn far_rows(&self, side: Side, rows: usize) -> Squares {
        let top = (1 << (self.side * rows)) - 1;
        match side {
            Side::First => top,
            Side::Second => self.all() ^ (self.all() >> (self.side * rows)),
        }
    }

    /// The squares of the column that a square is in.
    pub(super) const fn column_of(&self, square: Square) -> Squares {
        bit(square) | self.rays[FORWARD[0]][square as usize] | self.rays[FORWARD[1]][square as usize]
    }

    #[inline(always)]
    pub(super) fn steps(&self, side: Side, step: Step, from: Square) -> Squares {
        self.steps[side.index()][step as usize][usize::from(from)]
    }

    #[inline(always)]
    pub(super) fn ray(&self, direction: usize, from: Square) -> Squares {
        self.rays[direction][usize::from(from)]
    }

    /// The squares that a piece reaches by sliding until something stops it.
    #[inline(always)]
    pub(super) fn slides(&self, directions: &[usize], from: Square, occupied: Squares) -> Squares {
        directions.iter().fold(0, |reached, direction| {
            let ray = self.ray(*direction, from);
            let blockers = ray & occupied;
            if blockers == 0 {
                return reached | ray;
            }
            let first = if *direction < 4 { 127 - blockers.leading_zeros() } else { blockers.trailing_zeros() };
            reached | ray ^ self.ray(*direction, first as Square)
        })
    }

    /// The direction from a square to another one, if both are on a line.
    #[inline(always)]
    fn direction(&self, from: Square, to: Square) -> Option<usize> {
        let direction = self.directions[usize::from(from)][usize::from(to)];
        (direction != NO_DIRECTION).then_some(usize::from(direction))
    }

    /// The squares between two squares; none if they are not on a line.
    #[inline(always)]
    pub(super) fn between(&self, one: Square, other: Square) -> Squares {
        let between = |direction| self.ray(direction, one) & self.ray(7 - direction, other);
        self.direction(one, other).map_or(0, between)
    }

    /// The squares from one square towards another one and beyond; none if they are not on a line.
    #[inline(always)]
    pub(super) fn line(&self, from: Square, towards: Square) -> Squares {
        self.direction(from, towards).map_or(0, |direction| self.ray(direction, from))
    }

    /// How many steps of a king it takes from one square to another.
    #[inline(always)]
    pub(super) fn distance(&self, one: Square, other: Square) -> usize {
        usize::from(self.distances[usize::from(one)][usize::from(other)])
    }
}
