//! The words after a tool's command.

use std::collections::BTreeMap;
use std::io;
use std::process::ExitCode;

/// What follows a command: a folder, and options as `name=value`.
pub(crate) struct Options {
    pub(crate) folder: String,
    given: BTreeMap<String, String>,
}

impl Options {
    /// The option of this name, or what it is otherwise.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn get<T: std::str::FromStr>(&self, name: &str, otherwise: T) -> io::Result<T> {
        let Some(text) = self.given.get(name) else { return Ok(otherwise) };
        text.parse().map_err(|_| io::Error::other(format!("{name}={text} cannot be read")))
    }

    /// The options among these names that were given after a command.
    ///
    /// # Errors
    /// If the folder is missing, or an option is not among them.
    pub(crate) fn read(arguments: &[String], names: &[&str]) -> io::Result<Self> {
        let [folder, rest @ ..] = arguments else { return Err(io::Error::other("a folder is missing")) };
        let mut given = BTreeMap::new();
        for text in rest {
            match text.split_once('=').filter(|(name, _)| names.contains(name)) {
                Some((name, value)) => given.insert(name.to_owned(), value.to_owned()),
                None => return Err(io::Error::other(format!("{text} is none of {}", names.join("=, ")))),
            };
        }
        Ok(Self { folder: folder.clone(), given })
    }
}

/// What a tool ends with, its fault told.
pub(crate) fn ended(done: io::Result<()>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
