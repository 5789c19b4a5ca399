//! Proofs of who wins, by depth-first proof-number search (Nagai 2002) over virtual connections.
//!
//! A node is solved by the connections of either side, or by its children. If a move loses, every move outside of the
//! carrier of its refutation loses too, because the opponent wins in the same way. So each refuted move shrinks the
//! must-play region (Hayward, Björnsson, Johanson, Kan, Po and van Rijswijck 2003).

use super::analyst::Analyst;
use super::board::Hex;
use super::entries::{Entry, plies_to_win, width};
use super::hsearch::Look;
use crate::proof_number::{Next, Numbers, OpenChildren};
use plyd_search::StoppedBy;
use plyd_search::hooks::ProofResult;
use plyd_search::position::Position;

/// A position is looked at thoroughly once this many nodes were searched below it. A thorough look takes hundreds to
/// thousands, so it pays where a quick one didn't suffice.
const THOROUGH_WORK: u32 = 2_000;

/// The nodes that a proof may still visit.
pub(super) struct Budget<'a> {
    pub(super) nodes: u64,
    pub(super) visit: &'a mut dyn FnMut() -> Result<(), StoppedBy>,
}

/// Why a proof is unfinished: it has spent its own nodes, or the search has reached a limit.
pub(super) enum Ended {
    Spent,
    Stopped(StoppedBy),
}

impl Budget<'_> {
    fn count(&mut self) -> Result<(), StoppedBy> {
        self.nodes = self.nodes.saturating_sub(1);
        (self.visit)()
    }
}

impl<const N: usize> Analyst<N> {
    /// Continues the proof of a position.
    pub(super) fn prove_within(&mut self, position: &Hex, budget: &mut Budget<'_>) -> Result<ProofResult, StoppedBy> {
        match self.expand(position, Numbers::UNLIMITED, budget) {
            Ok(entry) => Ok(entry.result()),
            Err(Ended::Spent) => Ok(ProofResult::Open),
            Err(Ended::Stopped(limit)) => Err(limit),
        }
    }

    /// The entry of a position. A position that has none is looked at first.
    fn entry(&mut self, position: &Hex, budget: &mut Budget<'_>) -> Result<Entry<N>, Ended> {
        if let Some(entry) = self.entries.get(position.keys()[0]) {
            return Ok(*entry);
        }
        if budget.nodes == 0 {
            return Err(Ended::Spent);
        }
        let entry = self.look(position, Look::Quick, &mut || budget.count()).map_err(Ended::Stopped)?;
        self.entries.store(entry);
        Ok(entry)
    }

    /// The winner of a position, by a thorough look, unless that has been done. What was known about it remains.
    pub(super) fn judged(
        &mut self,
        position: &Hex,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<ProofResult, StoppedBy> {
        let known = self.entries.get(position.keys()[0]).copied();
        if let Some(known) = known.filter(|known| known.look == Look::Thorough) {
            return Ok(known.result());
        }
        let found = self.look(position, Look::Thorough, visit)?;
        let entry = known.map_or(found, |known| found.with(&known));
        self.entries.store(entry);
        Ok(entry.result())
    }

    /// Searches below a node until it is solved, or one of its numbers reaches its limit.
    fn expand(&mut self, position: &Hex, limits: Numbers, budget: &mut Budget<'_>) -> Result<Entry<N>, Ended> {
        let mut entry = self.entry(position, budget)?;
        if entry.result() != ProofResult::Open {
            return Ok(entry);
        }
        let before = budget.nodes;
        budget.count().map_err(Ended::Stopped)?;
        if entry.look == Look::Quick && entry.work >= THOROUGH_WORK {
            self.judged(position, &mut || budget.count()).map_err(Ended::Stopped)?;
            entry = *self.entries.get(position.keys()[0]).expect("just stored");
            if entry.result() != ProofResult::Open {
                return Ok(entry);
            }
        }
        let first = self.moves.len();
        position.list_cells(&entry.moves, &mut self.moves);
        self.numbers.resize(self.moves.len(), Numbers::UNKNOWN);
        let result = loop {
            let next = self.best_child(position, first, &mut entry);
            let Some(next) = next.filter(|_| !entry.numbers.reach(limits)) else { break Ok(entry) };
            let below = next.limits(limits, entry.numbers);
            match self.expand(&position.after(self.moves[next.child]), below, budget) {
                Ok(found) => self.numbers[next.child] = found.numbers,
                Err(ended) => break Err(ended),
            }
        };
        entry.work = entry.work.saturating_add((before - budget.nodes) as u32);
        self.moves.truncate(first);
        self.numbers.truncate(first);
        self.entries.store(entry);
        result
    }

    /// Updates the numbers of a node from its children. Returns the child to search next, or `None` if the node is
    /// solved.
    fn best_child(&self, position: &Hex, first: usize, entry: &mut Entry<N>) -> Option<Next<usize>> {
        let key = entry.key;
        // First the solved children, because each refuted move leaves fewer moves to count.
        for mv in &self.moves[first..] {
            if !entry.moves.has(mv.slot()) {
                continue;
            }
            let Some(child) = self.entries.get(position.key_after(*mv)) else { continue };
            match child.result() {
                ProofResult::Loss(plies) => {
                    let mut carrier = child.carrier;
                    carrier.insert(mv.slot());
                    let plies = plies_to_win(carrier.count()).min(plies + 1);
                    *entry = Entry { work: entry.work, ..Entry::won(key, carrier, Some(mv.slot()), plies) };
                    return None;
                }
                ProofResult::Win(_) => {
                    entry.moves = entry.moves.and(&child.carrier);
                    entry.moves.remove(mv.slot());
                    entry.carrier = entry.carrier.or(&child.carrier);
                    entry.carrier.insert(mv.slot());
                }
                ProofResult::Open => {}
            }
        }
        if entry.moves.is_empty() {
            *entry = Entry { work: entry.work, ..Entry::lost(key, entry.carrier) };
            return None;
        }
        let mut open = OpenChildren::new();
        let wide = width(entry.moves.count() as usize);
        let left = (first..self.moves.len()).filter(|index| entry.moves.has(self.moves[*index].slot()));
        for index in left.take(wide) {
            let child = self.entries.get(position.key_after(self.moves[index]));
            open.add(index, child.map_or(self.numbers[index], |child| child.numbers));
        }
        let (numbers, next) = open.choose().expect("a move is left");
        entry.numbers = numbers;
        Some(next)
    }
}
