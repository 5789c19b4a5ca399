//! The rules of Oware.

use plyd_search::mix;
use plyd_search::position::{Outcome, Position, Repetition, RepetitionEnding, Side, Visit};

/// How many houses each side has.
pub(super) const HOUSES: usize = 6;
/// All seeds.
pub(super) const SEEDS: u8 = 48;

/// Seeds in houses, those of the side to move first, each side's as it sows them; seeds captured, likewise; and whose
/// turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Oware {
    houses: [u8; 2 * HOUSES],
    captured: [u8; 2],
    side: Side,
}

impl Oware {
    /// A position from what lies in the houses of south and of north, and what they have captured.
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

    /// What a side has captured.
    pub(super) fn captured(&self, side: Side) -> u8 {
        self.captured[usize::from(side != self.side)]
    }

    /// Where the last seed of one of the mover's houses falls; its own house is passed over.
    pub(super) fn last(&self, house: usize) -> usize {
        let seeds = usize::from(self.houses[house]);
        // Eleven seeds make a lap.
        (house + seeds + seeds.saturating_sub(1) / (2 * HOUSES - 1)) % (2 * HOUSES)
    }

    /// Whether the other side has nothing left to sow.
    fn starves(&self) -> bool {
        self.houses[HOUSES..].iter().all(|seeds| *seeds == 0)
    }

    /// Whether a house of the side to move may be sown: it has seeds, and gives some to a side without any.
    fn may_sow(&self, house: usize, starves: bool) -> bool {
        let seeds = usize::from(self.houses[house]);
        seeds > 0 && (!starves || house + seeds >= HOUSES)
    }

    /// What the side to move has captured less what the other has, and what lies on its side less what does not.
    fn difference(&self) -> i32 {
        let sum = |seeds: &[u8]| seeds.iter().map(|seeds| i32::from(*seeds)).sum::<i32>();
        let (own, other) = self.houses.split_at(HOUSES);
        i32::from(self.captured[0]) - i32::from(self.captured[1]) + sum(own) - sum(other)
    }

    /// The difference once each side has taken what lies on it, for south.
    fn settled(&self) -> i32 {
        if self.side == Side::First { self.difference() } else { -self.difference() }
    }

    /// The same number for positions that are the same to their side to move, where `turn` is.
    pub(super) fn number(&self, turn: u8) -> u64 {
        let word = |bytes: &[u8]| bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let (own, other) = self.houses.split_at(HOUSES);
        let rest = u64::from(self.captured[0]) << 8 | u64::from(turn);
        mix(word(own) ^ mix(word(other) ^ rest << 48))
    }
}

/// How a game ends in which south has so many more seeds than north.
fn by(difference: i32) -> Outcome {
    match difference {
        0 => Outcome::Draw,
        1.. => Outcome::Win(Side::First),
        _ => Outcome::Win(Side::Second),
    }
}

/// Each side takes what lies on it.
fn comes_back(visit: Visit) -> (Outcome, &'static str) {
    (by(visit.mark), "the position came back: each side took what lay on it")
}

impl Position for Oware {
    /// A house of the side to move, from 0.
    type Move = u8;

    /// A position that comes back will do so for ever.
    const REPETITION: Option<Repetition<Self>> = Some(Repetition {
        occurrence: 2,
        claimed: false,
        ending: RepetitionEnding::ByPosition { mark: Self::settled, judge: comes_back },
    });

    fn side_to_move(&self) -> Side {
        self.side
    }

    /// Once one side has captured more than half, both have half, or there is no legal move: then each takes what lies
    /// on its side.
    fn outcome(&self) -> Option<Outcome> {
        let [own, other] = self.captured;
        if own > SEEDS / 2 || other > SEEDS / 2 {
            return Some(Outcome::Win(if own > other { self.side } else { self.side.other() }));
        }
        let starves = self.starves();
        let stuck = (0..HOUSES).all(|house| !self.may_sow(house, starves));
        stuck.then(|| by(self.settled()))
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        let starves = self.starves();
        moves.extend((0..HOUSES as u8).filter(|house| self.may_sow(usize::from(*house), starves)));
    }

    fn count_legal_moves(&self, _: &mut Vec<u8>) -> u64 {
        if self.is_final() {
            return 0;
        }
        let starves = self.starves();
        (0..HOUSES).filter(|house| self.may_sow(*house, starves)).count() as u64
    }

    fn play_unchecked(&mut self, house: u8) {
        let house = usize::from(house);
        let last = self.last(house);
        let mut at = house;
        for _ in 0..std::mem::take(&mut self.houses[house]) {
            at = (at + 1) % (2 * HOUSES);
            at = if at == house { (at + 1) % (2 * HOUSES) } else { at };
            self.houses[at] += 1;
        }
        // Unbroken twos and threes up to the last seed, unless they are all that the other side has.
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
        self.number(self.side as u8)
    }
}
