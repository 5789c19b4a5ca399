//! Boards of squares, plain cells and hexagons.

use super::view::{BoardView, DARK, LIGHT};
use crate::canvas::{Canvas, Ink, width_of};
use plyd_games::board::{Layout, RowColumn};

pub(super) fn draw(view: &BoardView<'_>, layout: Layout) -> Canvas {
    let texts: Vec<String> = view.cells().map(|cell| text(view, cell, layout)).collect();
    let inner = texts.iter().map(|text| width_of(text)).max().unwrap_or(1);
    // There is a column on either side for the brackets that mark the last move if there are no colours.
    let (width, pitch) = (inner + 2, if layout == Layout::Hexes { inner + 3 } else { inner + 2 });
    let margin = view.ranks.iter().map(|rank| width_of(rank) + 1).max().unwrap_or(0);
    let shift = |row: usize| if layout == Layout::Hexes { row * pitch / 2 } else { 0 };
    let above = usize::from(layout == Layout::Hexes && !view.files.is_empty());

    let mut canvas = Canvas::default();
    for (rank, row) in view.ranks.iter().zip(0..) {
        canvas.put(above + row, shift(row) + margin - 1 - width_of(rank), rank, Ink::ASIDE);
    }
    for (file, column) in view.files.iter().zip(0..) {
        // The label is below the middle of the column. Hexagons have slanted columns, so there it is above the board.
        let row = if above == 1 { 0 } else { view.rows() };
        let end = margin + column * pitch + 1 + inner.div_ceil(2);
        canvas.put(row, end.saturating_sub(width_of(file)).max(margin), file, Ink::ASIDE);
    }
    for (cell, text) in view.cells().zip(&texts) {
        let [row, column] = cell;
        let ground = if layout == Layout::Squares && !is_dark(view, cell) { LIGHT } else { DARK };
        let ink = view.ink(cell).on(view.ground(cell, ground));
        let at = margin + shift(row) + column * pitch;
        let (open, close) = if view.is_last(cell) && !view.look.color { ("[", "]") } else { (" ", " ") };
        canvas.put(above + row, at, &" ".repeat(width), ink);
        canvas.put(above + row, at, open, ink);
        canvas.put(above + row, at + 1, text, ink);
        canvas.put(above + row, at + width - 1, close, ink);
    }
    canvas
}

/// The content of the cell, and its name if the board has no labels.
fn text(view: &BoardView<'_>, cell: RowColumn, layout: Layout) -> String {
    let (symbol, name) = (view.symbol(cell), view.name(cell));
    let empty = match layout {
        _ if !name.is_empty() => "",
        // If there are no colours, only empty dark squares are marked.
        Layout::Squares if view.look.color || !is_dark(view, cell) => "",
        _ => view.either("·", "."),
    };
    if symbol.is_empty() { format!("{empty}{name}") } else { format!("{symbol}{name}") }
}

/// The square at the bottom left is dark, whichever side the board is seen from.
fn is_dark(view: &BoardView<'_>, [row, column]: RowColumn) -> bool {
    (view.rows() - 1 - row + column).is_multiple_of(2)
}
