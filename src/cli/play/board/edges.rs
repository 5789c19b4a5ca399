//! Dots, the edges between them, and the boxes that they close.

use super::super::look::{Canvas, Ink, width_of};
use super::face::{DARK, Face};
use crate::games::board::RowColumn;

pub(super) fn draw(face: &Face<'_>) -> Canvas {
    let names = face.cells().map(|cell| width_of(face.name(cell))).max().unwrap_or(0);
    // Between two dots there is room for a name and, on either side, a column.
    let (thin, wide) = (names.max(1), names.max(1) + 2);
    let margin = face.ranks.iter().map(|rank| width_of(rank) + 1).max().unwrap_or(0);
    let at = |column: usize| margin + column / 2 * (thin + wide) + column % 2 * thin;
    let mut canvas = Canvas::default();
    for cell in face.cells() {
        let [row, column] = cell;
        let width = if column % 2 == 0 { thin } else { wide };
        let ink = face.ink(cell).on(face.ground(cell, DARK));
        canvas.put(row, at(column), &" ".repeat(width), ink);
        let text = text(face, cell, width);
        canvas.put(row, at(column) + (width - width_of(&text)) / 2, &text, ink);
    }
    for (rank, row) in face.ranks.iter().zip(0..) {
        canvas.put(row, margin - 1 - width_of(rank), rank, Ink::ASIDE);
    }
    for (file, column) in face.files.iter().zip(0..) {
        canvas.put(face.rows(), at(column), file, Ink::ASIDE);
    }
    canvas
}

/// A dot, an edge as long as it is drawn, or what is in a box; an edge that is open has its name.
fn text(face: &Face<'_>, cell: RowColumn, width: usize) -> String {
    let [row, column] = cell;
    let drawn = face.content(cell).is_some();
    let last = face.is_last(cell) && !face.look.color;
    match (row % 2, column % 2) {
        (0, 0) => face.either("•", "+").to_owned(),
        (0, 1) if drawn && last => face.either("═", "=").repeat(width),
        (0, 1) if drawn => face.either("─", "-").repeat(width),
        (1, 0) if drawn && last => face.either("║", "#").to_owned(),
        (1, 0) if drawn => face.either("│", "|").to_owned(),
        (1, 1) => face.symbol(cell),
        _ => face.name(cell).to_owned(),
    }
}
