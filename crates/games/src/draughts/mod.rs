//! Draughts with flying kings: international on 100 squares, Russian and Brazilian on 64.
//!
//! One set of rules; a [`variant::Variant`] says in what they differ.

mod captures;
#[cfg(test)]
mod endings;
mod evaluate;
mod moves;
mod notation;
mod rules;
#[cfg(test)]
mod tests;
mod variant;
#[cfg(test)]
mod walk;

pub use rules::Draughts;
pub use variant::{Brazilian, International, Russian};
