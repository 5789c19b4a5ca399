//! Recognises the format of a text.

use plyd_search::StoppedBy;

use super::limits::Limits;
use super::results::Score;
use super::{Convention, Format, RecordError, RecordFault, ggf, hexworld, kifu, lists, movetext, psq};
use crate::game::Game;
use crate::spelling::{is_colon_or_dash, is_figurine};

/// The only format of the game that the text can be in.
///
/// # Errors
/// [`RecordFault`], which lists the formats, if several are possible or none; or the limit that ended the reading.
pub(super) fn format_of(game: &Game, text: &str, limits: Limits<'_>) -> Result<Format, RecordError> {
    let fault = |detail: String| RecordError::from(RecordFault::at(text, 0, None, detail));
    if text.trim().is_empty() {
        return Err(fault(format!("the record is empty, expected {}", game.listed_formats())));
    }
    let mut likely = Vec::new();
    for convention in game.records {
        if is_like(game, convention, text, limits)? {
            likely.push(convention.format());
        }
    }
    if likely.is_empty() {
        if game.plain().is_some_and(|plain| is_plain_movetext(game, plain, text)) {
            likely.push(Format::Pgn);
        } else if !begins_like_a_file(text) {
            likely.push(Format::Moves);
        }
    }
    match likely[..] {
        [format] => Ok(format),
        [] => {
            let expected = game.listed_formats();
            Err(fault(format!("this is not a record of this game in any known format, expected {expected}")))
        }
        _ => {
            let names: Vec<_> = likely.into_iter().map(Format::name).collect();
            Err(fault(format!("the format could be {}; say which one", names.join(" or "))))
        }
    }
}

/// Whether a text looks like this format rather than like a plain list of moves.
fn is_like(game: &Game, convention: &Convention, text: &str, limits: Limits<'_>) -> Result<bool, StoppedBy> {
    limits.check()?;
    Ok(match convention {
        Convention::Pgn { .. } | Convention::Pdn { .. } => is_movetext(text),
        // Looked for only if the text is like no other format.
        Convention::Plain { .. } => false,
        Convention::Sgf { .. } => begins_with_node(text) && !ggf::is_ggf(text, limits)?,
        Convention::Ggf { .. } => ggf::is_ggf(text, limits)?,
        Convention::Psq => psq::is_psq(text),
        Convention::HexWorld => hexworld::is_address(text),
        Convention::Kif { .. } => kifu::is_kif(text),
        Convention::Csa => kifu::is_csa(text),
        Convention::Transcript { unit, pass } => lists::is_transcript(game, text, (*unit, *pass), limits)?,
    })
}

fn begins_with_node(text: &str) -> bool {
    text.trim_start().strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
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
    text.starts_with(['[', '{', ';', '%', '/'])
        || begins_with_number(text)
        // Numbers without dots: `1 d4 Nf6 2 c4`.
        || first == "1" && first.len() < text.len()
        || Score::read(last).is_some()
}

/// Whether a text has something that a list of moves does not have: tags, comments, variations, annotations or a result.
/// A list may have numbers.
fn is_plain_movetext(game: &Game, plain: &Convention, text: &str) -> bool {
    let text = text.trim();
    let last = text.rsplit(char::is_whitespace).next().unwrap_or_default();
    let is_glyph =
        |word: &str| word.strip_prefix('$').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    // If names of moves may have any characters, brackets can be parts of them.
    let has_brackets = || !game.about.state_is_json && !text.starts_with('(') && text.contains(['{', '(']);
    text.starts_with(['[', '{', ';', '%'])
        || movetext::score(plain, last).is_some()
        || has_brackets()
        || text.split_whitespace().any(is_glyph)
}

/// Whether a text begins with the number of a move and a dot or a parenthesis; or, before a letter, a colon or a dash.
pub(super) fn begins_with_number(text: &str) -> bool {
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_open = || {
        let rest = after.strip_prefix(is_colon_or_dash).map(str::trim_start);
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_alphabetic() || is_figurine(c)))
    };
    after.len() < text.len() && (after.starts_with(['.', '…', ')']) || is_open())
}
