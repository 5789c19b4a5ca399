//! The quiescence search of tactical games: captures beyond the depth, and evasions of check, so that wins and losses
//! are real. Captures that lose their exchange, or cannot raise alpha, are skipped.

use super::picker::{MoveClass, PickOrder};
use crate::Evaluate;
use crate::evaluate::Hooks;
use crate::limits::StoppedBy;
use crate::lookup::entry_key;
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::table::{Bound, TableEntry};

impl<P: Evaluate> Searcher<'_, P> {
    /// The value of a leaf at distance `ply` from the root, which has been counted.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn qsearch(&mut self, position: &P, ply: u32, window: Window) -> Result<Score, StoppedBy> {
        // The game can be over only in check, or where the rules count quiet moves.
        let in_check = Self::in_check(position);
        if (in_check || position.quiet_plies_left() == 0)
            && let Some(score) = self.exact(position, ply)
        {
            return Ok(score);
        }
        if ply as usize + 2 >= self.stack.len() {
            return Ok(self.evaluate(position));
        }

        // Transposition table.
        let key = entry_key(position, self.history, 0);
        let known = self.table.probe(key.hash());
        if let Some(score) = known.and_then(|known| known.selective_cutoff(0, window.to_tt(ply)))
            && window.is_null()
        {
            self.heuristic_used = true;
            return Ok(score.from_tt(ply));
        }

        // Stand pat.
        let stand_pat = if in_check { None } else { Some(self.stand_pat(position, known)) };
        if let Some(value) = stand_pat.filter(|value| *value >= window.beta) {
            return Ok(value);
        }

        let best_slot = known.and_then(|known| known.best).map(|best| key.actual_slot(best));
        let (best, best_move) = self.qsearch_moves(position, ply, window, stand_pat, best_slot)?;
        if known.is_none_or(|known| known.depth == 0) {
            let bound = Bound::of(best, window.alpha, window.beta);
            let best_slot = best_move.and_then(|mv| P::stored_slot(key, mv));
            let score = best.to_tt(ply);
            self.table.store(key.hash(), TableEntry { score, bound, depth: 0, complete: false, best: best_slot });
        }
        Ok(best)
    }

    /// Tries every evasion in check, else captures beside the `stand_pat` value: the best value, and its move if it is
    /// above alpha.
    fn qsearch_moves(
        &mut self,
        position: &P,
        ply: u32,
        mut window: Window,
        stand_pat: Option<Score>,
        best_slot: Option<u16>,
    ) -> Result<(Score, Option<P::Move>), StoppedBy> {
        let in_check = stand_pat.is_none();
        let delta_base = stand_pat.map_or(Score::MAX, |value| value.plus(Self::parameters().quiescence.delta_margin));
        let mut best = stand_pat.unwrap_or(Score::MIN);
        window.alpha = window.alpha.max(best);
        let first = self.moves.len();
        if in_check {
            position.legal_moves(&mut self.moves);
        } else {
            Self::tactics().push_captures(position, &mut self.moves);
        }
        let mut picker = self.begin_listed(position, first, best_slot);
        let (mut best_move, mut quiet) = (None, 0);
        while let Some((index, class)) = self.next_move(position, &mut picker, ply, PickOrder::BestFirst) {
            let mv = self.moves[index];
            if !best.is_proven() {
                // Late move pruning of evasions, SEE pruning of captures.
                quiet += u32::from(!matches!(class, MoveClass::GoodCapture));
                if in_check && quiet > Self::parameters().quiescence.quiet_evasions
                    || !in_check && class == MoveClass::BadCapture
                {
                    break;
                }
                // Delta pruning.
                let bound = delta_base.plus(Self::tactics().capture_value(position, mv));
                if !in_check && bound <= window.alpha {
                    best = best.max(bound);
                    continue;
                }
            }
            let value = self.qsearch_child(position, mv, &position.after(mv), ply, window)?;
            if value > best {
                best = value;
                if value > window.alpha {
                    (window.alpha, best_move) = (value, Some(mv));
                    if value >= window.beta {
                        break;
                    }
                }
            }
        }
        self.moves.truncate(first);
        Ok((best, best_move))
    }

    /// The value of a child of a node at distance `ply`, for the side that moves to it, by quiescence.
    pub(super) fn qsearch_child(
        &mut self,
        position: &P,
        mv: P::Move,
        next: &P,
        ply: u32,
        window: Window,
    ) -> Result<Score, StoppedBy> {
        self.prefetch(next, 0);
        self.stack[ply as usize].piece_to = Self::tactics().piece_to(position, mv);
        self.visit_quiescence(ply + 1)?;
        if next.side_to_move() == position.side_to_move() {
            self.qsearch(next, ply + 1, window)
        } else {
            Ok(-self.qsearch(next, ply + 1, window.flipped())?)
        }
    }

    /// The static evaluation, as the value of making no capture.
    fn stand_pat(&mut self, position: &P, known: Option<TableEntry>) -> Score {
        self.heuristic_used = true;
        let correction_keys = Self::tactics().correction_keys(position);
        refined(self.corrected(correction_keys, position), known)
    }
}

/// A static evaluation, or the value of the table entry if its bound says that it is nearer the truth.
pub(super) fn refined(static_eval: Score, known: Option<TableEntry>) -> Score {
    match known {
        Some(TableEntry { score, bound, .. })
            if !score.is_proven()
                && match bound {
                    Bound::Exact => true,
                    Bound::Lower => score > static_eval,
                    Bound::Upper => score < static_eval,
                } =>
        {
            score
        }
        _ => static_eval,
    }
}
