//! The options of the command.

use std::path::PathBuf;

use clap::Args;

use crate::caps::CapOptions;
use crate::play::ColorWhen;
use crate::record_file::RecordSource;

/// The game to judge, and the limits of each ply.
#[derive(Clone, Debug, Args)]
pub struct ReviewOptions {
    /// A record of the game
    #[command(flatten)]
    pub source: RecordSource,
    /// Maximum number of nodes to visit for each ply; without any limit, about as many as fit into a
    /// tenth of a second
    #[arg(long)]
    pub nodes: Option<u64>,
    /// Plies to look ahead
    #[arg(long)]
    pub depth: Option<u64>,
    /// Maximum time for each ply, in milliseconds
    #[arg(long)]
    pub time_ms: Option<u64>,
    /// Curve that converts scores to expected results: engine comes from the engine's games against itself, people
    /// from people's games, if the game has that curve
    #[arg(long, value_parser = ["engine", "people"], default_value = "people")]
    pub curve: String,
    /// The first ply to judge, as the number of moves before it
    #[arg(long)]
    pub from: Option<u64>,
    /// The last ply to judge, as the number of moves before it
    #[arg(long)]
    pub to: Option<u64>,
    /// Print the service's JSON answer instead of a table; with --all, a line for each game instead of a summary
    #[arg(long, conflicts_with_all = ["annotate", "puzzles"])]
    pub json: bool,
    /// Print the record with the marks of the review: verdicts, values and better lines
    #[arg(long)]
    pub annotate: bool,
    /// Print puzzles, one on each line: positions after mistakes with one move that is far better than all others; EPD
    /// in chess, JSON in other games
    #[arg(long, conflicts_with = "annotate")]
    pub puzzles: bool,
    /// Show the plies of this player only. If the file has several games, sum up the player's games: results by opening
    /// and colour, and mistakes by phase. Capitals and spaces of the name do not matter
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Judge all games, write a line of JSON for each to this file, and print the summary
    #[arg(long, value_name = "FILE", conflicts_with_all = ["number", "json", "annotate", "puzzles"])]
    pub output: Option<PathBuf>,
    /// Keep the lines that the file of --output has, and judge the games that it does not have
    #[arg(long, requires = "output")]
    pub resume: bool,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorWhen::Auto)]
    pub color: ColorWhen,
    /// Limits
    #[command(flatten)]
    pub caps: CapOptions,
}
