//! Records with the marks of a review.

use std::collections::BTreeMap;

use plyd_games::CATALOGUE;
use plyd_games::record::{Draft, Format, Mark, Note};
use plyd_search::Stop;

/// A game of these moves with these notes: ply, mark, value and better line.
fn annotated(game: &str, moves: &str, notes: &[(usize, Option<Mark>, &str, &str)]) -> String {
    let game = CATALOGUE.find(game).unwrap();
    let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
    let note = |&(ply, mark, eval, better): &(usize, Option<Mark>, &str, &str)| {
        let eval = (!eval.is_empty()).then(|| eval.to_owned());
        let better = better.split(' ').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        (ply, Note { mark, eval, better })
    };
    let notes: BTreeMap<usize, Note> = notes.iter().map(note).collect();
    let comments = BTreeMap::new();
    let draft = Draft { state: game.about.start(), moves: &moves, tags: &[], result: None, comments: &comments };
    game.write_annotated(&draft, &notes, None, None, &Stop::default()).unwrap()
}

#[test]
fn marks_values_and_better_lines_are_written_in_pgn() {
    let notes = [
        (0, Some(Mark::Doubtful), "-0.40", "e2e4 e7e5"),
        (1, None, "0.10", ""),
        (2, Some(Mark::Blunder), "#-1", "e2e4"),
        (3, Some(Mark::Good), "", ""),
    ];
    let text = annotated("chess", "f2f3 e7e5 g2g4 d8h4", &notes);
    let moves = text.split("\n\n").nth(1).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = "1. f3 $6 {[%eval -0.40]} (1. e4 e5) 1... e5 {[%eval 0.10]} 2. g4 $4 {[%eval #-1]} (2. e4) 2... \
                    Qh4# $1 0-1";
    assert_eq!(moves, expected);
    let again =
        CATALOGUE.find("chess").unwrap().read_record(&text, Some(Format::Pgn), 0, None, &Stop::default()).unwrap();
    assert_eq!(again.moves, ["f2f3", "e7e5", "g2g4", "d8h4"]);
    assert_eq!((again.skipped.annotations, again.skipped.variations, again.skipped.commands), (3, 2, 3));
}

#[test]
fn marks_and_better_lines_are_written_in_sgf() {
    let notes = [(1, Some(Mark::Mistake), "", "c3 d4"), (2, Some(Mark::Good), "", "")];
    let text = annotated("hex", "a3 b2 c4", &notes);
    let expected = "(;FF[4]CA[UTF-8]GM[11]SZ[11]\n;B[a3](;W[b2]BM[1];B[c4]TE[1])\n(;W[c3];B[d4]))\n";
    assert_eq!(text, expected);
    let hex = CATALOGUE.find("hex").unwrap();
    assert_eq!(hex.read_record(&text, None, 0, None, &Stop::default()).unwrap().moves, ["a3", "b2", "c4"]);
}

#[test]
fn games_without_such_a_format_are_written_as_numbered_moves() {
    let text = annotated("connect-four", "4 4 3", &[(1, Some(Mark::Blunder), "", "3 2")]);
    assert!(text.contains("[Game \"connect-four\"]\n"), "{text}");
    assert!(text.ends_with("\n\n1. 4 4 $4 (1... 3 2. 2) 2. 3 *\n"), "{text}");
}

#[test]
fn a_better_line_ends_before_a_move_that_is_not_legal() {
    let text = annotated("chess", "e2e4", &[(0, Some(Mark::Mistake), "", "d2d4 d2d4")]);
    assert!(text.ends_with("\n\n1. e4 $2 (1. d4) *\n"), "{text}");
}
