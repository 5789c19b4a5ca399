//! The listener: HTTP/1.1 and HTTP/2 on one port, and graceful shutdown.
//!
//! An accept loop of our own, since `axum::serve` gives connections no timer, and only a timer closes slow clients.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tracing::{info, warn};

use super::connections::Connections;
use super::overflow::Overflow;
use super::sampler::Sampler;
use super::service::Service;

/// The limits of connections, and of graceful shutdown.
#[derive(Clone, Copy, Debug)]
pub struct Listener {
    /// Connections at a time. Those above it are served probes, and refused anything else.
    pub max_connections: usize,
    /// The longest that a request's head may take to arrive.
    pub head_timeout: Duration,
    /// The longest that a connection may be idle between two requests.
    pub idle_timeout: Duration,
    /// The longest that a pending answer may make no progress.
    pub write_timeout: Duration,
    /// After the shutdown signal, the time in which new connections are still accepted, so that load balancers see that
    /// the service is not ready.
    pub drain_delay: Duration,
    /// After the drain delay, the time in which accepted requests may finish.
    pub grace: Duration,
}

/// Time to send the answers of searches that were stopped after the grace time.
const STOPPED_ANSWERS: Duration = Duration::from_secs(1);

/// On shutdown, open connections are served this long before idle ones are closed. Requests that are on their way then
/// get an answer with `Connection: close`, not a reset.
const LINGER: Duration = Duration::from_millis(100);

/// Pause after a failed accept, for example until a file descriptor is free.
const ACCEPT_BACKOFF: Duration = Duration::from_millis(10);

impl Listener {
    /// The longest time from the shutdown signal until [`Self::serve`] returns.
    #[must_use]
    pub const fn max_shutdown(&self) -> Duration {
        self.drain_delay.saturating_add(self.grace).saturating_add(STOPPED_ANSWERS)
    }

    /// Serves until `shutdown` resolves, then shuts down gracefully: not ready, drain delay, no more connections, grace
    /// time. Returns the number of connections that were still open at the end.
    pub async fn serve(
        self,
        listener: TcpListener,
        service: &Arc<Service>,
        shutdown: impl Future<Output = ()>,
    ) -> usize {
        let connections = Connections::new(&self, service);
        let permits = Arc::new(Semaphore::new(self.max_connections));
        let mut overflow = Overflow::new(&connections, service);
        let errors = Sampler::default();
        let mut drained = pin!(async {
            shutdown.await;
            service.drain();
            sleep(self.drain_delay).await;
        });
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) => match Arc::clone(&permits).try_acquire_owned() {
                        Ok(permit) => drop(connections.spawn(stream, permit)),
                        Err(_) => overflow.spawn(stream),
                    },
                    Err(error) => {
                        // The client is gone already, or there is no file descriptor left.
                        service.metrics.accept_errors.inc();
                        if let Some(unlogged) = errors.pass(Instant::now()) {
                            warn!(%error, unlogged, "cannot accept");
                        }
                        sleep(ACCEPT_BACKOFF).await;
                    }
                },
                () = &mut drained => break,
            }
        }
        // Clients in the backlog are connected from their point of view: serve them too.
        if let Ok(listener) = listener.into_std() {
            while let Ok((stream, _)) = listener.accept() {
                if stream.set_nonblocking(true).is_ok()
                    && let Ok(stream) = TcpStream::from_std(stream)
                {
                    drop(connections.spawn(stream, ()));
                }
            }
        }
        let open = &service.metrics.connections;
        info!(connections = open.get(), "finishing what was accepted");
        let mut finished = pin!(async {
            sleep(LINGER).await;
            connections.close().await;
        });
        if timeout(self.grace, &mut finished).await.is_err() {
            info!("stopping the rest with their best so far");
            service.pool.close();
            service.short_jobs.close();
            let _ = timeout(STOPPED_ANSWERS, finished).await;
        }
        usize::try_from(open.get()).unwrap_or_default()
    }
}
