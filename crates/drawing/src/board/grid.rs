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
    // The names of the columns are below their middles. Hexagons have slanted columns, so there they are above the
    // board if all columns begin in the first row, and otherwise after the last cell of each column.
    let is_above = layout == Layout::Hexes && (0..view.columns()).all(|column| view.has([0, column]));
    let above = usize::from(is_above && !view.files.is_empty());

    let mut canvas = Canvas::default();
    for (rank, row) in view.ranks.iter().zip(0..) {
        let first = (0..view.columns()).find(|column| view.has([row, *column])).unwrap_or(0);
        let at = margin + shift(row) + first * pitch;
        canvas.put(above + row, at - 1 - width_of(rank), rank, Ink::ASIDE);
    }
    for (file, column) in view.files.iter().zip(0..) {
        let after = (0..view.rows()).rfind(|row| view.has([*row, column])).map_or(0, |last| last + 1);
        let (row, shifted) = match layout {
            Layout::Hexes if is_above => (0, 0),
            Layout::Hexes => (after, shift(after)),
            _ => (view.rows(), 0),
        };
        let end = margin + shifted + column * pitch + 1 + inner.div_ceil(2);
        canvas.put(row, end.saturating_sub(width_of(file)).max(margin), file, Ink::ASIDE);
    }
    for (cell, text) in view.cells().zip(&texts).filter(|(cell, _)| view.has(*cell)) {
        let [row, column] = cell;
        let ground = if layout == Layout::Squares && !is_dark(view, cell) { LIGHT } else { DARK };
        let ink = view.ink(cell).on(view.ground(cell, ground));
        let at = margin + shift(row) + column * pitch;
        let (open, close) = if view.is_last(cell) && !view.look.color { ("[", "]") } else { (" ", " ") };
        canvas.put(above + row, at, &" ".repeat(width), ink);
        canvas.put(above + row, at, open, ink);
        // A board without labels has names of cells behind its pieces. Otherwise only tiles have different widths.
        let indent = if view.files.is_empty() { 0 } else { inner - width_of(text) };
        canvas.put(above + row, at + 1 + indent, text, ink);
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

#[cfg(test)]
mod tests {
    use plyd_games::CATALOGUE;
    use plyd_search::Stop;

    use crate::{Look, draw_board};

    #[test]
    fn absent_cells_are_not_drawn() {
        let hex = CATALOGUE.find("hex").unwrap();
        let mut described = hex.parse("1XO/X2/3 o").unwrap().describe(None, &Stop::default()).unwrap();
        let draw = |described: &_| draw_board(&hex.about, described, &[], false, Look::PLAIN).unwrap().text(false);
        let rows = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
        assert_eq!(rows(&draw(&described)), ["   a   b   c", "1  .   X   O", "  2  X   .   .", "    3  .   .   ."]);
        described.absent = vec![[0, 0], [2, 2]];
        assert_eq!(rows(&draw(&described)), ["    1  X   O", "  2  X   .   .", "    3  .   .   c", "         a   b"]);
    }
}
