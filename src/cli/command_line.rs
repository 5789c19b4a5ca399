//! The program's arguments, and the dispatch to its commands.

use std::io::Write;
use std::process::ExitCode;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use plyd_games::Catalogue;
use plyd_terminal::{Failure, stderr};

#[cfg(feature = "mcp")]
use super::mcp;
use super::{healthcheck, keys, serve, variables};
use crate::config::ServeOptions;

/// A program that has plyd's command line.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// Its name: `env!("CARGO_PKG_NAME")`.
    pub name: &'static str,
    /// Its version: `env!("CARGO_PKG_VERSION")`. `--version` prints it together with plyd's version.
    pub version: &'static str,
}

const PLYD: Program = Program { name: "plyd", version: env!("CARGO_PKG_VERSION") };

const AFTER_HELP: &str = "\
Without a command, plyd serves on 127.0.0.1:8080, with a page to play on at http://127.0.0.1:8080/.
`plyd serve --help` lists the server's options and variables; `plyd COMMAND --help` explains a command.

Try:
  plyd play connect-four
  plyd search chess --moves 'e4 e5' --time-ms 500
  plyd draw tic-tac-toe --state XOX/OX./..O > tree.svg";

/// Runs the command line for these games; a program's `main` needs nothing else. [`Program::run`] does the same under
/// another name and version.
pub fn run(catalogue: Catalogue) -> ExitCode {
    PLYD.run(catalogue)
}

impl Program {
    /// Runs the command line for these games.
    pub fn run(self, catalogue: Catalogue) -> ExitCode {
        let name = self.name;
        let cli = match self.command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches)) {
            Ok(cli) => cli,
            Err(error) if error.kind() == ErrorKind::DisplayVersion => {
                let _ = plyd_terminal::write_out(&(self.versions() + "\n"));
                return ExitCode::SUCCESS;
            }
            Err(error) => return misused(name, error),
        };
        let checked = catalogue.check();
        let checked = checked.map_err(|error| Failure { code: Failure::BAD_USAGE, reason: error.to_string() });
        match checked.and_then(|()| cli.run(catalogue)) {
            Ok(()) => ExitCode::SUCCESS,
            // The reader of the output has left, as `head` does.
            Err(Failure { reason, .. }) if reason.is_empty() => ExitCode::SUCCESS,
            Err(Failure { code, reason }) => {
                let _ = writeln!(stderr(), "{name}: {reason}");
                ExitCode::from(code)
            }
        }
    }

    /// What `--version` prints.
    fn versions(self) -> String {
        let plyd = format!("plyd {}", PLYD.version);
        if self.name == PLYD.name { plyd } else { format!("{} {} ({plyd})", self.name, self.version) }
    }

    /// The arguments. The options of the server are hidden here, so that the help fits on a screen; `serve --help` lists
    /// them.
    fn command(self) -> clap::Command {
        let command = Cli::command().name(self.name).mut_args(|argument| argument.hide(true));
        command.after_help(AFTER_HELP.replace("plyd", self.name))
    }
}

/// Words that people type because other programs have them, and what to type instead.
const INSTEAD: [(&[&str], &str); 7] = [
    (&["--port", "--host", "--bind", "--address"], "the address of a server is one option: --listen 127.0.0.1:8080"),
    (&["-v"], "-V prints the version; a server logs more with --log debug"),
    (&["version"], "plyd --version"),
    (&["hint", "hints"], "plyd play GAME has the command hint; plyd search GAME finds the best move"),
    (&["puzzle", "puzzles"], "plyd review FILE --puzzles finds the puzzles of a recorded game"),
    (
        &["analyse", "analyze", "analysis", "eval"],
        "plyd search GAME for a position, plyd review FILE for a recorded game",
    ),
    (&["rule"], "plyd position GAME --text prints the rules of a game"),
];

/// Adds to an error what to type instead, if that is known.
fn advised(name: &str, mut error: clap::Error) -> clap::Error {
    let typed = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg].into_iter().find_map(|kind| error.get(kind));
    let Some(ContextValue::String(typed)) = typed else { return error };
    if let Some((_, tip)) = INSTEAD.iter().find(|(words, _)| words.contains(&typed.as_str())) {
        let tip = StyledStr::from(tip.replace("plyd", name));
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

/// Reports an error in arguments or variables. A wrong variable counts as wrong configuration, not as wrong usage.
fn misused(name: &str, error: clap::Error) -> ExitCode {
    match variables::blamed(&error, &Cli::command()) {
        Some(sentence) => {
            let _ = writeln!(stderr(), "{name}: {sentence}");
            ExitCode::from(Failure::FAILED)
        }
        None => {
            let error = advised(name, error);
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
    /// Serve HTTP until a signal stops it
    Serve(ServeOptions),
    /// The commands that need no server
    #[command(flatten)]
    Terminal(plyd_terminal::Command),
    /// Play chess and its variants over UCI on standard input and output, for chess GUIs
    Uci,
    /// Play shogi and minishogi over USI on standard input and output, for shogi GUIs
    Usi,
    /// Play xiangqi over UCCI on standard input and output, for xiangqi GUIs
    Ucci,
    /// Offer the service to language models as tools (Model Context Protocol), on standard input and output
    #[cfg(feature = "mcp")]
    Mcp(mcp::McpOptions),
    /// Offer the service to language models as tools (not in this build: add `--features mcp`)
    #[cfg(not(feature = "mcp"))]
    #[command(disable_help_flag = true)]
    Mcp {
        /// All arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
        options: Vec<String>,
    },
    /// Make keys for the clients of a server (see `serve --keys`)
    Keys(keys::KeysOptions),
    /// Ask a running server whether it is alive; exits with 0 if it is
    Healthcheck(healthcheck::HealthOptions),
}

#[cfg(not(feature = "mcp"))]
const WITHOUT_MCP: &str = "this build has no MCP; use a published binary, or build with `cargo build --release \
                           --features mcp`";

impl Cli {
    fn run(&self, catalogue: Catalogue) -> Result<(), Failure> {
        let (done, code) = match &self.command {
            None => (serve::serve(catalogue, &self.serve), Failure::FAILED),
            Some(Command::Serve(options)) => (serve::serve(catalogue, options), Failure::FAILED),
            Some(Command::Terminal(command)) => return command.run(catalogue),
            Some(Command::Healthcheck(options)) => (healthcheck::healthcheck(options), Failure::FAILED),
            Some(Command::Keys(options)) => (keys::keys(options), Failure::FAILED),
            Some(Command::Uci) => (plyd_uci::run(catalogue, &plyd_uci::UCI), Failure::FAILED),
            Some(Command::Usi) => (plyd_uci::run(catalogue, &plyd_uci::USI), Failure::FAILED),
            Some(Command::Ucci) => (plyd_uci::run(catalogue, &plyd_uci::UCCI), Failure::FAILED),
            #[cfg(feature = "mcp")]
            Some(Command::Mcp(options)) => (mcp::mcp(catalogue, options), Failure::FAILED),
            #[cfg(not(feature = "mcp"))]
            Some(Command::Mcp { .. }) => (Err(WITHOUT_MCP.to_owned()), Failure::BAD_USAGE),
        };
        done.map_err(|reason| Failure { code, reason })
    }
}
