//! A game in one file, searched: the smallest program that uses the search.

use plyd_search::hooks::NoHooks;
use plyd_search::position::{Outcome, Position, Side};
use plyd_search::{Evaluate, Limits, Question, Score, Stop, Table, search};

/// A heap, and the side to move: each takes one, two or three, and who takes the last one wins.
#[derive(Clone)]
struct Heap(u32, Side);

impl Position for Heap {
    type Move = u32;

    fn side_to_move(&self) -> Side {
        self.1
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 0).then(|| Outcome::Win(self.1.other()))
    }
    fn legal_moves(&self, moves: &mut Vec<u32>) {
        moves.extend(1..=self.0.min(3));
    }
    fn play_unchecked(&mut self, taken: u32) {
        *self = Self(self.0 - taken, self.1.other());
    }
    fn key(&self) -> u64 {
        u64::from(2 * self.0) + self.1.index() as u64
    }
}

impl Evaluate for Heap {
    type Hooks = NoHooks;

    fn evaluate(&self) -> Score {
        Score::ZERO
    }
}

fn main() {
    // At most twenty plies, a table of a mebibyte, no stop flag, no progress.
    let question = Question::new(Limits::depth(20));
    let found = search(&Heap(9, Side::First), &question, &mut Table::new(1 << 20), &Stop::default(), &mut |_| ());
    println!("take {:?}: a win in {:?} plies", found.best.unwrap(), found.score.plies().unwrap());
    // Take one and leave eight. The opponent has to leave five to seven, so four can be left next: a win on the fifth ply.
    assert_eq!((found.best, found.score), (Some(1), Score::win_in(5)));
}
