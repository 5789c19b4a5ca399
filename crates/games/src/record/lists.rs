//! Records that consist only of moves from the start of the game: plyd's own names, and transcripts.

use std::borrow::Cow;
use std::iter;

use super::limits::Limits;
use super::line::Line;
use super::replay::{Replay, Source};
use super::{Convention, Format, RecordError, RecordFault, SgfWord, Unit, WriteFault};
use crate::game::{AnyPosition, Game, SpelledMove};
use crate::record::Record;
use crate::spelling::{is_mark, is_number, open_number, visible};
use plyd_search::StoppedBy;

/// Whether a character separates two names.
pub(super) const fn is_between(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// A move as it is written, and the byte where it begins.
type Written<'a> = (usize, Cow<'a, str>);

/// Reads names that are separated by white space or commas, with or without move numbers. A name that contains such
/// characters is in double quotes, with `\` before `"` and `\`.
pub(super) fn read_moves(game: &Game, source: Source<'_>) -> Result<Record, RecordError> {
    let text = source.text;
    let (mut names, mut watch) = (Vec::<Written<'_>>::new(), source.limits.watch());
    let mut rest = text[source.start..].trim_start_matches(is_between);
    while !rest.is_empty() {
        watch.step()?;
        let offset = text.len() - rest.len();
        let (name, after) = match rest.strip_prefix('"') {
            Some(quoted) => unquoted(quoted).ok_or_else(|| {
                RecordFault::at(text, offset, Some(names.len()), "this quoted move is never closed with \"")
            })?,
            None => {
                let (name, after) = rest.split_at(rest.find(is_between).unwrap_or(rest.len()));
                (name.into(), after)
            }
        };
        names.push((offset, name));
        rest = after.trim_start_matches(is_between);
    }
    play(game, Format::Moves, source, &tidy(&*game.start(), names))
}

/// The moves of a text that are separated by white space. Omits move numbers, and joins words at marks between squares
/// (`1. e2 - e4`). The position is the one before the first move.
#[must_use]
pub fn listed_moves(position: &dyn AnyPosition, text: &str) -> Vec<String> {
    let words = text.split_whitespace().map(|word| (0, word.into()));
    tidy(position, words.collect()).into_iter().map(|(_, name)| name.into_owned()).collect()
}

/// Omits move numbers, unless the first one is a legal move, and joins words at marks.
fn tidy<'a>(position: &dyn AnyPosition, words: Vec<Written<'a>>) -> Vec<Written<'a>> {
    let (mut are_numbered, mut opened) = (false, None);
    match &words[..] {
        [(_, first), ..] if is_number(first) => are_numbered = position.duplicate().play_named(first).is_err(),
        // `1- 6` may be a move.
        [(_, first), (_, second), ..] => {
            let is_move = || position.duplicate().play_named(&format!("{first}{second}")).is_ok();
            opened = lone_number(first).filter(|_| !is_move());
        }
        _ => {}
    }
    let mut tidied: Vec<Written<'_>> = Vec::with_capacity(words.len());
    let mut joins = false;
    for (offset, word) in words {
        if are_numbered && is_number(&word) {
            continue;
        }
        // In `1- 11- 15`, 11 is not the number of a move.
        let turn = tidied.len() / 2;
        let is_turn = |first: u32| lone_number(&word).is_some_and(|value| value as usize == first as usize + turn);
        if !joins && tidied.len().is_multiple_of(2) && opened.is_some_and(is_turn) {
            continue;
        }
        let is_lone = word.chars().count() == 1 && word.chars().all(is_mark);
        let ends_open =
            |word: &str| word.strip_suffix(is_mark).is_some_and(|rest| rest.ends_with(char::is_alphanumeric));
        match tidied.last_mut() {
            Some((_, last)) if joins || is_lone && last.ends_with(|c: char| c.is_alphanumeric()) => {
                last.to_mut().push_str(&word);
                joins = !joins && is_lone;
            }
            _ => {
                joins = word.len() > 1 && !word.ends_with(['x', 'X']) && ends_open(&word);
                tidied.push((offset, word));
            }
        }
    }
    tidied
}

/// The number of a word that is a number and a colon or a dash.
fn lone_number(word: &str) -> Option<u32> {
    open_number(word).filter(|(_, rest)| rest.is_empty()).map(|(value, _)| value)
}

/// Plays moves from the start of the game. If the second move needs a rule, such as Hex's swap, the game has this rule.
fn play(game: &Game, format: Format, source: Source<'_>, moves: &[Written<'_>]) -> Result<Record, RecordError> {
    let second = moves.get(1).map(|(_, name)| &**name);
    let start = second.and_then(|name| game.start_with(name)).unwrap_or_else(|| game.start());
    play_from(start, format, source, moves)
}

/// Plays moves from a position.
fn play_from(
    start: Box<dyn AnyPosition>,
    format: Format,
    source: Source<'_>,
    moves: &[Written<'_>],
) -> Result<Record, RecordError> {
    let mut replay = Replay::from(start, format, source);
    for (offset, name) in moves {
        replay.play(name, *offset)?;
    }
    Ok(replay.finish(Vec::new(), None))
}

/// The text up to the closing quote, and the rest after the quote.
pub(super) fn unquoted(quoted: &str) -> Option<(Cow<'_, str>, &str)> {
    let (mut name, mut chars) = (String::new(), quoted.char_indices());
    loop {
        match chars.next()? {
            (at, '"') => return Some((name.into(), &quoted[at + 1..])),
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

/// The longest state before the moves of a transcript, in bytes.
const STATE_MAX: usize = 1024;

/// The position before the moves of a transcript, and where the moves begin, if there is a state and a semicolon before
/// them. Edax writes games from other positions so: `-------------------O-------OO------XO--------------------------- X;d2c3`.
fn set_up(game: &Game, text: &str, start: usize) -> Option<(Box<dyn AnyPosition>, usize)> {
    let head = &text.as_bytes()[start..text.len().min(start + STATE_MAX)];
    let length = head.iter().position(|byte| *byte == b';')?;
    let state = &text[start..start + length];
    // Moves are not a state here, although some games read them as one.
    let position = game.parse(state).ok().filter(|_| game.transcript_moves(state).is_none())?;
    Some((position, start + length + 1))
}

/// Reads moves without separators. White space between them is allowed, and the state before the first one.
pub(super) fn read_transcript(
    game: &Game,
    source: Source<'_>,
    unit: Unit,
    pass: Option<&str>,
) -> Result<Record, RecordError> {
    let text = source.text;
    let (mut moves, mut watch) = (Vec::new(), source.limits.watch());
    let (position, start) = match set_up(game, text, source.start) {
        Some((position, start)) => (Some(position), start),
        None => (None, source.start),
    };
    for mv in units(game, text, start, (unit, pass)) {
        watch.step()?;
        match mv {
            Ok(mv) => moves.push(mv),
            Err(offset) => {
                let expected = match unit {
                    Unit::Square => "a letter and a digit",
                    Unit::Point => "a letter and a number",
                    Unit::Digit => "a digit",
                };
                let found: String = text[offset..].chars().take(8).collect();
                let detail = format!("{found:?} is not a move of a transcript, expected {expected}");
                return Err(RecordFault::at(text, offset, Some(moves.len()), detail).into());
            }
        }
    }
    match position {
        Some(position) => play_from(position, Format::Transcript, source, &moves),
        None => play(game, Format::Transcript, source, &moves),
    }
}

impl Game {
    /// The moves of a text without separators. `None` if it is not a transcript, or if the game's records have none.
    #[must_use]
    pub fn transcript_moves(&self, text: &str) -> Option<Vec<String>> {
        let Some(Convention::Transcript { unit, pass }) = self.convention(Format::Transcript) else { return None };
        units(self, &visible(text), 0, (*unit, *pass)).map(|mv| Some(mv.ok()?.1.into_owned())).collect()
    }
}

/// The moves of a transcript that starts at this offset, with white space between them or without. The offset of what
/// is not a move is an error, which ends them.
fn units<'a>(
    game: &Game,
    text: &'a str,
    start: usize,
    (unit, pass): (Unit, Option<&str>),
) -> impl Iterator<Item = Result<Written<'a>, usize>> {
    let mut rest = text[start..].trim_start();
    iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let offset = text.len() - rest.len();
        let Some(length) = next_unit(rest, unit, game.words(), pass.is_some()) else {
            rest = "";
            return Some(Err(offset));
        };
        let (mv, after) = rest.split_at(length);
        rest = after.trim_start();
        Some(Ok((offset, mv.into())))
    })
}

/// Words for a pass in transcripts, the longest first.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

/// The length of the move that a transcript begins with.
fn next_unit(text: &str, unit: Unit, words: &[SgfWord], has_pass: bool) -> Option<usize> {
    let length = unit_length(text, words, has_pass)?;
    let fits = match unit {
        Unit::Digit => text.starts_with(|c: char| c.is_ascii_digit()),
        Unit::Square | Unit::Point => !text.starts_with(|c: char| c.is_ascii_digit()),
    };
    let is_square = || length == 2 || !text.as_bytes()[1].is_ascii_digit();
    (fits && (unit != Unit::Square || is_square())).then_some(length)
}

/// The length of a move of any unit: a word, a letter and a number, or a digit.
pub(super) fn unit_length(text: &str, words: &[SgfWord], has_pass: bool) -> Option<usize> {
    let begins_with = |word: &&str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    if let Some(word) = PASSES.iter().filter(|_| has_pass).find(|word| begins_with(word)) {
        return Some(word.len());
    }
    if let Some(word) = words.iter().map(|word| word.name).find(|word| begins_with(word)) {
        return Some(word.len());
    }
    match text.as_bytes() {
        [letter, rest @ ..] if letter.is_ascii_alphabetic() => {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            (digits > 0).then_some(1 + digits)
        }
        [digit, ..] if digit.is_ascii_digit() => Some(1),
        _ => None,
    }
}

/// Whether a text is a transcript rather than a list, that is, whether it has more moves than words, or begins with a
/// state.
///
/// # Errors
/// The limit that ended the reading.
pub(super) fn is_transcript(
    game: &Game,
    text: &str,
    (unit, pass): (Unit, Option<&str>),
    limits: Limits<'_>,
) -> Result<bool, StoppedBy> {
    let (mut moves, mut watch) = (0, limits.watch());
    let set_up = set_up(game, text, 0).map(|(_, start)| start);
    for mv in units(game, text, set_up.unwrap_or(0), (unit, pass)) {
        watch.step()?;
        if mv.is_err() {
            return Ok(false);
        }
        moves += 1;
    }
    Ok(set_up.is_some() || moves > text.split_whitespace().count())
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
