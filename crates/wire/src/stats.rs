//! The statistics of a search in answers. A new counter needs a field in [`Stats`] and in `Counters`, and a schema in
//! openapi.yaml.

use std::time::Duration;

use plyd_games::answer::Answer;
use plyd_search::{Iteration, Stats};
use serde::Serialize;

/// The counters of [`Stats`], under their names in the contract.
#[derive(Debug, Serialize)]
#[serde(remote = "Stats")]
struct Counters {
    nodes: u64,
    leaves: u64,
    interior: u64,
    #[serde(getter = "beyond_depth")]
    quiescence_nodes: u64,
    #[serde(skip)]
    prover_nodes: u64,
    #[serde(skip_serializing_if = "is_zero")]
    cut_lists: u64,
    alpha_cutoffs: u64,
    beta_cutoffs: u64,
    first_move_cutoffs: u64,
    moves_pruned: u64,
    table_probes: u64,
    table_hits: u64,
    table_cutoffs: u64,
    deepest_ply: u32,
    #[serde(skip)]
    legal_moves: u64,
}

/// Few games can have a list of moves that is cut.
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Clients count a prover's nodes as positions beyond the depth limit, so that all nodes add up.
fn beyond_depth(stats: &Stats) -> u64 {
    stats.quiescence_nodes + stats.prover_nodes
}

/// The statistics of a search.
#[derive(Debug, Serialize)]
pub(super) struct StatsReport {
    #[serde(flatten, with = "Counters")]
    stats: Stats,
    mean_branching: f64,
    minimax_nodes: Option<u64>,
    pruned_fraction: Option<f64>,
    #[serde(flatten)]
    times: Option<Times>,
    iterations: Vec<IterationReport>,
}

impl StatsReport {
    /// The statistics of an answer. `queued` is the time before the search began; without it, no times are reported.
    pub(super) fn new(answer: &Answer, queued: Option<Duration>) -> Self {
        let found = &answer.analysis;
        let (stats, minimax_nodes) = (found.stats, answer.minimax_nodes.and_then(Result::ok));
        let pruned = |all: u64| round((1.0 - stats.nodes as f64 / all as f64).max(0.0));
        Self {
            stats,
            mean_branching: round(stats.mean_branching()),
            minimax_nodes,
            pruned_fraction: minimax_nodes.map(pruned),
            times: queued.map(|queued| Times::new(found.elapsed, Some(queued), stats.nodes)),
            iterations: found.iterations.iter().map(|done| IterationReport::new(done, queued.is_some())).collect(),
        }
    }
}

/// One finished iteration.
#[derive(Debug, Serialize)]
struct IterationReport {
    depth: u32,
    r#move: String,
    value: i32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    elapsed_us: Option<u64>,
}

impl IterationReport {
    fn new(done: &Iteration<String>, times: bool) -> Self {
        let best = &done.lines[0];
        Self {
            depth: done.depth,
            r#move: best.pv[0].clone(),
            value: best.score.value(),
            nodes: done.nodes,
            elapsed_us: times.then(|| micros(done.elapsed)),
        }
    }
}

/// The statistics of all finished iterations.
#[derive(Debug, Serialize)]
pub(super) struct ProgressStats {
    #[serde(flatten, with = "Counters")]
    stats: Stats,
    mean_branching: f64,
    #[serde(flatten)]
    times: Option<Times>,
}

impl ProgressStats {
    /// The statistics; without `elapsed`, no times are reported.
    pub(super) fn new(stats: Stats, elapsed: Option<Duration>) -> Self {
        let times = elapsed.map(|elapsed| Times::new(elapsed, None, stats.nodes));
        Self { stats, mean_branching: round(stats.mean_branching()), times }
    }
}

/// How long a search took.
#[derive(Debug, Serialize)]
pub struct Times {
    elapsed_us: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    queued_us: Option<u64>,
    nodes_per_second: u64,
}

impl Times {
    /// The times of a search that took `elapsed` for this many nodes, after a wait of `queued`.
    #[must_use]
    pub fn new(elapsed: Duration, queued: Option<Duration>, nodes: u64) -> Self {
        let nodes_per_second = (nodes as f64 / elapsed.as_secs_f64().max(1e-9)) as u64;
        Self { elapsed_us: micros(elapsed), queued_us: queued.map(micros), nodes_per_second }
    }
}

/// Three decimals are enough, and keep answers readable.
fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}
