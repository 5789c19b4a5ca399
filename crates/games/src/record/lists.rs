//! Records that consist only of moves from the start of the game: plyd's own names, and transcripts.

use super::line::Line;
use super::replay::{Limits, Replay};
use super::{Format, RecordError, RecordFault, Unit, WriteFault};
use crate::game::{Game, SpelledMove};
use crate::record::Record;

/// Whether a character separates two names.
const fn is_between(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// Reads names that are separated by white space or commas. A name that contains such characters is in double quotes,
/// with `\` before `"` and `\`.
pub(super) fn read_moves(game: &Game, text: &str, limits: Limits<'_>) -> Result<Record, RecordError> {
    let mut replay = Replay::from_start(game, Format::Moves, text, limits);
    let mut rest = text.trim_start_matches(is_between);
    while !rest.is_empty() {
        let offset = text.len() - rest.len();
        let (name, after) = match rest.strip_prefix('"') {
            Some(quoted) => unquoted(quoted).ok_or_else(|| {
                RecordFault::at(text, offset, Some(replay.ply()), "a quoted move begins here, expected its end: \"")
            })?,
            None => {
                let (name, after) = rest.split_at(rest.find(is_between).unwrap_or(rest.len()));
                (name.to_owned(), after)
            }
        };
        replay.play(&name, offset)?;
        rest = after.trim_start_matches(is_between);
    }
    Ok(replay.finish(Vec::new(), None, 0)?)
}

/// The text up to the closing quote, and the rest after the quote.
fn unquoted(quoted: &str) -> Option<(String, &str)> {
    let (mut name, mut chars) = (String::new(), quoted.char_indices());
    loop {
        match chars.next()? {
            (at, '"') => return Some((name, &quoted[at + 1..])),
            (_, '\\') => name.push(chars.next()?.1),
            (_, c) => name.push(c),
        }
    }
}

/// Writes names with spaces between them.
pub(super) fn write_moves(line: &Line) -> Result<String, WriteFault> {
    line.expect_bare()?;
    let name = |SpelledMove { name, .. }: &SpelledMove| {
        let is_plain = !name.contains(is_between) && !name.starts_with('"') && !name.is_empty();
        if is_plain { name.clone() } else { format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"")) }
    };
    Ok(line.moves.iter().map(name).collect::<Vec<_>>().join(" "))
}

/// Reads moves without separators. White space between them is allowed.
pub(super) fn read_transcript(
    game: &Game,
    text: &str,
    unit: Unit,
    pass: Option<&str>,
    limits: Limits<'_>,
) -> Result<Record, RecordError> {
    let mut replay = Replay::from_start(game, Format::Transcript, text, limits);
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let offset = text.len() - rest.len();
        let Some(length) = next_unit(rest, unit, pass) else {
            let expected = match unit {
                Unit::Square => "a letter and a digit",
                Unit::Digit => "a digit",
            };
            let found: String = rest.chars().take(8).collect();
            return Err(replay
                .fault(offset, format!("{found:?} is no move of a transcript, expected {expected}"))
                .into());
        };
        replay.play(&rest[..length], offset)?;
        rest = rest[length..].trim_start();
    }
    Ok(replay.finish(Vec::new(), None, 0)?)
}

/// Words for a pass in transcripts, the longest first.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

/// The length of the first move in a transcript.
fn next_unit(text: &str, unit: Unit, pass: Option<&str>) -> Option<usize> {
    let is_pass = |word: &&str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    if let Some(word) = PASSES.iter().filter(|_| pass.is_some()).find(|word| is_pass(word)) {
        return Some(word.len());
    }
    match (unit, text.as_bytes()) {
        (Unit::Square, [letter, digit, ..]) if letter.is_ascii_alphabetic() && digit.is_ascii_digit() => Some(2),
        (Unit::Digit, [digit, ..]) if digit.is_ascii_digit() => Some(1),
        _ => None,
    }
}

/// Whether a text is a transcript rather than a list, that is, whether it has more moves than words.
pub(super) fn is_transcript(text: &str, unit: Unit, pass: Option<&str>) -> bool {
    let (mut units, mut rest) = (0, text.trim_start());
    while !rest.is_empty() {
        let Some(length) = next_unit(rest, unit, pass) else { return false };
        units += 1;
        rest = rest[length..].trim_start();
    }
    units > text.split_whitespace().count()
}

/// Writes moves without separators. A pass is left out if another move follows.
pub(super) fn write_transcript(line: &Line, pass: Option<&str>) -> Result<String, WriteFault> {
    line.expect_bare()?;
    let mut text = String::new();
    let last_move = line.moves.iter().rposition(|mv| !mv.is_forced_pass).map_or(0, |last| last + 1);
    for (mv, index) in line.moves.iter().zip(0..) {
        match pass {
            Some(pass) if mv.is_forced_pass && index >= last_move => text.push_str(pass),
            Some(_) if mv.is_forced_pass => {}
            _ => text.push_str(&mv.name),
        }
    }
    Ok(text)
}
