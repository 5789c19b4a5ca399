//! Three men's morris: each side puts three stones on the points, then slides them along the lines. Three in a line
//! win.

use plyd::games::board::{Board, Layout, RowColumn};
use plyd::notation::{About, InvalidState, Notation};
use plyd::position::{Outcome, Position, Repetition, Side};
use plyd::search::hooks::NoHooks;
use plyd::search::{Evaluate, Score};

use super::Nine;

#[derive(Clone, Debug)]
pub struct Morris(Nine);

/// A stone that is put or slid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    from: Option<usize>,
    to: usize,
}

const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl Morris {
    fn has_line(&self, side: Side) -> bool {
        LINES.iter().any(|line| line.iter().all(|point| self.0.cells[*point] == Some(side)))
    }
}

impl Position for Morris {
    type Move = Step;

    fn repetition(&self) -> Option<Repetition> {
        Some(Repetition::THREEFOLD)
    }

    fn side_to_move(&self) -> Side {
        self.0.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let (mover, waiting) = (self.0.side, self.0.side.other());
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        (self.has_line(waiting) || self.has_line(mover) || moves.is_empty()).then_some(Outcome::Win(waiting))
    }

    fn legal_moves(&self, moves: &mut Vec<Step>) {
        let empty = |point: &usize| self.0.cells[*point].is_none();
        if self.0.of(self.0.side).count() < 3 {
            return moves.extend((0..9).filter(empty).map(|to| Step { from: None, to }));
        }
        let steps = LINES.iter().flat_map(|line| [(0, 1), (1, 0), (1, 2), (2, 1)].map(|(a, b)| (line[a], line[b])));
        let own = steps.filter(|(from, to)| self.0.cells[*from] == Some(self.0.side) && empty(to));
        moves.extend(own.map(|(from, to)| Step { from: Some(from), to }));
    }

    fn play_unchecked(&mut self, step: Step) {
        if let Some(from) = step.from {
            self.0.cells[from] = None;
        }
        self.0.cells[step.to] = Some(self.0.side);
        self.0.side = self.0.side.other();
    }

    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Evaluate for Morris {
    type Hooks = NoHooks;

    fn evaluate(&self) -> Score {
        Score::ZERO
    }
}

impl Notation for Morris {
    const ABOUT: About = About {
        move_examples: &["b2", "a3-b3"],
        ..super::about(
            "Three men's morris",
            "Put three stones, then slide them along the lines; three in a line win, and who cannot move has lost.",
            &["......... X", "X.OOX.XO. X"],
            Layout::Points,
        )
    };

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let read = Self(Nine::parse(text)?);
        let (x, o) = (read.0.of(Side::First).count(), read.0.of(Side::Second).count());
        let in_turn = if x + o < 6 { x == o + read.0.side.index() } else { x == 3 && o == 3 };
        if !in_turn || read.has_line(read.0.side) {
            return Err(InvalidState::new("expected three stones each, put by turns, and no line of the side to move"));
        }
        Ok(read)
    }

    fn state(&self) -> String {
        self.0.state()
    }

    fn move_text(&self, step: Step) -> String {
        let from = step.from.map(|from| format!("{}-", super::name(from))).unwrap_or_default();
        from + &super::name(step.to)
    }

    fn reason(&self) -> &'static str {
        if self.has_line(self.0.side.other()) { "three in a line" } else { "no legal move" }
    }

    fn board(&self) -> Option<Board> {
        Some(self.0.board())
    }

    fn cells(&self, step: Step) -> Vec<RowColumn> {
        step.from.into_iter().chain([step.to]).map(|point| [point / 3, point % 3]).collect()
    }

    fn lines(&self) -> Vec<[RowColumn; 2]> {
        LINES.iter().map(|line| [line[0], line[2]].map(|point| [point / 3, point % 3])).collect()
    }
}
