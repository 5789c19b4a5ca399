//! The judgement of a position by virtual connections: who has won, where to play, and the value of all else.

use super::board::Hex;
use super::carriers::Carrier;
use super::cells::Cells;
use super::hsearch::{Connections, MustPlay};
use super::links::Links;
use super::moves::Move;
use super::resistance::Circuit;
use plyd_search::hooks::{Candidates, Judge, Judgement};
use plyd_search::position::Side;
use plyd_search::{Score, StoppedBy};

/// For each doubling of a side's conductance against the other's.
const DOUBLING: i32 = 300;
/// The right to move.
const TEMPO: i32 = 150;

/// Candidates where no move is forced, and the most that are remembered. Boards of so few cells are searched with all
/// moves, so that losses are proven too.
const CANDIDATES: usize = 12;
const REMEMBERED: usize = 49;
/// Positions whose judgement is remembered, at most. The next iteration of a search meets most of them again.
const ENTRIES_MAX: u64 = 1 << 15;
/// Steps of a search for connections that take about as long as a node of the search, and nodes for the rest.
const STEPS_PER_NODE: u32 = 128;
const NODES_FOR_CIRCUITS: u32 = 40;

/// A remembered judgement.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    judgement: Judgement,
    candidates: Candidates,
    count: u8,
    moves: [u16; REMEMBERED],
}

impl Entry {
    const NONE: Self = Self {
        key: 0,
        judgement: Judgement::Value(Score::ZERO),
        candidates: Candidates::Partial,
        count: 0,
        moves: [0; REMEMBERED],
    };
}

/// What judging a position needs; allocated once for a search.
struct Analyst<const N: usize> {
    links: Links,
    /// For each side.
    connections: [Connections<N>; 2],
    circuits: [Circuit<N>; 2],
    entries: Vec<Entry>,
}

impl Hex {
    /// A judge of positions on this board, for a search of at most this many nodes.
    pub(super) fn judge_of_board(&self, nodes: u64) -> Box<dyn Judge<Self>> {
        let size = self.size.into();
        match self.size {
            ..=8 => Box::new(Analyst::<1>::new(size, nodes)),
            9..=11 => Box::new(Analyst::<2>::new(size, nodes)),
            12..=16 => Box::new(Analyst::<4>::new(size, nodes)),
            17.. => Box::new(Analyst::<6>::new(size, nodes)),
        }
    }

    /// The fewest nodes of a search in which judging the first replies pays. With fewer, a search sees more without.
    pub(super) fn nodes_to_judge(&self) -> u64 {
        40 * u64::from(self.size) * u64::from(self.size)
    }

    pub(super) fn carrier<const N: usize>(&self, cells: &Cells) -> Carrier<N> {
        cells.members().map(|cell| self.mv(cell).slot()).collect()
    }
}

impl<const N: usize> Analyst<N> {
    fn new(size: usize, nodes: u64) -> Self {
        let judgements = nodes / u64::from(NODES_FOR_CIRCUITS);
        let entries = judgements.clamp(1, ENTRIES_MAX).next_power_of_two();
        Self {
            links: Links::of(size),
            connections: [0, 1].map(|_| Connections::new(size)),
            circuits: [0, 1].map(|_| Circuit::new(size)),
            entries: vec![Entry::NONE; entries as usize],
        }
    }

    fn entry(&mut self, key: u64) -> &mut Entry {
        let index = key as usize & (self.entries.len() - 1);
        &mut self.entries[index]
    }

    /// Finds the connections of a side, and counts them as nodes.
    fn connect(
        &mut self,
        position: &Hex,
        side: Side,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<(), StoppedBy> {
        let empty = position.carrier(&position.free());
        let own = position.carrier(&position.stones[side.index()]);
        let connections = &mut self.connections[side.index()];
        connections.search(&self.links, side == Side::First, &own, &empty, side == position.side);
        (0..=connections.steps / STEPS_PER_NODE).try_for_each(|_| visit())
    }

    /// The judgement of a position that is not remembered.
    fn look(
        &mut self,
        position: &Hex,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<Entry, StoppedBy> {
        let (own, other) = (position.side, position.side.other());
        let entry = Entry { key: position.keys()[0], ..Entry::NONE };
        let empty = position.carrier(&position.free());
        self.connect(position, own, visit)?;
        if let Some((carrier, key)) = self.connections[own.index()].semi {
            return Ok(Entry::won(entry, &carrier, key));
        }
        if let Some(carrier) = self.connections[own.index()].full {
            let key = carrier.members().next().unwrap_or(0);
            return Ok(Entry::won(entry, &carrier, key));
        }
        self.connect(position, other, visit)?;
        if let Some(carrier) = self.connections[other.index()].full {
            // As in `plies_to_win`, but the loser has the first move.
            let judgement = Judgement::Loss(carrier.count() / 2 * 2);
            return Ok(Entry { judgement, ..entry }.listing(carrier.members(), Candidates::Complete));
        }
        let must_play = self.connections[other.index()].must_play;
        let forced = must_play.map(|region| Candidates::Forced(plies_to_lose(region.largest)));
        if let Some(MustPlay { cells, largest }) = must_play
            && cells.is_empty()
        {
            let judgement = Judgement::Loss(plies_to_lose(largest));
            return Ok(Entry { judgement, ..entry }.listing(empty.members(), Candidates::Complete));
        }
        (0..NODES_FOR_CIRCUITS).try_for_each(|_| visit())?;
        for side in [own, other].map(Side::index) {
            self.circuits[side].solve(&self.links, &self.connections[side], &empty);
        }
        let [mine, theirs] = [own, other].map(|side| &self.circuits[side.index()]);
        let value = TEMPO + DOUBLING * (mine.log2() - theirs.log2()) / 256;
        let entry = Entry { judgement: Judgement::Value(Score::heuristic(value)), ..entry };
        // The first-order effect of a stone on both conductances.
        let effect = |cell: usize| {
            let [mine, theirs] = [mine, theirs].map(|it| it.flow[cell] * it.flow[cell] * it.conductance);
            mine + theirs
        };
        let cells = must_play.map_or(empty, |region| region.cells);
        let mut ranked = [(0.0_f32, 0_u16); Move::SLOTS];
        let mut count = 0;
        for cell in cells.members() {
            ranked[count] = (effect(cell), cell as u16);
            count += 1;
        }
        let ranked = &mut ranked[..count];
        ranked.sort_unstable_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let is_complete = must_play.is_some() || self.links.cells() <= REMEMBERED;
        let most = if is_complete { REMEMBERED } else { CANDIDATES };
        let candidates = if count <= most { forced.unwrap_or(Candidates::Complete) } else { Candidates::Partial };
        Ok(entry.listing(ranked.iter().take(most).map(|(_, cell)| usize::from(*cell)), candidates))
    }
}

/// The most plies of a win by a semi connection whose carrier has this size, by the side to move.
///
/// The winner needs at most every second cell of the carrier. Where the opponent plays elsewhere, the winner goes on as if
/// the opponent had taken some open cell of the carrier; if the opponent later does take it, as if it were another one.
const fn plies_to_win(size: u32) -> u32 {
    size.div_ceil(2) * 2 - 1
}

/// The most plies after which the side to move loses if its move leaves the opponent's semi connection of this size.
const fn plies_to_lose(size: u32) -> u32 {
    1 + plies_to_win(size)
}

impl Entry {
    /// A win by a semi connection with this key.
    fn won<const N: usize>(self, carrier: &Carrier<N>, key: usize) -> Self {
        let judgement = Judgement::Win(plies_to_win(carrier.count()));
        Self { judgement, ..self }.listing([key], Candidates::Partial)
    }

    fn listing(mut self, cells: impl IntoIterator<Item = usize>, candidates: Candidates) -> Self {
        for (listed, cell) in self.moves.iter_mut().zip(cells) {
            *listed = cell as u16;
            self.count += 1;
        }
        Self { candidates, ..self }
    }
}

impl<const N: usize> Judge<Hex> for Analyst<N> {
    fn judge(
        &mut self,
        position: &Hex,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<Option<Judgement>, StoppedBy> {
        if position.swap_ahead() {
            return Ok(None);
        }
        let key = position.keys()[0];
        if self.entry(key).key != key {
            *self.entry(key) = self.look(position, visit)?;
        }
        Ok(Some(self.entry(key).judgement))
    }

    fn candidates(&mut self, position: &Hex, moves: &mut Vec<Move>) -> Option<Candidates> {
        let key = position.keys()[0];
        let entry = self.entry(key);
        if position.swap_ahead() || entry.key != key || entry.count == 0 {
            return None;
        }
        moves.extend(entry.moves[..usize::from(entry.count)].iter().map(|cell| Move(*cell)));
        Some(entry.candidates)
    }
}
