//! Makes the data files of the games: books, endgame databases, openings and learnt weights.
//!
//! It is not shipped. The same options and the same training data give the same files. Training data are not in the
//! repository. tools/README.md has the commands that made the committed files.

mod bless;
mod book;
mod checkers;
mod chess;
mod chunks;
mod curves;
mod gomoku;
mod ladder;
mod levels;
mod measured;
mod names;
mod network;
mod openings;
mod othello;
mod self_play;
mod tables;

use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use plyd_games::CATALOGUE;
use plyd_games::catalogue::Game;

/// Makes the data files of plyd's games; run it in the root of the repository
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write what is derived from the games: the generated parts of README and docs, and the node signatures
    Bless,
    /// Make a game's book; solved positions are kept in a work file, so a run can be interrupted
    Book(book::Options),
    /// Make a game's endgame database
    Tables(tables::Options),
    /// Find the good moves in a game's first positions, from which its levels choose
    Openings(openings::Options),
    /// Make the list of chess openings and their names
    Names(names::Options),
    /// Fit the curves from scores to expected results to quick games
    Curves(curves::Options),
    /// Play each level of a game against the one two below it; print a table in Markdown
    Ladder(ladder::LadderOptions),
    /// Measure how much the moves of each level lose
    Levels(levels::Options),
    /// Learn the network of a game that has one of the small kind, from quick games
    #[command(subcommand)]
    Network(network::Command),
    /// Learn the network that values chess positions, from quick games labelled by another engine
    #[command(subcommand)]
    Chess(chess::Command),
    /// Learn the weights of checkers' evaluation, from quick games
    #[command(subcommand)]
    Checkers(checkers::Command),
    /// Learn the weights of gomoku's evaluation, from quick games
    #[command(subcommand)]
    Gomoku(gomoku::Command),
    /// Learn the network that values Othello positions, from games with solved endings
    #[command(subcommand)]
    Othello(othello::Command),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Bless => bless::write(),
        Command::Book(options) => book::make(&options),
        Command::Tables(options) => tables::make(&options),
        Command::Openings(options) => openings::make(&options),
        Command::Names(options) => names::make(&options),
        Command::Curves(options) => curves::fit(&options),
        Command::Ladder(options) => ladder::play(&options).map_err(io::Error::other),
        Command::Levels(options) => levels::measure(&options),
        Command::Network(command) => network::run(&command),
        Command::Chess(command) => chess::run(&command),
        Command::Checkers(command) => checkers::run(&command),
        Command::Gomoku(command) => gomoku::run(&command),
        Command::Othello(command) => othello::run(&command),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("plyd-tools: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The game with this id, or all games.
fn chosen(id: Option<&str>) -> io::Result<Vec<&'static Game>> {
    let Some(id) = id else { return Ok(CATALOGUE.iter().collect()) };
    let game = CATALOGUE.find(id).map_err(|_| io::Error::other(format!("there is no game {id}")))?;
    Ok(vec![game])
}

/// Adds the file's path to an error.
fn of_file(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Writes a file.
fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    std::fs::write(path, bytes).map_err(of_file(path))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
