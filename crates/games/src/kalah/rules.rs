//! The rules of Kalah.

use plyd_search::mix;
use plyd_search::position::{Outcome, Position, Side};

/// The most houses of a side.
pub(super) const MAX_HOUSES: usize = 10;

/// The seeds in the houses and stores of south and of north, and the side to move. Each side's houses are in its order
/// of sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kalah {
    houses: [[u8; MAX_HOUSES]; 2],
    stores: [u8; 2],
    /// Number of houses of each side. The rest of each row is unused.
    count: u8,
    side: Side,
}

impl Kalah {
    /// A position with this number of houses. The total number of seeds has to fit in a byte.
    pub(super) fn new(houses: [&[u8]; 2], stores: [u8; 2], side: Side) -> Self {
        let row = |seeds: &[u8]| {
            let mut row = [0; MAX_HOUSES];
            row[..seeds.len()].copy_from_slice(seeds);
            row
        };
        Self { houses: houses.map(row), stores, count: houses[0].len() as u8, side }
    }

    /// Number of houses of each side.
    pub(super) fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// A side's houses.
    pub(super) fn houses(&self, side: Side) -> &[u8] {
        &self.houses[side.index()][..self.count()]
    }

    /// The seeds in a side's store.
    pub(super) fn store(&self, side: Side) -> u8 {
        self.stores[side.index()]
    }

    /// All seeds on a side, including its store.
    fn total(&self, side: Side) -> i32 {
        self.houses[side.index()].iter().chain([&self.stores[side.index()]]).map(|seeds| i32::from(*seeds)).sum()
    }

    /// Number of pits in a lap of sowing: own houses, own store, the opponent's houses.
    pub(super) fn lap_length(&self) -> usize {
        2 * self.count() + 1
    }

    /// The pit where the last seed from one of the mover's houses falls, counted along the lap from the mover's first
    /// house. The mover's store is at [`Kalah::count`].
    pub(super) fn last_pit(&self, house: usize) -> usize {
        (house + usize::from(self.houses[self.side.index()][house])) % self.lap_length()
    }

    /// Takes all seeds from a house, sows them, and returns where the last one fell (see [`Kalah::last_pit`]).
    fn sow(&mut self, house: usize) -> usize {
        let (own, count, lap) = (self.side.index(), self.count(), self.lap_length());
        let last = self.last_pit(house);
        let seeds = usize::from(std::mem::take(&mut self.houses[own][house]));
        let (laps, rest) = ((seeds / lap) as u8, seeds % lap);
        // Each pit gets one seed for each whole lap; the first `rest` pits after the house get one more.
        let share = |at: usize| {
            let after = at + lap - house - 1;
            let after = if after < lap { after } else { after - lap };
            laps + u8::from(after < rest)
        };
        for at in 0..count {
            self.houses[own][at] += share(at);
            self.houses[1 - own][at] += share(count + 1 + at);
        }
        self.stores[own] += share(count);
        last
    }

    /// A hash of the position from the point of view of the side to move. If `turn` is the same, two positions that
    /// look the same to their sides to move have the same hash.
    pub(super) fn hash(&self, own: usize, turn: u8) -> u64 {
        let rows = [self.houses[own], self.houses[1 - own]];
        let word = |bytes: &[u8]| bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let [near, far] = rows.map(|row| word(&row[..8]));
        let rest = [self.stores[own], self.count, turn].into_iter();
        let rest = rows.into_iter().flat_map(|row| [row[8], row[9]]).chain(rest);
        mix(near
            ^ mix(far ^ mix(rest.fold(0, |word, byte| word << 8 | u64::from(byte))))
            ^ u64::from(self.stores[1 - own]))
    }
}

impl Position for Kalah {
    /// A house of the side to move, from 0.
    type Move = u8;

    fn side_to_move(&self) -> Side {
        self.side
    }

    /// The game ends as soon as either side's houses are empty; each side keeps the seeds on its side.
    fn outcome(&self) -> Option<Outcome> {
        let over = self.houses.contains(&[0; MAX_HOUSES]);
        over.then(|| Outcome::Points(self.total(Side::First) - self.total(Side::Second)))
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        let houses = self.houses(self.side).iter().zip(0..);
        moves.extend(houses.filter(|(seeds, _)| **seeds > 0).map(|(_, house)| house));
    }

    fn count_legal_moves(&self, _: &mut Vec<u8>) -> u64 {
        if self.is_final() {
            return 0;
        }
        self.houses(self.side).iter().filter(|seeds| **seeds > 0).count() as u64
    }

    fn play_unchecked(&mut self, house: u8) {
        let last = self.sow(usize::from(house));
        let (own, count) = (self.side.index(), self.count());
        if last == count {
            return;
        }
        // A single seed means that the house was empty, or that this move emptied it.
        if last < count && self.houses[own][last] == 1 {
            let opposite = &mut self.houses[1 - own][count - 1 - last];
            if *opposite > 0 {
                self.stores[own] += std::mem::take(opposite) + std::mem::take(&mut self.houses[own][last]);
            }
        }
        self.side = self.side.other();
    }

    fn key(&self) -> u64 {
        self.hash(0, self.side as u8)
    }
}
