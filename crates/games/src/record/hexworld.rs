//! The addresses of HexWorld boards, which contain a whole game: `https://hexworld.org/board/#11,a2:sf6`.

use super::line::Line;
use super::lists::unit_length;
use super::replay::{Replay, Source};
use super::results::Score;
use super::{Format, Record, RecordError, RecordFault, WriteFault};
use crate::game::Game;
use crate::spelling::{number, shown};
use plyd_search::position::Side;

const ADDRESS: &str = "https://hexworld.org/board/#";

/// The most columns or rows that are read.
const SIZE_MAX: u32 = 52;

/// The move that exchanges the stone of the first move for one of the other side.
const SWAP: &str = "swap";

/// Whether a text is such an address, or its part after `#`.
pub(super) fn is_address(text: &str) -> bool {
    let (head, _) = text.trim_start().split_once(',').unwrap_or((text, ""));
    let short = head.len() < ADDRESS.len() + 32;
    short && (head.contains("hexworld.org/board/#") || size(head.trim_start_matches('#')).is_some())
}

/// The numbers of columns and rows. Options of the picture may follow.
fn size(text: &str) -> Option<[u32; 2]> {
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let columns = number(&text[..text.len() - after.len()])?;
    let (rows, options) = match after.strip_prefix('x') {
        Some(rows) => {
            let options = rows.trim_start_matches(|c: char| c.is_ascii_digit());
            (number(&rows[..rows.len() - options.len()])?, options)
        }
        None => (columns, after),
    };
    let is_option = |c: char| c.is_ascii_digit() || ['r', 'm', 'n', 'c'].contains(&c);
    let is_size = (1..=SIZE_MAX).contains(&columns) && (1..=SIZE_MAX).contains(&rows);
    (is_size && options.chars().all(is_option)).then_some([columns, rows])
}

/// Reads a game. The moves after a second comma are not shown in the picture, but belong to the game.
pub(super) fn read(game: &Game, source: Source<'_>) -> Result<Record, RecordError> {
    let text = source.text;
    let from = source.start + text[source.start..].find('#').map_or(0, |at| at + 1);
    let from = text.len() - text[from..].trim_start().len();
    let (head, _) = text[from..].split_once(',').unwrap_or((text[from..].trim_end(), ""));
    let fault = |detail: String| RecordFault::at(text, from, None, detail);
    let [columns, rows] = size(head.trim()).ok_or_else(|| {
        fault(format!("{} is not a board, expected its size and a comma, as in {ADDRESS}11,a2:sf6", shown(head)))
    })?;
    let moves = text[(from + head.len() + 1).min(text.len())..].trim_end();
    let base = text.len() - text[(from + head.len() + 1).min(text.len())..].len();
    let empty = vec![vec![None; columns as usize]; rows as usize];
    let state = game.set_up(&empty, Side::First).unwrap_or_default();
    let rule = if moves.contains(":s") { format!(" {SWAP}") } else { String::new() };
    let position = game.parse(&(state + &rule)).map_err(|error| fault(error.0))?;
    let mut replay = Replay::from(position, Format::HexWorld, source);
    let (mut rest, mut result, mut watch) = (moves, None, source.limits.watch());
    while !rest.is_empty() {
        watch.step()?;
        let offset = base + moves.len() - rest.len();
        if let Some((_, at)) = result {
            return Err(replay.fault(at, "the game is over here, but more moves follow").into());
        }
        let given_up = [":rb", ":rw", ":fb", ":fw"].into_iter().find(|word| rest.starts_with(word));
        let length = if let Some(word) = given_up {
            let winner = if word.ends_with('b') { Side::Second } else { Side::First };
            result = Some((Score::Win(winner), offset));
            word.len()
        } else if rest.starts_with(":s") {
            replay.play(SWAP, offset)?;
            2
        } else if rest.starts_with(":S") {
            // The players exchange their colours, and the stones stay.
            replay.skipped().properties += 1;
            2
        } else if rest.starts_with(":p") {
            return Err(replay.fault(offset, "this is a pass, and there are no passes in plyd's Hex").into());
        } else if rest.starts_with(',') {
            1
        } else {
            let length = unit_length(rest, &[], false).filter(|_| !rest.starts_with(|c: char| c.is_ascii_digit()));
            let length = length.ok_or_else(|| {
                replay.fault(offset, format!("{} is not a move, expected a cell, :s, :rb or :rw", shown(rest)))
            })?;
            replay.play(&rest[..length], offset)?;
            length
        };
        rest = &rest[length..];
    }
    Ok(replay.finish(Vec::new(), result))
}

/// Writes a game.
///
/// # Errors
/// [`WriteFault`] for a start with stones, for tags and comments, and for the swap rule if nobody swaps.
pub(super) fn write(game: &Game, line: &Line<'_>) -> Result<String, WriteFault> {
    let position = game.parse(&line.start.state).map_err(|error| WriteFault::new("state", error.0))?;
    let stones = position.stones().rows;
    let swaps = line.moves.iter().any(|mv| mv.name == SWAP);
    let rule = if swaps { format!(" {SWAP}") } else { String::new() };
    let begins = game.set_up(&stones, Side::First).map(|state| state + &rule);
    if !stones.iter().flatten().all(Option::is_none) || begins.as_ref() != Some(&line.start.state) {
        let expected = "expected an empty board, and the swap rule only if a side swaps";
        return Err(WriteFault::new("state", format!("this format cannot start from this state, {expected}")));
    }
    if let Some((name, _)) = line.tags.first() {
        return Err(WriteFault::new(format!("tags.{name}"), "this format has no tags"));
    }
    line.expect_no_comments()?;
    if line.result == Score::Draw {
        return Err(WriteFault::new("result", "this format has no draws"));
    }
    let mut text = format!("{ADDRESS}{},", stones.len());
    for mv in &line.moves {
        text.push_str(if mv.name == SWAP { ":s" } else { &mv.name });
    }
    if line.by_rules == Score::Open {
        text.push_str(match line.result {
            Score::Win(Side::First) => ":rw",
            Score::Win(Side::Second) => ":rb",
            Score::Draw | Score::Open => "",
        });
    }
    Ok(text)
}
