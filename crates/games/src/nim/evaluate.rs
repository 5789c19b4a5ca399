//! Nim is solved in closed form (Bouton 1901).

use super::rules::{Move, Nim};
use plyd_search::hooks::{NoHooks, sort_by_score};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score, mix};

/// The properties of a position that determine its value.
#[derive(Clone, Copy)]
struct Summary {
    /// The binary sum of all heaps without carrying.
    nim_sum: u16,
    /// Heaps of more than one.
    large: u32,
    misere: bool,
}

impl Summary {
    fn of(position: &Nim) -> Self {
        let heaps = position.heaps();
        Self {
            nim_sum: heaps.iter().fold(0, |sum, heap| sum ^ heap),
            large: heaps.iter().map(|heap| u32::from(*heap > 1)).sum(),
            misere: position.is_misere(),
        }
    }

    /// The properties after one heap has changed from `heap` to `then`.
    fn with(self, heap: u16, then: u16) -> Self {
        let large = self.large - u32::from(heap > 1) + u32::from(then > 1);
        Self { nim_sum: self.nim_sum ^ heap ^ then, large, ..self }
    }

    /// Whether the side to move loses. It loses when the nim-sum is 0. The exception is misère play with no heap larger
    /// than 1: there it loses when the number of heaps is odd.
    fn is_lost(self) -> bool {
        self.nim_sum == u16::from(self.misere && self.large == 0)
    }
}

impl Evaluate for Nim {
    type Hooks = NoHooks;

    const KILLERS_AND_HISTORY: bool = false;

    fn table_key(&self) -> TableKey {
        TableKey::plain(self.unordered_key())
    }

    fn closed_form(&self) -> Option<Score> {
        self.solved()
    }

    fn plies_left(&self) -> u32 {
        self.left()
    }

    /// Always zero, because nothing is known before the end. Searches that may use the closed form never evaluate.
    fn evaluate(&self) -> Score {
        Score::ZERO
    }

    /// Moves to a lost position come first.
    fn order(&self, moves: &mut [Move]) {
        let summary = Summary::of(self);
        sort_by_score::<64, _>(moves, |Move { heap, take }| {
            let heap = self.heaps()[usize::from(heap)];
            i32::from(summary.with(heap, heap - take).is_lost())
        });
    }
}

impl Nim {
    /// The winner and the distance.
    ///
    /// The loser can make the game last as many plies as there are objects. It finds the lowest bit that is set in any
    /// heap, and takes one from a heap with that bit. Then the winner can restore a nim-sum of 0 only by taking one
    /// from another heap with that bit. In misère play with a heap of more than one, the game is a ply shorter, because
    /// the last move from such a heap takes at least two. So the winner takes as many as possible in each move.
    pub(super) fn solved(&self) -> Option<Score> {
        let summary = Summary::of(self);
        let lasts = |summary: Summary, left: u32| left - u32::from(summary.misere && summary.large > 0);
        if summary.is_lost() {
            return Some(Score::loss_in(lasts(summary, self.left())));
        }
        let after = |heap: u16| {
            // The heap size that leaves a nim-sum of 0 or, in misère play, an odd number of single heaps.
            let zero = heap ^ summary.nim_sum;
            let left = [zero, zero ^ 1].into_iter().filter(move |left| *left < heap);
            left.map(move |left| (summary.with(heap, left), self.left() - u32::from(heap - left)))
        };
        let lost = self.heaps().iter().copied().flat_map(after).filter(|(summary, _)| summary.is_lost());
        let plies = lost.map(|(summary, left)| lasts(summary, left)).min()?;
        Some(Score::win_in(plies + 1))
    }

    /// A key that is equal for all orders of the heaps, and for both sides to move.
    fn unordered_key(&self) -> u64 {
        let seed = u64::from(self.is_misere()) << 16;
        let full = self.heaps().iter().filter(|heap| **heap > 0);
        full.fold(seed, |key, heap| key.wrapping_add(mix(seed | u64::from(*heap))))
    }
}
