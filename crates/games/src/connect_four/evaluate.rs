//! Static evaluation of Connect Four: threats by the parity of their row, open lines, the centre.

use super::board::{BOARD, BOTTOM, Column, ConnectFour, DIRECTIONS, WIDTH, non_losing_cells, winning_cells};
use super::book;
use plyd_search::hooks::{AllMoves, Hooks, Leaves, NoForced, NoSolver, NoTactics, StaticBounds, sort_by_score};
use plyd_search::position::{Position, Side};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score};

/// The side to move can complete four.
pub(super) const WINS: i32 = 10_000;
/// The opponent can complete four after every move.
pub(super) const LOSES: i32 = -9_000;

/// Odd and even rows. If the players only fill up columns, the first player gets the odd rows and the second the even
/// ones. So a side's threats on its own rows stay until the opponent has to play below them (zugzwang; Allis 1988).
/// Threats on the other rows are parried without effort.
pub(super) const ODD_ROWS: u64 = BOTTOM * 0b01_0101;
pub(super) const EVEN_ROWS: u64 = BOTTOM * 0b10_1010;

/// A threat on a row of the side's own parity.
const LASTING_THREAT: i32 = 80;
/// Any other threat.
const THREAT: i32 = 25;
/// A line of four cells with two discs of one side and none of the other.
pub(super) const OPEN_TWO: i32 = 6;
/// A disc in the middle column, and in the two beside it.
const CENTRE: i32 = 5;
const NEAR_CENTRE: i32 = 2;

const MIDDLE: u64 = Column(3).cells();
const BESIDE: u64 = Column(2).cells() | Column(4).cells();

/// Value of `own` against `other`. `cells` are the side's threats, `rows` the rows on which threats last for it.
fn side_value(own: u64, other: u64, cells: u64, rows: u64) -> i32 {
    threats(cells, rows) + OPEN_TWO * open_twos(own, other) + centre(own)
}

/// Value of threats on these cells for a side whose threats last on `rows`.
#[inline]
pub(super) fn threats(cells: u64, rows: u64) -> i32 {
    LASTING_THREAT * count(cells & rows) + THREAT * count(cells & !rows)
}

/// Value of discs in the middle.
#[inline]
pub(super) fn centre(own: u64) -> i32 {
    CENTRE * count(own & MIDDLE) + NEAR_CENTRE * count(own & BESIDE)
}

const fn count(cells: u64) -> i32 {
    cells.count_ones() as i32
}

/// Counts the lines of four cells with two of `own` and none of `other`, all lines of a direction at once.
fn open_twos(own: u64, other: u64) -> i32 {
    DIRECTIONS.iter().map(|step| count(open_lines(other, *step) & ones_and_twos(own, *step).1)).sum()
}

/// The lines of this direction without a disc of `against`, each given by its first cell.
#[inline]
pub(super) const fn open_lines(against: u64, step: u32) -> u64 {
    let free = BOARD & !against;
    let pairs = free & free >> step;
    pairs & pairs >> (2 * step)
}

/// The lines of this direction with one disc of `own`, and those with two, each given by its first cell. They include
/// lines that leave the board.
#[inline]
pub(super) const fn ones_and_twos(own: u64, step: u32) -> (u64, u64) {
    // For the first two cells and for the last two: whether exactly one is own, and whether both are.
    let next = own >> step;
    let (one, both) = (own ^ next, own & next);
    let (last_one, last_both) = (one >> (2 * step), both >> (2 * step));
    let ones = (one ^ last_one) & !(both | last_both);
    (ones, one & last_one | (both ^ last_both) & !(one | last_one))
}

/// The rows on which threats last, for the side to move and for the other.
#[inline]
pub(super) const fn lasting_rows(side: Side) -> [u64; 2] {
    match side {
        Side::First => [ODD_ROWS, EVEN_ROWS],
        Side::Second => [EVEN_ROWS, ODD_ROWS],
    }
}

impl Evaluate for ConnectFour {
    type Hooks = Self;

    const KILLERS_AND_HISTORY: bool = false;
    const SLOTS: usize = WIDTH as usize;

    fn slot(column: Column) -> usize {
        usize::from(column.0)
    }

    fn table_key(&self) -> TableKey {
        self.canonical_key()
    }

    fn plies_left(&self) -> u32 {
        self.cells_left()
    }

    fn static_bounds(&self, depth: u32, moves: &mut Vec<Column>) -> Option<StaticBounds> {
        Some(self.quick_bounds(depth, moves))
    }

    fn evaluate(&self) -> Score {
        let (own, other, playable) = (self.own, self.other(), self.playable());
        let own_threats = winning_cells(own, self.discs);
        if own_threats & playable != 0 {
            return Score::heuristic(WINS);
        }
        let other_threats = winning_cells(other, self.discs);
        if non_losing_cells(playable, other_threats) == 0 {
            return Score::heuristic(LOSES);
        }
        let [own_rows, other_rows] = lasting_rows(self.side_to_move());
        Score::heuristic(
            side_value(own, other, own_threats, own_rows) - side_value(other, own, other_threats, other_rows),
        )
    }

    /// Wins come first. Then moves that do not lose immediately, by the number of threats on the board after them. Ties
    /// keep the given order, which is centre first.
    fn order(&self, moves: &mut [Column]) {
        let (playable, wins) = (self.playable(), self.wins());
        let non_losing = self.non_losing();
        let rank = |column: Column| {
            let cell = playable & column.cells();
            if cell & wins != 0 {
                i32::MAX
            } else if cell & non_losing == 0 {
                0
            } else {
                1 + winning_cells(self.own | cell, self.discs | cell).count_ones() as i32
            }
        };
        sort_by_score::<7, _>(moves, rank);
    }
}

impl Hooks<Self> for ConnectFour {
    type Tactics = NoTactics;
    type Leaves = Self;
    type Solver = NoSolver;
    type Forced = NoForced;
    type Moves = AllMoves;
}

impl Leaves<Self> for ConnectFour {
    const CHEAP_LEAVES: bool = true;

    #[inline]
    fn book_value(position: &Self) -> Option<Score> {
        book::value(position)
    }

    fn refine_bounds(position: &Self, depth: u32, moves: &mut [Column], bounds: StaticBounds) -> Option<StaticBounds> {
        Some(position.bounds_by_threats(depth, moves, bounds))
    }

    fn leaf_values(position: &Self) -> impl Fn(&Self) -> Score {
        position.values_after()
    }
}

impl ConnectFour {
    /// A position and its mirror image share a key.
    #[inline]
    fn canonical_key(&self) -> TableKey {
        let (key, mirrored) = self.symmetric_key();
        TableKey::canonical(key, if mirrored { &[6, 5, 4, 3, 2, 1, 0] } else { &[] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threat_is_worth_most_on_a_row_of_its_sides_own() {
        // . X X X . . .  has a threat at both ends, and the right end c d . . is an open two.
        let three = BOTTOM & (Column(1).cells() | Column(2).cells() | Column(3).cells());
        let rest = OPEN_TWO + CENTRE + NEAR_CENTRE;
        let side_value = |own, rows| side_value(own, 0, winning_cells(own, own), rows);
        assert_eq!(side_value(three << 2, ODD_ROWS), 2 * LASTING_THREAT + rest);
        assert_eq!(side_value(three << 1, ODD_ROWS), 2 * THREAT + rest);
        assert_eq!(side_value(three << 1, EVEN_ROWS), 2 * LASTING_THREAT + rest);
    }

    #[test]
    fn open_twos_are_those_found_line_by_line() {
        let mut discs = 1_u64;
        for _ in 0..2000 {
            // A multiplicative generator. Any pattern will do, even one that no game can reach.
            discs = discs.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let (own, other) = (discs & discs << 13 & BOARD, !discs & discs >> 17 & BOARD & !(discs << 13));
            let mut expected = 0;
            for (x, y) in (0..7).flat_map(|x| (0..6).map(move |y| (x, y))) {
                for (dx, dy) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let cells: Vec<u64> = (0..4)
                        .map(|n| (x + n * dx, y + n * dy))
                        .filter(|(x, y)| (0..7).contains(x) && (0..6).contains(y))
                        .map(|(x, y)| 1 << (7 * x + y))
                        .collect();
                    let stones = cells.iter().filter(|cell| own & **cell != 0).count();
                    let open = cells.len() == 4 && cells.iter().all(|cell| other & cell == 0);
                    expected += i32::from(open && stones == 2);
                }
            }
            assert_eq!(open_twos(own, other), expected);
        }
    }
}
