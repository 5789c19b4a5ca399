//! The places of endings in their table.
//!
//! The position is turned so that black is to move. How many men and kings each side has makes its class; a class lists
//! every choice of squares for each of the four sets, by its number among the combinations (the combinatorial number
//! system). Choices that put two pieces on a square have places too, which mean nothing.

use super::super::rules::Checkers;
use crate::diagonals::{Diagonals, Eight, Squares};
use plyd_search::position::Side;

/// The most pieces of both sides together.
pub(super) const PIECES_MAX: usize = 4;

/// How many pieces there are of each kind: men and kings of the other side, kings and men of the side to move. In this
/// order neighbours in the table are alike, so that it packs well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class([usize; 4]);

/// How many squares each kind may stand on. No man stands on the row where it would be a king.
const ROOM: [usize; 4] = [28, 32, 32, 28];
/// The number of the first of them.
const FIRST: [u32; 4] = [5, 1, 1, 1];

/// `CHOOSE[n][k]`: in how many ways `k` squares of `n` are chosen.
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

/// Numbers of classes: each count is a digit.
const CLASSES: usize = (PIECES_MAX + 1).pow(4);

/// Where each class begins, and where the kept ones end and all: those that are kept come first.
const PLACES: ([usize; CLASSES], usize, usize) = {
    let (mut starts, mut kept, mut end, mut number) = ([0; CLASSES], 0, 0, 0);
    while number < 2 * CLASSES {
        let class = Class::numbered(number % CLASSES);
        if class.is_ending() && class.is_kept() == (number < CLASSES) {
            starts[number % CLASSES] = end;
            end += class.len();
        }
        number += 1;
        if number == CLASSES {
            kept = end;
        }
    }
    (starts, kept, end)
};

/// How many entries the table keeps, and how many there are while it is made.
pub(super) const KEPT: usize = PLACES.1;
pub(super) const ENTRIES: usize = PLACES.2;

impl Class {
    const fn numbered(number: usize) -> Self {
        let digit = PIECES_MAX + 1;
        Self([number / digit.pow(3), number / digit.pow(2) % digit, number / digit % digit, number % digit])
    }

    const fn number(self) -> usize {
        let Self([men, kings, own_kings, own_men]) = self;
        ((men * (PIECES_MAX + 1) + kings) * (PIECES_MAX + 1) + own_kings) * (PIECES_MAX + 1) + own_men
    }

    const fn start(self) -> usize {
        PLACES.0[self.number()]
    }

    /// Whether both sides have a piece, and together they have few enough.
    const fn is_ending(self) -> bool {
        let Self([men, kings, own_kings, own_men]) = self;
        own_men + own_kings > 0 && men + kings > 0 && own_men + own_kings + men + kings <= PIECES_MAX
    }

    /// Whether its entries are kept. Where the side to move has fewer pieces they follow from those a ply later.
    pub(super) const fn is_kept(self) -> bool {
        let Self([men, kings, own_kings, own_men]) = self;
        own_men + own_kings >= men + kings
    }

    /// How many entries it has.
    const fn len(self) -> usize {
        let (mut len, mut kind) = (1, 0);
        while kind < 4 {
            len *= CHOOSE[ROOM[kind]][self.0[kind]];
            kind += 1;
        }
        len
    }

    /// The class of its positions with the other side to move.
    pub(super) const fn turned(self) -> Self {
        let Self([men, kings, own_kings, own_men]) = self;
        Self([own_men, own_kings, kings, men])
    }

    /// All of them, each after those that its captures and promotions lead to: fewer pieces come first, then fewer men.
    pub(super) fn all() -> Vec<Self> {
        let mut all: Vec<Self> = (0..CLASSES).map(Self::numbered).filter(|class| class.is_ending()).collect();
        all.sort_by_key(|Self(counts)| (counts.iter().sum::<usize>(), counts[0] + counts[3]));
        all
    }

    /// The places of its entries.
    pub(super) fn places(self) -> std::ops::Range<usize> {
        self.start()..self.start() + self.len()
    }

    /// The position of a place, black to move; `None` where two pieces would share a square.
    pub(super) fn position(self, place: usize) -> Option<Checkers> {
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

/// The class of a position of at most [`PIECES_MAX`] pieces, some of each side, and its place.
pub(super) fn place(position: &Checkers) -> (Class, usize) {
    let [own, other, kings] = position.seen_by_mover();
    let sets = [other & !kings, other & kings, own & kings, own & !kings];
    let (mut counts, mut number) = ([0; 4], 0);
    for kind in 0..4 {
        let within = numbered(sets[kind], FIRST[kind]);
        counts[kind] = within.0;
        number = number * CHOOSE[ROOM[kind]][within.0] + within.1;
    }
    let class = Class(counts);
    (class, class.start() + number)
}

/// How many squares a set has, and its number among the sets of so many.
fn numbered(set: Squares, first: u32) -> (usize, usize) {
    Eight::numbers(set)
        .fold((0, 0), |(count, number), square| (count + 1, number + CHOOSE[(square - first) as usize][count + 1]))
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
    use super::*;

    #[test]
    fn every_place_is_that_of_its_position() {
        let mut positions = 0;
        for class in Class::all() {
            for place in class.places() {
                let Some(position) = class.position(place) else { continue };
                assert_eq!(super::place(&position), (class, place));
                assert_eq!(super::place(&position.swapped()), (class, place));
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
