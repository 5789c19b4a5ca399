//! The state of one search, shared by all its nodes.

use crate::hooks::Hooks;
use crate::limits::{Interrupted, Limits, Searched, Stop, StoppedBy};
use crate::meter::Meter;
use crate::move_picker::MovePicker;
use crate::position::Outcome;
use crate::score::{Score, Value, Window};
use crate::table::Table;
use crate::{Algorithm, Analysis, Evaluate, History, Instant, Question, Technique, Techniques, exact, selective};

/// The state of one search. Most of its buffers start empty, grow when a node needs more room, and are then reused, so
/// few nodes allocate anything.
///
/// The exact and the selective search share the fields of this struct, except for `exact` and `selective`: these have
/// what only one of the two needs.
pub(crate) struct Searcher<'a, P: Evaluate> {
    pub(crate) meter: Meter<'a>,
    pub(crate) table: &'a mut Table,
    pub(crate) picker: MovePicker<P>,
    pub(crate) techniques: Techniques,
    /// Whether closed forms are used.
    pub(crate) closed_forms: bool,
    /// The game before the root.
    pub(crate) history: &'a History,
    pub(crate) pv: PvTable<P::Move>,
    /// The move lists of all plies, one behind the other: a node appends its moves, and truncates the list when it is
    /// done.
    pub(crate) moves: Vec<P::Move>,
    pub(crate) exact: exact::Memory,
    pub(crate) selective: selective::Memory<P>,
}

impl<'a, P: Evaluate> Searcher<'a, P> {
    pub(crate) fn new(root: &P, question: &'a Question<P::Move>, table: &'a mut Table, stop: &'a Stop) -> Self {
        let selective = question.algorithm == Algorithm::Selective;
        let killers_and_history = P::KILLERS_AND_HISTORY || selective && Self::POSITIONAL.killers_and_history;
        let max_side = P::MAX_SIDE.unwrap_or_else(|| root.side_to_move());
        let first_nodes = question.handicap.map_or(0, |handicap| handicap.first_nodes);
        let limits = Limits { nodes: question.limits.nodes.max(first_nodes), ..question.limits };
        let mut meter = Meter::new(limits, stop, max_side);
        let order = question.move_order();
        if order.is_slow() {
            meter.poll_often();
        }
        Self {
            meter,
            table,
            picker: MovePicker::new(order, killers_and_history),
            techniques: match question.techniques {
                _ if P::Hooks::AT_ONCE || question.algorithm.is_plain() => Techniques::NONE,
                asked if killers_and_history => asked,
                asked => asked.without(Technique::MoveMemory),
            },
            closed_forms: question.uses_closed_forms(root),
            history: &question.history,
            pv: PvTable { rows: Vec::new() },
            moves: Vec::new(),
            exact: exact::Memory::default(),
            selective: selective::Memory::new(root, question),
        }
    }

    /// Runs part of a search on at most this many nodes. Returns `None` if the part needs more.
    pub(crate) fn within<T>(&mut self, nodes: u64, part: impl FnOnce(&mut Self) -> Searched<T>) -> Searched<Option<T>> {
        self.meter.begin_part(nodes);
        let result = part(self);
        self.moves.clear();
        self.meter.end_part(result)
    }

    /// An upper bound on the results stored in the table.
    pub(crate) fn stored_results(&self) -> u64 {
        let quiescence = if self.selective.histories.is_used() { self.meter.stats.quiescence_nodes } else { 0 };
        self.meter.stats.nodes - self.meter.solver_nodes - self.meter.unstored_nodes
            + self.meter.stored_by_solver
            + quiescence
    }

    /// The static evaluation. If the game asks for it, the evaluation is kept for later visits to the same position.
    pub(crate) fn evaluate(&mut self, position: &P) -> Score {
        if Self::POSITIONAL.keeps_static_evals {
            self.selective.histories.static_eval(position.key(), || position.evaluate())
        } else {
            position.evaluate()
        }
    }

    /// The analysis of a root without a move, because the game is over or the depth is 0. If a limit ends the search of
    /// an unfinished game, the score is the static evaluation.
    pub(crate) fn evaluate_only(mut self, root: &P, over: Option<Outcome>, started: Instant) -> Analysis<P::Move> {
        let known = over.map(|outcome| Score::of(outcome, root.side_to_move())).or_else(|| self.closed_form(root));
        let valued = self.meter.visit(0).and_then(|()| match known {
            Some(score) => Ok(Value::proven(score)),
            None => self.quiesce_leaf(root, 0, Window::FULL),
        });
        self.meter.stats.leaves = self.meter.stats.nodes;
        let cut = valued.err().map(|Interrupted| self.meter.stopped_by());
        let unsearched = || known.map_or_else(|| Value::estimate(root.evaluate()), Value::proven);
        let value = valued.unwrap_or_else(|_| unsearched());
        let stopped_by = cut.unwrap_or(if value.proven { StoppedBy::Solved } else { StoppedBy::Depth });
        Analysis::without_move(value, stopped_by, self.meter.stats, started)
    }
}

/// The triangular table: row `p` holds the best line found from the current node at ply `p`. Rows keep their memory
/// between lines, so a new line rarely allocates.
pub(crate) struct PvTable<M> {
    rows: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    /// Makes room for lines from plies 0 to `depth`.
    pub(crate) fn reserve(&mut self, depth: u32) {
        self.rows.resize_with(depth as usize + 1, Vec::new);
    }

    /// No line from here: a leaf, or nothing found yet.
    pub(crate) fn clear(&mut self, ply: u32) {
        self.rows[ply as usize].clear();
    }

    pub(crate) fn set(&mut self, ply: u32, line: &[M]) {
        let row = &mut self.rows[ply as usize];
        row.clear();
        row.extend_from_slice(line);
    }

    /// The best line from `ply` is now `mv`, then the best line from the next ply.
    pub(crate) fn extend(&mut self, ply: u32, mv: M) {
        let (upper, lower) = self.rows.split_at_mut(ply as usize + 1);
        let row = &mut upper[ply as usize];
        row.clear();
        row.push(mv);
        if let Some(rest) = lower.first() {
            row.extend_from_slice(rest);
        }
    }

    pub(crate) fn line(&self, ply: u32) -> &[M] {
        &self.rows[ply as usize]
    }
}
