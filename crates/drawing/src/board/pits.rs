//! Boards of numbers: pits between two stores, and heaps.

use super::view::{BoardView, DARK};
use crate::canvas::{Canvas, Ink, width_of};
use plyd_games::board::{Content, RowColumn};

/// Draws two rows of pits with their names above and below, and a store at either end.
pub(super) fn draw(view: &BoardView<'_>) -> Canvas {
    let inner = view.cells().map(|cell| width_of(&view.symbol(cell)).max(width_of(view.name(cell)))).max().unwrap_or(1);
    let pitch = inner + 3;
    let last = view.columns() - 1;
    let mut canvas = Canvas::default();
    for cell in view.cells() {
        let [row, column] = cell;
        let at = column * pitch;
        if column == 0 || column == last {
            // A store covers both rows, so it is drawn only once.
            put_number(&mut canvas, view, cell, (2, at), inner, ["[", "]"]);
            continue;
        }
        let marked = view.is_last(cell) && !view.look.color;
        put_number(&mut canvas, view, cell, (1 + 2 * row, at), inner, if marked { ["<", ">"] } else { ["(", ")"] });
        canvas.put(4 * row, at + 1, &format!("{:>inner$}", view.name(cell)), Ink::ASIDE);
    }
    canvas
}

fn put_number(
    canvas: &mut Canvas,
    view: &BoardView<'_>,
    cell: RowColumn,
    (line, at): (usize, usize),
    inner: usize,
    [open, close]: [&str; 2],
) {
    let ink = view.ink(cell).on(view.ground(cell, DARK));
    canvas.put(line, at, &format!("{open}{:>inner$}{close}", view.symbol(cell)), ink);
}

/// The largest heap that is drawn as strokes, in groups of five. For larger heaps only the number is shown.
const MAX_DRAWN: u32 = 40;

/// Draws a row for each heap, with its number and that many strokes.
pub(super) fn heaps(view: &BoardView<'_>) -> Canvas {
    let inner = view.cells().map(|cell| width_of(&view.symbol(cell))).max().unwrap_or(1);
    let margin = view.files.iter().map(|file| width_of(file) + 1).max().unwrap_or(0);
    let mut canvas = Canvas::default();
    for (cell, row) in view.cells().zip(0..) {
        if let Some(file) = view.files.get(cell[1]) {
            canvas.put(row, 0, file, Ink::ASIDE);
        }
        let ink = view.ink(cell).on(DARK);
        canvas.put(row, margin, &format!("{:>inner$}", view.symbol(cell)), ink);
        let Some(Content::Number(count @ 1..=MAX_DRAWN)) = view.content(cell) else { continue };
        let stroke = view.either("┃", "|");
        let fives = (0..count).step_by(5).map(|drawn| stroke.repeat(5.min(count - drawn) as usize));
        canvas.put(row, margin + inner + 2, &fives.collect::<Vec<_>>().join(" "), ink);
    }
    canvas
}
