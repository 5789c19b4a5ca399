//! The files of Piskvork, the manager of Gomocup: a line for each move, counted from the top left, and the players.

use super::line::Line;
use super::lines::Lines;
use super::replay::{Replay, Source};
use super::{Format, Record, RecordError, RecordFault, WriteFault};
use crate::game::Game;
use crate::spelling::{number, shown};
use plyd_search::position::Side;

const NAME: &str = "Piskvorky";
const PLAYERS: [&str; 2] = ["Black", "White"];
const UNKNOWN: &str = "?";

/// The most columns or rows that are read.
const SIZE_MAX: u32 = 100;

/// Whether a text begins like such a file.
pub(super) fn is_psq(text: &str) -> bool {
    text.trim_start().get(..NAME.len()).is_some_and(|start| start.eq_ignore_ascii_case(NAME))
}

/// Reads a game.
pub(super) fn read(game: &Game, source: Source<'_>) -> Result<Record, RecordError> {
    let text = source.text;
    let mut lines = Lines::of(text, source.start);
    let (offset, head) = lines.next().unwrap_or((text.len(), ""));
    let fault = |detail: String| RecordFault::at(text, offset, None, detail);
    let size = if is_psq(head) { head[NAME.len()..].split(',').next().and_then(size) } else { None };
    let Some([columns, rows]) = size else {
        return Err(fault(format!("expected a line such as {NAME} 15x15, 11:11, 0")).into());
    };
    let empty = vec![vec![None; columns as usize]; rows as usize];
    let state = game.set_up(&empty, Side::First).unwrap_or_default();
    let position = game.parse(&state).map_err(|error| fault(error.0))?;
    let mut replay = Replay::from(position, Format::Psq, source);
    replay.skipped().properties = head.split(',').skip(1).count();
    let (mut tags, mut watch) = (Vec::<(String, String)>::new(), source.limits.watch());
    for (offset, line) in lines {
        watch.step()?;
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let point = match fields[..] {
            [column, row] | [column, row, _] if tags.is_empty() => number(column).zip(number(row)),
            _ => None,
        };
        match (point, tags.len()) {
            (Some((column, row)), _) => {
                if !(1..=columns).contains(&column) || !(1..=rows).contains(&row) {
                    let detail = format!("{} is not on the board, expected 1,1 to {columns},{rows}", shown(line));
                    return Err(replay.fault(offset, detail).into());
                }
                replay.play(&name(column, rows + 1 - row), offset)?;
            }
            (None, players @ (0 | 1)) => {
                if line.contains(',') || line.contains(char::is_control) {
                    let detail = format!("{} is neither a move nor a name, expected a line such as 8,8,0", shown(line));
                    return Err(replay.fault(offset, detail).into());
                }
                tags.push((PLAYERS[players].to_owned(), line.to_owned()));
            }
            _ => replay.skipped().lines += 1,
        }
    }
    tags.retain(|(_, name)| name != UNKNOWN);
    Ok(replay.finish(tags, None))
}

/// Columns and rows.
fn size(text: &str) -> Option<[u32; 2]> {
    let (columns, rows) = text.trim().split_once(['x', 'X'])?;
    let size = [number(columns)?, number(rows)?];
    size.iter().all(|count| (1..=SIZE_MAX).contains(count)).then_some(size)
}

/// The name of a square: its file, and its rank from the bottom.
fn name(column: u32, rank: u32) -> String {
    let file = char::from_u32(u32::from('a') + column - 1).unwrap_or('?');
    format!("{file}{rank}")
}

/// Writes a game.
///
/// # Errors
/// [`WriteFault`] for a start with stones or with other rules, for results that do not follow from the rules, and for
/// tags other than the players' names.
pub(super) fn write(game: &Game, line: &Line<'_>) -> Result<String, WriteFault> {
    let position = game.parse(&line.start.state).map_err(|error| WriteFault::new("state", error.0))?;
    let stones = position.stones().rows;
    let is_empty = stones.iter().flatten().all(Option::is_none);
    let begins = game.set_up(&stones, Side::First).and_then(|state| Some(game.parse(&state).ok()?.state()));
    if !is_empty || begins.as_ref() != Some(&line.start.state) {
        return Err(WriteFault::new(
            "state",
            "this format cannot start from this state, expected an empty board and five in a row",
        ));
    }
    line.expect_no_comments()?;
    line.expect_result_by_rules()?;
    let mut players = [UNKNOWN; 2];
    for (tag, value) in line.tags {
        let Some(index) = PLAYERS.iter().position(|player| player == tag) else {
            return Err(WriteFault::new(format!("tags.{tag}"), "this format has only the tags Black and White"));
        };
        let is_name = value.trim() == value && !value.is_empty() && !value.chars().any(char::is_control);
        if !is_name || value.contains(',') {
            return Err(WriteFault::new(format!("tags.{tag}"), "expected a name on one line without commas"));
        }
        players[index] = value;
    }
    let (rows, columns) = (stones.len(), stones[0].len());
    let mut text = format!("{NAME} {columns}x{rows}, 11:11, 0\n");
    for mv in &line.moves {
        let (file, rank) = mv.name.split_at(1);
        let column = u32::from(file.as_bytes()[0] - b'a') + 1;
        let row = rows as u32 + 1 - number(rank).unwrap_or(1);
        text.push_str(&format!("{column},{row},0\n"));
    }
    if players != [UNKNOWN; 2] {
        text.push_str(&format!("{}\n{}\n", players[0], players[1]));
    }
    Ok(text)
}
