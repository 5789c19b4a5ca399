//! Indexes of positions in the endgame database.
//!
//! Positions are turned so that black is to move. The numbers of men and kings of each side determine the class. Within
//! a class, each of the four sets of squares is numbered by the combinatorial number system. Some indexes put two
//! pieces on one square; their entries are meaningless.

#[cfg(any(test, feature = "tools"))]
mod positions;

use super::super::rules::Checkers;
use crate::diagonals::{Diagonals, Eight, Squares};
#[cfg(any(test, feature = "tools"))]
pub(super) use positions::ENTRIES;

/// The most pieces of both sides together.
pub(super) const PIECES_MAX: usize = 4;

/// The number of pieces of each kind: men and kings of the other side, kings and men of the side to move. In this order
/// neighbouring entries are similar, so the table compresses well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class([usize; 4]);

/// The number of squares for each kind of piece. There are no men on their crowning row.
const SQUARE_COUNTS: [usize; 4] = [28, 32, 32, 28];
/// The first square of each kind of piece.
const FIRST_SQUARES: [u32; 4] = [5, 1, 1, 1];

/// Binomial coefficients: `CHOOSE[n][k]` is the number of sets of `k` squares out of `n`.
const CHOOSE: [[usize; PIECES_MAX + 1]; 33] = {
    let mut choose = [[0; PIECES_MAX + 1]; 33];
    let mut n = 0;
    while n < 33 {
        choose[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= PIECES_MAX {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// Number of classes: each of the four counts is a digit.
const CLASSES: usize = (PIECES_MAX + 1).pow(4);

/// The first index of each class, the end of the classes that are stored, and the end of all. Stored classes come
/// first.
const OFFSETS: ([usize; CLASSES], usize, usize) = {
    let (mut starts, mut stored, mut end, mut number) = ([0; CLASSES], 0, 0, 0);
    while number < 2 * CLASSES {
        let class = Class::from_number(number % CLASSES);
        if class.is_ending() && class.is_stored() == (number < CLASSES) {
            starts[number % CLASSES] = end;
            end += class.len();
        }
        number += 1;
        if number == CLASSES {
            stored = end;
        }
    }
    (starts, stored, end)
};

/// Number of entries that are stored.
pub(super) const STORED: usize = OFFSETS.1;

impl Class {
    const fn from_number(number: usize) -> Self {
        let digit = PIECES_MAX + 1;
        Self([number / digit.pow(3), number / digit.pow(2) % digit, number / digit % digit, number % digit])
    }

    const fn number(self) -> usize {
        let Self([men, kings, own_kings, own_men]) = self;
        ((men * (PIECES_MAX + 1) + kings) * (PIECES_MAX + 1) + own_kings) * (PIECES_MAX + 1) + own_men
    }

    const fn start(self) -> usize {
        OFFSETS.0[self.number()]
    }

    /// Whether both sides have a piece, and at most [`PIECES_MAX`] together.
    const fn is_ending(self) -> bool {
        let Self([men, kings, own_kings, own_men]) = self;
        own_men + own_kings > 0 && men + kings > 0 && own_men + own_kings + men + kings <= PIECES_MAX
    }

    /// Whether the entries of the class are stored. If the side to move has fewer pieces, they follow from the entries
    /// one ply later.
    pub(super) const fn is_stored(self) -> bool {
        let Self([men, kings, own_kings, own_men]) = self;
        own_men + own_kings >= men + kings
    }

    /// Number of its entries.
    const fn len(self) -> usize {
        let (mut len, mut kind) = (1, 0);
        while kind < 4 {
            len *= CHOOSE[SQUARE_COUNTS[kind]][self.0[kind]];
            kind += 1;
        }
        len
    }
}

/// The class and the index of a position of at most [`PIECES_MAX`] pieces, with a piece of each side.
pub(super) fn index_of(position: &Checkers) -> (Class, usize) {
    let [own, other, kings] = position.seen_by_mover();
    let sets = [other & !kings, other & kings, own & kings, own & !kings];
    let (mut counts, mut number) = ([0; 4], 0);
    for kind in 0..4 {
        let within = set_index(sets[kind], FIRST_SQUARES[kind]);
        counts[kind] = within.0;
        number = number * CHOOSE[SQUARE_COUNTS[kind]][within.0] + within.1;
    }
    let class = Class(counts);
    (class, class.start() + number)
}

/// The number of squares in a set, and its index among the sets of that size.
fn set_index(set: Squares, first: u32) -> (usize, usize) {
    Eight::numbers(set)
        .fold((0, 0), |(count, number), square| (count + 1, number + CHOOSE[(square - first) as usize][count + 1]))
}
