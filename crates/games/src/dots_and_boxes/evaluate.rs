//! What dots and boxes are worth before the end is in sight, what is sure, and in which order to draw.
//!
//! Boxes that want their last line are there to be taken; boxes with two lines hang together in chains, and who has to
//! open the first long one gives it away, all but the last two of whose boxes the other takes, to make this side open
//! the next (Berlekamp 2000, The Dots and Boxes Game).

use super::grid::Lines;
use super::rules::{self, DotsAndBoxes, Move, SLOTS};
use plyd_search::hooks::{Deepening, Knowledge, MoveOrdering, StaticAnalysis, StaticBounds, sort_by_score};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score};

impl Evaluate for DotsAndBoxes {
    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 1 };

    const ORDERING: MoveOrdering<Self> =
        MoveOrdering { slots: SLOTS, slot: |mv| mv.0 as usize, killers_and_history: false, ..MoveOrdering::DEFAULT };

    const SYMMETRY: Option<fn(&Self) -> TableKey> = Some(Self::least_image);

    /// Every line is drawn, whatever happens.
    const KNOWLEDGE: Knowledge<Self> = Knowledge { plies_left: |position| position.open().count(), ..Knowledge::NONE };

    const STATIC_ANALYSIS: Option<StaticAnalysis<Self>> = Some(StaticAnalysis {
        bounds: Self::bounds,
        refine: |position, _, moves, bounds| {
            position.order(moves);
            bounds
        },
    });

    fn evaluate(&self) -> Score {
        let left = self.boxes_left();
        Score::heuristic(self.margin() + self.outlook().clamp(-left, left))
    }

    fn order(&self, moves: &mut [Move]) {
        let [twos, _] = self.drawn().twos_and_threes();
        let gives = Lines::around(twos & self.size().boxes());
        sort_by_score::<{ SLOTS }, _>(moves, |mv| match self.boxes_closed(mv) {
            0 => -i32::from(mv.line().both(gives).count() > 0),
            closed => closed.cast_signed(),
        });
    }
}

impl DotsAndBoxes {
    /// How many boxes a line closes.
    fn boxes_closed(&self, mv: Move) -> u32 {
        (self.drawn().with(mv.line()).closed() ^ self.drawn().closed()).count_ones()
    }

    /// No side gets more than the boxes that are left. A search to the end need not ask whether to close a box by a
    /// line that is no other box's, or that closes two: whatever else is drawn, the other side would do it next.
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
        rules::moves(Lines::around(threes).both(open).without(shared)).next()
    }

    /// How many boxes more than the other the side to move can hope for of those that are left: it takes what is there,
    /// and then either moves on, or leaves the last two for the other to move on.
    pub(super) fn outlook(&self) -> i32 {
        let boxes = self.size().boxes();
        let (mut lines, mut taken) = (self.drawn(), 0);
        loop {
            let [_, threes] = lines.twos_and_threes();
            let threes = threes & boxes;
            if threes == 0 {
                break;
            }
            let before = lines.closed();
            lines = lines.with(Lines::around(threes));
            taken += (lines.closed() & !before).count_ones().cast_signed();
        }
        let on_the_move = structure(lines, self.open().without(lines), boxes);
        let takes_all = taken + on_the_move;
        if taken >= 2 { takes_all.max(taken - 4 - on_the_move) } else { takes_all }
    }
}

/// The same where no box wants its last line: from the lines that give nothing away and the chains. `open` are the
/// lines that are not drawn.
fn structure(lines: Lines, open: Lines, boxes: u64) -> i32 {
    let [twos, _] = lines.twos_and_threes();
    let twos = twos & boxes;
    let safe = open.without(Lines::around(twos)).count().cast_signed();
    let Chains { short, in_control } = Chains::of(twos, lines);
    // Short chains are given away by turns, the smallest first, and then somebody has to open a long one.
    let [ones, pairs] = short;
    let to_and_fro = -(ones & 1) + if ones & 1 == 0 { -2 * (pairs & 1) } else { 2 * (pairs & 1) };
    let opens = (safe + ones + pairs) & 1 == 0;
    let long = if opens { -in_control } else { in_control };
    let near = if safe & 1 == 0 { to_and_fro } else { -to_and_fro };
    // What safe lines there are will be fewer than they seem, so the parity is a guess.
    (near + long) / (1 + safe / 2)
}

/// What boxes with two lines hang together in.
struct Chains {
    /// How many chains of one and of two boxes.
    short: [i32; 2],
    /// What a side gets, more than the other, that has every longer one opened for it: all but two boxes of a chain and
    /// four of a loop each time, and all of the last one.
    in_control: i32,
}

impl Chains {
    fn of(mut boxes: u64, lines: Lines) -> Self {
        // Boxes that hang together with the one below, and with the one to the right.
        let below = boxes & boxes >> 8 & !(lines.across >> 8);
        let right = boxes & boxes >> 1 & !(lines.down >> 1);
        let (mut short, mut in_control, mut last) = ([0; 2], 0, 0);
        while boxes != 0 {
            let chain = connected(boxes & boxes.wrapping_neg(), below, right);
            boxes &= !chain;
            let size = chain.count_ones().cast_signed();
            let links = (chain & below).count_ones() + (chain & right).count_ones();
            let is_loop = links.cast_signed() == size;
            match size {
                1 | 2 => short[size as usize - 1] += 1,
                _ if is_loop => (in_control, last) = (in_control + size - 8, last.max(8)),
                _ => (in_control, last) = (in_control + size - 4, 4),
            }
        }
        Self { short, in_control: (in_control + last).max(0) }
    }
}

/// Everything that hangs together with a box.
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
    fn chains_loops_and_short_ones_are_told_apart() {
        // A chain of three above, a loop of four below to the left, a chain of two beside it.
        let position = DotsAndBoxes::parse("111/0000/111/1010/000/1011/110 0,0 A").unwrap();
        let [twos, _] = position.drawn().twos_and_threes();
        let twos = twos & position.size().boxes();
        assert_eq!(twos.count_ones(), 9, "{twos:#x}");
        let chains = Chains::of(twos, position.drawn());
        assert_eq!((chains.short, chains.in_control), ([0, 1], (3 - 4) + (4 - 8) + 8));
    }

    #[test]
    fn lines_around_places_are_counted() {
        for state in 0..1_u32 << 12 {
            let bits = |from: u32, row: u32| u64::from(state >> from & 0b111) << (8 * row);
            let lines = Lines { across: bits(0, 0) | bits(3, 1), down: bits(6, 0) | bits(9, 1) };
            let [twos, threes] = lines.twos_and_threes();
            for place in 0..16 {
                let count = Lines::around(1 << place).both(lines).count();
                let found = [twos, threes, lines.closed()].map(|set| set >> place & 1 == 1);
                assert_eq!(found, [2, 3, 4].map(|wanted| count == wanted), "{place} of {lines:?}");
            }
        }
    }
}
