//! How a book is made.

use super::data::encoded;
use crate::evaluate::Hooks;
use crate::{Evaluate, Table, value};

/// The positions of a book that covers the game from `start` on, `plies` deep: one of each [key](crate::table_key),
/// none over, in the order in which play meets them.
#[must_use]
pub fn stage<P: Evaluate>(start: &P, plies: u32) -> Vec<P> {
    let mut positions = vec![start.clone()];
    let mut moves = Vec::new();
    for _ in 0..plies {
        let mut seen = std::collections::HashSet::new();
        let mut next = Vec::new();
        for position in &positions {
            moves.clear();
            position.legal_moves(&mut moves);
            next.extend(
                moves
                    .iter()
                    .map(|mv| position.after(*mv))
                    .filter(|position| position.outcome().is_none() && seen.insert(position.table_key().number())),
            );
        }
        positions = next;
    }
    positions
}

/// The value of a position, as an entry has it. The table is kept from one to the next: neighbours have much in common.
#[must_use]
pub fn value_of<P: Evaluate>(position: &P, table: &mut Table) -> i8 {
    encoded(value(position, table))
}

/// The book of these entries.
#[must_use]
pub fn bind(plies_left: u32, mut entries: Vec<(u64, i8)>) -> Vec<u8> {
    entries.sort_unstable();
    let mut bytes = vec![u8::try_from(plies_left).expect("a game of at most 127 plies")];
    for (key, value) in entries {
        bytes.extend(key.to_le_bytes());
        bytes.push(value as u8);
    }
    bytes
}
