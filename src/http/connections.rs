//! Open connections: a task for each.

use std::pin::pin;
use std::sync::Arc;

use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use prometheus::IntGauge;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tracing::debug;

use super::connection_guard::{ConnectionGuard, MAX_HEAD_BYTES, Timeouts};
use super::listener::Listener;
use super::metrics::Metrics;
use super::routes::router;
use super::service::Service;

/// The settings that connections share.
pub(super) struct Connections {
    builder: Builder<TokioExecutor>,
    handler: TowerToHyperService<Router>,
    /// Tells connections to shut down gracefully. Each holds a receiver until it has ended.
    closing: watch::Sender<bool>,
    pub(super) timeouts: Timeouts,
    pub(super) metrics: Arc<Metrics>,
}

impl Connections {
    pub(super) fn new(listener: &Listener, service: &Arc<Service>) -> Self {
        let mut builder = Builder::new(TokioExecutor::new());
        // hyper starts this timer at the end of the previous answer, so it is the idle timeout. The guard has the one
        // for the head itself.
        builder
            .http1()
            .timer(TokioTimer::new())
            .header_read_timeout(listener.idle_timeout)
            .max_buf_size(MAX_HEAD_BYTES);
        let http2 = &mut builder.http2();
        http2.timer(TokioTimer::new()).keep_alive_interval(listener.head_timeout);
        http2.max_concurrent_streams(100).max_header_list_size(MAX_HEAD_BYTES as u32);
        Self {
            builder,
            handler: TowerToHyperService::new(router(service)),
            closing: watch::Sender::new(false),
            timeouts: Timeouts {
                head: listener.head_timeout,
                idle: listener.idle_timeout,
                write: listener.write_timeout,
            },
            metrics: Arc::clone(&service.metrics),
        }
    }

    /// The same with other routes and timeouts, and one request for each connection.
    pub(super) fn without_keep_alive(&self, routes: Router, timeouts: Timeouts) -> Self {
        let mut builder = self.builder.clone();
        builder.http1().keep_alive(false);
        Self {
            builder,
            handler: TowerToHyperService::new(routes),
            closing: self.closing.clone(),
            timeouts,
            metrics: Arc::clone(&self.metrics),
        }
    }

    /// Serves a connection until it ends, on a task of its own, which holds the permit.
    pub(super) fn spawn(&self, stream: TcpStream, permit: impl Send + 'static) -> AbortHandle {
        let _ = stream.set_nodelay(true);
        let counted = Counted::new(&self.metrics);
        let guard = ConnectionGuard::new(stream, self.timeouts, Arc::clone(&self.metrics));
        let (idle, mut closing) = (guard.idle_notify(), self.closing.subscribe());
        let connection = self.builder.serve_connection(TokioIo::new(guard), self.handler.clone()).into_owned();
        let serving = tokio::spawn(async move {
            let mut connection = pin!(connection);
            let shutdown = async {
                tokio::select! {
                    () = idle.notified() => {}
                    _ = closing.wait_for(|closing| *closing) => {}
                }
            };
            let served = tokio::select! {
                served = connection.as_mut() => served,
                () = shutdown => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = served {
                debug!(%error, "a connection broke off");
            }
            drop((permit, counted, closing));
        });
        serving.abort_handle()
    }

    /// Tells all connections to shut down gracefully, and waits until they have.
    pub(super) async fn close(&self) {
        self.closing.send_replace(true);
        self.closing.closed().await;
    }
}

/// Counts a connection while it is open.
struct Counted(IntGauge);

impl Counted {
    fn new(metrics: &Metrics) -> Self {
        metrics.accepted.inc();
        metrics.connections.inc();
        Self(metrics.connections.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}
