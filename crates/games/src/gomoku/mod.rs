//! Gomoku, free style or with rows of an exact length, and renju, on any board from 3x3 to 20x20: the m,n,k games.

mod board;
mod candidates;
mod evaluate;
#[cfg(any(test, feature = "tools"))]
mod features;
mod geometry;
#[cfg(any(test, feature = "tools"))]
pub mod learning;
#[cfg(test)]
mod motif_tests;
mod motifs;
mod network;
mod notation;
mod pattern;
mod renju;
#[cfg(test)]
mod renju_tests;
mod shapes;
mod squares;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod threat_tests;
mod threats;
mod weights;

pub use board::Gomoku;
