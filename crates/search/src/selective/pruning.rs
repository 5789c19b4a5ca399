//! What the selective search looks at more or less deeply than asked, and what it leaves out.

use super::tactical::NodeContext;
use crate::evaluate::Hooks;
use crate::hooks::{Selective, Tactics};
use crate::limits::StoppedBy;
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::table::MATE_PLIES_MAX;
use crate::{Evaluate, Technique};

impl<P: Evaluate> Searcher<'_, P> {
    /// What the game uses.
    pub(super) const USES: Selective<P> = match P::SELECTIVE {
        Some(uses) => uses,
        None => Selective::PLAIN,
    };

    /// Whether it is a game of pieces that take each other.
    pub(super) const IS_TACTICAL: bool = Self::USES.tactics.is_some();

    /// What it tells then. A constant, so that its functions are called directly.
    pub(super) const TACTICS: Tactics<P> = match Self::USES.tactics {
        Some(tactics) => tactics,
        None => Tactics::NONE,
    };

    #[inline]
    pub(super) fn in_check(position: &P) -> bool {
        Self::USES.in_check.is_some_and(|in_check| in_check(position))
    }

    /// Whether a line may be followed a ply further than asked.
    pub(super) fn may_extend(&self, depth: u32, ply: u32) -> bool {
        self.techniques.has(Technique::Extensions)
            && ply < (2 * self.root_depth).min(MATE_PLIES_MAX - depth.min(MATE_PLIES_MAX))
    }

    /// How many plies less deep a move is scouted.
    pub(super) fn reduction(
        &self,
        position: &P,
        mv: P::Move,
        next: &P,
        index: usize,
        depth: u32,
        window: Window,
    ) -> u32 {
        let Some(late) = Self::USES.late_moves.filter(|_| self.techniques.has(Technique::LateMoves)) else { return 0 };
        if depth < late.from
            || index < late.after
            || !position.is_quiet(mv)
            || Self::in_check(next)
            || position.sees_end(depth)
        {
            return 0;
        }
        let reduction = (late.base + log2(depth) * log2(index as u32 + 1) / late.scale) / 256;
        // On the principal variation one is worth looking at more closely.
        reduction.saturating_sub(u32::from(!window.is_null())).min(depth - 1)
    }

    /// The score of a node whose static value is so far above the window that it is believed.
    pub(super) fn reverse_futility(&self, static_eval: Score, depth: u32, window: Window) -> Option<Score> {
        let futility =
            Self::USES.futility.filter(|futility| self.techniques.has(Technique::Futility) && depth <= futility.to)?;
        let sure = static_eval.minus(futility.above * depth as i32);
        (sure >= window.beta).then_some(sure)
    }

    /// The bound of a node that a shallower search finds far outside its null window, and the static value outside.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn multi_probcut(
        &mut self,
        position: &P,
        static_eval: Score,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<Option<Score>, StoppedBy> {
        let Some(probcut) =
            Self::USES.prob_cut.filter(|uses| self.techniques.has(Technique::Probcut) && depth >= uses.from)
        else {
            return Ok(None);
        };
        // About half as deep, and as even: who moves last has the better of it.
        let shallow = depth / 4 * 2 + depth % 2;
        let margin = (probcut.margin)(position, shallow, depth);
        let within_reach = |score: Score| P::KNOWLEDGE.points.is_none_or(|points| score.value().abs() < points.most);
        if static_eval >= window.beta {
            let beta = window.beta.plus(margin);
            if !within_reach(beta) {
                return Ok(None);
            }
            let value = self.search(
                position,
                shallow,
                ply,
                Window { alpha: beta.just_below(), beta },
                NodeContext::after_move(true),
            )?;
            Ok((value >= beta).then_some(window.beta))
        } else {
            let alpha = window.alpha.minus(margin);
            if !within_reach(alpha) {
                return Ok(None);
            }
            let value = self.search(
                position,
                shallow,
                ply,
                Window { alpha, beta: alpha.just_above() },
                NodeContext::after_move(false),
            )?;
            Ok((value <= alpha).then_some(window.alpha))
        }
    }

    /// What a quiet move is guessed to be worth at most, if it is not looked at: it comes too late, or the static value
    /// is too far below the window.
    pub(super) fn left_out(&self, static_eval: Score, index: usize, depth: u32, window: Window) -> Option<Score> {
        if let Some(late) = Self::USES.late_moves.filter(|_| self.techniques.has(Technique::LateMoves))
            && depth <= late.leave_out_to
            && index as u32 > late.count + depth * depth
        {
            return Some(window.alpha);
        }
        let futility =
            Self::USES.futility.filter(|futility| self.techniques.has(Technique::Futility) && depth <= futility.to)?;
        let futility_value = static_eval.plus(futility.below * depth as i32);
        (futility_value <= window.alpha).then_some(futility_value)
    }
}

/// The logarithm to base 2, in 1/256: exact at powers of two and linear between them.
pub(super) const fn log2(number: u32) -> u32 {
    let whole = number.ilog2();
    256 * whole + ((256 * (number as u64 - (1 << whole))) >> whole) as u32
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
