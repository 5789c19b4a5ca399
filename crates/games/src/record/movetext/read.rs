//! Reads a game of tags and moves.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::commands::add_comment;
use super::manner::{Manner, ends, first_number, has_points, is_plain, score, usual_start};
use super::tags::{self, FEN, GAME, RESULT, SET_UP, VARIANT};
use super::tokens::{Token, Tokens};
use crate::game::{AnyPosition, Game};
use crate::record::branches::Word;
use crate::record::fault::Warnings;
use crate::record::limits::Limits;
use crate::record::lists::unquoted;
use crate::record::replay::{Replay, Source};
use crate::record::results::Score;
use crate::record::{Convention, Format, Record, RecordError, RecordFault};
use crate::spelling::{is_dash, open_number, quoted, shown, without_judgements};
use plyd_search::position::Side;

/// Reads a game.
pub(in crate::record) fn read(game: &Game, convention: &Convention, source: Source<'_>) -> Result<Record, RecordError> {
    let text = source.text;
    let mut tokens = Tokens::of(text, source.start, source.limits);
    let mut head = Head::read(text, &mut tokens)?;
    if tags::has_lone_set_up(&head.tags)
        && let Some((index, offset)) = head.offsets.get(SET_UP).copied()
    {
        let detail = || format!("{SET_UP}: there is no tag {FEN}, so the game begins from its usual start");
        head.warnings.add(offset, None, detail);
        "0".clone_into(&mut head.tags[index].1);
    }
    let ruled = if is_plain(convention) && head.offset(FEN).is_none() { usual_start(game, &tokens) } else { None };
    let start = ruled.map_or_else(|| tags::start(game, convention, &head.tags), Ok);
    let start = start.map_err(|(name, detail)| head.fault(text, name, &detail))?;
    if let Some(offset) = head.offset(FEN) {
        start.warnings().into_iter().for_each(|detail| head.warnings.add(offset, None, || format!("{FEN}: {detail}")));
    }
    let Head { mut tags, offsets, comments, lines, warnings } = head;
    let mut replay = Replay::from(start, convention.format(), source).warned(warnings);
    comments.iter().for_each(|comment| add_comment(replay.here(), comment));
    replay.skipped().lines += lines;

    let tagged = tags::value(&tags, RESULT).zip(offsets.get(RESULT).copied());
    let tagged = tagged.map(|(value, (_, offset))| (tagged_score(convention, value, offset, &mut replay), offset));
    let manner = Manner::of(convention, &tags, &replay);
    let terminator = read_moves(&manner, text, &mut tokens, &mut replay)?;
    read_rest(&mut tokens, &mut replay)?;
    replay.play_variations(&|position, word| play_word(&manner, position, text, word))?;
    let result = match (tagged, terminator) {
        (Some((tagged, _)), Some((score, offset))) if tagged != score => {
            let (by_tag, at_end) = (tagged.name(), score.name());
            let is_separator = score == Score::Open && matches!(convention, Convention::Pdn { .. });
            let winner = if score == Score::Open { tagged } else { score };
            if !is_separator {
                let winner = winner.name();
                replay.warn(offset, || format!("the result is {at_end}, but the tag says {by_tag}; {winner} counts"));
            }
            Some((winner, offset))
        }
        (tagged, terminator) => terminator.or(tagged),
    };
    if let Some((Score::Win(winner), offset)) = result
        && is_plain(convention)
        && names_white_first(game, &offsets)
        && !replay.position().has_ended()
    {
        let winner = game.about.players[winner.index()];
        let doubt = "since the file names White first, it may mean the opposite";
        let reason = "because Black begins and its points come first";
        replay.warn(offset, || format!("the result is read as a win of {winner}, {reason}; {doubt}"));
    }
    let mut record = replay.finish(Vec::new(), result);
    // When the game is written again, the tag has to agree with the result.
    if let Some(result) = &record.result
        && let Some((_, value)) = tags.iter_mut().find(|(name, _)| name == RESULT)
    {
        let is_word = has_points(convention) && !value.contains(char::is_whitespace);
        let agrees = is_word && score(convention, value).is_some_and(|score| score.name() == result);
        if !agrees {
            value.clone_from(result);
        }
    }
    if let Convention::Plain { kind, .. } = convention {
        // The moves are written in the notation that these tags name, in whatever notation they were read.
        for (name, value) in tags.iter_mut().filter(|(name, _)| name != GAME) {
            kind.iter().filter(|[own, _]| own == name).for_each(|[_, own]| (*own).clone_into(value));
        }
    }
    record.tags = tags;
    Ok(record)
}

/// The tag `Variant` before the moves of a text.
pub(in crate::record) fn variant(text: &str) -> Option<String> {
    let head = Head::read(text, &mut Tokens::of(text, 0, Limits::default())).ok()?;
    tags::value(&head.tags, VARIANT).map(str::to_owned)
}

/// Whether the tag of White comes first, although Black begins the game.
fn names_white_first(game: &Game, offsets: &HashMap<&str, (usize, usize)>) -> bool {
    let index = |name: &str| offsets.get(name).map(|(index, _)| *index);
    let colours = Format::Pgn.colours(&game.about);
    let [first, second] = colours.map(index);
    colours[0] == "Black" && second.is_some_and(|second| first.is_some_and(|first| second < first))
}

/// The result in the tag. An unknown one means an unfinished game.
fn tagged_score(convention: &Convention, value: &str, offset: usize, replay: &mut Replay<'_>) -> Score {
    match (score(convention, value), Score::read(value)) {
        (Some(score), _) if score.name() == value || has_points(convention) => score,
        (_, Some(score)) => {
            let (value, meant) = (shown(value), score.name());
            replay.warn(offset, || format!("{RESULT}: the result is {value}, expected {meant}"));
            score
        }
        _ => {
            let value = shown(value);
            replay.warn(offset, || format!("{RESULT}: the result is {value}, expected 1-0, 0-1, 1/2-1/2 or *"));
            Score::Open
        }
    }
}

/// Tags, and the comments and lines between them.
#[derive(Default)]
struct Head<'a> {
    tags: Vec<(String, String)>,
    /// The index of each tag, and its offset in the text.
    offsets: HashMap<&'a str, (usize, usize)>,
    comments: Vec<&'a str>,
    lines: usize,
    warnings: Warnings,
}

impl<'a> Head<'a> {
    /// Reads tags up to the first move.
    fn read(text: &'a str, tokens: &mut Tokens<'a>) -> Result<Self, RecordError> {
        let mut head = Self::default();
        loop {
            let before = tokens.clone();
            match tokens.next()? {
                Some((offset, Token::Tag { name, value })) => head.add(offset, name, value),
                Some((offset, Token::SetUp(state))) => head.add(offset, FEN, state.to_owned()),
                Some((_, Token::Comment(comment))) => head.comments.push(comment),
                Some((_, Token::Line)) => head.lines += 1,
                None if head.tags.is_empty() => {
                    let detail = "the record has no game, expected tags or moves";
                    return Err(RecordFault::at(text, text.len(), None, detail).into());
                }
                _ => {
                    *tokens = before;
                    return Ok(head);
                }
            }
        }
    }

    fn add(&mut self, offset: usize, name: &'a str, value: String) {
        match self.offsets.entry(name) {
            Entry::Vacant(place) => {
                place.insert((self.tags.len(), offset));
                self.tags.push((name.to_owned(), value));
            }
            Entry::Occupied(mut place) => {
                let index = place.get().0;
                place.insert((index, offset));
                self.warnings.add(offset, None, || format!("the tag {} is repeated; this value counts", quoted(name)));
                self.tags[index].1 = value;
            }
        }
    }

    fn offset(&self, name: &str) -> Option<usize> {
        self.offsets.get(name).map(|(_, offset)| *offset)
    }

    /// A fault of a tag.
    fn fault(&self, text: &str, name: &str, detail: &str) -> RecordFault {
        let fault = RecordFault::at(text, self.offset(name).unwrap_or_default(), None, format!("{name}: {detail}"));
        let variant = tags::value(&self.tags, name).filter(|_| name == VARIANT);
        RecordFault { variant: variant.map(str::to_owned), ..fault }
    }
}

/// Plays the moves of the main line, up to the result if there is one.
fn read_moves(
    manner: &Manner<'_>,
    text: &str,
    tokens: &mut Tokens<'_>,
    replay: &mut Replay<'_>,
) -> Result<Option<(Score, usize)>, RecordError> {
    let mut depth = Depth::default();
    let mut numbers = Numbers::of(manner.convention, replay);
    while let Some((offset, token)) = tokens.next().map_err(|error| error.after(replay.ply()))? {
        let in_variation = depth.count > 0;
        match token {
            Token::Open if replay.ply() == 0 => {
                return Err(replay.fault(offset, "expected a move before this variation").into());
            }
            Token::Open => {
                replay.open(offset);
                depth.open(offset);
            }
            Token::Close => {
                depth.close().ok_or_else(|| replay.fault(offset, "there is no open variation to close here"))?;
                replay.branches().close();
            }
            Token::Line => replay.skipped().lines += 1,
            Token::Comment(comment) => add_comment(replay.here(), comment),
            Token::Annotation => replay.here().annotation(tokens.text_from(offset)),
            Token::Tag { name, .. } if in_variation => {
                let detail = format!("the tag {} is inside a variation, expected its end first: )", quoted(name));
                return Err(replay.fault(offset, detail).into());
            }
            Token::Quoted(_) if !is_plain(manner.convention) => {
                return Err(replay.fault(offset, "expected a tag, a comment or a move, found \"").into());
            }
            Token::Number { .. } | Token::Word(_) | Token::Quoted(_) | Token::SetUp(_) if in_variation => {
                add_to_variation(manner.convention, replay, offset, (&token, tokens.text_from(offset)));
            }
            Token::Quoted(name) => replay.play(&name, offset)?,
            Token::Tag { .. } | Token::SetUp(_) => {
                let detail = "the position changes without a move; after the start, only moves are allowed";
                return Err(replay.fault(offset, detail).into());
            }
            Token::Number { value, dots } => {
                numbers.read(manner, value, dots, &text[offset..tokens.at()], offset, replay)?;
            }
            Token::Word(word) => {
                if let Some(score) = manner.result(word, tokens) {
                    return Ok(Some((score, offset)));
                }
                let word = unnumbered(word, replay.position(), |value| numbers.may_be(value, replay));
                if word.is_empty() || is_remark(manner.convention, word) {
                    replay.skipped().annotations += usize::from(!word.is_empty());
                    continue;
                }
                if is_null(manner.convention, word) {
                    let ply = replay.ply();
                    let detail = format!("this game has a null move at ply {ply}, which plyd cannot play");
                    return Err(replay.fault(offset, detail).into());
                }
                let name = without_judgements(word);
                manner.play(name, offset, replay)?;
                add_judgements(replay, name, word);
            }
        }
    }
    match depth.outermost {
        Some(offset) => {
            let detail = format!("this variation is never closed with ) ({} are open)", depth.count);
            Err(replay.fault(offset, detail).into())
        }
        None => Ok(None),
    }
}

/// Reads what follows the result: comments, which belong to the game.
fn read_rest(tokens: &mut Tokens<'_>, replay: &mut Replay<'_>) -> Result<(), RecordError> {
    while let Some((offset, token)) = tokens.next()? {
        match token {
            Token::Comment(comment) => add_comment(replay.here(), comment),
            Token::Line => replay.skipped().lines += 1,
            Token::Annotation => replay.here().annotation(tokens.text_from(offset)),
            // The result again, or dots.
            _ => {}
        }
    }
    Ok(())
}

/// The move numbers so far. They decide whether a number without dots is a move number.
struct Numbers {
    /// The number of the first move according to the position.
    first: u32,
    /// 1 if the second side plays the first move, otherwise 0.
    offset: usize,
    last: Option<u32>,
    /// Whether a number was followed by dots.
    have_dots: bool,
}

impl Numbers {
    fn of(convention: &Convention, replay: &Replay<'_>) -> Self {
        let standing = replay.position().standing();
        let first = first_number(convention, &standing.state);
        Self { first, offset: usize::from(standing.to_move == Side::Second), last: None, have_dots: false }
    }

    /// Reads a number, which is a move or the number of a move.
    fn read(
        &mut self,
        manner: &Manner<'_>,
        value: Option<u32>,
        dots: usize,
        word: &str,
        offset: usize,
        replay: &mut Replay<'_>,
    ) -> Result<(), RecordError> {
        if dots == 0 && manner.is_move(value, self.counted(replay), self.have_dots) {
            return manner.play(word, offset, replay);
        }
        match value.filter(|value| dots == 0 && !self.may_be(*value, replay)) {
            None => {
                self.last = value.or(self.last);
                self.have_dots |= dots > 0;
                Ok(())
            }
            // PDN 1.0 allows moves without marks.
            Some(value) if matches!(manner.convention, Convention::Pdn { .. }) => {
                replay.play(&value.to_string(), offset)
            }
            Some(value) => {
                let expected = self.next(replay);
                let detail = format!("no move has the number {value} here, expected a move or {expected}");
                Err(replay.fault(offset, detail).into())
            }
        }
    }

    /// The number of the present move, counted from the start of the record.
    fn next(&self, replay: &Replay<'_>) -> u32 {
        match self.last {
            Some(last) => last.saturating_add(u32::from((replay.ply() + self.offset).is_multiple_of(2))),
            None => self.counted(replay),
        }
    }

    /// The number of the present move if the record's first move has the number 1.
    fn counted(&self, replay: &Replay<'_>) -> u32 {
        1 + ((replay.ply() + self.offset) / 2) as u32
    }

    /// Whether the present move may have this number.
    fn may_be(&self, value: u32, replay: &Replay<'_>) -> bool {
        let counted = self.counted(replay);
        let by_last = self.last.is_some_and(|last| value == last || value == last.saturating_add(1));
        by_last || value == counted || value == self.first.saturating_add(counted - 1)
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

/// Adds the signs at the end of a word, after the name of its move.
fn add_judgements(replay: &mut Replay<'_>, name: &str, word: &str) {
    let signs = word[name.len()..].trim();
    if !signs.is_empty() {
        replay.here().annotation(signs);
    }
}

/// Adds a token with this text to the open variation. Numbers with dots are move numbers.
fn add_to_variation(
    convention: &Convention,
    replay: &mut Replay<'_>,
    offset: usize,
    (token, text): (&Token<'_>, &str),
) {
    let is_number = matches!(token, Token::Number { .. });
    match token {
        Token::Number { dots, .. } if *dots > 0 => {}
        // What a result in a variation is about is not known, except that a star says nothing.
        Token::Word("*") => {}
        Token::Word(word) if is_remark(convention, word) || ends(convention, word) => {
            replay.skipped().annotations += 1;
        }
        Token::Quoted(_) => {
            replay.branches().word(Word { offset, length: text.len(), side: None, is_number });
        }
        _ => {
            let name = if is_number { text } else { without_judgements(text) };
            replay.branches().word(Word { offset, length: name.len(), side: None, is_number });
            add_judgements(replay, name, text);
        }
    }
}

/// Plays a word of a variation.
fn play_word(
    manner: &Manner<'_>,
    position: &mut dyn AnyPosition,
    text: &str,
    word: Word,
) -> Result<Vec<String>, String> {
    let name = &text[word.offset..word.offset + word.length];
    if let Some((name, _)) = name.strip_prefix('"').and_then(unquoted) {
        return position.play_named(&name).map_err(|illegal| illegal.detail);
    }
    if !word.is_number {
        // A variation may have any numbers.
        let name = unnumbered(name, &*position, |_| true);
        return if name.is_empty() {
            Ok(Vec::new())
        } else if is_null(manner.convention, name) {
            Err("it has a null move, which plyd cannot play".to_owned())
        } else {
            position.play_named(&manner.named(name)).map_err(|illegal| illegal.detail)
        };
    }
    let named = manner.named(name);
    // PDN 1.0 has moves without marks, such as 3228. Shorter numbers are moves only if they are the names of moves.
    let may_be_move = name.len() > 2 || position.move_names().iter().any(|known| *known == named);
    match may_be_move.then(|| position.play_named(&named)) {
        Some(Ok(names)) => Ok(names),
        Some(Err(illegal)) if name.len() > 3 => Err(illegal.detail),
        _ => Ok(Vec::new()),
    }
}

/// Whether a word is a null move, in any of the spellings that programs use. Where moves have their names in plyd, one of
/// these may be the name of a move.
fn is_null(convention: &Convention, word: &str) -> bool {
    let dashed = |c: char| if is_dash(c) { '-' } else { c.to_ascii_lowercase() };
    let word: String = word.chars().take(5).map(dashed).collect();
    !is_plain(convention) && ["--", "z0", "null", "@@@@", "0000"].contains(&word.as_str())
}

/// The move of a word such as `1- 11-15`, if `1-` is a move number rather than a part of the move, as it is in `1- 6`.
/// Empty for a number alone. `may_be` says whether the next move may have a number.
fn unnumbered<'a>(word: &'a str, position: &dyn AnyPosition, may_be: impl Fn(u32) -> bool) -> &'a str {
    let number = open_number(word).filter(|(value, _)| may_be(*value));
    let is_legal = |name: &str| position.duplicate().play_named(name).is_ok();
    match number {
        Some((_, rest)) if rest.is_empty() || !is_legal(word) && is_legal(rest) => rest,
        _ => word,
    }
}

/// Whether a word is a remark about the move before it: en passant, check, mate, or that it is new. Where moves have
/// their names in plyd, it may be the name of a move.
fn is_remark(convention: &Convention, word: &str) -> bool {
    const REMARKS: [&str; 14] = [
        "e.p",
        "ep",
        "ch",
        "check",
        "mate",
        "checkmate",
        "dis",
        "disc",
        "dis.ch",
        "dbl",
        "dbl.ch",
        "double",
        "N",
        "TN",
    ];
    !is_plain(convention) && REMARKS.contains(&word.trim_end_matches('.'))
}
