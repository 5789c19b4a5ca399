//! Text of dots and boxes.

use super::grid::{Lines, MAX_SIZE, Size};
use super::rules::{DotsAndBoxes, Move, moves};
use crate::board::{Board, Content, Layout, Look, Piece, RowColumn};
use crate::fields;
use crate::measured;
use crate::notation::{About, InvalidState, Notation, ScoreKind, ScoreUnit, Sizes};
use crate::spelling;
use plyd_search::level::Levels;
use plyd_search::position::Position;

const NAMES: [&str; 2] = ["A", "B"];
const LINE: char = '-';
const BOX: char = '#';

impl Notation for DotsAndBoxes {
    const ABOUT: About = About {
        title: "Dots and boxes",
        players: NAMES,
        sides: Some(Look::RED_BLUE),
        summary: "Players draw lines between dots; the side that closes a box owns it and draws again; more boxes win.",
        rules: "A draws first. The side to move draws a line between two adjacent dots, across or down. A side that \
                closes a box, or two at once, owns them and draws again, as a separate ply. Otherwise it is the other \
                side's turn. The game is over when all lines are drawn. More boxes win.",
        state_notation: "From the top, separated by `/`: a row of horizontal lines, a row of vertical ones, and so on \
                         to the last row of horizontal ones. `1` is a line that is drawn, `0` one that is not. Then a \
                         space and the boxes that A and B own, separated by a comma, which add up to the closed \
                         boxes. Then a space and the side to move, `A` or `B`. A board has 1 to 7 rows and columns of \
                         boxes.",
        state_examples: &[
            "000/0000/000/0000/000/0000/000 0,0 A",
            "00/000/00/000/00 0,0 A",
            "011/0110/010/1100/011/1010/100 1,0 B",
            "0000/00000/0000/00000/0000/00000/0000/00000/0000 0,0 A",
            "00000/000000/00000/000000/00000/000000/00000/000000/00000/000000/00000 0,0 A",
        ],
        state_is_json: false,
        move_notation: "The line's two dots, the lower or left one first: `a1b1`, `a1a2`. Columns of dots are `a`, \
                        `b`, … from the left, rows `1`, `2`, … from the bottom. Also accepted: `b1a1`, `A1-B1`.",
        move_examples: &["a1b1", "a1a2"],
        layout: Some(Layout::Edges),
        pieces: &[Piece::of_nobody(LINE, "line", "─"), Piece::of_nobody(BOX, "closed box", "■")],
        score: ScoreKind::Margin,
        score_unit: "Boxes. A proven score is the final difference. A static value is an estimate of it. It uses the \
                     boxes owned and those that can be taken, chains and loops, and the side that will have to open \
                     the first long one.",
        counted_in: Some(ScoreUnit::of("box", "boxes", 1)),
        default_depth: 8,
        review_nodes: 100_000,
        // The number of lines on a board of seven by seven boxes.
        max_depth: 112,
        max_minimax_depth: 5,
        expected_score: measured::DOTS_AND_BOXES.expected_score,
        levels: Some(Levels::usual(112, 1_000_000, measured::DOTS_AND_BOXES.mean_losses, Levels::MEASURED)),
    };

    const SIZES: Option<Sizes> = Some(Sizes {
        least: [1; 2],
        greatest: [MAX_SIZE; 2],
        default: [3; 2],
        square: false,
        start: |[columns, rows]| {
            let (across, down) = ("0".repeat(columns), "0".repeat(columns + 1));
            format!("{across}{} 0,0 A", format!("/{down}/{across}").repeat(rows))
        },
    });

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let words: Vec<&str> = spelling::fields(text).take(4).collect();
        let [board, owned, side] = words[..] else {
            return Err(InvalidState(format!(
                "the state has {} parts, expected 3: lines, boxes owned, side to move",
                words.len()
            )));
        };
        let (size, drawn) = read_lines(board)?;
        let (a, b) = owned.split_once(',').unwrap_or((owned, ""));
        let most = u32::from(size.rows) * u32::from(size.columns);
        let [a, b] =
            [fields::number(a, "A's count of boxes", 0, most)?, fields::number(b, "B's count of boxes", 0, most)?];
        let closed = drawn.closed().count_ones();
        if a + b != closed {
            return Err(InvalidState(format!("A owns {a} boxes and B {b}, but {closed} are closed")));
        }
        let side = fields::side_to_move(side, NAMES, "")?;
        Ok(Self::new(size, drawn, [a as u8, b as u8], side))
    }

    fn state(&self) -> String {
        let Size { rows, columns } = self.size();
        let Lines { across, down } = self.drawn();
        let row = |set: u64, row: u8, length: u8| -> String {
            (0..length).map(|column| if set >> (8 * row + column) & 1 == 1 { '1' } else { '0' }).collect()
        };
        let mut parts = vec![row(across, 0, columns)];
        for index in 0..rows {
            parts.push(row(down, index, columns + 1));
            parts.push(row(across, index + 1, columns));
        }
        let [a, b] = self.owned();
        format!("{} {a},{b} {}", parts.join("/"), NAMES[self.side_to_move().index()])
    }

    fn move_text(&self, mv: Move) -> String {
        let dot = |row: u8, column: u8| format!("{}{}", char::from(b'a' + column), self.size().rows + 1 - row);
        let (row, column) = mv.row_column();
        if mv.is_across() { dot(row, column) + &dot(row, column + 1) } else { dot(row + 1, column) + &dot(row, column) }
    }

    /// The two dots of a line in any spelling, in either order.
    fn respelled(&self, text: &str, mut legal: Vec<Move>) -> Vec<Move> {
        let Some(written) = spelling::squares(text) else { return Vec::new() };
        legal.retain(|mv| {
            let dots = spelling::squares(&self.move_text(*mv)).unwrap_or_default();
            written == dots || written.iter().rev().eq(&dots)
        });
        legal
    }

    fn reason(&self) -> &'static str {
        "all lines are drawn"
    }

    fn board(&self) -> Option<Board> {
        let Size { rows, columns } = self.size();
        let mut board = vec![vec![None; 2 * usize::from(columns) + 1]; 2 * usize::from(rows) + 1];
        for mv in moves(self.drawn()) {
            let [row, column] = cell(mv);
            board[row][column] = Some(Content::Letter(LINE));
        }
        let closed = self.drawn().closed();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            if closed >> (8 * row + column) & 1 == 1 {
                board[2 * usize::from(row) + 1][2 * usize::from(column) + 1] = Some(Content::Letter(BOX));
            }
        }
        Some(board)
    }

    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        vec![cell(mv)]
    }

    fn twins(&self) -> Vec<Self> {
        let [a, b] = self.owned();
        let swapped = Self::new(self.size(), self.drawn(), [b, a], self.side_to_move().other());
        self.images().chain([swapped]).collect()
    }
}

/// Row and column of a line in the grid of dots, lines and boxes.
fn cell(mv: Move) -> RowColumn {
    let (row, column) = mv.row_column();
    let (row, column) = (2 * usize::from(row), 2 * usize::from(column));
    if mv.is_across() { [row, column + 1] } else { [row + 1, column] }
}

/// Reads the rows of lines, in which horizontal and vertical rows alternate.
fn read_lines(board: &str) -> Result<(Size, Lines), InvalidState> {
    let count = board.split('/').count();
    if count.is_multiple_of(2) || !(3..=2 * MAX_SIZE + 1).contains(&count) {
        return Err(InvalidState(format!("there are {count} rows of lines, expected an odd number from 3 to 15")));
    }
    let columns = board.split('/').next().map_or(0, str::len);
    if !(1..=MAX_SIZE).contains(&columns) {
        return Err(InvalidState(format!("the first row has {columns} lines, expected 1 to 7")));
    }
    let mut sets = [0_u64; 2];
    for (row, index) in board.split('/').zip(0..) {
        let (kind, expected) = (index % 2, columns + index % 2);
        let found = row.chars().count();
        if found != expected {
            return Err(InvalidState(format!("row {} has {found} lines, expected {expected}", index + 1)));
        }
        for (line, column) in row.chars().zip(0..) {
            match line {
                '0' => {}
                '1' => sets[kind] |= 1 << (8 * (index / 2) + column),
                other => {
                    let cell = column + 1;
                    return Err(InvalidState(format!(
                        "line {cell} of row {} is {other:?}, expected 0 or 1",
                        index + 1
                    )));
                }
            }
        }
    }
    let size = Size { rows: (count / 2) as u8, columns: columns as u8 };
    Ok((size, Lines { across: sets[0], down: sets[1] }))
}
