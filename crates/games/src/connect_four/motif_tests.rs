//! Tests of what a disc does, cell by cell.

use super::ConnectFour;
use super::tests::has_four_slowly;
use crate::board::{Board, Content, RowColumn};
use crate::motif::Motif;
use crate::notation::Notation;
use crate::testing::{each_motif, moves};
use plyd_search::position::Position;

fn motifs(state: &str, column: &str) -> Vec<Motif> {
    let position = ConnectFour::parse(state).unwrap();
    position.motifs(position.find_move(column).unwrap())
}

#[test]
fn threats_are_named_by_the_parity_of_their_row() {
    assert_eq!(motifs("7/7/7/7/1XX4/OXO3O X", "1"), [Motif::EvenThreat { cell: [4, 3] }]);
    assert_eq!(motifs("7/7/7/1XX4/XOO4/OXO4 X", "1"), [Motif::OddThreat { cell: [3, 3] }]);
    assert_eq!(motifs("7/7/7/7/OO5/XX5 X", "3"), [], "a disc can land on the cell");
    assert_eq!(motifs("7/7/7/7/OOO4/XXX4 X", "4"), [], "the game is over");
}

/// The empty cells where this letter would complete four, column by column from the bottom.
fn completing(board: &Board, letter: char) -> Vec<RowColumn> {
    let is = |x: i32, y: i32| {
        let row = usize::try_from(5 - y).ok().and_then(|row| board.get(row));
        let cell = row.zip(usize::try_from(x).ok()).and_then(|(row, x)| row.get(x).copied()).flatten();
        cell == Some(Content::Letter(letter))
    };
    let cells = (0..7).flat_map(|x| (0..6).map(move |y| (x, y)));
    let empty = cells.filter(|(x, y)| board[(5 - y) as usize][*x as usize].is_none());
    empty
        .filter(|cell| has_four_slowly(|x, y| is(x, y) || (x, y) == *cell))
        .map(|(x, y)| [(5 - y) as usize, x as usize])
        .collect()
}

fn check(positions: usize) -> [usize; 2] {
    let mut seen = [0; 2];
    each_motif(&ConnectFour::default(), positions, 40, 5, |position, mv, found| {
        let letter = ConnectFour::ABOUT.pieces[position.side_to_move().index()].letter;
        let after = position.after(mv);
        let [before, now] = [position, &after].map(|position| completing(&position.board().unwrap(), letter));
        let playable: Vec<RowColumn> = moves(&after).into_iter().flat_map(|mv| after.cells(mv)).collect();
        let mut expected = Vec::new();
        for cell in now.into_iter().filter(|cell| !after.is_final() && !before.contains(cell)) {
            if !playable.contains(&cell) {
                let is_odd = (6 - cell[0]) % 2 == 1;
                seen[usize::from(is_odd)] += 1;
                expected.push(if is_odd { Motif::OddThreat { cell } } else { Motif::EvenThreat { cell } });
            }
        }
        assert_eq!(found, expected, "{} in {}", position.move_text(mv), position.state());
    });
    seen
}

#[test]
fn threats_are_those_found_cell_by_cell() {
    let seen = check(60);
    assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
}

#[test]
#[ignore = "a few seconds; run by .ci/nightly"]
fn threats_of_2000_positions_are_those_found_cell_by_cell() {
    let seen = check(2000);
    assert!(seen.iter().all(|count| *count > 300), "{seen:?}");
}
