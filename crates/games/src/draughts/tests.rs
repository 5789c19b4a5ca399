//! Tests of draughts: case by case, symmetry, minimax, and a random opponent.

use super::super::testing::{self, Rng, after, analyse, moves, random_game, random_position};
use super::variant::Variant;
use super::{Brazilian, Draughts, International, Russian};
use crate::diagonals::Diagonals;
use crate::notation::Notation;
use plyd_search::position::{Outcome, Position, Side, perft};
use plyd_search::{Algorithm, Score};

fn names<V: Variant>(position: &Draughts<V>) -> Vec<String> {
    moves(position).iter().map(|mv| position.move_text(*mv)).collect()
}

pub(super) fn sorted<V: Variant>(position: &Draughts<V>) -> Vec<String> {
    let mut names = names(position);
    names.sort();
    names
}

#[track_caller]
fn read<V: Variant>(state: &str) -> Draughts<V> {
    Draughts::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
}

fn international(state: &str) -> Draughts<International> {
    read(state)
}

fn russian(state: &str) -> Draughts<Russian> {
    read(state)
}

fn brazilian(state: &str) -> Draughts<Brazilian> {
    read(state)
}

/// Unfinished positions after 0 to 99 random plies; many have kings.
fn random_positions<V: Variant>(count: usize, seed: u64) -> Vec<Draughts<V>> {
    let mut rng = Rng(seed);
    (0..count).map(|_| random_position(&Draughts::default(), 99, &mut rng)).collect()
}

/// Random pieces on random squares, so that long captures are common.
pub(super) fn random_setup<V: Variant>(rng: &mut Rng) -> Draughts<V> {
    loop {
        let (mut lists, one_in, kings) = ([Vec::new(), Vec::new()], 4 + rng.below(5), 2 + rng.below(4));
        for number in 1..=2 * V::Board::WIDTH * V::Board::WIDTH {
            let king = if rng.below(kings) == 0 { "K" } else { "" };
            let name = format!("{king}{}", V::PDN.name::<V::Board>(number));
            match rng.below(one_in) {
                0 => lists[0].push(name),
                1 => lists[1].push(name),
                _ => {}
            }
        }
        let side = ["B", "W"][rng.below(2)];
        if let Ok(position) = Draughts::parse(&format!("{side}:W{}:B{}", lists[0].join(","), lists[1].join(","))) {
            return position;
        }
    }
}

/// Shallower than the counts of tests/perft, so that it can run with every `cargo test`.
#[test]
fn the_rules_make_the_published_number_of_games() {
    assert_eq!(perft(&Draughts::<International>::default(), 6), 167_140);
    assert_eq!(perft(&Draughts::<Russian>::default(), 6), 37_986);
    assert_eq!(perft(&Draughts::<Brazilian>::default(), 6), 37_628);
}

fn assert_texts<V: Variant>() {
    assert_eq!(read::<V>(Draughts::<V>::ABOUT.state_examples[0]), Draughts::default());
    let mut rng = Rng(3);
    for _ in 0..30 {
        random_game(&Draughts::<V>::default(), 200, &mut rng, |position| {
            testing::assert_text_is_read_back(position);
            assert_eq!(read::<V>(&position.state()), *position, "with its counter");
        });
    }
}

#[test]
fn every_position_of_random_games_reads_back_with_its_counter() {
    assert_texts::<International>();
    assert_texts::<Russian>();
    assert_texts::<Brazilian>();
}

#[test]
fn captured_pieces_stay_until_the_move_ends() {
    // A round trip of four captures back to the origin (the Turkish stroke).
    let round = international("W:WK2:B7,8,17,18");
    assert_eq!(names(&round), ["2x2x7x8x17x18"]);
    assert_eq!(after(&round, "2x2x7x8x17x18").state(), "B:WK2:B");
}

#[test]
fn the_most_pieces_have_to_be_taken_kings_counting_as_men() {
    // 28 may capture the king on 23, or the men on 22 and 12.
    assert_eq!(names(&international("W:W28:B12,22,K23")), ["28x8x12x22"]);
    // Two captures of two pieces each, both of which are legal.
    assert_eq!(sorted(&international("W:W28:B22,23")), ["28x17x22", "28x19x23"]);
    // In Russian draughts any capture is legal.
    let state = "W:Wc3:Bb4,d4,d6";
    assert_eq!(names(&brazilian(state)), ["c3xc7xd6xd4"]);
    assert_eq!(sorted(&russian(state)), ["c3xa5xb4", "c3xc7xd6xd4"]);
}

#[test]
fn a_man_that_passes_the_last_row_is_a_king_in_russian_draughts_only() {
    let state = "W:Wf6:Be7,b6,h4";
    assert_eq!(names(&russian(state)), ["f6xa5xe7xb6"]);
    assert_eq!(after(&russian(state), "f6xa5xe7xb6").state(), "B:WKa5:Bh4");
    assert_eq!(names(&brazilian(state)), ["f6xd8xe7"]);
    assert_eq!(after(&brazilian(state), "f6xd8xe7").state(), "B:WKd8:Bb6,h4");
    // The man passes d8, stays a man, and ends on b6.
    let passing = "W:Wf6:Be7,c7";
    assert_eq!(after(&brazilian(passing), "f6xb6xc7xe7").state(), "B:Wb6:B");
    assert_eq!(after(&international("W:W13:B8,7"), "13x11x7x8").state(), "B:W11:B");
}

#[test]
fn a_king_lands_where_it_can_go_on() {
    assert_eq!(sorted(&russian("W:WKc1:Bg7,f6,d2")), ["c1xd8xf6xd2", "c1xe7xf6xd2", "c1xf8xg7xd2"]);
}

fn assert_ends_name_a_move_where_they_can<V: Variant>() {
    let (mut rng, mut ambiguous) = (Rng(5), 0);
    for _ in 0..1000 {
        let position = random_setup::<V>(&mut rng);
        let moves = moves(&position);
        for mv in &moves {
            let text = position.move_text(*mv);
            assert_eq!(position.find_move(&text), Some(*mv), "{text} in {}", position.state());
            let mut ends = text.splitn(3, 'x');
            let (Some(from), Some(to), Some(_)) = (ends.next(), ends.next(), ends.next()) else { continue };
            let same = moves.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to)).count();
            let expected = (same == 1).then_some(*mv);
            assert_eq!(position.find_move(&format!("{from}x{to}")), expected, "{text} in {}", position.state());
            assert_eq!(position.find_move(&format!("{from}-{to}")), expected);
            ambiguous += u32::from(same > 1);
        }
    }
    assert!(ambiguous > 0, "captures with the same ends are rare");
}

#[test]
fn ends_alone_name_a_capture_where_it_is_the_only_one() {
    let one = international("W:W31:B26,27,17");
    assert_eq!(one.find_move("31x11").map(|mv| one.move_text(mv)), Some("31x11x17x27".to_owned()));
    assert_ends_name_a_move_where_they_can::<International>();
    assert_ends_name_a_move_where_they_can::<Russian>();
    assert_ends_name_a_move_where_they_can::<Brazilian>();
}

#[test]
fn who_cannot_move_has_lost() {
    let blocked = international("W:W26:B21,17");
    assert_eq!((blocked.outcome(), blocked.is_final()), (Some(Outcome::Win(Side::Second)), true));
    assert_eq!(blocked.reason(), "no legal move");
    let lost = russian("W:W:Ba7");
    assert_eq!((lost.outcome(), lost.reason()), (Some(Outcome::Win(Side::Second)), "no pieces left"));
    let win = analyse(&russian("W:Wc3:Bd4"), Algorithm::AlphaBeta, 2);
    assert_eq!(win.score, Score::win_in(1));
}

fn assert_drawn_after<V: Variant>(state: &str, line: [&str; 4], plies: usize) {
    let start = read::<V>(state);
    let mut position = start;
    for ply in 0..plies {
        assert_eq!(position.outcome(), None, "ply {ply}");
        position = after(&position, line[ply % 4]);
    }
    assert_eq!((position.outcome(), position.is_final()), (Some(Outcome::Draw), false), "to be claimed");
    assert_eq!(position.reason(), V::DRAW_REASON);
    assert_eq!((start.quiet_plies_left(), position.quiet_plies_left()), (plies as u32, 0));
    let written = read::<V>(&format!("{state}:H{plies}"));
    assert_eq!(written.outcome(), Some(Outcome::Draw));
    assert_eq!(written.key(), start.key(), "repetition does not see the counter");
    let before = read::<V>(&format!("{state}:H{}", plies - 1));
    assert_eq!((before.outcome(), analyse(&before, Algorithm::AlphaBeta, 2).score), (None, Score::ZERO));
}

#[test]
fn kings_alone_draw_in_time() {
    assert_drawn_after::<International>("W:WK36:BK15", ["36-31", "15-20", "31-36", "20-15"], 50);
    assert_drawn_after::<Russian>("W:WKa3:BKh6", ["a3-b4", "h6-g5", "b4-a3", "g5-h6"], 30);
    assert_drawn_after::<Brazilian>("W:WKa3:BKh6", ["a3-b4", "h6-g5", "b4-a3", "g5-h6"], 30);
    assert_eq!(after(&russian("W:WKa3,e3:BKh6:H29"), "e3-d4").quiet_plies_left(), 30, "a man's move begins anew");
}

#[test]
fn other_orders_mean_the_same_position() {
    let canonical = russian("W:Wa3,Kd4:Bb8,h6");
    for spelling in ["W:Bb8,h6:Wa3,Kd4", "W:WKd4,a3:Bh6,b8", "W:Wa3,Kd4:Bb8,h6:H0"] {
        assert_eq!(russian(spelling), canonical, "{spelling}");
    }
    assert_eq!(canonical.state(), "W:WKd4,a3:Bb8,h6");
    assert_eq!(international("B:B2,1:WK50,31:H7").state(), "B:W31,K50:B1,2:H7");
}

#[test]
fn invalid_states_are_refused_with_a_reason() {
    let many = (31..=50).chain([30]).map(|number| number.to_string()).collect::<Vec<_>>().join(",");
    for (state, says) in [
        ("", "side to move is \"\", expected B or W"),
        ("W", "expected the side to move, white's pieces and black's pieces"),
        ("W:W31:B51", "\"51\" is not a square, expected a number from 1 to 50"),
        ("W:W31:B0", "\"0\" is not a square"),
        ("W:Wa1:B2", "\"a1\" is not a square"),
        ("W:W31,31:B2", "square 31 is listed twice"),
        ("W:W31:B2,31", "square 31 has both a black and a white piece"),
        ("W:W5:B2", "a white man on 5 would be a king, expected K5"),
        ("W:W31:B46", "a black man on 46 would be a king, expected K46"),
        ("W:W31:B2:H", "expected H and the plies"),
        ("W:W31:B", "black has no piece and white is to move"),
        (&format!("W:W{many}:B1"), "white has 21 pieces, expected at most 20"),
    ] {
        let error = Draughts::<International>::parse(state).expect_err(state);
        assert!(error.0.contains(says), "{error}");
    }
    for (state, says) in [
        ("W:W33:B2", "\"33\" is not a dark square, expected one such as a1 or, for a king, Ka1"),
        ("W:Wa2:Bb8", "\"a2\" is not a dark square"),
        ("W:Wi1:Bb8", "\"i1\" is not a dark square"),
        ("W:Wa9:Bb8", "\"a9\" is not a dark square"),
        ("W:Wa0:Bb8", "\"a0\" is not a dark square"),
        ("W:WA2:Bb8", "\"A2\" is not a dark square"),
        ("W:Wé:Bb8", "is not a dark square"),
        ("W:Wd8:Bb8", "a white man on d8 would be a king, expected Kd8"),
        ("W:Wa1:Bb8,c1", "a black man on c1 would be a king"),
        ("W:Wa1:Bb8:H3.1", "expected H and the plies"),
        ("B:W:Bb8", "white has no piece and black is to move"),
    ] {
        let error = Draughts::<Russian>::parse(state).expect_err(state);
        assert!(error.0.contains(says), "{error}");
        assert_eq!(Draughts::<Brazilian>::parse(state).expect_err(state).0, error.0);
    }
}

fn assert_searched_right<V: Variant>() {
    for position in random_positions::<V>(200, 11) {
        testing::assert_alpha_beta_is_minimax(&position, [3]);
    }
    for position in random_positions::<V>(100, 12) {
        assert_ne!(position.key(), position.swapped().key());
        assert_eq!(position.swapped().swapped(), position);
        testing::assert_twins_agree(&position, 0..=3);
    }
}

#[test]
fn alpha_beta_equals_minimax_and_the_swapped_board_has_the_same_score() {
    assert_searched_right::<International>();
    assert_searched_right::<Russian>();
    assert_searched_right::<Brazilian>();
}

fn assert_beats_random<V: Variant>() {
    testing::assert_two_plies_beat_a_random_mover(&Draughts::<V>::default());
}

#[test]
fn two_plies_beat_a_random_mover() {
    assert_beats_random::<International>();
    assert_beats_random::<Russian>();
    assert_beats_random::<Brazilian>();
}
