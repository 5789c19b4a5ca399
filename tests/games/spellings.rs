//! States and moves as people write them, and the moves that an error suggests.

use plyd::catalogue::{AnyPosition, Game};
use plyd::games::CATALOGUE;
use plyd::search::Stop;

use crate::common::Rng;

fn read(game: &str, state: &str) -> Box<dyn AnyPosition> {
    let game = CATALOGUE.find(game).unwrap();
    if state.is_empty() { game.start() } else { game.parse(state).unwrap_or_else(|error| panic!("{state}: {error}")) }
}

const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CHECKERS: &str = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
const OTHELLO: &str = "---------------------------OX------XO--------------------------- X";
const GOMOKU: &str = "15/15/15/15/15/15/6OX7/7X7/15/15/15/15/15/15/15 O 5";

/// A short transcript of Othello. After eight discs, X has no move and passes.
const PASSING: &[&str] = &["f5", "f6", "c4", "g5", "h5", "h4", "g7", "h6", "c5"];

/// A game, a state as people write it, and the canonical state.
const STATES: &[(&str, &str, &str)] = &[
    // FEN: counters, castling rights that contradict the board, missing fields, white space, clocks, rook files.
    (
        "chess",
        "3r4/p2nrpkp/2B1p3/2P2pP1/3R3Q/q7/6PP/6RK w - - 0 0",
        "3r4/p2nrpkp/2B1p3/2P2pP1/3R3Q/q7/6PP/6RK w - - 0 1",
    ),
    (
        "chess",
        "rnb1kb1Q/1p1qp2p/p3p1p1/2pp4/8/8/PPPPPPPP/RNB1K1NR b KQkq - 1 10",
        "rnb1kb1Q/1p1qp2p/p3p1p1/2pp4/8/8/PPPPPPPP/RNB1K1NR b KQq - 1 10",
    ),
    ("chess", "4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1"),
    ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1", CHESS),
    ("chess", "startpos", CHESS),
    ("chess", "  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w KQkq - 0 1\n", CHESS),
    ("chess", "8/R7/7r/1k6/3KB3/8/8/8 w - - 101 112", "8/R7/7r/1k6/3KB3/8/8/8 w - - 101 112"),
    ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", CHESS),
    // Chess960: by name, by the files of rooks, by number.
    ("chess", "rk2r3/8/8/8/8/8/8/RK2R3 w KQkq - 0 1 chess960", "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1 chess960"),
    ("chess", "rk2r3/8/8/8/8/8/8/RK2R3 w EAea", "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1 chess960"),
    ("chess", "chess960:0", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1 chess960"),
    // PDN: ranges, a full stop, leading zeros, counts of half-moves and moves, numbers of squares.
    ("checkers", "B:W21-32:B1-12.", CHECKERS),
    ("checkers", "b: w21-32: b01,02,03-12", CHECKERS),
    ("checkers", "B:W21,K1-3:B5:H81:F90", "B:WK1,K2,K3,21:B5:H80"),
    ("draughts", "W:W31,32:B1,2:H0:F1", "W:W31,32:B1,2"),
    ("draughts", "W:W31,32:B1,2:F1", "W:W31,32:B1,2"),
    ("russian-draughts", "W:W21,22:B1,2", "W:Wa3,c3:Bb8,d8"),
    ("brazilian-draughts", "W:WA3,c3:B1,KF2", "W:Wa3,c3:Bb8,Kf2"),
    // Boards with other letters, and without the side to move if the stones determine it.
    ("othello", "...........................o*......*o........................... *", OTHELLO),
    (
        "othello",
        "---------------------------OX------XX-------X------------------- x",
        "---------------------------OX------XX-------X------------------- X",
    ),
    (
        "othello",
        "XO--------------------------------------------------------------",
        "XO-------------------------------------------------------------- X",
    ),
    ("othello", " f5\n", "---------------------------OX------XXX-------------------------- O"),
    ("othello", "F5f6 e6", "---------------------------OX------XXX------XO------------------ O"),
    ("othello", "\u{feff}f5\u{200b}", "---------------------------OX------XXX-------------------------- O"),
    ("tic-tac-toe", "xo-/-x-/--- ", "XO./.X./... O"),
    ("tic-tac-toe", "xo_/_x_/___", "XO./.X./... O"),
    ("tic-tac-toe", "XO______X O", "XO./.../..X O"),
    ("tic-tac-toe", "xo.\n.x.\n...\n", "XO./.X./... O"),
    ("connect-four", "7/7/7/7/3x3/3OX..", "7/7/7/7/3X3/3OX2 O"),
    ("connect-four", " 4453\n", "7/7/7/7/3O3/2OXX2 X"),
    ("gomoku", "15/15/15/15/15/15/6OX7/7X7/15/15/15/15/15/15/15 5", GOMOKU),
    ("gomoku", "15/15/15/15/15/15/6ox7/.......x7/15/15/15/15/15/15/15  o 05", GOMOKU),
    ("gomoku", "4/4/4 X 3 EXACT", "4/4/4 X 3 exactly"),
    ("gomoku", "4/4/4 exactly 3", "4/4/4 X 3 exactly"),
    ("gomoku", "4/4/4_x_3_Standard", "4/4/4 X 3 exactly"),
    ("gomoku", "4/4/4 X 3 freestyle", "4/4/4 X 3"),
    ("gomoku", "5/5/5/5/5 5 Renju", "5/5/5/5/5 X 5 renju"),
    ("hex", "3/1x1/o2", "3/1X1/O2 X"),
    ("hex", "3/1X1/3 swap", "3/1X1/3 O swap"),
    ("ultimate-tic-tac-toe", "9/9/9/9/4x4/9/9/9/9 5", "9/9/9/9/4X4/9/9/9/9 O 5"),
    ("kalah", "4,4,4,4,4,4,0/4,4,4,4,4,4,0 South", "4,4,4,4,4,4,0/4,4,4,4,4,4,0 south"),
    ("nim", "3,05,7 MAX Misere", "3,5,7 max misere"),
];

/// A game, a state (empty for the start), a move as people write it, and the move's name.
const MOVES: &[(&str, &str, &str, &str)] = &[
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0", "e1g1"),
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "e1g1"),
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 chess960", "e1g1", "e1h1"),
    ("chess", "6k1/8/8/8/8/8/8/RK2R3 w EA - 0 1 chess960", "0-0", "b1e1"),
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8", "e8c8"),
    ("chess", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a8Q", "a7a8q"),
    ("chess", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a8=q", "a7a8q"),
    ("chess", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8Q", "a7a8q"),
    ("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4xd5", "e4d5"),
    ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "e5d6"),
    ("chess", "", "Ng1-f3", "g1f3"),
    ("chess", "", "Nf3+", "g1f3"),
    ("chess", "", "Nf3!", "g1f3"),
    ("chess", "", "Nxf3", "g1f3"),
    ("chess", "", "E2E4", "e2e4"),
    ("chess", "", "e2-e4", "e2e4"),
    ("chess", "", " e2e4\n", "e2e4"),
    ("checkers", "W:W22,24,31:B1,11,18", "22x8", "22x15x8"),
    ("checkers", "W:W22,24,31:B1,11,18", "22-8", "22x15x8"),
    ("checkers", "W:W22,24,31:B1,11,18", "22x8x11x18", "22x15x8"),
    ("checkers", "B:W18:B15", "15-22", "15x22"),
    ("checkers", "", "11:15", "11-15"),
    ("checkers", "", "09-13", "9-13"),
    ("draughts", "W:WK4:B13,20,32", "4x27x38x15", "4x15x13x20x32"),
    ("draughts", "W:WK4:B13,20,32", "4x15x32x13x20", "4x15x13x20x32"),
    ("draughts", "W:WK4:B13,20,32", "4-15", "4x15x13x20x32"),
    ("russian-draughts", "W:Wf6:Bh4,b6,e7", "f6:a5", "f6xa5xe7xb6"),
    ("russian-draughts", "W:Wf6:Bh4,b6,e7", "F6:D8:A5", "f6xa5xe7xb6"),
    ("russian-draughts", "W:Wf6:Bh4,b6,e7", "f6d8a5", "f6xa5xe7xb6"),
    ("russian-draughts", "", "22-18", "c3-d4"),
    ("othello", "", "F5", "f5"),
    ("tic-tac-toe", "", "B2", "b2"),
    ("gomoku", "", "H8", "h8"),
    ("gomoku", "", "h08", "h8"),
    ("hex", "", "F6", "f6"),
    ("hex", "5/2X2/5/5/5 O swap", "Swap", "swap"),
    ("ataxx", "", "a7b6", "b6"),
    ("ataxx", "", "A7-A5", "a7a5"),
    ("dots-and-boxes", "", "b1a1", "a1b1"),
    ("dots-and-boxes", "", "A2-A1", "a1a2"),
    ("bones", "", "take 2", "2"),
    ("bones", "", "Take 02", "2"),
    ("nim", "", "take 3 from heap 2", "2:3"),
    ("oware", "", "c", "C"),
    ("oware", "", "3", "C"),
    ("kalah", "", "03", "3"),
    ("tree", "", " 1\n", "1"),
];

#[test]
fn states_are_read_as_people_write_them() {
    for (game, text, canonical) in STATES {
        assert_eq!(read(game, text).state(), *canonical, "{game}: {text}");
    }
}

#[test]
fn moves_are_read_as_people_write_them() {
    for (game, state, text, name) in MOVES {
        let mut position = read(game, state);
        let [found] =
            position.find_moves(&[(*text).to_owned()]).unwrap_or_else(|(_, refused)| panic!("{}", refused.detail))[..]
        else {
            panic!("one move for one text");
        };
        assert_eq!(position.move_names()[found.0], *name, "{game}: {text}");
        let mut twin = position.duplicate();
        position.play_named(text).unwrap();
        twin.play_named(name).unwrap();
        assert_eq!(position.state(), twin.state(), "{game}: {text}");
    }
}

#[test]
fn transcripts_may_leave_passes_out() {
    let state = format!("XO{}O O", "-".repeat(61));
    let mut told = read("othello", &state);
    let mut left_out = told.duplicate();
    assert_eq!(left_out.play_named("d1").unwrap_err().candidates, ["pass"]);
    for name in ["pass", "c1"] {
        told.play_named(name).unwrap();
    }
    left_out.play_named("C1").unwrap();
    assert_eq!(left_out.state(), told.state());
    let mut played = read("othello", "");
    for name in PASSING {
        played.play_named(name).unwrap();
    }
    for text in [PASSING.concat(), PASSING.join(" ").to_uppercase()] {
        assert_eq!(read("othello", &text).state(), played.state());
    }
}

#[test]
fn ambiguous_moves_name_their_candidates() {
    for (game, state, text, detail, candidates) in [
        (
            "chess",
            "4k3/8/8/8/8/8/4N3/1N2K3 w - - 0 1",
            "Nc3",
            "\"Nc3\" is ambiguous: could be Nbc3 or Nec3",
            &["Nbc3", "Nec3"][..],
        ),
        ("nim", "", "take 3", "\"take 3\" is ambiguous: could be 1:3, 2:3 or 3:3", &["1:3", "2:3", "3:3"]),
    ] {
        let position = read(game, state);
        let (_, refused) = position.find_moves(&[text.to_owned()]).unwrap_err();
        assert_eq!(refused.detail, detail);
        assert_eq!(refused.candidates, candidates);
        assert_eq!(position.duplicate().play_named(text).unwrap_err(), refused);
    }
}

#[test]
fn near_misses_are_named_first() {
    for (game, state, text, detail, candidates) in [
        ("chess", "", "e2e5", "\"e2e5\" cannot be played here; legal moves: e2e3, e2e4, …", &["e2e3", "e2e4"][..]),
        ("chess", "", "Nd4", "\"Nd4\" cannot", &["Na3", "Nf3"]),
        ("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "Kxa8", "\"Kxa8\" cannot", &["Ra8+"]),
        (
            "checkers",
            "W:W22,24,31:B1,11,18",
            "24-20",
            "\"24-20\" cannot be played here: a capture is forced",
            &["22x15x8"],
        ),
        ("draughts", "W:WK4,41:B13,20,32", "41-37", "a capture is forced", &["4x15x13x20x32"]),
        ("draughts", "W:W31,33:B27,28,18", "31x22", "a capture of more pieces is forced", &[]),
        ("nim", "", "2:9", "cannot be played here; legal moves", &["2:1"]),
        ("connect-four", "", "9", "cannot be played here; legal moves: 4", &["4"]),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8h7", "the game is over: stalemate", &[]),
    ] {
        let (_, refused) = read(game, state).find_moves(&[text.to_owned()]).unwrap_err();
        let mut refused_by_play = read(game, state);
        assert!(refused_by_play.play_named(text).unwrap_err().detail.contains(detail), "{}", refused.detail);
        for name in candidates {
            assert!(refused.candidates.iter().any(|other| other == name), "{text}: {:?}", refused.candidates);
        }
        assert!(refused.candidates.len() <= 8, "{text}");
    }
    let (_, refused) = read("chess", "").find_moves(&["e2e5".to_owned()]).unwrap_err();
    assert_eq!(refused.candidates, ["e2e3", "e2e4"]);
}

/// Other spellings of a move's name and label that the game reads.
fn spellings(game: &str, name: &str, label: Option<&str>) -> Vec<String> {
    let mut texts = vec![format!(" {name}\n")];
    if game == "tree" {
        return texts;
    }
    texts.extend([format!("{name}!"), name.to_ascii_uppercase(), with_dashes(name)]);
    // Judgements that are glued to the move, numbers of moves, and marks without width.
    texts.extend([format!("7) {name}+-"), format!("12.) {name}→="), format!("\u{feff}{name}\u{200b}")]);
    texts.extend(label.map(str::to_owned));
    if game != "ataxx" && name.bytes().all(|byte| byte.is_ascii_digit()) {
        texts.push(format!("0{name}"));
    }
    match game {
        "chess" => texts.extend(chess_spellings(name, label.unwrap_or_default())),
        "checkers" | "draughts" | "russian-draughts" | "brazilian-draughts" => {
            texts.extend(draughts_spellings(game, name));
        }
        "dots-and-boxes" => texts.push(format!("{}{}", &name[2..], &name[..2])),
        "oware" => texts.push(name.to_ascii_lowercase()),
        _ => {}
    }
    texts
}

/// `e2-e4`, `d6-d7xb4`, `7g-7f`: a dash between two squares.
fn with_dashes(name: &str) -> String {
    // A file comes before its rank, and one of the two is a letter.
    let is_digit = |c: char| c.is_ascii_digit();
    let is_letter = |c: char| c.is_ascii_lowercase() && c != 'x';
    let (is_file, is_rank): (&dyn Fn(char) -> bool, &dyn Fn(char) -> bool) =
        if name.starts_with(is_digit) { (&is_digit, &is_letter) } else { (&is_letter, &is_digit) };
    let mut text = String::new();
    let mut rest = name.chars().peekable();
    while let Some(c) = rest.next() {
        let begins_square = is_file(c) && rest.peek().is_some_and(|next| is_rank(*next));
        if begins_square && text.ends_with(is_rank) {
            text.push('-');
        }
        text.push(c);
    }
    text
}

fn chess_spellings(name: &str, label: &str) -> Vec<String> {
    let bare = label.trim_end_matches(['+', '#']);
    let mut texts = vec![bare.to_owned(), format!("{bare}!?"), format!("{bare}+"), bare.to_ascii_uppercase()];
    texts.extend(["ch", " dis.ch.", "++N", "mate+/="].map(|remark| format!("{bare}{remark}")));
    texts.push(bare.replace('x', ""));
    texts.push(bare.replace('=', ""));
    texts.push(bare.replace('O', "0"));
    if !label.starts_with('B') {
        texts.push(bare.to_ascii_lowercase());
    }
    if !label.starts_with('O') {
        let piece = label.chars().next().filter(char::is_ascii_uppercase).map(String::from).unwrap_or_default();
        texts.push(format!("{piece}{}-{}", &name[..2], &name[2..]));
        texts.push(format!("{piece}{}x{}", &name[..2], &name[2..]));
    } else {
        // In chess the name has the king's target, and in Chess960 the rook's square.
        let [target, rook] = if bare == "O-O" { ['g', 'h'] } else { ['c', 'a'] };
        let is_far = name.as_bytes()[0].abs_diff(target as u8) > 1;
        let other = if name.starts_with('e') && name[2..].starts_with(target) { rook } else { target };
        texts.extend(is_far.then(|| format!("{}{other}{}", &name[..2], &name[1..2])));
    }
    texts
}

/// With dashes, with colons, by its ends, and with the captured squares in reverse order.
fn draughts_spellings(game: &str, name: &str) -> Vec<String> {
    let squares: Vec<&str> = name.split(['x', '-']).collect();
    let to = if game == "checkers" { squares[squares.len() - 1] } else { squares[1] };
    let mut texts =
        vec![squares.join("-"), squares.join(":"), format!("{}x{to}", squares[0]), format!("{}-{to}", squares[0])];
    if game != "checkers" && squares.len() > 3 {
        let captured: Vec<&str> = squares[2..].iter().rev().copied().collect();
        texts.push(format!("{}x{to}x{}", squares[0], captured.join("x")));
    }
    texts
}

/// Other spellings of a state.
fn state_spellings(game: &Game, state: &str) -> Vec<String> {
    let mut texts = vec![format!("\n {state} \r\n")];
    if !game.about.state_is_json {
        texts.extend([state.replace(' ', "  "), state.replace(' ', "_"), state.replace(' ', "\t")]);
    }
    // Case matters if a letter in the other case is another piece.
    let letters = || game.about.pieces.iter().map(|piece| piece.letter);
    let has_case =
        letters().any(|letter| letter.is_uppercase() && letters().any(|other| other == letter.to_ascii_lowercase()));
    if !game.about.state_is_json && !has_case {
        texts.push(state.to_ascii_lowercase());
    }
    texts
}

/// Checks that a text is read as the move, or as ambiguous with the move among its meanings. Only the name of another
/// move may mean that other move.
fn assert_read(position: &dyn AnyPosition, names: &[String], index: usize, text: &str) {
    let at = || format!("{text:?} for {} in {}", names[index], position.state());
    match position.find_moves(&[text.to_owned()]) {
        Ok(found) => assert!(found[0].0 == index || names[found[0].0] == text, "{} is {}", at(), names[found[0].0]),
        Err((_, refused)) => {
            assert!(refused.detail.contains("is ambiguous"), "{}: {}", at(), refused.detail);
            let is_meant =
                |name: &String| position.find_moves(std::slice::from_ref(name)).is_ok_and(|it| it[0].0 == index);
            assert!(refused.candidates.iter().any(is_meant) || refused.candidates.len() == 8, "{}", at());
        }
    }
}

#[test]
fn every_legal_move_is_read_back_in_every_spelling_and_as_no_other_move() {
    let mut rng = Rng(43);
    for game in CATALOGUE {
        let starts = game.about.state_examples.iter().map(|state| game.parse(state).unwrap());
        for mut position in starts.flat_map(|start| [start.duplicate(), start]) {
            for _ in 0..60 {
                let state = position.state();
                for text in state_spellings(game, &state) {
                    let read = game.parse(&text).unwrap_or_else(|error| panic!("{}: {text:?}: {error}", game.id));
                    assert_eq!(read.state(), state, "{text:?}");
                }
                let names = position.move_names();
                if names.is_empty() {
                    break;
                }
                let described = position.describe(None, &Stop::default()).unwrap();
                let few = described.legal_moves.len().div_ceil(40);
                for (index, mv) in described.legal_moves.iter().enumerate().skip(rng.below(few)).step_by(few) {
                    for text in spellings(game.id, &mv.name, mv.label.as_deref()) {
                        assert_read(&*position, &names, index, &text);
                    }
                }
                position.play_named(&names[rng.below(names.len())]).unwrap();
            }
        }
    }
}

#[test]
fn long_texts_are_refused_at_once_and_in_short() {
    for game in CATALOGUE {
        for filler in ["e2", "1x", "a1-", " ", "_", "K", ":", "1-32,", "\u{e9}", "0", "f5d6", "/", "("] {
            let text = filler.repeat(100_000);
            let (_, refused) = game.start().find_moves(std::slice::from_ref(&text)).unwrap_err();
            assert!(refused.detail.len() < 300, "{}: {}", game.id, refused.detail);
            if let Err(error) = game.parse(&text) {
                assert!(error.0.len() < 300, "{}: {error}", game.id);
            }
        }
    }
}

#[test]
fn a_move_is_played_under_its_own_name() {
    assert_eq!(read("chess", "").play_named("Nf3!"), Ok(vec!["g1f3".to_owned()]));
    let mut passing = read("othello", &PASSING[..8].join(""));
    assert_eq!(passing.play_named("C5"), Ok(vec!["pass".to_owned(), "c5".to_owned()]));
}
