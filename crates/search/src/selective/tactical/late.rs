//! Which moves are looked at less deeply, and which not at all.

use super::node::Plan;
use super::picking::Promise;
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

/// Takes the place of [`LateMoves::scale`](crate::LateMoves::scale), which holds where a move is chosen.
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
    pub(super) promise: Promise,
    /// How many were tried before.
    pub(super) tried: usize,
    /// How many plies less deep it would be scouted.
    pub(super) less: u32,
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
    pub(super) fn less_depth(
        &self,
        plan: &Plan<P::Move>,
        promise: Promise,
        tried: usize,
        depth: u32,
        window: Window,
    ) -> u32 {
        let Some(late) = Self::USES.late_moves.filter(|_| self.techniques.has(Technique::LateMoves)) else { return 0 };
        if depth < late.from || tried < late.after || promise == Promise::Wins {
            return 0;
        }
        let mut less = (late.base + log2(depth) * log2(tried as u32 + 1) / SCALE) as i32;
        match promise {
            Promise::Quiet(rank) => less -= rank / RANK,
            Promise::Killer => less += KILLER,
            Promise::Loses => less += LOSES,
            Promise::Wins => (),
        }
        if plan.way.cut {
            less += CUT;
        }
        if !plan.view.rising {
            less += FALLING;
        }
        if plan.best_is_noisy {
            less += NOISY_BEST;
        }
        if !window.is_null() {
            less += ON_PV;
        }
        (less.max(0) as u32 / 256).min(depth.saturating_sub(2))
    }

    /// Whether a move is not searched at all. `rest`: whether quiet ones no longer are.
    pub(super) fn is_left_out(
        &self,
        node: &Node<'_, P>,
        plan: &Plan<P::Move>,
        candidate: &Candidate<P::Move>,
        rest: &mut bool,
    ) -> bool {
        let left_out = match candidate.promise {
            Promise::Quiet(_) | Promise::Killer if *rest => LeftOut::Rest,
            _ => self.not_worth(node, plan, candidate),
        };
        *rest |= left_out == LeftOut::Rest;
        left_out != LeftOut::None && !self.is_spared(node, candidate)
    }

    /// Whether a move is not worth a search: it comes too late, it cannot raise the static value to alpha, its history
    /// is bad, or its exchange loses too much.
    fn not_worth(&self, node: &Node<'_, P>, plan: &Plan<P::Move>, candidate: &Candidate<P::Move>) -> LeftOut {
        let Node { position, depth, window, .. } = *node;
        let Candidate { mv, promise, tried, less } = *candidate;
        let margins = &Self::TACTICS.margins;
        let loses = |loss: i32| self.techniques.has(Technique::Exchanges) && !(Self::TACTICS.wins)(position, mv, -loss);
        let left = (depth - 1).saturating_sub(less);
        let rank = match promise {
            Promise::Wins => return LeftOut::None,
            Promise::Loses if depth <= NOISY_TO && loses(margins.noisy_loss * depth as i32) => return LeftOut::Move,
            Promise::Loses => return LeftOut::None,
            Promise::Killer => 0,
            Promise::Quiet(rank) => rank,
        };
        let enough = (13 + 5 * depth * depth) / if plan.view.rising { 4 } else { 8 };
        let hopeless =
            |opinion: Score| opinion.minus(-margins.below - margins.below_each * left as i32) <= window.alpha;
        if self.techniques.has(Technique::LateMoves) && depth <= QUIET_TO && tried as u32 > enough
            || self.techniques.has(Technique::Futility) && left <= QUIET_TO && plan.view.opinion.is_some_and(hopeless)
        {
            return LeftOut::Rest;
        }
        if self.techniques.has(Technique::LateMoves) && left <= HISTORY_TO && rank < BAD_HISTORY * depth as i32
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
        candidate.promise != Promise::Loses
            && (Self::TACTICS.threatens)(position, candidate.mv)
            && (depth > NOISY_TO || (Self::TACTICS.wins)(position, candidate.mv, most))
    }
}
