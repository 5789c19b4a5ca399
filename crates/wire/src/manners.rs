//! Fields of a search for an opponent with manners: the clocks, when to resign or offer a draw, extras of the answer.

use std::time::Duration;

use plyd_games::advice::Clocks;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::value::RawValue;

use super::caps::Caps;
use super::fields::{Count, is_number, shorten, up_to};
use super::problem::Problem;

/// The clocks of the players, seen by the side to move.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "clocks such as {\"own_ms\": 60000}")]
pub struct ClockFields {
    own_ms: Count,
    opponent_ms: Option<Count>,
    increment_ms: Option<Count>,
    moves_to_go: Option<Count>,
}

impl ClockFields {
    /// Checks every number.
    ///
    /// # Errors
    /// The first number above its cap, or `moves_to_go` if it is 0.
    pub fn read(self) -> Result<Clocks, Problem> {
        let ms = |name: &str, count: Option<Count>| {
            let ms = up_to(name, count, 0, Caps::MAX_CLOCK_MS)?;
            Ok::<_, Problem>(ms.map(Duration::from_millis))
        };
        let moves = up_to("clock.moves_to_go", self.moves_to_go, 1, Caps::MAX_MOVES as u64)?;
        Ok(Clocks {
            own: ms("clock.own_ms", Some(self.own_ms))?.unwrap_or_default(),
            opponent: ms("clock.opponent_ms", self.opponent_ms)?,
            increment: ms("clock.increment_ms", self.increment_ms)?.unwrap_or_default(),
            moves: moves.map(|moves| moves as u32),
        })
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
}
