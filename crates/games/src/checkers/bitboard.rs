//! The 32 dark squares as bits of a word, a gap after every eight, so that a step in one direction is the same shift
//! everywhere and runs into a gap at the sides of the board.
//!
//! ```text
//!  square numbers                      bits
//!      1   2   3   4                       0   1   2   3
//!    5   6   7   8                       4   5   6   7
//!      9  10  11  12                       9  10  11  12      8, 17 and 26 are gaps
//!   13  14  15  16                      13  14  15  16
//!     17  18  19  20                      18  19  20  21
//!   21  22  23  24                      22  23  24  25
//!     25  26  27  28                      27  28  29  30
//!   29  30  31  32                      31  32  33  34
//! ```

/// A set of squares.
pub(super) type Squares = u64;

/// Every square; the gaps are not in it.
pub(super) const BOARD: Squares = 0x7_fbfd_feff;

/// The bit of a square number from 1 to 32.
pub(super) const fn bit(number: u8) -> Squares {
    1 << (number - 1 + (number - 1) / 8)
}

/// The number of the square at this place in a word.
pub(super) const fn number(place: u32) -> u32 {
    place - place / 9 + 1
}

/// The squares of these numbers.
pub(super) const fn squares(numbers: &[u8]) -> Squares {
    let mut set = 0;
    let mut index = 0;
    while index < numbers.len() {
        set |= bit(numbers[index]);
        index += 1;
    }
    set
}

/// A diagonal direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// To higher numbers and to the left; where black's men go.
    DownLeft,
    DownRight,
    /// To lower numbers; where white's men go.
    UpLeft,
    UpRight,
}

/// All four, in the order in which moves are listed; the two of black's men, then the two of white's.
pub(super) const DIRECTIONS: [Direction; 4] =
    [Direction::DownLeft, Direction::DownRight, Direction::UpLeft, Direction::UpRight];

impl Direction {
    /// The squares one step on. What fell off the board has to be masked out, by whatever the result is met with.
    pub(super) const fn step(self, set: Squares) -> Squares {
        match self {
            Self::DownLeft => set << 4,
            Self::DownRight => set << 5,
            Self::UpRight => set >> 4,
            Self::UpLeft => set >> 5,
        }
    }

    /// The squares one step back; the same holds.
    pub(super) const fn back(self, set: Squares) -> Squares {
        match self {
            Self::DownLeft => set >> 4,
            Self::DownRight => set >> 5,
            Self::UpRight => set << 4,
            Self::UpLeft => set << 5,
        }
    }
}

/// The set as the other player sees it, the board turned by half.
pub(super) const fn turned(set: Squares) -> Squares {
    set.reverse_bits() >> 29
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_to_the_neighbours_on_the_board() {
        for square in 1..=32u8 {
            // Rows of four, the odd ones (from 0) further left.
            let (row, place) = ((square - 1) / 4, (square - 1) % 4);
            let file = 2 * place + u8::from(row % 2 == 0);
            for (direction, (down, right)) in DIRECTIONS.into_iter().zip([(1, -1), (1, 1), (-1, -1), (-1, 1i8)]) {
                let (row, file) = (row as i8 + down, file as i8 + right);
                let on_board = (0..8).contains(&row) && (0..8).contains(&file);
                let expected = if on_board { bit((4 * row + file / 2 + 1) as u8) } else { 0 };
                assert_eq!(direction.step(bit(square)) & BOARD, expected, "{square} {direction:?}");
                if on_board {
                    assert_eq!(direction.back(expected) & BOARD, bit(square));
                }
            }
            assert_eq!(number(bit(square).trailing_zeros()), u32::from(square));
            assert_eq!(turned(bit(square)), bit(33 - square));
        }
        assert_eq!(BOARD, squares(&std::array::from_fn::<u8, 32, _>(|index| index as u8 + 1)));
    }
}
