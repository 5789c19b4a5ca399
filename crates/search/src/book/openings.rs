//! Good moves of a game's first positions, worked out beforehand: so that a level plays one opening now and another the
//! next time, and none that looks silly.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use crate::evaluate::Hooks;
use crate::{Algorithm, Evaluate, Limits, Question, Stop, Table, search};

/// By position, the moves that a search found to be about as good as the best one.
///
/// In bytes: entries of ten, sorted by key: the position's [key](crate::position::Position::key) and the move's
/// [slot](crate::MoveOrdering::slot), each with its lowest byte first.
#[derive(Clone, Copy, Debug)]
pub struct Openings {
    bytes: &'static [u8],
}

/// Bytes of an entry.
const ENTRY: usize = 10;

impl Openings {
    /// None are known.
    pub const NONE: Self = Self { bytes: &[] };

    /// Those in these bytes.
    #[must_use]
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes }
    }

    /// How many moves are known, of all positions together.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.bytes.len() / ENTRY
    }

    /// Whether none are.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The slots of the moves that are known of the position with this key.
    pub fn slots(&self, key: u64) -> impl Iterator<Item = u16> {
        let (entries, _) = self.bytes.as_chunks::<ENTRY>();
        let key_of = |entry: &[u8; ENTRY]| u64::from_le_bytes(*entry.first_chunk().expect("an entry has ten bytes"));
        let first = entries.partition_point(|entry| key_of(entry) < key);
        let same = entries[first..].iter().take_while(move |entry| key_of(entry) == key);
        same.map(|[.., low, high]| u16::from_le_bytes([*low, *high]))
    }
}

/// How openings are worked out.
#[derive(Clone, Copy, Debug)]
pub struct Making {
    /// So many positions, those first that good moves soon lead to.
    pub positions: usize,
    /// Nodes for each.
    pub nodes: u64,
    /// How much worse than the best a move may be, in the unit of static values.
    pub slack: i32,
}

/// Moves of a position, at most.
const WIDEST: usize = 4;
/// A ply further on counts as much as so much worse a move.
const PLY: i32 = 8;

impl Making {
    /// Works out the bytes of [`Openings`] by the selective search: the same ones each time. `hear` is told how many
    /// positions are done.
    pub fn make<P: Evaluate>(self, start: &P, table: &mut Table, hear: &mut dyn FnMut(usize)) -> Vec<u8> {
        let (mut entries, mut seen) = (Vec::new(), HashSet::from([start.key()]));
        let mut positions = vec![start.clone()];
        let mut waiting = BinaryHeap::from([(Reverse(0), Reverse(0))]);
        let limits = Limits { nodes: self.nodes, ..Limits::depth(64) };
        let question =
            Question { algorithm: Algorithm::Selective, multi_pv: WIDEST, ..Question::<P::Move>::new(limits) };
        for done in 1..=self.positions {
            let Some((Reverse(cost), Reverse(place))) = waiting.pop() else { break };
            let position = positions[place].clone();
            let found = search(&position, &question, table, &Stop::default(), &mut |_| ());
            for line in &found.lines {
                let (mv, loss) = (line.pv[0], found.score.raw() - line.score.raw());
                if loss > self.slack {
                    break;
                }
                entries.push((position.key(), P::slot(mv) as u16));
                let next = position.after(mv);
                if next.outcome().is_none() && seen.insert(next.key()) {
                    waiting.push((Reverse(cost + loss + PLY), Reverse(positions.len())));
                    positions.push(next);
                }
            }
            hear(done);
        }
        entries.sort_unstable();
        entries.iter().flat_map(|(key, slot)| key.to_le_bytes().into_iter().chain(slot.to_le_bytes())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_by_their_position() {
        let entries = [(3_u64, 7_u16), (5, 1), (5, 258), (u64::MAX, 9)];
        let bytes: Vec<u8> =
            entries.iter().flat_map(|(key, slot)| key.to_le_bytes().into_iter().chain(slot.to_le_bytes())).collect();
        let openings = Openings::new(bytes.leak());
        let slots = |key| openings.slots(key).collect::<Vec<_>>();
        assert_eq!([slots(3), slots(5), slots(u64::MAX)], [vec![7], vec![1, 258], vec![9]]);
        assert!(slots(4).is_empty() && slots(0).is_empty() && Openings::NONE.slots(3).next().is_none());
    }
}
