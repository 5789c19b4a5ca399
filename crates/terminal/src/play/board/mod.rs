//! Draws the board of any game in characters, using the game's layout, cells and pieces.

mod draw;
mod edges;
mod grid;
mod pits;
mod points;
mod view;

pub use draw::draw;
pub(super) use draw::has_two_ends;
