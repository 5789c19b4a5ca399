//! The judgement of a position by virtual connections: who has won, and where the side to move has to play.

use super::board::Hex;
use super::carriers::Carrier;
use super::cells::Cells;
use super::hsearch::{Connections, MustPlay};
use super::links::Links;
use super::moves::Move;
use plyd_search::StoppedBy;
use plyd_search::hooks::{Candidates, Judge, Judgement};
use plyd_search::position::Side;

/// Positions whose judgement is remembered.
const ENTRIES: usize = 1 << 12;
/// Steps of a search for connections that take about as long as a node of the search.
const STEPS_PER_NODE: u32 = 256;

/// A judgement, and moves with what is known of the others.
type Judged<const N: usize> = (Judgement, Option<(Carrier<N>, Candidates)>);

/// A remembered judgement.
#[derive(Clone, Copy)]
struct Entry<const N: usize> {
    key: u64,
    judged: Judged<N>,
}

/// What judging a position needs; allocated once for a search.
struct Analyst<const N: usize> {
    links: Links,
    /// For each side.
    connections: [Connections<N>; 2],
    /// By key; there are none before the first judgement, because short searches do without.
    entries: Vec<Option<Entry<N>>>,
}

impl Hex {
    /// A judge of positions on this board.
    pub(super) fn judge_of_board(&self) -> Box<dyn Judge<Self>> {
        let size = self.size.into();
        match self.size {
            ..=8 => Box::new(Analyst::<1>::new(size)),
            9..=11 => Box::new(Analyst::<2>::new(size)),
            12..=16 => Box::new(Analyst::<4>::new(size)),
            17.. => Box::new(Analyst::<6>::new(size)),
        }
    }

    pub(super) fn carrier<const N: usize>(&self, cells: &Cells) -> Carrier<N> {
        cells.members().map(|cell| self.mv(cell).slot()).collect()
    }
}

impl<const N: usize> Analyst<N> {
    fn new(size: usize) -> Self {
        let connections = [0, 1].map(|_| Connections::new(size));
        Self { links: Links::of(size), connections, entries: Vec::new() }
    }

    /// What is remembered of a position.
    fn known(&self, key: u64) -> Option<Judged<N>> {
        let entry = (*self.entries.get(key as usize % ENTRIES)?)?;
        (entry.key == key).then_some(entry.judged)
    }

    /// Finds the connections of a side, and counts them as nodes.
    fn connect(
        &mut self,
        position: &Hex,
        side: Side,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<&Connections<N>, StoppedBy> {
        let empty = position.carrier(&position.free());
        let own = position.carrier(&position.stones[side.index()]);
        let connections = &mut self.connections[side.index()];
        connections.search(&self.links, side == Side::First, &own, &empty, side == position.side);
        (0..=connections.steps / STEPS_PER_NODE).try_for_each(|_| visit())?;
        Ok(connections)
    }

    /// The judgement of a position that is not remembered.
    fn look(
        &mut self,
        position: &Hex,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<Judged<N>, StoppedBy> {
        let own = self.connect(position, position.side, visit)?;
        if let Some((carrier, cell)) = own.semi {
            let moves = Some(([cell].into_iter().collect(), Candidates::Partial));
            return Ok((Judgement::Win(plies_to_win(carrier.count())), moves));
        }
        if let Some(carrier) = own.full {
            return Ok((Judgement::Win(plies_to_win(carrier.count())), None));
        }
        let other = self.connect(position, position.side.other(), visit)?;
        if let Some(carrier) = other.full {
            // As in `plies_to_win`, but the loser has the first move.
            return Ok((Judgement::Loss(carrier.count() / 2 * 2), None));
        }
        Ok(match other.must_play {
            Some(MustPlay { cells, largest }) if cells.is_empty() => (Judgement::Loss(plies_to_lose(largest)), None),
            Some(MustPlay { cells, largest }) => {
                (Judgement::Open, Some((cells, Candidates::Forced(plies_to_lose(largest)))))
            }
            None => (Judgement::Open, None),
        })
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

impl<const N: usize> Judge<Hex> for Analyst<N> {
    fn judge(
        &mut self,
        position: &Hex,
        may_look: bool,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<Judgement, StoppedBy> {
        let key = position.keys()[0];
        if let Some((judgement, _)) = self.known(key) {
            return Ok(judgement);
        }
        if !may_look || position.swap_ahead() {
            return Ok(Judgement::Open);
        }
        let judged = self.look(position, visit)?;
        if self.entries.is_empty() {
            self.entries.resize(ENTRIES, None);
        }
        self.entries[key as usize % ENTRIES] = Some(Entry { key, judged });
        Ok(judged.0)
    }

    fn candidates(&self, position: &Hex, moves: &mut Vec<Move>) -> Option<Candidates> {
        let (cells, candidates) = self.known(position.keys()[0])?.1?;
        let first = moves.len();
        moves.extend(cells.members().map(|cell| Move(cell as u16)));
        position.sort(&mut moves[first..]);
        Some(candidates)
    }
}
