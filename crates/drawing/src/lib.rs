//! Drawings: search trees as SVG, and as DOT for Graphviz; boards as text, and what is said beside them.

mod block;
mod board;
mod canvas;
mod dot;
mod layout;
mod svg;
mod text;
mod words;

pub use block::Caption;
pub use board::{draw_board, has_two_ends};
pub use canvas::{Canvas, Look};
pub use dot::dot;
pub use svg::svg;
pub use words::{ending, hands, symbols};
