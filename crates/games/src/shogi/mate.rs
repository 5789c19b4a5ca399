//! Mates by checks: depth-first proof-number search (Nagai 2002).
//!
//! The attacker gives check with every move, and the defender tries every legal reply. A position counts together with
//! the plies that are left for the mate, and these get fewer with every move. So no line returns to a node, and whether
//! a node is solved doesn't depend on the moves that led to it. (Otherwise it could: that is the problem of graph
//! history interaction, Kishimoto and Müller 2004.) The limit of plies grows by two at a time, so the first mate that is
//! found is a shortest one.
//!
//! A mate holds whatever positions the game has had, as long as none of them would end it when it comes next: along the
//! shortest mates from each position, no position occurs twice.

use plyd_search::StoppedBy;
use plyd_search::hooks::{Effort, ThreatSearch, Threats};
use plyd_search::mix;
use plyd_search::position::{Position, Side};

use super::board::Shogi;
use super::generate::Move;
use super::variant::Variant;
use crate::proof_number::{self, Entries, Next, Numbers, OpenChildren};

/// The longest mate, in plies.
const LONGEST: u32 = 31;

/// A position with the plies that are left for a mate.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    /// The side to move wins if it is the attacker and mates, or the defender and is not mated.
    numbers: Numbers,
    work: u32,
    /// If there is a mate: the most plies that it takes.
    plies: u16,
    /// If there is none: whether there could be one with more plies left.
    is_cut: bool,
    /// If the position is solved: the attacker's move that mates, or the defender's move that delays the mate most.
    best: Option<Move>,
}

impl proof_number::Entry for Entry {
    fn key(&self) -> u64 {
        self.key
    }

    fn work(&self) -> u32 {
        self.work
    }
}

impl Entry {
    const fn is_solved(&self) -> bool {
        self.numbers.proof == 0 || self.numbers.disproof == 0
    }
}

/// A child of a node on the line to the current position.
#[derive(Clone, Copy)]
struct Child {
    mv: Move,
    key: u64,
    /// What its search has found. The table may lose it to another child of the same node.
    found: Option<Entry>,
}

/// The search for mates with its memory.
#[derive(Default)]
pub(super) struct Mates {
    entries: Entries<Entry>,
    /// A stack with the children of all nodes from the first position to the current one.
    children: Vec<Child>,
    line: Vec<Move>,
}

impl<V: Variant> ThreatSearch<Shogi<V>> for Mates {
    fn find(
        &mut self,
        position: &Shogi<V>,
        side: Side,
        effort: Effort,
        visit: &mut dyn FnMut(u32) -> Result<(), StoppedBy>,
    ) -> Result<Threats, StoppedBy> {
        let mut first = *position;
        first.to_move = side;
        if first.is_check(side.other()) {
            return Ok(Threats::Unknown);
        }
        self.children.clear();
        let mut search = Search { memory: self, attacker: side, nodes: effort.nodes, limit: 0, visit };
        for limit in (1..=LONGEST).step_by(2) {
            search.limit = limit;
            // Earlier searches of this position count too, because this one continues where they ended.
            let known = search.memory.entries.get(search.key(&first, limit));
            search.nodes = search.nodes.saturating_sub(known.map_or(0, |entry| entry.work.into()));
            match search.expand(&first, limit, Numbers::UNLIMITED) {
                Ok(entry) if entry.numbers.proof == 0 => {
                    search.follow(&first);
                    return Ok(Threats::Win(entry.plies.into()));
                }
                Ok(entry) if !entry.is_cut => return Ok(Threats::None),
                Ok(_) => {}
                Err(Ended::Spent) => return Ok(Threats::Unknown),
                Err(Ended::Stopped(limit)) => return Err(limit),
            }
        }
        Ok(Threats::Unknown)
    }

    fn line(&self) -> &[Move] {
        &self.line
    }
}

/// Why a search is unfinished: it has spent its own nodes, or the whole search has reached a limit.
enum Ended {
    Spent,
    Stopped(StoppedBy),
}

/// One search for one side.
struct Search<'a> {
    memory: &'a mut Mates,
    attacker: Side,
    /// The nodes that may still be visited.
    nodes: u64,
    /// The most plies of a mate from the first position.
    limit: u32,
    visit: &'a mut dyn FnMut(u32) -> Result<(), StoppedBy>,
}

impl Search<'_> {
    /// Searches a position with so many plies left until it is solved, or one of its numbers reaches its limit.
    fn expand<V: Variant>(&mut self, position: &Shogi<V>, left: u32, limits: Numbers) -> Result<Entry, Ended> {
        let key = self.key(position, left);
        if let Some(entry) = self.memory.entries.get(key).filter(|entry| entry.is_solved()) {
            return Ok(*entry);
        }
        let earlier = self.memory.entries.get(key).map_or(0, |entry| entry.work);
        let before = self.nodes;
        self.nodes = self.nodes.checked_sub(1).ok_or(Ended::Spent)?;
        (self.visit)(self.limit - left).map_err(Ended::Stopped)?;
        let mut entry = Entry { key, numbers: Numbers::LOST, work: 1, plies: 0, is_cut: false, best: None };
        if left == 0 {
            // The attacker has just moved, and any reply delays the mate beyond the limit.
            if position.can_move() {
                entry = Entry { numbers: Numbers::WON, is_cut: true, ..entry };
            }
            self.memory.entries.store(entry);
            return Ok(entry);
        }
        let first = self.memory.children.len();
        self.list(position, left);
        let result = loop {
            let next = self.choose(first, &mut entry);
            let Some(next) = next.filter(|_| !entry.numbers.reach(limits)) else { break Ok(entry) };
            let below = next.limits(limits, entry.numbers);
            let mv = self.memory.children[next.child].mv;
            match self.expand(&position.after(mv), left - 1, below) {
                Ok(found) => self.memory.children[next.child].found = Some(found),
                Err(ended) => break Err(ended),
            }
        };
        entry.work = earlier.saturating_add((before - self.nodes) as u32);
        self.memory.children.truncate(first);
        self.memory.entries.store(entry);
        result
    }

    /// Appends the children of a position: after the attacker's checks, or after the defender's replies.
    fn list<V: Variant>(&mut self, position: &Shogi<V>, left: u32) {
        let mut children = std::mem::take(&mut self.memory.children);
        let mut push = |mv| {
            children.push(Child { mv, key: self.key(&position.after(mv), left - 1), found: None });
            false
        };
        if position.to_move == self.attacker {
            position.generate_checks(&mut push);
        } else {
            position.generate(&mut push);
        }
        self.memory.children = children;
    }

    /// Updates a node from its children. Returns the child to search next, or `None` if the node is solved.
    fn choose(&self, first: usize, entry: &mut Entry) -> Option<Next<usize>> {
        let mut open = OpenChildren::new();
        // The moves that win, and those that lose: how much they say about more plies, the plies, and the move.
        let mut won: Option<(bool, u16, Move)> = None;
        let mut lost: Option<(bool, u16, Move)> = None;
        for (index, Child { mv, key, found }) in self.memory.children.iter().enumerate().skip(first) {
            let Some(child) = self.memory.entries.get(*key).or(found.as_ref()) else {
                open.add(index, Numbers::UNKNOWN);
                continue;
            };
            let found = (child.is_cut, child.plies + 1, *mv);
            if child.numbers.disproof == 0 {
                won = won.filter(|won| (won.0, won.1) <= (found.0, found.1)).or(Some(found));
            } else if child.numbers.proof == 0 {
                let (is_cut, plies, mv) = lost.filter(|lost| lost.1 >= found.1).unwrap_or(found);
                lost = Some((is_cut || found.0 || lost.is_some_and(|lost| lost.0), plies, mv));
            } else {
                open.add(index, child.numbers);
            }
        }
        if let Some((is_cut, plies, mv)) = won {
            *entry = Entry { numbers: Numbers::WON, plies, is_cut, best: Some(mv), ..*entry };
            return None;
        }
        if let Some((numbers, next)) = open.choose() {
            entry.numbers = numbers;
            return Some(next);
        }
        entry.numbers = Numbers::LOST;
        if let Some((is_cut, plies, mv)) = lost {
            *entry = Entry { plies, is_cut, best: Some(mv), ..*entry };
        }
        None
    }

    /// Sets the line of the mate within the limit, against the longest defence. A position that the table has lost is
    /// searched again; if the nodes don't suffice for that, the line ends there.
    fn follow<V: Variant>(&mut self, first: &Shogi<V>) {
        self.memory.line.clear();
        let mut position = *first;
        for left in (1..=self.limit).rev() {
            let Ok(Entry { best: Some(mv), .. }) = self.expand(&position, left, Numbers::UNLIMITED) else { return };
            self.memory.line.push(mv);
            position.play_unchecked(mv);
        }
    }

    fn key<V: Variant>(&self, position: &Shogi<V>, left: u32) -> u64 {
        key(position, self.attacker, left)
    }
}

/// The key of a position with so many plies left for the attacker's mate. The numbers of pieces on squares are mixed too,
/// so another mixed number would stand for one of them.
pub(super) fn key<V: Variant>(position: &Shogi<V>, attacker: Side, left: u32) -> u64 {
    mix(position.key().wrapping_add(u64::from(2 * left) + attacker.index() as u64))
}
