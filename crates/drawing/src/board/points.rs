//! Boards of points on crossing lines.

use std::collections::HashSet;

use super::view::{BoardView, DARK};
use crate::canvas::{Canvas, Ink, width_of};
use plyd_games::board::RowColumn;

pub(super) fn draw(view: &BoardView<'_>) -> Canvas {
    let links = Links::of(&view.lines);
    // A full grid is drawn without gaps, because it can be read without lines. Every other board has room for its
    // lines.
    let sparse = view.cells().any(|cell| !links.is_full(cell, view));
    let (across, down) = if sparse { (4, 2) } else { (if view.look.unicode { 2 } else { 3 }, 1) };
    let margin = view.ranks.iter().map(|rank| width_of(rank) + 1).max().unwrap_or(0);
    let place = |[row, column]: RowColumn| (row * down, margin + 1 + column * across);

    let mut canvas = Canvas::default();
    let ground = Ink { fore: Some(249), back: Some(DARK), bold: false };
    let (height, width) = ((view.rows() - 1) * down + 1, (view.columns() - 1) * across + 3);
    for row in 0..height {
        canvas.put(row, margin, &" ".repeat(width), ground);
    }
    for (rank, row) in view.ranks.iter().zip(0..) {
        canvas.put(row * down, margin - 1 - width_of(rank), rank, Ink::ASIDE);
    }
    for (file, column) in view.files.iter().zip(0..) {
        canvas.put(height, margin + 1 + column * across, file, Ink::ASIDE);
    }
    if sparse || view.look.unicode {
        for cell in view.cells() {
            draw_links(&mut canvas, view, &links, cell, (across, down), place(cell), ground);
        }
    }
    for cell in view.cells().filter(|cell| links.is_point(*cell)) {
        let (row, column) = place(cell);
        let empty =
            if view.look.unicode { links.cross(cell) } else { view.either("·", if sparse { "+" } else { "." }) };
        let symbol = view.symbol(cell);
        let text = if symbol.is_empty() { empty } else { &symbol };
        let ink = view.ink(cell).on(view.ground(cell, DARK));
        if view.is_last(cell) && !view.look.color {
            canvas.put(row, column - 1, "(", ink);
            canvas.put(row, column + width_of(text), ")", ink);
        }
        canvas.put(row, column, text, ink);
    }
    canvas
}

/// Draws the lines from a cell to the right and downwards.
fn draw_links(
    canvas: &mut Canvas,
    view: &BoardView<'_>,
    links: &Links,
    cell: RowColumn,
    (across, down): (usize, usize),
    (row, column): (usize, usize),
    ink: Ink,
) {
    if links.has(cell, 0, 1) {
        canvas.put(row, column + 1, &view.either("─", "-").repeat(across - 1), ink);
    }
    if down == 1 {
        return;
    }
    if links.has(cell, 1, 0) {
        canvas.put(row + 1, column, view.either("│", "|"), ink);
    }
    let right = [cell[0], cell[1] + 1];
    let (falls, rises) = (links.has(cell, 1, 1), links.has(right, 1, -1));
    let text = match (falls, rises) {
        (true, true) => view.either("╳", "X"),
        (true, false) => view.either("╲", "\\"),
        (false, true) => view.either("╱", "/"),
        (false, false) => return,
    };
    canvas.put(row + 1, column + across / 2, text, ink);
}

/// The links between neighbours, stored as steps from the upper or left cell.
struct Links(HashSet<(RowColumn, [isize; 2])>);

impl Links {
    /// Splits lines into steps from cell to cell, in the eight directions.
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

    /// Whether lines lead up, down, left and right from the cell.
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

    /// Whether the cell is linked to its four neighbours and to no other cell.
    fn is_full(&self, cell: RowColumn, view: &BoardView<'_>) -> bool {
        let [row, column] = cell;
        let wanted = [row > 0, row + 1 < view.rows(), column > 0, column + 1 < view.columns()];
        self.around(cell) == wanted && !self.has(cell, 1, 1) && !self.has(cell, 1, -1)
    }

    /// The box-drawing character that shows the links of a cell.
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
