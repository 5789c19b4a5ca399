//! What a request says about manners: clocks, the wait for a worker, extras of the answer.

use std::fmt;
use std::time::Duration;

use plyd_games::advice::{Advice, Clocks, Terms};
use plyd_search::{Clock, Instant};
use serde::de::{Deserializer, Error, IntoDeserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::caps::Caps;
use super::fields::{Count, is_number, shorten, up_to};
use super::position::ClaimReport;
use super::refusal::Refusal;

/// Time that a search leaves on the clock for the answer's way to the player, and for a busy machine. Of less than twice as
/// much, it leaves half.
const MARGIN: Duration = Duration::from_millis(300);

/// However little is left on the clock, a request waits this long for a worker, since late is better than never.
const LEAST_WAIT: Duration = Duration::from_secs(1);

/// What a request takes on its way to a free worker: a shorter wait would refuse it for nothing.
const HANDOVER: Duration = Duration::from_millis(50);

/// What the extras of an answer take at most from the time of its search.
const EXTRAS: Duration = Duration::from_millis(100);

/// The clocks of the players, seen by the side to move.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "clocks such as {\"own_ms\": 60000}")]
pub(super) struct ClockFields {
    own_ms: Count,
    opponent_ms: Option<Count>,
    increment_ms: Option<Count>,
    moves_to_go: Option<Count>,
}

impl ClockFields {
    /// Checks every number.
    ///
    /// # Errors
    /// The first that is above its cap, or 0 moves.
    pub(super) fn read(self) -> Result<Clocks, Refusal> {
        let ms = |name: &str, count: Option<Count>| {
            let ms = up_to(name, count, 0, Caps::MAX_CLOCK_MS)?;
            Ok::<_, Refusal>(ms.map(Duration::from_millis))
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
pub(super) struct UpToHalf(pub(super) f64);

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

/// The extras of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extras {
    pub(super) position: bool,
    pub(super) advice: bool,
    pub(super) opening: bool,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase", expecting = "`position`, `advice` or `opening`")]
enum Extra {
    Position,
    Advice,
    Opening,
}

impl Extras {
    const fn add(&mut self, extra: Extra) {
        match extra {
            Extra::Position => self.position = true,
            Extra::Advice => self.advice = true,
            Extra::Opening => self.opening = true,
        }
    }

    /// Whether there are any.
    pub(super) const fn is_any(self) -> bool {
        self.position || self.advice || self.opening
    }
}

impl<'de> Deserialize<'de> for Extras {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Extras;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of extras, such as [\"position\", \"advice\"]")
            }

            /// In a query the list is one text.
            fn visit_str<E: Error>(self, text: &str) -> Result<Extras, E> {
                let mut extras = Extras::default();
                for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
                    extras.add(Extra::deserialize(name.into_deserializer())?);
                }
                Ok(extras)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Extras, A::Error> {
                let mut extras = Extras::default();
                while let Some(extra) = seq.next_element()? {
                    extras.add(extra);
                }
                Ok(extras)
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// When a search may begin, and when it has to end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    pub(super) arrived: Instant,
    /// How long it may wait for a worker before its own time begins. Without, the time begins when it arrives.
    pub(super) wait: Option<Duration>,
    /// Its own time, clocks apart.
    pub(super) time: Duration,
    pub(super) clocks: Option<Clocks>,
    /// The end of the batch that it is a part of.
    pub(super) latest: Option<Instant>,
    /// Whether some of its time is for extras.
    pub(super) has_extras: bool,
}

/// The ends of a search that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ends {
    /// After this time no iteration starts.
    pub(super) soft: Option<Instant>,
    /// The end of the search.
    pub(super) hard: Instant,
    /// The end of what belongs to the answer besides.
    pub(super) all: Instant,
}

impl Timing {
    /// A search without clocks and extras, whose own time would be over at `deadline` if it began when it arrived.
    ///
    /// # Errors
    /// A wait above its cap.
    pub(super) fn new(arrived: Instant, wait_ms: Option<Count>, deadline: Option<Instant>) -> Result<Self, Refusal> {
        let wait = up_to("wait_ms", wait_ms, 0, Caps::MAX_WAIT_MS)?.map(Duration::from_millis);
        let time = deadline.map_or(Duration::ZERO, |deadline| deadline - arrived);
        Ok(Self { arrived, wait, time, clocks: None, latest: None, has_extras: false })
    }

    /// The longest time that the search may take, waiting apart.
    pub(super) fn own(&self) -> Duration {
        self.budget(Duration::ZERO).0
    }

    /// The hard and the soft limit, if so much of the clock has been spent on waiting.
    fn budget(&self, waited: Duration) -> (Duration, Option<Duration>) {
        let Some(Clocks { own, increment, moves, .. }) = self.clocks else { return (self.time, None) };
        let left = own.saturating_sub(waited);
        let budget = Clock { left, increment, moves, overhead: MARGIN.min(left / 2) }.budget();
        (budget.hard.min(self.time), Some(budget.soft))
    }

    /// The time by which the search has to begin.
    pub(super) fn begin_by(&self) -> Instant {
        let wait = match (self.wait, self.clocks) {
            (Some(wait), _) => wait.max(HANDOVER),
            (None, Some(_)) => self.own().max(LEAST_WAIT),
            (None, None) => self.time,
        };
        self.no_later(self.arrived + wait)
    }

    /// The time by which it is answered, or refused.
    pub(super) fn deadline(&self) -> Instant {
        let after = if self.wait.is_some() { self.begin_by() } else { self.arrived };
        self.no_later(after + self.own()).max(self.begin_by())
    }

    /// The ends of a search that begins now.
    pub(super) fn ends(&self, now: Instant) -> Ends {
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

/// Advice as it is answered.
#[derive(Debug, Serialize)]
pub(super) struct AdviceReport {
    resign: bool,
    offer_draw: bool,
    accept_draw: bool,
    claim_draw: Option<ClaimReport>,
    think_ms: u64,
    because: String,
}

impl From<Advice> for AdviceReport {
    fn from(advice: Advice) -> Self {
        let Advice { resign, offer_draw, accept_draw, claim_draw, think_ms, because } = advice;
        let claim_draw = claim_draw.map(|reason| ClaimReport { reason });
        Self { resign, offer_draw, accept_draw, claim_draw, think_ms, because }
    }
}

/// The terms of a request's advice.
pub(super) fn terms(
    (level, seed): (Option<u8>, u64),
    resign_at: Option<UpToHalf>,
    draw_at: Option<UpToHalf>,
    clocks: Option<Clocks>,
) -> Terms {
    let or_usual = |given: Option<UpToHalf>| given.map_or(Terms::USUAL, |UpToHalf(given)| given);
    Terms { level, seed, resign_at: or_usual(resign_at), draw_at: or_usual(draw_at), clocks }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn timing(wait: Option<u32>, time: u32, own: Option<u32>) -> Timing {
        let clocks = own.map(|own| Clocks { own: MS * own, opponent: None, increment: Duration::ZERO, moves: None });
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
    fn a_list_of_extras_is_an_array_or_a_text() {
        let read = |json: &str| serde_json::from_str::<Extras>(json).map_err(|error| error.to_string());
        let both = Extras { position: true, advice: true, opening: false };
        for json in [r#"["position","advice"]"#, r#"["advice","position","advice"]"#, r#""position, advice""#] {
            assert_eq!(read(json), Ok(both), "{json}");
        }
        assert_eq!(read(r#""opening""#), Ok(Extras { opening: true, ..Extras::default() }));
        assert_eq!(read("[]"), Ok(Extras::default()));
        for json in [r#"["opinion"]"#, r#""opinion""#] {
            assert!(
                read(json)
                    .unwrap_err()
                    .contains("unknown variant `opinion`, expected one of `position`, `advice`, `opening`")
            );
        }
        for json in ["7", "{}", "[7]", "[null]"] {
            assert!(read(json).is_err(), "{json}");
        }
    }

    #[test]
    fn a_share_is_at_most_a_half() {
        let read = |json: &str| serde_json::from_str::<UpToHalf>(json).map(|share| share.0).ok();
        assert_eq!(["0", "0.5", "5e-1", "-0", "0.03"].map(read), [0.0, 0.5, 0.5, -0.0, 0.03].map(Some));
        assert_eq!(["0.51", "-0.1", "1e999", "\"0.1\"", "[]", "true"].map(read), [None; 6]);
    }
}
