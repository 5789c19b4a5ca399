//! Books have the values that a search finds, and are used only if a search would find the same.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use plyd::games::ConnectFour;
use plyd::notation::Notation;
use plyd::position::{Outcome, Position, Side};
use plyd::search::exact::value;
use plyd::search::hooks::{AllMoves, Hooks, Leaves, NoForced, NoSolver, NoTactics, StaticBounds};
use plyd::search::table::TableKey;
use plyd::search::{Evaluate, Limits, Question, Score, Stop, Table, Technique, Techniques, search};

use crate::common::labels::stones_left;
use crate::common::{Rng, random_position};

thread_local! {
    /// Values by the key of the table.
    static BOOK: RefCell<HashMap<u64, Score>> = RefCell::default();
}

/// Connect Four, with a book that the test made.
#[derive(Clone, Copy, Debug)]
struct Booked(ConnectFour);

impl Position for Booked {
    type Move = <ConnectFour as Position>::Move;

    fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn legal_moves(&self, moves: &mut Vec<Self::Move>) {
        self.0.legal_moves(moves);
    }

    fn play_unchecked(&mut self, mv: Self::Move) {
        self.0.play_unchecked(mv);
    }

    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Evaluate for Booked {
    type Hooks = Self;

    fn table_key(&self) -> TableKey {
        self.0.table_key()
    }

    fn plies_left(&self) -> u32 {
        self.0.plies_left()
    }

    fn static_bounds(&self, depth: u32, moves: &mut Vec<Self::Move>) -> Option<StaticBounds> {
        self.0.static_bounds(depth, moves)
    }

    fn evaluate(&self) -> Score {
        self.0.evaluate()
    }

    fn order(&self, moves: &mut [Self::Move]) {
        self.0.order(moves);
    }
}

impl Hooks<Self> for Booked {
    type Tactics = NoTactics;
    type Leaves = Self;
    type Solver = NoSolver;
    type Forced = NoForced;
    type Moves = AllMoves;
}

impl Leaves<Self> for Booked {
    fn book_value(position: &Self) -> Option<Score> {
        BOOK.with_borrow(|book| book.get(&position.table_key().hash()).copied())
    }

    fn refine_bounds(
        position: &Self,
        depth: u32,
        moves: &mut [<Self as Position>::Move],
        bounds: StaticBounds,
    ) -> Option<StaticBounds> {
        ConnectFour::refine_bounds(&position.0, depth, moves, bounds)
    }
}

fn plies_left(position: &ConnectFour) -> u32 {
    position.plies_left()
}

/// The unfinished positions this many plies after another one, one for each key.
fn stage<P: Evaluate>(start: &P, plies: u32) -> Vec<P> {
    let mut positions = vec![start.clone()];
    for _ in 0..plies {
        let mut seen = HashSet::new();
        positions = positions.iter().flat_map(successors).filter(|next| seen.insert(next.table_key().hash())).collect();
    }
    positions
}

fn successors<P: Position>(position: &P) -> Vec<P> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().map(|mv| position.after(mv)).filter(|next| next.outcome().is_none()).collect()
}

#[test]
fn a_book_changes_no_score_no_move_and_no_order_of_lines_at_any_depth() {
    let mut rng = Rng(11);
    let (mut used, mut unused) = (0, 0);
    for round in 0..40 {
        let root = random_position(&Booked(ConnectFour::default()), 26 + round % 8, &mut rng);
        let plies = 1 + round as u32 % 3;
        let stage = stage(&root, plies);
        let mut table = Table::new(1 << 20);
        BOOK.take();
        let entries = stage.iter().map(|position| (position.table_key().hash(), value(position, &mut table)));
        BOOK.set(entries.collect());
        for (depth, multi_pv) in (1..=plies_left(&root.0)).flat_map(|depth| [(depth, 1), (depth, 7)]) {
            let ask = |techniques: Techniques| {
                let request = Question { multi_pv, techniques, ..Question::new(Limits::depth(depth)) };
                let found = search(&root, &request, &mut Table::new(0), &Stop::default(), &mut |_| ());
                let lines: Vec<_> = found.lines.iter().map(|line| (line.score, line.pv[0], line.proven)).collect();
                (lines, found.booked)
            };
            let (expected, never) = ask(Techniques::ALL.without(Technique::Book));
            let (lines, booked) = ask(Techniques::ALL);
            assert_eq!(lines, expected, "{} at depth {depth}, {multi_pv} lines", root.0.state());
            assert!(!never);
            *(if booked { &mut used } else { &mut unused }) += 1;
        }
    }
    assert!(used > 100 && unused > 100, "{used} answers came from a book, {unused} did not");
}

/// Within this many plies of the end, a value is computed in a moment.
const SHORT: u32 = 17;

/// The scores of all columns in stones left, in the order of the columns.
fn scores_of_columns(columns: &str) -> (Vec<i32>, u64) {
    let root = match columns {
        "" => ConnectFour::default(),
        _ => ConnectFour::parse(columns).unwrap(),
    };
    let request = Question { multi_pv: 7, ..Question::new(Limits { nodes: 200_000, ..Limits::depth(42) }) };
    let found = search(&root, &request, &mut Table::new(0), &Stop::default(), &mut |_| ());
    assert!(found.booked && found.proven && found.depth == plies_left(&root), "{columns}");
    let scored = found.lines.iter().map(|line| (root.move_text(line.pv[0]), stones_left(columns.len(), line.score)));
    let mut lines: Vec<_> = scored.collect();
    lines.sort();
    (lines.into_iter().map(|(_, score)| score).collect(), found.stats.nodes)
}

#[test]
fn the_opening_of_connect_four_is_answered_at_once_with_its_published_scores() {
    for (columns, published) in [("", [-2, -1, 0, 1, 0, -1, -2]), ("4", [-4, -2, -2, -1, -2, -2, -4])] {
        let (found, nodes) = scores_of_columns(columns);
        assert_eq!(found, published, "{columns}");
        assert!(nodes < 20_000, "{columns}: {nodes} nodes");
    }
}

/// The positions of Connect Four's book.
fn opened() -> Vec<ConnectFour> {
    stage(&ConnectFour::default(), 6)
}

#[test]
fn the_book_of_connect_four_has_every_position_of_its_stage_and_its_short_wins_are_what_solving_finds() {
    let stage = opened();
    let bytes = include_bytes!("../../crates/games/src/connect_four/book.bin");
    assert_eq!(bytes.len(), 1 + 9 * stage.len());
    let mut table = Table::new(64 << 20);
    let mut solved = 0;
    for position in &stage {
        let known = ConnectFour::book_value(position).expect("an entry");
        if known.plies().is_some_and(|plies| plies <= SHORT) {
            assert_eq!(known, value(position, &mut table), "{}", position.state());
            solved += 1;
        }
    }
    assert!(solved > 50, "{solved} are short");
}

#[test]
#[ignore = "a minute in release"]
fn a_sample_of_the_book_of_connect_four_is_what_solving_finds() {
    let stage = opened();
    let mut table = Table::new(128 << 20);
    for position in stage.iter().step_by(stage.len() / 40) {
        let known = ConnectFour::book_value(position);
        assert_eq!(known, Some(value(position, &mut table)), "{}", position.state());
    }
}
