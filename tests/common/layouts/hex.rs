//! Hex on 3x3: X connects top and bottom, O left and right.

use plyd::games::board::{self, Board, Layout, RowColumn};
use plyd::notation::{About, InvalidState, Notation};
use plyd::position::{Outcome, Position, Side};
use plyd::search::hooks::NoHooks;
use plyd::search::{Evaluate, Score};

use super::Nine;

#[derive(Clone, Debug)]
pub struct Hex(Nine);

impl Hex {
    /// Whether a side's stones connect its two edges, which are rows 0 and 2 for X, and columns for O.
    fn connects(&self, side: Side) -> bool {
        let along = |cell: usize| if side == Side::First { cell / 3 } else { cell % 3 };
        let stones: Vec<usize> = self.0.of(side).collect();
        let mut reached: Vec<usize> = stones.iter().copied().filter(|cell| along(*cell) == 0).collect();
        let mut next = 0;
        while let Some(from) = reached.get(next).copied() {
            let near = stones.iter().filter(|to| touch(from, **to) && !reached.contains(to));
            let near: Vec<usize> = near.copied().collect();
            reached.extend(near);
            next += 1;
        }
        reached.iter().any(|cell| along(*cell) == 2)
    }
}

/// Whether two cells are neighbours. A cell has neighbours to the left and right, two above and two below, because rows
/// are shifted to the right.
fn touch(one: usize, other: usize) -> bool {
    let (down, right) = ((other / 3) as i32 - (one / 3) as i32, (other % 3) as i32 - (one % 3) as i32);
    [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)].contains(&(down, right))
}

impl Position for Hex {
    type Move = usize;

    fn side_to_move(&self) -> Side {
        self.0.side
    }

    fn outcome(&self) -> Option<Outcome> {
        [Side::First, Side::Second].into_iter().find(|side| self.connects(*side)).map(Outcome::Win)
    }

    fn legal_moves(&self, moves: &mut Vec<usize>) {
        moves.extend((0..9).filter(|cell| self.0.cells[*cell].is_none()));
    }

    fn play_unchecked(&mut self, cell: usize) {
        self.0.cells[cell] = Some(self.0.side);
        self.0.side = self.0.side.other();
    }

    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Evaluate for Hex {
    type Hooks = NoHooks;

    fn evaluate(&self) -> Score {
        Score::ZERO
    }
}

impl Notation for Hex {
    const ABOUT: About = About {
        move_examples: &["a1", "b2"],
        ..super::about(
            "Hex 3x3",
            "X joins top and bottom with a chain of stones, O left and right.",
            &["......... X", "X..O..... X"],
            Layout::Hexes,
        )
    };

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let read = Self(Nine::parse(text)?);
        let (x, o) = (read.0.of(Side::First).count(), read.0.of(Side::Second).count());
        if x != o + read.0.side.index() {
            return Err(InvalidState::new("expected as many X as O, one more if O is to move"));
        }
        if read.connects(read.0.side) {
            return Err(InvalidState::new("the side to move has won before"));
        }
        Ok(read)
    }

    fn state(&self) -> String {
        self.0.state()
    }

    fn move_text(&self, cell: usize) -> String {
        format!("{}{}", ["a", "b", "c"][cell % 3], 1 + cell / 3)
    }

    fn reason(&self) -> &'static str {
        "connected"
    }

    fn board(&self) -> Option<Board> {
        Some(self.0.board())
    }

    fn cells(&self, cell: usize) -> Vec<RowColumn> {
        vec![[cell / 3, cell % 3]]
    }

    fn ranks(&self, rows: usize) -> Vec<String> {
        board::numbers(rows)
    }
}
