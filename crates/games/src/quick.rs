//! Questions that are answered at once: in less time than handing them to another thread takes.
//!
//! A game says that its functions are [quick](plyd_search::Evaluate::QUICK) on small states. The rest is proven here, for
//! each question, by the rules: what a search can visit and what a description can list.

use plyd_search::Algorithm;
use plyd_search::position::Position;

use crate::any_position::{Playable, Question};

/// Bytes of the largest state that is small.
const STATE_BYTES: usize = 64;

/// The most moves that are described at once.
const MOVES: usize = 9;

/// The most positions of a tree that is searched at once. A search of at most four plies to the end of a game in which
/// each move takes one of the places that are left has 64.
const NODES: usize = 64;

/// A deeper tree is not counted.
const PLIES: u32 = 6;

/// Whether the position is described at once.
pub(crate) fn is_described_at_once<P: Playable>(position: &P) -> bool {
    P::QUICK && has_few_moves(position) && position.state().len() <= STATE_BYTES
}

/// Whether an exact search of this question meets few positions: all that the rules allow, down to ends of the game or to
/// the depth, or one ply of closed forms.
pub(crate) fn is_searched_at_once<P: Playable>(position: &P, question: &Question) -> bool {
    let exact = !matches!(question.algorithm, Algorithm::Selective) && question.handicap.is_none();
    if !P::QUICK || !exact || !has_few_moves(position) || position.state().len() > STATE_BYTES {
        return false;
    }
    let known = || question.allows_closed_forms() && (P::KNOWLEDGE.closed_form)(position).is_some();
    let ends = || (P::KNOWLEDGE.plies_left)(position) <= question.limits.depth.min(PLIES);
    known() || ends() && fits(position, &mut Vec::new(), &mut { NODES })
}

fn has_few_moves<P: Playable>(position: &P) -> bool {
    let mut moves = Vec::new();
    if position.outcome().is_none() {
        position.legal_moves(&mut moves);
    }
    moves.len() <= MOVES
}

/// Whether the tree below a position has no more positions than are `left`, which it takes from them.
fn fits<P: Position>(position: &P, moves: &mut Vec<P::Move>, left: &mut usize) -> bool {
    if position.outcome().is_some() {
        return true;
    }
    let first = moves.len();
    position.legal_moves(moves);
    let end = moves.len();
    let fits = *left >= end - first && {
        *left -= end - first;
        (first..end).all(|index| fits(&position.after(moves[index]), moves, left))
    };
    moves.truncate(first);
    fits
}
