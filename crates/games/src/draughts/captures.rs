//! The captures of one piece.
//!
//! Captured pieces stay on the board until the move ends: they bar the way, and nothing is taken twice (the Turkish
//! stroke). A king lands on any free square behind its victim, but where it can go on from one of them it has to.
//!
//! A lattice of pieces has routes without number that take few different sets of them. After a while what was visited
//! is therefore remembered: pieces taken and a square determine how a capture can go on.

use std::collections::HashSet;
use std::marker::PhantomData;

use super::moves::Move;
use super::variant::Variant;
use crate::diagonals::{DIRECTIONS, Diagonals, Direction, Squares, places};

/// So many squares are visited before anything is remembered: far more than in positions that games come to.
const ROUTES_WITHOUT_MEMORY: u32 = 500;

/// A piece in the hand.
pub(super) struct Captures<V: Variant> {
    from: u32,
    king: bool,
    /// The squares of all pieces but this one, captured ones among them.
    occupied: Squares,
    others: Squares,
    /// Where a man becomes a king on its way.
    crowning: Squares,
    variant: PhantomData<V>,
}

/// What was found.
struct Found<'a> {
    /// Captures of the piece, and from `first` on of others before it.
    moves: &'a mut Vec<Move>,
    first: usize,
    /// The most pieces that any capture takes; stays 0 where the number does not matter.
    most: u32,
    visits: u32,
    /// The squares visited, each with the pieces taken before.
    visited: HashSet<(u8, Squares)>,
}

impl<V: Variant> Captures<V> {
    /// The piece at `from`, on a board of its own side's pieces and the others. A man that passes `crowning` is a king
    /// from there on.
    pub(super) fn of(from: u32, [own, others]: [Squares; 2], kings: Squares, crowning: Squares) -> Self {
        let piece = 1 << from;
        Self {
            from,
            king: kings & piece != 0,
            occupied: (own | others) & !piece,
            others,
            crowning,
            variant: PhantomData,
        }
    }

    /// Whether it can capture at all.
    pub(super) fn can_begin(&self) -> bool {
        self.can_go_on(self.from, 0, self.king)
    }

    /// Appends the piece's captures. By the majority rule only those that take as many as any do, `most` being taken by
    /// those listed from `first` on; returns the new most.
    pub(super) fn list(&self, most: u32, first: usize, moves: &mut Vec<Move>) -> u32 {
        let mut found = Found { moves, first, most, visits: 0, visited: HashSet::new() };
        self.begin(&mut found);
        found.most
    }

    fn begin(&self, found: &mut Found<'_>) {
        self.go_on(self.from, 0, self.king, found);
    }

    /// Follows every way on from a square, the piece having captured these.
    fn go_on(&self, at: u32, captured: Squares, king: bool, found: &mut Found<'_>) {
        if found.was_here(at, captured) {
            return;
        }
        let king = king || self.crowning >> at & 1 != 0;
        let mut at_rest = true;
        for direction in DIRECTIONS {
            let (over, landings) = self.jump(direction, at, captured, king);
            if landings == 0 {
                continue;
            }
            at_rest = false;
            let captured = captured | over;
            if landings.is_power_of_two() {
                self.go_on(landings.trailing_zeros(), captured, king, found);
                continue;
            }
            let goes_on = places(landings).filter(|to| self.can_go_on(*to, captured, king));
            let going_on: Squares = goes_on.map(|to| 1 << to).sum();
            for to in places(going_on) {
                self.go_on(to, captured, king, found);
            }
            if going_on == 0 {
                places(landings).for_each(|to| found.rest::<V>(self.from, to, captured));
            }
        }
        if at_rest && captured != 0 {
            found.rest::<V>(self.from, at, captured);
        }
    }

    fn can_go_on(&self, at: u32, captured: Squares, king: bool) -> bool {
        DIRECTIONS.into_iter().any(|direction| self.jump(direction, at, captured, king).1 != 0)
    }

    /// The piece that can be taken in this direction, and the free squares behind it.
    #[inline]
    fn jump(&self, direction: Direction, at: u32, captured: Squares, king: bool) -> (Squares, Squares) {
        let victims = self.others & !captured;
        if !king {
            let over = V::Board::step(direction, 1 << at) & victims;
            return (over, V::Board::step(direction, over) & V::Board::ALL & !self.occupied);
        }
        let over = V::Board::reach(at, direction, self.occupied).1 & victims;
        if over == 0 { (0, 0) } else { (over, V::Board::reach(over.trailing_zeros(), direction, self.occupied).0) }
    }
}

impl Found<'_> {
    /// Whether the same square was reached with the same pieces taken before, as far as anybody remembers.
    fn was_here(&mut self, at: u32, captured: Squares) -> bool {
        self.visits += 1;
        self.visits > ROUTES_WITHOUT_MEMORY && !self.visited.insert((at as u8, captured))
    }

    /// Adds the capture that ends here, unless it is there already or takes too few.
    fn rest<V: Variant>(&mut self, from: u32, to: u32, captured: Squares) {
        if V::MAJORITY {
            let count = captured.count_ones();
            if count < self.most {
                return;
            }
            if count > self.most {
                self.most = count;
                self.moves.truncate(self.first);
            }
        }
        let capture = Move { from: from as u8, to: to as u8, captured };
        if !self.moves[self.first..].contains(&capture) {
            self.moves.push(capture);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::tests::anything;
    use crate::draughts::{Draughts, International, Russian};
    use crate::notation::Notation;
    use crate::proofs::{Rng, moves};

    /// The captures of the side to move and how many squares were visited, if so many were before.
    fn captures_and_visits<V: Variant>(position: &Draughts<V>, before: u32) -> (Vec<Move>, u32) {
        let (mut moves, mut visits, mut most) = (Vec::new(), 0, 0);
        for from in places(position.own) {
            let (moves, first) = (&mut moves, 0);
            let mut found = Found { moves, first, most, visits: before, visited: HashSet::new() };
            position.captures(from).begin(&mut found);
            (most, visits) = (found.most, visits + found.visits - before);
        }
        (moves, visits)
    }

    fn assert_memory_changes_nothing<V: Variant>() {
        let mut rng = Rng(9);
        for _ in 0..2000 {
            let position = anything::<V>(&mut rng);
            let captures = captures_and_visits(&position, ROUTES_WITHOUT_MEMORY).0;
            if captures.is_empty() {
                assert_eq!(position.capturers(), 0, "{}", position.state());
            } else {
                assert_eq!(captures, moves(&position), "{}", position.state());
            }
        }
    }

    #[test]
    fn what_is_remembered_changes_no_list() {
        assert_memory_changes_nothing::<International>();
        assert_memory_changes_nothing::<Russian>();
    }

    /// The worst that a search for the worst found: lattices with kings at their sides.
    #[test]
    fn lattices_are_not_walked_route_by_route() {
        let ten = "W:WK1,K5,K6,K16,K25,K45,K50:BK7,K8,K9,K10,K17,K20,K23,K27,K30,K37,K38,K39,K40,K41";
        let full = "W:WK1:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40";
        let eight = "W:WKb8,Kh8,Ka7,Ka3,Kh2,Kc1,Kg1:BKc7,Ke7,Kg7,Kc5,Ke5,Kg5,Kc3,Ke3,Kg3";
        let ten = [ten, full].map(|state| captures_and_visits(&Draughts::<International>::parse(state).unwrap(), 0));
        let eight = captures_and_visits(&Draughts::<Russian>::parse(eight).unwrap(), 0);
        for ((found, visits), captures) in ten.into_iter().chain([eight]).zip([3, 2, 50]) {
            assert_eq!(found.len(), captures);
            assert!(visits < 50_000, "{visits} squares visited for {captures} captures");
        }
    }
}
