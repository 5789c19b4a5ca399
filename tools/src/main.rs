//! Makes the data files of the games: books, tables of endings, openings and learnt weights.
//!
//! Nothing of it is shipped. The same options, and the same positions to learn from, give the same files; learnt
//! positions stay out of the repository. CONTRIBUTING.md has the commands by which the committed files were made.

mod book;
mod checkers;
mod chess;
mod chunks;
mod gomoku;
mod openings;
mod othello;
mod tables;

use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Makes the data files of plyd's games; run it in the root of the repository
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Work out a game's book and write it; solved positions are kept in a work file, so a run may be broken off
    Book(book::Options),
    /// Work out the tables of a game's endings and write them
    Tables(tables::Options),
    /// Work out the good moves of a game's first positions, of which its levels draw one
    Openings(openings::Options),
    /// Learn the network that values chess positions, from quick games labelled by another engine
    #[command(subcommand)]
    Chess(chess::Command),
    /// Learn the weights of checkers' evaluation, from quick games
    #[command(subcommand)]
    Checkers(checkers::Command),
    /// Learn the weights of gomoku's evaluation, from quick games
    #[command(subcommand)]
    Gomoku(gomoku::Command),
    /// Learn the network that values Othello positions, from games that are solved at their end
    #[command(subcommand)]
    Othello(othello::Command),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Book(options) => book::make(&options),
        Command::Tables(options) => tables::make(&options),
        Command::Openings(options) => openings::make(&options),
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

/// An error that names its file.
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
