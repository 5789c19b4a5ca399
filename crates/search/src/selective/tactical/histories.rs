//! Histories: which moves were good, and where static values were off. An [engine](crate::Engine) keeps them from search
//! to search.

use prefetch_index::prefetch_index;

use crate::hooks::CORRECTION_KEYS;
use crate::position::Side;
use crate::{Algorithm, Evaluate, Question, Score, mix};

/// What is known of a node on the way to the one at hand.
#[derive(Clone, Copy)]
pub(crate) struct StackEntry<M> {
    /// The kind of the move that was played from here; [`Histories::no_move`] for a pass.
    pub(in crate::selective) piece_to: usize,
    /// The static value, unless an answer is due.
    pub(super) static_eval: Option<Score>,
    /// The last quiet move that cut off at this distance (killer heuristic; Akl and Newborn 1977).
    pub(super) killer: Option<M>,
}

/// Histories: how often moves cut off, and how often they were tried in vain.
#[derive(Default)]
pub(crate) struct Histories {
    piece_tos: usize,
    /// By side and slot (Schaeffer 1983).
    quiet: Vec<i16>,
    /// By kind, of moves with a gain.
    noisy: Vec<i16>,
    /// By the kind of a move before, and by kind (continuation history).
    after: Vec<i16>,
    /// By side and part of the position (correction history).
    corrections: Vec<i16>,
    /// Static values of positions met lately, each beside the key of its position.
    static_evals: Vec<(u64, i32)>,
}

/// Beyond this no history grows.
const MOST: i32 = 1 << 14;
const CORRECTIONS: usize = 1 << 12;
const STATIC_EVALS: usize = 1 << 14;
/// Corrections are kept in fractions of the unit.
const GRAIN: i32 = 256;
/// How many plies beyond the depth quiescence may go.
const BEYOND: u32 = 128;
/// How many moves back histories look.
const BACK: [u32; 3] = [1, 2, 4];

impl Histories {
    /// Empty histories for this question: without memory if the game or the algorithm uses none.
    pub(crate) fn new<P: Evaluate>(question: &Question<P::Move>) -> Self {
        let selective = question.algorithm == Algorithm::Selective;
        let tactics = P::SELECTIVE.filter(|_| selective).and_then(|uses| uses.tactics);
        Self::with_size(tactics.map_or(0, |tactics| tactics.piece_tos), P::ORDERING.slots)
    }

    fn with_size(piece_tos: usize, slots: usize) -> Self {
        let if_used = |size: usize| vec![0; if piece_tos > 0 { size } else { 0 }];
        Self {
            piece_tos,
            quiet: if_used(2 * slots),
            noisy: if_used(piece_tos),
            after: if_used((piece_tos + 1) * piece_tos),
            corrections: if_used(2 * CORRECTION_KEYS * CORRECTIONS),
            static_evals: vec![(0, 0); if piece_tos > 0 { STATIC_EVALS } else { 0 }],
        }
    }

    /// Whether the game has tactics, and the search is selective.
    pub(crate) const fn is_used(&self) -> bool {
        self.piece_tos > 0
    }

    /// Resizes the stack to nodes at distances up to `plies` and to quiescence below them, if it is used.
    pub(crate) fn resize_stack<M: Copy>(&self, stack: &mut Vec<StackEntry<M>>, plies: u32) {
        if self.is_used() {
            let nothing = StackEntry { piece_to: self.piece_tos, static_eval: None, killer: None };
            stack.resize((plies + BEYOND) as usize, nothing);
        }
    }

    /// What stands for the kind of a pass.
    pub(super) const fn no_move(&self) -> usize {
        self.piece_tos
    }

    /// Where the histories after the moves before a node at this distance begin.
    pub(super) fn contexts<M>(&self, stack: &[StackEntry<M>], ply: u32) -> [usize; 3] {
        BACK.map(|back| {
            let piece_to = ply.checked_sub(back).map_or(self.piece_tos, |before| stack[before as usize].piece_to);
            piece_to * self.piece_tos
        })
    }

    /// What is known of a quiet move.
    pub(super) fn quiet(&self, place: usize, piece_to: usize, contexts: [usize; 3]) -> i32 {
        let after = |place: usize| i32::from(self.after[contexts[place] + piece_to]);
        (21 * i32::from(self.quiet[place]) + 27 * after(0) + 26 * after(1) + 16 * after(2)) / 16
    }

    /// What is known of a move with a gain.
    pub(super) fn noisy(&self, piece_to: usize) -> i32 {
        i32::from(self.noisy[piece_to])
    }

    /// Remembers that a quiet move was good, or bad.
    pub(super) fn learn_quiet(&mut self, place: usize, piece_to: usize, contexts: [usize; 3], bonus: i32) {
        learn(&mut self.quiet[place], bonus);
        for context in contexts {
            // What comes after nothing is never asked for, so it may not be learnt either.
            if context < self.piece_tos * self.piece_tos {
                learn(&mut self.after[context + piece_to], bonus);
            }
        }
    }

    /// The same of a move with a gain.
    pub(super) fn learn_noisy(&mut self, piece_to: usize, bonus: i32) {
        learn(&mut self.noisy[piece_to], bonus);
    }

    /// Has the static value of the position with this key fetched.
    pub(super) fn prefetch(&self, key: u64) {
        prefetch_index(&self.static_evals, key as usize % STATIC_EVALS);
    }

    /// The static value of the position with this key, made by `evaluate` if it was not met lately.
    pub(super) fn static_eval(&mut self, key: u64, evaluate: impl FnOnce() -> Score) -> Score {
        let place = &mut self.static_evals[key as usize % STATIC_EVALS];
        if place.0 != key || key == 0 {
            *place = (key, evaluate().raw());
        }
        Score::from_raw(place.1)
    }

    /// By how much the static value of such positions was too low so far.
    pub(super) fn correction(&self, side: Side, correction_keys: [u64; CORRECTION_KEYS]) -> i32 {
        let sum: i32 = (0..CORRECTION_KEYS)
            .map(|part| i32::from(self.corrections[correction(side, part, correction_keys[part])]))
            .sum();
        sum / GRAIN
    }

    /// Remembers that it was too low by so much in a search of some depth.
    pub(super) fn correct(&mut self, side: Side, correction_keys: [u64; CORRECTION_KEYS], error: i32, depth: u32) {
        let bonus = (error * depth as i32 * 13 / 2).clamp(-MOST / 4, MOST / 4);
        for (part, key) in correction_keys.into_iter().enumerate() {
            learn(&mut self.corrections[correction(side, part, key)], bonus);
        }
    }
}

/// Moves an entry towards the sign of a bonus, the slower the further it is there already.
fn learn(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / MOST) as i16;
}

fn correction(side: Side, part: usize, key: u64) -> usize {
    (side.index() * CORRECTION_KEYS + part) * CORRECTIONS + mix(key) as usize % CORRECTIONS
}
