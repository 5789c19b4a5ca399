//! Sets of squares as 64 bits: legal moves, flipped discs, stable discs.
//!
//! Bit `i` is the `i`-th cell of a state, row by row from a1 at the top left:
//!
//! ```text
//!     a  b  c  d  e  f  g  h
//! 1   0  1  2  3  4  5  6  7
//! 2   8  9 10 11 12 13 14 15
//! ...
//! 8  56 57 58 59 60 61 62 63
//! ```

/// A set of squares.
pub(super) type Squares = u64;

pub(super) const CORNERS: Squares = 0x8100_0000_0000_0081;

const FILE_A: Squares = 0x0101_0101_0101_0101;
const FILE_H: Squares = FILE_A << 7;
const ROW_1: Squares = 0xff;
const ROW_8: Squares = ROW_1 << 56;
const RIM: Squares = FILE_A | FILE_H | ROW_1 | ROW_8;

/// Inner files, which keep lines along rows and diagonals from wrapping around the board.
const INNER_FILES: Squares = !(FILE_A | FILE_H);

/// The bit distance between neighbours on each of the four axes. All functions loop over the axes, so that processors
/// with wide registers can handle all four together.
const STEPS: [u32; 4] = [1, 7, 8, 9];

/// The empty squares where `own` flips at least one disc of `other`.
///
/// On each axis, these are the squares just beyond unbroken lines of `other` that start next to `own`, in both
/// directions. A parallel prefix (Kogge and Stone 1973) covers lines of up to six discs in three steps.
#[inline(always)]
pub(super) fn moves(own: Squares, other: Squares) -> Squares {
    let inner = other & INNER_FILES;
    let between = [inner, inner, other, inner];
    let mut ends = [0; 4];
    for axis in 0..4 {
        let (step, between) = (STEPS[axis], between[axis]);
        let mut up = between & (own << step);
        let mut down = between & (own >> step);
        up |= between & (up << step);
        down |= between & (down >> step);
        let pairs_up = between & (between << step);
        let pairs_down = pairs_up >> step;
        up |= pairs_up & (up << (2 * step));
        down |= pairs_down & (down >> (2 * step));
        up |= pairs_up & (up << (2 * step));
        down |= pairs_down & (down >> (2 * step));
        ends[axis] = (up << step) | (down >> step);
    }
    (ends[0] | ends[1] | ends[2] | ends[3]) & !(own | other)
}

/// The discs of `other` that a disc of `own` on `square` flips. On each ray, these are all discs before the first
/// square that does not hold a disc of `other`, if that square holds one of `own`.
#[inline(always)]
pub(super) fn flips(square: u8, own: Squares, other: Squares) -> Squares {
    let rays = &RAYS[usize::from(square & 63)];
    let mut flipped = [0; 4];
    for axis in 0..4 {
        let (up, down, step) = (rays.up[axis], rays.down[axis], STEPS[axis]);
        let stops = up & !other;
        let end = stops & stops.wrapping_neg() & own;
        let above = if end == 0 { 0 } else { up & (end - 1) };
        let stops = down & !other;
        // The squares of the ray below its first stop.
        let mut beyond = stops >> step;
        beyond |= beyond >> step;
        beyond |= beyond >> (2 * step);
        beyond |= beyond >> (4 * step);
        let end = stops & !beyond & own;
        flipped[axis] = above | down & (end.wrapping_neg() << 1);
    }
    flipped[0] | flipped[1] | flipped[2] | flipped[3]
}

/// The squares next to a set, in all eight directions.
#[inline(always)]
pub(super) const fn around(set: Squares) -> Squares {
    let row = set | (set & !FILE_H) << 1 | (set & !FILE_A) >> 1;
    row | row << 8 | row >> 8
}

/// The squares next to a set on the diagonals.
#[inline(always)]
pub(super) fn diagonal_neighbours(set: Squares) -> Squares {
    let (to_east, to_west) = (set & !FILE_H, set & !FILE_A);
    to_east << 9 | to_east >> 7 | to_west << 7 | to_west >> 9
}

/// A lower bound of the stable discs among `discs`. A disc is stable if on each of the four axes it is next to the edge
/// of the board or a stable disc, or the whole line is full.
#[inline(always)]
pub(super) fn stable(discs: Squares, others: Squares) -> Squares {
    let safe = safe_on_axes(!(discs | others));
    spread(discs & safe[0] & safe[1] & safe[2] & safe[3], discs, safe)
}

/// For each axis, the squares that are safe on it for discs of either side: at the edge of the board, or on a full line.
#[inline(always)]
fn safe_on_axes(empty: Squares) -> [Squares; 4] {
    [
        FILE_A | FILE_H | !lines_through::<1>(empty, EASTWARD, WESTWARD),
        ROW_1 | ROW_8 | !lines_through::<8>(empty, [!0; 3], [!0; 3]),
        RIM | !lines_through::<9>(empty, EASTWARD, WESTWARD),
        RIM | !lines_through::<7>(empty, WESTWARD, EASTWARD),
    ]
}

/// The stable discs that follow from other stable discs.
#[inline(always)]
fn spread(mut stable: Squares, discs: Squares, safe: [Squares; 4]) -> Squares {
    while stable != 0 {
        let (to_east, to_west) = (stable & !FILE_H, stable & !FILE_A);
        let next = stable
            | discs
                & (safe[0] | to_east << 1 | to_west >> 1)
                & (safe[1] | stable << 8 | stable >> 8)
                & (safe[2] | to_east << 9 | to_west >> 9)
                & (safe[3] | to_west << 7 | to_east >> 7);
        if next == stable {
            break;
        }
        stable = next;
    }
    stable
}

/// The squares that one, two and four steps eastward can reach without wrapping around the board; then the same
/// westward.
const EASTWARD: [Squares; 3] = [!FILE_A, !(FILE_A * 0b11), !(FILE_A * 0b1111)];
const WESTWARD: [Squares; 3] = [!FILE_H, !(FILE_A * 0b1100_0000), !(FILE_A * 0b1111_0000)];

/// All squares of the lines on one axis that contain a square of `set`. `up` and `down` are the squares that one, two
/// and four steps in each direction can reach.
#[inline(always)]
fn lines_through<const STEP: u32>(set: Squares, up: [Squares; 3], down: [Squares; 3]) -> Squares {
    let (mut above, mut below) = (set, set);
    for (steps, (up, down)) in [STEP, 2 * STEP, 4 * STEP].into_iter().zip(up.into_iter().zip(down)) {
        above |= (above << steps) & up;
        below |= (below >> steps) & down;
    }
    above | below
}

/// The number of discs that a disc of `own` flips on `square`, the last empty square. All other discs belong to the
/// opponent.
#[inline(always)]
pub(super) fn count_last_flips(square: u8, own: Squares) -> i32 {
    let [file, row] = [square & 7, square >> 3 & 7];
    let diagonals = &DIAGONALS[usize::from(square & 63)];
    let along_file = ((own >> file) & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let flips = |index: u8, line: u64| FLIPS_ON_LINE[usize::from(index)][usize::from(line as u8)];
    let on_row = flips(file, own >> (8 * row));
    let on_file = flips(row, along_file);
    let on_diagonals = diagonals.map(|diagonal| flips(file, (own & diagonal).wrapping_mul(FILE_A) >> 56));
    i32::from(on_row + on_file + on_diagonals[0] + on_diagonals[1])
}

/// The two diagonals through each square.
static DIAGONALS: [[Squares; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let at = square as i32;
        diagonals[square] = [ray(at, 1, 1) | ray(at, -1, -1), ray(at, 1, -1) | ray(at, -1, 1)];
        square += 1;
    }
    diagonals
};

/// The number of discs flipped on a line of eight, by the index of the square and the own discs on the line. All other
/// squares count as the opponent's, or are beyond the end of a short diagonal.
static FLIPS_ON_LINE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut index = 0;
    while index < 8 {
        let mut own = 0;
        while own < 256 {
            let above = own >> (index + 1);
            if above != 0 {
                table[index][own] += above.trailing_zeros() as u8;
            }
            let below = own & ((1 << index) - 1);
            if below != 0 {
                table[index][own] += (index as u32 - 1 - below.ilog2()) as u8;
            }
            own += 1;
        }
        index += 1;
    }
    table
};

/// The rays from a square, towards h8 and towards a1.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Rays {
    up: [Squares; 4],
    down: [Squares; 4],
}

static RAYS: [Rays; 64] = {
    let mut rays = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            // In the order of `STEPS`.
            let (files, rows) = [(1, 0), (-1, 1), (0, 1), (1, 1)][axis];
            rays[square].up[axis] = ray(square as i32, files, rows);
            rays[square].down[axis] = ray(square as i32, -files, -rows);
            axis += 1;
        }
        square += 1;
    }
    rays
};

const fn ray(square: i32, files: i32, rows: i32) -> Squares {
    let (mut file, mut row) = (square % 8 + files, square / 8 + rows);
    let mut ray = 0;
    while 0 <= file && file < 8 && 0 <= row && row < 8 {
        ray |= 1 << (8 * row + file);
        file += files;
        row += rows;
    }
    ray
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition square by square, as a reference for the bit operations.
    fn reference_flips(square: i32, own: Squares, other: Squares) -> Squares {
        let mut flipped = 0;
        for (files, rows) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
            let (mut file, mut row) = (square % 8 + files, square / 8 + rows);
            let mut line = 0;
            while (0..8).contains(&file) && (0..8).contains(&row) {
                let bit = 1u64 << (8 * row + file);
                if own & bit != 0 {
                    flipped |= line;
                }
                if other & bit == 0 {
                    break;
                }
                line |= bit;
                file += files;
                row += rows;
            }
        }
        flipped
    }

    #[test]
    fn moves_and_flips_equal_a_walk_along_every_line() {
        let mut seed = 1u64;
        let mut next = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        for round in 0..20_000 {
            let (a, b, c) = (next(), next(), next());
            let occupied = [a, a | b, a & b][round % 3];
            let (own, other) = (occupied & c, occupied & !c);
            let mut expected = 0;
            for square in (0..64).filter(|square| occupied >> square & 1 == 0) {
                let expected_flips = reference_flips(square, own, other);
                assert_eq!(flips(square as u8, own, other), expected_flips, "{square} of {own:#x} {other:#x}");
                expected |= u64::from(expected_flips != 0) << square;
            }
            assert_eq!(moves(own, other), expected, "{own:#x} {other:#x}");
        }
    }

    #[test]
    fn the_last_square_turns_what_a_walk_along_every_line_does() {
        let mut own = 1u64;
        for round in 0..20_000 {
            own = own.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let (square, own) = ((round % 64) as u8, own & !(1 << (round % 64)));
            let flips = reference_flips(round % 64, own, !own & !(1 << square)).count_ones();
            assert_eq!(count_last_flips(square, own), flips as i32, "{square} of {own:#x}");
        }
    }

    #[test]
    fn stable_discs_grow_from_the_corners_and_along_full_lines() {
        // XXO-----
        // XO------
        // O-------
        let (own, other) = (0b011 | 0b1 << 8, 0b100 | 0b10 << 8 | 0b1 << 16);
        assert_eq!([stable(own, other), stable(other, own)], [0b011 | 0b1 << 8, 0]);
        // A full top row: its inner discs are safe along the row, and are next to the edge on all other axes.
        assert_eq!(stable(0b0111_1111, 0b1000_0000), 0b0111_1111);
        assert_eq!(stable(0b0011_1100, 0b0000_0010), 0);
        // On a full board all discs are stable.
        assert_eq!(stable(!0 << 7, !(!0 << 7)), !0 << 7);
    }
}
