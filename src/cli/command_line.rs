//! The program's arguments, and the dispatch to its commands.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use plyd_games::Catalogue;
use plyd_terminal::Failure;

#[cfg(feature = "mcp")]
use super::mcp;
use super::{healthcheck, keys, serve, variables};
use crate::config::ServeOptions;

/// Runs the command line for these games. A program's `main` needs nothing else.
pub fn run(catalogue: Catalogue) -> ExitCode {
    let cli = Cli::try_parse();
    if !matches!(&cli, Ok(Cli { command: Some(command), .. }) if !matches!(command, Command::Serve(_)))
        && let Some(sentence) = variables::removed()
    {
        let _ = writeln!(io::stderr(), "plyd: {sentence}");
        return ExitCode::from(Failure::BAD_USAGE);
    }
    let cli = match cli {
        Ok(cli) => cli,
        Err(error) => return misused(&error),
    };
    match catalogue
        .check()
        .map_err(|error| Failure { code: Failure::BAD_USAGE, reason: error.to_string() })
        .and_then(|()| cli.run(catalogue))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { code, reason }) => {
            // Not `eprintln!`, which panics if standard error is closed.
            let _ = writeln!(io::stderr(), "plyd: {reason}");
            ExitCode::from(code)
        }
    }
}

/// Reports an error in arguments or variables. A wrong variable counts as wrong configuration, not as wrong usage.
fn misused(error: &clap::Error) -> ExitCode {
    match variables::blamed(error, &Cli::command()) {
        Some(sentence) => {
            let _ = writeln!(io::stderr(), "plyd: {sentence}");
            ExitCode::from(Failure::FAILED)
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
    /// Serve HTTP until a signal ends it
    Serve(ServeOptions),
    /// The commands that need no server
    #[command(flatten)]
    Terminal(plyd_terminal::Command),
    /// Play chess over UCI on standard input and output, for chess GUIs
    Uci,
    /// Offer the service as tools to language models (Model Context Protocol) on standard input and output
    #[cfg(feature = "mcp")]
    Mcp(mcp::McpOptions),
    /// Offer the service as tools to language models (not in this build: add `--features mcp`)
    #[cfg(not(feature = "mcp"))]
    #[command(disable_help_flag = true)]
    Mcp {
        /// All arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
        options: Vec<String>,
    },
    /// Make keys for the clients of a server (see `serve --keys`)
    Keys(keys::KeysOptions),
    /// Ask a running server whether it is live; exits 0 if it is
    Healthcheck(healthcheck::HealthOptions),
}

#[cfg(not(feature = "mcp"))]
const WITHOUT_MCP: &str = "this build does not speak MCP; `cargo build --release --features mcp` makes one that does, \
                           and published binaries do";

impl Cli {
    fn run(&self, catalogue: Catalogue) -> Result<(), Failure> {
        let (done, code) = match &self.command {
            None => (serve::serve(catalogue, &self.serve), Failure::FAILED),
            Some(Command::Serve(options)) => (serve::serve(catalogue, options), Failure::FAILED),
            Some(Command::Terminal(command)) => return command.run(catalogue),
            Some(Command::Healthcheck(options)) => (healthcheck::healthcheck(options), Failure::FAILED),
            Some(Command::Keys(options)) => (keys::keys(options), Failure::FAILED),
            Some(Command::Uci) => (plyd_uci::uci(catalogue), Failure::FAILED),
            #[cfg(feature = "mcp")]
            Some(Command::Mcp(options)) => (mcp::mcp(catalogue, options), Failure::FAILED),
            #[cfg(not(feature = "mcp"))]
            Some(Command::Mcp { .. }) => (Err(WITHOUT_MCP.to_owned()), Failure::BAD_USAGE),
        };
        done.map_err(|reason| Failure { code, reason })
    }
}
