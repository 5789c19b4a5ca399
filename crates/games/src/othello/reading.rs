//! Reads states of Othello, also as other programs write them.

use super::rules::{Move, Othello};
use crate::foreign;
use crate::grid;
use crate::notation::InvalidState;
use crate::spelling::{self, shown};
use plyd_search::position::{Position, Side};

/// Reads a board and the side to move, or a transcript. After a board may come the fields of OBF, Edax's files of
/// positions: moves with their scores, and a remark after `%`. They are checked and ignored.
///
/// # Errors
/// [`InvalidState`] for anything else.
pub(super) fn read(text: &str) -> Result<Othello, InvalidState> {
    let (head, fields) = text.split_at(text.find([';', '%']).unwrap_or(text.len()));
    let words: Vec<&str> = spelling::fields(head).collect();
    if let Some(squares) = spelling::squares(&words.concat()).filter(|_| fields.is_empty()) {
        return played(&squares);
    }
    let named = read_fields(fields)?;
    if let Some(fen) = foreign::fen_of_x_and_o(head) {
        return read_position(&spelling::fields(&fen).collect::<Vec<_>>(), named);
    }
    // GGF has the size first.
    read_position(words.strip_prefix(&["8"]).unwrap_or(&words), named)
}

/// Reads a board in one word or eight, and the side to move, which may already have been named.
fn read_position(words: &[&str], named: Option<Side>) -> Result<Othello, InvalidState> {
    let (cells, side) = match words {
        [] => {
            return Err(InvalidState::new(
                "the state is empty, expected 64 cells and the side to move, or a transcript",
            ));
        }
        [cells @ .., side] if [1, 8].contains(&cells.len()) => (cells, Some(*side)),
        cells if [1, 8].contains(&cells.len()) => (cells, None),
        _ => return Err(InvalidState::new("expected nothing after the board and the side to move")),
    };
    let [black, white] = read_discs(&cells.concat())?;
    let unknown = |side| InvalidState(format!("the side to move is {}, expected X or O", shown(side)));
    let side = match (side, named) {
        (None, named) => named.or_else(|| decided(black, white)),
        (Some(side), None) => Some(side_called(side).ok_or_else(|| unknown(side))?),
        (Some(_), Some(_)) => return Err(InvalidState::new("the side to move is there twice")),
    };
    let side = side.ok_or_else(|| {
        InvalidState::new("the side to move is missing, and both sides can move; add a space and X or O at the end")
    })?;
    Ok(Othello::new(black, white, side))
}

/// Checks the fields after a board, and returns the side to move if it is the first of them.
fn read_fields(fields: &str) -> Result<Option<Side>, InvalidState> {
    let fields = fields.split('%').next().unwrap_or_default();
    let mut side = None;
    for (index, field) in fields.split(';').map(str::trim).filter(|field| !field.is_empty()).enumerate() {
        if let Some(named) = side_called(field).filter(|_| index == 0) {
            side = Some(named);
            continue;
        }
        let scored =
            field.split_once(':').filter(|(mv, _)| spelling::square(mv).and_then(placement).is_some() || is_pass(mv));
        if scored.is_none_or(|(_, score)| score.trim().parse::<i32>().is_err()) {
            let expected = "expected a move and its score, such as G8:+18";
            return Err(InvalidState(format!("after the position comes {}, {expected}", shown(field))));
        }
    }
    Ok(side)
}

/// Whether a text is a word for a pass.
pub(super) fn is_pass(text: &str) -> bool {
    ["pass", "pa", "ps", "--"].iter().any(|pass| pass.eq_ignore_ascii_case(text))
}

/// The side with this name or letter.
fn side_called(text: &str) -> Option<Side> {
    if text == "*" {
        return Some(Side::First);
    }
    [["X", "O"], ["b", "w"], ["black", "white"]].into_iter().find_map(|names| spelling::side(text, names))
}

/// The position after these placements from the start. Passes are left out.
fn played(squares: &[(u8, u32)]) -> Result<Othello, InvalidState> {
    let mut position = Othello::default();
    for (square, number) in squares.iter().zip(1..) {
        let mv = placement(*square);
        let can_place = |at: &Othello| mv.is_some_and(|Move(square)| at.placements() >> square & 1 == 1);
        if !can_place(&position) && position.placements() == 0 && !position.is_final() {
            position.play_unchecked(Move::PASS);
        }
        let Some(mv) = mv.filter(|_| can_place(&position)) else {
            let (column, row) = square;
            let name = format!("{}{row}", char::from(b'a' + column));
            return Err(InvalidState(format!("move {number} of the transcript, {name}, cannot be played there")));
        };
        position.play_unchecked(mv);
    }
    Ok(position)
}

/// The disc on a square of the board.
pub(super) fn placement((column, row): (u8, u32)) -> Option<Move> {
    let row = u8::try_from(row).ok().filter(|row| (1..=8).contains(row))?;
    (column < 8).then(|| Move(8 * (row - 1) + column))
}

/// Reads the discs of black and of white, in 64 cells or in rows.
fn read_discs(board: &str) -> Result<[u64; 2], InvalidState> {
    let mut discs = [0; 2];
    if board.contains('/') {
        let rows = grid::read_rows(grid::LETTERS, board, 8..=8, 8..=8)?;
        for (side, index) in rows.iter().flatten().zip(0..).filter_map(|(cell, index)| Some(((*cell)?, index))) {
            discs[side.index()] |= 1 << index;
        }
        return Ok(discs);
    }
    let count = board.chars().count();
    if count != 64 {
        return Err(InvalidState(format!("the board has {count} cells, expected 64")));
    }
    for (cell, index) in board.chars().zip(0..) {
        match cell {
            'X' | 'x' | '*' | 'B' | 'b' => discs[0] |= 1 << index,
            'O' | 'o' | 'W' | 'w' => discs[1] |= 1 << index,
            '-' | '.' => {}
            other => {
                let square = format!("{}{}", char::from(b'a' + index % 8), 1 + index / 8);
                return Err(InvalidState(format!("cell {square} is {other:?}, expected X, O or -")));
            }
        }
    }
    Ok(discs)
}

/// The side to move, if only one side can move, or if the game is over and it does not matter.
fn decided(black: u64, white: u64) -> Option<Side> {
    let can_move = |side| Othello::new(black, white, side).placements() != 0;
    match [Side::First, Side::Second].map(can_move) {
        [true, true] => None,
        [false, true] => Some(Side::Second),
        [_, false] => Some(Side::First),
    }
}
