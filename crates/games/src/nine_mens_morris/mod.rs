//! Nine men's morris: men are placed on the points of three rings and moved along lines. Three in a line, a mill,
//! capture a man.

mod evaluate;
mod notation;
mod points;
mod rules;
mod sanmill;
#[cfg(test)]
mod tests;

pub use rules::NineMensMorris;
