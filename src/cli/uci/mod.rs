//! `plyd uci`: chess by the Universal Chess Interface (Huber and Meyer-Kahlen, 2004) on standard input and output, for
//! the programs that show a board. The one part that speaks of a certain game: the protocol does.
//!
//! - `lines`: what is read, a line at a time and no longer than it may be
//! - `command`: what a line says
//! - `options`: what can be set
//! - `clock`: how much of a clock a move may take
//! - `session`: the state between two lines, and what each of them does to it
//! - `engine`: the thread that searches, one search at a time
//! - `info`: how far a search has come, as a line

mod clock;
mod command;
mod info;
mod lines;
mod options;
mod search_thread;
mod session;

use std::io::{self, Write};
use std::time::Instant;

use crate::games::Catalogue;
use lines::Line;
use search_thread::SearchThread;
use session::Session;

/// The id of the game that the protocol plays.
const GAME: &str = "chess";

/// Answers commands until `quit` or the end of input; the search that runs then ends with its best so far.
///
/// # Errors
/// A sentence, when there is no chess in the catalogue or no thread to be had.
pub(super) fn uci(catalogue: Catalogue) -> Result<(), String> {
    let found = catalogue.find(GAME);
    let game = found.map_err(|unknown| format!("UCI is a protocol of chess, and {unknown}"))?;
    let engine = SearchThread::start().map_err(|error| format!("no thread to search on: {error}"))?;
    let mut session = Session::new(game, engine);
    let mut input = io::stdin().lock();
    while let Some(line) = lines::next(&mut input) {
        let read_at = Instant::now();
        match line {
            Line::Whole(text) => match command::read(&text) {
                Ok(Some(command)) => {
                    if session.obey(command, read_at).is_break() {
                        break;
                    }
                }
                Ok(None) => {}
                Err(fault) => info::fault(&fault),
            },
            Line::TooLong => info::fault(&format!("a line of more than {} bytes is not read", lines::MOST_BYTES)),
        }
    }
    session.end();
    Ok(())
}

/// Writes a line whole and at once. Who has gone away hears nothing, and ends the input too.
fn say(line: &str) {
    let mut output = io::stdout().lock();
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Game;
    use crate::games::TicTacToe;

    #[test]
    fn a_catalogue_without_chess_is_told_so() {
        static OTHERS: Catalogue = Catalogue::new(&[Game::of::<TicTacToe>("noughts")]);
        let refused = uci(OTHERS).unwrap_err();
        assert!(refused.starts_with("UCI is a protocol of chess, and there is no game \"chess\""), "{refused}");
    }
}
