//! The command line: a file for each command of the server. The commands of a terminal are in [`plyd_terminal`].

mod command_line;
mod healthcheck;
mod keys;
#[cfg(feature = "mcp")]
mod mcp;
mod own_rules;
mod serve;
mod variables;

pub use command_line::{Cli, Command, Program, run};
