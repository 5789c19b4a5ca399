//! Tests of the variants: the shared board by the perft tables of chess, and each variant's rules case by case.

use super::board::{Board, Variant};
use super::orthodox::Orthodox;
use super::{Antichess, Atomic, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck};
use crate::notation::Notation;
use crate::testing::{self, Rng, after, names, random_game};
use plyd_search::position::{Outcome, Position, Side, perft};
use plyd_search::{Algorithm, Engine, Evaluate, Limits, Question};

const WHITE: Option<Outcome> = Some(Outcome::Win(Side::First));
const BLACK: Option<Outcome> = Some(Outcome::Win(Side::Second));
const DRAW: Option<Outcome> = Some(Outcome::Draw);

fn read<V: Variant>(state: &str) -> Board<V> {
    Board::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
}

fn start<V: Variant>() -> Board<V> {
    read(V::ABOUT.start())
}

/// Whether a move has this name.
fn has<V: Variant>(position: &Board<V>, name: &str) -> bool {
    names(position).iter().any(|known| known == name)
}

/// The labels of all moves.
fn labels<V: Variant>(position: &Board<V>) -> Vec<String> {
    testing::moves(position).into_iter().map(|mv| position.san(mv)).collect()
}

fn refused<V: Variant>(state: &str) -> String {
    Board::<V>::parse(state).expect_err(state).0
}

/// Checks the rows of a table that count fewer nodes than this. Returns how many they are.
fn check_perft<V: Variant>(table: &str, most: u64) -> usize {
    let (mut position, mut rows) = (None, 0);
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(state) = line.strip_prefix("state ") {
            // The variants have no starts of Chess960.
            position = (!state.contains("chess960")).then(|| read::<V>(state));
        } else if let Some(position) = &position {
            let (depth, count) = line.split_once(' ').unwrap();
            let count: u64 = count.parse().unwrap();
            if count < most {
                assert_eq!(perft(position, depth.parse().unwrap()), count, "{}", position.state());
                rows += 1;
            }
        }
    }
    rows
}

#[test]
fn the_shared_board_counts_as_chess_does() {
    let rows = check_perft::<Orthodox>(include_str!("../../../../tests/perft/chess.perft"), 200_000);
    assert!(rows > 15, "{rows}");
}

/// Laws of positions that random games visit.
fn assert_random_games<V: Variant>() {
    let mut rng = Rng(7);
    for _ in 0..40 {
        random_game(&start::<V>(), 200, &mut rng, |position| {
            testing::assert_text_is_read_back(position);
            let san = labels(position);
            for (mv, label) in testing::moves(position).into_iter().zip(&san) {
                assert_eq!(position.find_move(label), Some(mv), "{label} in {}", position.state());
            }
            for mv in testing::moves(position) {
                assert_eq!(V::threatens(position, mv), V::must_answer(&position.after(mv)), "{}", position.state());
            }
            for twin in position.twins() {
                assert_eq!(twin.outcome().is_some(), position.outcome().is_some(), "{}", position.state());
                if V::HAS_EQUAL_SIDES {
                    assert_eq!(twin.evaluate(), position.evaluate(), "{}", position.state());
                }
            }
        });
    }
}

#[test]
fn positions_and_labels_of_random_games_are_read_back() {
    assert_random_games::<Crazyhouse>();
    assert_random_games::<Antichess>();
    assert_random_games::<Atomic>();
    assert_random_games::<ThreeCheck>();
    assert_random_games::<KingOfTheHill>();
    assert_random_games::<Horde>();
    assert_random_games::<RacingKings>();
}

#[test]
fn captured_pieces_go_to_the_pocket_and_promoted_ones_as_pawns() {
    let taken = after(&start::<Crazyhouse>(), "e2e4 d7d5 e4d5 d8d5");
    assert_eq!(taken.state(), "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3");
    let promoted = after(&read::<Crazyhouse>("r3k3/1P6/8/8/8/8/8/4K3[] w - - 0 1"), "b7a8q");
    assert_eq!(promoted.state(), "Q~3k3/8/8/8/8/8/8/4K3[R] b - - 0 1");
    let back = after(&read::<Crazyhouse>("Q~3k3/8/8/8/8/8/6b1/4K3[] b - - 0 1"), "g2a8");
    assert_eq!(back.state(), "b3k3/8/8/8/8/8/8/4K3[p] w - - 0 2");
    // A promoted piece keeps its mark when it moves.
    let moved = after(&read::<Crazyhouse>("Q~7/8/4k3/8/8/8/8/4K3[] w - - 0 1"), "a8a5");
    assert_eq!(moved.state(), "8/8/4k3/Q~7/8/8/8/4K3[] b - - 1 1");
}

#[test]
fn drops_block_checks_and_mate_but_pawns_stay_off_the_ends() {
    let position = read::<Crazyhouse>("4k3/8/8/8/8/8/8/4K2r[PN] w - - 0 1");
    assert!(has(&position, "N@f1") && has(&position, "N@g1") && !has(&position, "P@f1") && !has(&position, "N@a3"));
    let free = read::<Crazyhouse>("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1");
    assert!(has(&free, "P@a2") && has(&free, "P@h7") && !has(&free, "P@a1") && !has(&free, "P@a8"));
    let mate = after(&read::<Crazyhouse>("7k/6pp/8/8/8/8/8/K7[R] w - - 0 1"), "R@a8");
    assert_eq!((mate.outcome(), mate.reason()), (WHITE, "checkmate"));
    // A rook that was dropped on its square does not castle.
    let dropped = after(&read::<Crazyhouse>("4k3/8/8/8/8/8/8/4K3[Rn] w - - 0 1"), "R@h1 N@a6");
    assert!(!has(&dropped, "e1g1"));
    let kept = after(&read::<Crazyhouse>("4k3/8/8/8/8/8/8/4K2R[N] w K - 0 1"), "N@a3 e8d8");
    assert!(has(&kept, "e1g1"), "drops keep castling rights");
}

#[test]
fn drops_are_read_and_written_as_lichess_does() {
    let position = read::<Crazyhouse>("4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1");
    for (text, name) in
        [("N@f3", "N@f3"), ("n@f3", "N@f3"), ("N@F3!", "N@f3"), ("@e4", "P@e4"), ("P@e4", "P@e4"), ("p@e4", "P@e4")]
    {
        let mv = position.find_move(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(position.move_text(mv), name);
    }
    let label = |name: &str| position.san(position.find_move(name).unwrap());
    assert_eq!((label("N@f3"), label("P@e4"), label("N@f6")), ("N@f3".into(), "@e4".into(), "N@f6+".into()));
    for text in ["Q@e4", "@e8", "K@e4", "@", "N@", "N@z9", "NN@f3"] {
        assert_eq!(position.find_move(text), None, "{text}");
    }
}

#[test]
fn pockets_have_two_spellings() {
    let canonical = "4k3/8/8/8/8/8/8/4K3[QNPp] w - - 0 1";
    for text in ["4k3/8/8/8/8/8/8/4K3[pPNQ] w - - 0 1", "4k3/8/8/8/8/8/8/4K3/pQPN w - - 0 1"] {
        assert_eq!(read::<Crazyhouse>(text).state(), canonical);
    }
    assert_eq!(read::<Crazyhouse>("4k3/8/8/8/8/8/8/4K3 w - - 0 1").state(), "4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    let crowd = format!("4k3/8/8/8/8/8/8/4K3[{}] w - - 0 1", "N".repeat(31));
    for (text, says) in [
        ("4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", "the pockets have 'K'"),
        ("4k3/8/8/8/8/8/8/4K3[Q w - - 0 1", "do not end with ]"),
        ("4k3/8/8/8/8/8/8/4K3[PPPPPPPPPPPPPPPPP] w - - 0 1", "17 pawns"),
        (&crowd, "33 pieces"),
        ("4k3/8/8/8/8/8/8/3~K4[] w - - 0 1", "'~'"),
    ] {
        assert!(refused::<Crazyhouse>(text).contains(says), "{text}: {}", refused::<Crazyhouse>(text));
    }
}

#[test]
fn crazyhouse_has_no_rule_of_fifty_moves() {
    let late = read::<Crazyhouse>("4k3/8/8/8/8/8/8/R3K3[] w - - 150 90");
    assert_eq!((late.outcome(), late.ends_unclaimed()), (None, false));
    assert_eq!(read::<Crazyhouse>("4k3/8/8/8/8/8/8/4K3[] w - - 0 1").outcome(), DRAW);
    assert_eq!(read::<Crazyhouse>("4k3/8/8/8/8/8/8/4K3[p] w - - 0 1").outcome(), None);
}

#[test]
fn captures_are_forced_in_antichess_and_so_are_those_in_passing() {
    let forced = read::<Antichess>("8/8/8/1p6/P7/8/8/7R w - - 0 1");
    assert_eq!(names(&forced), ["a4b5"]);
    assert_eq!(forced.broken_rule("h1h2"), Some("a capture is forced"));
    let passing = after(&read::<Antichess>("8/p7/8/1P6/8/8/8/7N b - - 0 1"), "a7a5");
    assert_eq!(names(&passing), ["b5a6"]);
    let king = read::<Antichess>("8/8/8/8/8/8/1r6/K7 w - - 0 1");
    assert_eq!(names(&king), ["a1b2"]);
    assert!(
        after(&read::<Antichess>("8/8/8/8/8/8/1r6/K6R b - - 0 1"), "b2a2").king(cozy_chess::Color::White).is_some()
    );
}

#[test]
fn pawns_of_antichess_become_kings_too() {
    let position = read::<Antichess>("8/6P1/8/8/8/2k5/8/8 w - - 0 1");
    assert_eq!(names(&position), ["g7g8n", "g7g8b", "g7g8r", "g7g8q", "g7g8k"]);
    assert_eq!(position.san(position.find_move("g8=K").unwrap()), "g8=K");
    let two = read::<Antichess>("8/8/8/8/8/8/K1K5/7n w - - 0 1");
    assert_eq!(labels(&two).iter().filter(|label| label.ends_with("b3")).collect::<Vec<_>>(), ["Kab3", "Kcb3"]);
}

#[test]
fn who_cannot_move_wins_antichess() {
    let stuck = read::<Antichess>("8/8/8/8/8/p7/P7/8 w - - 0 1");
    assert_eq!((stuck.outcome(), stuck.reason()), (WHITE, "no legal move"));
    let gone = after(&read::<Antichess>("8/8/8/1p6/P7/8/8/8 w - - 0 1"), "a4b5");
    assert_eq!(gone.outcome(), BLACK);
    assert_eq!(read::<Antichess>("8/8/2b5/8/8/8/3B4/8 w - - 0 1").outcome(), DRAW, "light against dark");
    assert_eq!(read::<Antichess>("8/8/3b4/8/8/8/3B4/8 w - - 0 1").outcome(), None, "both dark");
}

#[test]
fn forced_captures_leave_nodes_for_the_search() {
    let limits = Limits { nodes: 20_000, ..Limits::depth(30) };
    let question = Question { algorithm: Algorithm::Selective, ..Question::new(limits) };
    let after_two = read::<Antichess>("r1bqkbnr/pppppppp/n7/8/4P1P1/8/PPPP1P1P/RNBQKBNR b - - 0 2");
    for root in [start::<Antichess>(), after_two] {
        let found = testing::search(&root, &question, &mut Engine::new(0));
        assert!(found.depth >= 4, "{} plies of {}", found.depth, root.state());
    }
}

#[test]
fn captures_explode_everything_but_pawns() {
    let position = read::<Atomic>("4k3/8/2npp3/3p4/2P1n3/8/8/4K3 w - - 0 1");
    assert_eq!(after(&position, "c4d5").state(), "4k3/8/3pp3/8/8/8/8/4K3 b - - 0 1");
    // In passing, the centre is where the capturing pawn arrives, and the captured pawn goes too.
    let passing = after(&read::<Atomic>("4k3/2n1p3/8/3P4/8/8/8/4K3 b - - 0 1"), "e7e5");
    assert_eq!(after(&passing, "d5e6").state(), "4k3/2n5/8/8/8/8/8/4K3 b - - 0 2");
    // The right to castle goes with a rook that explodes.
    let rook = read::<Atomic>("4k3/8/8/8/8/7n/8/4K1BR b K - 0 1");
    assert_eq!(rook.castling.len(), 1);
    assert_eq!(after(&rook, "h3g1").state(), "4k3/8/8/8/8/8/8/4K3 w - - 0 2");
}

#[test]
fn exploding_the_king_wins_even_in_check() {
    let position = read::<Atomic>("4k3/3p4/8/8/8/8/4q3/3RK3 w - - 0 1");
    assert!(position.is_check());
    let won = after(&position, "d1d7");
    assert_eq!((won.outcome(), won.reason()), (WHITE, "the king exploded"));
    assert_eq!(position.san(position.find_move("d1d7").unwrap()), "Rxd7#");
    let own = read::<Atomic>("4k3/8/8/8/8/8/3p4/3RK3 w - - 0 1");
    assert!(!has(&own, "d1d2") && !has(&own, "e1d2"), "it would explode the own king");
}

#[test]
fn kings_of_atomic_chess_are_safe_beside_each_other() {
    let position = read::<Atomic>("8/8/8/3kK3/8/8/3q4/8 w - - 0 1");
    assert!(!position.is_check());
    assert!(has(&position, "e5d6"), "the queen attacks it, but the kings still touch");
    assert!(
        !has(&position, "e5e4")
            || !position.after(position.find_move("e5e4").unwrap()).gives_check(cozy_chess::Color::Black)
    );
    assert!(refused::<Atomic>("8/8/8/8/8/8/8/R7 w - - 0 1").contains("neither side has a king"));
    assert!(refused::<Atomic>("8/8/8/8/8/8/8/K7 w - - 0 1").contains("the king of black has exploded"));
    assert_eq!(read::<Atomic>("8/8/8/8/8/8/8/K7 b - - 0 1").outcome(), WHITE);
}

#[test]
fn the_third_check_wins_and_a_double_check_counts_once() {
    let position = read::<ThreeCheck>("4k3/8/8/8/4N3/8/8/4R2K w - - 1+3 0 1");
    let won = after(&position, "e4d6");
    assert_eq!((won.outcome(), won.reason()), (WHITE, "the third check"));
    assert_eq!(position.san(position.find_move("e4d6").unwrap()), "Nd6#");
    let double = after(&read::<ThreeCheck>("4k3/8/8/8/4N3/8/8/4R2K w - - 3+3 0 1"), "e4d6");
    assert!(double.state().contains("2+3"));
    let [first, second] =
        ["3+3", "2+3"].map(|left| read::<ThreeCheck>(&format!("4k3/8/8/8/8/8/8/R3K3 w - - {left} 0 1")));
    assert_ne!(first.key(), second.key());
}

#[test]
fn checks_are_read_as_left_or_as_given() {
    for text in ["4k3/8/8/8/8/8/8/R3K3 w - - 2+1 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +1+2"] {
        assert_eq!(read::<ThreeCheck>(text).state(), "4k3/8/8/8/8/8/8/R3K3 w - - 2+1 0 1");
    }
    assert_eq!(start::<ThreeCheck>(), read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +0+0"));
    for (checks, says) in [
        ("4+3", "of at most 3 each"),
        ("x+3", "of at most 3 each"),
        ("0+0", "both sides"),
        ("0+3", "white is to move, but"),
    ] {
        let error = refused::<ThreeCheck>(&format!("4k3/8/8/8/8/8/8/R3K3 w - - {checks} 0 1"));
        assert!(error.contains(says), "{checks}: {error}");
    }
}

#[test]
fn a_king_on_the_hill_wins_if_its_move_is_legal() {
    let position = read::<KingOfTheHill>("6k1/5ppp/8/8/8/4K3/5PPP/2r5 w - - 0 1");
    let won = after(&position, "e3e4");
    assert_eq!((won.outcome(), won.reason()), (WHITE, "a king on the hill"));
    assert!(testing::moves(&won).is_empty() || won.is_final());
    let guarded = read::<KingOfTheHill>("4r1k1/8/8/8/8/3K4/8/8 w - - 0 1");
    assert!(!has(&guarded, "d3e4") && has(&guarded, "d3d4"));
    assert!(refused::<KingOfTheHill>("6k1/8/8/8/4K3/8/8/8 w - - 0 1").contains("white is to move, but has won"));
}

#[test]
fn pawns_of_the_horde_go_two_squares_from_the_first_rank_too() {
    let position = read::<Horde>("4k3/8/8/8/1p6/8/8/P7 w - - 0 1");
    assert_eq!(names(&position), ["a1a2", "a1a3"]);
    let long = after(&position, "a1a3");
    assert!(!has(&long, "b4a3") || long.color_on(cozy_chess::Square::A3).is_some());
    let from_first = after(&read::<Horde>("4k3/8/8/8/8/1p6/8/P7 w - - 0 1"), "a1a3");
    assert!(!has(&from_first, "b3a2"), "no capture in passing");
    let from_second = after(&read::<Horde>("4k3/8/8/8/1p6/8/P7/8 w - - 0 1"), "a2a4");
    assert!(has(&from_second, "b4a3"));
    assert!(refused::<Horde>("4k3/8/8/8/8/8/8/4K3 w - - 0 1").contains("white has 1 kings"));
}

#[test]
fn the_horde_wins_by_mate_loses_with_its_last_piece_and_draws_without_a_move() {
    let gone = after(&read::<Horde>("4k3/8/8/8/8/8/P7/r7 b - - 0 1"), "a1a2");
    assert_eq!((gone.outcome(), gone.reason()), (BLACK, "no white piece left"));
    let stuck = read::<Horde>("4k3/8/8/8/8/p7/P7/8 w - - 0 1");
    assert_eq!((stuck.outcome(), stuck.reason()), (DRAW, "stalemate"));
    let mate = read::<Horde>("R3k3/R7/8/8/8/8/8/8 b - - 0 1");
    assert_eq!((mate.outcome(), mate.reason()), (WHITE, "checkmate"));
}

#[test]
fn nobody_gives_check_in_racing_kings() {
    let position = read::<RacingKings>("8/8/8/8/k7/8/8/1R5K w - - 0 1");
    assert!(!has(&position, "b1a1") && !has(&position, "b1b4") && has(&position, "b1b2"));
    assert!(refused::<RacingKings>("8/8/8/8/k7/8/8/R6K b - - 0 1").contains("black is in check"));
    assert!(refused::<RacingKings>("8/8/8/8/k7/8/P7/7K w - - 0 1").contains("pawns"));
}

#[test]
fn black_draws_the_race_by_arriving_next() {
    let both = read::<RacingKings>("1K6/7k/8/8/8/8/8/8 b - - 0 1");
    assert_eq!(both.outcome(), None);
    assert_eq!((after(&both, "h7h8").outcome(), after(&both, "h7g6").outcome()), (DRAW, WHITE));
    let late = read::<RacingKings>("1K6/8/7k/8/8/8/8/8 b - - 0 1");
    assert_eq!((late.outcome(), late.reason()), (WHITE, "a king on the eighth rank"));
    let black = after(&read::<RacingKings>("8/1K5k/8/8/8/8/8/8 b - - 0 1"), "h7h8");
    assert_eq!(black.outcome(), BLACK, "White has no further move");
}

#[test]
fn positions_that_the_rules_exclude_are_refused() {
    for (text, says) in [
        ("", "the state is empty"),
        ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1 more", "expected operations"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "white has 0 kings, expected 1"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "there is a pawn on a1"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "black is in check, but white is to move"),
        ("1k2r3/8/8/8/8/8/8/1R2K3 w B - 0 1", "the castling rights \"B\" are Chess960's"),
        ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", "the castling rights \"KQkq\" are Chess960's"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 chess960", "no Chess960 starts"),
        ("Chess960:518", "no Chess960 starts"),
        ("4k3/8/8/8/8/8/8/4K3 w z - 0 1", "castling rights are \"z\""),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no black pawn has just passed it"),
    ] {
        assert!(refused::<KingOfTheHill>(text).contains(says), "{text}: {}", refused::<KingOfTheHill>(text));
    }
    assert_eq!(read::<KingOfTheHill>("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1").state(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(refused::<Horde>("rkn5/8/8/8/8/8/8/P7 w b - 0 1").contains("Chess960's"), "one side has no king");
}

#[test]
fn what_a_state_leaves_out_is_said() {
    let said = |text: &str| read::<Atomic>(text).warnings(text);
    let both = said("r3k3/8/8/8/8/8/8/4K2R w ; bm e4");
    let [missing, ignored] = &both[..] else { panic!("{both:?}") };
    assert!(missing.contains("add Kq if kings") && ignored.contains("ignored: bm"), "{missing}; {ignored}");
    assert!(read::<Antichess>("r3k3/8/8/8/8/8/8/4K2R w").warnings("r3k3/8/8/8/8/8/8/4K2R w").is_empty());
}
