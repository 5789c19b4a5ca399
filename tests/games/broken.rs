//! Games with one fault each. Every law that a game can break is broken by one of them, and reports it.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};

use plyd::catalogue::Game;
use plyd::games::TicTacToe;
use plyd::games::board::{Area, Board, Borders, RowColumn};
use plyd::games::laws::{self, Extent, LAWS};
use plyd::notation::{About, InvalidState, Notation};
use plyd::position::{Outcome, Position, Side};
use plyd::search::hooks::{Candidates, Hooks, MoveChoice, NoForced, NoLeaves, NoSolver, NoTactics, Selective};
use plyd::search::{Evaluate, Score};

/// Tic-tac-toe with the selected fault.
#[derive(Clone)]
struct Faulty(TicTacToe);

thread_local! {
    /// The fault in the current test. It is not a type parameter, because the search would then be compiled for each
    /// fault.
    static FAULT: Cell<char> = const { Cell::new(' ') };
}

/// Every position has the same key.
const ONE_KEY: char = 'k';
/// The static evaluation changes at each call.
const MOODS: char = 'm';
/// A symmetric position that is really a different one.
const STRANGE_TWIN: char = 't';
/// A move's name changes at each call.
const FLEETING_NAMES: char = 'n';
/// All moves have the same name.
const ONE_NAME: char = 'o';
/// A name that is not listed can be played.
const STRANGERS: char = 's';
/// A state that is not read back.
const UNREADABLE: char = 'u';
/// The selective search gets a single candidate, which is declared to be the complete list.
const BLINKERS: char = 'b';
/// All moves have the same cell.
const ONE_CELL: char = 'c';
/// Two areas share a cell.
const OVERLAP: char = 'a';
/// An area is larger than the board.
const VAST_AREA: char = 'l';
/// The game is over at the start.
const OVER: char = 'v';

/// A new number at each call.
fn fleeting() -> u32 {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    CALLS.fetch_add(1, Ordering::Relaxed)
}

impl Position for Faulty {
    type Move = <TicTacToe as Position>::Move;

    fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        if FAULT.get() == OVER { Some(Outcome::Draw) } else { self.0.outcome() }
    }

    fn legal_moves(&self, moves: &mut Vec<Self::Move>) {
        self.0.legal_moves(moves);
    }

    fn play_unchecked(&mut self, mv: Self::Move) {
        self.0.play_unchecked(mv);
    }

    fn key(&self) -> u64 {
        if FAULT.get() == ONE_KEY { 1 } else { self.0.key() }
    }
}

impl Evaluate for Faulty {
    type Hooks = Self;

    const SELECTIVE: Selective = Selective::PLAIN;

    fn evaluate(&self) -> Score {
        if FAULT.get() == MOODS { Score::heuristic((fleeting() % 100) as i32) } else { self.0.evaluate() }
    }
}

impl Hooks<Self> for Faulty {
    type Tactics = NoTactics;
    type Leaves = NoLeaves;
    type Solver = NoSolver;
    type Forced = NoForced;
    type Moves = Self;
}

impl MoveChoice<Self> for Faulty {
    fn candidates(position: &Self, moves: &mut Vec<<Self as Position>::Move>) -> Option<Candidates> {
        let first = moves.len();
        position.legal_moves(moves);
        if FAULT.get() == BLINKERS {
            moves.truncate(first + 1);
        }
        Some(Candidates::Complete)
    }
}

impl Notation for Faulty {
    const ABOUT: About = TicTacToe::ABOUT;

    fn parse(text: &str) -> Result<Self, InvalidState> {
        TicTacToe::parse(text).map(Self)
    }

    fn state(&self) -> String {
        if FAULT.get() == UNREADABLE { "?".to_owned() } else { self.0.state() }
    }

    fn move_text(&self, mv: Self::Move) -> String {
        match FAULT.get() {
            FLEETING_NAMES => fleeting().to_string(),
            ONE_NAME => "b2".to_owned(),
            _ => self.0.move_text(mv),
        }
    }

    fn board(&self) -> Option<Board> {
        self.0.board()
    }

    fn areas(&self) -> Vec<Area> {
        let area = |to| Area { corners: [[0, 0], to], side: None };
        match FAULT.get() {
            OVERLAP => vec![area([1, 1]), area([0, 0])],
            VAST_AREA => vec![area([2, 3])],
            _ => vec![area([2, 2])],
        }
    }

    fn borders(&self) -> Option<Borders> {
        Some(Borders { top: Side::First, right: Side::First, bottom: Side::Second, left: Side::Second })
    }

    fn cells(&self, mv: Self::Move) -> Vec<RowColumn> {
        if FAULT.get() == ONE_CELL { vec![[0, 0]] } else { self.0.cells(mv) }
    }

    fn meanings(&self, text: &str) -> Vec<Self::Move> {
        let known = self.0.meanings(text);
        let mut moves = Vec::new();
        self.0.legal_moves(&mut moves);
        if FAULT.get() == STRANGERS && known.is_empty() { moves.first().copied().into_iter().collect() } else { known }
    }

    fn reason(&self) -> &'static str {
        if FAULT.get() == OVER { "tired" } else { self.0.reason() }
    }

    fn twins(&self) -> Vec<Self> {
        let twin = if FAULT.get() == STRANGE_TWIN { TicTacToe::parse("XX./OO./... X").ok() } else { None };
        twin.into_iter().map(Self).collect()
    }
}

/// Asserts that the law with this index is broken, and that the message contains `says`.
#[track_caller]
fn breaks(fault: char, law: usize, says: &str) {
    FAULT.set(fault);
    let broken = LAWS[law].check(&Game::of::<Faulty>("faulty"), Extent::Full).expect_err(LAWS[law].name);
    assert_eq!((broken.game, broken.law), ("faulty", LAWS[law].name));
    let said = broken.to_string();
    assert!(said.starts_with("faulty breaks the law that ") && said.contains(says), "{said}");
}

#[test]
fn without_a_fault_every_law_is_kept() {
    laws::check(&Game::of::<Faulty>("faulty")).unwrap();
}

#[test]
fn every_law_can_be_broken() {
    let mut game = Game::of::<Faulty>("faulty");
    game.about.move_examples = &["z9"];
    let said = LAWS[0].check(&game, Extent::Full).unwrap_err().to_string();
    assert!(said.contains("no example of a state has the move \"z9\""), "{said}");
    breaks(OVER, 1, "the game is over before it begins");
    breaks(UNREADABLE, 2, "it does not read back");
    breaks(ONE_NAME, 2, "two moves have one name");
    breaks(STRANGERS, 2, "is not listed, and can be played");
    breaks(OVERLAP, 3, "two areas have the cell [0, 0]");
    breaks(VAST_AREA, 3, "[0, 0] to [2, 3] is not an area of the board");
    breaks(ONE_CELL, 3, "another move has the cells and the label of");
    breaks(FLEETING_NAMES, 4, "is not legal");
    // The search itself enforces the node limit, so no game can exceed it. A game can only keep the law from being
    // checked.
    breaks(UNREADABLE, 5, "it does not read back");
    breaks(MOODS, 6, ", and then ");
    breaks(STRANGE_TWIN, 7, "and its twin");
    breaks(ONE_KEY, 8, "alpha-beta says");
    breaks(ONE_KEY, 9, "with every technique");
    breaks(BLINKERS, 10, "alpha-beta finds");
}
