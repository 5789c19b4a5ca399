//! What settles a whole node before any of its moves is searched in full.

use super::node::{View, Way};
use crate::evaluate::Hooks;
use crate::limits::StoppedBy;
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::selective::search::{Child, Node};
use crate::table::{Bound, TableEntry};
use crate::{Evaluate, Technique};

/// Razoring and reverse futility up to these depths.
const RAZOR_TO: u32 = 3;
const ABOVE_TO: u32 = 8;
/// Passing from this depth on; from the second one on, what it shows is verified by a search without.
const PASS_FROM: u32 = 3;
const VERIFY_FROM: u32 = 10;
/// What is searched after a pass is so much less deep, in 1/256 ply: so much anyway, and so much for each ply of depth.
const PASS_LESS: u32 = 944;
const PASS_LESS_EACH: u32 = 78;
/// It is a ply less deep yet for each such lead of the static value over beta, in its unit; three at most.
const LEAD: i32 = 173;
/// ProbCut from this depth on, by searches so much less deep.
const PROBABLE_FROM: u32 = 5;
const PROBABLE_LESS: u32 = 4;

impl<P: Evaluate> Searcher<'_, P> {
    /// The value of a node whose moves need no search, as far as static values and shallow searches tell.
    pub(super) fn as_a_whole(
        &mut self,
        node: &Node<'_, P>,
        view: &View,
        known: Option<TableEntry>,
        way: Way<P::Move>,
    ) -> Result<Option<Score>, StoppedBy> {
        let asked = node.window.is_null() && way.without.is_none() && !node.window.beta.is_proven();
        let opinion = view.opinion.filter(|_| asked);
        if let Some(score) = opinion.and_then(|opinion| self.believed(node, opinion, view.rising)) {
            self.stats.leaves += 1;
            self.heuristic_used = true;
            return Ok(Some(score));
        }
        self.stats.interior += 1;
        match opinion {
            Some(opinion) => self.settled(node, known, opinion, way),
            None => Ok(None),
        }
    }

    /// A static value so far above the window that it is believed (reverse futility).
    fn believed(&self, node: &Node<'_, P>, opinion: Score, rising: bool) -> Option<Score> {
        let Node { position, depth, window, .. } = *node;
        if !self.techniques.has(Technique::Futility) || depth > ABOVE_TO {
            return None;
        }
        let margins = &Self::TACTICS.margins;
        let mut sure = opinion.minus(margins.above * (depth - u32::from(rising)) as i32);
        if sure >= window.beta && (Self::TACTICS.is_endangered)(position) {
            sure = sure.minus(margins.endangered);
        }
        (sure >= window.beta).then_some(sure)
    }

    /// The value of a node outside its window, as far as shallow searches tell. `opinion` is its static value.
    fn settled(
        &mut self,
        node: &Node<'_, P>,
        known: Option<TableEntry>,
        opinion: Score,
        way: Way<P::Move>,
    ) -> Result<Option<Score>, StoppedBy> {
        let Node { position, depth, ply, window, .. } = *node;
        let lowest = opinion.minus(-Self::TACTICS.margins.razor * depth as i32);
        if self.techniques.has(Technique::Futility) && depth <= RAZOR_TO && lowest <= window.alpha {
            let value = self.settle(position, ply, window)?;
            if value <= window.alpha {
                return Ok(Some(value));
            }
        }
        if self.techniques.has(Technique::NullMove)
            && way.may_pass
            && depth >= PASS_FROM
            && opinion >= window.beta
            && let Some(passed) = (Self::TACTICS.pass)(position)
            && let Some(value) = self.pass(node, &passed, opinion, way)?
        {
            return Ok(Some(value));
        }
        if self.techniques.has(Technique::Probcut) && depth >= PROBABLE_FROM {
            return self.probable(node, known, opinion, way);
        }
        Ok(None)
    }

    /// Passes: who stands above beta even then stands there with a move (null move; Beal 1989, Donninger 1993).
    fn pass(
        &mut self,
        node: &Node<'_, P>,
        passed: &P,
        opinion: Score,
        way: Way<P::Move>,
    ) -> Result<Option<Score>, StoppedBy> {
        let Node { position, depth, ply, window, .. } = *node;
        let lead = (256 * (opinion.raw() - window.beta.raw()) / LEAD).clamp(0, 3 * 256) as u32;
        let left = depth.saturating_sub((PASS_LESS + PASS_LESS_EACH * depth + lead) / 256);
        let scout = Window { alpha: window.beta.just_below(), beta: window.beta };
        self.stack[ply as usize].kind = self.histories.no_kind();
        let next = Way { may_pass: false, ..Way::played(!way.cut) };
        let value = -self.selective(passed, left, ply + 1, scout.flipped(), next)?;
        self.heuristic_used = true;
        if value < window.beta {
            return Ok(None);
        }
        if depth >= VERIFY_FROM {
            let verified = self.selective(position, left.max(1), ply, scout, Way { may_pass: false, ..way })?;
            if verified < window.beta {
                return Ok(None);
            }
        }
        // Nobody wins by passing.
        Ok(Some(if value.is_proven() { window.beta } else { value }))
    }

    /// A capture that stands well above beta in a shallow search (ProbCut; Buro 1995).
    fn probable(
        &mut self,
        node: &Node<'_, P>,
        known: Option<TableEntry>,
        opinion: Score,
        way: Way<P::Move>,
    ) -> Result<Option<Score>, StoppedBy> {
        let Node { position, depth, ply, window, key, .. } = *node;
        let goal = window.beta.minus(-Self::TACTICS.margins.probable);
        if known.is_some_and(|known| known.depth + PROBABLE_LESS > depth && known.score < goal) {
            return Ok(None);
        }
        let scout = Window { alpha: goal.just_below(), beta: goal };
        let first = self.moves.len();
        (Self::TACTICS.captures)(position, &mut self.moves);
        let end = self.moves.len();
        let mut found = None;
        for index in first..end {
            let mv = self.moves[index];
            if !(Self::TACTICS.wins)(position, mv, goal.raw() - opinion.raw()) {
                continue;
            }
            let next = position.after(mv);
            let mut value = self.settle_after(position, mv, &next, ply, scout)?;
            if value >= goal {
                let turns = next.side_to_move() != position.side_to_move();
                let less = depth - PROBABLE_LESS;
                let child = Child { next: &next, turns, depth: less, less: 0, first: true, cut: way.cut };
                value = self.try_child(&child, ply, scout)?;
            }
            if value >= goal {
                found = Some((mv, value));
                break;
            }
        }
        self.moves.truncate(first);
        let Some((mv, value)) = found else { return Ok(None) };
        self.heuristic_used = true;
        let best = (P::SLOTS > 0).then(|| key.canonical_slot(P::slot(mv)));
        let depth = depth + 1 - PROBABLE_LESS;
        let known = TableEntry { score: value.to_tt(ply), bound: Bound::Lower, depth, complete: false, best };
        self.table.store(key.hash(), known);
        Ok(Some(value))
    }
}
