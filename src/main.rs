//! The binary: options, log, pool, listener, and the way out.

mod signals;

use std::io::{self, Write};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::Parser;
use plyd::config::{Cli, Command, DoorOptions, LogFormat, ServeOptions};
use plyd::http::{Door, Service};
use plyd::pool::SearchPool;
use plyd::telemetry::{self, Log};
use plyd::{cli, memory};
use tokio::net::{TcpListener, TcpSocket};
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
            // Not the macro, which panics when nobody can be told.
            let _ = writeln!(io::stderr(), "plyd: {reason}");
            ExitCode::from(failure)
        }
    }
}

const FAILED: u8 = 1;
const BAD_USAGE: u8 = 2;

fn serve(options: &ServeOptions) -> Result<(), String> {
    let (workers, table_bytes) = (options.worker_count(), options.table_bytes());
    let tables = format!("{workers} workers with tables of {} MiB", options.table_mb);
    memory::check(&tables, SearchPool::memory(workers, table_bytes))?;
    let log = telemetry::start(&options.log).map_err(|error| format!("no log: {error}"))?;
    info!(?options, "starting");
    let pool = SearchPool::start(workers, usize::from(options.queue), table_bytes);
    let pool = pool.map_err(|error| format!("no threads for {workers} workers: {error}"))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| format!("no runtime: {error}"))?.block_on(listen(options, pool, &log))
}

async fn listen(options: &ServeOptions, pool: SearchPool, log: &Log) -> Result<(), String> {
    let service = Service::new(pool, options.caps.caps(), options.max_body_bytes, options.body_timeout());
    service.watch(log.lost());
    let door = door(&options.door);
    // Before anybody could want to stop it.
    let told_to_stop =
        signals::told_to_stop(door.longest_end()).map_err(|error| format!("cannot hear signals: {error}"))?;
    let cannot = |error: io::Error| format!("cannot listen on {}: {error}", options.listen);
    let listener = bind(options.listen).map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    info!(%address, workers = options.worker_count(), "listening");
    greet(options, &address.to_string(), log);
    let cut_off = door.serve(listener, &Arc::new(service), async { told_to_stop.await.unwrap_or_default() }).await;
    info!(cut_off, "stopped");
    Ok(())
}

fn door(options: &DoorOptions) -> Door {
    Door {
        max_connections: options.max_connections as usize,
        head_timeout: Duration::from_millis(options.head_timeout_ms),
        idle_timeout: Duration::from_millis(options.idle_timeout_ms),
        write_timeout: Duration::from_millis(options.write_timeout_ms),
        drain_delay: Duration::from_millis(options.drain_delay_ms),
        grace: Duration::from_millis(options.grace_ms),
    }
}

/// Connections that may wait to be accepted, as far as the system allows it: beyond them a client waits for a whole second before it tries again.
const BACKLOG: u32 = 4096;

/// Bytes of answers that the system may hold for a client, which it doubles for its own needs. Left alone, it takes megabytes from a
/// client that read quickly once, and then does not tell for minutes whether a slow one reads at all.
const SEND_BUFFER: u32 = 64 << 10;

fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Or a restart would have to wait until the connections of before are forgotten.
    socket.set_reuseaddr(true)?;
    // Connections inherit it.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Two lines to paste. A log of JSON stays a log of JSON.
fn greet(options: &ServeOptions, address: &str, log: &Log) {
    let lines = format!(
        "Try:\n  curl '{address}/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9'\n  \
         curl {address}/v1/games/tree/search --json '{{\"state\": [[3,12,8],[2,4,6],[14,5,2]]}}'"
    );
    match options.log.log_format {
        LogFormat::Text => log.say(&lines),
        // Nobody may be reading there.
        LogFormat::Json => drop(thread::spawn(move || writeln!(io::stderr(), "{lines}"))),
    }
}
