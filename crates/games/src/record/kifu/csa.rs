//! Reads the format of the Computer Shogi Association, version 2.2 and before, and what version 3 shares with it.

use super::diagram::{Diagram, Placed, SIDES};
use super::endings::Ending;
use super::facts::{PLAYERS, Tags, UNKNOWN, bank, is_csa_name, tags_of};
use crate::game::Game;
use crate::japanese::Man;
use crate::record::fault::Warnings;
use crate::record::limits::Watch;
use crate::record::lines::Lines;
use crate::record::replay::{Replay, Source};
use crate::record::results::Score;
use crate::record::{Format, Record, RecordError, RecordFault};
use crate::spelling::shown;
use plyd_search::StoppedBy;
use plyd_search::position::Side;

/// The line between two games.
const SEPARATOR: &str = "/";

/// Where the game after the one that begins here begins.
pub(in crate::record) fn next_of_csa(
    text: &str,
    from: usize,
    watch: &mut Watch<'_>,
) -> Result<Option<usize>, StoppedBy> {
    let mut lines = Lines::of(text, from);
    while let Some((_, line)) = lines.next() {
        watch.step()?;
        if line == SEPARATOR {
            return Ok(lines.next().map(|(offset, _)| offset));
        }
    }
    Ok(None)
}

/// Reads a game.
pub(in crate::record) fn read(game: &Game, source: Source<'_>) -> Result<Record, RecordError> {
    let (text, mut lines) = (source.text, Lines::of(source.text, source.start));
    let (mut head, mut watch) = (Head::of(game), source.limits.watch());
    loop {
        watch.step()?;
        let before = lines.clone();
        let Some((offset, line)) = lines.next() else { break };
        let is_head =
            head.line(offset, line).map_err(|(offset, detail)| RecordFault::at(text, offset, None, detail))?;
        if !is_head {
            lines = before;
            break;
        }
    }
    let Head { tags, warnings, comments, others, at, start, .. } = head;
    let start = game.parse(&start.sfen()).map_err(|error| RecordFault::at(text, at, None, error.0))?;
    let mut replay = Replay::from(start, Format::Csa, source).warned(warnings);
    comments.iter().for_each(|comment| replay.here().comment(comment));
    replay.skipped().properties += others;
    let mut moves = Moves { bank: bank(&tags.tags), used: [0; 2], end: None };
    for (offset, line) in lines {
        watch.step()?;
        if let Some(comment) = comment_of(line) {
            replay.here().comment(comment);
            continue;
        }
        let mut at = offset;
        for statement in line.split(',') {
            watch.step()?;
            moves.statement(statement.trim(), at, &mut replay)?;
            at += statement.len() + 1;
        }
    }
    let mut record = replay.finish(tags.tags, moves.end.map(|(_, score, offset)| (score, offset)));
    moves.end.into_iter().for_each(|(ending, ..)| ending.add_to(&mut record));
    Ok(record)
}

/// The text of a comment.
fn comment_of(line: &str) -> Option<&str> {
    let comment = line.strip_prefix('\'')?;
    let is_encoding = comment.starts_with("CSA encoding=");
    Some(if is_encoding { "" } else { comment.strip_prefix('*').unwrap_or(comment).trim() })
}

/// What comes before the first move. A fault is a place and a sentence.
struct Head<'t> {
    tags: Tags,
    warnings: Warnings,
    comments: Vec<&'t str>,
    /// Facts that are skipped.
    others: usize,
    /// Where the position begins.
    at: usize,
    start: Diagram,
    usual: Diagram,
    /// The number of rows of a board so far.
    rows: usize,
    /// Whether the board was changed from the usual one.
    is_set_up: bool,
}

impl<'t> Head<'t> {
    fn of(game: &Game) -> Self {
        let usual = Diagram::of(game.about.start());
        Self {
            tags: Tags::default(),
            warnings: Warnings::default(),
            comments: Vec::new(),
            others: 0,
            at: 0,
            start: usual.clone(),
            usual,
            rows: 0,
            is_set_up: false,
        }
    }

    /// Reads a line. Returns `false`, and reads nothing, if it belongs to the moves.
    fn line(&mut self, offset: usize, line: &'t str) -> Result<bool, (usize, String)> {
        let fault = |expected: &str| (offset, format!("{} is malformed, expected {expected}", shown(line)));
        if let Some(comment) = comment_of(line) {
            self.comments.push(comment);
            return Ok(true);
        }
        let (sign, rest) = line.split_at(line.chars().next().map_or(0, char::len_utf8));
        match sign {
            "V" if rest.starts_with(|c: char| c.is_ascii_digit()) => {}
            "N" if rest.starts_with(['+', '-']) => {
                let name = rest[1..].trim();
                if let Some(c) = name.chars().find(|c| c.is_control()) {
                    return Err(fault(&format!("a name without {c:?}")));
                }
                if !UNKNOWN.contains(&name) {
                    let tag = PLAYERS[usize::from(rest.starts_with('-'))];
                    self.tags.add((tag.to_owned(), name.to_owned()), offset, &mut self.warnings);
                }
            }
            "$" => {
                let named = rest.split_once(':').map(|(name, value)| (name.trim(), value.trim()));
                let Some((name, value)) = named.filter(|(name, _)| is_csa_name(name)) else {
                    return Err(fault("a form such as $EVENT:…"));
                };
                if let Some(c) = value.chars().find(|c| c.is_control()) {
                    return Err(fault(&format!("a value without {c:?}")));
                }
                let tags = tags_of(Format::Csa, name, value);
                self.others += usize::from(tags.is_none());
                tags.into_iter().flatten().for_each(|tag| self.tags.add(tag, offset, &mut self.warnings));
            }
            "P" => self.pieces(rest, offset).map_err(|expected| fault(&expected))?,
            "+" | "-" if rest.is_empty() => self.start.to_move = SIDES[usize::from(sign == "-")],
            "+" | "-" | "%" | "T" | SEPARATOR => return Ok(false),
            _ => return Err(fault("a fact such as N+… or $EVENT:…, a position, or a move such as +7776FU")),
        }
        Ok(true)
    }

    /// Reads a line of the position, after its first letter.
    ///
    /// # Errors
    /// What was expected.
    fn pieces(&mut self, text: &str, offset: usize) -> Result<(), String> {
        if !self.is_set_up {
            (self.is_set_up, self.at) = (true, offset);
            self.start = Diagram { to_move: self.start.to_move, ..Diagram::empty(self.usual.rows.len()) };
        }
        let (kind, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
        match kind {
            "I" => {
                self.start = Diagram { to_move: self.start.to_move, ..self.usual.clone() };
                for (square, man) in squares(rest)? {
                    let cell = self.start.cell(square).filter(|cell| cell.is_some_and(|(_, placed)| placed == man));
                    let wrong = || format!("a piece of the usual start, which has no {} there", man.csa);
                    *cell.ok_or_else(wrong)? = None;
                }
            }
            "+" | "-" => {
                let side = SIDES[usize::from(kind == "-")];
                if let Some(others) = rest.strip_suffix("00AL") {
                    self.place(side, others)?;
                    self.start.hold_rest(side, &self.usual);
                } else {
                    self.place(side, rest)?;
                }
            }
            _ => {
                let row =
                    kind.parse::<usize>().ok().filter(|row| *row == self.rows + 1 && *row <= self.start.rows.len());
                let row = row.ok_or_else(|| format!("P+, P-, PI or the row P{}", self.rows + 1))?;
                self.rows = row;
                self.start.rows[row - 1] = cells(rest, self.usual.rows.len())?;
            }
        }
        Ok(())
    }

    /// Puts pieces of a side on squares and into its hand.
    fn place(&mut self, side: Side, text: &str) -> Result<(), String> {
        for (square, man) in squares(text)? {
            let is_put = match square {
                [0, 0] => self.start.hold(side, man, 1),
                _ => self.start.cell(square).map(|cell| *cell = Some((side, man))).is_some(),
            };
            if !is_put {
                return Err(format!("a square and a piece, found {}{}{}", square[0], square[1], man.csa));
            }
        }
        Ok(())
    }
}

/// The squares and pieces of a text such as `82HI22KA`.
fn squares(text: &str) -> Result<Vec<([u32; 2], &'static Man)>, String> {
    let expected = || "squares and pieces such as 82HI".to_owned();
    let bytes = text.trim().as_bytes();
    let square = |part: &[u8]| {
        let digit = |byte: u8| char::from(byte).to_digit(10);
        let [file, rank, letters @ ..] = part else { return None };
        Some(([digit(*file)?, digit(*rank)?], Man::of_csa(str::from_utf8(letters).ok()?)?))
    };
    bytes.chunks(4).map(|part| square(part).ok_or_else(expected)).collect()
}

/// The cells of a row such as `-KY *  * +FU`. White space at its end may be missing.
fn cells(text: &str, size: usize) -> Result<Vec<Option<Placed>>, String> {
    let expected = || format!("{size} cells such as +FU or  *");
    let (mut cells, mut rest) = (Vec::new(), text.trim());
    while let Some(first) = rest.chars().next() {
        let (cell, length) = match first {
            '*' => (None, 1),
            '+' | '-' => {
                let man = rest.get(1..3).and_then(Man::of_csa).ok_or_else(expected)?;
                (Some((SIDES[usize::from(first == '-')], man)), 3)
            }
            _ => return Err(expected()),
        };
        cells.push(cell);
        rest = rest[length..].trim_start();
    }
    if cells.len() == size { Ok(cells) } else { Err(expected()) }
}

/// The moves and what belongs to them.
struct Moves {
    /// The milliseconds that each side has for the game, if they are known.
    bank: Option<u64>,
    /// The milliseconds that each side has used, the side of the first move first.
    used: [u64; 2],
    end: Option<(&'static Ending, Score, usize)>,
}

impl Moves {
    fn statement(&mut self, text: &str, offset: usize, replay: &mut Replay<'_>) -> Result<(), RecordError> {
        match text.chars().next() {
            None => {}
            Some('T') => self.time(&text[1..], offset, replay)?,
            _ if text == SEPARATOR => {}
            _ if self.end.is_some() => {
                return Err(replay.fault(offset, "the game is over here, but more follows").into());
            }
            Some('%') => {
                let to_move = replay.position().standing().to_move;
                let ending = Ending::by_csa(&text[1..], to_move).ok_or_else(|| {
                    let detail = format!("{} is not how a game ends, expected {}", shown(text), Ending::csa_words());
                    replay.fault(offset, detail)
                })?;
                self.end = Some((ending, ending.score(to_move), offset));
            }
            Some(sign @ ('+' | '-')) => {
                let own = if replay.position().standing().to_move == Side::First { '+' } else { '-' };
                if sign != own && !replay.position().has_ended() {
                    return Err(replay.fault(offset, format!("it is the other side's turn, expected {own}")).into());
                }
                replay.play(text, offset)?;
            }
            _ => {
                let detail = format!("{} is not a move, expected a form such as +7776FU, T12 or %TORYO", shown(text));
                return Err(replay.fault(offset, detail).into());
            }
        }
        Ok(())
    }

    /// Reads the seconds of a move. If it is known how much time a side has, they become a clock.
    fn time(&mut self, text: &str, offset: usize, replay: &mut Replay<'_>) -> Result<(), RecordError> {
        let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..1e6).contains(seconds)).ok_or_else(|| {
            replay.fault(offset, format!("{} is not a time, expected seconds such as T12", shown(&format!("T{text}"))))
        })?;
        let used = (seconds * 1000.0).round() as u64;
        let ply = replay.ply().checked_sub(1).filter(|_| self.end.is_none());
        let so_far = ply.map(|ply| &mut self.used[ply % 2]);
        let left = so_far.and_then(|so_far| {
            *so_far += used;
            self.bank?.checked_sub(*so_far).filter(|left| left.is_multiple_of(1000))
        });
        let is_clock = left.is_some_and(|left| replay.here().clock(left));
        replay.skipped().commands += usize::from(!is_clock && used > 0);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_pieces_are_read() {
        assert_eq!(cells(" * -HI *  *  *  *  * -KA *", 9).unwrap().iter().flatten().count(), 2);
        assert_eq!(cells(" *  *  *  *  *  *  *  *  * ", 9).unwrap().len(), 9);
        for wrong in [" *  *", "+FU+XX *  *  *  *  *  *  * ", "+F", "é"] {
            assert!(cells(wrong, 9).is_err(), "{wrong}");
        }
        assert_eq!(squares("82HI22KA").unwrap().len(), 2);
        assert!(["82H", "82XX", "x2HI", "é2HI"].iter().all(|wrong| squares(wrong).is_err()));
    }
}
