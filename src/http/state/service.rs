//! The state that handlers share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plyd_games::{CATALOGUE, Catalogue};
use plyd_keys::Keyring;
use plyd_operations::Limits;
use plyd_search::{Engine, Stop};
use plyd_wire::{Caps, GameList, to_json};
use prometheus::core::Collector;
use prometheus::proto::MetricFamily;

use super::contract::{Contract, Text};
use super::metrics::Metrics;
use super::result_cache::ResultCache;
use super::reviews::Reviews;
use crate::http::answers::caching::{ETag, program};
use crate::http::answers::error::Problem;
use crate::http::answers::negotiation::JSON;
use crate::http::answers::request_id::Ids;
use crate::http::clients::cors::Origin;
use crate::http::clients::permits::{BySize, Limit};
use crate::pool::{Client, JobSpec, SearchPool};

/// How long warming up one game may take, including its wait for the short-jobs thread.
const WARM_UP: Duration = Duration::from_secs(10);

/// How many streams may be open at a time. Batches have the same limit. By default, fewer requests than this can wait
/// and run in the pool, so the pool refuses first.
const STREAMS: usize = 256;

/// With this limit, a position or record is answered within a second, including the network's time.
const SHORT_TIME: Duration = Duration::from_millis(Caps::SHORT_TIME_MS);

/// The state that handlers share.
pub struct Service {
    /// The games that it serves.
    pub catalogue: Catalogue,
    /// Runs searches.
    pub pool: SearchPool,
    /// Parses large requests and describes positions, so that these do not wait for searches.
    pub short_jobs: SearchPool,
    pub(crate) reviews: Arc<Reviews>,
    /// The published limits.
    pub caps: Caps,
    /// The largest request body in bytes, except for batches and records.
    pub max_body_bytes: usize,
    /// How long a request body may take to arrive, and how long a client may pause in a large one.
    pub body_timeout: Duration,
    /// The time limit for a position or a record, including waiting, unless the cap on time is lower.
    pub short_time: Duration,
    /// Whether to serve pages: `/` to play, `/docs` to read and try the contract.
    pub playground: bool,
    /// The keys of clients. Without keys, everybody may send requests.
    pub keys: Option<Arc<Keyring>>,
    pub(crate) cache: Option<ResultCache>,
    pub(crate) bodies: BySize,
    pub(crate) answers: BySize,
    pub(crate) streams: Limit,
    pub(crate) batches: Limit,
    /// The origins whose pages may read answers.
    pub(crate) origins: Vec<Origin>,
    pub(crate) contract: Contract,
    /// The answer of `GET /v1/games`.
    pub(crate) games: Text,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) ids: Ids,
    draining: AtomicBool,
}

impl Service {
    /// A service with pages, without keys and without a cache.
    ///
    /// # Panics
    /// If the system cannot start the short-jobs thread.
    #[must_use]
    pub fn new(
        catalogue: Catalogue,
        pool: SearchPool,
        caps: Caps,
        max_body_bytes: usize,
        body_timeout: Duration,
    ) -> Self {
        let short_jobs = pool.short_jobs().expect("the system has a thread for short jobs");
        let reviews = Reviews::new(pool.workers());
        let metrics = Arc::new(Metrics::new(&[&pool, &short_jobs]));
        let contract = Contract::of(catalogue);
        let games = Text::new(JSON, to_json(&GameList::new(catalogue)));
        let (origins, playground) = (Vec::new(), true);
        let (bodies, answers) = (BySize::of_bodies(), BySize::of_answers());
        Self {
            catalogue,
            origins,
            pool,
            short_jobs,
            reviews,
            caps,
            max_body_bytes,
            body_timeout,
            short_time: SHORT_TIME,
            playground,
            keys: None,
            cache: None,
            bodies,
            answers,
            streams: Limit::quarter(STREAMS),
            batches: Limit::quarter(STREAMS),
            contract,
            games,
            metrics,
            ids: Ids::new(),
            draining: AtomicBool::new(false),
        }
    }

    /// Adds CORS for these origins.
    #[must_use]
    pub fn allow_origins(self, origins: Vec<Origin>) -> Self {
        Self { origins, ..self }
    }

    /// Caches deterministic answers, in at most `bytes`.
    pub fn keep_results(&mut self, bytes: u64) {
        let cache = ResultCache::new(bytes);
        cache.collectors().into_iter().for_each(|collector| self.register_metric(collector));
        self.cache = Some(cache);
    }

    /// Adds a metric to `/metrics`.
    ///
    /// # Panics
    /// If a metric has this name already.
    pub fn register_metric(&self, collector: Box<dyn Collector>) {
        self.metrics.register(collector);
    }

    /// All metrics at this moment, for Prometheus or another receiver.
    #[must_use]
    pub fn gather(&self) -> Vec<MetricFamily> {
        self.pool.update_gauges();
        self.short_jobs.update_gauges();
        if let Some(cache) = &self.cache {
            cache.update_gauges();
        }
        self.metrics.gather()
    }

    /// The tag of an answer that depends only on this text and the program. The build number does not cover the rules
    /// of games that are not plyd's. If the catalogue has such games, the tag depends on the executable too.
    pub(crate) fn tag(&self, text: &str) -> ETag {
        if std::ptr::eq(self.catalogue.games(), CATALOGUE.games()) {
            ETag::of(text)
        } else {
            ETag::of(&format!("{text} {:x}", program()))
        }
    }

    /// The contract as JSON: openapi.yaml, completed with this service's games.
    #[must_use]
    pub fn contract(&self) -> &str {
        self.contract.json()
    }

    /// Evaluates the start of every game once, at batch priority. Some games unpack a network then, which would
    /// otherwise add up to 30 ms to the first request.
    pub async fn warm_up(&self) {
        for game in self.catalogue.games() {
            let due = Instant::now() + WARM_UP;
            let evaluate = move |_: &mut Engine, stop: &Stop, _| {
                game.parse(game.about.start()).is_ok_and(|start| start.describe(Some(due), stop).is_ok())
            };
            // A failure is ignored here, because requests will report it.
            let _ = self.short_jobs.run(JobSpec::from(due).batch(), evaluate).await;
        }
    }

    /// Makes `/readyz` answer 503 from now on.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Limits how many streams each client may have open.
    pub fn limit_streams(&mut self, per_client: usize) {
        self.streams = Limit::new(STREAMS, per_client);
    }

    /// The limits of a client's request.
    pub(crate) fn limits(&self, client: Client, arrived: Instant) -> Limits {
        let short_time = Some(self.short_time());
        let catalogue = self.catalogue;
        Limits { arrived, short_time, catalogue, owner: client.salt(), ..Limits::new(self.caps) }
    }

    /// The answer to this question, if there is a cache and it has the answer.
    pub(crate) fn kept_result(&self, cache_key: Option<&str>) -> Option<Arc<str>> {
        self.cache.as_ref()?.get(cache_key?)
    }

    /// Caches an answer, if it is repeatable and there is a cache. Returns whether it did.
    pub(crate) fn keep_result(&self, cache_key: Option<&str>, is_repeatable: bool, answer: &str) -> bool {
        match (&self.cache, cache_key) {
            (Some(cache), Some(cache_key)) if is_repeatable => {
                cache.keep(cache_key, answer);
                true
            }
            _ => false,
        }
    }

    /// The problem for a client that gets no permit for a body or an answer.
    pub(crate) fn no_permit(&self, wanted: &str) -> Problem {
        self.metrics.no_permit(wanted).inc();
        Problem::out_of_memory()
    }

    /// How long a short job may take, including waiting.
    pub(crate) fn short_time(&self) -> Duration {
        self.short_time.min(Duration::from_millis(self.caps.max_time_ms))
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }
}

pub(crate) type SharedService = Arc<Service>;
