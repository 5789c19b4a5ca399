//! Every option of the server at its smallest and its largest value: it works, or an error message says why not.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::programs::{plyd, program};
use crate::server::{TIMEOUT, signal};

use clap::CommandFactory;
use plyd::cli::Cli;

const LARGEST: &str = "18446744073709551615";

/// Options with numbers, with a value that is too large for each.
const NUMBERS: &[&str] = &[
    "workers",
    "queue",
    "max-waiting-per-client",
    "max-running-per-client",
    "max-streams-per-client",
    "table-mb",
    "max-body-bytes",
    "body-timeout-ms",
    "max-connections",
    "max-connections-per-address",
    "head-timeout-ms",
    "idle-timeout-ms",
    "write-timeout-ms",
    "drain-delay-ms",
    "grace-ms",
    "max-nodes",
    "max-time-ms",
    "max-threads-per-request",
    "max-review-plies",
    "max-review-ms",
    "cache-mb",
];

/// The largest values of options with a narrower type or range.
const EDGES: &[(&str, &str)] = &[
    ("workers", "1024"),
    ("queue", "65535"),
    ("table-mb", "32768"),
    ("max-connections", "1000000"),
    ("max-connections-per-address", "1000000"),
    ("max-time-ms", "86400000"),
    ("max-threads-per-request", "1024"),
    ("max-review-plies", "2000"),
    ("max-review-ms", "86400000"),
];

/// Options that are not numbers.
const OTHERS: &[&str] = &[
    "listen",
    "playground",
    "book",
    "warm",
    "log",
    "log-format",
    "help",
    "version",
    "cors-origin",
    "trusted-proxy",
    "metrics-listen",
    "keys",
    "rules",
    "tls-cert",
    "tls-key",
    "otlp-endpoint",
    "otlp-sample",
];

/// How a server reacted to an option.
#[derive(Debug, PartialEq)]
enum End {
    Served,
    /// Its exit code, and its message.
    Refused(Option<i32>, String),
}

fn try_out(name: &str, value: &str) -> End {
    let mut child = plyd()
        .args(["--listen", "127.0.0.1:0", "--log-format", "text", &format!("--{name}"), value])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (tell, told) = mpsc::channel();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    std::thread::spawn(move || {
        for line in stdout.lines().map_while(Result::ok) {
            if let Some((_, after)) = line.split_once("listening address=") {
                let _ = tell.send(after.split(' ').next().unwrap().to_owned());
            }
        }
    });
    if let Ok(address) = told.recv_timeout(TIMEOUT) {
        serves(&address, &format!("--{name} {value}"));
        end(&mut child);
        return End::Served;
    }
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    End::Refused(child.wait().unwrap().code(), said)
}

fn serves(address: &str, option: &str) {
    for path in ["/livez", "/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9"] {
        let deadline = Instant::now() + TIMEOUT;
        let mut answer = get(address, path);
        // With such small limits, a connection's place is free only a moment after its client has read the end, and a
        // millisecond may pass before a search begins or a head has arrived.
        let narrow =
            ["--max-connections 1", "--max-connections-per-address 1"].contains(&option) || option.ends_with("-ms 1");
        let is_answered =
            |answer: &io::Result<String>| answer.as_ref().is_ok_and(|text| text.starts_with("HTTP/1.1 200"));
        while narrow && !is_answered(&answer) && Instant::now() < deadline {
            answer = get(address, path);
        }
        assert!(is_answered(&answer), "{option}: {path}: {answer:?}");
    }
}

fn get(address: &str, path: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    write!(stream, "GET {path} HTTP/1.1\r\nhost: plyd\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// Sends the signal repeatedly, because an option may allow any amount of time, and two signals that arrive together
/// count as one.
fn end(child: &mut Child) {
    let deadline = Instant::now() + TIMEOUT;
    while child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < deadline, "it should end");
        signal(child, "-TERM");
        std::thread::sleep(Duration::from_millis(30));
    }
    let code = child.wait().unwrap().code();
    assert!(matches!(code, Some(0 | 1)), "{code:?}");
}

fn try_each(values: impl IntoIterator<Item = (&'static str, &'static str)>) {
    for (name, value) in values {
        if let End::Refused(code, said) = try_out(name, value) {
            assert!(matches!(code, Some(1 | 2)), "--{name} {value}: {code:?}: {said}");
            assert!(!said.contains("panicked"), "--{name} {value}: {said}");
            let named = said.contains(name) || said.contains("MiB of memory") || said.contains("system refuses");
            assert!(named, "--{name} {value}: {said}");
        }
    }
}

#[test]
fn the_least_of_every_option_works_or_is_refused_with_a_sentence() {
    try_each(NUMBERS.iter().flat_map(|name| [(*name, "0"), (*name, "1")]));
}

#[test]
fn the_largest_of_every_option_works_or_is_refused_with_a_sentence() {
    try_each(NUMBERS.iter().map(|name| (*name, LARGEST)).chain(EDGES.iter().copied()));
}

#[test]
fn every_option_is_tried() {
    let command = Cli::command();
    let serve = command.find_subcommand("serve").unwrap();
    for option in serve.get_arguments().filter_map(clap::Arg::get_long) {
        assert!(NUMBERS.contains(&option) || OTHERS.contains(&option), "{option}");
    }
}

#[test]
fn tables_beyond_the_memory_are_refused_before_it_listens() {
    // More memory than the machine has, and more than the system grants.
    for (limited, options) in
        [("", "--workers 1024 --table-mb 32768"), ("ulimit -v 600000;", "--workers 1 --table-mb 1024")]
    {
        let command = format!("{limited} exec '{}' --listen 127.0.0.1:0 {options}", env!("CARGO_BIN_EXE_plyd"));
        let output = program("sh").args(["-c", &command]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.starts_with("plyd: ") && said.contains("MiB"), "{said}");
        assert!(!String::from_utf8_lossy(&output.stdout).contains("listening"));
    }
}

#[test]
fn proxies_that_are_not_networks_are_refused() {
    assert_eq!(try_out("trusted-proxy", "10.0.0.0/8,fd00::/8,192.0.2.1"), End::Served);
    for (wrong, says) in
        [("proxy", "such as 10.1.2.3"), ("10.0.0.0/64", "such as 10.1.2.3"), ("10.1.0.0/8", "10.0.0.0/8?")]
    {
        let End::Refused(code, said) = try_out("trusted-proxy", wrong) else { panic!("{wrong} was served") };
        assert!(code == Some(2) && said.contains(says), "{wrong}: {said}");
    }
}

#[test]
fn origins_that_no_browser_sends_are_refused() {
    assert_eq!(try_out("cors-origin", "https://example.org,http://localhost:3000"), End::Served);
    for wrong in ["example.org", "https://example.org/", "https://example.org:443"] {
        let End::Refused(code, said) = try_out("cors-origin", wrong) else { panic!("{wrong} was served") };
        assert!(code == Some(2) && said.contains("such as https://example.org"), "{wrong}: {said}");
    }
}
