//! The result cache: answers that are always the same, by their question, and one search for equal questions that come
//! together.

use std::sync::Arc;
use std::time::Duration;

use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::Response;
use moka::future::Cache;
use prometheus::core::Collector;
use prometheus::{IntCounterVec, IntGauge, Opts};

use super::error::Problem;
use super::flights::Flights;
use crate::wire::SharedAnswer;

/// Bytes of an entry beside its texts: the entry of the map, its place in the orders, and the allocations.
const ENTRY_BYTES: usize = 400;

/// Answers by their questions, in bounded memory.
pub(super) struct ResultCache {
    answers: Cache<Arc<str>, Arc<Kept>>,
    flights: Flights<Arc<Kept>>,
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
        let weigh = |question: &Arc<str>, kept: &Arc<Kept>| {
            (question.len() + kept.answer.bytes() + ENTRY_BYTES).try_into().unwrap_or(u32::MAX)
        };
        let answers = Cache::builder().max_capacity(bytes).weigher(weigh).build();
        let requests =
            Opts::new("plyd_cache_requests_total", "Searches and positions that asked the cache, by result.");
        let gauge = |name, help| IntGauge::new(name, help).expect("a valid name");
        let cache = Self {
            answers,
            flights: Flights::new(),
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
    /// Those of the search. The error of another client's search is none: the next one who waits searches then.
    pub(super) async fn answer(
        &self,
        question: String,
        headers: &HeaderMap,
        search: impl Future<Output = Result<Kept, Problem>>,
    ) -> Result<(Arc<Kept>, CacheStatus), Problem> {
        if asks_anew(headers) {
            return Ok((Arc::new(search.await?), CacheStatus::Request));
        }
        let question = question.into();
        if let Some(kept) = self.answers.get(&question).await {
            return Ok((kept, CacheStatus::Hit));
        }
        let flight = self.flights.join(&question);
        let mut answer = flight.answer.lock().await;
        if let Some(kept) = &*answer {
            let status = if kept.is_repeatable { CacheStatus::Collapsed } else { CacheStatus::Missed };
            return Ok((Arc::clone(kept), status));
        }
        // It may have been kept between the look above and joining.
        if let Some(kept) = self.answers.get(&question).await {
            return Ok((kept, CacheStatus::Hit));
        }
        let kept = Arc::new(search.await?);
        *answer = Some(Arc::clone(&kept));
        if !kept.is_repeatable {
            return Ok((kept, CacheStatus::Missed));
        }
        self.answers.insert(question, Arc::clone(&kept)).await;
        Ok((kept, CacheStatus::Stored))
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

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;
    use futures_util::poll;
    use tokio::sync::oneshot;

    use super::*;

    fn kept() -> Kept {
        let answer = SharedAnswer::whole("answer".to_owned());
        Kept { answer, queued: Duration::ZERO, searched: Duration::ZERO, is_repeatable: true }
    }

    #[tokio::test]
    async fn one_who_stays_is_answered_however_many_leave_before() {
        let (cache, headers) = (ResultCache::new(1 << 20), HeaderMap::new());
        let ask = || cache.answer("question".to_owned(), &headers, pending());
        let mut leaving: Vec<_> = (0..300).map(|_| Some(Box::pin(ask()))).collect();
        let stays = cache.answer("question".to_owned(), &headers, ready(Ok(kept())));
        for asked in leaving.iter_mut().flatten() {
            assert!(poll!(asked).is_pending());
        }
        let mut stays = Box::pin(stays);
        assert!(poll!(&mut stays).is_pending());
        for leaver in 0..leaving.len() {
            leaving[leaver] = None;
            for asked in leaving.iter_mut().flatten() {
                assert!(poll!(asked).is_pending());
            }
        }
        assert_eq!(stays.await.unwrap().1, CacheStatus::Stored);
    }

    #[tokio::test]
    async fn a_search_that_fails_is_followed_by_one_other() {
        let (cache, headers) = (ResultCache::new(1 << 20), HeaderMap::new());
        let (fail, failed) = oneshot::channel();
        let fails = async { failed.await.map_or_else(|_| Err(Problem::internal()), Ok) };
        let mut first = Box::pin(cache.answer("question".to_owned(), &headers, fails));
        assert!(poll!(&mut first).is_pending());
        let searches = AtomicUsize::new(0);
        let others = join_all((0..3).map(|_| {
            let search = async {
                searches.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
                Ok(kept())
            };
            cache.answer("question".to_owned(), &headers, search)
        }));
        let mut others = Box::pin(others);
        assert!(poll!(&mut others).is_pending());
        drop::<oneshot::Sender<Kept>>(fail);
        assert!(first.await.is_err());
        let statuses = others.await.into_iter().map(|answered| answered.unwrap().1);
        let stored = statuses.filter(|status| *status == CacheStatus::Stored).count();
        assert_eq!((searches.into_inner(), stored), (1, 1));
    }
}
