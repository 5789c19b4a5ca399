//! What clients may have in memory, what is refused beyond that, and how much of a request is repeated.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::common::clock::{StoppedClock, TIMEOUT, settle, with_timeout};
use crate::common::server::{Answer, Server, metric};
use axum::body::{Body, Bytes};
use axum::http::Request;
use axum::response::Response;
use http_body_util::BodyExt;
use plyd::games::CATALOGUE;
use plyd::http::{Service, router};
use plyd::pool::SearchPool;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};
use tower::ServiceExt;

const SEARCH: &str = "/v1/games/tic-tac-toe/search";
const BATCH: &str = "/v1/batch";
/// An answer of 55 kB.
const WIDE: &str = "/v1/games/gomoku/search?depth=1&multi_pv=all&state=20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20+X+5";
/// An answer of 360 kB.
const PICTURE: &str = "/v1/games/tic-tac-toe/tree.svg?depth=7&algorithm=minimax&max_nodes=300";
const JOBS: &str = "plyd_pool_run_seconds_count";

// The permits. Clients in these tests have no address, so they may have all of them.
const MEDIUM_BODIES: usize = 256;
const LARGE_BODIES: usize = 32;
const MEDIUM_ANSWERS: usize = 256;
const LARGE_ANSWERS: usize = 16;

/// A server for bodies of 64 KiB.
fn server() -> Server {
    server_with_body_timeout(Duration::from_secs(60))
}

fn server_with_body_timeout(body_timeout: Duration) -> Server {
    let pool = SearchPool::new(1, 16, 1 << 20);
    let mut service = Service::new(CATALOGUE, pool, Server::CAPS, 1 << 16, body_timeout);
    service.short_time = TIMEOUT;
    Server { service: Arc::new(service) }
}

fn assert_out_of_memory(answer: &Answer) {
    let detail = answer.assert_problem(503, "overloaded", None);
    assert!(detail.contains("memory"), "{detail}");
    assert_eq!(answer.header("retry-after"), "1");
}

/// Requests whose bodies lack one byte.
struct Unfinished(Vec<mpsc::UnboundedSender<Result<Bytes, std::io::Error>>>, JoinSet<u16>);

async fn unfinished(server: &Server, path: &str, bytes: usize, count: usize) -> Unfinished {
    let mut held = Unfinished(Vec::new(), JoinSet::new());
    for _ in 0..count {
        let (sender, mut receiver) = mpsc::unbounded_channel();
        sender.send(Ok(Bytes::from(" ".repeat(bytes - 1)))).unwrap();
        let body = Body::from_stream(futures_util::stream::poll_fn(move |context| receiver.poll_recv(context)));
        let request = Request::post(path).header("host", "plyd").header("content-type", "application/json");
        let request = request.header("content-length", bytes).body(body).unwrap();
        let routes = router(&server.service);
        held.0.push(sender);
        held.1.spawn(async move { routes.oneshot(request).await.unwrap().status().as_u16() });
    }
    settle().await;
    held
}

#[tokio::test]
async fn bodies_beyond_the_permits_are_refused_and_small_ones_are_not() {
    let server = server();
    let medium = unfinished(&server, SEARCH, 10_000, MEDIUM_BODIES).await;
    let large = unfinished(&server, "/v1/batch", 100_000, LARGE_BODIES).await;
    let body = |bytes: usize| format!("{}{{}}", " ".repeat(bytes - 2));
    for (path, bytes, status) in
        [(SEARCH, 4096, 200), (SEARCH, 4097, 503), (SEARCH, 1 << 16, 503), ("/v1/batch", (1 << 16) + 1, 503)]
    {
        let request = Request::post(path).header("content-type", "application/json").header("content-length", bytes);
        let answer = server.send(request.body(Body::from(body(bytes))).unwrap()).await;
        assert_eq!(answer.status, status, "{bytes} bytes");
        if status == 503 {
            assert_out_of_memory(&answer);
            assert_eq!(answer.header("connection"), "close", "the rest of the body is not read");
        }
    }
    assert_eq!(metric(&server.service, "plyd_permits_refused_total{wanted=\"body\"}").await, 3.0);
    drop((medium, large));
    settle().await;
    assert_eq!(server.post(SEARCH, body(10_000)).await.status, 200);
}

#[tokio::test]
async fn a_body_waits_for_its_permit_and_then_has_its_whole_time() {
    let server = server();
    let Unfinished(senders, mut asking) = unfinished(&server, SEARCH, 10_000, MEDIUM_BODIES).await;
    let waiting = tokio::spawn({
        let routes = router(&server.service);
        let request = Request::post(SEARCH).header("host", "plyd").header("content-type", "application/json");
        let request = request.body(Body::from(format!("{{{}}}", " ".repeat(10_000)))).unwrap();
        async move { routes.oneshot(request).await.unwrap().status().as_u16() }
    });
    settle().await;
    assert!(!waiting.is_finished());
    asking.abort_all();
    assert_eq!(waiting.await.unwrap(), 200);
    drop(senders);
}

/// A request whose body is not JSON. `first` bytes arrive at the beginning, and then `piece` bytes each second.
fn dripping(path: &str, bytes: usize, is_chunked: bool, (first, piece): (usize, usize)) -> Request<Body> {
    let begun = Instant::now();
    let pieces = futures_util::stream::unfold((0, 0), move |(seconds, sent)| async move {
        let size = if seconds == 0 { first } else { piece.min(bytes - sent) };
        match size {
            0 if sent == bytes => return None,
            0 => std::future::pending().await,
            _ if seconds == 0 => {}
            _ => sleep_until(begun + Duration::from_secs(seconds)).await,
        }
        Some((Ok::<_, std::io::Error>(Bytes::from("x".repeat(size))), (seconds + 1, sent + size)))
    });
    let request = Request::post(path).header("host", "plyd").header("content-type", "application/json");
    let request = if is_chunked { request } else { request.header("content-length", bytes) };
    request.body(Body::from_stream(pieces)).unwrap()
}

#[tokio::test]
async fn large_bodies_may_take_as_long_as_they_bring_8_kib_a_second() {
    let (server, clock) = (server_with_body_timeout(Duration::from_secs(10)), StoppedClock::stop());
    const STEP: Duration = Duration::from_millis(250);
    for (what, (path, bytes, is_chunked), pieces, status, seconds) in [
        ("nothing", (BATCH, 100_000, false), (0, 0), 408, 3.0),
        ("nothing, of unknown length", (BATCH, 100_000, true), (0, 0), 408, 3.0),
        ("a byte a second", (BATCH, 100_000, false), (1, 1), 408, 3.0),
        ("3 kB a second", (BATCH, 100_000, false), (3_000, 3_000), 408, 5.0),
        ("10 kB a second", (BATCH, 150_000, false), (10_000, 10_000), 400, 14.0),
        ("most of it, then nothing", (BATCH, 100_000, false), (90_000, 0), 408, 10.0),
        ("small, nothing", (SEARCH, 60_000, false), (0, 0), 408, 10.0),
        ("small, nothing, of unknown length", (SEARCH, 60_000, true), (0, 0), 408, 10.0),
        ("small, a byte a second", (SEARCH, 60_000, false), (1, 1), 408, 10.0),
        ("small, 7 kB a second", (SEARCH, 60_000, false), (7_000, 7_000), 400, 8.0),
    ] {
        let started = clock.passed();
        let answer = tokio::spawn(router(&server.service).oneshot(dripping(path, bytes, is_chunked, pieces)));
        while (clock.passed() - started + STEP).as_secs_f64() < seconds {
            clock.pass(STEP).await;
            assert!(!answer.is_finished(), "{what}: after {:?}", clock.passed() - started);
        }
        clock.pass(2 * STEP).await;
        assert!(status != 408 || answer.is_finished(), "{what}: not after {:?}", clock.passed() - started);
        assert_eq!(with_timeout(answer).await.unwrap().unwrap().status(), status, "{what}");
    }
}

#[tokio::test]
async fn a_large_body_gets_the_permit_of_a_slow_one() {
    let (server, clock) = (server_with_body_timeout(Duration::from_secs(10)), StoppedClock::stop());
    let mut slow = JoinSet::new();
    for _ in 0..LARGE_BODIES {
        let routes = router(&server.service);
        slow.spawn(async move {
            loop {
                let _ = routes.clone().oneshot(dripping(BATCH, 100_000, false, (1, 1))).await;
            }
        });
    }
    settle().await;
    let is_read = Arc::new(AtomicBool::new(false));
    let body = futures_util::stream::once({
        let is_read = Arc::clone(&is_read);
        async move {
            is_read.store(true, Ordering::Relaxed);
            Ok::<_, std::io::Error>(Bytes::from("x".repeat(70_000)))
        }
    });
    let request = Request::post(BATCH).header("host", "plyd").header("content-type", "application/json");
    let request = request.header("content-length", 70_000).body(Body::from_stream(body)).unwrap();
    let other = tokio::spawn(router(&server.service).oneshot(request));
    clock.pass(Duration::from_millis(2900)).await;
    assert!(!is_read.load(Ordering::Relaxed), "there is a permit already");
    clock.pass(Duration::from_millis(200)).await;
    assert!(is_read.load(Ordering::Relaxed), "there is no permit yet");
    assert_eq!(with_timeout(other).await.unwrap().unwrap().status(), 400);
}

/// Answers that nobody reads.
async fn unread(server: &Server, path: &str, count: usize) -> Vec<Response> {
    let mut answers = Vec::new();
    for _ in 0..count {
        let request = Request::get(path).header("host", "plyd").body(Body::empty()).unwrap();
        let answer = router(&server.service).oneshot(request).await.unwrap();
        assert_eq!(answer.status(), 200);
        answers.push(answer);
    }
    answers
}

#[tokio::test]
async fn answers_beyond_the_permits_are_refused_and_small_ones_are_not() {
    let server = server();
    let large = unread(&server, PICTURE, LARGE_ANSWERS).await;
    let before = metric(&server.service, JOBS).await;
    assert_out_of_memory(&server.get(PICTURE).await);
    assert_eq!(metric(&server.service, JOBS).await, before, "no tree is walked for nothing");
    let medium = unread(&server, "/v1/games", MEDIUM_ANSWERS).await;
    for path in [WIDE, "/v1/games/gomoku/position", "/v1/games"] {
        assert_out_of_memory(&server.get(path).await);
    }
    for path in [SEARCH, "/v1", "/livez", "/readyz", "/openapi.json", "/docs/docs.js"] {
        assert_eq!(server.get(path).await.status, 200, "{path}");
    }
    drop((large, medium));
    for path in [PICTURE, WIDE, "/v1/games"] {
        assert_eq!(server.get(path).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn the_bytes_of_an_answer_keep_its_permit_when_its_body_is_gone() {
    let server = server();
    let mut parts = Vec::new();
    for answer in unread(&server, PICTURE, LARGE_ANSWERS).await {
        parts.push(answer.into_body().collect().await.unwrap().to_bytes());
    }
    assert_out_of_memory(&server.get(PICTURE).await);
    parts.pop();
    assert_eq!(server.get(PICTURE).await.status, 200);
}

#[tokio::test]
async fn a_large_answer_says_its_length_and_to_head_too() {
    let server = server();
    let whole = server.get(PICTURE).await;
    assert_eq!(whole.header("content-length"), whole.body.len().to_string());
    assert!(whole.body.len() > 2 << 16 && whole.header("server-timing").starts_with("queue;dur="));
    let head = server.call("HEAD", PICTURE).await;
    assert_eq!((head.status.as_u16(), head.header("content-length")), (200, whole.header("content-length")));
    assert!(head.body.is_empty());
}

/// The largest text in a problem that is partly chosen by the request.
fn longest(problem: &Value) -> usize {
    let chars = |name: &str| problem[name].as_str().map_or(0, |text| text.chars().count());
    chars("detail").max(chars("path"))
}

#[tokio::test]
async fn a_problem_repeats_a_line_of_its_request_at_most() {
    let server = server();
    // A character that becomes longer in every encoding.
    let long = "\u{7f}".repeat(8000);
    let named = |name: &str, value: Value| [(name.to_owned(), value)].into_iter().collect::<Value>().to_string();
    let bodies = [
        named(&long, 1.into()),
        named("algorithm", long.as_str().into()),
        named("tie_break", long.as_str().into()),
        named("depth", long.as_str().into()),
        named("state", long.as_str().into()),
        named("moves", json!([long])),
        named("search_moves", json!([long, long])),
        named("search_moves", json!([long])),
        json!(long).to_string(),
        long.clone(),
    ];
    for game in CATALOGUE.iter() {
        for body in &bodies {
            for path in ["search", "search/stream", "position", "tree"] {
                let answer = server.post(&format!("/v1/games/{}/{path}", game.id), body.clone()).await;
                assert!((400..500).contains(&answer.status.as_u16()), "{} {path}: {}", game.id, answer.status);
                assert!(longest(&answer.json()) <= 200, "{}", answer.json());
            }
        }
    }
    for field in ["op", "game", "algorithm", "state"] {
        let item = json!({ "op": "search", "game": "chess" });
        let mut item = item.as_object().unwrap().clone();
        item.insert(field.to_owned(), long.as_str().into());
        let batch = server.post("/v1/batch", json!({ "items": [item] }).to_string()).await.json();
        let problem = &batch["results"][0]["body"];
        assert!(problem["code"].is_string() && longest(problem) <= 200, "{problem}");
    }
    let long = "x".repeat(8000);
    for path in [
        format!("/{long}"),
        format!("/v1/games/{long}"),
        format!("{SEARCH}?{long}=1"),
        format!("{SEARCH}?algorithm={long}"),
        format!("/v1/games/tictactoe/search?state={long}"),
    ] {
        let answer = server.get(&path).await;
        assert!(longest(&answer.json()) <= 200, "{}", answer.json());
        assert!(answer.headers.values().all(|value| value.len() <= 200), "{:?}", answer.headers);
    }
    for name in ["content-type", "content-encoding", "expect", "accept", "x-request-id", "traceparent", "host"] {
        let request = Request::post(SEARCH).header("content-type", "application/json");
        let request = request.header(name, long.as_str()).body(Body::from("{}")).unwrap();
        let answer = server.send(request).await;
        assert!(answer.headers.values().all(|value| value.len() <= 200), "{:?}", answer.headers);
        assert!(answer.body.len() < 2000, "{name}");
    }
    let method = server.call(&long, SEARCH).await;
    assert!(method.status == 405 && method.body.len() < 2000);
}

#[tokio::test]
async fn a_short_target_under_another_name_is_redirected_and_a_longer_one_is_named() {
    let server = server();
    let short = server.get("/v1/games/tictactoe/search?depth=2").await;
    assert_eq!((short.status.as_u16(), short.header("location")), (308, "/v1/games/tic-tac-toe/search?depth=2"));
    let longer = server.get(&format!("/v1/games/tictactoe/search?depth=2&moves={}a1", "a1,".repeat(100))).await;
    let detail = longer.assert_problem(404, "unknown_game", None);
    assert!(detail.contains("tic-tac-toe"), "{detail}");
}
