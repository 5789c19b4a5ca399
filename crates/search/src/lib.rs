//! Game-independent search: minimax and alpha-beta over any [`Position`] with an opinion ([`Evaluate`]).
//!
//! Knows no game, no JSON, no HTTP. [`search`] is the way in; it deepens iteratively and returns an [`Analysis`].
//!
//! ```
//! use plyd_search::position::{Outcome, Position, Side};
//! use plyd_search::{Evaluate, Limits, Question, Score, Stop, Table, search};
//!
//! /// A heap: each side takes one, two or three; who takes the last one wins.
//! #[derive(Clone)]
//! struct Heap(u32, Side);
//!
//! impl Position for Heap {
//!     type Move = u32;
//!     fn side_to_move(&self) -> Side {
//!         self.1
//!     }
//!     fn outcome(&self) -> Option<Outcome> {
//!         (self.0 == 0).then(|| Outcome::Win(self.1.other()))
//!     }
//!     fn legal_moves(&self, moves: &mut Vec<u32>) {
//!         moves.extend(1..=self.0.min(3));
//!     }
//!     fn play_unchecked(&mut self, taken: u32) {
//!         *self = Self(self.0 - taken, self.1.other());
//!     }
//!     fn key(&self) -> u64 {
//!         u64::from(2 * self.0) + self.1.index() as u64
//!     }
//! }
//!
//! impl Evaluate for Heap {
//!     fn evaluate(&self) -> Score {
//!         Score::ZERO
//!     }
//! }
//!
//! let request = Question::new(Limits::depth(20));
//! let analysis = search(&Heap(9, Side::First), &request, &mut Table::new(0), &Stop::default(), &mut |_| ());
//! assert_eq!(analysis.best, Some(1));
//! assert_eq!(analysis.score, Score::win_in(5));
//! ```

mod analysis;
pub mod book;
mod evaluate;
mod handicap;
mod history;
pub mod level;
mod limits;
mod minimax;
mod move_loop;
mod negamax;
mod node;
mod ordering;
pub mod position;
mod proof;
mod pv;
mod quiescence;
mod root;
mod score;
mod selective;
mod static_bounds;
mod stats;
mod table;
mod table_key;
mod techniques;
mod textbook;
pub mod tree;

pub use analysis::{Algorithm, Analysis, Iteration, Line, Question, TieBreak};
pub use book::Book;
pub use evaluate::Evaluate;
pub use handicap::Handicap;
pub use history::History;
pub use limits::{Limits, POLL_INTERVAL, Stop, StoppedBy};
pub use minimax::count_nodes;
pub use ordering::sort_by_promise;
pub use proof::value;
pub use quiescence::QUIESCENCE_ROOM;
pub use root::mix;
pub use score::{Score, Window};
pub use selective::{Futility, LateMoves, Selective};
pub use static_bounds::StaticBounds;
pub use stats::Stats;
pub use table::Table;
pub use table_key::TableKey;
pub use techniques::Techniques;

use std::time::Instant;

use node::Searcher;
use root::RootMoves;

#[cfg(doc)]
use position::Position;

/// Searches a position within the request's limits. The table is made fresh first; it is handed in so that its memory is reused.
///
/// The answer is that of the last finished iteration, so its score is exactly the depth-limited minimax value at
/// [`Analysis::depth`]. If a limit struck before the first one was finished, it is the first move in the game's own
/// ordering with the static score, at depth 0. `progress` hears of every finished iteration.
///
/// A root that is over, or depth 0, has no move: the score is the final or the static one.
///
/// # Panics
/// If `request.search_moves` is `Some` and empty.
pub fn search<P: Evaluate>(
    root: &P,
    request: &Question<P::Move>,
    table: &mut Table,
    stop: &Stop,
    progress: &mut dyn FnMut(&Iteration<P::Move>),
) -> Analysis<P::Move> {
    let started = Instant::now();
    table.begin();
    let mut searcher = Searcher::new(root, request, table, stop);
    let over = root.outcome().is_some() || request.history.is_drawn();
    if over || request.limits.depth == 0 {
        return searcher.evaluate_only(root, over, started);
    }
    let mut moves = RootMoves::new(root, request);
    let mut iterations: Vec<Iteration<P::Move>> = Vec::new();
    let at_once = P::PLAIN || request.algorithm.is_plain();
    let end = root.plies_left();
    let deepest = request.limits.depth.min(end);
    // An attempt tells which moves are best, and not of all others that a slack may choose from.
    let all_wanted = request.handicap.is_some_and(|handicap| handicap.slack > 0);
    let exact = request.algorithm == Algorithm::AlphaBeta;
    let may_prove = searcher.techniques.proof && exact && !all_wanted && deepest == end;
    let mut attempts = 0;
    let mut depth = if at_once { deepest } else { 1 };
    // What cut the search short when it had its answer.
    let mut cut = None;
    let stopped_by = loop {
        let deepened = searcher.stats.nodes - attempts;
        // The next iteration is larger than the last.
        searcher.table.grow(2 * searcher.stats.nodes);
        let finished = match iterations.last() {
            // Between two iterations, attempts to do without the rest of them.
            Some(last) if may_prove && depth < deepest && proof::is_due(deepened, attempts, searcher.nodes_left()) => {
                let nodes = proof::budget(attempts, searcher.nodes_left());
                searcher.table.grow(searcher.stats.nodes + nodes);
                let attempt = moves.prove(&mut searcher, root, deepest, last, nodes);
                attempts = searcher.stats.nodes - deepened;
                match attempt {
                    Ok(None) => continue,
                    Ok(Some(proven)) => {
                        cut = proven.cut;
                        Ok(Some(proven.lines))
                    }
                    Err(limit) => Err(limit),
                }
            }
            _ => Ok(None),
        };
        let iterated = match finished {
            Ok(Some(lines)) => Ok((deepest, lines)),
            Ok(None) => moves.iterate(&mut searcher, root, depth).map(|lines| (depth, lines)),
            Err(limit) => Err(limit),
        };
        let (reached, lines) = match iterated {
            Ok(finished) => finished,
            Err(limit) => break limit,
        };
        let solved = lines.iter().all(|line| line.proven);
        let counted: u64 = iterations.iter().map(|iteration| iteration.nodes).sum();
        let nodes = searcher.stats.nodes - counted;
        iterations.push(Iteration { depth: reached, lines, nodes, stats: searcher.stats, elapsed: started.elapsed() });
        progress(iterations.last().expect("just pushed"));
        if let Some(limit) = cut {
            break limit;
        }
        if solved {
            break StoppedBy::Solved;
        }
        if reached == deepest {
            break StoppedBy::Depth;
        }
        depth += 1;
    };
    let (lines, depth) = match iterations.last() {
        Some(iteration) => (iteration.lines.clone(), iteration.depth),
        None => (vec![moves.unsearched_line(root)], 0),
    };
    Analysis {
        best: Some(lines[0].pv[0]),
        score: lines[0].score,
        proven: lines[0].proven,
        lines,
        depth,
        stopped_by,
        booked: searcher.booked,
        stats: searcher.stats,
        iterations,
        elapsed: started.elapsed(),
    }
}
