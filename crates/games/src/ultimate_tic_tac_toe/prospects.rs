//! The prospects of each side on the small boards, kept up to date from ply to ply.

use crate::three_by_three::{LINES, SETS, has_line, lines_with};
use plyd_search::position::Side;

/// How near each side is to each small board: from 0, where it cannot win it any more, to [`WON`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Prospects([[u8; 9]; 2]);

const WON: u8 = 16;

impl Prospects {
    /// Looks at a small board anew.
    pub(super) fn update(&mut self, board: u8, [x, o]: [u16; 2]) {
        let board = usize::from(board);
        let [of_x, of_o] = if has_line(x) {
            [WON, 0]
        } else if has_line(o) {
            [0, WON]
        } else {
            let lines = [open_lines(x, o), open_lines(o, x)];
            // Some more, for what neither has seen to yet.
            lines.map(|own| (u32::from(WON) * own / (lines[0] + lines[1] + 16)) as u8)
        };
        (self.0[0][board], self.0[1][board]) = (of_x, of_o);
    }

    /// What a side's prospects are worth together: a line of small boards is as good as the product of its three, and
    /// one that is won whole counts 512.
    pub(super) fn outlook(&self, side: Side) -> i32 {
        let of = |board: u32| i32::from(self.0[side.index()][board as usize]);
        let lines = LINES.map(|line| {
            let (one, three) = (line.trailing_zeros(), 15 - line.leading_zeros());
            let two = (line & (line - 1)).trailing_zeros();
            of(one) * of(two) * of(three)
        });
        lines.iter().sum::<i32>() / 8
    }
}

/// Lines without a stone of the other side: 1 for each, 3 with one stone, 10 with two.
fn open_lines(own: u16, other: u16) -> u32 {
    static TOUCHED: [u8; SETS] = lines_with(1);
    static DOUBLED: [u8; SETS] = lines_with(2);
    let open = !TOUCHED[usize::from(other)];
    let held = |lines: &[u8; SETS]| (open & lines[usize::from(own)]).count_ones();
    open.count_ones() + 2 * held(&TOUCHED) + 7 * held(&DOUBLED)
}
