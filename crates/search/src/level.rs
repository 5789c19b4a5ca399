//! Levels: opponents from a beginner's to the strongest that the game has, each a line of data.
//!
//! A level searches as the game's strongest one does, with a smaller budget, and some of its moves are careless: worse
//! than the best by its own search, within a bound ([`Handicap`]). Budgets are plies and nodes, never time, so that a
//! level plays the same on every machine.

use crate::expected_score::ExpectedScore;
use crate::{Handicap, Limits};

/// The levels of a game.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    /// Level 1 first.
    pub each: [Level; Levels::COUNT],
    /// The mean loss of each level's moves against the best move, in expected score, measured by much longer searches
    /// of undecided positions from the level's own games. Empty if it was not measured.
    pub mean_losses: &'static [f64],
    /// What kind of player each level resembles, in a few words.
    pub who: [&'static str; Levels::COUNT],
    /// A sentence about opponents that the levels were measured against.
    pub measured: &'static str,
    /// The places of levels on the Elo scale, weakest first; empty if they were not placed.
    pub elo: &'static [Rung],
}

/// The place of a level on the Elo scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// Its Elo rating.
    pub elo: u32,
    /// The number of the level.
    pub level: u8,
}

/// The budget of a level, and its careless moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Plies that it looks ahead, leaves' quiescence apart.
    pub depth: u32,
    /// Nodes that it visits at most, quiescence included, once it has looked at every move.
    pub nodes: u64,
    /// The share of its moves that are careless, from 0 to 1. The others are the best by its own search.
    pub careless: f64,
    /// The most that a careless move may lose against the best by its own search, in expected score.
    pub slack: f64,
}

impl Levels {
    /// The number of levels of a game.
    pub const COUNT: usize = 10;

    /// The kinds of players, for games for which nothing more specific is known.
    pub const WHO: [&'static str; Self::COUNT] = [
        "has just learnt the rules",
        "beginner",
        "casual player, absent-minded",
        "casual player",
        "casual player, attentive",
        "experienced player",
        "club player, careless now and then",
        "club player",
        "strong club player",
        "full strength",
    ];

    /// Results in every game with room for skill (tests/games/strength.rs).
    pub const MEASURED: &'static str = "Level 3 beats a random mover in 19 of 20 games. Level 5 beats a beginner, who wins \
                                        if he can at once, stops you from it, and else moves at random, in 9 of 10.";

    /// Levels 1 to 9 of most games: the loss of a careless move shrinks with its share, while the search deepens.
    pub const USUAL: [Level; Self::COUNT - 1] = [
        Level::new(2, 2_000, 0.9, 0.5),
        Level::new(2, 2_000, 0.8, 0.35),
        Level::new(3, 4_000, 0.6, 0.25),
        Level::new(3, 4_000, 0.5, 0.2),
        Level::new(4, 8_000, 0.4, 0.17),
        Level::new(5, 15_000, 0.3, 0.14),
        Level::new(8, 30_000, 0.2, 0.12),
        Level::new(16, 60_000, 0.12, 0.1),
        Level::new(30, 120_000, 0.05, 0.08),
    ];

    /// Levels with these mean losses, described by [`Self::WHO`].
    pub const fn new(each: [Level; Self::COUNT], mean_losses: &'static [f64], measured: &'static str) -> Self {
        Self { each, mean_losses, who: Self::WHO, measured, elo: &[] }
    }

    /// Levels without careless moves, which search a few plies: for games whose scores are all proven.
    pub const fn by_depth(depth: u32, nodes: u64, mean_losses: &'static [f64], measured: &'static str) -> Self {
        let each = [
            Level::new(1, 10_000, 0.0, 0.0),
            Level::new(2, 10_000, 0.0, 0.0),
            Level::new(3, 10_000, 0.0, 0.0),
            Level::new(4, 10_000, 0.0, 0.0),
            Level::new(5, 10_000, 0.0, 0.0),
            Level::new(6, 10_000, 0.0, 0.0),
            Level::new(7, 20_000, 0.0, 0.0),
            Level::new(8, 20_000, 0.0, 0.0),
            Level::new(10, 50_000, 0.0, 0.0),
            Level::new(depth, nodes, 0.0, 0.0),
        ];
        Self::new(each, mean_losses, measured)
    }

    /// The usual levels, and the strongest one with this depth and this many nodes.
    pub const fn usual(depth: u32, nodes: u64, mean_losses: &'static [f64], measured: &'static str) -> Self {
        let mut each = [Level::new(depth, nodes, 0.0, 0.0); Self::COUNT];
        let mut index = 0;
        while index < Self::USUAL.len() {
            each[index] = Self::USUAL[index].at_most(depth);
            index += 1;
        }
        Self::new(each, mean_losses, measured)
    }

    /// The level of this number, if there is one.
    pub fn get(&self, number: u8) -> Option<Level> {
        self.each.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// The strength at a place on the Elo scale: its budget, and the number of the level that is there or next above.
    /// `None` beyond the weakest and the strongest place. Between two levels, the nodes grow geometrically, and the
    /// share of careless moves and their slack fall linearly.
    pub fn of_elo(&self, elo: u32) -> Option<(u8, Level)> {
        let upper = self.elo.iter().position(|rung| elo <= rung.elo)?;
        let rung = self.elo[upper];
        let full = self.get(rung.level)?;
        if elo == rung.elo {
            return Some((rung.level, full));
        }
        let below = self.elo[upper.checked_sub(1)?];
        let lower = self.get(below.level)?;
        let part = f64::from(elo - below.elo) / f64::from(rung.elo - below.elo);
        let between = |of: fn(&Level) -> f64| of(&lower) + (of(&full) - of(&lower)) * part;
        let nodes = between(|level| (level.nodes as f64).ln()).exp().round() as u64;
        let [careless, slack] = [between(|level| level.careless), between(|level| level.slack)];
        Some((rung.level, Level { nodes, careless, slack, ..full }))
    }

    /// The handicap of the level with this number. From level 3 on it never allows a win in one, and uses openings. Only
    /// the last level uses closed forms and the search for threats.
    pub fn handicap(&self, number: u8, seed: u64, expected_score: ExpectedScore) -> Option<Handicap> {
        self.get(number).map(|level| level.handicap(number, seed, expected_score))
    }
}

/// The first iteration of a level may visit this many times its nodes, because a level looks at every move. Where
/// everything captures everything, quiescence has needed nineteen times the nodes of the lowest level.
const FIRST_LOOK: u64 = 64;

impl Level {
    /// A level with these budgets, this share of careless moves, and this slack for them.
    pub const fn new(depth: u32, nodes: u64, careless: f64, slack: f64) -> Self {
        Self { depth, nodes, careless, slack }
    }

    /// The same in a game that lasts this many plies at most.
    const fn at_most(self, depth: u32) -> Self {
        Self { depth: if depth < self.depth { depth } else { self.depth }, ..self }
    }

    /// Its handicap, with the knowledge of the level with this number; see [`Levels::handicap`].
    pub fn handicap(&self, number: u8, seed: u64, expected_score: ExpectedScore) -> Handicap {
        let &Self { careless, slack, .. } = self;
        let (experienced, full_knowledge) = (number >= 3, usize::from(number) == Levels::COUNT);
        let first_nodes = self.nodes.saturating_mul(FIRST_LOOK);
        let (careful, openings) = (experienced, experienced);
        Handicap { careless, slack, expected_score, careful, full_knowledge, openings, first_nodes, seed }
    }

    /// Its limits, time apart.
    pub const fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, ..Limits::depth(self.depth) }
    }
}
