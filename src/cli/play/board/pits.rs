//! Boards of numbers: pits between two stores, and heaps.

use super::super::look::{Canvas, Ink, width_of};
use super::face::{DARK, Face};
use crate::games::board::{Content, RowColumn};

/// Two rows of pits, with what they are called above and below, and a store at either end between them.
pub(super) fn draw(face: &Face<'_>) -> Canvas {
    let inner = face.cells().map(|cell| width_of(&face.symbol(cell)).max(width_of(face.name(cell)))).max().unwrap_or(1);
    let pitch = inner + 3;
    let last = face.columns() - 1;
    let mut canvas = Canvas::default();
    for cell in face.cells() {
        let [row, column] = cell;
        let at = column * pitch;
        if column == 0 || column == last {
            // A store stands in both rows, and is drawn once.
            put_number(&mut canvas, face, cell, (2, at), inner, ["[", "]"]);
            continue;
        }
        let marked = face.is_last(cell) && !face.look.color;
        put_number(&mut canvas, face, cell, (1 + 2 * row, at), inner, if marked { ["<", ">"] } else { ["(", ")"] });
        canvas.put(4 * row, at + 1, &format!("{:>inner$}", face.name(cell)), Ink::ASIDE);
    }
    canvas
}

fn put_number(
    canvas: &mut Canvas,
    face: &Face<'_>,
    cell: RowColumn,
    (line, at): (usize, usize),
    inner: usize,
    [open, close]: [&str; 2],
) {
    let ink = face.ink(cell).on(face.ground(cell, DARK));
    canvas.put(line, at, &format!("{open}{:>inner$}{close}", face.symbol(cell)), ink);
}

/// So many are counted at a glance where they stand in fives; of a larger heap only the number is told.
const MOST_DRAWN: u32 = 40;

/// A row for each heap: how many, and as many strokes.
pub(super) fn heaps(face: &Face<'_>) -> Canvas {
    let inner = face.cells().map(|cell| width_of(&face.symbol(cell))).max().unwrap_or(1);
    let margin = face.files.iter().map(|file| width_of(file) + 1).max().unwrap_or(0);
    let mut canvas = Canvas::default();
    for (cell, row) in face.cells().zip(0..) {
        if let Some(file) = face.files.get(cell[1]) {
            canvas.put(row, 0, file, Ink::ASIDE);
        }
        let ink = face.ink(cell).on(DARK);
        canvas.put(row, margin, &format!("{:>inner$}", face.symbol(cell)), ink);
        let Some(Content::Number(count @ 1..=MOST_DRAWN)) = face.content(cell) else { continue };
        let stroke = face.either("┃", "|");
        let fives = (0..count).step_by(5).map(|drawn| stroke.repeat(5.min(count - drawn) as usize));
        canvas.put(row, margin + inner + 2, &fives.collect::<Vec<_>>().join(" "), ink);
    }
    canvas
}
