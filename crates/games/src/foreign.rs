//! States as other programs write them, rewritten in plyd's notation. A game tries them if it cannot read a state itself.

use std::borrow::Cow;

use crate::spelling;
use plyd_search::position::Side;

/// The parts of a FEN whose only pieces are `P` for the first side and `p` for the second, as Fairy-Stockfish and
/// pychess write Ataxx, Connect Four, Othello and tic-tac-toe.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fen<'a> {
    /// The rows, with `X` and `O` for the pieces.
    pub(crate) rows: String,
    /// The side to move.
    pub(crate) side: Side,
    /// The plies without progress, and the number of the move, if they are there.
    pub(crate) counters: Vec<&'a str>,
}

/// Reads such a FEN. Pieces in hand, in brackets after the rows, are left out, because these games have as many as they
/// need.
pub(crate) fn fen(text: &str) -> Option<Fen<'_>> {
    let words: Vec<&str> = spelling::fields(text).take(7).collect();
    let [board, side, rest @ ..] = &words[..] else { return None };
    let rows = board.split_once('[').map_or(*board, |(rows, _)| rows);
    let is_cell = |c: char| matches!(c, 'P' | 'p' | '/' | '*') || c.is_ascii_digit();
    let side = spelling::side(side, ["w", "b"])?;
    let has_pieces = rows.contains(['P', 'p']) || board.contains('[');
    if !has_pieces || !rows.chars().all(is_cell) || !are_counters(rest) {
        return None;
    }
    let counters = rest.iter().copied().filter(|field| *field != "-").collect();
    Some(Fen { rows: rows.replace('P', "X").replace('p', "O"), side, counters })
}

/// Whether these are the last fields of a FEN without castling and en passant: `0 1`, `- - 0 1`.
pub(crate) fn are_counters(fields: &[&str]) -> bool {
    let numbers = fields.strip_prefix(&["-", "-"]).unwrap_or(fields);
    matches!(numbers.len(), 0 | 2) && numbers.iter().all(|field| spelling::number(field).is_some())
}

/// The FEN of a game of X and O without counters, as rows and the side to move.
pub(crate) fn fen_of_x_and_o(text: &str) -> Option<String> {
    let Fen { rows, side, .. } = fen(text)?;
    Some(format!("{rows} {}", if side == Side::First { 'X' } else { 'O' }))
}

/// The cells of a list such as `[0, 0, 1, 2]`, row by row, as `X`, `O` and `.`. Kaggle's `connectx` and `tictactoe` have
/// 1 for the first side and 2 for the second.
pub(crate) fn listed_cells(text: &str, count: usize) -> Option<String> {
    let list = text.trim().strip_prefix(['[', '('])?.strip_suffix([']', ')'])?;
    if list.len() > 8 * count {
        return None;
    }
    let cell = |number: &str| match number.trim() {
        "0" => Some('.'),
        "1" => Some('X'),
        "2" => Some('O'),
        _ => None,
    };
    let cells: String = list.split(',').map(cell).collect::<Option<_>>()?;
    (cells.len() == count).then_some(cells)
}

/// The cells of a line of the data sets of UCI: `x`, `o` and `b` for blank, separated by commas, and perhaps the result.
/// The order is the data set's.
pub(crate) fn data_set_cells(text: &str, count: usize) -> Option<Vec<char>> {
    let mut cells = Vec::with_capacity(count);
    let mut fields = text.trim().split(',');
    while let Some(field) = fields.next() {
        match field.trim() {
            "x" => cells.push('X'),
            "o" => cells.push('O'),
            "b" => cells.push('.'),
            "win" | "loss" | "draw" | "positive" | "negative" if cells.len() == count => {
                return fields.next().is_none().then_some(cells);
            }
            _ => return None,
        }
        if cells.len() > count {
            return None;
        }
    }
    (cells.len() == count).then_some(cells)
}

/// The rows of cells that follow each other without `/`, if they fill a board of this size and none is a number.
pub(crate) fn in_rows(board: &str, height: usize, width: usize) -> Cow<'_, str> {
    let is_flat = board.is_ascii() && board.len() == height * width;
    if !is_flat || board.contains(|c: char| c == '/' || c.is_ascii_digit()) {
        return board.into();
    }
    let mut rows = String::with_capacity(board.len() + height);
    for (cell, index) in board.chars().zip(0..) {
        if index > 0 && index % width == 0 {
            rows.push('/');
        }
        rows.push(cell);
    }
    rows.into()
}

/// The same for a square board, whose size follows from the number of cells.
pub(crate) fn in_square_rows(board: &str) -> Cow<'_, str> {
    let size = board.len().isqrt();
    in_rows(board, size, size)
}

/// Other readings of a state that is invalid as it is: `_` for empty cells rather than between fields, and rows on lines
/// rather than separated by `/`.
pub(crate) fn respelled(text: &str) -> impl Iterator<Item = String> {
    let dotted = text.contains('_').then(|| text.replace('_', "."));
    // `XO________X`: the last one is before the side to move.
    let with_side = text.rsplit_once('_').map(|(board, side)| format!("{} {side}", board.replace('_', ".")));
    let lines = text.trim().lines().map(str::trim).filter(|line| !line.is_empty());
    let has_lines = text.trim().contains('\n') && !text.contains('/');
    let rows = has_lines.then(|| {
        let mut rows = String::with_capacity(text.len());
        let mut width = None;
        for line in lines {
            let length = line.split_whitespace().next().map_or(0, str::len);
            let is_row = *width.get_or_insert(length) == length;
            if !rows.is_empty() {
                rows.push(if is_row { '/' } else { ' ' });
            }
            rows.push_str(line);
        }
        rows.replace('_', ".")
    });
    dotted.into_iter().chain(with_side).chain(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fens_of_pawns_are_read() {
        let fen_of = |text| fen(text).unwrap();
        let start = Fen { rows: "X5O/7/7/7/7/7/O5X".to_owned(), side: Side::First, counters: vec!["0", "1"] };
        for text in ["P5p/7/7/7/7/7/p5P w 0 1", "P5p/7/7/7/7/7/p5P[Pp] w - - 0 1", "P5p/7/7/7/7/7/p5P_W_0_1"] {
            assert_eq!(fen_of(text), start, "{text}");
        }
        assert_eq!(fen_of_x_and_o("3/1p1/P2[PPpp] b - - 3 4").as_deref(), Some("3/1O1/X2 O"));
        for text in [
            "",
            "P",
            "P5p x 0 1",
            "x5o w 0 1",
            "7/7 w",
            "P6 w 0 1 2",
            "P6 w - 0 1",
            "P6 w 0",
            "P6 w KQ - 0 1",
            "P6 w 0 x",
        ] {
            assert_eq!(fen(text), None, "{text}");
        }
    }

    #[test]
    fn lists_and_rows_of_cells_are_read() {
        assert_eq!(listed_cells("[0, 1,2]", 3).as_deref(), Some(".XO"));
        for text in ["0,1,2", "[0,1]", "[0,1,3]", "[0,1,2,]", "[0,1,2,0]", "[]"] {
            assert_eq!(listed_cells(text, 3), None, "{text}");
        }
        assert_eq!(data_set_cells("x,o,b,win", 3), Some(vec!['X', 'O', '.']));
        assert_eq!(data_set_cells("x,o,b", 3), Some(vec!['X', 'O', '.']));
        for text in ["x,o", "x,o,b,b", "x,o,b,win,win2", "x,o,q", "win"] {
            assert_eq!(data_set_cells(text, 3), None, "{text}");
        }
        assert_eq!(in_rows("X.O...", 2, 3), "X.O/...");
        assert_eq!(in_square_rows("X.O......"), "X.O/.../...");
        for board in ["X.O/...", "X2...", "X.O..", "", "\u{e9}.O..."] {
            assert_eq!(in_rows(board, 2, 3), board);
        }
        let readings = |text| respelled(text).collect::<Vec<_>>();
        assert_eq!(readings("XO_ X"), ["XO. X", "XO  X"]);
        assert_eq!(readings("XO__X"), ["XO..X", "XO. X"]);
        assert_eq!(readings("X.O\n_X_\n\n..O X\n")[2], "X.O/.X./..O X");
        assert_eq!(readings("X.O\r\n...\nX"), ["X.O/... X"]);
        assert_eq!(readings("3/3 X"), [""; 0]);
    }
}
