//! Tests of rules and text.

use super::super::cells::Cell;
use super::super::moves::Move;
use super::{Hex, boards, empty, read};
use crate::notation::Notation;
use crate::testing::{self, Rng, after, moves, names, random_game};
use plyd_search::position::{Outcome, Position, Side, perft};

/// Whether a side's stones connect its edges, stone by stone.
fn joins(position: &Hex, side: Side) -> bool {
    let stones: Vec<_> = position.stones[side.index()].members().collect();
    let along = |cell: &Cell| if side == Side::First { cell.row } else { cell.column };
    let mut reached: Vec<_> = stones.iter().copied().filter(|cell| along(cell) == 1).collect();
    let mut next = 0;
    while let Some(from) = reached.get(next).copied() {
        for to in &stones {
            let step = (i16::from(to.row) - i16::from(from.row), i16::from(to.column) - i16::from(from.column));
            let touches = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)].contains(&step);
            if touches && !reached.contains(to) {
                reached.push(*to);
            }
        }
        next += 1;
    }
    reached.iter().any(|cell| along(cell) == position.size)
}

#[test]
fn the_rules_make_as_many_games_as_the_oracle() {
    for (state, counts) in [
        ("3/3/3 X", &[9, 72, 504, 3024, 15120, 54720, 146_880, 207_360, 120_960][..]),
        ("3/3/3 X swap", &[9, 81, 576, 3528, 18144, 69840]),
        ("1XO1O/X2X1/X3O/2OX1/XO1O1 X", &[13, 144, 1584, 14300]),
        ("11/11/11/11/11/11/11/11/11/11/11 X swap", &[121, 14641]),
    ] {
        for (count, depth) in counts.iter().zip(1..) {
            assert_eq!(perft(&read(state), depth), *count, "{state} at depth {depth}");
        }
    }
}

#[test]
fn random_games_end_with_the_first_chain_and_never_in_a_draw() {
    let mut rng = Rng(1);
    for board in boards(60) {
        let end = random_game(&board, 400, &mut rng, |position| {
            let joined = [Side::First, Side::Second].map(|side| joins(position, side));
            let winner = [Side::First, Side::Second].into_iter().find(|side| joined[side.index()]);
            assert_eq!(position.outcome(), winner.map(Outcome::Win), "{}", position.state());
            assert_ne!(joined, [true; 2], "{}", position.state());
        });
        assert!(end.is_final(), "{}", end.state());
    }
}

#[test]
fn every_position_of_random_games_reads_back() {
    let mut rng = Rng(3);
    for board in boards(27) {
        random_game(&board, 400, &mut rng, testing::assert_text_is_read_back);
    }
}

#[test]
fn row_1_is_the_top_row_and_rows_lean_to_the_right() {
    let start = empty(3, false);
    assert_eq!(names(&start), ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]);
    assert_eq!(after(&start, "c1 a3").state(), "2X/3/O2 X");
    // A cell touches the one below it and that one's left neighbour, but not its right neighbour.
    assert_eq!(after(&read("2X/1XO/O2 X"), "b3").outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(after(&read("X2/1XO/O2 X"), "b3").outcome(), None);
    let wide = empty(19, false);
    for name in ["b3", "B3", "b03", " b3\n"] {
        assert_eq!(wide.find_move(name).map(|mv| wide.move_text(mv)).as_deref(), Some("b3"), "{name}");
    }
    assert_eq!(after(&wide, "s19").state(), format!("{}18X O", "19/".repeat(18)));
    for name in ["", "a", "a0", "a20", "t1", "a+1", "a-1", "1a", "a1b", "a1b1", "é1", "aé", "swap", "a999999999999"] {
        assert_eq!(wide.find_move(name), None, "{name}");
    }
}

#[test]
fn x_joins_top_and_bottom_and_o_left_and_right() {
    let end = after(&read("1X1/OX1/1O1 X"), "a3");
    assert_eq!((end.outcome(), end.reason()), (Some(Outcome::Win(Side::First)), "top and bottom are joined"));
    assert_eq!((moves(&end), end.count_legal_moves(&mut Vec::new())), (Vec::new(), 0));
    let end = after(&read("X1X/2O/1OX O"), "a3");
    assert_eq!((end.outcome(), end.reason()), (Some(Outcome::Win(Side::Second)), "left and right are joined"));
    assert_eq!(after(&read("XX1/OO1/3 X"), "c1").outcome(), None, "a chain from left to right is not X's");
}

#[test]
fn a_chain_may_meet_from_both_edges_or_begin_in_the_middle() {
    for order in ["a1 c1 a2 c2 a3", "a3 c1 a2 c2 a1", "a2 c1 a1 c2 a3", "a1 c1 a3 c2 a2"] {
        assert_eq!(after(&empty(3, false), order).outcome(), Some(Outcome::Win(Side::First)), "{order}");
    }
    // The last stone connects a long chain from the top with a short one from the bottom.
    let position = after(&read("1O3/OXXX1/X3O/OX1O1/1X1O1 X"), "e1 c1");
    assert_eq!((position.outcome(), after(&position, "b3").outcome()), (None, Some(Outcome::Win(Side::First))));
}

#[test]
fn the_swap_takes_the_first_stone_to_the_mirrored_cell() {
    let opened = after(&empty(5, true), "a2");
    assert_eq!(names(&opened).last().map(String::as_str), Some("swap"));
    assert_eq!((moves(&opened).len(), opened.label(Move::SWAP)), (25, Some("swap".to_owned())));
    let swapped = after(&opened, "swap");
    assert_eq!(swapped.state(), "1O3/5/5/5/5 X swap");
    assert!(!swapped.may_swap() && moves(&swapped).len() == 24);
    assert_eq!(after(&swapped, "a1").state(), "XO3/5/5/5/5 O swap");
    assert!(moves(&after(&swapped, "a1")).iter().all(|mv| *mv != Move::SWAP), "no second swap");
    assert_eq!(after(&after(&empty(4, true), "c3"), "swap").state(), "4/4/2O1/4 X swap", "the diagonal stays");
    assert_eq!(empty(5, false).after(Move(3)).find_move("swap"), None, "without the option there is none");
    assert_eq!(after(&opened, "c3").find_move("swap"), None, "nor later");
}

#[test]
fn invalid_states_are_refused_with_a_reason() {
    for (state, says) in [
        ("", "expected the rows of a board"),
        ("1 X", "1 rows, expected 2 to 19"),
        (&("20/".repeat(19) + "20 X"), "20 rows, expected 2 to 19"),
        ("3/3 X", "a rectangle of 3 columns and 2 rows"),
        ("2/2/2 X", "2 columns and 3 rows"),
        ("3/4/3 X", "row 2 has 4 cells, expected 3"),
        ("3/1?1/3 X", "cell 2 of row 2 is '?'"),
        ("1XO/3/3 swap", "the side to move is missing, and it does not follow from 1 X and 1 O"),
        ("3/3/3 Y", "\"Y\", expected X or O"),
        ("3/3/3 Y swap", "\"Y\", expected X or O"),
        ("3/3/3 X swop", "optionally swap"),
        ("3/3/3 X swap swap", "optionally swap"),
        ("3/3/3 X 3 swap", "optionally swap"),
        ("3/3/3 O", "it is X's turn"),
        ("3/3/3 O swap", "O is to move with 0 X and 0 O, expected one more X or, after a swap, equal"),
        ("3/1X1/3 X", "it is O's turn"),
        ("3/1X1/3 X swap", "X is to move with 1 X and 0 O, expected equal numbers or, after a swap, one more O"),
        ("3/1O1/3 X", "0 X and 1 O"),
        ("3/1O1/3 O swap", "O is to move with 0 X and 1 O"),
        ("3/XX1/3 O swap", "O is to move with 2 X and 0 O"),
        ("XO1/XO1/XO1 X", "X is to move but has a chain between its edges; expected O to move, which has lost"),
        ("XOX/XOO/XO1 O", "it is X's turn"),
    ] {
        let error = Hex::parse(state).expect_err(state);
        assert!(error.0.contains(says), "{state}: {error}");
    }
    assert_eq!(read("XO1/XO1/X2 O").outcome(), Some(Outcome::Win(Side::First)));
}

#[test]
fn wins_at_once_are_seen() {
    let mut rng = Rng(31);
    let met: usize = boards(9).map(|board| testing::assert_wins_at_once_are_seen(&board, 2, &mut rng)).sum();
    assert!(met > 9, "{met}");
}
