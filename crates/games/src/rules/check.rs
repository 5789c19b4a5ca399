//! Trying out rules: counting move sequences, and playing random games.

use plyd_search::{Stop, mix};
use serde::Serialize;

use super::board::Grid;
use super::json::{InvalidRules, ROOT};
use super::read::read;
use super::spec::{Spec, When};
use super::start::{RandomGame, Reached, Start, start};
use super::words::{Word, words};

/// The most random games.
const GAMES_MAX: u32 = 1000;
/// What all random games may cost together: a ply, and each move that is listed before it, costs 1.
const WORK_MAX: u64 = 2_000_000;
/// What the random games of one call may cost.
const WORK_AT_ONCE: u64 = 100_000;

/// Rules that are tried out.
pub struct Trial {
    spec: Spec,
    start: Box<dyn Start>,
    seed: u64,
    /// The moves of the first random game, by name.
    first: Option<Vec<String>>,
    games: u32,
    work: u64,
    /// How many random games reached each end.
    reached: Vec<u32>,
    /// Pieces that were on the board of some random game.
    letters: Vec<char>,
}

/// Something about rules that is probably not meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// The path of the word.
    pub path: String,
    /// What is wrong with it, as a word.
    pub code: &'static str,
    /// The same in a sentence.
    pub text: String,
}

impl Trial {
    /// Reads rules.
    ///
    /// # Errors
    /// Rules that cannot be read.
    pub fn new(json: &str, seed: u64) -> Result<Self, InvalidRules> {
        let spec = read(json)?;
        let (start, reached) = (start(&spec, false)?, vec![0; spec.end.0.len()]);
        Ok(Self { spec, start, seed, first: None, games: 0, work: 0, reached, letters: Vec::new() })
    }

    /// The rules in canonical form.
    #[must_use]
    pub fn text(&self) -> String {
        self.spec.text.clone()
    }

    /// What each word means.
    #[must_use]
    pub fn words(&self) -> Vec<Word> {
        words(&self.spec, &Grid::new(self.spec.board))
    }

    /// The number of move sequences of this length from the start. `None` if counting them takes more than the nodes
    /// that are left, if a list of moves is cut, or if the stop flag is raised.
    pub fn perft(&self, depth: u32, nodes: &mut u64, stop: &Stop) -> Option<u64> {
        self.start.perft(depth, nodes, stop)
    }

    /// Plays some random games. Returns whether there are more to play.
    pub fn play(&mut self, stop: &Stop) -> bool {
        let until = WORK_MAX.min(self.work + WORK_AT_ONCE);
        while self.work < until && self.games < GAMES_MAX && !stop.is_raised() {
            let seed = mix(self.seed.wrapping_add(mix(self.games.into())));
            let RandomGame { moves, end, work, letters } =
                self.start.random_game(seed, self.first.is_none(), WORK_MAX - self.work);
            self.first.get_or_insert(moves);
            self.letters.extend(letters);
            self.work += work;
            self.games += 1;
            let is_repeat = |index: &usize| matches!(self.spec.end.0[*index].when, When::Repeat { .. });
            let mut ends = 0..self.reached.len();
            let index = match end {
                None => None,
                Some(Reached::Repetition) => ends.find(is_repeat),
                Some(Reached::End(number)) => ends.filter(|index| !is_repeat(index)).nth(number),
            };
            if let Some(index) = index {
                self.reached[index] += 1;
            }
        }
        self.work < WORK_MAX && self.games < GAMES_MAX
    }

    /// The names of the moves of the first random game.
    #[must_use]
    pub fn first_game(&self) -> &[String] {
        self.first.as_deref().unwrap_or_default()
    }

    /// What is probably not meant: kinds of pieces that never appear, and ends that no random game has reached.
    #[must_use]
    pub fn warnings(&self) -> Vec<Warning> {
        let games = self.games;
        let warning = |path: &str, code, text| Warning { path: format!("{ROOT}.{path}"), code, text };
        let missing = self.spec.pieces.keys().filter(|letter| !self.letters.contains(letter)).map(|letter| {
            let text = format!("{letter} was on the board in none of {games} random games");
            warning(&format!("pieces.{letter}"), "unused_piece", text)
        });
        let unreached = self.spec.end.paths("end").zip(&self.reached).filter(|(_, count)| **count == 0);
        let unreached = unreached.map(|((path, _), _)| {
            warning(&path, "unreached_end", format!("none of {games} random games ended like this"))
        });
        missing.chain(unreached).collect()
    }
}
