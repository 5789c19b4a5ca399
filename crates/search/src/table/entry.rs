//! The entries of the transposition table.

use super::key::{MATE_PLIES_MAX, TableKey};
use crate::score::{Bound, Score, Value, Window};

/// Part of the key that keeps the results of different kinds of search apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Keyspace(u64);

impl Keyspace {
    /// Searches to some depth.
    pub(crate) const DEEPENING: Self = Self(0);
    /// Searches to the end of the game.
    pub(crate) const PROOF: Self = Self(0x5bd1_e995_9d1b_54a5);

    /// The hash of a position's entry.
    pub(crate) const fn hash(self, key: TableKey) -> u64 {
        key.hash() ^ self.0
    }
}

/// The result of a search. Distances of wins and losses count from its own position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) depth: u32,
    /// Whether the result was proven: no heuristic had a part in it, so it holds at this depth and at any larger one.
    pub(crate) proven: bool,
    /// The best move's [slot](crate::Evaluate::slot).
    pub(crate) best: Option<u16>,
}

/// The packed slot of an entry without a best move.
const NO_SLOT: u16 = u16::MAX;
/// The bits of the packed bound, and of `proven`.
const BOUND: u8 = 0b011;
const PROVEN: u8 = 0b100;

impl TableEntry {
    /// The entry as one word: score, bound and `proven`, depth, slot. `None` if the depth is too large for that.
    pub(super) fn pack(self) -> Option<u64> {
        let depth = u8::try_from(self.depth).ok()?;
        let flags = self.bound as u8 | if self.proven { PROVEN } else { 0 };
        let small = u64::from(self.best.unwrap_or(NO_SLOT)) | u64::from(depth) << 16 | u64::from(flags) << 24;
        Some(u64::from(self.score.raw().cast_unsigned()) << 32 | small)
    }

    /// The entry that was [packed](Self::pack) to this word.
    pub(super) fn unpack(packed: u64) -> Self {
        let (score, flags, best) = ((packed >> 32) as u32, (packed >> 24) as u8, packed as u16);
        let bound = match flags & BOUND {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        };
        Self {
            score: Score::from_raw(score.cast_signed()),
            bound,
            depth: u32::from((packed >> 16) as u8),
            proven: flags & PROVEN != 0,
            best: (best != NO_SLOT).then_some(best),
        }
    }

    /// The value of a node that this entry cuts off with this score. A win or loss is proven even if the entry does not
    /// say so.
    pub(crate) fn value_of(&self, score: Score) -> Value {
        Value { score, proven: self.proven || score.is_proven() }
    }

    /// The score, if it cuts off an exact search of this depth within this window.
    ///
    /// An entry of the same depth cuts off, and so does a proven one of less depth. A win or loss cuts off at any depth
    /// that reaches it, because a search to that depth would also have found any faster one.
    pub(crate) fn exact_cutoff(&self, depth: u32, window: Window) -> Option<Score> {
        let holds = self.depth == depth
            || (self.proven && self.depth < depth)
            || self.score.plies().is_some_and(|plies| plies <= depth.min(self.depth));
        (holds && self.is_bound_outside(window)).then_some(self.score)
    }

    /// The score, if it cuts off a selective search of this depth. Entries of larger depth cut off too. So do wins,
    /// losses and proven results of any depth.
    ///
    /// A win further away than [`MATE_PLIES_MAX`] does not: a rule that counts plies could come before it.
    pub(crate) fn selective_cutoff(&self, depth: u32, window: Window) -> Option<Score> {
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > Score::ZERO,
            Bound::Upper => self.score < Score::ZERO,
        };
        let holds = match self.score.plies() {
            Some(plies) => plies <= MATE_PLIES_MAX && (decides || self.depth >= depth),
            None => self.depth >= depth || self.proven,
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

    fn entry(score: Score, bound: Bound, depth: u32) -> TableEntry {
        TableEntry { score, bound, depth, proven: false, best: Some(3) }
    }

    #[test]
    fn a_result_serves_its_own_depth_or_what_it_proves() {
        let heuristic = entry(Score::heuristic(12), Bound::Exact, 5);
        assert_eq!(heuristic.exact_cutoff(5, Window::FULL), Some(Score::heuristic(12)));
        assert_eq!(heuristic.exact_cutoff(4, Window::FULL), None, "deeper is not the depth-limited value");
        assert_eq!(heuristic.exact_cutoff(6, Window::FULL), None);
        let proven = TableEntry { proven: true, ..heuristic };
        assert_eq!(proven.exact_cutoff(6, Window::FULL), Some(Score::heuristic(12)));
        assert_eq!(proven.exact_cutoff(4, Window::FULL), None);
        let win = entry(Score::win_in(3), Bound::Exact, 5);
        assert_eq!(win.exact_cutoff(3, Window::FULL), Some(Score::win_in(3)));
        assert_eq!(win.exact_cutoff(2, Window::FULL), None, "out of sight");
    }

    #[test]
    fn a_bound_cuts_off_only_on_its_side_of_the_window() {
        let window = Window { alpha: Score::heuristic(0), beta: Score::heuristic(10) };
        assert_eq!(entry(Score::heuristic(10), Bound::Lower, 2).exact_cutoff(2, window), Some(Score::heuristic(10)));
        assert_eq!(entry(Score::heuristic(9), Bound::Lower, 2).exact_cutoff(2, window), None);
        assert_eq!(entry(Score::heuristic(0), Bound::Upper, 2).exact_cutoff(2, window), Some(Score::heuristic(0)));
        assert_eq!(entry(Score::heuristic(1), Bound::Upper, 2).exact_cutoff(2, window), None);
    }
}
