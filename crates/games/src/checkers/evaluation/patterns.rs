//! Patterns: windows of eight squares, each indexed by all the men in it, as in draughts programs since Scan (Letouzey
//! 2015).
//!
//! Nine windows each cover half of every row in four neighbouring rows. They overlap sideways as well as up and down.
//! Four more windows each cover two whole rows. If the board is turned and colours are swapped, a window becomes
//! another one, which has the same weights with the sign changed.

/// Number of windows. Windows of four rows come first, three side by side, from row to row; then windows of two rows.
pub(super) const WINDOWS: usize = WINDOWS_OF_FOUR + 4;
pub(super) const WINDOWS_OF_FOUR: usize = 9;
/// Number of contents of a window: three to the power of its squares.
pub(super) const CONTENTS: usize = 6561;

/// The index of each window's content: a number in base 3 with a digit for each square, 1 for a black man, 2 for a
/// white one.
///
/// In the sets, each square has a bit, in the order of the squares' numbers.
#[inline]
pub(super) fn contents(black: u32, white: u32) -> [usize; WINDOWS] {
    // For each pair of rows: its parts of the three half windows, and the whole pair.
    let rows: [u64; 4] = std::array::from_fn(|index| {
        let of = |men: u32| DIGITS[(men >> (8 * index) & 255) as usize];
        of(black) + 2 * of(white)
    });
    let mut contents = [0; WINDOWS];
    for upper in 0..3 {
        // 16 bits for each window. The highest field overflows, but is not used here.
        let windows = rows[upper].wrapping_mul(81).wrapping_add(rows[upper + 1]);
        for column in 0..3 {
            contents[3 * upper + column] = (windows >> (16 * column) & 0xffff) as usize;
        }
    }
    for (index, rows) in rows.iter().enumerate() {
        contents[WINDOWS_OF_FOUR + index] = (rows >> 48) as usize;
    }
    contents
}

/// For every set of squares in two rows: the base-3 numbers of its parts in the three half windows, and of the whole.
static DIGITS: [u64; 256] = {
    let mut digits = [0; 256];
    let mut set = 0;
    while set < 256 {
        let mut column = 0;
        while column < 3 {
            let half = set >> column & 3 | (set >> (column + 4) & 3) << 2;
            digits[set] |= ternary(half) << (16 * column);
            column += 1;
        }
        digits[set] |= ternary(set) << 48;
        set += 1;
    }
    digits
};

/// A set of bits as a number with the digits 0 and 1 to base three, the lowest bit first.
const fn ternary(set: usize) -> u64 {
    let (mut number, mut bit) = (0, 8);
    while bit > 0 {
        bit -= 1;
        number = 3 * number + (set >> bit & 1) as u64;
    }
    number
}

/// The window and the content with colours swapped and the board turned.
pub(super) fn swapped(window: usize, contents: usize) -> (usize, usize) {
    // Reversing the digits turns the board. That holds for windows of four rows too, because their upper half has the
    // higher digits.
    let (mut turned, mut rest) = (0, contents);
    for _ in 0..8 {
        turned = 3 * turned + [0, 2, 1][rest % 3];
        rest /= 3;
    }
    (if window < WINDOWS_OF_FOUR { 8 - window } else { 21 - window }, turned)
}
