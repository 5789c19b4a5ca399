//! The prover of Hex: by virtual connections it shows who wins a position, or which moves the side to move has to
//! choose from.

use super::analyst::Analyst;
use super::board::Hex;
use super::entries::Entry;
use super::hsearch::Look;
use super::moves::Move;
use super::proof::Budget;
use plyd_search::StoppedBy;
use plyd_search::hooks::{Candidates, ProofResult, Prover};
use plyd_search::position::Position;

impl Hex {
    /// A prover for positions on a board of this size.
    pub(super) fn prover_of_board(&self) -> Box<dyn Prover<Self>> {
        let size = self.size.into();
        match self.size {
            ..=8 => Box::new(Analyst::<1>::new(size)),
            9..=11 => Box::new(Analyst::<2>::new(size)),
            12..=16 => Box::new(Analyst::<4>::new(size)),
            17.. => Box::new(Analyst::<6>::new(size)),
        }
    }
}

impl<const N: usize> Prover<Hex> for Analyst<N> {
    fn knows_game_of(&self, root: &Hex) -> bool {
        self.size == usize::from(root.size)
    }

    fn rest(&mut self) {
        self.thorough = None;
        self.moves.clear();
        self.numbers.clear();
    }

    fn examine(
        &mut self,
        position: &Hex,
        may_look: bool,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<ProofResult, StoppedBy> {
        if let Some(entry) = self.entries.get(position.keys()[0]) {
            return Ok(entry.result());
        }
        if !may_look || position.swap_ahead() {
            return Ok(ProofResult::Open);
        }
        let entry = self.look(position, Look::Quick, visit)?;
        self.entries.store(entry);
        Ok(entry.result())
    }

    fn candidates(&self, position: &Hex, moves: &mut Vec<Move>) -> Option<Candidates> {
        let (cells, candidates) = self.entries.get(position.keys()[0])?.candidates(position.most_plies_left())?;
        position.list_cells(&cells, moves);
        Some(candidates)
    }

    fn prove(
        &mut self,
        position: &Hex,
        nodes: u64,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<ProofResult, StoppedBy> {
        if position.swap_ahead() {
            return Ok(ProofResult::Open);
        }
        self.prove_within(position, &mut Budget { nodes, visit })
    }

    fn judge(
        &mut self,
        position: &Hex,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<ProofResult, StoppedBy> {
        if position.swap_ahead() {
            return Ok(ProofResult::Open);
        }
        self.judged(position, visit)
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
    /// The next move of the line that shows how the winner wins: the winner's move, or the reply that took the most
    /// work to refute. `None` at the end of the game, or if the prover cannot show more.
    fn shown_move(&mut self, position: &Hex, visit: &mut dyn FnMut() -> Result<(), StoppedBy>) -> Option<Move> {
        if position.is_final() {
            return None;
        }
        let result = self.examine(position, true, visit).ok()?;
        let entry = *self.entries.get(position.keys()[0])?;
        match result {
            ProofResult::Open => None,
            ProofResult::Win(_) => {
                // A look ends with the first connection that it finds, but the shortest connection wins sooner.
                let filled = self.surroundings.fill_position(position);
                let shortest = self.connect(&filled, position.side, false, Look::Quick, visit).ok()?.semi;
                let known = entry.cell.map(Move).or_else(|| self.hardest_move(position, &entry));
                shortest.map(|(_, cell)| Move(cell as u16)).or(known)
            }
            ProofResult::Loss(_) => self.hardest_move(position, &entry),
        }
    }

    /// The move in the carrier that took the most work to refute. If several are equal, the first in the order of
    /// moves.
    fn hardest_move(&self, position: &Hex, entry: &Entry<N>) -> Option<Move> {
        let mut moves = Vec::new();
        position.list_cells(&entry.carrier, &mut moves);
        let work = |mv: &Move| self.entries.get(position.key_after(*mv)).map_or(0, |child| child.work);
        // Of equals, `max_by_key` takes the last.
        moves.into_iter().rev().max_by_key(work)
    }
}
