//! What a move does in Othello: corners taken and given, few moves for the opponent, even regions.

use super::bitboard::{self, CORNERS, Squares, around};
use super::rules::{Move, Othello};
use crate::bits::members;
use crate::board::RowColumn;
use crate::motif::Motif;
use plyd_search::position::Position;

/// Parity is looked at if at most this number of squares is empty.
const LATE: u32 = 20;

/// The opponent has few moves if it has at most this number, and the side would have at least twice as many.
const FEW: u32 = 3;

/// The motifs of a legal move. A pass has none.
pub(super) fn of(position: &Othello, mv: Move) -> Vec<Motif> {
    let after = position.after(mv);
    if mv == Move::PASS || after.is_final() {
        return Vec::new();
    }
    let mut motifs = Vec::new();
    if CORNERS >> mv.0 & 1 == 1 {
        motifs.push(Motif::Corner { cell: cell(mv.0), taken: true });
    }
    let before = bitboard::moves(position.other(), position.own());
    let given = after.placements() & CORNERS & !before;
    motifs.extend(members(given).map(|square| Motif::Corner { cell: cell(square), taken: false }));
    let other = after.placements().count_ones();
    let own = bitboard::moves(after.other(), after.own()).count_ones();
    if other <= FEW && 2 * other <= own {
        motifs.push(Motif::Mobility { own, other });
    }
    if other > 0 && after.empty().count_ones() <= LATE && is_even_everywhere(after.empty()) {
        motifs.push(Motif::Parity);
    }
    motifs
}

fn cell(square: u8) -> RowColumn {
    [square / 8, square % 8].map(usize::from)
}

/// Whether all regions of touching empty squares, diagonals included, have an even number of squares.
fn is_even_everywhere(mut empty: Squares) -> bool {
    while empty != 0 {
        let mut region = empty & empty.wrapping_neg();
        loop {
            let larger = around(region) & empty;
            if larger == region {
                break;
            }
            region = larger;
        }
        if !region.count_ones().is_multiple_of(2) {
            return false;
        }
        empty &= !region;
    }
    true
}
