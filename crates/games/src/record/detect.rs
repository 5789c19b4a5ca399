//! Recognises the format of a text.

use super::{Convention, Format, RecordFault, lists};
use crate::game::Game;
use crate::record::results::Score;

/// The only format of the game that the text can be in.
///
/// # Errors
/// [`RecordFault`], which lists the formats, if several are possible or none.
pub(super) fn format_of(game: &Game, text: &str) -> Result<Format, RecordFault> {
    if text.trim().is_empty() {
        return Err(RecordFault::at(text, 0, None, format!("the record is empty, expected {}", game.listed_formats())));
    }
    let mut likely: Vec<Format> =
        game.records.iter().filter(|convention| is_like(convention, text)).map(Convention::format).collect();
    if likely.is_empty() && !begins_like_a_file(text) {
        likely.push(Format::Moves);
    }
    match likely[..] {
        [format] => Ok(format),
        [] => {
            let expected = game.listed_formats();
            let detail = format!("the format is not that of a record of this game, expected {expected}");
            Err(RecordFault::at(text, 0, None, detail))
        }
        _ => {
            let names: Vec<_> = likely.into_iter().map(Format::name).collect();
            let detail = format!("the format is ambiguous: could be {}; expected its name", names.join(" or "));
            Err(RecordFault::at(text, 0, None, detail))
        }
    }
}

/// Whether a text has signs of a format that lists of moves do not have.
fn is_like(convention: &Convention, text: &str) -> bool {
    match convention {
        Convention::Pgn { .. } | Convention::Pdn { .. } => is_movetext(text),
        Convention::Sgf { .. } => {
            text.trim_start().strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
        }
        Convention::Transcript { unit, pass } => lists::is_transcript(text, *unit, *pass),
    }
}

/// Whether a text begins like a file with tags, comments or nodes.
fn begins_like_a_file(text: &str) -> bool {
    text.trim_start().starts_with(['[', '{', ';', '%', '('])
}

/// Whether a text has tags, comments, move numbers or the result of a game.
fn is_movetext(text: &str) -> bool {
    let text = text.trim();
    let first = text.split_whitespace().next().unwrap_or_default();
    let last = text.rsplit(char::is_whitespace).next().unwrap_or_default();
    let after_digits = first.trim_start_matches(|c: char| c.is_ascii_digit());
    text.starts_with(['[', '{', ';', '%'])
        || after_digits.len() < first.len() && after_digits.starts_with('.')
        || Score::read(last).is_some()
}
