//! The options of the command.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::caps::CapOptions;
use crate::play::ColorWhen;
use crate::record::RecordSource;

/// Whose games decide how many points a score promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Curve {
    /// Those of the engine against itself
    Engine,
    /// Those of people, in games that have such a curve
    People,
}

impl Curve {
    /// The name in requests.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Engine => "engine",
            Self::People => "people",
        }
    }
}

/// The game to judge, and the limits of each ply.
#[derive(Clone, Debug, Args)]
pub struct ReviewOptions {
    /// A record of the game
    #[command(flatten)]
    pub source: RecordSource,
    /// Most nodes to visit for each ply; about as many as in a tenth of a second if there is no limit
    #[arg(long)]
    pub nodes: Option<u64>,
    /// Plies to look ahead
    #[arg(long)]
    pub depth: Option<u64>,
    /// Most milliseconds for each ply
    #[arg(long)]
    pub time_ms: Option<u64>,
    /// Whose games decide what a score is worth
    #[arg(long, value_enum, default_value = "people")]
    pub curve: Curve,
    /// The first ply to judge, given as the number of moves before it
    #[arg(long)]
    pub from: Option<u64>,
    /// The last ply to judge
    #[arg(long)]
    pub to: Option<u64>,
    /// With --all, write a line of JSON for each game to this file, and print the summary
    #[arg(long, value_name = "LINES", requires = "all", conflicts_with_all = ["json", "annotate", "puzzles"])]
    pub output: Option<PathBuf>,
    /// Continue an earlier run: judge only the games that are not in the output yet
    #[arg(long, requires = "output")]
    pub resume: bool,
    /// With --all, how many games to judge at a time; by default as many as there are cores
    #[arg(long, requires = "all", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Print the answer of the service instead of a table; with --all, a line for each game instead of a summary
    #[arg(long, conflicts_with_all = ["annotate", "puzzles"])]
    pub json: bool,
    /// Print the record with the marks of the review: verdicts, values and better lines
    #[arg(long)]
    pub annotate: bool,
    /// Print puzzles, one on each line: positions after mistakes in which one move is far better than all others. As EPD in
    /// chess, otherwise as JSON
    #[arg(long, conflicts_with = "annotate")]
    pub puzzles: bool,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorWhen::Auto)]
    pub color: ColorWhen,
    /// Limits
    #[command(flatten)]
    pub caps: CapOptions,
}
