//! The players' clocks.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use plyd_games::advice;
use plyd_search::position::Side;

/// The time that each player has left, and what a move adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    at_start: Duration,
    left: [Duration; 2],
    increment: Duration,
}

/// The longest clock in minutes, and the largest increment in seconds.
const MOST: f64 = 1440.0;

impl FromStr for Clocks {
    type Err = String;

    /// Reads minutes for each player, and seconds for each move if there are any: `5`, `0.5`, `5+3`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| (0.0..=MOST).contains(number));
        let (minutes, seconds) = number(minutes).zip(number(seconds)).ok_or_else(|| {
            format!("expected minutes such as 5, or minutes and seconds per move such as 5+3, up to {MOST} of each")
        })?;
        let at_start = Duration::from_secs_f64(60.0 * minutes);
        Ok(Self { at_start, left: [at_start; 2], increment: Duration::from_secs_f64(seconds) })
    }
}

impl fmt::Display for Clocks {
    /// What the players began with: `5 minutes for each side, and 3 seconds for each move`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (minutes, seconds) = (self.at_start.as_secs_f64() / 60.0, self.increment.as_secs_f64());
        write!(f, "{minutes} minute{} for each side", if minutes == 1.0 { "" } else { "s" })?;
        match seconds {
            0.0 => Ok(()),
            1.0 => f.write_str(", and 1 second for each move"),
            _ => write!(f, ", and {seconds} seconds for each move"),
        }
    }
}

impl Clocks {
    /// The time control of PGN: seconds for each player, and for each move if there are any: `300+3`.
    pub(super) fn control(&self) -> String {
        let (seconds, increment) = (self.at_start.as_secs_f64(), self.increment.as_secs_f64());
        if increment == 0.0 { seconds.to_string() } else { format!("{seconds}+{increment}") }
    }

    /// Subtracts the time that a side took for a move. If the move was in time, adds the increment. Returns whether it
    /// was.
    pub(super) fn spend(&mut self, side: Side, took: Duration) -> bool {
        let is_in_time = self.pass(side, took);
        if is_in_time {
            self.left[side.index()] += self.increment;
        }
        is_in_time
    }

    /// Subtracts this time without adding the increment. Returns whether the side had that much left.
    pub(super) fn pass(&mut self, side: Side, took: Duration) -> bool {
        let left = &mut self.left[side.index()];
        let is_in_time = took <= *left;
        *left = left.saturating_sub(took);
        is_in_time
    }

    /// The clocks as the side to move sees them.
    pub(super) fn seen_by(&self, side: Side) -> advice::Clocks {
        let (own, opponent) = (self.left[side.index()], Some(self.left[side.other().index()]));
        advice::Clocks { own, opponent, increment: self.increment, moves: None }
    }

    /// What a side has left, as a clock shows it.
    pub(super) fn of(&self, side: Side) -> String {
        let left = self.left[side.index()];
        let seconds = left.as_secs();
        match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
            (0, 0, seconds) if seconds < 20 => format!("0:{seconds:02}.{}", left.subsec_millis() / 100),
            (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
            (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_minutes_and_seconds_for_each_move() {
        let clocks: Clocks = "5+3".parse().unwrap();
        assert_eq!((clocks.left, clocks.increment), ([Duration::from_secs(300); 2], Duration::from_secs(3)));
        assert_eq!("0.5".parse::<Clocks>().unwrap().left[0], Duration::from_secs(30));
        for (text, words, control) in [
            ("180", "180 minutes for each side", "10800"),
            ("1+1", "1 minute for each side, and 1 second for each move", "60+1"),
            ("0.5+2", "0.5 minutes for each side, and 2 seconds for each move", "30+2"),
        ] {
            let clocks: Clocks = text.parse().unwrap();
            assert_eq!((clocks.to_string().as_str(), clocks.control().as_str()), (words, control));
        }
        for wrong in ["", "x", "5+", "+3", "-1", "5+-3", "1e9", "nan", "inf", "5+3+1"] {
            assert!(wrong.parse::<Clocks>().unwrap_err().contains("such as 5+3"), "{wrong}");
        }
    }

    #[test]
    fn a_move_in_time_gets_its_increment() {
        let mut clocks: Clocks = "1+2".parse().unwrap();
        assert!(clocks.spend(Side::First, Duration::from_secs(10)));
        assert_eq!(clocks.of(Side::First), "0:52");
        assert!(!clocks.spend(Side::Second, Duration::from_secs(61)));
        assert_eq!(clocks.of(Side::Second), "0:00.0");
        let seen = clocks.seen_by(Side::First);
        assert_eq!((seen.own, seen.opponent), (Duration::from_secs(52), Some(Duration::ZERO)));
        assert_eq!("120".parse::<Clocks>().unwrap().of(Side::First), "2:00:00");
    }
}
