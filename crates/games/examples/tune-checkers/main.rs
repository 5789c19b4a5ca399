//! Learns the weights of checkers' evaluation: makes positions by quick games, and fits the weights to what the games
//! came to and to what their search thought of each position.
//!
//! ```text
//! tune-checkers games FOLDER [chunks=40] [from=0] [nodes=300]
//! tune-checkers learn FOLDER [output=crates/games/src/checkers/evaluation/weights.bin] [passes=5] [result=0.3]
//!     [step=0.03] [unit=…]
//! tune-checkers compare FOLDER
//! ```
//!
//! `compare` says how well the evaluation that plays foretells results that were held out. A tool beside the games:
//! nothing depends on it, and its data stays out of the repository. The same data and options give the same weights.
//! CONTRIBUTING.md has the commands by which the weights were made.

#[path = "../common/chunks.rs"]
mod chunks;
mod games;
mod learn;
#[path = "../common/options.rs"]
mod options;
mod record;

use std::io;
use std::process::ExitCode;

use options::Options;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let options = |names: &[&str]| Options::read(&arguments[1..], names);
    let done = match arguments.first().map(String::as_str) {
        Some("games") => options(&["chunks", "from", "nodes"]).and_then(|it| games::make(&it)),
        Some("learn") => options(&["output", "passes", "result", "step", "unit"]).and_then(|it| learn::learn(&it)),
        Some("compare") => options(&[]).and_then(|it| learn::compare(&it)),
        _ => Err(io::Error::other("expected games, learn or compare, and a folder")),
    };
    options::ended(done)
}
