//! Draws the board of any game in characters, using the game's layout, cells and pieces.

mod edges;
mod grid;
mod pits;
mod points;
mod view;

use plyd_games::answer::Description;
use plyd_games::board::{Layout, RowColumn};
use plyd_games::notation::About;

use crate::canvas::{Canvas, Look};
use view::BoardView;

/// Draws the board and marks the cells of the last move. Returns `None` if the game has no board. `flipped` shows the
/// board from the other side.
#[must_use]
pub fn draw_board(
    about: &About,
    described: &Description,
    last: &[RowColumn],
    flipped: bool,
    look: Look,
) -> Option<Canvas> {
    let layout = described.layout?;
    let view = BoardView::new(about, described, last, flipped, look)?;
    Some(match layout {
        Layout::Squares | Layout::Cells | Layout::Hexes => grid::draw(&view, layout),
        Layout::Points => points::draw(&view),
        Layout::Pits => pits::draw(&view),
        Layout::Edges => edges::draw(&view),
        Layout::Heaps => pits::heaps(&view),
    })
}

/// Whether the players sit opposite each other, so that the second player sees the board from the other side.
#[must_use]
pub fn has_two_ends(about: &About) -> bool {
    matches!(about.layout, Some(Layout::Squares | Layout::Pits))
}
