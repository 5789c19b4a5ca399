//! What Kalah positions are worth before the end is in sight, and in which order to try moves.

use super::rules::Kalah;
use plyd_search::hooks::{Deepening, MoveOrdering, sort_by_score};
use plyd_search::position::{Position, Side};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score};

/// In 1/256 seed: a seed in a house of one's own rather than the other's; an extra turn at hand; a seed that can be
/// taken at once.
const HOUSE: i32 = 64;
const EXTRA_TURN: i32 = 256;
const CAPTURE: i32 = 128;

impl Evaluate for Kalah {
    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 3 };

    const ORDERING: MoveOrdering<Self> =
        MoveOrdering { slots: super::rules::MOST_HOUSES, slot: |house| usize::from(house), ..MoveOrdering::DEFAULT };

    /// Sides are alike but for their names, so a position is known by its side to move and the other.
    const SYMMETRY: Option<fn(&Self) -> TableKey> =
        Some(|kalah| TableKey::canonical(kalah.number(kalah.side_to_move().index(), 0), &[]));

    fn evaluate(&self) -> Score {
        let side = self.side_to_move();
        let [own, other] = [side, side.other()].map(|side| self.worth(side));
        let at_hand: i32 = (0..self.count()).map(|house| self.at_hand(house)).sum();
        Score::heuristic((own - other + at_hand + 128) >> 8)
    }

    fn order(&self, moves: &mut [u8]) {
        sort_by_score::<16, _>(moves, |house| self.at_hand(usize::from(house)) + i32::from(house));
    }
}

impl Kalah {
    /// In 1/256 seed: what a side has, whoever's turn it is.
    fn worth(&self, side: Side) -> i32 {
        let seeds: i32 = self.houses(side).iter().map(|seeds| i32::from(*seeds)).sum();
        256 * i32::from(self.store(side)) + HOUSE * seeds
    }

    /// In 1/256 seed: what a house of the side to move promises at once.
    fn at_hand(&self, house: usize) -> i32 {
        let side = self.side_to_move();
        let (own, other) = (self.houses(side), self.houses(side.other()));
        let seeds = usize::from(own[house]);
        if seeds == 0 {
            return 0;
        }
        let last = self.last(house);
        if last == self.count() {
            return EXTRA_TURN;
        }
        // A house that was empty, or that a whole lap comes back to.
        let takes = last < self.count() && (own[last] == 0 || seeds == self.lap()) && seeds <= self.lap();
        if takes { CAPTURE * i32::from(other[self.count() - 1 - last]) } else { 0 }
    }
}
