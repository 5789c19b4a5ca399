//! Alpha-beta as textbooks print it (Knuth and Moore 1975): it visits and cuts the same nodes as a student's own program,
//! and an observer may watch. Nothing is remembered, and every search goes straight to its depth.

use crate::limits::Interrupted;
use crate::position::Side;
use crate::score::{Bound, Score, Turn, Value, Window};
use crate::searcher::Searcher;
use crate::tree::Why;
use crate::{Algorithm, Evaluate};

/// Watches the nodes of a plain search. Scores and windows are those of the node's side to move.
pub(crate) trait Observer<M> {
    /// A node is entered by this move.
    fn enter(&mut self, _ply: u32, _mv: Option<M>, _side: Side, _window: Window) {}

    /// A node is cut off by the first of these moves; the others are not tried.
    fn cut_off(&mut self, _ply: u32, _moves: &[M], _window: Window) {}

    /// A node has its value.
    fn leave(&mut self, _ply: u32, _score: Score, _bound: Bound, _why: Why) {}
}

/// Nobody watches.
impl<M> Observer<M> for () {}

/// A plain search, by one of the books' algorithms:
///
/// - [`Algorithm::Textbook`] tries moves in `legal_moves` order, and a leaf has its static value: no quiescence.
/// - [`Algorithm::AlphaBeta`] tries them in the game's own order, with quiescence at the leaves.
/// - [`Algorithm::Minimax`] cuts nothing off, with quiescence at the leaves.
pub(crate) struct Walker<'s, 'a, P: Evaluate, O> {
    pub(crate) searcher: &'s mut Searcher<'a, P>,
    pub(crate) algorithm: Algorithm,
    pub(crate) observer: &'s mut O,
}

impl<P: Evaluate, O: Observer<P::Move>> Walker<'_, '_, P, O> {
    /// The value of a node for its side to move, `depth` plies deep, and its relation to the minimax value.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn visit(
        &mut self,
        position: &P,
        depth: u32,
        ply: u32,
        mv: Option<P::Move>,
        window: Window,
    ) -> Result<(Value, Bound), Interrupted> {
        self.searcher.meter.visit(ply)?;
        self.searcher.pv.clear(ply);
        self.observer.enter(ply, mv, position.side_to_move(), window);

        // An earlier visit to the root ends nothing, unless the game has ended by coming to it now.
        let outcome =
            if ply == 0 { self.searcher.past.history.root_outcome(position) } else { self.searcher.outcome(position) };
        let (value, bound, why) = if let Some(outcome) = outcome {
            self.searcher.meter.leaf();
            (Value::proven(Score::of(outcome, position.side_to_move()).from_table(ply)), Bound::Exact, Why::Over)
        } else if depth == 0 {
            self.searcher.meter.leaf();
            let value = match self.algorithm {
                Algorithm::Textbook => Value::estimate(position.evaluate()),
                _ => self.searcher.quiesce_leaf(position, ply, Window::FULL)?,
            };
            (value, Bound::Exact, Why::Static)
        } else {
            let (value, bound) = self.try_moves(position, depth, ply, window)?;
            (value, bound, Why::Interior)
        };
        self.observer.leave(ply, value.score, bound, why);
        Ok((value, bound))
    }

    /// The value of a node by its moves.
    fn try_moves(
        &mut self,
        position: &P,
        depth: u32,
        ply: u32,
        mut window: Window,
    ) -> Result<(Value, Bound), Interrupted> {
        let prunes = self.algorithm != Algorithm::Minimax;
        let first = self.searcher.moves.len();
        position.legal_moves(&mut self.searcher.moves);
        if self.algorithm == Algorithm::AlphaBeta {
            position.order(&mut self.searcher.moves[first..]);
        }
        let end = self.searcher.moves.len();
        self.searcher.meter.interior(end - first);
        let (mut best, mut bound) = (Value::proven(Score::MIN), Bound::Exact);
        for index in first..end {
            let mv = self.searcher.moves[index];
            let tried = if prunes { window } else { Window::FULL };
            let (value, of_value) = self.child(position, mv, depth, ply, tried)?;
            best.proven &= value.proven;
            if value.score > best.score {
                (best.score, bound) = (value.score, of_value);
                self.searcher.pv.extend(ply, mv);
            } else if value.score == best.score && of_value == Bound::Exact {
                bound = Bound::Exact;
            }
            window.alpha = window.alpha.max(value.score);
            if prunes && window.alpha >= window.beta && index + 1 < end {
                self.searcher.meter.cut_off(position.side_to_move(), index + 1 - first, end - first);
                self.observer.cut_off(ply, &self.searcher.moves[index..end], window);
                bound = Bound::Lower;
                break;
            }
        }
        self.searcher.moves.truncate(first);
        Ok((best, bound))
    }

    /// The value of a move for the side that plays it.
    pub(crate) fn child(
        &mut self,
        position: &P,
        mv: P::Move,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<(Value, Bound), Interrupted> {
        let next = position.after(mv);
        let turn = Turn::after(position, &next);
        let (value, bound) = self.visit(&next, depth - 1, ply + 1, Some(mv), turn.window(window))?;
        Ok((turn.value(value), turn.value(bound)))
    }
}
