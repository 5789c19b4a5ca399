//! Text of ultimate tic-tac-toe.

use super::rules::{ANY, Cell as Move, UltimateTicTacToe};
use crate::bits::members;
use crate::board::{Area, Board, Layout, Piece, RowColumn};
use crate::grid::{self, Cell, LETTERS};
use crate::measured;
use crate::notation::{About, InvalidState, Notation, ScoreKind};
use crate::spelling;
use crate::three_by_three::{FULL, LINES, SYMMETRIES, has_line};
use plyd_search::level::Levels;
use plyd_search::position::{Outcome, Position, Side};

impl Notation for UltimateTicTacToe {
    const ABOUT: About = About {
        title: "Ultimate tic-tac-toe",
        players: ["X", "O"],
        sides: None,
        summary: "Nine small boards of tic-tac-toe on a large one; the played cell determines the board of the reply.",
        rules: "X moves first, anywhere. The place of the played cell in its small board says which small board the \
                other side has to play in. If that board is won or full, any open board may be chosen. Three in a row, \
                column or diagonal win a small board, where nobody plays any more. A small board that is full without \
                a winner counts for nobody. Three small boards in a row, column or diagonal win the game; with none \
                left to play in, it is a draw.",
        state_notation: "The nine rows of the whole board from the top, separated by `/`: `X`, `O`, a number for a run \
                         of empty cells. Then a space and the side to move. Then a space and the small board to play \
                         in, `1` to `9` in reading order from the top left. `-` means that any open board may be \
                         chosen, or that the game is over. Also accepted: `.` for an empty cell, lower case, the side \
                         left out.",
        state_examples: &[
            "9/9/9/9/9/9/9/9/9 X -",
            "1X5O1/3O3OO/OX1O1X1X1/2X6/1XXO1XOXX/1XXO2OOO/X1X1X1O2/O1XOOX2O/X1XOO1OX1 X 5",
            "9/9/9/9/4X4/9/9/9/9 O 5",
        ],
        state_is_json: false,
        move_notation: "The cell on the whole board: file `a` to `i` from the left, rank `1` to `9` from the bottom.",
        move_examples: &["e5", "a1", "i9"],
        layout: Some(Layout::Cells),
        pieces: &[Piece::of(Side::First, 'X', "cross", "✕"), Piece::of(Side::Second, 'O', "nought", "○")],
        score: ScoreKind::Distance,
        score_unit: "A small board is worth about 100. It counts for each side by its open lines compared with the \
                     opponent's, and a line of three small boards counts by all three together. A free choice counts \
                     30, and a small board that the side to move can win at once counts 40. The score is 10,000 if it \
                     can win the game.",
        counted_in: None,
        default_depth: 8,
        review_nodes: 200_000,
        max_depth: 81,
        max_minimax_depth: 6,
        expected_score: measured::ULTIMATE_TIC_TAC_TOE.expected_score,
        levels: Some(Levels::usual(40, 400_000, measured::ULTIMATE_TIC_TAC_TOE.mean_losses, Levels::MEASURED)),
    };

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let words: Vec<&str> = spelling::fields(text).take(4).collect();
        let (rows, side, board) = match words[..] {
            [rows, board] if spelling::side(board, LETTERS).is_none() => (rows, None, board),
            [rows, side, board] => (rows, Some(side), board),
            _ => {
                return Err(InvalidState::new(
                    "expected the rows of a board, the side to move and the small board to play in, separated by spaces",
                ));
            }
        };
        let rows = grid::read_rows(LETTERS, rows, 9..=9, 9..=9)?;
        let side = grid::read_side(side, &rows)?;
        let board = match board.as_bytes() {
            b"-" => ANY,
            [number @ b'1'..=b'9'] => number - b'1',
            _ => {
                let shown: String = board.chars().take(16).collect();
                return Err(InvalidState(format!("the board to play in is {shown:?}, expected 1 to 9, or - for any")));
            }
        };
        let mut stones = [[0; 9]; 2];
        for (row, line) in rows.iter().enumerate() {
            for (column, cell) in line.iter().enumerate() {
                if let Some(side) = cell {
                    let [board, cell] = [3 * (row / 3) + column / 3, 3 * (row % 3) + column % 3];
                    stones[side.index()][board] |= 1 << cell;
                }
            }
        }
        let read = Self::new(stones, board);
        read.check_small_boards()?;
        let won = [Side::First, Side::Second].map(|side| read.won(side));
        grid::check_winner(won.map(has_line), side, "three small boards in line")?;
        check_lines(won[side.other().index()], "the small boards")?;
        read.check_board_to_play()?;
        Ok(read)
    }

    fn state(&self) -> String {
        let side = LETTERS[self.side_to_move().index()];
        let board = match self.board_to_play() {
            ANY => '-',
            board => char::from(b'1' + board),
        };
        format!("{} {side} {board}", grid::write_rows(LETTERS, &self.rows()))
    }

    fn move_text(&self, mv: Move) -> String {
        let [row, column] = row_column(mv);
        format!("{}{}", char::from(b'a' + column as u8), 9 - row)
    }

    fn reason(&self) -> &'static str {
        match self.outcome() {
            Some(Outcome::Win(_)) => "three small boards in line",
            _ => "no small board is left to play in",
        }
    }

    fn board(&self) -> Option<Board> {
        Some(grid::board(LETTERS, self.rows()))
    }

    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        vec![row_column(mv)]
    }

    /// The nine small boards.
    fn areas(&self) -> Vec<Area> {
        let area = |board| Area {
            corners: [0, 8].map(|cell| row_column(Move { board, cell })),
            side: [Side::First, Side::Second].into_iter().find(|side| self.won(*side) >> board & 1 == 1),
        };
        (0..9).map(area).collect()
    }

    /// The board rotated and mirrored. Colours cannot be swapped, because the number of stones determines the side to
    /// move.
    fn twins(&self) -> Vec<Self> {
        let twin = |symmetry: &crate::three_by_three::Symmetry| {
            let mut stones = [[0; 9]; 2];
            for side in [Side::First, Side::Second] {
                for (board, set) in self.stones(side).iter().enumerate() {
                    stones[side.index()][usize::from(symmetry.cells[board])] = symmetry.sets[usize::from(*set)];
                }
            }
            let board = match self.board_to_play() {
                ANY => ANY,
                board => symmetry.cells[usize::from(board)] as u8,
            };
            Self::new(stones, board)
        };
        SYMMETRIES.iter().map(twin).collect()
    }
}

/// Row and column of a cell on the whole board.
fn row_column(mv: Move) -> RowColumn {
    let [board, cell] = [mv.board, mv.cell].map(usize::from);
    [3 * (board / 3) + cell / 3, 3 * (board % 3) + cell % 3]
}

/// Refuses lines of one side that have no cell in common, because no single last stone, or last small board, can have
/// completed all of them.
fn check_lines(set: u16, what: &str) -> Result<(), InvalidState> {
    let whole = LINES.iter().filter(|line| set & **line == **line);
    if whole.fold(FULL, |common, line| common & line) == 0 {
        return Err(InvalidState(format!("{what} have two separate lines, but the first one ended the play")));
    }
    Ok(())
}

impl UltimateTicTacToe {
    fn rows(&self) -> Vec<Vec<Cell>> {
        let mut rows = vec![vec![None; 9]; 9];
        for side in [Side::First, Side::Second] {
            for (stones, board) in self.stones(side).iter().zip(0..) {
                for cell in members(*stones) {
                    let [row, column] = row_column(Move { board, cell });
                    rows[row][column] = Some(side);
                }
            }
        }
        rows
    }

    /// Refuses small boards where play continued after a line.
    fn check_small_boards(&self) -> Result<(), InvalidState> {
        for (number, board) in (1..).zip(0..9) {
            let [x, o] = [Side::First, Side::Second].map(|side| self.stones(side)[board]);
            if has_line(x) && has_line(o) {
                return Err(InvalidState(format!(
                    "both X and O have three in a row on board {number}; nobody plays there after the first"
                )));
            }
            check_lines(x, &format!("the crosses on board {number}"))?;
            check_lines(o, &format!("the noughts on board {number}"))?;
        }
        Ok(())
    }

    /// Refuses a board to play in that is closed, or that the last move cannot have determined.
    fn check_board_to_play(&self) -> Result<(), InvalidState> {
        let (board, number) = (self.board_to_play(), self.board_to_play() + 1);
        if self.is_final() {
            return if board == ANY {
                Ok(())
            } else {
                Err(InvalidState(format!("the game is over, expected - as the board to play in, found {number}")))
            };
        }
        let last = self.side_to_move().other();
        let mover = LETTERS[last.index()];
        // Any cell where the side that moved last has a stone, on any board, may have been the last move.
        let named = self.stones(last).iter().fold(0, |named, stones| named | stones);
        if board == ANY {
            if self.plies() > 0 && named & self.closed() == 0 {
                return Err(InvalidState(format!(
                    "any board may be chosen, but {mover} has no stone whose cell stands for a board that is won or \
                     full; expected the board that the last move chose, 1 to 9"
                )));
            }
        } else if self.closed() >> board & 1 == 1 {
            return Err(InvalidState(format!("board {number} is won or full; expected an open one, or - for any")));
        } else if named >> board & 1 == 0 {
            return Err(InvalidState(format!(
                "board {number} is to be played in, but {mover}, who moved last, has no stone on cell {number} of any \
                 board"
            )));
        }
        Ok(())
    }
}
