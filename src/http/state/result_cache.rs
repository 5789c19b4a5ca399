//! The result cache: deterministic answers by their question.

use std::sync::Arc;

use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::Response;
use moka::sync::Cache;
use prometheus::core::Collector;
use prometheus::{IntCounterVec, IntGauge, Opts};

/// Bytes of an entry in addition to its texts: for the map, the eviction order, and the allocations.
const ENTRY_BYTES: usize = 400;

/// Answers as JSON by their questions, in bounded memory.
///
/// A question is the request in canonical form, including its moves. If equal questions arrive together, each is
/// searched, so that a client never waits for another client's turn.
pub(crate) struct ResultCache {
    answers: Cache<Arc<str>, Arc<str>>,
    requests: IntCounterVec,
    entries: IntGauge,
    bytes: IntGauge,
}

/// How an answer was obtained (RFC 9211): the metric's label `result`, and the value of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CacheStatus(&'static str, &'static str);

impl CacheStatus {
    pub(crate) const HIT: Self = Self("hit", "plyd; hit");
    /// Computed and cached.
    pub(crate) const STORED: Self = Self("stored", "plyd; fwd=miss; stored");
    /// Computed but not cached, because it ran out of time.
    pub(crate) const MISSED: Self = Self("missed", "plyd; fwd=miss");
    /// The client asked for a fresh answer.
    pub(crate) const REQUEST: Self = Self("request", "plyd; fwd=request");
    const ALL: [Self; 4] = [Self::HIT, Self::STORED, Self::MISSED, Self::REQUEST];
}

impl ResultCache {
    /// A cache of at most `bytes`.
    ///
    /// # Panics
    /// Never: the names of its metrics are valid.
    pub(crate) fn new(bytes: u64) -> Self {
        let weigh = |cache_key: &Arc<str>, answer: &Arc<str>| {
            (cache_key.len() + answer.len() + ENTRY_BYTES).try_into().unwrap_or(u32::MAX)
        };
        let requests = Opts::new("plyd_cache_requests_total", "Answers looked up in the cache, by result.");
        let gauge = |name, help| IntGauge::new(name, help).expect("a valid name");
        let cache = Self {
            answers: Cache::builder().max_capacity(bytes).weigher(weigh).build(),
            requests: IntCounterVec::new(requests, &["result"]).expect("a valid name"),
            entries: gauge("plyd_cache_entries", "Answers in the cache."),
            bytes: gauge("plyd_cache_bytes", "Bytes of the answers in the cache."),
        };
        for CacheStatus(name, _) in CacheStatus::ALL {
            cache.requests.with_label_values(&[name]);
        }
        cache
    }

    /// The collectors, to be registered.
    pub(crate) fn collectors(&self) -> Vec<Box<dyn Collector>> {
        vec![Box::new(self.requests.clone()), Box::new(self.entries.clone()), Box::new(self.bytes.clone())]
    }

    /// Updates the gauges. They are only read when metrics are scraped.
    pub(crate) fn update_gauges(&self) {
        self.answers.run_pending_tasks();
        self.entries.set(self.answers.entry_count() as i64);
        self.bytes.set(self.answers.weighted_size() as i64);
    }

    pub(crate) fn get(&self, cache_key: &str) -> Option<Arc<str>> {
        self.answers.get(cache_key)
    }

    pub(crate) fn keep(&self, cache_key: &str, answer: &str) {
        self.answers.insert(cache_key.into(), answer.into());
    }

    /// Counts an answer, and adds the header field that tells the client how it was obtained.
    pub(crate) fn attach(&self, CacheStatus(name, field): CacheStatus, response: &mut Response) {
        self.requests.with_label_values(&[name]).inc();
        response.headers_mut().insert(HeaderName::from_static("cache-status"), HeaderValue::from_static(field));
    }
}

/// Whether the request asks for a fresh answer (RFC 9111, 5.2.1.4 and 5.2.1.5).
pub(crate) fn asks_anew(headers: &HeaderMap) -> bool {
    let values = headers.get_all(CACHE_CONTROL).into_iter().filter_map(|value| value.to_str().ok());
    let mut directives = values.flat_map(|value| value.split(',')).map(str::trim);
    directives.any(|directive| ["no-cache", "no-store"].iter().any(|none| directive.eq_ignore_ascii_case(none)))
}
