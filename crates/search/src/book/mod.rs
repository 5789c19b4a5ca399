//! A book: the values of all positions of one stage of a game, worked out beforehand.

mod data;
mod find;
mod make;
mod openings;

pub use data::{Book, MOST_PLIES};
pub use make::{bind, stage, value_of};
pub use openings::{Making, Openings};
