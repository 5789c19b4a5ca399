//! Many requests in one call.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::Instant;

use crate::common::clock::{TIMEOUT, moment, settle, with_timeout};
use crate::common::server::{Answer, Server, metric, until};
use axum::body::Body;
use axum::http::Request;
use futures_util::FutureExt;
use http_body_util::BodyExt;
use plyd::http::router;
use plyd::wire::Caps;
use serde_json::{Value, json};
use tower::ServiceExt;

const BATCH: &str = "/v1/batch";
const BATCH_STREAM: &str = "/v1/batch/stream";
const LINES: &str = "application/x-ndjson";

async fn ask(server: &Server, items: Value) -> Answer {
    server.post(BATCH, json!({ "items": items }).to_string()).await
}

fn by_lines(items: &Value) -> Request<Body> {
    let request = Request::post(BATCH_STREAM)
        .header("host", "plyd")
        .header("content-type", "application/json")
        .header("accept", LINES);
    request.body(Body::from(json!({ "items": items }).to_string())).unwrap()
}

#[tokio::test]
async fn items_are_answered_in_order_as_they_would_be_alone() {
    let server = Server::default();
    let answer = ask(
        &server,
        json!([
            {"op": "position", "game": "tic-tac-toe", "state": "XOX/OX./..O", "moves": ["b1"]},
            {"game": "bones", "op": "search"},
            {"op": "position", "game": "tree", "state": [[3, 12], 5]},
        ]),
    );
    let answer = answer.await;
    assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "no-store"));
    let answer = answer.json();
    let results = answer["results"].as_array().unwrap();
    assert!(results.iter().all(|result| result["status"] == 200 && result.get("index").is_none()), "{answer}");
    let alone = server.post("/v1/games/tic-tac-toe/position", r#"{"state":"XOX/OX./..O","moves":["b1"]}"#).await;
    assert_eq!(results[0]["body"], alone.json());
    assert_eq!((&results[1]["body"]["game"], &results[1]["body"]["move"]), (&json!("bones"), &json!("1")));
    assert_eq!(results[2]["body"]["state"], json!([[3, 12], 5]), "as it was sent");
    assert_eq!(ask(&server, json!([])).await.json(), json!({"results": []}));
}

#[tokio::test]
async fn a_review_is_an_item_too() {
    let server = Server::default();
    let (game, moves) = ("tic-tac-toe", json!(["a1", "b2", "c3"]));
    let items = json!([
        {"op": "review", "game": game, "moves": moves, "nodes": 50},
        {"op": "review", "game": game, "moves": ["a1", "a1"]},
        {"op": "review", "game": game, "moves": moves, "nodes": 50, "plies": {"from": 3}},
        {"op": "review", "game": game, "record": "a1 b2 c3", "nodes": 50},
        {"op": "review", "game": game, "record": "x".repeat(Caps::MAX_RECORD_BYTES)},
        {"op": "review", "game": game, "moves": moves, "time_ms": 10_000, "nodes": 1_000_000_000},
    ]);
    let answer = ask(&server, items).await.json();
    let alone = format!("/v1/games/{game}/review");
    let alone = server.post(&alone, json!({"moves": moves, "nodes": 50}).to_string()).await.json();
    let untimed = |mut body: Value| {
        for name in ["elapsed_us", "queued_us", "nodes_per_second"] {
            assert!(body["stats"].as_object_mut().unwrap().remove(name).is_some(), "{name}");
        }
        body
    };
    let results = answer["results"].as_array().unwrap();
    assert_eq!(untimed(results[0]["body"].clone()), untimed(alone.clone()));
    assert_eq!(untimed(results[3]["body"].clone()), untimed(alone));
    for (index, status, code, path) in [
        (1, 422, "illegal_move", "items[1].moves[1]"),
        (2, 422, "invalid_body", "items[2].plies.from"),
        (4, 413, "body_too_large", "items[4]"),
        (5, 422, "limit_exceeded", "items[5].nodes"),
    ] {
        let (result, body) = (&results[index], &results[index]["body"]);
        assert_eq!((&result["status"], &body["code"]), (&json!(status), &json!(code)), "{result}");
        assert_eq!(body["path"], path, "{result}");
    }
}

#[tokio::test]
async fn invalid_items_get_their_own_problem_and_delay_no_others() {
    let server = Server::default();
    let answer = ask(
        &server,
        json!([
            {"op": "search", "game": "tic-tac-toe", "depht": 3},
            7,
            {"op": "search", "game": "go"},
            {"op": "search", "game": "tic-tac-toe", "moves": ["b2", "b2"]},
            {"op": "search", "game": "tic-tac-toe", "depth": 10},
            {"op": "position", "game": "tic-tac-toe", "depth": 3},
            {"op": "move", "game": "tic-tac-toe"},
            {"op": "search", "game": "tic-tac-toe", "state": "XO"},
            {"op": "search", "game": "tic-tac-toe", "search_moves": ["z9"]},
            {"op": "search", "game": "tic-tac-toe"},
        ]),
    );
    let answer = answer.await;
    let problems: Vec<Value> = answer.json()["results"].as_array().unwrap().clone();
    for (index, (status, code, path)) in [
        (422, "invalid_body", "items[0].depht"),
        (422, "invalid_body", "items[1]"),
        (404, "unknown_game", "items[2].game"),
        (422, "illegal_move", "items[3].moves[1]"),
        (422, "limit_exceeded", "items[4].depth"),
        (422, "invalid_body", "items[5].depth"),
        (422, "invalid_body", "items[6].op"),
        (422, "invalid_state", "items[7].state"),
        (422, "illegal_move", "items[8].search_moves[0]"),
    ]
    .into_iter()
    .enumerate()
    {
        let (result, body) = (&problems[index], &problems[index]["body"]);
        assert_eq!((&result["status"], &body["status"]), (&json!(status), &json!(status)), "{body}");
        assert_eq!((&body["code"], &body["path"]), (&json!(code), &json!(path)), "{body}");
        assert_eq!(body["request_id"], answer.header("x-request-id"));
    }
    assert_eq!((problems.len(), &problems[9]["status"]), (10, &json!(200)));
}

#[tokio::test]
async fn a_wrong_batch_is_refused_whole() {
    let server = Server::default();
    for (body, code, path) in [
        ("{}", "invalid_body", Some("items")),
        (r#"{"items":3}"#, "invalid_body", Some("items")),
        (r#"{"items":[],"x":1}"#, "invalid_body", Some("x")),
        (&format!(r#"{{"items":[{}0]}}"#, "0,".repeat(Caps::MAX_BATCH_ITEMS)), "limit_exceeded", Some("items")),
    ] {
        server.post(BATCH, body.to_owned()).await.assert_problem(422, code, path);
    }
    server.post(BATCH, "{").await.assert_problem(400, "invalid_json", None);
    let padded = |length: usize| format!(r#"{{"items":[]{}}}"#, " ".repeat(length));
    let fits = padded(Caps::MAX_BATCH_BYTES - 100);
    assert_eq!(server.post(BATCH, fits).await.status, 200, "more than other bodies may have");
    server.post(BATCH, padded(Caps::MAX_BATCH_BYTES)).await.assert_problem(413, "body_too_large", None);
}

#[tokio::test]
async fn lines_have_a_path_of_their_own_and_the_plain_one_names_it() {
    let server = Server::default();
    let mut request = by_lines(&json!([]));
    *request.uri_mut() = BATCH.parse().unwrap();
    let refused = server.send(request).await.assert_problem(406, "not_acceptable", None);
    assert!(refused.contains(BATCH_STREAM), "{refused}");
}

/// A search that ends only when it is stopped.
fn endless() -> Value {
    json!({"op": "search", "game": "gomoku", "depth": 30, "time_ms": 600_000})
}

const BUSY: &str = "plyd_pool_busy_workers";

#[tokio::test]
async fn lines_come_as_they_are_done_with_their_index() {
    let server = Server::endless(2, 16);
    let quick = json!({"op": "search", "game": "bones"});
    let response = router(&server.service).oneshot(by_lines(&json!([endless(), quick, 7]))).await.unwrap();
    assert_eq!(response.headers()["content-type"], LINES);
    let mut body = response.into_body();
    let mut line = async || {
        let line = with_timeout(body.frame()).await?.unwrap().into_data().unwrap();
        assert_eq!(line.last(), Some(&b'\n'));
        let line: Value = serde_json::from_slice(&line).unwrap();
        Some((line["index"].as_u64().unwrap(), line["status"].as_u64().unwrap()))
    };
    let first = [line().await.unwrap(), line().await.unwrap()];
    assert_eq!(BTreeSet::from(first), [(1, 200), (2, 422)].into());
    // Both lines arrived although the item before them is still running.
    until(&server.service, BUSY, 1.0).await;
    server.service.pool.close();
    assert_eq!((line().await, line().await), (Some((0, 200)), None));
}

#[tokio::test]
async fn a_batch_larger_than_the_queue_loses_nothing_and_lets_others_pass() {
    let server = Server::endless(1, 1);
    let (release, released) = channel::<()>();
    let held = server.service.pool.submit(Instant::now() + TIMEOUT, move |_, _, _| {
        released.recv().unwrap_or_default();
    });
    until(&server.service, BUSY, 1.0).await;
    let items: Vec<Value> =
        (0..300).map(|seed| json!({"op": "search", "game": "tic-tac-toe", "depth": 4, "seed": seed})).collect();
    let order = Mutex::new(Vec::new());
    let batch = async {
        let answer = ask(&server, Value::from(items)).await;
        order.lock().unwrap().push("batch");
        answer
    };
    let single = async {
        // By now the batch has submitted as many items as may run or wait.
        until(&server.service, "plyd_pool_queue_depth{priority=\"batch\"}", 2.0).await;
        let (status, ()) = tokio::join!(server.get("/v1/games/chess/search?depth=1"), async {
            until(&server.service, "plyd_pool_queue_depth{priority=\"interactive\"}", 1.0).await;
            drop(release);
        });
        order.lock().unwrap().push("single");
        status.status
    };
    let (batch, single) = tokio::join!(batch, single);
    held.unwrap().await.unwrap();
    assert_eq!((single.as_u16(), order.into_inner().unwrap()), (200, vec!["single", "batch"]));
    let results = batch.json()["results"].as_array().unwrap().clone();
    let seeds: Vec<u64> = results.iter().map(|result| result["body"]["seed"].as_u64().unwrap()).collect();
    assert_eq!(seeds, (0..300).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_batch_whose_client_goes_away_is_given_up() {
    let server = Server::endless(1, 4);
    let items = json!([7, endless(), endless(), endless()]);
    let mut body = router(&server.service).oneshot(by_lines(&items)).await.unwrap().into_body();
    with_timeout(body.frame()).await.unwrap().unwrap();
    // The next items begin when the client reads more.
    assert!(body.frame().now_or_never().is_none());
    until(&server.service, BUSY, 1.0).await;
    drop(body);
    // A batch may take a minute in total.
    let before = Instant::now() + TIMEOUT / 2;
    server.service.pool.run(before, |_, _, _| ()).await.expect("the only worker is free again");
}

/// The number of jobs that workers have finished.
async fn jobs(server: &Server) -> f64 {
    metric(&server.service, "plyd_pool_run_seconds_count").await
}

/// The number of jobs that workers have finished, once no job runs or waits and no task submits another.
async fn jobs_at_rest(server: &Server) -> f64 {
    let (mut done, mut looks) = (jobs(server).await, 0);
    while looks < 20 {
        for (name, value) in [(BUSY, 0.0), ("plyd_pool_queue_depth{priority=\"batch\"}", 0.0)] {
            until(&server.service, name, value).await;
        }
        moment().await;
        settle().await;
        let now = jobs(server).await;
        looks = if now == done { looks + 1 } else { 0 };
        done = now;
    }
    done
}

/// Each answer has about 70 KB: every move, with the board after it.
fn large(count: usize) -> Value {
    let state = format!("{} X 5", ["20"; 20].join("/"));
    json!(vec![json!({"op": "position", "game": "gomoku", "state": state}); count])
}

#[tokio::test]
async fn unread_batches_do_not_block_others() {
    let server = Server::new(1, 1);
    let mut unread = Vec::new();
    for _ in 0..40 {
        let mut body = router(&server.service).oneshot(by_lines(&large(20))).await.unwrap().into_body();
        body.frame().await.unwrap().unwrap();
        unread.push(body);
    }
    let answer = ask(&server, json!([{"op": "search", "game": "bones"}, {"op": "search", "game": "tic-tac-toe"}]));
    let answer = with_timeout(answer).await.json();
    assert!(answer["results"].as_array().unwrap().iter().all(|result| result["status"] == 200), "{answer}");
    drop(unread);
}

#[tokio::test]
async fn items_run_on_as_their_answers_are_read() {
    for (path, accept) in [(BATCH, "application/json"), (BATCH_STREAM, LINES)] {
        let server = Server::default();
        let mut request = by_lines(&large(100));
        *request.uri_mut() = path.parse().unwrap();
        request.headers_mut().insert("accept", accept.parse().unwrap());
        let body = router(&server.service).oneshot(request).await.unwrap().into_body();
        let begun = jobs_at_rest(&server).await;
        assert!(begun < 50.0, "{begun} of 100 answers were made for nobody");
        let body = String::from_utf8(body.collect().await.unwrap().to_bytes().to_vec()).unwrap();
        // The request was parsed on the short-jobs thread.
        assert_eq!((body.matches("\"status\":200").count(), jobs(&server).await), (100, 100.0));
    }
}

#[tokio::test]
async fn batches_that_nobody_reads_are_cancelled() {
    let server = Server::default();
    let body = router(&server.service).oneshot(by_lines(&large(100))).await.unwrap().into_body();
    let begun = jobs_at_rest(&server).await;
    drop(body);
    assert_eq!(jobs_at_rest(&server).await, begun);
}

#[tokio::test]
async fn a_whole_game_of_chess_is_reviewed_in_one_call() {
    let server = Server::default();
    let moves = "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 f3g5 d7d5 e4d5 f6d5 g5f7 e8f7 d1f3 f7e6 b1c3 c6b4";
    let moves: Vec<&str> = moves.split(' ').collect();
    let items: Vec<Value> = (0..=moves.len())
        .map(|played| json!({"op": "search", "game": "chess", "moves": moves[..played], "depth": 2}))
        .collect();
    let answer = ask(&server, Value::from(items)).await.json();
    for (index, result) in answer["results"].as_array().unwrap().iter().enumerate() {
        assert_eq!(result["status"], 200, "{result}");
        assert_eq!(result["body"]["to_move"], ["white", "black"][index % 2]);
    }
}
