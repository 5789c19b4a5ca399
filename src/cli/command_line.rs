//! The arguments of the program, and the dispatch to commands.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{CommandFactory, Parser, Subcommand};

#[cfg(feature = "mcp")]
use super::mcp;
use super::{
    ask, bench, check, healthcheck, keys, levels, perft, play, play_match, record, review, serve, uci, variables,
};
use crate::catalogue::Game;
use crate::config::ServeOptions;
use crate::games::Catalogue;
use crate::search::Technique;

/// Runs the command line for these games: the whole `main` of a program.
pub fn run(catalogue: Catalogue) -> ExitCode {
    if let Some(sentence) = variables::removed() {
        let _ = writeln!(io::stderr(), "plyd: {sentence}");
        return ExitCode::from(BAD_USAGE);
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misused(&error),
    };
    match catalogue.check().map_err(|error| Failure(BAD_USAGE, error.to_string())).and_then(|()| cli.run(catalogue)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure(code, reason)) => {
            // Not `eprintln!`, which panics if standard error is closed.
            let _ = writeln!(io::stderr(), "plyd: {reason}");
            ExitCode::from(code)
        }
    }
}

/// Tells what is wrong with arguments or variables. A wrong variable is a wrong configuration, not wrong usage.
fn misused(error: &clap::Error) -> ExitCode {
    match variables::blamed(error, &Cli::command()) {
        Some(sentence) => {
            let _ = writeln!(io::stderr(), "plyd: {sentence}");
            ExitCode::from(FAILED)
        }
        None => {
            let _ = error.print();
            ExitCode::from(error.exit_code() as u8)
        }
    }
}

/// A stateless game-AI service: positions in, exact alpha-beta moves, scores and pruning statistics out.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// The command; `serve` if none is given.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Options of `serve`, if no command is given.
    #[command(flatten)]
    pub serve: ServeOptions,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve HTTP until told to stop
    Serve(ServeOptions),
    /// Search a position and print the answer of the service
    Search(ask::SearchOptions),
    /// Describe a position and print the answer of the service
    Position(ask::PositionOptions),
    /// Draw the tree that a search walks, as SVG, DOT or JSON
    Draw(ask::DrawOptions),
    /// Read the record of a game, such as PGN, and write it in any format
    Record(record::RecordOptions),
    /// Judge every move of a recorded game
    Review(review::ReviewOptions),
    /// Play a game in the terminal
    Play(play::PlayOptions),
    /// Play chess by the UCI protocol on standard input and output, for chess GUIs
    Uci,
    /// Lend language models tools by the Model Context Protocol, on standard input and output
    #[cfg(feature = "mcp")]
    Mcp(mcp::McpOptions),
    /// Lend language models tools by the Model Context Protocol (not in this build: add `--features mcp`)
    #[cfg(not(feature = "mcp"))]
    #[command(disable_help_flag = true)]
    Mcp {
        /// All arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
        options: Vec<String>,
    },
    /// Count the move sequences of each length up to a depth
    Perft(perft::PerftOptions),
    /// Play two settings of a game against each other
    Match(play_match::MatchOptions),
    /// Play each level of a game against the one two below it; print the table, in Markdown
    Levels(levels::LevelsOptions),
    /// Search a fixed set of positions of every game; print the nodes, which are always the same, and the speed
    Bench(bench::BenchOptions),
    /// Hold a game to the laws that every game keeps; exits 1 where one is broken
    Check(check::CheckOptions),
    /// Make keys for the clients of a server, see `serve --keys`
    Keys(keys::KeysOptions),
    /// Ask a running server whether it is live; exits 0 if it is
    Healthcheck(healthcheck::HealthOptions),
}

/// The exit code and the reason.
struct Failure(u8, String);

#[cfg(not(feature = "mcp"))]
const WITHOUT_MCP: &str = "this build does not speak MCP; `cargo build --release --features mcp` makes one that does, \
                           and published binaries do";

const FAILED: u8 = 1;
const BAD_USAGE: u8 = 2;

impl Cli {
    fn run(&self, catalogue: Catalogue) -> Result<(), Failure> {
        // An invalid request is bad usage; a server that cannot start is a failure.
        let (done, code) = match &self.command {
            None => (serve::serve(catalogue, &self.serve), FAILED),
            Some(Command::Serve(options)) => (serve::serve(catalogue, options), FAILED),
            Some(Command::Check(options)) => (check::check(catalogue, options), FAILED),
            Some(Command::Healthcheck(options)) => (healthcheck::healthcheck(options), FAILED),
            Some(Command::Keys(options)) => (keys::keys(options), FAILED),
            Some(Command::Uci) => (uci::uci(catalogue), FAILED),
            #[cfg(feature = "mcp")]
            Some(Command::Mcp(options)) => (mcp::mcp(catalogue, options), FAILED),
            #[cfg(not(feature = "mcp"))]
            Some(Command::Mcp { .. }) => (Err(WITHOUT_MCP.to_owned()), BAD_USAGE),
            Some(Command::Search(options)) => (ask::search(catalogue, options), BAD_USAGE),
            Some(Command::Position(options)) => (ask::position(catalogue, options), BAD_USAGE),
            Some(Command::Draw(options)) => (ask::draw(catalogue, options), BAD_USAGE),
            Some(Command::Record(options)) => (record::record(catalogue, options), BAD_USAGE),
            Some(Command::Review(options)) => (review::review(catalogue, options), BAD_USAGE),
            Some(Command::Play(options)) => (play::play(catalogue, options), BAD_USAGE),
            Some(Command::Match(options)) => (play_match::play_match(catalogue, options), BAD_USAGE),
            Some(Command::Levels(options)) => (levels::levels(catalogue, options), BAD_USAGE),
            Some(Command::Bench(options)) => (bench::bench(catalogue, options), BAD_USAGE),
            Some(Command::Perft(options)) => (perft::perft(catalogue, options), BAD_USAGE),
        };
        done.map_err(|reason| Failure(code, reason))
    }
}

/// The game of this id.
pub(super) fn game(catalogue: Catalogue, id: &str) -> Result<&'static Game, String> {
    catalogue.find(id).map_err(|unknown| unknown.to_string())
}

/// The game of this id, or every game.
pub(super) fn chosen(catalogue: Catalogue, id: Option<&str>) -> Result<Vec<&'static Game>, String> {
    id.map_or_else(|| Ok(catalogue.iter().collect()), |id| game(catalogue, id).map(|game| vec![game]))
}

/// Reads a technique of the search by its name.
pub(super) fn technique() -> impl TypedValueParser<Value = Technique> {
    let listed = Technique::ALL.iter().map(|technique| PossibleValue::new(technique.name()).help(technique.summary()));
    PossibleValuesParser::new(listed).map(|name| {
        let found = Technique::ALL.iter().find(|technique| technique.name() == name);
        *found.expect("one of the possible values")
    })
}

/// A line of input as text, without a byte order mark before it. Invalid UTF-8 becomes U+FFFD, which no command contains.
pub(super) fn text_of_line(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)).into_owned()
}

/// Prints an answer of the service.
pub(super) fn print(answer: &impl serde::Serialize) -> Result<(), String> {
    let json = serde_json::to_string(answer).map_err(|error| error.to_string())?;
    writeln!(io::stdout(), "{json}").map_err(|error| error.to_string())
}
