//! Searches that reuse results of earlier ones, and searches with several threads.

use std::time::{Duration, Instant};

use axum::http::header::{CACHE_CONTROL, ETAG};
use plyd::games::CATALOGUE;
use plyd::http::Listener;
use plyd::pool::{PoolError, SearchPool};
use plyd::search::{Algorithm, Engine, Limits, Question, Stop};
use plyd::wire::Caps;
use serde_json::{Value, json};

use crate::common::server::Server;
use crate::common::socket::{LISTENER, open_with, rest};

const SEARCH: &str = "/v1/games/othello/search";

async fn ask(server: &Server, body: Value) -> Value {
    let answer = server.post_begun(SEARCH, &body.to_string()).await;
    assert_eq!(answer.status, 200, "{body}");
    answer.json()
}

/// One worker, so that every search uses the same engine.
fn one_worker() -> Server {
    Server::new(1, 16)
}

#[tokio::test]
async fn a_search_that_ends_by_time_goes_on_from_the_one_before() {
    let server = one_worker();
    let first = ask(&server, json!({"time_ms": 30})).await;
    assert_eq!((&first["warm"], &first["deterministic"]), (&json!(false), &json!(false)));
    for (body, warm) in [
        (json!({"time_ms": 30}), true),
        (json!({"time_ms": 30, "moves": ["f5", "d6"]}), true),
        (json!({"time_ms": 30, "warm": true, "multi_pv": 2}), true),
        (json!({"time_ms": 30, "warm": false}), false),
        (json!({"time_ms": 30, "nodes": 100}), false),
        (json!({"time_ms": 30, "depth": 3, "algorithm": "selective"}), false),
        (json!({"time_ms": 30, "algorithm": "alpha-beta"}), false),
        (json!({"level": 10, "time_ms": 30}), false),
        (json!({"nodes": 100, "warm": true}), false),
        (json!({"level": 3, "warm": true}), false),
        (json!({"time_ms": 30}), true),
    ] {
        assert_eq!(ask(&server, body.clone()).await["warm"], warm, "{body}");
    }
}

#[tokio::test]
async fn deterministic_answers_are_the_same_beside_warm_searches() {
    let decide = async |server: &Server, body: &Value| {
        let answer = ask(server, body.clone()).await;
        let fields = ["deterministic", "move", "score", "lines", "depth"].map(|field| answer[field].clone());
        let counters = ["nodes", "leaves", "table_probes", "table_hits"].map(|field| answer["stats"][field].clone());
        (fields, counters)
    };
    let questions = [
        json!({"nodes": 20_000}),
        json!({"moves": ["f5", "d6"], "nodes": 30_000, "multi_pv": 3}),
        json!({"depth": 6}),
        json!({"level": 6, "seed": 3}),
    ];
    let (cold, warm) = (one_worker(), one_worker());
    for question in &questions {
        let alone = decide(&cold, question).await;
        assert_eq!(alone.0[0], true, "{question}");
        assert_eq!(ask(&warm, json!({"time_ms": 50})).await["stopped_by"], "time");
        assert_eq!(decide(&warm, question).await, alone, "{question}");
    }
}

#[tokio::test]
async fn a_client_sees_nothing_of_what_another_has_searched() {
    let trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    let open = open_with(Listener { trusted_proxies, ..LISTENER }, one_worker()).await;
    let ask = async |client: &str| {
        let path = format!("{SEARCH}?time_ms=50&moves=f5,d6");
        let head =
            format!("GET {path} HTTP/1.1\r\nhost: plyd\r\nx-forwarded-for: {client}\r\nconnection: close\r\n\r\n");
        loop {
            let answer = rest(open.send(head.clone()).await).await;
            // A busy machine may not begin the search in time. Then the request is repeated.
            if answer.starts_with("HTTP/1.1 200") {
                break serde_json::from_str::<Value>(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
            }
        }
    };
    // The first iteration of a search is cold, or has the results of earlier searches.
    let first = |answer: &Value| answer["stats"]["iterations"][0]["nodes"].clone();
    let (cold, warm, other) = (ask("192.0.2.1").await, ask("192.0.2.1").await, ask("192.0.2.2").await);
    assert_eq!([&cold["warm"], &warm["warm"], &other["warm"]], [&json!(false), &json!(true), &json!(false)]);
    assert_eq!(first(&cold), first(&other));
}

#[tokio::test]
async fn a_server_may_forget_every_search() {
    let caps = Caps { warm: false, ..Server::CAPS };
    let server = Server::with_caps(caps);
    for _ in 0..3 {
        let answer = ask(&server, json!({"time_ms": 20, "warm": true})).await;
        assert_eq!(answer["warm"], false);
    }
}

#[tokio::test]
async fn a_search_gets_the_threads_that_are_free() {
    let server = Server::new(2, 16);
    let answer = ask(&server, json!({"time_ms": 50, "threads": 2})).await;
    assert_eq!((&answer["threads"], &answer["deterministic"]), (&json!(2), &json!(false)));
    for body in [json!({"time_ms": 50}), json!({"level": 2, "threads": 2}), json!({"depth": 2, "threads": 2})] {
        assert_eq!(ask(&server, body.clone()).await["threads"], 1, "{body}");
    }
    let alone = ask(&one_worker(), json!({"time_ms": 50, "threads": 2})).await;
    assert_eq!((&alone["threads"], &alone["deterministic"]), (&json!(1), &json!(false)));
}

#[tokio::test]
async fn only_an_answer_of_one_thread_is_cached() {
    let server = Server::new(2, 16);
    let tag = async |query: &str| server.get(&format!("{SEARCH}?{query}")).await.headers.get(ETAG).cloned();
    assert!(tag("nodes=100").await.is_some());
    assert_eq!(tag("nodes=100&threads=1").await, tag("nodes=100").await);
    assert_eq!(tag("nodes=100&threads=2").await, None);
    assert!(tag("depth=2&threads=2").await.is_some(), "an exact search has one thread");
    let answer = server.get(&format!("{SEARCH}?nodes=100&threads=2")).await;
    assert_eq!(answer.headers[CACHE_CONTROL], "no-store");
}

#[tokio::test]
async fn wrong_fields_are_named() {
    let server = one_worker();
    for (body, code, path) in [
        (json!({"threads": 3}), "limit_exceeded", "threads"),
        (json!({"threads": 0}), "invalid_body", "threads"),
        (json!({"threads": "two"}), "invalid_body", "threads"),
        (json!({"warm": "yes"}), "invalid_body", "warm"),
    ] {
        server.post(SEARCH, body.to_string()).await.assert_problem(422, code, Some(path));
    }
    for (query, code, path) in [("warm=maybe", "invalid_body", "warm"), ("threads=x", "invalid_body", "threads")] {
        server.get(&format!("{SEARCH}?{query}")).await.assert_problem(422, code, Some(path));
    }
    let answer = server.get_begun(&format!("{SEARCH}?time_ms=20&warm=false&threads=1")).await;
    assert_eq!(answer.json()["warm"], false);
}

#[tokio::test]
async fn a_panic_throws_the_engine_away() {
    let pool = SearchPool::new(1, 4, 0);
    let deadline = || Instant::now() + Duration::from_secs(60);
    let search = |engine: &mut Engine, _: &Stop, _: Duration| {
        let question = Question { algorithm: Algorithm::Selective, ..Question::new(Limits::depth(2)) };
        let search = CATALOGUE.find("othello").unwrap().start().prepare(question);
        search(engine, &Stop::default(), None).analysis.warm
    };
    assert_eq!([pool.run(deadline(), search).await, pool.run(deadline(), search).await], [Ok(false), Ok(true)]);
    assert_eq!(pool.run(deadline(), |_, _, _| -> () { panic!("a bug in a game") }).await, Err(PoolError::Panicked));
    assert_eq!(pool.run(deadline(), search).await, Ok(false));
}
