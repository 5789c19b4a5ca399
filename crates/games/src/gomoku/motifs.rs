//! What a stone does in gomoku: open threes, fours, threats on several squares.

use super::board::Gomoku;
use super::geometry::{DIRECTIONS, Square};
use super::pattern::Threat;
use super::shapes::Shapes;
use crate::board::RowColumn;
use crate::motif::Motif;
use plyd_search::position::{Position, Side};

/// Threes and fours have their names from five in a row. With rows of another length, only threats on several squares
/// are named.
const FIVE: u8 = 5;

/// The motifs of a legal move.
pub(super) fn of(position: &Gomoku, square: Square) -> Vec<Motif> {
    let (side, after) = (position.side, position.after(square));
    if after.is_final() {
        return Vec::new();
    }
    let mut motifs = Vec::new();
    let completing = after.threat_squares(side, Threat::Row);
    let makes_four = completing.iter().any(|square| !position.threat_squares(side, Threat::Row).contains(square));
    if makes_four && completing.len() > 1 {
        let cells = completing.iter().map(|square| after.cell(square)).collect();
        motifs.push(Motif::DoubleThreat { cells });
    }
    if after.geometry.in_a_row == FIVE {
        if makes_four {
            motifs.push(Motif::Four);
        }
        if (0..4).any(|direction| after.is_open_three(side, square, direction)) {
            motifs.push(Motif::OpenThree);
        }
    }
    motifs
}

impl Gomoku {
    pub(super) fn cell(&self, square: Square) -> RowColumn {
        let (x, y) = self.geometry.column_row(square);
        [y.into(), x.into()]
    }

    /// Whether this stone is part of an open three on a line: no square completes a row with it, and there is an
    /// allowed square where one more stone makes a four that two squares complete.
    fn is_open_three(&self, side: Side, stone: Square, direction: usize) -> bool {
        let (row, reach) = (self.geometry.in_a_row, self.geometry.reach());
        let shapes = Shapes::of(row, self.geometry.rule.rows(side));
        let span = self.span(side, stone, direction);
        if shapes.completions(span, reach) != 0 {
            return false;
        }
        let stride = self.geometry.stride(DIRECTIONS[direction]) as i32;
        (0..2 * reach + 1).any(|bit| {
            if (span.own | span.blocked) >> bit & 1 != 0 || bit == reach {
                return false;
            }
            let mut next = span;
            next.own |= 1 << bit;
            let square = || Square((i32::from(stone.0) + (i32::from(bit) - i32::from(reach)) * stride) as u16);
            shapes.completions(next, reach).count_ones() > 1 && self.may_extend(side, square())
        })
    }

    /// Whether a stone on this empty square is allowed, and does not complete a row.
    fn may_extend(&self, side: Side, square: Square) -> bool {
        self.pattern(side, square).threat() != Some(Threat::Row) && !self.is_forbidden(side, square)
    }
}
