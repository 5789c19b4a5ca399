//! Static evaluation and move ordering of Kalah.

use super::rules::Kalah;
use plyd_search::hooks::{NoHooks, sort_by_score};
use plyd_search::position::{Position, Side};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score};

/// Weights in 1/256 seed: a seed in an own house rather than in the opponent's; an available extra turn; a seed that
/// can be captured now.
const HOUSE: i32 = 64;
const EXTRA_TURN: i32 = 256;
const CAPTURE: i32 = 128;

impl Evaluate for Kalah {
    type Hooks = NoHooks;

    const ASPIRATION: i32 = 3;

    const SLOTS: usize = super::rules::MAX_HOUSES;

    fn slot(house: u8) -> usize {
        usize::from(house)
    }

    /// Sides are symmetric, so the key describes the side to move and the other side.
    fn table_key(&self) -> TableKey {
        TableKey::plain(self.hash(self.side_to_move().index(), 0))
    }

    fn evaluate(&self) -> Score {
        let side = self.side_to_move();
        let [own, other] = [side, side.other()].map(|side| self.side_value(side));
        let immediate_gain: i32 = (0..self.count()).map(|house| self.immediate_gain(house)).sum();
        Score::heuristic((own - other + immediate_gain + 128) >> 8)
    }

    fn order(&self, moves: &mut [u8]) {
        sort_by_score::<16, _>(moves, |house| self.immediate_gain(usize::from(house)) + i32::from(house));
    }
}

impl Kalah {
    /// A side's seeds in its store and its houses, in 1/256 seed.
    fn side_value(&self, side: Side) -> i32 {
        let seeds: i32 = self.houses(side).iter().map(|seeds| i32::from(*seeds)).sum();
        256 * i32::from(self.store(side)) + HOUSE * seeds
    }

    /// The immediate gain from a house of the side to move, in 1/256 seed.
    fn immediate_gain(&self, house: usize) -> i32 {
        let side = self.side_to_move();
        let (own, other) = (self.houses(side), self.houses(side.other()));
        let seeds = usize::from(own[house]);
        if seeds == 0 {
            return 0;
        }
        let last = self.last_pit(house);
        if last == self.count() {
            return EXTRA_TURN;
        }
        // The last house was empty, or it is the house where a whole lap began.
        let takes = last < self.count() && (own[last] == 0 || seeds == self.lap_length()) && seeds <= self.lap_length();
        if takes { CAPTURE * i32::from(other[self.count() - 1 - last]) } else { 0 }
    }
}
