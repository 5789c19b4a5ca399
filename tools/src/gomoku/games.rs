//! Training data: quick games of plyd against itself from random openings.
//!
//! A chunk of games is a file. Its content depends only on its number and on the evaluation in use.

use std::io;
use std::path::PathBuf;

use clap::Args;
use plyd_games::Gomoku;
use plyd_games::tools::gomoku as learning;
use plyd_search::position::{Position, Side};
use plyd_search::{Algorithm, Analysis, Limits, Question, Stop, Table, search};

use super::record::Record;
use crate::chunks;
use crate::self_play::{Draws, first_side_result, seen_by_first};

/// Games in a chunk.
const GAMES: u64 = 100;
/// Random plies before a game: at least, and the number of further ones.
const MIN_OPENING_PLIES: u64 = 2;
const MORE_OPENING_PLIES: u64 = 7;

type Move = <Gomoku as Position>::Move;

/// Options of `games`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Folder of the chunks
    folder: PathBuf,
    /// Number of chunks
    #[arg(long, default_value_t = 200)]
    chunks: u64,
    /// Number of the first chunk
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Nodes for each move of the games
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
}

/// Makes the missing chunks.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn make(options: &Options) -> io::Result<()> {
    let mut table = Table::new(1 << 20);
    chunks::make(&options.folder, options.from..options.from + options.chunks, |chunk| {
        let mut records = Vec::new();
        for game in 0..GAMES {
            Game { table: &mut table, nodes: options.nodes, draws: Draws::of_game(chunk, game) }.play(&mut records);
        }
        records.iter().map(|record| record.to_bytes()).collect()
    })
}

struct Game<'a> {
    table: &'a mut Table,
    nodes: u64,
    draws: Draws,
}

impl Game<'_> {
    fn ask(&mut self, position: &Gomoku) -> Analysis<Move> {
        let limits = Limits { nodes: self.nodes, ..Limits::depth(60) };
        let question = Question { algorithm: Algorithm::Selective, ..Question::new(limits) };
        search(position, &question, self.table, &Stop::default(), &mut |_| ())
    }

    /// Plays one game until it is clearly won or drawn. Records every position after the opening without a forced
    /// reply, labelled by the game's result and by the search's score.
    fn play(&mut self, records: &mut Vec<Record>) {
        let plies = MIN_OPENING_PLIES + self.draws.below(MORE_OPENING_PLIES);
        let mut position: Gomoku = self.draws.opening(plies).expect("nobody wins in so few plies");
        let mut examples = Vec::new();
        let first = loop {
            if let Some(outcome) = position.outcome() {
                break first_side_result(outcome);
            }
            let analysis = self.ask(&position);
            let score = analysis.score.value();
            if analysis.proven {
                break seen_by_first(&position, score.signum());
            }
            let side = position.side_to_move();
            examples.extend(learning::counts(&position).map(|counts| (side, counts, score)));
            position.play_unchecked(analysis.best.expect("the game goes on"));
        };
        records.extend(examples.into_iter().map(|(side, counts, score)| Record {
            counts,
            score: score.clamp(-30_000, 30_000) as i16,
            result: (1 + if side == Side::First { first } else { -first }) as u8,
        }));
    }
}
