//! A fault affects at most one request, and a metric counts it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use crate::common::clock::TIMEOUT;
use crate::common::server::{Server, metric, until};
use plyd::pool::PoolError;

#[tokio::test]
async fn a_panic_in_a_search_is_an_error_of_its_caller_alone() {
    let server = Server::new(1, 4);
    let deadline = Instant::now() + TIMEOUT;
    for _ in 0..3 {
        let lost = server.service.pool.run(deadline, |_, _, _| -> () { panic!("a bug in a game") }).await;
        assert_eq!(lost, Err(PoolError::Panicked));
        assert_eq!(server.get("/v1/games/bones/search").await.status, 200);
    }
    assert_eq!(metric(&server.service, "plyd_pool_panics_total").await, 3.0);
}

#[tokio::test]
async fn a_full_queue_is_counted() {
    let server = Server::endless(1, 1);
    let deadline = Instant::now() + TIMEOUT;
    let (release, released) = std::sync::mpsc::channel::<()>();
    let (began, begun) = tokio::sync::oneshot::channel();
    let busy = server.service.pool.submit(deadline, move |_, _, _| {
        let _ = began.send(());
        let _ = released.recv();
    });
    begun.await.unwrap();
    let waiting = server.service.pool.submit(deadline, |_, _, _| ());
    for _ in 0..5 {
        server.get("/v1/games/chess/search?depth=1").await.assert_problem(503, "overloaded", None);
    }
    assert_eq!(metric(&server.service, "plyd_pool_shed_total{reason=\"queue_full\"}").await, 5.0);
    assert_eq!(metric(&server.service, "plyd_pool_queue_depth{priority=\"interactive\"}").await, 1.0);
    drop(release);
    busy.unwrap().await.unwrap();
    waiting.unwrap().await.unwrap();
    assert_eq!(server.get("/v1/games/bones/search").await.status, 200);
}

#[tokio::test]
async fn games_warm_up_behind_requests() {
    let server = Server::new(1, 4);
    let deadline = Instant::now() + TIMEOUT;
    let hold = || {
        let (release, released) = std::sync::mpsc::channel::<()>();
        let held = server.service.short_jobs.submit(deadline, move |_, _, _| released.recv().unwrap_or_default());
        (release, held.unwrap())
    };
    let run = "plyd_short_jobs_run_seconds_count";
    let (release, busy) = hold();
    let asks = async {
        until(&server.service, "plyd_short_jobs_queue_depth{priority=\"batch\"}", 1.0).await;
        let (release_again, asked) = hold();
        drop(release);
        busy.await.unwrap();
        until(&server.service, "plyd_short_jobs_queue_depth{priority=\"interactive\"}", 0.0).await;
        assert_eq!(metric(&server.service, run).await, 1.0, "the request is next");
        drop(release_again);
        asked.await.unwrap();
    };
    tokio::join!(asks, server.service.warm_up());
    let games = server.service.catalogue.games().len() as f64;
    assert_eq!(metric(&server.service, run).await, 2.0 + games, "and then every game once");
    assert_eq!(metric(&server.service, "plyd_short_jobs_panics_total").await, 0.0);
}

/// A server in a separate process, which is killed at the end of the test.
struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    /// Starts the server after this shell command.
    fn start(limit: &str) -> Self {
        let command = format!("{limit}; exec '{}'", env!("CARGO_BIN_EXE_plyd"));
        let mut shell = Command::new("sh");
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("PLYD_")) {
            shell.env_remove(name);
        }
        let mut child = shell
            .args([
                "-c",
                &(command + " --listen 127.0.0.1:0 --workers 1 --log-format json --max-connections-per-address 10000"),
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines.find_map(|line| {
            let line: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
            line["address"].as_str().map(|address| address.parse().unwrap())
        });
        // Reads the rest, so that the pipe does not fill up.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address: address.expect("the server tells its address") }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a request and reads the answer. The connection stays open.
fn get(stream: &mut TcpStream, path: &str) -> String {
    write!(stream, "GET {path} HTTP/1.1\r\nhost: plyd\r\n\r\n").unwrap();
    let mut answer = String::new();
    loop {
        if let Some((head, body)) = answer.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
            if body.len() >= length.parse().unwrap() {
                return answer;
            }
        }
        let mut some = [0; 8192];
        let count = stream.read(&mut some).unwrap();
        assert!(count > 0, "closed after {answer:?}");
        answer.push_str(&String::from_utf8_lossy(&some[..count]));
    }
}

#[test]
fn the_limit_on_file_descriptors_is_raised() {
    let server = Process::start("ulimit -Sn 40");
    // Each sends a request immediately, because a connection without a request is closed after a while.
    let mut open = Vec::new();
    for _ in 0..150 {
        let mut stream = server.connect();
        assert!(get(&mut stream, "/v1/games/bones").starts_with("HTTP/1.1 200"));
        open.push(stream);
    }
}

#[test]
fn there_are_no_more_connections_than_file_descriptors() {
    let mut server = Process::start("ulimit -n 80");
    let mut first = server.connect();
    assert!(get(&mut first, "/v1/games/bones").starts_with("HTTP/1.1 200"));
    let mut many: Vec<TcpStream> = (0..60).map(|_| server.connect()).collect();
    assert!(get(&mut many[0], "/v1/games/bones").starts_with("HTTP/1.1 200"));
    let (mut end, mut last) = (String::new(), many.pop().unwrap());
    let _ = write!(last, "GET /v1/games/bones HTTP/1.1\r\nhost: plyd\r\n\r\n");
    let _ = last.read_to_string(&mut end);
    assert!(end.is_empty() || end.starts_with("HTTP/1.1 503"), "{end}");
    let metrics = get(&mut first, "/metrics");
    assert!(metrics.contains("\nplyd_accept_errors_total 0\n"), "it never runs out of them");
    drop(many);
    let deadline = Instant::now() + TIMEOUT;
    // Until the others are closed, a new connection may be reset.
    let is_served = || {
        let (mut stream, mut begin) = (server.connect(), [0; 12]);
        let asked = write!(stream, "GET /v1/games/bones HTTP/1.1\r\nhost: plyd\r\n\r\n");
        asked.is_ok() && stream.read_exact(&mut begin).is_ok() && begin == *b"HTTP/1.1 200"
    };
    while !is_served() {
        assert!(Instant::now() < deadline, "there is room again");
    }
    assert!(server.child.try_wait().unwrap().is_none());
}
