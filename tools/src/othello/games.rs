//! The data: games of plyd against itself from random openings, solved near their end. Half of them, or what the options
//! say, are quick, and what comes before their end is left out; the others are played well, and what their searches found
//! is believed.
//!
//! A chunk of games is a file. Which games are in it, and what they come to, depends on its number alone.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::PathBuf;

use clap::Args;
use plyd_games::Othello;
use plyd_games::tools::othello as learning;
use plyd_search::position::{Position, Side};
use plyd_search::{Algorithm, Analysis, Limits, Question, Stop, Table, mix, search};

use super::record::Record;
use crate::chunks;

/// Games a chunk.
const GAMES: u64 = 500;
/// Positions of every quick game from which another move is followed: of the middle, and of what is solved.
const STRAYS: u64 = 8;
/// Every other stray of the middle is from so many positions before what is solved.
const LAST: usize = 10;
/// With more empty squares than these, games are played by searches so deep.
const QUICK: [(u32, u32); 3] = [(30, 2), (20, 3), (0, 5)];
/// The same of half of the quick ones, by selective searches.
const FAIR: [(u32, u32); 3] = [(44, 3), (24, 4), (0, 5)];
/// The same of those whose positions are solved to compare with.
const SOUND: [(u32, u32); 3] = [(40, 4), (24, 5), (0, 6)];

type Move = <Othello as Position>::Move;

/// How many games to make, and how.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Where the chunks are
    folder: PathBuf,
    /// How many chunks
    #[arg(long, default_value_t = 100)]
    chunks: u64,
    /// The number of the first one
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Nodes for each move of the games that are not quick
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// From so many empty squares on, positions are solved
    #[arg(long, default_value_t = 14)]
    solve: u32,
    /// Of every four games so many are quick ones, at most two
    #[arg(long, default_value_t = 2)]
    quick: u64,
    /// In the others, so many positions of the middle are followed by another move, whose values are learnt too
    #[arg(long, default_value_t = STRAYS)]
    strays: u64,
    /// The same, of what is solved
    #[arg(long, default_value_t = 3)]
    ends: u64,
}

/// Makes the chunks that are not there yet.
///
/// # Errors
/// What the files came to.
pub(crate) fn make(options: &Options) -> io::Result<()> {
    let Options { solve, nodes, quick, .. } = *options;
    let strays = [options.strays, options.ends];
    let mut table = Table::new(8 << 20);
    chunks::make(&options.folder, options.from..options.from + options.chunks, |chunk| {
        let mut records = Vec::new();
        for game in 0..GAMES {
            let (pace, strays) = match game % 4 {
                number @ (0 | 2) if number < 2 * quick => {
                    (Pace::Depths(if number == 0 { QUICK } else { FAIR }), [STRAYS; 2])
                }
                _ => (Pace::Nodes(nodes), strays),
            };
            Player { table: &mut table, seed: mix(mix(chunk) ^ game), pace }.play(solve, strays, &mut records);
        }
        records.iter().map(|record| record.to_bytes()).collect()
    })
}

/// Which positions to solve.
#[derive(Debug, Args)]
pub(crate) struct ExactOptions {
    /// Where to write them
    folder: PathBuf,
    /// How many positions
    #[arg(long, default_value_t = 1000)]
    positions: usize,
    /// Random plies before a game
    #[arg(long, default_value_t = 5)]
    plies: u64,
    /// Nodes for each move of the games; 0 for searches of 4 to 6 plies
    #[arg(long, default_value_t = 0)]
    nodes: u64,
    /// The file in the folder
    #[arg(long, default_value = "exact.set")]
    set: PathBuf,
}

/// Solves positions with 16 to 19 empty squares: one of a game of searches so deep, or two of a game of searches of so
/// many nodes.
///
/// # Errors
/// What the file came to.
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
        let pace = if nodes == 0 { Pace::Depths(SOUND) } else { Pace::Nodes(nodes) };
        let mut player = Player { table: &mut table, seed: mix(mix(0xeac7) ^ number), pace };
        let Some(opening) = player.opening(plies) else { continue };
        // With a number of nodes, no two games go the same way.
        if nodes != 0 && !openings.insert(opening.key()) {
            continue;
        }
        let (least, twice) = if nodes == 0 { (16 + number % 4, false) } else { (16 + number % 2, true) };
        let Some((path, last)) = player.continued(opening, least as u32) else { continue };
        let sooner = path.into_iter().map(|(position, _)| position);
        let sooner = sooner.filter(|position| twice && empty(position) == least as u32 + 2);
        for position in [last].into_iter().chain(sooner.take(1)) {
            records.push(labelled(&position, player.solved(&position).score.value()));
        }
    }
    chunks::write(&options.folder.join(&options.set), records.iter().map(|record| record.to_bytes()))
}

struct Player<'a> {
    table: &'a mut Table,
    seed: u64,
    pace: Pace,
}

/// How moves are found.
#[derive(Clone, Copy)]
enum Pace {
    /// With more empty squares than these, by searches so deep, selective ones but for [`QUICK`].
    Depths([(u32, u32); 3]),
    /// By selective searches of so many nodes.
    Nodes(u64),
}

fn empty(position: &Othello) -> u32 {
    let [own, other] = learning::discs(position);
    (!(own | other)).count_ones()
}

impl Player<'_> {
    fn draw(&mut self, below: u64) -> u64 {
        self.seed = mix(self.seed);
        self.seed % below
    }

    fn stray(&mut self, position: &Othello) -> Move {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves[self.draw(moves.len() as u64) as usize]
    }

    fn solved(&mut self, position: &Othello) -> Analysis<Move> {
        search(position, &Question::new(Limits::depth(124)), self.table, &Stop::default(), &mut |_| ())
    }

    /// What its search finds of a position.
    fn searched(&mut self, position: &Othello) -> Analysis<Move> {
        let limits = match self.pace {
            Pace::Depths(depths) => {
                Limits::depth(depths.iter().find(|(more, _)| empty(position) > *more).map_or(1, |(_, depth)| *depth))
            }
            Pace::Nodes(nodes) => Limits { nodes, ..Limits::depth(124) },
        };
        let quick = matches!(self.pace, Pace::Depths(QUICK));
        let algorithm = if quick { Algorithm::AlphaBeta } else { Algorithm::Selective };
        let question = Question { algorithm, ..Question::new(limits) };
        search(position, &question, self.table, &Stop::default(), &mut |_| ())
    }

    /// Most of the games begin early, the others anywhere in the middle.
    fn lesson_plies(&mut self) -> u64 {
        match self.draw(8) {
            0..4 => 4 + self.draw(9),
            4..6 => 8 + self.draw(9),
            _ => 16 + self.draw(23),
        }
    }

    /// A position after so many random plies; `None` if the game is over by then.
    fn opening(&mut self, plies: u64) -> Option<Othello> {
        let mut position = Othello::default();
        for _ in 0..plies {
            let mv = self.stray(&position);
            position.play_unchecked(mv);
            if position.outcome().is_some() {
                return None;
            }
        }
        Some(position)
    }

    /// How a game goes on until so many squares are empty: its positions, with what was found of each, and the last one;
    /// `None` if it does not last so long.
    fn continued(&mut self, opening: Othello, until: u32) -> Option<(Vec<(Othello, i32)>, Othello)> {
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

    /// One game, and what is learnt from it: every position after the opening, where it was searched well, and from
    /// where it is solved; and those after other moves, so many of the middle and so many of what is solved.
    fn play(&mut self, solve: u32, [middle, ends]: [u64; 2], records: &mut Vec<Record>) {
        let plies = self.lesson_plies();
        let Some((path, last)) = self.opening(plies).and_then(|opening| self.continued(opening, solve)) else { return };
        let well = matches!(self.pace, Pace::Nodes(_));
        if well {
            records.extend(path.iter().map(|(position, value)| labelled(position, *value)));
        }
        let path: Vec<Othello> = path.into_iter().map(|(position, _)| position).collect();
        for number in 0..if path.is_empty() { 0 } else { middle } {
            // Every other one shortly before what is solved, which searches of the middle look at.
            let from = if number % 2 == 0 { 0 } else { path.len().saturating_sub(LAST) };
            if let Some(stray) = self.strayed(&path[from..])
                && well
            {
                records.push(labelled(&stray, self.searched(&stray).score.value()));
            }
        }
        let end = self.line(last, records);
        for _ in 0..ends {
            if let Some(stray) = self.strayed(&end[..end.len().min(6)]) {
                self.line(stray, records);
            }
        }
    }

    /// Solves a position: it, and those of its line.
    fn line(&mut self, mut position: Othello, records: &mut Vec<Record>) -> Vec<Othello> {
        let analysis = self.solved(&position);
        let black = seen_by_black(&position, analysis.score.value());
        let mut path = vec![position];
        for mv in &analysis.lines[0].pv {
            position.play_unchecked(*mv);
            if position.outcome().is_none() {
                path.push(position);
            }
        }
        records.extend(path.iter().map(|position| labelled(position, seen_by_black(position, black))));
        path
    }

    /// A position after a random move in one of these; `None` if the game is over then.
    fn strayed(&mut self, path: &[Othello]) -> Option<Othello> {
        let mut stray = path[self.draw(path.len() as u64) as usize];
        let mv = self.stray(&stray);
        stray.play_unchecked(mv);
        stray.outcome().is_none().then_some(stray)
    }
}

/// A value for the side to move, as one for black; and the other way round.
fn seen_by_black(position: &Othello, value: i32) -> i32 {
    if position.side_to_move() == Side::First { value } else { -value }
}

fn labelled(position: &Othello, value: i32) -> Record {
    Record { discs: learning::discs(position), score: value as i8 }
}
