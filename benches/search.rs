//! Nodes per second of both searches and of exact solving, positions per second of the games' rules. Every bench
//! asserts what it times.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use plyd::games::{
    Ataxx, Brazilian, Breakthrough, Checkers, Chess, ConnectFour, DotsAndBoxes, Draughts, Gomoku, Hex, International,
    Kalah, Nim, NineMensMorris, Othello, Oware, Russian, TicTacToe, UltimateTicTacToe,
};
use plyd::notation::Notation;
use plyd::position::{Outcome, Position, Side, perft};
use plyd::search::{Algorithm, Deepening, Evaluate, Limits, Question, Score, Stop, Table, Techniques, search};

#[path = "../tests/common/labels.rs"]
#[expect(unreachable_pub, reason = "tests share it as a module of theirs")]
mod labels;

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
    const DEEPENING: Deepening = Deepening::AtOnce;

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

/// Connect Four solved exactly: every score of the quick kinds of tests/solved. A fresh table each time, as for every
/// request.
mod solved {
    use super::labels::{labelled, stones_left};
    use super::*;

    fn solve(bencher: Bencher<'_, '_>, kind: &str) {
        let labelled: Vec<_> = labelled(kind)
            .into_iter()
            .map(|(columns, score)| (columns, ConnectFour::parse(columns).expect("a state"), score))
            .collect();
        let techniques = Techniques { book: false, ..Techniques::ALL };
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

/// Positions a second of each game's rules, leaves counted in bulk. Depths and counts are those of tests/perft.
mod perft {
    use super::*;

    fn count<P: Position + Notation + Sync>(bencher: Bencher<'_, '_>, depth: u32, count: u64) {
        let start = P::parse(P::ABOUT.start()).expect("the start is a state");
        bencher.counter(ItemsCount::new(count)).bench(|| assert_eq!(perft(black_box(&start), depth), count));
    }

    #[divan::bench(sample_count = 10)]
    fn connect_four(bencher: Bencher<'_, '_>) {
        count::<ConnectFour>(bencher, 9, 39_394_572);
    }

    #[divan::bench(sample_count = 10)]
    fn gomoku(bencher: Bencher<'_, '_>) {
        count::<Gomoku>(bencher, 3, 11_239_200);
    }

    #[divan::bench(sample_count = 10)]
    fn othello(bencher: Bencher<'_, '_>) {
        count::<Othello>(bencher, 10, 24_571_056);
    }

    #[divan::bench(sample_count = 10)]
    fn checkers(bencher: Bencher<'_, '_>) {
        count::<Checkers>(bencher, 10, 18_391_564);
    }

    #[divan::bench(sample_count = 10)]
    fn draughts(bencher: Bencher<'_, '_>) {
        count::<Draughts<International>>(bencher, 8, 6_483_961);
    }

    #[divan::bench(sample_count = 10)]
    fn russian_draughts(bencher: Bencher<'_, '_>) {
        count::<Draughts<Russian>>(bencher, 9, 4_570_586);
    }

    #[divan::bench(sample_count = 10)]
    fn brazilian_draughts(bencher: Bencher<'_, '_>) {
        count::<Draughts<Brazilian>>(bencher, 9, 4_431_766);
    }

    #[divan::bench(sample_count = 10)]
    fn chess(bencher: Bencher<'_, '_>) {
        count::<Chess>(bencher, 5, 4_865_609);
    }

    #[divan::bench(sample_count = 10)]
    fn kalah(bencher: Bencher<'_, '_>) {
        count::<Kalah>(bencher, 8, 563_055);
    }

    #[divan::bench(sample_count = 10)]
    fn oware(bencher: Bencher<'_, '_>) {
        count::<Oware>(bencher, 8, 711_414);
    }

    #[divan::bench(sample_count = 10)]
    fn nine_mens_morris(bencher: Bencher<'_, '_>) {
        count::<NineMensMorris>(bencher, 5, 5_140_800);
    }

    #[divan::bench(sample_count = 10)]
    fn breakthrough(bencher: Bencher<'_, '_>) {
        count::<Breakthrough>(bencher, 5, 6_182_818);
    }

    #[divan::bench(sample_count = 10)]
    fn ataxx(bencher: Bencher<'_, '_>) {
        count::<Ataxx>(bencher, 5, 4_752_668);
    }

    #[divan::bench(sample_count = 10)]
    fn dots_and_boxes(bencher: Bencher<'_, '_>) {
        count::<DotsAndBoxes>(bencher, 6, 96_909_120);
    }

    #[divan::bench(sample_count = 10)]
    fn ultimate_tic_tac_toe(bencher: Bencher<'_, '_>) {
        count::<UltimateTicTacToe>(bencher, 5, 473_256);
    }

    #[divan::bench(sample_count = 10)]
    fn hex(bencher: Bencher<'_, '_>) {
        count::<Hex>(bencher, 3, 1_727_880);
    }

    #[divan::bench(sample_count = 10)]
    fn nim(bencher: Bencher<'_, '_>) {
        count::<Nim>(bencher, 9, 4_532_382);
    }

    /// What chess is compared with: the same count by cozy-chess alone.
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
