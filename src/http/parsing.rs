//! Requests are parsed at once if they are small, and on the short-jobs pool if not.

use std::time::{Duration, Instant};

use tracing::{Instrument, Span, debug_span};

use super::error::Problem;
use super::service::Service;
use crate::pool::{Client, JobSpec};
use crate::spans::TARGET;
use crate::wire::Refusal;

/// Bytes that parse within a quarter of a millisecond, in any request, without link-time optimisation. A game of chess
/// in SAN takes the longest.
const SMALL: usize = 512;

impl Service {
    /// Parses a client's request of `bytes` bytes that arrived at `arrived`, on the short-jobs pool if it is not small.
    ///
    /// A small one is parsed at once, so most malformed requests cost that pool nothing. A large one would block other
    /// connections on this thread.
    ///
    /// # Errors
    /// Those of the parser, and of admission.
    pub(super) async fn parse<T: Send + 'static>(
        &self,
        client: Client,
        bytes: usize,
        arrived: Instant,
        parser: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Problem> {
        let span = span(bytes);
        if bytes <= SMALL {
            return Ok(span.in_scope(parser)?);
        }
        let deadline = arrived + Duration::from_millis(self.caps.max_time_ms);
        let parsed = self.short_jobs.run(spec(client, bytes, deadline), move |_, _, _| parser());
        Ok(parsed.instrument(span).await??)
    }

    /// The same at batch priority. Waits until `ends`.
    ///
    /// # Errors
    /// Those of the parser, and of the pool.
    pub(super) async fn parse_batch<T: Send + 'static>(
        &self,
        client: Client,
        bytes: usize,
        ends: Instant,
        parser: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Problem> {
        let span = span(bytes);
        if bytes <= SMALL {
            return Ok(span.in_scope(parser)?);
        }
        Ok(self.short_jobs.run_batch(spec(client, bytes, ends), move |_, _, _| parser()).instrument(span).await??)
    }
}

/// The span of reading a request of so many bytes.
fn span(bytes: usize) -> Span {
    debug_span!(target: TARGET, "read", bytes = bytes as i64)
}

/// A cost class for each power of two in size.
fn spec(client: Client, bytes: usize, deadline: Instant) -> JobSpec {
    JobSpec { cost_class: u64::from(bytes.ilog2()), client, ..deadline.into() }
}
