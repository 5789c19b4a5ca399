//! The order in which an exact search tries the moves of a node, which shows how much alpha-beta depends on it. Also
//! sorting: short lists faster than the standard library, and long ones with a single copy of its sort for all games.

use std::mem;

use crate::Evaluate;
use crate::score::{Score, Turn};

/// The order in which an exact search tries the moves of a node. It changes no score, only how much is cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveOrder<M> {
    /// The order of `legal_moves`.
    Given,
    /// The reversed order of `legal_moves`.
    Reversed,
    /// By the static values of the positions after them, the best for the side to move first.
    Best,
    /// The same, the worst first.
    Worst,
    /// These first, if they can be played, and then the others in the order of `legal_moves`.
    Listed(Vec<M>),
    /// The game's own order, [`Evaluate::order`].
    Game,
}

impl<M> MoveOrder<M> {
    /// Whether ordering moves takes much longer than listing them.
    pub(crate) const fn is_slow(&self) -> bool {
        matches!(self, Self::Best | Self::Worst | Self::Listed(_))
    }

    /// The same order for another type of move.
    pub fn map<N>(self, translate: impl FnMut(M) -> N) -> MoveOrder<N> {
        match self {
            Self::Given => MoveOrder::Given,
            Self::Reversed => MoveOrder::Reversed,
            Self::Best => MoveOrder::Best,
            Self::Worst => MoveOrder::Worst,
            Self::Listed(moves) => MoveOrder::Listed(moves.into_iter().map(translate).collect()),
            Self::Game => MoveOrder::Game,
        }
    }
}

impl<M: Copy + Eq> MoveOrder<M> {
    /// Sorts the legal moves of a position. Moves of equal static values stay in the order of `legal_moves`. `ranked` is
    /// a buffer.
    #[cold]
    pub(crate) fn sort<P: Evaluate<Move = M>>(&self, position: &P, moves: &mut [M], ranked: &mut Vec<(u64, usize)>) {
        let best_first = |mv: &M| highest_first(static_value(position, *mv).value());
        match self {
            Self::Given => {}
            Self::Reversed => moves.reverse(),
            Self::Best => sort_by_rank(moves, ranked, |_, mv| best_first(mv)),
            Self::Worst => sort_by_rank(moves, ranked, |_, mv| !best_first(mv)),
            Self::Listed(listed) => {
                let place = |mv: &M| listed.iter().position(|listed| listed == mv).unwrap_or(listed.len());
                sort_by_rank(moves, ranked, |_, mv| place(mv) as u64);
            }
            Self::Game => position.order(moves),
        }
    }
}

/// The value of the position after a move for the side that plays the move, without a search.
fn static_value<P: Evaluate>(position: &P, mv: P::Move) -> Score {
    let next = position.after(mv);
    let outcome = next.outcome().map(|outcome| Score::of(outcome, next.side_to_move()));
    Turn::after(position, &next).value(outcome.unwrap_or_else(|| next.evaluate()))
}

/// Sorts moves by score, highest first, keeping equal ones in their order: for [`Evaluate::order`]. Computes each score
/// once. Lists are short and half ordered, so this is an insertion sort, which allocates nothing. The rare lists longer
/// than `ROOM` are left to the standard library.
pub fn sort_by_score<const ROOM: usize, M: Copy>(moves: &mut [M], score: impl Fn(M) -> i32) {
    if moves.len() < 2 {
        return;
    }
    if moves.len() > ROOM {
        sort_by_rank(moves, &mut Vec::new(), |_, mv| highest_first(score(*mv)));
        return;
    }
    let mut keys = [0; ROOM];
    for index in 0..moves.len() {
        let mv = moves[index];
        let key = score(mv);
        let mut slot = index;
        while slot > 0 && keys[slot - 1] < key {
            keys[slot] = keys[slot - 1];
            moves[slot] = moves[slot - 1];
            slot -= 1;
        }
        keys[slot] = key;
        moves[slot] = mv;
    }
}

/// Sorts items by rank, lowest first, keeping equal ones in their order. The rank may depend on an item's index.
/// `ranked` is a buffer.
///
/// The standard library sorts the ranks alone, and the items follow. If it sorted the items, the program would contain
/// its sort once for each type of moves, and the engine for browsers would be a tenth larger.
pub(crate) fn sort_by_rank<T>(items: &mut [T], ranked: &mut Vec<(u64, usize)>, rank: impl Fn(usize, &T) -> u64) {
    ranked.clear();
    ranked.extend(items.iter().enumerate().map(|(index, item)| (rank(index, item), index)));
    sort_ranks(ranked);
    // The indices are a permutation. Along each of its cycles, every swap puts one item where it belongs.
    for start in 0..ranked.len() {
        let mut at = start;
        loop {
            let from = mem::replace(&mut ranked[at].1, at);
            if from == start {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

/// The rank of a score for [`sort_by_rank`], below 2³².
pub(crate) fn highest_first(score: i32) -> u64 {
    i32::MAX.abs_diff(score).into()
}

/// Not generic, so all games share it.
fn sort_ranks(ranked: &mut [(u64, usize)]) {
    ranked.sort_unstable();
}

/// Puts an item first; those before it move up by one.
pub(crate) fn move_to_front<T>(items: &mut [T], index: usize) {
    for index in (1..=index).rev() {
        items.swap(index - 1, index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix;

    #[test]
    fn the_highest_scores_come_first_and_equals_in_their_order() {
        for length in [0, 1, 2, 3, 31, 32, 33, 34, 1000] {
            let moves: Vec<u64> = (0..length).collect();
            let score = |mv| [i32::MIN, -1, 0, 1, 7, i32::MAX][mix(mv) as usize % 6];
            let (mut sorted, mut expected) = (moves.clone(), moves);
            sort_by_score::<32, _>(&mut sorted, score);
            expected.sort_by_key(|mv| std::cmp::Reverse(score(*mv)));
            assert_eq!(sorted, expected);
        }
    }
}
