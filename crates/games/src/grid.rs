//! Text that grid games share: rows of cells, with numbers for runs of empty cells, and the side to move in games of X
//! and O.

use std::ops::RangeInclusive;

use crate::board::{Board, Content};
use crate::fields;
use crate::notation::InvalidState;
use plyd_search::position::Side;

/// The letters of [`Side::First`] and of [`Side::Second`].
pub(super) type Letters = [char; 2];

/// The letters of games of X and O.
pub(super) const LETTERS: Letters = ['X', 'O'];

/// The owner of the stone on a cell, if there is a stone.
pub(super) type Cell = Option<Side>;

/// Reads the rows of a board from top to bottom. `height` is the allowed number of rows, and `width` the allowed length
/// of the first row. All other rows have to be as long as the first.
///
/// # Errors
/// [`InvalidState`] for other numbers of rows or cells, and for anything that is not a row.
pub(super) fn read_rows(
    letters: Letters,
    board: &str,
    height: RangeInclusive<usize>,
    width: RangeInclusive<usize>,
) -> Result<Vec<Vec<Cell>>, InvalidState> {
    let count = board.split('/').count();
    if !height.contains(&count) {
        return Err(InvalidState(format!("the board has {count} rows, expected {}", in_words(&height))));
    }
    let mut rows: Vec<Vec<Cell>> = Vec::with_capacity(count);
    for (row, number) in board.split('/').zip(1..) {
        let width = rows.first().map_or(width.clone(), |first| first.len()..=first.len());
        rows.push(read_row(letters, row, number, width)?);
    }
    Ok(rows)
}

/// Reads one row. `number` is for the error message.
///
/// # Errors
/// [`InvalidState`], see [`read_rows`].
pub(super) fn read_row(
    letters: Letters,
    row: &str,
    number: usize,
    width: RangeInclusive<usize>,
) -> Result<Vec<Cell>, InvalidState> {
    let [one, two] = letters;
    let case_counts = one.eq_ignore_ascii_case(&two);
    let is = |read: char, letter: char| read == letter || !case_counts && read.eq_ignore_ascii_case(&letter);
    // Stores at most as many cells as a row may have, however large the numbers are.
    let mut cells = Vec::new();
    let mut length = 0_u64;
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (run, cell) = match first {
            letter if is(letter, one) => (1, Some(Side::First)),
            letter if is(letter, two) => (1, Some(Side::Second)),
            '.' | '-' => (1, None),
            '1'..='9' => (rest[..digits].parse().unwrap_or(u64::MAX), None),
            other => {
                return Err(InvalidState(format!(
                    "cell {} of row {number} is {other:?}, expected {one}, {two} or a number of empty cells",
                    length.saturating_add(1)
                )));
            }
        };
        length = length.saturating_add(run);
        let kept = length.min(*width.end() as u64) as usize;
        cells.resize(kept.max(cells.len()), cell);
        rest = &rest[digits.max(first.len_utf8())..];
    }
    if length < *width.start() as u64 || length > *width.end() as u64 {
        return Err(InvalidState(format!("row {number} has {length} cells, expected {}", in_words(&width))));
    }
    Ok(cells)
}

fn in_words(range: &RangeInclusive<usize>) -> String {
    if range.start() == range.end() {
        range.start().to_string()
    } else {
        format!("{} to {}", range.start(), range.end())
    }
}

/// Writes rows in the form that [`read_rows`] reads.
pub(super) fn write_rows(letters: Letters, rows: &[Vec<Cell>]) -> String {
    let mut text = String::new();
    for (row, index) in rows.iter().zip(0..) {
        if index > 0 {
            text.push('/');
        }
        for run in row.chunk_by(|left, right| left.is_none() && right.is_none()) {
            match run[0] {
                Some(side) => text.push(letters[side.index()]),
                None => text.push_str(&run.len().to_string()),
            }
        }
    }
    text
}

/// The rows of an empty board of this many columns and rows.
pub(super) fn empty_rows([columns, rows]: [usize; 2]) -> String {
    vec![columns.to_string(); rows].join("/")
}

/// The cells as letters, for [`crate::notation::Notation::board`].
pub(super) fn board(letters: Letters, rows: Vec<Vec<Cell>>) -> Board {
    let letter = |cell: Cell| cell.map(|side| Content::Letter(letters[side.index()]));
    rows.into_iter().map(|row| row.into_iter().map(letter).collect()).collect()
}

/// Reads the side to move, which follows from the number of stones: X moves first, and the sides take turns. The name
/// may be missing; if it is present, it has to agree.
///
/// # Errors
/// [`InvalidState`] if the name is not a side or contradicts the stones, or if the numbers of stones are impossible.
pub(super) fn read_side(name: Option<&str>, rows: &[Vec<Cell>]) -> Result<Side, InvalidState> {
    let count = |side| rows.iter().flatten().filter(|cell| **cell == Some(side)).count();
    let (x, o) = (count(Side::First), count(Side::Second));
    let counted = match x.checked_sub(o) {
        Some(0) => Side::First,
        Some(1) => Side::Second,
        _ => return Err(InvalidState(format!("there are {x} X and {o} O, expected equal numbers or one more X"))),
    };
    let Some(name) = name else { return Ok(counted) };
    let side = fields::side_to_move(name, LETTERS, "")?;
    if side != counted {
        let (named, other) = (LETTERS[side.index()], LETTERS[counted.index()]);
        return Err(InvalidState(format!("{named} is to move, but with {x} X and {o} O it is {other}'s turn")));
    }
    Ok(side)
}

/// Refuses boards on which both sides have a winning line, or the side to move has one.
///
/// # Errors
/// [`InvalidState`], in which `line` is the name of such a line.
pub(super) fn check_winner(has_line: [bool; 2], side: Side, line: &str) -> Result<(), InvalidState> {
    let [mover, other] = [side, side.other()].map(|side| LETTERS[side.index()]);
    match (has_line[side.index()], has_line[side.other().index()]) {
        (true, true) => Err(InvalidState(format!("both X and O have {line}, but the game ends at the first"))),
        (true, false) => {
            Err(InvalidState(format!("{mover} is to move but has {line}; expected {other} to move, which has lost")))
        }
        (false, _) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(board: &str) -> String {
        read_rows(LETTERS, board, 2..=3, 3..=19).expect_err(board).0
    }

    #[test]
    fn rows_are_read_and_written_with_runs_of_any_length() {
        for board in ["3/XO1/1X1", "19/XOX16", "XO17/10X8/12O6"] {
            assert_eq!(write_rows(LETTERS, &read_rows(LETTERS, board, 2..=3, 3..=19).unwrap()), board);
        }
        for spelling in [".../xo./-X-", "1.1/xO1/1x-"] {
            let rows = read_rows(LETTERS, spelling, 2..=3, 3..=19).unwrap();
            assert_eq!(write_rows(LETTERS, &rows), "3/XO1/1X1");
        }
        // The case of a letter matters if it distinguishes the sides.
        let pawns = ['P', 'p'];
        assert_eq!(write_rows(pawns, &read_rows(pawns, "Pp./3", 2..=3, 3..=19).unwrap()), "Pp1/3");
    }

    #[test]
    fn wrong_rows_are_refused_by_number_and_cell() {
        for (board, says) in [
            ("", "1 rows, expected 2 to 3"),
            ("3/3/3/3", "4 rows, expected 2 to 3"),
            ("2/3/3", "row 1 has 2 cells, expected 3 to 19"),
            ("20/20", "row 1 has 20 cells, expected 3 to 19"),
            ("3/4", "row 2 has 4 cells, expected 3"),
            ("3/", "row 2 has 0 cells, expected 3"),
            ("3/1?1", "cell 2 of row 2 is '?'"),
            ("3/0X2", "cell 1 of row 2 is '0'"),
            ("3/X\u{e9}X", "cell 2 of row 2 is 'é'"),
            ("3/\u{0663}", "cell 1 of row 2"),
            ("3/99999999999999999999999X", "row 2 has 18446744073709551615 cells, expected 3"),
        ] {
            assert!(refusal(board).contains(says), "{board}: {}", refusal(board));
        }
    }
}
