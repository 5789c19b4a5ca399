//! The or-rule of a thorough search: semi connections of the same ends that have no cell in common are together a full
//! connection.
//!
//! A union of few cells is best, and others are needed where its cells are taken. So for each cell of a union another one
//! without this cell is looked for, for each cell of that one a union without both cells, and so on. A set of cells that
//! meets each known union is not left out again (as in MoHex; Pawlewicz, Hayward, Henderson and Arneson 2015).

use std::ops::Range;

use super::carriers::Carrier;

/// The most carriers that a union has.
const OPERANDS: usize = 16;
/// The most sets of cells that are left out for a pair of ends, so that a look takes bounded time. Few pairs need hundreds.
const SETS_MAX: u32 = 2_000;

/// The unions of a pair of ends. The memory is kept from pair to pair.
#[derive(Default)]
pub(super) struct Unions<const N: usize> {
    /// A stack of carriers. For each set of cells left out: semi connections that are new, those that earlier searches
    /// have used, and the carriers of known full connections.
    stack: Vec<Carrier<N>>,
    /// The unions that were found.
    found: Vec<Carrier<N>>,
    /// How many sets of cells have been left out.
    sets: u32,
}

/// The carriers on the stack that hold no cell of a set.
struct Without<const N: usize> {
    fresh: Range<usize>,
    used: Range<usize>,
    known: Range<usize>,
    /// For each end, the cells that it captures; none if one of them is in the set. Carriers may share them.
    captured: [Carrier<N>; 2],
}

impl<const N: usize> Unions<N> {
    /// Finds unions with at least one of the semi connections from `used` on. Full connections of the ends are `known`.
    /// Each end captures some cells. Returns how many steps that took.
    pub(super) fn search(
        &mut self,
        semis: &[(Carrier<N>, u16)],
        used: usize,
        known: &[(Carrier<N>, u16)],
        captured: [Carrier<N>; 2],
    ) -> u32 {
        let Self { stack, found, sets } = self;
        stack.clear();
        found.clear();
        *sets = 0;
        let (used, fresh) = semis.split_at(used);
        let mut push = |carriers: &[(Carrier<N>, u16)]| {
            let first = stack.len();
            stack.extend(carriers.iter().map(|(carrier, _)| *carrier));
            // The smallest come first in unions.
            stack[first..].sort_unstable_by_key(Carrier::count);
            first..stack.len()
        };
        let all = Without { fresh: push(fresh), used: push(used), known: push(known), captured };
        self.search_without(&all, Carrier::NONE);
        self.sets
    }

    /// The unions that the last search found.
    pub(super) fn found(&self) -> &[Carrier<N>] {
        &self.found
    }

    /// Finds unions that hold no cell of a set, and then those without one cell more. Cells that are `kept` are not left
    /// out.
    fn search_without(&mut self, set: &Without<N>, mut kept: Carrier<N>) {
        if set.fresh.is_empty() || self.sets == SETS_MAX {
            return;
        }
        self.sets += 1;
        let captured = set.captured[0].or(&set.captured[1]);
        let new = common(&self.stack[set.fresh.clone()]);
        let shared = new.and(&common(&self.stack[set.used.clone()]));
        if !shared.is_within(&captured) {
            return;
        }
        let first = self.found.len();
        if set.known.is_empty() {
            let needed = set.captured.iter().filter(|captured| captured.meets(&shared));
            let may_share = needed.fold(Carrier::NONE, |all, captured| all.or(captured));
            let Some(union) = union(&self.stack[set.fresh.start..set.used.end], &may_share) else { return };
            self.found.push(union.or(&may_share));
        }
        // Without a cell of all new semi connections there is no new union.
        kept = kept.or(&new);
        loop {
            let unions = self.stack[set.known.clone()].iter().chain(&self.found[first..]);
            let least = unions.map(|union| union.without(&kept)).min_by_key(Carrier::count);
            let Some(cell) = least.and_then(|left| left.members().next()) else { return };
            kept.insert(cell);
            let below = self.without(set, first, cell);
            self.search_without(&below, kept);
            self.stack.truncate(below.fresh.start);
        }
    }

    /// Pushes the carriers of a set, and the unions from `first` on, that do not hold this cell either.
    fn without(&mut self, set: &Without<N>, first: usize, cell: usize) -> Without<N> {
        let Self { stack, found, .. } = self;
        let mut push = |range: &Range<usize>, found: &[Carrier<N>]| {
            let start = stack.len();
            for at in range.clone() {
                if !stack[at].has(cell) {
                    stack.push(stack[at]);
                }
            }
            stack.extend(found.iter().filter(|union| !union.has(cell)));
            start..stack.len()
        };
        let [fresh, used] = [push(&set.fresh, &[]), push(&set.used, &[])];
        let known = push(&set.known, &found[first..]);
        let captured = set.captured.map(|captured| if captured.has(cell) { Carrier::NONE } else { captured });
        Without { fresh, used, known, captured }
    }
}

/// The cells that all of these carriers hold; all cells if there are none.
fn common<const N: usize>(carriers: &[Carrier<N>]) -> Carrier<N> {
    carriers.iter().fold(Carrier::ALL, |all, carrier| all.and(carrier))
}

/// A union of carriers that have no cell in common but those that may be shared. None of them can be spared for that.
fn union<const N: usize>(carriers: &[Carrier<N>], may_share: &Carrier<N>) -> Option<Carrier<N>> {
    let mut left = carriers.iter();
    let mut chosen = [*left.next()?; OPERANDS];
    let (mut shared, mut count) = (chosen[0], 1);
    while !shared.is_within(may_share) {
        let carrier = left.find(|carrier| !shared.is_within(carrier))?;
        if count == OPERANDS {
            return None;
        }
        (chosen[count], count) = (*carrier, count + 1);
        shared = shared.and(carrier);
    }
    // The last one was needed. The largest of the others come first.
    for at in (0..count.saturating_sub(1)).rev() {
        let others = (0..count).filter(|other| *other != at);
        let shared = others.fold(Carrier::ALL, |shared, other| shared.and(&chosen[other]));
        if count > 1 && shared.is_within(may_share) {
            count -= 1;
            chosen.copy_within(at + 1..=count, at);
        }
    }
    Some(chosen[..count].iter().fold(Carrier::NONE, |all, carrier| all.or(carrier)))
}
