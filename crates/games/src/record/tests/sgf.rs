//! Records in SGF.

use plyd_games::CATALOGUE;
use plyd_games::record::{Format, Skipped};

use super::{fault, read, write};

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
    // GW has no number, and FF and GM of the variations' games are not read.
    let skipped = Skipped { annotations: 1, ..Skipped::default() };
    assert_eq!(found.skipped, skipped);

    let written = write(hex, &found, Format::Sgf);
    let expected = "(;FF[4]CA[UTF-8]GM[11]SZ[5]RU[swap]AP[HexGui:0.2]PB[A \\] b]PW[C]RE[B+Resign]C[first\nline two goes on]\n\
                    ;B[a3];W[swap-pieces]TR[a3]C[swapped];B[c3](;W[d4](;B[b2]C[gives up])\n\
                    (;B[e1]C[or](;W[a1])\n(;W[a2])))\n(;W[e5]))\n";
    assert_eq!(written, expected);
    let again = read(hex, &written, None);
    assert_eq!(
        (again.moves, again.tags, again.state, again.result, again.annotations),
        (found.moves, found.tags, found.state, found.result, found.annotations)
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
        ("hex", "(;GM[11]SZ[3]XY5a7[old];B[a2])", "3/3/3 X", "a2"),
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
        ("(;GM[11];B[zz])", "ply 0: \"zz\" is not on the board"),
        ("(;GM[11];B[a1]", "column 1: this game is never closed with ) (1 are open)"),
        ("(;GM[11];B[a1", "column 11: this value is never closed with ]"),
        ("(;GM[11];B)", "column 11: expected the property's value: ["),
        ("(;GM[11]b[a1])", "the name of a property has to begin with a capital letter"),
        ("(;B[a1]W[a2])", "W: the node has two moves, expected one"),
        ("(;B[a1][a2])", "B: expected one move"),
        ("(;B[a1];AB[a2])", "AB: the board changes without a move"),
        ("(;SZ[99])", "SZ: the size is \"99\", expected a number such as 11"),
        ("(;SZ[40])", "column 3: the starting position is not one of this game: the board has 40 rows"),
        ("(;AB[a1][b1])", "column 5: the starting position is not one of this game"),
        ("(;AB[a1][a1])", "column 9: \"a1\" already has a stone"),
        ("(;PL[x])", "PL: the side to move is \"x\", expected B or W"),
        ("(;B[resign];W[a1])", "column 14, ply 0: the game is over: a side has resigned"),
        ("(;SZ[2];B[a1];W[b1];B[a2];W[b2])", "ply 3: the game is over: top and bottom are joined"),
        ("((;B[a1]))", "column 2: expected a node: ;"),
        ("(;B[a1](;W[a2]);B[a3])", "column 16: expected another branch"),
        ("(;B[a1])x", "column 9: expected a game: (;"),
        ("(;B[a1]B[a2])", "B: the node has two moves, expected one"),
        ("", "expected a game: (;"),
        ("(;GM[11];é)", "column 10: expected a node or a property, found \"é\""),
        (&"(".repeat(1 << 18), "column 2: expected a node: ;"),
        (&deep, "(30000 are open)"),
    ] {
        let found = fault("hex", text, Some(Format::Sgf));
        assert!(found.contains(says), "{}: {found}", text.chars().take(40).collect::<String>());
    }
    assert!(fault("hex", "(()", None).contains("expected one of sgf, hexworld, transcript, moves"));
}
