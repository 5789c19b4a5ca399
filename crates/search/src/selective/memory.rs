//! What the selective search remembers. In a game with tactics, the histories say which moves were good and how wrong
//! static evaluations were; an [engine](crate::Engine) keeps them from one warm search to the next. In a game without
//! tactics there are at most a store of static evaluations and a prover (only in Hex), which are kept in the same way.

use std::any::{Any, TypeId};
use std::mem;

use prefetch_index::prefetch_index;

use super::forced::ForcedWins;
use crate::hooks::{CORRECTION_KEYS, OrderingWeights, Prover, Selective, Tactical, TacticsOf};
use crate::position::{Side, Visit};
use crate::{Algorithm, Evaluate, Question, Score, mix};

/// What only the selective search keeps from node to node. In a game without tactics, `histories` has at most static
/// evaluations.
pub(crate) struct Memory<P: Evaluate> {
    /// The nodes from the root to the present one, by ply, in games with tactics.
    pub(super) stack: Vec<StackEntry<P::Move>>,
    /// Scores of the moves in the arena, in step with them, in games with tactics; see `picker.rs`.
    pub(super) scores: Vec<i32>,
    pub(crate) histories: Histories,
    pub(crate) forced: ForcedWins<P>,
    /// The positions from the root to the present node, in games whose rules count repetitions.
    pub(super) path: Vec<Visit>,
    /// A buffer to count moves in.
    pub(super) counted: Vec<P::Move>,
    /// The depth of the present iteration, by which extensions are limited.
    pub(super) root_depth: u32,
}

impl<P: Evaluate> Memory<P> {
    pub(crate) fn new(root: &P, question: &Question<P::Move>) -> Self {
        let has_path = root.repetition().is_some() && question.algorithm == Algorithm::Selective;
        Self {
            stack: Vec::new(),
            scores: Vec::new(),
            histories: Histories::default(),
            forced: ForcedWins::new(root, question),
            path: if has_path { vec![Visit::of(root)] } else { Vec::new() },
            counted: Vec::new(),
            root_depth: 0,
        }
    }

    /// Goes on with these histories, and with their prover if it knows the game.
    pub(crate) fn continue_with(&mut self, mut histories: Histories, root: &P) {
        let kept = histories.prover.take().and_then(|prover| prover.downcast::<Box<dyn Prover<P>>>().ok());
        if let (Some(prover), Some(kept)) = (&mut self.forced.prover, kept.filter(|kept| kept.knows_game_of(root))) {
            *prover = *kept;
        }
        self.histories = histories;
    }

    /// The histories after the search, with the prover.
    pub(crate) fn take_histories(&mut self) -> Histories {
        let prover = self.forced.prover.take().map(|mut prover| {
            prover.rest();
            Box::new(prover) as Box<dyn Any + Send>
        });
        Histories { prover, ..mem::take(&mut self.histories) }
    }

    /// Makes room for an iteration of this depth, whose extended lines have at most `plies` plies.
    pub(crate) fn begin_iteration(&mut self, depth: u32, plies: u32) {
        self.root_depth = depth;
        if self.histories.is_used() {
            let nothing = StackEntry { piece_to: self.histories.no_move(), static_eval: None, killer: None };
            self.stack.resize((plies + QUIESCENCE_PLIES) as usize, nothing);
        }
    }
}

/// A node on the line to the present one.
#[derive(Clone, Copy)]
pub(super) struct StackEntry<M> {
    /// [`piece_to`](crate::hooks::Tactical::piece_to) of the move played from here; [`Histories::no_move`] for a null
    /// move.
    pub(super) piece_to: usize,
    /// The static evaluation; none in check.
    pub(super) static_eval: Option<Score>,
    /// The last quiet move that cut off at this distance (killer heuristic; Akl and Newborn 1977).
    pub(super) killer: Option<M>,
}

/// The histories: which moves cut off, and which were tried in vain; and recent static evaluations.
#[derive(Default)]
pub(crate) struct Histories {
    /// The number of `piece_to` indices; 0 in games without tactics, which have no histories of moves.
    piece_tos: usize,
    /// By side and slot (history heuristic; Schaeffer 1983).
    quiet: Vec<i16>,
    /// By `piece_to`, of moves with a capture value (capture history).
    capture: Vec<i16>,
    /// By `piece_to` of a move before, and by `piece_to` (continuation history).
    continuation: Vec<i16>,
    /// By side and part of the position (correction history).
    corrections: Vec<i16>,
    /// Static evaluations of recent positions, each with the key of its position.
    static_evals: Vec<(u64, i32)>,
    /// The game's prover, a `Box<dyn Prover<P>>` between two searches.
    prover: Option<Box<dyn Any + Send>>,
}

const MAX: i32 = 1 << 14;
const CORRECTIONS: usize = 1 << 12;
const STATIC_EVALS: usize = 1 << 14;
/// Corrections are kept in fractions of the unit.
const GRAIN: i32 = 256;
/// The plies that quiescence may go beyond the depth.
const QUIESCENCE_PLIES: u32 = 128;
/// Continuation histories: the plies between the earlier move and the present one.
const CONTINUATION_PLIES: [u32; 3] = [1, 2, 4];

impl Histories {
    /// Empty histories for this question: without memory if the game or the algorithm uses none.
    pub(crate) fn new<P: Evaluate>(question: &Question<P::Move>) -> Self {
        if question.algorithm != Algorithm::Selective {
            return Self::default();
        }
        let (piece_tos, keeps_static_evals) = match P::SELECTIVE {
            Selective::Tactical(_) => (TacticsOf::<P>::PIECE_TO_COUNT, true),
            Selective::Positional(uses) => (0, uses.keeps_static_evals),
            Selective::None => (0, false),
        };
        // The system hands out the memory as it is touched.
        let if_used = |size: usize| vec![0; if piece_tos > 0 { size } else { 0 }];
        Self {
            piece_tos,
            quiet: if_used(2 * P::SLOTS),
            capture: if_used(piece_tos),
            continuation: if_used((piece_tos + 1) * piece_tos),
            corrections: if_used(2 * CORRECTION_KEYS * CORRECTIONS),
            static_evals: vec![(0, 0); if keeps_static_evals { STATIC_EVALS } else { 0 }],
            prover: None,
        }
    }

    /// Whether the game has tactics, and the search is selective.
    pub(crate) const fn is_used(&self) -> bool {
        self.piece_tos > 0
    }

    pub(super) const fn no_move(&self) -> usize {
        self.piece_tos
    }

    /// The first index of each continuation history of a node at distance `ply` from the root.
    pub(super) fn contexts<M>(&self, stack: &[StackEntry<M>], ply: u32) -> [usize; 3] {
        CONTINUATION_PLIES.map(|plies| {
            let piece_to = ply.checked_sub(plies).map_or(self.piece_tos, |before| stack[before as usize].piece_to);
            piece_to * self.piece_tos
        })
    }

    /// The weighted histories of a quiet move. `slot` is an index by side and the move's slot.
    pub(super) fn quiet(&self, slot: usize, piece_to: usize, contexts: [usize; 3], weights: &OrderingWeights) -> i32 {
        let [one, two, four] = weights.continuation;
        let continuation = |index: usize| i32::from(self.continuation[contexts[index] + piece_to]);
        let history = weights.history * i32::from(self.quiet[slot]);
        (history + one * continuation(0) + two * continuation(1) + four * continuation(2)) / 16
    }

    pub(super) fn capture(&self, piece_to: usize) -> i32 {
        i32::from(self.capture[piece_to])
    }

    /// Adds a bonus, or a penalty, to the histories of a quiet move.
    pub(super) fn update_quiet(&mut self, slot: usize, piece_to: usize, contexts: [usize; 3], bonus: i32) {
        update(&mut self.quiet[slot], bonus);
        for context in contexts {
            // Nothing is learnt after a null move, or if there was no earlier move. These entries stay 0.
            if context < self.piece_tos * self.piece_tos {
                update(&mut self.continuation[context + piece_to], bonus);
            }
        }
    }

    pub(super) fn update_capture(&mut self, piece_to: usize, bonus: i32) {
        update(&mut self.capture[piece_to], bonus);
    }

    pub(super) fn prefetch(&self, key: u64) {
        prefetch_index(&self.static_evals, key as usize % STATIC_EVALS);
    }

    /// The static evaluation of the position with this key. Calls `evaluate` if it is not kept.
    pub(crate) fn static_eval(&mut self, key: u64, evaluate: impl FnOnce() -> Score) -> Score {
        if self.static_evals.is_empty() {
            return evaluate();
        }
        let entry = &mut self.static_evals[key as usize % STATIC_EVALS];
        if entry.0 != key || key == 0 {
            *entry = (key, evaluate().raw());
        }
        Score::from_raw(entry.1)
    }

    /// By how much static evaluations of positions with these parts have been too low: the sum of the parts'
    /// corrections.
    pub(super) fn correction(&self, side: Side, keys: [u64; CORRECTION_KEYS]) -> i32 {
        let sum: i32 =
            (0..CORRECTION_KEYS).map(|part| i32::from(self.corrections[correction(side, part, keys[part])])).sum();
        sum / GRAIN
    }

    /// Records that the static evaluation was too low, or too high if the bonus is negative.
    pub(super) fn correct(&mut self, side: Side, keys: [u64; CORRECTION_KEYS], bonus: i32) {
        let bonus = bonus.clamp(-MAX / 4, MAX / 4);
        for (part, key) in keys.into_iter().enumerate() {
            update(&mut self.corrections[correction(side, part, key)], bonus);
        }
    }
}

/// Adds a bonus to an entry, less of it the nearer the entry is to its limit (history gravity).
fn update(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / MAX) as i16;
}

fn correction(side: Side, part: usize, key: u64) -> usize {
    (side.index() * CORRECTION_KEYS + part) * CORRECTIONS + mix(key) as usize % CORRECTIONS
}

/// The histories of the games that were searched last, the latest at the end. Unlike results in the table, what is
/// learnt in one game would mislead in another.
#[derive(Default)]
pub struct WarmGames(Vec<WarmGame>);

struct WarmGame {
    rules: TypeId,
    owner: u64,
    /// The key of the position that was searched last.
    last: u64,
    histories: Histories,
}

/// Games whose histories are kept, of a few megabytes each at most.
const GAMES_MAX: usize = 4;

impl WarmGames {
    /// Takes the histories of the question's game, if it was searched lately. A search that panics does not bring them
    /// back.
    pub(crate) fn take<P: Evaluate>(&mut self, question: &Question<P::Move>) -> Option<Histories> {
        let trail = question.trail;
        let is_known = |game: &WarmGame| {
            (game.rules, game.owner) == (TypeId::of::<P>(), question.owner)
                && (trail == Question::<P::Move>::ONE_GAME || trail.contains(&game.last))
        };
        let index = self.0.iter().position(is_known)?;
        Some(self.0.remove(index).histories)
    }

    /// Keeps the histories of the question's game. If there are too many games, drops the one that was searched longest
    /// ago.
    pub(crate) fn keep<P: Evaluate>(&mut self, question: &Question<P::Move>, histories: Histories) {
        if !histories.is_used() && histories.prover.is_none() {
            return;
        }
        if self.0.len() == GAMES_MAX {
            self.0.remove(0);
        }
        let (rules, owner, last) = (TypeId::of::<P>(), question.owner, question.trail[0]);
        self.0.push(WarmGame { rules, owner, last, histories });
    }
}
