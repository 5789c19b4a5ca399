//! The HTTP service: routes, layers, and the state that handlers share. Only here are there status codes.

mod accept;
mod batch;
mod caching;
mod clock;
mod contract;
mod cors;
mod door;
mod error;
mod extract;
mod frames;
mod framing;
mod games;
mod guard;
mod health;
mod layers;
mod meters;
mod page;
#[cfg(target_os = "linux")]
mod process;
mod read;
mod respond;
mod sampler;
mod search;
mod send_buffer;
mod stream;
mod strict;
mod tree;

pub use cors::Origin;
pub use door::Door;
pub use error::Code;
#[cfg(feature = "mcp")]
pub(crate) use error::problem;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::routing::{MethodRouter, get, post};
use prometheus::core::Collector;
use tower_http::limit::RequestBodyLimitLayer;

use crate::games::{Catalogue, nearest};
use crate::pool::SearchPool;
use crate::search::{Engine, Stop};
use crate::wire::Caps;
use contract::Contract;
use error::Problem;
use meters::Meters;
use send_buffer::Budget;
use tree::Form;

/// How long one game may take to be ready, waiting at the desk included.
const WARMING: Duration = Duration::from_secs(10);

/// What handlers share.
pub struct Service {
    /// The games.
    pub catalogue: Catalogue,
    /// Where searches run.
    pub pool: SearchPool,
    /// Where large requests are read and positions described, however busy the searches are.
    pub desk: SearchPool,
    /// The published limits.
    pub caps: Caps,
    /// Bytes of a request body.
    pub max_body_bytes: usize,
    /// How long a request body may take to arrive.
    pub body_timeout: Duration,
    /// Whether there are pages: `/` to play on, `/docs` to read and try the contract.
    pub playground: bool,
    /// Whose pages may read answers.
    origins: Vec<Origin>,
    contract: Contract,
    meters: Arc<Meters>,
    /// Room for answers that wait to be read.
    answers: Arc<Budget>,
    draining: AtomicBool,
}

impl Service {
    /// A service that is ready, with its pages.
    ///
    /// # Panics
    /// If the system gives no thread for the desk.
    #[must_use]
    pub fn new(
        catalogue: Catalogue,
        pool: SearchPool,
        caps: Caps,
        max_body_bytes: usize,
        body_timeout: Duration,
    ) -> Self {
        let desk = pool.desk().expect("the system has a thread for the desk");
        let meters = Arc::new(Meters::new([&pool, &desk]));
        let (answers, contract) = (Arc::default(), Contract::of(catalogue));
        let draining = AtomicBool::new(false);
        let (origins, playground) = (Vec::new(), true);
        Self {
            catalogue,
            origins,
            pool,
            desk,
            caps,
            max_body_bytes,
            body_timeout,
            playground,
            contract,
            meters,
            answers,
            draining,
        }
    }

    /// The same, whose answers pages of these origins may read.
    #[must_use]
    pub fn open_to(self, origins: Vec<Origin>) -> Self {
        Self { origins, ..self }
    }

    /// Publishes what another part of the process counts.
    ///
    /// # Panics
    /// If there is a metric of that name already.
    pub fn watch(&self, collector: Box<dyn Collector>) {
        self.meters.watch(collector);
    }

    /// The contract as JSON: openapi.yaml, with the ids and examples of this service's games.
    #[must_use]
    pub fn contract(&self) -> &str {
        self.contract.json()
    }

    /// Has every game valued once at the desk, behind whoever asks there: some unpack then what they have learnt, which
    /// would take up to 30 ms of the time that the first question has.
    pub async fn warm_up(&self) {
        for game in self.catalogue.games() {
            let due = Instant::now() + WARMING;
            let value = move |_: &mut Engine, stop: &Stop, _| {
                game.parse(game.about.start()).is_ok_and(|start| start.describe(Some(due), stop).is_ok())
            };
            // A game that fails here fails whoever asks, who is told.
            let _ = self.desk.run_patiently(due, value).await;
        }
    }

    /// From now on the service says that it is not ready for more.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }
}

type SharedService = Arc<Service>;

/// A path and what it answers.
pub struct Route {
    /// The path, parameters in braces, as in openapi.yaml.
    pub path: &'static str,
    /// Its methods.
    pub methods: &'static [&'static str],
    handlers: fn() -> MethodRouter<SharedService>,
}

const BATCH: &str = "/v1/batch";
const BATCH_STREAM: &str = "/v1/batch/stream";

/// Every route of the contract.
pub const ROUTES: &[Route] = &[
    Route { path: "/v1", methods: &["GET"], handlers: || get(games::index) },
    Route { path: "/v1/games", methods: &["GET"], handlers: || get(games::list) },
    Route { path: "/v1/games/{game}", methods: &["GET"], handlers: || get(games::describe) },
    Route {
        path: "/v1/games/{game}/position",
        methods: &["GET", "POST"],
        handlers: || get(search::position_by_query).post(search::position_by_body),
    },
    Route {
        path: "/v1/games/{game}/search",
        methods: &["GET", "POST"],
        handlers: || post(search::search_by_body).get(search::search_by_query),
    },
    Route {
        path: "/v1/games/{game}/search/stream",
        methods: &["GET", "POST"],
        handlers: || post(stream::stream_by_body).get(stream::stream_by_query),
    },
    Route { path: "/v1/games/{game}/tree", methods: &["GET", "POST"], handlers: || tree::handlers(Form::Json) },
    Route { path: "/v1/games/{game}/tree.svg", methods: &["GET", "POST"], handlers: || tree::handlers(Form::Svg) },
    Route { path: "/v1/games/{game}/tree.dot", methods: &["GET", "POST"], handlers: || tree::handlers(Form::Dot) },
    Route { path: BATCH, methods: &["POST"], handlers: || post(batch::batch) },
    Route { path: BATCH_STREAM, methods: &["POST"], handlers: || post(batch::batch_by_lines) },
    Route { path: "/openapi.yaml", methods: &["GET"], handlers: || get(contract::yaml) },
    Route { path: "/openapi.json", methods: &["GET"], handlers: || get(contract::json) },
    Route { path: "/livez", methods: &["GET"], handlers: || get(health::live) },
    Route { path: "/readyz", methods: &["GET"], handlers: || get(health::ready) },
    Route { path: "/metrics", methods: &["GET"], handlers: || get(health::metrics) },
];

/// The whole service: every route, behind every layer.
pub fn router(service: &Arc<Service>) -> Router {
    let routes = ROUTES.iter().fold(Router::new(), |router, route| {
        let max_body_bytes =
            if [BATCH, BATCH_STREAM].contains(&route.path) { Caps::MAX_BATCH_BYTES } else { service.max_body_bytes };
        router.route(route.path, (route.handlers)().layer(RequestBodyLimitLayer::new(max_body_bytes)))
    });
    let routes = if service.playground { routes.merge(page::routes()) } else { routes };
    let routes = routes.fallback(not_found).with_state(Arc::clone(service));
    layers::around(routes, service)
}

/// What is asked about the service, not of it: answered when it has no place for anything else.
fn is_probe(path: &str) -> bool {
    matches!(path, "/livez" | "/readyz" | "/metrics")
}

/// The part of the service for connections that find every place taken.
fn probes(service: &Arc<Service>) -> Router {
    let probes = ROUTES.iter().filter(|route| is_probe(route.path));
    let probes = probes.fold(Router::new(), |router, route| router.route(route.path, (route.handlers)()));
    let full = || async { Problem::crowded() };
    layers::around(probes.fallback(full).with_state(Arc::clone(service)), service)
}

async fn not_found(uri: axum::http::Uri) -> Problem {
    let path: String = uri.path().chars().take(80).collect();
    let paths: Vec<&str> = ROUTES.iter().map(|route| route.path).collect();
    let near = nearest(&path, &paths).map_or(String::new(), |near| format!("; did you mean {near}?"));
    Problem::new(error::Code::NotFound, format!("there is nothing at {path}{near}"))
}
