//! `plyd record` and `plyd play --load`: files with records, valid and invalid.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use serde_json::{Value, json};

use crate::programs;
#[cfg(target_os = "linux")]
use crate::programs::{SCRIPT, at_a_terminal, not_run};

/// A folder for the files of one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plyd-records-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), content).unwrap();
    }

    /// Runs plyd in this folder.
    fn plyd(&self, arguments: &[&str], input: &str) -> Output {
        let mut command = programs::plyd();
        command.args(arguments).current_dir(&self.0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // If plyd refuses its arguments, it does not read its input.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }

    /// Checks that plyd succeeds. Returns its output and its messages.
    #[track_caller]
    fn done(&self, arguments: &[&str], input: &str) -> (String, String) {
        let Output { status, stdout, stderr } = self.plyd(arguments, input);
        let [stdout, stderr] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert!(status.success(), "{arguments:?}: {stderr}");
        (stdout, stderr)
    }

    /// Checks that plyd refuses. Returns its message.
    #[track_caller]
    fn refused(&self, arguments: &[&str], input: &str) -> String {
        let Output { status, stdout, stderr } = self.plyd(arguments, input);
        let said = String::from_utf8(stderr).unwrap();
        assert_eq!((status.code(), stdout.len()), (Some(2), 0), "{arguments:?}: {said}");
        said
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_record_is_written_in_every_format_of_its_game() {
    let folder = Folder::new("formats");
    folder.file("game.txt", "F5 d6C3\nd3c4\n");
    assert_eq!(folder.done(&["record", "game.txt"], "").0, "f5d6c3d3c4\n");
    let (moves, _) = folder.done(&["record", "game.txt", "--to", "moves"], "");
    assert_eq!(moves, "f5 d6 c3 d3 c4\n");
    let (again, _) = folder.done(&["record", "-", "--game", "othello", "--to", "transcript"], &moves);
    assert_eq!(again, "f5d6c3d3c4\n");
    let answer: Value = serde_json::from_str(&folder.done(&["record", "game.txt", "--json"], "").0).unwrap();
    assert_eq!((&answer["game"], &answer["moves"][4]), (&json!("othello"), &json!("c4")));
}

#[test]
fn parts_that_a_format_cannot_express_are_reported() {
    let folder = Folder::new("lossy");
    let game =
        "[White \"Jos\u{e9}\"]\n\n1. e4 {well} e5 (1... c5 {Najdorf}) 2. Nf3!? 1-0\n\n[White \"B\"]\n\n1. d4 *\n";
    // Latin-1, the encoding of older files.
    folder.file("game.pgn", game.chars().map(|c| c as u8).collect::<Vec<u8>>());
    let (moves, said) = folder.done(&["record", "game.pgn", "--to", "moves"], "");
    assert_eq!(moves, "e2e4 e7e5 g1f3\n");
    let lost = "more games (1), tags (1), comments (1), the result 1-0, nags (1), variations (1)";
    assert_eq!(said, format!("plyd: game.pgn: left out: {lost}\n"));
    let (again, said) = folder.done(&["record", "game.pgn"], "");
    assert!(again.contains("[White \"Jos\u{e9}\"]") && again.contains("{well}"), "{again}");
    assert!(again.ends_with("1. e4 {well} 1... e5 (1... c5 {Najdorf}) 2. Nf3 $5 1-0\n"), "{again}");
    assert_eq!(said, "plyd: game.pgn: left out: more games (1)\n");
    // Of all games that can read such files, chess reads most of it.
    let said = folder.refused(&["record", "-"], "1. f3 e5 2. g4 Qh4# 3. a3");
    assert!(said.starts_with("plyd: <stdin>:1:24: the game is over: checkmate (read as chess"), "{said}");
    let (pdn, _) = folder.done(&["record", "-"], "[GameType \"21\"]\n\n1. 11-15 23-19 *\n");
    assert!(pdn.ends_with("1. 11-15 23-19 *\n"), "{pdn}");
}

#[test]
fn records_of_shogi_may_be_in_shift_jis() {
    let folder = Folder::new("shift-jis");
    // 手合割：平手, 先手：山田, 1 ７六歩(77), 2 投了
    let game: &[u8] = b"\x8e\xe8\x8d\x87\x8a\x84\x81F\x95\xbd\x8e\xe8\n\x90\xe6\x8e\xe8\x81F\x8eR\x93c\n1 \x82V\x98Z\x95\xe0(77)\n2 \x93\x8a\x97\xb9\n";
    folder.file("game.kif", game);
    let (kif, said) = folder.done(&["record", "game.kif"], "");
    assert!(kif.contains("先手：山田\n") && kif.ends_with("まで1手で先手の勝ち\n"), "{kif}");
    assert_eq!(said, "");
    let (csa, _) = folder.done(&["record", "game.kif", "--to", "csa"], "");
    assert!(csa.contains("\nN+山田\n") && csa.ends_with("+7776FU\n%TORYO\n"), "{csa}");
    folder.file("game.csa", [b"V2.2\nN+".as_slice(), b"\xff\xff", b"\nPI\n+\n+7776FU\n"].concat());
    let said = folder.refused(&["record", "game.csa"], "");
    assert_eq!(said, "plyd: game.csa: the record is in neither UTF-8 nor Shift JIS; convert it to UTF-8\n");
    // Without a name, the moves tell shogi from minishogi.
    let (found, _) = folder.done(&["record", "-", "--json"], "PI\n+\n+3534GI\n-3132GI\n");
    assert!(found.contains("\"game\":\"minishogi\""), "{found}");
    let (found, _) = folder.done(&["record", "-", "--json"], "[Game \"Chinese Chess\"]\n\n1. C2=5 H8+7 *");
    assert!(found.contains("\"game\":\"xiangqi\""), "{found}");
}

#[test]
fn a_record_that_many_games_can_read_needs_a_game() {
    let folder = Folder::new("games");
    let said = folder.refused(&["record", "-"], "b2 a1");
    assert!(said.starts_with("plyd: <stdin>: this could be a record of tic-tac-toe, gomoku, "), "{said}");
    assert!(said.ends_with("; use --game to say which\n"), "{said}");
    assert_eq!(folder.done(&["record", "-", "--game", "tictactoe"], "b2 a1").0, "b2 a1\n");
    let said = folder.refused(&["record", "-"], "?");
    assert!(said.starts_with("plyd: <stdin>: cannot tell which game this record is from"), "{said}");
    let said = folder.refused(&["record", "-", "--format", "png"], "1. e4");
    assert!(said.contains("invalid value 'png' for '--format") && said.contains("values: pgn, "), "{said}");
    let said = folder.refused(&["record", "-", "--game", "hex", "--format", "pdn"], "1. e4");
    assert!(said.starts_with("plyd: --format: hex has no record format \"pdn\", expected one of "), "{said}");
    let said = folder.refused(&["record", "-", "--game", "chess", "--to", "sgf"], "e4");
    assert!(said.starts_with("plyd: --to: chess has no record format \"sgf\""), "{said}");
}

/// The variants of chess need the tag `Variant`. Without it, a record is one of chess.
#[test]
fn a_record_of_a_variant_is_of_the_game_that_its_tag_names() {
    let folder = Folder::new("variants");
    let atomic = "[Variant \"Atomic\"]\n\n1. Nf3 e6 2. Ng5 Bb4 3. Nxf7 *";
    let game = |arguments: &[&str], text: &str| {
        let answer: Value =
            serde_json::from_str(&folder.done(&[&["record", "-", "--json"], arguments].concat(), text).0).unwrap();
        answer["game"].as_str().unwrap().to_owned()
    };
    assert_eq!(game(&[], atomic), "atomic");
    for text in ["e4 e5 Nf3", "e2e4 e7e5", "1. e4 e5 2. Nf3", "[White \"Anna\"]\n\n1. e4 *", "```\n1. e4 e5\n```"] {
        assert_eq!(game(&[], text), "chess", "{text}");
    }
    assert_eq!(game(&[], "[Variant \"Chess960\"]\n\n1. e4 *"), "chess");
    assert_eq!(game(&["--format", "moves"], "e4 e5 Nf3"), "chess");
    assert_eq!(game(&["--game", "atomic"], "1. e4 e5"), "atomic");
    let said = folder.refused(&["record", "-"], "[Variant \"Atomic\"]\n\n1. e4 e4 *");
    assert!(said.contains("<stdin>:3:7: \"e4\" cannot be played here") && said.contains("(read as atomic"), "{said}");
    // No game has this variant, and draughts records could contain such moves too.
    let suicide = "[Variant \"Suicide\"]\n\n1. e4 *";
    assert!(folder.refused(&["record", "-"], suicide).contains("cannot tell which game"));
    let said = folder.refused(&["record", "-", "--game", "chess"], atomic);
    assert_eq!(said, "plyd: <stdin>:1:1: Variant: the variant is \"Atomic\", which plyd plays as atomic\n");
    folder.file(
        "games.pgn",
        format!("{atomic}\n\n[Variant \"Three-check\"]\n\n1. e4 *\n\n[White \"Anna\"]\n\n1. e4 *\n"),
    );
    let (all, _) = folder.done(&["record", "games.pgn", "--all"], "");
    let games = all.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["game"].clone());
    assert_eq!(games.collect::<Vec<_>>(), ["atomic", "three-check", "chess"]);
}

/// What plyd writes with tags names its game.
#[test]
fn a_record_with_tags_is_of_the_game_that_it_names() {
    let folder = Folder::new("named");
    let game = |name: &str, moves: &str| format!("[White \"Anna\"]\n[Game \"{name}\"]\n\n{moves}\n\n");
    folder.file("game.pgn", game("othello", "1. f5 d6 34-30"));
    folder.file("games.pgn", game("hex", "1. e4 e5 *") + &game("Connect4", "1. 4 4\n1 3 *"));
    let (written, said) = folder.done(&["record", "game.pgn"], "");
    assert!(written.contains("[Game \"othello\"]") && written.ends_with("1. f5 d6 1-0\n"), "{written}");
    assert_eq!(said, "");
    let (all, _) = folder.done(&["record", "games.pgn", "--all"], "");
    let games: Vec<Value> = all.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let found = games.iter().map(|found| (found["game"].as_str(), found["moves"].as_array().unwrap().len()));
    assert_eq!(found.collect::<Vec<_>>(), [(Some("hex"), 2), (Some("connect-four"), 4)]);
    let unnamed = folder.refused(&["record", "-"], "[White \"Anna\"]\n\n1. f5 d6 *");
    assert!(unnamed.contains("use --game"), "{unnamed}");
}

#[test]
fn a_fault_is_told_with_file_line_and_column() {
    let folder = Folder::new("faults");
    folder.file("game.moves", "e2e4 e7e5\n  g1f3 b8c7\n");
    let said = folder.refused(&["record", "game.moves", "--game", "chess"], "");
    assert!(said.starts_with("plyd: game.moves:2:8: \"b8c7\" cannot be played here; legal moves: "), "{said}");
    let said = folder.refused(&["record", "game.moves"], "");
    assert!(said.starts_with("plyd: game.moves:2:8: ") && said.contains("(read as chess; use --game"), "{said}");
    assert!(folder.refused(&["record", "none.pgn"], "").starts_with("plyd: none.pgn: No such file"));
    assert_eq!(folder.refused(&["record", "."], ""), "plyd: .: this is a folder, expected a file\n");
    folder.file("games.pgn.gz", b"\x1f\x8b\x08\0rest");
    let said = folder.refused(&["review", "games.pgn.gz"], "");
    assert_eq!(said, "plyd: games.pgn.gz: the file is compressed by gzip; unpack it first\n");
    let said = folder.refused(&["record", "-", "--game", "chess"], "\n");
    assert!(said.starts_with("plyd: <stdin>:1:1: "), "{said}");
}

#[test]
fn a_loaded_game_goes_on_and_its_moves_can_be_taken_back() {
    let folder = Folder::new("load");
    folder.file("game.txt", "4435");
    let play = ["play", "--load", "game.txt", "--side", "both"];
    let (printed, said) = folder.done(&play, "undo\nundo\n2\n");
    assert!(said.is_empty(), "{said}");
    let record: Value = serde_json::from_str(printed.lines().last().unwrap()).unwrap();
    assert_eq!(record["moves"], json!(["4", "4", "2"]), "{printed}");
    // The opponent answers if it is to move.
    let (printed, _) =
        folder.done(&["play", "connect-four", "--load", "game.txt", "--side", "second", "--level", "1"], "");
    assert!(printed.contains("X plays "), "{printed}");
    folder.file("over.txt", "4455336");
    assert!(folder.done(&["play", "--load", "over.txt"], "").0.contains("X has won"));
    folder.file("wrong.txt", "44999");
    let said = folder.refused(&["play", "--load", "wrong.txt"], "");
    assert!(said.starts_with("plyd: wrong.txt:1:3: "), "{said}");
    let said = folder.refused(&["play", "--load", "game.txt", "--moves", "4"], "");
    assert!(said.contains("cannot be used with"), "{said}");
    assert!(folder.refused(&["play"], "").contains("<GAME>"));
}

#[test]
fn each_game_of_a_file_is_read_by_its_number() {
    let folder = Folder::new("numbers");
    let games: String = (1..=1_000)
        .map(|number| format!("[Round \"{number}\"]\n[Result \"1-0\"]\n\n1. e4 {{a ; b}} e5 (1... c5) 2. Nf3 1-0\n\n"))
        .collect();
    folder.file("games.pgn", games.clone() + "[Round \"1001\"]\n\n1. d4 d5\n");
    let (last, said) = folder.done(&["record", "games.pgn", "--number", "1001", "--json"], "");
    let last: Value = serde_json::from_str(&last).unwrap();
    assert_eq!((&last["games"], &last["more"], &last["tags"]["Round"]), (&json!(1001), &json!(0), &json!("1001")));
    assert!(said.is_empty(), "{said}");
    let (middle, _) = folder.done(&["record", "games.pgn", "--number", "500", "--game", "chess"], "");
    assert!(middle.contains("[Round \"500\"]"), "{middle}");
    let (all, _) = folder.done(&["record", "games.pgn", "--all"], "");
    assert_eq!(all.lines().count(), 1001);
    let said = folder.refused(&["record", "games.pgn", "--number", "1002"], "");
    assert_eq!(said, "plyd: games.pgn: the file has 1001 games, expected a --number from 1 to 1001\n");
    assert!(folder.refused(&["record", "games.pgn", "--number", "0"], "").contains("--number"));
    // Faults of a later game have their place in the file.
    folder.file("wrong.pgn", games + "1. d4 e4");
    let said = folder.refused(&["record", "wrong.pgn", "--number", "1001"], "");
    assert!(said.starts_with("plyd: wrong.pgn:5001:7: \"e4\" cannot be played here"), "{said}");
    let (judged, _) =
        folder.done(&["review", "-", "--number", "2", "--nodes", "100", "--json"], "1. e4 e5 *\n\n1. d4 *");
    assert_eq!(judged.matches("\"ply\":").count(), 1, "{judged}");
    let (judged, _) = folder.done(&["review", "-", "--all", "--nodes", "100", "--json"], "1. e4 e5 *\n\n1. d4 *");
    assert_eq!(judged.lines().count(), 2);
    // Other games of a file are read although one is wrong.
    let read = folder.plyd(&["record", "-", "--game", "chess", "--all"], "1. e4 *\n\n1. e5 *\n\n1. d4 *");
    assert_eq!((read.status.code(), String::from_utf8(read.stdout).unwrap().lines().count()), (Some(2), 2));
    assert!(String::from_utf8_lossy(&read.stderr).contains("plyd: <stdin>: 1 of 3 games could not be read"));
    let (second, _) = folder.done(&["record", "-", "--number", "2"], "4435\n4455");
    assert_eq!(second, "4455\n");
    // If only lines separate the games, a fault has its place too. A line that does not begin a game continues the last
    // one.
    let read = folder.plyd(&["record", "-", "--all"], "4435\n4455\n99\n1234");
    assert_eq!(String::from_utf8(read.stdout).unwrap().lines().count(), 2);
    assert!(String::from_utf8_lossy(&read.stderr).starts_with("plyd: <stdin>:3:1: \"9\" cannot be played here"));
    // A wrong first list cannot tell how the others are separated.
    let read = folder.plyd(&["record", "-", "--all", "--game", "connect-four"], "99\n4435\n4455");
    let said = String::from_utf8_lossy(&read.stderr).into_owned();
    assert!(said.contains(":1:1: \"9\" cannot be played here") && said.contains("1 of 1 games"), "{said}");
    assert!(read.stdout.is_empty());
}

#[test]
fn all_games_of_a_file_are_reviewed_and_summed_up() {
    let folder = Folder::new("all");
    let games = "[White \"Anna\"]\n[Black \"Ben\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n\
                 [White \"Ben\"]\n[Black \"Anna\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
                 [White \"Carl\"]\n\n*\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 *\n";
    folder.file("games.pgn", games);
    let review = |more: &[&str]| {
        let done =
            folder.plyd(&[&["review", "games.pgn", "--game", "chess", "--all", "--nodes", "500"], more].concat(), "");
        let [out, said] = [done.stdout, done.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        // The third game has no moves.
        assert_eq!(done.status.code(), Some(2), "{said}");
        assert!(said.contains("plyd: game 3: ") && said.contains("1 of 4 games could not be judged"), "{said}");
        out
    };
    let summary = review(&[]);
    assert!(summary.starts_with("games: 3, plies judged: 16\n\nplayer  games  moves  accuracy"), "{summary}");
    let row = |name: &str| {
        summary.lines().find(|line| line.starts_with(name)).unwrap().split_whitespace().take(3).collect::<Vec<_>>()
    };
    assert_eq!([row("Anna"), row("Ben")], [["Anna", "2", "6"], ["Ben", "2", "5"]]);
    assert!(summary.contains("\nopenings\n") && summary.contains("     1  Italian Game (C50)\n"), "{summary}");
    assert!(summary.contains("\nmost costly mistakes\n  game 1, ply 5: Ben Nf6: blunder, "), "{summary}");
    // The lines are in the order of the file.
    let lines: Vec<Value> = review(&["--json"]).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names = lines.iter().map(|line| (line["game_index"].clone(), line["players"].clone()));
    let expected =
        [(json!(0), json!(["Anna", "Ben"])), (json!(1), json!(["Ben", "Anna"])), (json!(3), json!([null, null]))];
    assert_eq!(names.collect::<Vec<_>>(), expected);
    // Annotated records and puzzles of all games follow each other.
    let annotated = review(&["--annotate"]);
    assert_eq!(annotated.matches("[%eval").count() > 8, annotated.contains("[White \"Ben\"]"), "{annotated}");
    let (again, _) = folder.done(&["record", "-", "--all"], &annotated);
    assert_eq!(again.lines().count(), 3);
}

#[test]
fn an_annotated_record_keeps_what_it_has_and_standard_error_says_what_is_missing() {
    let folder = Folder::new("annotations");
    let kept = "1. e4 e5 (1... c5) 2. Nf3 $1 {[%clk 0:01:00]} Nc6 *\n";
    folder.file("kept.pgn", kept);
    let (annotated, said) = folder.done(&["review", "kept.pgn", "--nodes", "500", "--annotate"], "");
    assert!(annotated.contains("(1... c5)") && annotated.contains("[%clk 0:01:00]"), "{annotated}");
    assert!(annotated.contains("Nf3 $1") && said.is_empty(), "{annotated}{said}");
    let (written, said) = folder.done(&["record", "kept.pgn"], "");
    assert!(
        written.ends_with("(1... c5) 2. Nf3 $1 {[%clk 0:01:00]} 2... Nc6 *\n") && said.is_empty(),
        "{written}{said}"
    );
    let (_, said) = folder.done(&["record", "kept.pgn", "--to", "moves"], "");
    assert!(said.contains("left out: ") && said.contains("clocks (1), nags (1), variations (1)"), "{said}");
    folder.file("lost.pgn", "1. e4 {[%emt 1]} e5 (1... Ke3) 2. Nf3 *\n");
    let (_, said) = folder.done(&["review", "lost.pgn", "--nodes", "500", "--annotate"], "");
    assert!(
        said.contains("this variation is left out") && said.contains("left out: commands (1), variations (1)"),
        "{said}"
    );
    let (json, _) = folder.done(&["review", "lost.pgn", "--nodes", "500", "--json"], "");
    let review: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(review["warnings"].as_array().unwrap().len(), 1);
    folder.file("two.pgn", format!("{kept}\n1. d4 {{[%emt 1]}} *\n"));
    let (_, said) = folder.done(&["review", "two.pgn", "--all", "--nodes", "100", "--annotate"], "");
    assert!(said.contains("two.pgn: game 2: left out: commands (1)") && !said.contains("game 1"), "{said}");
}

/// Two games of Anna and Ben, whose names are spelled in two ways.
const ANNA_AND_BEN: &str = "[White \"Anna\"]\n[Black \"Ben\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n\
                            [White \"ben \"]\n[Black \"ANNA\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";

/// A third game of Anna's.
const ANNA_AND_CARL: &str =
    "[White \"Anna\"]\n[Black \"Carl; \\\"C\\\"\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 1/2-1/2\n\n";

#[test]
fn a_review_of_a_file_with_several_games_needs_a_choice() {
    let folder = Folder::new("choice");
    folder.file("games.pgn", ANNA_AND_BEN);
    for more in [&[][..], &["--annotate"], &["--puzzles"], &["--json"]] {
        let said = folder.refused(&[&["review", "games.pgn", "--nodes", "100"], more].concat(), "");
        assert!(said.contains("2 games") && said.contains("--all") && said.contains("--number"), "{said}");
    }
    let (second, _) = folder.done(&["review", "games.pgn", "--number", "2", "--nodes", "100", "--annotate"], "");
    assert!(second.contains("[Black \"ANNA\"]") && !second.contains("[Black \"Ben\"]"), "{second}");
    let (all, _) = folder.done(&["review", "games.pgn", "--all", "--nodes", "100", "--annotate"], "");
    assert!(all.contains("[Black \"ANNA\"]") && all.contains("[Black \"Ben\"]"), "{all}");
    let (_, said) = folder.done(&["play", "--load", "games.pgn", "--side", "both"], "");
    assert!(said.contains("2 games"), "{said}");
}

#[test]
fn a_resumed_review_judges_each_game_that_has_no_line() {
    let folder = Folder::new("resume");
    let review = |file: &str, more: &[&str]| {
        let arguments = [&["review", file, "--all", "--nodes", "200", "--output", "out.jsonl"], more].concat();
        folder.plyd(&arguments, "")
    };
    let done = |file: &str, more: &[&str]| {
        let Output { status, stdout, stderr } = review(file, more);
        assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
        String::from_utf8(stdout).unwrap()
    };
    let kept = || fs::read_to_string(folder.0.join("out.jsonl")).unwrap();
    let lines = || kept().lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>();
    let refused = |file: &str, more: &[&str], why: &str| {
        let (before, Output { status, stdout, stderr }) = (kept(), review(file, more));
        let said = String::from_utf8(stderr).unwrap();
        assert_eq!((status.code(), stdout.len(), kept()), (Some(2), 0, before), "{said}");
        assert!(said.contains(why), "{said}");
    };
    folder.file("old.pgn", ANNA_AND_BEN);
    // Newer games come first, and one is equal to an older game but for its players. The last is equal in all.
    let (equal, _) = ANNA_AND_BEN.split_once("[White \"ben").unwrap();
    let carls = equal.replace("Anna", "Carl");
    folder.file("new.pgn", [ANNA_AND_CARL, &carls, ANNA_AND_BEN, equal].concat());
    let summary = done("old.pgn", &[]);
    assert!(summary.starts_with("games: 2, plies judged: 11\n"), "{summary}");
    let before = kept();
    refused("old.pgn", &[], "--resume");
    assert_eq!(done("old.pgn", &["--resume"]), summary);
    assert_eq!(kept(), before, "nothing is judged again");
    let summary = done("new.pgn", &["--resume"]);
    assert!(summary.starts_with("games: 5, plies judged: 30\n") && kept().starts_with(&before), "{summary}");
    let named = |line: &Value| (line["game_index"].clone(), line["players"].clone());
    let expected = [
        (json!(0), json!(["Anna", "Ben"])),
        (json!(1), json!(["ben", "ANNA"])),
        (json!(0), json!(["Anna", "Carl; \"C\""])),
        (json!(1), json!(["Carl", "Ben"])),
        (json!(4), json!(["Anna", "Ben"])),
    ];
    assert_eq!(lines().iter().map(named).collect::<Vec<_>>(), expected);
    assert_eq!(lines()[0]["fingerprint"], lines()[4]["fingerprint"]);
    // The same summary as without the file, and the same lines as on standard output.
    let (whole, _) = folder.done(&["review", "new.pgn", "--all", "--nodes", "200"], "");
    assert_eq!(summary, whole);
    let (printed, _) = folder.done(&["review", "old.pgn", "--all", "--nodes", "200", "--json"], "");
    let timeless = |line: &str| line.split("\"stats\"").next().unwrap().to_owned();
    assert_eq!(printed.lines().map(timeless).collect::<Vec<_>>(), before.lines().map(timeless).collect::<Vec<_>>());
    // A run that was killed leaves an unfinished line.
    let whole = kept();
    for length in [before.len() + 1, before.len() + 9, before.len() + 300, whole.len() - 1] {
        folder.file("out.jsonl", &whole[..length]);
        assert_eq!(done("new.pgn", &["--resume"]), summary);
        assert_eq!(lines().len(), 5);
    }
    for (options, limits) in [
        (&["--nodes", "300"][..], "nodes=200"),
        (&["--nodes", "200", "--depth", "3"], "depth=3"),
        (&["--nodes", "200", "--from", "1"], "from=1"),
        (&["--nodes", "200", "--curve", "engine"], "curve=people"),
    ] {
        let command = [&["review", "new.pgn", "--output", "out.jsonl", "--resume"], options].concat();
        let said = folder.refused(&command, "");
        assert!(said.starts_with("plyd: out.jsonl:1: ") && said.contains(limits), "{said}");
    }
    // What is no line of this command is neither taken for one nor changed.
    folder.file("out.jsonl", format!("{before}{{\"game_index\": 2, \"players\": [null, null]}}\n"));
    refused("new.pgn", &["--resume"], "out.jsonl:3: the line has no fingerprint");
    folder.file("out.jsonl", format!("{before}a line of somebody's text, without an end"));
    refused("new.pgn", &["--resume"], "out.jsonl:3: ");
    // A game that cannot be judged has no line, and fails again.
    fs::remove_file(folder.0.join("out.jsonl")).unwrap();
    folder.file("wrong.pgn", [ANNA_AND_BEN, "1. e5 *\n"].concat());
    for _ in 0..2 {
        assert_eq!(review("wrong.pgn", &["--resume"]).status.code(), Some(2));
        assert_eq!(lines().len(), 2);
    }
    let said = folder.refused(&["review", "old.pgn", "--output", "/dev/null"], "");
    assert!(said.contains("not a regular file"), "{said}");
    assert!(folder.refused(&["review", "old.pgn", "--all", "--resume"], "").contains("--output"));
}

#[test]
fn a_players_review_shows_that_player_alone() {
    let folder = Folder::new("player");
    folder.file("games.pgn", [ANNA_AND_BEN, ANNA_AND_CARL].concat());
    let review = |more: &[&str]| folder.done(&[&["review", "games.pgn", "--nodes", "2000"], more].concat(), "").0;
    let summary = review(&["--player", " aNN a"]);
    assert!(summary.starts_with("games: 3, plies judged: 9\n"), "{summary}");
    assert!(summary.contains("\nAnna ") && !summary.contains("Ben") && !summary.contains("Carl"), "{summary}");
    let cells = |begin: &str| {
        let line = summary.lines().find(|line| line.starts_with(begin)).unwrap();
        line[begin.len()..].split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(cells("openings as white"), ["games", "won", "drawn", "lost", "unfinished"]);
    assert_eq!(cells("Bishop's Opening (C23)"), ["1", "1", "0", "0", "0"]);
    assert_eq!(cells("Italian Game (C50)"), ["1", "0", "1", "0", "0"]);
    assert_eq!(cells("Barnes Opening: Fool's Mate (A00)"), ["1", "1", "0", "0", "0"]);
    let moves = |phase: &str| cells(phase)[0].parse::<u32>().unwrap();
    assert_eq!(moves("first third") + moves("second third") + moves("last third"), 9);
    // In a single game, it is the table that has the player's plies alone.
    let table = review(&["--number", "1", "--player", "ben"]);
    assert!(table.contains("black") && !table.contains("  white  "), "{table}");
    assert!(table.contains("  5  black  Nf6") && table.contains("allows a win in 1"), "{table}");
    let json = review(&["--all", "--player", "ben", "--json"]);
    let plies = |line: &str| serde_json::from_str::<Value>(line).unwrap()["plies"].as_array().unwrap().clone();
    assert_eq!(json.lines().map(|line| plies(line).len()).collect::<Vec<_>>(), [3, 2]);
    let said = folder.refused(&["review", "games.pgn", "--player", "Bne"], "");
    assert!(said.contains("did you mean ben?"), "{said}");
    let said = folder.refused(&["review", "games.pgn", "--number", "1", "--player", "Carl"], "");
    assert!(said.contains("no game has a player Carl"), "{said}");
}

#[test]
fn a_puzzle_says_which_game_and_which_mistake_it_comes_from() {
    let folder = Folder::new("puzzles");
    folder.file("games.pgn", [ANNA_AND_CARL, ANNA_AND_BEN].concat());
    let (epd, _) = folder.done(&["review", "games.pgn", "--all", "--nodes", "2000", "--puzzles"], "");
    let mate = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id \"game 2, ply 6\"; \
                c0 \"Anna - Ben\"; c1 \"mistake: Nf6\";";
    assert!(epd.lines().any(|line| line == mate), "{epd}");
    // What is printed is read, as a state and as a line of a file of positions.
    for line in epd.lines() {
        let (told, _) = folder.done(&["position", "chess", "--state", line], "");
        let told: Value = serde_json::from_str(&told).unwrap();
        let (position, rest) = line.split_once(" bm ").unwrap();
        assert_eq!(told["state"], json!(format!("{position} 0 1")));
        let ignored = json!(["these operations after the position are ignored: bm, id, c0, c1"]);
        assert_eq!(told["warnings"], ignored, "{line}");
        let best = rest.split(';').next().unwrap();
        let labels: Vec<_> = told["legal_moves"].as_array().unwrap().iter().map(|legal| &legal["label"]).collect();
        assert!(labels.contains(&&json!(best)), "{line}");
    }
    // Of one player, the puzzles in which it is this player's move.
    let (bens, _) = folder.done(&["review", "games.pgn", "--nodes", "2000", "--puzzles", "--player", "ben"], "");
    assert!(!bens.contains("bm Qxf7#"), "{bens}");
    let text = "[White \"B \\\"x\\\"; y\"]\n\n1. f3 e5 2. g4 Qh4# 0-1";
    let (epd, _) = folder.done(&["review", "-", "--nodes", "2000", "--puzzles"], text);
    assert!(epd.contains("c0 \"B 'x', y - ?\"; c1 \"mistake: g4\";"), "{epd}");
    let moves = "a3 b2 c1 c2 a1 b3";
    let (json, _) = folder.done(&["review", "-", "--game", "tic-tac-toe", "--depth", "9", "--puzzles"], moves);
    let puzzles: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let puzzle = puzzles.iter().find(|puzzle| puzzle["ply"] == 5).unwrap();
    let source = json!({ "game": "tic-tac-toe", "game_index": 0, "players": [null, null], "ply": 5 });
    assert_eq!((&puzzle["source"], &puzzle["mistake"]), (&source, &json!("a1")));
}

/// A record with characters that turn the text around them.
const TURNED: &str = "[White \"An\u{202e}na\"]\n[Black \"\u{2066}Ben\"]\n\n1. e4 {a \u{61c}b\u{200f}} e5 *\n";

/// The same characters as people see them.
const SEEN: [&str; 3] = ["An\\u202ena", "\\u2066Ben", "a \\u061cb\\u200f"];

fn has_unseen(text: &str) -> bool {
    text.contains(['\u{202e}', '\u{2066}', '\u{9b}', '\u{61c}', '\u{200f}', '\u{1b}'])
}

#[test]
fn files_and_programs_get_a_record_as_it_is_and_people_see_what_is_in_it() {
    let folder = Folder::new("turned");
    folder.file("game.pgn", TURNED);
    let (written, _) = folder.done(&["record", "game.pgn"], "");
    assert!(written.contains("[White \"An\u{202e}na\"]") && written.contains("{a \u{61c}b\u{200f}}"), "{written}");
    let (json, _) = folder.done(&["record", "game.pgn", "--json"], "");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["tags"]["White"], &json["comments"]["1"]),
        (&json!("An\u{202e}na"), &json!("a \u{61c}b\u{200f}"))
    );
    let (annotated, _) = folder.done(&["review", "game.pgn", "--nodes", "100", "--annotate"], "");
    assert!(annotated.contains("[White \"An\u{202e}na\"]"), "{annotated}");
    // The summary and the messages are for people alone.
    let (summary, _) = folder.done(&["review", "game.pgn", "--all", "--nodes", "100"], "");
    assert!(!has_unseen(&summary) && SEEN[..2].iter().all(|seen| summary.contains(seen)), "{summary:?}");
    folder.file("a\u{202e}b.pgn", "[White \"\u{9b}1m\"]\n\n1. e4 {\u{202e}} \u{202e} *");
    for command in [&["record"][..], &["record", "--all"], &["review"], &["review", "--all"], &["play", "--load"]] {
        let said = folder.plyd(&[command, &["a\u{202e}b.pgn"]].concat(), "").stderr;
        let said = String::from_utf8(said).unwrap();
        assert!(!has_unseen(&said) && said.contains(r"plyd: a\u202eb.pgn:"), "{said:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn at_a_terminal_a_record_neither_obeys_nor_turns_anything() {
    if let Err(missing) = SCRIPT.check() {
        return not_run("at_a_terminal_a_record_neither_obeys_nor_turns_anything", &[missing]);
    }
    let folder = Folder::new("terminal");
    folder.file("game.pgn", TURNED);
    let file = folder.0.join("game.pgn").display().to_string();
    for command in ["record FILE", "record FILE --json", "record FILE --all", "review FILE --nodes 100 --annotate"] {
        let printed = at_a_terminal(&command.replace("FILE", &file), &[("TERM", "dumb")], "");
        assert!(!has_unseen(&printed) && SEEN.iter().all(|seen| printed.contains(seen)), "{command}: {printed:?}");
        if let Ok(answer) = serde_json::from_str::<Value>(&printed) {
            assert_eq!(answer["tags"]["White"], "An\u{202e}na");
        }
    }
}

#[test]
fn hostile_files_are_bounded_and_write_no_escapes() {
    let folder = Folder::new("hostile");
    if fs::exists("/dev/zero").unwrap_or(false) {
        let said = folder.refused(&["record", "/dev/zero"], "");
        assert_eq!(said, "plyd: /dev/zero: the file is larger than 256 MiB; split it\n");
    }
    folder.file("wide.pgn", b"\xff\xfe1\0.\0");
    assert!(folder.refused(&["record", "wide.pgn"], "").contains("the file is UTF-16, expected UTF-8"));
    folder.file("escapes.pgn", "1. e4 {\u{1b}[2J\u{9b}1m} e5 2. \u{1b}[2J *");
    let said = folder.refused(&["record", "escapes.pgn"], "");
    assert!(!said.contains(['\u{1b}', '\u{9b}']), "{said:?}");
    let (text, said) = folder.done(&["record", "-"], "1. e4 {\u{1b}[2J\u{9b}1m} e5 1-0");
    assert!(!(text + &said).contains(['\u{1b}', '\u{9b}']), "{said:?}");
}
