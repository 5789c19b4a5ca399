//! Draughts with flying kings: international on 100 squares, Russian and Brazilian on 64.
//!
//! The rules are shared. A [`variant::Variant`] contains the differences.

mod captures;
#[cfg(test)]
mod ending_tests;
mod evaluate;
mod motifs;
mod moves;
mod notation;
#[cfg(test)]
mod reference;
mod rules;
#[cfg(test)]
mod tests;
mod variant;

pub use rules::Draughts;
pub use variant::{Brazilian, International, Russian};
