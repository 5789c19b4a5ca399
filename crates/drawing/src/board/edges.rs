//! Dots, the edges between them, and the boxes that they close.

use super::view::{BoardView, DARK};
use crate::canvas::{Canvas, Ink, width_of};
use plyd_games::board::RowColumn;

pub(super) fn draw(view: &BoardView<'_>) -> Canvas {
    let names = view.cells().map(|cell| width_of(view.name(cell))).max().unwrap_or(0);
    // There is room for a name between two dots, with a free column on either side.
    let (thin, wide) = (names.max(1), names.max(1) + 2);
    let margin = view.ranks.iter().map(|rank| width_of(rank) + 1).max().unwrap_or(0);
    let at = |column: usize| margin + column / 2 * (thin + wide) + column % 2 * thin;
    let mut canvas = Canvas::default();
    for cell in view.cells() {
        let [row, column] = cell;
        let width = if column % 2 == 0 { thin } else { wide };
        let ink = view.ink(cell).on(view.ground(cell, DARK));
        canvas.put(row, at(column), &" ".repeat(width), ink);
        let text = text(view, cell, width);
        canvas.put(row, at(column) + (width - width_of(&text)) / 2, &text, ink);
    }
    for (rank, row) in view.ranks.iter().zip(0..) {
        canvas.put(row, margin - 1 - width_of(rank), rank, Ink::ASIDE);
    }
    for (file, column) in view.files.iter().zip(0..) {
        canvas.put(view.rows(), at(column), file, Ink::ASIDE);
    }
    canvas
}

/// A dot, a drawn edge, the content of a box, or the name of an open edge.
fn text(view: &BoardView<'_>, cell: RowColumn, width: usize) -> String {
    let [row, column] = cell;
    let drawn = view.content(cell).is_some();
    let last = view.is_last(cell) && !view.look.color;
    match (row % 2, column % 2) {
        (0, 0) => view.either("•", "+").to_owned(),
        (0, 1) if drawn && last => view.either("═", "=").repeat(width),
        (0, 1) if drawn => view.either("─", "-").repeat(width),
        (1, 0) if drawn && last => view.either("║", "#").to_owned(),
        (1, 0) if drawn => view.either("│", "|").to_owned(),
        (1, 1) => view.symbol(cell),
        _ => view.name(cell).to_owned(),
    }
}
