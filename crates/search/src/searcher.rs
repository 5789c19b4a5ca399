//! The state of one search, shared by all its nodes.

use crate::histories::Histories;
use crate::hooks::Judge;
use crate::limits::{Interrupted, Searched, Stop, StoppedBy};
use crate::meter::Meter;
use crate::ordering::Ordering;
use crate::position::{Outcome, Visit};
use crate::pv::PvTable;
use crate::score::{Score, Turn, Value, Window};
use crate::table::{Keyspace, Table};
use crate::threats::{ThreatUse, uses_threats};
use crate::{Algorithm, Analysis, Evaluate, History, Instant, Question, Technique, Techniques};

/// The state of one search. Everything that a node needs is allocated here, once.
pub(crate) struct Searcher<'a, P: Evaluate> {
    pub(crate) meter: Meter<'a>,
    pub(crate) table: &'a mut Table,
    /// The part of the table's keys that separates deepening from proofs.
    pub(crate) keyspace: Keyspace,
    /// Children of a node that are probed together: the hash of each, and whether the move to it passes the turn.
    pub(crate) children: Vec<(u64, Turn)>,
    pub(crate) ordering: Ordering<P>,
    /// What games with tactics learn about moves and evaluations, for later searches too.
    pub(crate) histories: Histories,
    pub(crate) threats: ThreatUse<P>,
    /// A game's own judgement of single positions, if it is used.
    pub(crate) judge: Option<Box<dyn Judge<P>>>,
    /// The nodes that it has taken to look for the winner at the root.
    pub(crate) proof_nodes: u64,
    /// Whether closed forms are used.
    pub(crate) closed_forms: bool,
    /// Whether the book had a part in the answer.
    pub(crate) booked: bool,
    /// The game before the root.
    pub(crate) history: &'a History,
    /// The positions from the root to the present node, where the selective search watches for repetitions.
    pub(crate) path: Vec<Visit>,
    pub(crate) pv: PvTable<P::Move>,
    /// One arena for the move lists of all plies: a node appends its own and cuts them off again.
    pub(crate) moves: Vec<P::Move>,
    /// A buffer to count moves in.
    pub(crate) scratch: Vec<P::Move>,
    pub(crate) techniques: Techniques,
    /// The depth of the present iteration, by which extensions are limited.
    pub(crate) root_depth: u32,
}

impl<'a, P: Evaluate> Searcher<'a, P> {
    pub(crate) fn new(root: &P, question: &'a Question<P::Move>, table: &'a mut Table, stop: &'a Stop) -> Self {
        let selective = question.algorithm == Algorithm::Selective;
        let killers_and_history = P::KILLERS_AND_HISTORY || selective && Self::POSITIONAL.killers_and_history;
        let max_side = P::MAX_SIDE.unwrap_or_else(|| root.side_to_move());
        let mut meter = Meter::new(question.limits, stop, max_side);
        let order = question.move_order();
        if order.is_slow() {
            meter.poll_often();
        }
        Self {
            meter,
            table,
            keyspace: Keyspace::DEEPENING,
            children: Vec::new(),
            ordering: Ordering::new(order, killers_and_history),
            histories: Histories::default(),
            threats: ThreatUse::new(root, question),
            judge: if uses_threats(question) { root.judge() } else { None },
            proof_nodes: 0,
            closed_forms: question.uses_closed_forms(root),
            booked: false,
            history: &question.history,
            path: if P::REPETITION.is_some() && selective { vec![Visit::of(root)] } else { Vec::new() },
            pv: PvTable::default(),
            moves: Vec::new(),
            scratch: Vec::new(),
            techniques: match question.techniques {
                _ if P::AT_ONCE || question.algorithm.is_plain() => Techniques::NONE,
                asked if killers_and_history => asked,
                asked => asked.without(Technique::MoveMemory),
            },
            root_depth: 0,
        }
    }

    /// Runs part of a search on at most this many nodes; `None` if they did not suffice.
    pub(crate) fn within_nodes<T>(
        &mut self,
        nodes: u64,
        part: impl FnOnce(&mut Self) -> Searched<T>,
    ) -> Searched<Option<T>> {
        self.meter.begin_part(nodes);
        let result = part(self);
        self.moves.clear();
        self.meter.end_part(result)
    }

    /// An upper bound on the results stored in the table.
    pub(crate) fn stored_results(&self) -> u64 {
        let quiescence = if self.histories.is_used() { self.meter.stats.quiescence_nodes } else { 0 };
        self.meter.stats.nodes - self.meter.solver_nodes - self.meter.unstored_nodes
            + self.meter.stored_by_solver
            + quiescence
    }

    /// The static evaluation, kept for positions that come up again if the game wants that.
    pub(crate) fn evaluate(&mut self, position: &P) -> Score {
        if Self::POSITIONAL.keeps_static_evals {
            self.histories.static_eval(position.key(), || position.evaluate())
        } else {
            position.evaluate()
        }
    }

    /// The analysis of a root without a move: the game is over, or the depth is 0. If a limit ends the search, the
    /// score is the static evaluation.
    pub(crate) fn evaluate_only(mut self, root: &P, over: Option<Outcome>, started: Instant) -> Analysis<P::Move> {
        let known = match over {
            Some(outcome) => Some(Score::of(outcome, root.side_to_move())),
            None => self.closed_form(root),
        };
        let valued = self.meter.visit(0).and_then(|()| match known {
            Some(score) => Ok(Value::proven(score)),
            None => self.quiesce_leaf(root, 0, Window::FULL),
        });
        self.meter.stats.leaves = self.meter.stats.nodes;
        let cut = valued.err().map(|Interrupted| self.meter.stopped_by());
        let unsearched = || known.map_or_else(|| Value::estimate(root.evaluate()), Value::proven);
        let Value { score, proven } = valued.unwrap_or_else(|_| unsearched());
        Analysis {
            best: None,
            score,
            proven,
            lines: Vec::new(),
            depth: 0,
            stopped_by: cut.unwrap_or(if proven { StoppedBy::Solved } else { StoppedBy::Depth }),
            booked: false,
            stats: self.meter.stats,
            warm: false,
            threads: 1,
            iterations: Vec::new(),
            elapsed: started.elapsed(),
        }
    }
}
