//! How checkers is written.

use super::bitboard::{self, Squares};
use super::rules::{CROWNING_ROWS, Checkers, Move, QUIET_PLIES_MAX};
use crate::board::{Board, Content, Layout, Piece, RowColumn};
use crate::notation::{About, InvalidState, Notation, ScoreKind};
use plyd_search::level::{Level, Levels};
use plyd_search::position::{Outcome, Position, Side};

/// The deepest search. On it depends how many plies before a draw the counter begins to belong to table keys.
const MAX_DEPTH: u32 = 60;

const LETTERS: [char; 2] = ['B', 'W'];

impl Notation for Checkers {
    const ABOUT: About = About {
        title: "Checkers",
        players: ["black", "white"],
        summary: "English draughts on 8x8: captures are forced, and a man crowned on the last row is a king.",
        rules: "Black moves first, from squares 1 to 12 towards 32; white moves from 21 to 32 towards 1. A man steps \
                one square diagonally forward, a king forward or back. A piece captures by jumping over an adjacent \
                enemy piece to the empty square behind it, men forward only, and goes on jumping in the same move as \
                long as it can; captures are forced, but any of them may be chosen, not only the longest. A man that \
                reaches the last row becomes a king and its move ends there. Each path of a capture is a move of its \
                own. A side that cannot move has lost. 40 moves of each side (80 plies) without a capture or a man's \
                move are a draw that may be claimed, and so is the third occurrence of a position.",
        state_notation: "PDN FEN: the side to move, `B` or `W`, then the squares of white and of black, 1 to 32 row by \
                         row from the top, `K` before a king's, then `H` and the plies since the last capture or man's \
                         move (at most 80), left out at 0, as in `B:W21,22,K30:B1,K2:H12`. The canonical form has \
                         white first and squares ascending; any order is read. The side that is not to move has a \
                         piece; a side to move without one has lost. `board` has `b` and `w` for men, `B` and `W` for \
                         kings.",
        state_examples: &[
            "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
            "B:W21,22,K30:B1,2",
            "W:W22,30:B1,18",
            "W:W22,24,31:B1,11,18",
            "B:WK1:BK14,K18",
        ],
        state_is_json: false,
        move_notation: "A step is `11-15`, a capture `22x15`, a multiple jump its whole path: `22x15x8`.",
        move_examples: &["11-15", "9-13", "22x15", "22x15x8"],
        layout: Some(Layout::Squares),
        pieces: &[
            Piece::of(Side::First, 'b', "man", "⛂"),
            Piece::of(Side::First, 'B', "king", "⛃"),
            Piece::of(Side::Second, 'w', "man", "⛀"),
            Piece::of(Side::Second, 'W', "king", "⛁"),
        ],
        score: ScoreKind::Distance,
        score_unit: "A man is 100, a king 140; the rest is the back row, advance, centre, free men, kings' mobility, \
                     the opposition, and the worth of a lead when few pieces are left.",
        default_depth: 12,
        max_depth: MAX_DEPTH,
        max_minimax_depth: 7,
        levels: Some(Levels {
            won: 200,
            each: [
                Level::new(1, 10_000, 150),
                Level::new(1, 2_000, 40),
                Level::new(2, 3_000, 30),
                Level::new(3, 10_000, 20),
                Level::new(4, 20_000, 15),
                Level::new(6, 30_000, 10),
                Level::new(8, 50_000, 5),
                Level::new(10, 100_000, 3),
                Level::new(12, 200_000, 0),
                Level::new(60, 400_000, 0),
            ],
        }),
    };

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let mut parts = text.split(':');
        let side = match parts.next().unwrap_or_default() {
            "B" => Side::First,
            "W" => Side::Second,
            other => return Err(InvalidState(format!("the side to move is {}, expected B or W", shown(other)))),
        };
        let mut colours = [None, None];
        for _ in 0..2 {
            let part = parts.next().ok_or_else(|| {
                InvalidState::new("expected the side to move, white's and black's pieces, as in B:W21,22,K30:B1,2")
            })?;
            let Some(colour) = LETTERS.iter().position(|letter| part.starts_with(*letter)) else {
                return Err(InvalidState(format!("the pieces {} have no colour, expected W or B first", shown(part))));
            };
            if colours[colour].is_some() {
                return Err(InvalidState(format!("the pieces of {} are there twice", LETTERS[colour])));
            }
            colours[colour] = Some(pieces(&part[1..], colour)?);
        }
        let quiet = parts.next().map_or(Ok(0), quiet_plies)?;
        if parts.next().is_some() {
            return Err(InvalidState::new("expected two lists of pieces and a count of plies, found a fourth colon"));
        }
        let [black, white] = colours.map(Option::unwrap_or_default);
        if let Some(twice) = members(black.all & white.all).next() {
            return Err(InvalidState(format!("square {twice} is both black's and white's")));
        }
        let waiting = side.other();
        if [black.all, white.all][waiting.index()] == 0 {
            let (waiting, side) = (Self::ABOUT.players[waiting.index()], Self::ABOUT.players[side.index()]);
            return Err(InvalidState(format!(
                "{waiting} has no piece and {side} is to move; the game ended before that"
            )));
        }
        Ok(Self::new([black.all, white.all], black.kings | white.kings, side).after_quiet(quiet))
    }

    fn state(&self) -> String {
        let list = |pieces: Squares| {
            let name = |number| {
                if self.kings() & bitboard::bit(number) != 0 { "K" } else { "" }.to_owned() + &number.to_string()
            };
            members(pieces).map(name).collect::<Vec<_>>().join(",")
        };
        let [black, white] = self.by_colour();
        let quiet = match self.quiet {
            0 => String::new(),
            plies => format!(":H{plies}"),
        };
        format!("{}:W{}:B{}{quiet}", LETTERS[self.side_to_move().index()], list(white), list(black))
    }

    fn move_text(&self, mv: Move) -> String {
        let between = if mv.jumps() > 0 { 'x' } else { '-' };
        let mut text = number(mv.from()).to_string();
        for (at, _) in mv.path() {
            text.push(between);
            text.push_str(&number(at).to_string());
        }
        text
    }

    fn reason(&self) -> &'static str {
        match self.outcome() {
            Some(Outcome::Draw) => "40 moves each without a capture or a man's move",
            _ if self.by_colour()[self.side_to_move().index()] == 0 => "no pieces left",
            _ => "no legal move",
        }
    }

    fn board(&self) -> Option<Board> {
        let letters = self.by_colour().into_iter().zip(['b', 'w']);
        let mut board = vec![vec![None; 8]; 8];
        for (pieces, letter) in letters {
            for number in members(pieces) {
                let king = self.kings() & bitboard::bit(number) != 0;
                let [row, column] = cell(number.into());
                board[row][column] = Some(Content::Letter(if king { letter.to_ascii_uppercase() } else { letter }));
            }
        }
        Some(board)
    }

    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        let squares = std::iter::once(mv.from()).chain(mv.path().map(|(at, _)| at));
        squares.map(|square| cell(number(square))).collect()
    }

    /// Squares have numbers of their own.
    fn files(&self, _: usize) -> Vec<String> {
        Vec::new()
    }

    fn ranks(&self, _: usize) -> Vec<String> {
        Vec::new()
    }

    fn twins(&self) -> Vec<Self> {
        vec![self.swapped()]
    }
}

/// The pieces of one colour.
#[derive(Clone, Copy, Default)]
struct Pieces {
    all: Squares,
    kings: Squares,
}

/// Reads `21,22,K30`, or nothing.
fn pieces(list: &str, colour: usize) -> Result<Pieces, InvalidState> {
    let mut pieces = Pieces::default();
    if list.is_empty() {
        return Ok(pieces);
    }
    for name in list.split(',') {
        let (digits, king) = match name.strip_prefix('K') {
            Some(digits) => (digits, true),
            None => (name, false),
        };
        let number = digits.parse::<u8>().ok().filter(|n| (1..=32).contains(n) && n.to_string() == digits);
        let Some(number) = number else {
            return Err(InvalidState(format!(
                "{} is no square, expected a number from 1 to 32 or K before it",
                shown(name)
            )));
        };
        let square = bitboard::bit(number);
        if pieces.all & square != 0 {
            return Err(InvalidState(format!("square {number} is there twice")));
        }
        if !king && square & CROWNING_ROWS[colour] != 0 {
            let player = Checkers::ABOUT.players[colour];
            return Err(InvalidState(format!("the {player} man on {number} would be a king, expected K{number}")));
        }
        pieces.all |= square;
        pieces.kings |= if king { square } else { 0 };
    }
    let count = pieces.all.count_ones();
    if count > 12 {
        let player = Checkers::ABOUT.players[colour];
        return Err(InvalidState(format!("{player} has {count} pieces, expected at most 12")));
    }
    Ok(pieces)
}

/// Reads `H12`.
fn quiet_plies(part: &str) -> Result<u8, InvalidState> {
    let written = |plies: &u8| part.strip_prefix('H').is_some_and(|digits| digits == plies.to_string());
    (0..=QUIET_PLIES_MAX).find(written).ok_or_else(|| {
        let expected = format!("expected H and the plies without a capture or a man's move, 0 to {QUIET_PLIES_MAX}");
        InvalidState(format!("{} after the pieces, {expected}", shown(part)))
    })
}

/// The start of a part of the input, for an error.
fn shown(part: &str) -> String {
    format!("{:?}", part.chars().take(16).collect::<String>())
}

/// Where a square of this number lies on the board of 64: four in a row, on every other cell.
fn cell(number: u32) -> RowColumn {
    let (row, place) = ((number as usize - 1) / 4, (number as usize - 1) % 4);
    [row, 2 * place + 1 - row % 2]
}

fn number(square: Squares) -> u32 {
    bitboard::number(square.trailing_zeros())
}

/// The numbers of a set's squares, ascending.
fn members(set: Squares) -> impl Iterator<Item = u8> {
    (1..=32).filter(move |number| set & bitboard::bit(*number) != 0)
}
