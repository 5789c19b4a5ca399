//! The value of a leaf: how much it may cost, and that pruning does not change it.

use plyd::games::{Checkers, Chess};
use plyd::notation::Notation;
use plyd::position::{Outcome, Position, Side};
use plyd::search::hooks::{AllMoves, Forced, Hooks, NoLeaves, NoSolver, NoTactics, QUIESCENCE_BUDGET};
use plyd::search::{Algorithm, Analysis, Evaluate, Limits, Question, Score, Stop, StoppedBy, Table, search};

use crate::common::{Rng, mix, oracle, random_position};

/// A brawl: every position has about a dozen captures, and so do the positions after them.
#[derive(Clone, Copy, Debug)]
struct Brawl {
    id: u64,
    side: Side,
    left: u32,
    width: u64,
}

impl Position for Brawl {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Win(if self.id.is_multiple_of(2) { Side::First } else { Side::Second }))
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.extend(0..1 + (self.id % self.width) as u8);
    }

    fn play_unchecked(&mut self, mv: u8) {
        self.id = mix(self.id ^ u64::from(mv) << 32);
        self.left -= 1;
        if !self.id.is_multiple_of(5) {
            self.side = self.side.other();
        }
    }

    fn key(&self) -> u64 {
        self.id
    }
}

impl Evaluate for Brawl {
    type Hooks = Self;

    fn noisy_moves(&self, moves: &mut Vec<Self::Move>) {
        self.legal_moves(moves);
    }

    fn evaluate(&self) -> Score {
        Score::heuristic((self.id >> 20) as i32 % 50)
    }
}

impl Hooks<Self> for Brawl {
    type Tactics = NoTactics;
    type Leaves = NoLeaves;
    type Solver = NoSolver;
    type Forced = Self;
    type Moves = AllMoves;
}

impl Forced<Self> for Brawl {
    fn may_stand_pat(position: &Self) -> bool {
        !position.id.is_multiple_of(3)
    }
}

fn run<P: Evaluate>(root: &P, request: &Question<P::Move>) -> Analysis<P::Move> {
    search(root, request, &mut Table::new(0), &Stop::default(), &mut |_| ())
}

fn value<P: Evaluate>(root: &P, algorithm: Algorithm, depth: u32) -> Analysis<P::Move> {
    run(root, &Question { algorithm, ..Question::new(Limits::depth(depth)) })
}

#[test]
fn where_the_room_runs_out_pruning_still_changes_no_score() {
    let mut cut = 0;
    for seed in 0..12 {
        // Far more lines than quiescence may search.
        let root = Brawl { id: mix(seed), side: Side::First, left: 12, width: 14 };
        for depth in 0..=1 {
            let exact = oracle::value(&root, depth, 0);
            for algorithm in [Algorithm::AlphaBeta, Algorithm::Minimax] {
                let found = value(&root, algorithm, depth);
                assert_eq!(found.score, exact, "seed {seed}, depth {depth}, {algorithm:?}");
                let leaves = if depth == 0 { 1 } else { u64::from(u8::MAX) };
                let most = leaves * u64::from(QUIESCENCE_BUDGET) * 12;
                assert!(found.stats.quiescence_nodes <= most, "{} nodes", found.stats.quiescence_nodes);
                cut += u32::from(depth == 0 && found.stats.deepest_ply < 12);
            }
        }
    }
    assert!(cut > 4, "the room ran out {cut} times");
}

/// Boards on which everything can capture everything. The last ones are the worst that a search for such boards found.
const MELEES: [&str; 4] = [
    "qqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQK w - - 0 1",
    "bnQbK1b1/1b3Nk1/1R3b2/BR1q4/1qR2nbB/N1QR3n/R2Q1NnQ/q1q2Rn1 w - - 0 1",
    "2QQK1b1/1n3Nk1/1q3b2/1R1qR2n/2N1b1bB/qbnN1R2/Qn1RQB2/R1q1Rbn1 w - - 0 1",
    "2r5/q2QR1rq/Rqrq1R2/1k4rR/2R2RrQ/r3QR1q/1KqRRqrQ/1Q2R2q w - - 0 1",
];

#[test]
fn no_leaf_costs_more_than_some_thousand_nodes() {
    for state in MELEES {
        let root = Chess::parse(state).unwrap();
        let limits = Limits { nodes: 100_000, ..Limits::depth(0) };
        let found = run(&root, &Question::new(limits));
        assert_eq!(found.stopped_by, StoppedBy::Depth, "{state}");
        assert!(found.stats.quiescence_nodes < 40_000, "{state}: {}", found.stats.quiescence_nodes);
    }
    let mut rng = Rng(8);
    for plies in 0..90 {
        let root = random_position(&Checkers::default(), plies, &mut rng);
        assert!(value(&root, Algorithm::AlphaBeta, 0).stats.quiescence_nodes < 200, "{}", root.state());
    }
}

#[test]
fn evaluations_report_the_limit_that_cut_them() {
    let root = Chess::parse(MELEES[0]).unwrap();
    let whole = value(&root, Algorithm::AlphaBeta, 0);
    assert_eq!((whole.depth, whole.stopped_by, whole.proven), (0, StoppedBy::Depth, false));
    let all = whole.stats.all_nodes();
    for nodes in [1, 2, all - 1] {
        let cut = run(&root, &Question::new(Limits { nodes, ..Limits::depth(0) }));
        assert_eq!(cut.stats.all_nodes(), nodes, "obeyed exactly");
        assert_eq!((cut.stopped_by, cut.score, cut.proven), (StoppedBy::Nodes, root.evaluate(), false));
    }
    let enough = run(&root, &Question::new(Limits { nodes: all, ..Limits::depth(0) }));
    assert_eq!((enough.stopped_by, enough.score), (StoppedBy::Depth, whole.score));
}
