//! A node's moves, tried one after the other.

use super::late::Candidate;
use super::node::Plan;
use super::picking::{PASSED_OVER, Picker};
use crate::Evaluate;
use crate::evaluate::Hooks;
use crate::limits::StoppedBy;
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::selective::search::{Child, Node};

impl<P: Evaluate> Searcher<'_, P> {
    /// Tries a node's moves, as many as it takes: the best value, and its move if it is above alpha.
    pub(super) fn try_ranked(
        &mut self,
        node: &Node<'_, P>,
        plan: &Plan<P::Move>,
        picker: &mut Picker,
    ) -> Result<(Score, Option<P::Move>), StoppedBy> {
        let Node { position, ply, mut window, .. } = *node;
        let (mut best, mut best_move, mut tried, mut rest) = (Score::MIN, None, 0, false);
        loop {
            if rest && tried > 0 && !best.is_proven() {
                self.pass_over(position, picker);
            }
            let Some((index, promise)) = self.next_move(position, picker, ply, !rest) else {
                self.stats.legal_moves += self.count_moves(position, picker) as u64;
                break;
            };
            let mv = self.moves[index];
            if plan.way.without == Some(mv) {
                self.ranks[index] = PASSED_OVER;
                continue;
            }
            let less = self.less_depth(plan, promise, tried, node.depth, window);
            let candidate = Candidate { mv, promise, tried, less };
            if tried > 0 && !best.is_proven() && self.is_left_out(node, plan, &candidate, &mut rest) {
                self.heuristic_used = true;
                self.ranks[index] = PASSED_OVER;
                best = best.max(window.alpha);
                continue;
            }
            let value = self.try_ranked_move(node, plan, &candidate, window)?;
            tried += 1;
            if value <= best {
                continue;
            }
            best = value;
            if value > window.alpha {
                (window.alpha, best_move) = (value, Some(mv));
                self.pv.extend(ply, mv);
                if value >= window.beta {
                    let legal = self.count_moves(position, picker);
                    self.stats.legal_moves += legal as u64;
                    self.stats.cut_off(position.side_to_move(), self.max_side, tried, legal);
                    self.learn(node, picker.first, index);
                    break;
                }
            }
        }
        // Without the one move that there is, nothing is known.
        if tried == 0 {
            best = window.alpha;
        }
        Ok((best, best_move))
    }

    fn try_ranked_move(
        &mut self,
        node: &Node<'_, P>,
        plan: &Plan<P::Move>,
        candidate: &Candidate<P::Move>,
        window: Window,
    ) -> Result<Score, StoppedBy> {
        let Node { position, ply, .. } = *node;
        let Candidate { mv, tried, less, .. } = *candidate;
        self.stack[ply as usize].kind = (Self::TACTICS.kind)(position, mv);
        let next = position.after(mv);
        self.prefetch(&next, node.depth - 1);
        let change = if tried == 0 { plan.singular } else { 0 };
        let turns = next.side_to_move() != position.side_to_move();
        let less = if Self::must_answer(&next) { less.saturating_sub(1) } else { less };
        let depth = (node.depth - 1).saturating_add_signed(change);
        let child = Child { next: &next, turns, depth, less: less.min(depth), first: tried == 0, cut: plan.way.cut };
        self.try_child(&child, ply, window)
    }

    /// Remembers that the move at `index` cut off, and those searched before it did not.
    fn learn(&mut self, node: &Node<'_, P>, first: usize, index: usize) {
        let Node { position, depth, ply, .. } = *node;
        let bonus = (150 * depth as i32 - 60).min(1950);
        let contexts = self.histories.contexts(&self.stack, ply);
        let side = position.side_to_move().index() * P::SLOTS;
        let good = self.moves[index];
        let quiet = (Self::TACTICS.gain)(position, good) == 0;
        if quiet {
            self.stack[ply as usize].killer = Some(good);
        }
        for place in first..=index {
            let mv = self.moves[place];
            let bonus = if place == index { bonus } else { -bonus };
            let kind = (Self::TACTICS.kind)(position, mv);
            if place < index && self.ranks[place] == PASSED_OVER {
                continue;
            }
            if (Self::TACTICS.gain)(position, mv) > 0 {
                self.histories.learn_noisy(kind, bonus);
            } else if quiet {
                self.histories.learn_quiet(side + P::slot(mv), kind, contexts, bonus);
            }
        }
    }
}
