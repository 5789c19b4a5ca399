//! `plyd serve`: log, pool, listener and shutdown.

use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::CommandFactory;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::{Builder, Handle};
use tracing::{info, warn};

use super::{Cli, variables};
#[cfg(feature = "otlp")]
use crate::config::OtlpOptions;
use crate::config::{ConnectionOptions, LogFormat, ServeOptions};
use crate::games::Catalogue;
use crate::http::{Keyring, Listener, Service, Sockets, Tls};
use crate::listen_address::ListenAddress;
use crate::memory_budget::MemoryBudget;
use crate::otlp::LAST_EXPORT;
#[cfg(feature = "otlp")]
use crate::otlp::{Exporter, Traces};
use crate::pool::SearchPool;
use crate::signals;
use crate::telemetry::{self, Log};

/// Serves until the shutdown signal.
///
/// # Errors
/// A sentence, when memory, address, threads or log cannot be had.
pub(super) fn serve(catalogue: Catalogue, options: &ServeOptions) -> Result<(), String> {
    let pool = options.pool.start(options.max_memory_bytes().saturating_add(options.cache_bytes()))?;
    let budget = MemoryBudget::new(options.max_memory_bytes());
    #[cfg(feature = "otlp")]
    let (exporter, traces) = exporter(&options.otlp)?.unzip();
    #[cfg(not(feature = "otlp"))]
    let traces = None;
    let log = telemetry::start(&options.log, io::stdout(), traces)?;
    log.starting(&options.fields());
    for sentence in variables::unknown(&Cli::command()) {
        warn!("{sentence}");
    }
    let service = service(catalogue, options, pool, budget, &log)?;
    #[cfg(feature = "otlp")]
    if let Some(exporter) = &exporter {
        service.register_metric(exporter.spans());
    }
    let no_runtime = |error| format!("no runtime: {error}");
    let workers = Builder::new_multi_thread().enable_all().build().map_err(no_runtime)?;
    // This thread accepts connections and answers probes; it has nothing else to do.
    let accepting = Builder::new_current_thread().enable_all().build().map_err(no_runtime)?;
    let served = accepting.block_on(listen(options, &service, &log, workers.handle()));
    // Connections that are left by now have had the grace time.
    workers.shutdown_background();
    #[cfg(feature = "otlp")]
    drop(exporter);
    served
}

/// Starts the exporter of traces, if they have a receiver.
#[cfg(feature = "otlp")]
fn exporter(options: &OtlpOptions) -> Result<Option<(Exporter, Traces)>, String> {
    let endpoint = options.otlp_endpoint.as_ref();
    endpoint.map(|endpoint| Exporter::start(endpoint, options.otlp_sample)).transpose()
}

/// The service with these options.
fn service(
    catalogue: Catalogue,
    options: &ServeOptions,
    pool: SearchPool,
    budget: Arc<MemoryBudget>,
    log: &Log,
) -> Result<Arc<Service>, String> {
    let caps = options.caps.caps(pool.workers());
    let mut service = Service::new(catalogue, pool, caps, options.max_body_bytes, options.body_timeout())
        .allow_origins(options.cors_origin.clone());
    service.keys = options.keys.clone().map(Keyring::open).transpose()?.map(Arc::new);
    if options.cache_mb > 0 {
        service.keep_results(options.cache_bytes() as u64);
    }
    service.playground = options.playground;
    service.max_streams_per_client =
        options.connections.max_streams_per_client.map_or(usize::MAX, |most| most as usize);
    service.memory = budget;
    service.register_metric(log.lost());
    Ok(Arc::new(service))
}

async fn listen(options: &ServeOptions, service: &Arc<Service>, log: &Log, workers: &Handle) -> Result<(), String> {
    let warm_up = Arc::clone(service);
    drop(workers.spawn(async move { warm_up.warm_up().await }));
    let limits = limits(&options.connections)?;
    // Before the first connection, so that no signal is missed.
    let (keys, tls) = (service.keys.clone(), limits.tls.clone());
    let reload = move || reload(keys.as_deref(), tls.as_deref());
    let last = if options.otlp.otlp_endpoint.is_some() { LAST_EXPORT } else { Duration::ZERO };
    let shutdown = signals::shutdown(limits.max_shutdown().saturating_add(last), reload)
        .map_err(|error| format!("cannot hear signals: {error}"))?;
    let (clients, address) = bind(&options.listen)?;
    info!(%address, workers = options.pool.worker_count(), "listening");
    let probes = options.metrics_listen.as_ref().map(bind).transpose()?;
    if let Some((_, address)) = &probes {
        info!(%address, "listening for probes");
    }
    greet(service.catalogue, options, &address.to_string(), log);
    let sockets = Sockets { clients, probes: probes.map(|(probes, _)| probes) };
    let shutdown = async { shutdown.await.unwrap_or_default() };
    let cut_off = limits.serve(sockets, service, workers, shutdown).await;
    info!(cut_off, "stopped");
    Ok(())
}

/// Reads keys and certificate again. With a mistake in them, everything stays as it is.
fn reload(keys: Option<&Keyring>, tls: Option<&Tls>) {
    if keys.is_none() && tls.is_none() {
        info!("SIGHUP changes nothing: options are read at the start");
    }
    match keys.map(Keyring::reload) {
        None => {}
        Some(Ok(keys)) => info!(keys, "read the keys again"),
        Some(Err(error)) => warn!(error, "the keys stay as they are"),
    }
    match tls.map(Tls::reload) {
        None => {}
        Some(Ok(())) => info!("read the certificate again"),
        Some(Err(error)) => warn!(error, "the certificate stays as it is"),
    }
}

fn limits(options: &ConnectionOptions) -> Result<Listener, String> {
    let tls = options.tls_cert.clone().zip(options.tls_key.clone());
    let tls = tls.map(|(certificate, key)| Tls::open(certificate, key)).transpose()?.map(Arc::new);
    Ok(Listener {
        tls,
        max_connections: options.max_connections as usize,
        max_connections_per_address: options.max_per_address() as usize,
        trusted_proxies: options.trusted_proxy.clone(),
        http2: options.http2,
        head_timeout: Duration::from_millis(options.head_timeout_ms),
        idle_timeout: Duration::from_millis(options.idle_timeout_ms),
        write_timeout: Duration::from_millis(options.write_timeout_ms),
        drain_delay: Duration::from_millis(options.drain_delay_ms),
        grace: Duration::from_millis(options.grace_ms),
    })
}

/// Connections that may wait to be accepted, if the system allows it. A client above this number waits for a second
/// before it tries again.
const BACKLOG: u32 = 4096;

/// The socket's send buffer in bytes, which the system doubles for its own needs. Autotuned, it would take megabytes,
/// and hide for minutes whether a slow client reads at all.
const SEND_BUFFER: u32 = 64 << 10;

/// A listening socket on the first address that can be had, and its own address.
fn bind(address: &ListenAddress) -> Result<(TcpListener, SocketAddr), String> {
    let mut failed = String::new();
    for resolved in address.resolve()? {
        match listening_socket(resolved).and_then(|socket| Ok((socket.local_addr()?, socket))) {
            Ok((own, socket)) => return Ok((socket, own)),
            Err(error) => failed = format!("cannot listen on {address}: {error}"),
        }
    }
    Err(failed)
}

fn listening_socket(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Without it, a restart would fail while old connections are in TIME_WAIT.
    socket.set_reuseaddr(true)?;
    // Accepted connections inherit it.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Prints commands to try, for a person at a terminal. They do not go into a JSON log.
fn greet(catalogue: Catalogue, options: &ServeOptions, address: &str, log: &Log) {
    let first = catalogue.games()[0].id;
    let lines = format!("Try:\n  curl {address}/v1/games\n  curl {address}/v1/games/{first}/search");
    match options.log.log_format {
        LogFormat::Text if io::stdout().is_terminal() => log.say(&lines),
        // On a thread, since a terminal may be stopped.
        LogFormat::Json if io::stderr().is_terminal() => drop(thread::spawn(move || writeln!(io::stderr(), "{lines}"))),
        LogFormat::Text | LogFormat::Json => {}
    }
}
