//! What Othello positions are worth before the end is in sight, and in which order to try moves.

use super::bitboard::{self, CORNERS, Squares};
use super::endgame::{ENDGAME, odd_regions};
use super::evaluation;
use super::rules::{Move, Othello};
use crate::bits::members;
use crate::processor::dispatch;
use plyd_search::hooks::{
    Deepening, Endgame, Knowledge, MoveOrdering, MultiProbCut, Openings, Points, Selective, StaticAnalysis,
    StaticBounds, sort_by_score,
};
use plyd_search::position::Position;
use plyd_search::{Evaluate, Score};
use pulp::NullaryFnOnce;

/// How far apart two searches' values are, in 1/16 disc (the standard deviation), by stages of twelve empty squares,
/// the last of the game first. Of 150 positions, at depths 1 to 8, two and four plies apart.
const DEVIATIONS: [i32; 5] = [64, 72, 54, 48, 36];
/// So many of them are far enough, in 1/16.
const CONFIDENCE: i32 = 16;

impl Evaluate for Othello {
    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 3 };

    /// The squares, and the pass. Replies counted here tell more than cut-offs elsewhere.
    const ORDERING: MoveOrdering<Self> =
        MoveOrdering { slots: 65, slot: |mv| usize::from(mv.0), killers_and_history: false, ..MoveOrdering::DEFAULT };

    const KNOWLEDGE: Knowledge<Self> = Knowledge {
        plies_left: Self::plies_left,
        points: Some(Points { most: 64, step: 2 }),
        openings: || Openings::new(include_bytes!("openings.bin")),
        ..Knowledge::NONE
    };

    const STATIC_ANALYSIS: Option<StaticAnalysis<Self>> = Some(StaticAnalysis {
        bounds: Self::bounds,
        refine: |position, _, moves, bounds| {
            position.order(moves);
            bounds
        },
    });

    const ENDGAME: Option<Endgame<Self>> = Some(ENDGAME);

    const SELECTIVE: Option<Selective<Self>> = Some(Selective {
        multi_probcut: Some(MultiProbCut {
            min_depth: 3,
            margin: |position, shallow, deep| position.margin(shallow, deep),
        }),
        ..Selective::PLAIN
    });

    fn evaluate(&self) -> Score {
        Score::heuristic(evaluation::evaluate(self))
    }

    fn order(&self, moves: &mut [Move]) {
        if moves.len() < 2 {
            return;
        }
        let ranks = dispatch(Ranks { own: self.own(), other: self.other(), moves: self.placements() });
        sort_by_score::<128, _>(moves, |mv| ranks[usize::from(mv.0 & 63)]);
    }
}

impl Othello {
    /// A disc on every empty square, and a pass before each but where the side to move has a move.
    fn plies_left(&self) -> u32 {
        2 * self.empty().count_ones() - u32::from(self.placements() != 0)
    }

    /// What can never be turned any more counts in the end, which a search has to see.
    fn bounds(&self, depth: u32, list: &mut Vec<Move>) -> StaticBounds {
        let before = list.len();
        self.legal_moves(list);
        let legal = list.len() - before;
        if depth < self.plies_left() {
            return StaticBounds { lower: Score::points(-64), upper: Score::points(64), legal };
        }
        let sure = |discs, others| 2 * bitboard::stable(discs, others).count_ones() as i32 - 64;
        let [least, most] = [sure(self.own(), self.other()), -sure(self.other(), self.own())];
        StaticBounds { lower: Score::points(least), upper: Score::points(most), legal }
    }

    /// How far from the window a value at the first depth tells on which side of it that at the second is.
    fn margin(&self, _shallow: u32, _deep: u32) -> i32 {
        let deviation = DEVIATIONS[(self.empty().count_ones() as usize / 12).min(DEVIATIONS.len() - 1)];
        (deviation * CONFIDENCE + 255) >> 8
    }
}

/// The ranks to find of all moves, by squares, compiled for the processor at hand.
struct Ranks {
    own: Squares,
    other: Squares,
    moves: Squares,
}

impl NullaryFnOnce for Ranks {
    type Output = [i32; 64];

    #[inline(always)]
    fn call(self) -> [i32; 64] {
        let mut ranks = [0; 64];
        let empty = !(self.own | self.other);
        let odd = odd_regions(empty);
        for square in members(self.moves) {
            ranks[usize::from(square & 63)] = self.rank(square, empty, odd);
        }
        ranks
    }
}

impl Ranks {
    /// Higher is tried earlier: corners, then the moves that leave the opponent fewest replies ("fastest first") and
    /// border on fewest empty squares. Among the last squares counting replies costs more than it saves: there regions
    /// of odd size come first, so as to have the last move in each. Both are standard in Othello endgame solvers.
    #[inline(always)]
    fn rank(&self, square: u8, empty: Squares, odd: Squares) -> i32 {
        let here = 1u64 << (square & 63);
        let parity = i32::from(here & odd != 0);
        let corner = i32::from(here & CORNERS != 0);
        if empty.count_ones() <= 5 {
            return 2 * parity + corner;
        }
        let flipped = bitboard::flips(square, self.own, self.other);
        let (own, other) = (self.own | flipped | here, self.other & !flipped);
        let replies = bitboard::moves(other, own);
        let corner_replies = (replies & CORNERS).count_ones() as i32;
        let frontier = (bitboard::around(own) & empty & !here).count_ones() as i32;
        let x = i32::from(here & bitboard::diagonal_neighbours(empty & CORNERS) != 0);
        20 * corner - 4 * replies.count_ones() as i32 - 8 * corner_replies - 2 * frontier - 8 * x + parity
    }
}
