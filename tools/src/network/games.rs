//! Training data: quick games of plyd against itself from random openings.
//!
//! A chunk of games is a file of lines. Its content depends only on its number and on the evaluation in use.

use std::io;
use std::path::PathBuf;

use clap::Args;
use plyd_games::catalogue::Game;
use plyd_search::{Engine, Score};

use super::record::Record;
use crate::chunks;
use crate::self_play::{Draws, QuickGame, Searched, opening, search};

/// Games in a chunk.
const GAMES: u64 = 100;
/// A game begins with at least `MIN_OPENING_PLIES` random plies, and with fewer than `MORE_OPENING_PLIES` further ones.
const MIN_OPENING_PLIES: u64 = 2;
const MORE_OPENING_PLIES: u64 = 11;
/// A game that lasts longer is left out.
const PLIES_MAX: usize = 400;
/// A game is won by the side that expects at least this.
const WON: f64 = 0.985;
const TABLE_BYTES: usize = 4 << 20;

/// Options of `games`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The game's id
    game: String,
    /// Folder of the chunks
    folder: PathBuf,
    /// Number of chunks, of a hundred games each
    #[arg(long, default_value_t = 200)]
    chunks: u64,
    /// Number of the first chunk
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Nodes for each move of the games
    #[arg(long, default_value_t = 1000)]
    nodes: u64,
    /// Only openings whose value for either side is at most this, by a search with as many nodes
    #[arg(long)]
    even: Option<i32>,
}

/// Makes the missing chunks.
///
/// # Errors
/// If there is no such game, or a file cannot be written.
pub(crate) fn make(options: &Options) -> io::Result<()> {
    let game = crate::chosen(Some(&options.game))?[0];
    let mut engine = Engine::new(TABLE_BYTES);
    chunks::make(&options.folder, options.from..options.from + options.chunks, |chunk| {
        (0..GAMES).flat_map(|number| play(game, options, Draws::of_game(chunk, number), &mut engine)).collect()
    })
}

/// The positions of one game.
fn play(game: &Game, options: &Options, mut draws: Draws, engine: &mut Engine) -> Vec<String> {
    let is_decided = |score: Score| {
        let expected = game.about.expected_score.of(score, false);
        expected.max(1.0 - expected) >= WON
    };
    let start = loop {
        let start = opening(game, MIN_OPENING_PLIES + draws.below(MORE_OPENING_PLIES), &mut draws);
        let mut value = || search(game, &*start, options.nodes, engine).0.value();
        if options.even.is_none_or(|most| value().abs() <= most) {
            break start;
        }
    };
    let Some(played) = QuickGame::play(game, start, options.nodes, PLIES_MAX, engine, is_decided) else {
        return Vec::new();
    };
    let record = |Searched { position, score, mv }: &Searched| {
        let side = position.side_to_move()?;
        let mv = position.move_names().swap_remove(mv.0);
        Some(Record { state: position.state(), mv, score: score.value(), points: played.points(side) }.to_string())
    };
    played.searched.iter().filter_map(record).collect()
}
