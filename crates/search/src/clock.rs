//! Time management: how much of a player's clock a search may use.

use std::time::Duration;

/// If the clock does not say how many moves it has to last for, this many moves share the time left.
const MOVES_AHEAD: u32 = 30;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// The time left.
    pub left: Duration,
    /// The increment after a move.
    pub increment: Duration,
    /// Moves until the next time control.
    pub moves: Option<u32>,
    /// Time that a move takes in addition to the search, for the GUI and the network.
    pub overhead: Duration,
}

/// The time of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The hard limit, at which the search stops.
    pub hard: Duration,
    /// The soft limit, after which no iteration starts, because it would probably not finish.
    pub soft: Duration,
}

impl Clock {
    /// The soft limit is half of a share of the time left plus most of the increment; the hard limit is twice that
    /// share. Both are at most three quarters of the time left, so that some time remains for later moves.
    pub fn budget(self) -> Budget {
        let usable = self.left.saturating_sub(self.overhead);
        let moves = self.moves.unwrap_or(MOVES_AHEAD).clamp(1, MOVES_AHEAD);
        let share = usable / moves + self.increment * 3 / 4;
        let hard = (share * 2).min(usable * 3 / 4);
        // Even if there is no time at all, the search has to return a move.
        Budget { hard, soft: (share / 2).min(hard) }
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
    fn a_move_leaves_a_quarter_of_any_clock() {
        for left in [0, 1, 29, 30, 31, 40, 100, 1000, 60_000, 10_000_000, u64::MAX / 2000] {
            for increment in [0, 1, 100, 30_000, u32::MAX.into()] {
                for moves in [None, Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let Budget { hard, soft } = budget(left, increment, moves);
                    let usable = Duration::from_millis(left.saturating_sub(30));
                    assert!(soft <= hard && hard <= usable * 3 / 4, "{left} {increment} {moves:?}: {hard:?}");
                }
            }
        }
    }

    #[test]
    fn a_game_has_time_for_its_moves() {
        // A minute without increment: the first move takes up to four seconds, and the hundredth still has time.
        assert_eq!(budget(60_030, 0, None), Budget { hard: Duration::from_secs(4), soft: Duration::from_secs(1) });
        let mut left = 60_000;
        for number in 1..=100 {
            let hard = budget(left, 0, None).hard.as_millis() as u64;
            assert!(hard > 0, "move {number}");
            left -= hard;
        }
        // The last move before a time control may take nearly all of the time.
        assert_eq!(budget(1030, 0, Some(1)).hard, Duration::from_millis(750));
    }
}
