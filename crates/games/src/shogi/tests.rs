//! Tests of shogi and minishogi: the rules case by case, notations, and the hooks against their definitions.

use super::generate::Move;
use super::geometry::bit;
use super::pieces::Kind;
use super::variant::Variant;
use super::{FiveByFive, NineByNine, Shogi};
use crate::notation::Notation;
use crate::testing::{Rng, after, assert_features, assert_text_is_read_back, moves, names, random_game};
use plyd_search::hooks::{Forced, MoveChoice, Tactical};
use plyd_search::position::{Outcome, Position, Side, Visit};
use plyd_search::{Draws, Evaluate, History};

const BLACK: Option<Outcome> = Some(Outcome::Win(Side::First));

fn of<V: Variant>(state: &str) -> Shogi<V> {
    Shogi::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
}

fn read(state: &str) -> Shogi<NineByNine> {
    of(state)
}

fn start<V: Variant>() -> Shogi<V> {
    of(V::ABOUT.start())
}

fn has<V: Variant>(position: &Shogi<V>, name: &str) -> bool {
    names(position).iter().any(|known| known == name)
}

fn refused<V: Variant>(state: &str) -> String {
    Shogi::<V>::parse(state).expect_err(state).0
}

/// Laws of positions that random games visit.
fn assert_random_games<V: Variant>(games: u64) {
    for seed in 0..games {
        random_game(&start::<V>(), 250, &mut Rng(seed), |position| {
            assert_text_is_read_back(position);
            assert_features(position);
            let state = position.state();
            for mv in moves(position) {
                let label = position.label(mv).unwrap();
                assert_eq!(position.find_move(&label), Some(mv), "{label} in {state}");
                assert_eq!(
                    Shogi::move_from_slot(position, Shogi::<V>::slot(mv) as u16),
                    Some(mv),
                    "{label} in {state}"
                );
                let is_check = Shogi::in_check(&position.after(mv));
                assert_eq!(Shogi::gives_check(position, mv), is_check, "{label} in {state}");
            }
            for twin in position.twins() {
                assert_eq!(twin.evaluate(), position.evaluate(), "{state}");
                assert_eq!(moves(&twin).len(), moves(position).len(), "{state}");
                assert_eq!(Shogi::<V>::parse(&twin.state()).as_ref(), Ok(&twin), "{state}");
            }
            let mut checks = Vec::new();
            position.generate_checks(&mut |mv| {
                checks.push(mv);
                false
            });
            let give_check = moves(position).into_iter().filter(|mv| position.after(*mv).is_checked());
            assert_eq!(checks, give_check.collect::<Vec<Move>>(), "{state}");
            let (mut captures, mut others) = (Vec::new(), Vec::new());
            Shogi::push_captures(position, &mut captures);
            Shogi::push_others(position, &mut others);
            assert!(captures.iter().all(|mv| Shogi::capture_value(position, *mv) > 0), "{state}");
            assert!(others.iter().all(|mv| Shogi::capture_value(position, *mv) == 0), "{state}");
            captures.extend(others);
            let order = |mv: &Move| Shogi::<V>::slot(*mv);
            let mut listed = moves(position);
            captures.sort_by_key(order);
            listed.sort_by_key(order);
            assert_eq!(captures, listed, "{state}");
        });
    }
}

#[test]
fn random_games_keep_the_laws_of_text_and_hooks() {
    assert_random_games::<NineByNine>(2);
    assert_random_games::<FiveByFive>(8);
}

#[test]
fn a_piece_promotes_on_its_way_into_within_or_out_of_the_zone() {
    let silver = read("4k4/9/9/4S4/9/9/9/9/4K4 b - 1");
    assert!(has(&silver, "5d5c") && has(&silver, "5d5c+") && has(&silver, "5d6e") && !has(&silver, "5d6e+"));
    let inside = read("4k4/9/6S2/9/9/9/9/9/4K4 b - 1");
    assert!(has(&inside, "3c2d+") && has(&inside, "3c2d") && has(&inside, "3c2b+"));
    let gold = read("4k4/9/6G2/9/9/9/9/9/4K4 b - 1");
    assert!(has(&gold, "3c3b") && !has(&gold, "3c3b+"));
    let promoted = read("4k4/9/6+S2/9/9/9/9/9/4K4 b - 1");
    assert!(has(&promoted, "3c3b") && !has(&promoted, "3c3b+") && !has(&promoted, "3c2d"), "it moves as a gold");
    let mini = of::<FiveByFive>("4k/5/2S2/2P2/K4 b - 1");
    assert!(!has(&mini, "3c3b+") && has(&mini, "3c3b"), "only the last row promotes");
}

#[test]
fn a_piece_that_could_not_move_on_has_to_promote() {
    let position = read("4k4/P1L6/4N4/6N2/9/9/9/9/4K4 b - 1");
    for (name, is_legal) in [
        ("9b9a+", true),
        ("9b9a", false),
        ("7b7a+", true),
        ("7b7a", false),
        ("5c4a+", true),
        ("5c4a", false),
        ("3d2b+", true),
        ("3d2b", false),
    ] {
        assert_eq!(has(&position, name), is_legal, "{name}");
    }
    let lance = read("4k4/9/9/2L6/9/9/9/9/4K4 b - 1");
    assert!(has(&lance, "7d7b") && has(&lance, "7d7b+") && !has(&lance, "7d7a"));
    let white = names(&read("4k4/9/9/9/9/9/2n6/8p/4K4 w - 1"));
    let forced: Vec<&String> = white.iter().filter(|name| !name.starts_with("5a")).collect();
    assert_eq!(forced, ["1h1i+", "7g8i+", "7g6i+"]);
}

#[test]
fn pieces_are_not_dropped_where_they_could_not_move_on() {
    let position = read("4k4/9/9/9/9/9/9/9/4K4 b PLN 1");
    for (kind, first) in [("P", 'b'), ("L", 'b'), ("N", 'c')] {
        let ranks: Vec<char> = names(&position)
            .iter()
            .filter_map(|name| name.strip_prefix(kind)?.strip_prefix("*9")?.chars().next())
            .collect();
        assert_eq!(ranks, (first..='i').collect::<Vec<_>>(), "{kind}");
    }
}

#[test]
fn a_file_has_one_unpromoted_pawn_of_a_side() {
    let position = read("4k4/9/9/2p6/P8/9/3+P5/9/4K4 b P 1");
    assert!(!has(&position, "P*9c") && has(&position, "P*7e") && has(&position, "P*6e"));
}

#[test]
fn a_pawn_that_is_dropped_must_not_mate() {
    let position = read("7nk/9/7G1/9/9/9/9/9/K8 b P 1");
    assert!(!has(&position, "P*1b") && has(&position, "P*1c"));
    // Another piece may, a pawn on the board too, and the king must have no way out.
    assert_eq!(after(&read("7nk/9/7G1/9/9/9/9/9/K8 b L 1"), "L*1b").outcome(), BLACK);
    assert_eq!(after(&read("7nk/9/7GP/9/9/9/9/9/K8 b - 1"), "1c1b").outcome(), BLACK);
    assert!(has(&read("8k/9/7G1/9/9/9/9/9/K8 b P 1"), "P*1b"));
    // A defender takes it; but not if the defender is pinned.
    assert!(!has(&read("6gnk/9/7G1/9/9/9/9/9/K8 b P 1"), "P*1b"), "a gold that cannot take it");
    assert!(has(&read("7nk/7g1/7G1/9/9/9/9/9/K8 b P 1"), "P*1b"));
    assert_eq!(
        of::<FiveByFive>("3rk/5/3G1/5/K4 b P 1").broken_rule("P*1b"),
        Some("a pawn that is dropped must not mate")
    );
}

#[test]
fn who_cannot_move_loses_even_without_check() {
    let mated = read("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
    assert_eq!((mated.outcome(), mated.reason()), (BLACK, "checkmate"));
    let stuck = read("8k/9/8G/9/9/9/9/9/4K2R1 w - 1");
    assert_eq!((stuck.outcome(), stuck.reason()), (BLACK, "no legal move"));
}

/// How the game ends after this line.
fn end<V: Variant>(start: &Shogi<V>, line: &str) -> Option<(Outcome, &'static str)> {
    let (mut position, mut past) = (*start, vec![Visit::of(start)]);
    for name in line.split(' ') {
        position.play_unchecked(position.find_move(name).unwrap_or_else(|| panic!("{name} in {}", position.state())));
        past.push(Visit::of(&position));
    }
    History::of(&position, &past, Draws::Claimed).outcome()
}

#[test]
fn the_fourth_occurrence_is_a_draw_and_hands_count() {
    let kings = read("4k4/9/9/9/9/9/9/9/4K4 b P 1");
    let round = "5i4i 5a4a 4i5i 4a5a";
    assert_eq!(end(&kings, &[round; 2].join(" ")), None);
    assert_eq!(end(&kings, &[round; 3].join(" ")), Some((Outcome::Draw, "fourfold repetition")));
    // The pieces stand as before, but a pawn has changed sides.
    let capture = read("4k4/9/9/9/4p4/9/9/9/4K3R b P 1");
    let exchange = "1i1h 5a4a 1h1i 4a5a 1i1h 5a4a 1h1i 4a5a 1i1h 5a4a 1h1i";
    assert_eq!(end(&capture, exchange), None);
    assert_ne!(read("4k4/9/9/9/9/9/9/9/4K4 b P 1").key(), read("4k4/9/9/9/9/9/9/9/4K4 b p 1").key());
    assert_ne!(read("4k4/9/9/9/9/9/9/9/4K4 b P 1").key(), read("4k4/9/9/9/9/9/9/9/4K4 b 2P 1").key());
    assert_eq!(read("4k4/9/9/9/9/9/9/9/4K4 b P 1").key(), read("4k4/9/9/9/9/9/9/9/4K4 b P 77").key());
}

#[test]
fn perpetual_check_loses() {
    let rook = read("4k4/9/9/9/8R/9/9/9/K8 b - 1");
    let checks = "5a4a 5e4e 4a5a 4e5e";
    let line = |rounds: &[&str]| format!("1e5e {}", rounds.join(" "));
    assert_eq!(end(&rook, &line(&[checks; 2])), None);
    assert_eq!(end(&rook, &line(&[checks; 3])), Some((Outcome::Win(Side::Second), "perpetual check")));
    // One move gives no check.
    let quiet = "5a4a 5e6e 4a5a 6e5e";
    assert_eq!(end(&rook, &line(&[checks, quiet, checks])), Some((Outcome::Draw, "fourfold repetition")));
    // The checking side is the second one.
    let white = read("k8/9/9/9/8r/9/9/9/4K4 w - 1");
    let checks = "5i4i 5e4e 4i5i 4e5e";
    assert_eq!(
        end(&white, &format!("1e5e {}", [checks; 3].join(" "))),
        Some((Outcome::Win(Side::First), "perpetual check"))
    );
}

#[test]
fn states_are_read_tolerantly() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    for text in [
        "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
        "lnsgkgsnl/1r5b1/ppppppppp/36/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL_B_-_0",
    ] {
        assert_eq!(read(text).state(), start, "{text}");
    }
    let hands = read("4k4/9/9/9/9/9/9/9/4K4 w pP2sRN10p2GP 12");
    assert_eq!(hands.state(), "4k4/9/9/9/9/9/9/9/4K4 w R2GN2P2s11p 12");
    let late = after(&read("4k4/9/9/9/9/9/9/9/4K4 b - 65535"), "5i5h");
    assert!(late.state().ends_with(" w - 65535"));
}

#[test]
fn states_that_the_rules_exclude_are_refused() {
    for (state, says) in [
        ("", "the state is empty"),
        ("4k4/9/9/9/9/9/9/4K4 b - 1", "the board has 8 rows, expected 9"),
        ("4k4/9/9/9/9/9/9/9/4K3 b - 1", "row 9 of the board, \"4K3\", has 8 squares, expected 9"),
        ("4k4/9/9/9/99/9/9/9/4K4 b - 1", "has 18 squares, expected 9"),
        ("4k4/9/9/9/4x4/9/9/9/4K4 b - 1", "has 'x', expected a piece, + or a number"),
        ("4k4/9/9/9/4+G4/9/9/9/4K4 b - 1", "has 'G', expected a piece that promotes after +"),
        ("4k4/9/9/9/8+/9/9/9/4K4 b - 1", "ends with +"),
        ("4k4/9/9/9/9/9/9/9/4K4 x - 1", "the side to move is \"x\", expected b or w"),
        ("4k4/9/9/9/9/9/9/9/4K4 b K 1", "the hands have 'K'"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 2 1", "the hands end with \"2\""),
        ("4k4/9/9/9/9/9/9/9/4K4 b 0P 1", "the number in a hand is \"0\""),
        ("4k4/9/9/9/9/9/9/9/4K4 b - x", "the move number is \"x\""),
        ("4k4/9/9/9/9/9/9/9/4K4 b - 1 moves", "expected nothing after the move number, found \"moves\""),
        ("9/9/9/9/9/9/9/9/4K4 b - 1", "white has 0 kings, expected 1"),
        ("4k4/9/9/9/9/9/9/9/3KK4 b - 1", "black has 2 kings, expected 1"),
        ("4k4/9/9/4P4/9/4P4/9/9/4K4 b - 1", "black has two unpromoted pawns on file 5"),
        ("4k4/9/9/9/9/9/9/9/p3K4 b - 1", "white has a pawn on 9i, where it could never move again"),
        ("4k4/N8/9/9/9/9/9/9/4K4 b - 1", "black has a knight on 9b"),
        ("4k3L/9/9/9/9/9/9/9/4K4 b - 1", "black has a lance on 1a"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 3R 1", "a set has 2 rooks, found 3"),
        ("4k4/9/9/9/9/9/RR7/9/4K4 b r 1", "a set has 2 rooks, found 3 on the board and in the hands"),
        ("4k4/9/4+P4/9/9/9/9/9/4K4 b 10P8p 1", "a set has 18 pawns, found 19"),
        ("4k4/9/9/9/4R4/9/9/9/4K4 b - 1", "white is in check, but black is to move"),
    ] {
        let error = refused::<NineByNine>(state);
        assert!(error.contains(says), "{state}: {error}");
    }
    for (state, says) in [
        ("4k/5/5/5/4L b - 1", "black has 0 kings"),
        ("4k/5/L4/5/4K b - 1", "a set has 0 lances, found 1"),
        ("4k/P4/5/5/4K b Pp 1", "a set has 2 pawns, found 3"),
    ] {
        let error = refused::<FiveByFive>(state);
        assert!(error.contains(says), "{state}: {error}");
    }
}

#[test]
fn moves_are_read_in_the_spellings_of_people() {
    let start = start::<NineByNine>();
    for text in ["7g7f", "7G7F", "7g-7f", "P-7f", "p-7f", "P7f", "P-76", "7776", "77-76", "P7g-7f", "P7g7f", "P-7f!"] {
        assert_eq!(start.find_move(text).map(Shogi::<NineByNine>::usi).as_deref(), Some("7g7f"), "{text}");
    }
    for text in ["", "P", "7f", "7g", "P*7f", "P-7e", "+P-7f", "K-7f", "P-7f+", "X-7f", "7g7f7e", "P-0a", "P-7j", "é"]
    {
        assert_eq!(start.find_move(text), None, "{text}");
    }
    let open = after(&start, "7g7f 3c3d");
    for text in ["8h2b+", "Bx2b+", "B8hx2b+", "B-2b+", "88x22+"] {
        assert_eq!(open.find_move(text).map(Shogi::<NineByNine>::usi).as_deref(), Some("8h2b+"), "{text}");
    }
    for text in ["8h2b", "Bx2b=", "8822"] {
        assert_eq!(open.find_move(text).map(Shogi::<NineByNine>::usi).as_deref(), Some("8h2b"), "{text}");
    }
    assert_eq!(open.meanings("Bx2b").len(), 2, "it does not say whether it promotes");
    let drops = read("4k4/9/9/9/9/9/3G5/9/4K4 b GP 1");
    for (text, name) in [("G*5f", "G*5f"), ("g*56", "G*5f"), ("G-4f", ""), ("G-6f", "6g6f"), ("G*6f", "G*6f")] {
        let found = drops.find_move(text).map(Shogi::<NineByNine>::usi).unwrap_or_default();
        assert_eq!(found, name, "{text}");
    }
    let promoted = read("4k4/9/9/9/9/9/3+R5/9/4K4 b - 1");
    for text in ["+R-6a", "D-6a", "+R6g-6a", "6g6a"] {
        assert_eq!(promoted.find_move(text).map(Shogi::<NineByNine>::usi).as_deref(), Some("6g6a"), "{text}");
    }
}

#[test]
fn labels_name_the_origin_only_if_needed() {
    let label = |state: &str, name: &str| {
        let position = read(state);
        position.label(position.find_move(name).unwrap()).unwrap()
    };
    let golds = "4k4/9/9/9/9/9/9/3G1G3/4K4 b G 1";
    assert_eq!(label(golds, "6h5g"), "G6h-5g");
    assert_eq!(label(golds, "6h7g"), "G-7g");
    assert_eq!(label(golds, "G*5g"), "G*5g");
    let open = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
    assert_eq!(label(open, "8h2b+"), "Bx2b+");
    assert_eq!(label(open, "8h2b"), "Bx2b=");
    assert_eq!(label("4k4/9/9/9/9/9/3+R5/9/4K4 b - 1", "6g6a"), "+R-6a");
    // A promoted silver and a gold move alike but have different letters.
    assert_eq!(label("4k4/9/9/9/9/9/9/3G1+S3/4K4 b - 1", "4h5g"), "+S-5g");
}

#[test]
fn a_move_that_breaks_a_rule_is_told_so() {
    let position = read("r3k4/9/9/9/P8/9/9/9/K8 b PN 1");
    for (text, rule) in [
        ("P*9c", "there is an unpromoted pawn on this file"),
        ("P*5a", "pieces are dropped on empty squares"),
        ("P*4a", "the piece could never move again"),
        ("N*4b", "the piece could never move again"),
        ("S*4b", "there is no such piece in the hand"),
    ] {
        assert_eq!(position.broken_rule(text), Some(rule), "{text}");
    }
    assert_eq!(position.broken_rule("P-4b"), None);
    assert_eq!(read("7nk/9/7G1/9/9/9/9/9/K8 b P 1").broken_rule("P*1b"), Some("a pawn that is dropped must not mate"));
    let checked = read("r3k4/9/9/9/9/9/9/9/K8 b PG 1");
    assert_eq!(checked.broken_rule("G*5e"), Some("the king is in check"));
    let pinned = read("r3k4/9/9/9/R8/9/9/9/K8 b - 1");
    assert_eq!(pinned.broken_rule("9e5e"), Some("the king would be in check"));
    let last = read("4k4/P8/9/9/9/9/9/9/K8 b - 1");
    assert_eq!(last.broken_rule("9b9a"), Some("the piece could never move again and has to promote"));
}

#[test]
fn the_board_has_a_letter_for_every_piece() {
    let position = read("4k4/9/9/1+P+L+N+S+B+R2/9/9/9/1+p7/4K4 b 2Pr 1");
    let rows: Vec<String> = position
        .board()
        .unwrap()
        .iter()
        .map(|row| {
            row.iter()
                .map(|cell| {
                    cell.map_or('.', |content| match content {
                        crate::board::Content::Letter(letter) => letter,
                        crate::board::Content::Number(_) => '?',
                    })
                })
                .collect()
        })
        .collect();
    assert_eq!((rows[3].as_str(), rows[7].as_str(), rows[0].as_str()), (".TAJZHD..", ".t.......", "....k...."));
    assert_eq!(position.hands(), Some([vec!['P', 'P'], vec!['r']]));
    assert_eq!((position.files(9)[0].as_str(), position.ranks(9)[8].as_str()), ("9", "i"));
    let mv = position.find_move("P*5e").unwrap();
    assert_eq!(
        (position.cells(mv), position.cells(position.find_move("5i5h").unwrap())),
        (vec![[4, 4]], vec![[8, 4], [7, 4]])
    );
}

/// The slow twin of exchanges: what a move wins if each side may stop capturing at any time.
fn won<V: Variant>(position: &Shogi<V>, mv: Move) -> i32 {
    let mut next = *position;
    let occupied = (position.occupied() & !mv.from().map_or(0, bit)) | bit(mv.to());
    let value = |piece: super::pieces::Piece| super::exchange::CAPTURED[piece.index()];
    let moved = {
        next.play_unchecked(mv);
        next.piece_at(mv.to())
    };
    position.gain(mv) - most_taken(position, mv.to(), position.to_move.other(), occupied, value(moved))
}

/// The most that a side can win by captures on a square, where a piece of this value is.
fn most_taken<V: Variant>(position: &Shogi<V>, to: u8, side: Side, occupied: u128, value: i32) -> i32 {
    let own = position.attackers(to, side, occupied) & occupied;
    let worth = |square: &u8| super::exchange::CAPTURED[position.piece_at(*square).index()];
    let Some(least) = super::geometry::members(own).min_by_key(worth) else { return 0 };
    let theirs = position.attackers(to, side.other(), occupied) & occupied;
    if position.piece_at(least).kind == Kind::King && theirs != 0 {
        return 0;
    }
    (value - most_taken(position, to, side.other(), occupied ^ bit(least), worth(&least))).max(0)
}

#[test]
fn exchanges_are_counted_as_by_trying_them() {
    let mut lost = 0;
    for seed in 0..6 {
        random_game(&start::<NineByNine>(), 200, &mut Rng(seed), |position| {
            for mv in moves(position) {
                let won = won(position, mv);
                let both = [won, won + 1].map(|least| position.exchange_wins(mv, least));
                assert_eq!(both, [true, false], "{} {} wins {won}", position.state(), Shogi::<NineByNine>::usi(mv));
                lost += u32::from(won < 0);
            }
        });
    }
    assert!(lost > 5_000, "{lost}");
}
