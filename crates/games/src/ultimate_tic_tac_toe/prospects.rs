//! The prospects of each side on the small boards, updated with every ply.

use crate::three_by_three::{LINES, SETS, has_line, lines_with};
use plyd_search::position::Side;

/// Each side's prospects on each small board, from 0 if the side cannot win it to [`WON`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Prospects([[u8; 9]; 2]);

const WON: u8 = 16;

impl Prospects {
    /// Recomputes the prospects on a small board.
    pub(super) fn update(&mut self, board: u8, [x, o]: [u16; 2]) {
        let board = usize::from(board);
        let [of_x, of_o] = if has_line(x) {
            [WON, 0]
        } else if has_line(o) {
            [0, WON]
        } else {
            let lines = [open_lines(x, o), open_lines(o, x)];
            // The constant 16 keeps both prospects low while there are few stones.
            lines.map(|own| (u32::from(WON) * own / (lines[0] + lines[1] + 16)) as u8)
        };
        (self.0[0][board], self.0[1][board]) = (of_x, of_o);
    }

    /// The value of a side's prospects. Each line of small boards counts as the product of its three prospects, and a
    /// completed line as 512.
    pub(super) fn value(&self, side: Side) -> i32 {
        let of = |board: u32| i32::from(self.0[side.index()][board as usize]);
        let lines = LINES.map(|line| {
            let (one, three) = (line.trailing_zeros(), 15 - line.leading_zeros());
            let two = (line & (line - 1)).trailing_zeros();
            of(one) * of(two) * of(three)
        });
        lines.iter().sum::<i32>() / 8
    }
}

/// The weight of lines without an opposing stone: 1 each, 3 with one own stone, 10 with two.
fn open_lines(own: u16, other: u16) -> u32 {
    static TOUCHED: [u8; SETS] = lines_with(1);
    static DOUBLED: [u8; SETS] = lines_with(2);
    let open = !TOUCHED[usize::from(other)];
    let held = |lines: &[u8; SETS]| (open & lines[usize::from(own)]).count_ones();
    open.count_ones() + 2 * held(&TOUCHED) + 7 * held(&DOUBLED)
}
