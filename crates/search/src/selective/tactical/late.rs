//! Which moves are looked at less deeply, and which not at all.

use super::node::Plan;
use super::picking::MoveClass;
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::selective::pruning::log2;
use crate::selective::search::Node;
use crate::{Evaluate, Technique};

/// Quiet moves and exchanges are left out up to these depths.
const QUIET_TO: u32 = 8;
const NOISY_TO: u32 = 6;
/// Quiet moves with a bad history are left out up to this depth, if it is so bad for each ply.
const HISTORY_TO: u32 = 4;
const BAD_HISTORY: i32 = -4000;

/// Takes the place of [`LateMoves::scale`](crate::hooks::LateMoves::scale), which holds where a move is chosen.
const SCALE: u32 = 1010;
/// How much less or more deep a move is scouted, in 1/256 ply: a killer, an exchange that loses, on the principal
/// variation, where a cut-off is expected, where the static value does not rise, and where the best move known has a
/// gain.
const KILLER: i32 = -200;
const LOSES: i32 = -96;
const ON_PV: i32 = -190;
const CUT: i32 = 350;
const FALLING: i32 = 128;
const NOISY_BEST: i32 = 80;
/// What is remembered of a quiet move makes it so much deeper for each of these.
const RANK: i32 = 48;

/// A move whose turn has come.
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) class: MoveClass,
    /// How many were tried before.
    pub(super) tried: usize,
    /// How many plies less deep it would be scouted.
    pub(super) reduction: u32,
}

/// What is left out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LeftOut {
    None,
    /// The move.
    Move,
    /// The move and all quiet ones after it.
    Rest,
}

impl<P: Evaluate> Searcher<'_, P> {
    /// How many plies less deep a move is scouted.
    pub(super) fn tactical_reduction(
        &self,
        plan: &Plan<P::Move>,
        class: MoveClass,
        tried: usize,
        depth: u32,
        window: Window,
    ) -> u32 {
        let Some(late) = Self::USES.late_moves.filter(|_| self.techniques.has(Technique::LateMoves)) else { return 0 };
        if depth < late.from || tried < late.after || class == MoveClass::GoodCapture {
            return 0;
        }
        let mut reduction = (late.base + log2(depth) * log2(tried as u32 + 1) / SCALE) as i32;
        match class {
            MoveClass::Quiet(score) => reduction -= score / RANK,
            MoveClass::Killer => reduction += KILLER,
            MoveClass::BadCapture => reduction += LOSES,
            MoveClass::GoodCapture => (),
        }
        if plan.context.cut_node {
            reduction += CUT;
        }
        if !plan.view.improving {
            reduction += FALLING;
        }
        if plan.best_is_noisy {
            reduction += NOISY_BEST;
        }
        if !window.is_null() {
            reduction += ON_PV;
        }
        (reduction.max(0) as u32 / 256).min(depth.saturating_sub(2))
    }

    /// Whether a move is not searched at all. `rest`: whether quiet ones no longer are.
    pub(super) fn is_left_out(
        &self,
        node: &Node<'_, P>,
        plan: &Plan<P::Move>,
        candidate: &Candidate<P::Move>,
        rest: &mut bool,
    ) -> bool {
        let left_out = match candidate.class {
            MoveClass::Quiet(_) | MoveClass::Killer if *rest => LeftOut::Rest,
            _ => self.not_worth(node, plan, candidate),
        };
        *rest |= left_out == LeftOut::Rest;
        left_out != LeftOut::None && !self.is_spared(node, candidate)
    }

    /// Whether a move is not worth a search: it comes too late, it cannot raise the static value to alpha, its history
    /// is bad, or its exchange loses too much.
    fn not_worth(&self, node: &Node<'_, P>, plan: &Plan<P::Move>, candidate: &Candidate<P::Move>) -> LeftOut {
        let Node { position, depth, window, .. } = *node;
        let Candidate { mv, class, tried, reduction } = *candidate;
        let margins = &Self::TACTICS.margins;
        let loses =
            |loss: i32| self.techniques.has(Technique::Exchanges) && !(Self::TACTICS.see_ge)(position, mv, -loss);
        let left = (depth - 1).saturating_sub(reduction);
        let score = match class {
            MoveClass::GoodCapture => return LeftOut::None,
            MoveClass::BadCapture if depth <= NOISY_TO && loses(margins.noisy_loss * depth as i32) => {
                return LeftOut::Move;
            }
            MoveClass::BadCapture => return LeftOut::None,
            MoveClass::Killer => 0,
            MoveClass::Quiet(score) => score,
        };
        let enough = (13 + 5 * depth * depth) / if plan.view.improving { 4 } else { 8 };
        let hopeless =
            |static_eval: Score| static_eval.plus(margins.below + margins.below_each * left as i32) <= window.alpha;
        if self.techniques.has(Technique::LateMoves) && depth <= QUIET_TO && tried as u32 > enough
            || self.techniques.has(Technique::Futility)
                && left <= QUIET_TO
                && plan.view.static_eval.is_some_and(hopeless)
        {
            return LeftOut::Rest;
        }
        if self.techniques.has(Technique::LateMoves) && left <= HISTORY_TO && score < BAD_HISTORY * depth as i32
            || left <= QUIET_TO && loses(margins.quiet_loss * (left * left) as i32)
        {
            return LeftOut::Move;
        }
        LeftOut::None
    }

    /// Whether a quiet move is tried after all, because it has to be answered, and does not lose too much.
    fn is_spared(&self, node: &Node<'_, P>, candidate: &Candidate<P::Move>) -> bool {
        let Node { position, depth, .. } = *node;
        let most = -Self::TACTICS.margins.noisy_loss * depth as i32;
        candidate.class != MoveClass::BadCapture
            && (Self::TACTICS.gives_check)(position, candidate.mv)
            && (depth > NOISY_TO || (Self::TACTICS.see_ge)(position, candidate.mv, most))
    }
}
