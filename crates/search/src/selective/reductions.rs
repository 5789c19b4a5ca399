//! Late move reductions: moves late in the order are scouted with less depth.

use super::picker::MoveClass;
use super::search::Node;
use super::tactical::Plan;
use crate::evaluate::Hooks;
use crate::hooks::LateMoveReductions;
use crate::score::Window;
use crate::searcher::Searcher;
use crate::{Evaluate, Technique};

impl<P: Evaluate> Searcher<'_, P> {
    /// The reduction of the `index`-th move of a node, in plies: at the root, and in games without tactics.
    pub(super) fn reduction(
        &self,
        position: &P,
        mv: P::Move,
        next: &P,
        index: usize,
        depth: u32,
        window: Window,
    ) -> u32 {
        let Some(late) = self.late_move_reductions(depth, index) else { return 0 };
        if !position.is_quiet(mv) || Self::in_check(next) || position.sees_end(depth) {
            return 0;
        }
        let reduction = scaled(late, late.scale, depth, index) / 256;
        // A ply less on the principal variation.
        reduction.saturating_sub(u32::from(!window.is_null())).min(depth - 1)
    }

    /// The reduction of a move in a tactical game, by its class.
    pub(super) fn tactical_reduction(
        &self,
        node: &Node<'_, P>,
        plan: &Plan<P::Move>,
        class: MoveClass,
        tried: usize,
        window: Window,
    ) -> u32 {
        let depth = node.depth;
        let Some(late) = self.late_move_reductions(depth, tried).filter(|_| class != MoveClass::GoodCapture) else {
            return 0;
        };
        let parameters = Self::parameters().reductions;
        let mut reduction = scaled(late, parameters.scale, depth, tried) as i32;
        match class {
            MoveClass::Quiet(score) => reduction -= score / parameters.history_divisor,
            MoveClass::Killer => reduction += parameters.killer,
            MoveClass::BadCapture => reduction += parameters.bad_capture,
            MoveClass::GoodCapture => (),
        }
        if plan.context.cut_node {
            reduction += parameters.cut_node;
        }
        if !plan.eval.improving {
            reduction += parameters.not_improving;
        }
        if plan.noisy_table_move {
            reduction += parameters.noisy_table_move;
        }
        if !window.is_null() {
            reduction += parameters.pv_node;
        }
        (reduction.max(0) as u32 / 256).min(depth.saturating_sub(2))
    }

    /// The game's reductions, if they apply to a move after `tried` others.
    fn late_move_reductions(&self, depth: u32, tried: usize) -> Option<LateMoveReductions> {
        let late = Self::USES.late_move_reductions.filter(|_| self.techniques.has(Technique::LateMoves))?;
        (depth >= late.min_depth && tried >= late.min_moves).then_some(late)
    }
}

/// In 1/256 ply.
const fn scaled(late: LateMoveReductions, scale: u32, depth: u32, tried: usize) -> u32 {
    late.base + log2(depth) * log2(tried as u32 + 1) / scale
}

/// The logarithm to base 2, in 1/256: exact at powers of two and linear between them.
const fn log2(number: u32) -> u32 {
    let floor = number.ilog2();
    256 * floor + ((256 * (number as u64 - (1 << floor))) >> floor) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_exact_at_powers_of_two_and_grow_between() {
        assert_eq!([1, 2, 4, 64].map(log2), [0, 256, 512, 1536]);
        assert!((1..200).map(log2).is_sorted());
    }
}
