//! The Generic Game Format of Othello's servers: one node of properties, the moves among them in order.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::limits::Limits;
use super::line::Line;
use super::replay::{Replay, Source};
use super::results::Score;
use super::sgf::{TERMINATION, Token, Tokens, escaped, how_it_ended, line, property_of, tag_of};
use super::{Format, Record, RecordError, RecordFault, Skipped, WriteFault};
use crate::game::Game;
use crate::spelling::shown;
use plyd_search::StoppedBy;
use plyd_search::position::Side;

/// Properties that follow from the game.
const OWN: [&str; 3] = ["GM", "BO", "TY"];

/// How many bytes of a text are searched for the name of the game.
const HEAD: usize = 256;

/// Whether a text begins like this format and not like SGF: GM has a name instead of a number.
///
/// # Errors
/// The limit that ended the reading.
pub(super) fn is_ggf(text: &str, limits: Limits<'_>) -> Result<bool, StoppedBy> {
    let text = text.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let mut tokens = Tokens::of(text, 0, limits);
    let mut is_game = false;
    loop {
        match tokens.next() {
            Ok(Some((_, Token::Value(value)))) if is_game => {
                return Ok(value.trim().starts_with(|c: char| c.is_ascii_alphabetic()));
            }
            Ok(Some((_, Token::Name(name)))) => is_game = name == "GM",
            Ok(Some((offset, Token::Open | Token::Node | Token::Value(_)))) if offset < HEAD => {}
            Err(RecordError::Stopped(stopped)) => return Err(stopped),
            Ok(_) | Err(_) => return Ok(false),
        }
    }
}

/// Reads a game.
pub(super) fn read(game: &Game, name: &str, source: Source<'_>) -> Result<Record, RecordError> {
    // The number of the next game, if it has one, is before its parenthesis.
    let text = source.text.trim_end().trim_end_matches(|c: char| c.is_ascii_digit());
    let fault = |offset, detail: String| RecordFault::at(text, offset, None, detail);
    // Servers number the games of a match that are played simultaneously.
    let start = source.start + text[source.start..].find('(').unwrap_or(0);
    let contents = Contents::read(text, start, source.limits)?;
    let (mut tags, mut places) = (Vec::<(String, String)>::new(), HashMap::<&str, usize>::new());
    let (mut moves, mut result, mut position) = (Vec::new(), None, game.start());
    let (mut comments, mut others, mut watch) = (0, 0, source.limits.watch());
    for (offset, property, value) in contents.0 {
        watch.step()?;
        if ["B", "W"].contains(&property) {
            moves.push((offset, if property == "B" { Side::First } else { Side::Second }, value));
            continue;
        }
        let written = line(value);
        let value = written.trim();
        match property {
            "GM" if !value.eq_ignore_ascii_case(name) => {
                return Err(fault(offset, format!("GM: the game is {}, expected {name}", shown(value))).into());
            }
            "GM" => {}
            "TY" => {
                if let Some(detail) = other_rules(value) {
                    return Err(fault(offset, detail).into());
                }
            }
            "BO" => {
                let words: Vec<&str> = value.split_whitespace().collect();
                let [_, board @ .., side] = &words[..] else {
                    return Err(fault(
                        offset,
                        format!("BO: the board is {}, expected 8, the rows and then * or O", shown(value)),
                    )
                    .into());
                };
                let state = format!("{} {side}", board.concat());
                position = game.parse(&state).map_err(|error| fault(offset, format!("BO: {}", error.0)))?;
            }
            "C" | "CO" => comments += 1,
            _ => {
                if let Some(c) = value.chars().find(|c| c.is_control()) {
                    return Err(fault(offset, format!("{property}: the value contains {c:?}, expected text")).into());
                }
                if property == "RE" {
                    let score = score(value).ok_or_else(|| {
                        fault(offset, format!("RE: the result is {}, expected a number of discs or ?", shown(value)))
                    })?;
                    result = Some((score, offset));
                }
                if property_of(tag_of(property)) != Some(property) {
                    others += 1;
                    continue;
                }
                match places.entry(tag_of(property)) {
                    Entry::Occupied(place) => value.clone_into(&mut tags[*place.get()].1),
                    Entry::Vacant(place) => {
                        place.insert(tags.len());
                        tags.push((tag_of(property).to_owned(), value.to_owned()));
                    }
                }
            }
        }
    }
    let mut replay = Replay::from(position, Format::Ggf, source);
    *replay.skipped() = Skipped { comments, properties: others, ..Skipped::default() };
    for (offset, side, value) in moves {
        let value = line(value);
        // The move, its value by a program, and its time.
        let mut parts = value.trim().split('/');
        let mv = parts.next().unwrap_or_default().trim();
        replay.skipped().annotations += usize::from(parts.any(|part| !part.is_empty()));
        let is_pass = ["pa", "pass", "ps", "--"].iter().any(|pass| pass.eq_ignore_ascii_case(mv));
        let to_move = replay.position().standing().to_move;
        if to_move != side && !(is_pass || replay.position().move_names() == ["pass"]) {
            let turn = if side == Side::First { "W" } else { "B" };
            return Err(replay.fault(offset, format!("it is the other side's turn, expected {turn}")).into());
        }
        replay.play(if is_pass { "pass" } else { mv }, offset)?;
    }
    let mut record = replay.finish(Vec::new(), result);
    if let Some((_, value)) = tags.iter_mut().find(|(name, _)| name == "RE")
        && let Some(by_moves) = record.result.as_deref().and_then(Score::read)
        && score(value) != Some(by_moves)
    {
        "?".clone_into(value);
    }
    record.tags = tags;
    Ok(record)
}

/// Why a game of this type cannot be read: another size, or other rules. `s8r16` is one of two simultaneous games that
/// begins with 16 discs placed by chance, and has the usual rules.
fn other_rules(kind: &str) -> Option<String> {
    let size = kind.strip_prefix('s').unwrap_or(kind);
    let options = size.trim_start_matches(|c: char| c.is_ascii_digit());
    let size = &size[..size.len() - options.len()];
    if !["", "8"].contains(&size) {
        return Some(format!("TY: the type is {}, a board of {} squares a side, expected 8", shown(kind), shown(size)));
    }
    // In anti-Othello, the side with fewer discs wins.
    let is_anti = options.contains('a');
    is_anti.then(|| format!("TY: the type is {}, anti-Othello, which plyd does not play; expected 8", shown(kind)))
}

/// The properties of a game: where each is, its name and its only value.
struct Contents<'a>(Vec<(usize, &'a str, &'a str)>);

impl<'a> Contents<'a> {
    fn read(text: &'a str, start: usize, limits: Limits<'a>) -> Result<Self, RecordError> {
        let mut tokens = Tokens::of(text, start, limits);
        let mut properties = Vec::new();
        let (mut name, mut is_open, mut is_over) = (None, false, false);
        while let Some((offset, token)) = tokens.next()? {
            let expected = match (token, name) {
                (Token::Open, None) if !is_open && !is_over => {
                    is_open = true;
                    continue;
                }
                (Token::Node, None) if is_open => continue,
                (Token::Close, None) if is_open => {
                    (is_open, is_over) = (false, true);
                    continue;
                }
                (Token::Name(given), None) if is_open => {
                    name = Some((offset, given));
                    continue;
                }
                (Token::Value(value), Some((offset, given))) => {
                    properties.push((offset, given, value));
                    name = None;
                    continue;
                }
                (_, Some(_)) => "expected the property's value: [",
                (_, None) if is_open => "expected a property with one value, or the end of the game: ;)",
                (_, None) => "expected a game: (;",
            };
            return Err(RecordFault::at(text, offset, None, expected).into());
        }
        match is_over {
            true => Ok(Self(properties)),
            false => Err(RecordFault::at(text, start, None, "this game is never closed with ;)").into()),
        }
    }
}

/// The result of the property RE: Black's discs minus White's. If the game was not played out, a letter follows after
/// a colon, such as `r` for a resignation. More discs than the board has squares, as in `-127`, mean that the game is
/// unfinished.
pub(super) fn score(text: &str) -> Option<Score> {
    let number = text.split(':').next().unwrap_or_default().trim();
    if number.is_empty() || number == "?" {
        return Some(Score::Open);
    }
    match number.parse::<f64>().ok().filter(|discs| discs.is_finite())? {
        discs if discs.abs() > 64.0 => Some(Score::Open),
        discs if discs > 0.0 => Some(Score::Win(Side::First)),
        discs if discs < 0.0 => Some(Score::Win(Side::Second)),
        _ => Some(Score::Draw),
    }
}

/// Writes a game.
///
/// # Errors
/// [`WriteFault`] for comments, and for tags that contradict the game or are not properties.
pub(super) fn write(game: &Game, name: &str, line: &Line<'_>) -> Result<String, WriteFault> {
    line.expect_no_comments()?;
    let mut text = format!("(;GM[{name}]");
    let (mut has_result, mut how) = (false, "");
    for (tag, value) in line.tags {
        let fault =
            |detail: String| WriteFault::new(format!("tags.{}", tag.chars().take(40).collect::<String>()), detail);
        if tag == "Result" {
            if Score::read(value) != Some(line.result) {
                return Err(fault(format!("the result is {}, expected {}", shown(value), line.result.name())));
            }
            continue;
        }
        if tag == "RE" {
            if score(value) != Some(line.result) {
                let (given, meant) = (shown(value), line.result.name());
                return Err(fault(format!("the result is {given}, expected one that means {meant}")));
            }
            has_result = true;
        }
        if tag == TERMINATION {
            how = how_it_ended(value, line.result).map_err(fault)?;
            continue;
        }
        let property = property_of(tag).filter(|property| !OWN.contains(property) && *property != "CO");
        let property = property.ok_or_else(|| {
            fault("this is not a property of ggf, expected capital letters or a known tag of pgn".to_owned())
        })?;
        if let Some(c) = value.chars().find(|c| c.is_control()) {
            return Err(fault(format!("the value contains {c:?}, expected a single line")));
        }
        text.push_str(&format!("{property}[{}]", escaped(value)));
    }
    if !has_result {
        text.push_str(&format!("RE[{}]", result(game, line, how)?));
    }
    let rows = cells(game, &line.start.state)?;
    let board: String = rows.iter().flatten().map(|cell| cell.map_or('-', letter)).collect();
    text.push_str(&format!("TY[{}]BO[{} {board} {}]", rows.len(), rows.len(), letter(line.start.to_move)));
    for mv in &line.moves {
        let side = if mv.side == Side::First { 'B' } else { 'W' };
        let mv = if mv.name == "pass" { "PA" } else { &mv.name };
        text.push_str(&format!("{side}[{mv}]"));
    }
    text.push_str(";)\n");
    Ok(text)
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => '*',
        Side::Second => 'O',
    }
}

fn cells(game: &Game, state: &str) -> Result<Vec<Vec<Option<Side>>>, WriteFault> {
    Ok(game.parse(state).map_err(|error| WriteFault::new("state", error.0))?.stones().rows)
}

/// The result: the difference in discs if the game is over, otherwise a resignation, a lost clock or an agreed draw.
fn result(game: &Game, line: &Line<'_>, how: &str) -> Result<String, WriteFault> {
    if line.result == Score::Open {
        return Ok("?".to_owned());
    }
    if line.by_rules == line.result {
        let rows = cells(game, &line.end)?;
        let discs = |side| rows.iter().flatten().filter(|cell| **cell == Some(side)).count() as i64;
        let [black, white] = [Side::First, Side::Second].map(discs);
        let empty = rows.iter().map(Vec::len).sum::<usize>() as i64 - black - white;
        // The empty squares are the winner's.
        let margin = black - white + empty * (black - white).signum();
        return Ok(format!("{margin:+}.00"));
    }
    let how = if how == "T" { 't' } else { 'r' };
    Ok(match line.result {
        Score::Win(Side::First) => format!("+1.00:{how}"),
        Score::Win(Side::Second) => format!("-1.00:{how}"),
        Score::Draw | Score::Open => "0.00:s".to_owned(),
    })
}
