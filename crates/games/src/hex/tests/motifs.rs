//! Tests of what a stone does, by exhaustive play.

use std::collections::HashMap;

use super::prover::solve;
use super::{Hex, random_positions, read};
use crate::board::{Board, Content, RowColumn};
use crate::motif::Motif;
use crate::notation::Notation;
use crate::testing::moves;
use plyd_search::Score;
use plyd_search::position::Position;

fn motifs(state: &str, mv: &str) -> Vec<Motif> {
    let position = read(state);
    position.motifs(position.find_move(mv).unwrap())
}

#[test]
fn bridges_are_cut_between_groups() {
    let cuts = |state, mv| motifs(state, mv).contains(&Motif::CutsBridge);
    // X on c2 and b4 has a bridge over b3 and c3.
    let bridge = "6/2X3/6/1X4/4O1/X3O1 O";
    assert!(cuts(bridge, "b3") && cuts(bridge, "c3"));
    assert!(!cuts(bridge, "c4"));
    assert!(!cuts("6/2X3/6/1X4/4O1/4O1 X", "b3"), "the own bridge");
    assert!(!cuts("X5/2XX2/3X2/1XX3/4OO/2OOO1 O", "b3"), "the ends are joined elsewhere");
}

#[test]
fn the_cells_that_stop_a_connection_are_named() {
    let state = "1X2/1X2/4/1XOO O";
    assert_eq!(motifs(state, "b3"), [Motif::MustPlay { cells: vec![[2, 1]] }]);
    assert_eq!(motifs(state, "c3"), []);
}

/// Whether two stones are in the same group.
fn joined(board: &Board, from: RowColumn, to: RowColumn) -> bool {
    let content = |[row, column]: RowColumn| board.get(row).and_then(|row| row.get(column)).copied().flatten();
    let (mut reached, mut next) = (vec![from], 0);
    while let Some(cell) = reached.get(next).copied() {
        next += 1;
        for near in around(cell) {
            if content(near) == content(from) && !reached.contains(&near) {
                reached.push(near);
            }
        }
    }
    reached.contains(&to)
}

/// The neighbours of a cell. Some of them may be beyond the board.
fn around([row, column]: RowColumn) -> Vec<RowColumn> {
    let steps = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)];
    let near = |(down, right)| Some([row.checked_add_signed(down)?, column.checked_add_signed(right)?]);
    steps.into_iter().filter_map(near).collect()
}

/// Whether a cell is one of two empty ones that join two groups of the other side.
fn is_in_bridge(position: &Hex, cell: RowColumn) -> bool {
    let board = position.board().unwrap();
    let size = board.len();
    let cells: Vec<RowColumn> = (0..size * size).map(|index| [index / size, index % size]).collect();
    let letter = ['X', 'O'][position.side.other().index()];
    let is_stone = |[row, column]: &RowColumn| board[*row][*column] == Some(Content::Letter(letter));
    let stones: Vec<RowColumn> = cells.iter().copied().filter(is_stone).collect();
    stones.iter().any(|one| {
        stones.iter().any(|other| {
            let common: Vec<RowColumn> =
                around(*one).into_iter().filter(|near| around(*other).contains(near) && cells.contains(near)).collect();
            !around(*one).contains(other)
                && common.len() == 2
                && common.iter().all(|[row, column]| board[*row][*column].is_none())
                && common.contains(&cell)
                && !joined(&board, *one, *other)
        })
    })
}

/// The cells where the opponent would win at once if the side to move passed.
fn threats(position: &Hex) -> Vec<RowColumn> {
    let mut passed = position.clone();
    passed.side = position.side.other();
    let wins = moves(&passed).into_iter().filter(|mv| passed.after(*mv).is_final());
    wins.flat_map(|mv| position.cells(mv)).collect()
}

/// Checks the motifs of all moves. Returns how many positions have a must-play region, and how many moves cut a bridge.
fn check(position: &Hex, solved: bool) -> [usize; 2] {
    let mut seen = [0; 2];
    let (mut regions, mut elsewhere, mut wins) = (Vec::new(), Vec::new(), Vec::new());
    for mv in moves(position) {
        let found = position.motifs(mv);
        let context = || format!("{} in {}", position.move_text(mv), position.state());
        let after = position.after(mv);
        if after.is_final() {
            assert_eq!(found, [], "{}", context());
            wins.extend(position.cells(mv));
            continue;
        }
        let cuts = !position.swap_ahead() && is_in_bridge(position, position.cells(mv)[0]);
        assert_eq!(found.contains(&Motif::CutsBridge), cuts, "{}", context());
        seen[1] += usize::from(cuts);
        match &found[..] {
            [Motif::MustPlay { cells }, ..] => {
                assert!(cells.contains(&position.cells(mv)[0]) && cells.len() <= 12, "{}", context());
                regions.push(cells.clone());
            }
            _ => elsewhere.push(mv),
        }
    }
    regions.dedup();
    assert!(regions.len() <= 1, "{}", position.state());
    let known = &mut HashMap::new();
    if let [region] = &regions[..] {
        seen[0] += 1;
        assert!(wins.iter().all(|cell| region.contains(cell)), "{}", position.state());
        for mv in elsewhere {
            let cell = position.cells(mv)[0];
            assert!(!region.contains(&cell), "{}", position.state());
            let is_lost = !solved || solve(&position.after(mv), known) > Score::ZERO;
            assert!(is_lost, "{} in {} with {region:?}", position.move_text(mv), position.state());
        }
    } else if let ([cell], false) = (&threats(position)[..], !solved || position.swap_ahead()) {
        let mv = moves(position).into_iter().find(|mv| position.cells(*mv) == [*cell]).unwrap();
        let after = position.after(mv);
        assert!(after.is_final() || solve(&after, known) > Score::ZERO, "no region in {}", position.state());
    }
    seen
}

fn check_all(positions: usize) -> [usize; 2] {
    let mut seen = [0; 2];
    for position in random_positions(positions, 5, 91) {
        let found = check(&position, position.most_plies_left() <= 11);
        seen = [seen[0] + found[0], seen[1] + found[1]];
    }
    seen
}

#[test]
fn must_play_regions_and_bridges_hold_in_exhaustive_play() {
    let seen = check_all(100);
    assert!(seen[0] > 10 && seen[1] > 10, "{seen:?}");
}

#[test]
#[ignore = "takes minutes; run by .ci/nightly"]
fn must_play_regions_and_bridges_of_2000_positions_hold_in_exhaustive_play() {
    let seen = check_all(2000);
    assert!(seen[0] > 200 && seen[1] > 200, "{seen:?}");
}
