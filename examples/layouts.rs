//! plyd with five more small games, one for each board layout that its own games do not have. They test that the page
//! can draw games that it does not know. `cargo run --example layouts -- serve` serves all games.

use std::process::ExitCode;

use plyd::games::CATALOGUE;

#[path = "../tests/common/layouts/mod.rs"]
mod layouts;

fn main() -> ExitCode {
    plyd::run(CATALOGUE.with(layouts::GAMES))
}
