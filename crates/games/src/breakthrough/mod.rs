//! Breakthrough (Dan Troyka, 2000): pawns that only go forward; the first on the last rank wins.

mod evaluate;
mod geometry;
mod notation;
mod rules;
#[cfg(test)]
mod tests;

pub use rules::Breakthrough;
