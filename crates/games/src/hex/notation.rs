//! Text of Hex.

use super::board::Hex;
use super::cells::{Cell, MAX_SIZE, MIN_SIZE};
use super::motifs;
use super::moves::Move;
use super::symmetry::Symmetry;
use crate::board::{self, Board, Borders, Layout, Look, Piece, RowColumn};
use crate::foreign;
use crate::grid::{self, LETTERS};
use crate::measured;
use crate::motif::Motif;
use crate::notation::{About, InvalidState, Notation, ScoreKind, Sizes};
use crate::record::{Convention, Points, SgfWord, Unit};
use crate::spelling::{self, shown};
use plyd_search::level::{Level, Levels};
use plyd_search::position::{Position, Side};

const SWAP: &str = "swap";

/// What records call the swap. `swap-sides` is none of them: there the stone stays, and the players change sides.
const SWAPS: [&str; 4] = ["swap-pieces", SWAP, "swap pieces", "s"];

impl Notation for Hex {
    const CAN_BE_DRAWN: bool = false;
    const ABOUT: About = About {
        title: "Hex",
        players: ["X", "O"],
        sides: Some(Look::BLACK_WHITE),
        summary: "X connects the top and bottom edges with a chain of stones, O the left and right edges; one of them \
            always succeeds.",
        rules: "X moves first; the sides take turns to put a stone on an empty cell, and stones stay. A cell has six \
                neighbours: left and right, two above and two below, because each row is shifted to the right by half \
                a cell. X wins with a chain of touching X from the top row to the bottom row, O with one from the left \
                column to the right column. A full board has exactly one such chain, so there are no draws. If the \
                state asks for the swap rule, O may answer the first stone by taking it over. The X becomes an O on \
                the cell mirrored at the diagonal from the top left, and X moves next.",
        state_notation: "The rows from top to bottom, separated by `/`: `X` and `O` for stones, a number for a run of \
                         empty cells. There are 2 to 19 rows, and as many cells in each. Then a space and the side to \
                         move. In a game with the swap rule, every state has a space and `swap` at the end. Also \
                         accepted: `.` for an empty cell, lower case, the side left out where the stones decide it, no `/`.",
        state_examples: &[
            "11/11/11/11/11/11/11/11/11/11/11 X",
            "11/11/11/11/11/11/11/11/11/11/11 X swap",
            "5/2X2/5/5/5 O swap",
            "1XO1O/X2X1/X3O/2OX1/XO1O1 X",
            "3/1X1/O2 X",
        ],
        state_is_json: false,
        move_notation: "The cell: column `a` to `s` from the left, row from `1` at the top; or `swap`. Also accepted: \
                        `F6`, `f06`; `swap-pieces` or `S`.",
        move_examples: &["f6", "a2", "swap"],
        layout: Some(Layout::Hexes),
        pieces: &[Piece::of(Side::First, 'X', "black stone", "●"), Piece::of(Side::Second, 'O', "white stone", "○")],
        score: ScoreKind::Distance,
        score_unit: "Own features less the opponent's. Each stone fewer that a side needs to connect its edges, if the \
                     opponent always blocks the best path, counts 114 (two-distance; stones joined by bridges and edge \
                     templates are one chain). Twice as many cells on such paths count 17 to 58, and joined edges 700 \
                     or 1500. The side to move gets another 243. On 11x11 a small network corrects the sum.",
        counted_in: None,
        default_depth: 2,
        review_nodes: 10_000,
        max_depth: (MAX_SIZE * MAX_SIZE) as u32 + 1,
        max_minimax_depth: 2,
        expected_score: measured::HEX.expected_score,
        levels: Some(Levels::new(
            [
                Level::new(2, 2_000, 1.0, 1.0),
                Level::new(2, 2_000, 0.95, 0.8),
                Level::new(2, 2_000, 0.82, 0.52),
                Level::new(2, 2_000, 0.72, 0.45),
                Level::new(2, 2_000, 0.64, 0.39),
                Level::new(2, 2_000, 0.55, 0.34),
                Level::new(2, 4_000, 0.48, 0.29),
                Level::new(2, 4_000, 0.38, 0.24),
                Level::new(3, 20_000, 0.25, 0.2),
                Level::new(60, 160_000, 0.0, 0.0),
            ],
            measured::HEX.mean_losses,
            "From level 3 on it wins nearly every game against a player who always plays on a shortest path between his edges.",
        )),
    };

    const SIZES: Option<Sizes> = Some(Sizes {
        least: [MIN_SIZE; 2],
        greatest: [MAX_SIZE; 2],
        default: [11; 2],
        square: true,
        start: |[size, _]| format!("{} X", grid::empty_rows([size; 2])),
    });

    const RECORDS: &'static [Convention] = &[
        Convention::Sgf {
            game: 11,
            points: Points::Names,
            words: &[SgfWord { values: &SWAPS, name: SWAP, rule: Some(SWAP) }],
        },
        Convention::HexWorld,
        Convention::Transcript { unit: Unit::Point, pass: None },
    ];

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let words: Vec<&str> = spelling::fields(text).take(4).collect();
        let (words, swap) = match words.split_last() {
            Some((last, words)) if last.eq_ignore_ascii_case(SWAP) => (words, true),
            _ => (&words[..], false),
        };
        let (board, side) = match *words {
            [board] => (board, None),
            [board, side] => (board, Some(side)),
            _ => {
                return Err(InvalidState::new(
                    "expected the rows of a board, the side to move and optionally swap, separated by spaces",
                ));
            }
        };
        let rows = grid::read_rows(LETTERS, &foreign::in_square_rows(board), MIN_SIZE..=MAX_SIZE, MIN_SIZE..=MAX_SIZE)?;
        let (width, size) = (rows[0].len(), rows.len());
        if width != size {
            return Err(InvalidState(format!(
                "the board is a rectangle of {width} columns and {size} rows, expected as many of both"
            )));
        }
        let side = read_side(side, &rows, swap)?;
        let mut position = Self::empty(size as u8, side, swap);
        for (cell, index) in rows.iter().flatten().zip(0..) {
            if let Some(side) = cell {
                position.put(*side, Move(index));
            }
        }
        let joined = [Side::First, Side::Second].map(|side| position.has_won(side));
        grid::check_winner(joined, side, "a chain between its edges")?;
        Ok(position)
    }

    fn state(&self) -> String {
        let swap = if self.swap { " swap" } else { "" };
        format!("{} {}{swap}", grid::write_rows(LETTERS, &self.rows()), LETTERS[self.side.index()])
    }

    fn move_text(&self, mv: Move) -> String {
        if mv == Move::SWAP {
            return SWAP.to_owned();
        }
        let Cell { row, column } = self.cell(mv);
        format!("{}{row}", char::from(b'a' + column - 1))
    }

    fn meanings(&self, text: &str) -> Vec<Move> {
        if SWAPS.iter().any(|swap| spelling::bare(text).eq_ignore_ascii_case(swap)) {
            return self.may_swap().then_some(Move::SWAP).into_iter().collect();
        }
        let on_board = |(column, row): (u8, u32)| {
            let (row, column) = (u8::try_from(row).ok()?, column + 1);
            (row.max(column) <= self.size && row > 0).then_some(Cell { row, column })
        };
        let cell = spelling::square(text).and_then(on_board).filter(|cell| !self.is_final() && self.free().has(*cell));
        cell.map(|cell| self.mv(cell)).into_iter().collect()
    }

    fn broken_rule(&self, text: &str) -> Option<&'static str> {
        let is_pass = ["", "pass", "pa", "--", "tt"].iter().any(|pass| pass.eq_ignore_ascii_case(text));
        is_pass.then_some("there are no passes in Hex")
    }

    fn set_up(stones: &[Vec<Option<Side>>], to_move: Side) -> Option<String> {
        Some(format!("{} {}", grid::write_rows(LETTERS, stones), LETTERS[to_move.index()]))
    }

    fn reason(&self) -> &'static str {
        if self.has_won(Side::First) { "top and bottom are joined" } else { "left and right are joined" }
    }

    fn board(&self) -> Option<Board> {
        Some(grid::board(LETTERS, self.rows()))
    }

    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        if mv == Move::SWAP {
            return Vec::new();
        }
        let Cell { row, column } = self.cell(mv);
        vec![[usize::from(row - 1), usize::from(column - 1)]]
    }

    fn motifs(&self, mv: Move) -> Vec<Motif> {
        motifs::of(self, mv)
    }

    fn label(&self, mv: Move) -> Option<String> {
        (mv == Move::SWAP).then(|| SWAP.to_owned())
    }

    fn ranks(&self, rows: usize) -> Vec<String> {
        board::numbers(rows)
    }

    fn borders(&self) -> Option<Borders> {
        Some(Borders { top: Side::First, right: Side::Second, bottom: Side::First, left: Side::Second })
    }

    /// The board after a half turn. The reflection with sides exchanged is a position only after the swap or its
    /// refusal, because otherwise the stones determine the side to move.
    fn twins(&self) -> Vec<Self> {
        let count = if self.swap && self.stones_placed() > 1 { 4 } else { 2 };
        Symmetry::ALL[1..count].iter().map(|symmetry| self.image(*symmetry)).collect()
    }
}

impl Hex {
    /// The cells from the top row down.
    fn rows(&self) -> Vec<Vec<grid::Cell>> {
        let [x, o] = &self.stones;
        let cell = |cell| {
            if x.has(cell) { Some(Side::First) } else { o.has(cell).then_some(Side::Second) }
        };
        let row = |row| (1..=self.size).map(|column| cell(Cell { row, column })).collect();
        (1..=self.size).map(row).collect()
    }
}

/// Reads the side to move, which must agree with the number of stones. With the swap rule there is an exception: after
/// a swap O has the first stone and X moves next.
fn read_side(name: Option<&str>, rows: &[Vec<grid::Cell>], swap: bool) -> Result<Side, InvalidState> {
    if !swap {
        return grid::read_side(name, rows);
    }
    let count = |side| rows.iter().flatten().filter(|cell| **cell == Some(side)).count();
    let (x, o) = (count(Side::First), count(Side::Second));
    let [may_be_x, may_be_o] = [x == o || x + 1 == o, x == o + 1 || x == o && o > 0];
    let Some(name) = name else {
        return match (may_be_x, may_be_o) {
            (true, false) => Ok(Side::First),
            (false, true) => Ok(Side::Second),
            _ => Err(InvalidState(format!("the side to move is missing, and it does not follow from {x} X and {o} O"))),
        };
    };
    match spelling::side(name, LETTERS) {
        Some(Side::First) if may_be_x => Ok(Side::First),
        Some(Side::Second) if may_be_o => Ok(Side::Second),
        Some(Side::First) => Err(InvalidState(format!(
            "X is to move with {x} X and {o} O, expected equal numbers or, after a swap, one more O"
        ))),
        Some(Side::Second) => Err(InvalidState(format!(
            "O is to move with {x} X and {o} O, expected one more X or, after a swap, equal numbers"
        ))),
        None => Err(InvalidState(format!("the side to move is {}, expected X or O", shown(name)))),
    }
}
