//! Nim: take any number from one of several heaps. Whoever takes the last object wins, or loses in misère play.

mod evaluate;
mod notation;
mod rules;
#[cfg(test)]
mod tests;

pub use rules::Nim;
