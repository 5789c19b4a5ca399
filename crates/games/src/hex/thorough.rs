//! A thorough H-search: virtual connections between all ends of a side, empty cells included.
//!
//! It finds more than the [quick one](super::hsearch) and takes ten times as long. Beyond that one's rules, there are:
//!
//! - Connections between any two empty cells.
//! - The or-rule with any number of operands, and [different unions](super::unions) of the same semi connections.
//! - Captured cells: if a stone on a cell would make two empty cells beside it its own (see [`super::inferior`]), two
//!   carriers may share these cells at that end.
//! - [Ladders](super::ladders) on the second row, which the rules would only find with far more carriers for each pair.

use std::collections::VecDeque;
use std::mem;

use super::carriers::Carrier;
use super::cells::{AROUND, Step};
#[cfg(test)]
use super::hsearch::Claim;
use super::hsearch::{EDGES, Found, SOLIDS};
use super::ladders::ladders;
use super::links::Links;
use super::unions::Unions;
use plyd_search::StoppedBy;

/// The most full connections, and the most semi connections, that are kept for a pair of ends.
const FULLS: usize = 16;
const SEMIS: usize = 40;
/// The most cells of a carrier between two empty cells, and between an empty cell and a solid.
const CELLS_MAX: u32 = 20;
const SOLID_MAX: u32 = 40;
/// The most steps of a search: connections that it tries to add, and unions that it tries by the or-rule.
const STEPS_MAX: u32 = 200_000;
/// Steps that take about as long as a node of the search.
const STEPS_PER_NODE: u32 = 32;

/// The carriers of a pair's connections of one kind. None of them contains another.
#[derive(Clone)]
struct Carriers<const N: usize> {
    /// With the first cell to play of semi connections.
    all: Vec<(Carrier<N>, u16)>,
    /// Cells that all of them share, and perhaps fewer than that.
    shared: Carrier<N>,
    /// Whether the or-rule is yet to look at them.
    queued: bool,
    /// How many of them, the first ones, the or-rule has used.
    used: usize,
}

impl<const N: usize> Carriers<N> {
    const fn none() -> Self {
        Self { all: Vec::new(), shared: Carrier::NONE, queued: false, used: 0 }
    }

    fn clear(&mut self) {
        self.all.clear();
        (self.queued, self.used) = (false, 0);
    }

    fn has(&self, carrier: &Carrier<N>) -> bool {
        self.all.iter().any(|(known, _)| known == carrier)
    }

    /// Whether a known carrier lies within this one, so that this connection adds nothing.
    fn cover(&self, carrier: &Carrier<N>) -> bool {
        self.all.iter().any(|(known, _)| known.is_within(carrier))
    }

    /// Adds a carrier and removes those that contain it. If there are `most` already, it replaces the largest one,
    /// provided that this one is larger. Returns whether it was added.
    fn insert(&mut self, carrier: &Carrier<N>, key: u16, most: usize) -> bool {
        if self.cover(carrier) {
            return false;
        }
        for at in (0..self.all.len()).rev() {
            if carrier.is_within(&self.all[at].0) {
                self.remove(at);
            }
        }
        self.shared = if self.all.is_empty() { *carrier } else { self.shared.and(carrier) };
        if self.all.len() == most {
            let sizes = self.all.iter().map(|(known, _)| known.count());
            let (largest, size) = sizes.enumerate().max_by_key(|(_, size)| *size).expect("there are several");
            if size <= carrier.count() {
                return false;
            }
            self.remove(largest);
        }
        self.all.push((*carrier, key));
        true
    }

    /// Removes a carrier. The others keep their order, because the or-rule has used the first ones.
    fn remove(&mut self, at: usize) {
        self.all.remove(at);
        self.used -= usize::from(at < self.used);
    }
}

/// A group of a side's stones, or an edge of the side with the stones that touch it.
#[derive(Clone)]
pub(super) struct Solid<const N: usize> {
    pub(super) stones: Carrier<N>,
    /// The cells along the edge.
    pub(super) line: Carrier<N>,
}

/// A connection in the queue. What follows from it has not been worked out yet.
#[derive(Clone, Copy)]
struct Connection<const N: usize> {
    is_full: bool,
    ends: [u16; 2],
    key: u16,
    carrier: Carrier<N>,
}

/// The virtual connections of one side. Its ends are the cells, and after them the solids.
pub(super) struct Thorough<const N: usize> {
    size: usize,
    cells: usize,
    /// Number of ends.
    ends: usize,
    /// For each cell with a stone of the side, the number of its end; 0 for all other cells.
    end_of: Vec<u16>,
    empty: Carrier<N>,
    /// For each end, the pairs of empty cells that a stone there captures.
    captured: Vec<Carrier<N>>,
    /// The connections of each [`pair`].
    fulls: Vec<Carriers<N>>,
    semis: Vec<Carriers<N>>,
    /// For each end, the ends to which it has connections.
    full_ends: Vec<Vec<u16>>,
    semi_ends: Vec<Vec<u16>>,
    /// The queue, by the size of carriers, and the smallest size that it may have.
    queue: Vec<Vec<Connection<N>>>,
    least: usize,
    /// The pairs whose semi connections the or-rule has not combined yet.
    pairs: VecDeque<[u16; 2]>,
    unions: Unions<N>,
    steps: u32,
    pub(super) found: Found<N>,
}

/// The index of a pair of different ends.
fn pair(one: usize, other: usize) -> usize {
    let (less, more) = (one.min(other), one.max(other));
    more * (more - 1) / 2 + less
}

impl<const N: usize> Thorough<N> {
    pub(super) fn new(size: usize) -> Self {
        let cells = size * size;
        let ends = cells + SOLIDS;
        Self {
            size,
            cells,
            ends: 0,
            end_of: vec![0; cells],
            empty: Carrier::NONE,
            captured: vec![Carrier::NONE; ends],
            fulls: vec![Carriers::none(); pair(ends, 0)],
            semis: vec![Carriers::none(); pair(ends, 0)],
            full_ends: vec![Vec::new(); ends],
            semi_ends: vec![Vec::new(); ends],
            queue: vec![Vec::new(); cells + 1],
            least: 0,
            pairs: VecDeque::new(),
            unions: Unions::default(),
            steps: 0,
            found: Found::NOTHING,
        }
    }

    /// As [`Connections::search`](super::hsearch::Connections::search).
    ///
    /// # Errors
    /// The error of `visit`.
    pub(super) fn search(
        &mut self,
        links: &Links,
        joins_rows: bool,
        own: &Carrier<N>,
        empty: &Carrier<N>,
        to_move: bool,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<(), StoppedBy> {
        self.clear(empty);
        self.group(links, joins_rows, own);
        for cell in empty.members() {
            self.captured[cell] = self.captured_from(cell, joins_rows, own);
        }
        self.add_ladders(joins_rows);
        let mut visited = 0;
        while self.steps < STEPS_MAX && self.found.full.is_none() && !(to_move && self.found.semi.is_some()) {
            while self.least < self.cells && self.queue[self.least].is_empty() {
                self.least += 1;
            }
            if let Some(connection) = self.queue[self.least].pop() {
                self.follow(&connection);
            } else if let Some(ends) = self.pairs.pop_front() {
                self.unite(ends.map(usize::from));
            } else {
                break;
            }
            while visited + STEPS_PER_NODE < self.steps {
                visited += STEPS_PER_NODE;
                visit()?;
            }
        }
        visit()
    }

    fn clear(&mut self, empty: &Carrier<N>) {
        self.fulls.iter_mut().chain(&mut self.semis).for_each(Carriers::clear);
        self.full_ends.iter_mut().chain(&mut self.semi_ends).for_each(Vec::clear);
        self.queue.iter_mut().for_each(Vec::clear);
        self.pairs.clear();
        self.end_of.fill(0);
        self.captured.fill(Carrier::NONE);
        (self.ends, self.least, self.steps) = (self.cells + EDGES, 0, 0);
        (self.empty, self.found) = (*empty, Found::NOTHING);
    }

    pub(super) const fn empty(&self) -> &Carrier<N> {
        &self.empty
    }

    /// The solids of the last search, the edges first.
    pub(super) fn solids(&self, joins_rows: bool, own: &Carrier<N>) -> Vec<Solid<N>> {
        let none = Solid { stones: Carrier::NONE, line: Carrier::NONE };
        let mut solids = vec![none; self.ends - self.cells];
        for (edge, solid) in solids.iter_mut().enumerate().take(EDGES) {
            solid.line = (0..self.size).filter_map(|along| self.cell_at(joins_rows, edge, 0, along)).collect();
        }
        for stone in own.members() {
            // A stone beyond the last solid has no end.
            if let Some(solid) = usize::from(self.end_of[stone]).checked_sub(self.cells) {
                solids[solid].stones.insert(stone);
            }
        }
        solids
    }

    /// The carriers of the full connections of two solids; of a solid with itself, the empty one.
    pub(super) fn carriers_between(&self, [one, other]: [usize; 2]) -> Vec<Carrier<N>> {
        if one == other {
            return vec![Carrier::NONE];
        }
        self.fulls[pair(self.cells + one, self.cells + other)].all.iter().map(|(carrier, _)| *carrier).collect()
    }

    fn is_edge(&self, end: usize) -> bool {
        (self.cells..self.cells + EDGES).contains(&end)
    }

    /// The cell at this place along an edge, counted from the edge's row; `None` beyond the board.
    fn cell_at(&self, joins_rows: bool, edge: usize, row: usize, along: usize) -> Option<usize> {
        if along >= self.size {
            return None;
        }
        let row = if edge == 0 { row } else { self.size - 1 - row };
        Some(if joins_rows { row * self.size + along } else { along * self.size + row })
    }

    /// Numbers the solids, and adds the connections between neighbours.
    fn group(&mut self, links: &Links, joins_rows: bool, own: &Carrier<N>) {
        for edge in 0..EDGES {
            for along in 0..self.size {
                let Some(cell) = self.cell_at(joins_rows, edge, 0, along) else { continue };
                let end = self.cells + edge;
                if self.empty.has(cell) {
                    self.add_full([end, cell], &Carrier::NONE);
                } else if own.has(cell) {
                    self.flood(links, end, cell, own);
                    if usize::from(self.end_of[cell]) != end {
                        self.found.full = Some(Carrier::NONE); // Stones of filled cells join the edges.
                    }
                }
            }
        }
        for cell in own.members() {
            if self.end_of[cell] == 0 && self.ends < self.cells + SOLIDS {
                self.ends += 1;
                self.flood(links, self.ends - 1, cell, own);
            }
        }
        for cell in self.empty.members() {
            for near in links.neighbours(cell) {
                let near = usize::from(*near);
                if near > cell && self.empty.has(near) {
                    self.add_full([cell, near], &Carrier::NONE);
                }
            }
        }
    }

    /// Adds a stone and all stones connected to it to a solid.
    fn flood(&mut self, links: &Links, end: usize, from: usize, own: &Carrier<N>) {
        if self.end_of[from] != 0 {
            return;
        }
        self.end_of[from] = end as u16;
        let mut stack = vec![from];
        while let Some(stone) = stack.pop() {
            for near in links.neighbours(stone) {
                let near = usize::from(*near);
                if self.empty.has(near) {
                    self.add_full([end, near], &Carrier::NONE);
                } else if own.has(near) && self.end_of[near] == 0 {
                    self.end_of[near] = end as u16;
                    stack.push(near);
                }
            }
        }
    }

    /// The cells that a stone on an empty cell would capture: two neighbours with nothing but stones or an edge of the
    /// side behind them. Of pairs that share a cell, only the first counts.
    fn captured_from(&self, cell: usize, joins_rows: bool, own: &Carrier<N>) -> Carrier<N> {
        let size = self.size as isize;
        let inside = |(row, column)| [row, column].map(|place: isize| (0..size).contains(&place));
        let index = |(row, column): Step| (row * size + column) as usize;
        let is_empty = |place: Step| inside(place) == [true; 2] && self.empty.has(index(place));
        let is_own = |place: Step| match inside(place) {
            [true, true] => own.has(index(place)),
            [rows, columns] => {
                if joins_rows {
                    columns
                } else {
                    rows
                }
            }
        };
        let (row, column) = ((cell / self.size) as isize, (cell % self.size) as isize);
        let from = |one: Step, other: Step| (row + one.0 + other.0, column + one.1 + other.1);
        let mut captured = Carrier::NONE;
        for (one, other) in AROUND.into_iter().zip(AROUND.into_iter().cycle().skip(1)) {
            let pair = [one, other].map(|step| from(step, (0, 0)));
            let behind = [from(one, one), from(one, other), from(other, other)];
            if pair.into_iter().all(is_empty) && behind.into_iter().all(is_own) {
                let pair: Carrier<N> = pair.into_iter().map(index).collect();
                if !captured.meets(&pair) {
                    captured = captured.or(&pair);
                }
            }
        }
        captured
    }

    fn most_cells(&self, ends: [usize; 2]) -> u32 {
        match ends.into_iter().filter(|end| *end < self.cells).count() {
            0 => u32::MAX,
            1 => SOLID_MAX,
            _ => CELLS_MAX,
        }
    }

    fn push(&mut self, is_full: bool, ends: [usize; 2], key: u16, carrier: &Carrier<N>) {
        let size = carrier.count() as usize;
        self.least = self.least.min(size);
        self.queue[size].push(Connection { is_full, ends: ends.map(|end| end as u16), key, carrier: *carrier });
    }

    fn add_full(&mut self, ends: [usize; 2], carrier: &Carrier<N>) {
        self.steps += 1;
        let most_cells = self.most_cells(ends);
        let fulls = &mut self.fulls[pair(ends[0], ends[1])];
        let is_first = fulls.all.is_empty();
        if carrier.count() > most_cells || !fulls.insert(carrier, 0, FULLS) {
            return;
        }
        if is_first {
            link(&mut self.full_ends, ends);
        }
        if ends.into_iter().all(|end| self.is_edge(end)) {
            self.found.full = Some(*carrier);
        }
        self.push(true, ends, 0, carrier);
    }

    fn add_semi(&mut self, ends: [usize; 2], carrier: &Carrier<N>, key: u16) {
        self.steps += 1;
        let at = pair(ends[0], ends[1]);
        if carrier.count() > self.most_cells(ends) {
            return;
        }
        if ends.into_iter().all(|end| self.is_edge(end)) {
            self.found.add_semi(carrier, key);
        }
        let is_first = self.semis[at].all.is_empty();
        if self.fulls[at].cover(carrier) || !self.semis[at].insert(carrier, key, SEMIS) {
            return;
        }
        if is_first {
            link(&mut self.semi_ends, ends);
        }
        let captured = self.captured_by(ends);
        let semis = &mut self.semis[at];
        if !semis.queued && semis.shared.is_within(&captured) {
            semis.queued = true;
            self.pairs.push_back(ends.map(|end| end as u16));
        }
        self.push(false, ends, key, carrier);
    }

    /// The and-rule, over both ends of a connection.
    fn follow(&mut self, connection: &Connection<N>) {
        let Connection { is_full, ends, carrier, .. } = connection;
        let [one, other] = ends.map(usize::from);
        let known = if *is_full { &self.fulls } else { &self.semis };
        let at = pair(one, other);
        // A smaller one may have taken its place.
        if !known[at].has(carrier) || !is_full && self.fulls[at].cover(carrier) {
            return;
        }
        for (from, middle) in [(one, other), (other, one)] {
            if !self.is_edge(middle) && (*is_full || middle >= self.cells) {
                self.extend(from, middle, connection);
            }
        }
    }

    /// Extends a connection from one end to another, the middle, by all connections of the middle.
    fn extend(&mut self, from: usize, middle: usize, connection: &Connection<N>) {
        let Connection { is_full, carrier, key, .. } = connection;
        let is_solid = middle >= self.cells;
        for index in 0..self.full_ends[middle].len() {
            let to = usize::from(self.full_ends[middle][index]);
            if !self.may_reach(from, to, carrier) {
                continue;
            }
            let at = pair(middle, to);
            if !self.fulls[at].shared.and(carrier).is_within(&self.captured_by([from, middle, to])) {
                continue;
            }
            let mut next = 0;
            while let Some((known, _)) = self.fulls[at].all.get(next).copied() {
                next += 1;
                let Some(mut joined) = self.joined([from, middle, to], carrier, &known) else { continue };
                match (is_solid, is_full) {
                    (true, true) => self.add_full([from, to], &joined),
                    (true, false) => self.add_semi([from, to], &joined, *key),
                    (false, _) => {
                        joined.insert(middle);
                        self.add_semi([from, to], &joined, middle as u16);
                    }
                }
            }
        }
        if !is_solid || !is_full {
            return;
        }
        for index in 0..self.semi_ends[middle].len() {
            let to = usize::from(self.semi_ends[middle][index]);
            if !self.may_reach(from, to, carrier) {
                continue;
            }
            let mut next = 0;
            while let Some((known, key)) = self.semis[pair(middle, to)].all.get(next).copied() {
                next += 1;
                if let Some(joined) = self.joined([from, middle, to], carrier, &known) {
                    self.add_semi([from, to], &joined, key);
                }
            }
        }
    }

    fn may_reach(&self, from: usize, to: usize, carrier: &Carrier<N>) -> bool {
        to != from && (to >= self.cells || !carrier.has(to))
    }

    /// The carrier of two connections that meet in the middle of three ends. `None` if they need the same cells, other
    /// than those that the ends capture, or if a carrier holds an end.
    fn joined(&self, ends: [usize; 3], one: &Carrier<N>, other: &Carrier<N>) -> Option<Carrier<N>> {
        if self.holds(other, ends) {
            return None;
        }
        let both = one.and(other);
        if both.is_empty() {
            return Some(one.or(other));
        }
        let captured = self.captured_by(ends);
        both.is_within(&captured).then(|| one.or(other).or(&captured))
    }

    /// Whether a carrier holds one of these ends.
    fn holds<const ENDS: usize>(&self, carrier: &Carrier<N>, ends: [usize; ENDS]) -> bool {
        ends.into_iter().any(|end| end < self.cells && carrier.has(end))
    }

    /// The cells that these ends capture.
    fn captured_by<const ENDS: usize>(&self, ends: [usize; ENDS]) -> Carrier<N> {
        ends.into_iter().fold(Carrier::NONE, |all, end| all.or(&self.captured_by_one(end, ends)))
    }

    /// The cells that an end captures; none if one of these ends is among them.
    fn captured_by_one<const ENDS: usize>(&self, end: usize, ends: [usize; ENDS]) -> Carrier<N> {
        let captured = self.captured[end];
        if self.holds(&captured, ends) { Carrier::NONE } else { captured }
    }

    /// The or-rule: semi connections that share no cell, other than those that the ends capture.
    fn unite(&mut self, ends: [usize; 2]) {
        let at = pair(ends[0], ends[1]);
        let captured = ends.map(|end| self.captured_by_one(end, ends));
        let mut unions = mem::take(&mut self.unions);
        let semis = &mut self.semis[at];
        self.steps += unions.search(&semis.all, semis.used, &self.fulls[at].all, captured);
        (semis.queued, semis.used) = (false, semis.all.len());
        for union in unions.found() {
            self.add_full(ends, union);
        }
        self.unions = unions;
    }

    /// Adds the connections along the second row of each edge.
    fn add_ladders(&mut self, joins_rows: bool) {
        for edge in 0..EDGES {
            let at = |row, along| {
                let cell = self.cell_at(joins_rows, edge, row, along)?;
                // A stone beyond the last solid has no end.
                let end = if self.empty.has(cell) { cell } else { usize::from(self.end_of[cell]) };
                (end != 0 || self.empty.has(cell)).then_some((cell, end))
            };
            for ladder in ladders(self.size, edge, at) {
                let edge = self.cells + edge;
                let [from, to] = [Some(ladder.from), ladder.to].map(|end| end.unwrap_or(edge));
                if from != to && from != edge {
                    self.add_full([from, to], &ladder.carrier);
                }
            }
        }
    }
}

/// Notes that two ends are connected.
fn link(ends_of: &mut [Vec<u16>], [one, other]: [usize; 2]) {
    ends_of[one].push(other as u16);
    ends_of[other].push(one as u16);
}

#[cfg(test)]
impl<const N: usize> Thorough<N> {
    /// All connections that were found.
    pub(super) fn claims(&self, joins_rows: bool) -> Vec<Claim<N>> {
        let edge = |edge| (0..self.size).filter_map(|along| self.cell_at(joins_rows, edge, 0, along)).collect();
        let stones = |end| (0..self.cells).filter(|cell| usize::from(self.end_of[*cell]) == end).collect();
        let cells_of = |end: usize| match end {
            cell if cell < self.cells => [cell].into_iter().collect(),
            end if self.is_edge(end) => edge(end - self.cells),
            end => stones(end),
        };
        let mut claims = Vec::new();
        for other in 0..self.ends {
            for one in 0..other {
                let (at, ends) = (pair(one, other), [one, other].map(cells_of));
                let mut add = |key, carrier: &Carrier<N>| claims.push(Claim { ends, key, carrier: *carrier });
                self.fulls[at].all.iter().for_each(|(carrier, _)| add(None, carrier));
                self.semis[at].all.iter().for_each(|(carrier, key)| add(Some((*key).into()), carrier));
            }
        }
        claims
    }
}
