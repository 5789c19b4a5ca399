//! The quiescence search of tactical games: captures below the last ply. In check it tries evasions until one is known
//! not to lose, and a few more, so that wins and losses are real. It skips captures that lose their exchange or cannot
//! raise alpha.

use super::picker::MoveClass;
use super::tactical::{Best, refined};
use crate::Evaluate;
use crate::hooks::{Forced, ForcedOf, Tactical, TacticsOf};
use crate::known_values::entry_key;
use crate::limits::Searched;
use crate::score::{Bound, Score, Turn, Value, Window};
use crate::searcher::Searcher;

impl<P: Evaluate> Searcher<'_, P> {
    /// The value of a leaf at distance `ply` from the root. The caller has counted it and checked that the game goes
    /// on.
    pub(super) fn qsearch(&mut self, position: &P, ply: u32, window: Window) -> Searched {
        self.qsearch_below(position, ply, Self::NUMBERS.quiescence.lines, window)
    }

    /// The value of a leaf, or of a node below one from which this many lines may be followed.
    fn qsearch_below(&mut self, position: &P, ply: u32, lines: Option<u32>, window: Window) -> Searched {
        // The end of the stack.
        if ply as usize + 2 >= self.selective.stack.len() {
            return Ok(Value::estimate(position.evaluate()));
        }

        // Transposition table.
        let key = entry_key(position, self.history, 0);
        let known = self.table.probe(key.hash());
        if let Some(score) = known.and_then(|known| known.selective_cutoff(0, window.to_table(ply)))
            && window.is_null()
        {
            return Ok(Value::estimate(score.from_table(ply)));
        }

        // Stand pat: the side to move need not capture, unless it is in check.
        let in_check = ForcedOf::<P>::in_check(position);
        let static_eval = |searcher: &mut Self| searcher.corrected(TacticsOf::<P>::correction_keys(position), position);
        let stand_pat = if in_check { None } else { Some(refined(static_eval(self), known)) };
        if let Some(score) = stand_pat.filter(|score| *score >= window.beta) {
            return Ok(Value::estimate(score));
        }

        // The moves. The result is stored unless the table already has a deeper one.
        let best_slot = known.and_then(|known| known.best).map(|best| key.actual_slot(best));
        let (best, best_move) = self.qsearch_moves(position, ply, lines, window, stand_pat, best_slot)?;
        if known.is_none_or(|known| known.depth == 0) {
            let bound = Bound::of(best.score, window.alpha, window.beta);
            self.store(key, ply, 0, Value::estimate(best.score), bound, best_move);
        }
        Ok(best)
    }

    /// Tries evasions in check, otherwise captures, which have to beat the `stand_pat` score, unless there are more of
    /// them than lines left. Returns the best value, and its move if it is above alpha.
    fn qsearch_moves(
        &mut self,
        position: &P,
        ply: u32,
        lines: Option<u32>,
        mut window: Window,
        stand_pat: Option<Score>,
        best_slot: Option<u16>,
    ) -> Searched<Best<P::Move>> {
        let in_check = stand_pat.is_none();
        let delta_base = stand_pat.map_or(Score::MAX, |score| score.plus(Self::NUMBERS.quiescence.delta_margin));
        let mut best = stand_pat.map_or(Value::proven(Score::MIN), Value::estimate);
        window.alpha = window.alpha.max(best.score);
        let first = self.moves.len();
        if in_check {
            position.legal_moves(&mut self.moves);
        } else {
            TacticsOf::<P>::push_captures(position, &mut self.moves);
        }
        let moves = (self.moves.len() - first) as u32;
        let lines_below = lines.map(|lines| lines / moves.max(1));
        if lines_below == Some(0) {
            self.moves.truncate(first);
            return Ok((Value::estimate(stand_pat.unwrap_or_else(|| position.evaluate())), None));
        }
        let mut picker = self.begin_listed(position, first, best_slot);
        let (mut best_move, mut evasions) = (None, 0);
        while let Some((index, class)) = self.next_move(position, &mut picker, ply) {
            let mv = self.moves[index];
            // The best score of a node in check begins as a proven loss.
            if !best.score.is_proven() {
                // Late move pruning of evasions. Skipped evasions count as if they did not exceed alpha.
                evasions += u32::from(!matches!(class, MoveClass::GoodCapture));
                if in_check && evasions > Self::NUMBERS.quiescence.quiet_evasions {
                    best = Value::estimate(best.score.max(window.alpha));
                    break;
                }
                // SEE pruning of captures.
                if !in_check && class == MoveClass::BadCapture {
                    best.proven = false;
                    break;
                }
                // Delta pruning.
                let bound = delta_base.plus(TacticsOf::<P>::capture_value(position, mv));
                if !in_check && bound <= window.alpha {
                    best.score = best.score.max(bound);
                    continue;
                }
            }
            let value = self.qsearch_child(position, mv, &position.after(mv), ply, lines_below, window)?;
            best.proven &= value.proven;
            if value.score > best.score {
                best.score = value.score;
                if best.score > window.alpha {
                    (window.alpha, best_move) = (best.score, Some(mv));
                    if best.score >= window.beta {
                        best.proven = value.proven;
                        break;
                    }
                }
            }
        }
        self.moves.truncate(first);
        Ok((best, best_move))
    }

    /// The value of a child of a node at distance `ply`, for the side that moves to it, by quiescence along this many
    /// lines.
    pub(super) fn qsearch_child(
        &mut self,
        position: &P,
        mv: P::Move,
        next: &P,
        ply: u32,
        lines: Option<u32>,
        window: Window,
    ) -> Searched {
        self.prefetch(next, 0);
        self.selective.stack[ply as usize].piece_to = TacticsOf::<P>::piece_to(position, mv);
        self.meter.visit_quiescence(ply + 1)?;
        let turn = Turn::after(position, next);
        let value = match self.known_value(next, ply + 1) {
            Some(value) => value,
            None => self.qsearch_below(next, ply + 1, lines, turn.window(window))?,
        };
        Ok(turn.value(value))
    }
}
