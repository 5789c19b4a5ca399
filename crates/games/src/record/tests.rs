use std::collections::BTreeMap;

use plyd_games::CATALOGUE;
use plyd_games::catalogue::{Game, MoveIndex};
use plyd_games::record::{Draft, Format, Record, RecordError, Skipped, WriteError};
use plyd_search::Stop;

use crate::testing::Rng;

fn read(game: &Game, text: &str, format: Option<Format>) -> Record {
    game.read_record(text, format, None, &Stop::default()).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// The fault of a text that is no record, with its place.
fn fault(game: &str, text: &str, format: Option<Format>) -> String {
    let game = CATALOGUE.find(game).unwrap();
    match game.read_record(text, format, None, &Stop::default()) {
        Err(RecordError::Fault(fault)) => fault.to_string(),
        other => panic!("{text}: {other:?}"),
    }
}

fn write(game: &Game, record: &Record, format: Format) -> String {
    let draft = Draft {
        state: &record.state,
        moves: &record.moves,
        tags: &record.tags,
        result: record.result.as_deref(),
        comments: &record.comments,
    };
    game.write_record(&draft, format, None, &Stop::default()).unwrap_or_else(|error| panic!("{record:?}: {error:?}"))
}

/// The moves of a random game from the start.
fn random_moves(game: &Game, plies: usize, rng: &mut Rng) -> Vec<String> {
    let (mut position, mut moves) = (game.start(), Vec::new());
    while moves.len() < plies && position.count_moves() > 0 {
        let index = rng.below(position.count_moves());
        moves.push(position.move_names().swap_remove(index));
        position.play(MoveIndex(index));
    }
    moves
}

#[test]
fn random_games_come_back_from_each_format_of_their_game() {
    let mut rng = Rng(44);
    for game in CATALOGUE.iter() {
        for format in game.record_formats() {
            for plies in [0, 1, 7, 60, 200] {
                let moves = random_moves(game, plies, &mut rng);
                let comments = BTreeMap::new();
                let state = game.about.start();
                let draft = Draft { state, moves: &moves, tags: &[], result: None, comments: &comments };
                let text = game.write_record(&draft, format, None, &Stop::default()).unwrap();
                let found = read(game, &text, Some(format));
                assert_eq!(found.moves, moves, "{}: {text}", game.id);
                assert_eq!(found.state, game.start().state(), "{}: {text}", game.id);
                assert_eq!(write(game, &found, format), text);
                if plies == 7 {
                    assert_eq!(read(game, &text, None).moves, moves, "{}: {text}", game.id);
                }
            }
        }
    }
}

#[test]
fn moves_are_read_in_any_spelling_and_named_by_place() {
    let chess = CATALOGUE.find("chess").unwrap();
    let found = read(chess, "\u{feff} e4, E7-E5\n Nf3\t\"b8c6\" ", None);
    assert_eq!((found.format, found.moves.join(" ")), (Format::Moves, "e2e4 e7e5 g1f3 b8c6".to_owned()));
    assert_eq!(
        fault("chess", "e4,\n e5 Nd2", None),
        "line 2, column 5, ply 2: \"Nd2\" cannot be played here; legal moves: g1e2, b1a3, b1c3, g1f3, g1h3, …"
    );
    assert!(fault("chess", "f3 e5 g4 Qh4 a3", None).ends_with("ply 4: the game is over: checkmate"));
    assert!(fault("chess", "e4 \"e5", None).starts_with("line 1, column 4, ply 1: a quoted move begins here"));
    assert!(fault("chess", " ", None).ends_with("expected one of pgn, moves"));
    assert!(fault("chess", &"g1f3 g8f6 f3g1 f6g8 ".repeat(5), None).contains("ply 16: the game is over"));
}

#[test]
fn transcripts_are_read_with_and_without_passes() {
    let othello = CATALOGUE.find("othello").unwrap();
    let found = read(othello, "F5d6 c3", None);
    assert_eq!((found.format, found.moves.join(" ")), (Format::Transcript, "f5 d6 c3".to_owned()));
    assert_eq!(read(othello, "f5 d6 c3", None).format, Format::Moves);
    assert!(
        fault("othello", "f5d6c9", None).starts_with("line 1, column 5, ply 2"),
        "{}",
        fault("othello", "f5d6c9", None)
    );
    let four = CATALOGUE.find("connect-four").unwrap();
    assert_eq!(read(four, "4453", None).moves, ["4", "4", "5", "3"]);
    assert!(fault("connect-four", "44444448", None).contains("ply 6: \"4\" cannot be played here"));
}

#[test]
fn a_file_of_chess_is_read_whole() {
    let text = r#"; a file
[Event "Fried \"liver\""]
[White "A"]
[Result "1-0"]

{Opening} 1. e4 $1 {[%clk 0:10:00] the king's pawn} e5 2.Nf3!? (2. f4 {gambit 0-1} exf4 (2... d5) 3. Nf3) 2... Nc6
% a line for programs {
3. Bc4 ; to the weak square }
3... Nf6 4. Ng5 d5 1-0

[Event "next"] {0-1 is no end} 1. d4 (1. c4 *) d5 1/2-1/2
1. e4 *
"#;
    let chess = CATALOGUE.find("chess").unwrap();
    let found = read(chess, text, None);
    assert_eq!(found.format, Format::Pgn);
    assert_eq!(found.moves.join(" "), "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 f3g5 d7d5");
    assert_eq!((found.tags.len(), found.tags[0].1.as_str()), (3, "Fried \"liver\""));
    assert_eq!((found.result.as_deref(), found.standing.outcome, found.more), (Some("1-0"), None, 2));
    let comments: Vec<_> = found.comments.iter().map(|(ply, text)| (*ply, text.as_str())).collect();
    assert_eq!(comments, [(0, "a file\nOpening"), (1, "the king's pawn"), (5, "to the weak square }")]);
    let skipped = Skipped { variations: 2, comments: 1, annotations: 2, commands: 1, lines: 1, properties: 0 };
    assert_eq!(found.skipped, skipped);

    let written = write(chess, &found, Format::Pgn);
    let expected = r#"[Event "Fried \"liver\""]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A"]
[Black "?"]
[Result "1-0"]

{a file} {Opening} 1. e4 {the king's pawn} 1... e5 2. Nf3 Nc6 3. Bc4
; to the weak square }
3... Nf6 4. Ng5 d5 1-0
"#;
    assert_eq!(written, expected);
    let again = read(chess, &written, None);
    assert_eq!((again.moves, again.comments), (found.moves, found.comments));
}

#[test]
fn positions_and_numbers_of_chess_are_read_and_written() {
    let text = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 41\"]\n\n41... Kd7 42. e4 *\n";
    let chess = CATALOGUE.find("chess").unwrap();
    let found = read(chess, text, None);
    assert_eq!(
        (found.state.as_str(), found.moves.join(" ")),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 3 41", "e8d7 e2e4".to_owned())
    );
    assert!(write(chess, &found, Format::Pgn).ends_with("\n\n41... Kd7 42. e4 *\n"));
    let bare = Record { tags: Vec::new(), ..found };
    let written = write(chess, &bare, Format::Pgn);
    assert!(written.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 41\"]\n\n41... Kd7"), "{written}");
}

#[test]
fn faults_of_chess_files_have_their_place_and_what_was_expected() {
    for (text, says) in [
        ("1. e4 e5 2. Nd3 *", "line 1, column 13, ply 2: \"Nd3\" cannot be played here; legal moves:"),
        ("1. e4 e5 2. (2. d4 *", "column 13, ply 2: a variation begins here, expected its end"),
        ("1. e4 {e5", "column 7, ply 1: a comment begins here, expected its end: }"),
        ("1. e4) *", "column 6, ply 1: no variation is open here"),
        ("(1. e4) *", "column 1, ply 0: a variation begins here, expected a move"),
        ("[Result \"1-0\"]\n1. e4 0-1", "line 2, column 7, ply 1: the result is 0-1, but that of the tag is 1-0"),
        ("[Result \"won\"] 1. e4", "column 1: Result: the result is \"won\", expected 1-0"),
        ("[Result \"2-0\"] 1. e4", "column 1: Result: the result is \"2-0\", expected 1-0"),
        (
            "1. f3 e5 2. g4 Qh4# 1-0",
            "column 21, ply 4: the result is 1-0, but the game ended by checkmate, expected 0-1",
        ),
        ("[Result \"1/2-1/2\"]\n1. f3 e5 2. g4 Qh4#", "line 1, column 1, ply 4: the result is 1/2-1/2, but"),
        ("1. f3 e5 2. g4 Qh4# 3. a3 *", "column 24, ply 4: the game is over: checkmate"),
        ("[A \"1\"]\n[B \"\"]\n[A \"2\"] *", "line 3, column 1: the tag \"A\" is there again, after line 1"),
        ("[FEN \"8/8\"] *", "column 1: FEN: "),
        ("[SetUp \"1\"] *", "expected the tag FEN"),
        ("[Variant \"Atomic\"] *", "column 1: Variant: the variant is \"Atomic\", expected one of Standard"),
        ("1. e4 e5 2. Nf3 (2. d4 [A \"b\"] *", "the tag \"A\" is inside of a variation"),
        ("{nothing}", "the record has no game, expected tags or moves"),
        ("1. e4 1-0 {", "column 11: a comment begins here"),
        ("1. e4 -- *", "\"--\" cannot be played here"),
    ] {
        let found = fault("chess", text, Some(Format::Pgn));
        assert!(found.contains(says), "{text}: {found}");
    }
    let knights = "[FEN \"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1\"] 1. Nd2 *";
    assert!(fault("chess", knights, None).ends_with("\"Nd2\" is ambiguous: could be b1d2 or f3d2"));
}

#[test]
fn long_and_deep_texts_are_refused_quickly() {
    let started = std::time::Instant::now();
    let size = 1 << 18;
    for (text, says) in [
        ("(".repeat(size), "expected a move before it"),
        ("1. e4 ".to_owned() + &"(".repeat(size), "expected its end: ) (262144 are open)"),
        ("[".repeat(size), "a tag begins here"),
        ("{".repeat(size), "a comment begins here"),
        ("1. e4 ".to_owned() + &")".repeat(size), "no variation is open"),
        ("$1".repeat(size), "[no fault]"),
        ("\"".repeat(size), "not expected here"),
        ("x".repeat(size), "cannot be played here"),
        ("[A \"".to_owned() + &"\\".repeat(size), "expected its end"),
        ("1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(600), "the game is over: fivefold repetition"),
    ] {
        let chess = CATALOGUE.find("chess").unwrap();
        let found = match chess.read_record(&text, Some(Format::Pgn), None, &Stop::default()) {
            Err(RecordError::Fault(fault)) => fault.to_string(),
            _ => "[no fault]".to_owned(),
        };
        assert!(found.contains(says) && found.len() < 400, "{found}");
    }
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}

#[test]
fn draughts_files_are_read_with_their_own_results_and_captures() {
    let text = r#"[Event "a"]
[GameType "20"]
[Result "2-0"]

1. 32-28 19-23 2. 28x19 14x23 {an exchange} 3. 37-32 23-29 4. 34x23 18:29 2-0"#;
    let draughts = CATALOGUE.find("draughts").unwrap();
    let found = read(draughts, text, None);
    assert_eq!(found.moves.join(" "), "32-28 19-23 28x19x23 14x23x19 37-32 23-29 34x23x29 18x29x23");
    assert_eq!(found.result.as_deref(), Some("1-0"));
    let written = write(draughts, &found, Format::Pdn);
    assert!(written.contains("3. 37-32 23-29 4. 34x23"), "{written}");
    assert!(written.ends_with("18x29 2-0\n"), "{written}");
    assert_eq!(read(draughts, &written, None).moves, found.moves);
    assert!(fault("checkers", text, None).contains("GameType: the type of the game is \"20\", expected 21"));
}

#[test]
fn drafts_that_a_format_cannot_express_are_refused_by_field() {
    let comments = BTreeMap::from([(1, "at [%clk 1]".to_owned())]);
    let (none, tags) = (BTreeMap::new(), |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())]);
    let moves = ["e4".to_owned()];
    let draft = |tags, comments| Draft { state: "startpos", moves: &moves, tags, result: None, comments };
    let wrong = ["e4".to_owned(), "e6".to_owned(), "Ke3".to_owned()];
    let other = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for (draft, format, field) in [
        (draft(&[], &comments), Format::Pgn, "comments.1"),
        (draft(&[], &comments), Format::Moves, "comments.1"),
        (draft(&tags("A", "b"), &none), Format::Moves, "tags.A"),
        (draft(&tags("A b", "b"), &none), Format::Pgn, "tags.A b"),
        (draft(&tags("A", "b\nc"), &none), Format::Pgn, "tags.A"),
        (draft(&tags("FEN", other), &none), Format::Pgn, "tags.FEN"),
        (draft(&tags("SetUp", "1"), &none), Format::Pgn, "tags.SetUp"),
        (draft(&tags("Result", "won"), &none), Format::Pgn, "tags.Result"),
        (draft(&tags("Variant", "Chess960"), &none), Format::Pgn, "tags.Variant"),
        (draft(&[], &none), Format::Sgf, "format"),
        (Draft { state: other, ..draft(&[], &none) }, Format::Moves, "state"),
        (Draft { state: "8/8", ..draft(&[], &none) }, Format::Moves, "state"),
        (Draft { moves: &wrong, ..draft(&[], &none) }, Format::Pgn, "moves[2]"),
        (Draft { result: Some("won"), ..draft(&[], &none) }, Format::Pgn, "result"),
        (Draft { result: Some("1-0"), ..draft(&[], &none) }, Format::Moves, "result"),
    ] {
        let chess = CATALOGUE.find("chess").unwrap();
        match chess.write_record(&draft, format, None, &Stop::default()) {
            Err(WriteError::Fault(fault)) => assert_eq!(fault.field, field, "{fault}"),
            other => panic!("{field}: {other:?}"),
        }
    }
}

#[test]
fn a_collection_of_hex_is_read_as_hexwiki_describes_it() {
    let text = r"(;FF[4]GM[11]SZ[5]AP[HexGui:0.2]PB[A \] b]PW[C]RE[B+Resign]C[first
 line  two\
 goes on]
;B[a3];W[swap-pieces]TR[a3]C[swapped]GW[1];B[C3](;W[d4](;B[b2];W[resign]C[gives up])(;B[e1]C[or](;W[a1])(;W[a2])))(;W[e5]))
(;GM[11];B[a1]) (;GM[11])";
    let hex = CATALOGUE.find("hex").unwrap();
    let found = read(hex, text, None);
    assert_eq!((found.format, found.state.as_str()), (Format::Sgf, "5/5/5/5/5 X swap"));
    assert_eq!(found.moves.join(" "), "a3 swap c3 d4 b2");
    let tags: Vec<_> = found.tags.iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(tags, ["AP=HexGui:0.2", "Black=A ] b", "White=C", "RE=B+Resign"]);
    assert_eq!((found.result.as_deref(), found.standing.outcome, found.more), (Some("1-0"), None, 2));
    let comments: Vec<_> = found.comments.iter().map(|(ply, text)| (*ply, text.as_str())).collect();
    assert_eq!(comments, [(0, "first\nline two goes on"), (2, "swapped"), (5, "gives up")]);
    let skipped = Skipped { variations: 4, comments: 1, annotations: 1, properties: 1, ..Skipped::default() };
    assert_eq!(found.skipped, skipped);

    let written = write(hex, &found, Format::Sgf);
    let expected = "(;FF[4]CA[UTF-8]GM[11]SZ[5]RU[swap]AP[HexGui:0.2]PB[A \\] b]PW[C]RE[B+Resign]C[first\nline two goes on]\n\
                    ;B[a3];W[swap-pieces]C[swapped];B[c3];W[d4];B[b2]C[gives up])\n";
    assert_eq!(written, expected);
    let again = read(hex, &written, None);
    assert_eq!(
        (again.moves, again.tags, again.state, again.result),
        (found.moves, found.tags, found.state, found.result)
    );
}

#[test]
fn sides_that_are_swapped_keep_their_stones() {
    let hex = CATALOGUE.find("hex").unwrap();
    let found = read(hex, "(;GM[11]SZ[5];B[a3];W[swap-sides];W[c3];B[d1])", None);
    assert_eq!((found.moves.join(" "), found.state.as_str()), ("a3 c3 d1".to_owned(), "5/5/5/5/5 X"));
    assert_eq!(found.skipped.properties, 1);
}

#[test]
fn points_and_set_ups_are_read_and_written() {
    for (game, text, state, moves) in [
        ("gomoku", "(;GM[4]SZ[15];B[hh];W[ha])", "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 X 5", "h8 h15"),
        ("gomoku", "(;GM[4]SZ[7:6]AB[aa]PL[W];W[gf])", "X6/7/7/7/7/7 O 5", "g1"),
        ("gomoku", "(;GM[4]SZ[6]AB[aa][ca]AW[af:bf];B[cc])", "X1X3/6/6/6/6/OO4 X 5", "c4"),
        ("hex", "(;GM[11]SZ[3]RU[swap];Black[a2];White[c1])", "3/3/3 X swap", "a2 c1"),
        ("hex", "(;GM[11]AB[a1][b1]AW[k11];W[c3])", "XX9/11/11/11/11/11/11/11/11/11/10O O", "c3"),
        ("othello", "(;GM[2];B[fe];W[fd];B[])", "", ""),
        (
            "othello",
            "(;GM[2]SZ[8]AB[ed][de]AW[dd][ee];B[fe];W[fd])",
            CATALOGUE.find("othello").unwrap().about.start(),
            "f5 f4",
        ),
    ] {
        let game = CATALOGUE.find(game).unwrap();
        if state.is_empty() {
            assert!(fault(game.id, text, None).contains("ply 2: \"pass\" cannot be played here"), "{text}");
            continue;
        }
        let found = read(game, text, None);
        assert_eq!((found.state.as_str(), found.moves.join(" ")), (state, moves.to_owned()), "{text}");
        let written = write(game, &found, Format::Sgf);
        let again = read(game, &written, None);
        assert_eq!((again.state, again.moves), (found.state, found.moves), "{written}");
    }
}

#[test]
fn faults_of_sgf_have_their_place_and_what_was_expected() {
    let deep = "(;GM[11]".repeat(30_000);
    for (text, says) in [
        ("(;GM[1];B[aa])", "line 1, column 3: GM: the game is \"1\", expected 11"),
        ("(;GM[11];B[a1];B[a2])", "column 17, ply 1: it is the other side's turn, expected W"),
        ("(;GM[11];B[a1];W[a1])", "column 17, ply 1: \"a1\" cannot be played here"),
        ("(;GM[11];B[zz])", "ply 0: \"zz\" is no point of the board"),
        ("(;GM[11];B[a1]", "column 1: a game begins here, expected its end: ) (1 are open)"),
        ("(;GM[11];B[a1", "column 11: a value begins here, expected its end: ]"),
        ("(;GM[11];B)", "column 11: expected the value of the property: ["),
        ("(;GM[11]b[a1])", "the name of a property has capital letters"),
        ("(;GM[11]GM[11])", "the property \"GM\" is there again"),
        ("(;B[a1]W[a2])", "W: the node has two moves, expected one"),
        ("(;B[a1][a2])", "B: expected one move"),
        ("(;B[a1];AB[a2])", "AB: the board changes without a move"),
        ("(;SZ[99])", "SZ: the size is \"99\", expected a number such as 11"),
        ("(;SZ[40])", "column 3: the position at the start is none of this game: the board has 40 rows"),
        ("(;AB[a1][b1])", "column 5: the position at the start is none of this game"),
        ("(;AB[a1][a1])", "column 9: \"a1\" has a stone already"),
        ("(;PL[x])", "PL: the side to move is \"x\", expected B or W"),
        ("(;RE[x])", "RE: the result is \"x\", expected B+"),
        ("(;RE[B+];B[resign])", "ply 0: a side resigns, but the result is 1-0"),
        ("(;B[resign];W[a1])", "column 14, ply 0: the game is over: a side has resigned"),
        ("(;SZ[2]RE[W+];B[a1];W[b1];B[a2])", "column 8, ply 3: the result is 0-1, but the game ended by"),
        ("(;SZ[2];B[a1];W[b1];B[a2];W[b2])", "ply 3: the game is over: top and bottom are joined"),
        ("((;B[a1]))", "column 2: expected a node: ;"),
        ("(;B[a1](;W[a2]);B[a3])", "column 16: expected another branch"),
        ("(;B[a1])x", "column 9: expected a game: (;"),
        ("", "expected a game: (;"),
        ("(;GM[11];é)", "column 10: \"é\" is not expected here"),
        (&"(".repeat(1 << 18), "column 2: expected a node: ;"),
        (&deep, "(30000 are open)"),
    ] {
        let found = fault("hex", text, Some(Format::Sgf));
        assert!(found.contains(says), "{}: {found}", text.chars().take(40).collect::<String>());
    }
    assert!(fault("hex", "(()", None).contains("expected one of sgf, moves"));
}
