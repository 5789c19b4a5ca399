//! What is known of Nim: everything (Bouton 1901).

use super::rules::{Move, Nim};
use plyd_search::hooks::{Knowledge, MoveOrdering, sort_by_score};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score, mix};

/// What decides a position.
#[derive(Clone, Copy)]
struct Sizes {
    /// The binary sum of all heaps without carrying.
    nim_sum: u16,
    /// Heaps of more than one.
    large: u32,
    misere: bool,
}

impl Sizes {
    fn of(position: &Nim) -> Self {
        let heaps = position.heaps();
        Self {
            nim_sum: heaps.iter().fold(0, |sum, heap| sum ^ heap),
            large: heaps.iter().map(|heap| u32::from(*heap > 1)).sum(),
            misere: position.is_misere(),
        }
    }

    /// The same after a heap has become another.
    fn with(self, heap: u16, then: u16) -> Self {
        let large = self.large - u32::from(heap > 1) + u32::from(then > 1);
        Self { nim_sum: self.nim_sum ^ heap ^ then, large, ..self }
    }

    /// Whether the side to move loses: with a sum of 0; in misère play, once all heaps are of one, with an odd number
    /// of them.
    fn are_lost(self) -> bool {
        self.nim_sum == u16::from(self.misere && self.large == 0)
    }
}

impl Evaluate for Nim {
    const ORDERING: MoveOrdering<Self> = MoveOrdering { killers_and_history: false, ..MoveOrdering::DEFAULT };

    const SYMMETRY: Option<fn(&Self) -> TableKey> = Some(|nim| TableKey::plain(nim.unordered_key()));

    const KNOWLEDGE: Knowledge<Self> =
        Knowledge { closed_form: Self::solved, plies_left: Self::left, ..Knowledge::NONE };

    /// A search that ends before the heaps do sees nothing; one that may ask the closed form never asks this.
    fn evaluate(&self) -> Score {
        Score::ZERO
    }

    /// Moves that leave a lost position first.
    fn order(&self, moves: &mut [Move]) {
        let sizes = Sizes::of(self);
        sort_by_score::<64, _>(moves, |Move { heap, take }| {
            let heap = self.heaps()[usize::from(heap)];
            i32::from(sizes.with(heap, heap - take).are_lost())
        });
    }
}

impl Nim {
    /// Who wins, and when.
    ///
    /// A lost game can be made to last as many plies as there is to take: taking one from a heap that has the lowest
    /// bit of all leaves a sum that only one less on another such heap makes 0 again. In misère play with a heap of
    /// more than one it is a ply less, for the last move from such a heap takes at least two. So the winner takes as
    /// many at once as still wins.
    pub(super) fn solved(&self) -> Option<Score> {
        let sizes = Sizes::of(self);
        let lasts = |sizes: Sizes, left: u32| left - u32::from(sizes.misere && sizes.large > 0);
        if sizes.are_lost() {
            return Some(Score::loss_in(lasts(sizes, self.left())));
        }
        let after = |heap: u16| {
            // A sum of 0, or the odd number of ones by which misère play ends.
            let zero = heap ^ sizes.nim_sum;
            let left = [zero, zero ^ 1].into_iter().filter(move |left| *left < heap);
            left.map(move |left| (sizes.with(heap, left), self.left() - u32::from(heap - left)))
        };
        let lost = self.heaps().iter().copied().flat_map(after).filter(|(sizes, _)| sizes.are_lost());
        let plies = lost.map(|(sizes, left)| lasts(sizes, left)).min()?;
        Some(Score::win_in(plies + 1))
    }

    /// The same for all orders of the heaps, and for both sides to move.
    fn unordered_key(&self) -> u64 {
        let seed = u64::from(self.is_misere()) << 16;
        let full = self.heaps().iter().filter(|heap| **heap > 0);
        full.fold(seed, |key, heap| key.wrapping_add(mix(seed | u64::from(*heap))))
    }
}
