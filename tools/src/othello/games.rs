//! Training data: games of plyd against itself from random openings, solved near the end. An option sets the share of
//! quick games, by default half. From quick games, only solved positions are used. The other games are played well, so
//! the scores of their searches are used as labels too.
//!
//! A chunk of games is a file. Its content depends only on its number.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::PathBuf;

use clap::Args;
use plyd_games::Othello;
use plyd_games::tools::othello as learning;
use plyd_search::position::Position;
use plyd_search::{Algorithm, Analysis, Limits, Question, Stop, Table, search};

use super::record::Record;
use crate::chunks;
use crate::self_play::{Draws, seen_by_first};

/// Games in a chunk.
const GAMES: u64 = 500;
/// The number of positions of the middlegame, and also of the solved part, after which a quick game tries another move.
const DEVIATIONS: u64 = 8;
/// Half of the middlegame positions for other moves are chosen among this many of the last ones before the solved part.
const LAST: usize = 10;
/// Search depths of quick games: `(e, depth)` applies with more than `e` empty squares.
const QUICK: [(u32, u32); 3] = [(30, 2), (20, 3), (0, 5)];
/// The same for quick games of a second kind, which use selective searches.
const FAIR: [(u32, u32); 3] = [(44, 3), (24, 4), (0, 5)];
/// The same for the games of `exact`, whose positions are solved to compare the evaluation with.
const STRONG: [(u32, u32); 3] = [(40, 4), (24, 5), (0, 6)];

type Move = <Othello as Position>::Move;

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
    /// Nodes for each move of the games that are not quick
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Number of empty squares from which positions are solved
    #[arg(long, default_value_t = 14)]
    solve: u32,
    /// Number of quick games out of every four, at most two
    #[arg(long, default_value_t = 2)]
    quick: u64,
    /// Number of middlegame positions in the other games after which another move is tried; their values are learnt too
    #[arg(long, default_value_t = DEVIATIONS)]
    strays: u64,
    /// The same for the solved part
    #[arg(long, default_value_t = 3)]
    ends: u64,
}

/// Makes the missing chunks.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn make(options: &Options) -> io::Result<()> {
    let Options { solve, nodes, quick, .. } = *options;
    let deviations = [options.strays, options.ends];
    let mut table = Table::new(8 << 20);
    chunks::make(&options.folder, options.from..options.from + options.chunks, |chunk| {
        let mut records = Vec::new();
        for game in 0..GAMES {
            let (budget, deviations) = match game % 4 {
                number @ (0 | 2) if number < 2 * quick => {
                    (SearchBudget::Depths(if number == 0 { QUICK } else { FAIR }), [DEVIATIONS; 2])
                }
                _ => (SearchBudget::Nodes(nodes), deviations),
            };
            Player { table: &mut table, draws: Draws::of_game(chunk, game), budget }.play(
                solve,
                deviations,
                &mut records,
            );
        }
        records.iter().map(|record| record.to_bytes()).collect()
    })
}

/// Options of `exact`.
#[derive(Debug, Args)]
pub(crate) struct ExactOptions {
    /// Folder for the positions
    folder: PathBuf,
    /// Number of positions
    #[arg(long, default_value_t = 1000)]
    positions: usize,
    /// Random plies before a game
    #[arg(long, default_value_t = 5)]
    plies: u64,
    /// Nodes for each move of the games; 0 for searches of 4 to 6 plies
    #[arg(long, default_value_t = 0)]
    nodes: u64,
    /// File name in the folder
    #[arg(long, default_value = "exact.set")]
    set: PathBuf,
}

/// Solves positions with 16 to 19 empty squares: one in each game, or two if the games use a fixed number of nodes.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn solve_some(options: &ExactOptions) -> io::Result<()> {
    fs::create_dir_all(&options.folder)?;
    let ExactOptions { positions: wanted, plies, nodes, .. } = *options;
    let mut table = Table::new(64 << 20);
    let mut records = Vec::new();
    let mut openings = HashSet::new();
    for number in 0.. {
        if records.len() >= wanted {
            break;
        }
        let budget = if nodes == 0 { SearchBudget::Depths(STRONG) } else { SearchBudget::Nodes(nodes) };
        let mut player = Player { table: &mut table, draws: Draws::of_game(0xeac7, number), budget };
        let Some(opening) = player.draws.opening::<Othello>(plies) else { continue };
        // With a fixed number of nodes, games from the same opening would be the same.
        if nodes != 0 && !openings.insert(opening.key()) {
            continue;
        }
        let (least, twice) = if nodes == 0 { (16 + number % 4, false) } else { (16 + number % 2, true) };
        let Some((path, last)) = player.play_on(opening, least as u32) else { continue };
        let sooner = path.into_iter().map(|(position, _)| position);
        let sooner = sooner.filter(|position| twice && empty(position) == least as u32 + 2);
        for position in [last].into_iter().chain(sooner.take(1)) {
            records.push(labelled(&position, player.solved(&position).score.value()));
        }
    }
    let records: Vec<_> = records.iter().map(|record| record.to_bytes()).collect();
    chunks::write(&options.folder.join(&options.set), &records)
}

struct Player<'a> {
    table: &'a mut Table,
    draws: Draws,
    budget: SearchBudget,
}

/// The searches that choose moves.
#[derive(Clone, Copy)]
enum SearchBudget {
    /// By depth: `(e, depth)` applies with more than `e` empty squares. Selective searches, except for [`QUICK`].
    Depths([(u32, u32); 3]),
    /// Selective searches with this number of nodes.
    Nodes(u64),
}

fn empty(position: &Othello) -> u32 {
    let [own, other] = learning::discs(position);
    (!(own | other)).count_ones()
}

impl Player<'_> {
    fn solved(&mut self, position: &Othello) -> Analysis<Move> {
        search(position, &Question::new(Limits::depth(124)), self.table, &Stop::default(), &mut |_| ())
    }

    /// Searches a position as this player does.
    fn searched(&mut self, position: &Othello) -> Analysis<Move> {
        let limits = match self.budget {
            SearchBudget::Depths(depths) => {
                Limits::depth(depths.iter().find(|(more, _)| empty(position) > *more).map_or(1, |(_, depth)| *depth))
            }
            SearchBudget::Nodes(nodes) => Limits { nodes, ..Limits::depth(124) },
        };
        let quick = matches!(self.budget, SearchBudget::Depths(QUICK));
        let algorithm = if quick { Algorithm::AlphaBeta } else { Algorithm::Selective };
        let question = Question { algorithm, ..Question::new(limits) };
        search(position, &question, self.table, &Stop::default(), &mut |_| ())
    }

    /// Length of the random opening: mostly short, sometimes far into the middlegame.
    fn opening_plies(&mut self) -> u64 {
        match self.draws.below(8) {
            0..4 => 4 + self.draws.below(9),
            4..6 => 8 + self.draws.below(9),
            _ => 16 + self.draws.below(23),
        }
    }

    /// Continues a game until `until` squares are empty. Returns its positions with their scores, and the last
    /// position; `None` if the game ends earlier.
    fn play_on(&mut self, opening: Othello, until: u32) -> Option<(Vec<(Othello, i32)>, Othello)> {
        let mut path = Vec::new();
        let mut position = opening;
        while empty(&position) > until {
            let analysis = self.searched(&position);
            path.push((position, analysis.score.value()));
            position.play_unchecked(analysis.best.expect("the game goes on"));
            if position.outcome().is_some() {
                return None;
            }
        }
        Some((path, position))
    }

    /// Plays one game and records positions to learn from: searched positions after the opening, if they were searched
    /// well, and solved positions. Adds positions after `middle` other moves in the middlegame and `ends` other moves
    /// in the solved part.
    fn play(&mut self, solve: u32, [middle, ends]: [u64; 2], records: &mut Vec<Record>) {
        let plies = self.opening_plies();
        let Some((path, last)) = self.draws.opening(plies).and_then(|opening| self.play_on(opening, solve)) else {
            return;
        };
        let well = matches!(self.budget, SearchBudget::Nodes(_));
        if well {
            records.extend(path.iter().map(|(position, value)| labelled(position, *value)));
        }
        let path: Vec<Othello> = path.into_iter().map(|(position, _)| position).collect();
        for number in 0..if path.is_empty() { 0 } else { middle } {
            // Every second position is close to the solved part, so middlegame searches from there reach it.
            let from = if number % 2 == 0 { 0 } else { path.len().saturating_sub(LAST) };
            if let Some(position) = self.deviation(&path[from..])
                && well
            {
                records.push(labelled(&position, self.searched(&position).score.value()));
            }
        }
        let end = self.line(last, records);
        for _ in 0..ends {
            if let Some(position) = self.deviation(&end[..end.len().min(6)]) {
                self.line(position, records);
            }
        }
    }

    /// Solves a position, and records it together with the positions of its principal variation.
    fn line(&mut self, mut position: Othello, records: &mut Vec<Record>) -> Vec<Othello> {
        let analysis = self.solved(&position);
        let black = seen_by_first(&position, analysis.score.value());
        let mut path = vec![position];
        for mv in &analysis.lines[0].pv {
            position.play_unchecked(*mv);
            if position.outcome().is_none() {
                path.push(position);
            }
        }
        records.extend(path.iter().map(|position| labelled(position, seen_by_first(position, black))));
        path
    }

    /// A position after a random move from one of these; `None` if the game is over then.
    fn deviation(&mut self, path: &[Othello]) -> Option<Othello> {
        let mut position = path[self.draws.below(path.len() as u64) as usize];
        let mv = self.draws.legal_move(&position);
        position.play_unchecked(mv);
        position.outcome().is_none().then_some(position)
    }
}

fn labelled(position: &Othello, value: i32) -> Record {
    Record { discs: learning::discs(position), score: value as i8 }
}
