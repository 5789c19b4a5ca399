//! The past of a game, as far as it decides repetitions.

use std::ops::Range;

use crate::position::{Outcome, Position, Visit};

/// Which positions another visit would end, and how.
///
/// A value must depend on the position alone, or no table could hold it. So repeats inside the tree are not scored;
/// only those that the game itself has prepared are, and this is the same for the whole search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// By key.
    prepared: Vec<(u64, Outcome)>,
    ended: Option<(Outcome, &'static str)>,
}

impl History {
    /// The history of a game from all its positions, the present one last, by the rule of the game.
    #[must_use]
    pub fn of<P: Position>(past: &[Visit]) -> Self {
        let Some(rule) = P::REPETITION else { return Self::default() };
        let mut by_key: Vec<(u64, usize)> = past.iter().map(|visit| visit.key).zip(0..).collect();
        by_key.sort_unstable();
        let mut history = Self::default();
        for same in by_key.chunk_by(|one, other| one.0 == other.0) {
            let (key, first) = same[0];
            let ending = |way: Range<usize>| (rule.ending)(&past[way]);
            if same.len() + 1 >= rule.occurrence {
                history.prepared.push((key, ending(first..past.len()).0));
            }
            if same.len() >= rule.occurrence && same.last().is_some_and(|(_, last)| last + 1 == past.len()) {
                history.ended = Some(ending(first..past.len() - 1));
            }
        }
        history
    }

    /// How the present position has ended the game by coming back, and what the rules call that.
    #[must_use]
    pub const fn outcome(&self) -> Option<(Outcome, &'static str)> {
        self.ended
    }

    /// How reaching the position of this key now would end the game.
    #[must_use]
    pub fn outcome_at(&self, key: u64) -> Option<Outcome> {
        let place = self.prepared.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        Some(self.prepared[place].1)
    }

    /// Whether no position would end the game: the usual case, in which nodes need no look.
    #[must_use]
    pub const fn is_clear(&self) -> bool {
        self.prepared.is_empty()
    }
}
