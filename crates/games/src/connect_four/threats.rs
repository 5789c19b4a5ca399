//! Bounds on a position's value without trying a move.

use super::board::{BOARD, BOTTOM, Column, ConnectFour, has_four, non_losing_cells, push_columns, winning_cells};
use super::evaluate::{EVEN_ROWS, ODD_ROWS};
use plyd_search::Score;
use plyd_search::hooks::StaticBounds;

impl ConnectFour {
    /// See [`Evaluate::static_bounds`](plyd_search::Evaluate::static_bounds). Moves that let the opponent complete four
    /// are left out if there are others, because they lose in 2 or, at depth 1, have the lowest static value.
    pub(super) fn quick_bounds(&self, depth: u32, moves: &mut Vec<Column>) -> StaticBounds {
        let legal = self.count_columns();
        let playable = self.playable();
        if winning_cells(self.own, self.discs) & playable != 0 {
            return StaticBounds::exactly(Score::win_in(1), legal);
        }
        let non_losing = non_losing_cells(playable, winning_cells(self.other(), self.discs));
        if non_losing == 0 {
            if depth >= 2 {
                return StaticBounds::exactly(Score::loss_in(2), legal);
            }
            let first = moves.len();
            push_columns(playable, moves);
            moves.truncate(first + 1);
            return StaticBounds { legal, ..StaticBounds::default() };
        }
        // Neither side can complete four with its next disc.
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
                if let Some(worst) = follow_up(self.own, self.other(), self.discs) {
                    most = most.min(-worst.from_table(left));
                }
            } else if let Some(worst) = follow_up(self.other(), self.own, self.discs) {
                least = least.max(worst.from_table(left));
            }
            if least == most {
                return StaticBounds::exactly(least, legal);
            }
        }
        push_columns(non_losing, moves);
        StaticBounds { lower: least, upper: most, legal }
    }

    /// See [`Leaves::refine_bounds`](plyd_search::hooks::Leaves::refine_bounds). Orders moves that do not lose immediately
    /// by the threats after them. A move that leaves the opponent no safe reply wins in 3.
    pub(super) fn bounds_by_threats(&self, depth: u32, moves: &mut [Column], mut bounds: StaticBounds) -> StaticBounds {
        if depth == 1 {
            return bounds; // Evaluating leaves is cheaper than sorting them.
        }
        let playable = self.playable();
        let mut keys = [0; 8];
        for (index, column) in moves.iter().enumerate() {
            let cell = playable & column.cells();
            let threats = winning_cells(self.own | cell, self.discs | cell);
            if depth >= 3 && non_losing_cells(playable ^ cell | cell << 1 & BOARD, threats) == 0 {
                bounds.lower = Score::win_in(3);
                return bounds;
            }
            // The opponent parries a threat right above the disc immediately. Ties are broken towards the middle.
            let rank = 16 * threats.count_ones() + column.centrality() - 8 * u32::from(threats & cell << 1 != 0);
            let key = rank << 3 | u32::from(column.0);
            let mut slot = index & 7;
            while slot > 0 && keys[slot - 1] < key {
                keys[slot] = keys[slot - 1];
                slot -= 1;
            }
            keys[slot] = key;
        }
        for (column, key) in moves.iter_mut().zip(keys) {
            *column = Column((key & 7) as u8);
        }
        if depth < 3 {
            return bounds; // Wins in 3 may exist even if this search does not see them.
        }
        // A side that cannot win with its next two discs wins with its third one at the earliest.
        let soonest = if depth >= self.cells_left() && self.cells_left() < 5 { Score::ZERO } else { Score::win_in(5) };
        bounds.upper = bounds.upper.min(soonest);
        bounds
    }
}

/// Follow-up (Allis 1988): the second player always plays into the column of the first player's last disc. So the
/// second player gets all even rows, and the first player all odd ones. Returns the second player's result if that is a
/// draw or a win, counted from the end of the game.
///
/// Columns with an odd number of empty cells are an exception: their lowest empty cell, on an even row, goes to whoever
/// takes it first. If the second player is to move, it takes one of these cells. The remaining ones come in pairs, and
/// the second player answers one cell of a pair with the other.
fn follow_up(first: u64, second: u64, discs: u64) -> Option<Score> {
    let empty = BOARD & !discs;
    let open = (discs + BOTTOM) & BOARD & EVEN_ROWS;
    let first_gets = first | empty & ODD_ROWS;
    if has_four(first_gets) {
        return None;
    }
    let second_gets = second | empty & EVEN_ROWS;
    let count = open.count_ones();
    let decided = match count {
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
    if !decided {
        return None;
    }
    let wins = match count {
        0 | 1 => has_four(second_gets),
        _ => has_four(second_gets & !open | second),
    };
    Some(if wins { Score::win_in(0) } else { Score::ZERO })
}
