//! Dots and boxes with one row of two boxes: whoever draws the last edge of a box owns it and draws again.

use plyd::games::board::{Board, Content, Layout, Piece, RowColumn};
use plyd::notation::{About, InvalidState, Notation};
use plyd::position::{Outcome, Position, Side};
use plyd::search::hooks::NoHooks;
use plyd::search::{Evaluate, Score};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DotsAndBoxes {
    drawn: [bool; 7],
    owners: [Option<Side>; 2],
    side: Side,
}

/// The cells of the edges, row by row.
const EDGES: [RowColumn; 7] = [[0, 1], [0, 3], [1, 0], [1, 2], [1, 4], [2, 1], [2, 3]];
const BOXES: [RowColumn; 2] = [[1, 1], [1, 3]];
const AROUND: [[usize; 4]; 2] = [[0, 2, 3, 5], [1, 3, 4, 6]];

impl DotsAndBoxes {
    fn is_closed(&self, number: usize) -> bool {
        AROUND[number].iter().all(|edge| self.drawn[*edge])
    }

    fn boxes(&self, side: Side) -> i32 {
        self.owners.iter().filter(|owner| **owner == Some(side)).count() as i32
    }
}

impl Position for DotsAndBoxes {
    type Move = usize;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let lead = self.boxes(Side::First) - self.boxes(Side::Second);
        let end =
            if lead == 0 { Outcome::Draw } else { Outcome::Win(if lead > 0 { Side::First } else { Side::Second }) };
        self.drawn.iter().all(|drawn| *drawn).then_some(end)
    }

    fn legal_moves(&self, moves: &mut Vec<usize>) {
        moves.extend((0..7).filter(|edge| !self.drawn[*edge]));
    }

    fn play_unchecked(&mut self, edge: usize) {
        self.drawn[edge] = true;
        let closed: Vec<usize> = (0..2).filter(|n| self.owners[*n].is_none() && self.is_closed(*n)).collect();
        closed.iter().for_each(|number| self.owners[*number] = Some(self.side));
        self.side = if closed.is_empty() { self.side.other() } else { self.side };
    }

    fn key(&self) -> u64 {
        let edges = self.drawn.iter().fold(self.side.index() as u64, |key, drawn| 2 * key + u64::from(*drawn));
        self.owners.iter().fold(edges, |key, owner| 3 * key + owner.map_or(0, |side| 1 + side.index() as u64))
    }
}

impl Evaluate for DotsAndBoxes {
    type Hooks = NoHooks;

    fn evaluate(&self) -> Score {
        Score::heuristic(self.boxes(self.side) - self.boxes(self.side.other()))
    }
}

impl Notation for DotsAndBoxes {
    const ABOUT: About = About {
        move_examples: &["1", "7"],
        pieces: &[
            Piece::of(Side::First, 'X', "box", "X"),
            Piece::of(Side::Second, 'O', "box", "O"),
            Piece::of_nobody('-', "edge", "─"),
        ],
        ..super::about(
            "Dots and boxes, 1x2",
            "Draw an edge; who closes a box owns it and moves again; more boxes win.",
            &[".......|.. X", "--.-...|.. O"],
            Layout::Edges,
        )
    };

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let (letters, side) = super::read_side(text)?;
        let invalid =
            || InvalidState::new("expected seven of - and ., then | and two of X, O and . as the boxes are closed");
        let (edges, owners) = letters.split_once('|').ok_or_else(invalid)?;
        let edges: Option<Vec<bool>> = edges.chars().map(|c| "-.".contains(c).then_some(c == '-')).collect();
        let owner = |c| {
            if c == '.' {
                Some(None)
            } else {
                Some(Some([Side::First, Side::Second][super::LETTERS.iter().position(|l| *l == c)?]))
            }
        };
        let owners: Option<Vec<Option<Side>>> = owners.chars().map(owner).collect();
        let drawn = edges.and_then(|edges| edges.try_into().ok()).ok_or_else(invalid)?;
        let owners = owners.and_then(|owners| owners.try_into().ok()).ok_or_else(invalid)?;
        let read = Self { drawn, owners, side };
        let fits = (0..2).all(|number| read.is_closed(number) == read.owners[number].is_some());
        if fits { Ok(read) } else { Err(invalid()) }
    }

    fn state(&self) -> String {
        let edges: String = self.drawn.iter().map(|drawn| if *drawn { '-' } else { '.' }).collect();
        let owners = self.owners.iter().map(|owner| owner.map_or('.', |side| super::LETTERS[side.index()]));
        format!("{edges}|{} {}", owners.collect::<String>(), super::LETTERS[self.side.index()])
    }

    fn move_text(&self, edge: usize) -> String {
        (edge + 1).to_string()
    }

    fn reason(&self) -> &'static str {
        "every edge is drawn"
    }

    fn board(&self) -> Option<Board> {
        let mut board = vec![vec![None; 5]; 3];
        for ([row, column], _) in EDGES.iter().zip(self.drawn).filter(|(_, drawn)| *drawn) {
            board[*row][*column] = Some(Content::Letter('-'));
        }
        for ([row, column], owner) in BOXES.iter().zip(self.owners) {
            board[*row][*column] = owner.map(|side| Content::Letter(super::LETTERS[side.index()]));
        }
        Some(board)
    }

    fn cells(&self, edge: usize) -> Vec<RowColumn> {
        vec![EDGES[edge]]
    }
}
