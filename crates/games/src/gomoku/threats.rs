//! Threat-space search (Allis, van den Herik and Huntjens 1994): wins by fours, or by fours and threes, that the
//! opponent cannot stop.
//!
//! The attacker plays only threats. The defender tries every possible answer:
//!
//! - If one square completes the attacker's row, the defender plays there. If two do, the attacker wins.
//! - If the attacker threatens a double four, the defender tries every move that prevents every double four, and every
//!   four of its own. Any other reply loses in four plies, because the defender is more than two plies from a row.
//!
//! So a win that the search finds is a real win, and its distance is the length of the longest defence.

use std::cmp::Reverse;

use plyd_search::StoppedBy;
use plyd_search::hooks::{Effort, ThreatSearch, Threats};
use plyd_search::position::{Position, Side};

use super::board::Gomoku;
use super::geometry::{Rule, Square};
use super::pattern::Threat;
use super::shapes::Shape;

/// The longest line of an attack.
const LONGEST: usize = 60;

/// The cost of a three. A four costs 1, because it leaves the defender one reply; a three leaves several.
const THREE_COSTS: u8 = 3;

/// The largest cost of an attack with fours only, and with threes as well.
const LIMIT: [u8; 2] = [20, 24];

/// The search by fours alone tries only fours whose stone makes another shape at least as good as this one, from which the
/// next four can grow. Others rarely help, and with them it visits seven times as many positions.
const LEADING: Shape = Shape::ClosedThree;

/// Size of the table of failed attacks.
const ENTRIES: usize = 1 << 16;

/// Size of the table of positions in which a whole search has failed.
const FAILURES: usize = 1 << 16;

/// The threat search with its boards and tables.
pub(super) struct Attack {
    /// The position at each ply of the attack.
    boards: Vec<Gomoku>,
    /// Failed attacks: their keys, and the cost up to which they fail. These are two lists, because zeroed memory needs
    /// no initialisation.
    failed: Vec<u64>,
    cost_of: Vec<u8>,
    /// Positions in which a whole search has failed, and how many nodes it had; [`u32::MAX`] if no number would do. The
    /// search of the game comes back to most positions with each iteration.
    failures: Vec<u64>,
    nodes_of: Vec<u32>,
    /// The best line from each ply of the attack, and next to it the line of the longest defence so far.
    lines: Vec<Vec<Square>>,
    defences: Vec<Vec<Square>>,
    /// A stack with the moves of all plies.
    moves: Vec<Square>,
}

impl Attack {
    pub(super) fn new(root: &Gomoku) -> Self {
        Self {
            boards: vec![root.clone(); LONGEST + 2],
            failed: vec![0; ENTRIES],
            cost_of: vec![0; ENTRIES],
            failures: vec![0; FAILURES],
            nodes_of: vec![0; FAILURES],
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
        // Forbidden moves are neither threats nor replies, but lists of threats and replies contain them.
        if position.geometry.rule == Rule::Renju {
            return Ok(Threats::Unknown);
        }
        if !effort.thorough && !may_win_by_fours(position, side) {
            return Ok(Threats::Unknown);
        }
        let key = key(position, side, effort.thorough);
        let entry = key as usize % FAILURES;
        if self.failures[entry] == key && u64::from(self.nodes_of[entry]) >= effort.nodes {
            let is_sure = effort.thorough && self.nodes_of[entry] == u32::MAX;
            return Ok(if is_sure { Threats::None } else { Threats::Unknown });
        }
        self.boards[0].clone_from(position);
        self.moves.clear();
        let mut search =
            Search { attack: self, attacker: side, threes: effort.thorough, left: effort.nodes, cut: false, visit };
        let found = search.deepen()?;
        let nodes = match found {
            Threats::Win(_) => return Ok(found),
            Threats::None => u32::MAX,
            Threats::Unknown => u32::try_from(effort.nodes).unwrap_or(u32::MAX - 1),
        };
        self.failures[entry] = key;
        self.nodes_of[entry] = nodes;
        // The search by fours alone leaves some out.
        Ok(if effort.thorough { found } else { Threats::Unknown })
    }

    fn line(&self) -> &[Square] {
        &self.lines[0]
    }
}

/// Whether a search for a win by fours alone has anything to try: a row, or a four that leads on and blocks what the other
/// side threatens. Most positions have neither, and this takes less time than to copy the board.
fn may_win_by_fours(position: &Gomoku, side: Side) -> bool {
    let squares = |side, threat| position.threat_squares(side, threat);
    let (fours, doubles) = (squares(side, Threat::Four), squares(side, Threat::DoubleFour));
    let blocks = match squares(side.other(), Threat::Row).first() {
        Some(forced) => fours.contains(forced) || doubles.contains(forced),
        None => !doubles.is_empty() || fours.iter().any(|square| leads_on(position, side, square)),
    };
    blocks || !squares(side, Threat::Row).is_empty()
}

/// Whether a four on this square makes another shape from which the next four can grow.
fn leads_on(position: &Gomoku, side: Side, square: Square) -> bool {
    position.pattern(side, square).has_two(LEADING)
}

/// The key of a search in the tables of failures.
fn key(position: &Gomoku, side: Side, threes: bool) -> u64 {
    position.key() ^ [0x51ed_270b_9f4a_7c15, 0xa24b_aed4_963e_e407][side.index()] ^ u64::from(threes)
}

/// Reasons to end a search early.
enum Abort {
    /// Its own node budget is used up.
    Spent,
    /// The whole search was stopped.
    Stopped(StoppedBy),
}

/// One search for one side.
struct Search<'a> {
    attack: &'a mut Attack,
    attacker: Side,
    /// Whether threes are tried too.
    threes: bool,
    /// Nodes left in the budget.
    left: u64,
    /// Whether a threat was skipped because it costs too much.
    cut: bool,
    visit: &'a mut dyn FnMut(u32) -> Result<(), StoppedBy>,
}

impl Search<'_> {
    /// Searches with more and more costly attacks, so that it finds short wins first.
    fn deepen(&mut self) -> Result<Threats, StoppedBy> {
        let mut cost = 0;
        while cost <= LIMIT[usize::from(self.threes)] {
            self.cut = false;
            match self.attack(cost, 0) {
                Ok(Some(plies)) => return Ok(Threats::Win(plies)),
                Ok(None) if self.cut => {}
                Ok(None) => return Ok(Threats::None),
                Err(Abort::Spent) => return Ok(Threats::Unknown),
                Err(Abort::Stopped(limit)) => return Err(limit),
            }
            cost += if self.threes { 1 } else { cost + 1 };
        }
        Ok(Threats::Unknown)
    }

    /// The number of plies in which the attacker, who is to move, wins by threats of at most this cost.
    fn attack(&mut self, cost: u8, ply: usize) -> Result<Option<u32>, Abort> {
        let (own, other) = (self.attacker, self.attacker.other());
        let board = &self.attack.boards[ply];
        if let Some(square) = board.threat_squares(own, Threat::Row).first() {
            self.set_line(ply, &[square]);
            return Ok(Some(1));
        }
        let forced = match board.threat_squares(other, Threat::Row).len() {
            0 => None,
            1 => board.threat_squares(other, Threat::Row).first(),
            _ => return Ok(None),
        };
        let doubles = board.threat_squares(own, Threat::DoubleFour);
        let double = forced.map_or_else(|| doubles.first(), |square| doubles.contains(square).then_some(square));
        if let Some(square) = double {
            let mut completions = [square; 2];
            let mut count = 0;
            board.completions(own, square, |completion| {
                completions[count.min(1)] = completion;
                count += 1;
            });
            self.set_line(ply, &[square, completions[0], completions[1]]);
            return Ok(Some(3));
        }
        let key = key(board, own, self.threes);
        let entry = key as usize % ENTRIES;
        if self.attack.failed[entry] == key && self.attack.cost_of[entry] >= cost {
            self.cut |= self.attack.cost_of[entry] < u8::MAX;
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
            // If no threat was skipped, the attack fails at any cost.
            self.attack.failed[entry] = key;
            self.attack.cost_of[entry] = if self.cut { cost } else { u8::MAX };
        }
        self.cut |= cut_before;
        Ok(won)
    }

    /// Appends the attacker's threats, strongest first. If a four has to be blocked, only the forced reply. A search by
    /// fours alone leaves out those that do not lead on.
    fn list_threats(&mut self, forced: Option<Square>, first: usize, ply: usize) {
        let Attack { boards, moves, .. } = &mut *self.attack;
        let board = &boards[ply];
        if let Some(square) = forced {
            moves.push(square);
            return;
        }
        let own = self.attacker;
        let fours = board.threat_squares(own, Threat::Four).iter();
        if self.threes {
            moves.extend(fours);
            moves.extend(board.threat_squares(own, Threat::Three).iter());
        } else {
            moves.extend(fours.filter(|square| leads_on(board, own, *square)));
        }
        moves[first..].sort_unstable_by_key(|square| (Reverse(board.pattern(own, *square).score()), square.0));
    }

    /// The number of plies in which a threat wins. `forced` means that it was the only move.
    fn try_threat(&mut self, square: Square, forced: bool, cost: u8, ply: usize) -> Result<Option<u32>, Abort> {
        let own = self.attacker;
        let four = self.attack.boards[ply].threat_squares(own, Threat::Four).contains(square);
        let threat_cost = match (four, forced) {
            (true, _) => 1,
            (false, true) => 0,
            (false, false) => THREE_COSTS,
        };
        if !four && !self.threes {
            return Ok(None);
        }
        if threat_cost > cost {
            self.cut = true;
            return Ok(None);
        }
        if four {
            return self.try_four(square, cost, ply);
        }
        self.visit(ply)?;
        self.put(own, square, ply);
        let won = self.defend(cost - threat_cost, ply + 1)?;
        if won.is_some() {
            self.prepend(ply, square);
        }
        Ok(won.map(|plies| plies + 1))
    }

    /// The number of plies in which a four wins. It leaves one reply, so one copy of the board serves for both stones.
    fn try_four(&mut self, square: Square, cost: u8, ply: usize) -> Result<Option<u32>, Abort> {
        let (own, other) = (self.attacker, self.attacker.other());
        self.visit(ply)?;
        let (upper, lower) = self.attack.boards.split_at_mut(ply + 1);
        let board = &mut lower[1];
        board.clone_from(&upper[ply]);
        board.put_unvalued(own, square);
        if !board.threat_squares(other, Threat::Row).is_empty() {
            return Ok(None);
        }
        let Some(reply) = board.threat_squares(own, Threat::Row).first() else { return Ok(None) };
        board.put_unvalued(other, reply);
        self.visit(ply + 1)?;
        let won = self.attack(cost - 1, ply + 2)?;
        if won.is_some() {
            self.prepend(ply + 1, reply);
            self.prepend(ply, square);
        }
        Ok(won.map(|plies| plies + 2))
    }

    /// The number of plies in which the attacker wins against every reply of the defender, who is to move.
    fn defend(&mut self, cost: u8, ply: usize) -> Result<Option<u32>, Abort> {
        let (own, other) = (self.attacker, self.attacker.other());
        let board = &self.attack.boards[ply];
        if !board.threat_squares(other, Threat::Row).is_empty() {
            return Ok(None);
        }
        if let Some(square) = board.threat_squares(own, Threat::Row).first() {
            return self.try_reply(square, cost, ply);
        }
        let first = self.attack.moves.len();
        let Attack { boards, moves, .. } = &mut *self.attack;
        let board = &boards[ply];
        if !board.push_replies(own, moves) {
            return Ok(None);
        }
        // Moves that are not listed lose in four plies.
        let score = |square: &Square| (Reverse(board.pattern(other, *square).score()), square.0);
        moves[first..].sort_unstable_by_key(score);
        let mut longest = None;
        for index in first..self.attack.moves.len() {
            let square = self.attack.moves[index];
            let Some(plies) = self.try_reply(square, cost, ply)? else {
                longest = None;
                break;
            };
            if longest.is_none_or(|longest| plies > longest) {
                longest = Some(plies);
                self.attack.swap_defence(ply);
            }
        }
        self.attack.swap_defence(ply);
        self.attack.moves.truncate(first);
        Ok(longest)
    }

    fn try_reply(&mut self, square: Square, cost: u8, ply: usize) -> Result<Option<u32>, Abort> {
        let other = self.attacker.other();
        self.visit(ply)?;
        self.put(other, square, ply);
        let won = self.attack(cost, ply + 1)?;
        if won.is_some() {
            self.prepend(ply, square);
        }
        Ok(won.map(|plies| plies + 1))
    }
}

impl Search<'_> {
    fn visit(&mut self, ply: usize) -> Result<(), Abort> {
        self.left = self.left.checked_sub(1).ok_or(Abort::Spent)?;
        (self.visit)(ply as u32 + 1).map_err(Abort::Stopped)
    }

    /// Sets the position at the next ply: the current one with another stone.
    fn put(&mut self, side: Side, square: Square, ply: usize) {
        let (upper, lower) = self.attack.boards.split_at_mut(ply + 1);
        lower[0].clone_from(&upper[ply]);
        lower[0].put_unvalued(side, square);
    }

    /// Sets the best line from a ply.
    fn set_line(&mut self, ply: usize, line: &[Square]) {
        self.attack.lines[ply].clear();
        self.attack.lines[ply].extend_from_slice(line);
    }

    /// Sets the best line from a ply to this move and the best line from the next ply.
    fn prepend(&mut self, ply: usize, square: Square) {
        let (upper, lower) = self.attack.lines.split_at_mut(ply + 1);
        let row = &mut upper[ply];
        row.clear();
        row.push(square);
        row.extend_from_slice(&lower[0]);
    }
}

impl Attack {
    /// Swaps the line from a ply with the line of the longest defence there.
    fn swap_defence(&mut self, ply: usize) {
        std::mem::swap(&mut self.lines[ply], &mut self.defences[ply]);
    }
}
