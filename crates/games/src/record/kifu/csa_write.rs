//! Writes the format of the Computer Shogi Association, version 2.2.

use super::diagram::{Diagram, SIDES};
use super::endings::{Ending, ILLEGAL_ACTION};
use super::facts::{PLAYERS, bank, headers, is_csa_name, player};
use crate::game::Game;
use crate::record::line::Line;
use crate::record::results::Score;
use crate::record::{Format, WriteFault};
use plyd_search::position::Side;

/// The first lines. Without the first one, programs that know version 3 expect Shift JIS.
const HEAD: &str = "'CSA encoding=UTF-8\nV2.2\n";

/// Writes a game.
///
/// # Errors
/// [`WriteFault`] for states in which a game begins later than with ply 1, for tags that contradict the game or cannot be
/// written, and for results that need an ending that is not known.
pub(in crate::record) fn write(game: &Game, line: &Line<'_>) -> Result<String, WriteFault> {
    let mut text = HEAD.to_owned();
    for (tag, sign) in PLAYERS.into_iter().zip(['+', '-']) {
        let name = player(line, tag)?;
        if !name.is_empty() {
            text.push_str(&format!("N{sign}{name}\n"));
        }
    }
    let is_header =
        |name: &str, value: &str| is_csa_name(name) && value.trim() == value && !value.contains(char::is_control);
    for (name, value) in headers(game, line, Format::Csa, is_header)? {
        text.push_str(&format!("${name}:{value}\n"));
    }
    text.push_str(&start(line)?);
    let mut left = [bank(line.tags).unwrap_or_default(); 2];
    comments(line, 0, &mut text);
    for (mv, ply) in line.moves.iter().zip(0..) {
        text.push_str(&format!("{}\n", mv.spelling));
        if let Some(ms) = line.notes.clocks.get(&ply) {
            text.push_str(&format!("T{}\n", (left[ply % 2] - ms) / 1000));
            left[ply % 2] = *ms;
        }
        comments(line, ply + 1, &mut text);
    }
    text.push_str(&end(game, line)?);
    Ok(text)
}

fn comments(line: &Line<'_>, ply: usize, text: &mut String) {
    for comment in line.comments.get(&ply).into_iter().flat_map(|text| text.split(['\n', '\r'])) {
        if !comment.trim().is_empty() {
            text.push_str(&format!("'*{}\n", comment.trim()));
        }
    }
}

/// The position and the side to move.
fn start(line: &Line<'_>) -> Result<String, WriteFault> {
    let diagram = Diagram::of(&line.start.state);
    let sign = |side| if side == Side::First { '+' } else { '-' };
    if diagram.number != 1 {
        let detail = "csa has no number of the first move, expected a state that ends with 1";
        return Err(WriteFault::new("state", detail));
    }
    let mut text = String::new();
    if line.is_start {
        text.push_str("PI\n");
    } else {
        for (row, rank) in diagram.rows.iter().zip(1..) {
            let cells = row.iter().map(|cell| match cell {
                None => " * ".to_owned(),
                Some((side, man)) => format!("{}{}", sign(*side), man.csa),
            });
            text.push_str(&format!("P{rank}{}\n", cells.collect::<String>()));
        }
        for side in SIDES {
            let held: String =
                diagram.held(side).map(|(man, count)| format!("00{}", man.csa).repeat(count as usize)).collect();
            if !held.is_empty() {
                text.push_str(&format!("P{}{held}\n", sign(side)));
            }
        }
    }
    Ok(format!("{text}{}\n", sign(diagram.to_move)))
}

/// The line that ends the game; empty if it is unfinished.
fn end(game: &Game, line: &Line<'_>) -> Result<String, WriteFault> {
    let (ending, to_move) = Ending::of(game, line)?;
    let word = match (ending, line.result) {
        (Some(ending), Score::Win(winner)) if ending.csa == ILLEGAL_ACTION => {
            format!("{}{ILLEGAL_ACTION}", if winner == Side::First { '-' } else { '+' })
        }
        (Some(ending), _) if ending.csa.is_empty() => {
            let detail = format!("csa has no word for this end, {}", ending.name);
            return Err(WriteFault::new("tags.Termination", detail));
        }
        (Some(ending), _) => ending.csa.to_owned(),
        (None, Score::Open) => return Ok(String::new()),
        (None, Score::Draw) => "HIKIWAKE".to_owned(),
        (None, Score::Win(winner)) if winner != to_move => "TORYO".to_owned(),
        (None, Score::Win(_)) => {
            let detail = "csa has no end by which the side to move wins, except for the tag Termination rules infraction or \
                          entering king";
            return Err(WriteFault::new("result", detail));
        }
    };
    Ok(format!("%{word}\n"))
}
