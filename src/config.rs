//! Options and subcommands. Every option can also come from the environment; a flag wins over the variable.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};

use tracing_subscriber::EnvFilter;

use crate::search::Techniques;
use crate::wire::Caps;

/// A stateless game-AI service: positions in, exact alpha-beta moves, scores and pruning statistics out.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// What to do; `serve` if nothing is said.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Options of `serve`, which may also stand alone.
    #[command(flatten)]
    pub serve: ServeOptions,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve HTTP until told to stop
    Serve(ServeOptions),
    /// Search a position and print the answer of the service
    Search(SearchOptions),
    /// Describe a position and print the answer of the service
    Position(PositionOptions),
    /// Count the move sequences of each length up to a depth
    Perft(PerftOptions),
    /// Play two settings of a game against each other
    Match(MatchOptions),
    /// Play each level of a game against the one two below it; print the table, in Markdown
    Levels(LevelsOptions),
    /// Search a fixed set of positions of every game; print the nodes, which are always the same, and the speed
    Bench(BenchOptions),
    /// Work out a game's book and write it; what was solved is kept in a work file, so a run may be broken off
    Book(BookOptions),
    /// Ask a running server whether it is live; exits 0 if it is
    Healthcheck(HealthOptions),
}

/// How to serve.
#[derive(Clone, Debug, Args)]
pub struct ServeOptions {
    /// Address and port to listen on; port 0 takes any free one
    #[arg(long, env = "PLYD_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Search threads; one for each core if not given
    #[arg(long, env = "PLYD_WORKERS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub workers: Option<u16>,
    /// Searches that may wait for a thread; more are refused with 503
    #[arg(long, env = "PLYD_QUEUE", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    pub queue: u16,
    /// Transposition table of each search thread, in MiB; memory is taken as it is used
    #[arg(long, env = "PLYD_TABLE_MB", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=32_768))]
    pub table_mb: u16,
    /// Largest request body, in bytes
    #[arg(long, env = "PLYD_MAX_BODY_BYTES", default_value_t = 65_536)]
    pub max_body_bytes: usize,
    /// How long a request body may take to arrive, in milliseconds
    #[arg(long, env = "PLYD_BODY_TIMEOUT_MS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub body_timeout_ms: u64,
    /// Connections and the way out
    #[command(flatten)]
    pub door: DoorOptions,
    /// Limits of a search
    #[command(flatten)]
    pub caps: CapOptions,
    /// How to write the log
    #[command(flatten)]
    pub log: LogOptions,
}

impl ServeOptions {
    /// Search threads to start.
    #[must_use]
    pub fn worker_count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.workers.map_or_else(cores, usize::from)
    }

    /// Size of each search thread's transposition table.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        usize::from(self.table_mb) << 20
    }

    /// How long a request body may take to arrive.
    #[must_use]
    pub const fn body_timeout(&self) -> Duration {
        Duration::from_millis(self.body_timeout_ms)
    }
}

/// Connections and the way out.
#[derive(Clone, Debug, Args)]
pub struct DoorOptions {
    /// Connections at a time; those beyond are answered /livez, /readyz and /metrics, and refused anything else with 503
    #[arg(long, env = "PLYD_MAX_CONNECTIONS", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_connections: u32,
    /// How long a request's head may take to arrive, in milliseconds
    #[arg(long, env = "PLYD_HEAD_TIMEOUT_MS", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub head_timeout_ms: u64,
    /// How long a connection may be idle between two requests, in milliseconds; longer than balancers keep theirs
    #[arg(long, env = "PLYD_IDLE_TIMEOUT_MS", default_value_t = 75_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub idle_timeout_ms: u64,
    /// How long an answer may wait until its client takes 16 KiB of it, or what is left, in milliseconds
    #[arg(long, env = "PLYD_WRITE_TIMEOUT_MS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub write_timeout_ms: u64,
    /// How long to go on accepting, no more ready, after being told to stop, in milliseconds
    #[arg(long, env = "PLYD_DRAIN_DELAY_MS", default_value_t = 0)]
    pub drain_delay_ms: u64,
    /// How long what was accepted may take to finish, in milliseconds; then searches answer with their best so far
    #[arg(long, env = "PLYD_GRACE_MS", default_value_t = 8_000)]
    pub grace_ms: u64,
}

/// The published limits of a search.
#[derive(Clone, Debug, Args)]
pub struct CapOptions {
    /// Most nodes that a search may visit
    #[arg(long, env = "PLYD_MAX_NODES", default_value_t = 1_000_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_nodes: u64,
    /// Longest time that a request may take, waiting included, in milliseconds
    #[arg(long, env = "PLYD_MAX_TIME_MS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub max_time_ms: u64,
    /// Whether searches may use what was worked out beforehand about a game's opening
    #[arg(long, env = "PLYD_BOOK", default_value_t = true, action = ArgAction::Set)]
    pub book: bool,
}

impl CapOptions {
    /// The same, as requests are checked against them.
    #[must_use]
    pub const fn caps(&self) -> Caps {
        Caps { max_nodes: self.max_nodes, max_time_ms: self.max_time_ms, book: self.book }
    }
}

/// How to write the log.
#[derive(Clone, Debug, Args)]
pub struct LogOptions {
    /// What to log: a level, or directives such as `plyd=debug,info`
    #[arg(long, env = "PLYD_LOG", default_value = "info", value_parser = filter)]
    pub log: String,
    /// How to write it, on standard output
    #[arg(long, env = "PLYD_LOG_FORMAT", default_value = "text")]
    pub log_format: LogFormat,
}

/// Checks that a log filter can be read, so that a mistyped one is bad usage.
fn filter(text: &str) -> Result<String, String> {
    text.parse::<EnvFilter>().map(|_| text.to_owned()).map_err(|error| error.to_string())
}

/// A log format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people
    Text,
    /// One JSON object a line
    Json,
}

/// A position, as requests give it.
#[derive(Clone, Debug, Args)]
pub struct PositionOptions {
    /// The game's id, such as tic-tac-toe
    pub game: String,
    /// The position, in the game's notation; the start of the game if not given
    #[arg(long, allow_hyphen_values = true)]
    pub state: Option<String>,
    /// Moves played on top of it, separated by commas
    #[arg(long)]
    pub moves: Option<String>,
}

/// A search, as requests give it. Values are checked by the same code that checks requests.
#[derive(Clone, Debug, Args)]
pub struct SearchOptions {
    /// The position
    #[command(flatten)]
    pub position: PositionOptions,
    /// Plies to look ahead
    #[arg(long, allow_hyphen_values = true)]
    pub depth: Option<String>,
    /// Most nodes to visit
    #[arg(long, allow_hyphen_values = true)]
    pub nodes: Option<String>,
    /// Most milliseconds to take
    #[arg(long, allow_hyphen_values = true)]
    pub time_ms: Option<String>,
    /// alpha-beta, minimax or selective
    #[arg(long)]
    pub algorithm: Option<String>,
    /// 1 to 10 instead of depth, nodes, algorithm, multi-pv and tie-break: an opponent of that strength
    #[arg(long, allow_hyphen_values = true)]
    pub level: Option<String>,
    /// How many best moves to value exactly, or all
    #[arg(long, allow_hyphen_values = true)]
    pub multi_pv: Option<String>,
    /// first or random
    #[arg(long)]
    pub tie_break: Option<String>,
    /// Seed of a random tie break
    #[arg(long, allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// The only moves to consider, separated by commas
    #[arg(long)]
    pub search_moves: Option<String>,
    /// Limits
    #[command(flatten)]
    pub caps: CapOptions,
}

/// What to count.
#[derive(Clone, Debug, Args)]
pub struct PerftOptions {
    /// The game's id, such as tic-tac-toe
    pub game: String,
    /// Length of the longest sequences
    #[arg(long)]
    pub depth: u32,
    /// The position; the start of the game if not given
    #[arg(long, allow_hyphen_values = true)]
    pub state: Option<String>,
}

/// Who plays whom, and how often.
#[derive(Clone, Debug, Args)]
pub struct MatchOptions {
    /// The game's id, such as tic-tac-toe
    pub game: String,
    /// The one player: `random`, or the fields of a search, such as depth=4 or nodes=10000,algorithm=minimax
    #[arg(long)]
    pub first: String,
    /// The other player
    #[arg(long)]
    pub second: String,
    /// Techniques that the first player does without, separated by commas
    #[arg(long, value_delimiter = ',')]
    pub first_without: Vec<Technique>,
    /// The same for the second player
    #[arg(long, value_delimiter = ',')]
    pub second_without: Vec<Technique>,
    /// Games to play, in pairs with colours swapped
    #[arg(long, default_value_t = 100)]
    pub games: u32,
    /// Random plies before the players take over
    #[arg(long, default_value_t = 4)]
    pub opening_plies: u32,
    /// Seed of the openings and of random moves
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Which table of levels to play.
#[derive(Clone, Debug, Args)]
pub struct LevelsOptions {
    /// One game's id; every game if not given
    pub game: Option<String>,
    /// Games for each row, in pairs with colours swapped
    #[arg(long, default_value_t = 100)]
    pub games: u32,
    /// Seed of the openings and of every draw
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// What to measure.
#[derive(Clone, Debug, Args)]
pub struct BenchOptions {
    /// One game's id; every game if not given
    pub game: Option<String>,
    /// Plies beyond each game's default depth
    #[arg(long, default_value_t = 0)]
    pub deeper: u32,
    /// Measure the selective search; games without it are left out
    #[arg(long)]
    pub selective: bool,
    /// Techniques to do without, separated by commas
    #[arg(long, value_delimiter = ',')]
    pub without: Vec<Technique>,
    /// How many of the best moves to value exactly
    #[arg(long, default_value_t = 1)]
    pub multi_pv: usize,
    /// Value every move exactly, each in a search of its own
    #[arg(long, conflicts_with = "multi_pv")]
    pub each_alone: bool,
}

/// A technique of the search. The first five change no score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Technique {
    /// The transposition table
    Table,
    /// Null windows for all moves but the first (principal variation search)
    Pvs,
    /// Killers and history
    Memory,
    /// No win sooner than the next ply
    MateDistance,
    /// Windows around the last iteration's value
    Aspiration,
    /// Late moves looked at less deeply, or not at all; this and what follows in the selective search alone
    LateMoves,
    /// Static values far outside the window believed near the leaves
    Futility,
    /// Forced replies looked at more deeply
    Extensions,
    /// What a game sees of a node without searching it
    StaticBounds,
    /// Asking for the value of the game outright
    Proof,
    /// What a game's book says
    Book,
}

impl Technique {
    /// What is left to use.
    #[must_use]
    pub fn all_without(without: &[Self]) -> Techniques {
        let with = |technique| !without.contains(&technique);
        Techniques {
            table: with(Self::Table),
            pvs: with(Self::Pvs),
            move_memory: with(Self::Memory),
            mate_distance_pruning: with(Self::MateDistance),
            aspiration: with(Self::Aspiration),
            late_moves: with(Self::LateMoves),
            futility: with(Self::Futility),
            extensions: with(Self::Extensions),
            static_bounds: with(Self::StaticBounds),
            proof: with(Self::Proof),
            book: with(Self::Book),
        }
    }
}

/// Which book to make.
#[derive(Clone, Debug, Args)]
pub struct BookOptions {
    /// The game's id
    pub game: String,
    /// Plies from the start of the game to the positions of the book
    #[arg(long)]
    pub plies: u32,
    /// Where to write the book
    #[arg(long)]
    pub output: PathBuf,
    /// Where to keep what is solved, and to find what an earlier run solved
    #[arg(long)]
    pub work: PathBuf,
    /// Transposition table, in MiB
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..))]
    pub table_mb: u32,
}

/// Whom to ask.
#[derive(Clone, Debug, Args)]
pub struct HealthOptions {
    /// The address that the server listens on
    #[arg(long, env = "PLYD_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
}
