//! Reads a game of tags and moves.

use std::collections::HashMap;

use super::comments::cleaned;
use super::tags::{self, RESULT};
use super::tokens::{Token, Tokens};
use crate::game::Game;
use crate::record::replay::{Limits, Replay};
use crate::record::results::Score;
use crate::record::{Convention, Record, RecordError, RecordFault};
use crate::spelling::{quoted, shown};

/// Reads the first game of a text, and counts the others.
pub(in crate::record) fn read(
    game: &Game,
    convention: &Convention,
    text: &str,
    limits: Limits<'_>,
) -> Result<Record, RecordError> {
    let mut tokens = Tokens::of(text);
    let head = Head::read(text, &mut tokens)?;
    let start = tags::start(game, convention, &head.tags);
    let start = start.map_err(|(name, detail)| head.fault(text, name, &detail))?;
    let mut replay = Replay::from(start, convention.format(), text, limits);
    head.comments.iter().for_each(|comment| add_comment(&mut replay, comment));
    replay.skipped().lines += head.lines;

    let tagged = match tags::value(&head.tags, RESULT) {
        None => None,
        Some(value) => Some(score(convention, value).ok_or_else(|| {
            head.fault(text, RESULT, &format!("the result is {}, expected 1-0, 0-1, 1/2-1/2 or *", shown(value)))
        })?),
    };
    let terminator = read_moves(convention, text, &mut tokens, &mut replay)?;
    if let (Some(tagged), Some((score, offset))) = (tagged, terminator)
        && tagged != score
    {
        let detail = format!("the result is {}, but that of the tag is {}", score.name(), tagged.name());
        return Err(replay.fault(offset, detail).into());
    }
    let more = count_games(text, tokens, &mut replay)?;
    let result = terminator.or_else(|| Some((tagged?, *head.offsets.get(RESULT)?)));
    Ok(replay.finish(head.tags, result, more)?)
}

/// Tags, and the comments and lines between them.
#[derive(Default)]
struct Head<'a> {
    tags: Vec<(String, String)>,
    /// The offset of each tag in the text.
    offsets: HashMap<&'a str, usize>,
    comments: Vec<&'a str>,
    lines: usize,
}

impl<'a> Head<'a> {
    /// Reads tags up to the first move.
    fn read(text: &'a str, tokens: &mut Tokens<'a>) -> Result<Self, RecordFault> {
        let mut head = Self::default();
        loop {
            let before = tokens.clone();
            match tokens.next()? {
                Some((offset, Token::Tag { name, value })) => {
                    if let Some(earlier) = head.offsets.insert(name, offset) {
                        let line = RecordFault::at(text, earlier, None, "").line;
                        let detail =
                            format!("the tag {} is there again, after line {line}; expected it once", quoted(name));
                        return Err(RecordFault::at(text, offset, None, detail));
                    }
                    head.tags.push((name.to_owned(), value));
                }
                Some((_, Token::Comment(comment))) => head.comments.push(comment),
                Some((_, Token::Line)) => head.lines += 1,
                None if head.tags.is_empty() => {
                    return Err(RecordFault::at(
                        text,
                        text.len(),
                        None,
                        "the record has no game, expected tags or moves",
                    ));
                }
                _ => {
                    *tokens = before;
                    return Ok(head);
                }
            }
        }
    }

    /// A fault of a tag.
    fn fault(&self, text: &str, name: &str, detail: &str) -> RecordFault {
        RecordFault::at(text, self.offsets.get(name).copied().unwrap_or_default(), None, format!("{name}: {detail}"))
    }
}

/// Plays the moves of the main line, up to the result if there is one.
fn read_moves<'a>(
    convention: &Convention,
    text: &str,
    tokens: &mut Tokens<'a>,
    replay: &mut Replay<'_>,
) -> Result<Option<(Score, usize)>, RecordError> {
    let mut depth = Depth::default();
    loop {
        let before = tokens.clone();
        let Some((offset, token)) = tokens.next().map_err(|fault| RecordFault { ply: Some(replay.ply()), ..fault })?
        else {
            break;
        };
        let in_variation = depth.count > 0;
        match token {
            Token::Open if replay.ply() == 0 => {
                return Err(replay.fault(offset, "a variation begins here, expected a move before it").into());
            }
            Token::Open => {
                replay.skipped().variations += 1;
                depth.open(offset);
            }
            Token::Close => {
                depth.close().ok_or_else(|| replay.fault(offset, "no variation is open here, expected a move"))?;
            }
            Token::Line => replay.skipped().lines += 1,
            Token::Number => {}
            Token::Comment(_) if in_variation => replay.skipped().comments += 1,
            Token::Comment(comment) => add_comment(replay, comment),
            Token::Annotation => replay.skipped().annotations += usize::from(!in_variation),
            Token::Tag { name, .. } if in_variation => {
                let detail = format!("the tag {} is inside of a variation, expected its end: )", quoted(name));
                return Err(replay.fault(offset, detail).into());
            }
            // The next game begins, and this one has no result.
            Token::Tag { .. } => {
                *tokens = before;
                return Ok(None);
            }
            Token::Word(_) if in_variation => {}
            Token::Word(word) => {
                if let Some(score) = score(convention, word) {
                    return Ok(Some((score, offset)));
                }
                if is_en_passant(word) {
                    replay.skipped().annotations += 1;
                    continue;
                }
                let name = word.trim_end_matches(['!', '?']);
                replay.skipped().annotations += usize::from(name.len() < word.len());
                replay.play(name, offset)?;
            }
        }
    }
    match depth.outermost {
        Some(offset) => {
            let detail = format!("a variation begins here, expected its end: ) ({} are open)", depth.count);
            Err(RecordFault::at(text, offset, Some(replay.ply()), detail).into())
        }
        None => Ok(None),
    }
}

/// Counts the games after the first one. Comments that are not followed by a game belong to the first one.
fn count_games(text: &str, mut tokens: Tokens<'_>, replay: &mut Replay<'_>) -> Result<usize, RecordFault> {
    #[derive(Clone, Copy)]
    enum Part {
        Between,
        Tags,
        Moves,
    }
    let (mut games, mut part, mut depth) = (0, Part::Between, Depth::default());
    while let Some((offset, token)) = tokens.next()? {
        let before = part;
        part = match token {
            Token::Comment(comment) if games == 0 => {
                add_comment(replay, comment);
                before
            }
            Token::Line if games == 0 => {
                replay.skipped().lines += 1;
                before
            }
            Token::Comment(_) | Token::Line => before,
            Token::Open => {
                depth.open(offset);
                Part::Moves
            }
            Token::Close => {
                depth.close().ok_or_else(|| RecordFault::at(text, offset, None, "no variation is open here"))?;
                Part::Moves
            }
            Token::Tag { .. } if depth.count == 0 => Part::Tags,
            Token::Word(word) if depth.count == 0 && Score::read(word).is_some() => {
                games += usize::from(matches!(before, Part::Between));
                part = Part::Between;
                continue;
            }
            _ => Part::Moves,
        };
        let begins = matches!((&before, &part), (Part::Between, Part::Tags | Part::Moves) | (Part::Moves, Part::Tags));
        games += usize::from(begins);
    }
    match depth.outermost {
        Some(offset) => Err(RecordFault::at(text, offset, None, "a variation begins here, expected its end: )")),
        None => Ok(games),
    }
}

/// The open variations.
#[derive(Default)]
struct Depth {
    count: usize,
    outermost: Option<usize>,
}

impl Depth {
    fn open(&mut self, offset: usize) {
        self.outermost.get_or_insert(offset);
        self.count += 1;
    }

    /// Returns `None` if no variation is open.
    fn close(&mut self) -> Option<()> {
        self.count = self.count.checked_sub(1)?;
        if self.count == 0 {
            self.outermost = None;
        }
        Some(())
    }
}

fn add_comment(replay: &mut Replay<'_>, comment: &str) {
    let (comment, commands) = cleaned(comment);
    replay.skipped().commands += commands;
    replay.comment(&comment);
}

/// The result with this name. Points as in `2-0` are allowed only in records of draughts.
pub(super) fn score(convention: &Convention, text: &str) -> Option<Score> {
    let score = Score::read(text)?;
    (matches!(convention, Convention::Pdn { .. }) || score.name() == text || text == "½-½").then_some(score)
}

/// Whether a word says that a capture was en passant.
fn is_en_passant(word: &str) -> bool {
    ["e.p.", "ep", "e.p"].contains(&word)
}
