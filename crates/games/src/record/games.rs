//! Finds where each game of a text begins and ends, without playing any move.

use std::collections::HashSet;
use std::ops::Range;

use super::limits::{Limits, Watch};
use super::movetext::{self, Token, Tokens};
use super::results::Score;
use super::{Convention, Format, RecordError, RecordFault, kifu, lists};
use crate::game::Game;
use crate::spelling::is_number;
use plyd_search::StoppedBy;

/// A game of a text, including the comments around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The range of its bytes.
    pub range: Range<usize>,
    /// Why the end of this game cannot be found.
    pub fault: Option<RecordError>,
}

/// Cuts a text into its games, in one pass. There is at least one part; the last one ends with the text.
#[derive(Debug)]
pub struct Games<'a> {
    text: &'a str,
    /// Where the next game begins; `None` after the last one.
    at: Option<usize>,
    by: Cutter<'a>,
    watch: Watch<'a>,
}

/// What separates games.
#[derive(Debug)]
enum Cutter<'a> {
    /// Results, tags, and numbers of moves that begin again. The convention is missing if the game is not known.
    Movetext(Tokens<'a>, Option<&'static Convention>),
    /// Parentheses.
    Nodes,
    /// Lines that begin with one of these moves.
    Lines(HashSet<String>),
    /// Empty lines, and numbers of moves that begin again.
    Blocks,
    /// Lines with nothing but a slash.
    Slashes,
    /// Nothing: a file is one game.
    Nothing,
}

impl<'a> Games<'a> {
    /// The games of a record of this game in this format.
    #[must_use]
    pub fn new(game: &Game, format: Format, text: &'a str) -> Self {
        Self::within(game, format, text, Limits::default())
    }

    /// As [`Games::new`], with limits. A part that exceeds them has the error as its fault, and is the last part.
    pub(super) fn within(game: &Game, format: Format, text: &'a str, limits: Limits<'a>) -> Self {
        let by = match format {
            Format::Transcript => Cutter::Lines(game.start().move_names().into_iter().collect()),
            Format::Pgn | Format::Pdn => Cutter::Movetext(Tokens::of(text, 0, limits), game.convention(format)),
            _ => Cutter::of(format, text, limits),
        };
        Self { text, at: Some(0), by, watch: limits.watch() }
    }

    /// The games of a text in this format. Transcripts can be separated only by [`Games::new`], which knows the game.
    #[must_use]
    pub fn of_format(format: Format, text: &'a str) -> Self {
        let limits = Limits::default();
        Self { text, at: Some(0), by: Cutter::of(format, text, limits), watch: limits.watch() }
    }

    /// A format with the same separators between games as this text. `None` if the text does not begin like a file with
    /// tags, nodes, or lines of Japanese records.
    #[must_use]
    pub fn format_of_file(text: &str) -> Option<Format> {
        let begins = text.trim_start();
        if kifu::is_csa(begins) {
            Some(Format::Csa)
        } else if kifu::is_kif(begins) {
            Some(Format::Kif)
        } else if begins.starts_with('(') {
            Some(Format::Sgf)
        } else {
            let is_movetext =
                begins.starts_with(['[', '{', ';', '%', '/']) || super::detect::begins_with_number(begins);
            is_movetext.then_some(Format::Pgn)
        }
    }

    fn next_start(&mut self, from: usize) -> Result<Option<usize>, RecordError> {
        let (text, watch) = (self.text, &mut self.watch);
        watch.step()?;
        match &mut self.by {
            Cutter::Movetext(tokens, convention) => next_of_movetext(text, tokens, *convention),
            Cutter::Nodes => Ok(next_of_nodes(text, from)),
            Cutter::Lines(moves) => Ok(next_line(text, from, moves, watch)?),
            Cutter::Blocks => Ok(next_block(text, from, watch)?),
            Cutter::Slashes => Ok(kifu::next_of_csa(text, from, watch)?),
            Cutter::Nothing => Ok(None),
        }
    }
}

impl<'a> Cutter<'a> {
    fn of(format: Format, text: &'a str, limits: Limits<'a>) -> Self {
        match format {
            Format::Pgn | Format::Pdn => Self::Movetext(Tokens::of(text, 0, limits), None),
            Format::Sgf | Format::Ggf => Self::Nodes,
            Format::Moves => Self::Blocks,
            Format::Csa => Self::Slashes,
            Format::Psq | Format::HexWorld | Format::Kif | Format::Transcript => Self::Nothing,
        }
    }
}

impl Iterator for Games<'_> {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        let from = self.at?;
        let (next, fault) = match self.next_start(from) {
            Ok(next) => (next, None),
            Err(fault) => (None, Some(fault)),
        };
        self.at = next;
        Some(Part { range: from..next.unwrap_or(self.text.len()), fault })
    }
}

/// The part of a game of tags and moves that was read last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Nothing,
    Tags,
    Moves,
    Over,
}

/// Reads the game that the tokens are at, up to the first token of the next one.
fn next_of_movetext(
    text: &str,
    tokens: &mut Tokens<'_>,
    convention: Option<&Convention>,
) -> Result<Option<usize>, RecordError> {
    let (mut stage, mut depth, mut moves) = (Stage::Nothing, 0_usize, 0_usize);
    let mut opened = 0;
    // Whether numbers without dots are moves: always in games with plain names, and where other numbers have dots if the
    // game is not known.
    let mut numbers_are_moves = matches!(convention, Some(Convention::Plain { .. }));
    let is_end = |word: &str| convention.map_or_else(|| Score::read(word).is_some(), |by| movetext::ends(by, word));
    loop {
        let (before, end) = (tokens.clone(), tokens.at());
        let Some((offset, token)) = tokens.next()? else { break };
        let begins = match token {
            Token::Comment(_) | Token::Line | Token::Annotation => continue,
            Token::Open => {
                if depth == 0 {
                    opened = offset;
                }
                depth += 1;
                stage == Stage::Over
            }
            Token::Close => {
                depth = depth
                    .checked_sub(1)
                    .ok_or_else(|| RecordFault::at(text, offset, None, "there is no open variation to close here"))?;
                false
            }
            _ if depth > 0 => continue,
            Token::Tag { .. } => matches!(stage, Stage::Moves | Stage::Over),
            Token::SetUp(_) => stage == Stage::Over,
            Token::Number { dots: 0, .. } if numbers_are_moves => stage == Stage::Over,
            Token::Number { value, dots } => {
                let gap = &text[end..offset];
                let again = value == Some(1)
                    && match dots {
                        0 => moves > 1 && gap.contains(['\n', '\r']),
                        1 => moves > 1 || moves == 1 && has_empty_line(gap),
                        _ => false,
                    };
                stage == Stage::Over && value.is_some() || stage == Stage::Moves && again
            }
            Token::Word("*") if stage == Stage::Over => continue,
            Token::Word(_) | Token::Quoted(_) => stage == Stage::Over,
        };
        if begins {
            *tokens = before;
            return Ok(Some(offset));
        }
        let is_number = matches!(token, Token::Number { dots: 0, .. });
        let is_move = matches!(token, Token::Word(_) | Token::Quoted(_)) || is_number && numbers_are_moves;
        stage = match token {
            Token::Tag { .. } | Token::SetUp(_) if stage == Stage::Nothing => Stage::Tags,
            Token::Tag { .. } | Token::SetUp(_) => stage,
            Token::Word(word) if depth == 0 && is_end(word) => Stage::Over,
            Token::Number { dots, .. } if dots > 0 => {
                numbers_are_moves |= convention.is_none();
                if stage == Stage::Over { stage } else { Stage::Moves }
            }
            _ if is_move => {
                moves += 1;
                Stage::Moves
            }
            _ if stage == Stage::Over => stage,
            _ => Stage::Moves,
        };
    }
    match depth {
        0 => Ok(None),
        _ => Err(RecordFault::at(text, opened, None, "this variation is never closed with )").into()),
    }
}

/// Whether white space contains an empty line.
fn has_empty_line(gap: &str) -> bool {
    gap.bytes().filter(|byte| *byte == b'\n').count() > 1
}

/// The parenthesis that opens the game after the one that begins here.
fn next_of_nodes(text: &str, from: usize) -> Option<usize> {
    let (mut depth, mut in_value, mut escaped, mut games) = (0_usize, false, false, 0_usize);
    for (byte, at) in text.bytes().skip(from).zip(from..) {
        if in_value {
            in_value = byte != b']' || escaped;
            escaped = byte == b'\\' && !escaped;
            continue;
        }
        match byte {
            b'[' if depth > 0 => (in_value, escaped) = (true, false),
            b'(' => {
                if depth == 0 && games > 0 {
                    return Some(at);
                }
                (depth, games) = (depth + 1, games + usize::from(depth == 0));
            }
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// The next line that begins with a legal first move, if every line so far is a single word. A line with white space
/// means that lines do not separate games.
fn next_line(
    text: &str,
    from: usize,
    moves: &HashSet<String>,
    watch: &mut Watch<'_>,
) -> Result<Option<usize>, StoppedBy> {
    let begins = |from: usize| text[from..].find(|c: char| !c.is_whitespace()).map(|length| from + length);
    let Some(mut at) = begins(from) else { return Ok(None) };
    loop {
        watch.step()?;
        let Some(length) = text[at..].find(['\n', '\r']) else { return Ok(None) };
        let is_word = !text[at..at + length].trim_end().contains(char::is_whitespace);
        let Some(next) = begins(at + length).filter(|_| is_word) else { return Ok(None) };
        at = next;
        let line = text[at..].split(['\n', '\r']).next().unwrap_or_default().trim_end();
        let length = lists::unit_length(line, &[], false).unwrap_or(0);
        let is_word = !line.contains(char::is_whitespace);
        if is_word && moves.contains(&line[..length].to_ascii_lowercase()) {
            return Ok(Some(at));
        }
    }
}

/// The first name after an empty line, or a move with the number 1 after at least two names.
fn next_block(text: &str, from: usize, watch: &mut Watch<'_>) -> Result<Option<usize>, StoppedBy> {
    let (mut names, mut end, mut at) = (0_usize, from, from);
    while let Some(length) = text[at..].find(|c: char| !lists::is_between(c)) {
        watch.step()?;
        at += length;
        let word = &text[at..at + text[at..].find(lists::is_between).unwrap_or(text.len() - at)];
        let is_first = word.strip_prefix("1.").is_some_and(|rest| !rest.starts_with(['.', '…']));
        if names > 0 && has_empty_line(&text[end..at]) || names > 1 && is_first {
            return Ok(Some(at));
        }
        names += usize::from(!is_number(word));
        (at, end) = (at + word.len(), at + word.len());
    }
    Ok(None)
}
