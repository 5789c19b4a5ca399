//! Levels: opponents from a beginner's to the strongest that the game has, each a line of data.
//!
//! A level is weak in two ways only: it looks less far, and it may choose a move that is a little worse than the best
//! by its own search ([`Handicap`]). Wins and losses that it sees count in full. Budgets are plies and nodes, never
//! time, so that a level plays the same on every machine.

use crate::expected_score::ExpectedScore;
use crate::{Handicap, Limits};

/// The levels of a game.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    /// Level 1 first.
    pub each: [Level; Levels::COUNT],
}

/// The budget of a level, and the loss it may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Plies that it looks ahead, leaves' quiescence apart.
    pub depth: u32,
    /// Nodes that it visits at most, quiescence included.
    pub nodes: u64,
    /// The most that a chosen move may lose against the best by its own search, in expected score.
    pub slack: f64,
}

impl Levels {
    /// The number of levels of a game.
    pub const COUNT: usize = 10;

    /// The level of this number, if there is one.
    #[must_use]
    pub fn get(&self, number: u8) -> Option<Level> {
        self.each.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// The handicap of the level of this number. From level 3 on a win in one is never left to the opponent, and
    /// openings are used. Only the last one knows all: closed forms and the search for threats.
    #[must_use]
    pub fn handicap(&self, number: u8, seed: u64, expected_score: ExpectedScore) -> Option<Handicap> {
        let full_knowledge = usize::from(number) == Self::COUNT;
        let slack = self.get(number)?.slack;
        let experienced = number >= 3;
        Some(Handicap { slack, expected_score, careful: experienced, full_knowledge, openings: experienced, seed })
    }
}

impl Level {
    /// A level with these budgets and this slack.
    #[must_use]
    pub const fn new(depth: u32, nodes: u64, slack: f64) -> Self {
        Self { depth, nodes, slack }
    }

    /// Its limits, time apart.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, ..Limits::depth(self.depth) }
    }
}
