//! Records in PGN and PDN.

use plyd_games::CATALOGUE;
use plyd_games::catalogue::Game;
use plyd_games::record::{Format, Record, RecordError, Skipped, possible_games};
use plyd_search::Stop;

use super::{fault, read, write};

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
    let skipped = Skipped { lines: 1, ..Skipped::default() };
    assert_eq!(found.skipped, skipped);

    let written = write(chess, &found, Format::Pgn);
    let expected = r#"[Event "Fried \"liver\""]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A"]
[Black "?"]
[Result "1-0"]

{a file} {Opening} 1. e4 $1 {[%clk 0:10:00]} {the king's pawn} 1... e5 2. Nf3
$5 (2. f4 {gambit 0-1} 2... exf4 (2... d5) 3. Nf3) 2... Nc6 3. Bc4
; to the weak square }
3... Nf6 4. Ng5 d5 1-0
"#;
    assert_eq!(written, expected);
    let again = read(chess, &written, None);
    assert_eq!((again.moves, again.comments, again.annotations), (found.moves, found.comments, found.annotations));
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
fn moves_are_numbered_from_the_number_of_their_state() {
    for (game, state, begins) in [
        ("three-check", "4k3/8/8/8/8/8/4P3/4K3 b - - 2+3 5 41", "41... Kd7 42. e4 *"),
        ("three-check", "4k3/8/8/8/8/8/4P3/4K3 b - - 5 41 +1+0", "41... Kd7 42. e4 *"),
        ("crazyhouse", "4k3/8/8/8/8/8/4P3/4K3[Qn] b - - 5 41", "41... Kd7 42. e4 *"),
        ("chess", "2k1r3/8/8/8/8/8/4P3/2K1R3 b Ee - 5 41 chess960", "41... Kd7 42. e4 *"),
    ] {
        let game = CATALOGUE.find(game).unwrap();
        let found = read(game, &format!("[FEN \"{state}\"]\n\n41 Kd7 42 e4"), None);
        let written = write(game, &Record { tags: Vec::new(), ..found }, Format::Pgn);
        assert!(written.ends_with(&format!("\n\n{begins}\n")), "{written}");
    }
}

#[test]
fn records_of_variants_name_their_variant() {
    for (game, tags, moves) in [
        ("crazyhouse", ["Crazyhouse", "zh"], "1. e4 d5 2. exd5 Qxd5 3. P@e6 @d3"),
        ("antichess", ["Antichess", "Give Away"], "1. e3 b5 2. Bxb5"),
        ("atomic", ["Atomic", "atomic chess"], "1. Nf3 e6 2. Ng5 Bb4 3. Nxf7#"),
        ("three-check", ["Three-check", "3 Check"], "1. e4 e5 2. Bc4 d6 3. Bxf7+"),
        ("king-of-the-hill", ["King of the Hill", "KingOfTheHill"], "1. e4 e5 2. Ke2 d5 3. Ke3"),
        ("horde", ["Horde", "horde"], "1. a5 b6"),
        ("racing-kings", ["Racing Kings", "racingkings"], "1. Kh3 Ka3"),
    ] {
        let (game, chess) = (CATALOGUE.find(game).unwrap(), CATALOGUE.find("chess").unwrap());
        let found = read(game, moves, Some(Format::Pgn));
        let written = write(game, &found, Format::Pgn);
        assert!(written.contains(&format!("[Variant \"{}\"]", tags[0])), "{written}");
        let possible = |text: &str| -> Vec<_> { possible_games(CATALOGUE, text).iter().map(|game| game.id).collect() };
        assert_eq!(possible(&written), [game.id]);
        assert!(possible(moves).contains(&"chess") && !possible(moves).contains(&game.id));
        for tag in tags {
            let text = format!("[Variant \"{tag}\"]\n\n{moves}");
            assert_eq!(read(game, &text, None).moves, found.moves);
            assert_eq!(named(chess, &text), [game.id]);
        }
        assert_eq!(named(game, "[Variant \"Standard\"] *"), ["chess"]);
        assert_eq!(named(game, "[Variant \"Chess960\"] *"), ["chess"]);
        assert!(named(game, "[Variant \"Suicide\"] *").is_empty());
    }
}

/// The games that the error of a record of another game names.
fn named(game: &Game, text: &str) -> Vec<String> {
    let error = game.read_record(text, None, 0, None, &Stop::default()).unwrap_err().naming(CATALOGUE);
    let RecordError::Fault(fault) = error else { panic!("{text}: {error:?}") };
    assert_eq!(fault.detail.contains("which plyd plays as"), !fault.candidates.is_empty(), "{fault}");
    fault.candidates
}

#[test]
fn faults_of_chess_files_have_their_place_and_what_was_expected() {
    for (text, says) in [
        ("1. e4 e5 2. Nd3 *", "line 1, column 13, ply 2: \"Nd3\" cannot be played here; legal moves:"),
        ("1. e4 e5 2. (2. d4 *", "column 13, ply 2: this variation is never closed"),
        ("1. e4 {e5", "column 7, ply 1: this comment is never closed with }"),
        ("[A \"b\\\0c\"]\n\n*", "column 1: the tag \"A\" is never closed"),
        ("1. e4) *", "column 6, ply 1: there is no open variation to close here"),
        ("(1. e4) *", "column 1, ply 0: expected a move before this variation"),
        ("1. f3 e5 2. g4 Qh4# 3. a3 *", "column 24, ply 4: the game is over: checkmate"),
        ("[FEN \"8/8\"] *", "column 1: FEN: "),
        ("[Variant \"Atomic\"] *", "column 1: Variant: the variant is \"Atomic\", expected one of Standard"),
        ("1. e4 e5 2. Nf3 (2. d4 [A \"b\"] *", "the tag \"A\" is inside a variation"),
        ("{nothing}", "the record has no game, expected tags or moves"),
        ("1. e4 1-0 {", "column 11: this comment is never closed"),
        ("1. e4 -- *", "column 7, ply 1: this game has a null move at ply 1, which plyd cannot play"),
        ("1. e4 Z0 *", "column 7, ply 1: this game has a null move at ply 1"),
        ("1. e4 1234 e5", "column 7, ply 1: no move has the number 1234 here, expected a move or 1"),
        ("1. e4 e5 10", "column 10, ply 2: no move has the number 10 here, expected a move or 2"),
        ("1. e4 /FEN \"8/8\"/", "column 7, ply 1: the position changes without a move"),
        ("1. e4 /FEN 8", "column 7, ply 1: this position is malformed, expected a form such as /FEN"),
    ] {
        let found = fault("chess", text, Some(Format::Pgn));
        assert!(found.contains(says), "{text}: {found}");
    }
    let knights = "[FEN \"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1\"] 1. Nd2 *";
    assert!(fault("chess", knights, None).ends_with("\"Nd2\" is ambiguous: could be Nbd2 or Nfd2"));
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
    assert!(fault("checkers", text, None).contains("GameType: the type of game is \"20\", expected 21"));
}
