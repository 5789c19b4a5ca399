//! The options that limit searches. The server and the commands share them.

use clap::{ArgAction, Args};
use plyd_wire::Caps;
use serde::Serialize;

/// The published limits of a search.
#[derive(Clone, Debug, Args, Serialize)]
pub struct CapOptions {
    /// Maximum number of nodes that a search may visit
    #[arg(
        long, env = "PLYD_MAX_NODES", default_value_t = Caps::MAX_NODES,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub max_nodes: u64,
    /// Longest time that a request may take, including waiting, in milliseconds
    #[arg(
        long, env = "PLYD_MAX_TIME_MS", default_value_t = Caps::MAX_TIME_MS,
        value_parser = clap::value_parser!(u64).range(1..=86_400_000)
    )]
    pub max_time_ms: u64,
    /// Whether searches may use opening books
    #[arg(long, env = "PLYD_BOOK", default_value_t = true, action = ArgAction::Set)]
    pub book: bool,
    /// Whether searches that are limited by time may reuse results of earlier searches of the same game
    #[arg(long, env = "PLYD_WARM", default_value_t = true, action = ArgAction::Set)]
    pub warm: bool,
    /// Threads that one search may ask for; by default all
    #[arg(long, env = "PLYD_MAX_THREADS_PER_REQUEST", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub max_threads_per_request: Option<u16>,
    /// Plies of a game that one review may judge
    #[arg(
        long, env = "PLYD_MAX_REVIEW_PLIES", default_value_t = Caps::MAX_REVIEW_PLIES as u16,
        value_parser = clap::value_parser!(u16).range(1..=Caps::MAX_MOVES as i64)
    )]
    pub max_review_plies: u16,
    /// Longest total time of the searches of one review, in milliseconds
    #[arg(
        long, env = "PLYD_MAX_REVIEW_MS", default_value_t = Caps::MAX_REVIEW_MS,
        value_parser = clap::value_parser!(u64).range(1..=86_400_000)
    )]
    pub max_review_ms: u64,
}

impl CapOptions {
    /// The caps that requests are checked against, if there are this many workers.
    #[must_use]
    pub fn caps(&self, workers: usize) -> Caps {
        let max_threads = self.max_threads_per_request.map_or(workers as u64, u64::from);
        let Self { max_nodes, max_time_ms, book, warm, max_review_plies, max_review_ms, .. } = *self;
        let max_review_plies = usize::from(max_review_plies);
        Caps { max_nodes, max_time_ms, book, warm, max_threads, max_review_plies, max_review_ms }
    }
}
