//! The rules of Nim.

use plyd_search::mix;
use plyd_search::position::{Outcome, Position, Side};

/// The heaps, the rule about the last object, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nim {
    /// Only the first `count` heaps are used.
    heaps: [u16; Self::MAX_HEAPS],
    count: u8,
    /// Number of objects in all heaps.
    left: u16,
    /// Misère play: taking the last object loses. In normal play the side without a move loses.
    misere: bool,
    side: Side,
}

/// Takes `take` objects from one heap, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(super) heap: u8,
    pub(super) take: u16,
}

impl Nim {
    /// The most heaps. The limit is small, because a position is copied at every node and all heaps are displayed.
    pub(super) const MAX_HEAPS: usize = 20;

    /// The most objects in all heaps. There are as many legal moves, and all of them are listed.
    pub(super) const MAX_OBJECTS: u32 = 1000;

    /// A position with at most [`Self::MAX_HEAPS`] heaps and [`Self::MAX_OBJECTS`] objects.
    pub(super) fn new(heaps: &[u16], misere: bool, side: Side) -> Self {
        let mut position =
            Self { heaps: [0; Self::MAX_HEAPS], count: heaps.len() as u8, left: heaps.iter().sum(), misere, side };
        position.heaps[..heaps.len()].copy_from_slice(heaps);
        position
    }

    /// The heaps, including empty ones.
    pub(super) fn heaps(&self) -> &[u16] {
        &self.heaps[..usize::from(self.count)]
    }

    /// Number of objects in all heaps, which bounds both plies and moves.
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
