//! One connection, from its first byte until both sides have gone.

use std::pin::pin;
use std::sync::Arc;

use http_body::Body;
use hyper::body::Incoming;
use hyper::service::Service;
use hyper::{Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::time::Instant;

use crate::guard::ConnectionGuard;
use crate::requests::{Counted, Requests};
use crate::socket::Socket;
use crate::{Environment, Limits, Reuse, Versions};

/// The error that broke a connection off.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// Streams that an HTTP/2 connection may have at a time.
const MAX_STREAMS: u32 = 100;

/// Serves connections within limits.
pub struct Server<E> {
    builder: Builder<TokioExecutor>,
    limits: Limits,
    environment: Arc<E>,
}

impl<E: Environment> Server<E> {
    /// A server of connections within these limits.
    #[must_use]
    pub fn new(limits: Limits, environment: Arc<E>) -> Self {
        let mut builder = Builder::new(TokioExecutor::new());
        if limits.versions == Versions::Http1 {
            builder = builder.http1_only();
        }
        // hyper starts this timer at the end of the previous answer, so it is the idle timeout. The guard has the one
        // for the head itself.
        builder
            .http1()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.idle)
            .max_buf_size(limits.head_bytes)
            .keep_alive(limits.reuse == Reuse::KeepAlive);
        builder
            .http2()
            .timer(TokioTimer::new())
            .keep_alive_interval(limits.head)
            .max_concurrent_streams(MAX_STREAMS)
            .max_header_list_size(limits.head_bytes as u32);
        Self { builder, limits, environment }
    }

    /// Serves a connection that was accepted at `since`, until it ends. From `closing` on, it ends in order: the requests
    /// that it has sent are answered.
    ///
    /// # Errors
    /// The error that broke it off.
    pub async fn serve<T, S, B>(
        &self,
        stream: T,
        since: Instant,
        service: S,
        closing: impl Future<Output = ()>,
    ) -> Result<(), Error>
    where
        T: Socket + 'static,
        S: Service<Request<Incoming>, Response = Response<B>>,
        S::Future: Send + 'static,
        S::Error: Into<Error>,
        B: Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<Error>,
    {
        let requests = Arc::new(Requests::default());
        let guard =
            ConnectionGuard::new(stream, since, &self.limits, Arc::clone(&requests), Arc::clone(&self.environment));
        let service = Counted::new(service, Arc::clone(&requests));
        let mut connection = pin!(self.builder.serve_connection(TokioIo::new(guard), service));
        let shutdown = async {
            tokio::select! {
                () = closing => {}
                () = requests.idle.notified() => {}
            }
        };
        tokio::select! {
            served = connection.as_mut() => served,
            () = shutdown => {
                requests.close();
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        }
    }
}
