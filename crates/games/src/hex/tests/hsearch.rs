//! Tests of virtual connections by exhaustive play, and of what is concluded from them.

use std::collections::HashMap;

use super::super::carriers::Carrier;
use super::super::hsearch::{Claim, Connections};
use super::super::links::Links;
use super::super::thorough::Thorough;
use super::{Hex, random_positions};
use crate::notation::Notation;
use plyd_search::position::Side;

const SAMPLED: usize = 8;
const CARRIER_MAX: u32 = 14;

/// The cells of a board of at most 8x8, a bit for each.
pub(super) type Bits = u64;

/// Two ends of a connection on a board, given by their cells; an edge by the cells along it.
pub(super) struct Ends {
    pub(super) size: u32,
    /// The cells along both edges of the side. Stones on the same edge are joined by it.
    pub(super) edges: [Bits; 2],
    pub(super) from: Bits,
    pub(super) to: Bits,
}

impl Ends {
    fn neighbours(&self, cells: Bits) -> Bits {
        let size = self.size;
        let first: Bits = (0..size).fold(0, |all, row| all | 1 << (row * size));
        let all = Bits::MAX >> (64 - size * size);
        let (left, right) = (cells & !first, cells & !(first << (size - 1)));
        (left >> 1 | right << 1 | cells >> size | cells << size | right >> (size - 1) | left << (size - 1)) & all
    }

    /// Whether these stones join the ends.
    fn joined(&self, own: Bits) -> bool {
        let mut reached = self.from & own;
        loop {
            if reached & self.to != 0 {
                return true;
            }
            let along = self.edges.into_iter().filter(|edge| edge & reached != 0).fold(0, |all, edge| all | edge);
            let next = reached | (self.neighbours(reached) | along) & own;
            if next == reached {
                return false;
            }
            reached = next;
        }
    }

    /// If the ends can be joined over the open cells even if the opponent moves first: the cells that this needs. All
    /// moves of the opponent outside these cells have the same answer.
    pub(super) fn full(&self, own: Bits, open: Bits, known: &mut Known) -> Option<Bits> {
        if self.joined(own) {
            return Some(0);
        }
        if !self.joined(own | open) {
            return None;
        }
        if let Some(needed) = known.get(&(own, open)) {
            return *needed;
        }
        let (mut needed, mut untried) = (Some(0), open);
        while let (Some(cells), Some(cell)) = (needed, members(untried).next()) {
            let reply = self.semi(own, open & !cell, self.neighbours(cell), known);
            untried &= reply.unwrap_or(0);
            needed = reply.map(|reply| cells | reply);
        }
        known.insert((own, open), needed);
        needed
    }

    /// The same if the side itself moves first. It tries the likely cells before others.
    pub(super) fn semi(&self, own: Bits, open: Bits, likely: Bits, known: &mut Known) -> Option<Bits> {
        if self.joined(own) {
            return Some(0);
        }
        if !self.joined(own | open) {
            return None;
        }
        // First the cells that join the ends at once.
        let ends = members(open).find(|cell| self.joined(own | cell));
        let around = (likely | self.neighbours(likely)) & !likely;
        let mut others = [likely, around, !(likely | around)].into_iter().flat_map(|cells| members(open & cells));
        ends.or_else(|| others.find_map(|cell| Some(cell | self.full(own | cell, open & !cell, known)?)))
    }
}

/// What is known about sets of stones and open cells.
pub(super) type Known = HashMap<(Bits, Bits), Option<Bits>>;

fn members(cells: Bits) -> impl Iterator<Item = Bits> {
    crate::bits::members(cells).map(|cell| 1 << cell)
}

pub(super) fn bits(carrier: Carrier<1>) -> Bits {
    carrier.members().fold(0, |all, cell| all | 1 << cell)
}

/// What each search for connections claims about a side.
fn claims(position: &Hex, side: Side) -> [Vec<Claim<1>>; 2] {
    let (size, joins_rows) = (usize::from(position.size), side == Side::First);
    let (own, empty) = (position.carrier(&position.stones[side.index()]), position.carrier(&position.free()));
    let (links, visit) = (Links::of(size), &mut || Ok(()));
    let (mut quick, mut thorough) = (Connections::new(size), Thorough::new(size));
    quick.search(&links, joins_rows, &own, &empty, false, visit).expect("no limit");
    thorough.search(&links, joins_rows, &own, &empty, false, visit).expect("no limit");
    [quick.claims(joins_rows), thorough.claims(joins_rows)]
}

/// The cells along a side's edge.
pub(super) fn line(size: u32, side: Side, edge: u32) -> Bits {
    let at = |along| {
        if side == Side::First { edge * (size - 1) * size + along } else { along * size + edge * (size - 1) }
    };
    (0..size).fold(0, |all, along| all | 1 << at(along))
}

/// Checks the claims of a position, and returns how many. Large carriers are skipped, because playing one out takes
/// seconds. On boards larger than 4x4 there are hundreds of claims about empty cells; of these only every `SAMPLED`th
/// is checked.
fn check(position: &Hex, side: Side, mut claims: Vec<Claim<1>>) -> usize {
    let (size, own) = (u32::from(position.size), bits(position.carrier(&position.stones[side.index()])));
    let mut index = position.stones_placed() as usize;
    claims.retain(|claim| {
        index += 1;
        let is_small = claim.carrier.count() <= CARRIER_MAX;
        let of_cells = claim.ends.iter().any(|end| end.count() == 1);
        is_small && (size <= 4 || !of_cells || index.is_multiple_of(SAMPLED))
    });
    // The claims of a pair come together, and share what is known.
    let (mut known, mut pair) = (Known::new(), None);
    for Claim { ends, key, carrier } in &claims {
        if pair != Some(*ends) {
            known.clear();
            pair = Some(*ends);
        }
        let [from, to] = ends.map(bits);
        // An end that is an empty cell counts as a stone. An edge has its cells as neighbours.
        let is_cell = |end: &Bits| end.count_ones() == 1;
        let own = [from, to].into_iter().filter(is_cell).fold(own, |own, end| own | end);
        let open = bits(*carrier);
        assert_eq!(open & own, 0, "a carrier holds a stone");
        let ends = Ends { size, edges: [0, 1].map(|edge| line(size, side, edge)), from, to };
        let holds = match key {
            None => ends.full(own, open, &mut known).is_some(),
            Some(key) => open >> key & 1 == 1 && ends.full(own | 1 << key, open & !(1 << key), &mut known).is_some(),
        };
        let context = || format!("{side:?} in {}: {from:#x} and {to:#x} by {key:?}", position.state());
        assert!(holds, "{} over {:?}", context(), carrier.members().collect::<Vec<_>>());
    }
    claims.len()
}

#[test]
fn connections_hold_in_exhaustive_play_within_their_carriers() {
    let mut checked = [0; 2];
    for position in random_positions(1_000, 6, 51) {
        for side in [Side::First, Side::Second] {
            for (checked, claims) in checked.iter_mut().zip(claims(&position, side)) {
                *checked += check(&position, side, claims);
            }
        }
    }
    assert!(checked[0] > 20_000 && checked[1] > 50_000, "{checked:?}");
}
