//! What is looked at beyond the depth. Answers to threats are searched in
//! full, so that wins and losses it claims are real; otherwise exchanges that lose, or could not change a thing, are
//! left out.

use super::picking::Promise;
use crate::Evaluate;
use crate::evaluate::Hooks;
use crate::limits::StoppedBy;
use crate::lookup::entry_key;
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::table::{Bound, TableEntry};

/// So many answers that take nothing are tried, once one is known not to lose by force.
const ANSWERS: u32 = 2;

impl<P: Evaluate> Searcher<'_, P> {
    /// The value of a leaf at distance `ply` from the root, which has been counted.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(in crate::selective) fn settle(&mut self, position: &P, ply: u32, window: Window) -> Result<Score, StoppedBy> {
        let pressed = Self::must_answer(position);
        if (pressed || position.quiet_plies_left() == 0)
            && let Some(score) = self.exact(position, ply)
        {
            return Ok(score);
        }
        if ply as usize + 2 >= self.stack.len() {
            return Ok(self.evaluate(position));
        }
        let key = entry_key(position, self.history, 0);
        let known = self.table.probe(key.hash());
        if let Some(score) = known.and_then(|known| known.selective_cutoff(0, window.to_tt(ply)))
            && window.is_null()
        {
            self.heuristic_used = true;
            return Ok(score.from_tt(ply));
        }
        let standing = if pressed { None } else { Some(self.stand_pat(position, known)) };
        if let Some(value) = standing.filter(|value| *value >= window.beta) {
            return Ok(value);
        }
        let best_slot = known.and_then(|known| known.best).map(|best| key.actual_slot(best));
        let (best, best_move) = self.settle_moves(position, ply, window, standing, best_slot)?;
        if known.is_none_or(|known| known.depth == 0) {
            let bound = Bound::of(best, window.alpha, window.beta);
            let best_slot = best_move.filter(|_| P::SLOTS > 0).map(|mv| key.canonical_slot(P::slot(mv)));
            let score = best.to_tt(ply);
            self.table.store(key.hash(), TableEntry { score, bound, depth: 0, complete: false, best: best_slot });
        }
        Ok(best)
    }

    /// Tries every answer where one is due, else exchanges beside the value that the side to move has `standing`: the
    /// best value, and its move if it is above alpha.
    fn settle_moves(
        &mut self,
        position: &P,
        ply: u32,
        mut window: Window,
        standing: Option<Score>,
        best_slot: Option<u16>,
    ) -> Result<(Score, Option<P::Move>), StoppedBy> {
        let pressed = standing.is_none();
        let hope = standing.map_or(Score::MAX, |value| value.minus(-Self::TACTICS.margins.delta));
        let mut best = standing.unwrap_or(Score::MIN);
        window.alpha = window.alpha.max(best);
        let first = self.moves.len();
        if pressed {
            position.legal_moves(&mut self.moves);
        } else {
            (Self::TACTICS.captures)(position, &mut self.moves);
        }
        let mut picker = self.begin_listed(position, first, best_slot);
        let (mut best_move, mut quiet) = (None, 0);
        while let Some((place, promise)) = self.next_move(position, &mut picker, ply, true) {
            let mv = self.moves[place];
            if !best.is_proven() {
                quiet += u32::from(!matches!(promise, Promise::Wins));
                if pressed && quiet > ANSWERS || !pressed && promise == Promise::Loses {
                    break;
                }
                let most = hope.minus(-(Self::TACTICS.gain)(position, mv));
                if !pressed && most <= window.alpha {
                    best = best.max(most);
                    continue;
                }
            }
            let value = self.settle_after(position, mv, &position.after(mv), ply, window)?;
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
    pub(super) fn settle_after(
        &mut self,
        position: &P,
        mv: P::Move,
        next: &P,
        ply: u32,
        window: Window,
    ) -> Result<Score, StoppedBy> {
        self.prefetch(next, 0);
        self.stack[ply as usize].kind = (Self::TACTICS.kind)(position, mv);
        self.visit_quiescence(ply + 1)?;
        if next.side_to_move() == position.side_to_move() {
            self.settle(next, ply + 1, window)
        } else {
            Ok(-self.settle(next, ply + 1, window.flipped())?)
        }
    }

    /// What the side to move has without any capture.
    fn stand_pat(&mut self, position: &P, known: Option<TableEntry>) -> Score {
        self.heuristic_used = true;
        let parts = (Self::TACTICS.parts)(position);
        refined(self.corrected(parts, position), known)
    }
}

/// A static value, or what a search has found to be nearer the truth.
pub(super) fn refined(opinion: Score, known: Option<TableEntry>) -> Score {
    match known {
        Some(TableEntry { score, bound, .. })
            if !score.is_proven()
                && match bound {
                    Bound::Exact => true,
                    Bound::Lower => score > opinion,
                    Bound::Upper => score < opinion,
                } =>
        {
            score
        }
        _ => opinion,
    }
}
