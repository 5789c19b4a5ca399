//! `plyd serve`: log, pool, listener and shutdown.

use std::io::{self, IsTerminal};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use clap::CommandFactory;
use plyd_games::Catalogue;
use plyd_keys::Keyring;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::Builder;
use tracing::{info, warn};

use super::healthcheck::reachable;
use super::{Cli, own_rules, variables};
#[cfg(feature = "otlp")]
use crate::config::OtlpOptions;
use crate::config::{ConnectionOptions, LogFormat, ServeOptions};
#[cfg(feature = "tls")]
use crate::http::Tls;
use crate::http::{Listener, Service, probe_router, serve_probes};
use crate::listen_address::resolve;
use crate::otlp::LAST_EXPORT;
#[cfg(feature = "otlp")]
use crate::otlp::{Exporter, Traces};
use crate::pool::SearchPool;
use crate::signals;
use crate::telemetry::{self, Log};

/// Serves until the shutdown signal.
pub(super) fn serve(catalogue: Catalogue, options: &ServeOptions) -> Result<(), String> {
    let catalogue = options.rules.as_deref().map_or(Ok(catalogue), |folder| own_rules::add(catalogue, folder))?;
    let pool = options.pool.start(options.cache_bytes())?;
    #[cfg(feature = "otlp")]
    let (exporter, traces) = exporter(&options.otlp)?.unzip();
    #[cfg(not(feature = "otlp"))]
    let traces = None;
    let log = telemetry::start(&options.log, io::stdout(), traces)?;
    log.starting(&options.fields());
    for sentence in variables::unknown(&Cli::command()) {
        warn!("{sentence}");
    }
    let service = service(catalogue, options, pool, &log)?;
    #[cfg(feature = "otlp")]
    if let Some(exporter) = &exporter {
        service.register_metric(exporter.spans());
    }
    let runtime = Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("cannot start the async runtime: {error}"))?;
    let served = runtime.block_on(listen(options, &service, &log));
    // The grace time is over, so connections that are still open are closed.
    runtime.shutdown_background();
    #[cfg(feature = "otlp")]
    drop(exporter);
    served
}

/// Starts the exporter of traces, if an endpoint is configured.
#[cfg(feature = "otlp")]
fn exporter(options: &OtlpOptions) -> Result<Option<(Exporter, Traces)>, String> {
    let endpoint = options.otlp_endpoint.as_ref();
    endpoint.map(|endpoint| Exporter::start(endpoint, options.otlp_sample)).transpose()
}

/// The service with these options.
fn service(catalogue: Catalogue, options: &ServeOptions, pool: SearchPool, log: &Log) -> Result<Arc<Service>, String> {
    let caps = options.caps.caps(pool.workers());
    let body_timeout = Duration::from_millis(options.body_timeout_ms);
    let mut service = Service::new(catalogue, pool, caps, options.max_body_bytes, body_timeout)
        .allow_origins(options.cors_origin.clone());
    service.keys = options.keys.clone().map(Keyring::open).transpose()?.map(Arc::new);
    if options.cache_mb > 0 {
        service.keep_results(options.cache_bytes() as u64);
    }
    service.playground = options.playground;
    if let Some(most) = options.connections.max_streams_per_client {
        service.limit_streams(most as usize);
    }
    service.register_metric(log.lost());
    Ok(Arc::new(service))
}

async fn listen(options: &ServeOptions, service: &Arc<Service>, log: &Log) -> Result<(), String> {
    let warm_up = Arc::clone(service);
    drop(tokio::spawn(async move { warm_up.warm_up().await }));
    let listener = listener(&options.connections)?;
    // Installed before the first connection, so that no signal is missed.
    let reload = reload(service.keys.clone(), &listener);
    let last = if options.otlp.otlp_endpoint.is_some() { LAST_EXPORT } else { Duration::ZERO };
    let shutdown = signals::shutdown(listener.max_shutdown().saturating_add(last), reload)
        .map_err(|error| format!("cannot listen for signals: {error}"))?;
    let (clients, address) = bind(&options.listen)?;
    info!(%address, workers = options.pool.worker_count(), connections = listener.max_connections, "listening");
    if let Some(probes) = &options.metrics_listen {
        let (socket, address) = bind(probes)?;
        let served = socket.into_std().and_then(|socket| serve_probes(socket, probe_router(service)));
        served.map_err(|error| format!("cannot start the thread for probes: {error}"))?;
        info!(%address, "listening for probes");
    }
    greet(service.catalogue, options, address, log);
    let cut_off = listener.serve(clients, service, async { shutdown.await.unwrap_or_default() }).await;
    info!(cut_off, "stopped");
    Ok(())
}

/// The handler of SIGHUP: reads keys and certificate again. If one of them has a mistake, the old ones stay in use.
fn reload(keys: Option<Arc<Keyring>>, listener: &Listener) -> impl Fn() + Send + Sync + use<> {
    #[cfg(feature = "tls")]
    let tls = listener.tls.clone();
    #[cfg(not(feature = "tls"))]
    let (tls, _) = (None::<()>, listener);
    move || {
        if keys.is_none() && tls.is_none() {
            info!("SIGHUP ignored: no keys or certificate to reload; options are read only at startup");
        }
        match keys.as_deref().map(Keyring::reload) {
            None => {}
            Some(Ok(keys)) => info!(keys, "reloaded the keys"),
            Some(Err(error)) => warn!(error, "cannot reload the keys; the old ones stay in use"),
        }
        #[cfg(feature = "tls")]
        match tls.as_deref().map(Tls::reload) {
            None => {}
            Some(Ok(())) => info!("reloaded the certificate"),
            Some(Err(error)) => warn!(error, "cannot reload the certificate; the old one stays in use"),
        }
    }
}

/// Descriptors that are kept free for the listeners, probes, refusals, files and the log.
const OTHER_DESCRIPTORS: u64 = 256;

/// The number of connections: as many as the options allow, but no more than there are descriptors for. Raises the
/// limit on descriptors first, as far as the system lets a process raise it.
fn connections(options: &ConnectionOptions) -> u64 {
    let wanted = u64::from(options.max_connections);
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(descriptors) => {
            let possible = descriptors.saturating_sub(OTHER_DESCRIPTORS).max(descriptors / 2).max(1);
            if possible < wanted {
                warn!(
                    descriptors,
                    connections = possible,
                    "too few file descriptors for --max-connections, so fewer connections are allowed; raise the hard limit"
                );
            }
            possible.min(wanted)
        }
        Err(error) => {
            warn!(%error, "cannot raise the limit on file descriptors");
            wanted
        }
    }
}

fn listener(options: &ConnectionOptions) -> Result<Listener, String> {
    #[cfg(feature = "tls")]
    let tls = options.tls_cert.clone().zip(options.tls_key.clone());
    #[cfg(feature = "tls")]
    let tls = tls.map(|(certificate, key)| Tls::open(certificate, key)).transpose()?.map(Arc::new);
    #[cfg(not(feature = "tls"))]
    if options.tls_cert.is_some() {
        return Err("this build has no TLS; build with `cargo build --release`".to_owned());
    }
    let connections = connections(options);
    Ok(Listener {
        #[cfg(feature = "tls")]
        tls,
        max_connections: connections as usize,
        max_connections_per_address: options.max_per_address(connections) as usize,
        trusted_proxies: options.trusted_proxy.clone(),
        head_timeout: Duration::from_millis(options.head_timeout_ms),
        idle_timeout: Duration::from_millis(options.idle_timeout_ms),
        write_timeout: Duration::from_millis(options.write_timeout_ms),
        drain_delay: Duration::from_millis(options.drain_delay_ms),
        grace: Duration::from_millis(options.grace_ms),
    })
}

/// Connections that may wait to be accepted, if the system allows that many. Beyond this number, a client's system
/// waits for a second before it tries again.
const BACKLOG: u32 = 4096;

/// The socket's send buffer in bytes, which the system doubles for its own needs. If the system chose the size, the
/// buffer could grow to megabytes, and it would take minutes to notice that a slow client reads nothing.
const SEND_BUFFER: u32 = 64 << 10;

/// Listens on the first of the addresses that is available. Returns the socket and its address.
fn bind(address: &str) -> Result<(TcpListener, SocketAddr), String> {
    let mut failed = String::new();
    for resolved in resolve(address)? {
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

/// Prints the page's address and commands to try, for a person at a terminal. A JSON log does not get them.
fn greet(catalogue: Catalogue, options: &ServeOptions, address: SocketAddr, log: &Log) {
    let first = catalogue.games()[0].id;
    let scheme = if options.connections.tls_cert.is_some() { "https" } else { "http" };
    let url = format!("{scheme}://{}", reachable(address));
    let page = if options.playground { format!("Play at {url}/\n") } else { String::new() };
    let lines = format!("{page}Try:\n  curl {url}/v1/games\n  curl {url}/v1/games/{first}/search");
    if options.log.log_format == LogFormat::Text && io::stdout().is_terminal() {
        log.say(&lines);
    }
}
