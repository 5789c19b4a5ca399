//! Pruning by static evaluations, move counts, histories and static exchange evaluation: of nodes, and of moves.

use super::picker::MoveClass;
use super::search::Node;
use super::tactical::{Candidate, Plan};
use crate::limits::StoppedBy;
use crate::score::Score;
use crate::searcher::Searcher;
use crate::{Evaluate, Technique};

/// Whether a move is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Search,
    /// The move is skipped.
    Skip,
    /// The move is skipped, and so are all quiet ones after it.
    SkipQuiets,
}

/// Node pruning.
impl<P: Evaluate> Searcher<'_, P> {
    /// Reverse futility pruning, also called static null move pruning: a static evaluation that exceeds beta by a
    /// margin is returned, less the margin.
    pub(super) fn reverse_futility(&self, node: &Node<'_, P>, static_eval: Score, improving: bool) -> Option<Score> {
        let Node { position, depth, window, .. } = *node;
        let parameters = Self::USES.reverse_futility.filter(|_| self.techniques.has(Technique::Futility))?;
        if depth > parameters.max_depth {
            return None;
        }
        let mut value = static_eval.minus(parameters.margin * (depth - u32::from(improving)) as i32);
        if Self::IS_TACTICAL && value >= window.beta && Self::tactics().is_threatened(position) {
            value = value.minus(parameters.threat_margin);
        }
        (value >= window.beta).then_some(value)
    }

    /// Razoring (Birmingham and Kent 1977): a static evaluation far below alpha is left to the quiescence search.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn razoring(&mut self, node: &Node<'_, P>, static_eval: Score) -> Result<Option<Score>, StoppedBy> {
        let Node { position, depth, ply, window, .. } = *node;
        let parameters = Self::parameters().razoring;
        if !self.techniques.has(Technique::Futility)
            || depth > parameters.max_depth
            || static_eval.plus(parameters.margin * depth as i32) > window.alpha
        {
            return Ok(None);
        }
        let value = self.qsearch(position, ply, window)?;
        Ok((value <= window.alpha).then_some(value))
    }
}

/// Move pruning.
impl<P: Evaluate> Searcher<'_, P> {
    /// Late move pruning, also called move count pruning: whether a quiet move is skipped after `tried` others.
    pub(super) fn late_move_pruned(&self, depth: u32, tried: usize, improving: bool) -> bool {
        let Some(parameters) = Self::USES.late_move_pruning.filter(|_| self.techniques.has(Technique::LateMoves))
        else {
            return false;
        };
        let divisor = if improving { parameters.divisor_improving } else { parameters.divisor };
        let most = (parameters.base + parameters.per_depth_squared * depth * depth) / divisor;
        depth <= parameters.max_depth && tried as u32 > most
    }

    /// Futility pruning (Schaeffer 1986, Heinz 1998): the most that a quiet move is expected to be worth at this depth.
    /// If it does not exceed alpha, the move is skipped.
    pub(super) fn futility_value(&self, static_eval: Score, depth: u32) -> Option<Score> {
        let parameters = Self::USES.futility.filter(|_| self.techniques.has(Technique::Futility))?;
        (depth <= parameters.max_depth).then(|| static_eval.plus(parameters.base + parameters.margin * depth as i32))
    }

    /// Whether a move of a tactical game is skipped. Sets `skip_quiets` once all further quiet moves are.
    pub(super) fn is_skipped(
        &self,
        node: &Node<'_, P>,
        plan: &Plan<P::Move>,
        candidate: &Candidate<P::Move>,
        skip_quiets: &mut bool,
    ) -> bool {
        let verdict = match candidate.class {
            MoveClass::Quiet(_) | MoveClass::Killer if *skip_quiets => Verdict::SkipQuiets,
            MoveClass::Quiet(score) => self.prune_quiet(node, plan, candidate, score),
            MoveClass::Killer => self.prune_quiet(node, plan, candidate, 0),
            MoveClass::BadCapture => self.prune_capture(node, candidate),
            MoveClass::GoodCapture => Verdict::Search,
        };
        *skip_quiets |= verdict == Verdict::SkipQuiets;
        verdict != Verdict::Search && !self.is_spared(node, candidate)
    }

    /// SEE pruning of a capture that loses its exchange.
    fn prune_capture(&self, node: &Node<'_, P>, candidate: &Candidate<P::Move>) -> Verdict {
        let Node { position, depth, .. } = *node;
        let see = Self::parameters().see_pruning;
        let loses = || self.loses_exchange(position, candidate.mv, see.capture_margin * depth as i32);
        if depth <= see.capture_max_depth && loses() { Verdict::Skip } else { Verdict::Search }
    }

    /// Late move pruning, futility pruning, history pruning and SEE pruning of a quiet move with this score.
    fn prune_quiet(
        &self,
        node: &Node<'_, P>,
        plan: &Plan<P::Move>,
        candidate: &Candidate<P::Move>,
        score: i32,
    ) -> Verdict {
        let Node { position, depth, window, .. } = *node;
        let Candidate { mv, tried, reduction, .. } = *candidate;
        let parameters = Self::parameters();
        let reduced = (depth - 1).saturating_sub(reduction);

        // Late move pruning, futility pruning.
        let futility_value = || plan.eval.refined.and_then(|static_eval| self.futility_value(static_eval, reduced));
        if self.late_move_pruned(depth, tried, plan.eval.improving)
            || futility_value().is_some_and(|value| value <= window.alpha)
        {
            return Verdict::SkipQuiets;
        }

        // History pruning.
        let history = parameters.history_pruning;
        if self.techniques.has(Technique::LateMoves)
            && reduced <= history.max_depth
            && score < history.limit * depth as i32
        {
            return Verdict::Skip;
        }

        // SEE pruning.
        let see = parameters.see_pruning;
        let loses = || self.loses_exchange(position, mv, see.quiet_margin * (reduced * reduced) as i32);
        if reduced <= see.quiet_max_depth && loses() { Verdict::Skip } else { Verdict::Search }
    }

    fn loses_exchange(&self, position: &P, mv: P::Move, margin: i32) -> bool {
        self.techniques.has(Technique::Exchanges) && !Self::tactics().see_ge(position, mv, -margin)
    }

    /// Whether a quiet move is searched after all, because it gives check and does not lose too much.
    fn is_spared(&self, node: &Node<'_, P>, candidate: &Candidate<P::Move>) -> bool {
        let Node { position, depth, .. } = *node;
        let see = Self::parameters().see_pruning;
        candidate.class != MoveClass::BadCapture
            && Self::tactics().gives_check(position, candidate.mv)
            && (depth > see.capture_max_depth
                || Self::tactics().see_ge(position, candidate.mv, -see.capture_margin * depth as i32))
    }
}
