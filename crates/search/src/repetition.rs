//! The past of a game, as far as it decides repetitions.

use std::hash::{Hash, Hasher};

use crate::position::{Claim, Outcome, Position, Visit};

/// Whether draws that a player may claim end the game.
///
/// Searches always score them as draws: the player who prefers the draw to what follows will claim it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Draws {
    /// They end it.
    #[default]
    Claimed,
    /// Play continues until the rules end the game without a claim.
    Automatic,
    /// Play continues while there is a legal move, as in recorded games.
    Ignored,
}

/// The positions whose next occurrence would end the game, and how it would end.
///
/// The exact search scores only repetitions of the game's past, which are the same throughout the search. It ignores
/// repetitions inside the tree: with them a value would depend on the line to the position, and the table could not
/// keep it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// By key: positions whose next occurrence ends the game, and how.
    ending: Vec<(u64, Outcome)>,
    /// By key: every position of the past, and how the game would end by repetition of it.
    visited: Vec<(u64, Outcome)>,
    ended: Option<(Outcome, &'static str)>,
    draws: Draws,
}

impl Draws {
    /// How the game ends in this position, without regard to the positions before it.
    pub fn ending<P: Position>(self, position: &P) -> Option<Outcome> {
        let ends = match self {
            Self::Claimed => true,
            Self::Automatic => position.ends_unclaimed(),
            Self::Ignored => position.is_final(),
        };
        if ends { position.outcome() } else { None }
    }
}

impl History {
    /// The history of a game that has come to this position, from all its positions, the present one last.
    pub fn of<P: Position>(present: &P, past: &[Visit], draws: Draws) -> Self {
        let mut history = Self { draws, ..Self::default() };
        let Some(rule) = present.repetition() else { return history };
        for same in by_key(past).chunk_by(|one, other| one.0 == other.0) {
            let (key, first) = same[0];
            let outcome = past[first].outcome;
            history.visited.push((key, outcome));
            if same.len() + 1 < rule.occurrence {
                continue;
            }
            history.ending.push((key, outcome));
            if same.len() >= rule.occurrence && same.last().is_some_and(|(_, last)| last + 1 == past.len()) {
                history.ended = match (draws, rule.claim) {
                    (Draws::Claimed | Draws::Automatic, Claim::NeededUntil(occurrence, name))
                        if same.len() >= occurrence =>
                    {
                        Some((outcome, name))
                    }
                    (Draws::Claimed, _) | (_, Claim::Unneeded) => Some((outcome, rule.name)),
                    (Draws::Automatic | Draws::Ignored, Claim::Needed | Claim::NeededUntil(..)) => None,
                };
            }
        }
        history
    }

    /// How the game has ended by repetition, and the name of this end in the rules.
    pub const fn outcome(&self) -> Option<(Outcome, &'static str)> {
        self.ended
    }

    /// How the game has ended in its present position `root`: by the position itself, or by repetition.
    pub fn root_outcome<P: Position>(&self, root: &P) -> Option<Outcome> {
        self.draws.ending(root).or_else(|| self.ended.map(|(outcome, _)| outcome))
    }

    /// How the game ends by repetition if this position comes next.
    #[inline]
    pub(crate) fn outcome_at<P: Position>(&self, position: &P) -> Option<Outcome> {
        if position.repetition().is_none() || self.is_clear() { None } else { find(&self.ending, position.key()) }
    }

    /// How the game would end by repetition of this position, if one more occurrence were always enough. The selective
    /// search assumes that a side which can return to a position once can do so again.
    #[inline]
    pub(crate) fn on_return(&self, key: u64) -> Option<Outcome> {
        find(&self.visited, key)
    }

    /// The same history, but in the selective search a first return ends nothing. A review needs this: while it judges
    /// a move, it must not assume that the other side repeats.
    #[must_use]
    pub fn without_returns(self) -> Self {
        Self { visited: Vec::new(), ..self }
    }

    /// A history in which these positions would end the game in a draw.
    #[cfg(test)]
    pub(crate) fn ending_at(keys: &[u64]) -> Self {
        Self { ending: keys.iter().map(|key| (*key, Outcome::Draw)).collect(), ..Self::default() }
    }

    /// Hashes the repetitions that would end the game.
    pub(crate) fn hash_ending(&self, hasher: &mut impl Hasher) {
        self.ending.hash(hasher);
    }

    /// Whether no position would end the game.
    pub const fn is_clear(&self) -> bool {
        self.ending.is_empty()
    }
}

fn find(outcomes: &[(u64, Outcome)], key: u64) -> Option<Outcome> {
    let index = outcomes.binary_search_by_key(&key, |(key, _)| *key).ok()?;
    Some(outcomes[index].1)
}

/// The keys of the positions in order, equals by their time.
fn by_key(past: &[Visit]) -> Vec<(u64, usize)> {
    let mut by_key: Vec<(u64, usize)> = past.iter().map(|visit| visit.key).zip(0..).collect();
    by_key.sort_unstable();
    by_key
}
