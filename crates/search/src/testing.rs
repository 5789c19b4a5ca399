//! A game for unit tests.

use crate::hooks::{NoHooks, Selective};
use crate::position::{Outcome, Position, Side};
use crate::{Evaluate, Score};

/// A heap from which each side takes one, two or three; two games of the same rules.
#[derive(Clone)]
pub(crate) struct Heap<const GAME: bool>(pub(crate) u32, pub(crate) Side);

impl<const GAME: bool> Position for Heap<GAME> {
    type Move = u32;

    fn side_to_move(&self) -> Side {
        self.1
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 0).then(|| Outcome::Win(self.1.other()))
    }

    fn legal_moves(&self, moves: &mut Vec<u32>) {
        moves.extend(1..=self.0.min(3));
    }

    fn play_unchecked(&mut self, taken: u32) {
        *self = Self(self.0 - taken, self.1.other());
    }

    fn key(&self) -> u64 {
        u64::from(2 * self.0) + self.1.index() as u64
    }
}

impl<const GAME: bool> Evaluate for Heap<GAME> {
    type Hooks = NoHooks;

    const SELECTIVE: Selective = Selective::PLAIN;

    fn evaluate(&self) -> Score {
        Score::ZERO
    }
}
