//! Learns the network that values chess positions: makes positions by quick games, labelled by another engine, and fits
//! its weights to them.
//!
//! ```text
//! tune-chess games FOLDER [chunks=100] [from=0] [threads=1] [judge=stockfish] [depth=1] [nodes=100]
//! tune-chess learn FOLDER [output=crates/games/src/chess/evaluation/network.bin] [passes=10] [step=0.001]
//!                        [decay=0] [begin=NETWORK] [judge=0.9] [unit=180] [unseen=FOLDER]
//! tune-chess compare FOLDER [unit=180]
//! ```
//!
//! A tool beside the games: nothing depends on it, and its data stays out of the repository. The same data and options
//! give the same weights. CONTRIBUTING.md has the commands by which the weights were made.

mod adam;
mod beside;
#[expect(dead_code, reason = "several threads make its chunks")]
#[path = "../common/chunks.rs"]
mod chunks;
mod games;
mod judge;
mod layers;
mod learn;
#[path = "../common/options.rs"]
mod options;
mod record;
mod steps;

use std::io;
use std::process::ExitCode;

use options::Options;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let options = |names: &[&str]| Options::read(&arguments[1..], names);
    let done = match arguments.first().map(String::as_str) {
        Some("games") => {
            options(&["chunks", "from", "threads", "judge", "depth", "nodes"]).and_then(|it| games::make(&it))
        }
        Some("learn") => options(&["output", "passes", "step", "judge", "unit", "unseen", "decay", "begin"])
            .and_then(|it| learn::learn(&it)),
        Some("compare") => options(&["unit"]).and_then(|it| learn::compare(&it)),
        _ => Err(io::Error::other("expected games, learn or compare, and a folder")),
    };
    options::ended(done)
}
