//! Serves HTTP on a socket, within limits on connections and on the time that clients take.

use std::io;
use std::net::Shutdown;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use socket2::{SockRef, TcpKeepalive};
use tokio::io::{copy, sink};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tracing::warn;

use crate::work::Phase;

/// Connections at a time. Further ones wait in the system's backlog.
const CONNECTIONS: u32 = 512;

/// How long the head of a request may take, and a pause between two requests.
const HEAD: Duration = Duration::from_secs(30);

/// How long a client may read nothing, or be out of reach, before the system closes its connection.
const SILENCE: Duration = Duration::from_secs(30);

/// How long a client may go on sending after its last answer. If its connection were closed earlier, it could lose the
/// answer.
const LINGER: Duration = Duration::from_secs(2);

/// What hyper reads and writes at a time, in bytes.
const BUFFER: usize = 16 << 10;

/// Serves until the phase is not [`Phase::Working`], then waits until all connections have ended.
pub(crate) async fn serve(socket: TcpListener, routes: Router, phase: watch::Receiver<Phase>) {
    let open = Arc::new(Semaphore::new(CONNECTIONS as usize));
    let mut stopped = pin!(stopped(phase.clone()));
    loop {
        let permit = Arc::clone(&open).acquire_owned().await.expect("it stays open");
        let accepted = tokio::select! {
            accepted = socket.accept() => accepted,
            () = &mut stopped => break,
        };
        match accepted {
            Ok((stream, _)) => {
                let served = connection(stream, routes.clone(), phase.clone());
                tokio::spawn(async move {
                    // A client that leaves, or breaks the protocol, needs no line in the log.
                    let _ = served.await;
                    drop(permit);
                });
            }
            Err(error) => {
                warn!(%error, "cannot accept a connection");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(socket);
    let _ = open.acquire_many(CONNECTIONS).await;
}

async fn connection(stream: TcpStream, routes: Router, phase: watch::Receiver<Phase>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let socket = SockRef::from(&stream);
    socket.set_tcp_keepalive(&TcpKeepalive::new().with_time(SILENCE).with_interval(SILENCE / 3))?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(SILENCE))?;
    let mut unread = TcpStream::from_std(socket.try_clone()?.into())?;
    let mut builder = Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(BUFFER);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(routes)));
    let mut stopped = pin!(stopped(phase));
    let _ = tokio::select! {
        ended = connection.as_mut() => ended,
        () = &mut stopped => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    SockRef::from(&unread).shutdown(Shutdown::Write)?;
    let _ = timeout(LINGER, copy(&mut unread, &mut sink())).await;
    Ok(())
}

/// Waits for the signal to stop.
pub(crate) async fn stopped(mut phase: watch::Receiver<Phase>) {
    let _ = phase.wait_for(|phase| *phase != Phase::Working).await;
}
