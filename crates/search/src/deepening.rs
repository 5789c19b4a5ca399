//! Iterative deepening, with attempts at a proof between the iterations.

use std::mem;

use crate::exact::proof::{self, Proven};
use crate::hooks::{Hooks, Solver, SolverOf};
use crate::limits::{Interrupted, Searched, StoppedBy};
use crate::root::RootMoves;
use crate::score::Value;
use crate::searcher::Searcher;
use crate::selective::Histories;
use crate::{Algorithm, Analysis, Evaluate, Instant, Iteration, Line, Question, Stop, Table, Technique};

/// Searches a position within the question's limits. The table is cleared first; the caller passes it in so that its
/// memory is reused. Use an [`Engine`](crate::Engine) for searches that reuse each other's results.
///
/// The answer comes from the last finished iteration, so in an exact search its score is the depth-limited minimax
/// value at [`Analysis::depth`]. The selective search may instead answer with a better move that an unfinished
/// iteration has found. If a limit was reached before the first iteration was finished, the answer is the first move in
/// the game's own order, with the static evaluation and depth 0. `progress` is called after every finished iteration.
///
/// If the game is over, or the depth is 0, there is no move: the score is the final one or the static evaluation.
///
/// # Panics
/// If `question.search_moves` is `Some` and empty.
pub fn search<P: Evaluate>(
    root: &P,
    question: &Question<P::Move>,
    table: &mut Table,
    stop: &Stop,
    progress: &mut dyn FnMut(&Iteration<P::Move>),
) -> Analysis<P::Move> {
    table.clear();
    run(1, root, question, table, &mut Histories::new::<P>(question), stop, progress)
}

/// Searches with this table and these histories, which may have results of earlier searches, starting at `first_depth`.
pub(crate) fn run<P: Evaluate>(
    first_depth: u32,
    root: &P,
    question: &Question<P::Move>,
    table: &mut Table,
    histories: &mut Histories,
    stop: &Stop,
    progress: &mut dyn FnMut(&Iteration<P::Move>),
) -> Analysis<P::Move> {
    let started = Instant::now();
    let mut searcher = Searcher::new(root, question, table, stop);
    let over = question.history.root_outcome(root);
    if over.is_some() || question.limits.depth == 0 {
        return searcher.evaluate_only(root, over, started);
    }
    searcher.selective.continue_with(mem::take(histories), root);
    let mut deepening = Deepening::new(searcher, root, question, first_depth, started);
    let stopped_by = deepening.run(progress);
    *histories = deepening.searcher.selective.take_histories();
    deepening.into_analysis(stopped_by)
}

/// The state of a search between two iterations.
struct Deepening<'a, P: Evaluate> {
    searcher: Searcher<'a, P>,
    moves: RootMoves<'a, P>,
    /// The depth of the next iteration, and the largest that will be searched.
    depth: u32,
    max_depth: u32,
    /// Whether proofs of the game's value may be attempted.
    may_prove: bool,
    /// The estimated nodes of a proof, if the game has an endgame solver.
    proof_estimate: Option<u64>,
    /// The nodes that all attempts at a proof have taken.
    attempt_nodes: u64,
    /// The smallest ply at which the last attempt solved a node.
    solved_at_ply: u32,
    iterations: Vec<Iteration<P::Move>>,
    started: Instant,
}

impl<'a, P: Evaluate> Deepening<'a, P> {
    fn new(
        mut searcher: Searcher<'a, P>,
        root: &'a P,
        question: &'a Question<P::Move>,
        first_depth: u32,
        started: Instant,
    ) -> Self {
        let at_once = P::Hooks::AT_ONCE || question.algorithm.is_plain();
        let (asked, end) = (question.limits.depth, root.plies_left());
        let max_depth = asked.min(end);
        // A proof values only the best moves, and a careless player chooses among others too.
        let all_wanted = question.handicap.is_some_and(|handicap| handicap.slack_at(root.key()) > 0.0);
        let attempts_proofs = match question.algorithm {
            Algorithm::AlphaBeta => true,
            Algorithm::Selective => SolverOf::<P>::SOLVES_ENDGAMES,
            _ => false,
        };
        Self {
            may_prove: searcher.techniques.has(Technique::Proof) && attempts_proofs && !all_wanted && max_depth == end,
            moves: RootMoves::new(root, question, &mut searcher.meter),
            searcher,
            depth: if at_once { max_depth } else { first_depth.min(max_depth) },
            max_depth,
            proof_estimate: SolverOf::<P>::SOLVES_ENDGAMES.then(|| SolverOf::<P>::solver_nodes(root)),
            attempt_nodes: 0,
            solved_at_ply: 0,
            iterations: Vec::new(),
            started,
        }
    }

    /// Iterates until there is nothing more to find, or a limit is reached. Returns the reason for the end.
    fn run(&mut self, progress: &mut dyn FnMut(&Iteration<P::Move>)) -> StoppedBy {
        loop {
            let (reached, Proven { lines, cut }) = match self.step() {
                Ok(Some(step)) => step,
                Ok(None) => continue,
                Err(Interrupted) => return self.searcher.meter.stopped_by(),
            };
            let solved = lines.iter().all(|line| line.proven);
            if self.iterations.is_empty() {
                self.searcher.meter.end_first_iteration(self.moves.question.limits.nodes);
            }
            progress(self.finish(reached, lines));
            if let Some(limit) = cut {
                return limit;
            }
            if solved {
                return StoppedBy::Solved;
            }
            if reached == self.max_depth {
                return StoppedBy::Depth;
            }
            if self.searcher.meter.is_late() {
                return StoppedBy::Time;
            }
            self.depth += 1;
        }
    }

    /// Takes the answer of the game's prover if it has one. Otherwise attempts a proof if one is due, or else runs the
    /// next iteration. Returns the depth that this reached, and its lines; `None` if the attempt was given up.
    fn step(&mut self) -> Searched<Option<(u32, Proven<P::Move>)>> {
        let Self { searcher, moves, max_depth, .. } = self;
        let depth = self.depth;
        let iterated = |lines| Some((depth, Proven { lines, cut: None }));
        let deepening_nodes = searcher.meter.weighted_nodes() - self.attempt_nodes;
        // The next iteration is larger than the last.
        searcher.table.grow(2 * searcher.stored_results());
        let last = self.iterations.last().map(|iteration| &iteration.lines[0]);
        if let Some(line) = moves.ask_prover(searcher, last)? {
            return Ok(iterated(vec![line]));
        }
        moves.seek_threats(searcher)?;
        let may_prove = self.may_prove && depth < *max_depth;
        let Some(last) = self.iterations.last().filter(|_| may_prove) else {
            return moves.iterate(searcher, depth).map(iterated);
        };
        let (attempt_nodes, left) = (self.attempt_nodes, searcher.meter.left());
        let is_due = match self.proof_estimate {
            Some(estimate) => proof::is_worth(estimate, deepening_nodes, attempt_nodes, left),
            None => proof::is_due(deepening_nodes, attempt_nodes, left, self.solved_at_ply),
        };
        if !is_due {
            return moves.iterate(searcher, depth).map(iterated);
        }
        let nodes = proof::budget(attempt_nodes.max(self.proof_estimate.unwrap_or(0)), left);
        searcher.table.grow(searcher.stored_results() + nodes);
        let attempt = moves.prove(searcher, *max_depth, last, nodes);
        self.attempt_nodes = searcher.meter.weighted_nodes() - deepening_nodes;
        self.solved_at_ply = searcher.meter.solved_at_ply;
        Ok(attempt?.map(|proven| (*max_depth, proven)))
    }

    fn finish(&mut self, depth: u32, lines: Vec<Line<P::Move>>) -> &Iteration<P::Move> {
        let stats = self.searcher.meter.stats;
        let counted: u64 = self.iterations.iter().map(|iteration| iteration.nodes).sum();
        let nodes = stats.nodes - counted;
        self.iterations.push(Iteration { depth, lines, nodes, stats, elapsed: self.started.elapsed() });
        self.iterations.last().expect("just pushed")
    }

    fn into_analysis(self, stopped_by: StoppedBy) -> Analysis<P::Move> {
        let (lines, depth, stopped_by) = match self.iterations.last() {
            Some(Iteration { lines, depth, .. }) => match self.moves.better_found(&lines[0], *depth) {
                // After a win no other move matters. But if time ended the search, another run might not find the win,
                // so the result is not called solved.
                Some(win) if win.proven && stopped_by == StoppedBy::Nodes => (vec![win], *depth, StoppedBy::Solved),
                Some(better) => (vec![better], *depth, stopped_by),
                None => (lines.clone(), *depth, stopped_by),
            },
            None => (vec![self.moves.unsearched_line()], 0, stopped_by),
        };
        let Searcher { meter, exact, .. } = &self.searcher;
        let (best, booked) = (Some(lines[0].pv[0]), exact.booked || self.moves.from_openings);
        let value = Value { score: lines[0].score, proven: lines[0].proven };
        let found = Analysis::without_move(value, stopped_by, meter.stats, self.started);
        Analysis { best, lines, depth, booked, iterations: self.iterations, ..found }
    }
}
