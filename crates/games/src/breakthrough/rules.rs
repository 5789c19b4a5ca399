//! The rules of Breakthrough.

use super::geometry::{DIRECTIONS, Geometry, MAX_SIZE, Squares, members};
use plyd_search::mix;
use plyd_search::position::{Outcome, Position, Side};

/// The pawns of white and of black, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakthrough {
    pawns: [Squares; 2],
    geometry: Geometry,
    side: Side,
}

/// A pawn's move. Whether it captures depends on the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(super) from: u8,
    /// 0 for forward left as the board is shown, 1 for straight forward, 2 for forward right.
    direction: u8,
}

impl Move {
    /// One more than the largest [`Move::slot`].
    pub(super) const SLOTS: usize = DIRECTIONS * MAX_SIZE * MAX_SIZE;

    pub(super) fn slot(self) -> usize {
        DIRECTIONS * usize::from(self.from) + usize::from(self.direction)
    }
}

impl Breakthrough {
    /// A position from disjoint sets of pawns on the board.
    pub(super) fn new(pawns: [Squares; 2], geometry: Geometry, side: Side) -> Self {
        Self { pawns, geometry, side }
    }

    /// The pawns of white and of black.
    pub(super) fn pawns(&self) -> [Squares; 2] {
        self.pawns
    }

    pub(super) fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The pawns of the side to move, and those of the other side.
    pub(super) fn seen_by_mover(&self) -> [Squares; 2] {
        [self.pawns[self.side.index()], self.pawns[self.side.other().index()]]
    }

    /// The target square of a move.
    pub(super) fn target(&self, mv: Move) -> u8 {
        self.geometry.target(self.side, mv.from, mv.direction)
    }

    /// Whether a move captures.
    pub(super) fn captures(&self, mv: Move) -> bool {
        self.pawns[self.side.other().index()] >> self.target(mv) & 1 == 1
    }

    /// Whether a side has won, by a pawn on the last rank or because the other side has no pawns.
    pub(super) fn has_won(&self, side: Side) -> bool {
        self.pawns[side.index()] & self.geometry.goal(side) != 0 || self.pawns[side.other().index()] == 0
    }

    /// For each direction, the pawns of the side to move that can go to a square of the set. Straight forward the
    /// square has to be empty; diagonally it may hold an enemy pawn.
    pub(super) fn movers(&self, to: Squares) -> [Squares; DIRECTIONS] {
        let [own, other] = self.seen_by_mover();
        // Pawns come from behind, so the set is moved backward.
        let back = |set| self.geometry.forward(self.side.other(), set);
        let [from_left, from_right] = self.geometry.beside(back(to & !own));
        [from_right & own, back(to & !(own | other)) & own, from_left & own]
    }

    /// Appends the moves whose target is in the set.
    pub(super) fn list(&self, to: Squares, moves: &mut Vec<Move>) {
        let movers = self.movers(to);
        for from in members(movers[0] | movers[1] | movers[2]) {
            let directions = (0..).zip(movers).filter(|(_, movers)| movers >> from & 1 == 1);
            moves.extend(directions.map(|(direction, _)| Move { from, direction }));
        }
    }

    /// Number of legal moves while the game is not over.
    pub(super) fn count(&self) -> u32 {
        self.movers(!0).iter().map(|movers| movers.count_ones()).sum()
    }

    /// Upper bound of the plies left. Every ply is a step forward, and a side whose pawns have all reached the rank
    /// before the last wins with its next ply.
    pub(super) fn most_plies_left(&self) -> u32 {
        let steps = |side: Side| {
            let ranks = members(self.pawns[side.index()]).map(|from| u32::from(self.geometry.distance(side, from)));
            ranks.map(|distance| distance.saturating_sub(1)).sum::<u32>()
        };
        (2 * steps(self.side) + 1).min(2 * steps(self.side.other()) + 2)
    }

    /// The position with left and right exchanged.
    pub(super) fn mirrored(&self) -> Self {
        Self { pawns: self.pawns.map(|pawns| self.geometry.mirrored(pawns)), ..*self }
    }
}

impl Position for Breakthrough {
    type Move = Move;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        [self.side.other(), self.side].into_iter().find(|side| self.has_won(*side)).map(Outcome::Win)
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.list(!0, moves);
    }

    fn count_legal_moves(&self, _: &mut Vec<Move>) -> u64 {
        if self.is_final() { 0 } else { u64::from(self.count()) }
    }

    fn play_unchecked(&mut self, mv: Move) {
        let (own, to) = (self.side.index(), 1 << self.target(mv));
        self.pawns[own] ^= 1 << mv.from | to;
        self.pawns[1 - own] &= !to;
        self.side = self.side.other();
    }

    fn key(&self) -> u64 {
        let [white, black] = self.pawns;
        let shape = u64::from(self.geometry.files) << 16 | u64::from(self.geometry.ranks) << 8 | self.side as u64;
        // Boards of at most 64 squares use only the lower halves.
        let upper = (white >> 64) as u64 ^ mix((black >> 64) as u64);
        mix(mix(mix(white as u64).wrapping_add(black as u64)) ^ mix(upper).wrapping_add(shape))
    }
}
