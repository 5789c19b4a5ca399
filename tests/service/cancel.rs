//! A client that disconnects frees its worker, or leaves the queue.

use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::clock::{TIMEOUT, moment, with_timeout};
use crate::common::held::{Held, hold};
use crate::common::server::{Server, metric, until};
use crate::common::socket::{LISTENER, Open, open_with};
use plyd::pool::{JobHandle, SearchPool};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// How to disconnect.
#[derive(Clone, Copy, Debug)]
enum Disconnect {
    Close,
    Reset,
    /// Shuts down only the writing side, which the server treats as a disconnect too.
    HalfClose,
}

const EVERY_WAY: [Disconnect; 3] = [Disconnect::Close, Disconnect::Reset, Disconnect::HalfClose];

/// Takes ten minutes unless it is stopped.
const LONG: &str = "/v1/games/gomoku/search?depth=30&time_ms=600000";
const LONG_STREAM: &str = "/v1/games/gomoku/search/stream?depth=30&time_ms=600000";
/// Five million nodes, each with its quiescence.
const LONG_TREE: &str = "/v1/games/chess/tree?depth=12&max_nodes=5000&algorithm=alpha-beta";
/// The same with a worker that helps, in a game with a selective search.
const WITH_HELPERS: &str = "/v1/games/chess/search?algorithm=selective&time_ms=600000&threads=2";
const HELPING: &str = "plyd_pool_helping_workers";
const BUSY: &str = "plyd_pool_busy_workers";
const WAITING: &str = "plyd_pool_queue_depth{priority=\"interactive\"}";
const SHORT_JOBS_WAITING: &str = "plyd_short_jobs_queue_depth{priority=\"interactive\"}";

async fn ask(open: &Open, path: &str, accept: &str) -> TcpStream {
    open.send(format!("GET {path} HTTP/1.1\r\nhost: plyd\r\naccept: {accept}\r\n\r\n")).await
}

/// Disconnects. The returned stream keeps a connection half open.
async fn disconnect(mut stream: TcpStream, how: Disconnect) -> Option<TcpStream> {
    match how {
        Disconnect::Close => drop(stream),
        Disconnect::Reset => stream.set_zero_linger().unwrap(),
        Disconnect::HalfClose => {
            stream.shutdown().await.unwrap();
            return Some(stream);
        }
    }
    None
}

#[tokio::test]
async fn a_running_search_is_stopped() {
    let open = open_with(LISTENER, Server::endless(1, 4)).await;
    let asked = [(LONG, "application/json"), (LONG_TREE, "application/json"), (LONG_STREAM, "text/event-stream")];
    for (path, accept) in asked {
        let rounds = async {
            for how in EVERY_WAY.repeat(5) {
                // The job of the previous round may still be counted.
                until(&open.service, BUSY, 0.0).await;
                let client = ask(&open, path, accept).await;
                until(&open.service, BUSY, 1.0).await;
                let _half_open = disconnect(client, how).await;
                let next = open.service.pool.run(Instant::now() + TIMEOUT, |_, _, _| ());
                next.await.unwrap_or_else(|error| panic!("{how:?}, {accept}: the only worker is busy: {error:?}"));
            }
        };
        with_timeout(rounds).await;
    }
    assert_eq!(metric(&open.service, "plyd_pool_cancelled_total{stage=\"running\"}").await, 45.0);
    assert_eq!(metric(&open.service, "http_server_abandoned_requests_total").await, 30.0, "streams had begun");
}

#[tokio::test]
async fn a_search_with_helpers_frees_them_when_it_is_cancelled_and_when_a_request_waits() {
    let open = open_with(LISTENER, Server::endless(2, 4)).await;
    let rounds = async {
        for _ in 0..20 {
            until(&open.service, BUSY, 0.0).await;
            let client = ask(&open, WITH_HELPERS, "application/json").await;
            until(&open.service, HELPING, 1.0).await;
            // A waiting job takes the helper's worker.
            let waiting = open.service.pool.run(Instant::now() + TIMEOUT, |_, _, _| thread::current().id());
            waiting.await.expect("the helper gives way");
            until(&open.service, HELPING, 0.0).await;
            drop(client);
            until(&open.service, BUSY, 0.0).await;
            let client = ask(&open, WITH_HELPERS, "application/json").await;
            until(&open.service, HELPING, 1.0).await;
            drop(client);
            until(&open.service, HELPING, 0.0).await;
        }
    };
    with_timeout(rounds).await;
}

#[tokio::test]
async fn a_search_or_a_position_that_waits_leaves_the_queue() {
    let open = open_with(LISTENER, Server::endless(1, 1)).await;
    let held = [occupy(&open.service.pool).await, occupy(&open.service.short_jobs).await];
    for how in EVERY_WAY {
        for path in ["/v1/games/chess/position", LONG, LONG, LONG, LONG] {
            // Each queue has room for one job.
            let waiting = if path == LONG { WAITING } else { SHORT_JOBS_WAITING };
            let client = ask(&open, path, "application/json").await;
            until(&open.service, waiting, 1.0).await;
            let _half_open = disconnect(client, how).await;
            until(&open.service, waiting, 0.0).await;
        }
    }
    assert_eq!(metric(&open.service, "plyd_pool_cancelled_total{stage=\"queued\"}").await, 12.0);
    assert_eq!(metric(&open.service, "plyd_short_jobs_cancelled_total{stage=\"queued\"}").await, 3.0);
    for (release, job) in held {
        drop(release);
        job.await.unwrap();
    }
}

/// Occupies a worker until the sender is dropped, with a job whose deadline has passed. The pool expects it to end at
/// any moment, so it refuses nobody because of it.
async fn occupy(pool: &SearchPool) -> (Sender<()>, JobHandle<()>) {
    let mut time = Duration::from_millis(20);
    loop {
        let deadline = Instant::now() + time;
        let Held { release, begun, job } = hold(pool, deadline);
        if begun.await.is_ok() {
            while Instant::now() <= deadline {
                moment().await;
            }
            return (release, job);
        }
        // The machine was too busy to begin the search in time.
        time *= 2;
    }
}
