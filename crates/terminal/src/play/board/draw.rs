//! Chooses how to draw a board by its layout.

use plyd_games::answer::Description;
use plyd_games::board::{Layout, RowColumn};
use plyd_games::notation::About;

use super::super::look::{Canvas, Look};
use super::view::BoardView;
use super::{edges, grid, pits, points};

/// Draws the board and marks the cells of the last move. Returns `None` if the game has no board. `flipped` shows the
/// board from the other side.
#[must_use]
pub fn draw(about: &About, described: &Description, last: &[RowColumn], flipped: bool, look: Look) -> Option<Canvas> {
    let layout = about.layout?;
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
pub(in super::super) fn has_two_ends(about: &About) -> bool {
    matches!(about.layout, Some(Layout::Squares | Layout::Pits))
}
