//! Oware by the abapa rules: seeds sown around twelve houses, twos and threes captured.

mod evaluate;
mod notation;
mod rules;
#[cfg(test)]
mod tests;

pub use rules::Oware;
