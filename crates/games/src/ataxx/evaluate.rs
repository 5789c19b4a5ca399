//! Static evaluation and move ordering of Ataxx.

use super::bitboard::{self, NEIGHBOURS, SQUARES, SYMMETRIES};
use super::rules::{Ataxx, Move, SLOTS};
use plyd_search::hooks::{NoHooks, sort_by_score};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score};

/// Weights in 1/100 stone: a stone; an empty square next to an own stone; an own stone next to an empty square that the
/// opponent can reach.
const STONE: i32 = 100;
const MOBILITY: i32 = 10;
const EXPOSED: i32 = 8;

/// With more stones than this, transpositions by symmetry are too rare to be worth computing the smallest image.
pub(super) const SYMMETRIC_STONES: u32 = 10;

impl Evaluate for Ataxx {
    type Hooks = NoHooks;

    const KILLERS_AND_HISTORY: bool = false;
    const SLOTS: usize = SLOTS;

    fn slot(mv: Move) -> usize {
        mv.slot()
    }

    /// Described from the point of view of the side to move, because colours are symmetric too.
    fn table_key(&self) -> TableKey {
        self.canonical_key()
    }

    fn evaluate(&self) -> Score {
        let (own, other, empty) = (self.own(), self.other(), self.empty());
        let [own_near, other_near] = [own, other].map(|stones| bitboard::around(stones) & empty);
        let [own_reach, other_reach] = [own_near, other_near].map(|near| bitboard::around(near) & empty | near);
        let less = |own: u32, other: u32| own.cast_signed() - other.cast_signed();
        let stones = less(own.count_ones(), other.count_ones());
        let mobility = less(own_near.count_ones(), other_near.count_ones());
        let exposed = less(bitboard::contacts(own, other_reach), bitboard::contacts(other, own_reach));
        Score::heuristic(STONE * stones + MOBILITY * mobility - EXPOSED * exposed)
    }

    fn order(&self, moves: &mut [Move]) {
        sort_by_score::<128, _>(moves, |mv| self.move_score(mv));
    }
}

impl Ataxx {
    /// Stones gained count most. Then clones are preferred next to own stones, and jumps that leave few own stones
    /// behind.
    fn move_score(&self, mv: Move) -> i32 {
        let near = NEIGHBOURS[usize::from(mv.to)];
        let [turned, friends] = [near & self.other(), near & self.own()].map(|set| set.count_ones().cast_signed());
        if mv.is_jump() {
            let left = NEIGHBOURS[usize::from(mv.from)] & self.own();
            16 * turned - 2 * left.count_ones().cast_signed()
        } else {
            16 * turned + 8 + friends
        }
    }

    /// The smallest of the eight images, while there are few stones.
    fn canonical_key(&self) -> TableKey {
        let mut sets = [self.own(), self.other(), self.gaps()];
        let (mut least, mut image) = (sets, 0);
        if (self.own() | self.other()).count_ones() <= SYMMETRIC_STONES {
            for step in 0..SYMMETRIES - 1 {
                sets = sets.map(|set| bitboard::turned(set, step));
                if sets < least {
                    (least, image) = (sets, step + 1);
                }
            }
        }
        let [own, other, gaps] = least;
        TableKey::canonical(Self::hash(own, other, gaps), &SLOT_MAPS[image])
    }
}

/// `SLOT_MAPS[image][slot]`: the slot of the same move in that image.
static SLOT_MAPS: [[u16; SLOTS]; SYMMETRIES] = {
    let mut table = [[0; SLOTS]; SYMMETRIES];
    let mut steps = 0;
    while steps < SYMMETRIES {
        let mut slot = 0;
        while slot < SLOTS {
            table[steps][slot] = slot as u16;
            slot += 1;
        }
        let mut from = 0;
        while from < SQUARES {
            if from % 8 < 7 {
                let origin = bitboard::turned_square(from, steps);
                table[steps][from] = origin as u16;
                let mut targets = bitboard::JUMPS[from];
                while targets != 0 {
                    let to = targets.trailing_zeros() as usize;
                    targets &= targets - 1;
                    let own = Move { from: from as u8, to: to as u8 };
                    let shared = Move { from: origin as u8, to: bitboard::turned_square(to, steps) as u8 };
                    table[steps][own.slot()] = shared.slot() as u16;
                }
            }
            from += 1;
        }
        steps += 1;
    }
    table
};
