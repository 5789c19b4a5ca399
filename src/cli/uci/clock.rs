//! How much of a clock a move may take.

use std::time::Duration;

/// Moves that the time left is shared out to, where nobody says how many there will be.
const MOVES_AHEAD: u32 = 30;

/// A clock, as the side to move sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    /// What is left.
    pub(super) left: Duration,
    /// What a move adds.
    pub(super) increment: Duration,
    /// Moves until it is set again.
    pub(super) moves: Option<u32>,
    /// What a move takes on its way, beside the search.
    pub(super) overhead: Duration,
}

/// The time of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// When it ends, whatever it is at.
    pub(super) most: Duration,
    /// When no further iteration is begun: it would hardly be finished.
    pub(super) enough: Duration,
}

impl Clock {
    /// A share of what is left and most of an increment; twice that for a search that needs it. Never more than three
    /// quarters of what is left, so that no move can lose by time while there is more than the overhead.
    pub(super) fn budget(self) -> Budget {
        let usable = self.left.saturating_sub(self.overhead);
        let moves = self.moves.unwrap_or(MOVES_AHEAD).clamp(1, MOVES_AHEAD);
        let share = usable / moves + self.increment * 3 / 4;
        let most = (share * 2).min(usable * 3 / 4);
        // A search that has no time at all still has a move.
        Budget { most, enough: (share / 2).min(most) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(left: u64, increment: u64, moves: Option<u32>) -> Budget {
        let ms = Duration::from_millis;
        Clock { left: ms(left), increment: ms(increment), moves, overhead: ms(30) }.budget()
    }

    #[test]
    fn a_move_leaves_a_quarter_of_the_clock_whatever_the_clock_says() {
        for left in [0, 1, 29, 30, 31, 40, 100, 1000, 60_000, 10_000_000, u64::MAX / 2000] {
            for increment in [0, 1, 100, 30_000, u32::MAX.into()] {
                for moves in [None, Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let Budget { most, enough } = budget(left, increment, moves);
                    let usable = Duration::from_millis(left.saturating_sub(30));
                    assert!(enough <= most && most <= usable * 3 / 4, "{left} {increment} {moves:?}: {most:?}");
                }
            }
        }
    }

    #[test]
    fn a_game_has_time_for_its_moves() {
        // A minute and nothing more: the first move takes two seconds, or twice that, and the hundredth still has some.
        assert_eq!(budget(60_030, 0, None), Budget { most: Duration::from_secs(4), enough: Duration::from_secs(1) });
        let mut left = 60_000;
        for number in 1..=100 {
            let most = budget(left, 0, None).most.as_millis() as u64;
            assert!(most > 0, "move {number}");
            left -= most;
        }
        // The last move before the clock is set again may take nearly all.
        assert_eq!(budget(1030, 0, Some(1)).most, Duration::from_millis(750));
    }
}
