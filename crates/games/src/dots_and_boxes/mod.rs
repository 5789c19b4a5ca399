//! Dots and boxes: the side that draws the last line around a box owns it and draws again; more boxes win.

mod evaluate;
mod grid;
mod notation;
mod rules;
mod symmetry;
#[cfg(test)]
mod tests;

pub use rules::DotsAndBoxes;
