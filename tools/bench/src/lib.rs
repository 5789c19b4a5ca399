//! A fixed set of searches in all games. Their nodes are the signature of the search, and their speed is what tuning
//! measures.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::Args;
use plyd_games::Catalogue;
use plyd_games::catalogue::{Game, MoveIndex, Question};
use plyd_search::{Algorithm, Engine, Limits, Stop, Technique, Techniques};
use plyd_terminal::arena::opening;
use plyd_terminal::{chosen, technique};

/// The searches to measure.
#[derive(Clone, Debug, Args)]
pub struct BenchOptions {
    /// The id of one game; by default every game
    pub game: Option<String>,
    /// Plies to search beyond each game's default depth
    #[arg(long, default_value_t = 0)]
    pub deeper: u32,
    /// Measure the selective search; games without it are left out
    #[arg(long)]
    pub selective: bool,
    /// Techniques to leave out, separated by commas
    #[arg(long, value_delimiter = ',', value_parser = technique())]
    pub without: Vec<Technique>,
    /// How many of the best moves to value exactly
    #[arg(long, default_value_t = 1)]
    pub multi_pv: usize,
    /// Value every move exactly, each in a separate search
    #[arg(long, conflicts_with = "multi_pv")]
    pub each_alone: bool,
}

/// Runs the searches. Prints a line for each game to standard error, and the total of all nodes to standard output.
///
/// # Errors
/// A sentence, if there is no such game.
pub fn bench(catalogue: Catalogue, options: &BenchOptions) -> Result<(), String> {
    let games = chosen(catalogue, options.game.as_deref())?;
    let lines = if options.each_alone { Lines::EachAlone } else { Lines::Best(options.multi_pv) };
    let mut signature = 0;
    for game in games {
        let algorithm = if options.selective { Algorithm::Selective } else { Algorithm::AlphaBeta };
        if !game.algorithms().contains(&algorithm) {
            continue;
        }
        let measured = measure(game, algorithm, options.deeper, lines, Techniques::ALL.without_all(&options.without));
        let speed = measured.nodes as f64 / measured.elapsed.as_secs_f64() / 1e6;
        eprintln!("{:14} {:>12} nodes {speed:>8.2} M nodes/s", game.id, measured.nodes);
        signature += measured.nodes;
    }
    writeln!(io::stdout(), "{signature}").map_err(|error| error.to_string())
}

/// The result of a game's searches.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// Nodes, including those of quiescence.
    pub nodes: u64,
    /// The time of the searches.
    pub elapsed: Duration,
}

/// Which moves of a position to value exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// This many of the best moves, in one search.
    Best(usize),
    /// All moves, each in a separate search, as a reference for searching all of them together.
    EachAlone,
}

/// The number of random plies before each searched position.
const OPENINGS: [u32; 6] = [0, 2, 4, 6, 9, 12];
const TABLE_BYTES: usize = 16 << 20;

/// Searches the positions of a game, `deeper` plies beyond its default depth.
#[must_use]
pub fn measure(
    game: &'static Game,
    algorithm: Algorithm,
    deeper: u32,
    lines: Lines,
    techniques: Techniques,
) -> Measured {
    let mut engine = Engine::new(TABLE_BYTES);
    let mut measured = Measured { nodes: 0, elapsed: Duration::ZERO };
    let depth = (game.about.default_depth + deeper).min(game.about.max_depth);
    let question = Question { algorithm, techniques, ..Question::new(Limits::depth(depth)) };
    for plies in OPENINGS {
        let position = opening(game, plies, &mut u64::from(plies));
        let questions = match lines {
            Lines::Best(multi_pv) => vec![Question { multi_pv, ..question.clone() }],
            Lines::EachAlone => {
                let alone = |index| Question { search_moves: Some(vec![MoveIndex(index)]), ..question.clone() };
                (0..position.count_moves()).map(alone).collect()
            }
        };
        for question in questions {
            let search = position.duplicate().prepare(question);
            engine.new_game();
            let started = Instant::now();
            let stats = search(&mut engine, &Stop::default(), None).analysis.stats;
            measured.elapsed += started.elapsed();
            measured.nodes += stats.all_nodes();
        }
    }
    measured
}
