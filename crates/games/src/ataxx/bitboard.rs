//! Sets of squares as 64 bits: neighbours, jumps, and the eight symmetries of the board.
//!
//! Each row takes eight bits. The last one is never set, because steps over a side of the board end there:
//!
//! ```text
//!     a  b  c  d  e  f  g
//! 7   0  1  2  3  4  5  6
//! 6   8  9 10 11 12 13 14
//! ...
//! 1  48 49 50 51 52 53 54
//! ```

use crate::bits::transposed;

/// A set of squares.
pub(super) type Squares = u64;

/// Rows and columns.
pub(super) const SIZE: u8 = 7;
pub(super) const BOARD: Squares = 0x007f_7f7f_7f7f_7f7f;
/// One more than the largest square.
pub(super) const SQUARES: usize = 55;

/// The squares of a set and those next to them, in all eight directions.
pub(super) const fn around(set: Squares) -> Squares {
    let rows = (set | set << 1 | set >> 1) & BOARD;
    (rows | rows << 8 | rows >> 8) & BOARD
}

/// The squares next to a square.
pub(super) static NEIGHBOURS: [Squares; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        table[square] = around(1 << square) & !(1 << square);
        square += 1;
    }
    table
};

/// The squares at distance two from a square.
pub(super) static JUMPS: [Squares; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let near = around(1 << square);
        table[square] = around(near) & !near;
        square += 1;
    }
    table
};

/// Number of jump targets of a square in the middle of the board.
pub(super) const JUMPS_PER_SQUARE: usize = 16;

/// The index of a jump, 0 to 15, by the difference between target and origin plus [`JUMP_BIAS`]. [`JUMPS_PER_SQUARE`]
/// for a difference that is not a jump.
pub(super) const JUMP_INDEX: [u8; 37] = {
    let mut indices = [JUMPS_PER_SQUARE as u8; 37];
    let (mut index, mut row) = (0, -2_i32);
    while row <= 2 {
        let mut column = -2_i32;
        while column <= 2 {
            if row.abs() == 2 || column.abs() == 2 {
                indices[(JUMP_BIAS + 8 * row + column) as usize] = index;
                index += 1;
            }
            column += 1;
        }
        row += 1;
    }
    indices
};
pub(super) const JUMP_BIAS: i32 = 18;

/// Number of pairs of neighbours with one square in each set.
pub(super) fn contacts(one: Squares, other: Squares) -> u32 {
    let shifted = [one << 1, one >> 1, one << 8, one >> 8, one << 7, one >> 7, one << 9, one >> 9];
    shifted.into_iter().map(|squares| (squares & other).count_ones()).sum()
}

/// Number of jumps from a square of one set to a square of the other.
pub(super) fn count_jumps(mut from: Squares, to: Squares) -> u32 {
    let mut count = 0;
    while from != 0 {
        count += (JUMPS[from.trailing_zeros() as usize] & to).count_ones();
        from &= from - 1;
    }
    count
}

/// How many symmetries the board has.
pub(super) const SYMMETRIES: usize = 8;

/// One step through the eight symmetries: alternate reflections about the diagonal and about the middle row.
pub(super) const fn turned(set: Squares, step: usize) -> Squares {
    if step.is_multiple_of(2) { transposed(set) } else { set.swap_bytes() >> 8 }
}

/// The square that a square goes to after the first `steps` steps of [`turned`].
pub(super) const fn turned_square(square: usize, steps: usize) -> usize {
    let (mut row, mut column) = (square / 8, square % 8);
    let mut step = 0;
    while step < steps {
        if step % 2 == 0 {
            (row, column) = (column, row);
        } else {
            row = SIZE as usize - 1 - row;
        }
        step += 1;
    }
    8 * row + column
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::members;

    fn distance(one: u8, other: u8) -> u8 {
        (one / 8).abs_diff(other / 8).max((one % 8).abs_diff(other % 8))
    }

    #[test]
    fn tables_equal_distances() {
        for square in members(BOARD) {
            for other in members(BOARD) {
                let (near, far) = (NEIGHBOURS[usize::from(square)], JUMPS[usize::from(square)]);
                let found = [near >> other & 1, far >> other & 1];
                let expected = [1, 2].map(|far| u64::from(distance(square, other) == far));
                assert_eq!(found, expected, "{square} {other}");
            }
        }
        assert_eq!(count_jumps(BOARD, BOARD), 29 * 29 - 19 * 19);
        let mut indices: Vec<u8> = members(JUMPS[27]).map(|to| JUMP_INDEX[usize::from(to) + 18 - 27]).collect();
        indices.sort_unstable();
        assert_eq!(indices, (0..16).collect::<Vec<_>>());
    }

    #[test]
    fn contacts_are_pairs_of_neighbours() {
        let mut seed = 5_u64;
        for _ in 0..1000 {
            let mut next = || {
                seed = plyd_search::mix(seed.wrapping_add(1));
                seed & BOARD
            };
            let (one, other) = (next(), next());
            let expected: u32 = members(one).map(|square| (NEIGHBOURS[usize::from(square)] & other).count_ones()).sum();
            assert_eq!(contacts(one, other), expected);
        }
    }

    #[test]
    fn seven_steps_make_eight_images_and_squares_move_as_sets_do() {
        let mut set = 0b0000_0011 | 1 << 8 | 1 << 34;
        let mut images = vec![set];
        for step in 0..7 {
            let next = turned(set, step);
            let moved = members(set).count();
            assert_eq!(moved, members(next).count());
            set = next;
            images.push(set);
            let by_square =
                members(images[0]).fold(0, |all, square| all | 1_u64 << turned_square(usize::from(square), step + 1));
            assert_eq!(by_square, set);
        }
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), SYMMETRIES);
    }
}
