//! Clients that share a server: their turns and limits, over real sockets.

use std::sync::Arc;
use std::time::Instant;

use plyd::http::Network;
use plyd::pool::ClientLimits;
use tokio::net::TcpStream;

use crate::common::clock::{TIMEOUT, with_timeout};
use crate::common::server::{Server, until};
use crate::common::socket::{LISTENER, Open, open_with, rest};

/// Takes ten minutes unless it is stopped.
const LONG: &str = "/v1/games/gomoku/search?depth=30&time_ms=600000";
const LONG_STREAM: &str = "/v1/games/gomoku/search/stream?depth=30&time_ms=600000";
const SHORT: &str = "/v1/games/gomoku/search?depth=2&time_ms=600000";
const BUSY: &str = "plyd_pool_busy_workers";
const WAITING: &str = "plyd_pool_queue_depth{priority=\"interactive\"}";

/// A server behind a trusted proxy, which is this test.
async fn behind_proxy(server: Server) -> Open {
    let trusted_proxies: Vec<Network> = vec!["127.0.0.0/8".parse().unwrap()];
    open_with(plyd::http::Listener { trusted_proxies, ..LISTENER }, server).await
}

async fn ask(open: &Open, client: &str, path: &str) -> TcpStream {
    let head = format!("GET {path} HTTP/1.1\r\nhost: plyd\r\nx-forwarded-for: {client}\r\nconnection: close\r\n\r\n");
    open.send(head).await
}

#[tokio::test]
async fn a_client_that_fills_the_queue_leaves_room_for_another_which_is_next() {
    let open = behind_proxy(Server::endless(1, 3)).await;
    let running = ask(&open, "192.0.2.1", LONG).await;
    until(&open.service, BUSY, 1.0).await;
    let mut greedy = Vec::new();
    for waiting in 1..=3 {
        greedy.push(ask(&open, "192.0.2.1", LONG).await);
        until(&open.service, WAITING, f64::from(waiting)).await;
    }
    let refused = rest(ask(&open, "192.0.2.1, 192.0.2.1", LONG).await).await;
    assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("queue is full"), "{refused}");
    let other = ask(&open, "192.0.2.2", SHORT).await;
    until(&open.service, WAITING, 4.0).await;
    drop(running);
    let answer = rest(other).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn a_client_has_as_many_waiting_and_running_as_it_may() {
    let server = Server::endless(2, 16);
    server.service.pool.limit_clients(ClientLimits { waiting: 1, running: 1 });
    let open = behind_proxy(server).await;
    let _held = [ask(&open, "192.0.2.1", LONG).await, ask(&open, "192.0.2.1", LONG).await];
    until(&open.service, WAITING, 1.0).await;
    let refused = rest(ask(&open, "192.0.2.1", LONG).await).await;
    assert!(refused.starts_with("HTTP/1.1 429") && refused.contains("\"quota_exceeded\""), "{refused}");
    assert!(refused.contains("\r\nretry-after: "), "{refused}");
    let answer = rest(ask(&open, "192.0.2.2", SHORT).await).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "the other worker is free for others: {answer}");
}

#[tokio::test]
async fn a_client_has_as_many_streams_as_it_may() {
    let mut server = Server::endless(2, 16);
    Arc::get_mut(&mut server.service).unwrap().limit_streams(1);
    let open = behind_proxy(server).await;
    let held = ask(&open, "192.0.2.1", LONG_STREAM).await;
    until(&open.service, BUSY, 1.0).await;
    let refused = rest(ask(&open, "192.0.2.1", LONG_STREAM).await).await;
    assert!(refused.starts_with("HTTP/1.1 429") && refused.contains("\"quota_exceeded\""), "{refused}");
    let other = ask(&open, "192.0.2.2", LONG_STREAM).await;
    until(&open.service, BUSY, 2.0).await;
    drop((held, other));
    until(&open.service, BUSY, 0.0).await;
    let again = ask(&open, "192.0.2.1", LONG_STREAM).await;
    until(&open.service, BUSY, 1.0).await;
    drop(again);
}

#[tokio::test]
async fn a_short_job_of_another_client_does_not_wait_for_all_of_one() {
    let open = behind_proxy(Server::endless(1, 4)).await;
    let (release, released) = std::sync::mpsc::channel::<()>();
    let hold = move |_: &mut plyd::search::Engine, _: &plyd::search::Stop, _| released.recv().unwrap_or_default();
    let held = open.service.short_jobs.submit(Instant::now() + TIMEOUT, hold).unwrap();
    const DEPTH: &str = "plyd_short_jobs_queue_depth{priority=\"interactive\"}";
    // The request is so long that the short-jobs thread reads it. Unlike a record, it may wait for that thread as long
    // as a search may take.
    let path = format!("/v1/games/tic-tac-toe/tree?depth=1&moves={}", "+".repeat(600));
    let mut greedy = Vec::new();
    for waiting in 1..=4 {
        greedy.push(ask(&open, "192.0.2.1", &path).await);
        until(&open.service, DEPTH, f64::from(waiting)).await;
    }
    let other = ask(&open, "192.0.2.2", &path).await;
    until(&open.service, DEPTH, 5.0).await;
    drop(release);
    with_timeout(held).await.unwrap();
    let answer = rest(other).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}
