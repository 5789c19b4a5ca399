//! Training data: quick games of plyd against itself from random openings. The judge labels the quiet positions of
//! these games, and positions beside them.
//!
//! A chunk of games is a file. Its content depends only on its number.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use cozy_chess::{Board, Color, Move};
use plyd_games::{Chess, Notation};
use plyd_search::position::{Position, Side};
use plyd_search::{Algorithm, Engine, Limits, Question, Stop};

use super::judge::Judge;
use super::record::Record;
use super::sidelines::{self, is_quiet};
use crate::chunks;
use crate::self_play::Draws;

/// Games in a chunk.
const GAMES: u64 = 200;
/// A game ends when its score stays this high for some plies.
const DECIDED: i32 = 1200;
const DECIDED_PLIES: u32 = 4;
/// Positions with a larger score, positive or negative, are left out.
const MAX_SCORE: i32 = 2000;
const MAX_PLIES: u32 = 240;
/// One move out of this number is random.
const RANDOM_MOVE_ONE_IN: u64 = 20;

/// Options of `games`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Folder of the chunks
    folder: PathBuf,
    /// Number of chunks
    #[arg(long, default_value_t = 100)]
    chunks: u64,
    /// Number of the first chunk
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Number of threads, each with a judge
    #[arg(long, default_value_t = 1)]
    threads: u32,
    /// The UCI engine that labels positions
    #[arg(long, default_value = "stockfish")]
    judge: PathBuf,
    /// Depth of its searches
    #[arg(long, default_value_t = 1)]
    depth: u32,
    /// Nodes for each move of the games
    #[arg(long, default_value_t = 100)]
    nodes: u64,
}

/// Makes the missing chunks.
///
/// # Errors
/// If the judge fails, or a file cannot be written.
pub(crate) fn make(options: &Options) -> io::Result<()> {
    fs::create_dir_all(&options.folder)?;
    let (next, end) = (AtomicU64::new(options.from), options.from + options.chunks);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads).map(|_| scope.spawn(|| work(options, &next, end))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("a thread does not panic"))
    })
}

fn work(options: &Options, next: &AtomicU64, end: u64) -> io::Result<()> {
    let mut judge = Judge::start(&options.judge, options.depth)?;
    let mut engine = Engine::new(1 << 20);
    loop {
        let chunk = next.fetch_add(1, Ordering::Relaxed);
        if chunk >= end {
            return Ok(());
        }
        let path = chunks::path_of(&options.folder, chunk);
        if path.exists() {
            continue;
        }
        let mut records = Vec::new();
        for game in 0..GAMES {
            engine.new_game();
            let draws = Draws::of_game(chunk, game);
            let mut player = Player { engine: &mut engine, nodes: options.nodes, draws };
            records.extend(play(&mut player, &mut judge)?);
        }
        let records: Vec<_> = records.iter().map(|record| record.to_bytes()).collect();
        chunks::write(&path, &records)?;
        eprintln!("{}: {} positions", path.display(), records.len());
    }
}

struct Player<'a> {
    engine: &'a mut Engine,
    nodes: u64,
    draws: Draws,
}

impl Player<'_> {
    /// The best move and its score.
    fn choose(&mut self, position: &Chess) -> (Move, i32) {
        let limits = Limits { nodes: self.nodes, ..Limits::depth(30) };
        let question = Question { algorithm: Algorithm::Selective, ..Question::new(limits) };
        let analysis = self.engine.search(position, &question, &Stop::default(), &mut |_| ());
        let best = analysis.best.expect("the game goes on");
        (best, analysis.score.value())
    }
}

/// Plays one game, and returns its records.
fn play(player: &mut Player<'_>, judge: &mut Judge) -> io::Result<Vec<Record>> {
    let plies = 4 + player.draws.below(7);
    let Some(mut position) = player.draws.opening::<Chess>(plies) else { return Ok(Vec::new()) };
    let (mut states, mut keys) = (Vec::new(), Vec::new());
    let (mut decided, mut winner) = (0, None);
    for _ in 0..MAX_PLIES {
        if let Some(outcome) = position.outcome() {
            winner = outcome.winner();
            break;
        }
        let key = position.key();
        if keys.iter().filter(|before| **before == key).count() == 2 {
            break;
        }
        keys.push(key);
        let board: Board = position.state().parse().expect("the game writes what the crate reads");
        let check = !board.checkers().is_empty();
        let (side, state) = (position.side_to_move(), position.state());
        let (best, score) = player.choose(&position);
        decided = if score.abs() >= DECIDED { decided + 1 } else { 0 };
        if decided == DECIDED_PLIES {
            winner = Some(if score > 0 { side } else { side.other() });
            break;
        }
        // A position is kept only if the judge's move is quiet. If plyd's own move is not, the judge is not even asked.
        if !check && is_quiet(&board, best) {
            states.push(state);
        }
        let is_random = player.draws.below(RANDOM_MOVE_ONE_IN) == 0;
        position.play_unchecked(if is_random { player.draws.legal_move(&position) } else { best });
    }
    judge.new_game()?;
    let verdicts = judge.ask(&states)?;
    let kept = states.iter().zip(verdicts).filter_map(|(state, verdict)| {
        let board: Board = state.parse().expect("the game writes what the crate reads");
        let side = if board.side_to_move() == Color::White { Side::First } else { Side::Second };
        let result = winner.map_or(1, |winner| if winner == side { 2 } else { 0 });
        let best = verdict.best.parse();
        let teaches = verdict.score.abs() <= MAX_SCORE && best.is_ok_and(|best| is_quiet(&board, best));
        teaches.then(|| Record::new(&board, verdict.score as i16, Some(result)))
    });
    let mut kept: Vec<_> = kept.collect();
    kept.extend(sidelines::records(&states, judge, MAX_SCORE, &mut |below| player.draws.below(below))?);
    Ok(kept)
}
