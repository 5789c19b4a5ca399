//! The client that posts messages of OTLP.

use std::time::Duration;

use axum::http::Request;
use axum::http::header::{CONTENT_TYPE, HOST, USER_AGENT};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use prost::Message;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::Endpoint;

/// The longest that one attempt may take, from connecting to the last byte of the answer.
const ATTEMPT: Duration = Duration::from_secs(10);

/// Bytes of an answer that are read.
const MAX_ANSWER: usize = 64 << 10;

/// A client with one connection, which it keeps.
pub(super) struct Client {
    endpoint: Endpoint,
    connection: Option<SendRequest<Full<Bytes>>>,
}

/// The reason why a message did not arrive.
pub(super) struct Failure {
    pub(super) reason: String,
    /// Whether the same message may be sent again.
    pub(super) retryable: bool,
}

impl Failure {
    fn retryable(reason: String) -> Self {
        Self { reason, retryable: true }
    }
}

impl Client {
    pub(super) const fn new(endpoint: Endpoint) -> Self {
        Self { endpoint, connection: None }
    }

    /// Posts a message, and returns the answer.
    ///
    /// # Errors
    /// When the receiver cannot be reached, does not answer in time, or refuses the message.
    pub(super) async fn post<A: Message + Default>(&mut self, path: &str, message: Bytes) -> Result<A, Failure> {
        let answer = timeout(ATTEMPT, self.attempt(path, message)).await;
        let answer = answer.unwrap_or_else(|_| Err(Failure::retryable(format!("no answer within {ATTEMPT:?}"))));
        if answer.is_err() {
            // The rest of this answer must not be taken for that of the next message.
            self.connection = None;
        }
        // An answer that is none of OTLP accepts everything, as an empty one does.
        answer.map(|answer| A::decode(answer).unwrap_or_default())
    }

    async fn attempt(&mut self, path: &str, message: Bytes) -> Result<Bytes, Failure> {
        let connection = match self.connection.take().filter(|connection| !connection.is_closed()) {
            Some(connection) => connection,
            None => self.connect().await.map_err(Failure::retryable)?,
        };
        let connection = self.connection.insert(connection);
        let failed = |error: hyper::Error| Failure::retryable(error.to_string());
        connection.ready().await.map_err(failed)?;
        let request = Request::post(self.endpoint.target(path))
            .header(HOST, self.endpoint.authority())
            .header(USER_AGENT, concat!("plyd/", env!("CARGO_PKG_VERSION")))
            .header(CONTENT_TYPE, "application/x-protobuf")
            .body(Full::new(message))
            .map_err(|error| Failure { reason: error.to_string(), retryable: false })?;
        let response = connection.send_request(request).await.map_err(failed)?;
        let status = response.status();
        if !status.is_success() {
            // The codes that OTLP calls retryable.
            let retryable = matches!(status.as_u16(), 429 | 502..=504);
            return Err(Failure { reason: format!("answered {status}"), retryable });
        }
        let body = Limited::new(response.into_body(), MAX_ANSWER).collect().await;
        body.map(http_body_util::Collected::to_bytes).map_err(|error| Failure::retryable(error.to_string()))
    }

    async fn connect(&self) -> Result<SendRequest<Full<Bytes>>, String> {
        let address = (self.endpoint.host(), self.endpoint.port());
        let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
        tokio::spawn(connection);
        Ok(sender)
    }
}
