//! Plain minimax: the slow, obvious twin of alpha-beta.

use crate::Evaluate;
use crate::limits::Searched;
use crate::score::{Score, Turn, Value, Window};
use crate::searcher::Searcher;

impl<P: Evaluate> Searcher<'_, P> {
    /// The value of a node for its side to move, `depth` plies deep: the best of all moves' values.
    pub(crate) fn minimax(&mut self, position: &P, depth: u32, ply: u32) -> Searched {
        self.meter.visit(ply)?;
        self.pv.clear(ply);
        if let Some(score) = self.known_score(position, ply) {
            self.meter.leaf();
            return Ok(Value::proven(score));
        }
        if depth == 0 {
            self.meter.leaf();
            return self.quiesce_leaf(position, ply, Window::FULL);
        }
        let first = self.moves.len();
        position.legal_moves(&mut self.moves);
        let end = self.moves.len();
        self.meter.interior(end - first);
        let mut best = Value::proven(Score::MIN);
        for index in first..end {
            let mv = self.moves[index];
            let value = self.minimax_child(position, mv, depth, ply)?;
            best.proven &= value.proven;
            if value.score > best.score {
                best.score = value.score;
                self.pv.extend(ply, mv);
            }
        }
        self.moves.truncate(first);
        Ok(best)
    }

    /// The value of the position after a move, for the side that plays it. `depth` and `ply` are those before the move.
    pub(crate) fn minimax_child(&mut self, position: &P, mv: P::Move, depth: u32, ply: u32) -> Searched {
        let next = position.after(mv);
        Ok(Turn::after(position, &next).value(self.minimax(&next, depth - 1, ply + 1)?))
    }
}
