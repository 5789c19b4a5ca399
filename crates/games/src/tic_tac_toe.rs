//! Tic-tac-toe: the game that every minimax tutorial begins with.

use crate::board::{Board, Content, Layout, Piece, RowColumn};
use crate::fields;
use crate::foreign;
use crate::measured;
use crate::notation::{About, InvalidState, Notation, ScoreKind};
use crate::spelling;
use crate::three_by_three::{CENTRE, CORNERS, FROM_THE_CENTRE, FULL, LEAST_BY, LINES, SYMMETRIES, Symmetry, has_line};
use plyd_search::hooks::NoHooks;
use plyd_search::level::Levels;
use plyd_search::position::{Outcome, Position, Side};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score};

/// A position: one bitboard for each side, and the side to move.
///
/// Bit `8 - i` of a board is the `i`-th cell of the state, rows top to bottom:
///
/// ```text
/// 3  8 7 6
/// 2  5 4 3
/// 1  2 1 0
///    a b c
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicTacToe {
    stones: [u16; 2],
    side: Side,
}

/// A cell, as its bit number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(u8);

const LETTERS: [char; 2] = ['X', 'O'];

impl Default for TicTacToe {
    fn default() -> Self {
        Self { stones: [0, 0], side: Side::First }
    }
}

impl TicTacToe {
    fn is_full(&self) -> bool {
        self.stones[0] | self.stones[1] == FULL
    }

    /// 50 for each open two, and 4, 3 or 2 for a stone on the centre, a corner or a side.
    fn side_value(own: u16, other: u16) -> i32 {
        let open_twos = LINES.iter().filter(|line| (own & **line).count_ones() == 2 && other & **line == 0).count();
        let square_values = 4 * (own & CENTRE).count_ones()
            + 3 * (own & CORNERS).count_ones()
            + 2 * (own & FULL & !CORNERS & !CENTRE).count_ones();
        50 * open_twos as i32 + square_values as i32
    }

    /// The image of the position.
    fn image(&self, symmetry: &Symmetry) -> Self {
        Self { stones: self.stones.map(|board| symmetry.sets[usize::from(board)]), side: self.side }
    }

    /// The smallest of the eight images, which share a key. O's stones are the high bits, so only those images are
    /// looked at in which O's stones alone are least.
    fn canonical_key(&self) -> TableKey {
        let [first, second] = self.stones.map(usize::from);
        let least_by = LEAST_BY[second];
        let is_least = least_by >> SYMMETRIES.len() == 1;
        let (mut least, mut by) = (if is_least { self.stones[0] } else { u16::MAX }, None);
        let mut left = least_by & ((1 << SYMMETRIES.len()) - 1);
        while left != 0 {
            let symmetry = &SYMMETRIES[left.trailing_zeros() as usize];
            if symmetry.sets[first] < least {
                (least, by) = (symmetry.sets[first], Some(symmetry));
            }
            left &= left - 1;
        }
        match by {
            Some(symmetry) => TableKey::canonical(self.image(symmetry).key(), &symmetry.cells),
            None => TableKey::plain(self.key()),
        }
    }

    fn cells_left(&self) -> u32 {
        9 - (self.stones[0] | self.stones[1]).count_ones()
    }

    fn cell(&self, index: usize) -> Option<char> {
        (0..2).find(|side| self.stones[*side] >> (8 - index) & 1 == 1).map(|side| LETTERS[side])
    }
}

impl Position for TicTacToe {
    type Move = Cell;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        // Only the side that has just moved can have completed a line.
        let mover = self.side.other();
        if has_line(self.stones[mover.index()]) {
            Some(Outcome::Win(mover))
        } else {
            self.is_full().then_some(Outcome::Draw)
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Cell>) {
        let empty = !(self.stones[0] | self.stones[1]);
        // The centre comes first, so a search of any depth opens there. The game needs no other opening book.
        moves.extend(FROM_THE_CENTRE.into_iter().filter(|cell| empty >> cell & 1 == 1).map(Cell));
    }

    fn count_legal_moves(&self, _: &mut Vec<Cell>) -> u64 {
        if self.is_final() { 0 } else { u64::from(self.cells_left()) }
    }

    fn play_unchecked(&mut self, cell: Cell) {
        self.stones[self.side.index()] |= 1 << cell.0;
        self.side = self.side.other();
    }

    fn key(&self) -> u64 {
        u64::from(self.stones[0]) | u64::from(self.stones[1]) << 9 | (self.side as u64) << 18
    }
}

impl Evaluate for TicTacToe {
    type Hooks = NoHooks;

    const KILLERS_AND_HISTORY: bool = false;
    const SLOTS: usize = 9;

    fn slot(cell: Cell) -> usize {
        usize::from(cell.0)
    }

    fn table_key(&self) -> TableKey {
        self.canonical_key()
    }

    fn plies_left(&self) -> u32 {
        self.cells_left()
    }

    fn evaluate(&self) -> Score {
        let (own, other) = (self.stones[self.side.index()], self.stones[self.side.other().index()]);
        Score::heuristic(Self::side_value(own, other) - Self::side_value(other, own))
    }
}

impl Notation for TicTacToe {
    const ABOUT: About = About {
        title: "Tic-tac-toe",
        players: ["X", "O"],
        sides: None,
        summary: "Three in a row on a 3x3 board; the first game of every minimax tutorial, and a draw with perfect \
            play.",
        rules: "X moves first; the sides take turns to fill an empty cell. Three of a side's stones in a row, column \
                or diagonal win; a full board without them is a draw.",
        state_notation: "Nine cells, rows top to bottom, `X`, `O` or `.` for an empty cell, rows separated by `/`, \
                         then a space and the side to move. Also accepted: no slashes, lower case, `-` or `_` for an empty \
                         cell, the side left out (X moves when the counts are equal); Kaggle's list, \
                         `[1, 2, 0, 0, 0, 0, 0, 0, 0]`.",
        state_examples: &[".../.../... X", "XOX/OX./..O X", "X.O/.X./..O X"],
        state_is_json: false,
        move_notation: "The cell: file `a` to `c` from the left, rank `1` to `3` from the bottom.",
        move_examples: &["b2", "a1", "c3"],
        layout: Some(Layout::Cells),
        pieces: &[Piece::of(Side::First, 'X', "cross", "✕"), Piece::of(Side::Second, 'O', "nought", "○")],
        score: ScoreKind::Distance,
        score_unit: "50 for each open two in a line, and 4, 3 or 2 for a stone on the centre, a corner or a side; own \
                     points less the opponent's.",
        counted_in: None,
        default_depth: 9,
        review_nodes: 200_000,
        max_depth: 9,
        max_minimax_depth: 9,
        expected_score: measured::TIC_TAC_TOE.expected_score,
        levels: Some(Levels::usual(
            9,
            20_000,
            measured::TIC_TAC_TOE.mean_losses,
            "From level 6 on it hardly ever loses, and level 10 never.",
        )),
    };

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let data_set = || Some(foreign::data_set_cells(text, 9)?.into_iter().collect::<String>());
        if let Some(cells) = foreign::listed_cells(text, 9).or_else(data_set) {
            return Self::parse(&cells);
        }
        if let Some(fen) = foreign::fen_of_x_and_o(text) {
            let fen = ["1", "2", "3"]
                .into_iter()
                .zip([".", "..", "..."])
                .fold(fen, |fen, (run, cells)| fen.replace(run, cells));
            return Self::parse(&fen);
        }
        let mut words = spelling::fields(text);
        let board = words.next().unwrap_or_default();
        let side = words.next();
        if words.next().is_some() {
            return Err(InvalidState::new("expected nothing after the board and the side to move"));
        }
        let stones = read_stones(board)?;
        let side = read_side(side, stones)?;
        if has_line(stones[side.index()]) {
            let winner = LETTERS[side.index()];
            return Err(InvalidState(format!(
                "{winner} has three in a row and is to move; the game ended before that"
            )));
        }
        Ok(Self { stones, side })
    }

    fn state(&self) -> String {
        let row = |row: usize| (0..3).map(|file| self.cell(3 * row + file).unwrap_or('.')).collect::<String>();
        format!("{}/{}/{} {}", row(0), row(1), row(2), LETTERS[self.side.index()])
    }

    fn move_text(&self, cell: Cell) -> String {
        let (file, rank) = (2 - cell.0 % 3, 1 + cell.0 / 3);
        format!("{}{rank}", char::from(b'a' + file))
    }

    fn reason(&self) -> &'static str {
        match self.outcome() {
            Some(Outcome::Win(_)) => "three in a row",
            _ => "full board",
        }
    }

    fn board(&self) -> Option<Board> {
        let cell = |index| self.cell(index).map(Content::Letter);
        Some((0..3).map(|row| (0..3).map(|file| cell(3 * row + file)).collect()).collect())
    }

    fn cells(&self, Cell(bit): Cell) -> Vec<RowColumn> {
        let index = 8 - usize::from(bit);
        vec![[index / 3, index % 3]]
    }

    fn twins(&self) -> Vec<Self> {
        SYMMETRIES.iter().map(|symmetry| self.image(symmetry)).collect()
    }
}

/// Reads each side's stones from one row of nine cells, or from three rows of three.
fn read_stones(board: &str) -> Result<[u16; 2], InvalidState> {
    let rows: Vec<&str> = board.split('/').collect();
    if ![1, 3].contains(&rows.len()) {
        return Err(InvalidState(format!("the board has {} rows, expected 3", rows.len())));
    }
    for (row, number) in rows.iter().zip(1..).filter(|_| rows.len() == 3) {
        let cells = row.chars().count();
        if cells != 3 {
            return Err(InvalidState(format!("row {number} has {cells} cells, expected 3")));
        }
    }
    let cells = rows.concat();
    let count = cells.chars().count();
    if count != 9 {
        return Err(InvalidState(format!("the board has {count} cells, expected 9")));
    }
    let mut stones = [0u16; 2];
    for (cell, index) in cells.chars().zip(0..) {
        match cell.to_ascii_uppercase() {
            'X' => stones[0] |= 1 << (8 - index),
            'O' => stones[1] |= 1 << (8 - index),
            '.' | '-' => {}
            other => return Err(InvalidState(format!("cell {} is {other:?}, expected X, O or .", index + 1))),
        }
    }
    Ok(stones)
}

/// The side to move, which follows from the stones. If a name is given, it has to agree.
fn read_side(name: Option<&str>, stones: [u16; 2]) -> Result<Side, InvalidState> {
    let [x, o] = stones.map(u16::count_ones);
    let counted = match x.checked_sub(o) {
        Some(0) => Side::First,
        Some(1) => Side::Second,
        _ => return Err(InvalidState(format!("there are {x} X and {o} O, expected equal numbers or one more X"))),
    };
    let named = match name {
        None => counted,
        Some(name) => fields::side_to_move(name, LETTERS, "")?,
    };
    if named != counted {
        let [named, counted] = [named, counted].map(|side| LETTERS[side.index()]);
        return Err(InvalidState(format!("{named} is to move, but with {x} X and {o} O it is {counted}'s turn")));
    }
    Ok(named)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::testing;
    use super::*;

    #[test]
    fn other_spellings_mean_the_same_position() {
        let canonical = TicTacToe::parse("XOX/OX./..O X").unwrap();
        for spelling in ["XOXOX...O X", "XOXOX...O", "xox/ox./..o x", "XOX/OX./..O"] {
            assert_eq!(TicTacToe::parse(spelling), Ok(canonical), "{spelling}");
        }
        assert_eq!(canonical.state(), "XOX/OX./..O X");
    }

    #[test]
    fn invalid_states_are_refused_with_a_reason() {
        for (state, says) in [
            ("", "0 cells, expected 9"),
            ("XOX/OX../..O", "row 2 has 4 cells, expected 3"),
            ("XOX/OX.", "2 rows, expected 3"),
            ("XOX/OX?/..O", "cell 6 is '?'"),
            ("XXX/.../...", "there are 3 X and 0 O"),
            ("O../.../...", "there are 0 X and 1 O"),
            ("X../.../... X", "it is O's turn"),
            ("X../.../... Z", "\"Z\", expected X or O"),
            ("XXX/OOO/...", "X has three in a row and is to move"),
            ("XXX/OOO/X.. O", "O has three in a row and is to move"),
            (".../.../... X X", "expected nothing after"),
        ] {
            let error = TicTacToe::parse(state).expect_err(state);
            assert!(error.0.contains(says), "{state}: {error}");
        }
    }

    #[test]
    fn a_key_of_the_table_is_shared_by_all_images_and_by_nothing_else() {
        let mut reached = vec![TicTacToe::default()];
        let mut seen = HashSet::from([reached[0].key()]);
        let mut classes = HashSet::new();
        while let Some(position) = reached.pop() {
            classes.insert(position.table_key().hash());
            let twins = position.twins();
            assert!(twins.iter().all(|twin| testing::entry(twin) == testing::entry(&position)), "{}", position.state());
            let moves = if position.is_final() { Vec::new() } else { testing::moves(&position) };
            reached.extend(moves.into_iter().map(|cell| position.after(cell)).filter(|next| seen.insert(next.key())));
        }
        assert_eq!(seen.len(), 5478);
        assert_eq!(classes.len(), 765, "essentially different positions (Wikipedia, \"Tic-tac-toe\")");
    }

    #[test]
    fn the_evaluation_counts_open_twos_and_squares() {
        // X.O
        // .X.     X: c1 is taken, so no open two; centre and corner. O: a two on the right, and two corners.
        // ..O
        let position = TicTacToe::parse("X.O/.X./..O X").unwrap();
        assert_eq!(position.evaluate().value(), (4 + 3) - (50 + 3 + 3));
    }
}
