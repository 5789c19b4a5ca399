//! What a disc does in Connect Four: the threats that it makes.

use super::board::{Column, ConnectFour, HEIGHT, winning_cells};
use super::evaluate::ODD_ROWS;
use crate::bits::members;
use crate::motif::Motif;
use plyd_search::position::Position;

/// The motifs of a legal move: the new cells where the side could complete four, but where no disc can land yet.
pub(super) fn of(position: &ConnectFour, column: Column) -> Vec<Motif> {
    let after = position.after(column);
    if after.is_final() {
        return Vec::new();
    }
    let new = winning_cells(after.other(), after.discs) & !winning_cells(position.own, position.discs);
    members(new & !after.playable()).map(threat).collect()
}

fn threat(bit: u8) -> Motif {
    let [column, row] = [bit / (HEIGHT + 1), bit % (HEIGHT + 1)];
    let cell = [usize::from(HEIGHT - 1 - row), usize::from(column)];
    if ODD_ROWS >> bit & 1 == 1 { Motif::OddThreat { cell } } else { Motif::EvenThreat { cell } }
}
