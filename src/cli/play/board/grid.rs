//! Boards of squares, plain cells and hexagons.

use super::super::look::{Canvas, Ink, width_of};
use super::face::{DARK, Face, LIGHT};
use crate::games::board::{Layout, RowColumn};

pub(super) fn draw(face: &Face<'_>, layout: Layout) -> Canvas {
    let texts: Vec<String> = face.cells().map(|cell| text(face, cell, layout)).collect();
    let inner = texts.iter().map(|text| width_of(text)).max().unwrap_or(1);
    // A column on either side: for the brackets that mark the last move where there is no colour.
    let (width, pitch) = (inner + 2, if layout == Layout::Hexes { inner + 3 } else { inner + 2 });
    let margin = face.ranks.iter().map(|rank| width_of(rank) + 1).max().unwrap_or(0);
    let shift = |row: usize| if layout == Layout::Hexes { row * pitch / 2 } else { 0 };
    let above = usize::from(layout == Layout::Hexes && !face.files.is_empty());

    let mut canvas = Canvas::default();
    for (rank, row) in face.ranks.iter().zip(0..) {
        canvas.put(above + row, shift(row) + margin - 1 - width_of(rank), rank, Ink::ASIDE);
    }
    for (file, column) in face.files.iter().zip(0..) {
        // Under the middle of the column; above a board of hexagons, whose columns lean away from what is below.
        let row = if above == 1 { 0 } else { face.rows() };
        let end = margin + column * pitch + 1 + inner.div_ceil(2);
        canvas.put(row, end.saturating_sub(width_of(file)).max(margin), file, Ink::ASIDE);
    }
    for (cell, text) in face.cells().zip(&texts) {
        let [row, column] = cell;
        let ground = if layout == Layout::Squares && !is_dark(face, cell) { LIGHT } else { DARK };
        let ink = face.ink(cell).on(face.ground(cell, ground));
        let at = margin + shift(row) + column * pitch;
        let (open, close) = if face.is_last(cell) && !face.look.color { ("[", "]") } else { (" ", " ") };
        canvas.put(above + row, at, &" ".repeat(width), ink);
        canvas.put(above + row, at, open, ink);
        canvas.put(above + row, at + 1, text, ink);
        canvas.put(above + row, at + width - 1, close, ink);
    }
    canvas
}

/// What lies there and, where nothing stands beside the board, what the cell is called.
fn text(face: &Face<'_>, cell: RowColumn, layout: Layout) -> String {
    let (symbol, name) = (face.symbol(cell), face.name(cell));
    let empty = match layout {
        _ if !name.is_empty() => "",
        // Of squares in two colours only the dark ones are drawn; colour shows both.
        Layout::Squares if face.look.color || !is_dark(face, cell) => "",
        _ => face.either("·", "."),
    };
    if symbol.is_empty() { format!("{empty}{name}") } else { format!("{symbol}{name}") }
}

/// The square at the bottom left is dark, whoever looks.
fn is_dark(face: &Face<'_>, [row, column]: RowColumn) -> bool {
    (face.rows() - 1 - row + column).is_multiple_of(2)
}
