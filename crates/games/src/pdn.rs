//! Text of draughts positions: the FEN of Portable Draughts Notation, followed by the plies without progress.

use std::ops::RangeInclusive;

use crate::board::{Board, Content};
use crate::diagonals::{Diagonals, Squares};
use crate::notation::InvalidState;
use crate::spelling::{self, shown};

/// How a draughts game writes positions.
#[derive(Clone, Copy, Debug)]
pub struct Pdn {
    /// Whether squares are named `a1` to `h8`. Otherwise they are numbered from the top.
    pub(crate) algebraic: bool,
    /// The largest number of pieces of a side.
    pub(crate) pieces_max: u32,
    /// After this number of plies without progress, a draw may be claimed.
    pub(crate) quiet_max: u8,
    /// A short example for error messages.
    pub(crate) example: &'static str,
}

/// A position. As in PDN, white comes before black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Setup {
    /// The side to move: 0 for white.
    pub(crate) to_move: usize,
    pub(crate) pieces: [Squares; 2],
    pub(crate) kings: Squares,
    pub(crate) quiet: u8,
}

const LETTERS: [&str; 2] = ["W", "B"];
const COLOURS: [&str; 2] = ["white", "black"];

impl Pdn {
    /// Reads a position.
    ///
    /// # Errors
    /// [`InvalidState`] for any other text.
    pub(crate) fn read<B: Diagonals>(&self, text: &str) -> Result<Setup, InvalidState> {
        let squares = hub_squares::<B>(text.trim()).map(|hub| self.of_hub::<B>(hub));
        let text = squares.as_deref().unwrap_or(text);
        let mut parts = text.trim().trim_end_matches('.').split(':').map(str::trim);
        let side = parts.next().unwrap_or_default();
        let Some(to_move) = LETTERS.iter().position(|letter| side.eq_ignore_ascii_case(letter)) else {
            return Err(InvalidState(format!("the side to move is {}, expected B or W", shown(side))));
        };
        let mut colours = [None, None];
        for _ in 0..2 {
            let part = parts.next().ok_or_else(|| {
                let expected = "expected the side to move, white's pieces and black's pieces, as in";
                InvalidState(format!("{expected} {}", self.example))
            })?;
            let of = |letter: &str| part.get(..1).is_some_and(|first| first.eq_ignore_ascii_case(letter));
            let Some(colour) = LETTERS.into_iter().position(of) else {
                return Err(InvalidState(format!("the pieces {} have no colour, expected W or B first", shown(part))));
            };
            if colours[colour].is_some() {
                return Err(InvalidState(format!("the pieces of {} are listed twice", LETTERS[colour])));
            }
            colours[colour] = Some(self.pieces::<B>(part[1..].trim(), colour)?);
        }
        let quiet = self.counters(parts)?;
        let [white, black] = colours.map(Option::unwrap_or_default);
        let pieces = [white.all, black.all];
        if let Some(twice) = B::numbers(white.all & black.all).next() {
            return Err(InvalidState(format!("square {} has both a black and a white piece", self.name::<B>(twice))));
        }
        if pieces[1 - to_move] == 0 {
            let (waiting, side) = (COLOURS[1 - to_move], COLOURS[to_move]);
            let ended = "is to move; the game ended before that";
            return Err(InvalidState(format!("{waiting} has no piece and {side} {ended}")));
        }
        Ok(Setup { to_move, pieces, kings: white.kings | black.kings, quiet })
    }

    /// The FEN of a position of the Hub protocol, which [`hub_squares`] has recognised.
    fn of_hub<B: Diagonals>(&self, hub: &str) -> String {
        let (side, squares) = hub.split_at(1);
        let list = |letters: [char; 2]| {
            let pieces =
                squares.chars().zip(1..).filter(|(c, _)| letters.iter().any(|letter| c.eq_ignore_ascii_case(letter)));
            let piece = |(c, number): (char, u32)| {
                format!("{}{}", if c.is_ascii_uppercase() { "K" } else { "" }, self.name::<B>(number))
            };
            pieces.map(piece).collect::<Vec<_>>().join(",")
        };
        let side = if side.eq_ignore_ascii_case("w") { "W" } else { "B" };
        format!("{side}:W{}:B{}", list(['w', 'w']), list(['b', 'z']))
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

    /// Reads a list such as `21,22,K30`, which may be empty.
    fn pieces<B: Diagonals>(&self, list: &str, colour: usize) -> Result<Pieces, InvalidState> {
        let mut pieces = Pieces::default();
        if list.is_empty() {
            return Ok(pieces);
        }
        let crowning = B::row(if colour == 0 { 0 } else { 2 * B::WIDTH - 1 });
        for text in list.split(',').map(str::trim) {
            let (squares, king) = match text.strip_prefix(['K', 'k']) {
                Some(squares) => (squares, true),
                None => (text, false),
            };
            for number in self.range::<B>(squares).ok_or_else(|| self.no_square::<B>(text))? {
                let square = B::bit(number);
                if pieces.all & square != 0 {
                    return Err(InvalidState(format!("square {} is listed twice", self.name::<B>(number))));
                }
                if !king && square & crowning != 0 {
                    let (player, name) = (COLOURS[colour], self.name::<B>(number));
                    return Err(InvalidState(format!("a {player} man on {name} would be a king, expected K{name}")));
                }
                pieces.all |= square;
                pieces.kings |= if king { square } else { 0 };
            }
        }
        let (count, most) = (pieces.all.count_ones(), self.pieces_max);
        if count > most {
            return Err(InvalidState(format!("{} has {count} pieces, expected at most {most}", COLOURS[colour])));
        }
        Ok(pieces)
    }

    /// Reads a range such as `31-50`, or a single square.
    fn range<B: Diagonals>(&self, text: &str) -> Option<RangeInclusive<u32>> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let [first, last] = [self.number::<B>(first)?, self.number::<B>(last)?];
        (first <= last).then_some(first..=last)
    }

    /// The number of a square, given as a number or, on boards where squares have names, by name.
    fn number<B: Diagonals>(&self, name: &str) -> Option<u32> {
        let is_square = |number: &u32| (1..=2 * B::WIDTH * B::WIDTH).contains(number);
        if let Some(number) = spelling::number(name) {
            return Some(number).filter(is_square);
        }
        let &[file, rank] = name.as_bytes() else { return None };
        let [column, up] = [file.to_ascii_lowercase().checked_sub(b'a')?, rank.checked_sub(b'1')?].map(u32::from);
        let number = B::WIDTH * (2 * B::WIDTH - 1).checked_sub(up)? + column / 2 + 1;
        // Names of light squares fail here.
        let is_named = |number: &u32| self.algebraic && self.name::<B>(*number).eq_ignore_ascii_case(name);
        Some(number).filter(is_square).filter(is_named)
    }

    /// The squares of a move: numbers with marks between them, or names, which need no marks.
    pub(crate) fn squares<B: Diagonals>(&self, text: &str) -> Option<Vec<u32>> {
        let (mut squares, mut rest) = (Vec::new(), text);
        loop {
            let is_name = rest.starts_with(|c: char| c.is_ascii_alphabetic());
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (square, after) = rest.split_at_checked(if is_name { 2 } else { digits })?;
            squares.push(self.number::<B>(square)?);
            if after.is_empty() {
                return (squares.len() > 1).then_some(squares);
            }
            rest = after.trim_start_matches(spelling::BETWEEN);
        }
    }

    /// The pairs of squares that digits without a mark between them can mean. PDN 1.0 allows such moves.
    pub(crate) fn unmarked<B: Diagonals>(&self, text: &str) -> Vec<[u32; 2]> {
        if !(2..=4).contains(&text.len()) || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Vec::new();
        }
        // Of four digits, each square has two: `0509` is 5-9.
        let cuts = match text.len() {
            4 => 2..3,
            length => 1..length,
        };
        let pairs = cuts.map(|at| text.split_at(at)).filter(|(_, to)| text.len() == 4 || !to.starts_with('0'));
        pairs.filter_map(|(from, to)| Some([self.number::<B>(from)?, self.number::<B>(to)?])).collect()
    }

    /// The file of the first square and the other squares of a move without the first rank: `cd4`, `d:f6`.
    pub(crate) fn short<B: Diagonals>(&self, text: &str) -> Option<(u32, Vec<u32>)> {
        let (file, rest) = text.split_at_checked(1).filter(|_| self.algebraic)?;
        let file = file.as_bytes()[0].to_ascii_lowercase().checked_sub(b'a')?;
        let rest = rest.trim_start_matches(spelling::BETWEEN);
        if u32::from(file) >= 2 * B::WIDTH || !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let squares = match self.number::<B>(rest) {
            Some(only) => vec![only],
            None => self.squares::<B>(rest)?,
        };
        Some((file.into(), squares))
    }

    fn no_square<B: Diagonals>(&self, text: &str) -> InvalidState {
        let (last, text) = (2 * B::WIDTH * B::WIDTH, shown(text));
        InvalidState(if self.algebraic {
            format!("{text} is not a dark square, expected one such as a1 or, for a king, Ka1")
        } else {
            format!("{text} is not a square, expected a number from 1 to {last}, after K for a king")
        })
    }

    /// Reads `H12`, the plies without progress, and `F7`, the number of the move, which positions do not store. Plies
    /// beyond [`Self::quiet_max`] count as that number.
    fn counters<'a>(&self, parts: impl Iterator<Item = &'a str>) -> Result<u8, InvalidState> {
        let mut counts = [None; 2];
        for part in parts {
            let number = part.get(1..).and_then(spelling::number);
            let which = ['H', 'F'].iter().position(|letter| part.to_ascii_uppercase().starts_with(*letter));
            let (Some(number), Some(which)) = (number, which) else {
                let expected = "expected H and the plies without a capture or a man's move, or F and the move's number";
                return Err(InvalidState(format!("after the pieces comes {}, {expected}", shown(part))));
            };
            if counts[which].replace(number).is_some() {
                return Err(InvalidState(format!("after the pieces, {} gives a count twice", shown(part))));
            }
        }
        Ok(counts[0].unwrap_or(0).min(self.quiet_max.into()) as u8)
    }
}

/// The side to move and a letter for each square, as in the Hub protocol of Scan and in DamExchange: `w` and `b` (or
/// `z`) for men, capitals for kings, `e` for an empty square.
fn hub_squares<B: Diagonals>(text: &str) -> Option<&str> {
    let count = 1 + 2 * (B::WIDTH * B::WIDTH) as usize;
    let is_square = |c: char| matches!(c.to_ascii_lowercase(), 'w' | 'b' | 'z' | 'e');
    let is_board = text.len() == count && text.chars().all(is_square);
    text.get(..count).filter(|_| is_board && !text.starts_with(['e', 'E']))
}

impl Setup {
    /// The pieces of white and black as `w`, `b`, `W` and `B`. Capital letters are kings.
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
