//! A position's board in characters: for every game, by its layout, cells and pieces alone.

mod edges;
mod face;
mod grid;
mod pits;
mod points;

use crate::games::answer::Description;
use crate::games::board::{Layout, RowColumn};
use crate::notation::About;

use super::look::{Canvas, Look};
use face::Face;

/// Draws the board, with the cells of the last move marked; `None` for a game without one. `flipped` turns it half
/// round, for whoever sits on the other side.
#[must_use]
pub fn draw(about: &About, described: &Description, last: &[RowColumn], flipped: bool, look: Look) -> Option<Canvas> {
    let layout = about.layout?;
    let face = Face::new(about, described, last, flipped, look)?;
    Some(match layout {
        Layout::Squares | Layout::Cells | Layout::Hexes => grid::draw(&face, layout),
        Layout::Points => points::draw(&face),
        Layout::Pits => pits::draw(&face),
        Layout::Edges => edges::draw(&face),
        Layout::Heaps => pits::heaps(&face),
    })
}

/// Whether the second player wants the board turned: those of games whose players sit opposite each other do.
#[must_use]
pub(super) fn has_two_ends(about: &About) -> bool {
    matches!(about.layout, Some(Layout::Squares | Layout::Pits))
}
