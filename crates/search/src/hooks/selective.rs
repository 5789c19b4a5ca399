//! Hooks of the selective search: the rules that it asks for, and the parameter table of a game.
//!
//! The file is long because every number of the search stands in one table, with its meaning.

use crate::limits::StoppedBy;
use crate::position::{Position, Side};

#[cfg(doc)]
use super::MoveOrdering;

/// See [`Selective::candidates`].
pub type ListCandidates<P> = fn(&P, &mut Vec<<P as Position>::Move>) -> Candidates;

/// See [`Selective::move_from_slot`].
pub type MoveFromSlot<P> = fn(&P, u16) -> Option<<P as Position>::Move>;

/// See [`Selective::threats`].
pub type MakeThreatSearch<P> = fn(&P) -> Box<dyn ThreatSearch<P>>;

/// The techniques that the selective search uses in a game, with their numbers: margins in the unit of static
/// evaluations, depths in plies. `None` switches one off.
#[derive(Clone, Copy)]
pub struct Selective<P: Position> {
    /// Whether the side to move is in check, or under another threat that it has to answer at once. Such a node is
    /// searched a ply deeper, and pruned by no static evaluation.
    pub in_check: Option<fn(&P) -> bool>,
    /// Appends the moves that are tried, at least one, in the order in which they are tried.
    pub candidates: Option<ListCandidates<P>>,
    /// The legal move with this slot, if there is one. With it, the table's move is tried before the candidates are
    /// listed.
    ///
    /// Used by Hex alone: listing its candidates takes longer than a search of one ply.
    pub move_from_slot: Option<MoveFromSlot<P>>,
    /// Whether static evaluations are kept for positions that come up again: of leaves that the next iteration searches
    /// below, and after the same moves in another order.
    ///
    /// Used by Hex alone; chess keeps them too, with its [tactics](Self::tactics).
    pub keeps_static_evals: bool,
    /// A search of the game's own for wins by force, for a root; it is made once for each search.
    ///
    /// Used by gomoku alone: its wins are rows of forced replies, often longer than the depth of any other search.
    pub threats: Option<MakeThreatSearch<P>>,
    /// Killers and history order the moves, whatever [`MoveOrdering::killers_and_history`] says of alpha-beta.
    pub killers_and_history: bool,
    /// Near the leaves, a static evaluation far above beta is returned.
    pub reverse_futility: Option<ReverseFutility>,
    /// Near the leaves, quiet moves are skipped where the static evaluation is far below alpha.
    pub futility: Option<Futility>,
    /// Near the leaves, quiet moves late in the order are skipped.
    pub late_move_pruning: Option<LateMovePruning>,
    /// Moves late in the order are searched less deeply first.
    pub late_move_reductions: Option<LateMoveReductions>,
    /// A shallow search that ends far outside the window stands for a deeper one, in games without tactics.
    ///
    /// Used by Othello alone: its shallow and deep values differ by two to four discs, as measured.
    pub multi_probcut: Option<MultiProbCut<P>>,
    /// The rules and numbers of a game with captures. With them, moves are ordered by static exchange evaluation and
    /// histories alone.
    ///
    /// Used by chess alone: the other games that are searched selectively have forced captures or none.
    pub tactics: Option<Tactics<P>>,
}

impl<P: Position> Selective<P> {
    /// Nothing but alpha-beta, with a table whose results serve shallower searches too.
    pub const PLAIN: Self = Self {
        in_check: None,
        candidates: None,
        move_from_slot: None,
        keeps_static_evals: false,
        threats: None,
        killers_and_history: false,
        reverse_futility: None,
        futility: None,
        late_move_pruning: None,
        late_move_reductions: None,
        multi_probcut: None,
        tactics: None,
    };
}

/// The relation of the moves that [`Selective::candidates`] lists to those that it leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Candidates {
    /// No move that is left out is better than the best of these.
    Complete,
    /// A move that is left out may be better, so no loss is concluded from these alone.
    Partial,
}

/// A search for wins by force: one side's threats, and all replies that can parry them. It uses no static evaluation,
/// so a win that it finds is proven. For games without [repetition](Position::REPETITION).
pub trait ThreatSearch<P: Position> {
    /// Looks for a win of `side` by threats if it were to move, in an unfinished position of the root's game. The same
    /// question may have another answer later, since failures may be remembered, but a win is always proven.
    ///
    /// Calls `visit` for every position that is tried, with its distance from this one.
    ///
    /// # Errors
    /// The error of `visit`, which ends the search.
    fn find(
        &mut self,
        position: &P,
        side: Side,
        effort: Effort,
        visit: &mut dyn FnMut(u32) -> Result<(), StoppedBy>,
    ) -> Result<Threats, StoppedBy>;

    /// The moves of the win that was found last, with the longest defence.
    fn line(&self) -> &[P::Move];
}

/// The limits of a search for threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The most positions that it visits.
    pub nodes: u64,
    /// Whether threats that leave a choice of replies are tried too.
    pub thorough: bool,
}

/// The result of a search for threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threats {
    /// A win in this many plies, at the latest.
    Win(u32),
    /// No such win, whatever the effort of that kind.
    None,
    /// The effort did not suffice.
    Unknown,
}

/// Reverse futility pruning, also called static null move pruning: a static evaluation that exceeds beta by a margin is
/// returned without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReverseFutility {
    /// Up to this depth.
    pub max_depth: u32,
    /// The margin for each ply of depth; for one ply fewer where the static evaluation is improving.
    pub margin: i32,
    /// Added where [a piece is attacked](Tactical::is_threatened).
    pub threat_margin: i32,
}

/// Futility pruning (Schaeffer 1986, Heinz 1998): quiet moves are skipped where the static evaluation and a margin do
/// not reach alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Futility {
    /// Up to this depth; of a game with [tactics](Tactics), the depth that is left after the reduction.
    pub max_depth: u32,
    /// The margin at depth 0.
    pub base: i32,
    /// Added for each ply of depth.
    pub margin: i32,
}

/// Late move pruning, also called move count pruning: quiet moves are skipped after the first
/// `(base + per_depth_squared * depth²) / divisor`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateMovePruning {
    /// Up to this depth.
    pub max_depth: u32,
    /// Moves that are tried at depth 0, before the division.
    pub base: u32,
    /// Moves that the square of the depth adds, before the division.
    pub per_depth_squared: u32,
    /// The divisor.
    pub divisor: u32,
    /// The divisor where the static evaluation is improving.
    pub divisor_improving: u32,
}

/// Late move reductions: `base + log2(depth) * log2(number) / scale` in 1/256 ply, rounded down to plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateMoveReductions {
    /// From this depth on.
    pub min_depth: u32,
    /// Moves that are tried before the first that is reduced.
    pub min_moves: usize,
    /// In 1/256 ply.
    pub base: u32,
    /// The logarithms are in 1/256, so a larger scale reduces less. A game with [tactics](Tactics) uses it at the root
    /// only, and [`Reductions::scale`] below.
    pub scale: u32,
}

/// Multi-ProbCut (Buro 1997): a node whose shallow search ends far outside the window is not searched to its depth.
#[derive(Clone, Copy)]
pub struct MultiProbCut<P> {
    /// From this depth on.
    pub min_depth: u32,
    /// The margin by which a value of the first depth has to lie outside the window, to stand for the second.
    pub margin: fn(&P, u32, u32) -> i32,
}

/// The rules and numbers of a game with captures and checks.
#[derive(Clone, Copy)]
pub struct Tactics<P: Position> {
    /// The rules behind it.
    pub game: &'static dyn Tactical<P>,
    /// The numbers, fitted to the game.
    pub parameters: TacticalParameters,
}

/// The rules of a game with captures, as far as the selective search asks. Implemented by a unit type of the game, so
/// that every call is a direct one.
///
/// Quiet moves are those whose [capture value](Tactical::capture_value) is 0.
pub trait Tactical<P: Position> {
    /// One more than the largest [`piece_to`](Tactical::piece_to).
    fn piece_to_count(&self) -> usize;

    /// The index of a move in the histories: side, piece, and destination.
    fn piece_to(&self, position: &P, mv: P::Move) -> usize;

    /// The value of the captured piece, plus the gain of a promotion, in the unit of static evaluations.
    fn capture_value(&self, position: &P, mv: P::Move) -> i32;

    /// Whether the exchange that a legal move begins wins at least `threshold` (static exchange evaluation).
    fn see_ge(&self, position: &P, mv: P::Move, threshold: i32) -> bool;

    /// Appends the captures and promotions that quiescence searches; none where the game is over. Sequences of them
    /// must be finite, evasions of [check](Selective::in_check) between them included.
    fn push_captures(&self, position: &P, moves: &mut Vec<P::Move>);

    /// Appends all other legal moves.
    fn push_others(&self, position: &P, moves: &mut Vec<P::Move>);

    /// The legal move with this [slot](MoveOrdering::slot), if there is one; of several, the one with the largest
    /// [capture value](Tactical::capture_value).
    fn move_from_slot(&self, position: &P, slot: u16) -> Option<P::Move>;

    /// Whether a quiet move gives [check](Selective::in_check); may be wrong in rare cases. By default none does.
    fn gives_check(&self, _position: &P, _mv: P::Move) -> bool {
        false
    }

    /// The position with the other side to move; `None` in check, and where moving may be worse than passing
    /// (zugzwang). By default no null move is tried.
    fn null_move(&self, _position: &P) -> Option<P> {
        None
    }

    /// The squares that the opponent attacks, made once before the [quiet scores](Tactical::quiet_score) of a node.
    fn attack_maps(&self, _position: &P) -> AttackMaps {
        AttackMaps::default()
    }

    /// A quiet move's score before its histories count, in the unit of static evaluations.
    fn quiet_score(&self, _position: &P, _mv: P::Move, _attack_maps: &AttackMaps) -> i32 {
        0
    }

    /// Whether a piece of the side to move is attacked by a less valuable one.
    fn is_threatened(&self, _position: &P) -> bool {
        false
    }

    /// Keys of parts of the position, such as its pawns. Static evaluations are corrected by the errors found in
    /// positions with the same part (correction history). By default all positions share one correction.
    fn correction_keys(&self, position: &P) -> [u64; CORRECTION_KEYS] {
        let _ = position;
        [0; CORRECTION_KEYS]
    }
}

/// Sets of attacked squares, a bit for each, by the class of the attackers; a game defines the classes.
pub type AttackMaps = [u128; 3];

/// The number of [correction keys](Tactical::correction_keys).
pub const CORRECTION_KEYS: usize = 3;

/// The numbers of the techniques that only games with [tactics](Tactics) use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TacticalParameters {
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
    /// History pruning.
    pub history_pruning: HistoryPruning,
    /// SEE pruning.
    pub see_pruning: SeePruning,
    /// Late move reductions, as far as the kind of move and node matters.
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

/// Razoring: a static evaluation far below alpha is left to the quiescence search.
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
    /// The lead of the static evaluation over beta that adds a ply.
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
    /// Quiet evasions of check that are tried, once one move is known not to lose by force.
    pub quiet_evasions: u32,
}

/// Weights of move scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderingWeights {
    /// Of a capture's [value](Tactical::capture_value), beside its history.
    pub capture_value: i32,
    /// Of a quiet move's [own score](Tactical::quiet_score).
    pub quiet_score: i32,
    /// Of a quiet move's history by side and slot, in 1/16.
    pub history: i32,
    /// Of its continuation histories after the moves 1, 2 and 4 plies before, in 1/16.
    pub continuation: [i32; 3],
}

/// The bonus of a move that cuts off, and the penalty of those tried before it: `per_depth * depth - offset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryBonus {
    /// For each ply of depth.
    pub per_depth: i32,
    /// Subtracted.
    pub offset: i32,
    /// The most.
    pub max: i32,
}
