//! What every node of a search has in common: being counted, being over, being a leaf.

use std::time::Instant;

use super::limits::{Limits, POLL_INTERVAL, Stop, StoppedBy};
use super::ordering::Ordering;
use super::pv::PvTable;
use super::table::{Known, Space};
use super::{Algorithm, Analysis, Evaluate, History, Question, Score, Stats, Table, Techniques, Window};
use crate::position::{Outcome, Side};

/// The state of one search. Everything that a node needs is allocated here, once.
pub(super) struct Searcher<'a, P: Evaluate> {
    pub(super) stats: Stats,
    pub(super) pv: PvTable<P::Move>,
    /// One arena for the move lists of all plies: a node appends its own and cuts them off again.
    pub(super) moves: Vec<P::Move>,
    pub(super) ordering: Ordering<P>,
    /// A node's children, while they are looked up.
    pub(super) children: Vec<Child>,
    pub(super) table: &'a mut Table,
    pub(super) techniques: Techniques,
    /// Where the results of what is searched now belong.
    pub(super) space: Space,
    /// The distance from the root at which positions may be in the book.
    pub(super) book_ply: u32,
    /// Whether the book was of any use.
    pub(super) booked: bool,
    /// Whether a heuristic value (a static evaluation, a repeat, a move left out) had a part in the iteration at hand; if not, its
    /// scores are proven.
    pub(super) heuristic_used: bool,
    /// The depth of the iteration at hand.
    pub(super) root_depth: u32,
    /// The keys of the positions from the root to the node at hand, where the selective search watches for repeats.
    pub(super) path: Vec<u64>,
    /// The side that statistics call Max.
    pub(super) max_side: Side,
    /// Whether closed forms are asked.
    theory: bool,
    pub(super) history: &'a History,
    limits: Limits,
    stop: &'a Stop,
    /// Nodes and quiescence nodes together, and at how many of them to look at the limits next.
    visited: u64,
    next_check: u64,
}

impl<'a, P: Evaluate> Searcher<'a, P> {
    pub(super) fn new(root: &P, request: &'a Question<P::Move>, table: &'a mut Table, stop: &'a Stop) -> Self {
        let selective = request.algorithm == Algorithm::Selective;
        let remembers = P::REMEMBERS || selective && P::SELECTIVE.is_some_and(|uses| uses.remembers);
        Self {
            stats: Stats::default(),
            pv: PvTable::default(),
            moves: Vec::new(),
            ordering: Ordering::new(remembers),
            children: Vec::new(),
            table,
            techniques: match request.techniques {
                _ if P::PLAIN || request.algorithm.is_plain() => Techniques::NONE,
                asked => Techniques { move_memory: asked.move_memory && remembers, ..asked },
            },
            space: Space::DEEPENING,
            book_ply: match P::book().plies_left() {
                // A book knows no past.
                Some(left) if !P::REPEATS => root.plies_left().wrapping_sub(left),
                _ => u32::MAX,
            },
            booked: false,
            heuristic_used: false,
            root_depth: 0,
            path: if P::REPEATS && selective { vec![root.key()] } else { Vec::new() },
            max_side: P::MAX_SIDE.unwrap_or_else(|| root.side_to_move()),
            theory: request.asks_theory(),
            history: &request.history,
            limits: request.limits,
            stop,
            visited: 0,
            next_check: request.limits.nodes.min(POLL_INTERVAL),
        }
    }

    /// Counts a node at distance `ply` from the root, or ends the search if a limit was reached before it.
    pub(super) fn visit(&mut self, ply: u32) -> Result<(), StoppedBy> {
        self.spend(ply)?;
        self.stats.nodes += 1;
        Ok(())
    }

    /// The same for a node of quiescence.
    pub(super) fn visit_quiescence(&mut self, ply: u32) -> Result<(), StoppedBy> {
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
    pub(super) fn within<T>(
        &mut self,
        nodes: u64,
        part: impl FnOnce(&mut Self) -> Result<T, StoppedBy>,
    ) -> Result<Option<T>, StoppedBy> {
        let whole = self.limits.nodes;
        self.limits.nodes = whole.min(self.visited.saturating_add(nodes));
        self.next_check = self.next_check.min(self.limits.nodes);
        let result = part(self);
        self.limits.nodes = whole;
        self.next_check = self.visited;
        self.moves.clear();
        match result {
            Err(StoppedBy::Nodes) if self.visited < whole => Ok(None),
            other => other.map(Some),
        }
    }

    /// How many nodes the search may still visit.
    pub(super) fn nodes_left(&self) -> u64 {
        self.limits.nodes - self.visited
    }

    /// How the game ended here, by the rules or by a repetition that its history completes.
    pub(super) fn outcome(&self, position: &P) -> Option<Outcome> {
        position.outcome().or_else(|| repeats(position, self.history).then_some(Outcome::Draw))
    }

    /// The same for the root: coming to it for the third time has ended the game, while other visits before say nothing.
    pub(super) fn root_outcome(&self, position: &P) -> Option<Outcome> {
        position.outcome().or_else(|| self.history.is_drawn().then_some(Outcome::Draw))
    }

    /// The exact score of a node below the root that needs no search, from the side to move and seen from the root:
    /// the game is over there, or its value is known in closed form.
    pub(super) fn exact(&self, position: &P, ply: u32) -> Option<Score> {
        let score = match self.outcome(position) {
            Some(outcome) => Score::of(outcome, position.side_to_move()),
            None if !self.theory => return None,
            None => position.solved()?,
        };
        Some(score.from_node(ply))
    }

    /// The value that the book knows, told from the position, if a search of `depth` plies would find it.
    pub(super) fn in_book(&mut self, position: &P, depth: u32, ply: u32) -> Option<Score> {
        if ply != self.book_ply || !self.techniques.book {
            return None;
        }
        let score = P::book().find(position)?;
        let in_sight = score.plies().unwrap_or_else(|| position.plies_left()) <= depth;
        self.booked |= in_sight;
        in_sight.then_some(score)
    }

    /// Asks the table. `cutoff` says what a result is worth to the node, told from the position.
    pub(super) fn look_up(&mut self, key: u64, cutoff: impl FnOnce(&Known) -> Option<Score>) -> LookUp {
        self.stats.table_probes += 1;
        let Some(known) = self.table.probe(key) else { return LookUp::Hint(None) };
        self.stats.table_hits += 1;
        match cutoff(&known) {
            Some(score) => {
                self.stats.table_cutoffs += 1;
                self.heuristic_used |= !known.complete && !score.is_proven();
                LookUp::Cutoff(score)
            }
            None => LookUp::Hint(known.best),
        }
    }

    /// The static value, noting that it was asked for.
    pub(super) fn evaluate(&mut self, position: &P) -> Score {
        self.heuristic_used = true;
        position.evaluate()
    }

    /// The whole answer where no move is wanted: the game is over, or the depth is 0. If a limit strikes, it is the static value.
    ///
    /// That the root has been there before says nothing of it: only coming back to it does.
    pub(super) fn evaluate_only(mut self, root: &P, over: bool, started: Instant) -> Analysis<P::Move> {
        let known = match root.outcome() {
            Some(outcome) => Some(Score::of(outcome, root.side_to_move())),
            None if over => Some(Score::ZERO),
            None if self.theory => root.solved(),
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

/// What looking up a child in the table takes.
pub(super) struct Child {
    pub(super) key: u64,
    /// Whether its parent's side moves once more.
    pub(super) same_side: bool,
}

/// What the table says.
pub(super) enum LookUp {
    /// The result, told from the position.
    Cutoff(Score),
    /// Perhaps the slot of a good move.
    Hint(Option<u16>),
}

/// Whether a position below the root completes a threefold repetition that the game itself has prepared.
pub(super) fn repeats<P: Evaluate>(position: &P, history: &History) -> bool {
    P::REPEATS && !history.is_clear() && history.completes_threefold(position.key())
}
