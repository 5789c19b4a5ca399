//! When a search may begin and when it has to end.

use std::time::Duration;

use plyd_games::advice::Clocks;
use plyd_search::{Clock, Instant};
use plyd_wire::fields::{Count, up_to};
use plyd_wire::{Caps, Problem};

use crate::limits::Limits;

/// Time that a search leaves on the clock for the answer's way to the player, and for delays on a busy machine. If less
/// than twice this is left on the clock, it leaves half.
const MARGIN: Duration = Duration::from_millis(300);

/// A request waits at least this long for a worker, even if less is left on the clock: a late move is better than none.
const LEAST_WAIT: Duration = Duration::from_secs(1);

/// The time that a request may need to reach a free worker. With a shorter wait, it could be refused although a worker
/// is free.
const HANDOVER: Duration = Duration::from_millis(50);

/// The most time that the extras of an answer take away from its search.
const EXTRAS: Duration = Duration::from_millis(100);

/// When a search may begin, and when it has to end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing {
    pub(crate) arrived: Instant,
    /// How long it may wait for a worker before its own time begins. If `None`, its time begins when it arrives.
    pub(crate) wait: Option<Duration>,
    /// Its own time limit, without regard to clocks.
    pub(crate) time: Duration,
    pub(crate) clocks: Option<Clocks>,
    /// The end of the batch that it is a part of.
    pub(crate) latest: Option<Instant>,
    /// Whether some of its time is for extras.
    pub(crate) has_extras: bool,
}

/// The ends of a search that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ends {
    /// After this time no iteration starts.
    pub(crate) soft: Option<Instant>,
    /// The end of the search.
    pub(crate) hard: Instant,
    /// The end of the whole answer, extras included.
    pub(crate) all: Instant,
}

impl Timing {
    /// The timing of a search without clocks and extras. `deadline` is when its own time would end if it began on
    /// arrival.
    ///
    /// # Errors
    /// A wait above its cap.
    pub(crate) fn new(limits: &Limits, wait_ms: Option<Count>, deadline: Option<Instant>) -> Result<Self, Problem> {
        let Limits { arrived, latest, .. } = *limits;
        let wait = up_to("wait_ms", wait_ms, 0, Caps::MAX_WAIT_MS)?.map(Duration::from_millis);
        let time = deadline.map_or(Duration::ZERO, |deadline| deadline - arrived);
        Ok(Self { arrived, wait, time, clocks: None, latest, has_extras: false })
    }

    /// The longest time that the search may take, not counting its wait.
    pub(crate) fn own(&self) -> Duration {
        self.budget(Duration::ZERO).0
    }

    /// The hard and the soft limit, after `waited` has passed on the clock.
    fn budget(&self, waited: Duration) -> (Duration, Option<Duration>) {
        let Some(clocks) = self.clocks.map(|clocks| clocks.after(waited)) else { return (self.time, None) };
        let (left, per_move) = (clocks.own, clocks.per_move());
        let clock = Clock {
            left,
            increment: clocks.increment,
            per_move,
            may_overrun: clocks.may_overrun(),
            moves: clocks.moves,
            overhead: MARGIN.min((left + per_move) / 2),
        };
        let budget = clock.budget();
        (budget.hard.min(self.time), Some(budget.soft))
    }

    /// The time by which the search has to begin.
    pub(crate) fn begin_by(&self) -> Instant {
        let wait = match (self.wait, self.clocks) {
            (Some(wait), _) => wait.max(HANDOVER),
            (None, Some(_)) => self.own().max(LEAST_WAIT),
            (None, None) => self.time,
        };
        self.no_later(self.arrived + wait)
    }

    /// The time by which it is answered, or refused.
    pub(crate) fn deadline(&self) -> Instant {
        let after = if self.wait.is_some() { self.begin_by() } else { self.arrived };
        self.no_later(after + self.own()).max(self.begin_by())
    }

    /// The ends of a search that begins now.
    pub(crate) fn ends(&self, now: Instant) -> Ends {
        let waited = now.saturating_duration_since(self.arrived);
        let (from, waited) = if self.wait.is_some() { (now, waited) } else { (self.arrived, Duration::ZERO) };
        let (hard, soft) = self.budget(waited);
        let all = self.no_later(from + hard);
        let reserve =
            if self.has_extras { (all.saturating_duration_since(now) / 8).min(EXTRAS) } else { Duration::ZERO };
        Ends { soft: soft.map(|soft| from + soft), hard: all - reserve, all }
    }

    fn no_later(&self, time: Instant) -> Instant {
        self.latest.map_or(time, |latest| time.min(latest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn timing(wait: Option<u32>, time: u32, own: Option<u32>) -> Timing {
        let clocks = own.map(|own| Clocks { own: MS * own, ..Clocks::default() });
        let wait = wait.map(|wait| MS * wait);
        Timing { arrived: Instant::now(), wait, time: MS * time, clocks, latest: None, has_extras: false }
    }

    #[test]
    fn waiting_is_part_of_the_time_unless_it_has_its_own() {
        let plain = timing(None, 400, None);
        assert_eq!(plain.begin_by(), plain.arrived + MS * 400);
        assert_eq!(plain.ends(plain.arrived + MS * 100).hard, plain.arrived + MS * 400);
        let waiting = timing(Some(2600), 400, None);
        assert_eq!(waiting.begin_by(), waiting.arrived + MS * 2600);
        assert_eq!(waiting.deadline(), waiting.arrived + MS * 3000);
        assert_eq!(waiting.ends(waiting.arrived + MS * 100).hard, waiting.arrived + MS * 500);
    }

    #[test]
    fn waiting_counts_against_the_clock() {
        let of = |waited: u32| {
            let timing = timing(Some(10_000), 60_000, Some(30_300));
            let now = timing.arrived + MS * waited;
            let Ends { soft, hard, .. } = timing.ends(now);
            (soft.unwrap() - now, hard - now)
        };
        assert_eq!(of(0), (MS * 500, MS * 2000));
        assert_eq!(of(9_000), (MS * 350, MS * 1400));
        let late = timing(Some(10_000), 60_000, Some(5_000));
        let now = late.arrived + MS * 8_000;
        assert_eq!(late.ends(now).hard, now, "the clock has run out");
    }

    #[test]
    fn an_empty_clock_leaves_time_for_a_worker_and_none_for_the_search() {
        let empty = timing(None, 60_000, Some(0));
        assert_eq!(empty.begin_by(), empty.arrived + LEAST_WAIT);
        assert_eq!(empty.ends(empty.arrived).hard, empty.arrived);
        assert_eq!(timing(None, 100, Some(1 << 30)).own(), MS * 100, "the smaller one holds");
    }

    #[test]
    fn extras_take_their_part_of_the_time() {
        let timing = Timing { has_extras: true, ..timing(None, 400, None) };
        let Ends { hard, all, .. } = timing.ends(timing.arrived);
        assert_eq!((all - hard, all), (MS * 50, timing.arrived + MS * 400));
        let latest = Some(timing.arrived + MS * 80);
        assert_eq!(Timing { latest, ..timing }.ends(timing.arrived).hard, timing.arrived + MS * 70);
    }

    #[test]
    fn other_clocks_have_their_own_plans() {
        let (zero, none) = (Clocks::default(), 0);
        let byoyomi = |own, period, periods| Clocks { own: MS * own, byoyomi: MS * period, periods, ..zero };
        let delayed = |own, delay| Clocks { own: MS * own, delay: MS * delay, ..zero };
        // The clocks, the milliseconds that have passed, and the soft and hard limit from then on.
        for (clocks, passed, soft, hard) in [
            (byoyomi(0, 30_300, 3), none, 30_000, 30_000),
            (byoyomi(0, 30_300, 1), none, 27_000, 27_000),
            (byoyomi(60_000, 30_300, 3), none, 31_000, 34_000),
            (byoyomi(0, 400, 2), none, 200, 200),
            // Waiting uses up the clock first, then a period, and then begins the next one.
            (byoyomi(5000, 30_300, 3), 5000, 30_000, 30_000),
            (byoyomi(0, 30_300, 3), 10_000, 20_000, 20_000),
            (byoyomi(0, 5300, 3), 10_600, 4500, 4500),
            (byoyomi(0, 5300, 2), 10_600, 0, 0),
            (delayed(60_000, 5300), none, 6000, 9000),
            (delayed(60_000, 5300), 5300, 995, 3980),
            (delayed(0, 5300), none, 4500, 4500),
            (delayed(0, 5300), 6000, 0, 0),
        ] {
            let timing = Timing { clocks: Some(clocks), ..timing(None, 1 << 30, None) };
            let (found, found_soft) = timing.budget(MS * passed);
            assert_eq!((found_soft.unwrap(), found), (MS * soft, MS * hard), "{clocks:?} after {passed}");
        }
        let most = Duration::from_millis(Caps::MAX_CLOCK_MS);
        let clocks = Clocks {
            own: most,
            opponent: Some(most),
            increment: most,
            delay: most,
            byoyomi: most,
            periods: 100,
            moves: None,
        };
        let longest = Timing { clocks: Some(clocks), ..timing(None, 100, None) };
        assert_eq!(longest.own(), MS * 100, "no sum overflows");
    }
}
