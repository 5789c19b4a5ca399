//! Learns the weights of gomoku's evaluation: makes positions by quick games, and fits the weights to what the games came
//! to and to what their search thought of each position.
//!
//! ```text
//! tune-gomoku games FOLDER [chunks=200] [from=0] [nodes=2000]
//! tune-gomoku learn FOLDER [output=crates/games/src/gomoku/weights.rs] [result=0.5] [near=20] [unit=300]
//! tune-gomoku compare FOLDER
//! ```
//!
//! `result` is the share of a game's result in what a position is learnt to be worth, the rest being the search's score;
//! the larger `near`, the nearer do the weights stay to those that play.
//! `compare` says how well the weights that play foretell the results that are held out. A tool beside the games:
//! nothing depends on it, and its data stays out of the repository. The same data and options give the same weights.
//! CONTRIBUTING.md has the commands, STRENGTH.md what came of them.

#[expect(dead_code, reason = "all examples are learnt from at once, in no order")]
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
        Some("learn") => options(&["output", "result", "near", "unit"]).and_then(|it| learn::learn(&it)),
        Some("compare") => options(&[]).and_then(|it| learn::compare(&it)),
        _ => Err(io::Error::other("expected games, learn or compare, and a folder")),
    };
    options::ended(done)
}
