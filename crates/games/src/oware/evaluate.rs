//! Static evaluation and move ordering of Oware.

use super::rules::{HOUSES, Oware};
use plyd_search::hooks::{NoHooks, sort_by_score};
use plyd_search::position::{Position, Side};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score};

/// Weights in 1/100 seed: a captured seed; a seed in an own house; a weak house; a kroo; a house that can be sown. A
/// weak house has one or two seeds, which can be captured. A kroo has twelve or more, which go around the whole board.
const CAPTURED: i32 = 100;
const SEED: i32 = 8;
const WEAK: i32 = -20;
const KROO: i32 = 100;
const MOBILE: i32 = 15;

impl Evaluate for Oware {
    type Hooks = NoHooks;

    const ASPIRATION: i32 = 150;

    const SLOTS: usize = HOUSES;

    fn slot(house: u8) -> usize {
        usize::from(house)
    }

    /// Sides are symmetric, so the key describes the side to move and the other side.
    fn table_key(&self) -> TableKey {
        TableKey::plain(self.hash(0))
    }

    fn evaluate(&self) -> Score {
        let side = self.side_to_move();
        Score::heuristic(self.side_value(side) - self.side_value(side.other()))
    }

    fn order(&self, moves: &mut [u8]) {
        sort_by_score::<HOUSES, _>(moves, |house| self.move_score(usize::from(house)));
    }
}

impl Oware {
    /// Value of a side's seeds, in 1/100 seed.
    fn side_value(&self, side: Side) -> i32 {
        let house = |seeds: &u8| match *seeds {
            0 => 0,
            1 | 2 => MOBILE + WEAK + SEED * i32::from(*seeds),
            3..=11 => MOBILE + SEED * i32::from(*seeds),
            12.. => MOBILE + KROO + SEED * i32::from(*seeds),
        };
        CAPTURED * i32::from(self.captured(side)) + self.houses(side).iter().map(house).sum::<i32>()
    }

    /// The ordering score, which depends on the last seed: captures of two or three come first.
    fn move_score(&self, house: usize) -> i32 {
        let last = self.last_house(house);
        let (own, other) = (self.houses(self.side_to_move()), self.houses(self.side_to_move().other()));
        match last.checked_sub(HOUSES).map(|last| other[last]) {
            Some(1 | 2) => 100 + house as i32,
            _ => i32::from(own[house] == 1) + house as i32,
        }
    }
}
