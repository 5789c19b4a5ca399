//! Text of nine men's morris.

use super::points::{self, Points};
use super::rules::{FLYING_MEN, MEN, Move, NineMensMorris, QUIET_PLIES_MAX};
use super::sanmill;
use crate::bits::members;
use crate::board::{Board, Content, Layout, Look, Piece, RowColumn};
use crate::fields;
use crate::grid::{self, Letters};
use crate::measured;
use crate::notation::{About, InvalidState, Notation, ScoreKind, ScoreUnit};
use crate::record::{Convention, NumberedCells};
use crate::spelling::{self, shown};
use plyd_search::level::Levels;
use plyd_search::position::{Outcome, Position, Side};

const LETTERS: Letters = ['W', 'B'];

/// The largest depth of a search.
const MAX_DEPTH: u32 = 60;

/// Number of points in each row of a state, and the bit of each point in reading order.
const ROWS: [usize; 7] = [3, 3, 3, 6, 3, 3, 3];
const READING_ORDER: [u8; points::COUNT] =
    [0, 1, 2, 8, 9, 10, 16, 17, 18, 7, 15, 23, 19, 11, 3, 22, 21, 20, 14, 13, 12, 6, 5, 4];

/// The names of the points in reading order.
const NAMES: [&str; points::COUNT] = [
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4", "e4", "f4", "g4", "c3", "d3", "e3", "b2",
    "d2", "f2", "a1", "d1", "g1",
];

impl Notation for NineMensMorris {
    const ABOUT: About = About {
        title: "Nine men's morris",
        players: ["white", "black"],
        sides: Some(Look::WHITE_BLACK),
        summary: "Each side puts nine men on the points of three rings, then moves them; three in a line capture a man \
                  of the other side.",
        rules: "White moves first. The sides put their nine men on empty points, one each turn. When a side has none \
                left in hand, it moves a man along a line to a neighbouring empty point, or to any empty point while \
                it has exactly three. Three men in a line are a mill. A side that closes a mill captures a man of the \
                other side that is not in a mill, or any man if all are. Closing two mills in one move also captures \
                only one man. A move and its capture are one ply. A side that has fewer than three men left on the \
                board and in hand, or cannot move, has lost. A draw may be claimed after 50 moves of each side (100 \
                plies) without a man placed or taken, and at the third occurrence of a position.",
        state_notation: "The points row by row from the top, rows separated by `/`: `W` and `B` for men, digits for \
                         runs of empty points. The points are a7 d7 g7, b6 d6 f6, c5 d5 e5, a4 b4 c4 e4 f4 g4, c3 d3 \
                         e3, b2 d2 f2, a1 d1 g1. Then come the side to move, the men that white and black have in \
                         hand, and the plies since the last man was placed or taken (at most 100, more are read as 100). Each side has at \
                         most nine men in all. Also accepted: Sanmill's FEN.",
        state_examples: &[
            "3/3/3/6/3/3/3 W 9,9 0",
            "W1W/1WB/B2/1BW1BW/B2/2W/B2 W 3,3 0",
            "BW1/2B/WB1/1B2B1/WB1/2B/1BB W 0,0 0",
            "WWW/1B1/B1B/W1B1BW/3/1B1/WBW W 0,0 4",
        ],
        state_is_json: false,
        move_notation: "A man placed is `d6`, a man moved `d6-d7`. A man taken by a mill follows after `x`: `d6xb4`, \
                        `d6-d7xb4`. Also accepted: `D6D7`, `d6-d7-b4`; the man taken left out, if there is only one; the \
                        points' numbers row by row, if only one of counting from 0 and from 1 gives a legal move.",
        move_examples: &["d6", "d7-c4xa7", "a4-b4", "d7xc5"],
        layout: Some(Layout::Points),
        pieces: &[Piece::of(Side::First, 'W', "white man", "○"), Piece::of(Side::Second, 'B', "black man", "●")],
        score: ScoreKind::Distance,
        score_unit: "A man is 100. Mills that are closed or ready to be closed count too, especially if one man can go \
                     to and fro between two (a double mill). So do the steps that men can take, and men that are \
                     blocked.",
        counted_in: Some(ScoreUnit::of("man", "men", 100)),
        default_depth: 6,
        review_nodes: 200_000,
        max_depth: MAX_DEPTH,
        max_minimax_depth: 5,
        expected_score: measured::NINE_MENS_MORRIS.expected_score,
        levels: Some(Levels::usual(60, 400_000, measured::NINE_MENS_MORRIS.mean_losses, Levels::MEASURED)),
    };

    const RECORDS: &'static [Convention] = &[Convention::Plain {
        has_points: false,
        numbered: Some(NumberedCells { game_type: "70", site: "PlayOK", names: &NAMES }),
        kind: &[],
    }];

    fn parse(text: &str) -> Result<Self, InvalidState> {
        if let Some(rewritten) = sanmill::rewritten(text)? {
            return Self::parse(&rewritten);
        }
        let [board, side, hand, quiet] = spelling::fields(text).take(5).collect::<Vec<_>>()[..] else {
            return Err(InvalidState::new(
                "expected the board, the side to move, the men in hand and the plies without a man placed or taken, as \
                 in 3/3/3/6/3/3/3 W 9,9 0",
            ));
        };
        let men = read_board(board)?;
        let side = fields::side_to_move(side, LETTERS, "")?;
        let Some((white, black)) = hand.split_once(',') else {
            let expected = "expected white's number, a comma and black's number";
            return Err(InvalidState(format!("the men in hand are {}, {expected}", shown(hand))));
        };
        let read = |text, what| fields::number(text, what, 0, MEN.into()).map(|number| number as u8);
        let hand = [read(white, "white's number of men in hand")?, read(black, "black's number of men in hand")?];
        let what = "the plies without a man placed or taken";
        let quiet = fields::number(quiet, what, 0, u16::MAX.into())?.min(QUIET_PLIES_MAX.into()) as u8;
        let read = Self::new(men, hand, quiet, side);
        for (side, name) in [Side::First, Side::Second].into_iter().zip(Self::ABOUT.players) {
            let count = read.count(side);
            if count > MEN.into() {
                let expected = format!("expected at most {MEN} including those in hand");
                return Err(InvalidState(format!("{name} has {count} men, {expected}")));
            }
            if count < FLYING_MEN && side != read.side_to_move() {
                return Err(InvalidState(format!(
                    "{name} has {count} men left and is not to move; the game ended before that"
                )));
            }
        }
        Ok(read)
    }

    fn state(&self) -> String {
        let mut cells = READING_ORDER.into_iter().map(|point| self.at(point));
        let rows = ROWS.map(|length| cells.by_ref().take(length).collect::<Vec<_>>());
        let [white, black] = self.hand();
        let side = LETTERS[self.side_to_move().index()];
        format!("{} {side} {white},{black} {}", grid::write_rows(LETTERS, &rows), self.quiet())
    }

    fn move_text(&self, mv: Move) -> String {
        let from = mv.from().map_or(String::new(), |from| name(from) + "-");
        let taken = mv.taken().map_or(String::new(), |taken| "x".to_owned() + &name(taken));
        from + &name(mv.to) + &taken
    }

    /// The points of a move in any spelling. The captured man may be left out.
    fn respelled(&self, text: &str, mut legal: Vec<Move>) -> Vec<Move> {
        let written: Vec<Vec<(u8, u32)>> = match spelling::squares(text) {
            Some(written) => vec![written],
            // Programs count the points row by row, some from 0 and some from 1.
            None => [0, 1].into_iter().filter_map(|first| counted(text, first)).collect(),
        };
        legal.retain(|mv| {
            let named = spelling::squares(&self.move_text(*mv)).unwrap_or_default();
            let until_taken = named.len() - usize::from(mv.taken().is_some());
            written.iter().any(|written| *written == named || *written == named[..until_taken])
        });
        legal
    }

    fn reason(&self) -> &'static str {
        match self.outcome() {
            Some(Outcome::Draw) => "50 moves each without a man placed or taken",
            _ if self.count(self.side_to_move()) < FLYING_MEN => "fewer than three men left",
            _ => "no legal move",
        }
    }

    fn board(&self) -> Option<Board> {
        let mut board = vec![vec![None; 7]; 7];
        for point in READING_ORDER {
            let [row, column] = cell(point);
            board[row][column] = self.at(point).map(|side| Content::Letter(LETTERS[side.index()]));
        }
        Some(board)
    }

    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        mv.from().into_iter().chain([mv.to]).chain(mv.taken()).map(cell).collect()
    }

    /// Lines between neighbouring points, so that every point is the end of a line.
    fn lines(&self) -> Vec<[RowColumn; 2]> {
        let onwards = |from: u8| {
            let [clockwise, _, inwards, _] = points::steps(1 << from);
            members(clockwise | inwards).map(move |to| [cell(from), cell(to)])
        };
        READING_ORDER.into_iter().flat_map(onwards).collect()
    }

    fn hands(&self) -> Option<[Vec<char>; 2]> {
        let hand = |side: Side| vec![LETTERS[side.index()]; usize::from(self.hand()[side.index()])];
        Some([hand(Side::First), hand(Side::Second)])
    }

    fn twins(&self) -> Vec<Self> {
        let ([white, black], [mine, yours]) = (self.men(), self.hand());
        let sets = u64::from(white) | u64::from(black) << 32;
        let image = |number| {
            let sets = points::image(sets, number);
            self.with_men([sets as Points, (sets >> 32) as Points])
        };
        let swapped = Self::new([black, white], [yours, mine], self.quiet(), self.side_to_move().other());
        (1..points::SYMMETRIES).map(image).chain([swapped]).collect()
    }
}

impl NineMensMorris {
    fn at(&self, point: u8) -> grid::Cell {
        let [white, black] = self.men().map(|men| men >> point & 1 == 1);
        if white { Some(Side::First) } else { black.then_some(Side::Second) }
    }
}

/// The points of a move whose points are numbers, counted row by row from this number.
fn counted(text: &str, first: usize) -> Option<Vec<(u8, u32)>> {
    let point = |number: &str| spelling::squares(NAMES.get(number.parse::<usize>().ok()?.checked_sub(first)?)?);
    text.split(spelling::BETWEEN).map(point).collect::<Option<Vec<_>>>().map(|points| points.concat())
}

/// Reads the rows of points.
fn read_board(board: &str) -> Result<[Points; 2], InvalidState> {
    let count = board.split('/').count();
    if count != ROWS.len() {
        return Err(InvalidState(format!("the board has {count} rows, expected {}", ROWS.len())));
    }
    let (mut men, mut points) = ([0; 2], READING_ORDER.into_iter());
    for ((row, length), number) in board.split('/').zip(ROWS).zip(1..) {
        for (cell, point) in grid::read_row(LETTERS, row, number, length..=length)?.into_iter().zip(&mut points) {
            if let Some(side) = cell {
                men[side.index()] |= 1 << point;
            }
        }
    }
    Ok(men)
}

/// Row and column of a point on the board of seven by seven.
fn cell(point: u8) -> RowColumn {
    let (ring, index) = (usize::from(point / 8), usize::from(point % 8));
    // Neighbouring points of a ring are as far apart as its corner is from the middle of its side.
    let step = 3 - ring;
    let [row, column] = [[0, 0], [0, 1], [0, 2], [1, 2], [2, 2], [2, 1], [2, 0], [1, 0]][index];
    [ring + row * step, ring + column * step]
}

/// The name of a point, with `a1` at the bottom left.
fn name(point: u8) -> String {
    let [row, column] = cell(point);
    format!("{}{}", char::from(b'a' + column as u8), 7 - row)
}
