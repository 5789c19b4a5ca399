//! Static evaluation and move ordering of Breakthrough.

use super::geometry::{DIRECTIONS, MAX_SIZE, Squares};
use super::rules::{Breakthrough, Move};
use plyd_search::hooks::{NoHooks, StaticBounds, sort_by_score};
use plyd_search::position::{Position, Side};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score};

const PAWN: i32 = 100;
/// Bonus of a pawn by its distance from the last rank.
const ADVANCE: [i32; MAX_SIZE] = [0, 160, 80, 40, 20, 12, 6, 3, 0, 0, 0];
/// Bonus of a pawn that another pawn guards.
const GUARDED: i32 = 8;
/// Penalty of a pawn that is attacked more often than guarded.
const HANGING: i32 = -30;
/// Bonus of an unstoppable pawn that is ahead in the race.
const UNSTOPPABLE: i32 = 10_000;

impl Evaluate for Breakthrough {
    type Hooks = NoHooks;

    const ASPIRATION: i32 = 25;

    const SLOTS: usize = Move::SLOTS;

    fn slot(mv: Move) -> usize {
        mv.slot()
    }

    fn is_quiet(&self, mv: Move) -> bool {
        !self.captures(mv)
    }

    fn table_key(&self) -> TableKey {
        self.canonical_key()
    }

    fn plies_left(&self) -> u32 {
        self.most_plies_left()
    }

    fn static_bounds(&self, depth: u32, moves: &mut Vec<Move>) -> Option<StaticBounds> {
        Some(self.bounds(depth, moves))
    }

    fn evaluate(&self) -> Score {
        if let Some(race) = self.race() {
            return race;
        }
        Score::heuristic(self.value() + self.correction())
    }

    fn order(&self, moves: &mut [Move]) {
        let (side, geometry) = (self.side_to_move(), self.geometry());
        let [own, other] = self.seen_by_mover();
        let attacked = geometry.attacks(side.other(), other);
        sort_by_score::<128, _>(moves, |mv| {
            let to = self.target(mv);
            let distance = geometry.distance(side, to);
            let captured =
                if other >> to & 1 == 1 { 200 + ADVANCE[usize::from(geometry.ranks - 1 - distance)] } else { 0 };
            let guarded = geometry.attacks(side, own & !(1 << mv.from)) >> to & 1 == 1;
            let risk = if attacked >> to & 1 == 0 {
                0
            } else if guarded {
                20
            } else {
                120
            };
            captured + ADVANCE[usize::from(distance)] - risk + if distance == 0 { 1000 } else { 0 }
        });
    }
}

impl Breakthrough {
    /// The value by hand, for the side to move, unless a race decides.
    pub(super) fn value(&self) -> i32 {
        self.side_value(self.side_to_move()) - self.side_value(self.side_to_move().other())
    }

    /// Material and positional value of a side's pawns.
    fn side_value(&self, side: Side) -> i32 {
        let (geometry, count) = (self.geometry(), |set: Squares| set.count_ones() as i32);
        let (own, other) = (self.pawns()[side.index()], self.pawns()[side.other().index()]);
        let mut value = PAWN * count(own);
        for rank in 0..geometry.ranks {
            let distance = if side == Side::First { geometry.ranks - 1 - rank } else { rank };
            value += ADVANCE[usize::from(distance)] * count(own & geometry.rank(rank));
        }
        let by_both = |side, pawns| {
            let [left, right] = geometry.beside(geometry.forward(side, pawns));
            (left | right, left & right)
        };
        let (guarded, guarded_twice) = by_both(side, own);
        let (attacked, attacked_twice) = by_both(side.other(), other);
        let hanging = own & (attacked & !guarded | attacked_twice & !guarded_twice);
        value + GUARDED * count(own & guarded) + HANGING * count(hanging)
    }

    /// Distance of the foremost of these pawns from its last rank.
    fn min_distance(&self, side: Side, pawns: Squares) -> u32 {
        match side {
            Side::First => {
                u32::from(self.geometry().ranks) - 1 - (127 - pawns.leading_zeros()) / u32::from(self.geometry().files)
            }
            Side::Second => pawns.trailing_zeros() / u32::from(self.geometry().files),
        }
    }

    /// Distance of the foremost pawn of a side that no enemy pawn can stop.
    fn unstoppable_distance(&self, side: Side) -> Option<u32> {
        let (geometry, own) = (self.geometry(), self.pawns()[side.index()]);
        // Squares from which a path forward meets an enemy pawn.
        let mut stopped = self.pawns()[side.other().index()];
        for _ in 1..geometry.ranks {
            if own & !stopped == 0 {
                return None;
            }
            stopped |= geometry.forward(side.other(), stopped) | geometry.attacks(side.other(), stopped);
        }
        let unstopped = own & !stopped;
        (unstopped != 0).then(|| self.min_distance(side, unstopped))
    }

    /// A won or lost race: an unstoppable pawn that arrives before any enemy pawn can.
    fn race(&self) -> Option<Score> {
        let (side, other) = (self.side_to_move(), self.side_to_move().other());
        let [own_first, other_first] = [side, other].map(|side| self.min_distance(side, self.pawns()[side.index()]));
        if let Some(distance) = self.unstoppable_distance(side).filter(|distance| *distance <= other_first) {
            return Some(Score::heuristic(UNSTOPPABLE - 2 * distance as i32 + 1));
        }
        let distance = self.unstoppable_distance(other).filter(|distance| *distance < own_first)?;
        Some(Score::heuristic(2 * distance as i32 - UNSTOPPABLE))
    }

    /// Detects a win in one ply. If the opponent threatens to win next, only captures of that pawn are left to try.
    fn bounds(&self, depth: u32, moves: &mut Vec<Move>) -> StaticBounds {
        let (side, geometry) = (self.side_to_move(), self.geometry());
        let [own, other] = self.seen_by_mover();
        let attacked = geometry.attacks(side, own);
        let legal = self.count() as usize;
        let captures_last = other.count_ones() == 1 && attacked & other != 0;
        if self.min_distance(side, own) == 1 || captures_last {
            return StaticBounds::exactly(Score::win_in(1), legal);
        }
        let threats = other & geometry.forward(side, geometry.goal(side.other()));
        if threats == 0 || depth < 2 {
            self.list(!0, moves);
            return StaticBounds { legal, ..StaticBounds::default() };
        }
        if threats.count_ones() > 1 || attacked & threats == 0 {
            return StaticBounds::exactly(Score::loss_in(2), legal);
        }
        self.list(threats, moves);
        StaticBounds { legal, ..StaticBounds::default() }
    }

    /// A position and its mirror image share a key.
    fn canonical_key(&self) -> TableKey {
        let mirrored = self.mirrored();
        if mirrored.pawns() < self.pawns() {
            TableKey::canonical(mirrored.key(), &MIRRORED_SLOTS[usize::from(self.geometry().files)])
        } else {
            TableKey::plain(self.key())
        }
    }
}

/// `MIRRORED_SLOTS[files][slot]`: the slot of the mirrored move.
static MIRRORED_SLOTS: [[u16; Move::SLOTS]; MAX_SIZE + 1] = {
    let mut slots = [[0; Move::SLOTS]; MAX_SIZE + 1];
    let mut files = 1;
    while files <= MAX_SIZE {
        let mut slot = 0;
        while slot < Move::SLOTS {
            let (from, direction) = (slot / DIRECTIONS, slot % DIRECTIONS);
            let mirrored = DIRECTIONS * (from + files - 1 - 2 * (from % files)) + DIRECTIONS - 1 - direction;
            // Slots beyond the last rank are not used by any move.
            let image = if mirrored < Move::SLOTS { mirrored } else { slot };
            slots[files][slot] = image as u16;
            slot += 1;
        }
        files += 1;
    }
    slots
};
