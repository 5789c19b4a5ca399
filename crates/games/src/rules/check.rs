//! Trying out rules: counting move sequences, and playing random games.

use std::collections::HashMap;
use std::sync::Arc;

use plyd_search::position::Position;
use plyd_search::{Stop, mix};
use serde::Serialize;

use super::board::Grid;
use super::json::InvalidRules;
use super::position::Ruled;
use super::spec::{Spec, When};
use super::table::{Rules, SIDES};
use super::words::{Word, words};

/// The most plies of a random game.
const PLIES_MAX: usize = 1024;
/// The most random games.
const GAMES_MAX: u32 = 1000;
/// What all random games may cost together: a ply, and each move that is listed before it, costs 1.
const WORK_MAX: u64 = 2_000_000;
/// What the random games of one call may cost.
const WORK_AT_ONCE: u64 = 100_000;

/// Rules that are tried out.
pub struct Trial {
    spec: Spec,
    grid: Grid,
    start: Box<dyn Tried>,
    seed: u64,
    /// The moves of the first random game, by name.
    first: Option<Vec<String>>,
    games: u32,
    work: u64,
    /// How many random games reached each end.
    reached: Vec<u32>,
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
        let spec = super::read_rules(json)?;
        let grid = Grid::new(spec.board);
        let start: Box<dyn Tried> = match grid.size() {
            0..=64 => Box::new(Ruled::<1>::start(&Arc::new(Rules::new(&spec)?))),
            65..=128 => Box::new(Ruled::<2>::start(&Arc::new(Rules::new(&spec)?))),
            _ => Box::new(Ruled::<4>::start(&Arc::new(Rules::new(&spec)?))),
        };
        let reached = vec![0; spec.end.0.len()];
        Ok(Self { spec, grid, start, seed, first: None, games: 0, work: 0, reached })
    }

    /// The rules in canonical form.
    #[must_use]
    pub fn text(&self) -> String {
        self.spec.text()
    }

    /// What each word means.
    #[must_use]
    pub fn words(&self) -> Vec<Word> {
        words(&self.spec, &self.grid)
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
            let RandomGame { moves, end, work } =
                self.start.random_game(seed, self.first.is_none(), WORK_MAX - self.work);
            self.work += work;
            self.first.get_or_insert(moves);
            let is_repeat = |when: &When| matches!(when, When::Repeat { .. });
            let ends = self.spec.end.0.iter().enumerate();
            let index = match end {
                None => None,
                Some(Reached::Repetition) => ends.into_iter().find(|(_, end)| is_repeat(&end.when)),
                Some(Reached::End(index)) => ends.into_iter().filter(|(_, end)| !is_repeat(&end.when)).nth(index),
            };
            if let Some((index, _)) = index {
                self.reached[index] += 1;
            }
            self.games += 1;
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
        let letters = self.start.letters();
        let appears = |letter: &char| self.spec.pieces.contains_key(letter) && !letters.contains(letter);
        let missing = self.spec.pieces.keys().filter(|letter| appears(letter)).map(|letter| Warning {
            path: format!("{}.pieces.{letter}", super::ROOT),
            code: "unused_piece",
            text: format!("{letter} is neither in the start, nor placed, nor does a piece become it"),
        });
        let games = self.games;
        let unreached = |(index, count): (usize, &u32)| {
            let path = if self.reached.len() == 1 { "end".to_owned() } else { format!("end[{index}]") };
            let text = format!("none of {games} random games ended like this");
            (*count == 0).then(|| Warning { path: format!("{}.{path}", super::ROOT), code: "unreached_end", text })
        };
        missing.chain(self.reached.iter().enumerate().filter_map(unreached)).collect()
    }
}

/// A random game.
struct RandomGame {
    moves: Vec<String>,
    end: Option<Reached>,
    work: u64,
}

/// What ended a game.
enum Reached {
    /// The end with this number among those that are not repetitions.
    End(usize),
    Repetition,
}

/// A start whose width is erased.
trait Tried: Send {
    fn perft(&self, depth: u32, nodes: &mut u64, stop: &Stop) -> Option<u64>;
    /// Plays a random game of at most this cost. Its moves are named only if the names are wanted.
    fn random_game(&self, seed: u64, wants_names: bool, work: u64) -> RandomGame;
    /// The letters that can be on the board.
    fn letters(&self) -> Vec<char>;
}

impl<const W: usize> Tried for Ruled<W> {
    fn perft(&self, depth: u32, nodes: &mut u64, stop: &Stop) -> Option<u64> {
        if stop.is_raised() || self.is_cut(&mut Vec::new()) {
            return None;
        }
        if depth <= 1 {
            let count = self.count_legal_moves(&mut Vec::new());
            *nodes = nodes.checked_sub(count)?;
            return Some(count);
        }
        if self.is_final() {
            return Some(0);
        }
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        *nodes = nodes.checked_sub(moves.len() as u64)?;
        moves.into_iter().map(|mv| self.after(mv).perft(depth - 1, nodes, stop)).sum()
    }

    fn random_game(&self, seed: u64, wants_names: bool, most: u64) -> RandomGame {
        let (mut position, mut game) = (self.clone(), RandomGame { moves: Vec::new(), end: None, work: 0 });
        let mut occurred = HashMap::from([(self.key(), 1)]);
        let mut legal = Vec::new();
        for ply in 0..PLIES_MAX {
            if position.ended > 0 {
                game.end = Some(Reached::End(usize::from(position.ended) - 1));
                break;
            }
            let times = occurred.get(&position.key()).copied().unwrap_or(0);
            if self.rules.repetition().is_some_and(|rule| times >= rule.occurrence) {
                game.end = Some(Reached::Repetition);
                break;
            }
            legal.clear();
            position.legal_moves(&mut legal);
            game.work += 1 + legal.len() as u64;
            if game.work >= most {
                break;
            }
            let mv = legal[(mix(seed.wrapping_add(ply as u64)) % legal.len() as u64) as usize];
            if wants_names {
                game.moves.push(crate::Notation::move_text(&position, mv));
            }
            position.play_unchecked(mv);
            *occurred.entry(position.key()).or_insert(0) += 1;
        }
        game
    }

    fn letters(&self) -> Vec<char> {
        let mut letters: Vec<char> = self.rules.start.iter().map(|(_, letter)| *letter).collect();
        let kinds = |side: usize| &self.rules.kinds[side];
        if let Some(placing) = &self.rules.place {
            letters.extend(SIDES.map(|side| kinds(side.index())[placing.kind].letter));
        }
        for kinds in &self.rules.kinds {
            let becomes = |kind: &super::table::Kind<W>| {
                kind.becomes.as_ref().map(|(other, _)| (kind.letter, kinds[*other].letter))
            };
            for (letter, other) in kinds.iter().filter_map(becomes) {
                if letters.contains(&letter) {
                    letters.push(other);
                }
            }
        }
        letters
    }
}
