//! What the rules show of a position before any move is tried.

use super::board::{BOARD, BOTTOM, Column, ConnectFour, has_four, push_columns, sound_cells, winning_cells};
use super::evaluate::{EVEN_ROWS, ODD_ROWS};
use plyd_search::Score;
use plyd_search::hooks::StaticBounds;

impl ConnectFour {
    /// See [`StaticAnalysis::bounds`](plyd_search::hooks::StaticAnalysis::bounds). A move after which the opponent completes
    /// four is left out where another is left: it is lost in 2, or at depth 1 has the lowest static value there is.
    pub(super) fn bounds_at_a_glance(&self, depth: u32, moves: &mut Vec<Column>) -> StaticBounds {
        let legal = self.count_columns();
        let playable = self.playable();
        if winning_cells(self.own, self.discs) & playable != 0 {
            return StaticBounds::exactly(Score::win_in(1), legal);
        }
        let sound = sound_cells(playable, winning_cells(self.other(), self.discs));
        if sound == 0 {
            if depth >= 2 {
                return StaticBounds::exactly(Score::loss_in(2), legal);
            }
            let first = moves.len();
            push_columns(playable, moves);
            moves.truncate(first + 1);
            return StaticBounds { legal, ..StaticBounds::default() };
        }
        // Neither side completes four with its next disc.
        let (mut least, mut most) = (Score::loss_in(4), Score::win_in(3));
        let left = self.cells_left();
        if depth >= left {
            if left < 4 {
                least = Score::ZERO;
            }
            if left < 3 {
                most = Score::ZERO;
            }
            if left.is_multiple_of(2) {
                if let Some(worst) = followed_up(self.own, self.other(), self.discs) {
                    most = most.min(-worst.from_tt(left));
                }
            } else if let Some(worst) = followed_up(self.other(), self.own, self.discs) {
                least = least.max(worst.from_tt(left));
            }
            if least == most {
                return StaticBounds::exactly(least, legal);
            }
        }
        push_columns(sound, moves);
        StaticBounds { lower: least, upper: most, legal }
    }

    /// See [`StaticAnalysis::refine`](plyd_search::hooks::StaticAnalysis::refine), for moves that do not lose at once: by the
    /// threats that they leave on the board. One that leaves the opponent no such move wins in 3.
    pub(super) fn bounds_by_threats(&self, depth: u32, moves: &mut [Column], mut bounds: StaticBounds) -> StaticBounds {
        if depth == 1 {
            return bounds; // Leaves are cheaper to look at than to sort.
        }
        let playable = self.playable();
        let mut keys = [0; 8];
        for (index, column) in moves.iter().enumerate() {
            let cell = playable & column.cells();
            let threats = winning_cells(self.own | cell, self.discs | cell);
            if depth >= 3 && sound_cells(playable ^ cell | cell << 1 & BOARD, threats) == 0 {
                bounds.lower = Score::win_in(3);
                return bounds;
            }
            // A threat right above the disc is parried at once. Among equals, the middle.
            let rank = 16 * threats.count_ones() + column.centrality() - 8 * u32::from(threats & cell << 1 != 0);
            let key = rank << 3 | u32::from(column.0);
            let mut place = index & 7;
            while place > 0 && keys[place - 1] < key {
                keys[place] = keys[place - 1];
                place -= 1;
            }
            keys[place] = key;
        }
        for (column, key) in moves.iter_mut().zip(keys) {
            *column = Column((key & 7) as u8);
        }
        if depth < 3 {
            return bounds; // Wins in 3 are there all the same, though this search does not see them.
        }
        // Whoever cannot win with the next disc but one wins with the third at the soonest.
        let soonest = if depth >= self.cells_left() && self.cells_left() < 5 { Score::ZERO } else { Score::win_in(5) };
        bounds.upper = bounds.upper.min(soonest);
        bounds
    }
}

/// What the second player gets by always playing into the column that the first has just played into, where that
/// settles something: a draw, or a win (told from the end of the game). The first then ends up with the odd rows and
/// the second with the even ones (Allis 1988, "follow-up").
///
/// Columns with an odd number of empty cells are the exceptions: the lowest empty cell of each, on an even row, goes to
/// whoever takes it. The second player, if it is its turn, begins by taking one, and answers a cell of a pair of such
/// columns with the other cell.
fn followed_up(first: u64, second: u64, discs: u64) -> Option<Score> {
    let empty = BOARD & !discs;
    let open = (discs + BOTTOM) & BOARD & EVEN_ROWS;
    let first_gets = first | empty & ODD_ROWS;
    if has_four(first_gets) {
        return None;
    }
    let second_gets = second | empty & EVEN_ROWS;
    let count = open.count_ones();
    let settled = match count {
        0 | 1 => true,
        2 | 3 => {
            let mut rest = open;
            let mut bad = 0;
            while rest != 0 {
                let cell = rest & rest.wrapping_neg();
                rest ^= cell;
                bad += u32::from(has_four(first_gets | cell));
            }
            bad <= count - 2
        }
        _ => !has_four(first_gets | open),
    };
    if !settled {
        return None;
    }
    let wins = match count {
        0 | 1 => has_four(second_gets),
        _ => has_four(second_gets & !open | second),
    };
    Some(if wins { Score::win_in(0) } else { Score::ZERO })
}
