//! The past of a game, as far as it decides repetitions.

use std::hash::{Hash, Hasher};

use crate::position::{Claim, Outcome, Position, Repetition, Side, Visit};

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
/// keep it. If a loss by perpetual check depends on the line, its score is an estimate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// By key: positions whose next occurrence ends the game.
    ending: Vec<Occurred>,
    /// By key: every position of the past.
    visited: Vec<Occurred>,
    ended: Option<(Outcome, &'static str)>,
    draws: Draws,
}

/// A position of the past.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Occurred {
    key: u64,
    /// How the game ends by repetition of it, apart from perpetual check.
    outcome: Outcome,
    /// The checks since its first occurrence.
    checks: Checks,
}

/// Which sides have given check in some moves, and which have made another move, by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Checks {
    given: [bool; 2],
    omitted: [bool; 2],
}

impl Checks {
    /// The checks in the moves that led to these positions.
    fn of(reached: &[Visit]) -> Self {
        let mut checks = Self::default();
        for visit in reached {
            let moves = if visit.is_checked { &mut checks.given } else { &mut checks.omitted };
            moves[visit.side.other().index()] = true;
        }
        checks
    }

    /// These checks, and those of further moves.
    fn and(self, later: Self) -> Self {
        let either = |one: [bool; 2], other: [bool; 2]| [one[0] || other[0], one[1] || other[1]];
        Self { given: either(self.given, later.given), omitted: either(self.omitted, later.omitted) }
    }

    /// Whether a side has given check with all its moves.
    const fn are_perpetual(self, by: Side) -> bool {
        self.given[by.index()] && !self.omitted[by.index()]
    }
}

impl Repetition {
    /// How the game ends by repetition of a position, and the name of this end, from the end without regard to checks and
    /// the checks since the first occurrence.
    fn end(self, outcome: Outcome, checks: Checks) -> (Outcome, &'static str) {
        let perpetual = [Side::First, Side::Second].map(|side| checks.are_perpetual(side));
        match (self.perpetual_check, perpetual) {
            (Some(name), [true, false]) => (Outcome::Win(Side::Second), name),
            (Some(name), [false, true]) => (Outcome::Win(Side::First), name),
            _ => (outcome, self.name),
        }
    }
}

/// How the game ends if a position comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Return {
    /// As if no move came before, if that makes a difference.
    pub(crate) outcome: Outcome,
    /// Whether moves that come before cannot change it.
    pub(crate) is_certain: bool,
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
        let checks = checks_since(past);
        for same in by_key(past).chunk_by(|one, other| one.0 == other.0) {
            let (key, first) = same[0];
            let occurred = Occurred { key, outcome: past[first].outcome, checks: checks[first] };
            history.visited.push(occurred);
            if same.len() + 1 < rule.occurrence {
                continue;
            }
            history.ending.push(occurred);
            if same.len() >= rule.occurrence && same.last().is_some_and(|(_, last)| last + 1 == past.len()) {
                let (outcome, name) = rule.end(occurred.outcome, occurred.checks);
                history.ended = match (draws, rule.claim) {
                    (Draws::Claimed | Draws::Automatic, Claim::NeededUntil(occurrence, name))
                        if same.len() >= occurrence =>
                    {
                        Some((outcome, name))
                    }
                    (Draws::Claimed, _) | (_, Claim::Unneeded) => Some((outcome, name)),
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
    pub(crate) fn return_to<P: Position>(&self, position: &P) -> Option<Return> {
        let rule = position.repetition()?;
        if self.is_clear() {
            return None;
        }
        let Occurred { outcome, checks, .. } = *find(&self.ending, position.key())?;
        let is_certain = rule.perpetual_check.is_none() || checks.omitted == [true; 2];
        Some(Return { outcome: rule.end(outcome, checks).0, is_certain })
    }

    /// How the game would end by repetition of the last position of a path from the root, if one more occurrence were
    /// always enough. The selective search assumes that a side which can return to a position once can do so again.
    #[inline]
    pub(crate) fn on_return(&self, rule: Repetition, path: &[Visit]) -> Option<Outcome> {
        let (here, before) = path.split_last()?;
        let (outcome, checks) = match find(&self.visited, here.key) {
            Some(occurred) => (occurred.outcome, occurred.checks.and(Checks::of(&path[1..]))),
            None => {
                let first = before.iter().position(|visit| visit.key == here.key)?;
                (here.outcome, Checks::of(&path[first + 1..]))
            }
        };
        Some(rule.end(outcome, checks).0)
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
        let draw = |key: &u64| Occurred { key: *key, outcome: Outcome::Draw, checks: Checks::default() };
        Self { ending: keys.iter().map(draw).collect(), ..Self::default() }
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

fn find(positions: &[Occurred], key: u64) -> Option<&Occurred> {
    let index = positions.binary_search_by_key(&key, |occurred| occurred.key).ok()?;
    Some(&positions[index])
}

/// For each position, the checks in the moves after it.
fn checks_since(past: &[Visit]) -> Vec<Checks> {
    let mut since = vec![Checks::default(); past.len()];
    for index in (1..past.len()).rev() {
        since[index - 1] = since[index].and(Checks::of(&past[index..=index]));
    }
    since
}

/// The keys of the positions in order, equals by their time.
fn by_key(past: &[Visit]) -> Vec<(u64, usize)> {
    let mut by_key: Vec<(u64, usize)> = past.iter().map(|visit| visit.key).zip(0..).collect();
    by_key.sort_unstable();
    by_key
}
