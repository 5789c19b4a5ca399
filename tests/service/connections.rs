//! Connections over real sockets, and their timeouts, by a clock that the tests move.
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

/// Ends when it is stopped.
const ENDLESS: &str = "GET /v1/games/gomoku/search?depth=30&time_ms=600000 HTTP/1.1\r\nhost: plyd\r\n\r\n";
const SEARCH: &str = "GET /v1/games/bones/search HTTP/1.1\r\nhost: plyd\r\n\r\n";
/// A connection that begins with it may go on.
const PAGE: &str = "GET /v1/games HTTP/1.1\r\nhost: plyd\r\n\r\n";
const LIVE: &str = "GET /livez HTTP/1.1\r\nhost: plyd\r\n\r\n";
const OPEN: &str = "plyd_connections_open";
const BUSY: &str = "plyd_pool_busy_workers";
const PAGES: &str = "http_server_requests_total{http_request_method=\"GET\",http_response_status_code=\"200\",http_route=\"/v1/games\"}";
const MS: Duration = Duration::from_millis(1);

/// The same request, the last on its connection.
fn last(request: &str) -> String {
    request.replace("host", "connection: close\r\nhost")
}

fn closed(reason: &str) -> String {
    format!("plyd_connections_refused_total{{reason=\"{reason}\"}}")
}

#[tokio::test]
async fn clients_that_are_slow_with_their_head_are_closed() {
    let open = open(LISTENER).await;
    let second = format!("{PAGE}GET /livez HTTP/1.1\r\n");
    let begun = ["", "P", "PRI * HT", "GET /livez HTTP/1.1\r\nhost: pl", &second];
    let mut clients = Vec::new();
    for text in begun {
        clients.push(open.send(text).await);
    }
    until(&open.service, OPEN, 5.0).await;
    until(&open.service, PAGES, 1.0).await;
    open.clock.pass(LISTENER.head_timeout - MS).await;
    assert_eq!(metric(&open.service, OPEN).await, 5.0, "each has the whole time");
    open.clock.pass(2 * MS).await;
    for (text, client) in begun.into_iter().zip(clients) {
        let answer = rest(client).await;
        assert_eq!(answer.starts_with("HTTP/1.1 200"), text == second, "{text:?}: {answer}");
    }
    assert_eq!(metric(&open.service, &closed("slow_head")).await, 5.0);
}

#[tokio::test]
async fn idle_connections_have_a_longer_time_of_their_own() {
    let open = open_with(LISTENER, Server::endless(1, 1)).await;
    let mut idle = open.send(PAGE).await;
    assert!(with_timeout(idle.read(&mut [0; 8192])).await.unwrap() > 0);
    // Its task has the answer sent, and waits for the next head.
    settle().await;
    open.clock.pass(LISTENER.idle_timeout - MS).await;
    assert_eq!(metric(&open.service, OPEN).await, 1.0, "it has the whole time");
    open.clock.pass(2 * MS).await;
    assert_eq!(rest(idle).await, "");
    // Neither time runs while a request is answered.
    let searching = open.send(last(ENDLESS)).await;
    until(&open.service, BUSY, 1.0).await;
    open.clock.pass((LISTENER.idle_timeout + LISTENER.head_timeout) * 2).await;
    assert_eq!(metric(&open.service, OPEN).await, 1.0);
    open.service.pool.close();
    assert!(rest(searching).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn http_2_is_spoken_on_the_same_port() {
    let open = open(LISTENER).await;
    // The preface and an empty SETTINGS frame; the server answers with its own SETTINGS, type 4.
    let mut stream = open.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await;
    let mut head = [0; 9];
    with_timeout(stream.read_exact(&mut head)).await.unwrap();
    assert_eq!(head[3], 4);
}

#[tokio::test]
async fn above_the_limit_probes_are_answered_and_other_requests_refused() {
    let open = open(Listener { max_connections: 1, ..LISTENER }).await;
    let first = open.send("").await;
    // More than the overflow lane takes: new connections evict the oldest.
    let mut silent = Vec::new();
    for _ in 0..100 {
        silent.push(open.send("").await);
    }
    for probe in ["livez", "readyz", "metrics"] {
        let answer = rest(open.send(LIVE.replace("livez", probe)).await).await;
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("connection: close"), "{probe}: {answer}");
    }
    let refused = rest(open.send(SEARCH).await).await;
    assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("\r\nretry-after: 1\r\n"), "{refused}");
    drop((first, silent));
    until(&open.service, OPEN, 0.0).await;
    let answer = rest(open.send(last(SEARCH)).await).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "there is room again: {answer}");
}

/// The answer to the third connection of an address that has a share of two.
async fn third_answer(trusted_proxies: Vec<Network>) -> String {
    let open = open(Listener { max_connections_per_address: 2, trusted_proxies, ..LISTENER }).await;
    let _held = [open.send("").await, open.send("").await];
    until(&open.service, OPEN, 2.0).await;
    assert!(rest(open.send(LIVE).await).await.starts_with("HTTP/1.1 200"), "probes need no place");
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

#[tokio::test]
async fn it_is_not_ready_while_places_have_been_exhausted_for_seconds() {
    let idle = Duration::from_secs(600);
    let open = open(Listener { max_connections: 1, head_timeout: idle, ..LISTENER }).await;
    let ready = async || rest(open.send(LIVE.replace("livez", "readyz")).await).await;
    let held = open.send("").await;
    until(&open.service, OPEN, 1.0).await;
    let sample = Duration::from_millis(250);
    open.clock.pass(sample).await;
    for _ in 0..19 {
        open.clock.pass(sample).await;
    }
    assert!(ready().await.starts_with("HTTP/1.1 200"), "a burst");
    open.clock.pass(2 * sample).await;
    let answer = ready().await;
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("exhausted"), "{answer}");
    drop(held);
    until(&open.service, OPEN, 0.0).await;
    for _ in 0..19 {
        open.clock.pass(sample).await;
    }
    assert!(ready().await.starts_with("HTTP/1.1 503"), "as long in the other direction");
    for _ in 0..3 {
        open.clock.pass(sample).await;
    }
    assert!(ready().await.starts_with("HTTP/1.1 200"));
}

/// A client with a small receive buffer.
async fn narrow(open: &Open, bytes: &[u8]) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(open.address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    stream
}

/// Pipelined requests whose answers exceed the socket buffers.
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
                // Nothing is left to read when the connection was reset.
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
        // Faster than the minimum, and still several write timeouts in all.
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

/// A frame of HTTP/2.
fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    [&(payload.len() as u32).to_be_bytes()[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// HEADERS of a `GET`, without compression.
fn get(stream: u32, path: &str) -> Vec<u8> {
    let fields = [(":method", "GET"), (":scheme", "http"), (":authority", "plyd"), (":path", path)];
    let literal = |text: &str| [&[text.len() as u8], text.as_bytes()].concat();
    let head: Vec<u8> =
        fields.iter().flat_map(|(name, value)| [vec![0], literal(name), literal(value)].concat()).collect();
    frame(1, 5, stream, &head)
}

/// A client that speaks HTTP/2 and reads what comes.
struct Chat {
    stream: TcpStream,
    read: Vec<u8>,
    /// The kinds of the received frames.
    kinds: Vec<u8>,
}

impl Chat {
    async fn begin(open: &Open, frames: &[&[u8]]) -> Self {
        Self { stream: open.send([&[PREFACE], frames].concat().concat()).await, read: Vec::new(), kinds: Vec::new() }
    }

    /// Reads frames and answers pings. Whether the connection is still open.
    async fn receive(&mut self) -> bool {
        let mut some = [0; 4096];
        let Ok(count @ 1..) = self.stream.read(&mut some).await else { return false };
        self.read.extend(&some[..count]);
        while let Some((head, rest)) = self.read.split_at_checked(9) {
            let length = usize::from(head[1]) << 8 | usize::from(head[2]);
            let Some(payload) = rest.get(..length) else { break };
            self.kinds.push(head[3]);
            if head[3] == 6 && head[4] & 1 == 0 {
                let _ = self.stream.write_all(&frame(6, 1, 0, payload)).await;
            }
            self.read.drain(..9 + length);
        }
        true
    }

    /// Waits for a frame of this kind.
    async fn wait_for(&mut self, kind: u8) {
        while !self.kinds.contains(&kind) {
            assert!(with_timeout(self.receive()).await, "closed after {:?}", self.kinds);
        }
    }

    /// Sends the frame every 50 ms until the server closes, and returns the time by the clock. More often, h2 would close
    /// the connection: it accepts eight frames of one head.
    async fn send_until_closed(&mut self, open: &Open, frame: &[u8]) -> Duration {
        let begun = open.clock.passed();
        let sending = async {
            loop {
                tokio::select! {
                    biased;
                    is_open = self.receive() => if !is_open { return },
                    () = settle() => {
                        let _ = self.stream.write_all(frame).await;
                        open.clock.pass(50 * MS).await;
                    }
                }
            }
        };
        with_timeout(sending).await;
        open.clock.passed() - begun
    }
}

#[tokio::test]
async fn http_2_without_requests_is_idle_whatever_frames_it_sends() {
    let open = open(LISTENER).await;
    let mut chat = Chat::begin(&open, &[&frame(4, 0, 0, &[]), &get(1, "/v1/games")]).await;
    chat.wait_for(0).await;
    let closed_after = chat.send_until_closed(&open, &frame(6, 0, 0, b"a ping!!")).await;
    // The graceful shutdown has the head timeout.
    let latest = LISTENER.idle_timeout + 2 * LISTENER.head_timeout;
    assert!((LISTENER.idle_timeout..latest).contains(&closed_after), "{closed_after:?}");
    assert!(chat.kinds.contains(&7), "GOAWAY: {:?}", chat.kinds);
}

#[tokio::test]
async fn http_2_heads_have_the_time_of_a_head() {
    let open = open(LISTENER).await;
    // A frame that does not end, and a head whose last frame never comes.
    let endless = frame(1, 5, 1, &[0; 4000]);
    for (begun, more) in [(&endless[..20], &b"\0"[..]), (&frame(1, 1, 1, b"\x82")[..], &frame(9, 0, 1, b"")[..])] {
        let mut chat = Chat::begin(&open, &[&frame(4, 0, 0, &[]), begun]).await;
        until(&open.service, OPEN, 1.0).await;
        let closed_after = chat.send_until_closed(&open, more).await;
        assert!((LISTENER.head_timeout..2 * LISTENER.head_timeout).contains(&closed_after), "{closed_after:?}");
        until(&open.service, OPEN, 0.0).await;
    }
    assert_eq!(metric(&open.service, &closed("slow_head")).await, 2.0);
}

#[tokio::test]
async fn http_2_answers_blocked_by_flow_control_are_given_up() {
    let open = open(LISTENER).await;
    // Windows of one byte, and one more byte now and then.
    let settings = frame(4, 0, 0, &[0, 4, 0, 0, 0, 1]);
    for more in [vec![], frame(8, 0, 1, &[0, 0, 0, 1])] {
        let mut chat = Chat::begin(&open, &[&settings, &get(1, "/openapi.json")]).await;
        chat.wait_for(0).await;
        let closed_after = chat.send_until_closed(&open, &more).await;
        // A second timeout may have started while some bytes were still sent.
        assert!((LISTENER.write_timeout..3 * LISTENER.write_timeout).contains(&closed_after), "{closed_after:?}");
    }
    assert_eq!(metric(&open.service, &closed("slow_reader")).await, 2.0);
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
    // The drain delay, although there is none, takes a tick.
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

/// Longer than idle connections linger at shutdown, and shorter than the grace time.
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

#[tokio::test]
async fn http_2_is_told_to_go_away() {
    let open = open(LISTENER).await;
    let mut chat = Chat::begin(&open, &[&frame(4, 0, 0, &[])]).await;
    // SETTINGS first; then GOAWAY, which has type 7.
    chat.wait_for(4).await;
    open.stop.send(()).unwrap();
    open.clock.pass(MS).await;
    open.clock.pass(AFTER_LINGERING).await;
    chat.wait_for(7).await;
}
