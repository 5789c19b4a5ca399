//! Tests of checkers against minimax, its symmetry, published counts and a random opponent.

use super::super::testing::{self, Rng, after, analyse, moves, names, random_position};
use super::Checkers;
use crate::board::Content;
use crate::notation::Notation;
use plyd_search::position::{Outcome, Position, Side, perft};
use plyd_search::{Algorithm, Score};

fn read(state: &str) -> Checkers {
    Checkers::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
}

/// Unfinished positions after 0 to 119 random plies; many have kings.
pub(super) fn random_positions(count: usize, seed: u64) -> Vec<Checkers> {
    let mut rng = Rng(seed);
    (0..count).map(|_| random_position(&Checkers::default(), 119, &mut rng)).collect()
}

#[test]
fn the_rules_make_the_published_number_of_games() {
    assert_eq!(perft(&Checkers::default(), 9), 3_963_680);
}

#[test]
fn the_first_example_is_the_start() {
    assert_eq!(read(Checkers::ABOUT.state_examples[0]), Checkers::default());
    assert_eq!(names(&Checkers::default()), ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]);
}

#[test]
fn every_position_of_random_games_reads_back_with_its_counter() {
    let mut rng = Rng(3);
    for _ in 0..100 {
        let mut position = Checkers::default();
        for _ in 0..200 {
            let copy = read(&position.state());
            assert_eq!((copy, copy.state()), (position, position.state()));
            if position.is_final() {
                assert_eq!((position.count_legal_moves(&mut Vec::new()), position.reason().is_empty()), (0, false));
                break;
            }
            let moves = moves(&position);
            assert_eq!(position.count_legal_moves(&mut Vec::new()), moves.len() as u64);
            let mut names: Vec<String> = moves.iter().map(|mv| position.move_text(*mv)).collect();
            assert!(moves.iter().zip(&names).all(|(mv, name)| position.find_move(name) == Some(*mv)));
            names.sort();
            names.dedup();
            assert_eq!(names.len(), moves.len(), "each move has its own name");
            position.play_unchecked(moves[rng.below(moves.len())]);
        }
    }
}

/// A second, slow and obvious implementation of the rules on rows of letters. Returns the names of the legal moves,
/// sorted.
fn reference_names(position: &Checkers) -> Vec<String> {
    type Rows = Vec<Vec<Option<char>>>;
    fn at(rows: &Rows, row: i32, file: i32) -> Option<Option<char>> {
        rows.get(usize::try_from(row).ok()?)?.get(usize::try_from(file).ok()?).copied()
    }
    fn number(row: i32, file: i32) -> i32 {
        4 * row + file / 2 + 1
    }
    fn directions(piece: char) -> &'static [(i32, i32)] {
        match piece {
            'b' => &[(1, -1), (1, 1)],
            'w' => &[(-1, -1), (-1, 1)],
            _ => &[(1, -1), (1, 1), (-1, -1), (-1, 1)],
        }
    }
    /// Continues a capture. The moving piece is not on the board.
    fn jump(rows: &Rows, piece: char, row: i32, file: i32, so_far: &str, found: &mut Vec<String>) -> bool {
        let mut jumped = false;
        for (down, right) in directions(piece) {
            let Some(Some(over)) = at(rows, row + down, file + right) else { continue };
            let (to_row, to_file) = (row + 2 * down, file + 2 * right);
            if over.eq_ignore_ascii_case(&piece) || at(rows, to_row, to_file) != Some(None) {
                continue;
            }
            jumped = true;
            let mut next = rows.clone();
            next[(row + down) as usize][(file + right) as usize] = None;
            let name = format!("{so_far}x{}", number(to_row, to_file));
            if !jump(&next, piece, to_row, to_file, &name, found) {
                found.push(name);
            }
        }
        jumped
    }
    let letter = |content| match content {
        Content::Letter(letter) => letter,
        Content::Number(number) => panic!("{number} lies on a board of pieces"),
    };
    let board = position.board().unwrap().into_iter();
    let rows: Rows = board.map(|row| row.into_iter().map(|cell| cell.map(letter)).collect()).collect();
    let mover = ['b', 'w'][position.side_to_move().index()];
    let (mut steps, mut captures) = (Vec::new(), Vec::new());
    for (row, file) in (0..8).flat_map(|row| (0..8).map(move |file| (row, file))) {
        let Some(Some(piece)) = at(&rows, row, file) else { continue };
        if !piece.eq_ignore_ascii_case(&mover) {
            continue;
        }
        for (down, right) in directions(piece) {
            if at(&rows, row + down, file + right) == Some(None) {
                steps.push(format!("{}-{}", number(row, file), number(row + down, file + right)));
            }
        }
        let mut lifted = rows.clone();
        lifted[row as usize][file as usize] = None;
        jump(&lifted, piece, row, file, &number(row, file).to_string(), &mut captures);
    }
    let mut names = if captures.is_empty() { steps } else { captures };
    names.sort();
    names
}

#[test]
fn the_moves_are_those_of_the_reference() {
    let mut rng = Rng(7);
    for round in 0..3000 {
        // Random pieces, so that long captures by kings are common.
        let mut lists = [Vec::new(), Vec::new()];
        for square in 1..=32 {
            let king = round % 3 == 0 || rng.below(3) == 0;
            match rng.below(if round % 2 == 0 { 4 } else { 7 }) {
                0 if lists[0].len() < 12 && (king || square < 29) => {
                    lists[0].push(format!("{}{square}", if king { "K" } else { "" }));
                }
                1 if lists[1].len() < 12 && (king || square > 4) => {
                    lists[1].push(format!("{}{square}", if king { "K" } else { "" }));
                }
                _ => {}
            }
        }
        let side = ["B", "W"][rng.below(2)];
        let Ok(position) = Checkers::parse(&format!("{side}:B{}:W{}", lists[0].join(","), lists[1].join(","))) else {
            continue;
        };
        let mut found = names(&position);
        found.sort();
        assert_eq!(found, reference_names(&position), "{}", position.state());
    }
}

#[test]
fn captures_are_forced_but_not_the_longest() {
    // 11 may take one piece or three. Both are legal, and a step is not.
    let position = read("B:W15,16,24,31:B11,1");
    assert_eq!(names(&position), ["11x18", "11x20x27"]);
    // A capture may not stop halfway.
    assert_eq!(position.find_move("11x20"), None);
    let end = after(&position, "11x20x27");
    assert_eq!(end.state(), "W:W15,31:B1,27");
    assert_eq!(names(&end), ["31x24"]);
}

#[test]
fn men_capture_forward_only_and_kings_both_ways() {
    assert_eq!(names(&read("B:W10:B15")), ["15-18", "15-19"]);
    assert_eq!(names(&read("B:W10:BK15")), ["15x6"]);
    assert_eq!(names(&read("W:W15:B18")), ["15-10", "15-11"]);
    assert_eq!(names(&read("W:WK15:B18")), ["15x22"]);
}

#[test]
fn a_man_that_is_crowned_stops_there() {
    // A king could continue from 31 over 27 to 24.
    let position = read("B:W26,27:B22,1");
    assert_eq!(names(&position), ["22x31"]);
    assert_eq!(after(&position, "22x31").state(), "W:W27:B1,K31");
    assert_eq!(names(&read("B:W26,27:BK22,1")), ["22x31x24"]);
    assert_eq!(after(&read("W:W7,20:BK30"), "7-3").state(), "B:WK3,20:BK30");
}

#[test]
fn each_path_is_a_move_even_in_a_circle() {
    // Around 15, back to the origin of the king:
    //       7
    //     10  11
    //   14  15  16
    //     18  19
    //       23
    let position = read("B:W10,11,18,19:BK7");
    let mut names = names(&position);
    names.sort();
    assert_eq!(names, ["7x14x23x16x7", "7x16x23x14x7"]);
    let end = after(&position, "7x14x23x16x7");
    assert_eq!(end.state(), "W:W:BK7");
    assert_eq!((end.outcome(), end.reason()), (Some(Outcome::Win(Side::First)), "no pieces left"));
}

#[test]
fn the_longest_capture_has_nine_jumps() {
    // These nine are all the squares that a king on 4 could ever jump over.
    let position = read("B:W6,7,8,14,15,16,22,23,24:BK4");
    let longest = moves(&position).into_iter().max_by_key(|mv| mv.jumps()).unwrap();
    assert_eq!(position.move_text(longest), "4x11x2x9x18x11x20x27x18x25");
    assert_eq!(position.find_move(&position.move_text(longest)), Some(longest));
    assert_eq!(position.after(longest).by_colour()[1], 0);
}

#[test]
fn who_cannot_move_has_lost() {
    let blocked = read("W:W13:B9,6");
    assert_eq!(blocked.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!((blocked.reason(), blocked.is_final()), ("no legal move", true));
    let win = analyse(&read("B:W13:B1,6"), Algorithm::AlphaBeta, 4);
    assert_eq!(win.score, Score::win_in(3), "1-5, 13-9, and 5 or 6 takes the last man");
}

#[test]
fn forty_moves_each_without_progress_are_a_draw_to_be_claimed() {
    let start = read("B:WK32,21:BK1");
    let mut position = start;
    for ply in 0..80 {
        assert_eq!(position.outcome(), None, "ply {ply}");
        position = after(&position, ["1-6", "32-28", "6-1", "28-32"][ply % 4]);
    }
    assert_eq!((position.outcome(), position.is_final()), (Some(Outcome::Draw), false));
    assert_eq!(position.reason(), "40 moves each without a capture or a man's move");
    assert_eq!(position.key(), start.key(), "repetition does not see the counter");
    assert_eq!((start.quiet_plies_left(), position.quiet_plies_left()), (80, 0), "a search does");
    assert_eq!((position.state().as_str(), start.state().as_str()), ("B:W21,K32:BK1:H80", "B:W21,K32:BK1"));
    assert_eq!(read("B:W21,K32:BK1:H79").outcome(), None);
    let claimed = after(&read("B:W21,K32:BK1:H79"), "1-6");
    assert_eq!((claimed.outcome(), claimed.state()), (Some(Outcome::Draw), "W:W21,K32:BK6:H80".to_owned()));
    let near = analyse(&read("B:WK32:BK1,K2:H78"), Algorithm::AlphaBeta, 4);
    assert_eq!((near.score, near.proven), (Score::ZERO, true), "two plies do not win");
    let on = after(&position, "1-6");
    assert_eq!(on.outcome(), Some(Outcome::Draw));
    assert_eq!(after(&on, "21-17").outcome(), None, "a man's move starts the count anew");
    assert_eq!(analyse(&on, Algorithm::AlphaBeta, 3).score, Score::ZERO);
}

#[test]
fn other_orders_mean_the_same_position() {
    let canonical = read("B:W21,22,K30:B1,2");
    for spelling in ["B:B1,2:W21,22,K30", "B:WK30,22,21:B2,1", "B:B2,1:WK30,21,22", "B:W21,22,K30:B1,2:H0"] {
        assert_eq!(read(spelling), canonical, "{spelling}");
    }
    assert_eq!(canonical.state(), "B:W21,22,K30:B1,2");
    let lost = read("B:W21:B");
    assert_eq!((lost.outcome(), lost.state()), (Some(Outcome::Win(Side::Second)), "B:W21:B".to_owned()));
}

#[test]
fn invalid_states_are_refused_with_a_reason() {
    let many = format!("B:W{}:B1", "21,".repeat(300_000));
    for (state, says) in [
        ("", "side to move is \"\", expected B or W"),
        ("R:W21:B1", "\"R\", expected B or W"),
        ("B", "expected the side to move, white's pieces and black's pieces"),
        ("B:W21", "expected the side to move, white's pieces and black's pieces"),
        ("B:21:B1", "\"21\" have no colour"),
        ("B:Ü:B1", "have no colour"),
        ("B:W21:W22", "pieces of W are listed twice"),
        ("B:W21:B1:B2", "after the pieces comes \"B2\", expected H and the plies"),
        ("B:W21:B1:", "after the pieces comes \"\""),
        ("B:W21:B1:H", "after the pieces comes \"H\""),
        ("B:W21:B1:H-1", "expected H and the plies"),
        ("B:W21:B1:G7", "expected H and the plies"),
        ("B:W21:B1:H99999999999999999999999", "expected H and the plies"),
        ("B:W21:B1:H7:H7", "after the pieces, \"H7\" gives a count twice"),
        ("B:H7:W21:B1", "\"H7\" have no colour"),
        ("B:W33:B1", "\"33\" is not a square, expected a number from 1 to 32"),
        ("B:W0:B1", "\"0\" is not a square"),
        ("B:W22-21:B1", "\"22-21\" is not a square"),
        ("B:W21-33:B1", "\"21-33\" is not a square"),
        ("B:W21-23,22:B1", "square 22 is listed twice"),
        ("B:W+21:B1", "\"+21\" is not a square"),
        ("B:W99999999999999999999999999999999:B1", "is not a square"),
        ("B:W21,:B1", "\"\" is not a square"),
        ("B:WKK21:B1", "\"KK21\" is not a square"),
        ("B:W21é:B1", "is not a square"),
        ("B:W21,22,21:B1", "square 21 is listed twice"),
        ("B:W21,K21:B1", "square 21 is listed twice"),
        ("B:W21,22:B1,21", "square 21 has both a black and a white piece"),
        ("B:W3:B1", "a white man on 3 would be a king, expected K3"),
        ("B:W21:B30", "a black man on 30 would be a king, expected K30"),
        ("B:W20,21,22,23,24,25,26,27,28,29,30,31,32:B1", "white has 13 pieces, expected at most 12"),
        ("B:W:B1", "white has no piece and black is to move"),
        ("W:W21:B", "black has no piece and white is to move"),
        ("B:W:B", "white has no piece"),
        (&many, "twice"),
    ] {
        let error = Checkers::parse(state).expect_err(state);
        assert!(error.0.contains(says), "{error}");
        assert!(error.0.len() < 200, "an error does not echo a long state");
    }
}

#[test]
fn alpha_beta_equals_minimax() {
    for position in random_positions(200, 11) {
        testing::assert_alpha_beta_is_minimax(&position, 1..=4);
    }
}

#[test]
fn the_swapped_board_has_the_same_score() {
    for position in random_positions(200, 12) {
        assert_ne!(position.key(), position.swapped().key());
        assert_eq!(position.swapped().swapped(), position);
        testing::assert_twins_agree(&position, 0..=3);
    }
}

#[test]
fn incremental_state_agrees_with_the_board() {
    for position in random_positions(200, 13) {
        for mv in moves(&position) {
            let next = position.after(mv);
            let made = Checkers::new(next.by_colour(), next.kings(), next.side_to_move()).with_quiet(next.quiet);
            assert_eq!(next, made, "{} {}", position.state(), position.move_text(mv));
        }
    }
}

#[test]
fn two_plies_beat_a_random_mover() {
    testing::assert_two_plies_beat_a_random_mover(&Checkers::default());
}
