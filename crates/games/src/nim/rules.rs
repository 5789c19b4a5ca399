//! The rules of Nim.

use plyd_search::mix;
use plyd_search::position::{Outcome, Position, Side};

/// Heaps, who loses, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nim {
    /// Those beyond `count` are empty.
    heaps: [u16; Self::MOST_HEAPS],
    count: u8,
    /// What lies on all of them together.
    left: u16,
    /// Whether taking the last one loses; else having nothing to take does.
    misere: bool,
    side: Side,
}

/// So many from one heap, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(super) heap: u8,
    pub(super) take: u16,
}

impl Nim {
    /// The most heaps. A position is copied at every node, and every heap is shown.
    pub(super) const MOST_HEAPS: usize = 20;

    /// The most on all heaps together: as many moves there are, and every one of them is listed.
    pub(super) const MOST: u32 = 1000;

    /// A position with at most [`Self::MOST_HEAPS`] heaps, and at most [`Self::MOST`] on them.
    pub(super) fn new(heaps: &[u16], misere: bool, side: Side) -> Self {
        let mut position =
            Self { heaps: [0; Self::MOST_HEAPS], count: heaps.len() as u8, left: heaps.iter().sum(), misere, side };
        position.heaps[..heaps.len()].copy_from_slice(heaps);
        position
    }

    /// The heaps, empty ones too.
    pub(super) fn heaps(&self) -> &[u16] {
        &self.heaps[..usize::from(self.count)]
    }

    /// How many lie on all heaps together: as many plies and as many moves there can be.
    pub(super) fn left(&self) -> u32 {
        u32::from(self.left)
    }

    pub(super) fn is_misere(&self) -> bool {
        self.misere
    }
}

impl Position for Nim {
    type Move = Move;

    const MAX_SIDE: Option<Side> = Some(Side::First);

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| Outcome::Win(if self.misere { self.side } else { self.side.other() }))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        for (heap, size) in (0..).zip(self.heaps()) {
            moves.extend((1..=*size).map(|take| Move { heap, take }));
        }
    }

    fn count_legal_moves(&self, _: &mut Vec<Move>) -> u64 {
        u64::from(self.left)
    }

    fn play_unchecked(&mut self, Move { heap, take }: Move) {
        self.heaps[usize::from(heap)] -= take;
        self.left -= take;
        self.side = self.side.other();
    }

    fn key(&self) -> u64 {
        let rules = u64::from(self.misere) << 1 | self.side as u64;
        self.heaps().iter().fold(rules, |key, heap| mix(key ^ u64::from(*heap) << 2))
    }
}
