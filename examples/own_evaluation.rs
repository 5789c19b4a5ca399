//! An existing game with an evaluation of one's own: Othello, for a player who counts moves and nothing else.
//!
//! ```sh
//! cargo run --release --example own_evaluation check othello-by-moves
//! cargo run --release --example own_evaluation match othello-by-moves --second-game othello --first depth=3 --second depth=3
//! ```

use std::process::ExitCode;

use plyd::Program;
use plyd::catalogue::Game;
use plyd::games::board::{Board, RowColumn};
use plyd::games::{CATALOGUE, Othello};
use plyd::notation::{About, InvalidState, Notation};
use plyd::position::{Outcome, Position, Side};
use plyd::search::hooks::NoHooks;
use plyd::search::{Evaluate, Score};

fn main() -> ExitCode {
    let program = Program { name: env!("CARGO_CRATE_NAME"), version: env!("CARGO_PKG_VERSION") };
    program.run(CATALOGUE.with(&[Game::of::<ByMoves>("othello-by-moves")]))
}

/// Othello in all but its evaluation.
#[derive(Clone)]
pub(crate) struct ByMoves(Othello);

type Move = <Othello as Position>::Move;

impl Evaluate for ByMoves {
    type Hooks = NoHooks;

    /// The number of moves to choose from.
    fn evaluate(&self) -> Score {
        Score::heuristic(self.0.count_legal_moves(&mut Vec::new()) as i32)
    }
}

// The rules and the text are Othello's.

impl Position for ByMoves {
    type Move = Move;

    fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.0.legal_moves(moves);
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.0.play_unchecked(mv);
    }

    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Notation for ByMoves {
    // The levels were fitted to Othello's own evaluation.
    const ABOUT: About = About { title: "Othello by moves", levels: None, ..Othello::ABOUT };

    fn parse(text: &str) -> Result<Self, InvalidState> {
        Othello::parse(text).map(Self)
    }

    fn state(&self) -> String {
        self.0.state()
    }

    fn move_text(&self, mv: Move) -> String {
        self.0.move_text(mv)
    }

    fn forced_pass(&self) -> Option<Move> {
        self.0.forced_pass()
    }

    fn reason(&self) -> &'static str {
        self.0.reason()
    }

    fn label(&self, mv: Move) -> Option<String> {
        self.0.label(mv)
    }

    fn board(&self) -> Option<Board> {
        self.0.board()
    }

    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        self.0.cells(mv)
    }
}
