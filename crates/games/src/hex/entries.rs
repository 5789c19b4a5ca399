//! Positions that the proof-number search remembers.

use super::carriers::Carrier;
use plyd_search::hooks::{Candidates, Judgement};

/// The most bytes of positions that are remembered, and the fewest positions for which there is room.
const ENTRIES_BYTES: usize = 8 << 20;
const ENTRIES_MIN: usize = 1 << 10;
/// Places where an entry may be.
const PROBES: usize = 4;
/// A proof number that no limit exceeds.
pub(super) const INFINITE: u32 = 1 << 28;
/// Of the moves that are left, the best few are considered at a time, so that numbers don't grow with moves that no one
/// would play ("focused" search; Henderson 2010): this many, and a part of all.
const WIDTH: usize = 2;
const WIDTH_SHARE: usize = 4;

/// A position that was looked at: its winner, or what is left to do to find it.
#[derive(Clone, Copy)]
pub(super) struct Entry<const N: usize> {
    pub(super) key: u64,
    /// The proof and disproof numbers of a win of the side to move: about the number of nodes that still have to be
    /// solved for it. One of them is 0 if the winner is known.
    pub(super) numbers: Numbers,
    /// The nodes that were searched below.
    pub(super) work: u32,
    /// Of a decided position, the most plies that the game lasts.
    pub(super) plies: u16,
    /// A winning move, if it is known.
    pub(super) cell: Option<u16>,
    /// The moves of an open position that are left to try.
    pub(super) moves: Carrier<N>,
    /// The cells that the winner needs; of an open position, those that the opponent needs after moves outside of
    /// `moves`.
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

    /// A position that the opponent wins within this carrier, although the side to move plays first.
    pub(super) fn lost(key: u64, carrier: Carrier<N>) -> Self {
        let plies = carrier.count() / 2 * 2;
        let numbers = Numbers { proof: INFINITE, disproof: 0 };
        Self { key, numbers, work: 1, plies: plies as u16, cell: None, moves: Carrier::NONE, carrier }
    }

    pub(super) fn open(key: u64, moves: Carrier<N>, carrier: Carrier<N>) -> Self {
        let numbers = Numbers { proof: 1, disproof: width(moves.count() as usize) as u32 };
        Self { key, numbers, work: 1, plies: 0, cell: None, moves, carrier }
    }

    pub(super) fn judgement(&self) -> Judgement {
        match self.numbers {
            Numbers { proof: 0, .. } => Judgement::Win(self.plies.into()),
            Numbers { disproof: 0, .. } => Judgement::Loss(self.plies.into()),
            _ => Judgement::Open,
        }
    }

    /// The moves to try, if they are few.
    pub(super) fn candidates(&self, plies_left: u32) -> Option<(Carrier<N>, Candidates)> {
        match self.judgement() {
            Judgement::Win(_) => Some(([self.cell?.into()].into_iter().collect(), Candidates::Partial)),
            Judgement::Open if self.moves.count() < plies_left => Some((self.moves, Candidates::Forced(plies_left))),
            _ => None,
        }
    }
}

/// Entries by key. Their number grows with those that are stored.
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

    /// Stores an entry, in place of an earlier one of the position, or of the one that took least work.
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

/// The most plies of a win by a semi connection whose carrier has this size, by the side to move.
///
/// The winner needs at most every second cell of the carrier. Where the opponent plays elsewhere, the winner goes on as if
/// the opponent had taken some open cell of the carrier; if the opponent later does take it, as if it were another one.
pub(super) const fn plies_to_win(size: u32) -> u32 {
    (size.div_ceil(2) * 2).saturating_sub(1)
}
