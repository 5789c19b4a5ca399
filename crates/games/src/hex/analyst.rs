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
use crate::proof_number::{Entries, Numbers};
use plyd_search::StoppedBy;
use plyd_search::position::Side;

/// A region that a side captures may give connections to both sides, so a thorough look is repeated, at most this often.
const ROUNDS_MAX: usize = 3;

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
    /// For each of them, the numbers that its search ended with. The entries may have lost them since.
    pub(super) numbers: Vec<Numbers>,
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
        let entries = Entries::default();
        Self { size, links, surroundings, connections, thorough: None, entries, moves: Vec::new(), numbers: Vec::new() }
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
        let mut filled = self.surroundings.fill_position(position);
        let mut rounds = 0;
        let must_play = loop {
            rounds += 1;
            let before = filled.empty;
            let own = self.connect(&filled, side, true, look, visit)?;
            let captured = filled.captured[side.index()];
            if let Some((carrier, cell)) = own.semi {
                let carrier = carrier.or(&captured);
                return Ok(Entry::won(key, carrier, Some(cell), plies_to_win(carrier.count())));
            }
            if let Some(carrier) = own.full {
                let carrier = carrier.or(&captured);
                return Ok(Entry::won(key, carrier, None, plies_to_win(carrier.count())));
            }
            self.capture(&mut filled, side, look);
            let found = self.connect(&filled, other, false, look, visit)?;
            if let Some(carrier) = found.full {
                return Ok(Entry::lost(key, carrier.or(&filled.captured[other.index()])));
            }
            self.capture(&mut filled, other, look);
            if filled.empty == before || rounds == ROUNDS_MAX {
                break found.must_play;
            }
        };
        let MustPlay { cells, union } = must_play.unwrap_or(MustPlay { cells: filled.empty, union: Carrier::NONE });
        let moves = self.surroundings.undominated(&filled, side, &cells.and(&filled.empty));
        let carrier = union.or(&filled.captured[other.index()]);
        Ok(if moves.is_empty() { Entry::lost(key, carrier) } else { Entry::open(key, moves, carrier, look) })
    }

    /// Fills the regions that a side has captured by the connections that a thorough look has just found.
    pub(super) fn capture(&self, filled: &mut Filled<N>, side: Side, look: Look) {
        if let Some(thorough) = self.thorough.as_ref().filter(|_| look == Look::Thorough) {
            let own = &filled.stones[side.index()];
            let region = thorough.captured_regions(&self.surroundings, side == Side::First, own);
            if !region.cells.is_empty() {
                self.surroundings.fill_region(filled, side.index(), &region);
            }
        }
    }
}
