//! Static evaluation of dots and boxes, proven bounds, and move ordering.
//!
//! Boxes with three lines can be taken. Boxes with two lines form chains. The side that has to open the first long
//! chain loses it (Berlekamp 2000, The Dots and Boxes Game): the opponent takes all but its last two boxes, and thereby
//! forces the same side to open the next chain.

use super::grid::Lines;
use super::rules::{self, DotsAndBoxes, Move, SLOTS};
use plyd_search::hooks::{NoHooks, StaticBounds, sort_by_score};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score};

impl Evaluate for DotsAndBoxes {
    type Hooks = NoHooks;

    const ASPIRATION: i32 = 1;

    const KILLERS_AND_HISTORY: bool = false;
    const SLOTS: usize = SLOTS;

    fn slot(mv: Move) -> usize {
        mv.0 as usize
    }

    fn table_key(&self) -> TableKey {
        self.canonical_key()
    }

    /// Every game lasts until all lines are drawn.
    fn plies_left(&self) -> u32 {
        self.open().count()
    }

    fn static_bounds(&self, depth: u32, moves: &mut Vec<Move>) -> Option<StaticBounds> {
        Some(self.bounds(depth, moves))
    }

    fn evaluate(&self) -> Score {
        let left = self.boxes_left();
        Score::heuristic(self.margin() + self.expected_margin().clamp(-left, left))
    }

    fn order(&self, moves: &mut [Move]) {
        let [twos, _] = self.drawn().twos_and_threes();
        let gives = Lines::around(twos & self.size().boxes());
        sort_by_score::<{ SLOTS }, _>(moves, |mv| match self.boxes_closed(mv) {
            0 => -i32::from(mv.line().intersection(gives).count() > 0),
            closed => closed.cast_signed(),
        });
    }
}

impl DotsAndBoxes {
    /// Number of boxes that a line closes.
    fn boxes_closed(&self, mv: Move) -> u32 {
        (self.drawn().union(mv.line()).closed() ^ self.drawn().closed()).count_ones()
    }

    /// A side can get at most the remaining boxes. In a search to the end, a line is the only move to try if it closes
    /// every box that it borders on, because otherwise the opponent would draw it next.
    fn bounds(&self, depth: u32, list: &mut Vec<Move>) -> StaticBounds {
        let (open, left) = (self.open(), self.boxes_left());
        let legal = open.count();
        let sure = if depth >= legal { self.sure_capture(open) } else { None };
        match sure {
            Some(mv) => list.push(mv),
            None => list.extend(rules::moves(open)),
        }
        let bound = |boxes| Score::points(self.margin() + boxes);
        StaticBounds { lower: bound(-left), upper: bound(left), legal: legal as usize }
    }

    fn sure_capture(&self, open: Lines) -> Option<Move> {
        let boxes = self.size().boxes();
        let [_, threes] = self.drawn().twos_and_threes();
        let threes = threes & boxes;
        if threes == 0 {
            return None;
        }
        let others = boxes & !threes;
        let shared = Lines::around(others);
        rules::moves(Lines::around(threes).intersection(open).difference(shared)).next()
    }

    /// Estimate of the margin from the remaining boxes. The side to move takes all boxes that it can. Then it either
    /// moves on, or leaves the last two boxes so that the opponent has to move on.
    pub(super) fn expected_margin(&self) -> i32 {
        let boxes = self.size().boxes();
        let (mut lines, mut taken) = (self.drawn(), 0);
        loop {
            let [_, threes] = lines.twos_and_threes();
            let threes = threes & boxes;
            if threes == 0 {
                break;
            }
            let before = lines.closed();
            lines = lines.union(Lines::around(threes));
            taken += (lines.closed() & !before).count_ones().cast_signed();
        }
        let on_the_move = chains_value(lines, self.open().difference(lines), boxes);
        let takes_all = taken + on_the_move;
        if taken >= 2 { takes_all.max(taken - 4 - on_the_move) } else { takes_all }
    }
}

/// Estimated margin if no box can be taken immediately, from the safe lines and the chains. `open` are the lines that
/// are not drawn yet.
fn chains_value(lines: Lines, open: Lines, boxes: u64) -> i32 {
    let [twos, _] = lines.twos_and_threes();
    let twos = twos & boxes;
    let safe = open.difference(Lines::around(twos)).count().cast_signed();
    let Chains { short, controlled_value } = Chains::of(twos, lines);
    // Players give away short chains in turn, smallest first. Then one side has to open a long one.
    let [ones, pairs] = short;
    let short_chains = -(ones & 1) + if ones & 1 == 0 { -2 * (pairs & 1) } else { 2 * (pairs & 1) };
    let has_to_open = (safe + ones + pairs) & 1 == 0;
    let long = if has_to_open { -controlled_value } else { controlled_value };
    let near = if safe & 1 == 0 { short_chains } else { -short_chains };
    // Some of the safe lines will stop being safe, so the parity is only a guess.
    (near + long) / (1 + safe / 2)
}

/// The chains formed by boxes with two lines.
struct Chains {
    /// Number of chains of one box and of two.
    short: [i32; 2],
    /// Controlled value (Berlekamp): the margin of a side if the opponent has to open all longer chains. The side
    /// leaves two boxes of each chain and four of each loop, and takes all of the last one.
    controlled_value: i32,
}

impl Chains {
    fn of(mut boxes: u64, lines: Lines) -> Self {
        // Boxes that are linked with the box below, and with the box to the right.
        let below = boxes & boxes >> 8 & !(lines.across >> 8);
        let right = boxes & boxes >> 1 & !(lines.down >> 1);
        let (mut short, mut controlled_value, mut last) = ([0; 2], 0, 0);
        while boxes != 0 {
            let chain = connected(boxes & boxes.wrapping_neg(), below, right);
            boxes &= !chain;
            let size = chain.count_ones().cast_signed();
            let links = (chain & below).count_ones() + (chain & right).count_ones();
            let is_loop = links.cast_signed() == size;
            match size {
                1 | 2 => short[size as usize - 1] += 1,
                _ if is_loop => (controlled_value, last) = (controlled_value + size - 8, last.max(8)),
                _ => (controlled_value, last) = (controlled_value + size - 4, 4),
            }
        }
        Self { short, controlled_value: (controlled_value + last).max(0) }
    }
}

/// All boxes that are linked with `seed`.
fn connected(seed: u64, below: u64, right: u64) -> u64 {
    let mut found = seed;
    loop {
        let down = (found & below) << 8 | found >> 8 & below;
        let next = found | down | (found & right) << 1 | found >> 1 & right;
        if next == found {
            return found;
        }
        found = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    #[test]
    fn chains_loops_and_short_chains_are_distinguished() {
        // A chain of three at the top, a loop of four at the bottom left, and a chain of two beside it.
        let position = DotsAndBoxes::parse("111/0000/111/1010/000/1011/110 0,0 A").unwrap();
        let [twos, _] = position.drawn().twos_and_threes();
        let twos = twos & position.size().boxes();
        assert_eq!(twos.count_ones(), 9, "{twos:#x}");
        let chains = Chains::of(twos, position.drawn());
        assert_eq!((chains.short, chains.controlled_value), ([0, 1], (3 - 4) + (4 - 8) + 8));
    }

    #[test]
    fn lines_around_cells_are_counted() {
        for state in 0..1_u32 << 12 {
            let bits = |from: u32, row: u32| u64::from(state >> from & 0b111) << (8 * row);
            let lines = Lines { across: bits(0, 0) | bits(3, 1), down: bits(6, 0) | bits(9, 1) };
            let [twos, threes] = lines.twos_and_threes();
            for cell in 0..16 {
                let count = Lines::around(1 << cell).intersection(lines).count();
                let found = [twos, threes, lines.closed()].map(|set| set >> cell & 1 == 1);
                assert_eq!(found, [2, 3, 4].map(|wanted| count == wanted), "{cell} of {lines:?}");
            }
        }
    }
}
