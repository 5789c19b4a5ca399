//! A close look at one position of Hex: the virtual connections of both sides, and what they prove about the winner.

use super::board::Hex;
use super::carriers::Carrier;
use super::cells::Cells;
use super::entries::{Entry, plies_to_win};
use super::hsearch::{Connections, Found, Look, MustPlay};
use super::inferior::{Filled, Surroundings};
use super::links::Links;
use super::moves::Move;
use super::thorough::Thorough;
use crate::proof_number::Entries;
use plyd_search::StoppedBy;
use plyd_search::position::Side;

/// The memory of the prover. A search allocates it once.
pub(super) struct Analyst<const N: usize> {
    pub(super) size: usize,
    links: Links,
    pub(super) surroundings: Surroundings<N>,
    /// The virtual connections of each side, found anew at each look.
    connections: [Connections<N>; 2],
    /// The same for thorough looks; allocated by the first one.
    pub(super) thorough: Option<Box<Thorough<N>>>,
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
        self.sort_by_hand(&mut moves[first..]);
    }
}

impl<const N: usize> Analyst<N> {
    pub(super) fn new(size: usize) -> Self {
        let connections = [0, 1].map(|_| Connections::new(size));
        let (links, surroundings) = (Links::of(size), Surroundings::of(size));
        Self { size, links, surroundings, connections, thorough: None, entries: Entries::default(), moves: Vec::new() }
    }

    /// Finds the connections of a side's edges. The work counts as nodes, by calls of `visit`.
    pub(super) fn connect(
        &mut self,
        filled: &Filled<N>,
        side: Side,
        to_move: bool,
        look: Look,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<Found<N>, StoppedBy> {
        let (links, own) = (&self.links, &filled.stones[side.index()]);
        let joins_rows = side == Side::First;
        match look {
            Look::Quick => {
                let connections = &mut self.connections[side.index()];
                connections.search(links, joins_rows, own, &filled.empty, to_move, visit)?;
                Ok(connections.found)
            }
            Look::Thorough => {
                let connections = self.thorough.get_or_insert_with(|| Box::new(Thorough::new(self.size)));
                connections.search(links, joins_rows, own, &filled.empty, to_move, visit)?;
                Ok(connections.found)
            }
        }
    }

    /// Looks for the winner by the connections of both sides. If neither side's edges are connected, the moves that are
    /// left to try are those in the must-play region that no other move dominates.
    pub(super) fn look(
        &mut self,
        position: &Hex,
        look: Look,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<Entry<N>, StoppedBy> {
        let key = position.keys()[0];
        let (side, other) = (position.side, position.side.other());
        let filled = self.surroundings.fill_position(position);
        let [captured, others] = [side, other].map(|side| filled.captured[side.index()]);

        let own = self.connect(&filled, side, true, look, visit)?;
        if let Some((carrier, cell)) = own.semi {
            let carrier = carrier.or(&captured);
            return Ok(Entry::won(key, carrier, Some(cell), plies_to_win(carrier.count())));
        }
        if let Some(carrier) = own.full {
            let carrier = carrier.or(&captured);
            return Ok(Entry::won(key, carrier, None, plies_to_win(carrier.count())));
        }
        let found = self.connect(&filled, other, false, look, visit)?;
        if let Some(carrier) = found.full {
            return Ok(Entry::lost(key, carrier.or(&others)));
        }
        let MustPlay { cells, union } =
            found.must_play.unwrap_or(MustPlay { cells: filled.empty, union: Carrier::NONE });
        let moves = self.surroundings.undominated(&filled, side, &cells);
        let carrier = union.or(&others);
        Ok(if moves.is_empty() { Entry::lost(key, carrier) } else { Entry::open(key, moves, carrier, look) })
    }
}
