//! A game of one's own with everything there is: Chomp, served, searched, played and measured.
//!
//! ```sh
//! cargo run --release --example own_game &
//! curl 'localhost:8080/v1/games/chomp/search?depth=8'
//! cargo run --release --example own_game check chomp
//! cargo run --release --example own_game match chomp --first depth=8 --second random
//! ```

use std::process::ExitCode;

use plyd::Program;
use plyd::catalogue::Game;
use plyd::games::CATALOGUE;
use plyd::games::board::{Board, Content, Layout, Piece, RowColumn};
use plyd::notation::{About, InvalidState, Notation};
use plyd::position::{Outcome, Position, Side};
use plyd::search::hooks::NoHooks;
use plyd::search::{Evaluate, Score};

fn main() -> ExitCode {
    let program = Program { name: env!("CARGO_CRATE_NAME"), version: env!("CARGO_PKG_VERSION") };
    program.run(CATALOGUE.with(&[Game::of::<Chomp>("chomp")]))
}

/// A bar of chocolate whose first square is poisoned, given by the length of each row.
#[derive(Clone)]
pub(crate) struct Chomp {
    rows: [u8; 3],
    side: Side,
}

impl Position for Chomp {
    type Move = (u8, u8);

    fn side_to_move(&self) -> Side {
        self.side
    }

    /// The player who ate the poisoned square has lost.
    fn outcome(&self) -> Option<Outcome> {
        (self.rows[0] == 0).then_some(Outcome::Win(self.side))
    }

    fn legal_moves(&self, moves: &mut Vec<(u8, u8)>) {
        moves.extend((0..).zip(self.rows).flat_map(|(row, length)| (0..length).map(move |column| (column, row))));
    }

    /// A bite takes a square and everything to its right and above it.
    fn play_unchecked(&mut self, (column, row): (u8, u8)) {
        self.rows[usize::from(row)..].iter_mut().for_each(|length| *length = column.min(*length));
        self.side = self.side.other();
    }

    fn key(&self) -> u64 {
        self.rows.iter().fold(self.side.index() as u64, |key, length| key << 8 | u64::from(*length))
    }
}

impl Evaluate for Chomp {
    type Hooks = NoHooks;

    /// There is no known formula for Chomp.
    fn evaluate(&self) -> Score {
        Score::heuristic(0)
    }
}

impl Notation for Chomp {
    const ABOUT: About = About {
        title: "Chomp",
        summary: "Two eat a bar of chocolate whose first square is poisoned.",
        rules: "A move bites off a square and every square right of it and above it. Who eats a1 loses.",
        state_notation: "The lengths of the three rows from the bottom, none longer than the one before and the first \
                         5 at most; a space, and `1` or `2`, whose turn it is.",
        state_examples: &["555 1", "521 2", "100 1"],
        move_notation: "The square: a letter for the column and a digit for the row, from the left and the bottom.",
        move_examples: &["b2", "a1"],
        layout: Some(Layout::Cells),
        pieces: &[Piece::of_nobody('c', "chocolate", "■")],
        ..About::PLAIN
    };

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let invalid = || InvalidState::new(format!("expected {}", Self::ABOUT.state_notation));
        let &[one, two, three, b' ', turn @ (b'1' | b'2')] = text.as_bytes() else { return Err(invalid()) };
        let rows = [one, two, three].map(|digit| digit.wrapping_sub(b'0'));
        let falling = rows[0] <= 5 && rows.is_sorted_by(|lower, upper| lower >= upper);
        let side = if turn == b'1' { Side::First } else { Side::Second };
        falling.then_some(Self { rows, side }).ok_or_else(invalid)
    }

    fn state(&self) -> String {
        let [one, two, three] = self.rows;
        format!("{one}{two}{three} {}", self.side.index() + 1)
    }

    fn move_text(&self, (column, row): (u8, u8)) -> String {
        format!("{}{}", char::from(b'a' + column), row + 1)
    }

    fn board(&self) -> Option<Board> {
        let cell = |there: bool| there.then_some(Content::Letter('c'));
        Some(self.rows.iter().rev().map(|length| (0..5).map(|column| cell(column < *length)).collect()).collect())
    }

    fn cells(&self, (column, row): (u8, u8)) -> Vec<RowColumn> {
        vec![[2 - usize::from(row), usize::from(column)]]
    }

    fn reason(&self) -> &'static str {
        "the poison is eaten"
    }
}
