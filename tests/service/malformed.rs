//! Malformed HTTP over real sockets is refused with 4xx, and the rest of the connection is not read. hyper accepts more
//! than a server behind a proxy should. A proxy refuses what hyper accepts, or makes it unambiguous (`deploy/fronts`).

use crate::common::server::Server;
use crate::common::socket::{LISTENER, Open, open, rest};
use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

const SEARCH: &str = "POST /v1/games/tic-tac-toe/search HTTP/1.1\r\ncontent-type: application/json\r\n";

/// Everything that the server answers to these bytes until it closes. It has to close although the client does not, and
/// not because of a timeout: the clock is stopped.
async fn say(open: &Open, bytes: &str) -> String {
    rest(open.send(bytes).await).await
}

#[track_caller]
fn assert_refused(said: &str, answer: &str) {
    let status = answer.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)).unwrap_or("none");
    assert!(status.starts_with('4'), "{said:?}: {answer:?}");
    assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{said:?}: what follows was read too: {answer}");
}

/// The problem document in an answer.
fn problem(answer: &str) -> Value {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.contains("content-type: application/problem+json"), "{head}");
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

const PAGE: &str = "GET /v1/games/bones HTTP/1.1\r\nhost: plyd\r\n\r\n";

/// A second request, which must not be answered.
const SMUGGLED: &str = "GET /livez HTTP/1.1\r\nhost: plyd\r\n\r\n";

#[tokio::test]
async fn requests_that_could_be_read_in_two_ways_are_refused_and_the_connection_closed() {
    let open = open(LISTENER).await;
    for fields in [
        // Two lengths.
        "content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        "transfer-encoding: chunked\r\ncontent-length: 2\r\n\r\n0\r\n\r\n",
        "content-length: 2\r\ncontent-length: 40\r\n\r\n{}",
        "content-length: 2, 2\r\n\r\n{}",
        // Invalid lengths.
        "content-length: +2\r\n\r\n{}",
        "content-length: -2\r\n\r\n{}",
        "content-length: 2a\r\n\r\n{}",
        "content-length: 0x2\r\n\r\n{}",
        "content-length: \r\n\r\n{}",
        "content-length: 18446744073709551616\r\n\r\n{}",
        // Encodings that one server takes for chunked and another does not.
        "transfer-encoding: xchunked\r\n\r\n0\r\n\r\n",
        "transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        "transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n",
        "transfer-encoding: \"chunked\"\r\n\r\n0\r\n\r\n",
        "transfer-encoding:\x0bchunked\r\n\r\n0\r\n\r\n",
        "transfer-encoding : chunked\r\n\r\n0\r\n\r\n",
        " transfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        "x: y\r\n transfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        "transfer-encoding:\r\n chunked\r\n\r\n0\r\n\r\n",
        "transfer_encoding: chunked\r\ntransfer-encoding: gzip\r\n\r\n0\r\n\r\n",
        // Lines with other endings, or with characters that no line may contain.
        "x: y\rcontent-length: 2\r\n\r\n{}",
        "x: a\0b\r\ncontent-length: 2\r\n\r\n{}",
        "x\0: y\r\ncontent-length: 2\r\n\r\n{}",
        "content-length : 2\r\n\r\n{}",
        "x y: z\r\ncontent-length: 2\r\n\r\n{}",
        ": y\r\ncontent-length: 2\r\n\r\n{}",
        "no colon\r\ncontent-length: 2\r\n\r\n{}",
    ] {
        let said = format!("{SEARCH}host: plyd\r\n{fields}{SMUGGLED}");
        assert_refused(&said, &say(&open, &said).await);
    }
    for line in [
        "GET /livez\r\n",
        "GET  /livez HTTP/1.1\r\n",
        "GET /livez HTTP/1.1 \r\n",
        "GET /livez HTTP/1.2\r\n",
        "GET /livez HTTP/3.0\r\n",
        "GET /livez HTTP/11\r\n",
        "GET /li\0vez HTTP/1.1\r\n",
        "G@T /livez HTTP/1.1\r\n",
        "GET livez HTTP/1.1\r\n",
        "PRI * HTTP/2.0\r\n",
        "\x16\x03\x01\x02\0\x01\0\x01\r\n",
    ] {
        let said = format!("{line}host: plyd\r\n\r\n{SMUGGLED}");
        let answer = say(&open, &said).await;
        // For another version, the server closes without an answer.
        if !(line.contains("HTTP/2.0") && answer.is_empty()) {
            assert_refused(&said, &answer);
        }
    }
    assert!(say(&open, &SMUGGLED.replace("host", "connection: close\r\nhost")).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn chunks_that_could_be_read_in_two_ways_are_refused_and_the_connection_closed() {
    let open = open(LISTENER).await;
    for body in [
        "2\n{}\r\n0\r\n\r\n",
        "2\r\n{}\n0\r\n\r\n",
        "2\r\n{}}\r\n0\r\n\r\n",
        "2;x\n{}\r\n0\r\n\r\n",
        "0x2\r\n{}\r\n0\r\n\r\n",
        "-2\r\n{}\r\n0\r\n\r\n",
        "\r\n{}\r\n0\r\n\r\n",
        "fffffffffffffffff\r\n{}\r\n0\r\n\r\n",
    ] {
        let said = format!("{SEARCH}host: plyd\r\ntransfer-encoding: chunked\r\n\r\n{body}{SMUGGLED}");
        let answer = say(&open, &said).await;
        assert_refused(&said, &answer);
        assert_eq!(problem(&answer)["code"], "bad_request", "{answer}");
    }
}

#[tokio::test]
async fn requests_before_a_malformed_one_are_answered() {
    let open = open(LISTENER).await;
    let answer = say(&open, &format!("{PAGE}GET /livez HTTP/1.1\r\nno colon\r\nhost: plyd\r\n\r\n{SMUGGLED}")).await;
    let statuses: Vec<&str> = answer.split("HTTP/1.1 ").skip(1).map(|answer| &answer[..3]).collect();
    assert_eq!(statuses, ["200", "400"], "{answer}");
}

#[tokio::test]
async fn every_request_names_exactly_one_host() {
    let open = open(LISTENER).await;
    for (target, hosts, says) in [
        ("/livez", "", "Host is missing"),
        ("/livez", "host: plyd\r\nhost: plyd\r\n", "given twice"),
        ("/livez", "host: plyd\r\nHost: other\r\n", "given twice"),
        ("/livez", "host:\r\n", "not a valid host name"),
        ("/livez", "host: :80\r\n", "not a valid host name"),
        ("/livez", "host: a b\r\n", "not a valid host name"),
        ("/livez", "host: a/b\r\n", "not a valid host name"),
        ("/livez", "host: user@plyd\r\n", "not a valid host name"),
        ("/livez", "host: plyd:x\r\n", "not a valid host name"),
        ("/livez", "host: plyd:99999\r\n", "not a valid host name"),
        ("/livez", "host: a, b\r\n", "not a valid host name"),
        ("http://other/livez", "host: plyd\r\n", "different hosts"),
        ("http://plyd:81/livez", "host: plyd\r\n", "different hosts"),
        ("http://user@plyd/livez", "host: plyd\r\n", "contains a user name"),
    ] {
        let said = format!("GET {target} HTTP/1.1\r\n{hosts}\r\n{SMUGGLED}");
        let answer = say(&open, &said).await;
        assert_refused(&said, &answer);
        let problem = problem(&answer);
        assert_eq!((&problem["code"], &problem["status"]), (&"bad_request".into(), &400.into()), "{said:?}");
        assert!(problem["detail"].as_str().unwrap().contains(says), "{said:?}: {problem}");
    }
    for (target, hosts) in [
        ("/livez", "host: plyd\r\n"),
        ("/livez", "host: plyd:8080\r\n"),
        ("/livez", "host: [::1]:8080\r\n"),
        ("/livez", "host: 127.0.0.1:\r\n"),
        ("http://plyd:80/livez", "host: PLYD:80\r\n"),
    ] {
        let said = format!("GET {target} HTTP/1.1\r\n{hosts}connection: close\r\n\r\n");
        let answer = say(&open, &said).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{said:?}: {answer}");
    }
    let old = say(&open, "GET /livez HTTP/1.0\r\n\r\n").await;
    assert!(old.starts_with("HTTP/1.0 200"), "HTTP/1.0 knows no Host: {old}");
}

#[tokio::test]
async fn heads_and_bodies_that_are_too_large_or_too_deep_are_refused() {
    let open = open(LISTENER).await;
    let post = |body: &str| {
        let length = body.len();
        format!("{SEARCH}host: plyd\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}")
    };
    for (said, status) in [
        (format!("GET /livez HTTP/1.1\r\nhost: plyd\r\nx: {}\r\n\r\n", "y".repeat(12_000)), "200"),
        (format!("GET /livez HTTP/1.1\r\nhost: plyd\r\nx: {}\r\n\r\n", "y".repeat(24_000)), "431"),
        (format!("GET /livez HTTP/1.1\r\nhost: plyd\r\n{}\r\n", "x: yyyyyyyyyyyyyyyyyyyy\r\n".repeat(90)), "200"),
        (format!("GET /livez HTTP/1.1\r\nhost: plyd\r\n{}\r\n", "x: y\r\n".repeat(1000)), "431"),
        (format!("GET /livez HTTP/1.1\r\nhost: plyd\r\nx: {}\r\n\r\n", "y".repeat(95 << 10)), "431"),
        (format!("GET /livez?{} HTTP/1.1\r\nhost: plyd\r\n\r\n", "y".repeat(70 << 10)), "431"),
        (format!("GET /{} HTTP/1.1\r\nhost: plyd\r\nconnection: close\r\n\r\n", "y".repeat(12_000)), "404"),
        (post(&"[".repeat(4000)), "400"),
        (post(&format!("{}{}", "{\"state\":".repeat(400), "}".repeat(400))), "400"),
        (post(&format!("{{\"state\":{}{}}}", "[".repeat(1000), "]".repeat(1000))), "4"),
        (post(&" ".repeat(Server::MAX_BODY_BYTES + 1)), "413"),
    ] {
        let said = said.replace("host: plyd\r\nx", "host: plyd\r\nconnection: close\r\nx");
        let answer = say(&open, &said).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{:?}…: {answer:?}", &said[..60]);
    }
}

#[tokio::test]
async fn a_head_that_never_ends_is_refused() {
    let open = open(LISTENER).await;
    let mut stream = TcpStream::connect(open.address).await.unwrap();
    stream.write_all(b"GET /livez HTTP/1.1\r\nhost: plyd\r\nx: ").await.unwrap();
    // The server may close before it has received everything.
    for _ in 0..64 {
        if stream.write_all(&[b'y'; 4096]).await.is_err() {
            break;
        }
    }
    let answer = rest(stream).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
}

#[tokio::test]
async fn expectations_other_than_100_continue_are_refused() {
    let open = open(LISTENER).await;
    for fields in ["expect: 200-ok", "expect: 100-continue, gold", "expect: 100-continue\r\nexpect: gold", "expect:"] {
        let said = format!("GET /livez HTTP/1.1\r\nhost: plyd\r\n{fields}\r\n\r\n{SMUGGLED}");
        let answer = say(&open, &said).await;
        assert!(answer.starts_with("HTTP/1.1 417 "), "{fields}: {answer}");
        assert_refused(&said, &answer);
        assert_eq!(problem(&answer)["code"], "expectation_failed");
    }
    let said =
        format!("{SEARCH}host: plyd\r\nexpect: 100-Continue\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{{}}");
    let answer = say(&open, &said).await;
    assert!(answer.contains("HTTP/1.1 200 OK"), "{answer}");
}
