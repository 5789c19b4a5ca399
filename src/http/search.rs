//! Handlers for positions and searches.

use std::sync::Arc;
use std::time::Instant;

use axum::response::{IntoResponse, Response};
use plyd_wire::{PositionReport, PositionRequest, PreparedSearch, SearchRequest, cost_class_of_description};

use super::caching::ETag;
use super::error::Problem;
use super::extract::Asked;
use super::negotiation::{EVENT_STREAM, JSON, negotiate, negotiate_or_point};
use super::respond::Made;
use super::result_cache::{CacheStatus, asks_anew};
use super::trace;
use crate::pool::{Client, JobSpec};

/// `GET` and `POST …/position`.
pub(super) async fn position(asked: Asked) -> Result<Response, Problem> {
    let Asked { game, client, .. } = asked;
    negotiate(&asked.headers, JSON)?;
    let prepare = move |request: PositionRequest| {
        let position = request.position(game)?;
        let question = format!("position {}", position.identity());
        Ok((position, question))
    };
    let (position, question) = asked.prepare(prepare).await?;
    let tag = asked.tag(|| question.clone());
    if let Some(held) = asked.not_modified(tag.as_ref()) {
        return Ok(held);
    }
    let due = asked.due_soon();
    let spec = JobSpec { cost_class: cost_class_of_description(game), client, ..due.into() };
    let describe = asked.service.short_jobs.run(spec, move |_, stop, _| {
        let described = position.describe(Some(due), stop).map_err(|_| Problem::out_of_time())?;
        Ok(Made::json(&PositionReport::new(game, described)))
    });
    answer(&asked, Some(question), async { describe.await? }, tag).await
}

/// `GET` and `POST …/search`.
pub(super) async fn search(asked: Asked) -> Result<Response, Problem> {
    let Asked { game, client, arrived, .. } = asked;
    let (service, caps) = (&asked.service, asked.service.caps);
    let streams = format!("/v1/games/{}/search/stream", game.id);
    negotiate_or_point(&asked.headers, JSON, EVENT_STREAM, &streams)?;
    let prepare = move |request: SearchRequest| request.owned_by(client.salt()).prepare(game, &caps, arrived, None);
    let mut prepared = asked.prepare(prepare).await?;
    let question = prepared.canonical.take();
    // The table size is part of the tag, because selective answers and those limited by nodes depend on it.
    let of_table = |question: &String| format!("{question} {}", service.pool.table_results());
    let tag = question.as_ref().and_then(|question| asked.tag(|| of_table(question)));
    if let Some(held) = asked.not_modified(tag.as_ref()) {
        return Ok(held);
    }
    let (spec, metrics) = (spec_of(&prepared, client), Arc::clone(&service.metrics));
    let search = service.pool.run(spec, move |engine, stop, queued| {
        let started = Instant::now();
        let report = trace::search(prepared, (engine, stop, queued), None, &metrics);
        let searched = started.elapsed();
        // Serialised on the worker too, because lines and states take time.
        Made::json(&report).timed(queued, searched).repeatable(report.is_deterministic())
    });
    answer(&asked, question, async { Ok(search.await?) }, tag).await
}

/// What the pool needs to know to admit a search.
pub(super) fn spec_of(prepared: &PreparedSearch, client: Client) -> JobSpec {
    let PreparedSearch { begin_by, deadline, cost_class, trail, .. } = *prepared;
    JobSpec { begin_by, cost_class, trail, client, ..deadline.into() }
}

/// Answers from the cache if there is one and it has the answer. Otherwise does this work.
async fn answer(
    asked: &Asked,
    question: Option<String>,
    work: impl Future<Output = Result<Made, Problem>>,
    tag: Option<ETag>,
) -> Result<Response, Problem> {
    let cached = asked.service.cache.as_ref().zip(question);
    let asks_anew = cached.is_some() && asks_anew(&asked.headers);
    let kept = cached.as_ref().filter(|_| !asks_anew).and_then(|(cache, question)| cache.get(question));
    let (made, mut status) = match kept {
        Some(kept) => (Made::new(JSON, kept.to_string()), CacheStatus::HIT),
        None => (work.await?, if asks_anew { CacheStatus::REQUEST } else { CacheStatus::MISSED }),
    };
    if let Some((cache, question)) = &cached
        && status == CacheStatus::MISSED
        && made.is_repeatable
    {
        cache.keep(question, &made.text);
        status = CacheStatus::STORED;
    }
    let tag = tag.filter(|_| made.is_repeatable);
    let mut response = made.into_response();
    if let Some((cache, _)) = &cached {
        cache.attach(status, &mut response);
    }
    Ok(match tag {
        Some(tag) => tag.attach(response),
        None => response,
    })
}
