//! The loop over commands.

use std::io::{self, Write};
use std::time::Instant;

use super::command::Command;
use super::dialect::Dialect;
use super::lines::Line;
use super::options::Options;
use super::search_thread::SearchThread;
use super::session::Session;
use super::{command, info, lines};
use plyd_games::Catalogue;

/// Runs commands until `quit` or the end of the input. A search that is still running then ends with its best move so
/// far.
///
/// # Errors
/// A sentence, if the catalogue does not have the dialect's first game or the system cannot start a thread.
pub fn run(catalogue: Catalogue, dialect: &'static Dialect) -> Result<(), String> {
    let options = Options::new(catalogue, dialect);
    let (name, game) = (dialect.name.to_uppercase(), dialect.games[0]);
    let options = options.map_err(|unknown| format!("{name} needs the game {game}, but {unknown}"))?;
    let thread = SearchThread::start().map_err(|error| format!("cannot start the search thread: {error}"))?;
    let mut session = Session::new(dialect, options, thread);
    let mut input = io::stdin().lock();
    while let Some(line) = lines::next(&mut input) {
        let read_at = Instant::now();
        match line {
            Line::Whole(text) => match command::read(&text, dialect) {
                Ok(Some(command)) => {
                    if session.run(command, read_at).is_break() {
                        break;
                    }
                }
                Ok(None) => {}
                Err(fault) => info::fault(&fault),
            },
            Line::TooLong => {
                // The line may have set a position.
                let error = format!("ignored a line of more than {} bytes", lines::MOST_BYTES);
                let _ = session.run(Command::UnreadablePosition(error), read_at);
            }
        }
    }
    session.end();
    dialect.farewell.into_iter().for_each(say);
    Ok(())
}

/// Writes a line and flushes it. A closed pipe is ignored, because the input then ends as well.
pub(super) fn say(line: &str) {
    let mut output = io::stdout().lock();
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}

#[cfg(test)]
mod tests {
    use super::super::dialect::{UCI, USI};
    use super::*;
    use plyd_games::TicTacToe;
    use plyd_games::catalogue::Game;

    #[test]
    fn a_catalogue_without_the_first_game_is_refused() {
        static OTHERS: Catalogue = Catalogue::new(&[Game::of::<TicTacToe>("noughts")]);
        for (dialect, expected) in [
            (&UCI, "UCI needs the game chess, but there is no game \"chess\""),
            (&USI, "USI needs the game shogi, but there is no game \"shogi\""),
        ] {
            let refused = run(OTHERS, dialect).unwrap_err();
            assert!(refused.starts_with(expected), "{refused}");
        }
    }
}
