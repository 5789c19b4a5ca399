//! The binary as a person runs it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Output, Stdio};

use serde_json::Value;

use crate::programs;
use crate::server::{Port, signal};

fn plyd(arguments: &[&str]) -> Output {
    programs::plyd().args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn search_and_position_print_the_services_json() {
    let search = plyd(&["search", "tic-tac-toe", "--state", "XOX/OX./..O", "--depth", "9"]);
    assert!(search.status.success());
    let answer: Value = serde_json::from_slice(&search.stdout).unwrap();
    assert_eq!((&answer["move"], &answer["stats"]["minimax_nodes"]), (&"a1".into(), &12.into()));
    let position = plyd(&["position", "tree", "--state", "[[3,12],5]", "--moves", "0,1"]);
    let answer: Value = serde_json::from_slice(&position.stdout).unwrap();
    assert_eq!((&answer["state"], &answer["over"]), (&12.into(), &true.into()));
}

#[test]
fn a_position_and_its_grades_are_told_in_words() {
    let told =
        |arguments: &[&str]| text(&plyd(&[arguments, &["tic-tac-toe", "--state", "XOX/OX./..O"]].concat()).stdout);
    let position = told(&["position", "--text"]);
    for said in ["3  X  O  X\n", "\n\nX to move", "stones in a row", "a1"] {
        assert!(position.contains(said), "{position}");
    }
    let graded = ["grade", "tic-tac-toe", "a1", "b1", "zz", "--text", "--rank", "--state", "XOX/OX./..O"];
    let graded = text(&plyd(&graded).stdout);
    let grades = graded.strip_prefix(&position).unwrap();
    assert!(grades.starts_with("\na1: best, rank 1\nb1: ") && grades.contains("\nzz: illegal, "), "{grades}");
}

#[test]
fn the_first_help_fits_on_a_screen_and_points_on() {
    let help = text(&plyd(&["--help"]).stdout);
    assert!((24..=40).contains(&help.lines().count()), "{} lines:\n{help}", help.lines().count());
    for said in ["games", "play", "serve --help", "http://127.0.0.1:8080/"] {
        assert!(help.contains(said), "{said}:\n{help}");
    }
    assert_eq!(text(&plyd(&["-h"]).stdout).lines().count(), help.lines().count());
    let serve = text(&plyd(&["serve", "--help"]).stdout);
    assert!(serve.contains("--listen") && serve.contains("PLYD_LISTEN"), "{serve}");
    let version = format!("plyd {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(text(&plyd(&["--version"]).stdout), version);
}

#[test]
fn games_are_listed_with_their_titles() {
    let games = text(&plyd(&["games"]).stdout);
    assert!(games.lines().any(|line| line.starts_with("connect-four ") && line.ends_with(" Connect Four")), "{games}");
    let answer: Value = serde_json::from_slice(&plyd(&["games", "--json"]).stdout).unwrap();
    assert_eq!(answer["games"].as_array().unwrap().len(), games.lines().count());
}

#[test]
fn a_reader_that_leaves_ends_a_command_without_a_word() {
    for arguments in
        [&["draw", "tic-tac-toe", "--depth", "4", "--max-nodes", "5000"][..], &["games"], &["search", "nim"]]
    {
        let mut child = programs::plyd().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn two_evaluations_of_one_game_are_those_of_the_same_rules() {
    let begin = ["match", "nim", "--first", "depth=1", "--second", "depth=1", "--games", "2", "--second-game"];
    let with = |game| plyd(&[&begin[..], &[game]].concat());
    assert!(with("nim").status.success());
    let refused = text(&with("chess").stderr);
    assert!(refused.contains("--second-game: nim and chess start differently"), "{refused}");
}

#[test]
fn perft_prints_the_count_last_on_standard_output() {
    let perft = plyd(&["perft", "tic-tac-toe", "--depth", "5"]);
    assert_eq!((text(&perft.stdout).as_str(), perft.status.code()), ("15120\n", Some(0)));
    let from = plyd(&["perft", "tic-tac-toe", "--depth", "2", "--state", "XOX/OX./..O"]);
    assert_eq!(text(&from.stdout), "4\n");
}

#[test]
fn bad_usage_exits_2_with_a_clear_line() {
    for (arguments, says) in [
        (&["search", "tictoctoe"][..], "plyd: there is no game \"tictoctoe\"; did you mean tictactoe?\n"),
        (&["search", "poker"], "plyd: there is no game \"poker\"; the command games lists them\n"),
        (&["search", "tic-tac-toe", "--depth", "10"], "plyd: --depth is above the published limit of 9"),
        (&["search", "tic-tac-toe", "--depth", "-1"], "plyd: --depth: expected a whole number, 0 or more, found -1"),
        (&["search", "nim", "--time-ms", "0"], "plyd: --time-ms is 0, expected at least 1"),
        (
            &["search", "nim", "--multi-pv", "2", "--level", "2"],
            "plyd: --multi-pv cannot be combined with --level; only --time-ms can\n",
        ),
        (&["search", "tic-tac-toe", "--state", "XO"], "plyd: --state: the board has 2 cells, expected 9"),
        (
            &["position", "tic-tac-toe", "--moves", "b2,b2"],
            "plyd: --moves[1]: \"b2\" cannot be played here; legal moves",
        ),
        (&["search", "chess", "--depth", "4", "--algorithm", "minimax"], "above the published limit of 3 for minimax"),
        (
            &["search", "tree", "--state", "[[3,12"],
            "plyd: --state: not JSON: EOF while parsing a list at line 1 column 6",
        ),
        (&["search", "tree", "--state", "[1000001]"], "1000001, expected a whole number within ±1,000,000"),
        (&["match", "nim", "--first", "depth=1", "--second", "depth=1", "--games", "3"], "expected an even number"),
        (&["match", "nim", "--first", "depth=0", "--second", "depth=1"], "plyd: --first: depth is 0, expected"),
        (&["perft", "tic-tac-toe"], "--depth"),
        (&["--listen", "here"], "--listen"),
        (&["--log", "plyd=loud"], "--log"),
        (&["fly"], "unrecognized subcommand 'fly'"),
        (&["--port", "80"], "--listen 127.0.0.1:8080"),
        (&["serve", "--host=0.0.0.0"], "--listen 127.0.0.1:8080"),
        (&["-v"], "-V prints the version"),
        (&["version"], "tip: plyd --version"),
        (&["hint", "chess"], "tip: plyd play GAME"),
        (&["puzzles"], "tip: plyd review FILE --puzzles"),
        (&["analyse", "game.pgn"], "plyd review FILE"),
        (&["rule", "chess"], "tip: plyd position GAME --text"),
    ] {
        let output = plyd(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(says), "{arguments:?}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty());
    }
}

/// A server on a free port, which is killed when this is dropped.
struct Running {
    child: Child,
    address: String,
    lines: Vec<String>,
}

impl Running {
    fn start(variables: &[(&str, &str)]) -> Self {
        let mut command = programs::plyd();
        command.env("PLYD_LISTEN", "127.0.0.1:0").envs(variables.iter().copied());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = Vec::new();
        for line in BufReader::new(child.stdout.as_mut().unwrap()).lines().map_while(Result::ok) {
            let listening = line.contains("listening");
            lines.push(line);
            if listening {
                break;
            }
        }
        let after = lines.last().unwrap().split("127.0.0.1:").nth(1).expect("the chosen address is logged");
        let port: String = after.chars().take_while(char::is_ascii_digit).collect();
        Self { child, address: format!("127.0.0.1:{port}"), lines }
    }

    fn get(&self, target: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {target} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_serves_over_a_socket_answers_its_health_check_and_stops_on_a_signal() {
    // The port is free when the server has stopped.
    let port = Port::new();
    let listen = port.address.to_string();
    let mut server = Running::start(&[("PLYD_WORKERS", "1"), ("PLYD_LISTEN", &listen)]);
    assert!(server.get("/livez").starts_with("HTTP/1.1 200 OK\r\n"));
    let answer = server.get("/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9");
    assert!(answer.contains("\"move\":\"a1\""), "{answer}");
    let listen = ["healthcheck", "--listen", &server.address];
    assert_eq!(plyd(&listen).status.code(), Some(0));
    assert!(signal(&server.child, "-TERM"));
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    let gone = plyd(&listen);
    assert_eq!(gone.status.code(), Some(1));
    assert!(text(&gone.stderr).contains("cannot reach the server at"));
}

#[test]
fn a_json_log_is_json_on_every_line() {
    let server = Running::start(&[("PLYD_LOG_FORMAT", "json")]);
    for line in &server.lines {
        serde_json::from_str::<Value>(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    }
}

#[test]
fn an_address_that_is_taken_is_a_failure_not_bad_usage() {
    let server = Running::start(&[]);
    let second = plyd(&["--listen", &server.address]);
    assert_eq!(second.status.code(), Some(1));
    assert!(text(&second.stderr).contains("cannot listen on"));
}
