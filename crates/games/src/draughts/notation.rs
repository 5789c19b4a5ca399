//! Text of draughts.

use super::moves::Move;
use super::rules::Draughts;
use super::variant::Variant;
use crate::board::{Board, RowColumn};
use crate::diagonals::{Diagonals, Squares};
use crate::notation::{About, InvalidState, Notation};
use crate::pdn::Setup;
use plyd_search::position::{Outcome, Position, Side};

impl<V: Variant> Draughts<V> {
    fn setup(&self) -> Setup {
        let to_move = self.side_to_move().index();
        Setup { to_move, pieces: self.by_colour(), kings: self.kings, quiet: self.quiet }
    }

    /// `26x37`, without the captured squares.
    fn short_text(mv: Move) -> String {
        let between = if mv.is_capture() { 'x' } else { '-' };
        let [from, to] = mv.ends().map(name::<V>);
        format!("{from}{between}{to}")
    }
}

/// The name of a single square.
fn name<V: Variant>(square: Squares) -> String {
    V::PDN.name::<V::Board>(V::Board::number(square.trailing_zeros()))
}

impl<V: Variant> Notation for Draughts<V> {
    const ABOUT: About = V::ABOUT;

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let setup = V::PDN.read::<V::Board>(text)?;
        let side = if setup.to_move == 0 { Side::First } else { Side::Second };
        Ok(Self::new(setup.pieces, setup.kings, side).with_quiet(setup.quiet))
    }

    fn state(&self) -> String {
        V::PDN.write::<V::Board>(&self.setup())
    }

    fn move_text(&self, mv: Move) -> String {
        let mut text = Self::short_text(mv);
        for number in V::Board::numbers(mv.captured) {
            text.push('x');
            text.push_str(&V::PDN.name::<V::Board>(number));
        }
        text
    }

    /// Also finds captures by origin and target alone, if no other capture has the same.
    fn find_move(&self, text: &str) -> Option<Move> {
        let mut moves = Vec::new();
        if !self.is_final() {
            self.legal_moves(&mut moves);
        }
        if let Some(found) = moves.iter().find(|mv| self.move_text(**mv) == text) {
            return Some(*found);
        }
        let mut short = moves.iter().filter(|mv| Self::short_text(**mv) == text);
        short.next().filter(|_| short.next().is_none()).copied()
    }

    fn reason(&self) -> &'static str {
        match self.outcome() {
            Some(Outcome::Draw) => V::DRAW_REASON,
            _ if self.own == 0 => "no pieces left",
            _ => "no legal move",
        }
    }

    fn board(&self) -> Option<Board> {
        Some(self.setup().board::<V::Board>())
    }

    /// Origin and target; the route is not part of a move.
    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        mv.ends().map(|square| V::Board::cell(V::Board::number(square.trailing_zeros()))).to_vec()
    }

    /// The full text where several captures may reach one square.
    fn label(&self, mv: Move) -> Option<String> {
        (mv.captured.count_ones() > 1).then(|| self.move_text(mv))
    }

    fn files(&self, columns: usize) -> Vec<String> {
        if V::PDN.algebraic { crate::board::letters(columns) } else { Vec::new() }
    }

    fn ranks(&self, rows: usize) -> Vec<String> {
        let from_the_bottom = crate::board::numbers(if V::PDN.algebraic { rows } else { 0 });
        from_the_bottom.into_iter().rev().collect()
    }

    fn twins(&self) -> Vec<Self> {
        vec![self.swapped()]
    }
}
