//! The binary: options, log, pool, listener, and the way out.

use std::io;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use plyd::config::{Cli, Command, LogFormat, ServeOptions};
use plyd::http::{Door, Service};
use plyd::pool::SearchPool;
use plyd::{cli, telemetry};
use tokio::net::{TcpListener, TcpSocket};
use tokio::signal::unix::{SignalKind, signal};
use tracing::info;

fn main() -> ExitCode {
    let cli = Cli::parse();
    // A wrong request is bad usage; a server that cannot be had is not the caller's fault.
    let (done, failure) = match &cli.command {
        None => (serve(&cli.serve), FAILED),
        Some(Command::Serve(options)) => (serve(options), FAILED),
        Some(Command::Book(options)) => (cli::book(options), FAILED),
        Some(Command::Healthcheck(options)) => (cli::healthcheck(options), FAILED),
        Some(Command::Search(options)) => (cli::search(options), BAD_USAGE),
        Some(Command::Position(options)) => (cli::position(options), BAD_USAGE),
        Some(Command::Match(options)) => (cli::play_match(options), BAD_USAGE),
        Some(Command::Levels(options)) => (cli::levels(options), BAD_USAGE),
        Some(Command::Bench(options)) => (cli::bench(options), BAD_USAGE),
        Some(Command::Perft(options)) => (cli::perft(options), BAD_USAGE),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("plyd: {reason}");
            ExitCode::from(failure)
        }
    }
}

const FAILED: u8 = 1;
const BAD_USAGE: u8 = 2;

fn serve(options: &ServeOptions) -> Result<(), String> {
    telemetry::start(&options.log);
    info!(?options, "starting");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| format!("no runtime: {error}"))?.block_on(listen(options))
}

async fn listen(options: &ServeOptions) -> Result<(), String> {
    let pool = SearchPool::new(options.worker_count(), usize::from(options.queue), options.table_bytes());
    let service = Arc::new(Service::new(pool, options.caps.caps(), options.max_body_bytes, options.body_timeout()));
    let cannot = |error: io::Error| format!("cannot listen on {}: {error}", options.listen);
    let listener = bind(options.listen).map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    info!(%address, workers = options.worker_count(), "listening");
    greet(options, &address.to_string());
    let door = Door {
        max_connections: options.door.max_connections as usize,
        head_timeout: Duration::from_millis(options.door.head_timeout_ms),
        idle_timeout: Duration::from_millis(options.door.idle_timeout_ms),
        drain_delay: Duration::from_millis(options.door.drain_delay_ms),
        grace: Duration::from_millis(options.door.grace_ms),
    };
    let cut_off = door.serve(listener, &service, told_to_stop()?).await;
    info!(cut_off, "stopped");
    Ok(())
}

/// Connections that may wait to be accepted, as far as the system allows it: beyond them a client waits for a whole second before it tries again.
const BACKLOG: u32 = 4096;

fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Or a restart would have to wait until the connections of before are forgotten.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Two lines to paste. A log of JSON stays a log of JSON.
fn greet(options: &ServeOptions, address: &str) {
    let lines = format!(
        "Try:\n  curl '{address}/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9'\n  \
         curl {address}/v1/games/tree/search --json '{{\"state\": [[3,12,8],[2,4,6],[14,5,2]]}}'"
    );
    match options.log.log_format {
        LogFormat::Text => println!("{lines}"),
        LogFormat::Json => eprintln!("{lines}"),
    }
}

/// Resolves on SIGTERM or SIGINT.
fn told_to_stop() -> Result<impl Future<Output = ()>, String> {
    let hear = |kind| signal(kind).map_err(|error| format!("cannot hear signals: {error}"));
    let (mut terminate, mut interrupt) = (hear(SignalKind::terminate())?, hear(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        info!("told to stop");
    })
}
