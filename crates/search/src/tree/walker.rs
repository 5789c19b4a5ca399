//! Alpha-beta as textbooks print it (Knuth and Moore 1975). It remembers nothing, goes straight to its depth, and visits
//! and cuts off the same nodes as a student's own program. Without cut-offs it is plain minimax, the slow, obvious twin
//! that alpha-beta is tested against. An observer may watch it.

use super::Why;
use crate::limits::Searched;
use crate::move_loop::TriedMove;
use crate::position::{Listing, Side};
use crate::score::{Bound, Score, Turn, Value, Window};
use crate::searcher::Searcher;
use crate::{Algorithm, Evaluate};

/// Watches the nodes of a walk. Scores and windows are seen from the node's side to move.
pub(crate) trait Observer<M> {
    /// A node is entered by this move.
    fn enter(&mut self, _ply: u32, _mv: Option<M>, _side: Side, _window: Window) {}

    /// The first of these moves cuts off its node. The others are not tried.
    fn cut_off(&mut self, _moves: &[M], _window: Window) {}

    /// A node has its value.
    fn leave(&mut self, _score: Score, _bound: Bound, _why: Why) {}
}

/// Nobody watches.
impl<M> Observer<M> for () {}

/// A walk in the searcher's order of moves, and the ways in which it may differ from the textbook's.
pub(crate) struct Walker<'s, 'a, P: Evaluate, O> {
    pub(crate) searcher: &'s mut Searcher<'a, P>,
    pub(crate) observer: &'s mut O,
    /// Whether moves are cut off. Without cut-offs the walk is minimax.
    pub(crate) cuts_off: bool,
    /// Whether captures are searched to their end at the leaves. Otherwise a leaf has its static value.
    pub(crate) quiesces: bool,
}

impl<'s, 'a, P: Evaluate, O: Observer<P::Move>> Walker<'s, 'a, P, O> {
    /// The walk of one of [`ALGORITHMS`](super::ALGORITHMS).
    pub(crate) fn new(searcher: &'s mut Searcher<'a, P>, algorithm: Algorithm, observer: &'s mut O) -> Self {
        let (cuts_off, quiesces) = (algorithm != Algorithm::Minimax, algorithm != Algorithm::Textbook);
        Self { searcher, observer, cuts_off, quiesces }
    }

    /// The value of a node for its side to move, `depth` plies deep, and its relation to the minimax value.
    pub(crate) fn visit(
        &mut self,
        position: &P,
        depth: u32,
        ply: u32,
        mv: Option<P::Move>,
        window: Window,
    ) -> Searched<(Value, Bound)> {
        self.searcher.meter.visit(ply)?;
        self.searcher.pv.clear(ply);
        self.observer.enter(ply, mv, position.side_to_move(), window);

        // The end of the game, or a closed form. The history counts this visit to the root already, so it must not be
        // counted again.
        let root_value = |outcome| Value::proven(Score::of(outcome, position.side_to_move()));
        let known = match ply {
            0 => self.searcher.history.root_outcome(position).map(root_value),
            _ => self.searcher.known_value(position, ply),
        };
        let (value, bound, why) = if let Some(value) = known {
            self.searcher.meter.leaf();
            (value, Bound::Exact, Why::Over)

        // The depth limit.
        } else if depth == 0 {
            self.searcher.meter.leaf();
            let value = if self.quiesces {
                self.searcher.quiesce_leaf(position, ply, Window::FULL)?
            } else {
                Value::estimate(position.evaluate())
            };
            (value, Bound::Exact, Why::Static)

        // The moves.
        } else {
            let (value, bound) = self.try_moves(position, depth, ply, window)?;
            (value, bound, Why::Interior)
        };
        self.observer.leave(value.score, bound, why);
        Ok((value, bound))
    }

    /// The best of a node's moves, until one cuts off.
    fn try_moves(&mut self, position: &P, depth: u32, ply: u32, mut window: Window) -> Searched<(Value, Bound)> {
        let first = self.searcher.moves.len();
        let listing = position.list_moves(&mut self.searcher.moves);
        self.searcher.picker.arrange(position, &mut self.searcher.moves[first..]);
        let end = self.searcher.moves.len();
        self.searcher.meter.interior(end - first);
        let (mut best, mut bound) = (Value::proven(Score::MIN), Bound::Exact);
        for index in first..end {
            let mv = self.searcher.moves[index];
            let tried = TriedMove { position, mv, index: index - first, depth, ply, on_pv: true };
            let (value, of_value) = self.child(&tried, window)?;
            best.proven &= value.proven;
            if value.score > best.score {
                (best.score, bound) = (value.score, of_value);
                self.searcher.pv.extend(ply, mv);
            } else if value.score == best.score && of_value == Bound::Exact {
                bound = Bound::Exact;
            }
            if self.cuts_off {
                window.alpha = window.alpha.max(value.score);
            }
            if window.alpha < window.beta {
                continue;
            }
            best.proven = value.proven;
            if index + 1 < end {
                self.searcher.meter.cut_off(position.side_to_move(), index + 1 - first, end - first);
                self.observer.cut_off(&self.searcher.moves[index..end], window);
                bound = Bound::Lower;
                break;
            }
        }
        self.searcher.moves.truncate(first);
        if listing == Listing::Cut {
            best = self.searcher.value_of_cut_list(best);
        }
        Ok((best, bound))
    }

    /// The value of a move for the side that plays it.
    pub(crate) fn child(&mut self, tried: &TriedMove<'_, P>, window: Window) -> Searched<(Value, Bound)> {
        let TriedMove { position, mv, depth, ply, .. } = *tried;
        let next = position.after(mv);
        let turn = Turn::after(position, &next);
        let (value, bound) = self.visit(&next, depth - 1, ply + 1, Some(mv), turn.window(window))?;
        Ok((turn.value(value), turn.value(bound)))
    }
}
