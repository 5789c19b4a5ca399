//! Nine men's morris: men put on the points of three rings and moved along their lines; three in a line, a mill, take.

mod evaluate;
mod notation;
mod points;
mod rules;
#[cfg(test)]
mod tests;

pub use rules::NineMensMorris;
