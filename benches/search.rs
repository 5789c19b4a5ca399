//! Nodes per second of both searches and of exact solving, and positions per second of the games' rules. Every bench
//! checks the result of what it times.

use std::fs;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use plyd::catalogue::Game;
use plyd::games::{CATALOGUE, ConnectFour, TicTacToe};
use plyd::notation::Notation;
use plyd::position::{Outcome, Position, Side};
use plyd::search::hooks::{AllMoves, Hooks, NoForced, NoLeaves, NoSolver, NoTactics};
use plyd::search::{Algorithm, Evaluate, Limits, Question, Score, Stop, Table, Technique, Techniques, search};

#[path = "../tests/common/mod.rs"]
mod common;

fn main() {
    divan::main();
}

/// A tree with eight moves everywhere, whose values are hashes, so that only the search itself takes time.
#[derive(Clone, Copy)]
struct Synthetic {
    id: u64,
    side: Side,
}

impl Position for Synthetic {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.extend(0..8);
    }

    fn play_unchecked(&mut self, mv: u8) {
        self.id = (self.id ^ (u64::from(mv) + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.id ^= self.id >> 29;
        self.side = self.side.other();
    }

    fn key(&self) -> u64 {
        self.id
    }
}

impl Evaluate for Synthetic {
    type Hooks = Self;

    fn evaluate(&self) -> Score {
        Score::heuristic((self.id % 1000) as i32 - 500)
    }
}

impl Hooks<Self> for Synthetic {
    type Tactics = NoTactics;
    type Leaves = NoLeaves;
    type Solver = NoSolver;
    type Forced = NoForced;
    type Moves = AllMoves;

    const AT_ONCE: bool = true;
}

fn bench<P: Evaluate + Sync>(
    bencher: Bencher<'_, '_>,
    root: &P,
    algorithm: Algorithm,
    depth: u32,
    nodes: u64,
    value: i32,
) where
    P::Move: Sync,
{
    let request = Question { algorithm, ..Question::new(Limits::depth(depth)) };
    bencher.counter(ItemsCount::new(nodes)).bench(|| {
        let analysis = search(black_box(root), &request, &mut Table::new(0), &Stop::default(), &mut |_| ());
        assert_eq!((analysis.stats.nodes, analysis.score.value()), (nodes, value));
    });
}

#[divan::bench]
fn tic_tac_toe_alpha_beta(bencher: Bencher<'_, '_>) {
    bench(bencher, &TicTacToe::default(), Algorithm::AlphaBeta, 9, 6_849, 0);
}

#[divan::bench]
fn tic_tac_toe_minimax(bencher: Bencher<'_, '_>) {
    bench(bencher, &TicTacToe::default(), Algorithm::Minimax, 9, 549_946, 0);
}

const SYNTHETIC: Synthetic = Synthetic { id: 1, side: Side::First };

#[divan::bench]
fn synthetic_alpha_beta(bencher: Bencher<'_, '_>) {
    bench(bencher, &SYNTHETIC, Algorithm::AlphaBeta, 7, 149_202, 317);
}

#[divan::bench]
fn synthetic_minimax(bencher: Bencher<'_, '_>) {
    bench(bencher, &SYNTHETIC, Algorithm::Minimax, 6, 299_593, -303);
}

/// Connect Four solved exactly: every score of the quick kinds of tests/solved. Each time with a new table, as for
/// every request.
mod solved {
    use super::common::labels::{labelled, stones_left};
    use super::*;

    fn solve(bencher: Bencher<'_, '_>, kind: &str) {
        let labelled: Vec<_> = labelled(kind)
            .into_iter()
            .map(|(columns, score)| (columns, ConnectFour::parse(columns).expect("a state"), score))
            .collect();
        let techniques = Techniques::ALL.without(Technique::Book);
        let request = Question { techniques, ..Question::new(Limits::depth(42)) };
        let solve = |table: &mut Table, position: &ConnectFour| {
            search(black_box(position), &request, table, &Stop::default(), &mut |_| ())
        };
        let nodes: u64 = labelled.iter().map(|(_, root, _)| solve(&mut Table::new(64 << 20), root).stats.nodes).sum();
        bencher.counter(ItemsCount::new(nodes)).with_inputs(|| Table::new(64 << 20)).bench_local_values(|mut table| {
            for (columns, position, score) in &labelled {
                assert_eq!(stones_left(columns.len(), solve(&mut table, position).score), *score, "{columns}");
            }
        });
    }

    #[divan::bench]
    fn end_easy(bencher: Bencher<'_, '_>) {
        solve(bencher, "end easy");
    }

    #[divan::bench]
    fn middle_easy(bencher: Bencher<'_, '_>) {
        solve(bencher, "middle easy");
    }

    #[divan::bench(sample_count = 3)]
    fn middle_medium(bencher: Bencher<'_, '_>) {
        solve(bencher, "middle medium");
    }

    #[divan::bench]
    fn begin_easy(bencher: Bencher<'_, '_>) {
        solve(bencher, "begin easy");
    }

    #[divan::bench(sample_count = 1)]
    fn begin_medium(bencher: Bencher<'_, '_>) {
        solve(bencher, "begin medium");
    }

    #[divan::bench(sample_count = 1)]
    fn begin_hard(bencher: Bencher<'_, '_>) {
        solve(bencher, "begin hard");
    }
}

/// Positions per second of each game's rules, with leaves counted in bulk: the deepest row of the start in tests/perft
/// that has at most [`MOST`] positions.
mod perft {
    use std::fmt;

    use super::*;

    const MOST: u64 = 100_000_000;

    /// A row of a game's perft table.
    struct Row {
        game: &'static Game,
        depth: u32,
        count: u64,
    }

    impl fmt::Display for Row {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.game.id)
        }
    }

    /// The rows of those games whose start has a row that takes time.
    fn rows() -> impl Iterator<Item = Row> {
        CATALOGUE.iter().filter_map(|game| {
            let path = format!("{}/tests/perft/{}.perft", env!("CARGO_MANIFEST_DIR"), game.id);
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
            let start = game.start().state();
            let is_start = |state: &str| game.parse(state).is_ok_and(|position| position.state() == start);
            let tables = text.split("\nstate ").skip(1).map(|table| table.split_once('\n').unwrap_or((table, "")));
            let counts = tables.filter(|(state, _)| is_start(state)).flat_map(|(_, counts)| counts.lines());
            let rows = counts.filter_map(|line| {
                let (depth, count) = line.split_once(' ')?;
                Some(Row { game, depth: depth.parse().ok()?, count: count.parse().ok()? })
            });
            rows.filter(|row| (100_000..=MOST).contains(&row.count)).max_by_key(|row| row.depth)
        })
    }

    #[divan::bench(sample_count = 10, args = rows())]
    fn start(bencher: Bencher<'_, '_>, row: &Row) {
        let start = row.game.start();
        bencher
            .counter(ItemsCount::new(row.count))
            .bench_local(|| assert_eq!(black_box(&start).perft(row.depth), row.count));
    }

    /// The same count by cozy-chess alone, to compare with plyd's chess.
    #[divan::bench(sample_count = 10)]
    fn chess_by_cozy_chess_alone(bencher: Bencher<'_, '_>) {
        fn walk(board: &cozy_chess::Board, depth: u32) -> u64 {
            let mut total = 0;
            board.generate_moves(|moves| {
                if depth == 1 {
                    total += moves.len() as u64;
                } else {
                    for mv in moves {
                        let mut next = board.clone();
                        next.play_unchecked(mv);
                        total += walk(&next, depth - 1);
                    }
                }
                false
            });
            total
        }
        let start = cozy_chess::Board::default();
        bencher.counter(ItemsCount::new(4_865_609u64)).bench(|| assert_eq!(walk(black_box(&start), 5), 4_865_609));
    }
}
