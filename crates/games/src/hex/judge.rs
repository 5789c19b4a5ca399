//! The judgement of a position by virtual connections: who has won, and where the side to move has to play.

use super::board::Hex;
use super::carriers::Carrier;
use super::cells::Cells;
use super::hsearch::{Connections, MustPlay};
use super::inferior::{Filled, Surroundings};
use super::links::Links;
use super::moves::Move;
use super::proof::{Budget, Entries, Entry};
use plyd_search::StoppedBy;
use plyd_search::hooks::{Candidates, Judge, Judgement};
use plyd_search::position::{Position, Side};

/// What judging a position needs; allocated once for a search.
pub(super) struct Analyst<const N: usize> {
    links: Links,
    surroundings: Surroundings<N>,
    /// For each side.
    connections: [Connections<N>; 2],
    pub(super) entries: Entries<N>,
    /// The moves of the nodes from the root of a proof to the present one.
    pub(super) moves: Vec<Move>,
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
    pub(super) fn new(size: usize) -> Self {
        let connections = [0, 1].map(|_| Connections::new(size));
        let (links, surroundings) = (Links::of(size), Surroundings::of(size));
        Self { links, surroundings, connections, entries: Entries::default(), moves: Vec::new() }
    }

    /// Finds the connections of a side, and counts them as nodes.
    fn connect(
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

    /// What the connections of both sides say of a position.
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

/// The most plies of a win by a semi connection whose carrier has this size, by the side to move.
///
/// The winner needs at most every second cell of the carrier. Where the opponent plays elsewhere, the winner goes on as if
/// the opponent had taken some open cell of the carrier; if the opponent later does take it, as if it were another one.
pub(super) const fn plies_to_win(size: u32) -> u32 {
    (size.div_ceil(2) * 2).saturating_sub(1)
}

impl<const N: usize> Judge<Hex> for Analyst<N> {
    fn judge(
        &mut self,
        position: &Hex,
        may_look: bool,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<Judgement, StoppedBy> {
        if let Some(entry) = self.entries.get(position.keys()[0]) {
            return Ok(entry.judgement());
        }
        if !may_look || position.swap_ahead() {
            return Ok(Judgement::Open);
        }
        let entry = self.look(position, visit)?;
        self.entries.store(entry);
        Ok(entry.judgement())
    }

    fn candidates(&self, position: &Hex, moves: &mut Vec<Move>) -> Option<Candidates> {
        let (cells, candidates) = self.entries.get(position.keys()[0])?.candidates(position.most_plies_left())?;
        let first = moves.len();
        moves.extend(cells.members().map(|cell| Move(cell as u16)));
        position.sort(&mut moves[first..]);
        Some(candidates)
    }

    fn prove(
        &mut self,
        position: &Hex,
        nodes: u64,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<Judgement, StoppedBy> {
        if position.swap_ahead() {
            return Ok(Judgement::Open);
        }
        self.moves.clear();
        self.prove_within(position, &mut Budget { nodes, visit })
    }

    fn line(&mut self, position: &Hex, visit: &mut dyn FnMut() -> Result<(), StoppedBy>) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = position.clone();
        while let Some(mv) = self.shown_move(&position, visit) {
            position.play_unchecked(mv);
            line.push(mv);
        }
        line
    }
}

impl<const N: usize> Analyst<N> {
    /// A move of a position whose winner is known, as far as it can be shown: the winner's, or the reply that was hardest
    /// to refute.
    fn shown_move(&mut self, position: &Hex, visit: &mut dyn FnMut() -> Result<(), StoppedBy>) -> Option<Move> {
        if position.is_final() {
            return None;
        }
        let judgement = self.judge(position, true, visit).ok()?;
        let entry = *self.entries.get(position.keys()[0])?;
        let by_connection = match judgement {
            Judgement::Win(_) => {
                // The judgement ends with the first connection that is found, but the shortest one wins sooner.
                let filled = self.surroundings.fill_position(position);
                self.connect(&filled, position.side, false, visit).ok()?.semi
            }
            _ => None,
        };
        match judgement {
            Judgement::Open => None,
            Judgement::Win(_) if by_connection.is_some() => by_connection.map(|(_, cell)| Move(cell as u16)),
            Judgement::Win(_) if entry.cell.is_some() => entry.cell.map(Move),
            _ => {
                let mut moves: Vec<Move> = entry.carrier.members().map(|cell| Move(cell as u16)).collect();
                position.sort(&mut moves);
                // The first of those that took most work to refute.
                let work = |mv: &Move| self.entries.get(position.key_after(*mv)).map_or(0, |child| child.work);
                moves.into_iter().rev().max_by_key(work)
            }
        }
    }
}
