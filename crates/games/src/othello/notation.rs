//! Text of Othello.

use super::rules::{Move, Othello};
use crate::bits::transposed;
use crate::board::{self, Board, Content, Layout, Piece, RowColumn};
use crate::notation::{About, InvalidState, Notation, ScoreKind};
use plyd_search::level::{Level, Levels};
use plyd_search::position::{Position, Side};

const LETTERS: [char; 2] = ['X', 'O'];

impl Notation for Othello {
    const ABOUT: About = About {
        title: "Othello",
        players: ["X", "O"],
        summary: "Discs turned by outflanking them on an 8x8 board; the side with more of them at the end wins.",
        rules: "X (black) moves first. A disc is placed on an empty square so that it outflanks at least one line of \
                the opponent's discs. Such a line is an unbroken row, column or diagonal between the new disc and \
                another disc of the same side. All outflanked discs are turned over. A side that cannot place a disc \
                must pass, and may not pass otherwise; a pass is a move and a ply. When neither side can place one the \
                game is over: more discs win, and the empty squares count for the winner.",
        state_notation: "64 cells row by row from a1 at the top left to h8, `X` black, `O` white, `-` empty, then a \
                         space and the side to move, `X` or `O`. Any discs are allowed.",
        state_examples: &[
            "---------------------------OX------XO--------------------------- X",
            "-------------------O-------OO-----XXXXX-----X------------------- O",
            "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
            "--OOO-X--OOOOOOOOOOOXOOOOOOOOOOOXXXXOXXOXOXOXXXXXOOXXXXXXOOOOOOO O",
            "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
        ],
        state_is_json: false,
        move_notation: "The square: file `a` to `h` from the left, row `1` to `8` from the top; `pass` when there is \
                        no other move.",
        move_examples: &["f5", "d3", "pass"],
        layout: Some(Layout::Cells),
        pieces: &[Piece::of(Side::First, 'X', "black disc", "●"), Piece::of(Side::Second, 'O', "white disc", "○")],
        score: ScoreKind::Margin,
        score_unit: "Discs. A proven score is the final difference, empty squares to the winner. A static value is an \
                     estimate of it, learnt from edges, corners and lines, and from mobility and frontier, rounded to \
                     whole discs within 64.",
        default_depth: 10,
        // At most 62 empty squares, with at most one pass before each.
        max_depth: 124,
        max_minimax_depth: 6,
        levels: Some(Levels {
            won: 40,
            each: [
                Level::new(1, 10_000, 24),
                Level::new(1, 10_000, 8),
                Level::new(2, 2_000, 8),
                Level::new(3, 10_000, 6),
                Level::new(4, 20_000, 4),
                Level::new(5, 30_000, 3),
                Level::new(6, 50_000, 2),
                Level::new(8, 100_000, 1),
                Level::new(9, 200_000, 0),
                Level::new(60, 400_000, 0),
            ],
        }),
    };

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let (board, side) = match text.split_once(' ') {
            Some((board, side)) => (board, Some(side)),
            None => (text, None),
        };
        let count = board.chars().count();
        if count != 64 {
            return Err(InvalidState(format!("the board has {count} cells, expected 64")));
        }
        let mut discs = [0; 2];
        for (cell, index) in board.chars().zip(0..) {
            match cell {
                'X' => discs[0] |= 1 << index,
                'O' => discs[1] |= 1 << index,
                '-' => {}
                other => {
                    let square = name(Move(index));
                    return Err(InvalidState(format!("cell {square} is {other:?}, expected X, O or -")));
                }
            }
        }
        let side = match side {
            Some("X") => Side::First,
            Some("O") => Side::Second,
            None => {
                return Err(InvalidState::new("the side to move is missing, expected a space and X or O at the end"));
            }
            Some(other) => {
                let shown: String = other.chars().take(16).collect();
                return Err(InvalidState(format!("the side to move is {shown:?}, expected X or O and nothing more")));
            }
        };
        Ok(Self::new(discs[0], discs[1], side))
    }

    fn state(&self) -> String {
        let [black, white] = self.by_colour();
        let mut text: String = (0..64).map(|index| letter(black, white, index).unwrap_or('-')).collect();
        text.push(' ');
        text.push(LETTERS[self.side_to_move().index()]);
        text
    }

    fn move_text(&self, mv: Move) -> String {
        name(mv)
    }

    fn reason(&self) -> &'static str {
        let [black, white] = self.by_colour();
        if black | white == u64::MAX {
            "full board"
        } else if black == 0 || white == 0 {
            "one side has no discs left"
        } else {
            "neither side can move"
        }
    }

    fn board(&self) -> Option<Board> {
        let [black, white] = self.by_colour();
        let cell = |index| letter(black, white, index).map(Content::Letter);
        Some((0..8).map(|row| (0..8).map(|file| cell(8 * row + file)).collect()).collect())
    }

    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        match mv {
            Move::PASS => Vec::new(),
            Move(square) => vec![[usize::from(square) / 8, usize::from(square) % 8]],
        }
    }

    fn label(&self, mv: Move) -> Option<String> {
        (mv == Move::PASS).then(|| name(mv))
    }

    fn ranks(&self, rows: usize) -> Vec<String> {
        board::numbers(rows)
    }

    fn twins(&self) -> Vec<Self> {
        let mut discs = self.by_colour();
        let side = self.side_to_move();
        let swapped = Self::new(discs[1], discs[0], side.other());
        // Alternate reflections about a diagonal and about the middle go through all eight symmetries of the board.
        let turned = (0..7).map(|step| {
            discs = discs.map(if step % 2 == 0 { transposed } else { u64::swap_bytes });
            Self::new(discs[0], discs[1], side)
        });
        turned.chain([swapped]).collect()
    }
}

/// `f5`, or `pass`.
fn name(mv: Move) -> String {
    match mv {
        Move::PASS => "pass".to_owned(),
        Move(square) => format!("{}{}", char::from(b'a' + square % 8), 1 + square / 8),
    }
}

fn letter(black: u64, white: u64, index: u8) -> Option<char> {
    let on = |discs: u64| discs >> index & 1 == 1;
    if on(black) { Some(LETTERS[0]) } else { on(white).then_some(LETTERS[1]) }
}
