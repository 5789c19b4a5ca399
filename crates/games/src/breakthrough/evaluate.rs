//! What positions of Breakthrough are worth, and in which order to try moves.

use super::frame::{LARGEST, Squares, WAYS};
use super::rules::{Breakthrough, Move};
use plyd_search::hooks::{Deepening, Knowledge, MoveOrdering, StaticAnalysis, StaticBounds, sort_by_score};
use plyd_search::position::{Position, Side};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score};

const PAWN: i32 = 100;
/// For a pawn so many ranks before its last one.
const ADVANCE: [i32; LARGEST] = [0, 160, 80, 40, 20, 12, 6, 3, 0, 0, 0];
/// A pawn that another one guards.
const GUARDED: i32 = 8;
/// A pawn that is attacked, and more often than guarded.
const HANGING: i32 = -30;
/// A pawn that nobody can stop any more, and that is first.
const RUNS: i32 = 10_000;

impl Evaluate for Breakthrough {
    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 25 };

    const ORDERING: MoveOrdering<Self> = MoveOrdering {
        slots: Move::SLOTS,
        slot: Move::slot,
        is_quiet: |position, mv| !position.captures(mv),
        ..MoveOrdering::DEFAULT
    };

    const SYMMETRY: Option<fn(&Self) -> TableKey> = Some(Self::or_mirrored);

    const KNOWLEDGE: Knowledge<Self> = Knowledge { plies_left: Self::plies_left, ..Knowledge::NONE };

    const STATIC_ANALYSIS: Option<StaticAnalysis<Self>> = Some(StaticAnalysis {
        bounds: Self::bounds,
        refine: |position, _, moves, bounds| {
            position.order(moves);
            bounds
        },
    });

    fn evaluate(&self) -> Score {
        let side = self.side_to_move();
        if let Some(runs) = self.race() {
            return runs;
        }
        Score::heuristic(self.worth(side) - self.worth(side.other()))
    }

    fn order(&self, moves: &mut [Move]) {
        let (side, frame) = (self.side_to_move(), self.frame());
        let [own, other] = self.seen_by_mover();
        let attacked = frame.attacks(side.other(), other);
        sort_by_score::<128, _>(moves, |mv| {
            let to = self.arrival(mv);
            let distance = frame.distance(side, to);
            let captured =
                if other >> to & 1 == 1 { 200 + ADVANCE[usize::from(frame.ranks - 1 - distance)] } else { 0 };
            let guarded = frame.attacks(side, own & !(1 << mv.from)) >> to & 1 == 1;
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
    /// What a side's pawns are worth for where they stand.
    fn worth(&self, side: Side) -> i32 {
        let (frame, count) = (self.frame(), |set: Squares| set.count_ones() as i32);
        let (own, other) = (self.pawns()[side.index()], self.pawns()[side.other().index()]);
        let mut worth = PAWN * count(own);
        for rank in 0..frame.ranks {
            let distance = if side == Side::First { frame.ranks - 1 - rank } else { rank };
            worth += ADVANCE[usize::from(distance)] * count(own & frame.rank(rank));
        }
        let by_both = |side, pawns| {
            let [left, right] = frame.beside(frame.forward(side, pawns));
            (left | right, left & right)
        };
        let (guarded, guarded_twice) = by_both(side, own);
        let (attacked, attacked_twice) = by_both(side.other(), other);
        let hanging = own & (attacked & !guarded | attacked_twice & !guarded_twice);
        worth + GUARDED * count(own & guarded) + HANGING * count(hanging)
    }

    /// How far the foremost pawn of a set is from its last rank.
    fn least_distance(&self, side: Side, pawns: Squares) -> u32 {
        match side {
            Side::First => {
                u32::from(self.frame().ranks) - 1 - (127 - pawns.leading_zeros()) / u32::from(self.frame().files)
            }
            Side::Second => pawns.trailing_zeros() / u32::from(self.frame().files),
        }
    }

    /// The foremost pawn of a side that no pawn of the other can meet any more, and how far it has to go.
    fn runner(&self, side: Side) -> Option<u32> {
        let (frame, own) = (self.frame(), self.pawns()[side.index()]);
        // Every square from which some way forward leads to a pawn of the other side.
        let mut met = self.pawns()[side.other().index()];
        for _ in 1..frame.ranks {
            if own & !met == 0 {
                return None;
            }
            met |= frame.forward(side.other(), met) | frame.attacks(side.other(), met);
        }
        let free = own & !met;
        (free != 0).then(|| self.least_distance(side, free))
    }

    /// A win, where a side has a pawn that the other can neither stop nor be faster than.
    fn race(&self) -> Option<Score> {
        let (side, other) = (self.side_to_move(), self.side_to_move().other());
        let [own_first, other_first] = [side, other].map(|side| self.least_distance(side, self.pawns()[side.index()]));
        if let Some(distance) = self.runner(side).filter(|distance| *distance <= other_first) {
            return Some(Score::heuristic(RUNS - 2 * distance as i32 + 1));
        }
        let distance = self.runner(other).filter(|distance| *distance < own_first)?;
        Some(Score::heuristic(2 * distance as i32 - RUNS))
    }

    /// Wins with the next ply, and what remains to be tried where the other side is about to win with its next.
    fn bounds(&self, depth: u32, moves: &mut Vec<Move>) -> StaticBounds {
        let (side, frame) = (self.side_to_move(), self.frame());
        let [own, other] = self.seen_by_mover();
        let attacked = frame.attacks(side, own);
        let legal = self.count() as usize;
        let takes_the_last = other.count_ones() == 1 && attacked & other != 0;
        if self.least_distance(side, own) == 1 || takes_the_last {
            return StaticBounds::exactly(Score::win_in(1), legal);
        }
        let threats = other & frame.forward(side, frame.goal(side.other()));
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
    fn or_mirrored(&self) -> TableKey {
        let mirrored = self.mirrored();
        if mirrored.pawns() < self.pawns() {
            TableKey::canonical(mirrored.key(), &MIRRORED[usize::from(self.frame().files)])
        } else {
            TableKey::plain(self.key())
        }
    }
}

/// What each slot becomes in the mirror, by the number of files.
static MIRRORED: [[u16; Move::SLOTS]; LARGEST + 1] = {
    let mut slots = [[0; Move::SLOTS]; LARGEST + 1];
    let mut files = 1;
    while files <= LARGEST {
        let mut slot = 0;
        while slot < Move::SLOTS {
            let (from, way) = (slot / WAYS, slot % WAYS);
            let mirrored = WAYS * (from + files - 1 - 2 * (from % files)) + WAYS - 1 - way;
            // Slots beyond the board's last rank are nobody's.
            let image = if mirrored < Move::SLOTS { mirrored } else { slot };
            slots[files][slot] = image as u16;
            slot += 1;
        }
        files += 1;
    }
    slots
};
