//! Scores, windows, and the values that nodes return.

use std::ops::Neg;

use crate::position::{Outcome, Position, Side};

/// A value seen from the side to move: higher is better for it. Three ranges share one number line:
///
/// - proven: a win or loss with its distance in plies; faster wins and slower losses score better. In a selective
///   search the end comes within that many plies, in every other search after exactly that many;
/// - points: the final number of a game played for points, within ±1,000,000;
/// - heuristic: a static evaluation, within ±[`Score::STATIC_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(i32);

/// A win for the side to move right now. Far enough above every distance (a heap of 10^9 bones lasts 10^9 plies).
const WIN: i32 = 2_000_000_000;
/// Beyond this a score is a proven win or loss; the space between holds distances of up to 1.5 * 10^9 plies.
const PROVEN: i32 = 500_000_000;

impl Score {
    /// Below every score: the empty maximum.
    pub const MIN: Self = Self(-WIN - 1);
    /// Above every score.
    pub const MAX: Self = Self(WIN + 1);
    /// Neither side is ahead.
    pub const ZERO: Self = Self(0);
    /// The largest static evaluation.
    pub const STATIC_MAX: i32 = 500_000;
    /// The published value of a game that is won; every ply of distance takes one off.
    pub const PUBLISHED_WIN: i32 = 1_000_000;
    /// Distances are published in the value up to this many plies, so that no win falls among static values.
    pub const PUBLISHED_PLIES_MAX: u32 = 400_000;

    /// A proven win in this many plies, counted from the position; 0 means that the game is won already.
    pub const fn win_in(plies: u32) -> Self {
        Self(WIN - plies as i32)
    }

    /// A proven loss in this many plies.
    pub const fn loss_in(plies: u32) -> Self {
        Self(plies as i32 - WIN)
    }

    /// A static evaluation, in the game's own unit (chess: centipawns), held within ±[`Score::STATIC_MAX`].
    pub const fn heuristic(value: i32) -> Self {
        if value > Self::STATIC_MAX {
            Self(Self::STATIC_MAX)
        } else if value < -Self::STATIC_MAX {
            Self(-Self::STATIC_MAX)
        } else {
            Self(value)
        }
    }

    /// Points, as the game counts them.
    pub const fn points(value: i32) -> Self {
        Self(value)
    }

    /// The score of a finished game, for `side`.
    pub fn of(outcome: Outcome, side: Side) -> Self {
        match outcome {
            Outcome::Win(winner) if winner == side => Self::win_in(0),
            Outcome::Win(_) => Self::loss_in(0),
            Outcome::Draw => Self::ZERO,
            Outcome::Points(points) if side == Side::First => Self::points(points),
            Outcome::Points(points) => Self::points(-points),
        }
    }

    /// The distance of a proven win or loss, in plies; `None` for every other score.
    pub fn plies(self) -> Option<u32> {
        self.is_proven().then(|| (WIN - self.0.abs()) as u32)
    }

    /// Whether this is a win or loss with its distance. A draw or points may be proven too, but the number does not
    /// show that, so results have a field for it.
    pub const fn is_proven(self) -> bool {
        self.0 > PROVEN || self.0 < -PROVEN
    }

    /// Converts a score relative to a node to one relative to the root, `plies` before it: wins and losses move that
    /// much further away, other scores stay. The table, the book and the rules count distances from the node, searches
    /// from the root.
    pub const fn from_table(self, plies: u32) -> Self {
        self.nearer(-(plies as i32))
    }

    /// Converts a score relative to the root to one relative to a node `plies` after it: the inverse of
    /// [`Score::from_table`].
    pub(crate) const fn to_table(self, plies: u32) -> Self {
        self.nearer(plies as i32)
    }

    /// A win or loss this many plies nearer, and any other score as it is.
    const fn nearer(self, plies: i32) -> Self {
        if self.0 > PROVEN {
            Self(self.0 + plies)
        } else if self.0 < -PROVEN {
            Self(self.0 - plies)
        } else {
            self
        }
    }

    /// This much better: a heuristic score stays within its range, and a proven win or loss does not change.
    pub(crate) const fn plus(self, gain: i32) -> Self {
        if self.is_proven() { self } else { Self::heuristic(self.0.saturating_add(gain)) }
    }

    /// This much worse; see [`Score::plus`].
    pub(crate) const fn minus(self, loss: i32) -> Self {
        if self.is_proven() { self } else { Self::heuristic(self.0.saturating_sub(loss)) }
    }

    /// The number itself, for tables.
    pub(crate) const fn raw(self) -> i32 {
        self.0
    }

    /// The score of this number; see [`Score::raw`].
    pub(crate) const fn from_raw(raw: i32) -> Self {
        Self(raw)
    }

    /// Turns a win or loss into nearly the best or worst heuristic score, for lines that left out moves and so prove
    /// nothing. A sooner win is still better.
    pub const fn as_heuristic(self, plies: u32) -> Self {
        if self.0 > PROVEN {
            Self(Self::STATIC_MAX - plies as i32)
        } else if self.0 < -PROVEN {
            Self(plies as i32 - Self::STATIC_MAX)
        } else {
            self
        }
    }

    /// The next lower score; with it as alpha, a search tells an equal value from a lower one.
    pub const fn just_below(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// The next higher score; with alpha, it makes the smallest window.
    pub const fn just_above(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// The number that answers carry: static values and points as they are, a proven win or loss as
    /// ±(1,000,000 − min(plies, 400,000)).
    pub fn value(self) -> i32 {
        match self.plies() {
            Some(plies) => self.0.signum() * (Self::PUBLISHED_WIN - plies.min(Self::PUBLISHED_PLIES_MAX) as i32),
            None => self.0,
        }
    }
}

impl Neg for Score {
    type Output = Self;

    /// The same score, seen by the opponent.
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// The open interval of scores that matter. At or below `alpha`, the side to move has a better choice elsewhere; at or
/// above `beta`, the opponent has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The score that the side to move is sure of.
    pub alpha: Score,
    /// The most that the opponent will allow.
    pub beta: Score,
}

impl Window {
    /// Every score matters.
    pub const FULL: Self = Self { alpha: Score::MIN, beta: Score::MAX };

    /// Whether no score lies inside: such a window asks only whether the value is above alpha.
    pub fn is_null(self) -> bool {
        self.alpha.just_above() >= self.beta
    }

    /// The same interval relative to a node `plies` after the root.
    pub(crate) fn to_table(self, plies: u32) -> Self {
        Self { alpha: self.alpha.to_table(plies), beta: self.beta.to_table(plies) }
    }

    /// The same interval seen by the opponent.
    pub fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The result of searching a node, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    /// The value of the node, or a bound on it if it lies outside the window.
    pub(crate) score: Score,
    /// Whether the score is true of the game itself and not only of a search to this depth: it depends on no static
    /// evaluation, repetition or skipped move.
    pub(crate) proven: bool,
}

impl Value {
    /// A score by the rules, or by knowledge of the game.
    pub(crate) const fn proven(score: Score) -> Self {
        Self { score, proven: true }
    }

    /// A score that depends on a heuristic.
    pub(crate) const fn estimate(score: Score) -> Self {
        Self { score, proven: false }
    }
}

impl Neg for Value {
    type Output = Self;

    fn neg(self) -> Self {
        Self { score: -self.score, ..self }
    }
}

/// The relation of a score to the value of its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is at most the score.
    Upper = 1,
    /// The value is at least the score.
    Lower = 2,
    /// The value is the score.
    Exact = 3,
}

impl Bound {
    /// The bound that the best value of a search with this window is.
    pub(crate) fn of(best: Score, alpha: Score, beta: Score) -> Self {
        match best {
            best if best >= beta => Self::Lower,
            best if best > alpha => Self::Exact,
            _ => Self::Upper,
        }
    }

    /// Its name in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Lower => "lower",
            Self::Upper => "upper",
        }
    }
}

impl Neg for Bound {
    type Output = Self;

    /// The bound of the same score, seen by the opponent.
    fn neg(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            Self::Lower => Self::Upper,
            Self::Exact => Self::Exact,
        }
    }
}

/// Whether a move passes the turn. A side may move twice in a row, so scores and windows change sides only if it does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The other side is to move.
    Passed,
    /// The same side moves again.
    Kept,
}

impl Turn {
    /// After a move from one position to another.
    #[inline]
    pub(crate) fn after<P: Position>(parent: &P, child: &P) -> Self {
        if child.side_to_move() == parent.side_to_move() { Self::Kept } else { Self::Passed }
    }

    /// The parent's window as the child sees it.
    #[inline]
    pub(crate) fn window(self, parent: Window) -> Window {
        if self == Self::Kept { parent } else { parent.flipped() }
    }

    /// The child's value or score as the parent sees it.
    #[inline]
    pub(crate) fn value<V: Neg<Output = V>>(self, child: V) -> V {
        if self == Self::Kept { child } else { -child }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faster_wins_and_slower_losses_score_better() {
        let ladder = [
            Score::MIN,
            Score::loss_in(0),
            Score::loss_in(3),
            Score::loss_in(1_000_000_000),
            Score::points(-1_000_000),
            Score::heuristic(-700_000),
            Score::ZERO,
            Score::heuristic(1),
            Score::win_in(1_000_000_000),
            Score::win_in(2),
            Score::MAX,
        ];
        assert!(ladder.is_sorted(), "{ladder:?}");
    }

    #[test]
    fn the_published_value_carries_the_distance_up_to_its_cap() {
        assert_eq!(Score::win_in(1).value(), 999_999);
        assert_eq!(Score::loss_in(0).value(), -1_000_000);
        assert_eq!(Score::win_in(500_000_000).value(), 600_000);
        assert_eq!(Score::win_in(500_000_000).plies(), Some(500_000_000));
        assert_eq!(Score::heuristic(900_000).value(), 500_000);
        assert_eq!(Score::points(-1_000_000).plies(), None);
    }

    #[test]
    fn an_earlier_node_is_further_from_a_win_or_loss() {
        assert_eq!(Score::win_in(1).from_table(2), Score::win_in(3));
        assert_eq!(Score::loss_in(1).from_table(2), Score::loss_in(3));
        assert_eq!(Score::heuristic(17).from_table(2), Score::heuristic(17));
        assert_eq!(Score::win_in(0).as_heuristic(2), Score::heuristic(499_998));
    }
}
