//! Drawings of search trees: SVG, and DOT for Graphviz.

mod block;
mod dot;
mod layout;
mod svg;
mod text;

pub use block::Caption;
pub use dot::dot;
pub use svg::svg;
