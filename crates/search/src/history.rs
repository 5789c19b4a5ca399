//! The past of a game, as far as it decides repetitions.

use crate::position::{Effect, Outcome, Position, Repetition, Visit};

/// Which positions another visit would end, and how; or which may not be visited again.
///
/// A value must depend on the position alone, or no table could hold it. So repeats inside the tree are not scored;
/// only those that the game itself has prepared are, and this is the same for the whole search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// By key: how the game would end there, `None` where it may not go.
    prepared: Vec<(u64, Option<Outcome>)>,
    /// By key: where the game has been, and how it would end if coming back were enough.
    visited: Vec<(u64, Outcome)>,
    ended: Option<(Outcome, &'static str)>,
}

impl History {
    /// The history of a game from all its positions, the present one last, by the rule of the game.
    #[must_use]
    pub fn of<P: Position>(past: &[Visit]) -> Self {
        let Some(rule) = P::REPETITION else { return Self::default() };
        let mut history = Self::default();
        for same in by_key(past).chunk_by(|one, other| one.0 == other.0) {
            let (key, first) = same[0];
            if let Effect::Ends { ending, .. } = rule.effect {
                history.visited.push((key, ending(&past[first..]).0));
            }
            if same.len() + 1 < rule.occurrence {
                continue;
            }
            let Effect::Ends { ending, .. } = rule.effect else {
                history.prepared.push((key, None));
                continue;
            };
            history.prepared.push((key, Some(ending(&past[first..]).0)));
            if same.len() >= rule.occurrence && same.last().is_some_and(|(_, last)| last + 1 == past.len()) {
                history.ended = Some(ending(&past[first..past.len() - 1]));
            }
        }
        history
    }

    /// How the past has ended the game at present, and what the rules call that: the position came back, or all its
    /// moves would bring one back that may not.
    #[must_use]
    pub fn outcome<P: Position>(&self, present: &P) -> Option<(Outcome, &'static str)> {
        self.ended.or_else(|| self.stuck(present, &mut Vec::new()))
    }

    /// How reaching a position now would end the game. `scratch` may be used, and is left as it was.
    #[inline]
    pub(crate) fn outcome_at<P: Position>(&self, position: &P, scratch: &mut Vec<P::Move>) -> Option<Outcome> {
        if P::REPETITION.is_none() || self.is_clear() {
            return None;
        }
        let ended = self.prepared_at(position.key()).flatten();
        ended.or_else(|| self.stuck(position, scratch).map(|(outcome, _)| outcome))
    }

    /// How the game would end if it came to a position where it has been, and that were enough: the opinion of a search
    /// for strength, since who went there once and has nothing better will go there again.
    #[inline]
    pub(crate) fn on_return(&self, key: u64) -> Option<Outcome> {
        let place = self.visited.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        Some(self.visited[place].1)
    }

    /// Appends the legal moves of a position that is not over: those that its rules list, without those that the past
    /// forbids.
    #[inline]
    pub fn legal_moves<P: Position>(&self, position: &P, moves: &mut Vec<P::Move>) {
        let first = moves.len();
        position.legal_moves(moves);
        if forbids::<P>() && !self.is_clear() {
            let mut kept = first;
            for index in first..moves.len() {
                moves[kept] = moves[index];
                kept += usize::from(self.allows(position, moves[index]));
            }
            moves.truncate(kept);
        }
    }

    /// Whether the past lets this legal move be played.
    #[must_use]
    pub fn allows<P: Position>(&self, position: &P, mv: P::Move) -> bool {
        !forbids::<P>() || self.is_clear() || self.prepared_at(position.after(mv).key()).is_none()
    }

    /// Whether no position would end the game, and none is forbidden: the usual case, in which nodes need no look.
    #[must_use]
    pub const fn is_clear(&self) -> bool {
        self.prepared.is_empty()
    }

    fn prepared_at(&self, key: u64) -> Option<Option<Outcome>> {
        let place = self.prepared.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        Some(self.prepared[place].1)
    }

    /// How the game ends where every move is forbidden.
    fn stuck<P: Position>(&self, position: &P, scratch: &mut Vec<P::Move>) -> Option<(Outcome, &'static str)> {
        let Some(Repetition { effect: Effect::Forbids { stuck }, .. }) = P::REPETITION else { return None };
        let first = scratch.len();
        self.legal_moves(position, scratch);
        let is_stuck = scratch.len() == first;
        scratch.truncate(first);
        is_stuck.then(|| stuck(position.side_to_move()))
    }
}

/// Whether the game's rule of repetition makes moves illegal.
#[inline]
pub(crate) fn forbids<P: Position>() -> bool {
    P::REPETITION.is_some_and(|rule| rule.forbids())
}
/// The keys of the positions in order, equals by their time.
fn by_key(past: &[Visit]) -> Vec<(u64, usize)> {
    let mut by_key: Vec<(u64, usize)> = past.iter().map(|visit| visit.key).zip(0..).collect();
    by_key.sort_unstable();
    by_key
}
