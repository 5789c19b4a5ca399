//! The dark squares of a draughts board as bits of a word with a gap after every two rows. A step in one direction is
//! then the same shift on every square, and steps off the sides end in a gap.
//!
//! ```text
//!  square numbers, four in a row       bits
//!      1   2   3   4                       0   1   2   3
//!    5   6   7   8                       4   5   6   7
//!      9  10  11  12                       9  10  11  12      8, 17 and 26 are gaps
//!   13  14  15  16                      13  14  15  16
//!     17  18  19  20                      18  19  20  21
//!   21  22  23  24                      22  23  24  25
//!     25  26  27  28                      27  28  29  30
//!   29  30  31  32                      31  32  33  34
//! ```

use crate::board::RowColumn;

/// A set of squares.
pub(crate) type Squares = u64;

/// A board with `WIDTH` dark squares in a row and twice as many rows: `WIDTH` is 4 for 64 squares, and 5 for 100.
pub trait Diagonals {
    /// Dark squares in a row.
    const WIDTH: u32;

    /// Every dark square, without the gaps.
    const ALL: Squares = {
        let (mut set, mut row) = (0, 0);
        while row < 2 * Self::WIDTH {
            set |= row_of(Self::WIDTH, row);
            row += 1;
        }
        set
    };

    /// One more than the largest bit index of a square.
    const BITS: u32 = 2 * Self::WIDTH * Self::WIDTH + Self::WIDTH - 1;

    /// `RAYS[index][direction]`: the squares in a [`Direction`] from a square.
    const RAYS: &'static [[Squares; 4]; 54] = &rays(Self::WIDTH);

    /// By how many bits a step in each [`Direction`] rotates a word to the left.
    const SHIFTS: [u32; 4] = [Self::WIDTH, Self::WIDTH + 1, 64 - (Self::WIDTH + 1), 64 - Self::WIDTH];

    /// The squares of a row from the top, counted from 0.
    fn row(row: u32) -> Squares {
        row_of(Self::WIDTH, row)
    }

    /// The set on a board turned by 180 degrees, as the other player sees it.
    #[inline]
    fn turned(set: Squares) -> Squares {
        set.reverse_bits() >> (64 - Self::BITS)
    }

    /// The bit of a square by its number, from 1 on.
    fn bit(number: u32) -> Squares {
        1 << (number - 1 + (number - 1) / (2 * Self::WIDTH))
    }

    /// The number of the square with this bit index.
    fn number(index: u32) -> u32 {
        index - index / (2 * Self::WIDTH + 1) + 1
    }

    /// The numbers of a set's squares, ascending.
    fn numbers(set: Squares) -> impl Iterator<Item = u32> {
        bit_indices(set).map(Self::number)
    }

    /// Row and column of the square with this number on the full board.
    fn cell(number: u32) -> RowColumn {
        let [row, nth] = [(number - 1) / Self::WIDTH, (number - 1) % Self::WIDTH].map(|value| value as usize);
        [row, 2 * nth + 1 - row % 2]
    }

    /// The set moved one step. The caller masks out squares that leave the board.
    #[inline]
    fn step(direction: Direction, set: Squares) -> Squares {
        set.rotate_left(Self::SHIFTS[direction as usize])
    }

    /// The set moved one step back. The caller masks out squares that leave the board here too.
    #[inline]
    fn back(direction: Direction, set: Squares) -> Squares {
        Self::step(direction.opposite(), set)
    }

    /// The empty squares from a square up to the next piece in this direction, and that piece's square, if there is a
    /// piece.
    #[inline]
    fn reach(index: u32, direction: Direction, occupied: Squares) -> (Squares, Squares) {
        let ray = Self::RAYS[index as usize][direction as usize];
        let pieces = ray & occupied;
        if direction.is_down() {
            (ray & (pieces & pieces.wrapping_neg()).wrapping_sub(1), pieces & pieces.wrapping_neg())
        } else {
            // The bits above the nearest piece; all bits if there is none.
            let above = !0 << (64 - pieces.leading_zeros());
            (ray & above, pieces & (above >> 1))
        }
    }
}

/// The board of 64 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eight;

impl Diagonals for Eight {
    const WIDTH: u32 = 4;
}

/// The board of 100 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ten;

impl Diagonals for Ten {
    const WIDTH: u32 = 5;
}

/// A diagonal direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To higher numbers and to the left.
    DownLeft,
    DownRight,
    /// To lower numbers.
    UpLeft,
    UpRight,
}

/// All four directions, in the order in which moves are listed: two for men that go down, then two for men that go up.
pub(crate) const DIRECTIONS: [Direction; 4] =
    [Direction::DownLeft, Direction::DownRight, Direction::UpLeft, Direction::UpRight];

impl Direction {
    const fn is_down(self) -> bool {
        matches!(self, Self::DownLeft | Self::DownRight)
    }

    const fn opposite(self) -> Self {
        match self {
            Self::DownLeft => Self::UpRight,
            Self::DownRight => Self::UpLeft,
            Self::UpLeft => Self::DownRight,
            Self::UpRight => Self::DownLeft,
        }
    }
}

/// The bit indexes of a set's squares, ascending.
#[inline]
pub(crate) fn bit_indices(mut set: Squares) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let index = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (index < 64).then_some(index)
    })
}

const fn row_of(width: u32, row: u32) -> Squares {
    ((1 << width) - 1) << (width * row + row / 2)
}

const fn rays(width: u32) -> [[Squares; 4]; 54] {
    let mut rays = [[0; 4]; 54];
    let mut row = 0;
    while row < 2 * width {
        let mut nth = 0;
        while nth < width {
            let index = width * row + row / 2 + nth;
            let column = 2 * nth + 1 - row % 2;
            let mut direction = 0;
            while direction < 4 {
                rays[index as usize][direction] = ray(width, row as i32, column as i32, direction);
                direction += 1;
            }
            nth += 1;
        }
        row += 1;
    }
    rays
}

const fn ray(width: u32, mut row: i32, mut column: i32, direction: usize) -> Squares {
    let (down, right) = [(1, -1), (1, 1), (-1, -1), (-1, 1)][direction];
    let side = 2 * width as i32;
    let mut ray = 0;
    loop {
        (row, column) = (row + down, column + right);
        if row < 0 || row >= side || column < 0 || column >= side {
            return ray;
        }
        ray |= 1 << (width as i32 * row + row / 2 + column / 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squares from a square onwards, one by one.
    fn walk<B: Diagonals>(number: u32, direction: Direction) -> Vec<u32> {
        let side = 2 * B::WIDTH as i32;
        let (down, right) = [(1, -1), (1, 1), (-1, -1), (-1, 1)][direction as usize];
        let [row, column] = B::cell(number).map(|index| index as i32);
        let ahead = (1..side).map(|steps| (row + steps * down, column + steps * right));
        let inside = ahead.take_while(|(row, column)| (0..side).contains(row) && (0..side).contains(column));
        inside.map(|(row, column)| (B::WIDTH as i32 * row + column / 2 + 1) as u32).collect()
    }

    fn assert_geometry<B: Diagonals>() {
        let count = 2 * B::WIDTH * B::WIDTH;
        let mut seed = 1u64;
        for number in 1..=count {
            let square = B::bit(number);
            assert_eq!(B::number(square.trailing_zeros()), number);
            assert_eq!(B::turned(square), B::bit(count + 1 - number));
            assert!(B::row(B::cell(number)[0] as u32) & square != 0);
            for direction in DIRECTIONS {
                let path = walk::<B>(number, direction);
                let next = path.first().map_or(0, |number| B::bit(*number));
                assert_eq!(B::step(direction, square) & B::ALL, next, "{number} {direction:?}");
                assert!(next == 0 || B::back(direction, next) & B::ALL == square);
                for _ in 0..200 {
                    seed = plyd_search::mix(seed);
                    let occupied = seed & plyd_search::mix(!seed) & B::ALL;
                    let free: Vec<_> = path.iter().take_while(|number| occupied & B::bit(**number) == 0).collect();
                    let stop = path.get(free.len()).map_or(0, |number| B::bit(*number));
                    let free = free.into_iter().map(|number| B::bit(*number)).sum::<u64>();
                    assert_eq!(B::reach(square.trailing_zeros(), direction, occupied), (free, stop));
                }
            }
        }
        assert_eq!(B::ALL, (1..=count).map(B::bit).sum::<u64>());
        assert_eq!(B::numbers(B::ALL).collect::<Vec<_>>(), (1..=count).collect::<Vec<_>>());
        assert_eq!(64 - B::ALL.leading_zeros(), B::BITS);
    }

    #[test]
    fn steps_and_rays_are_those_of_a_walk_over_the_board() {
        assert_geometry::<Eight>();
        assert_geometry::<Ten>();
        assert_eq!((Eight::ALL, Eight::BITS, Ten::BITS), (0x7_fbfd_feff, 35, 54));
    }
}
