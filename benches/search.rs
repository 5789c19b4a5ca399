//! Nodes per second of both searches, and what a legal position costs to count. Every bench asserts what it times.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use plyd::games::TicTacToe;
use plyd::position::{Outcome, Position, Side, perft};
use plyd::search::{Algorithm, Evaluate, Limits, Request, Score, Stop, Table, search};

fn main() {
    divan::main();
}

/// A tree of eight moves everywhere whose values are hashes: nothing but the search itself costs time.
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
    const PLAIN: bool = true;

    fn evaluate(&self) -> Score {
        Score::opinion((self.id % 1000) as i32 - 500)
    }
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
    let request = Request { algorithm, ..Request::new(Limits::depth(depth)) };
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

#[divan::bench]
fn perft_tic_tac_toe(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(200_448u64)).bench(|| {
        assert_eq!(perft(black_box(&TicTacToe::default()), 8), 200_448);
    });
}
