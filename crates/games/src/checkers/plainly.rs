//! The static value once more, slow and obvious, square by square: the twin of what is read from tables.

use super::Checkers;
use super::tests::random_positions;
use crate::board::Content;
use crate::notation::Notation;
use plyd_search::position::{Position, Side};
use plyd_search::{Evaluate, Score};

type Cell = (i32, i32);

/// The pieces by rows and columns from the top left.
struct Pieces(Vec<(Cell, char)>);

impl Pieces {
    fn of(position: &Checkers) -> Self {
        let board = position.board().unwrap();
        let cells = (0..64).map(|cell| (cell / 8, cell % 8));
        Self(cells.filter_map(|at| Some((at, letter(board[at.0 as usize][at.1 as usize]?)))).collect())
    }

    fn at(&self, at: Cell) -> Option<char> {
        self.0.iter().find(|(cell, _)| *cell == at).map(|(_, piece)| *piece)
    }

    /// What the pieces of one side, told by the letter of its men, are worth in themselves.
    fn material(&self, man: char) -> i32 {
        let worth = |piece: char| if piece == man { 100 } else { 140 };
        let own = self.0.iter().filter(|(_, piece)| piece.eq_ignore_ascii_case(&man));
        own.map(|(_, piece)| worth(*piece)).sum()
    }

    /// What they are worth for where they stand.
    fn places(&self, man: char) -> i32 {
        let enemy_men = self.0.iter().any(|(_, piece)| piece.is_ascii_lowercase() && *piece != man);
        let mut worth = 0;
        for &(at, piece) in self.0.iter().filter(|(_, piece)| piece.eq_ignore_ascii_case(&man)) {
            let centre = i32::from((2..6).contains(&at.0) && (2..6).contains(&at.1));
            let side = i32::from(at.1 == 0 || at.1 == 7);
            if piece != man {
                let near = [(-1, -1), (-1, 1), (1, -1), (1, 1)].map(|way| (at.0 + way.0, at.1 + way.1));
                let steps = near.into_iter().filter(|to| on_board(*to) && self.at(*to).is_none()).count();
                worth += 8 * centre - 6 * side + 2 * steps as i32;
                continue;
            }
            // Seen from its own side.
            let (row, column) = if man == 'b' { at } else { (7 - at.0, 7 - at.1) };
            worth += [0, 0, 2, 4, 6, 10, 16, 0][row as usize] + 4 * centre - 3 * side;
            if row == 0 && enemy_men {
                worth += if column == 1 || column == 5 { 10 } else { 5 };
            }
            if !self.is_guarded(at, man) {
                worth += 10 + 5 * row;
            }
        }
        worth
    }

    /// Whether some way forward leads to a piece of the other side.
    fn is_guarded(&self, (row, column): Cell, man: char) -> bool {
        let row = if man == 'b' { row + 1 } else { row - 1 };
        [(row, column - 1), (row, column + 1)].into_iter().filter(|at| on_board(*at)).any(|at| {
            let enemy = self.at(at).is_some_and(|piece| !piece.eq_ignore_ascii_case(&man));
            enemy || self.is_guarded(at, man)
        })
    }
}

fn letter(content: Content) -> char {
    match content {
        Content::Letter(letter) => letter,
        Content::Number(number) => panic!("{number} lies on a board of pieces"),
    }
}

fn on_board((row, column): Cell) -> bool {
    (0..8).contains(&row) && (0..8).contains(&column)
}

fn value(position: &Checkers) -> i32 {
    let pieces = Pieces::of(position);
    let [own, other] = if position.side_to_move() == Side::First { ['b', 'w'] } else { ['w', 'b'] };
    let (ahead, left) = (pieces.material(own) - pieces.material(other), pieces.0.len() as i32);
    let mut value = pieces.places(own) - pieces.places(other) + ahead + ahead * (24 - left) / 24;
    if ahead != 0 {
        let weaker = if ahead > 0 { other } else { own }.to_ascii_uppercase();
        let safe = [(0, 1), (1, 0), (6, 7), (7, 6)].map(|at| pieces.at(at) == Some(weaker));
        value -= ahead.signum() * 15 * safe.into_iter().filter(|safe| *safe).count() as i32;
    } else if left <= 12 {
        let first = i32::from(own == 'w');
        value += if pieces.0.iter().filter(|(at, _)| at.0 % 2 == first).count() % 2 == 1 { 8 } else { -8 };
    }
    value
}

#[test]
fn the_static_value_is_what_its_terms_add_up_to() {
    for position in random_positions(1000, 21) {
        assert_eq!(position.evaluate(), Score::opinion(value(&position)), "{}", position.state());
    }
}
