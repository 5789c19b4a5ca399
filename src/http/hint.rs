//! The handler of hints.

use std::sync::Arc;
use std::time::Instant;

use axum::response::{IntoResponse, Response};
use plyd_wire::{HintRequest, PreparedHint};

use super::error::Problem;
use super::extract::Asked;
use super::negotiation::{JSON, negotiate};
use super::respond::Made;
use super::trace;
use crate::pool::JobSpec;

/// `POST …/hint`.
pub(super) async fn hint(asked: Asked) -> Result<Response, Problem> {
    let Asked { game, client, arrived, .. } = asked;
    let (service, caps) = (&asked.service, asked.service.caps);
    negotiate(&asked.headers, JSON)?;
    let prepared = asked.prepare(move |request: HintRequest| request.prepare(game, &caps, arrived)).await?;
    let PreparedHint { begin_by, cost_class, deadline, .. } = prepared;
    let (spec, metrics) = (JobSpec { begin_by, cost_class, client, ..deadline.into() }, Arc::clone(&service.metrics));
    let search = service.pool.run(spec, move |engine, stop, queued| {
        let (span, started) = (trace::search_span(), Instant::now());
        let report = span.in_scope(|| prepared.run(engine, stop));
        let (labels, depth, nodes) = report.search();
        trace::searched(&span, &metrics, labels, depth, nodes);
        Made::json(&report).timed(queued, started.elapsed())
    });
    Ok(search.await?.into_response())
}
