//! Draws boards in characters, for every game, from its layout, cells and pieces.

mod draw;
mod edges;
mod grid;
mod pits;
mod points;
mod view;

pub use draw::draw;
pub(super) use draw::has_two_ends;
