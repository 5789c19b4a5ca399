//! Reads KIF: a line for each move, variations after the main line, and the end.

use std::collections::HashMap;

use super::endings::Ending;
use super::facts::bank;
use super::head::Head;
use super::rows::{Row, SAME, side, times};
use crate::game::{AnyPosition, Game};
use crate::japanese::MARKS;
use crate::record::branches::Word;
use crate::record::lines::Lines;
use crate::record::replay::{Replay, Source};
use crate::record::results::Score;
use crate::record::{Format, Record, RecordError, RecordFault};
use crate::spelling::shown;
use plyd_search::position::Side;

/// Reads a game. `starts` are the game's starts with their names.
pub(in crate::record) fn read(
    game: &Game,
    starts: &[[&'static str; 2]],
    source: Source<'_>,
) -> Result<Record, RecordError> {
    let mut lines = Lines::of(source.text, source.start);
    let head = Head::read(game, starts, source, &mut lines)?;
    let Head { tags, comments, start, warnings, remarks, bookmarks, others } = head;
    let mut replay = Replay::from(start, Format::Kif, source).warned(warnings);
    comments.iter().for_each(|comment| replay.here().comment(comment));
    replay.skipped().lines += remarks;
    replay.skipped().properties += bookmarks + others;
    let mut moves = Moves { bank: bank(&tags.tags), ..Moves::default() };
    let mut watch = source.limits.watch();
    for (offset, line) in lines {
        watch.step()?;
        moves.line(offset, line, &mut replay)?;
    }
    let Moves { same, ending, last, .. } = moves;
    let text = source.text;
    replay.play_variations(&|position, word| {
        play_word(position, &text[word.offset..][..word.length], same.get(&word.offset))
    })?;
    let (ending, result) = conclusion(ending, last.as_ref(), &mut replay);
    let mut record = replay.finish(tags.tags, result);
    ending.into_iter().for_each(|ending| ending.add_to(&mut record));
    Ok(record)
}

/// The lines of moves.
#[derive(Default)]
struct Moves {
    /// The number of the first move.
    first: Option<u32>,
    /// The numbers of the first moves of the open variations.
    open: Vec<u32>,
    /// The squares that the moves of the present line go to, with those of the lines that it branches from.
    path: Vec<String>,
    /// For a move of a variation to the same square as the move before: its offset, and that square.
    same: HashMap<usize, String>,
    ending: Option<(&'static Ending, usize)>,
    /// What the last line says, and where it is.
    last: Option<(String, usize)>,
    /// The milliseconds that each side has for the game, if they are known.
    bank: Option<u64>,
    /// The seconds that each side has used, the side of the first move first.
    used: [u64; 2],
}

impl Moves {
    fn line(&mut self, offset: usize, line: &str, replay: &mut Replay<'_>) -> Result<(), RecordError> {
        let in_variation = !self.open.is_empty();
        match Row::of(line) {
            Row::Comment(comment) => replay.here().comment(comment),
            Row::Bookmark => replay.skipped().properties += 1,
            Row::Remark => replay.skipped().lines += 1,
            Row::Frame => {}
            Row::Move { number, at, length, rest } => {
                let text = &line[at..at + length];
                self.expect(number, offset, replay)?;
                self.play(text, offset + at, replay)?;
                self.time(rest, offset + at + length, replay)?;
            }
            Row::End { number, rest, ending } => {
                self.expect(number, offset, replay)?;
                if in_variation {
                    replay.skipped().annotations += 1;
                } else {
                    self.ending = Some((ending, offset));
                }
                let is_timed = read_times(rest, offset, replay)?.is_some_and(|[used, _]| used > 0);
                replay.skipped().commands += usize::from(is_timed);
            }
            Row::Last(_) if in_variation => replay.skipped().annotations += 1,
            Row::Last(text) => self.last = Some((text.to_owned(), offset)),
            Row::Variation(number) => self.variation(number, offset, replay)?,
            _ => {
                let detail =
                    format!("{} is not a move, expected a line such as 1 ７六歩(77), *… or 変化：1手", shown(line));
                return Err(replay.fault(offset, detail).into());
            }
        }
        Ok(())
    }

    /// Checks the number of a move, which has to follow the one before.
    fn expect(&mut self, number: u32, offset: usize, replay: &Replay<'_>) -> Result<(), RecordFault> {
        if self.open.is_empty() && self.ending.is_some() {
            return Err(replay.fault(offset, "the game is over here, but more moves follow"));
        }
        let first = *self.first.get_or_insert(number);
        let expected = first.saturating_add(self.path.len() as u32);
        if number != expected {
            return Err(replay.fault(offset, format!("the move has the number {number}, expected {expected}")));
        }
        Ok(())
    }

    fn play(&mut self, text: &str, offset: usize, replay: &mut Replay<'_>) -> Result<(), RecordError> {
        let marked = text.trim_start_matches(MARKS);
        let is_same = marked.starts_with(SAME);
        let square = if is_same {
            let before = self.path.last().cloned();
            before.ok_or_else(|| {
                replay.fault(offset, format!("{SAME} is the square of the move before, but there is none"))
            })?
        } else {
            marked.chars().take(2).collect()
        };
        if self.open.is_empty() {
            replay.play(&resolved(marked, is_same.then_some(&square)), offset)?;
        } else {
            if is_same {
                self.same.insert(offset, square.clone());
            }
            replay.branches().word(Word { offset, length: text.len(), side: None, is_number: false });
        }
        self.path.push(square);
        Ok(())
    }

    /// Reads the time after a move. If it is known how much time a side has, it becomes a clock.
    fn time(&mut self, rest: &str, offset: usize, replay: &mut Replay<'_>) -> Result<(), RecordError> {
        let Some([used, total]) = read_times(rest, offset, replay)? else { return Ok(()) };
        let so_far = &mut self.used[(self.path.len() + 1) % 2];
        let is_next = total.checked_sub(*so_far) == Some(used);
        let left =
            self.bank.and_then(|bank| bank.checked_sub(1000 * total)).filter(|_| is_next && self.open.is_empty());
        if let Some(left) = left {
            *so_far = total;
            replay.here().clock(left);
        } else {
            replay.skipped().commands += usize::from(used > 0);
        }
        Ok(())
    }

    fn variation(&mut self, number: u32, offset: usize, replay: &mut Replay<'_>) -> Result<(), RecordError> {
        let first = *self.first.get_or_insert(1);
        let Some(index) = number.checked_sub(first) else {
            return Err(replay
                .fault(offset, format!("there is no move {number}, expected a number from {first}"))
                .into());
        };
        while self.open.pop_if(|begin| *begin >= number).is_some() {
            replay.branches().close();
        }
        let begin = self.open.last().copied().unwrap_or(first);
        replay.open_at(offset, (number - begin) as usize);
        self.open.push(number);
        if self.path.len() < index as usize {
            let detail = format!("the line before has no move {number}");
            return Err(replay.fault(offset, detail).into());
        }
        self.path.truncate(index as usize);
        Ok(())
    }
}

/// The times after a move.
fn read_times(rest: &str, offset: usize, replay: &Replay<'_>) -> Result<Option<[u64; 2]>, RecordFault> {
    times(rest).map_err(|()| {
        let detail = format!("{} is not a time, expected a form such as ( 0:12/00:01:05)", shown(rest.trim()));
        replay.fault(offset, detail)
    })
}

/// A move with its square, if it goes to the same one as the move before.
fn resolved(text: &str, same: Option<&String>) -> String {
    match same {
        Some(square) => format!("{square}{}", text.trim_start_matches(SAME).trim_start()),
        None => text.to_owned(),
    }
}

/// Plays a move of a variation.
fn play_word(position: &mut dyn AnyPosition, text: &str, same: Option<&String>) -> Result<Vec<String>, String> {
    let marked = text.trim_start_matches(MARKS);
    position.play_named(&resolved(marked, same)).map_err(|illegal| illegal.detail)
}

/// How the game ended, by its last move or its last line.
fn conclusion(
    ending: Option<(&'static Ending, usize)>,
    last: Option<&(String, usize)>,
    replay: &mut Replay<'_>,
) -> (Option<&'static Ending>, Option<(Score, usize)>) {
    let to_move = replay.position().standing().to_move;
    let by_end = ending.map(|(ending, offset)| (ending.score(to_move), offset));
    let by_last = last.and_then(|(text, offset)| Some((score_of_last(text)?, *offset)));
    if let (Some((_, offset)), None) = (last, by_last) {
        replay.warn(*offset, || {
            "the last line does not say who won, expected a form such as まで9手で先手の勝ち".to_owned()
        });
    }
    if let (Some((score, _)), Some((other, offset))) = (by_end, by_last)
        && score != other
    {
        let (score, other) = (score.name(), other.name());
        replay
            .warn(offset, || format!("the result is {other} here, but {score} by the end of the moves, which counts"));
    }
    let named = last.and_then(|(text, _)| Ending::by_phrase(text));
    (ending.map(|(ending, _)| ending).or(named), by_end.or(by_last))
}

/// The result that the last line says.
fn score_of_last(text: &str) -> Option<Score> {
    // Of two sides, as in 後手の反則により先手の勝ち, the last one won or lost.
    let (before, is_won) = match (text.rfind('勝'), text.rfind('負')) {
        (Some(won), None) => (&text[..won], true),
        (Some(won), Some(lost)) if won > lost => (&text[..won], true),
        (_, Some(lost)) => (&text[..lost], false),
        (None, None) => ("", false),
    };
    let places =
        ["先手", "下手", "後手", "上手"].into_iter().filter_map(|name| Some((before.rfind(name)?, side(name)?)));
    if let Some((_, side)) = places.max_by_key(|(at, _)| *at) {
        return Some(Score::Win(if is_won { side } else { side.other() }));
    }
    // The side to move does not matter for draws and unfinished games.
    let score = Ending::by_phrase(text)?.score(Side::First);
    matches!(score, Score::Draw | Score::Open).then_some(score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::kifu::diagram::SIDES;

    #[test]
    fn the_last_line_names_the_winner() {
        let [first, second] = SIDES.map(|side| Some(Score::Win(side)));
        for (text, score) in [
            ("115手で先手の勝ち", first),
            ("115手で上手の勝ち", second),
            ("115手で時間切れにより後手の勝ち", second),
            ("115手で先手の反則負け", second),
            ("115手で後手の反則により先手の勝ち", first),
            ("115手で後手の入玉勝ち", second),
            ("115手で千日手", Some(Score::Draw)),
            ("115手で持将棋", Some(Score::Draw)),
            ("115手で中断", Some(Score::Open)),
            ("115手", None),
            ("の勝ち", None),
        ] {
            assert_eq!(score_of_last(text), score, "{text}");
        }
    }
}
