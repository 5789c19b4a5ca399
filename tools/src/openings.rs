//! `plyd-tools openings`: the good moves in a game's first positions, from which its levels choose.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use plyd_games::{Checkers, Chess, Othello};
use plyd_search::{Algorithm, Evaluate, Limits, Question, Stop, Table, search};

/// Options of `openings`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The game's id
    game: Game,
    /// Where to write them
    #[arg(long)]
    output: PathBuf,
    #[command(flatten)]
    making: Making,
}

/// Games with openings.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Game {
    Chess,
    Checkers,
    Othello,
}

/// Parameters of the openings.
#[derive(Clone, Copy, Debug, Args)]
struct Making {
    /// Number of positions; those that good moves reach soon come first
    #[arg(long, default_value_t = 400)]
    positions: usize,
    /// Nodes to search in each position
    #[arg(long, default_value_t = 60_000)]
    nodes: u64,
    /// How much worse than the best a move may be, in units of the game's static evaluation
    #[arg(long, default_value_t = 25)]
    slack: i32,
}

/// Size of the transposition table, in bytes.
const TABLE_BYTES: usize = 64 << 20;
/// The most moves for a position.
const MOVES_MAX: usize = 4;
/// How much a ply costs, in the unit of a move's loss.
const PLY: i32 = 8;
/// How many positions lie between two progress messages.
const TELL_EVERY: usize = 20;

/// Makes the openings and writes them.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn make(options: &Options) -> io::Result<()> {
    let (making, mut table) = (options.making, Table::new(TABLE_BYTES));
    let bytes = match options.game {
        Game::Chess => making.make(&Chess::default(), &mut table),
        Game::Checkers => making.make(&Checkers::default(), &mut table),
        Game::Othello => making.make(&Othello::default(), &mut table),
    };
    crate::write(&options.output, bytes)
}

impl Making {
    /// The bytes of [`Openings`](plyd_search::hooks::Openings), found by the selective search. Deterministic.
    fn make<P: Evaluate>(self, start: &P, table: &mut Table) -> Vec<u8> {
        let (mut entries, mut seen) = (Vec::new(), HashSet::from([start.key()]));
        let mut positions = vec![start.clone()];
        let mut waiting = BinaryHeap::from([(Reverse(0), Reverse(0))]);
        let limits = Limits { nodes: self.nodes, ..Limits::depth(64) };
        let question =
            Question { algorithm: Algorithm::Selective, multi_pv: MOVES_MAX, ..Question::<P::Move>::new(limits) };
        for done in 1..=self.positions {
            let Some((Reverse(cost), Reverse(index))) = waiting.pop() else { break };
            let position = positions[index].clone();
            let found = search(&position, &question, table, &Stop::default(), &mut |_| ());
            for line in &found.lines {
                let (mv, loss) = (line.pv[0], found.score.value() - line.score.value());
                if loss > self.slack {
                    break;
                }
                entries.push((position.key(), P::slot(mv) as u16));
                let next = position.after(mv);
                if next.outcome().is_none() && seen.insert(next.key()) {
                    waiting.push((Reverse(cost + loss + PLY), Reverse(positions.len())));
                    positions.push(next);
                }
            }
            if done % TELL_EVERY == 0 {
                eprintln!("{done} of {}", self.positions);
            }
        }
        entries.sort_unstable();
        entries.iter().flat_map(|(key, slot)| key.to_le_bytes().into_iter().chain(slot.to_le_bytes())).collect()
    }
}

#[cfg(test)]
mod tests {
    use plyd_search::hooks::Openings;
    use plyd_search::position::Position;

    use super::*;

    #[test]
    fn every_opening_that_is_written_is_read_as_a_legal_move() {
        let start = Othello::default();
        let bytes = Making { positions: 5, nodes: 500, slack: 3 }.make(&start, &mut Table::new(1 << 20));
        let openings = Openings::new(bytes.leak());
        let mut moves = Vec::new();
        start.legal_moves(&mut moves);
        let legal: HashSet<u16> = moves.iter().map(|mv| Othello::slot(*mv) as u16).collect();
        let slots: HashSet<u16> = openings.slots(start.key()).into_iter().collect();
        assert!(!slots.is_empty() && slots.is_subset(&legal), "{slots:?}");
        assert!(openings.len() >= 5, "each of five positions has a move");
    }
}
