//! Patterns of squares, each indexed by the content of all its squares, as in Logistello (Buro 1997), and corners and
//! edges indexed by the legal moves of either side. Symmetric patterns share their weights.

use super::super::bitboard::{self, Squares};
use crate::bits::transposed;

/// A class of symmetric patterns, which share their weights.
pub(super) struct Class {
    /// The number of contents: the base to the power of the number of squares, or the number of counts.
    pub(super) size: usize,
    /// The number of values of a square, each of which is a digit of the index.
    base: u32,
    /// The permutation of the pattern's squares by its own reflection; empty if it has none.
    pub(super) mirrored: &'static [u8],
}

/// A pattern of squares, each of which is empty or holds a disc of either side.
const fn pattern(squares: u32, mirrored: &'static [u8]) -> Class {
    Class { size: 3usize.pow(squares), base: 3, mirrored }
}

/// A pattern of squares, each of which belongs to a set or not.
const fn set(squares: u32, mirrored: &'static [u8]) -> Class {
    Class { size: 1 << squares, base: 2, mirrored }
}

const fn count(size: usize) -> Class {
    Class { size, base: 3, mirrored: &[] }
}

const TRANSPOSED: &[u8] = &[0, 3, 6, 1, 4, 7, 2, 5, 8];
const LINE: &[u8] = &[7, 6, 5, 4, 3, 2, 1, 0];

/// The classes, in the order of [`indices`].
pub(super) const CLASSES: [Class; 20] = [
    // The corner of three by three squares, and the corner of two by five.
    pattern(9, TRANSPOSED),
    pattern(10, &[]),
    // The lines from the edge to the middle; the edge includes its X squares, which are diagonal to the corners.
    pattern(10, &[7, 6, 5, 4, 3, 2, 1, 0, 9, 8]),
    pattern(8, LINE),
    pattern(8, LINE),
    pattern(8, LINE),
    // Diagonals of eight to four squares.
    pattern(8, LINE),
    pattern(7, &[6, 5, 4, 3, 2, 1, 0]),
    pattern(6, &[5, 4, 3, 2, 1, 0]),
    pattern(5, &[4, 3, 2, 1, 0]),
    pattern(4, &[3, 2, 1, 0]),
    // Legal moves of either side, in corners and on edges.
    set(9, TRANSPOSED),
    set(9, TRANSPOSED),
    set(8, LINE),
    set(8, LINE),
    // Mobility of either side, frontier of either side, and all empty squares.
    count(COUNTS),
    count(COUNTS),
    count(COUNTS),
    count(COUNTS),
    count(64),
];

/// Larger counts share the last entry.
const COUNTS: usize = 32;

/// The first index of each class.
const FIRST: [u32; CLASSES.len()] = {
    let mut first = [0; CLASSES.len()];
    let mut class = 1;
    while class < CLASSES.len() {
        first[class] = first[class - 1] + CLASSES[class - 1].size as u32;
        class += 1;
    }
    first
};

/// Number of weight vectors.
pub(super) const VECTORS: usize = FIRST[CLASSES.len() - 1] as usize + CLASSES[CLASSES.len() - 1].size;

/// Number of active vectors in a position.
pub(super) const ACTIVE: usize = 67;

/// The indexes of a position's active vectors, one for each pattern.
#[inline(always)]
pub(super) fn indices(own: Squares, other: Squares, moves: Squares) -> [u32; ACTIVE] {
    let empty = !(own | other);
    let images = images(own).zip(images(other));
    let mut indices = [0; ACTIVE];
    let mut at = 0;
    let mut push = |class: usize, own: Squares, other: Squares| {
        indices[at] = FIRST[class] + ternary(own) + 2 * ternary(other);
        at += 1;
    };
    for image in [0, 2, 4, 6] {
        let (own, other) = images.of(image);
        push(0, corner(own), corner(other));
    }
    for image in 0..8 {
        let (own, other) = images.of(image);
        push(1, block(own), block(other));
    }
    for image in [IDENTITY, TRANSPOSED_IMAGE] {
        let (own, other) = images.of(image);
        push(2, edge(own), edge(other));
        push(2, edge(own.swap_bytes()), edge(other.swap_bytes()));
        for row in 1..7 {
            let class = [3, 4, 5, 5, 4, 3][row - 1];
            push(class, own >> (8 * row) & 0xff, other >> (8 * row) & 0xff);
        }
    }
    for (class, squares, shift) in DIAGONALS {
        let line = |discs: Squares| (discs & squares).wrapping_mul(FILE_A) >> 56 >> shift;
        push(class, line(own), line(other));
    }
    let replies = bitboard::moves(other, own);
    for (side, moves) in [moves, replies].into_iter().enumerate() {
        let (reflected, transposed_moves) = (mirrored(moves), transposed(moves));
        for image in [moves, reflected, moves.swap_bytes(), reflected.swap_bytes()] {
            indices[at] = FIRST[11 + side] + corner(image) as u32;
            at += 1;
        }
        for image in [moves, moves.swap_bytes(), transposed_moves, transposed_moves.swap_bytes()] {
            indices[at] = FIRST[13 + side] + (image & 0xff) as u32;
            at += 1;
        }
    }
    let beside = |discs| (bitboard::around(discs) & empty).count_ones();
    let counts = [moves.count_ones(), replies.count_ones(), beside(other), beside(own)];
    for (class, count) in (15..).zip(counts) {
        indices[at] = FIRST[class] + count.min(COUNTS as u32 - 1);
        at += 1;
    }
    indices[at] = FIRST[19] + empty.count_ones().min(63);
    indices
}

const FILE_A: Squares = 0x0101_0101_0101_0101;

/// A corner, three by three.
#[inline(always)]
fn corner(discs: Squares) -> Squares {
    discs & 0b111 | discs >> 5 & 0b11_1000 | discs >> 10 & 0b1_1100_0000
}

/// A corner, two by five.
#[inline(always)]
fn block(discs: Squares) -> Squares {
    discs & 0b1_1111 | discs >> 3 & 0b11_1110_0000
}

/// An edge with its X squares.
#[inline(always)]
fn edge(discs: Squares) -> Squares {
    discs & 0xff | discs >> 1 & 1 << 8 | discs >> 5 & 1 << 9
}

/// The images of a set of squares under the eight symmetries. Two consecutive images share the square a1, and are
/// reflections of each other about the diagonal through it.
#[derive(Clone, Copy)]
struct Images<T>([T; 8]);

const IDENTITY: usize = 0;
const TRANSPOSED_IMAGE: usize = 1;

#[inline(always)]
fn images(set: Squares) -> Images<Squares> {
    let reflected = mirrored(set);
    let (down, both) = (set.swap_bytes(), reflected.swap_bytes());
    Images([set, transposed(set), reflected, transposed(reflected), down, transposed(down), both, transposed(both)])
}

impl Images<Squares> {
    #[inline(always)]
    fn zip(self, other: Self) -> Images<(Squares, Squares)> {
        Images(std::array::from_fn(|image| (self.0[image], other.0[image])))
    }
}

impl Images<(Squares, Squares)> {
    #[inline(always)]
    fn of(&self, image: usize) -> (Squares, Squares) {
        self.0[image & 7]
    }
}

/// Reverses the order of the files.
#[inline(always)]
fn mirrored(set: Squares) -> Squares {
    let set = set >> 1 & 0x5555_5555_5555_5555 | (set & 0x5555_5555_5555_5555) << 1;
    let set = set >> 2 & 0x3333_3333_3333_3333 | (set & 0x3333_3333_3333_3333) << 2;
    set >> 4 & 0x0f0f_0f0f_0f0f_0f0f | (set & 0x0f0f_0f0f_0f0f_0f0f) << 4
}

/// Every diagonal of at least four squares: its class, its squares, and its first file.
const DIAGONALS: [(usize, Squares, u32); 18] = {
    let mut diagonals = [(0, 0, 0); 18];
    let (mut at, mut turn) = (0, 0);
    while turn < 2 {
        // Distance of the diagonal from the main diagonal, in files.
        let mut distance = -4i32;
        while distance <= 4 {
            let (mut squares, mut row) = (0, 0);
            while row < 8 {
                let file = row + distance;
                if 0 <= file && file < 8 {
                    squares |= 1 << (8 * if turn == 0 { row } else { 7 - row } + file);
                }
                row += 1;
            }
            diagonals[at] =
                (6 + distance.unsigned_abs() as usize, squares, if distance > 0 { distance as u32 } else { 0 });
            at += 1;
            distance += 1;
        }
        turn += 1;
    }
    diagonals
};

/// Reads up to ten bits as the digits 0 and 1 of a number in base three.
#[inline(always)]
fn ternary(bits: u64) -> u32 {
    u32::from(TERNARY[bits as usize & 1023])
}

static TERNARY: [u16; 1024] = {
    let mut numbers = [0; 1024];
    let mut bits = 1;
    while bits < 1024 {
        numbers[bits] = 3 * numbers[bits >> 1] + (bits & 1) as u16;
        bits += 1;
    }
    numbers
};

/// For each index, the index of its mirror image, which is often the same.
pub(super) fn shared() -> Vec<u32> {
    let mut shared = Vec::with_capacity(VECTORS);
    for (class, first) in CLASSES.iter().zip(FIRST) {
        for number in 0..class.size as u32 {
            let mut image = number;
            if !class.mirrored.is_empty() {
                image = 0;
                let mut rest = number;
                for index in class.mirrored {
                    image += rest % class.base * class.base.pow(u32::from(*index));
                    rest /= class.base;
                }
            }
            shared.push(first + number.min(image));
        }
    }
    shared
}
