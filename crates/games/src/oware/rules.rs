//! The rules of Oware.

use plyd_search::mix;
use plyd_search::position::{Claim, Outcome, Position, Repetition, Side};

/// Number of houses of each side.
pub(super) const HOUSES: usize = 6;
/// Number of seeds.
pub(super) const SEEDS: u8 = 48;

/// The seeds in the houses and the captured seeds, each with the side to move first, and the side to move. Each side's
/// houses are in its order of sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Oware {
    houses: [u8; 2 * HOUSES],
    captured: [u8; 2],
    side: Side,
}

impl Oware {
    /// A position from the seeds in the houses of south and of north, and those captured by each.
    pub(super) fn new(houses: [[u8; HOUSES]; 2], captured: [u8; 2], side: Side) -> Self {
        let mut all = [0; 2 * HOUSES];
        all[..HOUSES].copy_from_slice(&houses[side.index()]);
        all[HOUSES..].copy_from_slice(&houses[1 - side.index()]);
        Self { houses: all, captured: [captured[side.index()], captured[1 - side.index()]], side }
    }

    /// A side's houses.
    pub(super) fn houses(&self, side: Side) -> &[u8] {
        let (own, other) = self.houses.split_at(HOUSES);
        if side == self.side { own } else { other }
    }

    /// The seeds that a side has captured.
    pub(super) fn captured(&self, side: Side) -> u8 {
        self.captured[usize::from(side != self.side)]
    }

    /// The house where the last seed from one of the mover's houses falls. Sowing skips the house that it began in.
    pub(super) fn last_house(&self, house: usize) -> usize {
        let seeds = usize::from(self.houses[house]);
        // Eleven seeds make a lap.
        (house + seeds + seeds.saturating_sub(1) / (2 * HOUSES - 1)) % (2 * HOUSES)
    }

    /// Whether the opponent has no seeds in its houses.
    fn opponent_is_empty(&self) -> bool {
        self.houses[HOUSES..].iter().all(|seeds| *seeds == 0)
    }

    /// Whether a house of the side to move may be sown. It has to have seeds and, if the opponent has none, to give the
    /// opponent some.
    fn may_sow(&self, house: usize, opponent_is_empty: bool) -> bool {
        let seeds = usize::from(self.houses[house]);
        seeds > 0 && (!opponent_is_empty || house + seeds >= HOUSES)
    }

    /// The margin of the side to move if each side keeps the seeds on its side.
    fn difference(&self) -> i32 {
        let sum = |seeds: &[u8]| seeds.iter().map(|seeds| i32::from(*seeds)).sum::<i32>();
        let (own, other) = self.houses.split_at(HOUSES);
        i32::from(self.captured[0]) - i32::from(self.captured[1]) + sum(own) - sum(other)
    }

    /// The margin of south if each side keeps the seeds on its side.
    fn final_margin(&self) -> i32 {
        if self.side == Side::First { self.difference() } else { -self.difference() }
    }

    /// A hash of the position from the point of view of the side to move. If `turn` is the same, two positions that
    /// look the same to their sides to move have the same hash.
    pub(super) fn hash(&self, turn: u8) -> u64 {
        let word = |bytes: &[u8]| bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let (own, other) = self.houses.split_at(HOUSES);
        let rest = u64::from(self.captured[0]) << 8 | u64::from(turn);
        mix(word(own) ^ mix(word(other) ^ rest << 48))
    }
}

/// The outcome if south has this margin.
fn outcome_of(difference: i32) -> Outcome {
    match difference {
        0 => Outcome::Draw,
        1.. => Outcome::Win(Side::First),
        _ => Outcome::Win(Side::Second),
    }
}

impl Position for Oware {
    /// A house of the side to move, from 0.
    type Move = u8;

    /// The first repetition ends the game, because the game could otherwise go on for ever.
    fn repetition(&self) -> Option<Repetition> {
        Some(Repetition {
            occurrence: 2,
            claim: Claim::Unneeded,
            name: "the position came back: each side took what lay on it",
            perpetual_check: None,
        })
    }

    /// Each side keeps the seeds on its side. All occurrences have the same margin.
    fn outcome_if_repeated(&self) -> Outcome {
        outcome_of(self.final_margin())
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    /// The game ends when one side has captured more than half of the seeds, when both have half, or when there is no
    /// legal move. Each side then keeps the seeds on its side.
    fn outcome(&self) -> Option<Outcome> {
        let [own, other] = self.captured;
        if own > SEEDS / 2 || other > SEEDS / 2 {
            return Some(Outcome::Win(if own > other { self.side } else { self.side.other() }));
        }
        let opponent_is_empty = self.opponent_is_empty();
        let has_no_move = (0..HOUSES).all(|house| !self.may_sow(house, opponent_is_empty));
        has_no_move.then(|| outcome_of(self.final_margin()))
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        let opponent_is_empty = self.opponent_is_empty();
        moves.extend((0..HOUSES as u8).filter(|house| self.may_sow(usize::from(*house), opponent_is_empty)));
    }

    fn count_legal_moves(&self, _: &mut Vec<u8>) -> u64 {
        if self.is_final() {
            return 0;
        }
        let opponent_is_empty = self.opponent_is_empty();
        (0..HOUSES).filter(|house| self.may_sow(*house, opponent_is_empty)).count() as u64
    }

    fn play_unchecked(&mut self, house: u8) {
        let house = usize::from(house);
        let last = self.last_house(house);
        let mut at = house;
        for _ in 0..std::mem::take(&mut self.houses[house]) {
            at = (at + 1) % (2 * HOUSES);
            at = if at == house { (at + 1) % (2 * HOUSES) } else { at };
            self.houses[at] += 1;
        }
        // Captures the unbroken chain of twos and threes up to the last seed, unless these are all the seeds that the
        // opponent has (grand slam).
        let first = (HOUSES..=last).rev().take_while(|house| matches!(self.houses[*house], 2 | 3)).last();
        if let Some(first) = first {
            let left = self.houses[HOUSES..first].iter().chain(&self.houses[last + 1..]);
            if left.into_iter().any(|seeds| *seeds > 0) {
                self.captured[0] += self.houses[first..=last].iter().sum::<u8>();
                self.houses[first..=last].fill(0);
            }
        }
        self.houses.rotate_left(HOUSES);
        self.captured.swap(0, 1);
        self.side = self.side.other();
    }

    fn key(&self) -> u64 {
        self.hash(self.side as u8)
    }
}
