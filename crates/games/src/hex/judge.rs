//! The judgement of a position by virtual connections: who has won, and where the side to move has to play.

use super::analyst::Analyst;
use super::board::Hex;
use super::entries::Entry;
use super::moves::Move;
use super::proof::Budget;
use plyd_search::StoppedBy;
use plyd_search::hooks::{Candidates, Judge, Judgement};
use plyd_search::position::Position;

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
        position.list_cells(&cells, moves);
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
        match judgement {
            Judgement::Open => None,
            Judgement::Win(_) => {
                // The judgement ends with the first connection that is found, but the shortest one wins sooner.
                let filled = self.surroundings.fill_position(position);
                let shortest = self.connect(&filled, position.side, false, visit).ok()?.semi;
                let known = entry.cell.map(Move).or_else(|| self.hardest_move(position, &entry));
                shortest.map(|(_, cell)| Move(cell as u16)).or(known)
            }
            Judgement::Loss(_) => self.hardest_move(position, &entry),
        }
    }

    /// The best of the moves in the carrier that took most work to refute.
    fn hardest_move(&self, position: &Hex, entry: &Entry<N>) -> Option<Move> {
        let mut moves = Vec::new();
        position.list_cells(&entry.carrier, &mut moves);
        let work = |mv: &Move| self.entries.get(position.key_after(*mv)).map_or(0, |child| child.work);
        // Of equals, `max_by_key` takes the last.
        moves.into_iter().rev().max_by_key(work)
    }
}
