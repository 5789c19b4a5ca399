//! Reads small requests of numbers on the connection's thread, and all others on the short-jobs thread.

use std::time::{Duration, Instant};

use plyd_wire::{Refusal, from_json, is_scalar};
use serde::de::DeserializeOwned;
use tracing::{Instrument, Span, debug_span};

use super::error::Problem;
use super::extract::Asked;
use super::service::Service;
use crate::pool::{Client, JobSpec};
use crate::spans::TARGET;

/// The size of a small request in bytes. If it [`is_scalar`], reading it takes at most a quarter of a millisecond.
const SMALL: usize = 512;

impl Asked {
    /// Reads the request and prepares its work.
    ///
    /// Most malformed requests are small, so they do not cost the short-jobs thread anything. Requests that may contain
    /// moves are prepared there in any case: a few illegal moves in a position with a thousand legal ones take
    /// milliseconds, in which other connections would wait.
    pub(super) async fn prepare<R: DeserializeOwned + Send + 'static, T: Send + 'static>(
        &self,
        prepare: impl FnOnce(R) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Problem> {
        let (service, game, bytes) = (&self.service, self.game, self.fields.len());
        let span = span(bytes);
        let spec = spec(self.client, bytes, self.arrived + Duration::from_millis(service.caps.max_time_ms));
        if bytes > SMALL {
            let fields = self.fields.clone();
            let prepared = service.short_jobs.run(spec, move |_, _, _| prepare(fields.read(game)?));
            return Ok(prepared.instrument(span).await??);
        }
        let read = || {
            let json = self.fields.json(game);
            Ok::<(R, bool), Refusal>((from_json(&json)?, is_scalar(&json)))
        };
        let (request, is_scalar) = span.in_scope(read)?;
        if is_scalar {
            return Ok(span.in_scope(|| prepare(request))?);
        }
        let prepared = service.short_jobs.run(spec, move |_, _, _| prepare(request));
        Ok(prepared.instrument(span).await??)
    }
}

impl Service {
    /// Reads a batch, at batch priority. Waits until `ends`.
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
        Ok(self.short_jobs.run(spec(client, bytes, ends).batch(), move |_, _, _| parser()).instrument(span).await??)
    }
}

/// The span for reading a request of this size.
fn span(bytes: usize) -> Span {
    debug_span!(target: TARGET, "read", bytes = bytes as i64)
}

/// Jobs have one cost class for each power of two in size.
fn spec(client: Client, bytes: usize, deadline: Instant) -> JobSpec {
    JobSpec { cost_class: u64::from(bytes.max(1).ilog2()), client, ..deadline.into() }
}
