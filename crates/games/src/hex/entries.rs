//! Positions that the proof-number search remembers.

use super::carriers::Carrier;
use super::hsearch::Look;
use crate::proof_number::{self, Numbers};
use plyd_search::hooks::{Candidates, ProofResult};

/// Only the best of the moves that are left are considered at a time, so that numbers don't grow with moves that nobody
/// would play ("focused" search; Henderson 2010): `WIDTH` moves, and one more for every `WIDTH_SHARE` moves left.
const WIDTH: usize = 2;
const WIDTH_SHARE: usize = 4;

/// A position that was looked at: its winner, or the moves that are left to try.
#[derive(Clone, Copy)]
pub(super) struct Entry<const N: usize> {
    pub(super) key: u64,
    /// A position that the side to move does not win is lost.
    pub(super) numbers: Numbers,
    /// How closely it was looked at.
    pub(super) look: Look,
    /// The nodes that were searched below the position.
    pub(super) work: u32,
    /// The most plies until the end of the game, if the winner is known.
    pub(super) plies: u16,
    /// A winning move, if it is known.
    pub(super) cell: Option<u16>,
    /// The moves that are left to try, if the winner is not known.
    pub(super) moves: Carrier<N>,
    /// If the winner is known: the cells that it needs. Otherwise: the cells that the opponent needs to win after any
    /// move outside of `moves`.
    pub(super) carrier: Carrier<N>,
}

impl<const N: usize> proof_number::Entry for Entry<N> {
    fn key(&self) -> u64 {
        self.key
    }

    fn work(&self) -> u32 {
        self.work
    }
}

impl<const N: usize> Entry<N> {
    pub(super) fn won(key: u64, carrier: Carrier<N>, cell: Option<usize>, plies: u32) -> Self {
        let cell = cell.map(|cell| cell as u16);
        Self {
            key,
            numbers: Numbers::WON,
            look: Look::Thorough,
            work: 1,
            plies: plies as u16,
            cell,
            moves: Carrier::NONE,
            carrier,
        }
    }

    /// A position that the opponent wins within this carrier, even though the other side moves first.
    pub(super) fn lost(key: u64, carrier: Carrier<N>) -> Self {
        let plies = carrier.count() / 2 * 2;
        let moves = Carrier::NONE;
        Self {
            key,
            numbers: Numbers::LOST,
            look: Look::Thorough,
            work: 1,
            plies: plies as u16,
            cell: None,
            moves,
            carrier,
        }
    }

    pub(super) fn open(key: u64, moves: Carrier<N>, carrier: Carrier<N>, look: Look) -> Self {
        let numbers = Numbers { proof: 1, disproof: width(moves.count() as usize) as u32 };
        Self { key, numbers, look, work: 1, plies: 0, cell: None, moves, carrier }
    }

    /// What a closer look at the same position leaves of this, and what was known before it.
    pub(super) fn with(mut self, known: &Self) -> Self {
        self.work = self.work.saturating_add(known.work);
        if self.result() == ProofResult::Open {
            let (moves, carrier) = (self.moves.and(&known.moves), self.carrier.or(&known.carrier));
            let found = if moves.is_empty() {
                Self::lost(self.key, carrier)
            } else {
                Self::open(self.key, moves, carrier, self.look)
            };
            self = Self { work: self.work, ..found };
        }
        self
    }

    pub(super) fn result(&self) -> ProofResult {
        match self.numbers {
            Numbers { proof: 0, .. } => ProofResult::Win(self.plies.into()),
            Numbers { disproof: 0, .. } => ProofResult::Loss(self.plies.into()),
            _ => ProofResult::Open,
        }
    }

    /// The winning move, or the moves that are left to try. `None` if no winning move is known and no move can be left
    /// out.
    pub(super) fn candidates(&self, plies_left: u32) -> Option<(Carrier<N>, Candidates)> {
        match self.result() {
            ProofResult::Win(_) => Some(([self.cell?.into()].into_iter().collect(), Candidates::Partial)),
            ProofResult::Open if self.moves.count() < plies_left => Some((self.moves, Candidates::Forced(plies_left))),
            _ => None,
        }
    }
}

/// The number of moves that are considered at a time.
pub(super) fn width(moves: usize) -> usize {
    moves.min(WIDTH + moves / WIDTH_SHARE)
}

/// The most plies that the side to move needs to win by a semi connection, from the number of cells in its carrier.
///
/// The winner needs at most every second cell of the carrier. If the opponent plays outside of it, the winner pretends
/// that the opponent has taken one of its open cells, and answers that. If the opponent later takes this cell, the
/// winner pretends that it was another one.
pub(super) const fn plies_to_win(size: u32) -> u32 {
    (size.div_ceil(2) * 2).saturating_sub(1)
}
