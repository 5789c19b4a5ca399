//! Small games with board layouts that no game of the catalogue has: hexagons, points on lines, pits, edges, pieces in
//! hand. They show that a client does not need to know a game. `examples/layouts.rs` serves them.

#![allow(unreachable_pub, reason = "tests and an example have these files in modules of their own")]

mod dots_and_boxes;
mod drops;
mod hex;
mod kalah;
mod morris;

use plyd::catalogue::Game;
use plyd::games::board::{Board, Content, Layout, Piece};
use plyd::notation::{About, InvalidState};
use plyd::position::Side;

/// All of them.
pub const GAMES: &[Game] = &[
    Game::of::<hex::Hex>("tiny-hex"),
    Game::of::<morris::Morris>("three-mens-morris"),
    Game::of::<kalah::Kalah>("tiny-kalah"),
    Game::of::<dots_and_boxes::DotsAndBoxes>("tiny-dots-and-boxes"),
    Game::of::<drops::Drops>("drops"),
];

const STONES: &[Piece] = &[Piece::of(Side::First, 'X', "stone", "●"), Piece::of(Side::Second, 'O', "stone", "○")];
const LETTERS: [char; 2] = ['X', 'O'];

/// The facts that these games share.
const fn about(title: &'static str, rules: &'static str, states: &'static [&'static str], layout: Layout) -> About {
    About {
        title,
        players: ["X", "O"],
        summary: title,
        rules,
        state_notation: "A letter or number for each cell, then a space and the side to move.",
        state_examples: states,
        move_notation: "See the example.",
        layout: Some(layout),
        pieces: STONES,
        score_unit: "none, or what is won so far",
        default_depth: 4,
        ..About::PLAIN
    }
}

/// Splits a state into the board and the side to move.
fn read_side(text: &str) -> Result<(&str, Side), InvalidState> {
    match text.rsplit_once(' ') {
        Some((cells, "X")) => Ok((cells, Side::First)),
        Some((cells, "O")) => Ok((cells, Side::Second)),
        _ => Err(InvalidState::new("expected a board, a space, and X or O")),
    }
}

/// Nine cells, and the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Nine {
    cells: [Option<Side>; 9],
    side: Side,
}

impl Nine {
    fn parse(text: &str) -> Result<Self, InvalidState> {
        let (letters, side) = read_side(text)?;
        let cell = |letter| match letter {
            '.' => Some(None),
            'X' => Some(Some(Side::First)),
            'O' => Some(Some(Side::Second)),
            _ => None,
        };
        let cells: Option<Vec<Option<Side>>> = letters.chars().map(cell).collect();
        let cells = cells.and_then(|cells| cells.try_into().ok());
        Ok(Self { cells: cells.ok_or_else(|| InvalidState::new("expected nine of X, O and ."))?, side })
    }

    fn state(&self) -> String {
        let letter = |cell: &Option<Side>| cell.map_or('.', |side| LETTERS[side.index()]);
        format!("{} {}", self.cells.iter().map(letter).collect::<String>(), LETTERS[self.side.index()])
    }

    fn board(&self) -> Board {
        let letter = |cell: &Option<Side>| cell.map(|side| Content::Letter(LETTERS[side.index()]));
        self.cells.chunks(3).map(|row| row.iter().map(letter).collect()).collect()
    }

    fn of(&self, side: Side) -> impl Iterator<Item = usize> {
        (0..9).filter(move |cell| self.cells[*cell] == Some(side))
    }

    /// Three values for each cell, and two sides.
    fn key(&self) -> u64 {
        let digit = |cell: &Option<Side>| cell.map_or(0, |side| 1 + side.index() as u64);
        self.cells.iter().fold(self.side.index() as u64, |key, cell| 3 * key + digit(cell))
    }
}

/// The name of a cell. `a1` is at the bottom left of three rows.
fn name(cell: usize) -> String {
    format!("{}{}", ["a", "b", "c"][cell % 3], 3 - cell / 3)
}
