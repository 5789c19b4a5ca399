//! The result cache, through the router.

use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use plyd::wire::Caps;
use serde_json::{Value, json};

use crate::common::server::{Answer, Server, metric};

const CHESS: &str = "/v1/games/chess/search";

fn server() -> Server {
    let mut server = Server::default();
    Arc::get_mut(&mut server.service).unwrap().keep_results(1 << 20);
    server
}

/// The answer without the fields that differ each time.
fn timeless(answer: &Answer) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for time in ["elapsed_us", "queued_us", "nodes_per_second"] {
                    fields.shift_remove(time);
                }
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut json = answer.json();
    strip(&mut json);
    json
}

fn status(answer: &Answer) -> &str {
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    answer.header("cache-status")
}

#[tokio::test]
async fn an_equal_question_is_answered_from_the_cache_by_get_and_by_post() {
    let server = server();
    let (body, query) = (json!({"depth": 3, "moves": ["e2e4"]}).to_string(), format!("{CHESS}?moves=e4&depth=3"));
    let first = server.post(CHESS, body.clone()).await;
    assert_eq!(status(&first), "plyd; fwd=miss; stored");
    let (again, by_query) = (server.post(CHESS, body).await, server.get(&query).await);
    assert_eq!([status(&again), status(&by_query)], ["plyd; hit"; 2]);
    assert_eq!(first.body, again.body, "byte for byte, times too");
    assert_eq!(first.body, by_query.body);
    assert_eq!((first.header("etag"), by_query.header("etag").is_empty()), ("", false));
    let without = Server::default().get(&query).await;
    assert_eq!((without.header("cache-status"), without.header("etag")), ("", by_query.header("etag")));
    assert_eq!(timeless(&without), timeless(&by_query), "as without a cache");
    let count = async |result: &str| {
        metric(&server.service, &format!("plyd_cache_requests_total{{result=\"{result}\"}}")).await
    };
    assert_eq!((count("hit").await, count("stored").await), (2.0, 1.0));
    assert_eq!(
        metric(&server.service, "plyd_searches_total{algorithm=\"alpha-beta\",game=\"chess\",stopped_by=\"depth\"}")
            .await,
        1.0
    );
}

#[tokio::test]
async fn each_way_to_a_position_is_a_question_of_its_own() {
    let server = server();
    let one = server.get("/v1/games/gomoku/search?depth=2&moves=h8,a1,h9,a2").await;
    let other = server.get("/v1/games/gomoku/search?depth=2&moves=h9,a2,h8,a1").await;
    assert_eq!([status(&one), status(&other)], ["plyd; fwd=miss; stored"; 2]);
    let next = |answer: &Answer| answer.json()["next"]["moves"].as_array().unwrap()[..4].to_vec();
    assert_eq!(next(&one), ["h8", "a1", "h9", "a2"]);
    assert_eq!(next(&other), ["h9", "a2", "h8", "a1"], "each has its own way");
}

#[tokio::test]
async fn a_client_may_ask_anew_and_what_may_differ_is_not_kept() {
    let server = server();
    let path = format!("{CHESS}?depth=2");
    server.get(&path).await;
    for directive in ["no-cache", "max-age=0, no-store"] {
        let request = Request::get(&path).header("cache-control", directive).body(Body::empty()).unwrap();
        assert_eq!(status(&server.send(request).await), "plyd; fwd=request", "{directive}");
    }
    for _ in 0..2 {
        assert_eq!(status(&server.get_begun(&format!("{CHESS}?time_ms=20")).await), "", "not repeatable");
    }
    server.get("/v1/games/chess/position?state=nonsense").await.assert_problem(422, "invalid_state", Some("state"));
    let position = "/v1/games/chess/position?moves=e4";
    assert_eq!(
        [status(&server.get(position).await), status(&server.get(position).await)],
        ["plyd; fwd=miss; stored", "plyd; hit"]
    );
}

#[tokio::test]
async fn answers_cut_by_the_time_cap_are_not_cached() {
    let mut server = Server::with_caps(Caps::new(u64::MAX, 500));
    Arc::get_mut(&mut server.service).unwrap().keep_results(1 << 20);
    for _ in 0..2 {
        let answer = server.get_begun(&format!("{CHESS}?depth=60")).await;
        assert_eq!((answer.json()["stopped_by"].as_str(), status(&answer)), (Some("time"), "plyd; fwd=miss"));
    }
}

#[tokio::test]
async fn simultaneous_equal_questions_are_each_searched() {
    let mut server = Server::endless(2, 16);
    Arc::get_mut(&mut server.service).unwrap().keep_results(1 << 20);
    let path = format!("{CHESS}?depth=4");
    let answers = futures_util::future::join_all((0..6).map(|_| server.get(&path))).await;
    let known = ["plyd; fwd=miss; stored", "plyd; hit"];
    assert!(answers.iter().all(|answer| known.contains(&status(answer)) && timeless(answer) == timeless(&answers[0])));
    let stored = answers.iter().filter(|answer| status(answer) == known[0]).count();
    let searches = "plyd_searches_total{algorithm=\"alpha-beta\",game=\"chess\",stopped_by=\"depth\"}";
    assert_eq!(metric(&server.service, searches).await, stored as f64);
}

#[tokio::test]
async fn the_cache_holds_no_more_than_it_may() {
    let server = server();
    for seed in 0..400 {
        let answer =
            server.get(&format!("/v1/games/gomoku/position?moves=a{},b{}", seed % 15 + 1, seed / 15 % 15 + 1)).await;
        assert_eq!(answer.status, 200);
    }
    let bytes = metric(&server.service, "plyd_cache_bytes").await;
    assert!(bytes > 100_000.0 && bytes <= f64::from(1 << 20), "{bytes}");
}
