//! Every problem that the service answers with, one by one.

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use crate::common::clock::{StoppedClock, with_timeout};
use crate::common::server::{Answer, Server, until};
use axum::body::{Body, Bytes, HttpBody};
use axum::http::Request;
use http_body::Frame;
use plyd::search::{Engine, Stop};
use plyd::wire::Caps;

const SEARCH: &str = "/v1/games/tic-tac-toe/search";
const POSITION: &str = "/v1/games/tic-tac-toe/position";

#[tokio::test]
async fn malformed_json_and_json_of_the_wrong_shape_are_different_problems() {
    let server = Server::default();
    for body in ["{", "{\"a\"", "nope", "{} {}", "{}\u{feff}"] {
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
        (r#"{"depht":3}"#, "depht", "unknown field `depht`, expected one of `rules`, `state`"),
        (r#"{"Levle":3}"#, "Levle", "`draw_at`; did you mean level?"),
        (r#"{"depth":2,"depth":3}"#, "depth", "given twice"),
        (r#"{"clock":{"own_ms":1,"own_ms":2}}"#, "clock.own_ms", "given twice"),
        (r#"{"depth":"3"}"#, "depth", "expected a whole number, found \"3\""),
        (r#"{"depth":[null]}"#, "depth", "found [null]"),
        (r#"{"depth":-3}"#, "depth", "0 or more, found -3"),
        (r#"{"depth":2.5}"#, "depth", "found 2.5"),
        (r#"{"nodes":0}"#, "nodes", "expected at least 1"),
        (r#"{"time_ms":0}"#, "time_ms", "expected at least 1"),
        (r#"{"moves":{}}"#, "moves", "expected a list of moves"),
        (r#"{"moves":["b2",7.5]}"#, "moves[1]", "7.5"),
        (r#"{"moves":[null]}"#, "moves[0]", "null"),
        (r#"{"search_moves":[]}"#, "search_moves", "at least one move"),
        (r#"{"search_moves":["b2","a1","b2"]}"#, "search_moves[2]", "given twice"),
        (r#"{"multi_pv":0}"#, "multi_pv", "expected at least 1"),
        (r#"{"multi_pv":"every"}"#, "multi_pv", "a whole number or \"all\""),
        (r#"{"tie_break":"last"}"#, "tie_break", "expected `first` or `random`"),
        (r#"{"algorithm":"mcts"}"#, "algorithm", "only alpha-beta, minimax and textbook"),
        (r#"{"seed":-1}"#, "seed", "0 or more"),
        (r#"{"seed":4503599627370496.5}"#, "seed", "whole number"),
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
        (r#"{"time_ms":60001}"#, "time_ms", "limit of 60000"),
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
    let names: Vec<String> = (0..=Caps::MAX_SEARCH_MOVES).map(|number| number.to_string()).collect();
    let query = |names: &[String]| format!("{SEARCH}?search_moves={}", names.join(","));
    let refused = server.get(&query(&names)).await;
    let detail = refused.assert_problem(422, "limit_exceeded", Some("search_moves"));
    assert_eq!(detail, "search_moves has 501 moves; the limit is 500");
    // With one name less, the list is short enough to be read. Then the first name is refused, because it is not a
    // move.
    server.get(&query(&names[1..])).await.assert_problem(422, "illegal_move", Some("search_moves[0]"));
}

#[tokio::test]
async fn wrong_states_and_moves_are_named() {
    let server = Server::default();
    let state = server.post(SEARCH, r#"{"state":"XOX/OX../..O"}"#).await;
    assert_eq!(state.assert_problem(422, "invalid_state", Some("state")), "row 2 has 4 cells, expected 3");
    for body in [r#"{"state":[[1,2]]}"#, r#"{"state":true}"#, r#"{"state":7}"#, "{\"state\":\"X..\\u0000\"}"] {
        server.post(SEARCH, body).await.assert_problem(422, "invalid_state", Some("state"));
    }
    server.get("/v1/games/tree/search?state=[1,").await.assert_problem(422, "invalid_state", Some("state"));
    let played = server.post(SEARCH, r#"{"moves":["b2","b2"]}"#).await;
    let detail = played.assert_problem(422, "illegal_move", Some("moves[1]"));
    assert_eq!(detail, "\"b2\" cannot be played here; legal moves: b1, a2, c2, b3, a1, c1, a3, c3");
    let candidates = &played.json()["candidates"];
    assert_eq!(candidates, &serde_json::json!(["b1", "a2", "c2", "b3", "a1", "c1", "a3", "c3"]));
    assert!(state.json().get("candidates").is_none(), "only moves have candidates");
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
    let detail = server.get("/v1/games/tictoctoe").await.assert_problem(404, "unknown_game", None);
    assert!(detail.contains("did you mean tictactoe?"), "{detail}");
    assert!(detail.contains(", … "), "the list is cut between two names: {detail}");
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

/// A body of unknown length, chunk by chunk. After the last chunk it ends, or nothing more ever arrives.
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
async fn a_body_that_comes_too_slowly_is_waited_for_as_long_as_bodies_may_take() {
    let (server, clock) = (Server::default(), StoppedClock::stop());
    let body = Body::new(Chunks { left: vec![Bytes::from("{")], ends: false });
    let mut answer = pin!(server.post(SEARCH, body));
    let millisecond = Duration::from_millis(1);
    tokio::select! {
        biased;
        answer = &mut answer => panic!("{} before its time", answer.status),
        () = clock.pass(Server::BODY_TIMEOUT - millisecond) => (),
    }
    let (answer, ()) = tokio::join!(with_timeout(answer), clock.pass(2 * millisecond));
    answer.assert_problem(408, "request_timeout", None);
}

#[tokio::test]
async fn a_full_queue_is_answered_at_once_with_when_to_come_back() {
    let server = Arc::new(Server::endless(1, 1));
    let deadline = Instant::now() + Duration::from_secs(60);
    let (release, released) = std::sync::mpsc::channel::<()>();
    let (began, begun) = tokio::sync::oneshot::channel();
    let busy = tokio::spawn({
        let server = Arc::clone(&server);
        async move {
            let job = move |_: &mut Engine, _: &Stop, _| {
                let _ = began.send(());
                let _ = released.recv();
            };
            server.service.pool.run(deadline, job).await
        }
    });
    begun.await.unwrap();
    // Positions do not wait for searches.
    assert_eq!(server.get(POSITION).await.status, 200);
    // One more may wait. Of the requests that arrive now, all but one find the queue full, and that one gets its answer
    // later.
    let all = async {
        tokio::join!(server.post(SEARCH, "{}"), async {
            let refused = [server.post(SEARCH, "{}").await, server.get(SEARCH).await];
            drop(release);
            refused
        })
    };
    let (waited, refused) = all.await;
    refused.iter().for_each(assert_overloaded);
    assert_eq!(waited.status, 200);
    busy.await.unwrap().unwrap();
}

fn assert_overloaded(refused: &Answer) {
    assert!(refused.assert_problem(503, "overloaded", None).contains("nothing was searched"));
    assert!(refused.header("retry-after").parse::<u32>().unwrap() >= 1);
}

#[tokio::test]
async fn a_position_that_finds_the_desk_taken_is_refused_unless_its_asker_has_it() {
    // Describing a small position needs no other thread.
    const DESCRIBED: &str = "/v1/games/chess/position";
    let server = Arc::new(Server::new(1, 1));
    let (release, released) = std::sync::mpsc::channel::<()>();
    let hold = move |_: &mut Engine, _: &Stop, _| released.recv().unwrap_or_default();
    let deadline = Instant::now() + Duration::from_secs(60);
    let taken = server.service.short_jobs.submit(deadline, hold).unwrap();
    until(&server.service, "plyd_short_jobs_busy_workers", 1.0).await;
    let _waits = server.service.short_jobs.submit(deadline, |_: &mut Engine, _: &Stop, _| ()).unwrap();
    let described = Server::default().get(DESCRIBED).await;
    let again = Request::get(DESCRIBED).header("if-none-match", described.header("etag")).body(Body::empty()).unwrap();
    assert_eq!(server.send(again).await.status, 304);
    assert_overloaded(&server.get(DESCRIBED).await);
    assert_overloaded(&server.post(DESCRIBED, "{}").await);
    drop(release);
    taken.await.unwrap();
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
