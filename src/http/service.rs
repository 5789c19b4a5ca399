//! The state that handlers share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use prometheus::core::Collector;
use prometheus::proto::MetricFamily;

use super::caching::{ETag, program};
use super::contract::Contract;
use super::cors::Origin;
use super::keys::Keyring;
use super::metrics::Metrics;
use super::result_cache::ResultCache;
use super::reviews::Reviews;
use super::shares::Shares;
use crate::games::{CATALOGUE, Catalogue};
use crate::memory_budget::{MemoryBudget, Use};
use crate::pool::{JobSpec, SearchPool};
use crate::search::{Engine, Stop};
use crate::wire::Caps;

/// The longest that warming up one game may take, its wait for the short-jobs pool included.
const WARM_UP: Duration = Duration::from_secs(10);

/// Bytes of the memory budget for each connection that is kept for another request. Its own buffers come on top, about
/// 40 KiB.
const BUDGET_PER_KEPT: usize = 128 << 10;

/// With the network's share, a position or a record is answered within a second.
const SHORT_TIME: Duration = Duration::from_millis(900);

/// The state that handlers share.
pub struct Service {
    /// The games that it serves.
    pub catalogue: Catalogue,
    /// Runs searches.
    pub pool: SearchPool,
    /// Parses large requests and describes positions, so that these do not wait for searches.
    pub short_jobs: SearchPool,
    pub(super) reviews: Arc<Reviews>,
    /// The published limits.
    pub caps: Caps,
    /// The largest request body in bytes, except for batches.
    pub max_body_bytes: usize,
    /// The bytes that may be held for all clients together.
    pub memory: Arc<MemoryBudget>,
    /// The longest that a request body may take to arrive.
    pub body_timeout: Duration,
    /// The time limit of a position or a record, waiting included, unless the cap on time is lower.
    pub short_time: Duration,
    /// Whether there are pages: `/` to play on, `/docs` to read and try the contract.
    pub playground: bool,
    /// The keys of clients. Without, everybody may ask.
    pub keys: Option<Arc<Keyring>>,
    pub(super) cache: Option<ResultCache>,
    /// Streams that a client may have at a time.
    pub max_streams_per_client: usize,
    pub(super) streams: Arc<Shares>,
    /// The origins whose pages may read answers.
    pub(super) origins: Vec<Origin>,
    pub(super) contract: Contract,
    pub(super) metrics: Arc<Metrics>,
    draining: AtomicBool,
    exhausted: AtomicBool,
}

impl Service {
    /// A service that is ready, with its pages and a memory budget of [`MemoryBudget::DEFAULT_MB`].
    ///
    /// # Panics
    /// If the system gives no thread for the short-jobs pool.
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
        let metrics = Arc::new(Metrics::new([&pool, &short_jobs]));
        let contract = Contract::of(catalogue);
        let memory = MemoryBudget::new(MemoryBudget::DEFAULT_BYTES);
        let (draining, exhausted) = (AtomicBool::new(false), AtomicBool::new(false));
        let (origins, playground) = (Vec::new(), true);
        let (max_streams_per_client, streams) = (usize::MAX, Arc::default());
        Self {
            catalogue,
            origins,
            pool,
            short_jobs,
            reviews,
            caps,
            max_body_bytes,
            memory,
            body_timeout,
            short_time: SHORT_TIME,
            playground,
            keys: None,
            cache: None,
            max_streams_per_client,
            streams,
            contract,
            metrics,
            draining,
            exhausted,
        }
    }

    /// The same, with CORS for these origins.
    #[must_use]
    pub fn allow_origins(self, origins: Vec<Origin>) -> Self {
        Self { origins, ..self }
    }

    /// Keeps answers that are always the same, in at most so many bytes.
    pub fn keep_results(&mut self, bytes: u64) {
        let cache = ResultCache::new(bytes);
        cache.collectors().into_iter().for_each(|collector| self.register_metric(collector));
        self.cache = Some(cache);
    }

    /// Adds a metric to `/metrics`.
    ///
    /// # Panics
    /// If there is a metric of that name already.
    pub fn register_metric(&self, collector: Box<dyn Collector>) {
        self.metrics.register(collector);
    }

    /// All metrics as they are now, for Prometheus or any other receiver.
    #[must_use]
    pub fn gather(&self) -> Vec<MetricFamily> {
        self.pool.update_gauges();
        self.short_jobs.update_gauges();
        if let Some(cache) = &self.cache {
            cache.update_gauges();
        }
        self.metrics.gather(&self.memory)
    }

    /// The tag of an answer that depends only on this text and the program. The build says nothing of games that aren't
    /// plyd's, so with such games the tag depends on the executable too.
    pub(super) fn tag(&self, text: &str) -> ETag {
        if std::ptr::eq(self.catalogue.games(), CATALOGUE.games()) {
            ETag::of(text)
        } else {
            ETag::of(&format!("{text} {:x}", program()))
        }
    }

    /// The contract as JSON: openapi.yaml, with the ids and examples of this service's games.
    #[must_use]
    pub fn contract(&self) -> &str {
        self.contract.json()
    }

    /// Evaluates the start of every game once, at batch priority. Some games then unpack their networks, which would take
    /// up to 30 ms of the first request's time.
    pub async fn warm_up(&self) {
        for game in self.catalogue.games() {
            let due = Instant::now() + WARM_UP;
            let evaluate = move |_: &mut Engine, stop: &Stop, _| {
                game.parse(game.about.start()).is_ok_and(|start| start.describe(Some(due), stop).is_ok())
            };
            // A failure here is ignored: requests report it.
            let _ = self.short_jobs.run(JobSpec::from(due).batch(), evaluate).await;
        }
    }

    /// Makes `/readyz` answer 503 from now on.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Whether nine tenths of the memory for one use are held.
    pub(super) fn is_memory_exhausted(&self) -> bool {
        Use::ALL.into_iter().any(|held_for| self.memory.held(held_for) >= self.memory.limit(held_for) / 10 * 9)
    }

    /// Makes `/readyz` answer 503 while places or memory are exhausted.
    pub(super) fn set_exhausted(&self, is_exhausted: bool) {
        self.exhausted.store(is_exhausted, Ordering::Relaxed);
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.exhausted.load(Ordering::Relaxed)
    }

    /// Whether so many connections are open that none is kept for another request.
    pub(super) fn is_crowded(&self) -> bool {
        self.metrics.connections.get() as usize > self.memory.total() / BUDGET_PER_KEPT
    }

    pub(super) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }
}

pub(super) type SharedService = Arc<Service>;
