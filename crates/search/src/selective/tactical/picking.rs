//! Which move to try next: what was best here before, exchanges that win, the
//! killer, quiet moves by what is remembered of them, exchanges that lose.

use crate::evaluate::Hooks;
use crate::node::Searcher;
use crate::{Evaluate, Tactics};

const BEST_HERE: i32 = i32::MAX;
const WINS: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
const LOSES: i32 = -(1 << 28);
/// No quiet move is ranked so low, and no exchange that loses higher.
const LOST: i32 = LOSES / 2;
/// The rank of a move that was not searched.
pub(super) const PASSED_OVER: i32 = i32::MIN;

impl<P: Evaluate> Searcher<'_, P> {
    /// Ranks the moves listed from `first` on.
    pub(super) fn rank(&mut self, tactics: &Tactics<P>, position: &P, first: usize, ply: u32, best: Option<u16>) {
        let contexts = self.memory.contexts(ply);
        let killer = self.memory.frames[ply as usize].killer;
        let side = position.side_to_move().index() * P::SLOTS;
        self.memory.ranks.resize(self.moves.len(), 0);
        for index in first..self.moves.len() {
            let mv = self.moves[index];
            let slot = P::slot(mv);
            let kind = (tactics.kind)(position, mv);
            self.memory.ranks[index] = if best == Some(slot as u16) {
                BEST_HERE
            } else {
                match (tactics.gain)(position, mv) {
                    0 if killer == Some(mv) => KILLER,
                    0 => self.memory.quiet(side + slot, kind, contexts) + 16 * (tactics.promise)(position, mv),
                    gain => WINS + 64 * gain + self.memory.noisy(kind),
                }
            };
        }
    }

    /// Brings the best of the moves from `index` on to its place, and says what is thought of it.
    pub(super) fn pick(&mut self, tactics: &Tactics<P>, position: &P, index: usize) -> Promise {
        loop {
            let (mut best, mut rank) = (0, i32::MIN);
            for (place, other) in self.memory.ranks[index..self.moves.len()].iter().enumerate() {
                if *other > rank {
                    (best, rank) = (place, *other);
                }
            }
            self.memory.ranks.swap(index, index + best);
            self.moves.swap(index, index + best);
            let mv = self.moves[index];
            return match rank {
                BEST_HERE if (tactics.gain)(position, mv) == 0 => Promise::Quiet(0),
                BEST_HERE => Promise::Wins,
                KILLER => Promise::Killer,
                // Exchanges are followed only when their turn has come.
                WINS.. if !(tactics.wins)(position, mv, 0) => {
                    self.memory.ranks[index] = rank - WINS + LOSES;
                    continue;
                }
                WINS.. => Promise::Wins,
                ..=LOST => Promise::Loses,
                _ => Promise::Quiet(rank),
            };
        }
    }
}

/// What is thought of a move before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Promise {
    /// It begins an exchange that does not lose.
    Wins,
    /// It is quiet, and cut off at this distance before.
    Killer,
    /// It is quiet; what is remembered of it.
    Quiet(i32),
    /// It begins an exchange that loses.
    Loses,
}
