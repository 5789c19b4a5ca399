//! What a stone does in Hex: it plays in the must-play region, or into a bridge.

use super::board::Hex;
use super::cells::{AROUND, Cell, Step};
use super::groups::Groups;
use super::hsearch::{Connections, Found};
use super::links::Links;
use super::moves::Move;
use crate::board::RowColumn;
use crate::motif::Motif;
use crate::notation::Notation;
use plyd_search::StoppedBy;
use plyd_search::position::{Position, Side};

/// A must-play region is named if it has at most this number of cells.
const CELLS_MAX: u32 = 12;

/// The search for connections may take as long as this number of nodes, about a millisecond on 11x11. The connections
/// that it has found by then hold too.
const NODES_MAX: u32 = 100;

/// The motifs of a legal move.
pub(super) fn of(position: &Hex, mv: Move) -> Vec<Motif> {
    if mv == Move::SWAP || position.swap_ahead() || position.after(mv).is_final() {
        return Vec::new();
    }
    let region = match position.size {
        ..=8 => position.must_play::<1>(mv),
        9..=11 => position.must_play::<2>(mv),
        12..=16 => position.must_play::<4>(mv),
        17.. => position.must_play::<6>(mv),
    };
    let cut = position.cuts_bridge(position.cell(mv)).then_some(Motif::CutsBridge);
    region.map(|cells| Motif::MustPlay { cells }).into_iter().chain(cut).collect()
}

impl Hex {
    /// The cells that all winning connections of the opponent need, if it moved first, as far as these connections were
    /// found. `None` if this move is elsewhere, if there are too many such cells, or if the opponent is connected even
    /// if it moves second.
    fn must_play<const N: usize>(&self, mv: Move) -> Option<Vec<RowColumn>> {
        let (size, side) = (usize::from(self.size), self.side.other());
        let (own, empty) = (self.carrier(&self.stones[side.index()]), self.carrier(&self.free()));
        let mut connections = Connections::<N>::new(size);
        let mut nodes = 0;
        let mut visit = || {
            nodes += 1;
            if nodes > NODES_MAX { Err(StoppedBy::Nodes) } else { Ok(()) }
        };
        let _ = connections.search(&Links::of(size), side == Side::First, &own, &empty, false, &mut visit);
        let Found { full, must_play, .. } = connections.found;
        let cells = must_play.filter(|_| full.is_none())?.cells;
        let is_named = cells.has(mv.slot()) && cells.count() <= CELLS_MAX;
        is_named.then(|| cells.members().flat_map(|cell| self.cells(Move(cell as u16))).collect())
    }

    /// Whether this empty cell belongs to a bridge between two groups of the opponent: they touch this cell and another
    /// empty one next to it, which could join them.
    fn cuts_bridge(&self, cell: Cell) -> bool {
        let (stones, free) = (&self.stones[self.side.other().index()], self.free());
        (0..AROUND.len()).any(|index| {
            let near = |turn: usize| beside(cell, AROUND[(index + turn) % AROUND.len()]);
            // Seen from a cell of a bridge, its ends are next to its other cell.
            let [one, other_cell, other] = [0, 1, 2].map(near);
            let is_bridge = stones.has(one) && free.has(other_cell) && stones.has(other);
            is_bridge && !Groups::touching(stones).of(one).any(|member| member == other.index())
        })
    }
}

/// The cell a step away, or a cell of the border.
fn beside(Cell { row, column }: Cell, (down, right): Step) -> Cell {
    Cell { row: row.wrapping_add_signed(down as i8), column: column.wrapping_add_signed(right as i8) }
}
