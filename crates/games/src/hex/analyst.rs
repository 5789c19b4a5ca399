//! A close look at one position of Hex: the virtual connections of both sides, and what they prove about the winner.

use super::board::Hex;
use super::carriers::Carrier;
use super::cells::Cells;
use super::entries::{Entry, plies_to_win};
use super::hsearch::{Connections, MustPlay};
use super::inferior::{Filled, Surroundings};
use super::links::Links;
use super::moves::Move;
use crate::proof_number::Entries;
use plyd_search::StoppedBy;
use plyd_search::position::Side;

/// The memory of the prover. A search allocates it once.
pub(super) struct Analyst<const N: usize> {
    links: Links,
    pub(super) surroundings: Surroundings<N>,
    /// The virtual connections of each side, found anew at each look.
    connections: [Connections<N>; 2],
    pub(super) entries: Entries<Entry<N>>,
    /// The moves of all nodes on the line from the root of a proof to the current node.
    pub(super) moves: Vec<Move>,
}

impl Hex {
    pub(super) fn carrier<const N: usize>(&self, cells: &Cells) -> Carrier<N> {
        cells.members().map(|cell| self.mv(cell).slot()).collect()
    }

    /// Appends the moves to these cells, best first.
    pub(super) fn list_cells<const N: usize>(&self, cells: &Carrier<N>, moves: &mut Vec<Move>) {
        let first = moves.len();
        moves.extend(cells.members().map(|cell| Move(cell as u16)));
        self.sort(&mut moves[first..]);
    }
}

impl<const N: usize> Analyst<N> {
    pub(super) fn new(size: usize) -> Self {
        let connections = [0, 1].map(|_| Connections::new(size));
        let (links, surroundings) = (Links::of(size), Surroundings::of(size));
        Self { links, surroundings, connections, entries: Entries::default(), moves: Vec::new() }
    }

    /// Finds the connections of a side. The work counts as nodes, by calls of `visit`.
    pub(super) fn connect(
        &mut self,
        filled: &Filled<N>,
        side: Side,
        to_move: bool,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<&Connections<N>, StoppedBy> {
        let connections = &mut self.connections[side.index()];
        let own = &filled.stones[side.index()];
        connections.search(&self.links, side == Side::First, own, &filled.empty, to_move, visit)?;
        Ok(connections)
    }

    /// Looks for the winner by the connections of both sides. If neither side's edges are connected, the moves that are
    /// left to try are those in the must-play region that no other move dominates.
    pub(super) fn look(
        &mut self,
        position: &Hex,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<Entry<N>, StoppedBy> {
        let key = position.keys()[0];
        let (side, other) = (position.side, position.side.other());
        let filled = self.surroundings.fill_position(position);
        let [captured, others] = [side, other].map(|side| filled.captured[side.index()]);

        let own = self.connect(&filled, side, true, visit)?;
        if let Some((carrier, cell)) = own.semi {
            let carrier = carrier.or(&captured);
            return Ok(Entry::won(key, carrier, Some(cell), plies_to_win(carrier.count())));
        }
        if let Some(carrier) = own.full {
            let carrier = carrier.or(&captured);
            return Ok(Entry::won(key, carrier, None, plies_to_win(carrier.count())));
        }
        let found = self.connect(&filled, other, false, visit)?;
        if let Some(carrier) = found.full {
            return Ok(Entry::lost(key, carrier.or(&others)));
        }
        let MustPlay { cells, union } =
            found.must_play.unwrap_or(MustPlay { cells: filled.empty, union: Carrier::NONE });
        let moves = self.surroundings.undominated(&filled, side, &cells);
        let carrier = union.or(&others);
        Ok(if moves.is_empty() { Entry::lost(key, carrier) } else { Entry::open(key, moves, carrier) })
    }
}
