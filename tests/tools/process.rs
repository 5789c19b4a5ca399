//! The process: an unread log, and signals.

use std::fs::File;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::Instant;

use crate::server::{Server, TIMEOUT};

#[test]
fn a_log_that_nobody_reads_holds_up_nothing() {
    let (reader, writer) = std::io::pipe().unwrap();
    let mut server = Server::start(writer.try_clone().unwrap().into(), writer.into(), &["--log-format", "json"]);
    // More than a pipe and the queue before it hold, in pipelines as long as a connection may send ahead.
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
    for _ in 0..20 {
        assert!(server.get("/v1/games").starts_with("HTTP/1.1 200"));
    }
    assert!(server.lines_lost() > 0.0);
    server.signal("-TERM");
    assert_eq!(server.ended().code(), Some(0));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_ends_nothing() {
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let mut server = Server::start(full().into(), full().into(), &["--log-format", "json"]);
    for _ in 0..20 {
        assert!(server.get("/v1/games").starts_with("HTTP/1.1 200"));
    }
    assert!(server.lines_lost() > 0.0);
    server.signal("-TERM");
    assert_eq!(server.ended().code(), Some(0));
}

#[test]
fn a_signal_to_hang_up_changes_nothing_and_a_second_one_to_end_ends_at_once() {
    // Twenty minutes, if it did not end at once.
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
    server.get(&format!("/v1/{}", "long".repeat(10_000)));
    server.signal("-TERM");
    server.ended();
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::remove_file(&log).unwrap();
    assert!(!text.contains("livez"), "{text}");
    assert!(text.contains("/v1/longlong"), "{text}");
    assert!(text.lines().all(|line| line.len() < 2000), "{text}");
}
