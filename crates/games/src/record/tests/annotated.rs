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
    let draft = Draft::new(game.about.start(), &moves);
    game.write_annotated(&draft, &notes, None, None, &Stop::default()).unwrap().0
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
    let expected = "1. f3 $6 {[%eval -0.40]} {plyd: inaccuracy} (1. e4 {plyd: better} 1... e5) 1... e5 {[%eval 0.10]} \
                    2. g4 $4 {[%eval #-1]} {plyd: blunder} (2. e4 {plyd: better}) 2... Qh4# $1 {plyd: the best answer} 0-1";
    assert_eq!(moves, expected);
    let again =
        CATALOGUE.find("chess").unwrap().read_record(&text, Some(Format::Pgn), 0, None, &Stop::default()).unwrap();
    assert_eq!(again.moves, ["f2f3", "e7e5", "g2g4", "d8h4"]);
    assert_eq!(again.annotations.nags, [(0, vec![6]), (2, vec![4]), (3, vec![1])].into());
    assert_eq!((again.annotations.variations.len(), again.skipped.variations, again.skipped.commands), (2, 0, 3));
}

#[test]
fn marks_and_better_lines_are_written_in_sgf() {
    let notes = [(1, Some(Mark::Mistake), "", "c3 d4"), (2, Some(Mark::Good), "", "")];
    let text = annotated("hex", "a3 b2 c4", &notes);
    let expected = "(;FF[4]CA[UTF-8]GM[11]SZ[11]\n\
                    ;B[a3](;W[b2]BM[1]C[plyd: mistake];B[c4]TE[1]C[plyd: the best answer])\n\
                    (;W[c3]C[plyd: better];B[d4]))\n";
    assert_eq!(text, expected);
    let hex = CATALOGUE.find("hex").unwrap();
    assert_eq!(hex.read_record(&text, None, 0, None, &Stop::default()).unwrap().moves, ["a3", "b2", "c4"]);
}

#[test]
fn games_without_such_a_format_are_written_as_numbered_moves() {
    let text = annotated("connect-four", "4 4 3", &[(1, Some(Mark::Blunder), "", "3 2")]);
    assert!(text.contains("[Game \"connect-four\"]\n"), "{text}");
    assert!(text.ends_with("\n\n1. 4 4 $4 {plyd: blunder} (1... 3 {plyd: better} 2. 2) 2. 3 *\n"), "{text}");
}

#[test]
fn a_better_line_ends_before_a_move_that_is_not_legal() {
    let text = annotated("chess", "e2e4", &[(0, Some(Mark::Mistake), "", "d2d4 d2d4")]);
    assert!(text.ends_with("\n\n1. e4 $2 {plyd: mistake} (1. d4 {plyd: better}) *\n"), "{text}");
}

#[test]
fn a_review_keeps_what_the_record_says_and_adds_its_own_once() {
    let chess = CATALOGUE.find("chess").unwrap();
    let text = "1. f3 $13 {[%clk 0:01:00] [%csl Gf3] Hm. [%eval 0.1]} (1. d4 {own}) 1... e5 *";
    let notes = BTreeMap::from([(
        0,
        Note { mark: Some(Mark::Mistake), eval: Some("-0.40".to_owned()), better: vec!["e2e4".to_owned()] },
    )]);
    let annotate = |text: &str| {
        let found = chess.read_record(text, None, 0, None, &Stop::default()).unwrap();
        chess.write_annotated(&found.draft(), &notes, Some(Format::Pgn), None, &Stop::default()).unwrap()
    };
    let (once, lost) = annotate(text);
    let moves = once.split("\n\n").nth(1).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = "1. f3 $2 $13 {[%eval -0.40] [%clk 0:01:00] [%csl Gf3]} {Hm.} {plyd: mistake} (1. d4 {own}) \
                    (1. e4 {plyd: better}) 1... e5 *";
    assert_eq!((moves.as_str(), lost), (expected, Vec::new()));
    assert_eq!(annotate(&once).0, once);
}
