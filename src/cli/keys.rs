//! `plyd keys`: makes keys for the clients of a server.

use clap::{Args, Subcommand};
use plyd_keys::NewKey;

/// The command of `plyd keys`.
#[derive(Clone, Debug, Args)]
pub struct KeysOptions {
    #[command(subcommand)]
    command: KeysCommand,
}

#[derive(Clone, Debug, Subcommand)]
enum KeysCommand {
    /// Make a key and print it, followed by the line to add to the file of `serve --keys`; the line has only the
    /// key's hash
    New {
        /// The name of the key's owner, for the log
        name: String,
    },
}

/// Prints the key on the first line and the line for the file on the last, and nothing else to standard output.
pub(super) fn keys(options: &KeysOptions) -> Result<(), String> {
    let KeysCommand::New { name } = &options.command;
    let NewKey { key, line } = NewKey::generate(name)?;
    plyd_terminal::write_out(&format!("{key}\n{line}\n"))
}
