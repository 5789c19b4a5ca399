//! Draughts with flying kings: international on 100 squares, Russian and Brazilian on 64.
//!
//! The rules are shared; a [`variant::Variant`] holds the differences.

mod captures;
#[cfg(test)]
mod endings;
mod evaluate;
mod notation;
mod rules;
#[cfg(test)]
mod tests;
mod variant;
#[cfg(test)]
mod walk;

pub use rules::Draughts;
pub use variant::{Brazilian, International, Russian};
