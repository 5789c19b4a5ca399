//! Laws that every game keeps, ours and yours: text and position, listed moves, boards, endings, alpha-beta against
//! minimax, symmetry, limits.
//!
//! A game's author calls [`check`] in a test, or runs `check GAME` on the command line:
//!
//! ```
//! use plyd_games::catalogue::Game;
//! use plyd_games::{TicTacToe, laws};
//!
//! laws::check(&Game::of::<TicTacToe>("noughts")).unwrap();
//! ```
//!
//! Positions are drawn from seeded random games, so what is found is found again.

mod clicks;
mod play;
mod search;

use std::fmt;

use plyd_search::{Algorithm, Analysis, Engine, Limits, Stop, mix};

use crate::answer::Description;
use crate::catalogue::{AnyPosition, Game, MoveIndex, Question};

/// A law: its name, and what looks for a position that breaks it.
#[derive(Clone, Copy)]
pub struct Law {
    /// What always holds.
    pub name: &'static str,
    /// Says how many comparisons it made, or what was broken.
    check: fn(&Game, Extent) -> Result<u32, Fault>,
}

/// How many positions the laws that search are held in, and how far they look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// An eighth of the positions and a thirtieth of the nodes: a second or two for a game.
    Sample,
    /// All of them: up to a minute for a game.
    Full,
}

impl Extent {
    /// How many of so many positions.
    fn positions(self, full: usize) -> usize {
        match self {
            Self::Sample => full.div_ceil(8),
            Self::Full => full,
        }
    }

    /// Of so many nodes, as many as a search that is no proof by itself may take.
    fn part_of(self, full: u64) -> u64 {
        match self {
            Self::Sample => full / 8,
            Self::Full => full,
        }
    }

    /// A search is given up beyond so many nodes; wide games then are held at lower depths only.
    fn nodes(self) -> u64 {
        match self {
            Self::Sample => 5_000,
            Self::Full => 150_000,
        }
    }
}

/// Every law, the quickest first.
pub const LAWS: &[Law] = &[
    Law { name: "the facts are complete and their examples hold", check: play::facts },
    Law { name: "the start goes on, is the first player's turn, and reads back to itself", check: play::start },
    Law { name: "random games end, and every position on the way keeps its promises", check: play::random_games },
    Law { name: "cells and labels alone play whole random games", check: clicks::clicks },
    Law { name: "a limit before the first iteration still gives a legal move", check: search::first_move },
    Law { name: "no algorithm visits more nodes than it may", check: search::node_limit },
    Law { name: "the same question has the same answer apart from timing", check: search::repeats },
    Law { name: "symmetric positions have the same score at every depth", check: search::symmetry },
    Law { name: "alpha-beta equals minimax in score and moves, and proves what it proves", check: search::minimax },
    Law {
        name: "no technique changes a move or a score, nor makes a proof of what is none",
        check: search::techniques,
    },
    Law { name: "what the selective search claims is so", check: search::selective_claims },
];

impl Law {
    /// Holds a game to this law, and says how many comparisons that took: none where the law has nothing to say about
    /// it.
    ///
    /// # Errors
    /// [`Broken`], with the first state where the game breaks the law.
    ///
    /// # Panics
    /// Where the game itself does.
    pub fn check(&self, game: &Game, extent: Extent) -> Result<u32, Broken> {
        let broken = |Fault { state, what }| Broken { game: game.id, law: self.name, state, what };
        (self.check)(game, extent).map_err(broken)
    }
}

/// Holds a game to every law.
///
/// # Errors
/// [`Broken`], with the first state where the game breaks a law.
///
/// # Panics
/// Where the game itself does.
pub fn check(game: &Game) -> Result<(), Broken> {
    LAWS.iter().try_for_each(|law| law.check(game, Extent::Full).map(drop))
}

/// A game broke a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The game's id.
    pub game: &'static str,
    /// The law's name.
    pub law: &'static str,
    /// The state where it did.
    pub state: String,
    /// What was found, and what was expected.
    pub what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} breaks the law that {}, at {:?}: {}", self.game, self.law, self.state, self.what)
    }
}

impl std::error::Error for Broken {}

/// What a law found wrong, and at which state.
struct Fault {
    state: String,
    what: String,
}

/// Fails with what is wrong at this state, unless the condition holds.
fn ensure(holds: bool, state: &str, what: impl FnOnce() -> String) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault { state: state.to_owned(), what: what() }) }
}

/// A fresh copy by way of text.
fn reread(game: &Game, state: &str) -> Result<Box<dyn AnyPosition>, Fault> {
    game.parse(state)
        .map_err(|error| Fault { state: state.to_owned(), what: format!("it does not read back: {error}") })
}

fn describe(position: &dyn AnyPosition) -> Description {
    position.describe(None, &Stop::default()).expect("nothing limits it")
}

/// A question with nothing special about it.
fn question(algorithm: Algorithm, depth: u32) -> Question {
    Question { algorithm, ..Question::new(Limits::depth(depth)) }
}

fn answer(position: Box<dyn AnyPosition>, question: Question) -> Analysis<String> {
    position.prepare(question)(&mut Engine::new(1 << 24), &Stop::default(), None).analysis
}

/// States met in seeded random games from a game's examples: one from each of `games` games, none of them over.
fn random_states(game: &Game, seed: u64, games: usize) -> Result<Vec<String>, Fault> {
    let (mut rng, examples) = (Rng(seed), game.about.state_examples);
    let mut found = Vec::new();
    for number in 0..games {
        let mut position = reread(game, examples[number % examples.len()])?;
        let mut met = Vec::new();
        while met.len() < 40 {
            let moves = position.count_moves();
            if moves == 0 {
                break;
            }
            met.push(position.state());
            position.play(MoveIndex(rng.below(moves)));
        }
        if !met.is_empty() {
            found.push(met.swap_remove(rng.below(met.len())));
        }
    }
    Ok(found)
}

/// SplitMix64, a generator with a name.
struct Rng(u64);

impl Rng {
    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        let drawn = mix(self.0);
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (drawn % n as u64) as usize
    }
}
