//! H-search (Anshelevich, "A hierarchical approach to computer Hex", 2002): virtual connections of one side.
//!
//! The *ends* of a connection are the side's solids (its two edges and its groups of stones) and empty cells. Two ends
//! have a *full* connection if the side can connect them even when the opponent moves first, and a *semi* connection if
//! it can connect them when it moves first. The *carrier* is the set of empty cells that the connection may need,
//! without its ends. An empty cell at an end counts as a stone of the side.
//!
//! The rules, from neighbours up:
//!
//! - And-rule: two full connections that share one end, with disjoint carriers, connect their other ends. If the shared
//!   end is a solid, the result is full. Otherwise it is semi, and the shared cell belongs to its carrier. A semi and a
//!   full connection that share a solid give a semi connection.
//! - Or-rule: semi connections of the same ends whose carriers have no cell in common are together a full one.
//!
//! What is left out, for speed, and what a [thorough search](super::thorough) mostly has: between two empty cells only
//! neighbours and bridges are known, an edge is never the shared end of an and-rule, each pair keeps its [`FULLS`] and
//! [`SEMIS`] least carriers, the or-rule takes at most [`OR_OPERANDS`], a side has at most [`SOLIDS`] solids, and a
//! search ends after [`STEPS_MAX`] steps. So some connections are missed, but those that are found hold.

use std::collections::VecDeque;

use super::carriers::Carrier;
use super::links::Links;
use plyd_search::StoppedBy;

/// How closely a position is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Some tenths of a millisecond on 11x11.
    Quick,
    /// Some milliseconds.
    Thorough,
}

/// The most solids of a side, its edges included. Further groups are ignored.
pub(super) const SOLIDS: usize = 40;
/// The two edges are the first solids.
pub(super) const EDGES: usize = 2;
/// The most full connections that are kept for a pair of ends.
const FULLS: usize = 4;
/// The most semi connections that are kept for a pair of ends.
const SEMIS: usize = 10;
/// The most semi connections that the or-rule combines.
const OR_OPERANDS: usize = 4;
/// The most steps of a search: connections that it tries to add, and unions that it tries by the or-rule.
const STEPS_MAX: u32 = 60_000;

/// The carriers of a pair's connections of one kind. None of them contains another.
#[derive(Clone, Copy)]
struct Carriers<const N: usize, const MAX: usize> {
    count: u8,
    /// For semi connections: the first cell to play. The rest of the carrier then connects the ends fully.
    keys: [u16; MAX],
    carriers: [Carrier<N>; MAX],
}

impl<const N: usize, const MAX: usize> Carriers<N, MAX> {
    const NONE: Self = Self { count: 0, keys: [0; MAX], carriers: [Carrier::NONE; MAX] };

    #[inline(always)]
    fn all(&self) -> &[Carrier<N>] {
        &self.carriers[..usize::from(self.count)]
    }

    /// Whether a known carrier lies within this one, so that this connection adds nothing.
    #[inline(always)]
    fn cover(&self, carrier: &Carrier<N>) -> bool {
        self.all().iter().any(|known| known.is_within(carrier))
    }

    /// Adds a carrier and removes those that contain it. If there is no room, it replaces the largest carrier, provided
    /// that one is larger. Returns whether it was added.
    #[inline]
    fn insert(&mut self, carrier: &Carrier<N>, key: u16) -> bool {
        if self.cover(carrier) {
            return false;
        }
        let mut index = 0;
        while index < usize::from(self.count) {
            if carrier.is_within(&self.carriers[index]) {
                self.count -= 1;
                let last = usize::from(self.count);
                (self.carriers[index], self.keys[index]) = (self.carriers[last], self.keys[last]);
            } else {
                index += 1;
            }
        }
        let at = if usize::from(self.count) < MAX {
            self.count += 1;
            usize::from(self.count) - 1
        } else {
            let sizes = self.carriers.map(|known| known.count());
            let (largest, size) = sizes.into_iter().enumerate().max_by_key(|(_, size)| *size).expect("MAX > 0");
            if size <= carrier.count() {
                return false;
            }
            largest
        };
        (self.carriers[at], self.keys[at]) = (*carrier, key);
        true
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Full,
    Semi,
}

/// A connection in the queue. What follows from it has not been worked out yet.
#[derive(Clone, Copy)]
struct Connection<const N: usize> {
    kind: Kind,
    solid: u16,
    end: u16,
    key: u16,
    carrier: Carrier<N>,
}

/// The virtual connections of one side, between its solids, and from them to empty cells.
pub(super) struct Connections<const N: usize> {
    size: usize,
    cells: usize,
    /// Number of solids.
    solids: usize,
    /// For each cell with a stone of the side, the number of its solid plus one; 0 for all other cells.
    solid_of: Vec<u8>,
    empty: Carrier<N>,
    /// The connections of each [`pair`](Self::pair) of a solid and an end. The end is a cell, or the number of cells
    /// plus a solid.
    fulls: Vec<Carriers<N, FULLS>>,
    semis: Vec<Carriers<N, SEMIS>>,
    queue: VecDeque<Connection<N>>,
    /// Steps of the last search.
    steps: u32,
    pub(super) found: Found<N>,
}

/// The connections of a side's edges.
#[derive(Clone, Copy)]
pub(super) struct Found<const N: usize> {
    /// The carrier of a full connection: the side wins, whoever is to move.
    pub(super) full: Option<Carrier<N>>,
    /// The smallest semi connection, with its key: the side wins if it is to move.
    pub(super) semi: Option<(Carrier<N>, usize)>,
    /// The opponent's must-play region, if there are semi connections.
    pub(super) must_play: Option<MustPlay<N>>,
}

impl<const N: usize> Found<N> {
    pub(super) const NOTHING: Self = Self { full: None, semi: None, must_play: None };

    pub(super) fn add_semi(&mut self, carrier: &Carrier<N>, key: u16) {
        let known = self.must_play.map(|known| known.cells);
        let cells = known.map_or(*carrier, |known| known.and(carrier));
        if known != Some(cells) {
            let union = self.must_play.map_or(*carrier, |known| known.union.or(carrier));
            self.must_play = Some(MustPlay { cells, union });
        }
        if self.semi.is_none_or(|(known, _)| carrier.count() < known.count()) {
            self.semi = Some((*carrier, usize::from(key)));
        }
    }
}

/// The must-play region (Hayward, Björnsson, Johanson, Kan, Po and van Rijswijck 2003): the cells that all semi
/// connections of the edges have in common. If the opponent plays anywhere else, at least one of these connections
/// survives, and the opponent loses.
#[derive(Clone, Copy)]
pub(super) struct MustPlay<const N: usize> {
    pub(super) cells: Carrier<N>,
    /// All cells of the carriers that narrowed `cells`.
    pub(super) union: Carrier<N>,
}

impl<const N: usize> Connections<N> {
    /// Steps that take about as long as a node of the search. A step takes longer on a large board.
    const STEPS_PER_NODE: u32 = if N > 2 { 512 / N as u32 } else { 256 };

    pub(super) fn new(size: usize) -> Self {
        let cells = size * size;
        Self {
            size,
            cells,
            solids: EDGES,
            solid_of: vec![0; cells],
            empty: Carrier::NONE,
            fulls: Vec::new(),
            semis: Vec::new(),
            queue: VecDeque::with_capacity(1 << 12),
            steps: 0,
            found: Found::NOTHING,
        }
    }

    #[inline(always)]
    fn pair(&self, solid: usize, end: usize) -> usize {
        solid * (self.cells + SOLIDS) + end
    }

    /// Finds the connections of a side with these stones. `joins_rows` says whether the side's edges are the first and
    /// the last row. The search ends when it finds a full connection of the edges or, if the side is to move, a semi
    /// connection. It calls `visit` about as often as the game's search would visit nodes in the same time.
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
        self.fulls.iter_mut().for_each(|carriers| carriers.count = 0);
        self.semis.iter_mut().for_each(|carriers| carriers.count = 0);
        self.queue.clear();
        (self.steps, self.found) = (0, Found::NOTHING);
        self.empty = *empty;
        self.group(links, joins_rows, own);
        let mut visited = 0;
        while let Some(connection) = self.queue.pop_front() {
            let is_won = self.found.full.is_some() || to_move && self.found.semi.is_some();
            if is_won || self.steps > STEPS_MAX {
                break;
            }
            match connection.kind {
                Kind::Full => self.use_full(links, &connection),
                Kind::Semi => self.use_semi(&connection),
            }
            while visited + Self::STEPS_PER_NODE < self.steps {
                visited += Self::STEPS_PER_NODE;
                visit()?;
            }
        }
        visit()
    }

    /// Numbers the solids, and connects each with the empty cells around it.
    fn group(&mut self, links: &Links, joins_rows: bool, own: &Carrier<N>) {
        self.solid_of.fill(0);
        self.solids = EDGES;
        self.make_room();
        for edge in 0..EDGES {
            let line = edge * (self.size - 1);
            for along in 0..self.size {
                let cell = if joins_rows { line * self.size + along } else { along * self.size + line };
                if self.empty.has(cell) {
                    self.add_full(edge, cell, &Carrier::NONE);
                } else if own.has(cell) {
                    self.flood(links, edge, cell, own);
                    if usize::from(self.solid_of[cell]) != edge + 1 {
                        self.found.full = Some(Carrier::NONE); // Stones of filled cells join the edges.
                    }
                }
            }
        }
        for cell in own.members() {
            if self.solid_of[cell] == 0 && self.solids < SOLIDS {
                self.solids += 1;
                self.make_room();
                self.flood(links, self.solids - 1, cell, own);
            }
        }
    }

    /// Makes room for the pairs of all solids. The room is kept, so few positions of a search allocate memory.
    fn make_room(&mut self) {
        let pairs = self.pair(self.solids, 0);
        if self.fulls.len() < pairs {
            self.fulls.resize(pairs, Carriers::NONE);
            self.semis.resize(pairs, Carriers::NONE);
        }
    }

    /// Adds a stone and all stones connected to it to a solid.
    fn flood(&mut self, links: &Links, solid: usize, from: usize, own: &Carrier<N>) {
        if self.solid_of[from] != 0 {
            return;
        }
        let mut stack = [0_u16; 64 * 6];
        let mut height = 1;
        stack[0] = from as u16;
        self.solid_of[from] = solid as u8 + 1;
        while height > 0 {
            height -= 1;
            for near in links.neighbours(usize::from(stack[height])) {
                let near = usize::from(*near);
                if self.empty.has(near) {
                    self.add_full(solid, near, &Carrier::NONE);
                } else if own.has(near) && self.solid_of[near] == 0 {
                    self.solid_of[near] = solid as u8 + 1;
                    stack[height] = near as u16;
                    height += 1;
                }
            }
        }
    }

    fn add_full(&mut self, solid: usize, end: usize, carrier: &Carrier<N>) {
        self.steps += 1;
        let pair = self.pair(solid, end);
        if !self.fulls[pair].insert(carrier, 0) {
            return;
        }
        if end >= self.cells {
            let other = end - self.cells;
            let twin = self.pair(other, self.cells + solid);
            self.fulls[twin] = self.fulls[pair];
            if solid < EDGES && other < EDGES {
                self.found.full = Some(*carrier);
            }
        }
        let (solid, end) = (solid as u16, end as u16);
        self.queue.push_back(Connection { kind: Kind::Full, solid, end, key: 0, carrier: *carrier });
    }

    fn add_semi(&mut self, solid: usize, end: usize, carrier: &Carrier<N>, key: u16) {
        self.steps += 1;
        let pair = self.pair(solid, end);
        let joins_edges = solid < EDGES && end >= self.cells && end < self.cells + EDGES;
        if joins_edges {
            self.found.add_semi(carrier, key);
        }
        if self.fulls[pair].cover(carrier) || !self.semis[pair].insert(carrier, key) {
            return;
        }
        if end >= self.cells {
            let twin = self.pair(end - self.cells, self.cells + solid);
            self.semis[twin] = self.semis[pair];
        }
        let (solid, end) = (solid as u16, end as u16);
        self.queue.push_back(Connection { kind: Kind::Semi, solid, end, key, carrier: *carrier });
    }

    /// The and-rule for a full connection.
    fn use_full(&mut self, links: &Links, connection: &Connection<N>) {
        let Connection { solid, end, carrier, .. } = *connection;
        let (solid, end) = (usize::from(solid), usize::from(end));
        if !self.fulls[self.pair(solid, end)].all().contains(&carrier) {
            return; // A smaller one took its place.
        }
        if end >= self.cells {
            self.extend(solid, end - self.cells, connection);
            self.extend(end - self.cells, solid, connection);
            return;
        }
        let mut with_end = carrier;
        with_end.insert(end);
        let is_free = |cell: u16| self.empty.has(usize::from(cell)) && !carrier.has(usize::from(cell));
        let mut over = [(0, Carrier::NONE); 12];
        let mut count = 0;
        for near in links.neighbours(end).iter().filter(|near| is_free(**near)) {
            over[count] = (usize::from(*near), with_end);
            count += 1;
        }
        for [far, one, other] in links.bridges(end).iter().filter(|bridge| bridge.iter().all(|cell| is_free(*cell))) {
            let mut bridged = with_end;
            bridged.insert(usize::from(*one));
            bridged.insert(usize::from(*other));
            over[count] = (usize::from(*far), bridged);
            count += 1;
        }
        for (to, carrier) in &over[..count] {
            self.add_semi(solid, *to, carrier, end as u16);
        }
        for other in (0..self.solids).filter(|other| *other != solid) {
            if self.fulls[self.pair(other, end)].count > 0 {
                let fulls = self.fulls[self.pair(other, end)];
                for known in fulls.all().iter().filter(|known| !known.meets(&carrier)) {
                    self.add_semi(solid, self.cells + other, &with_end.or(known), end as u16);
                }
            }
        }
        if solid >= EDGES {
            self.extend_to_cell(solid, end, connection);
        }
    }

    /// The and-rule over a group: extends connections between other solids and the group to a cell, by this connection.
    fn extend_to_cell(&mut self, middle: usize, end: usize, connection: &Connection<N>) {
        for from in (0..self.solids).filter(|from| *from != middle) {
            self.join(from, end, self.pair(middle, self.cells + from), connection);
        }
    }

    /// The and-rule over a group: extends this connection to the group by the group's own connections.
    fn extend(&mut self, from: usize, middle: usize, connection: &Connection<N>) {
        if middle < EDGES {
            return;
        }
        for end in 0..self.cells + self.solids {
            let is_in_carrier = end < self.cells && connection.carrier.has(end);
            if end != self.cells + from && !is_in_carrier {
                self.join(from, end, self.pair(middle, end), connection);
            }
        }
    }

    /// Applies the and-rule to a connection and each known connection of a pair that shares an end with it. Together
    /// they connect `from` and `end`, if `end` lies outside both carriers.
    #[inline(always)]
    fn join(&mut self, from: usize, end: usize, pair: usize, connection: &Connection<N>) {
        let (carrier, cells) = (connection.carrier, self.cells);
        let clashes = |known: &Carrier<N>| known.meets(&carrier) || end < cells && known.has(end);
        if self.fulls[pair].count > 0 {
            let fulls = self.fulls[pair];
            for known in fulls.all().iter().filter(|known| !clashes(known)) {
                match connection.kind {
                    Kind::Full => self.add_full(from, end, &known.or(&carrier)),
                    Kind::Semi => self.add_semi(from, end, &known.or(&carrier), connection.key),
                }
            }
        }
        if connection.kind == Kind::Full && self.semis[pair].count > 0 {
            let semis = self.semis[pair];
            for (known, key) in semis.all().iter().zip(semis.keys).filter(|(known, _)| !clashes(known)) {
                self.add_semi(from, end, &known.or(&carrier), key);
            }
        }
    }

    /// The or-rule for a semi connection, and the and-rule over groups.
    fn use_semi(&mut self, connection: &Connection<N>) {
        let Connection { solid, end, carrier, .. } = *connection;
        let (solid, end) = (usize::from(solid), usize::from(end));
        let pair = self.pair(solid, end);
        let semis = &self.semis[pair];
        if !semis.all().contains(&carrier) || self.fulls[pair].cover(&carrier) {
            return;
        }
        if semis.all().iter().fold(carrier, |common, known| common.and(known)).is_empty() {
            let semis = *semis;
            self.unite(solid, end, semis.all(), [carrier; 2], OR_OPERANDS - 1);
        }
        if end >= self.cells {
            self.extend(solid, end - self.cells, connection);
            self.extend(end - self.cells, solid, connection);
        } else if solid >= EDGES {
            self.extend_to_cell(solid, end, connection);
        }
    }

    /// The or-rule: combines the operands chosen so far with at most `operands` of `others`. `so_far` has the
    /// intersection and the union of their carriers.
    fn unite(&mut self, solid: usize, end: usize, others: &[Carrier<N>], so_far: [Carrier<N>; 2], operands: usize) {
        let [common, all] = so_far;
        for (index, other) in others.iter().enumerate() {
            self.steps += 1;
            let both = common.and(other);
            if both == common {
                continue;
            }
            let union = all.or(other);
            if both.is_empty() {
                self.add_full(solid, end, &union);
            } else if operands > 1 {
                self.unite(solid, end, &others[index + 1..], [both, union], operands - 1);
            }
        }
    }
}

/// A connection that was found, for tests: its ends, as sets of cells, and the first cell to play if it is a semi
/// connection.
#[cfg(test)]
pub(super) struct Claim<const N: usize> {
    pub(super) ends: [Carrier<N>; 2],
    pub(super) key: Option<usize>,
    pub(super) carrier: Carrier<N>,
}

#[cfg(test)]
impl<const N: usize> Connections<N> {
    /// All connections that were found.
    pub(super) fn claims(&self, joins_rows: bool) -> Vec<Claim<N>> {
        let edge = |edge: usize| {
            let line = edge * (self.size - 1);
            let cell = |along: usize| if joins_rows { line * self.size + along } else { along * self.size + line };
            (0..self.size).map(cell).collect()
        };
        let stones =
            |solid| (0..self.cells).filter(move |cell| usize::from(self.solid_of[*cell]) == solid + 1).collect();
        let solid = |solid| if solid < EDGES { edge(solid) } else { stones(solid) };
        let mut claims = Vec::new();
        for from in 0..self.solids {
            for end in 0..self.cells + self.solids {
                let to = if end < self.cells { [end].into_iter().collect() } else { solid(end - self.cells) };
                let ends = [solid(from), to];
                let (fulls, semis) = (&self.fulls[self.pair(from, end)], &self.semis[self.pair(from, end)]);
                let mut add = |key, carrier: &Carrier<N>| claims.push(Claim { ends, key, carrier: *carrier });
                fulls.all().iter().for_each(|carrier| add(None, carrier));
                semis.all().iter().zip(semis.keys).for_each(|(carrier, key)| add(Some(key.into()), carrier));
            }
        }
        claims
    }
}
