//! The start of a game by rules, whatever the width of its board.

use std::collections::HashMap;
use std::sync::Arc;

use plyd_search::position::Position;
use plyd_search::{Stop, mix};

use super::board::Grid;
use super::json::{InvalidRules, ROOT};
use super::position::Ruled;
use super::spec::Spec;
use super::table::Rules;
use crate::erased::Played;
use crate::game::AnyPosition;
use crate::notation::{InvalidState, Notation};

/// The most plies of a random game.
const PLIES_MAX: usize = 1024;

/// The start of a game.
pub(super) trait Start: Send + Sync {
    /// The position of a state of this game; without one, the start.
    fn position(&self, id: &'static str, at: Option<&str>) -> Result<Box<dyn AnyPosition>, InvalidState>;
    /// See [`super::Trial::perft`].
    fn perft(&self, depth: u32, nodes: &mut u64, stop: &Stop) -> Option<u64>;
    /// Plays a random game of at most this cost. Its moves are named only if the names are wanted.
    fn random_game(&self, seed: u64, wants_names: bool, work: u64) -> RandomGame;
}

/// A random game.
#[derive(Default)]
pub(super) struct RandomGame {
    pub(super) moves: Vec<String>,
    pub(super) end: Option<Reached>,
    pub(super) work: u64,
    /// Pieces that were on the board at some time.
    pub(super) letters: Vec<char>,
}

/// What ended a game.
pub(super) enum Reached {
    /// The end with this number among those that are not repetitions.
    End(usize),
    Repetition,
}

/// Compiles rules, and checks that a game with them can begin. `is_named` says whether an id stands for them.
pub(super) fn start(spec: &Spec, is_named: bool) -> Result<Box<dyn Start>, InvalidRules> {
    fn of<const W: usize>(spec: &Spec, is_named: bool) -> Result<Box<dyn Start>, InvalidRules> {
        let start = Ruled::<W>::start(&Arc::new(Rules { is_named, ..Rules::new(spec)? }));
        if start.ended == 0 {
            return Ok(Box::new(start));
        }
        let detail = format!("the game would be over before its first move: {}", start.reason());
        Err(InvalidRules { path: format!("{ROOT}.start"), detail })
    }
    match Grid::new(spec.board).size() {
        ..=64 => of::<1>(spec, is_named),
        65..=128 => of::<2>(spec, is_named),
        _ => of::<4>(spec, is_named),
    }
}

impl<const W: usize> Start for Ruled<W> {
    fn position(&self, id: &'static str, at: Option<&str>) -> Result<Box<dyn AnyPosition>, InvalidState> {
        let position = at.map_or_else(|| Ok(self.clone()), |text| Self::read(&self.rules, text));
        Ok(Box::new(Played::new(id, position.map_err(InvalidState)?)))
    }

    fn perft(&self, depth: u32, nodes: &mut u64, stop: &Stop) -> Option<u64> {
        if stop.is_raised() || self.is_cut(&mut Vec::new()) {
            return None;
        }
        if depth <= 1 {
            let count = self.count_legal_moves(&mut Vec::new());
            *nodes = nodes.checked_sub(count)?;
            return Some(count);
        }
        let mut moves = Vec::new();
        if !self.is_final() {
            self.legal_moves(&mut moves);
        }
        *nodes = nodes.checked_sub(moves.len() as u64)?;
        moves.into_iter().map(|mv| self.after(mv).perft(depth - 1, nodes, stop)).sum()
    }

    fn random_game(&self, seed: u64, wants_names: bool, most: u64) -> RandomGame {
        let (mut position, mut game) = (self.clone(), RandomGame::default());
        let mut occurred = HashMap::from([(self.key(), 1)]);
        let mut legal = Vec::new();
        for ply in 0..PLIES_MAX {
            game.letters.extend(position.new_letters(&game.letters));
            let times = occurred.get(&position.key()).copied().unwrap_or(0);
            let repeats = self.rules.repetition().is_some_and(|rule| times >= rule.occurrence);
            game.end = match position.ended.checked_sub(1) {
                Some(index) => Some(Reached::End(index.into())),
                None => repeats.then_some(Reached::Repetition),
            };
            legal.clear();
            position.legal_moves(&mut legal);
            game.work += 1 + legal.len() as u64;
            if game.end.is_some() || game.work >= most {
                break;
            }
            let mv = legal[(mix(seed.wrapping_add(ply as u64)) % legal.len() as u64) as usize];
            if wants_names {
                game.moves.push(position.move_text(mv));
            }
            position.play_unchecked(mv);
            *occurred.entry(position.key()).or_insert(0) += 1;
        }
        game
    }
}

impl<const W: usize> Ruled<W> {
    /// The letters on the board that are not among these.
    fn new_letters(&self, known: &[char]) -> Vec<char> {
        let cells = self.pieces[0] | self.pieces[1];
        let letters = cells.members().filter_map(|cell| self.letter(cell));
        letters.filter(|letter| !known.contains(letter)).collect()
    }
}
