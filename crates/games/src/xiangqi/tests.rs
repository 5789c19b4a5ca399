//! Tests of xiangqi: the rules case by case, states, and moves as people write them.

use super::Xiangqi;
use super::board::{Move, Piece};
use super::exchange::VALUES;
use super::squares::{bit, members};
use crate::board::Content;
use crate::notation::Notation;
use crate::testing::{self, Rng, after, names, random_game};
use plyd_search::hooks::{MoveChoice, Tactical};
use plyd_search::position::{Outcome, Position, Side, Visit};
use plyd_search::{Draws, Evaluate, History};

const RED: Option<Outcome> = Some(Outcome::Win(Side::First));
const BLACK: Option<Outcome> = Some(Outcome::Win(Side::Second));
const DRAW: Option<Outcome> = Some(Outcome::Draw);

fn read(state: &str) -> Xiangqi {
    Xiangqi::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
}

fn start() -> Xiangqi {
    read(Xiangqi::ABOUT.start())
}

fn refused(state: &str) -> String {
    Xiangqi::parse(state).expect_err(state).0
}

/// The names of the moves from a square, without that square.
fn targets(state: &str, from: &str) -> Vec<String> {
    let names = names(&read(state));
    names.iter().filter_map(|name| name.strip_prefix(from)).map(str::to_owned).collect()
}

fn meant(state: &str, text: &str) -> Vec<String> {
    let position = read(state);
    position.meanings(text).into_iter().map(|mv| position.move_text(mv)).collect()
}

#[test]
fn a_man_beside_the_horse_or_before_the_elephant_blocks_it() {
    assert_eq!(targets("3k5/9/9/9/9/4N4/9/9/9/4K4 w - - 0 1", "e4").len(), 8);
    let blocked = "3k5/9/9/9/4p4/4Np3/9/9/9/4K4 w - - 0 1";
    assert_eq!(targets(blocked, "e4"), ["d2", "f2", "c3", "c5"]);
    assert_eq!(targets("3k5/9/9/p8/9/2B6/9/9/9/4K4 w - - 0 1", "c4"), ["a2", "e2"]);
    assert_eq!(targets("3k5/9/9/9/9/2B6/3p5/9/9/4K4 w - - 0 1", "c4"), ["a2"]);
}

#[test]
fn a_horse_gives_check_only_if_its_own_leg_is_free() {
    // The horse on d7 is blocked by a man on d8, not by one on e8, before the general.
    assert!(read("4k4/4a4/3N5/9/9/9/9/9/9/3K5 b - - 0 1").is_check());
    let blocked = "4k4/3r5/3N5/9/9/9/9/9/9/3K5 b - - 0 1";
    assert!(!read(blocked).is_check());
    assert_eq!(targets(blocked, "d8"), ["d7"], "it may not leave");
}

#[test]
fn cannons_capture_over_exactly_one_man() {
    let state = "3k5/9/9/2p6/9/2P6/9/2C1p1p2/9/4K4 w - - 0 1";
    let targets = targets(state, "c2");
    for (to, is_legal) in [("c6", true), ("c4", false), ("c3", true), ("e2", false), ("g2", true), ("f2", false)] {
        assert_eq!(targets.contains(&to.to_owned()), is_legal, "c2{to}");
    }
    // A man that comes between the cannon and the general becomes its screen.
    let bare = read("4k4/9/9/9/9/9/4c4/9/R8/4K4 w - - 0 1");
    assert!(!bare.is_check() && !names(&bare).contains(&"a1e1".to_owned()));
    // One of two screens may not leave, and may not take the other one.
    let screens = "4k4/9/9/4c4/9/4p4/4R4/9/9/4K4 w - - 0 1";
    assert_eq!(self::targets(screens, "e3"), ["e1", "e2"]);
}

#[test]
fn generals_never_face_each_other() {
    let state = "4k4/9/9/9/9/9/4C4/9/9/4K4 w - - 0 1";
    assert_eq!(targets(state, "e3"), ["e1", "e2", "e4", "e5", "e6", "e7", "e8"]);
    assert_eq!(targets("4k4/9/9/p8/9/9/9/9/9/3K5 w - - 0 1", "d0"), ["d1"]);
}

#[test]
fn who_cannot_move_has_lost_in_check_or_not() {
    let mate = after(&read("4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1"), "b0b9");
    assert_eq!((mate.outcome(), mate.reason(), mate.is_final()), (RED, "checkmate", true));
    let stuck = read("3k5/2P6/9/9/9/9/9/9/9/4K4 b - - 0 1");
    assert_eq!((stuck.outcome(), stuck.reason(), stuck.is_check()), (RED, "no legal move", false));
    let black = read("4k4/9/9/9/9/9/9/9/4p4/3K5 w - - 0 1");
    assert_eq!((black.outcome(), black.reason()), (BLACK, "no legal move"));
}

#[test]
fn a_hundred_and_twenty_plies_without_a_capture_are_a_draw() {
    let late = read("4k4/9/9/9/4p4/9/9/9/9/R2K5 w - - 119 90");
    let drawn = after(&late, "a0a1");
    assert_eq!((drawn.outcome(), drawn.reason()), (DRAW, "60 moves each without a capture"));
    assert_eq!((drawn.is_final(), drawn.ends_unclaimed(), drawn.quiet_plies_left()), (false, true, 0));
    let won = after(&read("4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 119 90"), "b0b9");
    assert_eq!(won.outcome(), RED, "mate comes first");
    let taken = after(&read("4k4/9/9/9/4p4/9/9/9/9/Rp1K5 w - - 119 90"), "a0b0");
    assert_eq!(taken.outcome(), None);
    assert!(taken.state().ends_with(" b - - 0 90"), "{}", taken.state());
    assert!(read("4k4/9/9/9/4p4/9/9/9/9/R2K5 w - - 500 90").state().ends_with(" 120 90"));
    // A pawn's move is no progress.
    assert!(after(&read("4k4/9/9/9/4p4/9/9/9/9/R2K5 b - - 7 90"), "e5e4").state().ends_with(" w - - 8 91"));
}

#[test]
fn without_a_piece_that_crosses_the_river_the_game_is_drawn() {
    let dead = read("3ak4/4a4/4b4/9/2b6/9/9/9/4A4/3AK4 w - - 0 1");
    assert_eq!((dead.outcome(), dead.reason(), dead.is_final()), (DRAW, "no rook, horse, cannon or pawn left", true));
    assert_eq!((dead.count_legal_moves(&mut Vec::new()), testing::moves(&dead)), (0, Vec::new()));
    let last = after(&read("3k5/9/9/9/9/9/9/9/4p4/3AK4 w - - 0 1"), "e0e1");
    assert_eq!(last.outcome(), DRAW);
    assert_eq!(read("4k4/9/9/9/3P5/9/9/9/9/3K5 b - - 0 1").outcome(), None);
}

/// How the game ends by repetition after each of these moves.
fn ends(position: &Xiangqi, line: &str) -> Vec<Option<(Outcome, &'static str)>> {
    let mut position = *position;
    let mut past = vec![Visit::of(&position)];
    let played = line.split(' ').map(|name| {
        position = after(&position, name);
        past.push(Visit::of(&position));
        History::of(&position, &past, Draws::Automatic).outcome()
    });
    played.collect()
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let mut ends = ends(&start(), &["h0g2 h9g7 g2h0 g7h9"; 2].join(" "));
    assert_eq!(ends.pop().unwrap(), Some((Outcome::Draw, "threefold repetition")));
    assert!(ends.iter().all(Option::is_none), "{ends:?}");
}

#[test]
fn perpetual_check_loses() {
    let ending = |position: &Xiangqi, line: &str| *ends(position, line).last().unwrap();
    let rook = read("4k4/9/R8/9/9/9/9/9/9/3K5 w - - 0 1");
    let checks = "a7a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9";
    assert!(ends(&rook, checks)[..8].iter().all(Option::is_none));
    assert_eq!(ending(&rook, checks), BLACK.map(|end| (end, "perpetual check")));
    // The second move gives no check.
    let quiet = "a7a9 e9e8 a9a7 e8e9 a7a9 e9e8 a9a8 e8e9 a8a9";
    assert_eq!(ending(&rook, quiet), DRAW.map(|end| (end, "threefold repetition")));
    // The checking side is the second one.
    let black = read("3k5/9/9/9/9/9/9/r8/9/4K4 b - - 0 1");
    let line = "a2a0 e0e1 a0a1 e1e0 a1a0 e0e1 a0a1 e1e0 a1a0";
    assert_eq!(ending(&black, line), RED.map(|end| (end, "perpetual check")));
}

#[test]
fn other_spellings_of_a_state_are_read() {
    let canonical = Xiangqi::ABOUT.start();
    for text in [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR W - -",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR_w_-_-_0_1",
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 0",
        "rnbakabnr/54/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/111111111/RNBAKABNR w 0 1",
    ] {
        assert_eq!(read(text).state(), canonical, "{text}");
    }
    for example in Xiangqi::ABOUT.state_examples {
        assert_eq!(read(example).state(), *example);
    }
}

#[test]
fn states_that_the_rules_exclude_are_refused_with_what_is_wrong() {
    for (state, says) in [
        ("", "empty"),
        ("4k4/9/9/9/9/9/9/9/4K4 w - - 0 1", "9 rows, expected 10"),
        ("4k4/9/9/8/9/9/9/9/9/3K5 w - - 0 1", "rank 6 of the board has 8 points, expected 9"),
        ("4k4/9/9/99999/9/9/9/9/9/3K5 w - - 0 1", "rank 6 of the board has 45 points"),
        ("4k4/9/9/9P/9/9/9/9/9/3K5 w - - 0 1", "rank 6 of the board has 10 points"),
        ("4k4/9/9/09/9/9/9/9/9/3K5 w - - 0 1", "rank 6 of the board has '0'"),
        ("4k4/9/9/4q4/9/9/9/9/9/3K5 w - - 0 1", "rank 6 of the board has 'q', expected one of KABNRCP"),
        ("4k4/9/9/4帥4/9/9/9/9/9/3K5 w - - 0 1", "has '帥'"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 x - - 0 1", "the side to move is \"x\", expected w (red) or b (black)"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w KQ - 0 1", "number of plies without a capture is \"KQ\""),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - -1 1", "number of plies without a capture is \"-1\""),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 65536", "the number of the move is \"65536\""),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 moves", "found \"moves\""),
        ("4k4/9/9/9/9/9/9/9/9/9 w - - 0 1", "red has no general"),
        ("4k4/4k4/9/9/9/9/9/9/9/3K5 w - - 0 1", "black has 2 generals, expected at most 1"),
        ("4k4/9/9/9/9/9/9/9/9/RRRK5 w - - 0 1", "red has 3 rooks, expected at most 2"),
        ("4k4/9/p1p1p1p2/p1p6/9/9/9/9/9/3K5 w - - 0 1", "black has 6 pawns, expected at most 5"),
        ("9/9/9/4k4/9/9/9/9/9/3K5 w - - 0 1", "there is a general of black on e6"),
        ("4k4/9/9/9/9/9/9/9/3A5/3K5 w - - 0 1", "there is an advisor of red on d1"),
        ("4k4/9/9/9/4B4/9/9/9/9/3K5 w - - 0 1", "there is an elephant of red on e5"),
        ("4k4/9/9/9/9/9/9/P8/9/3K5 w - - 0 1", "there is a pawn of red on a2"),
        ("4k4/9/9/9/9/1P7/9/9/9/3K5 w - - 0 1", "there is a pawn of red on b4"),
        ("4k4/9/9/3p5/9/9/9/9/9/3K5 w - - 0 1", "there is a pawn of black on d6"),
        ("4k4/9/9/9/9/P8/P8/9/9/3K5 w - - 0 1", "red has two pawns on file a before the river"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "the generals face each other on file e"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 b - - 0 1", "the generals face each other on file e"),
        ("4k3R/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "black is in check, but red is to move"),
        ("4k4/9/9/9/9/3c5/9/3A5/9/3K5 b - - 0 1", "red is in check, but black is to move"),
    ] {
        let error = refused(state);
        assert!(error.contains(says), "{state}: {error}");
        assert!(error.len() < 200, "{error}");
    }
    for filler in ["9", "/", " ", "k", "é"] {
        assert!(refused(&filler.repeat(100_000)).len() < 200, "{filler}");
    }
}

#[test]
fn moves_are_read_with_ranks_from_0_and_from_1() {
    let start = Xiangqi::ABOUT.start();
    for (text, name) in [
        ("h2e2", "h2e2"),
        ("H2-E2", "h2e2"),
        ("h3e3", "h2e2"),
        ("b3b10", "b2b9"),
        ("a1a2", "a0a1"),
        ("h0g2!", "h0g2"),
        ("h1g3", "h0g2"),
    ] {
        assert_eq!(meant(start, text), [name], "{text}");
    }
    // A legal move's name means this move, whatever counting from 1 would make of it.
    assert_eq!(meant("3k5/9/9/9/9/9/9/9/R8/R3K4 w - - 0 1", "a1b1"), ["a1b1"]);
    for text in ["h2e3", "h2", "h2e2e3", "h11e11", "j2e2", "", "h2e2q"] {
        assert!(meant(start, text).is_empty(), "{text}");
    }
}

/// Labels by Fairy-Stockfish, which writes `R+=4` for `+R=4`, and no sign if only one of the two can make the move.
#[test]
fn labels_are_wxf() {
    let (rooks, pawns) = ("3k5/9/9/9/R8/9/R8/9/9/4K4 w - - 0 1", "3k5/9/P1P6/P1P6/9/9/9/9/9/4K4 w - - 0 1");
    let three = "3k5/9/P8/P8/P8/9/9/9/9/4K4 w - - 0 1";
    for (state, name, label) in [
        (Xiangqi::ABOUT.start(), "h2e2", "C2=5"),
        (Xiangqi::ABOUT.start(), "b0c2", "H8+7"),
        (Xiangqi::ABOUT.start(), "b2b9", "C8+7"),
        (Xiangqi::ABOUT.start(), "c0e2", "E7+5"),
        (Xiangqi::ABOUT.start(), "d0e1", "A6+5"),
        (Xiangqi::ABOUT.start(), "e0e1", "K5+1"),
        (rooks, "a5d5", "+R=6"),
        (rooks, "a3a0", "-R-3"),
        (rooks, "e0f0", "K5=4"),
        ("3k5/9/9/r8/9/9/r8/9/9/4K4 b - - 0 1", "a3b3", "+R=2"),
        ("3k5/9/9/r8/9/9/r8/9/9/4K4 b - - 0 1", "a6a9", "-R-3"),
        ("3k5/9/9/9/9/2B6/9/3A4p/9/2BAK4 w - - 0 1", "d2e1", "A6-5"),
        ("3k5/9/9/9/9/2B6/9/3A4p/9/2BAK4 w - - 0 1", "c4a2", "E7-9"),
        ("3k5/9/9/9/N8/9/N8/9/9/4K4 w - - 0 1", "a3c4", "-H+7"),
        (pawns, "c7d7", "17=6"),
        (pawns, "a6b6", "29=8"),
        (three, "a6b6", "29=8"),
        (three, "a7a8", "19+1"),
        ("3k5/9/P8/P8/9/9/P8/9/9/4K4 w - - 0 1", "a3a4", "39+1"),
        ("3k5/9/P8/P8/9/9/9/9/9/4K4 w - - 0 1", "a6b6", "-P=8"),
    ] {
        let position = read(state);
        let mv = position.find_move(name).unwrap_or_else(|| panic!("{name} in {state}"));
        assert_eq!(position.label(mv).as_deref(), Some(label), "{state}");
        assert_eq!(position.find_move(label), Some(mv), "{label} in {state}");
    }
}

#[test]
fn wxf_is_read_in_all_its_spellings() {
    let start = Xiangqi::ABOUT.start();
    for text in ["C2=5", "C2.5", "c2=5", " c2.5!", "C2=5+"] {
        assert_eq!(meant(start, text), ["h2e2"], "{text}");
    }
    for text in ["H8+7", "N8+7", "n8+7"] {
        assert_eq!(meant(start, text), ["b0c2"], "{text}");
    }
    assert_eq!(meant(start, "B7+5"), ["c0e2"]);
    assert_eq!(meant(start, "C8\u{2013}1"), ["b2b1"]);
    let rooks = "3k5/9/9/9/R8/9/R8/9/9/4K4 w - - 0 1";
    for (text, names) in [
        ("+R=6", &["a5d5"][..]),
        ("R+=6", &["a5d5"]),
        ("R+.6", &["a5d5"]),
        ("-r+1", &["a3a4"]),
        // Both rooks can do this, and only the front one this.
        ("R9=6", &["a3d3", "a5d5"]),
        ("R9+4", &["a5a9"]),
    ] {
        assert_eq!(meant(rooks, text), names, "{text}");
    }
    let position = read(start);
    for text in ["C2=6=", "Q2=5", "C2*5", "C0=5", "C2=0", "C2", "C2=55", "++=5", "é2=5", "R9=8"] {
        assert!(position.meanings(text).is_empty(), "{text}");
    }
    assert!(position.is_labelled("R9=8") && !position.is_labelled("a0b0"));
}

#[test]
fn boards_have_coordinates_from_0_a_river_and_palaces() {
    let position = start();
    let board = position.board().unwrap();
    assert_eq!((board.len(), board[0].len()), (10, 9));
    let letter = |[row, column]: [usize; 2]| board[row][column];
    assert_eq!((letter([0, 4]), letter([9, 0])), (Some(Content::Letter('k')), Some(Content::Letter('R'))));
    assert_eq!(position.cells(position.find_move("h2e2").unwrap()), [[7, 7], [7, 4]]);
    assert_eq!((position.files(9).concat(), position.ranks(10).concat()), ("abcdefghi".into(), "9876543210".into()));
    let lines = position.lines();
    assert_eq!(lines.len(), 10 + 2 + 2 * 7 + 4);
    assert!(
        lines.contains(&[[0, 3], [2, 5]]) && lines.contains(&[[5, 4], [9, 4]]) && lines.contains(&[[0, 0], [9, 0]])
    );
}

/// Calls `visit` with the positions of random games.
fn visit_random_games(games: u64, mut visit: impl FnMut(&Xiangqi)) {
    for seed in 0..games {
        random_game(&start(), 300, &mut Rng(seed), &mut visit);
    }
}

#[test]
fn positions_and_labels_of_random_games_are_read_back() {
    visit_random_games(20, |position| {
        testing::assert_text_is_read_back(position);
        testing::assert_features(position);
        for mv in testing::moves(position) {
            let label = position.label(mv).unwrap();
            assert_eq!(position.find_move(&label), Some(mv), "{label} in {}", position.state());
        }
        for twin in position.twins() {
            assert_eq!(twin.outcome().is_some(), position.outcome().is_some(), "{}", position.state());
            assert_eq!(twin.evaluate(), position.evaluate(), "{}", position.state());
            assert_eq!(testing::moves(&twin).len(), testing::moves(position).len(), "{}", position.state());
        }
    });
}

/// The slow twin of generation: every move is played.
#[test]
fn the_legal_moves_are_those_that_leave_the_general_safe() {
    visit_random_games(20, |position| {
        let (side, own) = (position.side, position.own(position.side));
        let (mut safe, mut listed) = (Vec::new(), Vec::new());
        for from in members(own) {
            let reach = Xiangqi::reach(side, position.piece_at(from), from, position.occupied());
            let moves = members(reach & !own).map(|to| Move { from, to });
            safe.extend(moves.filter(|mv| !position.after(*mv).is_checked(side)));
        }
        position.legal_moves(&mut listed);
        listed.sort_by_key(|mv| Xiangqi::slot(*mv));
        safe.sort_by_key(|mv| Xiangqi::slot(*mv));
        assert_eq!(listed, safe, "{}", position.state());
    });
}

#[test]
fn the_hooks_agree_with_the_rules() {
    visit_random_games(20, |position| {
        if position.is_final() {
            return;
        }
        let (mut listed, moves) = (Vec::new(), testing::moves(position));
        Xiangqi::push_captures(position, &mut listed);
        assert!(listed.iter().all(|mv| Xiangqi::capture_value(position, *mv) > 0), "{}", position.state());
        Xiangqi::push_others(position, &mut listed);
        listed.sort_by_key(|mv| Xiangqi::slot(*mv));
        let mut sorted = moves.clone();
        sorted.sort_by_key(|mv| Xiangqi::slot(*mv));
        assert_eq!(listed, sorted, "{}", position.state());
        for mv in moves {
            assert_eq!(Xiangqi::move_from_slot(position, Xiangqi::slot(mv) as u16), Some(mv));
        }
        assert_eq!(Xiangqi::move_from_slot(position, 8099), None, "i9 to i9");
    });
    let slots = (0..=u16::MAX).filter(|slot| Xiangqi::move_from_slot(&start(), *slot).is_some());
    assert_eq!(slots.count(), 44);
}

/// The slow twin of SEE: what a move wins if each side may stop capturing at any time.
fn won(position: &Xiangqi, mv: Move) -> i32 {
    let occupied = position.occupied() & !bit(mv.from) | bit(mv.to);
    let value = VALUES[position.piece_at(mv.from) as usize];
    Xiangqi::capture_value(position, mv) - most_taken(position, mv, position.side.other(), occupied, value)
}

/// The most that `side` can win by captures on the target square, where a piece of value `value` is.
fn most_taken(position: &Xiangqi, mv: Move, side: Side, occupied: u128, value: i32) -> i32 {
    let own = position.attackers(mv.to, side, occupied);
    let Some(piece) = Piece::ALL.into_iter().find(|piece| own & position.kind(*piece) != 0) else { return 0 };
    let from = own & position.kind(piece);
    let left = occupied & !(from & from.wrapping_neg());
    if piece == Piece::General && position.attackers(mv.to, side.other(), left) != 0 {
        return 0;
    }
    (value - most_taken(position, mv, side.other(), left, VALUES[piece as usize])).max(0)
}

#[test]
fn exchanges_are_counted_as_by_trying_them() {
    let mut lost = 0;
    visit_random_games(20, |position| {
        for mv in testing::moves(position) {
            let won = won(position, mv);
            let both = [won, won + 1].map(|least| position.see_ge(mv, least));
            assert_eq!(both, [true, false], "{} in {} wins {won}", position.move_text(mv), position.state());
            lost += u32::from(won < 0);
        }
    });
    assert!(lost > 5_000, "{lost}");
}

#[test]
fn exchanges_know_screens() {
    for (state, name, won) in [
        // A rook takes a pawn that is unguarded; guarded by a cannon over a screen; by one without a screen.
        ("3k5/9/9/9/p8/9/9/9/9/R3K4 w - - 0 1", "a0a5", 100),
        ("c2k5/9/n8/9/p8/9/9/9/9/R3K4 w - - 0 1", "a0a5", 100 - 920),
        ("c2k5/9/9/9/p8/9/9/9/9/R3K4 w - - 0 1", "a0a5", 100),
        // The first cannon is the screen of the second one.
        ("c2k5/c8/9/9/p8/9/9/9/9/R3K4 w - - 0 1", "a0a5", 100 - 920),
        // A cannon takes a guarded horse over its screen.
        ("r2k5/9/9/9/n8/9/P8/9/9/C3K4 w - - 0 1", "a0a5", 420 - 450),
    ] {
        let position = read(state);
        let mv = position.find_move(name).unwrap();
        assert!(position.see_ge(mv, won) && !position.see_ge(mv, won + 1), "{state} {name} wins {won}");
    }
}

#[test]
fn the_evaluation_knows_what_is_worth_more() {
    let value = |state: &str| read(state).value();
    assert_eq!(value(Xiangqi::ABOUT.start()), 0);
    let one = |row: &str| value(&format!("3k5/9/9/9/9/9/9/9/9/{row} w - - 0 1"));
    let order = ["R3K4", "C3K4", "N3K4", "2B1K4"].map(one);
    assert!(order.is_sorted_by(|one, other| one > other), "{order:?}");
    // A pawn gains by crossing the river, and a cannon by facing the general.
    let pawn = |rank: usize| {
        let mut rows = ["9"; 10];
        (rows[1], rows[9], rows[9 - rank]) = ("3k5", "4K4", "P8");
        value(&format!("{} w - - 0 1", rows.join("/")))
    };
    assert!(pawn(5) > pawn(4) && pawn(7) > pawn(5) && pawn(9) < pawn(4) + 20);
    let [bare, beside] = ["4C4", "5C3"].map(|row| value(&format!("4k4/9/9/9/9/9/{row}/9/9/3K5 w - - 0 1")));
    assert!(bare > beside + 40, "{bare} {beside}");
}

#[test]
fn null_moves_need_an_attacker() {
    let pass = |state: &str| Xiangqi::null_move(&read(state)).map(|next| next.state());
    let passed = pass("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 7 3").unwrap();
    assert_eq!(passed, "3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 3");
    assert_eq!(pass("3k5/9/9/9/P8/9/9/9/9/4K4 w - - 0 1"), None);
    assert_eq!(pass("3k5/9/9/9/9/9/9/9/9/R3K3r w - - 0 1"), None, "in check");
}
