//! Which move to try next: what was best here before, exchanges that win, the
//! killer, quiet moves by what is remembered of them, exchanges that lose.

use crate::Evaluate;
use crate::evaluate::Hooks;
use crate::node::Searcher;

const BEST_HERE: i32 = i32::MAX;
const WINS: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
const LOSES: i32 = -(1 << 28);
/// No quiet move is ranked so low, and no exchange that loses higher.
const LOST: i32 = LOSES / 2;
/// The rank of a move that was not searched.
pub(super) const PASSED_OVER: i32 = i32::MIN;

impl<P: Evaluate> Searcher<'_, P> {
    /// Brings the move with this slot, if it is among those listed from `first` on, to their beginning: whether it was.
    /// Of several, such as promotions, it is the one that gains the most.
    pub(super) fn best_first(&mut self, position: &P, first: usize, best: Option<u16>) -> bool {
        let Some(best) = best else { return false };
        let of_slot = (first..self.moves.len()).filter(|place| P::slot(self.moves[*place]) as u16 == best);
        let place = of_slot.max_by_key(|place| (Self::TACTICS.gain)(position, self.moves[*place]));
        if let Some(place) = place {
            self.moves.swap(first, place);
        }
        place.is_some()
    }

    /// The move to be tried at `index` of those listed from `first` on, brought there, and what is thought of it. Others
    /// are ranked only once the one that was best here before has not cut off; `knows_best` says that there is one. Those
    /// that are hardly worth a look come `in_order` no longer.
    pub(super) fn next_move(
        &mut self,
        position: &P,
        first: usize,
        index: usize,
        ply: u32,
        knows_best: bool,
        in_order: bool,
    ) -> (P::Move, Promise) {
        if index == first {
            self.memory.ranks.resize(self.moves.len(), 0);
            if knows_best {
                let mv = self.moves[first];
                self.memory.ranks[first] = BEST_HERE;
                let quiet = (Self::TACTICS.gain)(position, mv) == 0;
                return (mv, if quiet { Promise::Quiet(0) } else { Promise::Wins });
            }
        }
        if index == first + usize::from(knows_best) {
            self.rank(position, index, ply);
        }
        let promise = if in_order { self.pick(position, index) } else { Promise::of(self.memory.ranks[index]) };
        (self.moves[index], promise)
    }

    /// Ranks the moves listed from `first` on.
    fn rank(&mut self, position: &P, first: usize, ply: u32) {
        let contexts = self.memory.contexts(ply);
        let killer = self.memory.frames[ply as usize].killer;
        let side = position.side_to_move().index() * P::SLOTS;
        // Searches below have used what follows.
        self.memory.ranks.resize(self.moves.len(), 0);
        for index in first..self.moves.len() {
            let mv = self.moves[index];
            let kind = (Self::TACTICS.kind)(position, mv);
            self.memory.ranks[index] = match (Self::TACTICS.gain)(position, mv) {
                0 if killer == Some(mv) => KILLER,
                0 => {
                    let known = self.memory.quiet(side + P::slot(mv), kind, contexts);
                    known + 16 * (Self::TACTICS.promise)(position, mv)
                }
                gain => WINS + 64 * gain + self.memory.noisy(kind),
            };
        }
    }

    /// Brings the best of the moves from `index` on to its place, and says what is thought of it.
    fn pick(&mut self, position: &P, index: usize) -> Promise {
        loop {
            // Two loops, each of which a processor takes several places at a time.
            let ranks = &self.memory.ranks[index..self.moves.len()];
            let rank = ranks.iter().copied().max().expect("a move is left");
            let best = index + ranks.iter().position(|other| *other == rank).expect("it is one of them");
            self.memory.ranks.swap(index, best);
            self.moves.swap(index, best);
            // Exchanges are followed only when their turn has come.
            if rank < WINS || (Self::TACTICS.wins)(position, self.moves[index], 0) {
                return Promise::of(rank);
            }
            self.memory.ranks[index] = rank - WINS + LOSES;
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

impl Promise {
    fn of(rank: i32) -> Self {
        match rank {
            KILLER => Self::Killer,
            WINS.. => Self::Wins,
            ..=LOST => Self::Loses,
            _ => Self::Quiet(rank),
        }
    }
}
