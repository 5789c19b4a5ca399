//! The options of the server, and the options that several commands share. Each option can also be set by an
//! environment variable; a flag overrides its variable.

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueEnum};
use plyd_operations::Review;
use plyd_search::Engine;
use plyd_terminal::CapOptions;
use plyd_wire::Caps;
use serde::Serialize;
use serde_json::{Map, Value};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;

use crate::http::{Network, Origin, Reviews, network};
use crate::listen_address::listen_address;
use crate::memory;
use crate::otlp;
use crate::pool::{ClientLimits, SearchPool};

/// Options of `plyd serve`.
#[derive(Clone, Debug, Args, Serialize)]
pub struct ServeOptions {
    /// Address or host name and port to listen on; port 0 takes any free port
    #[arg(long, env = "PLYD_LISTEN", default_value = "127.0.0.1:8080", value_parser = listen_address)]
    pub listen: String,
    /// A second address and port, for /livez, /readyz and /metrics only, served by a separate thread
    #[arg(long, env = "PLYD_METRICS_LISTEN", value_parser = listen_address)]
    pub metrics_listen: Option<String>,
    /// Search threads and their queue
    #[command(flatten)]
    #[serde(flatten)]
    pub pool: PoolOptions,
    /// Largest request body, in bytes
    #[arg(long, env = "PLYD_MAX_BODY_BYTES", default_value_t = Caps::MAX_BODY_BYTES)]
    pub max_body_bytes: usize,
    /// How long a request body may take to arrive, in milliseconds; a body above 64 KiB may take longer, but its client
    /// may not pause for longer than this, and has to send 8 KiB a second on average
    #[arg(
        long, env = "PLYD_BODY_TIMEOUT_MS", default_value_t = 10_000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub body_timeout_ms: u64,
    /// Whether to serve pages: `/` to play, `/docs` to read and try the contract
    #[arg(long, env = "PLYD_PLAYGROUND", default_value_t = true, action = ArgAction::Set)]
    pub playground: bool,
    /// An origin whose pages may read answers, such as `https://example.org`, or * for all; repeat the option for
    /// several, or separate them by commas in the variable
    #[arg(long, env = "PLYD_CORS_ORIGIN", value_name = "ORIGIN", value_delimiter = ',', value_parser = Origin::parse)]
    pub cors_origin: Vec<Origin>,
    /// A file with the keys of clients, made by `plyd keys new`; SIGHUP makes the server read it again. Without this
    /// option, no key is needed
    #[arg(long, env = "PLYD_KEYS", value_name = "FILE")]
    pub keys: Option<PathBuf>,
    /// A folder of rules in JSON: each file is served as a game, whose id is the name of the file without `.json`
    #[arg(long, env = "PLYD_RULES", value_name = "DIR")]
    pub rules: Option<PathBuf>,
    /// Connections and shutdown
    #[command(flatten)]
    #[serde(flatten)]
    pub connections: ConnectionOptions,
    /// Memory for cached answers of deterministic requests, in MiB; 0 turns the cache off
    #[arg(long, env = "PLYD_CACHE_MB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1_048_576))]
    pub cache_mb: u32,
    /// Limits of a search
    #[command(flatten)]
    #[serde(flatten)]
    pub caps: CapOptions,
    /// How to write the log
    #[command(flatten)]
    #[serde(flatten)]
    pub log: LogOptions,
    /// Sending traces
    #[command(flatten)]
    #[serde(flatten)]
    pub otlp: OtlpOptions,
}

impl ServeOptions {
    /// The memory for cached answers, in bytes.
    #[must_use]
    pub const fn cache_bytes(&self) -> usize {
        (self.cache_mb as usize).saturating_mul(1 << 20)
    }

    /// All options by name, for the log. If the default of an option depends on the machine or on another option, the
    /// value in effect is given.
    #[must_use]
    pub fn fields(&self) -> Map<String, Value> {
        let mut fields = fields(self);
        let workers = self.pool.worker_count();
        fields.insert("workers".to_owned(), workers.into());
        fields.insert("max_threads_per_request".to_owned(), self.caps.caps(workers).max_threads.into());
        fields.insert(
            "max_connections_per_address".to_owned(),
            self.connections.max_per_address(self.connections.max_connections.into()).into(),
        );
        fields
    }
}

/// Options by their names.
pub(crate) fn fields(options: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(options) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// Search threads and their queue.
#[derive(Clone, Debug, Args, Serialize)]
pub struct PoolOptions {
    /// Search threads; by default one for each core
    #[arg(long, env = "PLYD_WORKERS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub workers: Option<u16>,
    /// Searches that may wait for a thread; more are refused
    #[arg(long, env = "PLYD_QUEUE", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    pub queue: u16,
    /// Searches of one client that may wait for a thread; by default as many as --queue
    #[arg(long, env = "PLYD_MAX_WAITING_PER_CLIENT", value_parser = clap::value_parser!(u16).range(1..))]
    pub max_waiting_per_client: Option<u16>,
    /// Searches of one client that may run at the same time; by default as many as there are threads
    #[arg(long, env = "PLYD_MAX_RUNNING_PER_CLIENT", value_parser = clap::value_parser!(u16).range(1..))]
    pub max_running_per_client: Option<u16>,
    /// Transposition table of each search thread, in MiB; memory is taken only as it is used
    #[arg(
        long, env = "PLYD_TABLE_MB", default_value_t = (Caps::TABLE_BYTES >> 20) as u16,
        value_parser = clap::value_parser!(u16).range(1..=32_768)
    )]
    pub table_mb: u16,
}

impl PoolOptions {
    /// Search threads to start.
    #[must_use]
    pub fn worker_count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.workers.map_or_else(cores, usize::from)
    }

    /// Starts the threads. First checks that there is memory for them, for reviews, and for `beside` more bytes.
    ///
    /// # Errors
    /// A sentence, if there is not enough memory or a thread cannot be started.
    pub fn start(&self, beside: usize) -> Result<SearchPool, String> {
        let (workers, table_bytes) = (self.worker_count(), usize::from(self.table_mb) << 20);
        let reviews = Reviews::MOST * Review::MEMORY;
        let what = format!(
            "{workers} workers with tables of {} MiB, reviews with {} MiB, and {} MiB for the cache,",
            self.table_mb,
            reviews >> 20,
            beside >> 20
        );
        // The tags of a table take another sixteenth.
        let of_worker = table_bytes.saturating_add(table_bytes / 16).saturating_add(Engine::STACK);
        let memory = workers.saturating_mul(of_worker).saturating_add(reviews).saturating_add(beside);
        memory::check(&what, memory)?;
        let pool = SearchPool::start("pool", workers, usize::from(self.queue), table_bytes);
        let pool = pool.map_err(|error| format!("cannot start the threads of {workers} workers: {error}"))?;
        let limit = |given: Option<u16>| given.map_or(usize::MAX, usize::from);
        pool.limit_clients(ClientLimits {
            waiting: limit(self.max_waiting_per_client),
            running: limit(self.max_running_per_client),
        });
        Ok(pool)
    }
}

/// Connections and shutdown.
#[derive(Clone, Debug, Args, Serialize)]
pub struct ConnectionOptions {
    /// Open connections, if there are enough file descriptors; more are refused with 503
    #[arg(
        long, env = "PLYD_MAX_CONNECTIONS", default_value_t = 10_000,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    pub max_connections: u32,
    /// Open connections from one address, or from one /64 network of IPv6; by default a quarter of all
    #[arg(
        long, env = "PLYD_MAX_CONNECTIONS_PER_ADDRESS", value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    pub max_connections_per_address: Option<u32>,
    /// Open streams of one client; by default 64, a quarter of all
    #[arg(long, env = "PLYD_MAX_STREAMS_PER_CLIENT", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_streams_per_client: Option<u32>,
    /// Address or network (`10.0.0.0/8`) of a proxy: it may use all connections, and its X-Forwarded-For names the
    /// client; repeat the option for several, or separate them by commas in the variable
    #[arg(long, env = "PLYD_TRUSTED_PROXY", value_name = "ADDRESS[/BITS]", value_delimiter = ',', value_parser = network)]
    pub trusted_proxy: Vec<Network>,
    /// The server's certificate chain, in PEM, to serve TLS; SIGHUP makes the server read it again
    #[arg(long, env = "PLYD_TLS_CERT", value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// The private key of the certificate, in PEM
    #[arg(long, env = "PLYD_TLS_KEY", value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
    /// How long the first request head of a connection may take to arrive, in milliseconds, including the TLS handshake
    #[arg(
        long, env = "PLYD_HEAD_TIMEOUT_MS", default_value_t = 5_000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub head_timeout_ms: u64,
    /// How long a connection may stay idle before its next request head, in milliseconds; choose more than a load
    /// balancer's own idle timeout
    #[arg(
        long, env = "PLYD_IDLE_TIMEOUT_MS", default_value_t = 75_000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub idle_timeout_ms: u64,
    /// How long a client may stop reading an answer, in milliseconds; on average it has to read 8 KiB a second
    #[arg(
        long, env = "PLYD_WRITE_TIMEOUT_MS", default_value_t = 10_000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub write_timeout_ms: u64,
    /// How long to keep accepting connections after the signal to stop, while reporting not ready, in milliseconds
    #[arg(long, env = "PLYD_DRAIN_DELAY_MS", default_value_t = 0)]
    pub drain_delay_ms: u64,
    /// How long accepted requests may take to finish, in milliseconds; then searches answer with their best move so far
    #[arg(long, env = "PLYD_GRACE_MS", default_value_t = 8_000)]
    pub grace_ms: u64,
}

impl ConnectionOptions {
    /// The limit on connections from one address; a quarter of `connections` unless the option is given.
    #[must_use]
    pub fn max_per_address(&self, connections: u64) -> u64 {
        self.max_connections_per_address.map_or(connections.div_ceil(4), u64::from)
    }
}

/// How to write the log.
#[derive(Clone, Debug, Args, Serialize)]
pub struct LogOptions {
    /// Log filter: a level, or directives such as `plyd=debug,info`
    #[arg(long, env = "PLYD_LOG", default_value = "info", value_parser = filter)]
    pub log: String,
    /// The format of the log
    #[arg(long, env = "PLYD_LOG_FORMAT", default_value = "text")]
    pub log_format: LogFormat,
}

/// Options for sending traces.
#[derive(Clone, Debug, Args, Serialize)]
pub struct OtlpOptions {
    /// URL of an OTLP receiver that traces are sent to, such as http://localhost:4318
    #[arg(long, env = "PLYD_OTLP_ENDPOINT", value_name = "URL", value_parser = otlp::endpoint)]
    pub otlp_endpoint: Option<String>,
    /// Share of requests to trace, from 0 to 1; for a request with a traceparent, its caller decides
    #[arg(long, env = "PLYD_OTLP_SAMPLE", value_name = "SHARE", default_value_t = 1.0, value_parser = share)]
    pub otlp_sample: f64,
}

/// Reads a share from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| {
        let percent = text.trim_end_matches('%').parse::<f64>().ok().filter(|percent| (0.0..=100.0).contains(percent));
        let near = percent.map_or(String::new(), |percent| format!("; did you mean {}?", percent / 100.0));
        format!("expected a number from 0 to 1, such as 0.01{near}")
    })
}

/// Checks a log filter, so that a mistyped one is an error. `Targets` would read an unknown level as the name of a
/// target, and log nothing else.
fn filter(text: &str) -> Result<String, String> {
    for directive in text.split(',') {
        let level = directive.rsplit_once('=').map_or(directive, |(_, level)| level);
        if level.is_empty() || level.parse::<LevelFilter>().is_err() {
            return Err(format!(
                "{level:?} is not a log level; expected error, warn, info, debug, trace or off, or directives such as \
                 plyd=debug,info"
            ));
        }
    }
    text.parse::<Targets>().map(|_| text.to_owned()).map_err(|error| error.to_string())
}

/// A log format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// For people
    Text,
    /// One JSON object per line
    Json,
}
