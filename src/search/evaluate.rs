//! A game's opinions: what search may ask beyond the rules.

use super::Score;
use crate::position::Position;

/// What a game thinks of its positions. Only [`Evaluate::evaluate`] is needed; the rest are hooks by which a game
/// becomes as fast to search as a hand-made solver. No hook may change a score that is said to be exact.
pub trait Evaluate: Position {
    /// Whether searching depth 1, 2, 3, … makes sense before the depth that was asked for. A game whose inner
    /// positions have no opinion worth ordering by is searched at once.
    const DEEPEN: bool = true;

    /// The static value of an unfinished position, for the side to move: a function of the position alone.
    fn evaluate(&self) -> Score;

    /// The exact value of an unfinished position where theory knows it in closed form, with its distance from here.
    /// A search takes it as a leaf everywhere but at its root, where a move has to be found.
    fn solved(&self) -> Option<Score> {
        None
    }

    /// Sorts moves so that good ones come first. Affects how much is pruned, never a score; must be deterministic.
    fn order(&self, _moves: &mut [Self::Move]) {}

    /// Appends the moves after which an evaluation is worth trusting (captures, most often): what quiescence looks
    /// at beyond the depth limit. Asked only while the game goes on. Sequences of such moves must be finite.
    fn noisy_moves(&self, _moves: &mut Vec<Self::Move>) {}

    /// Whether the side to move could also decline all noisy moves, and so have at least its static value.
    /// `false` where they are forced. Asked only when there are some.
    fn may_stand_pat(&self) -> bool {
        true
    }
}
