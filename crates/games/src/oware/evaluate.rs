//! What Oware positions are worth before the end is in sight, and in which order to try moves.

use super::rules::{HOUSES, Oware};
use plyd_search::hooks::{Deepening, MoveOrdering, sort_by_score};
use plyd_search::position::{Position, Side};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score};

/// In 1/100 seed: a seed captured; a seed in a house of one's own; a house that a last seed can capture (one or two
/// seeds); a house that goes around the board (twelve or more, a kroo); a house that can be sown at all.
const CAPTURED: i32 = 100;
const SEED: i32 = 8;
const WEAK: i32 = -20;
const KROO: i32 = 100;
const MOBILE: i32 = 15;

impl Evaluate for Oware {
    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 150 };

    const ORDERING: MoveOrdering<Self> =
        MoveOrdering { slots: HOUSES, slot: |house| usize::from(house), ..MoveOrdering::DEFAULT };

    /// Sides are alike but for their names, so a position is known by its side to move and the other.
    const SYMMETRY: Option<fn(&Self) -> TableKey> = Some(|oware| TableKey::canonical(oware.number(0), &[]));

    fn evaluate(&self) -> Score {
        let side = self.side_to_move();
        Score::heuristic(self.worth(side) - self.worth(side.other()))
    }

    fn order(&self, moves: &mut [u8]) {
        sort_by_score::<HOUSES, _>(moves, |house| self.promise(usize::from(house)));
    }
}

impl Oware {
    /// In 1/100 seed.
    fn worth(&self, side: Side) -> i32 {
        let house = |seeds: &u8| match *seeds {
            0 => 0,
            1 | 2 => MOBILE + WEAK + SEED * i32::from(*seeds),
            3..=11 => MOBILE + SEED * i32::from(*seeds),
            12.. => MOBILE + KROO + SEED * i32::from(*seeds),
        };
        CAPTURED * i32::from(self.captured(side)) + self.houses(side).iter().map(house).sum::<i32>()
    }

    /// What the last seed falls on: a house of the other side that becomes two or three comes first.
    fn promise(&self, house: usize) -> i32 {
        let last = self.last(house);
        let (own, other) = (self.houses(self.side_to_move()), self.houses(self.side_to_move().other()));
        match last.checked_sub(HOUSES).map(|last| other[last]) {
            Some(1 | 2) => 100 + house as i32,
            _ => i32::from(own[house] == 1) + house as i32,
        }
    }
}
