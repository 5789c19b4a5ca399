//! `plyd mcp`: the service as tools of the Model Context Protocol, on standard input and output.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use plyd_games::Catalogue;
use plyd_terminal::CapOptions;
use plyd_wire::Caps;
use serde::Serialize;

use crate::config::{LogOptions, PoolOptions, fields};
use crate::http::{Service, router};
use crate::telemetry;

/// The options of `plyd mcp`.
#[derive(Clone, Debug, Args, Serialize)]
pub struct McpOptions {
    /// Search threads and their queue
    #[command(flatten)]
    #[serde(flatten)]
    pub pool: PoolOptions,
    /// Largest size of a call's arguments, in bytes
    #[arg(long, env = "PLYD_MAX_BODY_BYTES", default_value_t = Caps::MAX_BODY_BYTES)]
    pub max_body_bytes: usize,
    /// Limits of a search
    #[command(flatten)]
    #[serde(flatten)]
    pub caps: CapOptions,
    /// How to write the log, on standard error
    #[command(flatten)]
    #[serde(flatten)]
    pub log: LogOptions,
}

/// Never reached, because bodies come from this process.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Answers calls until the input ends. Calls that are still running then have some seconds to finish.
pub(super) fn mcp(catalogue: Catalogue, options: &McpOptions) -> Result<(), String> {
    let pool = options.pool.start(0)?;
    let caps = options.caps.caps(pool.workers());
    let service = Service::new(catalogue, pool, caps, options.max_body_bytes, BODY_TIMEOUT);
    let service = Arc::new(service);
    let routes = router(&service);
    let log = telemetry::start(&options.log, io::stderr(), None)?;
    let mut fields = fields(options);
    fields.insert("workers".to_owned(), options.pool.worker_count().into());
    log.starting(&fields);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("cannot start the async runtime: {error}"))?;
    let ended = runtime.block_on(plyd_mcp::serve(catalogue, service.contract(), &caps, routes));
    // A thread may be blocked on standard input.
    runtime.shutdown_background();
    drop(log);
    ended
}
