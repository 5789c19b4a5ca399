//! Positions whose lists of moves are cut: what a search finds from such a list is an estimate.

use plyd::position::{Listing, Outcome, Position, Side};
use plyd::search::hooks::{NoHooks, Selective};
use plyd::search::{Algorithm, Analysis, Evaluate, Limits, Question, Score, Stop, StoppedBy, Table, search};

use crate::common::mix;

/// Random games of at most eight plies with one to six moves each. `limit` moves of a position are listed.
#[derive(Clone, Debug)]
struct Game {
    key: u64,
    side: Side,
    plies: u32,
    limit: u64,
}

impl Game {
    fn new(seed: u64, limit: u64) -> Self {
        Self { key: mix(seed), side: Side::First, plies: 8, limit }
    }

    fn moves(&self) -> u64 {
        1 + mix(self.key ^ 1) % 6
    }

    /// The value of the game with all its moves: 1 if the side to move wins, -1 if it loses.
    fn truth(&self) -> i32 {
        match self.outcome() {
            Some(outcome) => Score::of(outcome, self.side).value().signum(),
            None => (0..self.moves()).map(|mv| -self.after(mv).truth()).max().expect("a move"),
        }
    }
}

impl Position for Game {
    type Move = u64;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        match mix(self.key ^ 2) % 12 {
            0 => Some(Outcome::Win(self.side.other())),
            1 => Some(Outcome::Win(self.side)),
            _ if self.plies == 0 => Some(Outcome::Draw),
            _ => None,
        }
    }

    fn legal_moves(&self, moves: &mut Vec<u64>) {
        moves.extend(0..self.moves().min(self.limit));
    }

    fn list_moves(&self, moves: &mut Vec<u64>) -> Listing {
        self.legal_moves(moves);
        if self.moves() > self.limit { Listing::Cut } else { Listing::Complete }
    }

    fn play_unchecked(&mut self, mv: u64) {
        *self = Self { key: mix(self.key ^ (3 + mv)), side: self.side.other(), plies: self.plies - 1, ..*self };
    }

    fn key(&self) -> u64 {
        self.key
    }
}

impl Evaluate for Game {
    type Hooks = NoHooks;

    const SELECTIVE: Selective = Selective::PLAIN;

    fn evaluate(&self) -> Score {
        Score::ZERO
    }

    fn plies_left(&self) -> u32 {
        self.plies
    }
}

fn run(root: &Game, algorithm: Algorithm, depth: u32) -> Analysis<u64> {
    let question = Question { algorithm, ..Question::new(Limits::depth(depth)) };
    search(root, &question, &mut Table::new(1 << 16), &Stop::default(), &mut |_| ())
}

const ALGORITHMS: [Algorithm; 4] =
    [Algorithm::AlphaBeta, Algorithm::Minimax, Algorithm::Textbook, Algorithm::Selective];

#[test]
fn nothing_false_is_proven_from_cut_lists() {
    let [mut proven, mut unproven, mut misleading] = [0; 3];
    for seed in 0..400 {
        let root = Game::new(seed, 3);
        // The root's own list is complete: whoever asks refuses other roots.
        if root.outcome().is_some() || root.moves() > root.limit {
            continue;
        }
        let truth = root.truth();
        for (algorithm, depth) in ALGORITHMS.into_iter().flat_map(|algorithm| [3, 8].map(|depth| (algorithm, depth))) {
            let found = run(&root, algorithm, depth);
            let context = format!("seed {seed}, {algorithm:?}, depth {depth}: {found:?}");
            let sign = found.score.value().signum();
            if found.proven {
                proven += 1;
                assert_eq!(sign, truth, "{context}");
            } else if depth == 8 {
                unproven += 1;
                misleading += u32::from(sign != truth);
                assert!(found.stats.cut_lists > 0 && found.stopped_by == StoppedBy::Depth, "{context}");
            }
        }
    }
    assert!(proven > 100 && unproven > 100 && misleading > 20, "{proven}, {unproven}, {misleading}");
}

#[test]
fn lists_that_are_not_cut_are_not_counted() {
    for seed in 0..20 {
        let root = Game::new(seed, u64::MAX);
        if root.outcome().is_none() {
            for algorithm in ALGORITHMS {
                let found = run(&root, algorithm, 8);
                assert!(found.proven && found.stats.cut_lists == 0, "seed {seed}, {algorithm:?}");
                assert_eq!(found.score.value().signum(), root.truth(), "seed {seed}, {algorithm:?}");
            }
        }
    }
}
