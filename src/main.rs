//! The service and the command line for the games that plyd brings along.

use std::process::ExitCode;

use plyd::games::CATALOGUE;

fn main() -> ExitCode {
    plyd::run(CATALOGUE)
}
