//! The process: a log that nobody reads, and signals.

use std::fs::File;
#[cfg(target_os = "linux")]
use std::io::{BufRead, BufReader};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::Instant;

use clap::CommandFactory;
use plyd::cli::Cli;
use serde_json::Value;

#[cfg(target_os = "linux")]
use crate::programs::{SCRIPT, not_run, program};
use crate::server::{Server, TIMEOUT};

#[test]
fn a_log_that_nobody_reads_holds_up_nothing() {
    let (reader, writer) = std::io::pipe().unwrap();
    let mut server = Server::start(writer.try_clone().unwrap().into(), writer.into(), &["--log-format", "json"]);
    // More log lines than fit into the pipe and the queue before it. Each connection sends its requests ahead, in one
    // pipeline.
    let long = format!("/{}", "x".repeat(150));
    let mut answers = 0;
    while answers < 30_000 && (answers < 1000 || server.lines_lost() == 0.0) {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let asked = format!("GET {long} HTTP/1.1\r\nhost: plyd\r\n\r\n").repeat(249);
        stream.write_all((asked + "GET /x HTTP/1.1\r\nhost: plyd\r\nconnection: close\r\n\r\n").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answers += answer.matches("HTTP/1.1 404").count();
    }
    assert!(server.lines_lost() > 0.0, "{answers} answers");
    server.signal("-TERM");
    assert_eq!(server.ended().code(), Some(0));
    drop(reader);
}

#[test]
fn a_log_whose_reader_is_gone_ends_nothing() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut server = Server::start(writer.try_clone().unwrap().into(), writer.into(), &[]);
    server.answers_until_lines_are_lost();
    server.signal("-TERM");
    assert_eq!(server.ended().code(), Some(0));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_ends_nothing() {
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let mut server = Server::start(full().into(), full().into(), &["--log-format", "json"]);
    server.answers_until_lines_are_lost();
    server.signal("-TERM");
    assert_eq!(server.ended().code(), Some(0));
}

#[test]
fn sighup_changes_nothing_and_a_second_sigterm_ends_immediately() {
    // Twenty minutes, if the process did not end immediately.
    let slowly = ["--grace-ms", "600000", "--drain-delay-ms", "600000"];
    let mut server = Server::start(Stdio::null(), Stdio::null(), &slowly);
    server.signal("-HUP");
    assert!(server.get("/livez").starts_with("HTTP/1.1 200"));
    server.signal("-TERM");
    let deadline = Instant::now() + TIMEOUT;
    while server.get("/readyz").starts_with("HTTP/1.1 200") {
        assert!(Instant::now() < deadline, "it should drain");
    }
    assert!(server.child.try_wait().unwrap().is_none());
    server.signal("-TERM");
    assert_eq!(server.ended().code(), Some(1));
}

#[test]
fn the_log_has_probes_at_debug_and_paths_cut() {
    let log = std::env::temp_dir().join(format!("plyd-log-{}", std::process::id()));
    let mut server = Server::start(File::create(&log).unwrap().into(), Stdio::null(), &[]);
    server.get("/livez");
    server.get(&format!("/v1/{}", "long".repeat(3_000)));
    server.signal("-TERM");
    server.ended();
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::remove_file(&log).unwrap();
    assert!(!text.contains("livez"), "{text}");
    assert!(text.contains("/v1/longlong"), "{text}");
    assert!(text.lines().all(|line| line.len() < 2000), "{text}");
}

#[test]
fn a_line_of_a_json_log_is_one_flat_object_and_the_first_has_every_option() {
    let log = std::env::temp_dir().join(format!("plyd-json-log-{}", std::process::id()));
    let mut server = Server::start(File::create(&log).unwrap().into(), Stdio::null(), &["--log-format", "json"]);
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    server.ask(&format!(
        "GET /v1/games/bones HTTP/1.1\r\nhost: plyd\r\nx-request-id: seven\r\n\
         traceparent: 00-{trace}-00f067aa0ba902b7-01\r\n"
    ));
    server.signal("-TERM");
    server.ended();
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::remove_file(&log).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    for field in lines.iter().flat_map(|line| line.as_object().unwrap().values()) {
        assert!(!field.is_object(), "{text}");
    }
    let command = Cli::command();
    let serve = command.find_subcommand("serve").unwrap();
    for option in serve.get_arguments().filter(|option| option.get_env().is_some()) {
        let name = option.get_long().unwrap().replace('-', "_");
        assert!(lines[0].get(&name).is_some(), "{name} is not told: {}", lines[0]);
    }
    assert_eq!((&lines[0]["message"], &lines[0]["workers"]), (&"starting".into(), &1.into()));
    let answered = lines.iter().find(|line| line["message"] == "answered").unwrap();
    for (field, value) in [
        ("level", "INFO"),
        ("id", "seven"),
        ("method", "GET"),
        ("route", "/v1/games/{game}"),
        ("path", "/v1/games/bones"),
        ("trace", trace),
        ("client", "127.0.0.1"),
    ] {
        assert_eq!(answered[field], value, "{answered}");
    }
    assert!(answered["status"] == 200 && answered["elapsed_us"].is_u64(), "{answered}");
    assert!(!text.contains("curl"), "{text}");
}

#[test]
#[cfg(target_os = "linux")]
fn example_commands_are_printed_only_at_a_terminal() {
    if let Err(missing) = SCRIPT.check() {
        return not_run("example_commands_are_printed_only_at_a_terminal", &[missing]);
    }
    let options = "--listen 127.0.0.1:0 --workers 1 --table-mb 1";
    // With this, any shell survives the interrupt and prints the status of plyd itself.
    let command = format!("trap : INT; '{}' {options}; echo status $?", env!("CARGO_BIN_EXE_plyd"));
    let mut script = program("script");
    script.args(["--quiet", "--command", &command, "/dev/null"]).env("SHELL", "/bin/sh");
    let mut script = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(script.stdout.take().unwrap()).lines().map_while(Result::ok);
    let page = lines.find(|line| line.contains("Play at")).expect("the page's address");
    assert!(page.trim().starts_with("Play at http://127.0.0.1:"), "{page}");
    let hint = lines.find(|line| line.contains("/search")).expect("commands to try");
    assert!(hint.starts_with("  curl http://127.0.0.1:"), "{hint}");
    // The interrupt from the terminal.
    script.stdin.take().unwrap().write_all(b"\x03").unwrap();
    let rest: Vec<String> = lines.collect();
    assert_eq!(rest.last().map(|line| line.trim()), Some("status 0"), "{rest:#?}");
    script.wait().unwrap();
}
