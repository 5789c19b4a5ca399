//! Boards of points where lines cross.

use std::collections::HashSet;

use super::super::look::{Canvas, Ink, width_of};
use super::face::{DARK, Face};
use crate::games::board::RowColumn;

pub(super) fn draw(face: &Face<'_>) -> Canvas {
    let links = Links::of(&face.lines);
    // A full net needs no lines to be read; any other gets room for them.
    let sparse = face.cells().any(|cell| !links.is_full(cell, face));
    let (across, down) = if sparse { (4, 2) } else { (if face.look.unicode { 2 } else { 3 }, 1) };
    let margin = face.ranks.iter().map(|rank| width_of(rank) + 1).max().unwrap_or(0);
    let place = |[row, column]: RowColumn| (row * down, margin + 1 + column * across);

    let mut canvas = Canvas::default();
    let ground = Ink { fore: Some(249), back: Some(DARK), bold: false };
    let (height, width) = ((face.rows() - 1) * down + 1, (face.columns() - 1) * across + 3);
    for row in 0..height {
        canvas.put(row, margin, &" ".repeat(width), ground);
    }
    for (rank, row) in face.ranks.iter().zip(0..) {
        canvas.put(row * down, margin - 1 - width_of(rank), rank, Ink::ASIDE);
    }
    for (file, column) in face.files.iter().zip(0..) {
        canvas.put(height, margin + 1 + column * across, file, Ink::ASIDE);
    }
    if sparse || face.look.unicode {
        for cell in face.cells() {
            draw_links(&mut canvas, face, &links, cell, (across, down), place(cell), ground);
        }
    }
    for cell in face.cells().filter(|cell| links.is_point(*cell)) {
        let (row, column) = place(cell);
        let empty =
            if face.look.unicode { links.cross(cell) } else { face.either("·", if sparse { "+" } else { "." }) };
        let symbol = Some(face.symbol(cell)).filter(|symbol| !symbol.is_empty());
        let ink = face.ink(cell).on(face.ground(cell, DARK));
        if face.is_last(cell) && !face.look.color {
            canvas.put(row, column - 1, "(", ink);
            canvas.put(row, column + 1, ")", ink);
        }
        canvas.put(row, column, symbol.as_deref().unwrap_or(empty), ink);
    }
    canvas
}

/// The lines that leave a cell to the right and downwards.
fn draw_links(
    canvas: &mut Canvas,
    face: &Face<'_>,
    links: &Links,
    cell: RowColumn,
    (across, down): (usize, usize),
    (row, column): (usize, usize),
    ink: Ink,
) {
    if links.has(cell, 0, 1) {
        canvas.put(row, column + 1, &face.either("─", "-").repeat(across - 1), ink);
    }
    if down == 1 {
        return;
    }
    if links.has(cell, 1, 0) {
        canvas.put(row + 1, column, face.either("│", "|"), ink);
    }
    let right = [cell[0], cell[1] + 1];
    let (falls, rises) = (links.has(cell, 1, 1), links.has(right, 1, -1));
    let text = match (falls, rises) {
        (true, true) => face.either("╳", "X"),
        (true, false) => face.either("╲", "\\"),
        (false, true) => face.either("╱", "/"),
        (false, false) => return,
    };
    canvas.put(row + 1, column + across / 2, text, ink);
}

/// Which neighbours are joined, told from the cell that lies above or, in a row, on the left.
struct Links(HashSet<(RowColumn, [isize; 2])>);

impl Links {
    /// Takes lines apart into steps from cell to cell; one in another direction than the eight has none but its ends.
    fn of(lines: &[[RowColumn; 2]]) -> Self {
        let mut steps = HashSet::new();
        for [one, other] in lines {
            let (from, to) = if one <= other { (*one, *other) } else { (*other, *one) };
            let [rows, columns] = [0, 1].map(|axis| to[axis] as isize - from[axis] as isize);
            let step = [rows.signum(), columns.signum()];
            let count = rows.abs().max(columns.abs());
            for number in 0..count {
                let at = [0, 1].map(|axis| (from[axis] as isize + number * step[axis]) as usize);
                steps.insert((at, step));
            }
        }
        Self(steps)
    }

    fn has(&self, cell: RowColumn, rows: isize, columns: isize) -> bool {
        self.0.contains(&(cell, [rows, columns]))
    }

    /// Whether lines leave the cell upwards, downwards, to the left and to the right.
    fn around(&self, [row, column]: RowColumn) -> [bool; 4] {
        [
            row > 0 && self.has([row - 1, column], 1, 0),
            self.has([row, column], 1, 0),
            column > 0 && self.has([row, column - 1], 0, 1),
            self.has([row, column], 0, 1),
        ]
    }

    fn is_point(&self, cell: RowColumn) -> bool {
        let [row, column] = cell;
        let slanting = self.has(cell, 1, 1)
            || self.has(cell, 1, -1)
            || row > 0
                && (self.has([row - 1, column + 1], 1, -1) || column > 0 && self.has([row - 1, column - 1], 1, 1));
        slanting || self.around(cell).contains(&true)
    }

    /// Whether the cell is joined to all four of its neighbours and to nothing else.
    fn is_full(&self, cell: RowColumn, face: &Face<'_>) -> bool {
        let [row, column] = cell;
        let wanted = [row > 0, row + 1 < face.rows(), column > 0, column + 1 < face.columns()];
        self.around(cell) == wanted && !self.has(cell, 1, 1) && !self.has(cell, 1, -1)
    }

    /// The character with these four arms.
    fn cross(&self, cell: RowColumn) -> &'static str {
        match self.around(cell) {
            [true, true, true, true] => "┼",
            [true, true, false, true] => "├",
            [true, true, true, false] => "┤",
            [false, true, true, true] => "┬",
            [true, false, true, true] => "┴",
            [false, true, false, true] => "┌",
            [false, true, true, false] => "┐",
            [true, false, false, true] => "└",
            [true, false, true, false] => "┘",
            [true, true, false, false] => "│",
            [false, false, true, true] => "─",
            _ => "·",
        }
    }
}
