//! When a search ends: its limits, and how much of a player's clock it may use.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::Instant;
use crate::score::Value;

/// The limits of a search; the first one reached ends it.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Plies to look ahead. 0 evaluates only.
    pub depth: u32,
    /// Most nodes to visit, quiescence nodes included; obeyed exactly. A [handicap](crate::Handicap::first_nodes) may give
    /// the first iteration more.
    pub nodes: u64,
    /// The time to end at; polled every [`POLL_INTERVAL`](Limits::POLL_INTERVAL) nodes.
    pub deadline: Option<Instant>,
    /// The time after which no iteration starts, because it would probably not end before the deadline.
    pub soft_deadline: Option<Instant>,
}

impl Limits {
    /// Nodes between two polls of the clock and the stop flag. They take some tens of microseconds if nodes are cheap,
    /// and some milliseconds if nodes are expensive and the machine is busy.
    pub const POLL_INTERVAL: u64 = 256;

    /// A depth and nothing else.
    pub const fn depth(depth: u32) -> Self {
        Self { depth, nodes: u64::MAX, deadline: None, soft_deadline: None }
    }
}

/// A limit ended the search, and its [`Meter`](crate::meter::Meter) knows which. An empty type, so that the results of
/// nodes are returned in registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interrupted;

/// The result of a part of the search, most often the value of a node, unless a limit ended it first.
pub(crate) type Searched<T = Value> = Result<T, Interrupted>;

impl From<StoppedBy> for Interrupted {
    fn from(_: StoppedBy) -> Self {
        Self
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    /// The depth asked for was finished.
    Depth,
    /// The node limit was reached.
    Nodes,
    /// The deadline passed, or somebody raised the [`Stop`] flag.
    Time,
    /// The result is proven: a deeper search cannot change it.
    Solved,
}

impl StoppedBy {
    /// Its name in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Depth => "depth",
            Self::Nodes => "nodes",
            Self::Time => "time",
            Self::Solved => "solved",
        }
    }
}

impl fmt::Display for StoppedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Depth => "the depth limit was reached",
            Self::Nodes => "the node limit was reached",
            Self::Time => "the time was up",
            Self::Solved => "the result was proven",
        })
    }
}

impl Error for StoppedBy {}

/// A flag that ends a search from outside. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks every search that holds this flag to end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Checks that the flag is not raised and the deadline has not passed. Work whose time grows with its input should
    /// call this from time to time.
    ///
    /// # Errors
    /// [`StoppedBy::Time`] if not.
    pub fn check(&self, deadline: Option<Instant>) -> Result<(), StoppedBy> {
        let late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.is_raised() || late() { Err(StoppedBy::Time) } else { Ok(()) }
    }
}

/// If the clock does not say how many moves it has to last for, the time left is shared by this many.
const MOVES_AHEAD: u32 = 30;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// The time left for the rest of the game.
    pub left: Duration,
    /// The increment after a move.
    pub increment: Duration,
    /// The time that this move has besides `left`, and that no later move gets if this one doesn't need it: a delay, a
    /// period of byo-yomi, or all the time if there is so much for each move.
    pub per_move: Duration,
    /// Whether a move that overruns all of this costs a period of byo-yomi instead of the game.
    pub may_overrun: bool,
    /// Moves until the next time control.
    pub moves: Option<u32>,
    /// The time that the GUI and the network take for a move, in addition to the search.
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
    /// share. Both are at most three quarters of the time left, so that some time remains for later moves. The move's
    /// own time comes on top of that, because it would be lost. If an overrun costs the game, a tenth of everything
    /// stays in reserve.
    pub fn budget(self) -> Budget {
        let Self { left, increment, per_move, may_overrun, moves, overhead } = self;
        let usable = left.saturating_sub(overhead.saturating_sub(per_move));
        let extra = per_move.saturating_sub(overhead);
        let moves = moves.unwrap_or(MOVES_AHEAD).clamp(1, MOVES_AHEAD);
        let share = usable / moves + increment * 3 / 4;
        let shared = (share * 2).min(usable * 3 / 4);
        let most = if may_overrun { usable + extra } else { (usable + extra) * 9 / 10 };
        let hard = (shared + extra).min(most);
        // Even if there is no time at all, the search has to return a move.
        Budget { hard, soft: ((share / 2).min(shared) + extra).min(hard) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(left: u64, increment: u64, moves: Option<u32>) -> Budget {
        let ms = Duration::from_millis;
        let (per_move, may_overrun, overhead) = (Duration::ZERO, false, ms(30));
        Clock { left: ms(left), increment: ms(increment), per_move, may_overrun, moves, overhead }.budget()
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

    #[test]
    fn a_move_uses_its_own_time_and_shares_the_rest() {
        let ms = Duration::from_millis;
        // Milliseconds left for the game and for the move, whether it may overrun, moves to go; the soft and hard limit.
        for (left, per_move, may_overrun, moves, soft, hard) in [
            // The last period of byo-yomi, or a time for each move: nine tenths of it, less the overhead.
            (0, 30_030, false, None, 27_000, 27_000),
            // There is another period, so nothing has to stay in reserve.
            (0, 30_030, true, None, 30_000, 30_000),
            // The overhead leaves nothing.
            (0, 30, true, None, 0, 0),
            (0, 0, true, None, 0, 0),
            // The overhead comes out of both.
            (60_010, 20, false, None, 1000, 4000),
            // A minute with a delay, or before byo-yomi.
            (60_000, 5030, false, None, 6000, 9000),
            (60_000, 5030, true, None, 6000, 9000),
            // A second is left before the last period: the reserve comes out of the period, too.
            (1000, 10_030, false, None, 9900, 9900),
            (1000, 10_030, true, None, 10_016, 10_066),
            // The last move before a time control.
            (10_000, 5030, false, Some(1), 10_000, 12_500),
        ] {
            let (left, per_move, increment, overhead) = (ms(left), ms(per_move), Duration::ZERO, ms(30));
            let Budget { soft: found_soft, hard: found } =
                Clock { left, increment, per_move, may_overrun, moves, overhead }.budget();
            assert_eq!(
                (found_soft.as_millis(), found.as_millis()),
                (soft, hard),
                "{left:?} {per_move:?} {may_overrun}"
            );
        }
    }

    #[test]
    fn no_budget_is_longer_than_the_clock() {
        let ms = Duration::from_millis;
        let all = [0, 1, 29, 30, 31, 500, 60_000, u64::MAX / 4000];
        for (left, per_move) in all.into_iter().flat_map(|left| all.map(|per_move| (ms(left), ms(per_move)))) {
            for (increment, moves) in [(0, None), (1 << 40, Some(1)), (30_000, Some(u32::MAX))] {
                for may_overrun in [false, true] {
                    let clock =
                        Clock { left, increment: ms(increment), per_move, may_overrun, moves, overhead: ms(30) };
                    let Budget { hard, soft } = clock.budget();
                    let most = (left + per_move).saturating_sub(ms(30));
                    let most = if may_overrun { most } else { most * 9 / 10 };
                    assert!(soft <= hard && hard <= most, "{clock:?}: {hard:?}");
                }
            }
        }
    }
}
