//! What the table has of a position: a result, told from the position itself.

use super::key::{HORIZON, TableKey};
use crate::score::{Score, Window};

/// A space of the table: results of one do not meet those of another, for either kind would overwrite the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Space(u64);

impl Space {
    /// What is searched to some depth, on the way to the end of the game.
    pub(crate) const DEEPENING: Self = Self(0);
    /// What is searched to the end of the game.
    pub(crate) const PROOF: Self = Self(0x5bd1_e995_9d1b_54a5);

    /// The key of a position's result in this space.
    pub(crate) const fn key(self, key: TableKey) -> u64 {
        key.number() ^ self.0
    }
}

/// How a stored score relates to the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The value is at most the score.
    Upper = 1,
    /// The value is at least the score.
    Lower = 2,
    /// The value is the score.
    Exact = 3,
}

impl Bound {
    /// What the best value that a search found says, if it was asked for values between `floor` and `ceiling`.
    pub(crate) fn of(best: Score, floor: Score, ceiling: Score) -> Self {
        match best {
            best if best >= ceiling => Self::Lower,
            best if best > floor => Self::Exact,
            _ => Self::Upper,
        }
    }
}

/// A result, told from its own position: distances count from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) depth: u32,
    /// No static evaluation had a part in it: at this depth or deeper, it is the value of the game.
    pub(crate) complete: bool,
    /// The best move's [slot](crate::MoveOrdering::slot).
    pub(crate) best: Option<u16>,
}

impl Known {
    /// The score, if it cuts off an exact search of this depth within this window.
    ///
    /// It does so at its own depth; deeper too, if it is complete; and at any depth that reaches its proven win or
    /// loss, since this depth would have shown a faster one too.
    pub(crate) fn exact_cutoff(&self, depth: u32, window: Window) -> Option<Score> {
        let holds = self.depth == depth
            || (self.complete && self.depth < depth)
            || self.score.plies().is_some_and(|plies| plies <= depth.min(self.depth));
        (holds && self.is_bound_outside(window)).then_some(self.score)
    }

    /// The same for the selective search, for which deeper results serve as well, and proven wins and losses at any
    /// depth.
    ///
    /// Not a win beyond the [horizon](HORIZON): a rule that counts plies could come before it.
    pub(crate) fn selective_cutoff(&self, depth: u32, window: Window) -> Option<Score> {
        let found_for_a_side = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > Score::ZERO,
            Bound::Upper => self.score < Score::ZERO,
        };
        let holds = match self.score.plies() {
            Some(plies) => plies <= HORIZON && (found_for_a_side || self.depth >= depth),
            None => self.depth >= depth || self.complete,
        };
        (holds && self.is_bound_outside(window)).then_some(self.score)
    }

    /// Whether the bound lies on its own side of the window.
    fn is_bound_outside(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(score: Score, bound: Bound, depth: u32) -> Known {
        Known { score, bound, depth, complete: false, best: Some(3) }
    }

    #[test]
    fn a_result_serves_its_own_depth_or_what_it_proves() {
        let opinion = known(Score::heuristic(12), Bound::Exact, 5);
        assert_eq!(opinion.exact_cutoff(5, Window::FULL), Some(Score::heuristic(12)));
        assert_eq!(opinion.exact_cutoff(4, Window::FULL), None, "deeper is not the depth-limited value");
        assert_eq!(opinion.exact_cutoff(6, Window::FULL), None);
        let complete = Known { complete: true, ..opinion };
        assert_eq!(complete.exact_cutoff(6, Window::FULL), Some(Score::heuristic(12)));
        assert_eq!(complete.exact_cutoff(4, Window::FULL), None);
        let win = known(Score::win_in(3), Bound::Exact, 5);
        assert_eq!(win.exact_cutoff(3, Window::FULL), Some(Score::win_in(3)));
        assert_eq!(win.exact_cutoff(2, Window::FULL), None, "out of sight");
    }

    #[test]
    fn a_bound_settles_only_its_side_of_the_window() {
        let window = Window { alpha: Score::heuristic(0), beta: Score::heuristic(10) };
        assert_eq!(known(Score::heuristic(10), Bound::Lower, 2).exact_cutoff(2, window), Some(Score::heuristic(10)));
        assert_eq!(known(Score::heuristic(9), Bound::Lower, 2).exact_cutoff(2, window), None);
        assert_eq!(known(Score::heuristic(0), Bound::Upper, 2).exact_cutoff(2, window), Some(Score::heuristic(0)));
        assert_eq!(known(Score::heuristic(1), Bound::Upper, 2).exact_cutoff(2, window), None);
    }
}
