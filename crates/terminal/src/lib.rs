//! plyd in a terminal: the commands that need no server. `ask` has `search`, `position` and `draw`; each of the others
//! has a file or a folder.
//!
//! `search`, `position` and `draw` give the same answers as the service, because both use [`plyd_operations`] to read
//! and run requests. So does `review`, except for its default curve: if a game has a curve of people's games, `review`
//! uses that one. [`Command`] is a set of subcommands for any program built with [`clap`].

pub mod arena;
mod ask;
mod caps;
mod check;
mod games;
mod in_order;
mod perft;
pub mod play;
mod play_match;
mod progress;
mod record;
mod record_file;
mod review;
mod rules;
mod sequential;
mod tally;
mod visible;

use std::io::{self, IsTerminal, Write};

use clap::Subcommand;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use plyd_games::Catalogue;
use plyd_games::catalogue::Game;
use plyd_search::Technique;

pub use caps::CapOptions;
pub use in_order::{cores, in_order};
pub use indicatif::ProgressBar;
pub use progress::{progress, say};
pub use record_file::RecordSource;
pub use review::{Heading, JudgedGame, Totals, puzzle_line};
pub use sequential::Sequential;
pub use visible::{Visible, stderr, visible};

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games
    Games(games::GamesOptions),
    /// Find the best move of a position
    Search(ask::SearchOptions),
    /// Describe a position, as the service's JSON answer
    Position(ask::DescribeOptions),
    /// Judge moves of a position and print the answer of the service
    Grade(ask::GradeOptions),
    /// Draw the tree that a search visits, as SVG, DOT or JSON
    Draw(ask::DrawOptions),
    /// Read the record of a game, such as PGN, and write it in any format
    Record(record::RecordOptions),
    /// Judge every move of a recorded game
    Review(review::ReviewOptions),
    /// Play a game in the terminal
    Play(play::PlayOptions),
    /// Count the sequences of moves of each length, up to a depth
    Perft(perft::PerftOptions),
    /// Play a match between two search settings
    Match(play_match::MatchOptions),
    /// Check rules of your own and say what they mean; exits with 2 if they cannot be read
    Rules(rules::RulesOptions),
    /// Check that a game keeps the laws of all games; exits with 1 if it breaks one
    Check(check::CheckOptions),
}

/// Why a command failed, and its exit code.
#[derive(Debug)]
pub struct Failure {
    /// [`Failure::FAILED`] or [`Failure::BAD_USAGE`].
    pub code: u8,
    /// A sentence; empty if nobody reads the output any more, which is not reported as a failure.
    pub reason: String,
}

impl Failure {
    /// The exit code of a command that failed.
    pub const FAILED: u8 = 1;
    /// The exit code of a command that was called with an invalid request.
    pub const BAD_USAGE: u8 = 2;
}

impl From<String> for Failure {
    fn from(reason: String) -> Self {
        Self { code: Self::FAILED, reason }
    }
}

impl Command {
    /// Runs the command on these games.
    ///
    /// # Errors
    /// The reason and the exit code.
    pub fn run(&self, catalogue: Catalogue) -> Result<(), Failure> {
        let done = match self {
            Self::Games(options) => games::games(catalogue, options),
            Self::Check(options) => check::check(catalogue, options),
            Self::Rules(options) => rules::rules(options),
            Self::Search(options) => ask::search(catalogue, options),
            Self::Position(options) => ask::position(catalogue, options),
            Self::Grade(options) => ask::grade(catalogue, options),
            Self::Draw(options) => ask::draw(catalogue, options),
            Self::Record(options) => record::record(catalogue, options),
            Self::Review(options) => review::review(catalogue, options),
            Self::Play(options) => play::play(catalogue, options),
            Self::Match(options) => play_match::play_match(catalogue, options),
            Self::Perft(options) => perft::perft(catalogue, options),
        };
        let code = if matches!(self, Self::Check(_)) { Failure::FAILED } else { Failure::BAD_USAGE };
        done.map_err(|reason| Failure { code, reason })
    }
}

/// The game with this id.
pub(crate) fn game(catalogue: Catalogue, id: &str) -> Result<&'static Game, String> {
    catalogue.find(id).map_err(|unknown| match unknown.near() {
        Some(_) => unknown.brief(),
        None => format!("{}; the command games lists them", unknown.brief()),
    })
}

/// The game with this id, or every game if there is no id.
///
/// # Errors
/// A sentence, if there is no such game.
pub fn chosen(catalogue: Catalogue, id: Option<&str>) -> Result<Vec<&'static Game>, String> {
    id.map_or_else(|| Ok(catalogue.iter().collect()), |id| game(catalogue, id).map(|game| vec![game]))
}

/// Parses the name of a technique of the search.
pub fn technique() -> impl TypedValueParser<Value = Technique> {
    let listed = Technique::ALL.iter().map(|technique| PossibleValue::new(technique.name()).help(technique.summary()));
    PossibleValuesParser::new(listed).map(|name| {
        let found = Technique::ALL.iter().find(|technique| technique.name() == name);
        *found.expect("one of the possible values")
    })
}

/// Prints a text to standard output. On a terminal, prints it as [`visible()`] text; a file or pipe gets it unchanged.
///
/// # Errors
/// A sentence; an empty one if the reader has closed the pipe, as `head` does.
pub fn write_out(text: &str) -> Result<(), String> {
    paint(&if io::stdout().is_terminal() { visible(text) } else { text.into() })
}

/// Prints a text with colours to standard output. The caller has to pass what strangers wrote through [`visible()`]
/// first.
///
/// # Errors
/// As [`write_out`].
pub(crate) fn paint(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| output_failure(&error))
}

/// See [`write_out`].
pub(crate) fn output_failure(error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::BrokenPipe { String::new() } else { error.to_string() }
}

/// Prints an answer of the service.
pub(crate) fn print(answer: &impl serde::Serialize) -> Result<(), String> {
    let json = serde_json::to_string(answer).map_err(|error| error.to_string())?;
    write_out(&(json + "\n"))
}
