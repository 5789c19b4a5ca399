//! The rules that the selective search needs from a game with captures and checks, and the numbers of such a game.
//!
//! The file is long because it explains the numbers one by one.

use super::{Futility, LateMovePruning, LateMoveReductions, ReverseFutility};
use crate::position::Position;

#[cfg(doc)]
use crate::Evaluate;

/// The rules of a game with captures and checks, as far as the selective search needs them.
///
/// Quiet moves are those whose [capture value](Tactical::capture_value) is 0.
pub trait Tactical<P: Position> {
    /// One more than the largest [`piece_to`](Tactical::piece_to).
    const PIECE_TO_COUNT: usize;

    /// The index of a move in the histories: side, piece, and destination.
    fn piece_to(position: &P, mv: P::Move) -> usize;

    /// The value of the captured piece, plus the gain of a promotion, in the unit of static evaluations.
    fn capture_value(position: &P, mv: P::Move) -> i32;

    /// Whether the exchange that a legal move begins wins at least `threshold` (static exchange evaluation).
    fn see_ge(position: &P, mv: P::Move, threshold: i32) -> bool;

    /// Appends the captures and promotions that quiescence searches; nothing if the game is over. Sequences of such
    /// moves must end, even with evasions of [check](super::Forced::in_check) between them.
    fn push_captures(position: &P, moves: &mut Vec<P::Move>);

    /// Appends all other legal moves.
    fn push_others(position: &P, moves: &mut Vec<P::Move>);

    /// Whether a quiet move gives [check](super::Forced::in_check). It may be wrong in rare cases. By default no move
    /// does.
    fn gives_check(_position: &P, _mv: P::Move) -> bool {
        false
    }

    /// The position with the other side to move. `None` in check, and if moving may be worse than passing (zugzwang).
    /// By default no null move is tried.
    fn null_move(_position: &P) -> Option<P> {
        None
    }

    /// The squares that the opponent attacks. Called once at a node, before the [quiet scores](Tactical::quiet_score).
    fn attack_maps(_position: &P) -> AttackMaps {
        AttackMaps::default()
    }

    /// A quiet move's score before its histories count, in the unit of static evaluations.
    fn quiet_score(_position: &P, _mv: P::Move, _attack_maps: &AttackMaps) -> i32 {
        0
    }

    /// Whether a piece of the side to move is attacked by a less valuable one.
    fn is_threatened(_position: &P) -> bool {
        false
    }

    /// Keys of parts of the position, such as its pawns. The search corrects static evaluations by the errors that it
    /// has found in positions with the same part (correction history). By default all positions share one correction.
    fn correction_keys(_position: &P) -> [u64; CORRECTION_KEYS] {
        [0; CORRECTION_KEYS]
    }
}

/// The tactics of a game that has none: no move captures anything, and nothing gives check.
pub struct NoTactics;

impl<P: Position> Tactical<P> for NoTactics {
    const PIECE_TO_COUNT: usize = 0;

    fn piece_to(_position: &P, _mv: P::Move) -> usize {
        0
    }

    fn capture_value(_position: &P, _mv: P::Move) -> i32 {
        0
    }

    fn see_ge(_position: &P, _mv: P::Move, threshold: i32) -> bool {
        threshold <= 0
    }

    fn push_captures(_position: &P, _moves: &mut Vec<P::Move>) {}

    fn push_others(position: &P, moves: &mut Vec<P::Move>) {
        position.legal_moves(moves);
    }
}

/// Sets of attacked squares, a bit for each, by the class of the attackers; a game defines the classes.
pub type AttackMaps = [u128; 3];

/// The number of [correction keys](Tactical::correction_keys).
pub const CORRECTION_KEYS: usize = 3;

/// The numbers of the selective search in a game with [tactics](Tactical): margins in the unit of static evaluations,
/// depths in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TacticalParameters {
    /// Reverse futility pruning.
    pub reverse_futility: ReverseFutility,
    /// Added to the margin of reverse futility pruning if [a piece is attacked](Tactical::is_threatened).
    pub threat_margin: i32,
    /// Razoring.
    pub razoring: Razoring,
    /// Null move pruning.
    pub null_move: NullMove,
    /// ProbCut.
    pub probcut: ProbCut,
    /// Internal iterative reductions: from this depth on, a node without a table move is searched a ply less deeply.
    pub iir_min_depth: u32,
    /// Singular extensions.
    pub singular: Singular,
    /// Late move pruning.
    pub late_move_pruning: LateMovePruning,
    /// Futility pruning.
    pub futility: Futility,
    /// History pruning.
    pub history_pruning: HistoryPruning,
    /// SEE pruning.
    pub see_pruning: SeePruning,
    /// Late move reductions.
    pub late_move_reductions: LateMoveReductions,
    /// How late move reductions depend on the kind of move and node.
    pub reductions: Reductions,
    /// Quiescence search.
    pub quiescence: QuiescencePruning,
    /// Move ordering.
    pub ordering: OrderingWeights,
    /// Updates of the histories.
    pub history_bonus: HistoryBonus,
    /// Correction history: the bonus for an error, for each ply of depth, in 1/2.
    pub correction_bonus: i32,
}

impl TacticalParameters {
    /// Nothing is pruned or reduced, and captures are ordered by their value alone.
    pub const PLAIN: Self = Self {
        reverse_futility: ReverseFutility { max_depth: 0, margin: 0 },
        threat_margin: 0,
        razoring: Razoring { max_depth: 0, margin: 0 },
        null_move: NullMove {
            min_depth: u32::MAX,
            verify_min_depth: 0,
            reduction: 0,
            reduction_per_depth: 0,
            lead_per_ply: 1,
            max_lead_plies: 0,
        },
        probcut: ProbCut { min_depth: u32::MAX, reduction: 0, margin: 0 },
        iir_min_depth: u32::MAX,
        singular: Singular { min_depth: u32::MAX, max_entry_reduction: 0, margin: 0, double_margin: 0 },
        late_move_pruning: LateMovePruning {
            max_depth: 0,
            base: 0,
            per_depth_squared: 0,
            divisor: 1,
            divisor_improving: 1,
        },
        futility: Futility { max_depth: 0, base: 0, margin: 0 },
        history_pruning: HistoryPruning { max_depth: 0, limit: i32::MIN / 256 },
        see_pruning: SeePruning { quiet_max_depth: 0, quiet_margin: 0, capture_max_depth: 0, capture_margin: 0 },
        late_move_reductions: LateMoveReductions { min_depth: u32::MAX, min_moves: 0, base: 0, scale: 1 },
        reductions: Reductions {
            scale: 1,
            killer: 0,
            bad_capture: 0,
            history_divisor: 1,
            pv_node: 0,
            cut_node: 0,
            not_improving: 0,
            noisy_table_move: 0,
        },
        quiescence: QuiescencePruning { delta_margin: 0, quiet_evasions: u32::MAX, lines: None },
        ordering: OrderingWeights { capture_value: 1, quiet_score: 1, history: 16, continuation: [16; 3] },
        history_bonus: HistoryBonus { per_depth: 1, offset: 0, max: i32::MAX },
        correction_bonus: 0,
    };
}

/// Razoring: if the static evaluation is far below alpha, the quiescence search decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Razoring {
    /// Up to this depth.
    pub max_depth: u32,
    /// The margin for each ply of depth.
    pub margin: i32,
}

/// Null move pruning (Beal 1989, Donninger 1993).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NullMove {
    /// From this depth on.
    pub min_depth: u32,
    /// From this depth on, a reduced search without null moves verifies the cutoff.
    pub verify_min_depth: u32,
    /// The reduction, in 1/256 ply.
    pub reduction: u32,
    /// Added for each ply of depth, in 1/256 ply.
    pub reduction_per_depth: u32,
    /// The reduction grows by a ply for each time that the static evaluation exceeds beta by this much.
    pub lead_per_ply: i32,
    /// The most plies that the lead adds.
    pub max_lead_plies: i32,
}

/// ProbCut (Buro 1995): a capture that exceeds beta by a margin in a reduced search cuts off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbCut {
    /// From this depth on.
    pub min_depth: u32,
    /// In plies; less than `min_depth`.
    pub reduction: u32,
    /// The margin over beta.
    pub margin: i32,
}

/// Singular extensions (Anantharaman, Campbell and Hsu 1988): the table move is searched deeper if all others fall
/// short of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Singular {
    /// From this depth on.
    pub min_depth: u32,
    /// The table entry may be this many plies shallower than the node.
    pub max_entry_reduction: u32,
    /// The margin by which the others have to fall short, for each ply of depth, in 1/8.
    pub margin: i32,
    /// The margin beyond that, for an extension by two plies.
    pub double_margin: i32,
}

/// History pruning: quiet moves with a bad history are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryPruning {
    /// Up to this depth after the reduction.
    pub max_depth: u32,
    /// The limit of the score for each ply of depth.
    pub limit: i32,
}

/// SEE pruning: moves whose exchange loses too much are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeePruning {
    /// Quiet moves: up to this depth after the reduction.
    pub quiet_max_depth: u32,
    /// The loss that quiet moves may make, times the square of that depth.
    pub quiet_margin: i32,
    /// Captures: up to this depth.
    pub capture_max_depth: u32,
    /// The loss that captures, and quiet moves that give check, may make for each ply of depth.
    pub capture_margin: i32,
}

/// Adjustments of late move reductions, in 1/256 ply; a negative one searches deeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reductions {
    /// Replaces [`LateMoveReductions::scale`].
    pub scale: u32,
    /// A killer move.
    pub killer: i32,
    /// A capture that loses its exchange.
    pub bad_capture: i32,
    /// A quiet move's score reduces by 1/256 ply less for each of these.
    pub history_divisor: i32,
    /// A node on the principal variation.
    pub pv_node: i32,
    /// A node that is expected to be cut off.
    pub cut_node: i32,
    /// The static evaluation is not improving.
    pub not_improving: i32,
    /// The table move is a capture.
    pub noisy_table_move: i32,
}

/// Pruning in the quiescence search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuiescencePruning {
    /// Delta pruning: a capture that leaves the static evaluation further than this below alpha is skipped.
    pub delta_margin: i32,
    /// How many quiet evasions of check are tried once a move is known not to lose by force.
    pub quiet_evasions: u32,
    /// The lines that are followed below a leaf, as [`QUIESCENCE_BUDGET`](super::QUIESCENCE_BUDGET) counts them; `None`
    /// for as many as there are. A game in which nearly every move answers a threat needs a limit.
    pub lines: Option<u32>,
}

/// Weights of move scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderingWeights {
    /// Of a capture's [value](Tactical::capture_value), to which its history is added.
    pub capture_value: i32,
    /// Of a quiet move's [own score](Tactical::quiet_score).
    pub quiet_score: i32,
    /// Of a quiet move's history by side and slot, in 1/16.
    pub history: i32,
    /// Of its continuation histories after the moves 1, 2 and 4 plies before, in 1/16.
    pub continuation: [i32; 3],
}

/// The bonus of a move that cuts off, and the penalty of the moves that were tried before it: `per_depth * depth
/// - offset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryBonus {
    /// For each ply of depth.
    pub per_depth: i32,
    /// Subtracted.
    pub offset: i32,
    /// The largest bonus.
    pub max: i32,
}

impl HistoryBonus {
    /// The bonus at a node of this depth.
    pub(crate) fn at_depth(self, depth: u32) -> i32 {
        (self.per_depth * depth as i32 - self.offset).min(self.max)
    }
}
