//! A listener that serves probes and metrics, and nothing else.

use std::collections::VecDeque;
use std::io;
use std::thread;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};
use tracing::warn;

use super::connection::ACCEPT_BACKOFF;

/// Connections to the listener for probes. A new one closes the oldest, so that no connection can keep others out.
const CONNECTIONS: usize = 64;

/// How long a probe may take, from its connection to its answer.
const TIME: Duration = Duration::from_secs(10);

/// Serves probes and metrics only, until the process ends. They have their own thread and runtime, so that other work
/// cannot delay them.
///
/// # Errors
/// If the system cannot start a thread.
pub fn serve_probes(socket: std::net::TcpListener, routes: Router) -> io::Result<()> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let serve = async move {
        let socket = match TcpListener::from_std(socket) {
            Ok(socket) => socket,
            Err(error) => return warn!(%error, "cannot serve probes"),
        };
        let mut open: VecDeque<AbortHandle> = VecDeque::with_capacity(CONNECTIONS);
        loop {
            let Ok((stream, _)) = socket.accept().await else {
                sleep(ACCEPT_BACKOFF).await;
                continue;
            };
            if open.len() == CONNECTIONS
                && let Some(oldest) = open.pop_front()
            {
                oldest.abort();
            }
            let service = TowerToHyperService::new(routes.clone());
            let connection = Builder::new().keep_alive(false).serve_connection(TokioIo::new(stream), service);
            let connection = tokio::spawn(async { drop(timeout(TIME, connection).await) });
            open.push_back(connection.abort_handle());
        }
    };
    thread::Builder::new().name("probes".to_owned()).spawn(move || runtime.block_on(serve))?;
    Ok(())
}
