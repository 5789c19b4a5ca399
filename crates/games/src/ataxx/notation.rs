//! Text of Ataxx: the notation of the Universal Ataxx Interface.

use super::bitboard::{self, SIZE, SQUARES, SYMMETRIES, Squares};
use super::rules::{Ataxx, Move, QUIET_PLIES_MAX};
use crate::board::{Board, Content, Layout, Look, Piece, RowColumn};
use crate::fields;
use crate::foreign;
use crate::measured;
use crate::notation::{About, InvalidState, Notation, ScoreKind, ScoreUnit};
use crate::spelling;
use plyd_search::level::Levels;
use plyd_search::position::{Position, Side};

const LETTERS: [char; 2] = ['x', 'o'];
const GAP: char = '-';
const PASS: &str = "0000";

impl Notation for Ataxx {
    const ABOUT: About = About {
        title: "Ataxx",
        players: ["x", "o"],
        sides: Some(Look::RED_BLUE),
        summary: "Stones double or jump on a 7x7 board, and turn the stones that they land next to; more stones win.",
        rules: "x moves first. A stone either doubles or jumps, in any of the eight directions. Doubling puts a new \
                stone on an empty square next to it. A jump goes to an empty square at distance two, over anything in \
                between, and empties its own square. Then all of the opponent's stones next to the new one are turned \
                over. Gaps do not belong to the board. A side that can move must move. If it cannot and the other side \
                can, it passes; a pass is a move and a ply. The game is over when neither side can move, when a side \
                has no stones, or after 100 plies in a row without a doubling. The side with more stones wins; equal \
                numbers are a draw.",
        state_notation: "As in the Universal Ataxx Interface, four parts separated by spaces. First come the rows from \
                         the top, separated by `/`, of 7 squares each: `x`, `o`, `-` for a gap and digits for runs of \
                         empty squares. Then come the side to move, the plies since the last doubling (0 to 100), and \
                         the move number (counted from 1 to 65535 and no further). Also accepted: Fairy-Stockfish's \
                         FEN, `P5p/7/7/7/7/7/p5P w 0 1`, with `*` for a gap.",
        state_examples: &[
            "x5o/7/7/7/7/7/o5x x 0 1",
            "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1",
            "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1",
            "2x1o2/xx1oo2/1xx1oo1/2x1o2/3xo2/1o3x1/o5x o 3 12",
            "xxxoooo/xxxoooo/xxxooo1/xxx1ooo/xxxoooo/xxxxxoo/xxxxoo1 x 98 40",
        ],
        state_is_json: false,
        move_notation: "The square for a doubling, whichever stone doubles: `g2`. From and to for a jump: `a7a5`. \
                        `0000` for a pass. Files are `a` to `g` from the left, rows `1` to `7` from the bottom. Also \
                        accepted: a doubling after the square of a stone that doubles, `a7b7`, or after `P@`; `pass`, or a pass \
                        left out.",
        move_examples: &["b7", "a7a5", "0000"],
        layout: Some(Layout::Cells),
        pieces: &[
            Piece::of(Side::First, LETTERS[0], "x", "●"),
            Piece::of(Side::Second, LETTERS[1], "o", "○"),
            Piece::of_nobody(GAP, "gap", "▦"),
        ],
        score: ScoreKind::Distance,
        score_unit: "Hundredths of a stone: the difference in stones, with empty squares within reach and stones open \
                     to capture.",
        counted_in: Some(ScoreUnit::of("stone", "stones", 100)),
        default_depth: 4,
        review_nodes: 200_000,
        max_depth: 100,
        max_minimax_depth: 3,
        expected_score: measured::ATAXX.expected_score,
        levels: Some(Levels::usual(60, 1_000_000, measured::ATAXX.mean_losses, Levels::MEASURED)),
    };

    fn parse(text: &str) -> Result<Self, InvalidState> {
        if let Some(foreign::Fen { rows, side, counters }) = foreign::fen(text) {
            let [quiet, move_number] = [0, 1].map(|index| counters.get(index).copied());
            let (rows, side) = (rows.replace('*', "-"), LETTERS[side.index()]);
            let [quiet, move_number] = [quiet.unwrap_or("0"), move_number.unwrap_or("1")];
            return Self::parse(&format!("{rows} {side} {quiet} {move_number}"));
        }
        let words: Vec<&str> = spelling::fields(text).take(5).collect();
        let [board, side, quiet, move_number] = words[..] else {
            return Err(InvalidState(format!(
                "the state has {} parts, expected 4: board, side to move, plies since the last doubling, move number",
                words.len()
            )));
        };
        let [x, o, gaps] = read_board(board)?;
        let side = fields::side_to_move(side, LETTERS, "")?;
        let quiet = fields::number(quiet, "the count of plies since the last doubling", 0, u32::from(QUIET_PLIES_MAX))?;
        let move_number = fields::number(move_number, "the number of the move", 1, u32::from(u16::MAX))?;
        Ok(Self::new([x, o], gaps, side, quiet as u8, move_number as u16))
    }

    fn state(&self) -> String {
        let mut text = String::new();
        for row in 0..SIZE {
            if row > 0 {
                text.push('/');
            }
            let cells: Vec<Option<char>> = (0..SIZE).map(|column| self.letter(8 * row + column)).collect();
            for run in cells.chunk_by(|left, right| left.is_none() && right.is_none()) {
                match run[0] {
                    Some(letter) => text.push(letter),
                    None => text.push_str(&run.len().to_string()),
                }
            }
        }
        let (quiet, move_number) = self.counts();
        format!("{text} {} {quiet} {move_number}", LETTERS[self.side_to_move().index()])
    }

    fn move_text(&self, mv: Move) -> String {
        match mv {
            Move::PASS => PASS.to_owned(),
            Move { from, to } if mv.is_jump() => name(from) + &name(to),
            Move { to, .. } => name(to),
        }
    }

    /// The squares of a move in any spelling. A clone may be written with the square of a stone that it comes from.
    fn respelled(&self, text: &str, mut legal: Vec<Move>) -> Vec<Move> {
        if text == PASS || text.eq_ignore_ascii_case("pass") {
            legal.retain(|mv| *mv == Move::PASS);
            return legal;
        }
        // Fairy-Stockfish drops a stone for a doubling.
        let text = text.strip_prefix("P@").unwrap_or(text);
        let square = |(column, row): (u8, u32)| {
            let on_board = column < SIZE && (1..=u32::from(SIZE)).contains(&row);
            on_board.then(|| 8 * (SIZE - row as u8) + column)
        };
        let squares = spelling::squares(text).unwrap_or_default().into_iter().map(square).collect::<Option<Vec<u8>>>();
        let squares = squares.unwrap_or_default();
        let beside = |from: u8, to: u8| (from / 8).abs_diff(to / 8).max((from % 8).abs_diff(to % 8)) == 1;
        legal.retain(|mv| match squares[..] {
            [to] => !mv.is_jump() && mv.to == to,
            [from, to] if mv.is_jump() => (mv.from, mv.to) == (from, to),
            [from, to] => mv.to == to && self.own() >> from & 1 == 1 && beside(from, to),
            _ => false,
        });
        legal
    }

    fn forced_pass(&self) -> Option<Move> {
        let mut legal = Vec::new();
        if !self.is_final() {
            self.legal_moves(&mut legal);
        }
        (legal == [Move::PASS]).then_some(Move::PASS)
    }

    fn reason(&self) -> &'static str {
        if self.own() == 0 || self.other() == 0 {
            "one side has no stones left"
        } else if self.empty() == 0 {
            "full board"
        } else if self.is_stuck() {
            "neither side can move"
        } else {
            "100 plies without a doubling"
        }
    }

    fn board(&self) -> Option<Board> {
        let cell = |row, column| self.letter(8 * row + column).map(Content::Letter);
        Some((0..SIZE).map(|row| (0..SIZE).map(|column| cell(row, column)).collect()).collect())
    }

    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        let row_column = |square: u8| [usize::from(square / 8), usize::from(square % 8)];
        match mv {
            Move::PASS => Vec::new(),
            Move { from, to } if mv.is_jump() => vec![row_column(from), row_column(to)],
            Move { to, .. } => vec![row_column(to)],
        }
    }

    fn label(&self, mv: Move) -> Option<String> {
        (mv == Move::PASS).then(|| "pass".to_owned())
    }

    fn twins(&self) -> Vec<Self> {
        let ([x, o], (quiet, move_number)) = (self.by_side(), self.counts());
        let side = self.side_to_move();
        let mut sets = [x, o, self.gaps()];
        let turned = (0..SYMMETRIES - 1).map(|step| {
            sets = sets.map(|set| bitboard::turned(set, step));
            let [x, o, gaps] = sets;
            Self::new([x, o], gaps, side, quiet, move_number)
        });
        let swapped = Self::new([o, x], self.gaps(), side.other(), quiet, move_number);
        turned.chain([swapped]).collect()
    }
}

impl Ataxx {
    /// The letter of a square; `None` for an empty one.
    fn letter(&self, square: u8) -> Option<char> {
        let [x, o] = self.by_side();
        let on = |set: Squares| set >> square & 1 == 1;
        match (on(x), on(o), on(self.gaps())) {
            (true, ..) => Some(LETTERS[0]),
            (_, true, _) => Some(LETTERS[1]),
            (.., true) => Some(GAP),
            _ => None,
        }
    }
}

/// Reads the stones of x, those of o, and the gaps.
fn read_board(board: &str) -> Result<[Squares; 3], InvalidState> {
    let count = board.split('/').count();
    if count != usize::from(SIZE) {
        return Err(InvalidState(format!("the board has {count} rows, expected 7")));
    }
    let mut sets = [0; 3];
    for (row, index) in board.split('/').zip(0_u8..) {
        let mut column = 0_u8;
        for cell in row.chars() {
            let set = match cell {
                'x' | 'X' => Some(0),
                'o' | 'O' => Some(1),
                GAP => Some(2),
                '1'..='7' => None,
                other => {
                    let number = index + 1;
                    return Err(InvalidState(format!(
                        "row {number} from the top has {other:?}, expected x, o, - or 1 to 7 empty squares"
                    )));
                }
            };
            if let Some(set) = set {
                sets[set] |= 1 << (8 * index + column);
            }
            column += if set.is_some() { 1 } else { cell as u8 - b'0' };
            if column > SIZE {
                return Err(InvalidState(format!("row {} from the top has more than 7 squares", index + 1)));
            }
        }
        if column < SIZE {
            return Err(InvalidState(format!("row {} from the top has {column} squares, expected 7", index + 1)));
        }
    }
    Ok(sets)
}

/// `a7` at the top left.
fn name(square: u8) -> String {
    debug_assert!(usize::from(square) < SQUARES);
    format!("{}{}", char::from(b'a' + square % 8), SIZE - square / 8)
}
