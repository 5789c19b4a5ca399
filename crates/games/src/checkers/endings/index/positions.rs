//! The inverse, from an index to a position. Needed to generate the table and to test it against the rules.

use super::super::super::rules::Checkers;
use super::{CHOOSE, CLASSES, Class, FIRST_SQUARES, OFFSETS, SQUARE_COUNTS};
use crate::diagonals::{Diagonals, Eight, Squares};
use plyd_search::position::Side;

/// Number of entries while the table is generated.
pub(in super::super) const ENTRIES: usize = OFFSETS.2;

impl Class {
    /// The class of the same positions with the other side to move.
    pub(in super::super) const fn turned(self) -> Self {
        let Self([men, kings, own_kings, own_men]) = self;
        Self([own_men, own_kings, kings, men])
    }

    /// All classes, fewer pieces first and then fewer men. So each class comes after the classes that its captures and
    /// promotions lead to.
    pub(in super::super) fn all() -> Vec<Self> {
        let mut all: Vec<Self> = (0..CLASSES).map(Self::from_number).filter(|class| class.is_ending()).collect();
        all.sort_by_key(|Self(counts)| (counts.iter().sum::<usize>(), counts[0] + counts[3]));
        all
    }

    /// The indexes of its entries.
    pub(in super::super) fn indices(self) -> std::ops::Range<usize> {
        self.start()..self.start() + self.len()
    }

    /// The position of an index, black to move; `None` if two pieces would share a square.
    pub(in super::super) fn position(self, index: usize) -> Option<Checkers> {
        let mut number = index - self.start();
        let mut sets = [0; 4];
        for kind in (0..4).rev() {
            let combinations = CHOOSE[SQUARE_COUNTS[kind]][self.0[kind]];
            sets[kind] = combination(number % combinations, self.0[kind], FIRST_SQUARES[kind]);
            number /= combinations;
        }
        let [men, kings, own_kings, own_men] = sets;
        let all = own_men | own_kings | men | kings;
        let apart = all.count_ones() as usize == self.0.iter().sum::<usize>();
        apart.then(|| Checkers::new([own_men | own_kings, men | kings], own_kings | kings, Side::First))
    }
}

/// The set of `count` squares with this index.
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
    fn every_index_is_that_of_its_position() {
        let mut positions = 0;
        for class in Class::all() {
            for index in class.indices() {
                let Some(position) = class.position(index) else { continue };
                assert_eq!(super::super::index_of(&position), (class, index));
                assert_eq!(super::super::index_of(&position.swapped()), (class, index));
                positions += 1;
            }
        }
        // Published counts of positions with one to four pieces, less those with one colour only (Schaeffer, One Jump
        // Ahead).
        let all = 120 + 6_972 + 261_224 + 7_092_774;
        let alone: usize = (1..=PIECES_MAX).map(|count| 2 * of_one_colour(count)).sum();
        assert_eq!(positions, all - alone);
    }

    /// Number of ways to place `count` pieces of one colour.
    fn of_one_colour(count: usize) -> usize {
        // Men on 28 squares, kings on the rest of the 32.
        (0..=count).map(|men| CHOOSE[28][men] * CHOOSE[32 - men][count - men]).sum()
    }
}
