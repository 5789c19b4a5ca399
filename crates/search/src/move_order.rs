//! The order in which an exact search tries the moves of a node, to show what alpha-beta owes to it.

use crate::Evaluate;
use crate::score::{Score, Turn};
use crate::sorting::{highest_first, sort_by_rank};

/// The order in which an exact search tries the moves of a node. It changes no score, only how much is cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveOrder<M> {
    /// That of `legal_moves`.
    Given,
    /// That of `legal_moves`, the last one first.
    Reversed,
    /// By the static values of the positions after them, the best for the side to move first.
    Best,
    /// The same, the worst first.
    Worst,
    /// These first, wherever they can be played, and then the others in the order of `legal_moves`.
    Listed(Vec<M>),
    /// The game's own order, [`Evaluate::order`].
    Game,
}

impl<M> MoveOrder<M> {
    /// Whether to order moves takes much longer than to list them.
    pub(crate) const fn is_slow(&self) -> bool {
        matches!(self, Self::Best | Self::Worst | Self::Listed(_))
    }

    /// The same order of other moves.
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
