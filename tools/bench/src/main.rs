//! Prints the nodes of a fixed set of searches, which are always the same, and their speed.

use std::process::ExitCode;

use clap::Parser;
use plyd_bench::{BenchOptions, bench};
use plyd_games::CATALOGUE;

/// Search a fixed set of positions of every game; print the nodes, which are always the same, and the speed
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(flatten)]
    options: BenchOptions,
}

fn main() -> ExitCode {
    match bench(CATALOGUE, &Cli::parse().options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("plyd-bench: {error}");
            ExitCode::FAILURE
        }
    }
}
