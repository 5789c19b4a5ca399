//! Static evaluation and move ordering of nine men's morris.

use super::points::{self, COUNT, Points, SYMMETRIES};
use super::rules::{Move, NineMensMorris};
use plyd_search::hooks::{NoHooks, sort_by_score};
use plyd_search::position::{Position, Side};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score};

const MAN: i32 = 100;
/// A closed mill.
const MILL: i32 = 8;
/// A mill that can be closed with the next move.
const READY: i32 = 14;
/// A mill that can be closed by a man from another mill, so that every move closes one of them (a double mill).
const DOUBLE: i32 = 50;
/// A legal step.
const STEP: i32 = 3;
/// A man that cannot move.
const BLOCKED: i32 = -6;

impl Evaluate for NineMensMorris {
    type Hooks = NoHooks;

    const ASPIRATION: i32 = 12;

    const SLOTS: usize = Move::SLOTS;

    fn slot(mv: Move) -> usize {
        mv.slot()
    }

    fn is_quiet(&self, mv: Move) -> bool {
        mv.taken().is_none()
    }

    fn table_key(&self) -> TableKey {
        self.canonical_key()
    }

    /// Only mills. Quiescence ends, because each mill captures a man.
    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        self.list_captures(moves);
    }

    fn evaluate(&self) -> Score {
        let side = self.side_to_move();
        Score::heuristic(self.side_value(side) - self.side_value(side.other()))
    }

    fn order(&self, moves: &mut [Move]) {
        let [own, other] = [self.side_to_move(), self.side_to_move().other()].map(|side| self.men()[side.index()]);
        let (empty, threats) = (self.empty(), points::closing(other));
        sort_by_score::<128, _>(moves, |mv| {
            let to = 1 << mv.to;
            let rest = mv.from().map_or(own, |from| own ^ 1 << from);
            let pairs = |men: Points, empty: Points| (points::closing(men) & empty).count_ones() as i32;
            let left = mv.taken().map_or(0, |taken| 1000 - 20 * pairs(other ^ 1 << taken, empty));
            let blocks = if threats & to != 0 { 40 } else { 0 };
            left + blocks + 6 * pairs(rest | to, empty & !to) + (points::neighbours(to) & empty).count_ones() as i32
        });
    }
}

impl NineMensMorris {
    /// Value of a side's men and mills, independent of the side to move.
    fn side_value(&self, side: Side) -> i32 {
        let count = |set: Points| set.count_ones() as i32;
        let (own, empty) = (self.men()[side.index()], self.empty());
        let in_mills = points::in_mills(own);
        let mut value = MAN * self.count(side) as i32 + MILL * points::count_mills(own) as i32;
        self.each_target(side, |from, _, closing| {
            let double = from.is_some_and(|from| in_mills >> from & 1 == 1);
            value += count(closing) * if double { DOUBLE } else { READY };
        });
        if self.flies(side) {
            return value;
        }
        let steps: i32 = points::steps(own).into_iter().map(|to| count(to & empty)).sum();
        value + STEP * steps + BLOCKED * count(own & !points::neighbours(empty))
    }

    /// Appends the moves that capture.
    fn list_captures(&self, moves: &mut Vec<Move>) {
        if self.men()[self.side_to_move().other().index()] != 0 {
            self.list(moves, true);
        }
    }

    /// The smallest of the sixteen images, which share a key.
    fn canonical_key(&self) -> TableKey {
        let [white, black] = self.men().map(u64::from);
        let sets = white | black << 32;
        let (mut least, mut number) = (sets, 0);
        for other in 1..SYMMETRIES {
            let image = points::image(sets, other);
            if image < least {
                (least, number) = (image, other);
            }
        }
        TableKey::canonical(self.with_men([least as Points, (least >> 32) as Points]).key(), &SLOT_MAPS[number])
    }

    /// The same position with other men on the board.
    pub(super) fn with_men(&self, men: [Points; 2]) -> Self {
        Self::new(men, self.hand(), self.quiet(), self.side_to_move())
    }
}

/// `SLOT_MAPS[image][slot]`: the slot of the same move in that image. Reflection exchanges the first two directions of
/// a step, and exchanging the rings exchanges the last two.
static SLOT_MAPS: [[u16; Move::SLOTS]; SYMMETRIES] = {
    let mut slots = [[0; Move::SLOTS]; SYMMETRIES];
    let mut number = 0;
    while number < SYMMETRIES {
        let mut point = 0;
        while point < COUNT {
            let image = points::image(1 << point, number).trailing_zeros() as usize;
            slots[number][point] = image as u16;
            let mut direction = 0;
            while direction < 4 {
                let turned = direction ^ (if direction < 2 { number >> 2 & 1 } else { number >> 3 & 1 });
                slots[number][COUNT + 4 * point + direction] = (COUNT + 4 * image + turned) as u16;
                direction += 1;
            }
            point += 1;
        }
        number += 1;
    }
    slots
};
