//! Game-independent search: minimax and alpha-beta over any [`Position`] with an opinion ([`Evaluate`]).
//!
//! Knows no game, no JSON, no HTTP. [`search`] is the way in; it deepens iteratively and returns an [`Analysis`].
//!
//! ```
//! use plyd::games::TicTacToe;
//! use plyd::notation::Notation;
//! use plyd::search::{search, Limits, Request, Score, Stop, Table};
//!
//! let position = TicTacToe::parse("XOX/OX./..O").unwrap();
//! let analysis = search(&position, &Request::new(Limits::depth(9)), &mut Table::new(0), &Stop::default(), &mut |_| ());
//! assert_eq!(position.move_text(analysis.best.unwrap()), "a1");
//! assert_eq!(analysis.score, Score::win_in(1));
//! ```

mod analysis;
mod evaluate;
mod history;
mod limits;
mod minimax;
mod negamax;
mod node;
mod ordering;
mod pv;
mod quiescence;
mod root;
mod score;
mod stats;
mod table;
mod techniques;

pub use analysis::{Algorithm, Analysis, Iteration, Line, Request, TieBreak};
pub use evaluate::Evaluate;
pub use history::History;
pub use limits::{Limits, POLL_INTERVAL, Stop, StoppedBy};
pub use minimax::count_nodes;
pub use ordering::sort_by_promise;
pub use root::mix;
pub use score::{Score, Window};
pub use stats::Stats;
pub use table::Table;
pub use techniques::Techniques;

use std::time::Instant;

use node::Searcher;
use root::RootMoves;

#[cfg(doc)]
use crate::position::Position;

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
    request: &Request<P::Move>,
    table: &mut Table,
    stop: &Stop,
    progress: &mut dyn FnMut(&Iteration<P::Move>),
) -> Analysis<P::Move> {
    let started = Instant::now();
    let mut searcher = Searcher::new(root, request, table, stop);
    let over = root.outcome().is_some() || request.history.is_drawn();
    if over || request.limits.depth == 0 {
        return searcher.evaluate_only(root, over, started);
    }
    let mut moves = RootMoves::new(root, request);
    let mut iterations: Vec<Iteration<P::Move>> = Vec::new();
    let deepest = request.limits.depth;
    let first_depth = if P::PLAIN || request.algorithm == Algorithm::Minimax { deepest } else { 1 };
    let mut stopped_by = StoppedBy::Depth;
    for depth in first_depth..=deepest {
        let nodes_before = searcher.stats.nodes;
        searcher.table.grow(nodes_before);
        match moves.iterate(&mut searcher, root, depth) {
            Err(limit) => {
                stopped_by = limit;
                break;
            }
            Ok(lines) => {
                let solved = lines.iter().all(|line| line.proven);
                iterations.push(Iteration {
                    depth,
                    lines,
                    nodes: searcher.stats.nodes - nodes_before,
                    stats: searcher.stats,
                    elapsed: started.elapsed(),
                });
                progress(iterations.last().expect("just pushed"));
                if solved {
                    stopped_by = StoppedBy::Solved;
                    break;
                }
            }
        }
    }
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
        stats: searcher.stats,
        iterations,
        elapsed: started.elapsed(),
    }
}
