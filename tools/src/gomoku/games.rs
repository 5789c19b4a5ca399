//! Training data: quick games of plyd against itself from random openings, with stones near each other or scattered.
//!
//! A chunk of games is a file. Its content depends only on its number and on the evaluation in use.

use std::io;
use std::path::PathBuf;

use clap::Args;
use plyd_games::Gomoku;
use plyd_games::tools::gomoku as learning;
use plyd_search::position::{Position, Side};
use plyd_search::{Algorithm, Analysis, Limits, Question, Stop, Table, search};

use super::record::{self, Record};
use crate::chunks;
use crate::self_play::{Draws, first_side_result, seen_by_first};

/// Games in a chunk.
const GAMES: u64 = 100;
/// The most random plies before a game. There is at least one.
const OPENING_PLIES: u64 = 8;
/// In one of this many openings, every stone is near another one. In the others, that is left to chance for each stone.
const NEAR_OPENINGS: u64 = 3;

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

    /// A position after some random plies.
    fn opening(&mut self) -> Gomoku {
        let plies = 1 + self.draws.below(OPENING_PLIES);
        let all_near = self.draws.below(NEAR_OPENINGS) == 0;
        let mut position = Gomoku::default();
        for _ in 0..plies {
            let mv = if all_near || self.draws.below(2) == 0 {
                let near = learning::near_moves(&position);
                near[self.draws.below(near.len() as u64) as usize]
            } else {
                self.draws.legal_move(&position)
            };
            position.play_unchecked(mv);
        }
        position
    }

    /// A move that the search did not choose: anywhere, near a stone, or a candidate.
    fn other_move(&mut self, position: &Gomoku) -> Move {
        let moves = match self.draws.below(8) {
            0 => return self.draws.legal_move(position),
            1..=3 => learning::near_moves(position),
            _ => learning::candidates(position),
        };
        moves[self.draws.below(moves.len() as u64) as usize]
    }

    /// The record of a quiet position, labelled by a search.
    fn example(position: &Gomoku, analysis: &Analysis<Move>) -> Record {
        let best = learning::index(analysis.best.expect("the game goes on"));
        let score = analysis.score.value().clamp(-30_000, 30_000) as i16;
        Record { stones: learning::stones(position), best, score, result: record::NO_RESULT }
    }

    /// Plays one game until it is clearly won or drawn. Records every quiet position after the opening, labelled by the
    /// game's result and the search's score. For each of them, also records a position after another move, labelled by
    /// the search only. Without these, the data would not show what bad moves are like, and a search meets bad moves at
    /// its leaves.
    fn play(&mut self, records: &mut Vec<Record>) {
        let mut position = self.opening();
        let mut played = Vec::new();
        let first = loop {
            if let Some(outcome) = position.outcome() {
                break first_side_result(outcome);
            }
            let analysis = self.ask(&position);
            if analysis.proven {
                break seen_by_first(&position, analysis.score.value().signum());
            }
            let best = analysis.best.expect("the game goes on");
            if learning::is_quiet(&position) {
                played.push((position.side_to_move(), Self::example(&position, &analysis)));
            }
            let mv = self.other_move(&position);
            let other = position.after(mv);
            if mv != best && other.outcome().is_none() && learning::is_quiet(&other) {
                records.push(Self::example(&other, &self.ask(&other)));
            }
            position.play_unchecked(best);
        };
        records.extend(played.into_iter().map(|(side, example)| Record {
            result: (1 + if side == Side::First { first } else { -first }) as u8,
            ..example
        }));
    }
}
