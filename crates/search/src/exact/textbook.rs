//! Alpha-beta as textbooks print it (Knuth and Moore 1975): it visits and cuts the same nodes as a student's own
//! program.

use crate::Evaluate;
use crate::limits::StoppedBy;
use crate::score::{Score, Window};
use crate::searcher::Searcher;

impl<P: Evaluate> Searcher<'_, P> {
    /// The value of a node for its side to move, `depth` plies deep. If it lies outside the window, the result is a
    /// bound on it, on the same side of the window.
    ///
    /// Moves are tried in `legal_moves` order, nothing is remembered, and a leaf has its static value: no quiescence.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn textbook(&mut self, position: &P, depth: u32, ply: u32, window: Window) -> Result<Score, StoppedBy> {
        self.visit(ply)?;
        self.pv.clear(ply);
        let known = self.exact(position, ply);
        if known.is_some() || depth == 0 {
            self.stats.leaves += 1;
            return Ok(known.unwrap_or_else(|| self.evaluate(position)));
        }
        let first = self.moves.len();
        position.legal_moves(&mut self.moves);
        let end = self.moves.len();
        self.stats.interior += 1;
        self.stats.legal_moves += (end - first) as u64;
        let Window { mut alpha, beta } = window;
        let mut best = Score::MIN;
        for index in first..end {
            let mv = self.moves[index];
            let value = self.textbook_child(position, mv, depth, ply, Window { alpha, beta })?;
            best = best.max(value);
            if value > alpha {
                alpha = value;
                self.pv.extend(ply, mv);
            }
            if alpha >= beta {
                self.stats.cut_off(position.side_to_move(), self.max_side, index + 1 - first, end - first);
                break;
            }
        }
        self.moves.truncate(first);
        Ok(best)
    }

    /// The value of a move for the side that plays it.
    pub(crate) fn textbook_child(
        &mut self,
        position: &P,
        mv: P::Move,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<Score, StoppedBy> {
        let next = position.after(mv);
        if next.side_to_move() == position.side_to_move() {
            self.textbook(&next, depth - 1, ply + 1, window)
        } else {
            Ok(-self.textbook(&next, depth - 1, ply + 1, window.flipped())?)
        }
    }
}
