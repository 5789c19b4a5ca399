//! How long a person would think.

use std::time::Duration;

use plyd_search::mix;

use super::{Facts, Look, Looks};

/// The time for a move of usual weight if there are no clocks. It is as much as with a minute and a half on the clock.
const WITHOUT_CLOCK: Duration = Duration::from_secs(3);

/// The time left is divided by this many moves, or by the moves until the time control if they are fewer.
const MOVES_AHEAD: u32 = 30;

/// Two moves whose expected scores differ by this much are not close.
const CLEAR: f64 = 0.12;

/// The expected score has just changed if it differs by this much from the one two own moves ago.
const CHANGE: f64 = 0.08;

/// The most time for a move that needs no thought, and for any other, however much the clock has: somebody waits.
const LONGEST_QUICK: Duration = Duration::from_secs(60);
const LONGEST: Duration = Duration::from_secs(180);

/// The time for the move in milliseconds, and a sentence on it.
pub(super) fn time(facts: &Facts, look: &mut Looks<'_>) -> (u64, String) {
    let (weight, why) = weight(facts, look);
    let (share, most) = share(facts);
    let longest = if facts.choices == 1 || facts.booked { LONGEST_QUICK } else { LONGEST };
    let ms = (share.as_secs_f64() * 1e3 * weight).min(most.min(longest).as_secs_f64() * 1e3);
    (ms as u64, why.to_owned())
}

/// The time that a move of usual weight takes, and the most that any may take. Of a time that only this move has, such as
/// a period of byo-yomi, a third and four fifths.
fn share(facts: &Facts) -> (Duration, Duration) {
    let Some(clocks) = facts.terms.clocks else { return (WITHOUT_CLOCK, WITHOUT_CLOCK * 10) };
    let moves = clocks.moves.unwrap_or(MOVES_AHEAD).clamp(1, MOVES_AHEAD);
    let part = if clocks.moves == Some(1) { 3 } else { 10 };
    let per_move = clocks.per_move();
    (clocks.own / moves + clocks.increment * 3 / 4 + per_move / 3, clocks.own / part + per_move * 4 / 5)
}

/// How many shares of the time the move takes, and why.
fn weight(facts: &Facts, look: &mut Looks<'_>) -> (f64, &'static str) {
    let uniform = |salt: u64| (mix(facts.drawn ^ salt) >> 11) as f64 / (1_u64 << 53) as f64;
    // Moves that need no thought take 4 to 9 % of a share: less than a second if five minutes are left.
    let quick = 0.04 + 0.05 * uniform(1);
    if facts.choices == 1 {
        return (quick, "It is the only legal move.");
    }
    if facts.booked {
        return (quick, "The move is in the opening book.");
    }
    // The sum of three random numbers is nearly bell-shaped. Its exponential spreads the times about as people's times
    // are spread.
    let spread = (1.1 * (uniform(2) + uniform(3) + uniform(4) - 1.5)).exp();
    // A beginner plays faster than an expert.
    let experience = 0.6 + 0.04 * f64::from(facts.terms.level.unwrap_or(10));
    let all = spread * experience;
    if facts.takes_back {
        return (0.25 * all, "The move recaptures.");
    }
    if facts.proven {
        return (0.25 * all, "The result is proven.");
    }
    let now = look(Look::Now);
    let gap = now.and_then(|seen| seen.second.map(|second| seen.best - second)).unwrap_or(CLEAR);
    let closeness = 1.0 - (gap / CLEAR).clamp(0.0, 1.0);
    let has_changed = now.zip(look(Look::Before)).is_some_and(|(now, before)| (now.best - before.best).abs() >= CHANGE);
    let change = if has_changed { 1.6 } else { 1.0 };
    let weight = all * change * (0.35 + 0.85 * closeness);
    let why = match (has_changed, closeness > 0.5) {
        (true, _) => "The expected score has just changed.",
        (false, true) => "The two best moves are close.",
        (false, false) => "One move is clearly better than the others.",
    };
    (weight, why)
}
