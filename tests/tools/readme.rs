//! README does what it says: its requests have the answers that it shows, and its game loops each play a whole game
//! against a server, in the shell (with curl), in JavaScript (node) and in Python.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::server::Server;

fn readme() -> String {
    std::fs::read_to_string("README.md").unwrap()
}

/// What differs from run to run and from build to build.
const OF_THE_MOMENT: [&str; 5] = ["elapsed_us", "queued_us", "nodes_per_second", "engine", "request_id"];

/// Everything that is in `part` is in `whole`, at the same place; lists are equally long.
fn is_part_of(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => part.iter().all(|(key, value)| {
            whole.get(key).is_some_and(|other| OF_THE_MOMENT.contains(&key.as_str()) || is_part_of(value, other))
        }),
        (Value::Array(part), Value::Array(whole)) => {
            part.len() == whole.len() && part.iter().zip(whole).all(|(part, whole)| is_part_of(part, whole))
        }
        _ => part == whole,
    }
}

#[test]
fn a_request_has_the_answer_that_is_shown() {
    let server = Server::start(Stdio::null(), Stdio::null(), &[]);
    let readme = readme();
    let (mut answers, mut shown_whole) = (0, 0);
    for (before, after) in readme.match_indices("\n```\n\n```json\n").map(|(at, _)| readme.split_at(at)) {
        let request = before.rsplit_once("```sh\n").unwrap().1;
        let shown = after.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
        let given = output_of(&["sh"], &request.replace("localhost:8080", &server.address.to_string()));
        let shown: Value = serde_json::from_str(shown).unwrap();
        let given = serde_json::from_str(&given).unwrap();
        assert!(is_part_of(&shown, &given), "{request}\nshown: {shown}\ngiven: {given}");
        answers += 1;
        shown_whole += usize::from(is_part_of(&given, &shown));
    }
    assert_eq!(answers, 3);
    assert_eq!(shown_whole, 2, "the first answer and the problem are shown whole");
}

/// The one fenced block of README in this language that goes on with `next`.
fn game_loop(language: &str) -> String {
    let readme = readme();
    let fence = format!("\n```{language}\n");
    let blocks = readme.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap());
    let loops: Vec<_> = blocks.filter(|block| block.contains("next")).collect();
    assert_eq!(loops.len(), 1, "README has one game loop in {language}");
    loops[0].to_owned()
}

/// What the program prints with the script as its input.
fn output_of(program: &[&str], script: &str) -> String {
    let mut command = Command::new(program[0]);
    command.args(&program[1..]).env("no_proxy", "127.0.0.1").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("this test runs {}: {error}", program[0]));
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    // What README's examples print fits into a pipe that nobody reads yet.
    let patience = Instant::now() + Duration::from_secs(60);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > patience {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{} should have played to the end:\n{script}", program[0]);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{} ended with {}:\n{script}", program[0], output.status);
    String::from_utf8(output.stdout).unwrap()
}

/// Plays README's loop in this language, and holds what it printed against the rules and against README.
fn plays_a_whole_game(language: &str, program: &[&str]) {
    let server = Server::start(Stdio::null(), Stdio::null(), &[]);
    let script = game_loop(language);
    assert_eq!(script.matches("localhost:8080").count(), 1, "{script}");
    let printed = output_of(program, &script.replace("localhost:8080", &server.address.to_string()));
    let plies: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {printed}"))).collect();

    // A board that is full after nine plies of alternate sides, none of them the end before the last.
    assert_eq!(plies.len(), 9, "{printed}");
    for (ply, line) in plies.iter().enumerate() {
        assert_eq!(line[0], if ply % 2 == 0 { "X" } else { "O" }, "{printed}");
        assert_eq!(line[2].is_null(), ply < 8, "{printed}");
    }
    let moves: Vec<_> = plies.iter().map(|line| line[1].as_str().unwrap()).collect();
    let answer = server.get(&format!("/v1/games/tic-tac-toe/position?moves={}", moves.join(",")));
    assert!(answer.starts_with("HTTP/1.1 200"), "{printed}{answer}");
    let position: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    assert_eq!(position["over"], true, "{printed}{position}");
    assert_eq!(position["outcome"], plies[8][2], "{printed}{position}");
    assert_eq!(position["outcome"]["winner"], json!(null), "both sides play perfectly: {printed}");

    let readme = readme();
    let last = readme.split_once("the last of nine lines ends with `").unwrap().1.split('`').next().unwrap();
    assert_eq!(plies[8][2], serde_json::from_str::<Value>(last).unwrap(), "{printed}");
}

#[test]
fn the_loop_in_the_shell_plays_a_whole_game() {
    plays_a_whole_game("sh", &["sh"]);
}

#[test]
fn the_loop_in_javascript_plays_a_whole_game() {
    plays_a_whole_game("js", &["node", "--input-type=module"]);
}

#[test]
fn the_loop_in_python_plays_a_whole_game() {
    plays_a_whole_game("python", &["python3", "-"]);
}
