//! Tests of what a stone does, by trying all further stones.

use super::Gomoku;
use super::geometry::Square;
use crate::board::{Board, Content, RowColumn};
use crate::motif::Motif;
use crate::notation::Notation;
use crate::testing::{each_motif, moves};
use plyd_search::position::Position;

fn motifs(state: &str, mv: &str) -> Vec<Motif> {
    let position = Gomoku::parse(state).unwrap();
    position.motifs(position.find_move(mv).unwrap_or_else(|| panic!("{mv} in {state}")))
}

fn threats(cells: &[RowColumn]) -> Motif {
    Motif::DoubleThreat { cells: cells.to_vec() }
}

#[test]
fn threes_and_fours_are_named() {
    let three = "9/9/9/9/3XX4/9/1O5O1/9/9 X 5";
    assert_eq!(motifs(three, "f5"), [Motif::OpenThree]);
    assert_eq!(motifs(three, "g5"), [Motif::OpenThree], "with a gap");
    assert_eq!(motifs(three, "h5"), [], "no square makes a four with two ends");
    let closed = "9/9/9/9/2OXX4/9/7O1/9/9 X 5";
    assert_eq!(motifs(closed, "f5"), [], "a closed three");
    let open = "9/9/9/9/3XXX3/9/1O3O1O1/9/9 X 5";
    assert_eq!(motifs(open, "g5"), [threats(&[[4, 2], [4, 7]]), Motif::Four]);
    assert_eq!(motifs(open, "h5"), [Motif::Four]);
    // Fours of rows that need exactly five.
    let overline = "9/9/9/9/1X1XXX3/9/1O3O1O1/8O/9 X 5 exactly";
    assert_eq!(motifs(overline, "g5"), [Motif::Four], "c5 would make six");
    assert_eq!(motifs("5/5/1XX2/1OO2/5 X 4", "d3"), [threats(&[[2, 0], [2, 4]])], "three of four are no four");
}

/// A three that black may not extend is not open.
#[test]
fn forbidden_points_do_not_count_in_renju() {
    // The three on row 8 can become a straight four only on f8 or j8.
    let free = "15/15/15/15/15/15/15/6X1X6/15/15/15/15/1O11O1/15/15 X 5 renju";
    assert_eq!(motifs(free, "h8"), [Motif::OpenThree]);
    // Here these squares would also make a four in column f or j, and two fours are forbidden.
    let guarded = "15/15/15/15/15/5X3X5/5X3X5/6X1X6/5X3X5/15/O12O1/15/O12O1/15/O3O2O5O1 X 5 renju";
    assert_eq!(motifs(guarded, "h8"), []);
    let freestyle = guarded.replace(" renju", "");
    assert_eq!(motifs(&freestyle, "h8"), [Motif::OpenThree]);
}

/// The position with the other side to move.
fn passed(position: &Gomoku) -> Gomoku {
    let mut passed = position.clone();
    passed.side = position.side.other();
    passed
}

/// The squares where the side to move completes a row, by index.
fn completing(position: &Gomoku) -> Vec<Square> {
    let side = position.side;
    let mut squares: Vec<Square> = moves(position).into_iter().filter(|mv| position.after(*mv).has_row(side)).collect();
    squares.sort_unstable_by_key(|square| square.0);
    squares
}

/// A board of letters, with the letter and the rows of one side.
struct Slow {
    board: Board,
    letter: char,
    row: i32,
    exact: bool,
}

impl Slow {
    fn at(&self, [row, column]: [i32; 2]) -> Option<Option<Content>> {
        self.board.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    }

    fn is_own(&self, cell: [i32; 2]) -> bool {
        self.at(cell) == Some(Some(Content::Letter(self.letter)))
    }

    /// The cells that complete a row through all of these cells in a direction.
    fn ends(&self, through: &[[i32; 2]], step: [i32; 2]) -> Vec<[i32; 2]> {
        let along = |from: [i32; 2], steps: i32| [from[0] + steps * step[0], from[1] + steps * step[1]];
        let mut ends = Vec::new();
        for first in (1 - self.row..=0).map(|steps| along(through[0], steps)) {
            let window: Vec<[i32; 2]> = (0..self.row).map(|steps| along(first, steps)).collect();
            let free: Vec<[i32; 2]> = window.iter().copied().filter(|cell| !self.is_own(*cell)).collect();
            let longer = self.is_own(along(first, -1)) || self.is_own(along(first, self.row));
            if free.len() == 1
                && self.at(free[0]) == Some(None)
                && through.iter().all(|cell| window.contains(cell))
                && !(self.exact && longer)
            {
                ends.extend(free);
            }
        }
        ends.sort_unstable();
        ends.dedup();
        ends
    }
}

/// Whether a stone of the side to move has made an open three.
fn makes_open_three(position: &Gomoku, after: &Gomoku, stone: RowColumn) -> bool {
    let letter = ['X', 'O'][position.side.index()];
    let state = position.state();
    let exact = state.ends_with("exactly") || state.ends_with("renju") && letter == 'X';
    let again = passed(after);
    let wins = completing(&again);
    let slow = |board| Slow { board, letter, row: 5, exact };
    let stone = stone.map(|at| at as i32);
    let now = slow(after.board().unwrap());
    let steps = [[0, 1], [1, 0], [1, 1], [1, -1]].into_iter().filter(|step| now.ends(&[stone], *step).is_empty());
    moves(&again).into_iter().filter(|mv| !wins.contains(mv)).any(|mv| {
        let cell = after.cells(mv)[0].map(|at| at as i32);
        let next = slow(again.after(mv).board().unwrap());
        steps.clone().any(|step| next.ends(&[stone, cell], step).len() > 1)
    })
}

/// Checks the motifs of all moves of random positions. Returns how many there were of each kind.
fn check(start: &str, positions: usize, seen: &mut [usize; 3]) {
    let start = Gomoku::parse(start).unwrap();
    each_motif(&start, positions, 36, 7, |position, mv, found| {
        let after = position.after(mv);
        let mut expected = Vec::new();
        if !after.is_final() {
            let [before, now] = [completing(position), completing(&passed(&after))];
            let makes_four = now.iter().any(|square| !before.contains(square));
            if makes_four && now.len() > 1 {
                seen[0] += 1;
                expected.push(Motif::DoubleThreat { cells: now.iter().flat_map(|mv| after.cells(*mv)).collect() });
            }
            if makes_four && position.state().contains(" 5") {
                seen[1] += 1;
                expected.push(Motif::Four);
            }
            if position.state().contains(" 5") && makes_open_three(position, &after, position.cells(mv)[0]) {
                seen[2] += 1;
                expected.push(Motif::OpenThree);
            }
        }
        assert_eq!(found, expected, "{} in {}", position.move_text(mv), position.state());
    });
}

fn check_all(positions: usize) -> [usize; 3] {
    let mut seen = [0; 3];
    for start in [
        "8/8/8/8/8/8/8/8 X 5",
        "9/9/9/9/9/9/9/9/9 X 5 exactly",
        "8/8/8/8/8/8/8/8 X 5 renju",
        "7/7/7/7/7/7 X 4",
        "3/3/3 X 3",
    ] {
        check(start, positions, &mut seen);
    }
    seen
}

#[test]
fn motifs_are_those_found_by_trying_further_stones() {
    let seen = check_all(8);
    assert!(seen.iter().all(|count| *count > 3), "{seen:?}");
}

#[test]
#[ignore = "takes a minute; run by .ci/nightly"]
fn motifs_of_1000_positions_are_those_found_by_trying_further_stones() {
    let seen = check_all(200);
    assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
}
