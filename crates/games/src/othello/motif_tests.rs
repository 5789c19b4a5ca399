//! Tests of what a move does, square by square.

use super::Othello;
use crate::board::{Board, Content, RowColumn};
use crate::motif::Motif;
use crate::notation::Notation;
use crate::testing::{each_motif, moves};
use plyd_search::position::Position;

fn motifs(state: &str, mv: &str) -> Vec<Motif> {
    let position = Othello::parse(state).unwrap();
    position.motifs(position.find_move(mv).unwrap())
}

#[test]
fn corners_are_taken_and_given() {
    // O turns b2 between a1 and c3.
    let given = format!("{:-<64} X", "----------OX------O--------O");
    assert_eq!(motifs(&given, "b2"), [Motif::Corner { cell: [0, 0], taken: false }]);
    let taken = format!("{:-<64} X", "-OX-----OX------XXX-----------------OX");
    assert_eq!(motifs(&taken, "a1")[0], Motif::Corner { cell: [0, 0], taken: true });
}

/// The position with the other side to move.
fn passed(position: &Othello) -> Othello {
    let state = position.state();
    let (board, side) = state.rsplit_once(' ').unwrap();
    Othello::parse(&format!("{board} {}", if side == "X" { "O" } else { "X" })).unwrap()
}

/// The cells where the side to move can place a disc.
fn placements(position: &Othello) -> Vec<RowColumn> {
    moves(position).into_iter().flat_map(|mv| position.cells(mv)).collect()
}

/// The sizes of the regions of empty cells.
fn regions(mut board: Board) -> Vec<usize> {
    let mut sizes = Vec::new();
    while let Some(first) =
        (0..64_usize).map(|cell| [cell / 8, cell % 8]).find(|[row, column]| board[*row][*column].is_none())
    {
        let (mut stack, mut size) = (vec![first], 0);
        while let Some([row, column]) = stack.pop() {
            if board[row][column].is_some() {
                continue;
            }
            board[row][column] = Some(Content::Number(0));
            size += 1;
            let rows = row.saturating_sub(1)..=(row + 1).min(7);
            stack.extend(
                rows.flat_map(|row| (column.saturating_sub(1)..=(column + 1).min(7)).map(move |file| [row, file])),
            );
        }
        sizes.push(size);
    }
    sizes
}

/// Checks the motifs of all moves of random positions. Returns how many there were of each kind.
fn check(positions: usize) -> [usize; 4] {
    let corners = [[0, 0], [0, 7], [7, 0], [7, 7]];
    let mut seen = [0; 4];
    each_motif(&Othello::default(), positions, 60, 6, |position, mv, found| {
        let after = position.after(mv);
        let mut expected = Vec::new();
        let cells = position.cells(mv);
        if !cells.is_empty() && !after.is_final() {
            expected.extend(cells.into_iter().filter(|cell| corners.contains(cell)).map(|cell| {
                seen[0] += 1;
                Motif::Corner { cell, taken: true }
            }));
            let before = placements(&passed(position));
            let now = placements(&after);
            for cell in corners.into_iter().filter(|cell| now.contains(cell) && !before.contains(cell)) {
                seen[1] += 1;
                expected.push(Motif::Corner { cell, taken: false });
            }
            let [own, other] = [placements(&passed(&after)).len() as u32, now.len() as u32];
            if other <= 3 && 2 * other <= own {
                seen[2] += 1;
                expected.push(Motif::Mobility { own, other });
            }
            let regions = regions(after.board().unwrap());
            if other > 0 && regions.iter().sum::<usize>() <= 20 && regions.iter().all(|size| size.is_multiple_of(2)) {
                seen[3] += 1;
                expected.push(Motif::Parity);
            }
        }
        assert_eq!(found, expected, "{} in {}", position.move_text(mv), position.state());
    });
    seen
}

#[test]
fn motifs_are_those_found_square_by_square() {
    let seen = check(60);
    assert!(seen.iter().all(|count| *count > 3), "{seen:?}");
}

#[test]
#[ignore = "a few seconds; run by .ci/nightly"]
fn motifs_of_2000_positions_are_those_found_square_by_square() {
    let seen = check(2000);
    assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
}
