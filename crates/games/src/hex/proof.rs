//! Proofs of who wins, by depth-first proof-number search (Nagai 2002) over virtual connections.
//!
//! A node is solved by the connections of either side, or by its children. The carrier of a solved child tells more than
//! who has won: the side that loses there would lose by every other move outside of that carrier too, so the must-play
//! region shrinks with each child that is refuted (Hayward, Björnsson, Johanson, Kan, Po and van Rijswijck 2003).

use super::board::Hex;
use super::carriers::Carrier;
use super::judge::{Analyst, plies_to_win};
use super::moves::Move;
use plyd_search::StoppedBy;
use plyd_search::hooks::{Candidates, Judgement};
use plyd_search::position::Position;

/// The most bytes of positions that are remembered, and the fewest positions for which there is room.
const ENTRIES_BYTES: usize = 8 << 20;
const ENTRIES_MIN: usize = 1 << 10;
/// Places where an entry may be.
const PROBES: usize = 4;
/// A proof number that no limit exceeds.
const INFINITE: u32 = 1 << 28;
/// Of the moves that are left, the best few are considered at a time, so that numbers don't grow with moves that no one
/// would play ("focused" search; Henderson 2010): this many, and a part of all.
const WIDTH: usize = 2;
const WIDTH_SHARE: usize = 4;

/// What is known of a position.
#[derive(Clone, Copy)]
pub(super) struct Entry<const N: usize> {
    key: u64,
    /// The proof and disproof numbers of a win of the side to move: about the number of nodes that still have to be
    /// solved for it. One of them is 0 if the winner is known.
    pub(super) numbers: Numbers,
    /// The nodes that were searched below.
    pub(super) work: u32,
    /// Of a decided position, the most plies that the game lasts.
    plies: u16,
    /// A winning move, if it is known.
    pub(super) cell: Option<u16>,
    /// The moves of an open position that are left to try.
    moves: Carrier<N>,
    /// The cells that the winner needs; of an open position, those that the opponent needs after moves outside of
    /// `moves`.
    pub(super) carrier: Carrier<N>,
}

#[derive(Clone, Copy)]
pub(super) struct Numbers {
    proof: u32,
    disproof: u32,
}

impl<const N: usize> Entry<N> {
    pub(super) fn won(key: u64, carrier: Carrier<N>, cell: Option<usize>, plies: u32) -> Self {
        let numbers = Numbers { proof: 0, disproof: INFINITE };
        let cell = cell.map(|cell| cell as u16);
        Self { key, numbers, work: 1, plies: plies as u16, cell, moves: Carrier::NONE, carrier }
    }

    /// A position that the opponent wins within this carrier, though the side to move has the first move.
    pub(super) fn lost(key: u64, carrier: Carrier<N>) -> Self {
        let plies = carrier.count() / 2 * 2;
        let numbers = Numbers { proof: INFINITE, disproof: 0 };
        Self { key, numbers, work: 1, plies: plies as u16, cell: None, moves: Carrier::NONE, carrier }
    }

    pub(super) fn open(key: u64, moves: Carrier<N>, carrier: Carrier<N>) -> Self {
        let numbers = Numbers { proof: 1, disproof: width(moves.count() as usize) as u32 };
        Self { key, numbers, work: 1, plies: 0, cell: None, moves, carrier }
    }

    pub(super) fn judgement(&self) -> Judgement {
        match self.numbers {
            Numbers { proof: 0, .. } => Judgement::Win(self.plies.into()),
            Numbers { disproof: 0, .. } => Judgement::Loss(self.plies.into()),
            _ => Judgement::Open,
        }
    }

    /// The moves to try, if they are few.
    pub(super) fn candidates(&self, plies_left: u32) -> Option<(Carrier<N>, Candidates)> {
        match self.judgement() {
            Judgement::Win(_) => Some(([self.cell?.into()].into_iter().collect(), Candidates::Partial)),
            Judgement::Open if self.moves.count() < plies_left => Some((self.moves, Candidates::Forced(plies_left))),
            _ => None,
        }
    }
}

/// Entries by key. Their number grows with those that are stored.
pub(super) struct Entries<const N: usize> {
    places: Vec<Option<Entry<N>>>,
    stored: usize,
}

impl<const N: usize> Default for Entries<N> {
    fn default() -> Self {
        Self { places: Vec::new(), stored: 0 }
    }
}

impl<const N: usize> Entries<N> {
    const MOST: usize = 1 << (ENTRIES_BYTES / size_of::<Option<Entry<N>>>()).ilog2();

    pub(super) fn get(&self, key: u64) -> Option<&Entry<N>> {
        let first = key as usize & self.places.len().wrapping_sub(1);
        let places = self.places.get(first & !(PROBES - 1)..)?;
        places.iter().take(PROBES).flatten().find(|entry| entry.key == key)
    }

    /// Stores an entry, in place of an earlier one of the position, or of the one that took least work.
    pub(super) fn store(&mut self, entry: Entry<N>) {
        if 2 * self.stored >= self.places.len() && self.places.len() < Self::MOST {
            let size = (2 * self.places.len()).max(ENTRIES_MIN);
            let old = std::mem::replace(&mut self.places, vec![None; size]);
            self.stored = 0;
            old.into_iter().flatten().for_each(|entry| self.store(entry));
        }
        let first = entry.key as usize & (self.places.len() - 1) & !(PROBES - 1);
        let places = &mut self.places[first..first + PROBES];
        let rank = |place: &Option<Entry<N>>| match place {
            Some(known) if known.key == entry.key => 0,
            None => 1,
            Some(known) => known.work.saturating_add(2),
        };
        let place = places.iter_mut().min_by_key(|place| rank(place)).expect("several places");
        self.stored += usize::from(place.is_none());
        *place = Some(entry);
    }
}

/// The nodes that a proof may take.
pub(super) struct Budget<'a> {
    pub(super) nodes: u64,
    pub(super) visit: &'a mut dyn FnMut() -> Result<(), StoppedBy>,
}

/// The end of a proof: its own nodes are spent, or a limit of the search was reached.
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

/// The number of moves that are considered at a time.
fn width(moves: usize) -> usize {
    moves.min(WIDTH + moves / WIDTH_SHARE)
}

impl<const N: usize> Analyst<N> {
    /// Goes on with the proof of a position.
    pub(super) fn prove_within(&mut self, position: &Hex, budget: &mut Budget<'_>) -> Result<Judgement, StoppedBy> {
        let limits = Numbers { proof: INFINITE, disproof: INFINITE };
        match self.expand(position, limits, budget) {
            Ok(entry) => Ok(entry.judgement()),
            Err(Ended::Spent) => Ok(Judgement::Open),
            Err(Ended::Stopped(limit)) => Err(limit),
        }
    }

    /// The entry of a position, looked at if it has none.
    fn entry(&mut self, position: &Hex, budget: &mut Budget<'_>) -> Result<Entry<N>, Ended> {
        if let Some(entry) = self.entries.get(position.keys()[0]) {
            return Ok(*entry);
        }
        if budget.nodes == 0 {
            return Err(Ended::Spent);
        }
        let entry = self.look(position, &mut || budget.count()).map_err(Ended::Stopped)?;
        self.entries.store(entry);
        Ok(entry)
    }

    /// Searches below a node until it is solved, or one of its numbers reaches its limit.
    fn expand(&mut self, position: &Hex, limits: Numbers, budget: &mut Budget<'_>) -> Result<Entry<N>, Ended> {
        let mut entry = self.entry(position, budget)?;
        if entry.judgement() != Judgement::Open {
            return Ok(entry);
        }
        let before = budget.nodes;
        budget.count().map_err(Ended::Stopped)?;
        let first = self.moves.len();
        self.moves.extend(entry.moves.members().map(|cell| Move(cell as u16)));
        position.sort(&mut self.moves[first..]);
        let result = loop {
            let next = self.best_child(position, first, &mut entry);
            if entry.numbers.proof >= limits.proof || entry.numbers.disproof >= limits.disproof {
                break Ok(entry);
            }
            let Some(Next { mv, numbers, second }) = next else { break Ok(entry) };
            // The child's numbers are those of the other side.
            let below = Numbers {
                proof: limits.disproof - (entry.numbers.disproof - numbers.proof),
                disproof: limits.proof.min(second.saturating_add(1 + second / 4)),
            };
            if let Err(ended) = self.expand(&position.after(mv), below, budget) {
                break Err(ended);
            }
        };
        entry.work = entry.work.saturating_add((before - budget.nodes) as u32);
        self.moves.truncate(first);
        self.entries.store(entry);
        result
    }

    /// Brings the numbers of a node up to date with its children. Returns the child to search next, unless the node is
    /// solved.
    fn best_child(&self, position: &Hex, first: usize, entry: &mut Entry<N>) -> Option<Next> {
        let key = entry.key;
        // The refuted children first, because they leave fewer moves.
        for mv in &self.moves[first..] {
            if !entry.moves.has(mv.slot()) {
                continue;
            }
            let Some(child) = self.entries.get(position.key_after(*mv)) else { continue };
            match child.judgement() {
                Judgement::Loss(plies) => {
                    let mut carrier = child.carrier;
                    carrier.insert(mv.slot());
                    let plies = plies_to_win(carrier.count()).min(plies + 1);
                    *entry = Entry { work: entry.work, ..Entry::won(key, carrier, Some(mv.slot()), plies) };
                    return None;
                }
                Judgement::Win(_) => {
                    entry.moves = entry.moves.and(&child.carrier);
                    entry.moves.remove(mv.slot());
                    entry.carrier = entry.carrier.or(&child.carrier);
                    entry.carrier.insert(mv.slot());
                }
                Judgement::Open => {}
            }
        }
        if entry.moves.is_empty() {
            *entry = Entry { work: entry.work, ..Entry::lost(key, entry.carrier) };
            return None;
        }
        let mut next: Option<Next> = None;
        let mut disproof = 0_u32;
        let wide = width(entry.moves.count() as usize);
        let left = self.moves[first..].iter().filter(|mv| entry.moves.has(mv.slot()));
        for mv in left.take(wide) {
            let child = self.entries.get(position.key_after(*mv));
            let numbers = child.map_or(Numbers { proof: 1, disproof: 1 }, |child| child.numbers);
            disproof += numbers.proof;
            match &mut next {
                Some(best) if best.numbers.disproof <= numbers.disproof => {
                    best.second = best.second.min(numbers.disproof);
                }
                best => {
                    let second = best.as_ref().map_or(INFINITE, |best| best.numbers.disproof);
                    *best = Some(Next { mv: *mv, numbers, second });
                }
            }
        }
        let best = next.as_ref().expect("a move is left");
        entry.numbers = Numbers { proof: best.numbers.disproof, disproof: disproof.min(INFINITE - 1) };
        next
    }
}

/// The child that is searched next.
struct Next {
    mv: Move,
    numbers: Numbers,
    /// The disproof number of the second best child.
    second: u32,
}
