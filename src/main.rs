//! The service and the command line, with plyd's own games.

use std::process::ExitCode;

use plyd::games::CATALOGUE;

fn main() -> ExitCode {
    plyd::run(CATALOGUE)
}
