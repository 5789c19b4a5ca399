//! Learns the weights of Othello's evaluation: makes positions by quick games that are solved at their end, and fits
//! the weights to them.
//!
//! ```text
//! tune-othello games FOLDER [chunks=100] [from=0] [solve=14]
//! tune-othello exact FOLDER [positions=1000] [plies=5] [set=exact.set]
//! tune-othello learn FOLDER [output=crates/games/src/othello/evaluation/network.bin] [passes=4] [step=0.15] [depth=3]
//! tune-othello compare FOLDER [set=exact.set]
//! ```
//!
//! `exact` solves positions with 16 to 19 empty squares into `FOLDER/exact.set`, of games of selective searches after
//! so many random plies, and `compare` holds the evaluation that plays against them. A tool beside the games: nothing
//! depends on it, and its data stays out of the repository. The same data and options give the same weights.
//! CONTRIBUTING.md has the commands by which the weights were made.

#[path = "../common/chunks.rs"]
mod chunks;
mod games;
mod layers;
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
        Some("games") => options(&["chunks", "from", "solve"]).and_then(|it| games::make(&it)),
        Some("exact") => options(&["positions", "plies", "set"]).and_then(|it| games::solve_some(&it)),
        Some("learn") => options(&["output", "passes", "step", "depth"]).and_then(|it| learn::learn(&it)),
        Some("compare") => options(&["set"]).and_then(|it| learn::compare(&it)),
        _ => Err(io::Error::other("expected games, exact, learn or compare, and a folder")),
    };
    options::ended(done)
}
