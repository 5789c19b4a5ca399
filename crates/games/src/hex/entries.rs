//! Positions that the proof-number search remembers.

use super::carriers::Carrier;
use plyd_search::hooks::{Candidates, ProofResult};

/// The most memory for remembered positions, in bytes.
const ENTRIES_BYTES: usize = 8 << 20;
/// The number of positions for which there is room at first.
const ENTRIES_MIN: usize = 1 << 10;
/// The number of places where an entry may be stored.
const PROBES: usize = 4;
/// A proof or disproof number that can never become 0. Open positions have smaller numbers.
pub(super) const INFINITE: u32 = 1 << 28;
/// Only the best of the moves that are left are considered at a time, so that numbers don't grow with moves that nobody
/// would play ("focused" search; Henderson 2010): `WIDTH` moves, and one more for every `WIDTH_SHARE` moves left.
const WIDTH: usize = 2;
const WIDTH_SHARE: usize = 4;

/// A position that was looked at: its winner, or the moves that are left to try.
#[derive(Clone, Copy)]
pub(super) struct Entry<const N: usize> {
    pub(super) key: u64,
    /// About how many nodes still have to be solved to prove that the side to move wins, and to prove that it loses.
    /// One of the two is 0 once the winner is known.
    pub(super) numbers: Numbers,
    /// The nodes that were searched below the position.
    pub(super) work: u32,
    /// The most plies until the end of the game, if the winner is known.
    pub(super) plies: u16,
    /// A winning move, if it is known.
    pub(super) cell: Option<u16>,
    /// The moves that are left to try, if the winner is not known.
    pub(super) moves: Carrier<N>,
    /// If the winner is known: the cells that it needs. Otherwise: the cells that the opponent needs to win after any
    /// move outside of `moves`.
    pub(super) carrier: Carrier<N>,
}

#[derive(Clone, Copy)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl<const N: usize> Entry<N> {
    pub(super) fn won(key: u64, carrier: Carrier<N>, cell: Option<usize>, plies: u32) -> Self {
        let numbers = Numbers { proof: 0, disproof: INFINITE };
        let cell = cell.map(|cell| cell as u16);
        Self { key, numbers, work: 1, plies: plies as u16, cell, moves: Carrier::NONE, carrier }
    }

    /// A position that the opponent wins within this carrier, even though the other side moves first.
    pub(super) fn lost(key: u64, carrier: Carrier<N>) -> Self {
        let plies = carrier.count() / 2 * 2;
        let numbers = Numbers { proof: INFINITE, disproof: 0 };
        Self { key, numbers, work: 1, plies: plies as u16, cell: None, moves: Carrier::NONE, carrier }
    }

    pub(super) fn open(key: u64, moves: Carrier<N>, carrier: Carrier<N>) -> Self {
        let numbers = Numbers { proof: 1, disproof: width(moves.count() as usize) as u32 };
        Self { key, numbers, work: 1, plies: 0, cell: None, moves, carrier }
    }

    pub(super) fn result(&self) -> ProofResult {
        match self.numbers {
            Numbers { proof: 0, .. } => ProofResult::Win(self.plies.into()),
            Numbers { disproof: 0, .. } => ProofResult::Loss(self.plies.into()),
            _ => ProofResult::Open,
        }
    }

    /// The winning move, or the moves that are left to try. `None` if no winning move is known and no move can be left
    /// out.
    pub(super) fn candidates(&self, plies_left: u32) -> Option<(Carrier<N>, Candidates)> {
        match self.result() {
            ProofResult::Win(_) => Some(([self.cell?.into()].into_iter().collect(), Candidates::Partial)),
            ProofResult::Open if self.moves.count() < plies_left => Some((self.moves, Candidates::Forced(plies_left))),
            _ => None,
        }
    }
}

/// Entries by key. The table grows as entries are stored.
pub(super) struct Entries<const N: usize> {
    places: Vec<Option<Entry<N>>>,
    stored: usize,
}

impl<const N: usize> Default for Entries<N> {
    fn default() -> Self {
        Self { places: Vec::new(), stored: 0 }
    }
}

impl<const N: usize> Entries<N> {
    const MOST: usize = 1 << (ENTRIES_BYTES / size_of::<Option<Entry<N>>>()).ilog2();

    pub(super) fn get(&self, key: u64) -> Option<&Entry<N>> {
        let first = key as usize & self.places.len().wrapping_sub(1);
        let places = self.places.get(first & !(PROBES - 1)..)?;
        places.iter().take(PROBES).flatten().find(|entry| entry.key == key)
    }

    /// Stores an entry. It replaces the position's earlier entry, or else takes an empty place, or else replaces the
    /// entry that took the least work.
    pub(super) fn store(&mut self, entry: Entry<N>) {
        if 2 * self.stored >= self.places.len() && self.places.len() < Self::MOST {
            let size = (2 * self.places.len()).max(ENTRIES_MIN);
            let old = std::mem::replace(&mut self.places, vec![None; size]);
            self.stored = 0;
            old.into_iter().flatten().for_each(|entry| self.store(entry));
        }
        let first = entry.key as usize & (self.places.len() - 1) & !(PROBES - 1);
        let places = &mut self.places[first..first + PROBES];
        let rank = |place: &Option<Entry<N>>| match place {
            Some(known) if known.key == entry.key => 0,
            None => 1,
            Some(known) => known.work.saturating_add(2),
        };
        let place = places.iter_mut().min_by_key(|place| rank(place)).expect("several places");
        self.stored += usize::from(place.is_none());
        *place = Some(entry);
    }
}

/// The number of moves that are considered at a time.
pub(super) fn width(moves: usize) -> usize {
    moves.min(WIDTH + moves / WIDTH_SHARE)
}

/// The most plies that the side to move needs to win by a semi connection, from the number of cells in its carrier.
///
/// The winner needs at most every second cell of the carrier. If the opponent plays outside of it, the winner pretends
/// that the opponent has taken one of its open cells, and answers that. If the opponent later takes this cell, the
/// winner pretends that it was another one.
pub(super) const fn plies_to_win(size: u32) -> u32 {
    (size.div_ceil(2) * 2).saturating_sub(1)
}
