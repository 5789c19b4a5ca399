//! Tests that read and write records. Files of other programs are in tests/records.

mod annotated;
mod annotations;
mod kifu;
mod movetext;
mod mutants;
mod people;
mod plain;
mod sgf;

use std::collections::BTreeMap;

use plyd_games::CATALOGUE;
use plyd_games::catalogue::{Game, MoveIndex};
use plyd_games::record::{Draft, Format, Record, RecordError, WriteError};
use plyd_search::Stop;

use crate::testing::Rng;

fn read(game: &Game, text: &str, format: Option<Format>) -> Record {
    game.read_record(text, format, 0, None, &Stop::default()).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// The fault of a text that is not a record, with its place.
fn fault(game: &str, text: &str, format: Option<Format>) -> String {
    let game = CATALOGUE.find(game).unwrap();
    match game.read_record(text, format, 0, None, &Stop::default()) {
        Err(RecordError::Fault(fault)) => fault.to_string(),
        other => panic!("{text}: {other:?}"),
    }
}

fn write(game: &Game, record: &Record, format: Format) -> String {
    let draft = record.draft();
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
                let draft = Draft::new(game.about.start(), &moves);
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
        "line 2, column 5, ply 2: \"Nd2\" cannot be played here; legal moves: Ne2, Na3, Nc3, Nf3, Nh3, …"
    );
    assert!(fault("chess", "f3 e5 g4 Qh4 a3", None).ends_with("ply 4: the game is over: checkmate"));
    assert!(fault("chess", "e4 \"e5", None).starts_with("line 1, column 4, ply 1: this quoted move is never closed"));
    assert!(fault("chess", " ", None).ends_with("expected one of pgn, moves"));
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
fn drafts_that_a_format_cannot_express_are_refused_by_field() {
    let comments = BTreeMap::from([(1, "at [%clk 1]".to_owned())]);
    let (none, tags) = (BTreeMap::new(), |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())]);
    let moves = ["e4".to_owned()];
    let draft = |tags, comments| Draft { tags, comments, ..Draft::new("startpos", &moves) };
    let wrong = ["e4".to_owned(), "e6".to_owned(), "Ke3".to_owned()];
    let mated = ["f3", "e5", "g4", "Qh4"].map(str::to_owned);
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
        (Draft { moves: &mated, ..draft(&tags("Result", "1-0"), &none) }, Format::Pgn, "tags.Result"),
        (Draft { moves: &mated, result: Some("1-0"), ..draft(&[], &none) }, Format::Pgn, "result"),
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
fn the_tags_of_a_game_that_was_just_played_are_written_as_each_format_has_them() {
    let written = |game: &str, format, result, tags: &[[&str; 2]]| {
        let tags: Vec<_> = tags.iter().map(|tag| tag.map(str::to_owned).into()).collect();
        let draft = Draft { tags: &tags, result, ..Draft::new("startpos", &[]) };
        CATALOGUE.find(game).unwrap().write_record(&draft, format, None, &Stop::default())
    };
    let played = |how| [["Black", "Anna"], ["Date", "2026.11.29"], ["TimeControl", "300+3"], ["Termination", how]];
    for (game, format, result, how, holds) in [
        ("gomoku", Format::Sgf, "1-0", "resignation", "PB[Anna]DT[2026-11-29]TM[300]OT[3 fischer]RE[B+R]"),
        ("hex", Format::Sgf, "0-1", "time forfeit", "RE[W+T]"),
        ("othello", Format::Sgf, "1/2-1/2", "agreement", "RE[Draw]"),
        ("gomoku", Format::Sgf, "*", "unterminated", "OT[3 fischer])"),
        ("checkers", Format::Pdn, "0-1", "time forfeit", "[TimeControl \"300+3\"]\n[Termination \"time forfeit\"]"),
    ] {
        let text = written(game, format, Some(result), &played(how)).unwrap();
        assert!(text.contains(holds), "{text}");
        let found = read(CATALOGUE.find(game).unwrap(), &text, None);
        assert!(found.result.is_none_or(|found| found == result), "{text}");
    }
    for (control, holds) in [
        ("300", "TM[300]RE"),
        ("300d3", "TM[300]OT[3 delay]"),
        ("600+3x30", "TM[600]OT[3x30 byo-yomi]"),
        ("1/30", "TM[0]OT[30 simple]"),
        ("0.5+0.1", "TM[0.5]OT[0.1 fischer]"),
    ] {
        let text = written("gomoku", Format::Sgf, Some("1-0"), &[["TimeControl", control]]).unwrap();
        assert!(text.contains(holds), "{text}");
    }
    let ggf = |result, how| written("othello", Format::Ggf, Some(result), &[["Termination", how]]).unwrap();
    assert!(ggf("0-1", "time forfeit").contains("RE[-1.00:t]"));
    assert!(ggf("1-0", "resignation").contains("RE[+1.00:r]"));
    for (result, tags, field) in [
        ("*", &[["Termination", "resignation"]][..], "tags.Termination"),
        ("1-0", &[["Termination", "an earthquake"]], "tags.Termination"),
        ("1-0", &[["RE", "B+"], ["Termination", "resignation"]], "tags.Termination"),
        ("1-0", &[["TimeControl", "40/7200:3600"]], "tags.TimeControl"),
        ("1-0", &[["TimeControl", "inf"]], "tags.TimeControl"),
        ("1-0", &[["TimeControl", "300d"]], "tags.TimeControl"),
        ("1-0", &[["TimeControl", "600+-3x30"]], "tags.TimeControl"),
        ("1-0", &[["TimeControl", "2/30"]], "tags.TimeControl"),
        ("1-0", &[["TM", "300"], ["TimeControl", "300"]], "tags.TimeControl"),
    ] {
        match written("hex", Format::Sgf, Some(result), tags) {
            Err(WriteError::Fault(fault)) => assert_eq!(fault.field, field, "{fault}"),
            other => panic!("{tags:?}: {other:?}"),
        }
    }
}
