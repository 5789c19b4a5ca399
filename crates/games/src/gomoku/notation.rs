//! Text of gomoku: positions as rows of cells, side and length of a row; moves as file and rank.

use super::super::grid::{self, Cell};
use super::board::Gomoku;
use super::geometry::{Geometry, MAX_SIZE, MIN_SIZE, Rule, Square};
use super::motifs;
use super::renju::FIVE;
use crate::board::{Board, Layout, Look, Piece, RowColumn};
use crate::foreign;
use crate::measured;
use crate::motif::Motif;
use crate::notation::{About, InvalidState, Notation, ScoreKind, Sizes};
use crate::record::{Convention, Points, Unit};
use crate::spelling::{self, shown};
use plyd_search::level::{Level, Levels};
use plyd_search::position::{Outcome, Position, Side};

impl Gomoku {
    fn rows(&self) -> Vec<Vec<Cell>> {
        let Geometry { width, height, .. } = self.geometry;
        let row = |y| (0..width).map(|x| self.stone(self.geometry.square(x, y))).collect();
        (0..height).map(row).collect()
    }

    /// The position with its stones moved to another board. `to` maps columns and rows.
    fn moved(&self, geometry: Geometry, to: impl Fn(u8, u8) -> (u8, u8)) -> Self {
        let stones = (0..self.geometry.area() as u16).map(Square).filter_map(|square| {
            let (x, y) = self.geometry.column_row(square);
            let (x, y) = to(x, y);
            self.stone(square).map(|side| (side, geometry.square(x, y)))
        });
        Self::with_stones(geometry, self.side, stones)
    }
}

impl Gomoku {
    /// The empty square of this name.
    fn empty_square(&self, name: &str) -> Option<Square> {
        let (x, rank) = spelling::square(name)?;
        let Geometry { width, height, .. } = self.geometry;
        let rank = u8::try_from(rank).ok().filter(|rank| (1..=height).contains(rank))?;
        let square = (x < width).then(|| self.geometry.square(x, height - rank))?;
        self.stone(square).is_none().then_some(square)
    }
}

impl Notation for Gomoku {
    const ABOUT: About = About {
        title: "Gomoku",
        players: ["X", "O"],
        sides: Some(Look::BLACK_WHITE),
        summary: "Five in a row on 15x15: free style, exactly five, or renju; and every m,n,k game from 3x3 to 20x20.",
        rules: "X moves first; the sides take turns to put a stone on an empty square. Five or more of a side's stones \
                in a row, column or diagonal win (free style: more than five count, and no move is forbidden). A full \
                board without them is a draw. The state may choose another board, of 3 to 20 columns and rows, and \
                another length of the winning row, from 3 up to the longer side of the board. It may also say that a \
                row has to have exactly that length, as in Gomocup's standard league: a longer one (an overline) does \
                not win, and the game continues. Or it may choose renju: X has to make exactly five, O five or more. A \
                move of X that does not make five is forbidden, and not legal here, if it makes an overline, more than \
                one four, or more than one three. A three counts only if X can make a straight four of it by another \
                move that is not forbidden itself (RIF 1996). X loses if all empty squares are forbidden to it. There \
                are no passes and no opening rules.",
        state_notation: "The rows from top to bottom, separated by `/`: `X` and `O` for stones, a number for a run of \
                         empty squares. Then a space and the side to move, and a space and how many in a row win. If \
                         longer rows do not win, a space and `exactly` follow; in renju, a space and `renju`. Also \
                         accepted: `.` for an empty square, lower case, the side left out, a square board without `/`; `exact` and `standard` for \
                         `exactly`; `free` and `freestyle` for the free style.",
        state_examples: &[
            "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 X 5",
            "15/15/15/15/15/15/6OX7/7X7/7OXO5/15/15/15/15/15/15 X 5",
            "3/1X1/2O X 3",
            "4/1XX1/2O1 O 3",
            "6/6/XX1XXX/OO1OOO/6/6 X 5 exactly",
            "20/20/20/20/20/20/20/20/20/9O10/8OX10/10X9/20/20/20/20/20/20/20/20 X 5 exactly",
            "15/15/3O7O3/15/15/15/7X7/6X1X6/7X7/15/15/15/3O7O3/15/15 X 5 renju",
        ],
        state_is_json: false,
        move_notation: "The square: file `a` to `t` from the left, with no letter skipped, and rank from `1` at the \
                        bottom. Also accepted: `H8`, `h08`.",
        move_examples: &["h8", "a1", "o15"],
        layout: Some(Layout::Points),
        pieces: &[Piece::of(Side::First, 'X', "black stone", "●"), Piece::of(Side::Second, 'O', "white stone", "○")],
        score: ScoreKind::Distance,
        score_unit: "The value of an empty square depends on the best shapes, from a two to an open four, that a stone \
                     of each side would make there, and a small network corrects their sum. Both are fitted to games; \
                     300 points are odds of 2.7 to 1. The score is 100,000 higher if the side to move can \
                     complete a row. It is 90,000 lower if the side to move cannot, but the opponent can on two \
                     squares. It is 80,000 higher if the side to move can make such a double threat now and has nothing \
                     to block.",
        counted_in: None,
        default_depth: 3,
        review_nodes: 50_000,
        max_depth: (MAX_SIZE * MAX_SIZE) as u32,
        max_minimax_depth: 3,
        expected_score: measured::GOMOKU.expected_score,
        levels: Some(Levels::new(
            [
                Level::new(2, 2_000, 1.0, 1.0),
                Level::new(2, 2_000, 0.95, 1.0),
                Level::new(2, 2_000, 0.87, 0.9),
                Level::new(2, 2_000, 0.68, 0.7),
                Level::new(2, 4_000, 0.42, 0.5),
                Level::new(3, 4_000, 0.42, 0.55),
                Level::new(3, 4_000, 0.28, 0.5),
                Level::new(3, 6_000, 0.17, 0.44),
                Level::new(4, 20_000, 0.07, 0.34),
                Level::new(12, 300_000, 0.0, 0.0),
            ],
            measured::GOMOKU.mean_losses,
            "Against a player who extends his longest line and blocks fours and open threes, level 5 wins half of its games \
             or more, level 7 eight of ten, and level 8 nearly nine. At full strength it was even with Carbon 2.3 before it \
             had a network.",
        )),
    };

    const SIZES: Option<Sizes> = Some(Sizes {
        least: [MIN_SIZE; 2],
        greatest: [MAX_SIZE; 2],
        default: [15; 2],
        square: false,
        start: |[width, height]| {
            format!("{} X {}", grid::empty_rows([width, height]), usize::from(FIVE).min(width.max(height)))
        },
    });

    const RECORDS: &'static [Convention] = &[
        Convention::Sgf { game: 4, points: Points::Letters, words: &[] },
        Convention::Psq,
        Convention::Transcript { unit: Unit::Point, pass: None },
    ];

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let words: Vec<&str> = spelling::fields(text).take(5).collect();
        let is_side = |word| spelling::number(word).is_none() && Rule::named(word).is_none();
        let (board, side, rows) = match words[..] {
            [board, row] if spelling::side(row, grid::LETTERS).is_none() => (board, None, [row, ""]),
            [board, side, row] if is_side(side) => (board, Some(side), [row, ""]),
            [board, row, rule] => (board, None, [row, rule]),
            [board, side, row, rule] => (board, Some(side), [row, rule]),
            _ => {
                return Err(InvalidState::new(
                    "expected the rows of a board, the side to move and the length of a winning row, separated by \
                     spaces; then `exactly` or `renju` if that is the rule",
                ));
            }
        };
        let [row, rule] = if Rule::named(rows[0]).is_some() { [rows[1], rows[0]] } else { rows };
        let unknown = || {
            InvalidState(format!("the rule is {}, expected `exactly`, `renju`, or nothing for free style", shown(rule)))
        };
        let rule = if rule.is_empty() { Rule::Free } else { Rule::named(rule).ok_or_else(unknown)? };
        let cells =
            grid::read_rows(grid::LETTERS, &foreign::in_square_rows(board), MIN_SIZE..=MAX_SIZE, MIN_SIZE..=MAX_SIZE)?;
        let side = grid::read_side(side, &cells)?;
        let (width, height) = (cells[0].len(), cells.len());
        let longest = width.max(height);
        let in_a_row = (MIN_SIZE..=longest).find(|length| spelling::number(row) == Some(*length as u32));
        let in_a_row = in_a_row.ok_or_else(|| {
            InvalidState(format!(
                "the length of a winning row is {}, expected {MIN_SIZE} to {longest} on a board of {width}x{height}",
                shown(row)
            ))
        })?;
        if rule == Rule::Renju && in_a_row != usize::from(FIVE) {
            return Err(InvalidState(format!("the length of a winning row is {in_a_row}, expected {FIVE} in renju")));
        }
        let geometry = Geometry { width: width as u8, height: height as u8, in_a_row: in_a_row as u8, rule };
        let stones = cells.iter().flatten().zip(0..).filter_map(|(cell, index)| Some(((*cell)?, Square(index))));
        let position = Self::with_stones(geometry, side, stones);
        let has_row = [Side::First, Side::Second].map(|side| position.has_row(side));
        grid::check_winner(has_row, side, &format!("{in_a_row} in a row"))?;
        Ok(position)
    }

    fn state(&self) -> String {
        let side = grid::LETTERS[self.side.index()];
        let Geometry { in_a_row, rule, .. } = self.geometry;
        format!("{} {side} {in_a_row}{}", grid::write_rows(grid::LETTERS, &self.rows()), rule.suffix())
    }

    fn move_text(&self, square: Square) -> String {
        let (x, y) = self.geometry.column_row(square);
        format!("{}{}", char::from(b'a' + x), self.geometry.height - y)
    }

    fn meanings(&self, text: &str) -> Vec<Square> {
        let square = self.empty_square(text).filter(|square| !self.is_forbidden(self.side, *square));
        square.into_iter().filter(|_| !self.is_final()).collect()
    }

    fn broken_rule(&self, text: &str) -> Option<&'static str> {
        let is_forbidden = self.empty_square(text).is_some_and(|square| self.is_forbidden(self.side, square));
        is_forbidden.then_some("X may not make two threes, two fours or more than five in a row")
    }

    fn set_up(stones: &[Vec<Option<Side>>], to_move: Side) -> Option<String> {
        Some(format!("{} {} 5", grid::write_rows(grid::LETTERS, stones), grid::LETTERS[to_move.index()]))
    }

    fn reason(&self) -> &'static str {
        match self.outcome() {
            Some(Outcome::Win(side)) if !self.has_row(side) => "no move that is not forbidden",
            Some(Outcome::Win(_)) => REASONS[usize::from(self.geometry.in_a_row) - MIN_SIZE],
            _ => "full board",
        }
    }

    fn board(&self) -> Option<Board> {
        Some(grid::board(grid::LETTERS, self.rows()))
    }

    fn cells(&self, square: Square) -> Vec<RowColumn> {
        vec![self.cell(square)]
    }

    fn motifs(&self, square: Square) -> Vec<Motif> {
        motifs::of(self, square)
    }

    fn lines(&self) -> Vec<[RowColumn; 2]> {
        let [right, bottom] = [self.geometry.width - 1, self.geometry.height - 1].map(usize::from);
        let across = (0..=bottom).map(|row| [[row, 0], [row, right]]);
        let down = (0..=right).map(|column| [[0, column], [bottom, column]]);
        across.chain(down).collect()
    }

    /// The symmetries of the board: eight if it is a square, otherwise four. Colours cannot be swapped, because the
    /// number of stones determines the side to move.
    fn twins(&self) -> Vec<Self> {
        let geometry = self.geometry;
        let Geometry { width, height, .. } = geometry;
        let (right, bottom) = (width - 1, height - 1);
        let mut twins = vec![
            self.moved(geometry, |x, y| (right - x, y)),
            self.moved(geometry, |x, y| (x, bottom - y)),
            self.moved(geometry, |x, y| (right - x, bottom - y)),
        ];
        if width == height {
            twins.push(self.moved(geometry, |x, y| (y, x)));
            let turned: Vec<Self> = twins[..3].iter().map(|twin| twin.moved(geometry, |x, y| (y, x))).collect();
            twins.extend(turned);
        }
        twins
    }
}

/// Reasons for a win, by the length of the row, from three.
const REASONS: [&str; MAX_SIZE + 1 - MIN_SIZE] = [
    "three in a row",
    "four in a row",
    "five in a row",
    "six in a row",
    "seven in a row",
    "eight in a row",
    "nine in a row",
    "ten in a row",
    "eleven in a row",
    "twelve in a row",
    "thirteen in a row",
    "fourteen in a row",
    "fifteen in a row",
    "sixteen in a row",
    "seventeen in a row",
    "eighteen in a row",
    "nineteen in a row",
    "twenty in a row",
];
