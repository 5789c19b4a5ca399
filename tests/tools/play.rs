//! `plyd play` with piped input: whole sessions, with valid and invalid input.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use clap::Parser;
use plyd::catalogue::Game;
use plyd::cli::{Cli, Command};
use plyd::drawing::Look;
use plyd::games::CATALOGUE;
use plyd_terminal::play::play_with;
use serde_json::Value;

use crate::common::layouts;
use crate::programs;
#[cfg(target_os = "linux")]
use crate::programs::{SCRIPT, at_a_terminal, not_run};

fn plyd(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = programs::plyd();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A session that ends before its input does not read the rest.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// The output of a session that ends without an error.
fn session(arguments: &[&str], lines: &[&str]) -> String {
    let output = plyd(&[&["play"], arguments].concat(), lines.join("\n").as_bytes());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.is_empty(), "{said}");
    String::from_utf8(output.stdout).unwrap()
}

/// The record that a session ends with: state and moves.
fn record(printed: &str) -> (Value, Vec<String>) {
    let record: Value = serde_json::from_str(printed.lines().last().unwrap()).unwrap();
    let moves = record["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().to_owned()).collect();
    (record["state"].clone(), moves)
}

#[test]
fn a_whole_game_says_who_won_and_its_record_is_that_game_to_the_service() {
    let printed = session(&["tic-tac-toe", "--side", "both"], &["a1", "B2", " a2 ", "c1", "\"a3\""]);
    assert!(printed.contains("X has won: three in a row.\nThe record (5 moves)"), "{printed}");
    assert!(printed.contains("\n3 [X] .  .\n2  X  O  .\n1  X  .  O\n   a  b  c\n"), "{printed}");
    let (state, moves) = record(&printed);
    assert_eq!(moves, ["a1", "b2", "a2", "c1", "a3"]);
    let sent = ["position", "tic-tac-toe", "--state", state.as_str().unwrap(), "--moves", &moves.join(",")];
    let answer: Value = serde_json::from_slice(&plyd(&sent, b"").stdout).unwrap();
    assert_eq!((&answer["over"], &answer["outcome"]["winner"]), (&true.into(), &"X".into()));
}

#[test]
fn the_opponent_plays_what_the_service_answers_and_takes_its_level() {
    let printed = session(&["chess", "--level", "2", "--seed", "7"], &["e4"]);
    let asked = ["search", "chess", "--moves", "e2e4", "--level", "2", "--seed", "7"];
    let answer: Value = serde_json::from_slice(&plyd(&asked, b"").stdout).unwrap();
    assert_eq!(record(&printed).1, ["e2e4", answer["move"].as_str().unwrap()]);
    let printed = session(&["chess", "--level", "9", "--seed", "7"], &["level 0", "level x", "level 2", "e4"]);
    assert!(printed.contains("level: expected 1 to 10, found \"0\""), "{printed}");
    assert!(printed.contains("plyd plays at level 2 from now on."), "{printed}");
    assert_eq!(record(&printed).1, ["e2e4", answer["move"].as_str().unwrap()]);
    let second = session(&["bones", "--side", "min", "--seed", "1", "--state", "5"], &[]);
    assert!(second.contains("max plays 1 (take 1)\n\n4 "), "the opponent begins: {second}");
}

#[test]
fn an_unknown_text_gets_suggestions_and_changes_nothing() {
    let lines = ["e2", "nf", "e2e5", "castle", "", "undoo", "help me", "quit now"];
    let printed = session(&["chess", "--side", "both"], &lines);
    for said in [
        "\"e2\" could be e2e3 (e3), e2e4 (e4)\n",
        "\"nf\" is the beginning of g1f3 (Nf3)\n",
        "\"e2e5\" cannot be played here; legal moves: e2e3, e2e4, …; did you mean",
        "\"castle\" is neither a move nor a command\nType a move",
        "did you mean undo?",
        "\"help me\" is neither a move nor a command",
    ] {
        assert!(printed.contains(said), "{said}: {printed}");
    }
    assert_eq!(record(&printed).1, [""; 0]);
    let bytes = plyd(&["play", "chess", "--side", "both"], b"\n\0\ne4");
    assert!(bytes.status.success());
    assert_eq!(record(&String::from_utf8(bytes.stdout).unwrap()).1, ["e2e4"]);
}

#[test]
fn a_word_that_is_no_move_is_answered_with_the_commands() {
    let printed = session(&["tic-tac-toe"], &["surrender"]);
    assert!(printed.contains("\"surrender\" is neither a move nor a command\nType a move"), "{printed}");
    assert!(printed.contains("\n  quit"), "{printed}");
}

/// A folder for the files of one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plyd-save-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_game_is_saved_in_its_own_format_at_its_end_and_on_request() {
    let folder = Folder::new("end");
    let [end, now] = ["end.pgn", "now.pgn"].map(|name| folder.path(name));
    let lines = ["e4", &format!("save {now}"), "e5", "save", "save /no/such/folder/x", "save x.sgf"];
    let printed = session(&["chess", "--side", "both", "--save", &end], &lines);
    assert!(printed.contains(&format!("Wrote the record to {now}.\n")), "{printed}");
    assert!(printed.contains("save: expected a file name\n"), "{printed}");
    assert!(printed.contains("save: /no/such/folder/x: No such file"), "{printed}");
    assert!(printed.contains("save: x.sgf: chess has no records in sgf, only in pgn or moves\n"), "{printed}");
    assert!(folder.text("now.pgn").ends_with("1. e4 *\n"), "{}", folder.text("now.pgn"));
    assert!(folder.text("end.pgn").ends_with("1. e4 e5 *\n"), "{}", folder.text("end.pgn"));
}

#[test]
fn a_saved_game_says_who_played_and_how_it_ended() {
    let folder = Folder::new("results");
    let chess = ["chess", "--level", "6", "--seed", "1", "--name", "Anna"];
    let equal = ["--state", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 20 60", "--moves", "e1d2 e8d7 d2e1 d7e8"];
    let mate = ["--side", "both", "--moves", "f3 e5 g4"];
    let claimed = ["--side", "both", "--moves", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"];
    for (arguments, lines, result, termination) in [
        (&["--clock", "5+3"][..], &["resign"][..], "0-1", "resignation"),
        (&["--clock", "0"], &["e4"], "0-1", "time forfeit"),
        (&[&LOST[..], &["--side", "white"]].concat(), &[], "1-0", "resignation"),
        (&equal, &["draw", "e1f1"], "1/2-1/2", "agreement"),
        (&mate, &["Qh4"], "0-1", "normal"),
        (&claimed, &["f6g8"], "1/2-1/2", "normal"),
        (&[], &[], "*", "unterminated"),
    ] {
        let file = folder.path(&format!("{termination}-{result}.pgn").replace('/', "-"));
        session(&[&chess, arguments, &["--save", &file]].concat(), lines);
        let read = plyd(&["record", &file, "--game", "chess", "--json"], b"");
        let record: Value = serde_json::from_slice(&read.stdout).unwrap();
        let tags = &record["tags"];
        assert_eq!((&record["result"], &tags["Termination"]), (&result.into(), &termination.into()), "{arguments:?}");
        let black = if arguments.contains(&"both") { "Anna" } else { "plyd level 6" };
        assert_eq!((&tags["White"], &tags["Black"]), (&"Anna".into(), &black.into()), "{arguments:?}");
        assert_eq!(tags["Date"].as_str().unwrap().len(), "2026.11.29".len(), "{tags}");
        let control = if arguments.contains(&"5+3") { Value::from("300+3") } else { Value::Null };
        assert!(tags["TimeControl"] == control || arguments.contains(&"0"), "{tags}");
    }
    let sgf = folder.path("game.sgf");
    session(&["gomoku", "--level", "1", "--seed", "1", "--save", &sgf], &["resign"]);
    let text = folder.text("game.sgf");
    assert!(text.contains("PB[Anonymous]PW[plyd level 1]DT[2") && text.contains("RE[W+R]"), "{text}");
    // Without a format in the file's name, the format is one with tags. This one has moves and nothing else.
    for game in ["othello", "tic-tac-toe"] {
        let file = folder.path(&format!("{game}.txt"));
        session(&[game, "--level", "1", "--seed", "1", "--save", &file], &["resign"]);
        let read = plyd(&["record", &file, "--game", game, "--json"], b"");
        let record: Value = serde_json::from_slice(&read.stdout).unwrap();
        let names = (record["tags"]["White"].as_str(), record["tags"]["Black"].as_str());
        let [first, second] = [Some("Anonymous"), Some("plyd level 1")];
        let expected = if game == "othello" { (second, first) } else { (first, second) };
        assert_eq!((record["result"].as_str(), names), (Some("0-1"), expected), "{record}");
    }
    let moves = folder.path("game.moves");
    let printed = session(&["tic-tac-toe", "--level", "1", "--save", &moves], &["resign"]);
    let lost = "The format moves has no room for White, Black, Date, Termination, the result 0-1.\n";
    assert!(printed.contains(lost), "{printed}");
}

#[test]
fn a_game_continues_its_record_with_the_players_names() {
    let folder = Folder::new("continued");
    let [from, to] = ["from.pgn", "to.pgn"].map(|name| folder.path(name));
    fs::write(
        &from,
        "[White \"Anna\"]\n[Black \"Ben\"]\n[BlackElo \"1500\"]\n[Site \"Here\"]\n\n1. e4 e5 *\n\n1. d4 *\n",
    )
    .unwrap();
    let output = plyd(&["play", "--load", &from, "--level", "1", "--name", "Carl", "--save", &to], b"resign");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.contains("the file has 2 games; the first is loaded"), "{said}");
    let text = folder.text("to.pgn");
    for holds in
        ["[White \"Anna\"]", "[Black \"plyd level 1\"]", "[Site \"Here\"]", "[Result \"0-1\"]", "1. e4 e5 0-1\n"]
    {
        assert!(text.contains(holds), "{holds}: {text}");
    }
    assert!(!text.contains("Elo"), "{text}");
}

#[test]
fn a_second_game_is_added_to_a_file_and_no_game_is_added_twice() {
    let folder = Folder::new("several");
    for (game, name, mv) in
        [("chess", "games.pgn", "e4"), ("checkers", "games.pdn", "11-15"), ("hex", "games.sgf", "a2")]
    {
        let file = folder.path(name);
        let save = format!("save {file}");
        // Without a line break at its end, as some editors write files.
        session(&[game, "--side", "both", "--save", &file], &[mv]);
        fs::write(&file, folder.text(name).trim_end()).unwrap();
        session(&[game, "--side", "both", "--save", &file], &[&save, mv, &save, "resign"]);
        let read = plyd(&["record", &file, "--game", game, "--all"], b"");
        let games: Vec<Value> =
            read.stdout.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
        let moves: Vec<usize> = games.iter().map(|game| game["moves"].as_array().unwrap().len()).collect();
        assert_eq!(moves, [1, 1], "{}", folder.text(name));
        assert_eq!(games[1]["result"], "1-0", "the second side resigned");
    }
}

#[test]
fn a_file_that_cannot_get_the_game_is_refused_before_it_begins_and_stays_as_it_is() {
    let folder = Folder::new("refused");
    for (game, name, text, says) in [
        ("chess", "notes.pgn", "Dear diary,\n", "line 1 is not from a record of chess: "),
        ("chess", "cut.pgn", "1. e4 *\n\n1. d4 {and then\n", "line 3 is not from a record of chess: "),
        ("checkers", "chess.pdn", "1. e4 e5 *\n", "not from a record of checkers: "),
        ("hex", "gomoku.sgf", "(;GM[4]SZ[15];B[hh])\n", "not from a record of hex: "),
        ("connect-four", "moves.transcript", "4435\n", "a file in transcript holds only one game; choose another name"),
    ] {
        let file = folder.path(name);
        fs::write(&file, text).unwrap();
        let output = plyd(&["play", game, "--save", &file], b"");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{said}");
        assert!(said.starts_with(&format!("plyd: --save {file}: the file exists, and ")), "{said}");
        assert!(said.contains(says), "{said}");
        let printed = session(&[game], &[&format!("save {file}")]);
        assert!(printed.contains(&format!("\nsave: {file}: the file exists, and ")), "{printed}");
        assert_eq!(folder.text(name), text);
    }
    for (name, says) in [("", "this is a folder"), ("none/x.pgn", "No such file")] {
        let said = String::from_utf8(plyd(&["play", "chess", "--save", &folder.path(name)], b"").stderr).unwrap();
        assert!(said.contains(says), "{said}");
    }
}

#[test]
#[cfg(unix)]
fn a_line_without_an_end_ends_the_game_with_its_record() {
    let mut command = programs::plyd();
    command.args(["play", "chess", "--side", "both"]).stdin(fs::File::open("/dev/zero").unwrap());
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stderr, b"plyd: a line of the input is longer than 1 MiB\n");
    assert!(record(&String::from_utf8(output.stdout).unwrap()).1.is_empty());
}

#[test]
fn moves_are_read_as_people_write_them() {
    let state = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let lines = ["o-o", "E8-C8", "g1 g2", "rxa1", "quit", "d8d2"];
    let printed = session(&["chess", "--side", "both", "--state", state], &lines);
    assert_eq!(record(&printed).1, ["e1g1", "e8c8", "g1g2"], "{printed}");
    assert!(printed.contains("\"rxa1\" cannot be played here"), "{printed}");
    assert_eq!(record(&session(&["tic-tac-toe", "--side", "both"], &["\u{feff}b2"])).1, ["b2"]);
    assert_eq!(record(&session(&["tic-tac-toe", "--side", "both", "--moves", "b2 a1"], &["c3"])).1, ["b2", "a1", "c3"]);
    assert_eq!(record(&session(&["checkers", "--side", "both"], &["11 15", "22-18", "15x22"])).1.len(), 3);
    assert_eq!(record(&session(&["bones", "--side", "both"], &["Take 3", "take2"])).1, ["3", "2"]);
    assert_eq!(record(&session(&["tree", "--side", "both"], &["1", "2"])).1, ["1", "2"]);
}

#[test]
fn undo_takes_back_the_last_move_of_the_person_and_the_reply() {
    let lines = ["undo", "b2", "undo", "a1", "c3", "undo", "undo", "undo"];
    let printed = session(&["tic-tac-toe", "--level", "1", "--seed", "2"], &lines);
    assert_eq!(printed.matches("Took back 2 moves.").count(), 3, "{printed}");
    assert_eq!(printed.matches("You have no move to take back.").count(), 2, "{printed}");
    assert!(record(&printed).1.is_empty());
    let both = session(&["tic-tac-toe", "--side", "both"], &["b2", "a1", "undo"]);
    assert!(both.contains("Took back 1 move.") && record(&both).1 == ["b2"], "{both}");
}

#[test]
fn a_hint_names_moves_with_their_worth_and_why_explains_the_last_search() {
    let printed = session(
        &["tic-tac-toe", "--state", "XX./OO./... X", "--seed", "1"],
        &["why", "hint", "hint", "hint", "why", "moves"],
    );
    assert!(printed.contains("Nothing has been searched yet; try hint."), "{printed}");
    let place = "\nX> hint\nLook for a move from one of the marked cells. It wins immediately.";
    assert!(printed.contains(place) && printed.contains("\nMarked cells: "), "{printed}");
    assert!(
        printed.contains("\nX> hint\nThe best move that the search found is c3. It wins immediately."),
        "{printed}"
    );
    assert!(printed.contains(" The line: c3.\n  X wins in 1 ply     c3\n"), "{printed}");
    assert!(printed.contains("\nX> why\nthe hint:\n  X wins in 1 ply     c3\n"), "{printed}");
    assert!(printed.contains(" of them in quiescence, in ") && printed.contains("cutoffs"), "{printed}");
    assert!(printed.contains("\n  depth  1  c3 "), "{printed}");
    assert!(printed.contains("\nX> moves\n  "), "{printed}");
    let reply = session(&["tic-tac-toe", "--seed", "1", "--level", "4"], &["b2", "why"]);
    assert!(reply.contains("\nX> why\nO, level 4:\n"), "{reply}");
    let tree = session(&["tree"], &["hint", "hint", "hint", "1"]);
    assert!(tree.contains("  3 for max  0 0\n") && tree.contains("worth 2 for max."), "{tree}");
}

#[test]
fn invalid_options_are_bad_usage() {
    for (arguments, says) in [
        (&["chess", "--side", "purple"][..], "--side: \"purple\" is not a player; expected white, black, first"),
        (&["chess", "--level", "11"], "plyd: --level: expected 1 to 10, found \"11\""),
        (&["tree", "--level", "3"], "plyd: --level: tree has no levels"),
        (&["tic-tac-toe", "--state", "XO"], "plyd: --state: the board has 2 cells, expected 9"),
        (&["tic-tac-toe", "--moves", "b2,b2"], "plyd: --moves[1]: \"b2\" cannot be played here"),
        (&["ches"], "plyd: there is no game \"ches\"; did you mean chess?\n"),
    ] {
        let output = plyd(&[&["play"], arguments].concat(), b"");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}: {said}");
        assert!(said.contains(says), "{arguments:?}: {said}");
    }
}

#[test]
fn a_game_continues_from_moves_unless_they_end_it() {
    let shuffle = "g1f3,g8f6,f3g1,f6g8";
    let printed = session(&["chess", "--moves", &[shuffle; 2].join(",")], &["e4"]);
    assert!(printed.contains("Drawn: threefold repetition.\nThe record (8 moves)"), "{printed}");
    // No claim is needed here.
    let beyond = session(&["chess", "--side", "both", "--moves", &[shuffle; 3].join(",")], &["e4"]);
    assert_eq!(record(&beyond).1.len(), 12, "{beyond}");
}

fn play_itself(game: &'static Game, look: Look) -> String {
    let given =
        ["plyd", "play", game.id, "--side", "neither", "--seed", "1", "--no-manners"].into_iter().map(str::to_owned);
    let level = game.about.levels.map(|_| "--level=1".to_owned());
    let command = Cli::parse_from(given.chain(level)).command;
    let Some(Command::Terminal(plyd_terminal::Command::Play(options))) = command else { panic!("play is meant") };
    let mut printed = Vec::new();
    play_with(game, &options, look, &mut printed).unwrap();
    String::from_utf8(printed).unwrap()
}

#[test]
fn every_game_of_every_layout_is_played_to_its_end_and_its_record_ends_the_same_game() {
    for game in CATALOGUE.with(layouts::GAMES) {
        let printed = play_itself(game, Look::PLAIN);
        let (state, moves) = record(&printed);
        let text = if game.about.state_is_json { state.to_string() } else { state.as_str().unwrap().to_owned() };
        let mut position = game.parse(&text).unwrap();
        for mv in &moves {
            assert!(position.side_to_move().is_some(), "{}: {mv} after the end", game.id);
            position.play_named(mv).unwrap();
        }
        assert!(!moves.is_empty() && position.side_to_move().is_none(), "{}: {printed}", game.id);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn at_a_terminal_boards_have_symbols_and_colour_unless_it_is_unwanted() {
    if let Err(missing) = SCRIPT.check() {
        return not_run("at_a_terminal_boards_have_symbols_and_colour_unless_it_is_unwanted", &[missing]);
    }
    let play = "play tic-tac-toe --side both";
    for (variables, option, color) in
        [(&[][..], "", true), (&[("NO_COLOR", "1")], "", false), (&[("TERM", "xterm")], " --color never", false)]
    {
        let printed = at_a_terminal(&format!("{play}{option}"), variables, "b2\rquit\r");
        assert!(printed.contains("X plays b2") && printed.contains("\"moves\":[\"b2\"]}"), "{printed}");
        assert!(printed.contains('✕'), "{printed}");
        assert_eq!(printed.contains("\u{1b}[38;5;"), color, "{variables:?}{option}: {printed}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn at_a_terminal_a_search_is_told_in_words() {
    if let Err(missing) = SCRIPT.check() {
        return not_run("at_a_terminal_a_search_is_told_in_words", &[missing]);
    }
    let search = "search tic-tac-toe --state XOX/OX./..O --depth 9";
    let printed = at_a_terminal(search, &[("NO_COLOR", "1")], "");
    for said in ["X plays a1\r\n", "  X wins in 1 ply  a1\r\n", "  searched ", " a second\r\n"] {
        assert!(printed.contains(said), "{said}: {printed}");
    }
    assert!(at_a_terminal(&format!("{search} --json"), &[], "").starts_with("{\"game\":"));
}

#[test]
#[cfg(target_os = "linux")]
fn progress_bars_appear_only_at_a_terminal() {
    if let Err(missing) = SCRIPT.check() {
        return not_run("progress_bars_appear_only_at_a_terminal", &[missing]);
    }
    let arguments = "match tic-tac-toe --first random --second random --games 200";
    assert!(at_a_terminal(arguments, &[], "").contains(" of 200, "), "with the time left");
    let printed = at_a_terminal(arguments, &[("TERM", "dumb")], "");
    assert!(!printed.contains(" of 200"), "{printed}");
    let piped = plyd(&arguments.split(' ').collect::<Vec<_>>(), b"");
    assert!(piped.status.success() && piped.stderr.is_empty());
}

/// White is a queen and a rook up, and black to move.
const LOST: [&str; 4] = ["--state", "4k3/8/8/8/8/8/3QR3/4K3 b - - 0 40", "--moves", "e8f8 e2e3 f8g7 e3f3 g7g8 f3f2"];

#[test]
fn names_from_a_state_neither_obey_nor_turn_the_terminal() {
    let state = r#"{"children":{"a\u202eb\u001b[2J":{"children":{"\u009bc":1}},"d":2}}"#;
    let lines = ["moves", "hint", "hint", "hint", "why", "x", "a\u{202e}b\u{1b}[2J"];
    let printed = session(&["tree", "--state", state, "--side", "both"], &lines);
    assert!(!printed.contains(['\u{202e}', '\u{1b}', '\u{9b}']), "{printed:?}");
    assert!(printed.contains(r"max plays a\u202eb\u001b[2J"), "{printed}");
    // The record has the same names.
    assert_eq!(record(&printed).1, ["a\u{202e}b\u{1b}[2J"]);
}

#[test]
fn an_opponent_with_manners_resigns_and_one_without_plays_on() {
    let with = |more: &[&str]| {
        session(&[&["chess", "--level", "6", "--seed", "1", "--side", "white"], &LOST[..], more].concat(), &[])
    };
    let resigned = with(&[]);
    assert!(resigned.contains("black resigns; white wins. The "), "{resigned}");
    assert_eq!(record(&resigned).1.len(), 6, "{resigned}");
    let played = with(&["--no-manners"]);
    assert!(!played.contains("resigns") && record(&played).1.len() == 7, "{played}");
}

#[test]
fn a_draw_is_offered_with_a_move_and_accepted_where_it_is_fair() {
    let equal = ["--state", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 20 60", "--moves", "e1d2 e8d7 d2e1 d7e8"];
    let arguments = [&["chess", "--level", "6", "--seed", "1"], &equal[..]].concat();
    let printed = session(&arguments, &["draw", "e1f1"]);
    assert!(printed.contains("You offer a draw with your next move."), "{printed}");
    assert!(printed.contains("black accepts the draw.\nDrawn by agreement.\nThe record (5 moves)"), "{printed}");
    let early = session(&["chess", "--level", "6", "--seed", "1"], &["draw", "e4"]);
    assert!(early.contains("black declines the draw.\nblack plays"), "{early}");
    let plain = session(&[&arguments[..], &["--no-manners"]].concat(), &["draw", "e1f1"]);
    assert!(!plain.contains("accepts"), "{plain}");
}

#[test]
fn a_person_may_resign_and_sees_the_clocks() {
    let printed = session(&["tic-tac-toe", "--clock", "10+2", "--seed", "1"], &["resign"]);
    assert!(printed.contains("\nThe clocks: 10 minutes for each side, and 2 seconds for each move.\n"), "{printed}");
    assert!(printed.contains("X 10:00> resign\nX resigns; O wins."), "{printed}");
    let periods = session(&["tic-tac-toe", "--clock", "0+2x900", "--side", "both"], &["b2", "resign"]);
    assert!(periods.contains("\nThe clocks: 0 minutes for each side, then 2 periods of 900 seconds.\n"), "{periods}");
    assert!(periods.contains("O 15:00 + 1x15:00> resign"), "{periods}");
    let late = session(&["tic-tac-toe", "--clock", "0", "--seed", "1"], &["b2"]);
    assert!(late.contains("X has run out of time; O wins."), "{late}");
    let output = plyd(&["play", "chess", "--clock", "soon"], b"");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("such as 5+3"), "{said}");
}
