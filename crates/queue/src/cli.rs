//! The commands.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use plyd_games::CATALOGUE;
use plyd_keys::Keyring;
use plyd_search::Engine;
use plyd_terminal::{CapOptions, Failure, RecordSource, Totals, cores, write_out};
use plyd_wire::{Caps, to_json};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use tracing::{Level, info, warn};
use tracing_subscriber::fmt;

use crate::answer::Answerer;
use crate::batch::{Batch, PositionSearch, Reviewing};
use crate::form::Form;
use crate::lane::Lane;
use crate::nats::{Nats, batch_name};
use crate::serve::Door;
use crate::server::NatsOptions;
use crate::work::{Counts, Phase, Worker};
use crate::{connections, local, presence, probes, serve, status, submit};

/// Reviews databases of games, and answers files of requests, on this machine or on many
#[derive(Debug, Parser)]
#[command(name = "plyd-queue", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Answer the jobs of a file and print the answers, or with --nats, put the jobs into the queue
    Submit(Submit),
    /// Take jobs from the queue until a signal to stop
    Work(Work),
    /// Print the answers of a batch in the order of its jobs
    Collect(Collect),
    /// Remove the jobs of a batch that are not answered yet
    Cancel(Named),
    /// Remove a batch with its jobs and its answers, so that its name is free
    Delete(Named),
    /// Show how far batches are, and which workers are alive
    Status(Status),
    /// Serve batches over HTTP, for programs that do not speak NATS
    Serve(Serve),
}

/// How to search.
#[derive(Debug, Args)]
struct Searching {
    /// Jobs to run at a time; by default one for each processor
    #[arg(long, env = "PLYD_WORKERS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// Transposition table of each job, in MiB; memory is taken only as it is used
    #[arg(
        long, env = "PLYD_TABLE_MB", default_value_t = (Caps::TABLE_BYTES >> 20) as u16,
        value_parser = clap::value_parser!(u16).range(1..=32_768)
    )]
    table_mb: u16,
    #[command(flatten)]
    caps: CapOptions,
}

#[derive(Debug, Args)]
struct Submit {
    /// Requests, one per line, such as {"op": "search", "game": "chess", "nodes": 5000}; - for standard input
    #[arg(required_unless_present_any = ["review", "search"], conflicts_with = "made")]
    file: Option<PathBuf>,
    /// A file of games to review, such as PGN, instead of requests
    #[arg(long, value_name = "FILE", group = "made")]
    review: Option<PathBuf>,
    /// A file of positions to search, one per line (EPD, FEN, OBF), instead of requests
    #[arg(long, value_name = "FILE", group = "made")]
    search: Option<PathBuf>,
    /// The id of the game. To review: needed only if the records could belong to several games. To search: by default,
    /// othello for a file that ends in .obf, and chess for others
    #[arg(long, value_name = "ID", requires = "made")]
    game: Option<String>,
    /// Nodes to search for each ply of a review, or for each position
    #[arg(long, requires = "made")]
    nodes: Option<u64>,
    /// Plies to search each position
    #[arg(long, requires = "search", conflicts_with = "review")]
    depth: Option<u32>,
    /// Curve that converts scores to expected results in reviews: engine comes from the engine's games against itself,
    /// people from people's games
    #[arg(
        long, value_parser = ["engine", "people"], default_value = "people", requires = "review",
        conflicts_with = "search"
    )]
    curve: String,
    /// Ask reviews for annotated records, which collect --annotate prints
    #[arg(long, requires = "review", conflicts_with = "search")]
    annotate: bool,
    /// Ask reviews for puzzles, which collect --puzzles prints
    #[arg(long, requires = "review", conflicts_with = "search")]
    puzzles: bool,
    /// The name of the batch in the queue
    #[arg(long, value_parser = batch_name)]
    batch: Option<String>,
    /// Which jobs of the queue go first; by default, high for at most 100 jobs, normal for at most 10,000, and low for
    /// more
    #[arg(long, value_enum)]
    priority: Option<Lane>,
    /// Do the work here, even if PLYD_NATS is set
    #[arg(long)]
    local: bool,
    #[command(flatten)]
    nats: NatsOptions,
    #[command(flatten)]
    searching: Searching,
}

#[derive(Debug, Args)]
struct Work {
    #[command(flatten)]
    nats: NatsOptions,
    #[command(flatten)]
    searching: Searching,
    /// How long running jobs may take to finish after the signal to stop, in milliseconds; then they are given back
    #[arg(long, env = "PLYD_GRACE_MS", default_value_t = 8_000)]
    grace_ms: u64,
    /// Address and port to serve probes and metrics on, such as 127.0.0.1:9090
    #[arg(long, env = "PLYD_METRICS_LISTEN", value_name = "ADDRESS")]
    metrics_listen: Option<SocketAddr>,
}

#[derive(Debug, Args)]
struct Collect {
    /// The name of the batch
    #[arg(value_parser = batch_name)]
    batch: String,
    /// Wait for answers that are missing
    #[arg(long)]
    follow: bool,
    /// Append to this file, which may have the first answers of the same batch and nothing else; by default, print to
    /// standard output
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
    #[command(flatten)]
    form: FormOptions,
    #[command(flatten)]
    nats: NatsOptions,
}

/// What to print of reviews instead of JSON, as `plyd review` does.
#[derive(Debug, Args)]
#[group(multiple = false, conflicts_with = "into")]
struct FormOptions {
    /// Print a summary of all reviews: players, openings, and the most costly mistakes
    #[arg(long)]
    summary: bool,
    /// Print the records with the marks of the reviews; submit needs this option, too
    #[arg(long)]
    annotate: bool,
    /// Print puzzles, one on each line; submit needs this option, too
    #[arg(long)]
    puzzles: bool,
}

impl FormOptions {
    fn form(&self) -> Form {
        match self {
            Self { summary: true, .. } => Form::Summary(Box::new(Totals::new(None))),
            Self { annotate: true, .. } => Form::Annotated,
            Self { puzzles: true, .. } => Form::Puzzles,
            _ => Form::Lines,
        }
    }
}

/// A batch.
#[derive(Debug, Args)]
struct Named {
    /// The name of the batch
    #[arg(value_parser = batch_name)]
    batch: String,
    #[command(flatten)]
    nats: NatsOptions,
}

#[derive(Debug, Args)]
struct Status {
    /// The name of the batch; by default, all batches are shown
    #[arg(value_parser = batch_name)]
    batch: Option<String>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    nats: NatsOptions,
}

#[derive(Debug, Args)]
struct Serve {
    #[command(flatten)]
    nats: NatsOptions,
    /// Address and port to serve on; port 0 takes any free port
    #[arg(long, env = "PLYD_LISTEN", default_value = "127.0.0.1:8090")]
    listen: SocketAddr,
    /// File with the keys of clients, made by `plyd keys new`; SIGHUP makes the process read it again. Without this option, no key is needed
    #[arg(long, env = "PLYD_KEYS", value_name = "FILE")]
    keys: Option<PathBuf>,
    /// How long requests may take to finish after the signal to stop, in milliseconds
    #[arg(long, env = "PLYD_GRACE_MS", default_value_t = 8_000)]
    grace_ms: u64,
}

impl Searching {
    fn threads(&self) -> usize {
        self.workers.map_or_else(cores, usize::from)
    }

    fn answerer(&self) -> Answerer {
        let table_bytes = usize::from(self.table_mb) << 20;
        Answerer { catalogue: CATALOGUE, caps: self.caps.caps(1), table_bytes }
    }
}

/// Runs the command.
///
/// # Errors
/// The reason and the exit code.
pub(crate) fn run() -> Result<(), Failure> {
    let cli = Cli::parse();
    let level = if matches!(cli.command, Command::Work(_) | Command::Serve(_)) { Level::INFO } else { Level::WARN };
    fmt().with_writer(io::stderr).with_target(false).with_ansi(false).with_max_level(level).init();
    let mut builder = Builder::new_multi_thread();
    let runtime = builder.enable_all().thread_stack_size(Engine::STACK).build();
    runtime.map_err(|error| format!("cannot start the async runtime: {error}"))?.block_on(async {
        match cli.command {
            Command::Submit(options) => {
                let read = read(&options).map_err(|reason| Failure { code: Failure::BAD_USAGE, reason })?;
                submit(options, read).await?;
            }
            Command::Work(options) => work(options).await?,
            Command::Serve(options) => serve(options).await?,
            Command::Collect(Collect { batch, follow, into, form, nats }) => {
                let nats = Nats::connect(&nats, 0).await?;
                submit::collect(&nats, &batch, follow, into.as_deref(), form.form()).await?;
            }
            Command::Cancel(Named { batch, nats }) => {
                submit::cancel(&Nats::connect(&nats, 0).await?, &batch).await?;
            }
            Command::Delete(Named { batch, nats }) => {
                submit::delete(&Nats::connect(&nats, 0).await?, &batch).await?;
            }
            Command::Status(Status { batch, json, nats }) => {
                let status = status::status(&Nats::connect(&nats, 0).await?, batch.as_deref()).await?;
                write_out(&if json { to_json(&status) + "\n" } else { status.text() })?;
            }
        }
        Ok(())
    })
}

/// The jobs of the file.
fn read(options: &Submit) -> Result<Batch, String> {
    let Submit { file, review, search, game, nodes, depth, curve, annotate, puzzles, .. } = options;
    if let Some(file) = review {
        let source = RecordSource::first(file.clone(), game.clone());
        let reviewing = Reviewing { nodes: *nodes, curve, annotate: *annotate, puzzles: *puzzles };
        return Batch::of_games(&source, None, &reviewing);
    }
    if let Some(file) = search {
        let game = PositionSearch::game(game.as_deref(), file)?;
        return Batch::of_positions_file(file, &PositionSearch { game, nodes: *nodes, depth: *depth });
    }
    Batch::of_file(file.as_deref().expect("one of them is required"))
}

async fn submit(options: Submit, read: Batch) -> Result<(), String> {
    let Submit { batch, priority, local, nats, searching, .. } = options;
    if !local && nats.nats.is_some() {
        let name = batch.ok_or("--batch NAME is missing; `plyd-queue collect NAME` needs it to find the answers")?;
        return submit::submit(&Nats::connect(&nats, 0).await?, &name, read, priority).await;
    }
    if batch.is_some() && !local {
        return Err("--batch names jobs in a queue, so it needs --nats URL".to_owned());
    }
    let jobs = read.entries.len();
    match local::answer_all(&read, searching.answerer(), searching.threads()) {
        0 => Ok(()),
        failed => Err(format!("{failed} of {jobs} jobs failed")),
    }
}

async fn work(options: Work) -> Result<(), String> {
    let Work { nats, searching, grace_ms, metrics_listen } = options;
    let queue = Nats::connect(&nats, searching.table_mb).await?;
    let (sender, phase) = watch::channel(Phase::Working);
    let client = queue.client();
    let (counts, unstored) = (Arc::new(Counts::default()), Arc::clone(&queue.unstored));
    if let Some(address) = metrics_listen {
        probes::serve(address, client.clone(), unstored, phase.clone(), Arc::clone(&counts)).await?;
    }
    let worker = Arc::new(Worker::new(queue, searching.answerer(), counts, phase));
    tokio::spawn(presence::answer(Arc::clone(&worker)));
    tokio::spawn(stop(sender, grace_ms));
    info!(jobs = searching.threads(), "working");
    worker.run(searching.threads()).await;
    let _ = client.drain().await;
    info!("stopped");
    Ok(())
}

async fn serve(options: Serve) -> Result<(), String> {
    let keys = options.keys.map(Keyring::open).transpose()?.map(Arc::new);
    let queue = Nats::connect(&options.nats, 0).await?;
    let listen = options.listen;
    let socket = TcpListener::bind(listen).await.map_err(|error| format!("--listen {listen}: {error}"))?;
    let address = socket.local_addr().map_err(|error| error.to_string())?;
    let (sender, phase) = watch::channel(Phase::Working);
    tokio::spawn(stop(sender, options.grace_ms));
    #[cfg(unix)]
    tokio::spawn(reload(keys.clone()));
    info!(%address, "listening");
    connections::serve(socket, serve::router(&Door::new(queue, keys, phase.clone())), phase).await;
    info!("stopped");
    Ok(())
}

/// Reads the keys again on SIGHUP. If the file has a mistake, the old ones stay in use.
#[cfg(unix)]
async fn reload(keys: Option<Arc<Keyring>>) {
    let Ok(mut hang_up) = signal(SignalKind::hangup()) else { return };
    while hang_up.recv().await.is_some() {
        let keys = keys.clone();
        // On another thread, because reading files can block.
        match spawn_blocking(move || keys.as_deref().map(Keyring::reload)).await {
            Ok(Some(Ok(keys))) => info!(keys, "reloaded the keys"),
            Ok(Some(Err(error))) => warn!(error, "cannot reload the keys; the old ones stay in use"),
            _ => info!("SIGHUP ignored: no keys to reload"),
        }
    }
}

/// After the signal to stop, lets the process drain for the grace time. Then ends it.
async fn stop(phase: watch::Sender<Phase>, grace_ms: u64) {
    stop_signal().await;
    info!("received the signal to stop");
    phase.send_replace(Phase::Draining);
    tokio::select! {
        () = sleep(Duration::from_millis(grace_ms)) => {}
        () = stop_signal() => process::exit(1),
    }
    phase.send_replace(Phase::Over);
    // Jobs that do not end now go to another worker when their leases expire.
    sleep(Duration::from_secs(2)).await;
    process::exit(1);
}

/// Waits for SIGTERM, SIGINT or Ctrl-C.
async fn stop_signal() {
    #[cfg(unix)]
    if let Ok(mut terminate) = signal(SignalKind::terminate()) {
        tokio::select! {
            _ = terminate.recv() => return,
            _ = tokio::signal::ctrl_c() => return,
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
