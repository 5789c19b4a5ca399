//! What Othello positions are worth before the end is in sight, and in which order to try moves.

use super::bitboard::{self, CORNERS, Squares};
use super::endgame::{ENDGAME, odd_regions};
use super::rules::{Move, Othello};
use plyd_search::position::Position;
use plyd_search::{
    Deepening, Endgame, Evaluate, MoveOrdering, Points, Score, StaticAnalysis, StaticBounds, Theory, sort_by_promise,
};

/// What is counted, for the side to move less for the other: legal moves, empty squares next to the opponent's discs,
/// corners, X and C squares next to an empty corner, stable discs, discs; then 1 where the number of empty squares is
/// odd (who moves then has the last move, if nobody passes), and 1 always (the worth of the move itself).
const FEATURES: usize = 9;

/// In 1/256 disc, a row for each six empty squares from none to 60.
///
/// Fitted by least squares to the final differences of 14,000 games: four to nineteen random plies, then this program
/// against itself, four plies deep and exact for the last ten squares, each position after the last random ply an
/// observation. The last rows repeat the one before, where games were too few.
const WEIGHTS: [[i32; FEATURES]; 11] = [
    [1190, -384, -213, -141, -570, 201, 51, 411, -226],
    [834, -267, 165, -573, -625, 263, -22, 8, -319],
    [592, -131, 638, -1103, -602, 303, -66, 13, -422],
    [445, -25, 1054, -1665, -498, 344, -99, -37, -470],
    [346, 70, 1306, -2237, -361, 408, -117, -128, -484],
    [278, 125, 1598, -2568, -179, 532, -146, -141, -522],
    [226, 122, 2040, -2861, -198, 743, -193, -102, -557],
    [202, 103, 2180, -3064, -577, 948, -217, -132, -480],
    [227, 109, 1808, -3144, -930, 1527, -199, 20, -470],
    [227, 109, 1808, -3144, -930, 1527, -199, 20, -470],
    [227, 109, 1808, -3144, -930, 1527, -199, 20, -470],
];

fn features(position: &Othello) -> [i32; FEATURES] {
    let (own, other, empty) = (position.own(), position.other(), position.empty());
    let less = |own: Squares, other: Squares| own.count_ones() as i32 - other.count_ones() as i32;
    let empty_corners = empty & CORNERS;
    let x = bitboard::diagonal_neighbours(empty_corners);
    let c = bitboard::around(empty_corners) & !x & !CORNERS;
    let [own_stable, other_stable] = bitboard::stable(own, other);
    [
        less(position.placements(), bitboard::moves(other, own)),
        less(bitboard::around(other) & empty, bitboard::around(own) & empty),
        less(own & CORNERS, other & CORNERS),
        less(own & x, other & x),
        less(own & c, other & c),
        less(own_stable, other_stable),
        less(own, other),
        (empty.count_ones() & 1) as i32,
        1,
    ]
}

impl Evaluate for Othello {
    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 3 };

    /// The squares, and the pass. Replies counted here tell more than cut-offs elsewhere.
    const ORDERING: MoveOrdering<Self> =
        MoveOrdering { slots: 65, slot: |mv| usize::from(mv.0), remembers: false, ..MoveOrdering::DEFAULT };

    const THEORY: Theory<Self> =
        Theory { plies_left: Self::plies_left, points: Some(Points { most: 64, step: 2 }), ..Theory::NONE };

    const STATIC_ANALYSIS: Option<StaticAnalysis<Self>> = Some(StaticAnalysis {
        bounds: Self::bounds,
        refine: |position, _, moves, bounds| {
            position.order(moves);
            bounds
        },
    });

    const ENDGAME: Option<Endgame<Self>> = Some(ENDGAME);

    fn evaluate(&self) -> Score {
        let weights = WEIGHTS[self.empty().count_ones() as usize / 6];
        let sum: i32 = features(self).iter().zip(weights).map(|(count, weight)| count * weight).sum();
        Score::opinion(((sum + 128) >> 8).clamp(-64, 64))
    }

    fn order(&self, moves: &mut [Move]) {
        if moves.len() < 2 {
            return;
        }
        let (empty, odd) = (self.empty(), odd_regions(self.empty()));
        sort_by_promise::<128, _>(moves, |mv| self.rank(mv, empty, odd));
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
            return StaticBounds { least: Score::points(-64), most: Score::points(64), legal };
        }
        let sure = |discs| 2 * bitboard::stable_of(discs, self.empty()).count_ones() as i32 - 64;
        StaticBounds { least: Score::points(sure(self.own())), most: Score::points(-sure(self.other())), legal }
    }

    /// Higher is tried earlier: corners, then the moves that leave the opponent fewest replies ("fastest first") and
    /// border on fewest empty squares. Among the last squares counting replies costs more than it saves: there regions
    /// of odd size come first, so as to have the last move in each. Both are standard in Othello endgame solvers.
    fn rank(&self, mv: Move, empty: Squares, odd: Squares) -> i32 {
        let square = 1u64 << (mv.0 & 63);
        let parity = i32::from(square & odd != 0);
        let corner = i32::from(square & CORNERS != 0);
        if empty.count_ones() <= 5 {
            return 2 * parity + corner;
        }
        let flipped = bitboard::flips(mv.0, self.own(), self.other());
        let (own, other) = (self.own() | flipped | square, self.other() & !flipped);
        let replies = bitboard::moves(other, own);
        let corner_replies = (replies & CORNERS).count_ones() as i32;
        let frontier = (bitboard::around(own) & empty & !square).count_ones() as i32;
        let x = i32::from(square & bitboard::diagonal_neighbours(empty & CORNERS) != 0);
        20 * corner - 4 * replies.count_ones() as i32 - 8 * corner_replies - 2 * frontier - 8 * x + parity
    }
}
