//! Searches as streams of events, through the router and over a socket.

use std::pin::pin;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use crate::common::clock::{StoppedClock, TIMEOUT, moment, with_timeout};
use crate::common::server::{Server, metric};
use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt;
use plyd::http::router;
use plyd::search::{Engine, Stop};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

const SEARCH: &str = "/v1/games/tic-tac-toe/search";
const SEARCH_STREAM: &str = "/v1/games/tic-tac-toe/search/stream";
const STREAM: &str = "text/event-stream";
/// Takes ten minutes unless it is stopped.
const LONG: &str = "/v1/games/gomoku/search/stream?depth=30&time_ms=600000";

fn asking(uri: &str) -> Request<Body> {
    Request::get(uri).header("host", "plyd").header("accept", STREAM).body(Body::empty()).unwrap()
}

/// The events of a complete answer: name and data.
fn events(body: &[u8]) -> Vec<(String, Value)> {
    let text = std::str::from_utf8(body).unwrap();
    let event = |lines: &str| {
        let mut lines = lines.lines();
        let name = lines.next().unwrap().strip_prefix("event: ").unwrap().to_owned();
        (name, serde_json::from_str(lines.next().unwrap().strip_prefix("data: ").unwrap()).unwrap())
    };
    text.split_terminator("\n\n").filter(|lines| !lines.starts_with(':')).map(event).collect()
}

fn without_timing(mut answer: Value) -> Value {
    let stats = answer["stats"].as_object_mut().unwrap();
    for timing in ["elapsed_us", "queued_us", "nodes_per_second"] {
        stats.remove(timing).unwrap();
    }
    for iteration in stats["iterations"].as_array_mut().unwrap() {
        iteration.as_object_mut().unwrap().remove("elapsed_us").unwrap();
    }
    answer
}

/// Occupies the only worker until the sender is dropped.
async fn occupy(server: &Server) -> (Sender<()>, impl Future) {
    let (release, released) = channel::<()>();
    let (began, begun) = tokio::sync::oneshot::channel();
    let job = move |_: &mut Engine, _: &Stop, _| {
        let _ = began.send(());
        let _ = released.recv();
    };
    let job = server.service.pool.submit(Instant::now() + TIMEOUT, job).unwrap();
    begun.await.unwrap();
    (release, job)
}

#[tokio::test]
async fn every_iteration_is_an_event_and_the_last_event_is_the_plain_answer() {
    let server = Server::default();
    let plain = server.post(SEARCH, r#"{"depth":6,"multi_pv":2}"#).await.json();
    let by_body = Request::post(SEARCH_STREAM).header("accept", STREAM).header("content-type", "application/json");
    for request in [
        asking(&format!("{SEARCH_STREAM}?depth=6&multi_pv=2")),
        by_body.body(Body::from(r#"{"depth":6,"multi_pv":2}"#)).unwrap(),
    ] {
        let answer = server.send(request).await;
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, STREAM));
        assert_eq!((answer.header("cache-control"), answer.header("etag")), ("no-store", ""));
        let mut events = events(&answer.body);
        let (last, result) = events.pop().unwrap();
        assert_eq!(last, "result");
        assert_eq!(events.len(), 6);
        let mut nodes = 0;
        for (index, (name, progress)) in events.iter().enumerate() {
            let iteration = &plain["stats"]["iterations"][index];
            nodes += iteration["nodes"].as_u64().unwrap();
            assert_eq!((name.as_str(), &progress["depth"]), ("progress", &iteration["depth"]));
            assert_eq!(progress["lines"].as_array().unwrap().len(), 2);
            assert_eq!(progress["lines"][0]["move"], iteration["move"]);
            assert_eq!(progress["lines"][0]["score"]["value"], iteration["value"]);
            assert_eq!(progress["stats"]["nodes"], nodes);
        }
        let last = events.last().unwrap().1["stats"].as_object().unwrap();
        for (name, count) in
            last.iter().filter(|(name, _)| !["elapsed_us", "nodes_per_second"].contains(&name.as_str()))
        {
            assert_eq!(count, &plain["stats"][name], "{name}");
        }
        assert_eq!(without_timing(result), without_timing(plain.clone()));
    }
}

#[tokio::test]
async fn a_stream_has_a_path_of_its_own_and_the_plain_one_names_it() {
    let server = Server::default();
    let refused = server.send(asking(&format!("{SEARCH}?depth=2"))).await.assert_problem(406, "not_acceptable", None);
    assert!(refused.contains(SEARCH_STREAM), "{refused}");
    for accept in ["*/*", "text/*", STREAM, "application/json"] {
        let request = Request::get(format!("{SEARCH_STREAM}?depth=2")).header("accept", accept);
        let answer = server.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, STREAM), "{accept}");
    }
    let page = Request::get(SEARCH_STREAM).header("accept", "text/html").body(Body::empty()).unwrap();
    server.send(page).await.assert_problem(406, "not_acceptable", None);
}

#[tokio::test]
async fn errors_before_the_stream_are_ordinary_problems() {
    let server = Server::endless(1, 1);
    server.send(asking(&format!("{SEARCH_STREAM}?depth=10"))).await.assert_problem(
        422,
        "limit_exceeded",
        Some("depth"),
    );
    let (release, busy) = occupy(&server).await;
    let waiting = router(&server.service).oneshot(asking(SEARCH_STREAM)).await.unwrap();
    assert_eq!(waiting.status(), 200, "it waits inside its stream");
    let refused = server.send(asking(SEARCH_STREAM)).await;
    refused.assert_problem(503, "overloaded", None);
    assert!(refused.header("retry-after").parse::<u32>().unwrap() >= 1);
    drop(release);
    busy.await;
    let body = waiting.into_body().collect().await.unwrap().to_bytes();
    assert_eq!(events(&body).last().unwrap().0, "result");
}

/// A stream that waits for the only worker, and the end of its time. A busy machine may not admit it with little time;
/// then the request is repeated with more.
async fn waiting(server: &Server) -> (Body, Instant) {
    for time_ms in [200, 1000, 5000] {
        let mut request = asking(&format!("{SEARCH_STREAM}?time_ms={time_ms}"));
        request.headers_mut().insert("x-request-id", "seven".parse().unwrap());
        let response = router(&server.service).oneshot(request).await.unwrap();
        if response.status() == 200 {
            return (response.into_body(), Instant::now() + Duration::from_millis(time_ms));
        }
    }
    panic!("not admitted within five seconds");
}

fn assert_late(body: &[u8]) {
    let events = events(body);
    assert_eq!((events.len(), events[0].0.as_str()), (1, "error"));
    let problem = &events[0].1;
    assert_eq!((&problem["code"], &problem["status"]), (&"overloaded".into(), &503.into()));
    assert_eq!(problem["request_id"], "seven");
}

#[tokio::test]
async fn an_error_during_the_stream_is_its_last_event() {
    let server = Server::new(1, 1);
    let (release, busy) = occupy(&server).await;
    let (late, over) = waiting(&server).await;
    // Nobody reads the stream in the meantime, so the worker finds that the time is over.
    while Instant::now() <= over {
        moment().await;
    }
    drop(release);
    busy.await;
    assert_late(&late.collect().await.unwrap().to_bytes());
}

#[tokio::test]
async fn a_stream_that_waits_in_vain_ends_at_its_deadline() {
    let server = Server::new(1, 1);
    let (release, busy) = occupy(&server).await;
    let (late, _) = waiting(&server).await;
    // The worker stays occupied until after the deadline.
    assert_late(&with_timeout(late.collect()).await.unwrap().to_bytes());
    drop(release);
    busy.await;
}

#[tokio::test]
async fn a_stream_that_waits_keeps_its_connection_alive() {
    let server = Server::endless(1, 1);
    let (release, busy) = occupy(&server).await;
    let clock = StoppedClock::stop();
    let mut waiting = router(&server.service).oneshot(asking(SEARCH_STREAM)).await.unwrap().into_body();
    let (interval, millisecond) = (Duration::from_secs(3), Duration::from_millis(1));
    for _ in 0..3 {
        let mut heartbeat = pin!(waiting.frame());
        tokio::select! {
            biased;
            event = &mut heartbeat => panic!("{event:?} after {:?}", clock.passed()),
            () = clock.pass(interval - millisecond) => (),
        }
        let (heartbeat, ()) = tokio::join!(with_timeout(heartbeat), clock.pass(2 * millisecond));
        assert_eq!(&heartbeat.unwrap().unwrap().into_data().unwrap()[..], b": searching\n\n");
    }
    drop(release);
    busy.await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_closes_its_stream_frees_the_worker_at_once() {
    let server = Arc::new(Server::endless(1, 1));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let serving = tokio::spawn(axum::serve(listener, router(&server.service)).into_future());
    for _ in 0..20 {
        let mut client = TcpStream::connect(address).await.unwrap();
        let request = format!("GET {LONG} HTTP/1.1\r\nhost: plyd\r\naccept: {STREAM}\r\n\r\n");
        client.write_all(request.as_bytes()).await.unwrap();
        let mut read = String::new();
        while !read.contains("event: progress") {
            let mut some = [0; 4096];
            let count = client.read(&mut some).await.unwrap();
            assert!(count > 0, "{read}");
            read.push_str(&String::from_utf8_lossy(&some[..count]));
        }
        drop(client);
        server.service.pool.run(Instant::now() + TIMEOUT, |_, _, _| ()).await.expect("the only worker is free again");
    }
    assert_eq!(metric(&server.service, "plyd_pool_cancelled_total{stage=\"running\"}").await, 20.0);
    serving.abort();
}
