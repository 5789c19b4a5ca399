//! The service as clients meet it: what it answers, and every problem, one by one.

mod common;

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::Request;
use common::server::Server;
use http_body::Frame;
use plyd::request::Caps;
use plyd::search::{Stop, Table};
use serde_json::json;

const SEARCH: &str = "/v1/games/tic-tac-toe/search";
const POSITION: &str = "/v1/games/tic-tac-toe/position";

#[tokio::test]
async fn the_tutorials_case_has_the_published_answer() {
    let server = Server::default();
    let answer = server.get("/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9").await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "application/json"));
    let mut answer = answer.json();
    let stats = answer["stats"].as_object_mut().unwrap();
    for timing in ["elapsed_us", "queued_us", "nodes_per_second"] {
        assert!(stats.remove(timing).unwrap().is_u64());
    }
    assert!(stats["iterations"][0].as_object_mut().unwrap().remove("elapsed_us").unwrap().is_u64());
    let win = json!({"value": 999_999, "outcome": "win", "plies": 1});
    let outcome = json!({"winner": "X", "reason": "three in a row"});
    assert_eq!(
        answer,
        json!({
            "game": "tic-tac-toe", "state": "XOX/OX./..O X", "to_move": "X", "move": "a1",
            "after": {"state": "XOX/OX./X.O O", "to_move": "O", "over": true, "outcome": outcome},
            "score": win,
            "lines": [{"move": "a1", "score": win, "pv": ["a1"], "state": "XOX/OX./X.O O"}],
            "depth": 1, "stopped_by": "solved", "deterministic": true, "algorithm": "alpha-beta", "level": null,
            "book": false, "seed": 0,
            "stats": {
                "nodes": 4, "leaves": 3, "interior": 1, "quiescence_nodes": 0, "alpha_cutoffs": 0, "beta_cutoffs": 0,
                "first_move_cutoffs": 0, "moves_pruned": 0, "table_probes": 0, "table_hits": 0, "table_cutoffs": 0,
                "deepest_ply": 1, "mean_branching": 3.0, "minimax_nodes": 12, "pruned_fraction": 0.667,
                "iterations": [{"depth": 1, "move": "a1", "value": 999_999, "nodes": 4}],
            },
            "engine": plyd::report::ENGINE,
        })
    );
}

#[tokio::test]
async fn a_late_connect_four_position_is_proven_without_being_asked_to() {
    let server = Server::default();
    let body = r#"{"state":"7422341735647741166133573473242566"}"#;
    let answer = server.post("/v1/games/connect-four/search", body).await.json();
    // 34 discs are played and the 41st wins: that leaves the winner one of its 21, counting the last.
    assert_eq!((&answer["score"]["outcome"], &answer["score"]["plies"]), (&json!("win"), &json!(7)));
    assert_eq!(answer["lines"][0]["pv"].as_array().unwrap().len(), 7);
    assert_eq!((&answer["stopped_by"], &answer["depth"]), (&json!("solved"), &json!(8)));
}

#[tokio::test]
async fn a_position_is_described_and_moves_are_played_on_it() {
    let server = Server::default();
    let answer = server.post(POSITION, r#"{"state":"XOX/OX./..O","moves":["b1","a1"]}"#).await.json();
    assert_eq!(answer["state"], "XOX/OX./OXO X");
    assert_eq!(answer["legal_moves"], json!([{"move": "c2", "state": "XOX/OXX/OXO O"}]));
    assert_eq!(answer["board"], json!([["X", "O", "X"], ["O", "X", null], ["O", "X", "O"]]));
    assert_eq!((&answer["over"], &answer["outcome"]), (&json!(false), &json!(null)));
    let by_query = server.get(&format!("{POSITION}?state=XOX/OX./..O&moves=b1,a1")).await.json();
    assert_eq!(by_query, answer);
    let over = server.get(&format!("{POSITION}?state=XOX/OX./..O&moves=b1,a1,c2")).await.json();
    assert_eq!(over["outcome"], json!({"winner": null, "reason": "full board"}));
    assert_eq!((&over["over"], &over["legal_moves"], &over["evaluation"]), (&json!(true), &json!([]), &json!(0)));
    let tree = server.post("/v1/games/tree/position", r#"{"state":[[3,12],5],"moves":["0"]}"#).await.json();
    assert_eq!(tree["state"], json!({"side": "min", "children": {"0": 3, "1": 12}}));
    assert!(tree.get("board").is_none(), "only games on a grid have one");
}

#[tokio::test]
async fn a_game_that_is_over_is_answered_without_a_move() {
    let server = Server::default();
    let answer = server.get(&format!("{SEARCH}?state=XOX/OX./X.O")).await.json();
    assert_eq!((&answer["move"], &answer["after"], &answer["lines"]), (&json!(null), &json!(null), &json!([])));
    assert_eq!((&answer["depth"], &answer["stopped_by"]), (&json!(0), &json!("solved")));
    assert_eq!(answer["score"], json!({"value": -1_000_000, "outcome": "loss", "plies": 0}));
    let draw = server.get(&format!("{SEARCH}?state=XOX/XOO/OXX")).await.json();
    assert_eq!(draw["score"], json!({"value": 0, "outcome": "draw", "plies": 0}));
}

#[tokio::test]
async fn depth_0_evaluates_only() {
    let server = Server::default();
    let answer = server.post(SEARCH, r#"{"depth":0}"#).await.json();
    assert_eq!((&answer["move"], &answer["lines"], &answer["depth"]), (&json!(null), &json!([]), &json!(0)));
    assert_eq!((&answer["stats"]["nodes"], &answer["stopped_by"]), (&json!(1), &json!("depth")));
    assert_eq!(answer["stats"]["minimax_nodes"], 1);
}

#[tokio::test]
async fn every_option_does_what_it_says() {
    let server = Server::default();
    let every = server.post(SEARCH, r#"{"state":"XOX/OX./..O","depth":9,"multi_pv":"all"}"#).await.json();
    let lines: Vec<_> = every["lines"].as_array().unwrap().iter().map(|line| (&line["move"], &line["score"])).collect();
    let draw = json!({"value": 0, "outcome": "draw", "plies": null});
    let win = json!({"value": 999_999, "outcome": "win", "plies": 1});
    assert_eq!(lines, [(&json!("a1"), &win), (&json!("b1"), &draw), (&json!("c2"), &draw)]);
    let only = server.get(&format!("{SEARCH}?state=XOX/OX./..O&search_moves=c2,b1")).await.json();
    assert_eq!((&only["move"], &only["score"]["outcome"]), (&json!("b1"), &json!("draw")));
    let nodes = server.post(SEARCH, r#"{"nodes":100}"#).await.json();
    assert_eq!((&nodes["stopped_by"], &nodes["stats"]["nodes"]), (&json!("nodes"), &json!(100)));
    assert_eq!(nodes["stats"]["minimax_nodes"], json!(null), "depth is not the only limit");
    let minimax = server.post(SEARCH, r#"{"algorithm":"minimax","depth":9.0}"#).await.json();
    assert_eq!((&minimax["algorithm"], &minimax["stats"]["nodes"]), (&json!("minimax"), &json!(549_946)));
    let seeds: std::collections::HashSet<String> = {
        let mut found = std::collections::HashSet::new();
        for seed in 0..30 {
            let body = format!(r#"{{"state":"X../.O./..X","depth":9,"tie_break":"random","seed":{seed}}}"#);
            let answer = server.post(SEARCH, body).await.json();
            assert_eq!(answer["seed"], seed);
            found.insert(answer["move"].as_str().unwrap().to_owned());
        }
        found
    };
    assert_eq!(seeds, ["b1", "a2", "c2", "b3"].map(String::from).into(), "every side draws, no corner does");
}

#[tokio::test]
async fn request_ids_are_taken_over_if_they_are_plain() {
    let server = Server::default();
    for (id, kept) in
        [("order-7_B.2", true), (&"x".repeat(128), true), (&"x".repeat(129), false), ("a b", false), ("", false)]
    {
        let answer = server.send(Request::get("/livez").header("x-request-id", id).body(Body::empty()).unwrap()).await;
        assert_eq!(answer.header("x-request-id") == id, kept, "{id:?}");
        assert!(!answer.header("x-request-id").is_empty());
    }
    let (first, second) = (server.get("/livez").await, server.get("/nowhere").await);
    assert_ne!(first.header("x-request-id"), second.header("x-request-id"));
    assert_eq!(second.header("x-content-type-options"), "nosniff");
}

#[tokio::test]
async fn wrong_json_is_told_from_json_of_the_wrong_shape() {
    let server = Server::default();
    for body in ["", "{", "{\"a\"", "nope", "{} {}", "\u{feff}{}"] {
        let detail = server.post(SEARCH, body).await.assert_problem(400, "invalid_json", None);
        assert!(detail.contains("line 1"), "{detail}");
    }
    server.post(SEARCH, vec![b'"', 0xff, b'"']).await.assert_problem(400, "invalid_json", None);
    for body in ["[]", "3", "\"state\"", "null"] {
        let detail = server.post(SEARCH, body).await.assert_problem(422, "invalid_body", None);
        assert!(detail.contains("expected an object"), "{detail}");
    }
}

#[tokio::test]
async fn every_wrong_field_is_named() {
    let server = Server::default();
    for (body, path, says) in [
        (r#"{"depht":3}"#, "depht", "unknown field `depht`, expected one of `state`"),
        (r#"{"depth":2,"depth":3}"#, "depth", "given twice"),
        (r#"{"depth":"3"}"#, "depth", "expected a whole number, found \"3\""),
        (r#"{"depth":null}"#, "depth", "found null"),
        (r#"{"depth":-3}"#, "depth", "0 or more, found -3"),
        (r#"{"depth":2.5}"#, "depth", "found 2.5"),
        (r#"{"nodes":0}"#, "nodes", "expected at least 1"),
        (r#"{"time_ms":0}"#, "time_ms", "expected at least 1"),
        (r#"{"moves":"b2"}"#, "moves", "expected a sequence"),
        (r#"{"moves":["b2",7]}"#, "moves[1]", "expected a string"),
        (r#"{"moves":null}"#, "moves", "null"),
        (r#"{"search_moves":[]}"#, "search_moves", "at least one move"),
        (r#"{"search_moves":["b2","a1","b2"]}"#, "search_moves[2]", "given twice"),
        (r#"{"multi_pv":0}"#, "multi_pv", "expected at least 1"),
        (r#"{"multi_pv":"every"}"#, "multi_pv", "a whole number or \"all\""),
        (r#"{"tie_break":"last"}"#, "tie_break", "expected `first` or `random`"),
        (r#"{"algorithm":"mcts"}"#, "algorithm", "only alpha-beta and minimax"),
        (r#"{"seed":-1}"#, "seed", "0 or more"),
        (r#"{"level":0}"#, "level", "expected at least 1"),
    ] {
        let detail = server.post(SEARCH, body).await.assert_problem(422, "invalid_body", Some(path));
        assert!(detail.contains(says), "{body}: {detail}");
    }
    for (query, path) in [("depth=x", "depth"), ("depth=1&depth=1", "depth"), ("foo=1", "foo"), ("seed=-1", "seed")] {
        server.get(&format!("{SEARCH}?{query}")).await.assert_problem(422, "invalid_body", Some(path));
    }
    server.post(POSITION, r#"{"depth":3}"#).await.assert_problem(422, "invalid_body", Some("depth"));
}

#[tokio::test]
async fn numbers_above_their_cap_are_refused_however_large() {
    let server = Server::default();
    for (body, path, says) in [
        (r#"{"depth":10}"#, "depth", "limit of 9"),
        (r#"{"depth":99999999999999999999999}"#, "depth", "limit of 9"),
        (r#"{"depth":1e400}"#, "depth", "limit of 9"),
        (r#"{"nodes":50000001}"#, "nodes", "limit of 50000000"),
        (r#"{"time_ms":5001}"#, "time_ms", "limit of 5000"),
        (r#"{"multi_pv":501}"#, "multi_pv", "limit of 500"),
        (r#"{"seed":9007199254740992}"#, "seed", "limit of 9007199254740991"),
    ] {
        let detail = server.post(SEARCH, body).await.assert_problem(422, "limit_exceeded", Some(path));
        assert!(detail.contains(says), "{body}: {detail}");
    }
    let moves = format!(r#"{{"moves":[{}]}}"#, vec![r#""""#; 2001].join(","));
    assert!(moves.len() > Server::MAX_BODY_BYTES);
    let query = format!("{SEARCH}?moves={}", ",".repeat(2000));
    server.get(&query).await.assert_problem(422, "limit_exceeded", Some("moves"));
}

#[tokio::test]
async fn wrong_states_and_moves_are_named() {
    let server = Server::default();
    let state = server.post(SEARCH, r#"{"state":"XOX/OX../..O"}"#).await;
    assert_eq!(state.assert_problem(422, "invalid_state", Some("state")), "row 2 has 4 cells, expected 3");
    for body in [r#"{"state":[[1,2]]}"#, r#"{"state":null}"#, r#"{"state":7}"#, "{\"state\":\"X..\\u0000\"}"] {
        server.post(SEARCH, body).await.assert_problem(422, "invalid_state", Some("state"));
    }
    server.get("/v1/games/tree/search?state=[1,").await.assert_problem(422, "invalid_state", Some("state"));
    let played = server.post(SEARCH, r#"{"moves":["b2","b2"]}"#).await;
    let detail = played.assert_problem(422, "illegal_move", Some("moves[1]"));
    assert_eq!(detail, "\"b2\" cannot be played here; legal moves: a1, c1, a3, c3, b1, a2, c2, b3");
    let over = server.post(SEARCH, r#"{"state":"XOX/OX./X.O","moves":["c2"]}"#).await;
    assert!(over.assert_problem(422, "illegal_move", Some("moves[0]")).contains("the game is over: three in a row"));
    server.post(SEARCH, r#"{"search_moves":["a1","z9"]}"#).await.assert_problem(
        422,
        "illegal_move",
        Some("search_moves[1]"),
    );
}

#[tokio::test]
async fn unknown_games_paths_and_methods_are_answered_with_what_there_is() {
    let server = Server::default();
    let detail = server.get("/v1/games/tictactoe").await.assert_problem(404, "unknown_game", None);
    assert!(detail.contains("did you mean tic-tac-toe?"), "{detail}");
    server.post("/v1/games/go/search", "{}").await.assert_problem(404, "unknown_game", None);
    let detail = server.get("/v1/game").await.assert_problem(404, "not_found", None);
    assert!(detail.contains("/v1/games"), "{detail}");
    let wrong = server.call("DELETE", SEARCH).await;
    wrong.assert_problem(405, "method_not_allowed", None);
    let mut allowed: Vec<&str> = wrong.header("allow").split(',').collect();
    allowed.sort_unstable();
    assert_eq!(allowed, ["GET", "HEAD", "POST"]);
    server.get("/v1/games/%FF").await.assert_problem(400, "bad_request", None);
}

#[tokio::test]
async fn a_representation_that_does_not_exist_is_not_acceptable() {
    let server = Server::default();
    for path in ["/v1", "/v1/games", "/v1/games/bones", SEARCH, POSITION, "/openapi.json", "/openapi.yaml"] {
        let request = Request::get(path).header("accept", "image/png").body(Body::empty()).unwrap();
        server.send(request).await.assert_problem(406, "not_acceptable", None);
    }
}

#[tokio::test]
async fn a_body_has_to_be_plain_json_in_utf_8() {
    let server = Server::default();
    for (name, value) in [
        ("content-type", "application/x-www-form-urlencoded"),
        ("content-type", "application/json; charset=utf-16"),
        ("content-encoding", "gzip"),
    ] {
        let mut request =
            Request::post(SEARCH).header("content-type", "application/json").body(Body::from("{}")).unwrap();
        request.headers_mut().insert(name, value.parse().unwrap());
        server.send(request).await.assert_problem(415, "unsupported_media_type", None);
    }
    let bare = server.send(Request::post(SEARCH).body(Body::from("{}")).unwrap()).await;
    assert!(bare.assert_problem(415, "unsupported_media_type", None).contains("--json"));
    let spelled = Request::post(SEARCH).header("content-type", "Application/JSON; charset=\"UTF-8\"");
    assert_eq!(server.send(spelled.body(Body::from("{}")).unwrap()).await.status, 200);
}

#[tokio::test]
async fn a_body_over_the_limit_is_refused_with_and_without_its_length() {
    let server = Server::default();
    let large = " ".repeat(Server::MAX_BODY_BYTES + 1);
    let told = Request::post(SEARCH).header("content-type", "application/json").header("content-length", large.len());
    server.send(told.body(Body::from(large.clone())).unwrap()).await.assert_problem(413, "body_too_large", None);
    let chunks = large.into_bytes().chunks(100).map(Bytes::copy_from_slice).collect::<Vec<_>>();
    server.post(SEARCH, Body::new(Chunks { left: chunks, ends: true })).await.assert_problem(
        413,
        "body_too_large",
        None,
    );
}

/// A body of unknown length, chunk by chunk; after the last one it ends, or nothing more ever comes.
struct Chunks {
    left: Vec<Bytes>,
    ends: bool,
}

impl HttpBody for Chunks {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        match self.left.pop() {
            Some(chunk) => Poll::Ready(Some(Ok(Frame::data(chunk)))),
            None if self.ends => Poll::Ready(None),
            None => Poll::Pending,
        }
    }
}

#[tokio::test]
async fn a_body_that_comes_too_slowly_is_not_waited_for() {
    let server = Server::default();
    server.post(SEARCH, Body::new(Chunks { left: vec![Bytes::from("{")], ends: false })).await.assert_problem(
        408,
        "request_timeout",
        None,
    );
}

#[tokio::test]
async fn a_full_queue_is_answered_at_once_with_when_to_come_back() {
    let server = Arc::new(Server::new(1, 1));
    let deadline = Instant::now() + Duration::from_secs(60);
    let (release, released) = std::sync::mpsc::channel::<()>();
    let (began, begun) = tokio::sync::oneshot::channel();
    let busy = tokio::spawn({
        let server = Arc::clone(&server);
        async move {
            let job = move |_: &mut Table, _: &Stop, _| {
                let _ = began.send(());
                let _ = released.recv();
            };
            server.service.pool.run(deadline, job).await
        }
    });
    begun.await.unwrap();
    // One more may wait; of any two that come now, one finds the queue full and the other gets its answer later.
    let both = async {
        tokio::join!(server.post(SEARCH, "{}"), async {
            let refused = server.post(SEARCH, "{}").await;
            drop(release);
            refused
        })
    };
    let (waited, refused) = both.await;
    assert!(refused.assert_problem(503, "overloaded", None).contains("nothing was searched"));
    assert!(refused.header("retry-after").parse::<u32>().unwrap() >= 1);
    assert_eq!(waited.status, 200);
    busy.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_server_about_to_stop_is_live_but_not_ready() {
    let server = Server::default();
    assert_eq!(server.get("/readyz").await.json(), json!({"status": "ready"}));
    server.service.drain();
    server.get("/readyz").await.assert_problem(503, "shutting_down", None);
    assert_eq!(server.get("/livez").await.json(), json!({"status": "live"}));
}

#[tokio::test]
async fn deterministic_gets_may_be_kept_and_are_not_searched_again() {
    let server = Server::default();
    for target in [
        format!("{SEARCH}?state=XOX/OX./..O&depth=9"),
        format!("{SEARCH}?nodes=1000&tie_break=random&seed=7"),
        format!("{POSITION}?moves=b2,a1"),
        "/v1/games".to_owned(),
        "/v1/games/chess".to_owned(),
        "/openapi.yaml".to_owned(),
        "/openapi.json".to_owned(),
    ] {
        let first = server.get(&target).await;
        let tag = first.header("etag").to_owned();
        assert!(tag.starts_with("W/\"") && tag.ends_with('"'), "{target}: {tag}");
        for (given, status) in [(tag.clone(), 304), (format!("\"x\", {tag}"), 304), ("W/\"x\"".to_owned(), 200)] {
            let request = Request::get(&target).header("if-none-match", given).body(Body::empty()).unwrap();
            let again = server.send(request).await;
            assert_eq!((again.status.as_u16(), again.body.is_empty()), (status, status == 304), "{target}");
            assert_eq!(again.header("etag"), tag, "{target}");
            assert_eq!(again.header("cache-control"), "public, max-age=86400", "{target}");
            assert_eq!(again.header("vary"), "accept", "{target}");
        }
    }
}

#[tokio::test]
async fn one_question_has_one_tag_however_it_is_written_and_others_have_others() {
    let server = Server::default();
    let tag = async |query: &str| server.get(&format!("{SEARCH}?{query}")).await.header("etag").to_owned();
    let asked = tag("state=XOX/OX./..O&depth=9").await;
    assert_eq!(asked, tag("depth=9.0&state=xoxox...o%20X&seed=0&multi_pv=1").await);
    assert_eq!(asked, tag("state=XOX/OX./..O").await, "9 is the default");
    for other in ["state=XOX/OX./..O&depth=8", "depth=9", "state=XOX/OX./..O&depth=9&seed=1"] {
        assert_ne!(asked, tag(other).await, "{other}");
    }
    let position = server.get(&format!("{POSITION}?state=XOX/OX./..O")).await;
    assert_ne!(asked, position.header("etag"));
    // The same board a second time is not the same question: one more and it is a draw.
    let chess = async |moves: &str| server.get(&format!("/v1/games/chess/position?moves={moves}")).await;
    let (once, twice) = ("g1f3,g8f6,f3g1,f6g8", "g1f3,g8f6,f3g1,f6g8,g1f3,g8f6,f3g1,f6g8");
    assert_ne!(chess(once).await.header("etag"), chess(twice).await.header("etag"));
}

#[tokio::test]
async fn what_may_differ_next_time_is_not_kept() {
    let server = Server::default();
    let gomoku = "/v1/games/gomoku/search";
    for answer in [
        server.get(&format!("{SEARCH}?depth=3&time_ms=1000")).await,
        server.get(&format!("{gomoku}?depth=20&time_ms=20")).await,
        server.post(SEARCH, "{}").await,
        server.post(POSITION, "{}").await,
        server.get(&format!("{SEARCH}?depht=3")).await,
        server.get("/nowhere").await,
        server.get("/v1").await,
        server.get("/livez").await,
        server.get("/readyz").await,
    ] {
        assert_eq!(answer.header("cache-control"), "no-store", "{}", String::from_utf8_lossy(&answer.body));
        assert_eq!(answer.header("etag"), "");
    }
    let held = Request::get(format!("{SEARCH}?state=?")).header("if-none-match", "*").body(Body::empty()).unwrap();
    server.send(held).await.assert_problem(422, "invalid_state", Some("state"));
}

#[tokio::test]
async fn an_answer_that_the_published_time_cut_is_not_kept() {
    let server = Server::with_caps(Caps { max_nodes: u64::MAX, max_time_ms: 300, book: true });
    let answer = server.get("/v1/games/gomoku/search?depth=30").await;
    assert_eq!(answer.json()["stopped_by"], "time");
    assert_eq!((answer.header("cache-control"), answer.header("etag")), ("no-store", ""));
}

#[tokio::test]
async fn a_query_beside_a_body_is_refused_rather_than_ignored() {
    let server = Server::default();
    for path in ["/v1/games/chess/search", "/v1/games/chess/position", "/v1/batch"] {
        let answer = server.post(&format!("{path}?depth=2"), "{}").await;
        answer.assert_problem(422, "invalid_body", Some("depth"));
    }
    assert_eq!(server.post("/v1/games/tic-tac-toe/search?", "{}").await.status, 200, "an empty query says nothing");
}
