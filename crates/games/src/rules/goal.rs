//! How near each side is to its goal: open windows of lines, the stones that a connection lacks, and the moves that a
//! side still has if the side without a move loses. A game has such a goal only if nothing else decides it sooner.

use plyd_search::position::Side;

use super::area::Area;
use super::board::Outline;
use super::json::OneOrMore;

use super::position::Ruled;
use super::set::Set;
use super::spec::{Place, Stuck, Who, Wins};
use super::table::{Condition, Direction, Ending, Goal, Rules, Window};

/// The open windows of a side: those without other pieces.
pub(super) struct Open<const W: usize> {
    /// The number of windows with so many own pieces.
    pub(super) by_count: [u32; LENGTH_MAX],
    /// The empty cells of windows with so many own pieces.
    pub(super) cells: [Set<W>; LENGTH_MAX],
    /// The fewest pieces that an open window lacks; `None` without an open window.
    pub(super) lacking: Option<u32>,
}

/// Groups of a side that nobody can separate.
#[derive(Clone, Copy)]
struct Chain<const W: usize> {
    cells: Set<W>,
    /// The empty cells that belong to none of its links.
    free: Set<W>,
    /// Whether one of its links may be a single cell.
    gap: bool,
}

impl<const W: usize> Chain<W> {
    /// Adds a link that is made of some of these cells.
    fn link(&mut self, cells: Set<W>) -> Option<()> {
        let mut cells = (cells & self.free).members();
        let (first, second) = (cells.next()?, cells.next());
        if second.is_none() && !std::mem::take(&mut self.gap) {
            return None;
        }
        self.free = [Some(first), second].into_iter().flatten().fold(self.free, |free, cell| free - Set::of(cell));
        Some(())
    }
}

/// The longest line, and one more.
const LENGTH_MAX: usize = 17;

impl<const W: usize> Goal<W> {
    /// The goal of rules whose ends are compiled.
    pub(super) fn new(rules: &Rules<W>) -> Self {
        if !rules.only_places() || !rules.after.is_empty() {
            return Self::Other;
        }
        let Some(placing) = &rules.place else { return Self::Other };
        // Both sides may place a stone on the same cells.
        let plain = placing.shape.iter().all(|shape| shape.len() == 1)
            && matches!(
                placing.spec,
                Place { beside: None, each: None, flips: false, not_beside: None, any: false, shape: None, lowest: _ }
            );
        let draws_if_stuck =
            |end: &Ending<W>| matches!(end.when, Condition::Stuck(Stuck::Next)) && end.wins == Wins::Nobody;
        match &rules.ends[..] {
            [Ending { when: Condition::Line { length, exact, .. }, wins }, rest @ ..]
                if plain && rest.iter().all(draws_if_stuck) && matches!(wins, Wins::Last | Wins::Next) =>
            {
                Self::Line { length: *length, exact: *exact, windows: windows(rules, *length), wins: *wins }
            }
            [Ending { when: Condition::Connect { areas, .. }, wins: Wins::Last }, rest @ ..]
                if plain && rest.iter().all(draws_if_stuck) =>
            {
                let excludes = !placing.spec.lowest && exclude(areas, rules);
                Self::Connect { areas: areas.clone(), excludes }
            }
            [Ending { when: Condition::Stuck(Stuck::Next), wins: Wins::Last }] => {
                let grows = placing.spec.lowest || placing.spec.flips || placing.spec.beside.is_some();
                let limited = placing.spec.each.is_some() || placing.spec.any;
                if grows || limited { Self::Other } else { Self::Outlast }
            }
            _ => Self::Other,
        }
    }
}

/// Whether chains of the two sides would cross: on the boards of Hex and Y.
fn exclude<const W: usize>(areas: &[Vec<Set<W>>; 2], rules: &Rules<W>) -> bool {
    let named = |word: &str| Area(OneOrMore(vec![word.to_owned()])).cells(&rules.grid, Side::First);
    let are = |side: usize, words: &[&str]| {
        let mut all = words.iter().map(|word| named(word).into_iter().collect());
        areas[side].len() == words.len() && all.all(|area| areas[side].contains(&area))
    };
    match rules.grid.outline() {
        Some(Outline::Rhombus) => {
            [0, 1].iter().any(|side| are(*side, &["top", "bottom"]) && are(1 - side, &["left", "right"]))
        }
        Some(Outline::Triangle) => [0, 1].iter().all(|side| are(*side, &["top", "left", "slant"])),
        _ => false,
    }
}

/// The windows of each direction.
pub(super) fn windows<const W: usize>(rules: &Rules<W>, length: u8) -> Vec<Window<W>> {
    let window = |direction: &Direction<W>| {
        let inside = (1..length).fold(rules.all, |cells, _| direction.back(cells));
        Window { by: direction.by, starts: inside }
    };
    let all = rules.lines.iter().map(|[direction, _]| window(direction));
    all.filter(|window| !window.starts.is_empty()).collect()
}

impl<const W: usize> Ruled<W> {
    /// The open windows of a side.
    #[inline]
    pub(super) fn open_windows<const WITH_CELLS: bool>(
        &self,
        windows: &[Window<W>],
        length: u8,
        side: Side,
    ) -> Open<W> {
        let (own, empty) = (self.pieces[side.index()], self.empty());
        let free = own | empty;
        let mut found = Open { by_count: [0; LENGTH_MAX], cells: [Set::EMPTY; LENGTH_MAX], lacking: None };
        let mut most = None;
        let bits = (u8::BITS - length.leading_zeros()) as usize;
        for window in windows {
            // The counts of all windows of the direction at once, bit by bit.
            let (mut open, mut counts) = (window.starts, [Set::EMPTY; 5]);
            for step in 0..length {
                let by = -window.by * i16::from(step);
                open &= free.moved(by);
                let mut carry = own.moved(by);
                for count in &mut counts[..bits] {
                    (*count, carry) = (*count ^ carry, *count & carry);
                }
            }
            if open.is_empty() {
                continue;
            }
            for number in 0..length {
                let mut these = open;
                for (bit, count) in counts[..bits].iter().enumerate() {
                    these = if number >> bit & 1 == 1 { these & *count } else { these - *count };
                }
                if these.is_empty() {
                    continue;
                }
                most = most.max(Some(number));
                found.by_count[usize::from(number)] += these.count();
                if WITH_CELLS {
                    let cells =
                        (0..length).fold(Set::EMPTY, |all, step| all | these.moved(window.by * i16::from(step)));
                    found.cells[usize::from(number)] |= cells & empty;
                }
            }
        }
        found.lacking = most.map(|most| u32::from(length - most));
        found
    }

    /// The cells that connect a side's areas at once.
    pub(super) fn connecting(&self, areas: &[Set<W>], side: Side) -> Set<W> {
        let (own, mut cells) = (self.pieces[side.index()], self.empty());
        for area in areas {
            let group = self.flooded(*area, own);
            cells &= *area | self.around(group);
            if cells.is_empty() {
                break;
            }
        }
        cells
    }

    /// The fewest stones with which a side could connect its areas, if it alone placed stones: at least as many as the
    /// two areas that are farthest apart need. `None` if it cannot.
    pub(super) fn stones_to_connect(&self, areas: &[Set<W>], side: Side) -> Option<u32> {
        let (own, empty) = (self.pieces[side.index()], self.empty());
        let mut most = 0;
        for (index, from) in areas.iter().enumerate() {
            let mut reached = self.flooded(*from, own);
            let mut edge = (*from | self.around(reached)) & empty;
            let mut open: Vec<&Set<W>> = areas[index + 1..].iter().filter(|to| !to.meets(reached)).collect();
            let mut stones = 0;
            while !open.is_empty() {
                if edge.is_empty() {
                    return None;
                }
                stones += 1;
                let joined = self.flooded(self.around(edge), own) - reached;
                let latest = edge | joined;
                reached |= latest;
                open.retain(|to| !to.meets(latest));
                edge = (self.around(latest) & empty) - reached;
            }
            most = most.max(stones);
        }
        Some(most)
    }

    /// The stones with which a side connects its areas, whatever the other side does: between its groups, and between a
    /// group and an area, are bridges, which are two empty cells. If the other side takes one, the side takes the other.
    /// The side that moves first may fill a gap of a single cell with that move. `None` if there is no such chain.
    pub(super) fn bridged(&self, areas: &[Set<W>], side: Side, moves_first: bool) -> Option<u32> {
        let own = self.pieces[side.index()];
        let mut seeds = own;
        while let Some(seed) = seeds.members().next() {
            let mut chain = Chain { cells: self.flooded(Set::of(seed), own), free: self.empty(), gap: moves_first };
            let mut stones = 0;
            loop {
                if let Some(last) = self.links_to_areas(areas, chain) {
                    return Some(stones + last);
                }
                let Some(longer) = self.linked(chain, own) else { break };
                (chain, stones) = (longer, stones + 1);
            }
            seeds = seeds - chain.cells;
        }
        None
    }

    /// The links between a chain and all areas that it doesn't touch.
    fn links_to_areas(&self, areas: &[Set<W>], mut chain: Chain<W>) -> Option<u32> {
        let (cells, beside) = (chain.cells, self.around(chain.cells));
        let mut links = 0;
        for area in areas.iter().filter(|area| !area.meets(cells)) {
            chain.link(*area & beside)?;
            links += 1;
        }
        Some(links)
    }

    /// A chain with one more group, by a bridge if possible.
    fn linked(&self, chain: Chain<W>, own: Set<W>) -> Option<Chain<W>> {
        let beside = self.around(chain.cells) & chain.free;
        let mut others = (own & self.around(beside)) - chain.cells;
        let mut found: Option<Chain<W>> = None;
        while let Some(other) = others.members().next() {
            let group = self.flooded(Set::of(other), own);
            others = others - group;
            let mut longer = chain;
            if longer.link(beside & self.around(group)).is_none() {
                continue;
            }
            longer.cells |= group;
            if longer.gap == chain.gap {
                return Some(longer);
            }
            found = found.or(Some(longer));
        }
        found
    }

    /// The moves that a side can make in a game where places only get fewer: at least so many, whatever the other side
    /// does, and at most so many.
    pub(super) fn moves_left(&self, side: Side) -> [u32; 2] {
        let placing = self.rules.place.as_ref().expect("pieces are placed");
        let (own, other) = (self.places(&self.view(side)), self.places(&self.view(side.other())));
        let shape = &placing.shape[side.index()];
        if shape.len() > 1 || placing.shape[side.other().index()].len() > 1 {
            let covered = |side: Side, places: Set<W>| {
                placing.shape[side.index()].iter().fold(Set::EMPTY, |all, part| all | places.moved(part.by))
            };
            let theirs = covered(side.other(), other);
            let safe = shape.iter().fold(own, |safe, part| safe - theirs.moved(-part.by));
            return [packed(safe, shape), covered(side, own).count() / shape.len() as u32];
        }
        let apart = matches!(placing.spec.not_beside, Some(Who::Own | Who::Any));
        let mut safe = own - other;
        if matches!(placing.spec.not_beside, Some(Who::Enemy | Who::Any)) {
            safe = safe - self.around(other);
        }
        if apart { [self.apart(safe), own.count() - self.pairs(own)] } else { [safe.count(), own.count()] }
    }

    /// A number of cells of which no two are neighbours.
    fn apart(&self, mut cells: Set<W>) -> u32 {
        let mut count = 0;
        while let Some(cell) = cells.members().next() {
            let cell = Set::of(cell);
            cells = cells - cell - self.around(cell);
            count += 1;
        }
        count
    }

    /// A number of pairs of neighbours that have no cell in common.
    fn pairs(&self, mut cells: Set<W>) -> u32 {
        let mut count = 0;
        while let Some(cell) = cells.members().next() {
            cells = cells - Set::of(cell);
            if let Some(other) = (self.around(Set::of(cell)) & cells).members().next() {
                cells = cells - Set::of(other);
                count += 1;
            }
        }
        count
    }
}

/// A number of pieces of this shape that fit on their places without a common cell.
fn packed<const W: usize>(mut places: Set<W>, shape: &[Direction<W>]) -> u32 {
    let mut count = 0;
    while let Some(place) = places.members().next() {
        let place = Set::of(place);
        for (one, other) in shape.iter().flat_map(|one| shape.iter().map(move |other| (one, other))) {
            places = places - place.moved(one.by).moved(-other.by);
        }
        count += 1;
    }
    count
}
