//! The generic evaluation: pieces, and where they prefer to stand.

use plyd_search::hooks::NoHooks;
use plyd_search::position::Position;
use plyd_search::{Evaluate, Score};

use super::moves::{Move, What};
use super::position::Ruled;
use super::table::SIDES;

/// The bonus for a piece on a cell that it prefers.
const PREFERRED: i32 = 30;

/// The slots of moves that have a single cell, and of the others by both of their cells.
const CELLS: usize = 256;
const PAIRS: usize = 4096;

impl<const W: usize> Evaluate for Ruled<W> {
    type Hooks = NoHooks;

    const SLOTS: usize = CELLS + PAIRS;

    /// On boards of more than 64 cells some pairs of cells share a slot.
    fn slot(mv: Move) -> usize {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        match mv.what {
            What::Place | What::PlaceOther | What::Remove | What::Pass => to,
            What::Step | What::Shoot | What::Jump => CELLS + (64 * from + to) % PAIRS,
        }
    }

    fn evaluate(&self) -> Score {
        let [first, second] = SIDES.map(|side| {
            let kinds = self.rules.kinds[side.index()].iter().enumerate();
            let value = kinds.map(|(index, kind)| {
                let pieces = self.of_kind(side, index);
                let preferred = (pieces & kind.prefer).count().cast_signed();
                kind.worth * pieces.count().cast_signed() + PREFERRED * preferred
            });
            value.sum::<i32>()
        });
        let value = if self.side_to_move() == SIDES[0] { first - second } else { second - first };
        Score::heuristic(value)
    }
}
