//! Laws that every game has to keep: notation, listed moves, boards, game ends, alpha-beta compared with minimax,
//! symmetry, limits.
//!
//! The author of a game calls [`check`] in a test, or runs `check GAME` on the command line:
//!
//! ```
//! use plyd_games::catalogue::Game;
//! use plyd_games::{TicTacToe, laws};
//!
//! laws::check(&Game::of::<TicTacToe>("noughts")).unwrap();
//! ```
//!
//! Positions come from seeded random games, so failures are repeatable.

mod clicks;
mod play;
mod search;

use std::cell::RefCell;
use std::fmt;

use plyd_search::{Algorithm, Analysis, Engine, Limits, Stop, mix};

use crate::answer::Description;
use crate::game::{AnyPosition, Game, MoveIndex, Question};

/// A law: its name, and a function that looks for a counterexample.
#[derive(Clone, Copy)]
pub struct Law {
    /// The statement that always holds.
    pub name: &'static str,
    /// Returns the number of comparisons, or the counterexample.
    check: fn(&Game, Extent) -> Result<u32, Fault>,
}

/// On how many positions the laws of search are checked, and how large the searches are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// An eighth of the positions and a thirtieth of the nodes, which takes a second or two for each game.
    Sample,
    /// Everything, which takes up to a minute for each game.
    Full,
}

impl Extent {
    /// Number of positions to check, out of `full`.
    fn positions(self, full: usize) -> usize {
        match self {
            Self::Sample => full.div_ceil(8),
            Self::Full => full,
        }
    }

    /// The node limit of searches that prove nothing by themselves, out of `full`.
    fn part_of(self, full: u64) -> u64 {
        match self {
            Self::Sample => full / 8,
            Self::Full => full,
        }
    }

    /// The node limit above which a search is given up, so that wide games are checked at low depths only.
    fn nodes(self) -> u64 {
        match self {
            Self::Sample => 5_000,
            Self::Full => 150_000,
        }
    }
}

/// All laws, the quickest first.
pub const LAWS: &[Law] = &[
    Law { name: "the facts are complete and their examples hold", check: play::facts },
    Law { name: "the start goes on, is the first player's turn, and reads back to itself", check: play::start },
    Law { name: "random games end, and every position in them is consistent", check: play::random_games },
    Law { name: "cells and labels alone play whole random games", check: clicks::clicks },
    Law { name: "a limit before the first iteration still gives a legal move", check: search::first_move },
    Law { name: "no algorithm exceeds its node limit", check: search::node_limit },
    Law { name: "the same question has the same answer apart from timing", check: search::repeats },
    Law { name: "symmetric positions have the same score at every depth", check: search::symmetry },
    Law { name: "alpha-beta equals minimax in score and moves, and proves at least as much", check: search::minimax },
    Law { name: "no technique changes a move or a score, or proves anything false", check: search::techniques },
    Law { name: "claims of the selective search are true", check: search::selective_claims },
];

impl Law {
    /// Checks a game against this law, and returns the number of comparisons: 0 if the law does not apply to it.
    ///
    /// # Errors
    /// [`Broken`], with the first state where the game breaks the law.
    ///
    /// # Panics
    /// If the game itself panics.
    pub fn check(&self, game: &Game, extent: Extent) -> Result<u32, Broken> {
        let broken = |Fault { state, what }| Broken { game: game.id, law: self.name, state, what };
        (self.check)(game, extent).map_err(broken)
    }
}

/// Checks a game against every law.
///
/// # Errors
/// [`Broken`], with the first state where the game breaks a law.
///
/// # Panics
/// If the game itself panics.
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
    /// The state at which it broke the law.
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

/// A counterexample, and its state.
struct Fault {
    state: String,
    what: String,
}

/// Fails with `what` at this state unless `holds`.
fn ensure(holds: bool, state: &str, what: impl FnOnce() -> String) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault { state: state.to_owned(), what: what() }) }
}

/// A fresh position, read from its text.
fn reread(game: &Game, state: &str) -> Result<Box<dyn AnyPosition>, Fault> {
    game.parse(state)
        .map_err(|error| Fault { state: state.to_owned(), what: format!("it does not read back: {error}") })
}

fn describe(position: &dyn AnyPosition) -> Description {
    position.describe(None, &Stop::default()).expect("nothing limits it")
}

/// A question with default options.
fn question(algorithm: Algorithm, depth: u32) -> Question {
    Question { algorithm, ..Question::new(Limits::depth(depth)) }
}

thread_local! {
    /// Each thread has one engine for all searches, because clearing 16 MB takes longer than most of these searches.
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new(1 << 24));
}

fn answer(position: Box<dyn AnyPosition>, question: Question) -> Analysis<String> {
    ENGINE.with_borrow_mut(|engine| {
        engine.new_game();
        position.prepare(question)(engine, &Stop::default(), None).analysis
    })
}

/// States from seeded random games that begin at a game's examples: one unfinished state from each of `games` games.
fn random_states(game: &Game, seed: u64, games: usize) -> Result<Vec<String>, Fault> {
    let (mut rng, examples) = (Rng(seed), game.about.state_examples);
    let mut found = Vec::new();
    for number in 0..games {
        let mut position = reread(game, examples[number % examples.len()])?;
        let mut states = Vec::new();
        while states.len() < 40 {
            let moves = position.count_moves();
            if moves == 0 {
                break;
            }
            states.push(position.state());
            position.play(MoveIndex(rng.below(moves)));
        }
        if !states.is_empty() {
            found.push(states.swap_remove(rng.below(states.len())));
        }
    }
    Ok(found)
}

/// SplitMix64 (Steele, Lea and Flood 2014), so that every random game is seeded and repeatable.
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        let drawn = mix(self.0);
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (drawn % n as u64) as usize
    }
}
