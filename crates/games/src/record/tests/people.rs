//! Spellings that people and other programs use, and what is read from them.

use plyd_games::CATALOGUE;
use plyd_games::record::{Format, Record, RecordError};
use plyd_search::Stop;

use super::{fault, read, write};

fn find(game: &str) -> &'static plyd_games::catalogue::Game {
    CATALOGUE.find(game).unwrap()
}

/// The moves of a record. Checks that the record can be written in its format and read again.
fn moves(game: &str, text: &str) -> String {
    let found = read(find(game), text, None);
    let written = write(find(game), &found, found.format);
    let again = read(find(game), &written, Some(found.format));
    assert_eq!((&again.moves, &again.state), (&found.moves, &found.state), "{written}");
    assert!(found.result.is_none() || again.result == found.result, "{written}");
    found.moves.join(" ")
}

fn warnings(found: &Record) -> Vec<String> {
    found.warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn spellings_with_one_meaning_are_read() {
    for (game, text, expected) in [
        // A star between the games of PDN.
        (
            "draughts",
            "[GameType \"20\"]\n[Result \"0-2\"]\n\n1. 32-28 17-22 2. 28x17 11x22 *",
            "32-28 17-22 28x17x22 11x22x17",
        ),
        ("checkers", "[Result \"0-1\"]\n1. 11-15 23-19 *", "11-15 23-19"),
        // Numbers without dots, and moves without marks.
        ("chess", "1 d4 Nf6 2 c4", "d2d4 g8f6 c2c4"),
        ("chess", "1 e4 1 e5 2 Nf3", "e2e4 e7e5 g1f3"),
        ("chess", "0. e4 e5", "e2e4 e7e5"),
        ("checkers", "1. 11-15 2319 *", "11-15 23-19"),
        ("checkers", "1. 1115 23-19 2. 811 *", "11-15 23-19 8-11"),
        ("checkers", "1. 1115 23-19 2. 0811 *", "11-15 23-19 8-11"),
        ("draughts", "1. 3228 1923 *", "32-28 19-23"),
        // Dashes.
        (
            "chess",
            "1. e2–e4 e7—e5 2. Ng1‑f3 Nb8−c6 3. Bc4 Bc5 4. O–O d6 1–0",
            "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 d7d6",
        ),
        ("chess", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0–0 *", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1"),
        ("draughts", "1. 32–28 19–23 2. 28x19 *", "32-28 19-23 28x19x23"),
        // Glyphs and figurines.
        (
            "chess",
            "1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 a6‼ 4. Ba4 Nf6? ± 5. d3 ∓ d6 +- 6. O-O = Be7 +/- *",
            "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 d2d3 d7d6 e1g1 f8e7",
        ),
        ("chess", "1. e4⁉ e5?!± 2. Nf3 *", "e2e4 e7e5 g1f3"),
        ("chess", "1. e4 f5 2. d3 g5 3. Qh5 + *", "e2e4 f7f5 d2d3 g7g5 d1h5"),
        // White space around marks.
        ("chess", "1. e2 - e4 e7 - e5 2. Ng1 - f3 Nb8 -c6 3. Bc4 Bc5 4. O - O *", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1"),
        ("checkers", "1. 11-15  23-19  2.  8-11  22-17\n3. 11- 16  24 -20 *", "11-15 23-19 8-11 22-17 11-16 24-20"),
        ("draughts", "1. 32-28  19-23  2. 28x 19  14 x 23  3. 37- 32  1- 0", "32-28 19-23 28x19x23 14x23x19 37-32"),
        ("draughts", "1. 32 - 28 19 - 23 2. 28 x 19 14x 23 *", "32-28 19-23 28x19x23 14x23x19"),
        // Russian draughts in short.
        ("russian-draughts", "1. c3-d4 d6-c5 2. b2-c3 f6-g5 *", "c3-d4 d6-c5 b2-c3 f6-g5"),
        ("russian-draughts", "1. cd4 dc5 2. bc3 fg5 *", "c3-d4 d6-c5 b2-c3 f6-g5"),
        // Positions among the moves.
        ("draughts", "/FEN \"W:W31:B20\"/ 1. 31-27 20-24 *", "31-27 20-24"),
        // Lists with numbers.
        ("othello", "1. d3 c3 2. c4", "d3 c3 c4"),
        ("connect-four", "1. 4 4 2. 3", "4 4 3"),
        ("hex", "1. a2 swap 2. f6", "a2 swap f6"),
        ("hex", "a2 swap f6", "a2 swap f6"),
        // Transcripts and addresses.
        ("gomoku", "h8i9j10", "h8 i9 j10"),
        ("hex", "a2swapf6k11", "a2 swap f6 k11"),
        ("hex", "https://hexworld.org/board/#11nc1,a2:sf6", "a2 swap f6"),
        ("hex", "#15c1,e6:Sf7i8", "e6 f7 i8"),
        ("hex", "11r9c1,a10b4,c5:rb", "a10 b4 c5"),
        // Swaps of Hex.
        ("hex", "(;FF[4]GM[11]SZ[11];B[i2];W[swap-pieces];W[h4];B[e6])", "i2 h4 e6"),
        ("hex", "(;FF[4]GM[11]SZ[11];B[i2];W[SWAP];W[f6])", "i2 f6"),
        ("hex", "(;FF[4]GM[11]SZ[11];B[i2];W[swap];B[f6])", "i2 swap f6"),
        ("hex", "(;FF[4]SZ[13];W[ma];B[swap];W[jd])", "m1 swap j4"),
        ("hex", "(;FF[4]SZ[13];W[mf];B[gg])", "m6 g7"),
        // Set-ups whose stones tell the side to move.
        ("gomoku", "(;GM[4]SZ[15]AB[hh][hi]AW[ii];W[jj])", "j6"),
        // Piskvork and GGF.
        ("gomoku", "Piskvorky 20x20, 11:11, 0\n10,10,1234\n11,9,20\n9,11,0\nmine.zip\nyours.zip\n1\n", "j11 k12 i10"),
        (
            "othello",
            "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]RE[-2.000]TI[15:00//02:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[d3//0.01]W[c3/-0.5/1]B[c4];)",
            "d3 c3 c4",
        ),
    ] {
        assert_eq!(moves(game, text), expected, "{text}");
    }
    let state = |game, text: &str| read(find(game), text, None).state;
    assert_eq!(state("hex", "(;GM[11]SZ[11]AB[e4][d6]AW[e1])"), "4O6/11/11/4X6/11/3X7/11/11/11/11/11 O");
    assert!(state("gomoku", "(;GM[4]SZ[15]AB[hh][hi]AW[ii])").ends_with(" O 5"));
    assert!(state("hex", "a2 swap f6").ends_with(" X swap"));
}

#[test]
fn results_that_disagree_are_read_and_told() {
    for (game, text, result, tag, told) in [
        (
            "chess",
            "[Result \"*\"]\n1. e4 1/2-1/2",
            "1/2-1/2",
            "1/2-1/2",
            "line 2, column 7, ply 1: the result is 1/2-1/2, but the tag says *; 1/2-1/2 counts",
        ),
        ("chess", "[Result \"1-0\"]\n1. e4 0-1", "0-1", "0-1", "the result is 0-1, but the tag says 1-0; 0-1 counts"),
        ("chess", "[Result \"1-0\"]\n1. e4 *", "1-0", "1-0", "the result is *, but the tag says 1-0; 1-0 counts"),
        (
            "chess",
            "[Result \"1-0\"]\n1. f3 e5 2. g4 Qh4# 1-0",
            "0-1",
            "0-1",
            "line 2, column 21, ply 4: the result is 1-0, but the rules give 0-1 (checkmate), which counts",
        ),
        (
            "chess",
            "[Result \"\"]\n1. e4",
            "*",
            "*",
            "line 1, column 1, ply 0: Result: the result is \"\", expected 1-0, 0-1, 1/2-1/2 or *",
        ),
        ("chess", "[Result \"?\"]\n1. e4", "*", "*", "Result: the result is \"?\", expected"),
        ("chess", "[Result \"1/2\"]\n1. e4", "1/2-1/2", "1/2-1/2", "Result: the result is \"1/2\", expected 1/2-1/2"),
        ("chess", "[Result \"won\"]\n1. e4 1-0", "1-0", "1-0", "Result: the result is \"won\""),
        ("draughts", "[Result \"2-0\"]\n1. 32-28 *", "1-0", "2-0", ""),
        (
            "hex",
            "(;SZ[2]RE[W+];B[a1];W[b1];B[a2])",
            "1-0",
            "B+",
            "column 8, ply 3: the result is 0-1, but the rules give",
        ),
        ("hex", "(;SZ[5]RE[B+];B[resign])", "0-1", "W+", "ply 0: a side resigns, but the result is 1-0; 0-1 counts"),
        ("hex", "(;RE[x];B[a1])", "*", "?", "column 3: RE: the result is \"x\", expected B+"),
        ("othello", "(;GM[Othello]RE[?]B[d3];)", "*", "?", ""),
    ] {
        let found = read(find(game), text, None);
        assert_eq!(found.result.as_deref(), Some(result), "{text}");
        let name = if found.format == Format::Pgn || found.format == Format::Pdn { "Result" } else { "RE" };
        let found_tag = found.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str());
        assert_eq!(found_tag, Some(tag), "{text}");
        let warned = warnings(&found);
        assert!(
            if told.is_empty() { warned.is_empty() } else { warned.iter().any(|warning| warning.contains(told)) },
            "{text}: {warned:?}"
        );
        let written = write(find(game), &found, found.format);
        assert_eq!(read(find(game), &written, None).result.as_deref(), Some(result), "{written}");
    }
}

#[test]
fn the_last_of_doubled_tags_counts() {
    let found = read(find("chess"), "[Round \"1\"]\n[White \"A\"]\n[Round \"2\"]\n[Event \"Cup \\\"]\n\n1. e4 *", None);
    let tags: Vec<_> = found.tags.iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(tags, ["Round=2", "White=A", "Event=Cup \\"]);
    assert_eq!(warnings(&found), ["line 3, column 1: the tag \"Round\" is repeated; this value counts"]);
    let found = read(find("hex"), "(;GM[11]GM[11]PB[A]PB[B];B[a1]C[one]C[two])", None);
    assert_eq!((found.tags[0].1.as_str(), found.comments[&1].as_str(), found.warnings.len()), ("B", "two", 3));
    let many = "[A \"1\"]\n".repeat(2_000) + "1. e4 *";
    let found = read(find("chess"), &many, None);
    assert_eq!((found.tags.len(), found.warnings.len()), (1, 21));
    assert!(found.warnings[20].to_string().contains("1979 more warnings like these"), "{:?}", found.warnings[20]);
}

#[test]
fn games_go_on_through_draws_that_leave_a_move() {
    let rooks = "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 149 100\"]\n\n100. Kd2 Kd7 101. Kd3";
    let knight = "[FEN \"4k3/8/8/8/8/8/4p3/2N1K3 w - - 0 1\"]\n\n1. Nxe2 Kd7 2. Kd2 1/2-1/2";
    for (game, text, ended_at, plies) in [
        ("chess", rooks, Some(1), 3),
        ("chess", knight, Some(1), 3),
        ("chess", &"Nf3 Nf6 Ng1 Ng8 ".repeat(6), Some(16), 24),
        ("chess", &"Nf3 Nf6 Ng1 Ng8 ".repeat(4), None, 16),
        ("chess", "f3 e5 g4 Qh4", None, 4),
        ("checkers", "[FEN \"B:WK32:BK1:H79\"]\n\n1. 1-5 32-28 2. 5-1 28-32 *", None, 4),
    ] {
        let found = read(find(game), text, None);
        assert_eq!((found.ended_at, found.moves.len()), (ended_at, plies), "{text}");
        let written = write(find(game), &found, found.format);
        assert_eq!(read(find(game), &written, Some(found.format)).moves, found.moves, "{written}");
    }
}

#[test]
fn each_game_of_a_text_is_read_by_its_index() {
    let collection = "(;GM[11]SZ[5];B[a1](;W[b1])(;W[c1]C[\\] (;]))\n(;GM[11]SZ[5];B[c3])(;GM[11]SZ[5])";
    let ggf = "(;GM[Othello]B[f5];)\n2 (;GM[Othello]B[d3]W[c3];)(;GM[Othello]B[e6];)";
    for (game, text, games) in [
        ("chess", "1. e4 e5\n\n1. d4 d5", &["e2e4 e7e5", "d2d4 d7d5"][..]),
        ("chess", "1. e4 e5 1. d4 d5 2. c4", &["e2e4 e7e5", "d2d4 d7d5 c2c4"]),
        ("chess", "1 e4 e5\n1 d4 d5", &["e2e4 e7e5", "d2d4 d7d5"]),
        ("chess", "[A \"1\"] 1. e4 (1. d4 d5) 1... e5 *\n{end} [A \"2\"] * 1. c4 1-0 *", &["e2e4 e7e5", "", "c2c4"]),
        ("chess", "e4 e5\n\nd4 d5 c4", &["e2e4 e7e5", "d2d4 d7d5 c2c4"]),
        ("draughts", "1. 32-28 0-2 *\n\n1. 33-29 *", &["32-28", "33-29"]),
        ("connect-four", "4435\n4455", &["4 4 3 5", "4 4 5 5"]),
        ("othello", "f5d6\nc3d3\nd3c3", &["f5 d6 c3 d3", "d3 c3"]),
        ("hex", collection, &["a1 b1", "c3", ""]),
        ("othello", ggf, &["f5", "d3 c3", "e6"]),
    ] {
        let read = |index| find(game).read_record(text, None, index, None, &Stop::default());
        for (moves, index) in games.iter().zip(0..) {
            let found = read(index).unwrap_or_else(|error| panic!("{text}: {error:?}"));
            assert_eq!(
                (found.moves.join(" "), found.games, found.more),
                ((*moves).to_owned(), games.len(), games.len() - index - 1),
                "{text}"
            );
        }
        assert_eq!(read(games.len()), Err(RecordError::NoSuchGame(games.len())), "{text}");
    }
    let late = find("chess").read_record("1. e4 *\n\n1. e5 *", None, 1, None, &Stop::default());
    assert!(matches!(&late, Err(RecordError::Fault(fault)) if (fault.line, fault.column) == (3, 4)), "{late:?}");
}

#[test]
fn rights_that_only_chess960_has_make_it_chess960() {
    let fen = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1";
    let state = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w GDgd - 0 1 chess960";
    assert_eq!(find("chess").parse(fen).unwrap().state(), state);
    let found = read(find("chess"), &format!("[FEN \"{fen}\"]\n\n1. g3 *"), None);
    assert_eq!(found.state, state);
    for variant in ["Regular", "normal", "FRC", "fischerandom"] {
        let is_960 = read(find("chess"), &format!("[Variant \"{variant}\"]\n1. e4 *"), None).state.contains("960");
        assert_eq!(is_960, !["Regular", "normal"].contains(&variant), "{variant}");
    }
    // Rights of a king that has moved fit neither.
    let moved = find("chess").parse("4k3/8/8/8/8/8/8/R4K1R w KQkq - 0 1").unwrap().state();
    assert_eq!(moved, "4k3/8/8/8/8/8/8/R4K1R w - - 0 1");
}

#[test]
fn players_change_places_with_their_colours() {
    let found = read(find("hex"), "(;FF[4]SZ[13]PB[Second]PW[First]RE[W];W[ma];B[gg])", None);
    let tags: Vec<_> = found.tags.iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(
        (tags, found.result.as_deref()),
        (vec!["White=Second".to_owned(), "Black=First".into(), "RE=B+".into()], Some("1-0"))
    );
    assert!(warnings(&found)[0].contains("W moves first, so the colours of moves"));
    let lone = read(find("chess"), "[SetUp \"1\"]\n1. e4 *", None);
    assert_eq!(
        warnings(&lone),
        ["line 1, column 1: SetUp: there is no tag FEN, so the game begins from its usual start"]
    );
}

#[test]
fn what_has_no_meaning_is_refused_with_its_place() {
    for (game, text, says) in [
        ("chess", "e\x001\x00 \x00e\x005\x00", "line 1, column 2: the text looks like UTF-16"),
        ("chess", "\u{ff}\u{fe}1\0.\0", "the text looks like UTF-16"),
        ("gomoku", "Piskvorky 20, 11:11, 0\n1,1,0", "line 1, column 1: expected a line such as Piskvorky 15x15"),
        (
            "gomoku",
            "Piskvorky 20x20, 11:11, 0\n1,1,0\n21,1,0",
            "line 3, column 1, ply 1: \"21,1,0\" is not on the board, expected 1,1 to 20,20",
        ),
        ("gomoku", "Piskvorky 20x20, 11:11, 0\n1,1,0\n1,1,0", "line 3, column 1, ply 1: \"a20\" cannot be played here"),
        ("gomoku", "h8i9j", "column 1, ply 0: \"h8i9j\" cannot be played here"),
        (
            "gomoku",
            "Piskvorky 15x15, 11:11, 0\n1,1,0\n8;8,0",
            "line 3, column 1, ply 1: \"8;8,0\" is neither a move nor a name",
        ),
        ("gomoku", "h8i99", "column 3, ply 1: \"i99\" cannot be played here"),
        ("hex", "#11,a2:x", "column 7, ply 1: \":x\" is not a move, expected a cell, :s, :rb or :rw"),
        ("hex", "https://hexworld.org/board/#99z,a2", "\"99z\" is not a board, expected its size"),
        ("hex", "#11,a2:rba3", "column 7, ply 1: the game is over here"),
        ("othello", "(;GM[Othello]B[a1];)", "column 14, ply 0: \"a1\" cannot be played here"),
        ("othello", "(;GM[Othello]W[d3];)", "ply 0: it is the other side's turn, expected B"),
        ("othello", "(;GM[Othello]BO[8 -- *];)", "column 14: BO: the board has 2 cells, expected 64"),
        ("othello", "(;GM[Othello]RE[x];)", "column 14: RE: the result is \"x\", expected a number of discs or ?"),
        ("othello", "(;GM[Othello]B[d3]", "column 1: this game is never closed with ;)"),
        ("othello", "(;GM[Amazons]B[d3];)", "column 3: GM: the game is \"Amazons\", expected Othello"),
        ("russian-draughts", "1. cx4 *", "\"cx4\" cannot be played here"),
        ("checkers", "1. 1116 2319 999 *", "column 14, ply 2: \"999\" cannot be played here"),
    ] {
        let found = fault(game, text, None);
        assert!(found.contains(says), "{text}: {found}");
    }
    let found = read(find("chess"), "1. e4 {\u{1b}[2J \u{9b}x} *", None);
    assert!(!found.comments[&1].contains(char::is_control), "{:?}", found.comments);
}
