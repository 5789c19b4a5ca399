//! Text of draughts positions: the FEN of Portable Draughts Notation, followed by the plies without progress.

use std::iter;

use crate::board::{Board, Content};
use crate::diagonals::{Diagonals, Squares};
use crate::notation::InvalidState;

/// The parameters of a draughts game's notation.
#[derive(Clone, Copy, Debug)]
pub struct Pdn {
    /// Whether squares are named `a1` to `h8` instead of numbers from the top.
    pub(crate) algebraic: bool,
    /// The most pieces of a side.
    pub(crate) pieces_max: u32,
    /// After this number of plies without progress, a draw may be claimed.
    pub(crate) quiet_max: u8,
    /// A short example for error messages.
    pub(crate) example: &'static str,
}

/// A position, colours in the order of PDN: white, then black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Setup {
    /// The side to move: 0 for white.
    pub(crate) to_move: usize,
    pub(crate) pieces: [Squares; 2],
    pub(crate) kings: Squares,
    pub(crate) quiet: u8,
}

const LETTERS: [char; 2] = ['W', 'B'];
const COLOURS: [&str; 2] = ["white", "black"];

impl Pdn {
    /// Reads a position.
    ///
    /// # Errors
    /// [`InvalidState`] for any other text.
    pub(crate) fn read<B: Diagonals>(&self, text: &str) -> Result<Setup, InvalidState> {
        let mut parts = text.split(':');
        let side = parts.next().unwrap_or_default();
        let Some(to_move) = LETTERS.iter().position(|letter| side.chars().eq(iter::once(*letter))) else {
            return Err(InvalidState(format!("the side to move is {}, expected B or W", shown(side))));
        };
        let mut colours = [None, None];
        for _ in 0..2 {
            let part = parts.next().ok_or_else(|| {
                let expected = "expected the side to move, white's and black's pieces, as in";
                InvalidState(format!("{expected} {}", self.example))
            })?;
            let Some(colour) = LETTERS.iter().position(|letter| part.starts_with(*letter)) else {
                return Err(InvalidState(format!("the pieces {} have no colour, expected W or B first", shown(part))));
            };
            if colours[colour].is_some() {
                return Err(InvalidState(format!("the pieces of {} are there twice", LETTERS[colour])));
            }
            colours[colour] = Some(self.pieces::<B>(&part[1..], colour)?);
        }
        let quiet = parts.next().map_or(Ok(0), |part| self.quiet_plies(part))?;
        if parts.next().is_some() {
            return Err(InvalidState::new("expected two lists of pieces and a count of plies, found a fourth colon"));
        }
        let [white, black] = colours.map(Option::unwrap_or_default);
        let pieces = [white.all, black.all];
        if let Some(twice) = B::numbers(white.all & black.all).next() {
            return Err(InvalidState(format!("square {} is both black's and white's", self.name::<B>(twice))));
        }
        if pieces[1 - to_move] == 0 {
            let (waiting, side) = (COLOURS[1 - to_move], COLOURS[to_move]);
            let ended = "is to move; the game ended before that";
            return Err(InvalidState(format!("{waiting} has no piece and {side} {ended}")));
        }
        Ok(Setup { to_move, pieces, kings: white.kings | black.kings, quiet })
    }

    /// Writes a position in its canonical form.
    pub(crate) fn write<B: Diagonals>(&self, setup: &Setup) -> String {
        let list = |pieces| {
            let king = |number| if setup.kings & B::bit(number) != 0 { "K" } else { "" };
            let name = |number| king(number).to_owned() + &self.name::<B>(number);
            B::numbers(pieces).map(name).collect::<Vec<_>>().join(",")
        };
        let [white, black] = setup.pieces.map(list);
        let quiet = if setup.quiet == 0 { String::new() } else { format!(":H{}", setup.quiet) };
        format!("{}:W{white}:B{black}{quiet}", LETTERS[setup.to_move])
    }

    /// The name of a square.
    pub(crate) fn name<B: Diagonals>(&self, number: u32) -> String {
        if !self.algebraic {
            return number.to_string();
        }
        let [row, column] = B::cell(number);
        format!("{}{}", char::from(b'a' + column as u8), 2 * B::WIDTH - row as u32)
    }

    /// Reads `21,22,K30`, or nothing.
    fn pieces<B: Diagonals>(&self, list: &str, colour: usize) -> Result<Pieces, InvalidState> {
        let mut pieces = Pieces::default();
        if list.is_empty() {
            return Ok(pieces);
        }
        let crowning = B::row(if colour == 0 { 0 } else { 2 * B::WIDTH - 1 });
        for text in list.split(',') {
            let (square, king) = match text.strip_prefix('K') {
                Some(square) => (square, true),
                None => (text, false),
            };
            let number = self.number::<B>(square).ok_or_else(|| self.no_square::<B>(text))?;
            let square = B::bit(number);
            if pieces.all & square != 0 {
                return Err(InvalidState(format!("square {} is there twice", self.name::<B>(number))));
            }
            if !king && square & crowning != 0 {
                let (player, name) = (COLOURS[colour], self.name::<B>(number));
                return Err(InvalidState(format!("the {player} man on {name} would be a king, expected K{name}")));
            }
            pieces.all |= square;
            pieces.kings |= if king { square } else { 0 };
        }
        let (count, most) = (pieces.all.count_ones(), self.pieces_max);
        if count > most {
            return Err(InvalidState(format!("{} has {count} pieces, expected at most {most}", COLOURS[colour])));
        }
        Ok(pieces)
    }

    fn number<B: Diagonals>(&self, name: &str) -> Option<u32> {
        let number = if self.algebraic {
            let &[file, rank] = name.as_bytes() else { return None };
            let [column, up] = [file.checked_sub(b'a')?, rank.checked_sub(b'1')?].map(u32::from);
            B::WIDTH * (2 * B::WIDTH - 1).checked_sub(up)? + column / 2 + 1
        } else {
            name.parse().ok()?
        };
        // Light squares and other spellings fail here.
        let is_square = (1..=2 * B::WIDTH * B::WIDTH).contains(&number);
        (is_square && self.name::<B>(number) == name).then_some(number)
    }

    fn no_square<B: Diagonals>(&self, text: &str) -> InvalidState {
        let (last, text) = (2 * B::WIDTH * B::WIDTH, shown(text));
        InvalidState(if self.algebraic {
            format!("{text} is no dark square, expected one such as a1 or h8, or K before it")
        } else {
            format!("{text} is no square, expected a number from 1 to {last} or K before it")
        })
    }

    /// Reads `H12`.
    fn quiet_plies(&self, part: &str) -> Result<u8, InvalidState> {
        let written = |plies: &u8| part.strip_prefix('H').is_some_and(|digits| digits == plies.to_string());
        (0..=self.quiet_max).find(written).ok_or_else(|| {
            let expected = "expected H and the plies without a capture or a man's move, 0 to";
            InvalidState(format!("{} after the pieces, {expected} {}", shown(part), self.quiet_max))
        })
    }
}

impl Setup {
    /// The pieces of white and black as `w`, `b`, `W` and `B`; capital letters are kings.
    pub(crate) fn board<B: Diagonals>(&self) -> Board {
        let side = 2 * B::WIDTH as usize;
        let mut board = vec![vec![None; side]; side];
        for (pieces, letter) in self.pieces.into_iter().zip(['w', 'b']) {
            for number in B::numbers(pieces) {
                let king = self.kings & B::bit(number) != 0;
                let [row, column] = B::cell(number);
                board[row][column] = Some(Content::Letter(if king { letter.to_ascii_uppercase() } else { letter }));
            }
        }
        board
    }
}

/// The pieces of one colour.
#[derive(Clone, Copy, Default)]
struct Pieces {
    all: Squares,
    kings: Squares,
}

/// The start of a part of the input, for error messages.
fn shown(part: &str) -> String {
    format!("{:?}", part.chars().take(16).collect::<String>())
}
