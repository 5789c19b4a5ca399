//! A book: the values of all positions of one stage of a game, computed beforehand.

mod data;
mod find;
mod openings;

pub use data::Book;
pub use openings::Openings;
