//! Learns the weights of checkers' evaluation.

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
        _ => Err(io::Error::other("expected games or learn, and a folder")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
