//! The result cache: answers that are always the same, by their question, and one search for equal questions that come
//! together.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::Response;
use moka::future::Cache;
use prometheus::core::Collector;
use prometheus::{IntCounterVec, IntGauge, Opts};

use super::error::Problem;
use crate::wire::SharedAnswer;

/// Bytes of an entry beside its texts: the entry of the map, its place in the orders, and the allocations.
const ENTRY_BYTES: usize = 400;

/// Answers by their questions, in bounded memory.
pub(super) struct ResultCache {
    answers: Cache<String, Arc<Kept>>,
    requests: IntCounterVec,
    entries: IntGauge,
    bytes: IntGauge,
}

/// An answer, and how long it took.
pub(super) struct Kept {
    pub(super) answer: SharedAnswer,
    pub(super) queued: Duration,
    pub(super) searched: Duration,
    /// Whether each search of its question answers the same. It is kept then.
    pub(super) is_repeatable: bool,
}

/// The reason why nothing was kept.
enum NotKept {
    Problem(Problem),
    /// Time has cut it.
    Cut(Arc<Kept>),
}

/// How an answer came about (RFC 9211).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CacheStatus {
    Hit,
    /// Searched, and kept.
    Stored,
    /// Searched, and not kept: time has cut it.
    Missed,
    /// Searched for an equal question that was there before.
    Collapsed,
    /// The client asked for a new search.
    Request,
    /// Not worth it, or not repeatable.
    Bypass,
}

impl CacheStatus {
    const ALL: [Self; 6] = [Self::Hit, Self::Stored, Self::Missed, Self::Collapsed, Self::Request, Self::Bypass];

    /// The value of the label `result`.
    const fn name(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Stored => "stored",
            Self::Missed => "missed",
            Self::Collapsed => "collapsed",
            Self::Request => "request",
            Self::Bypass => "bypass",
        }
    }

    const fn field(self) -> &'static str {
        match self {
            Self::Hit => "plyd; hit",
            Self::Stored => "plyd; fwd=miss; stored",
            Self::Missed => "plyd; fwd=miss",
            Self::Collapsed => "plyd; fwd=miss; collapsed",
            Self::Request => "plyd; fwd=request",
            Self::Bypass => "plyd; fwd=bypass",
        }
    }
}

impl ResultCache {
    /// A cache of at most so many bytes.
    ///
    /// # Panics
    /// Never: the names of its metrics are valid.
    pub(super) fn new(bytes: u64) -> Self {
        let weigh = |question: &String, kept: &Arc<Kept>| {
            (question.len() + kept.answer.bytes() + ENTRY_BYTES).try_into().unwrap_or(u32::MAX)
        };
        let answers = Cache::builder().max_capacity(bytes).weigher(weigh).build();
        let requests =
            Opts::new("plyd_cache_requests_total", "Searches and positions that asked the cache, by result.");
        let gauge = |name, help| IntGauge::new(name, help).expect("a valid name");
        let cache = Self {
            answers,
            requests: IntCounterVec::new(requests, &["result"]).expect("a valid name"),
            entries: gauge("plyd_cache_entries", "Answers in the cache."),
            bytes: gauge("plyd_cache_bytes", "Bytes of the answers in the cache."),
        };
        for status in CacheStatus::ALL {
            cache.requests.with_label_values(&[status.name()]);
        }
        cache
    }

    /// The collectors, for a registry.
    pub(super) fn collectors(&self) -> Vec<Box<dyn Collector>> {
        vec![Box::new(self.requests.clone()), Box::new(self.entries.clone()), Box::new(self.bytes.clone())]
    }

    /// Updates the gauges, which are read only when metrics are scraped.
    pub(super) fn update_gauges(&self) {
        self.entries.set(self.answers.entry_count() as i64);
        self.bytes.set(self.answers.weighted_size() as i64);
    }

    /// The answer to a question: kept, that of an equal question which is being answered, or that of `search`.
    ///
    /// # Errors
    /// Those of the search. The error of another client's search is none: then this one searches itself.
    pub(super) async fn answer(
        &self,
        question: String,
        headers: &HeaderMap,
        search: impl Future<Output = Result<Kept, Problem>>,
    ) -> Result<(Arc<Kept>, CacheStatus), Problem> {
        if asks_anew(headers) {
            return Ok((Arc::new(search.await?), CacheStatus::Request));
        }
        if let Some(kept) = self.answers.get(&question).await {
            return Ok((kept, CacheStatus::Hit));
        }
        // Taken by whichever of the two ways searches.
        let mut search = Some(search);
        let searched = AtomicBool::new(false);
        let result = {
            let search = &mut search;
            let init = async {
                searched.store(true, Ordering::Relaxed);
                let search = search.take().expect("the cache searches once");
                match search.await {
                    Ok(kept) if kept.is_repeatable => Ok(Arc::new(kept)),
                    Ok(kept) => Err(NotKept::Cut(Arc::new(kept))),
                    Err(problem) => Err(NotKept::Problem(problem)),
                }
            };
            self.answers.try_get_with(question, init).await
        };
        let searched = searched.load(Ordering::Relaxed);
        match (result, search) {
            (Ok(kept), _) => Ok((kept, if searched { CacheStatus::Stored } else { CacheStatus::Collapsed })),
            (Err(error), own) => match (&*error, own) {
                (NotKept::Cut(kept), _) => Ok((Arc::clone(kept), CacheStatus::Missed)),
                (NotKept::Problem(_), Some(own)) => Ok((Arc::new(own.await?), CacheStatus::Missed)),
                (NotKept::Problem(problem), None) => Err(problem.clone()),
            },
        }
    }

    /// Counts an answer, and tells its client how it came about.
    pub(super) fn attach(&self, status: CacheStatus, response: &mut Response) {
        self.requests.with_label_values(&[status.name()]).inc();
        let name = HeaderName::from_static("cache-status");
        response.headers_mut().insert(name, HeaderValue::from_static(status.field()));
    }
}

/// Whether the request wants no kept answer (RFC 9111, 5.2.1.4 and 5.2.1.5).
fn asks_anew(headers: &HeaderMap) -> bool {
    let values = headers.get_all(CACHE_CONTROL).into_iter().filter_map(|value| value.to_str().ok());
    let mut directives = values.flat_map(|value| value.split(',')).map(str::trim);
    directives.any(|directive| ["no-cache", "no-store"].iter().any(|none| directive.eq_ignore_ascii_case(none)))
}
