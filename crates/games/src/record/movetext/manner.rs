//! What moves and results look like in the records of a game.

use std::borrow::Cow;

use super::tags::{self, GAME_TYPE, RESULT, SITE};
use super::tokens::{Token, Tokens};
use crate::game::{AnyPosition, Game};
use crate::record::replay::Replay;
use crate::record::results::Score;
use crate::record::{Convention, NumberedCells, RecordError};
use crate::spelling::{BETWEEN, is_dash};

/// The result with this name. Points as in `2-0` are allowed only in records of draughts and of games that are won by
/// points.
pub(in crate::record) fn score(convention: &Convention, text: &str) -> Option<Score> {
    let score = Score::read(text);
    if has_points(convention) {
        return score.or_else(|| Score::by_points(text));
    }
    let is_points = text.contains('2') && !text.contains('/') || text.starts_with("1-1");
    score.filter(|_| !is_points)
}

/// Whether results may be points.
pub(super) const fn has_points(convention: &Convention) -> bool {
    matches!(convention, Convention::Pdn { .. } | Convention::Plain { has_points: true, .. })
}

/// Whether a word ends a game. In draughts, `12-8` can be a move.
pub(in crate::record) fn ends(convention: &Convention, word: &str) -> bool {
    let is_square = |side: &str| !side.trim().is_empty() && side.trim() != "0";
    let is_move = || word.split_once(is_dash).is_some_and(|(from, to)| is_square(from) && is_square(to));
    match convention {
        Convention::Pdn { .. } => Score::read(word).is_some() || score(convention, word).is_some() && !is_move(),
        _ => score(convention, word).is_some(),
    }
}

/// How a record writes its moves and its result.
pub(super) struct Manner<'a> {
    pub(super) convention: &'a Convention,
    /// The names of the cells 1, 2, …, if the record has numbers in their place.
    names: &'static [&'static str],
    /// Whether numbers without dots are moves.
    numbers_are_moves: bool,
    /// The value of the tag Result.
    result: Option<String>,
}

impl<'a> Manner<'a> {
    /// The manner of a record with these tags that starts here.
    pub(super) fn of(convention: &'a Convention, tags: &[(String, String)], replay: &Replay<'_>) -> Self {
        let numbered = match convention {
            Convention::Plain { numbered, .. } => numbered.filter(|cells| is_numbered(cells, tags)),
            _ => None,
        };
        let is_digits = |name: &String| name.bytes().all(|byte| byte.is_ascii_digit());
        let has_digits = || replay.position().move_names().iter().any(is_digits);
        let result = tags::value(tags, RESULT).map(str::to_owned);
        let names = numbered.map_or(&[][..], |cells| cells.names);
        let numbers_are_moves = is_plain(convention) && (numbered.is_some() || has_digits());
        Self { convention, names, numbers_are_moves, result }
    }

    /// Whether a number without dots is a move rather than the number of the next move. Records that write numbers with
    /// dots do so everywhere.
    pub(super) const fn is_move(&self, value: Option<u32>, next: u32, has_dots: bool) -> bool {
        let is_next = matches!(value, Some(value) if value == next);
        is_plain(self.convention) && (self.numbers_are_moves || has_dots || !is_next)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// As [`Replay::play`].
    pub(super) fn play(&self, word: &str, offset: usize, replay: &mut Replay<'_>) -> Result<(), RecordError> {
        replay.play(&self.named(word), offset)
    }

    /// The move with the names of its cells.
    pub(super) fn named<'t>(&self, word: &'t str) -> Cow<'t, str> {
        let is_numbered = word.chars().all(|c| c.is_ascii_digit() || BETWEEN.contains(&c) || is_dash(c));
        if self.names.is_empty() || !is_numbered {
            return word.into();
        }
        let (mut named, mut rest) = (String::new(), word);
        while !rest.is_empty() {
            let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = &rest[..rest.len() - after.len()];
            let index = digits.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            named.push_str(index.and_then(|index| self.names.get(index)).unwrap_or(&digits));
            rest = after.trim_start_matches(|c: char| !c.is_ascii_digit());
            named.push_str(&after[..after.len() - rest.len()]);
        }
        named.into()
    }

    /// The result that a word is. In draughts, a word such as `12-8` is a move, unless it is the last word and the tag
    /// Result has it too.
    pub(super) fn result(&self, word: &str, tokens: &Tokens<'_>) -> Option<Score> {
        let score = score(self.convention, word)?;
        if ends(self.convention, word) {
            return Some(score);
        }
        if self.result.as_deref() != Some(word) {
            return None;
        }
        let mut rest = tokens.clone();
        while let Ok(Some((_, token))) = rest.next() {
            if !matches!(token, Token::Comment(_) | Token::Line | Token::Annotation) {
                return None;
            }
        }
        Some(score)
    }
}

/// Whether moves have the names that they have in plyd.
pub(super) const fn is_plain(convention: &Convention) -> bool {
    matches!(convention, Convention::Plain { .. })
}

/// Whether a file with these tags has numbers in place of names.
fn is_numbered(cells: &NumberedCells, tags: &[(String, String)]) -> bool {
    let value = |name| tags::value(tags, name).unwrap_or_default();
    let game_type = value(GAME_TYPE).split(',').next().unwrap_or_default();
    game_type.trim() == cells.game_type || value(SITE).eq_ignore_ascii_case(cells.site)
}

/// The number of the first move after this state: the last number of a FEN, otherwise 1.
pub(super) fn first_number(convention: &Convention, state: &str) -> u32 {
    match convention {
        Convention::Pgn { .. } => state.rsplit(' ').find_map(|field| field.parse().ok()).unwrap_or(1),
        _ => 1,
    }
}

/// The start of a game whose second move needs a rule, such as Hex's swap. `None` if it is the usual start.
pub(super) fn usual_start(game: &Game, tokens: &Tokens<'_>) -> Option<Box<dyn AnyPosition>> {
    let has_rules = game.words().iter().any(|word| word.rule.is_some());
    if has_rules { second_word(tokens).and_then(|word| game.start_with(word)) } else { None }
}

/// The second move, if it is a word.
fn second_word<'a>(tokens: &Tokens<'a>) -> Option<&'a str> {
    let (mut tokens, mut depth, mut moves) = (tokens.clone(), 0_usize, 0);
    loop {
        match tokens.next().ok()??.1 {
            Token::Open => depth += 1,
            Token::Close => depth = depth.checked_sub(1)?,
            Token::Word(word) if depth == 0 && moves == 1 => return Some(word),
            Token::Word(_) if depth == 0 => moves += 1,
            _ => {}
        }
    }
}
