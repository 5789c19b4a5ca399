//! A node's moves, tried one after the other.

use super::late::Candidate;
use super::node::Plan;
use super::picking::{Picker, SKIPPED};
use crate::Evaluate;
use crate::evaluate::Hooks;
use crate::limits::StoppedBy;
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::selective::search::{Child, Node};

impl<P: Evaluate> Searcher<'_, P> {
    /// Tries a node's moves, as many as it takes: the best value, and its move if it is above alpha.
    pub(super) fn search_moves(
        &mut self,
        node: &Node<'_, P>,
        plan: &Plan<P::Move>,
        picker: &mut Picker,
    ) -> Result<(Score, Option<P::Move>), StoppedBy> {
        let Node { position, ply, mut window, .. } = *node;
        let (mut best, mut best_move, mut tried, mut rest) = (Score::MIN, None, 0, false);
        loop {
            if rest && tried > 0 && !best.is_proven() {
                self.skip_quiets(position, picker);
            }
            let Some((index, class)) = self.next_move(position, picker, ply, !rest) else {
                self.stats.legal_moves += self.count_moves(position, picker) as u64;
                break;
            };
            let mv = self.moves[index];
            if plan.context.excluded == Some(mv) {
                self.scores[index] = SKIPPED;
                continue;
            }
            let reduction = self.tactical_reduction(plan, class, tried, node.depth, window);
            let candidate = Candidate { mv, class, tried, reduction };
            if tried > 0 && !best.is_proven() && self.is_left_out(node, plan, &candidate, &mut rest) {
                self.heuristic_used = true;
                self.scores[index] = SKIPPED;
                best = best.max(window.alpha);
                continue;
            }
            let value = self.search_move(node, plan, &candidate, window)?;
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

    fn search_move(
        &mut self,
        node: &Node<'_, P>,
        plan: &Plan<P::Move>,
        candidate: &Candidate<P::Move>,
        window: Window,
    ) -> Result<Score, StoppedBy> {
        let Node { position, ply, .. } = *node;
        let Candidate { mv, tried, reduction, .. } = *candidate;
        self.stack[ply as usize].piece_to = (Self::TACTICS.piece_to)(position, mv);
        let next = position.after(mv);
        self.prefetch(&next, node.depth - 1);
        let change = if tried == 0 { plan.singular } else { 0 };
        let turns = next.side_to_move() != position.side_to_move();
        let reduction = if Self::in_check(&next) { reduction.saturating_sub(1) } else { reduction };
        let depth = (node.depth - 1).saturating_add_signed(change);
        let child = Child {
            next: &next,
            turns,
            depth,
            reduction: reduction.min(depth),
            first: tried == 0,
            cut_node: plan.context.cut_node,
        };
        self.search_child(&child, ply, window)
    }

    /// Remembers that the move at `index` cut off, and those searched before it did not.
    fn learn(&mut self, node: &Node<'_, P>, first: usize, index: usize) {
        let Node { position, depth, ply, .. } = *node;
        let bonus = (150 * depth as i32 - 60).min(1950);
        let contexts = self.histories.contexts(&self.stack, ply);
        let side = position.side_to_move().index() * P::SLOTS;
        let good = self.moves[index];
        let quiet = (Self::TACTICS.capture_value)(position, good) == 0;
        if quiet {
            self.stack[ply as usize].killer = Some(good);
        }
        for place in first..=index {
            let mv = self.moves[place];
            let bonus = if place == index { bonus } else { -bonus };
            let piece_to = (Self::TACTICS.piece_to)(position, mv);
            if place < index && self.scores[place] == SKIPPED {
                continue;
            }
            if (Self::TACTICS.capture_value)(position, mv) > 0 {
                self.histories.learn_noisy(piece_to, bonus);
            } else if quiet {
                self.histories.learn_quiet(side + P::slot(mv), piece_to, contexts, bonus);
            }
        }
    }
}
