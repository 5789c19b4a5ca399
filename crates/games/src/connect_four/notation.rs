//! Text of Connect Four: positions as rows of cells or as columns played, moves as column numbers.

use super::super::grid::{self, Cell};
use super::board::{Column, ConnectFour, HEIGHT, WIDTH, has_four};
use super::motifs;
use crate::board::{self, Board, Layout, Look, Piece, RowColumn};
use crate::foreign;
use crate::measured;
use crate::motif::Motif;
use crate::notation::{About, InvalidState, Notation, ScoreKind};
use crate::record::{Convention, Unit};
use crate::spelling;
use plyd_search::level::Levels;
use plyd_search::position::{Outcome, Position, Side};

impl ConnectFour {
    /// The cell in this column (from the left) and row (from the bottom), both from 0.
    fn cell(&self, column: u8, row: u8) -> Cell {
        let bit = 1_u64 << (7 * column + row);
        if self.discs & bit == 0 {
            None
        } else if self.own & bit != 0 {
            Some(self.side_to_move())
        } else {
            Some(self.side_to_move().other())
        }
    }

    fn rows(&self) -> Vec<Vec<Cell>> {
        (0..HEIGHT).rev().map(|row| (0..WIDTH).map(|column| self.cell(column, row)).collect()).collect()
    }

    /// Plays columns named `1` to `7` from the start.
    fn parse_columns(text: &str) -> Result<Self, InvalidState> {
        let mut position = Self::default();
        for (digit, number) in text.bytes().zip(1..) {
            let column = match digit {
                b'1'..=b'7' => Column(digit - b'1'),
                _ => {
                    let name = char::from(digit);
                    return Err(InvalidState(format!("disc {number} is in column {name}, expected 1 to 7")));
                }
            };
            if position.is_final() {
                return Err(InvalidState(format!(
                    "disc {number} comes after the end of the game: {}",
                    position.reason()
                )));
            }
            if position.playable() & column.cells() == 0 {
                let name = char::from(digit);
                return Err(InvalidState(format!("disc {number} is in column {name}, which is full by then")));
            }
            position.play_unchecked(column);
        }
        Ok(position)
    }

    /// Reads the rows of a board and the side to move.
    fn parse_board(text: &str) -> Result<Self, InvalidState> {
        let mut words = spelling::fields(text);
        let (Some(board), side, None) = (words.next(), words.next(), words.next()) else {
            return Err(InvalidState::new(
                "expected six rows and the side to move separated by a space, or the digits of the columns played",
            ));
        };
        let rows = grid::read_rows(grid::LETTERS, &foreign::in_rows(board, 6, 7), 6..=6, 7..=7)?;
        for (above, row) in rows.windows(2).zip((1..HEIGHT).rev()) {
            if let Some(column) = (0..7).find(|column| above[0][*column].is_some() && above[1][*column].is_none()) {
                return Err(InvalidState(format!(
                    "the disc in column {}, row {} from the bottom, has nothing under it",
                    column + 1,
                    row + 1
                )));
            }
        }
        let side = grid::read_side(side, &rows)?;
        let mut discs = [0_u64; 2];
        for (row, up) in rows.iter().rev().zip(0..) {
            for (cell, right) in row.iter().zip(0..) {
                if let Some(side) = cell {
                    discs[side.index()] |= 1 << (7 * right + up);
                }
            }
        }
        grid::check_winner(discs.map(has_four), side, "four in a row")?;
        let all = discs[0] | discs[1];
        Ok(Self { own: discs[side.index()], discs: all, plies: all.count_ones() as u8 })
    }
}

/// The board of Kaggle's list, of a line of UCI's data set, or of Fairy-Stockfish's FEN.
fn other_board(text: &str) -> Option<String> {
    let (rows, columns) = (usize::from(HEIGHT), usize::from(WIDTH));
    // The data set has the cells column by column, each from the bottom.
    let data_set = || {
        let cells = foreign::data_set_cells(text, rows * columns)?;
        let row = |up: usize| (0..columns).map(move |column| rows * column + up);
        Some((0..rows).rev().flat_map(row).map(|index| cells[index]).collect())
    };
    foreign::listed_cells(text, rows * columns).or_else(data_set).or_else(|| foreign::fen_of_x_and_o(text))
}

impl Notation for ConnectFour {
    const ABOUT: About = About {
        title: "Connect Four",
        players: ["X", "O"],
        sides: Some(Look::RED_YELLOW),
        summary: "Four in a row with discs that fall; solved, and won by the first player, who begins in the middle \
            column.",
        rules: "X moves first. The sides take turns to drop a disc into one of seven columns, where it rests on the \
                bottom or on the disc below it; a column holds six. Four of a side's discs in a row, column or \
                diagonal win; a full board without them is a draw.",
        state_notation: "Six rows from top to bottom, separated by `/`: `X` and `O` for discs, a digit for a run of \
                         empty cells; then a space and the side to move. Also accepted: `.` for an empty cell, lower \
                         case, the side left out; the digits of the columns played from the start, such as `4453`; \
                         42 cells in a row; Kaggle's list of 42 numbers, `[0, 0, …, 1, 2]`; a line of the data set of \
                         UCI, `b,b,…,x,o`; Fairy-Stockfish's FEN.",
        state_examples: &[
            "7/7/7/7/7/7 X",
            "7/7/7/7/3X3/3OX2 O",
            "7/7/7/3O3/2XXO2/2XXOO1 X",
            "4453",
            "2252576253462244111563365343671351441",
        ],
        state_is_json: false,
        move_notation: "The column, `1` to `7` from the left.",
        move_examples: &["4", "1", "7"],
        layout: Some(Layout::Cells),
        pieces: &[Piece::of(Side::First, 'X', "disc", "●"), Piece::of(Side::Second, 'O', "disc", "○")],
        score: ScoreKind::Distance,
        score_unit: "Own features less the opponent's. A cell where a side could complete four counts 80 in a row that \
                     favours that side (odd rows from the bottom for X, even ones for O), otherwise 25. A line of four \
                     cells with two discs and no opposing one counts 6. A disc in the middle column counts 5, in the \
                     columns beside it 2. The value is 10,000 if the side to move can complete four, and -9,000 if the \
                     opponent can complete four whatever that side plays.",
        counted_in: None,
        default_depth: 12,
        review_nodes: 500_000,
        max_depth: 42,
        max_minimax_depth: 9,
        expected_score: measured::CONNECT_FOUR.expected_score,
        levels: Some(Levels::usual(42, 1_000_000, measured::CONNECT_FOUR.mean_losses, Levels::MEASURED)),
    };

    const RECORDS: &'static [Convention] = &[Convention::Transcript { unit: Unit::Digit, pass: None }];

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let text = text.trim();
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Self::parse_columns(text);
        }
        match other_board(text) {
            Some(board) => Self::parse_board(&board),
            None => Self::parse_board(text),
        }
    }

    fn state(&self) -> String {
        format!("{} {}", grid::write_rows(grid::LETTERS, &self.rows()), grid::LETTERS[self.side_to_move().index()])
    }

    fn move_text(&self, column: Column) -> String {
        (column.0 + 1).to_string()
    }

    fn reason(&self) -> &'static str {
        match self.outcome() {
            Some(Outcome::Win(_)) => "four in a row",
            _ => "full board",
        }
    }

    fn board(&self) -> Option<Board> {
        Some(grid::board(grid::LETTERS, self.rows()))
    }

    /// The cell where the disc lands.
    fn cells(&self, column: Column) -> Vec<RowColumn> {
        let discs = (0..HEIGHT).take_while(|row| self.cell(column.0, *row).is_some()).count();
        vec![[usize::from(HEIGHT) - 1 - discs, usize::from(column.0)]]
    }

    fn motifs(&self, column: Column) -> Vec<Motif> {
        motifs::of(self, column)
    }

    fn files(&self, columns: usize) -> Vec<String> {
        board::numbers(columns)
    }

    /// Rows have no names.
    fn ranks(&self, _: usize) -> Vec<String> {
        Vec::new()
    }

    /// The mirror image. Colours cannot be swapped, because the number of discs determines the side to move.
    fn twins(&self) -> Vec<Self> {
        vec![self.mirrored()]
    }
}
