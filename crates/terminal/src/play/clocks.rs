//! The players' clocks.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use plyd_games::advice;
use plyd_search::position::Side;

/// The time control, and the time that each player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: Control,
    /// The time in which each side has to make its next move, or it loses. A delay and all periods are part of it.
    left: [Duration; 2],
    /// What has passed of that already.
    spent: [Duration; 2],
}

/// What the players begin with, and what they have for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Control {
    base: Duration,
    each: Each,
}

/// What each move has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Each {
    /// An increment is added after the move.
    Increment(Duration),
    /// A delay passes before the clock runs. Without a base, this is all the time of a move.
    Delay(Duration),
    /// Periods of byo-yomi follow when the clock has run out. A move within a period gets it back.
    Byoyomi { periods: u32, period: Duration },
}

/// The most minutes, and the most seconds.
const MOST: f64 = 1440.0;

/// The most periods of byo-yomi.
const MOST_PERIODS: u32 = 100;

impl FromStr for Clocks {
    type Err = String;

    /// Reads minutes for each player, and what each move has: `5`, `0.5`, `5+3`, `5d3`, `10+3x30`, `30/move`.
    fn from_str(text: &str) -> Result<Self, String> {
        let control = Control::read(&text.trim().to_ascii_lowercase()).ok_or_else(|| {
            format!(
                "expected minutes such as 5, with seconds added for each move such as 5+3, a delay such as 5d3, or \
                 periods of byo-yomi such as 10+3x30; or seconds for each move such as 30/move; up to {MOST} of each, \
                 and {MOST_PERIODS} periods"
            )
        })?;
        Ok(Self { control, left: [control.whole(); 2], spent: [Duration::ZERO; 2] })
    }
}

impl Control {
    fn read(text: &str) -> Option<Self> {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| (0.0..=MOST).contains(number));
        let minutes = |text: &str| number(text).map(|minutes| Duration::from_secs_f64(60.0 * minutes));
        let seconds = |text: &str| number(text).map(Duration::from_secs_f64);
        if let Some(each) = text.strip_suffix("/move") {
            return Some(Self { base: Duration::ZERO, each: Each::Delay(seconds(each)?) });
        }
        if let Some((base, delay)) = text.split_once('d') {
            return Some(Self { base: minutes(base)?, each: Each::Delay(seconds(delay)?) });
        }
        let (base, more) = text.split_once('+').unwrap_or((text, "0"));
        let each = match more.split_once('x') {
            None => Each::Increment(seconds(more)?),
            Some((count, period)) => {
                let periods = count.trim().parse().ok().filter(|count| (1..=MOST_PERIODS).contains(count))?;
                Each::Byoyomi { periods, period: seconds(period)? }
            }
        };
        Some(Self { base: minutes(base)?, each })
    }

    /// The time for the first move.
    fn whole(self) -> Duration {
        self.base
            + match self.each {
                Each::Increment(_) => Duration::ZERO,
                Each::Delay(delay) => delay,
                Each::Byoyomi { periods, period } => period * periods,
            }
    }

    /// The time for the next move of a side that had one of these for the last move, and the other when it moved.
    fn next(self, had: Duration, left: Duration) -> Duration {
        match self.each {
            Each::Increment(increment) => left + increment,
            Each::Delay(delay) => had.min(left + delay),
            Each::Byoyomi { periods, period } if left < period * periods => period * begun(left, period),
            Each::Byoyomi { .. } => left,
        }
    }

    /// The time in which a side has to make a move, in its parts.
    fn parts(self, left: Duration) -> advice::Clocks {
        let none = advice::Clocks::default();
        match self.each {
            Each::Increment(increment) => advice::Clocks { own: left, increment, ..none },
            Each::Delay(delay) => advice::Clocks { own: left.saturating_sub(delay), delay: delay.min(left), ..none },
            Each::Byoyomi { periods, period } => {
                let periods = periods.min(begun(left, period));
                advice::Clocks { own: left.saturating_sub(period * periods), byoyomi: period, periods, ..none }
            }
        }
    }
}

/// How many periods are left, counting the one that has begun.
fn begun(left: Duration, period: Duration) -> u32 {
    u32::try_from(left.as_nanos().div_ceil(period.as_nanos().max(1))).unwrap_or(u32::MAX).max(1)
}

impl fmt::Display for Clocks {
    /// What the players began with: `5 minutes for each side, and 3 seconds for each move`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Control { base, each } = self.control;
        let count = |number: f64, what: &str| format!("{number} {what}{}", if number == 1.0 { "" } else { "s" });
        let seconds = |time: Duration| count(time.as_secs_f64(), "second");
        let minutes = format!("{} for each side", count(base.as_secs_f64() / 60.0, "minute"));
        match each {
            Each::Delay(delay) if base.is_zero() => write!(f, "{} for each move", seconds(delay)),
            Each::Increment(none) | Each::Delay(none) if none.is_zero() => f.write_str(&minutes),
            Each::Increment(increment) => write!(f, "{minutes}, and {} for each move", seconds(increment)),
            Each::Delay(delay) => write!(f, "{minutes}, after a delay of {} in each move", seconds(delay)),
            Each::Byoyomi { periods, period } => {
                write!(f, "{minutes}, then {} of {}", count(periods.into(), "period"), seconds(period))
            }
        }
    }
}

impl Clocks {
    /// The time control as tags of PGN have it, in seconds: `300`, `300+3`, `300d3`, `600+3x30`, or `1/30` for one move
    /// in 30 seconds. PGN has no periods of byo-yomi, and delays are only a proposal.
    pub(super) fn control(&self) -> String {
        let Control { base, each } = self.control;
        let (base_seconds, seconds) = (base.as_secs_f64(), |time: Duration| time.as_secs_f64());
        match each {
            Each::Delay(delay) if base.is_zero() => format!("1/{}", seconds(delay)),
            Each::Increment(none) | Each::Delay(none) if none.is_zero() => base_seconds.to_string(),
            Each::Increment(increment) => format!("{base_seconds}+{}", seconds(increment)),
            Each::Delay(delay) => format!("{base_seconds}d{}", seconds(delay)),
            Each::Byoyomi { periods, period } => format!("{base_seconds}+{periods}x{}", seconds(period)),
        }
    }

    /// Subtracts the time that a side took for a move. If the move was in time, adds what it gets for that. Returns
    /// whether it was.
    pub(super) fn spend(&mut self, side: Side, took: Duration) -> bool {
        let is_in_time = self.pass(side, took);
        let (left, spent) = (&mut self.left[side.index()], &mut self.spent[side.index()]);
        if is_in_time {
            *left = self.control.next(*left, *left - *spent);
            *spent = Duration::ZERO;
        }
        is_in_time
    }

    /// Subtracts this time of a side that goes on thinking. Returns whether the side had that much left.
    pub(super) fn pass(&mut self, side: Side, took: Duration) -> bool {
        let spent = &mut self.spent[side.index()];
        *spent += took;
        *spent <= self.left[side.index()]
    }

    /// The clocks as the side to move sees them.
    pub(super) fn seen_by(&self, side: Side) -> advice::Clocks {
        advice::Clocks { opponent: Some(self.parts(side.other()).own), ..self.parts(side) }
    }

    fn parts(&self, side: Side) -> advice::Clocks {
        self.control.parts(self.left[side.index()]).after(self.spent[side.index()])
    }

    /// What a side has left, as a clock shows it: the time and the delay together, or the time or the period that runs
    /// and the periods after it, such as `10:00 + 3x0:30`.
    pub(super) fn of(&self, side: Side) -> String {
        let left = self.left[side.index()].saturating_sub(self.spent[side.index()]);
        let Each::Byoyomi { periods, period } = self.control.each else { return shown(left) };
        let later = periods.min(begun(left, period) - u32::from(left <= period * periods));
        let now = shown(left.saturating_sub(period * later));
        if later == 0 { now } else { format!("{now} + {later}x{}", shown(period)) }
    }
}

/// `2:00:00`, `5:00`, and below twenty seconds `0:09.3`.
fn shown(left: Duration) -> String {
    let seconds = left.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) if seconds < 20 => format!("0:{seconds:02}.{}", left.subsec_millis() / 100),
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(text: &str) -> Clocks {
        text.parse().unwrap()
    }

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn clocks_are_minutes_and_what_each_move_has() {
        for (text, words, control, first) in [
            ("180", "180 minutes for each side", "10800", "3:00:00"),
            ("0.5", "0.5 minutes for each side", "30", "0:30"),
            ("1+1", "1 minute for each side, and 1 second for each move", "60+1", "1:00"),
            ("0.5+2", "0.5 minutes for each side, and 2 seconds for each move", "30+2", "0:30"),
            ("5D3", "5 minutes for each side, after a delay of 3 seconds in each move", "300d3", "5:03"),
            ("10+3x30", "10 minutes for each side, then 3 periods of 30 seconds", "600+3x30", "10:00 + 3x0:30"),
            ("0+1x30", "0 minutes for each side, then 1 period of 30 seconds", "0+1x30", "0:30"),
            ("30/move", "30 seconds for each move", "1/30", "0:30"),
            ("5d0", "5 minutes for each side", "300", "5:00"),
        ] {
            let clocks = clocks(text);
            let printed = (clocks.to_string(), clocks.control(), clocks.of(Side::First));
            assert_eq!(printed, (words.to_owned(), control.to_owned(), first.to_owned()), "{text}");
        }
        for wrong in [
            "",
            "x",
            "5+",
            "+3",
            "-1",
            "5+-3",
            "1e9",
            "nan",
            "inf",
            "5+3+1",
            "5d",
            "d3",
            "5d3d3",
            "10+0x30",
            "10+101x30",
            "10+3x",
            "10+x30",
            "10+1.5x30",
            "/move",
            "30/Zug",
        ] {
            assert!(wrong.parse::<Clocks>().unwrap_err().contains("such as 5+3"), "{wrong}");
        }
    }

    #[test]
    fn what_is_left_follows_from_the_times_of_the_moves() {
        // The control, the seconds of one side's moves, and what its clock shows after the last of them.
        for (control, moves, shows) in [
            ("1+2", &[10][..], "0:52"),
            ("5d3", &[2, 3, 1], "5:03"),
            ("5d3", &[10, 2], "4:56"),
            ("0d3", &[3, 3, 3], "0:03.0"),
            ("30/move", &[30, 29], "0:30"),
            ("1+3x30", &[20], "0:40 + 3x0:30"),
            ("1+3x30", &[60], "0:30 + 2x0:30"),
            ("1+3x30", &[61, 29], "0:30 + 2x0:30"),
            ("1+3x30", &[60, 31], "0:30 + 1x0:30"),
            ("1+3x30", &[100, 55], "0:30"),
            ("1+3x30", &[60, 90], "0:30"),
        ] {
            let mut clocks = clocks(control);
            assert!(moves.iter().all(|took| clocks.spend(Side::First, seconds(*took))), "{control} {moves:?}");
            assert_eq!(clocks.of(Side::First), shows, "{control} {moves:?}");
        }
        for (control, moves) in
            [("1", &[61][..]), ("1d2", &[63]), ("30/move", &[30, 31]), ("1+3x30", &[151]), ("1+3x30", &[60, 91])]
        {
            let mut clocks = clocks(control);
            let times: Vec<bool> = moves.iter().map(|took| clocks.spend(Side::Second, seconds(*took))).collect();
            assert_eq!(times.iter().position(|in_time| !in_time), Some(moves.len() - 1), "{control} {moves:?}");
        }
        let mut late = clocks("1+2");
        late.spend(Side::Second, seconds(61));
        assert_eq!(late.of(Side::Second), "0:00.0");
    }

    #[test]
    fn time_that_passes_before_a_move_is_a_part_of_the_move() {
        let mut delayed = clocks("5d3");
        assert!(delayed.pass(Side::First, seconds(2)) && delayed.spend(Side::First, seconds(1)));
        assert_eq!(delayed.of(Side::First), "5:03", "all of it was within the delay");
        let none = advice::Clocks { opponent: Some(Duration::ZERO), ..advice::Clocks::default() };
        let minute = advice::Clocks { own: seconds(60), opponent: Some(seconds(60)), ..none };
        for (control, passed, seen) in [
            ("1+2", 8, advice::Clocks { own: seconds(52), increment: seconds(2), ..minute }),
            ("1d3", 1, advice::Clocks { delay: seconds(2), ..minute }),
            ("1d3", 5, advice::Clocks { own: seconds(58), ..minute }),
            ("1+3x30", 0, advice::Clocks { byoyomi: seconds(30), periods: 3, ..minute }),
            ("1+3x30", 100, advice::Clocks { own: seconds(0), byoyomi: seconds(20), periods: 2, ..minute }),
            ("30/move", 10, advice::Clocks { delay: seconds(20), ..none }),
        ] {
            let mut clocks = clocks(control);
            clocks.pass(Side::First, seconds(passed));
            assert_eq!(clocks.seen_by(Side::First), seen, "{control} after {passed}");
        }
    }
}
