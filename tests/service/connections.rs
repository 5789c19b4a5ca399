//! Connections over real sockets, and their timeouts, with a clock that the tests move.
//!
//! The file is long because every kind of client meets the same server here.

use std::time::Duration;

use crate::common::clock::{settle, with_timeout};
use crate::common::server::{Server, metric, until};
use crate::common::socket::{LISTENER, Open, open, open_with, rest};
use plyd::http::{Listener, Network};
use plyd::search::{Engine, Stop};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// A request that ends only when it is stopped.
const ENDLESS: &str = "GET /v1/games/gomoku/search?depth=30&time_ms=600000 HTTP/1.1\r\nhost: plyd\r\n\r\n";
const SEARCH: &str = "GET /v1/games/bones/search HTTP/1.1\r\nhost: plyd\r\n\r\n";
/// The connection may continue after this request.
const PAGE: &str = "GET /v1/games/bones HTTP/1.1\r\nhost: plyd\r\n\r\n";
const LIVE: &str = "GET /livez HTTP/1.1\r\nhost: plyd\r\n\r\n";
const OPEN: &str = "plyd_connections_open";
const BUSY: &str = "plyd_pool_busy_workers";
const PAGES: &str = "http_server_requests_total{http_request_method=\"GET\",http_response_status_code=\"200\",http_route=\"/v1/games/{game}\"}";
const MS: Duration = Duration::from_millis(1);

/// The same request, as the last one on its connection.
fn last(request: &str) -> String {
    request.replace("host", "connection: close\r\nhost")
}

fn closed(reason: &str) -> String {
    format!("plyd_connections_refused_total{{reason=\"{reason}\"}}")
}

#[tokio::test]
async fn clients_that_are_slow_with_their_head_are_closed() {
    let open = open(LISTENER).await;
    let begun = ["", "P", "PRI * HT", "GET /livez HTTP/1.1\r\nhost: pl", "\r\n"];
    let mut clients = Vec::new();
    for text in begun {
        clients.push(open.send(text).await);
    }
    until(&open.service, OPEN, 5.0).await;
    open.clock.pass(LISTENER.head_timeout - MS).await;
    assert_eq!(metric(&open.service, OPEN).await, 5.0, "each has the whole time");
    open.clock.pass(2 * MS).await;
    for (text, client) in begun.into_iter().zip(clients) {
        assert_eq!(rest(client).await, "", "{text:?}");
    }
    assert_eq!(metric(&open.service, &closed("slow_head")).await, 5.0);
}

#[tokio::test]
async fn the_next_head_has_a_longer_time_than_the_first() {
    let open = open_with(LISTENER, Server::endless(1, 1)).await;
    let mut idle = open.send(PAGE).await;
    assert!(with_timeout(idle.read(&mut [0; 8192])).await.unwrap() > 0);
    idle.write_all(b"GET /livez HT").await.unwrap();
    // Lets the connection's task send the answer and wait for the next head.
    settle().await;
    open.clock.pass(LISTENER.idle_timeout - MS).await;
    assert_eq!(metric(&open.service, OPEN).await, 1.0, "it has the whole time");
    open.clock.pass(2 * MS).await;
    assert_eq!(rest(idle).await, "");
    // Neither timeout runs while a request is answered.
    let searching = open.send(last(ENDLESS)).await;
    until(&open.service, BUSY, 1.0).await;
    open.clock.pass((LISTENER.idle_timeout + LISTENER.head_timeout) * 2).await;
    assert_eq!(metric(&open.service, OPEN).await, 1.0);
    open.service.pool.close();
    assert!(rest(searching).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn above_the_limit_connections_are_refused_with_a_problem() {
    let open = open(Listener { max_connections: 1, ..LISTENER }).await;
    let first = open.send("").await;
    until(&open.service, OPEN, 1.0).await;
    let refused = rest(open.send(SEARCH).await).await;
    assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("\r\nretry-after: 1\r\n"), "{refused}");
    let (_, json) = refused.split_once("\r\n\r\n").unwrap();
    assert_eq!(serde_json::from_str::<serde_json::Value>(json).unwrap()["code"], "overloaded");
    // If many clients send nothing, they are closed without an answer.
    let mut silent = Vec::new();
    for _ in 0..100 {
        silent.push(open.send("").await);
    }
    open.clock.pass(Duration::from_secs(2)).await;
    for silent in silent {
        assert_eq!(rest(silent).await, "");
    }
    drop(first);
    until(&open.service, OPEN, 0.0).await;
    let answer = rest(open.send(last(SEARCH)).await).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "there is room again: {answer}");
}

/// The answer to the third connection from an address that may have two.
async fn third_answer(trusted_proxies: Vec<Network>) -> String {
    let open = open(Listener { max_connections_per_address: 2, trusted_proxies, ..LISTENER }).await;
    let _held = [open.send("").await, open.send("").await];
    until(&open.service, OPEN, 2.0).await;
    rest(open.send(last(SEARCH)).await).await
}

#[tokio::test]
async fn an_address_has_no_more_than_its_share() {
    let answer = third_answer(Vec::new()).await;
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
}

#[tokio::test]
async fn a_trusted_proxy_has_more_than_a_share() {
    let answer = third_answer(vec!["127.0.0.0/8".parse().unwrap()]).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

/// Bytes after a request keep hyper from reading on, and therefore from noticing the end.
#[tokio::test]
async fn a_client_that_leaves_frees_its_worker_whatever_it_sent() {
    let open = open_with(LISTENER, Server::endless(1, 1)).await;
    for more in ["", "\r\n", "GET", LIVE, &LIVE.repeat(500), "\0\0\0\0"] {
        for path in ["search?", "search/stream?"] {
            let asking = open.send(ENDLESS.replace("search?", path) + more).await;
            until(&open.service, BUSY, 1.0).await;
            drop(asking);
            let freed = async {
                while metric(&open.service, BUSY).await > 0.0 {
                    open.clock.pass(10 * MS).await;
                }
            };
            with_timeout(freed).await;
        }
    }
}

/// A client with a small receive buffer.
async fn narrow(open: &Open, bytes: &[u8]) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(open.address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    stream
}

/// Pipelined requests whose answers are larger than the socket buffers.
fn many_pages(count: usize) -> String {
    LIVE.replace("livez", "openapi.json").repeat(count)
}

#[tokio::test]
async fn slow_readers_are_closed_after_the_write_timeout() {
    let open = open(LISTENER).await;
    for (number, bytes) in [(1.0, 0), (2.0, 1), (3.0, 50)] {
        let mut stream = narrow(&open, many_pages(400).as_bytes()).await;
        let (asked, mut some) = (open.clock.passed(), vec![0; bytes]);
        let slowly = async {
            while metric(&open.service, &closed("slow_reader")).await < number {
                open.clock.pass(20 * MS).await;
                // If the connection was reset, nothing is left to read.
                let _ = stream.read_exact(&mut some).await;
            }
        };
        with_timeout(slowly).await;
        let after = open.clock.passed() - asked;
        assert!(after >= LISTENER.write_timeout, "{bytes} bytes at a time: {after:?}");
    }
}

#[tokio::test]
async fn a_reader_that_makes_progress_gets_every_answer() {
    let open = open(LISTENER).await;
    let pages = many_pages(39) + &last(&many_pages(1));
    let mut stream = narrow(&open, pages.as_bytes()).await;
    let (mut some, mut all) = (vec![0; 4096], Vec::new());
    loop {
        // Faster than the minimum, but several write timeouts in total.
        let count = with_timeout(stream.read(&mut some)).await.unwrap();
        if count == 0 {
            break;
        }
        all.extend(&some[..count]);
        open.clock.pass(2 * MS).await;
    }
    assert_eq!(String::from_utf8(all).unwrap().matches("HTTP/1.1 200").count(), 40);
    assert!(open.clock.passed() > LISTENER.write_timeout * 2, "{:?}", open.clock.passed());
}

#[tokio::test]
async fn shutdown_finishes_accepted_requests_and_stops_the_rest_with_their_best() {
    let open = open_with(LISTENER, Server::endless(2, 4)).await;
    let (release, released) = std::sync::mpsc::channel::<()>();
    let held = open.service.pool.submit(std::time::Instant::now() + Duration::from_secs(600), {
        move |_: &mut Engine, _: &Stop, _| released.recv().unwrap_or_default()
    });
    let long = open.send(ENDLESS).await;
    until(&open.service, BUSY, 2.0).await;
    let short = open.send("GET /v1/games/chess/search?depth=1 HTTP/1.1\r\nhost: plyd\r\n\r\n").await;
    until(&open.service, "plyd_pool_queue_depth{priority=\"interactive\"}", 1.0).await;
    open.stop.send(()).unwrap();
    // Even an empty drain delay takes a tick.
    open.clock.pass(MS).await;
    open.clock.pass(LISTENER.grace - 2 * MS).await;
    drop(release);
    held.unwrap().await.unwrap();
    let answer = rest(short).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"stopped_by\":\"depth\""), "{answer}");
    assert_eq!(metric(&open.service, BUSY).await, 1.0, "it has the whole grace time");
    open.clock.pass(4 * MS).await;
    let answer = rest(long).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"stopped_by\":\"time\""), "{answer}");
    assert_eq!(with_timeout(open.serving).await.unwrap(), 0, "nothing had to be cut off");
    assert!(TcpStream::connect(open.address).await.is_err());
}

#[tokio::test]
async fn during_the_drain_delay_it_still_serves_but_is_not_ready() {
    let drain_delay = Duration::from_millis(400);
    let open = open(Listener { drain_delay, ..LISTENER }).await;
    let ready = last(&LIVE.replace("livez", "readyz"));
    assert!(rest(open.send(&ready).await).await.starts_with("HTTP/1.1 200"));
    let Open { clock, address, stop, serving, .. } = open;
    stop.send(()).unwrap();
    clock.pass(drain_delay - MS).await;
    let ask = async |text: &str| {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        rest(stream).await
    };
    assert!(ask(&ready).await.starts_with("HTTP/1.1 503"));
    assert!(ask(&last(SEARCH)).await.starts_with("HTTP/1.1 200"));
    clock.pass(2 * MS).await;
    assert!(TcpStream::connect(address).await.is_err(), "and then takes no more");
    clock.pass(LISTENER.grace).await;
    assert_eq!(with_timeout(serving).await.unwrap(), 0);
}

/// Longer than idle connections are kept at shutdown, and shorter than the grace time.
const AFTER_LINGERING: Duration = Duration::from_millis(200);

#[tokio::test]
async fn requests_sent_just_before_shutdown_are_answered_and_idle_connections_closed() {
    let open = open(LISTENER).await;
    let mut clients = Vec::new();
    for _ in 0..20 {
        let mut client = open.send(PAGE).await;
        assert!(with_timeout(client.read(&mut [0; 8192])).await.unwrap() > 0);
        clients.push(client);
    }
    let fresh = open.send("").await;
    let (idle, mut asking) = (clients.split_off(10), clients);
    for client in &mut asking {
        client.write_all(PAGE.as_bytes()).await.unwrap();
    }
    open.stop.send(()).unwrap();
    open.clock.pass(MS).await;
    until(&open.service, PAGES, 30.0).await;
    assert!(metric(&open.service, OPEN).await >= 11.0, "they may still ask");
    open.clock.pass(AFTER_LINGERING).await;
    for client in asking {
        let answer = rest(client).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer:?}");
    }
    for client in idle.into_iter().chain([fresh]) {
        assert_eq!(rest(client).await, "");
    }
    assert_eq!(with_timeout(open.serving).await.unwrap(), 0, "nothing had to be cut off");
}

#[tokio::test]
async fn while_draining_answers_say_connection_close() {
    let open = open(LISTENER).await;
    let mut client = open.send("").await;
    open.service.drain();
    client.write_all(LIVE.as_bytes()).await.unwrap();
    let answer = rest(client).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("connection: close"), "{answer}");
}
