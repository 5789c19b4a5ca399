//! The way back, from a place to its position: for making the table, and for holding it against the rules.

use super::super::super::rules::Checkers;
use super::{CHOOSE, CLASSES, Class, FIRST, PLACES, ROOM};
use crate::diagonals::{Diagonals, Eight, Squares};
use plyd_search::position::Side;

/// How many entries there are while the table is made.
pub(in super::super) const ENTRIES: usize = PLACES.2;

impl Class {
    /// The class of its positions with the other side to move.
    pub(in super::super) const fn turned(self) -> Self {
        let Self([men, kings, own_kings, own_men]) = self;
        Self([own_men, own_kings, kings, men])
    }

    /// All of them, each after those that its captures and promotions lead to: fewer pieces come first, then fewer men.
    pub(in super::super) fn all() -> Vec<Self> {
        let mut all: Vec<Self> = (0..CLASSES).map(Self::numbered).filter(|class| class.is_ending()).collect();
        all.sort_by_key(|Self(counts)| (counts.iter().sum::<usize>(), counts[0] + counts[3]));
        all
    }

    /// The places of its entries.
    pub(in super::super) fn places(self) -> std::ops::Range<usize> {
        self.start()..self.start() + self.len()
    }

    /// The position of a place, black to move; `None` where two pieces would share a square.
    pub(in super::super) fn position(self, place: usize) -> Option<Checkers> {
        let mut number = place - self.start();
        let mut sets = [0; 4];
        for kind in (0..4).rev() {
            let room = CHOOSE[ROOM[kind]][self.0[kind]];
            sets[kind] = combination(number % room, self.0[kind], FIRST[kind]);
            number /= room;
        }
        let [men, kings, own_kings, own_men] = sets;
        let all = own_men | own_kings | men | kings;
        let apart = all.count_ones() as usize == self.0.iter().sum::<usize>();
        apart.then(|| Checkers::new([own_men | own_kings, men | kings], own_kings | kings, Side::First))
    }
}

/// The set of so many squares that has this number.
fn combination(mut number: usize, count: usize, first: u32) -> Squares {
    let mut set = 0;
    for left in (1..=count).rev() {
        let square = (0..32).rev().find(|square| CHOOSE[*square][left] <= number).expect("no set has fewer than none");
        number -= CHOOSE[square][left];
        set |= Eight::bit(first + square as u32);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::super::PIECES_MAX;
    use super::*;

    #[test]
    fn every_place_is_that_of_its_position() {
        let mut positions = 0;
        for class in Class::all() {
            for place in class.places() {
                let Some(position) = class.position(place) else { continue };
                assert_eq!(super::super::place(&position), (class, place));
                assert_eq!(super::super::place(&position.swapped()), (class, place));
                positions += 1;
            }
        }
        // Of one to four pieces on the board, less those of one colour alone (Schaeffer, One Jump Ahead, counts all).
        let all = 120 + 6_972 + 261_224 + 7_092_774;
        let alone: usize = (1..=PIECES_MAX).map(|count| 2 * of_one_colour(count)).sum();
        assert_eq!(positions, all - alone);
    }

    /// In how many ways so many pieces of a colour stand on the board.
    fn of_one_colour(count: usize) -> usize {
        // Men on the 28 squares, kings on what is left of the 32.
        (0..=count).map(|men| CHOOSE[28][men] * CHOOSE[32 - men][count - men]).sum()
    }
}
