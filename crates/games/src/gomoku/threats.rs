//! Wins by force: fours, and fours and threes, until a row cannot be stopped (threat-space search; Allis, van den Herik
//! and Huntjens 1994).
//!
//! The attacker plays threats alone, the defender everything that could answer them:
//!
//! - One square completes the attacker's row: the defender plays there. Two do: nothing helps.
//! - The attacker threatens to make such a double threat next: what spoils every way to do so, and whatever makes a
//!   four of the defender's own. Any other reply loses in four plies, for a row of the defender's is more than two away.
//!
//! So a win that is found is a win of the game, and its distance is that of the longest defence against it.

use std::cmp::Reverse;

use plyd_search::StoppedBy;
use plyd_search::hooks::{Effort, ThreatSearch, Threats};
use plyd_search::position::{Position, Side};

use super::board::Gomoku;
use super::frame::Square;
use super::made::Force;

/// Lines go no further than this.
const LONGEST: usize = 60;

/// What an attack is allowed: a four costs 1, for it leaves no choice; a three leaves several.
const THREE_COSTS: u8 = 3;

/// An attack may cost so much at most: with no threes, and with them.
const MOST: [u8; 2] = [20, 24];

/// Attacks that were tried in vain are remembered: so many.
const ENTRIES: usize = 1 << 16;

/// The search, with its board.
pub(super) struct Attack {
    /// The position of each ply of the attack.
    boards: Vec<Gomoku>,
    /// Attacks that are known to fail, by their keys, and what each may cost. Two lists, for zeros alone are had without
    /// being written.
    failed: Vec<u64>,
    costs: Vec<u8>,
    /// The best line from each ply of the attack, and beside it that of the longest defence so far.
    lines: Vec<Vec<Square>>,
    defences: Vec<Vec<Square>>,
    /// One arena for the moves of all plies.
    moves: Vec<Square>,
}

impl Attack {
    pub(super) fn new(root: &Gomoku) -> Self {
        Self {
            boards: vec![root.clone(); LONGEST + 2],
            failed: vec![0; ENTRIES],
            costs: vec![0; ENTRIES],
            lines: rows(),
            defences: rows(),
            moves: Vec::with_capacity(1 << 10),
        }
    }
}

fn rows() -> Vec<Vec<Square>> {
    (0..LONGEST + 2).map(|_| Vec::with_capacity(LONGEST + 2)).collect()
}

impl ThreatSearch<Gomoku> for Attack {
    fn find(
        &mut self,
        position: &Gomoku,
        side: Side,
        effort: Effort,
        visit: &mut dyn FnMut(u32) -> Result<(), StoppedBy>,
    ) -> Result<Threats, StoppedBy> {
        self.boards[0].clone_from(position);
        self.moves.clear();
        let mut search =
            Search { attack: self, attacker: side, threes: effort.thorough, left: effort.nodes, cut: false, visit };
        let mut cost = 0;
        while cost <= MOST[usize::from(effort.thorough)] {
            search.cut = false;
            match search.attack(cost, 0) {
                Ok(Some(plies)) => return Ok(Threats::Win(plies)),
                Ok(None) if search.cut => {}
                Ok(None) => return Ok(Threats::None),
                Err(End::Spent) => return Ok(Threats::Unknown),
                Err(End::Stopped(limit)) => return Err(limit),
            }
            cost += if effort.thorough { 1 } else { cost + 1 };
        }
        Ok(Threats::Unknown)
    }

    fn line(&self) -> &[Square] {
        &self.lines[0]
    }
}

/// Why a search ends early.
enum End {
    /// It took all its nodes.
    Spent,
    /// The whole search is over.
    Stopped(StoppedBy),
}

/// One search, for one side.
struct Search<'a> {
    attack: &'a mut Attack,
    attacker: Side,
    /// Whether threes are played too.
    threes: bool,
    /// Nodes that it may still visit.
    left: u64,
    /// Whether something was left out because it costs too much.
    cut: bool,
    visit: &'a mut dyn FnMut(u32) -> Result<(), StoppedBy>,
}

impl Search<'_> {
    /// In how many plies the attacker, who is to move, wins by threats that cost no more than this.
    fn attack(&mut self, cost: u8, ply: usize) -> Result<Option<u32>, End> {
        let (own, other) = (self.attacker, self.attacker.other());
        let board = &self.attack.boards[ply];
        if let Some(square) = board.squares(own, Force::Row).first() {
            self.note(ply, &[square]);
            return Ok(Some(1));
        }
        let forced = match board.squares(other, Force::Row).len() {
            0 => None,
            1 => board.squares(other, Force::Row).first(),
            _ => return Ok(None),
        };
        let doubles = board.squares(own, Force::Double);
        let double = forced.map_or_else(|| doubles.first(), |square| doubles.contains(square).then_some(square));
        if let Some(square) = double {
            let mut completions = [square; 2];
            let mut count = 0;
            board.completions(own, square, |completion| {
                completions[count.min(1)] = completion;
                count += 1;
            });
            self.note(ply, &[square, completions[0], completions[1]]);
            return Ok(Some(3));
        }
        let key = board.key() ^ [0x51ed_270b_9f4a_7c15, 0xa24b_aed4_963e_e407][own.index()] ^ u64::from(self.threes);
        let entry = key as usize % ENTRIES;
        if self.attack.failed[entry] == key && self.attack.costs[entry] >= cost {
            self.cut |= self.attack.costs[entry] < u8::MAX;
            return Ok(None);
        }
        if ply + 4 > LONGEST {
            self.cut = true;
            return Ok(None);
        }
        let cut_before = std::mem::replace(&mut self.cut, false);
        let first = self.attack.moves.len();
        self.list_threats(forced, first, ply);
        let mut won = None;
        for index in first..self.attack.moves.len() {
            let square = self.attack.moves[index];
            won = self.try_threat(square, forced.is_some(), cost, ply)?;
            if won.is_some() {
                break;
            }
        }
        self.attack.moves.truncate(first);
        if won.is_none() {
            // What is not left out for its cost fails whatever it may cost.
            self.attack.failed[entry] = key;
            self.attack.costs[entry] = if self.cut { cost } else { u8::MAX };
        }
        self.cut |= cut_before;
        Ok(won)
    }

    /// Appends the attacker's threats, the strongest first; where a four has to be stopped, the one move that does.
    fn list_threats(&mut self, forced: Option<Square>, first: usize, ply: usize) {
        let Attack { boards, moves, .. } = &mut *self.attack;
        let board = &boards[ply];
        if let Some(square) = forced {
            moves.push(square);
            return;
        }
        let own = self.attacker;
        moves.extend(board.squares(own, Force::Four).iter());
        if self.threes {
            moves.extend(board.squares(own, Force::Three).iter());
        }
        moves[first..].sort_unstable_by_key(|square| (Reverse(board.made(own, *square).promise()), square.0));
    }

    /// In how many plies a threat wins. `forced` says that it was the only move.
    fn try_threat(&mut self, square: Square, forced: bool, cost: u8, ply: usize) -> Result<Option<u32>, End> {
        let own = self.attacker;
        let four = self.attack.boards[ply].squares(own, Force::Four).contains(square);
        let costs = match (four, forced) {
            (true, _) => 1,
            (false, true) => 0,
            (false, false) => THREE_COSTS,
        };
        if !four && !self.threes {
            return Ok(None);
        }
        if costs > cost {
            self.cut = true;
            return Ok(None);
        }
        self.visit(ply)?;
        self.put(own, square, ply);
        let won = self.defend(cost - costs, ply + 1)?;
        if won.is_some() {
            self.extend(ply, square);
        }
        Ok(won.map(|plies| plies + 1))
    }

    /// In how many plies the attacker wins, whatever the defender, who is to move, replies.
    fn defend(&mut self, cost: u8, ply: usize) -> Result<Option<u32>, End> {
        let (own, other) = (self.attacker, self.attacker.other());
        let board = &self.attack.boards[ply];
        if !board.squares(other, Force::Row).is_empty() {
            return Ok(None);
        }
        if let Some(square) = board.squares(own, Force::Row).first() {
            return self.try_reply(square, cost, ply);
        }
        let first = self.attack.moves.len();
        let Attack { boards, moves, .. } = &mut *self.attack;
        let board = &boards[ply];
        if !board.push_replies(own, moves) {
            return Ok(None);
        }
        // What is not listed loses in four.
        let worth = |square: &Square| (Reverse(board.made(other, *square).promise()), square.0);
        moves[first..].sort_unstable_by_key(worth);
        let mut longest = None;
        for index in first..self.attack.moves.len() {
            let square = self.attack.moves[index];
            let Some(plies) = self.try_reply(square, cost, ply)? else {
                longest = None;
                break;
            };
            if longest.is_none_or(|longest| plies > longest) {
                longest = Some(plies);
                self.attack.keep(ply);
            }
        }
        self.attack.keep(ply);
        self.attack.moves.truncate(first);
        Ok(longest)
    }

    fn try_reply(&mut self, square: Square, cost: u8, ply: usize) -> Result<Option<u32>, End> {
        let other = self.attacker.other();
        self.visit(ply)?;
        self.put(other, square, ply);
        let won = self.attack(cost, ply + 1)?;
        if won.is_some() {
            self.extend(ply, square);
        }
        Ok(won.map(|plies| plies + 1))
    }
}

impl Search<'_> {
    fn visit(&mut self, ply: usize) -> Result<(), End> {
        self.left = self.left.checked_sub(1).ok_or(End::Spent)?;
        (self.visit)(ply as u32 + 1).map_err(End::Stopped)
    }

    /// The position of the next ply is that of this one with another stone.
    fn put(&mut self, side: Side, square: Square, ply: usize) {
        let (upper, lower) = self.attack.boards.split_at_mut(ply + 1);
        lower[0].clone_from(&upper[ply]);
        lower[0].put(side, square);
    }

    /// The best line from a ply is this one.
    fn note(&mut self, ply: usize, line: &[Square]) {
        self.attack.lines[ply].clear();
        self.attack.lines[ply].extend_from_slice(line);
    }

    /// The best line from a ply is this move, then the best one from the next ply.
    fn extend(&mut self, ply: usize, square: Square) {
        let (upper, lower) = self.attack.lines.split_at_mut(ply + 1);
        let row = &mut upper[ply];
        row.clear();
        row.push(square);
        row.extend_from_slice(&lower[0]);
    }
}

impl Attack {
    /// Exchanges the line from a ply with that of the longest defence there.
    fn keep(&mut self, ply: usize) {
        std::mem::swap(&mut self.lines[ply], &mut self.defences[ply]);
    }
}
