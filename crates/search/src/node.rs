//! What every node of a search has in common: being counted, being over, being a leaf.

use std::time::Instant;

use crate::evaluate::Hooks;
use crate::limits::{Limits, POLL_INTERVAL, Stop, StoppedBy};
use crate::ordering::Ordering;
use crate::position::{Outcome, Side, Visit};
use crate::pv::PvTable;
use crate::selective::tactical::memory::Memory;
use crate::selective::threats::Pressure;
use crate::table::Keyspace;
use crate::{
    Algorithm, Analysis, Evaluate, History, Question, Score, SolverContext, Stats, Table, Technique, Techniques,
    ThreatSearch, Window,
};

/// Nodes of a game's endgame solver that take the time of one node of the search.
const SOLVER_NODES_PER_NODE: u64 = 8;

/// The state of one search. Everything that a node needs is allocated here, once.
pub(crate) struct Searcher<'a, P: Evaluate> {
    pub(crate) stats: Stats,
    pub(crate) pv: PvTable<P::Move>,
    /// One arena for the move lists of all plies: a node appends its own and cuts them off again.
    pub(crate) moves: Vec<P::Move>,
    /// Room to count moves in.
    pub(crate) scratch: Vec<P::Move>,
    pub(crate) ordering: Ordering<P>,
    /// What games with tactics remember.
    pub(crate) memory: Memory<P::Move>,
    /// A game's own search for wins by threats, if that is used.
    pub(crate) threats: Option<Box<dyn ThreatSearch<P>>>,
    /// What the side that is not to move at the root threatens.
    pub(crate) pressure: Pressure,
    /// The children of a node whose entries are probed.
    pub(crate) children: Vec<ChildKey>,
    pub(crate) table: &'a mut Table,
    pub(crate) techniques: Techniques,
    /// The part of the table for the results of the present search.
    pub(crate) keyspace: Keyspace,
    /// The distance from the root at which positions may be in the book.
    pub(crate) book_ply: u32,
    /// Whether the book was of any use.
    pub(crate) booked: bool,
    /// Whether a heuristic value (a static evaluation, a repeat, a move left out) had a part in the iteration at hand;
    /// if not, its scores are proven.
    pub(crate) heuristic_used: bool,
    /// The depth of the iteration at hand.
    pub(crate) root_depth: u32,
    /// The least distance from the root at which a node has been solved since a proof asked its question.
    pub(crate) solved_at_ply: u32,
    /// The positions from the root to the node at hand, where the selective search watches for repeats.
    pub(crate) path: Vec<Visit>,
    /// The side that statistics call Max.
    pub(crate) max_side: Side,
    /// Whether closed forms are asked.
    closed_forms: bool,
    pub(crate) history: &'a History,
    limits: Limits,
    /// Of the limits, the nodes of the whole search.
    most_nodes: u64,
    /// Nodes that the game's own solver has visited.
    solved: u64,
    /// Results that it has kept.
    kept: u64,
    /// Nodes that keep none: cheap leaves, and those just above them.
    pub(crate) unkept: u64,
    stop: &'a Stop,
    /// Nodes and quiescence nodes together, and at how many of them to look at the limits next.
    visited: u64,
    next_check: u64,
}

impl<'a, P: Evaluate> Searcher<'a, P> {
    pub(crate) fn new(root: &P, request: &'a Question<P::Move>, table: &'a mut Table, stop: &'a Stop) -> Self {
        let selective = request.algorithm == Algorithm::Selective;
        let remembers = P::ORDERING.remembers || selective && P::SELECTIVE.is_some_and(|uses| uses.remembers);
        Self {
            stats: Stats::default(),
            pv: PvTable::default(),
            moves: Vec::new(),
            scratch: Vec::new(),
            ordering: Ordering::new(remembers),
            memory: Memory::begin(P::SELECTIVE.filter(|_| selective).and_then(|uses| uses.tactics), table),
            threats: match P::SELECTIVE.and_then(|uses| uses.threats) {
                Some(threats) if selective && request.techniques.has(Technique::Threats) => Some(threats(root)),
                _ => None,
            },
            pressure: Pressure::default(),
            children: Vec::new(),
            table,
            techniques: match request.techniques {
                _ if P::AT_ONCE || request.algorithm.is_plain() => Techniques::NONE,
                asked if remembers => asked,
                asked => asked.without(Technique::MoveMemory),
            },
            keyspace: Keyspace::DEEPENING,
            book_ply: match (P::KNOWLEDGE.book)().plies_left() {
                // A book knows no past.
                Some(left) if P::REPETITION.is_none() => root.plies_left().wrapping_sub(left),
                _ => u32::MAX,
            },
            booked: false,
            heuristic_used: false,
            root_depth: 0,
            solved_at_ply: u32::MAX,
            path: if P::REPETITION.is_some() && selective { vec![Visit::of(root)] } else { Vec::new() },
            max_side: P::MAX_SIDE.unwrap_or_else(|| root.side_to_move()),
            closed_forms: request.uses_closed_forms(root),
            history: &request.history,
            limits: request.limits,
            most_nodes: request.limits.nodes,
            solved: 0,
            kept: 0,
            unkept: 0,
            stop,
            visited: 0,
            next_check: request.limits.nodes.min(POLL_INTERVAL),
        }
    }

    /// Counts a node at distance `ply` from the root, or ends the search if a limit was reached before it.
    pub(crate) fn visit(&mut self, ply: u32) -> Result<(), StoppedBy> {
        self.spend(ply)?;
        self.stats.nodes += 1;
        Ok(())
    }

    /// The same for a node of quiescence.
    pub(crate) fn visit_quiescence(&mut self, ply: u32) -> Result<(), StoppedBy> {
        self.spend(ply)?;
        self.stats.quiescence_nodes += 1;
        Ok(())
    }

    fn spend(&mut self, ply: u32) -> Result<(), StoppedBy> {
        if self.visited >= self.next_check {
            self.check_limits()?;
        }
        self.visited += 1;
        self.stats.deepest_ply = self.stats.deepest_ply.max(ply);
        Ok(())
    }

    #[cold]
    fn check_limits(&mut self) -> Result<(), StoppedBy> {
        if self.visited >= self.limits.nodes {
            return Err(StoppedBy::Nodes);
        }
        self.stop.check(self.limits.deadline)?;
        self.next_check = self.limits.nodes.min(self.visited + POLL_INTERVAL);
        Ok(())
    }

    /// Does part of a search on at most so many nodes; `None` if they did not suffice.
    ///
    /// # Errors
    /// The limit of the whole search that was reached.
    pub(crate) fn within<T>(
        &mut self,
        nodes: u64,
        part: impl FnOnce(&mut Self) -> Result<T, StoppedBy>,
    ) -> Result<Option<T>, StoppedBy> {
        self.limits.nodes = self.most_nodes.min(self.visited.saturating_add(nodes));
        self.next_check = self.next_check.min(self.limits.nodes);
        let result = part(self);
        self.limits.nodes = self.most_nodes;
        self.next_check = self.visited;
        self.moves.clear();
        match result {
            Err(StoppedBy::Nodes) if self.visited < self.most_nodes => Ok(None),
            other => other.map(Some),
        }
    }

    /// How many nodes may have left a result in the table.
    pub(crate) fn kept(&self) -> u64 {
        let quiescence = if self.memory.is_used() { self.stats.quiescence_nodes } else { 0 };
        self.stats.nodes - self.solved - self.unkept + self.kept + quiescence
    }

    /// How many nodes the search is worth so far: those of the game's own solver count for less.
    pub(crate) fn effort(&self) -> u64 {
        self.stats.nodes - self.solved + self.solved / SOLVER_NODES_PER_NODE
    }

    /// Has the game's own solver visit nodes; `None` if these did not suffice. What a [part](Self::within) of the
    /// search may spend is not spent by cheap nodes.
    ///
    /// # Errors
    /// That the time is up.
    pub(crate) fn visit_by_solver<T>(
        &mut self,
        ply: u32,
        solve: impl FnOnce(&mut SolverContext<'_>) -> Option<T>,
    ) -> Result<Option<T>, StoppedBy> {
        let most = self.nodes_left().saturating_mul(SOLVER_NODES_PER_NODE).min(self.most_nodes - self.visited);
        let mut context = SolverContext::new(self.table, most).until(self.stop, self.limits.deadline);
        let result = solve(&mut context);
        let SolverContext { nodes, deepest, stored, .. } = context;
        self.visited += nodes;
        self.solved += nodes;
        self.kept += stored;
        self.stats.nodes += nodes;
        self.stats.leaves += nodes;
        self.stats.deepest_ply = self.stats.deepest_ply.max(ply + deepest);
        self.limits.nodes =
            self.most_nodes.min(self.limits.nodes.saturating_add(nodes - nodes / SOLVER_NODES_PER_NODE));
        if result.is_none() {
            self.stop.check(self.limits.deadline)?;
        }
        Ok(result)
    }

    /// How many nodes the search may still visit.
    pub(crate) fn nodes_left(&self) -> u64 {
        self.limits.nodes - self.visited
    }

    /// How the game ended here, by the rules or by a repetition that its history completes.
    pub(crate) fn outcome(&self, position: &P) -> Option<Outcome> {
        position.outcome().or_else(|| self.history.outcome_at(position))
    }

    /// The same for the root. That it was visited before ends nothing, unless the game ended by coming to it now.
    pub(crate) fn root_outcome(&self, position: &P) -> Option<Outcome> {
        position.outcome().or_else(|| self.history.outcome().map(|(outcome, _)| outcome))
    }

    /// The exact score of a node below the root that needs no search, from the side to move and seen from the root:
    /// the game is over there, or its value is known in closed form.
    #[inline]
    pub(crate) fn exact(&mut self, position: &P, ply: u32) -> Option<Score> {
        let side = position.side_to_move();
        let score = match position.outcome() {
            Some(outcome) => Score::of(outcome, side),
            None => match self.history.outcome_at(position) {
                Some(outcome) if P::REPETITION.is_some_and(|rule| rule.is_by_cycle()) => {
                    // The rule judged the game's own cycle, and the line may have come here by another.
                    self.heuristic_used = true;
                    Score::of(outcome, side).as_opinion(0)
                }
                Some(outcome) => Score::of(outcome, side),
                None if !self.closed_forms => return None,
                None => position.closed_form()?,
            },
        };
        Some(score.from_tt(ply))
    }

    /// The value that the book knows, told from the position, if a search of `depth` plies would find it.
    pub(crate) fn in_book(&mut self, position: &P, depth: u32, ply: u32) -> Option<Score> {
        if ply != self.book_ply || !self.techniques.has(Technique::Book) {
            return None;
        }
        let score = (P::KNOWLEDGE.book)().find(position)?;
        let in_sight = score.plies().unwrap_or_else(|| position.plies_left()) <= depth;
        self.booked |= in_sight;
        in_sight.then_some(score)
    }

    /// The static value, noting that it was asked for.
    pub(crate) fn evaluate(&mut self, position: &P) -> Score {
        self.heuristic_used = true;
        position.evaluate()
    }

    /// The whole answer where no move is wanted: the game is over, or the depth is 0. If a limit strikes, it is the
    /// static value.
    ///
    /// That the root was visited before says nothing of its value.
    pub(crate) fn evaluate_only(mut self, root: &P, over: Option<Outcome>, started: Instant) -> Analysis<P::Move> {
        let known = match over {
            Some(outcome) => Some(Score::of(outcome, root.side_to_move())),
            None if self.closed_forms => root.closed_form(),
            None => None,
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
            iterations: Vec::new(),
            elapsed: started.elapsed(),
        }
    }
}

/// A child, as far as probing the table needs it.
pub(crate) struct ChildKey {
    pub(crate) hash: u64,
    /// Whether its parent's side moves once more.
    pub(crate) same_side: bool,
}
