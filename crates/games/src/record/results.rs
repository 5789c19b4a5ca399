//! Results of recorded games.

use std::cmp::Ordering;

use plyd_search::position::{Outcome, Side};

use crate::answer::Standing;
use crate::spelling::{is_dash, number};

/// The most bytes of a result, with white space around its dash.
const MAX_LENGTH: usize = 32;

/// The most digits of a number of points.
const MAX_DIGITS: usize = 3;

/// Every result as people write it, with `-` for any dash.
const SPELLINGS: [(&str, Score); 11] = [
    ("1-0", Score::Win(Side::First)),
    ("0-1", Score::Win(Side::Second)),
    ("1/2-1/2", Score::Draw),
    ("*", Score::Open),
    ("2-0", Score::Win(Side::First)),
    ("0-2", Score::Win(Side::Second)),
    ("1-1", Score::Draw),
    ("1/2", Score::Draw),
    ("½-½", Score::Draw),
    ("½", Score::Draw),
    ("0.5-0.5", Score::Draw),
];

/// The result of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Score {
    /// A side won.
    Win(Side),
    /// A draw.
    Draw,
    /// The game is unfinished, or nobody knows how it ended.
    Open,
}

impl Score {
    /// The result as in records of chess, with the first side's points first.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Win(Side::First) => "1-0",
            Self::Win(Side::Second) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }

    /// The result as in records of international draughts, where a win is two points.
    pub(super) const fn of_two_points(self) -> &'static str {
        match self {
            Self::Win(Side::First) => "2-0",
            Self::Win(Side::Second) => "0-2",
            Self::Draw => "1-1",
            Self::Open => "*",
        }
    }

    /// The result with this name. Points as in draughts are allowed too: `2-0`, `1-1`. Any dash may be used, with white
    /// space around it.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.len() > MAX_LENGTH || !text.starts_with(['0', '1', '2', '½', '*']) {
            return None;
        }
        let dashed = |c: char| if is_dash(c) { '-' } else { c };
        let plain = || text.chars().filter(|c| !c.is_whitespace()).map(dashed);
        SPELLINGS.iter().find(|(spelling, _)| plain().eq(spelling.chars())).map(|(_, score)| *score)
    }

    /// The result of a game that the first number of points won. `0-0`, as after a forfeit of both, has no winner.
    pub(super) fn by_points(text: &str) -> Option<Self> {
        let (first, second) = text.trim().split_once(is_dash)?;
        let points = |text: &str| number(text.trim()).filter(|_| text.trim().len() <= MAX_DIGITS);
        let [first, second] = [points(first)?, points(second)?];
        Some(match first.cmp(&second) {
            Ordering::Equal if first == 0 => Self::Open,
            Ordering::Equal => Self::Draw,
            Ordering::Greater => Self::Win(Side::First),
            Ordering::Less => Self::Win(Side::Second),
        })
    }

    /// The same result with the sides exchanged.
    pub(super) const fn exchanged(self) -> Self {
        match self {
            Self::Win(side) => Self::Win(side.other()),
            other => other,
        }
    }

    /// The result of a position; [`Score::Open`] if the game is not over, or ended with neither a winner nor a draw.
    pub(super) const fn of(standing: &Standing) -> Self {
        match standing.outcome {
            Some((Outcome::Win(side), _)) => Self::Win(side),
            Some((Outcome::Draw, _)) => Self::Draw,
            _ => Self::Open,
        }
    }
}

/// The result that follows from the rules, if it differs from the record's. An open result is never a contradiction.
pub(super) fn contradicted(score: Score, standing: &Standing) -> Option<Score> {
    let by_rules = Score::of(standing);
    (by_rules != Score::Open && score != Score::Open && score != by_rules).then_some(by_rules)
}
