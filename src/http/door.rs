//! The front door: accepts connections, HTTP/1.1 and HTTP/2 on one port, and lets them go in order at the end.
//!
//! An accept loop of its own, because slow clients are closed only by a timer, and that has to be given to each connection.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tracing::{debug, info, warn};

use super::guard::Guard;
use super::{Service, router};

/// What the door holds connections to.
#[derive(Clone, Copy, Debug)]
pub struct Door {
    /// Connections at a time; more wait to be accepted.
    pub max_connections: usize,
    /// How long a request's head may take to arrive.
    pub head_timeout: Duration,
    /// How long a connection may be idle between two requests.
    pub idle_timeout: Duration,
    /// How long to go on accepting after being told to stop, so that balancers see that the service is not ready.
    pub drain_delay: Duration,
    /// How long what was accepted may take to finish after that.
    pub grace: Duration,
}

/// Bytes of a request's head: a target of 64 KiB, as long as targets may be, and fields.
const LONGEST_HEAD: usize = 96 << 10;

/// How long the answers of stopped searches may take to leave.
const LAST_ANSWERS: Duration = Duration::from_secs(1);

impl Door {
    /// Serves until `told_to_stop`, then finishes: not ready, the drain delay, no more connections, the grace time. Returns how many
    /// connections had to be cut off.
    pub async fn serve(
        self,
        listener: TcpListener,
        service: &Arc<Service>,
        told_to_stop: impl Future<Output = ()>,
    ) -> usize {
        let handler = TowerToHyperService::new(router(service));
        let mut builder = Builder::new(TokioExecutor::new());
        // hyper's time for a head begins when the request before is answered. That of the head itself is the guard's.
        builder.http1().timer(TokioTimer::new()).header_read_timeout(self.idle_timeout).max_buf_size(LONGEST_HEAD);
        let http2 = &mut builder.http2();
        http2.timer(TokioTimer::new()).keep_alive_interval(self.head_timeout);
        http2.max_concurrent_streams(100).max_header_list_size(LONGEST_HEAD as u32);
        let connections = GracefulShutdown::new();
        let room = Arc::new(Semaphore::new(self.max_connections));
        let mut stopped = pin!(async {
            told_to_stop.await;
            service.drain();
            sleep(self.drain_delay).await;
        });
        loop {
            let accepted = async {
                let room = Arc::clone(&room).acquire_owned().await.expect("never closed");
                (listener.accept().await, room)
            };
            let (stream, room) = tokio::select! {
                (accepted, room) = accepted => match accepted {
                    Ok((stream, _)) => (stream, room),
                    Err(error) => {
                        // A client that is gone already, or no file descriptor left: the next try may do better, and not at once.
                        warn!(%error, "cannot accept");
                        sleep(Duration::from_millis(10)).await;
                        continue;
                    }
                },
                () = &mut stopped => break,
            };
            let (builder, handler, watcher) = (builder.clone(), handler.clone(), connections.watcher());
            tokio::spawn(async move {
                let _room = room;
                let _ = stream.set_nodelay(true);
                let stream = TokioIo::new(Guard::new(stream, self.head_timeout));
                let connection = builder.serve_connection(stream, handler).into_owned();
                if let Err(error) = watcher.watch(connection).await {
                    debug!(%error, "a connection broke off");
                }
            });
        }
        drop(listener);
        info!(connections = connections.count(), "finishing what was accepted");
        let mut finished = pin!(connections.shutdown());
        if timeout(self.grace, &mut finished).await.is_err() {
            info!("stopping the rest with their best so far");
            service.pool.close();
            let _ = timeout(LAST_ANSWERS, finished).await;
        }
        self.max_connections - room.available_permits()
    }
}
