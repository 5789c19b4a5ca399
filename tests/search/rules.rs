//! Rules that look beyond the position: repetitions and counted moves.

use plyd::position::{Outcome, Position, Repetition, Side, Visit};
use plyd::search::hooks::{NoHooks, Selective};
use plyd::search::table::TableKey;
use plyd::search::{
    Algorithm, Analysis, Draws, Evaluate, History, Limits, Question, Score, Stop, Table, Techniques, search,
};

use crate::common::{Rng, mix};

fn run<P: Evaluate>(root: &P, request: &Question<P::Move>) -> Analysis<P::Move> {
    search(root, request, &mut Table::new(0), &Stop::default(), &mut |_| ())
}

/// A walk around a clock: steps to the next hour, to the previous one, and across. Its mirror image is worth the same,
/// but a game's past has no mirror image.
#[derive(Clone, Copy, Debug)]
struct Clock {
    seed: u64,
    hour: u64,
    side: Side,
}

impl Clock {
    const HOURS: u64 = 14;

    /// The hour or its mirror image.
    fn upper(&self) -> u64 {
        self.hour.min((Self::HOURS - self.hour) % Self::HOURS)
    }

    fn keyed(&self, hour: u64) -> u64 {
        2 * hour + self.side.index() as u64
    }

    fn draw(&self) -> u64 {
        mix(mix(self.seed) ^ self.keyed(self.upper()))
    }
}

impl Position for Clock {
    type Move = u64;

    fn repetition(&self) -> Option<Repetition> {
        Some(Repetition::THREEFOLD)
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.upper() == 7).then_some(Outcome::Win(self.side.other())).filter(|_| self.draw().is_multiple_of(3))
    }

    fn legal_moves(&self, moves: &mut Vec<u64>) {
        moves.extend([1, Self::HOURS - 1, Self::HOURS / 2]);
    }

    fn play_unchecked(&mut self, hours: u64) {
        self.hour = (self.hour + hours) % Self::HOURS;
        self.side = self.side.other();
    }

    fn key(&self) -> u64 {
        self.keyed(self.hour)
    }
}

impl Evaluate for Clock {
    type Hooks = NoHooks;

    fn table_key(&self) -> TableKey {
        TableKey::plain(mix(self.keyed(self.upper())))
    }

    fn evaluate(&self) -> Score {
        Score::heuristic((self.draw() >> 8) as i32 % 100)
    }
}

#[test]
fn what_the_past_draws_is_not_drawn_in_a_mirror() {
    let mut differ = 0;
    let mut rng = Rng(18);
    for seed in 0..150 {
        let root = Clock { seed, hour: rng.next() % Clock::HOURS, side: Side::First };
        if root.outcome().is_some() {
            continue;
        }
        let twice: Vec<u64> =
            (0..3).map(|_| rng.next() % (2 * Clock::HOURS)).filter(|key| *key != root.key()).collect();
        let visit = |key: &u64| Visit { key: *key, side: Side::First, outcome: Outcome::Draw, is_checked: false };
        let past: Vec<Visit> = twice.iter().chain(&twice).chain([&root.key()]).map(visit).collect();
        let history = History::of(&root, &past, Draws::Claimed);
        for depth in 1..=10 {
            let ask = |algorithm, techniques| {
                let request =
                    Question { algorithm, techniques, history: history.clone(), ..Question::new(Limits::depth(depth)) };
                let found = run(&root, &request);
                (found.score, found.best)
            };
            let expected = ask(Algorithm::Minimax, Techniques::NONE);
            assert_eq!(ask(Algorithm::AlphaBeta, Techniques::ALL), expected, "{root:?}, {twice:?}, depth {depth}");
            let without_past =
                run(&root, &Question { algorithm: Algorithm::Minimax, ..Question::new(Limits::depth(depth)) });
            differ += u32::from(without_past.score != expected.0);
        }
    }
    assert!(differ > 50, "the past mattered {differ} times");
}

/// A maze whose rules declare a draw after a number of plies without progress. It consists mostly of corridors, at
/// whose end the first side wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Maze {
    at: Place,
    side: Side,
    quiet: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The first side chooses between left and right. The second side chooses next.
    Entrance,
    /// To the left: the short corridor with a new count, or an immediate draw.
    Left,
    /// To the right: the long corridor with a new count, or the short one with the current count.
    Right,
    Corridor {
        is_long: bool,
        plies: u32,
    },
    Drawn,
}

const QUIET_PLIES_MAX: u32 = 80;
const SHORT: Place = Place::Corridor { is_long: false, plies: 62 };
const LONG: Place = Place::Corridor { is_long: true, plies: 64 };

impl Position for Maze {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.at {
            Place::Corridor { plies: 0, .. } => Some(Outcome::Win(Side::First)),
            Place::Drawn => Some(Outcome::Draw),
            _ => (self.quiet >= QUIET_PLIES_MAX).then_some(Outcome::Draw),
        }
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        let ways = if matches!(self.at, Place::Corridor { .. }) { 1 } else { 2 };
        moves.extend(0..ways);
    }

    fn play_unchecked(&mut self, way: u8) {
        let (at, makes_progress) = match (self.at, way) {
            (Place::Entrance, 0) => (Place::Left, false),
            (Place::Entrance, _) => (Place::Right, false),
            (Place::Left, 0) => (SHORT, true),
            (Place::Left, _) => (Place::Drawn, false),
            (Place::Right, 0) => (LONG, true),
            (Place::Right, _) => (SHORT, false),
            (Place::Corridor { is_long, plies }, _) => (Place::Corridor { is_long, plies: plies - 1 }, false),
            (Place::Drawn, _) => unreachable!("it is over"),
        };
        let quiet = if makes_progress { 0 } else { self.quiet + 1 };
        *self = Self { at, side: self.side.other(), quiet };
    }

    fn quiet_plies_left(&self) -> u32 {
        QUIET_PLIES_MAX - self.quiet
    }

    fn key(&self) -> u64 {
        let place = match self.at {
            Place::Entrance => 0,
            Place::Left => 1,
            Place::Right => 2,
            Place::Drawn => 3,
            Place::Corridor { is_long, plies } => 10 + 2 * u64::from(plies) + u64::from(is_long),
        };
        mix(2 * place + self.side.index() as u64)
    }
}

impl Evaluate for Maze {
    type Hooks = NoHooks;

    const SELECTIVE: Selective = Selective::PLAIN;

    fn evaluate(&self) -> Score {
        Score::heuristic(-1)
    }
}

/// The short corridor is won in 62 plies, unless 19 quiet plies were counted before: then the rules declare a draw one
/// ply earlier. A table entry from one case must not be used in the other, even if the counter did not matter when the
/// entry was stored.
#[test]
fn wins_that_the_draw_by_plies_prevents_are_not_claimed() {
    for quiet in 0..QUIET_PLIES_MAX {
        let root = Maze { at: Place::Entrance, side: Side::First, quiet };
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Selective] {
            for depth in [40, 64, 66, 67, 90] {
                let found = run(&root, &Question { algorithm, ..Question::new(Limits::depth(depth)) });
                // On the right, the second side chooses the later loss, or the draw.
                let drawn = quiet + 2 + 62 > QUIET_PLIES_MAX;
                let truth = if drawn { Score::ZERO } else { Score::win_in(66) };
                let context = format!("{quiet} plies, {algorithm:?}, depth {depth}");
                if depth >= 66 {
                    assert_eq!((found.score, found.proven), (truth, true), "{context}");
                } else if found.proven {
                    assert_eq!(found.score, truth, "{context}");
                }
            }
        }
    }
}
