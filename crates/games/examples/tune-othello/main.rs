//! Learns the weights of Othello's evaluation: makes positions by games that are solved at their end, and labelled by the
//! searches that find their moves before it, and fits the weights to them.
//!
//! ```text
//! tune-othello games FOLDER [chunks=100] [from=0] [solve=14] [nodes=2000] [quick=2] [strays=8] [ends=3]
//! tune-othello exact FOLDER [positions=1000] [plies=5] [nodes=0] [set=exact.set]
//! tune-othello learn FOLDER [output=crates/games/src/othello/evaluation/network.bin] [passes=4] [step=0.06]
//! tune-othello compare FOLDER [set=exact.set] [within=64]
//! ```
//!
//! `games` plays so many of every four games quickly, at most two; in the others so many positions of the middle and of
//! what is solved are followed by another move (`strays`, `ends`), whose values are learnt too.
//!
//! `exact` solves positions with 16 to 19 empty squares into a file of `FOLDER`, of games of selective searches after so
//! many random plies: one of each game, of searches of 4 to 6 plies; or with `nodes`, two of each game, of searches of so
//! many nodes. `learn` says how far it is from every such set in the folder, and `compare` how far the evaluation is that
//! plays. A tool beside the games: nothing depends on it, and its data stays out of the repository. The same data and
//! options give the same weights. CONTRIBUTING.md has the commands by which the weights were made.

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
        Some("games") => {
            options(&["chunks", "from", "solve", "nodes", "quick", "strays", "ends"]).and_then(|it| games::make(&it))
        }
        Some("exact") => options(&["positions", "plies", "nodes", "set"]).and_then(|it| games::solve_some(&it)),
        Some("learn") => options(&["output", "passes", "step"]).and_then(|it| learn::learn(&it)),
        Some("compare") => options(&["set", "within"]).and_then(|it| learn::compare(&it)),
        _ => Err(io::Error::other("expected games, exact, learn or compare, and a folder")),
    };
    options::ended(done)
}
