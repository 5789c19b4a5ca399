//! The state of one search, shared by all its nodes.

use std::time::Instant;

use crate::budget::Budget;
use crate::evaluate::Hooks;
use crate::histories::{Histories, StackEntry};
use crate::knowledge::KnowledgeUse;
use crate::limits::{Stop, StoppedBy};
use crate::ordering::Ordering;
use crate::position::{Outcome, Side, Visit};
use crate::pv::PvTable;
use crate::solver::SolverContext;
use crate::table::{Table, TableAccess};
use crate::threats::ThreatUse;
use crate::{Algorithm, Analysis, Evaluate, History, Question, Score, Stats, Technique, Techniques, Window};

/// The state of one search. Everything that a node needs is allocated here, once.
pub(crate) struct Searcher<'a, P: Evaluate> {
    pub(crate) stats: Stats,
    /// Limits, and the nodes spent.
    pub(crate) budget: Budget<'a>,
    pub(crate) table: TableAccess<'a>,
    /// Killers and history of the exact search, and of games without tactics.
    pub(crate) ordering: Ordering<P>,
    /// Histories of games with tactics.
    pub(crate) histories: Histories,
    /// The nodes from the root to the present one, by ply, in games with tactics.
    pub(crate) stack: Vec<StackEntry<P::Move>>,
    /// Scores of the moves in the arena, in step with them, in games with tactics.
    pub(crate) scores: Vec<i32>,
    /// A game's own search for wins by threats.
    pub(crate) threats: ThreatUse<P>,
    /// Closed forms and the book.
    pub(crate) knowledge: KnowledgeUse,
    pub(crate) pv: PvTable<P::Move>,
    /// One arena for the move lists of all plies: a node appends its own and cuts them off again.
    pub(crate) moves: Vec<P::Move>,
    /// A buffer to count moves in.
    pub(crate) scratch: Vec<P::Move>,
    /// The positions from the root to the present node, where the selective search watches for repetitions.
    pub(crate) path: Vec<Visit>,
    pub(crate) history: &'a History,
    pub(crate) techniques: Techniques,
    /// The side that statistics call Max.
    pub(crate) max_side: Side,
    /// The depth of the iteration.
    pub(crate) root_depth: u32,
    /// Whether a heuristic value (a static evaluation, a repetition, a pruned move) had a part in the result so far; if
    /// not, it is proven.
    pub(crate) heuristic_used: bool,
    /// The least distance from the root at which a node has been solved since a proof began its null window search.
    pub(crate) solved_at_ply: u32,
}

impl<'a, P: Evaluate> Searcher<'a, P> {
    pub(crate) fn new(root: &P, question: &'a Question<P::Move>, table: &'a mut Table, stop: &'a Stop) -> Self {
        let selective = question.algorithm == Algorithm::Selective;
        let killers_and_history =
            P::ORDERING.killers_and_history || selective && P::SELECTIVE.is_some_and(|uses| uses.killers_and_history);
        Self {
            stats: Stats::default(),
            budget: Budget::new(question.limits, stop),
            table: TableAccess::new(table),
            ordering: Ordering::new(killers_and_history),
            histories: Histories::default(),
            stack: Vec::new(),
            scores: Vec::new(),
            threats: ThreatUse::new(root, question),
            knowledge: KnowledgeUse::new(root, question),
            pv: PvTable::default(),
            moves: Vec::new(),
            scratch: Vec::new(),
            path: if P::REPETITION.is_some() && selective { vec![Visit::of(root)] } else { Vec::new() },
            history: &question.history,
            techniques: match question.techniques {
                _ if P::AT_ONCE || question.algorithm.is_plain() => Techniques::NONE,
                asked if killers_and_history => asked,
                asked => asked.without(Technique::MoveMemory),
            },
            max_side: P::MAX_SIDE.unwrap_or_else(|| root.side_to_move()),
            root_depth: 0,
            heuristic_used: false,
            solved_at_ply: u32::MAX,
        }
    }

    /// Counts a node at distance `ply` from the root.
    ///
    /// # Errors
    /// The limit that was reached before it.
    #[inline]
    pub(crate) fn visit(&mut self, ply: u32) -> Result<(), StoppedBy> {
        self.budget.spend()?;
        self.stats.deepest_ply = self.stats.deepest_ply.max(ply);
        self.stats.nodes += 1;
        Ok(())
    }

    /// Counts a node of quiescence.
    ///
    /// # Errors
    /// The limit that was reached before it.
    #[inline]
    pub(crate) fn visit_quiescence(&mut self, ply: u32) -> Result<(), StoppedBy> {
        self.budget.spend()?;
        self.stats.deepest_ply = self.stats.deepest_ply.max(ply);
        self.stats.quiescence_nodes += 1;
        Ok(())
    }

    /// Runs part of a search on at most this many nodes; `None` if they did not suffice.
    ///
    /// # Errors
    /// The limit of the whole search that was reached.
    pub(crate) fn within_nodes<T>(
        &mut self,
        nodes: u64,
        part: impl FnOnce(&mut Self) -> Result<T, StoppedBy>,
    ) -> Result<Option<T>, StoppedBy> {
        self.budget.begin_part(nodes);
        let result = part(self);
        self.moves.clear();
        self.budget.end_part(result)
    }

    /// Runs the game's endgame solver; `None` if its nodes did not suffice.
    ///
    /// # Errors
    /// [`StoppedBy::Time`].
    pub(crate) fn visit_by_solver<T>(
        &mut self,
        ply: u32,
        solve: impl FnOnce(&mut SolverContext<'_>) -> Option<T>,
    ) -> Result<Option<T>, StoppedBy> {
        let mut context = self.budget.lend(self.table.table);
        let result = solve(&mut context);
        let SolverContext { nodes, deepest, stored, .. } = context;
        self.table.stored_by_solver += stored;
        self.budget.spend_by_solver(nodes);
        self.stats.nodes += nodes;
        self.stats.leaves += nodes;
        self.stats.deepest_ply = self.stats.deepest_ply.max(ply + deepest);
        if result.is_none() {
            self.budget.check_time()?;
        }
        Ok(result)
    }

    /// An upper bound on the results stored in the table.
    pub(crate) fn stored_results(&self) -> u64 {
        let quiescence = if self.histories.is_used() { self.stats.quiescence_nodes } else { 0 };
        self.stats.nodes - self.budget.solver_nodes - self.table.unstored_nodes
            + self.table.stored_by_solver
            + quiescence
    }

    /// The nodes of the search so far, with those of the game's endgame solver at their lower cost.
    pub(crate) fn weighted_nodes(&self) -> u64 {
        self.budget.weighted(self.stats.nodes)
    }

    /// The static evaluation. Its use makes the result heuristic.
    pub(crate) fn evaluate(&mut self, position: &P) -> Score {
        self.heuristic_used = true;
        self.static_value(position)
    }

    /// The static evaluation of a node, which need not have a part in the result.
    pub(crate) fn static_value(&mut self, position: &P) -> Score {
        if P::SELECTIVE.is_some_and(|uses| uses.keeps_static_evals) {
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
            None => self.knowledge.closed_form(root),
        };
        let valued = self.visit(0).and_then(|()| match known {
            Some(score) => Ok(score),
            None => self.leaf_value(root, 0, Window::FULL),
        });
        self.stats.leaves = self.stats.nodes;
        let cut = valued.err();
        let score = valued.unwrap_or_else(|_| known.unwrap_or_else(|| self.evaluate(root)));
        let proven = !self.heuristic_used;
        Analysis {
            best: None,
            score,
            proven,
            lines: Vec::new(),
            depth: 0,
            stopped_by: cut.unwrap_or(if proven { StoppedBy::Solved } else { StoppedBy::Depth }),
            booked: false,
            stats: self.stats,
            warm: false,
            threads: 1,
            iterations: Vec::new(),
            elapsed: started.elapsed(),
        }
    }
}
