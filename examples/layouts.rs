//! plyd with five small games more, one for each way to draw a board that its own games do not have: what a page that
//! knows no game is tried with. `cargo run --example layouts -- serve` serves them all.

use std::process::ExitCode;

use plyd::games::CATALOGUE;

#[path = "../tests/common/layouts/mod.rs"]
mod layouts;

fn main() -> ExitCode {
    plyd::run(CATALOGUE.with(layouts::GAMES))
}
