//! Fields of a search for an opponent with manners: the clocks, when to resign or offer a draw, extras of the answer.

use std::time::Duration;

use plyd_games::advice::Clocks;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::value::RawValue;

use super::caps::Caps;
use super::fields::{Count, is_number, shorten, up_to};
use super::problem::{Code, Problem};

/// The clocks of the players, seen by the side to move.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "clocks such as {\"own_ms\": 60000}")]
pub struct ClockFields {
    own_ms: Option<Count>,
    opponent_ms: Option<Count>,
    increment_ms: Option<Count>,
    moves_to_go: Option<Count>,
    delay_ms: Option<Count>,
    byoyomi_ms: Option<Count>,
    byoyomi_periods: Option<Count>,
    per_move_ms: Option<Count>,
}

/// The most periods of byo-yomi.
const MAX_PERIODS: u64 = 100;

impl ClockFields {
    /// Checks every number, and which of them are there.
    ///
    /// # Errors
    /// The first number outside of its bounds, and fields that are missing or do not go together.
    pub fn read(self) -> Result<Clocks, Problem> {
        let ms = |name: &str, count: Option<Count>| {
            let ms = up_to(name, count, 0, Caps::MAX_CLOCK_MS)?;
            Ok::<_, Problem>(ms.map(Duration::from_millis))
        };
        if let Some(each) = ms("clock.per_move_ms", self.per_move_ms)? {
            self.is_alone()?;
            return Ok(Clocks { delay: each, ..Clocks::default() });
        }
        let own = ms("clock.own_ms", self.own_ms)?;
        let opponent = ms("clock.opponent_ms", self.opponent_ms)?;
        let increment = ms("clock.increment_ms", self.increment_ms)?.unwrap_or_default();
        let moves = up_to("clock.moves_to_go", self.moves_to_go, 1, Caps::MAX_MOVES as u64)?;
        let delay = ms("clock.delay_ms", self.delay_ms)?.unwrap_or_default();
        let byoyomi = ms("clock.byoyomi_ms", self.byoyomi_ms)?;
        let periods = up_to("clock.byoyomi_periods", self.byoyomi_periods, 1, MAX_PERIODS)?;
        let problem = |detail: &str, path| Err(Problem::new(Code::InvalidBody, detail.to_owned()).at(path));
        let Some(own) = own else {
            return problem("missing field `own_ms`; only `per_move_ms` is a clock by itself", "clock");
        };
        if periods.is_some() && byoyomi.is_none() {
            return problem("byoyomi_periods needs byoyomi_ms, the length of a period", "clock.byoyomi_periods");
        }
        Ok(Clocks {
            own,
            opponent,
            increment,
            moves: moves.map(|moves| moves as u32),
            delay,
            byoyomi: byoyomi.unwrap_or_default(),
            periods: periods.map_or(u32::from(byoyomi.is_some()), |periods| periods as u32),
        })
    }

    /// Checks that there are no fields beside `per_move_ms`.
    ///
    /// # Errors
    /// The first of them.
    fn is_alone(self) -> Result<(), Problem> {
        let others = [
            ("own_ms", self.own_ms),
            ("opponent_ms", self.opponent_ms),
            ("increment_ms", self.increment_ms),
            ("moves_to_go", self.moves_to_go),
            ("delay_ms", self.delay_ms),
            ("byoyomi_ms", self.byoyomi_ms),
            ("byoyomi_periods", self.byoyomi_periods),
        ];
        match others.into_iter().find(|(_, given)| given.is_some()) {
            Some((name, _)) => {
                let detail = format!("per_move_ms is all the time of a move, so it cannot be combined with {name}");
                Err(Problem::new(Code::InvalidBody, detail).at("clock.per_move_ms"))
            }
            None => Ok(()),
        }
    }
}

/// A number from 0 to ½.
#[derive(Clone, Copy, Debug)]
pub struct UpToHalf(pub f64);

impl<'de> Deserialize<'de> for UpToHalf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = <Box<RawValue>>::deserialize(deserializer)?;
        let number = Some(written.get()).filter(|json| is_number(json)).and_then(|json| json.parse::<f64>().ok());
        let within = number.filter(|number| (0.0..=0.5).contains(number));
        let expected =
            || D::Error::custom(format_args!("expected a number from 0 to 0.5, found {}", shorten(written.get())));
        within.map(Self).ok_or_else(expected)
    }
}

/// An extra of an answer.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase", expecting = "`position`, `advice` or `opening`")]
#[expect(missing_docs, reason = "openapi.yaml describes each extra")]
pub enum Extra {
    Position,
    Advice,
    Opening,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_at_most_a_half() {
        let read = |json: &str| serde_json::from_str::<UpToHalf>(json).map(|share| share.0).ok();
        assert_eq!(["0", "0.5", "5e-1", "-0", "0.03"].map(read), [0.0, 0.5, 0.5, -0.0, 0.03].map(Some));
        assert_eq!(["0.51", "-0.1", "1e999", "\"0.1\"", "[]", "true"].map(read), [None; 6]);
    }

    #[test]
    fn clocks_are_read_with_what_they_leave_out() {
        let read = |json: &str| serde_json::from_str::<ClockFields>(json).unwrap().read();
        let ms = Duration::from_millis;
        let bank = Clocks { own: ms(5), ..Clocks::default() };
        for (json, clocks) in [
            (r#"{"own_ms": 5, "opponent_ms": null, "per_move_ms": null}"#, bank),
            (r#"{"own_ms": 5, "delay_ms": 3}"#, Clocks { delay: ms(3), ..bank }),
            (r#"{"own_ms": 5, "byoyomi_ms": 30}"#, Clocks { byoyomi: ms(30), periods: 1, ..bank }),
            (
                r#"{"own_ms": 5, "byoyomi_ms": 30, "byoyomi_periods": 100}"#,
                Clocks { byoyomi: ms(30), periods: 100, ..bank },
            ),
            // Servers without byo-yomi may say so.
            (r#"{"own_ms": 5, "byoyomi_ms": 0, "byoyomi_periods": 3}"#, Clocks { periods: 3, ..bank }),
            (r#"{"per_move_ms": 30}"#, Clocks { delay: ms(30), ..Clocks::default() }),
        ] {
            assert_eq!(read(json).unwrap(), clocks, "{json}");
        }
        for (json, path) in [
            ("{}", "clock"),
            (r#"{"byoyomi_ms": 30}"#, "clock"),
            (r#"{"own_ms": 5, "byoyomi_periods": 3}"#, "clock.byoyomi_periods"),
            (r#"{"own_ms": 5, "byoyomi_ms": 30, "byoyomi_periods": 0}"#, "clock.byoyomi_periods"),
            (r#"{"own_ms": 5, "byoyomi_ms": 30, "byoyomi_periods": 101}"#, "clock.byoyomi_periods"),
            (r#"{"own_ms": 5, "byoyomi_ms": 31622400001}"#, "clock.byoyomi_ms"),
            (r#"{"own_ms": 5, "delay_ms": 31622400001}"#, "clock.delay_ms"),
            (r#"{"per_move_ms": 31622400001}"#, "clock.per_move_ms"),
            (r#"{"per_move_ms": 30, "own_ms": 0}"#, "clock.per_move_ms"),
            (r#"{"per_move_ms": 30, "opponent_ms": 30}"#, "clock.per_move_ms"),
            (r#"{"per_move_ms": 30, "byoyomi_periods": 1}"#, "clock.per_move_ms"),
        ] {
            assert_eq!(read(json).unwrap_err().path.as_deref(), Some(path), "{json}");
        }
    }
}
