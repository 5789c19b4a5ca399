//! A fixed set of searches over the whole catalogue: its nodes are the signature of the search, its speed is what tuning looks at.

use std::time::{Duration, Instant};

use crate::arena::opening;
use crate::catalogue::{Game, Place, Question};
use crate::search::{Algorithm, Limits, Stop, Table, Techniques};

/// What a game's searches came to.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// Nodes, quiescence nodes included.
    pub nodes: u64,
    /// Time spent in them.
    pub elapsed: Duration,
}

/// How many of a position's moves to value exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// So many of the best, in one search.
    Best(usize),
    /// All of them, each in a search of its own: what one search for all is held against.
    EachAlone,
}

/// Random plies before each of the positions that are searched; the first is the start.
const OPENINGS: [u32; 6] = [0, 2, 4, 6, 9, 12];
const TABLE_BYTES: usize = 16 << 20;

/// Searches the game's positions, `deeper` plies beyond its default depth.
#[must_use]
pub fn measure(
    game: &'static Game,
    algorithm: Algorithm,
    deeper: u32,
    lines: Lines,
    techniques: Techniques,
) -> Measured {
    let mut table = Table::new(TABLE_BYTES);
    let mut measured = Measured { nodes: 0, elapsed: Duration::ZERO };
    let depth = (game.about.default_depth + deeper).min(game.about.max_depth);
    let question = Question { algorithm, techniques, ..Question::new(Limits::depth(depth)) };
    for plies in OPENINGS {
        let position = opening(game, plies, &mut u64::from(plies));
        let questions = match lines {
            Lines::Best(multi_pv) => vec![Question { multi_pv, ..question.clone() }],
            Lines::EachAlone => {
                let alone = |place| Question { search_moves: Some(vec![Place(place)]), ..question.clone() };
                (0..position.count_moves()).map(alone).collect()
            }
        };
        for question in questions {
            let search = position.duplicate().prepare(question);
            let started = Instant::now();
            let stats = search(&mut table, &Stop::default(), None).stats;
            measured.elapsed += started.elapsed();
            measured.nodes += stats.nodes + stats.quiescence_nodes;
        }
    }
    measured
}
