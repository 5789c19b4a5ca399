//! Training data: quick games of plyd against itself from random openings.
//!
//! A chunk of games is a file. Its content depends only on its number and on the evaluation in use.

use std::io;
use std::path::PathBuf;

use clap::Args;
use plyd_games::Checkers;
use plyd_games::tools::checkers as learning;
use plyd_search::position::{Position, Visit};
use plyd_search::{Algorithm, Analysis, History, Limits, Question, Stop, Table, search};

use super::record::Record;
use crate::chunks;
use crate::self_play::{Draws, first_side_result, seen_by_first};

/// Games in a chunk.
const GAMES: u64 = 500;
/// A game begins with at least `MIN_OPENING_PLIES` random plies, and with fewer than `MORE_OPENING_PLIES` further ones.
const MIN_OPENING_PLIES: u64 = 4;
const MORE_OPENING_PLIES: u64 = 9;
/// A game is drawn after this number of plies without progress.
const QUIET_PLIES_MAX: u32 = 20;
/// A game counts as won if the score is at least this.
const WON: i32 = 500;

type Move = <Checkers as Position>::Move;

/// Options of `games`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Folder of the chunks
    folder: PathBuf,
    /// Number of chunks
    #[arg(long, default_value_t = 40)]
    chunks: u64,
    /// Number of the first chunk
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Nodes for each move of the games
    #[arg(long, default_value_t = 300)]
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
    fn ask(&mut self, position: &Checkers, past: &[Visit]) -> Analysis<Move> {
        let limits = Limits { nodes: self.nodes, ..Limits::depth(60) };
        let history = History::of(position, past, plyd_search::Draws::Claimed);
        let question = Question { algorithm: Algorithm::Selective, history, ..Question::new(limits) };
        search(position, &question, self.table, &Stop::default(), &mut |_| ())
    }

    /// Plays one game until it is clearly won or drawn. Records every position without a capture after the opening,
    /// labelled by the game's result and by the search's score.
    fn play(&mut self, records: &mut Vec<Record>) {
        let plies = MIN_OPENING_PLIES + self.draws.below(MORE_OPENING_PLIES);
        let Some(mut position) = self.draws.opening::<Checkers>(plies) else { return };
        let (mut past, mut examples) = (vec![Visit::of(&position)], Vec::new());
        let black = loop {
            let ended = position
                .outcome()
                .or_else(|| History::of(&position, &past, plyd_search::Draws::Claimed).outcome().map(|end| end.0));
            if let Some(outcome) = ended {
                break first_side_result(outcome);
            }
            if 80 - position.quiet_plies_left() >= QUIET_PLIES_MAX {
                break 0;
            }
            let analysis = self.ask(&position, &past);
            let score = analysis.score.value();
            if analysis.proven || score.abs() >= WON {
                break seen_by_first(&position, score.signum());
            }
            if !learning::must_capture(&position) {
                examples.push((position, score));
            }
            position.play_unchecked(analysis.best.expect("the game goes on"));
            past.push(Visit::of(&position));
        };
        records.extend(examples.iter().map(|(position, score)| Record {
            pieces: learning::pieces(position),
            score: *score as i16,
            result: (1 + seen_by_first(position, black)) as u8,
        }));
    }
}
