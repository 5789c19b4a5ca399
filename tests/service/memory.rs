//! The memory budget: what is held for clients, what is refused beyond it, and what is repeated of a request.

use std::sync::Arc;
use std::time::Duration;

use crate::common::clock::{TIMEOUT, moment, settle};
use crate::common::server::{Answer, Server, metric};
use crate::common::socket::{LISTENER, open_with, rest};
use axum::body::{Body, Bytes};
use axum::http::Request;
use futures_util::StreamExt;
use http_body_util::BodyExt;
use plyd::games::CATALOGUE;
use plyd::http::{Service, router};
use plyd::memory_budget::{MemoryBudget, Permit, Use};
use plyd::pool::SearchPool;
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use tokio::sync::mpsc;
use tower::ServiceExt;

const MIB: usize = 1 << 20;
const SEARCH: &str = "/v1/games/tic-tac-toe/search";
/// 55 kB of answer.
const WIDE: &str = "/v1/games/gomoku/search?depth=1&multi_pv=all&state=20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20+X+5";
/// 360 kB of answer.
const PICTURE: &str = "/v1/games/tic-tac-toe/tree.svg?depth=7&algorithm=minimax&max_nodes=300";
const JOBS: &str = "plyd_pool_run_seconds_count";

/// A server with this budget, for bodies of 64 KiB.
fn server(budget: usize) -> Server {
    let caps = Server::CAPS;
    let pool = SearchPool::new(1, 16, 1 << 20);
    let mut service = Service::new(CATALOGUE, pool, caps, 1 << 16, Duration::from_secs(60));
    service.memory = MemoryBudget::new(budget);
    service.short_time = TIMEOUT;
    Server { service: Arc::new(service) }
}

/// Holds all that may be held for a use.
fn exhaust(server: &Server, held_for: Use) -> Permit {
    let memory = &server.service.memory;
    memory.try_acquire(held_for, memory.limit(held_for) - memory.held(held_for)).unwrap()
}

fn assert_out_of_memory(answer: &Answer) {
    let detail = answer.assert_problem(503, "overloaded", None);
    assert!(detail.contains("memory"), "{detail}");
    assert_eq!(answer.header("retry-after"), "1");
}

/// Waits until so many bytes are held for a use.
async fn until_held(server: &Server, held_for: Use, bytes: usize) {
    while server.service.memory.held(held_for) != bytes {
        moment().await;
    }
}

/// A body that is sent by hand.
fn by_hand() -> (mpsc::UnboundedSender<Bytes>, Body) {
    let (sender, mut receiver) = mpsc::unbounded_channel();
    let chunks = futures_util::stream::poll_fn(move |context| receiver.poll_recv(context).map(|chunk| chunk.map(Ok)));
    (sender, Body::from_stream(chunks.map(|chunk: Result<Bytes, std::io::Error>| chunk)))
}

#[tokio::test]
async fn a_body_holds_memory_as_it_arrives_until_it_is_parsed() {
    let server = Arc::new(server(64 * MIB));
    let held = || server.service.memory.held(Use::Requests);
    let (sender, body) = by_hand();
    let asking = tokio::spawn({
        let server = Arc::clone(&server);
        async move { server.post(SEARCH, body).await }
    });
    sender.send(Bytes::from(" ".repeat(1000))).unwrap();
    settle().await;
    assert_eq!(held(), 0, "the first bytes are free");
    let mut last = 0;
    for _ in 0..4 {
        sender.send(Bytes::from(" ".repeat(10_000))).unwrap();
        settle().await;
        assert!(held() >= last, "{} after {last}", held());
        last = held();
    }
    assert!((41_000..=4 * 41_000).contains(&last), "{last}");
    sender.send(Bytes::from("{}")).unwrap();
    drop(sender);
    assert_eq!(asking.await.unwrap().status, 200);
    assert_eq!(held(), 0);
}

#[tokio::test]
async fn bodies_beyond_the_memory_are_refused_and_small_ones_are_not() {
    let server = server(64 * MIB);
    let all = exhaust(&server, Use::Requests);
    let large = format!("{{{}}}", " ".repeat(10_000));
    for path in [SEARCH, "/v1/games/chess/position", "/v1/games/chess/tree", "/v1/games/chess/search/stream"] {
        let refused = server.post(path, large.clone()).await;
        assert_out_of_memory(&refused);
        assert_eq!(refused.header("connection"), "close", "the rest of the body is not read");
        assert_eq!(server.post(path, "{}").await.status, 200, "{path}");
    }
    for path in ["/v1/batch", "/v1/batch/stream"] {
        assert_out_of_memory(&server.post(path, large.clone()).await);
    }
    assert!(metric(&server.service, "plyd_memory_refused_total{use=\"requests\"}").await >= 6.0);
    drop(all);
    assert_eq!(server.post(SEARCH, large).await.status, 200);
}

#[tokio::test]
async fn a_batch_holds_its_body_until_its_last_item_is_done() {
    let server = server(64 * MIB);
    let item = json!({ "op": "search", "game": "tic-tac-toe", "moves": [], "search_moves": ["a1"] });
    let body = json!({ "items": vec![item; 600] }).to_string();
    let bytes = body.len();
    let request = Request::post("/v1/batch").header("host", "plyd").header("content-type", "application/json");
    let answer = router(&server.service).oneshot(request.body(Body::from(body)).unwrap()).await.unwrap();
    let mut answer = answer.into_body().into_data_stream();
    assert!(answer.next().await.unwrap().is_ok());
    assert_eq!(server.service.memory.held(Use::Requests), bytes, "the body, and no copy of its items");
    while let Some(chunk) = answer.next().await {
        chunk.unwrap();
    }
    until_held(&server, Use::Requests, 0).await;
}

#[tokio::test]
async fn answers_beyond_the_memory_are_refused_and_small_ones_are_not() {
    let server = server(64 * MIB);
    let all = exhaust(&server, Use::Answers);
    let before = metric(&server.service, JOBS).await;
    for path in [PICTURE, &PICTURE.replace(".svg", ""), &PICTURE.replace(".svg", ".dot")] {
        assert_out_of_memory(&server.get(path).await);
    }
    assert_eq!(metric(&server.service, JOBS).await, before, "no tree is walked for nothing");
    for path in [WIDE, "/v1/games/gomoku/position", "/v1/games"] {
        assert_out_of_memory(&server.get(path).await);
    }
    for path in [SEARCH, "/v1", "/livez", "/readyz", "/openapi.json"] {
        assert_eq!(server.get(path).await.status, 200, "{path}");
    }
    drop(all);
    for path in [PICTURE, WIDE, "/v1/games"] {
        assert_eq!(server.get(path).await.status, 200, "{path}");
    }
    assert_eq!(server.service.memory.held(Use::Answers), 0);
}

#[tokio::test]
async fn an_item_or_a_stream_whose_answer_has_no_memory_says_so_itself() {
    let server = server(64 * MIB);
    let all = exhaust(&server, Use::Answers);
    let state = "20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20 X 5";
    let wide = json!({ "op": "search", "game": "gomoku", "depth": 1, "multi_pv": "all", "state": state });
    let small = json!({ "op": "search", "game": "tic-tac-toe" });
    let batch = server.post("/v1/batch", json!({ "items": [wide, small] }).to_string()).await.json();
    let results = batch["results"].as_array().unwrap();
    assert_eq!(results[0]["status"], 503);
    assert_eq!((&results[0]["body"]["code"], &results[0]["body"]["path"]), (&"overloaded".into(), &"items[0]".into()));
    assert_eq!(results[1]["status"], 200);
    let stream = server.get(&WIDE.replace("search?", "search/stream?")).await;
    let text = String::from_utf8(stream.body).unwrap();
    assert!(text.starts_with("event: error\ndata: {") && text.contains("\"code\":\"overloaded\""), "{text}");
    drop(all);
    let stream = server.get(&WIDE.replace("search?", "search/stream?")).await;
    assert!(String::from_utf8(stream.body).unwrap().contains("event: result\n"));
    until_held(&server, Use::Answers, 0).await;
}

#[tokio::test]
async fn what_a_client_has_taken_of_an_answer_is_free() {
    let server = server(64 * MIB);
    for path in [PICTURE, WIDE] {
        let request = Request::get(path).header("host", "plyd").body(Body::empty()).unwrap();
        let response = router(&server.service).oneshot(request).await.unwrap();
        let length = response.headers().get("content-length").map(|length| length.to_str().unwrap().parse().unwrap());
        let held = || server.service.memory.held(Use::Answers);
        assert_eq!(length.unwrap_or_else(held), held(), "{path}");
        let (mut body, mut last) = (response.into_body().into_data_stream(), held());
        while let Some(chunk) = body.next().await {
            drop(chunk.unwrap());
            assert!(held() <= last);
            last = held();
        }
        assert_eq!(held(), 0, "{path}");
        let request = Request::get(path).header("host", "plyd").body(Body::empty()).unwrap();
        drop(router(&server.service).oneshot(request).await.unwrap());
        until_held(&server, Use::Answers, 0).await;
    }
}

#[tokio::test]
async fn a_large_answer_says_its_length_and_to_head_too() {
    let server = server(64 * MIB);
    let whole = server.get(PICTURE).await;
    assert_eq!(whole.header("content-length"), whole.body.len().to_string());
    assert!(whole.body.len() > 2 << 16 && whole.header("server-timing").starts_with("queue;dur="));
    let head = server.call("HEAD", PICTURE).await;
    assert_eq!((head.status.as_u16(), head.header("content-length")), (200, whole.header("content-length")));
    assert!(head.body.is_empty());
    until_held(&server, Use::Answers, 0).await;
}

/// The largest text of a problem that the request chose a part of.
fn longest(problem: &Value) -> usize {
    let chars = |name: &str| problem[name].as_str().map_or(0, |text| text.chars().count());
    chars("detail").max(chars("path"))
}

#[tokio::test]
async fn a_problem_repeats_a_line_of_its_request_at_most() {
    let server = server(64 * MIB);
    // A character that is longer in every notation.
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
    let server = server(64 * MIB);
    let short = server.get("/v1/games/tictactoe/search?depth=2").await;
    assert_eq!((short.status.as_u16(), short.header("location")), (308, "/v1/games/tic-tac-toe/search?depth=2"));
    let longer = server.get(&format!("/v1/games/tictactoe/search?depth=2&moves={}a1", "a1,".repeat(100))).await;
    let detail = longer.assert_problem(404, "unknown_game", None);
    assert!(detail.contains("tic-tac-toe"), "{detail}");
}

#[tokio::test]
async fn a_connection_is_not_kept_after_a_large_head_or_in_a_crowd() {
    // Enough for two connections that are kept.
    let open = open_with(LISTENER, server(MIB / 4)).await;
    let nowhere = |query: &str| format!("GET /nowhere?{query} HTTP/1.1\r\nhost: plyd\r\n\r\n");
    let large = rest(open.send(nowhere(&"x".repeat(9000))).await).await;
    assert!(large.contains("connection: close\r\n"), "{large}");
    // Each is answered before the next one comes.
    let mut kept = Vec::new();
    for _ in 0..2 {
        let mut stream = open.send(nowhere("")).await;
        let mut text = [0; 1000];
        let count = stream.read(&mut text).await.unwrap();
        let answer = String::from_utf8_lossy(&text[..count]);
        assert!(answer.starts_with("HTTP/1.1 404") && !answer.contains("connection: close"), "{answer}");
        kept.push(stream);
    }
    let third = rest(open.send(nowhere("")).await).await;
    assert!(third.contains("connection: close\r\n"), "{third}");
}

#[tokio::test]
async fn an_answer_that_is_collected_is_whole() {
    let server = server(64 * MIB);
    let request = Request::get(PICTURE).header("host", "plyd").body(Body::empty()).unwrap();
    let body = router(&server.service).oneshot(request).await.unwrap().into_body();
    let text = String::from_utf8(body.collect().await.unwrap().to_bytes().to_vec()).unwrap();
    assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"));
}
