//! The differences between games of draughts.

use std::fmt::Debug;

use crate::board::{Layout, Look, Piece};
use crate::diagonals::{Diagonals, Eight, Ten};
use crate::notation::About;
use crate::pdn::Pdn;
use plyd_search::expected_score::ExpectedScore;
use plyd_search::level::Levels;
use plyd_search::position::Side;

/// One game of draughts.
pub trait Variant: Copy + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// The board.
    type Board: Diagonals;

    /// The majority rule: only captures of the most pieces are legal.
    const MAJORITY: bool;

    /// Whether a man that reaches the last row during a capture continues as a king. Otherwise it continues as a man,
    /// and is crowned only if its move ends there.
    const CROWNS_DURING_CAPTURE: bool;

    /// Rows of men at the start.
    const ROWS_OF_MEN: u32;

    /// After this number of plies by kings alone without a capture, a draw may be claimed.
    const QUIET_PLIES_MAX: u8;

    /// The reason of that draw in words.
    const DRAW_REASON: &'static str;

    /// Notation of positions.
    const PDN: Pdn;

    /// The tag `GameType` of records: number, first side, columns, rows, kind of notation.
    const GAME_TYPE: &'static str;

    /// The facts about the game.
    const ABOUT: About;
}

/// The deepest search.
const MAX_DEPTH: u32 = 60;

const PIECES: &[Piece] = &[
    Piece::of(Side::First, 'w', "man", "⛀"),
    Piece::of(Side::First, 'W', "king", "⛁"),
    Piece::of(Side::Second, 'b', "man", "⛂"),
    Piece::of(Side::Second, 'B', "king", "⛃"),
];

const SCORE_UNIT: &str = "A man is 100, a king 300. Advance, centre, back row, balance of the wings, free men and \
                          kings' mobility count too. A small lead counts little against a king when few pieces are \
                          left.";

/// The levels, which all variants share, with this variant's mean losses.
const fn levels(mean_losses: &'static [f64]) -> Option<Levels> {
    Some(Levels::usual(MAX_DEPTH, 400_000, mean_losses, Levels::MEASURED))
}

/// The facts that all variants share.
const COMMON: About = About {
    players: ["white", "black"],
    sides: Some(Look::WHITE_BLACK),
    layout: Some(Layout::Squares),
    pieces: PIECES,
    score_unit: SCORE_UNIT,
    default_depth: 10,
    max_depth: MAX_DEPTH,
    expected_score: ExpectedScore::fitted(199.7, 14.7, 400, 2000),
    ..About::PLAIN
};

/// International draughts: 100 squares, twenty men each, the majority rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct International;

impl Variant for International {
    type Board = Ten;

    const MAJORITY: bool = true;
    const CROWNS_DURING_CAPTURE: bool = false;
    const ROWS_OF_MEN: u32 = 4;
    const QUIET_PLIES_MAX: u8 = 50;
    const DRAW_REASON: &'static str = "25 moves each by kings alone without a capture";

    const PDN: Pdn = Pdn { algebraic: false, pieces_max: 20, quiet_max: 50, example: "W:W31,32,K50:B1,K2" };

    const GAME_TYPE: &'static str = "20,W,10,10,N2,0";

    const ABOUT: About = About {
        title: "International draughts",
        summary: "Draughts on 10x10: kings fly, and the capture that takes most pieces is forced.",
        rules: "White moves first, from squares 31 to 50 towards 1; black moves from 1 to 20 towards 50. A man steps \
                one square diagonally forward, a king any number of free squares along a diagonal. Captures are \
                forced, in all four directions. A man jumps over an adjacent enemy piece to the empty square behind \
                it. A king jumps over an enemy piece at any distance to any free square behind it. Both go on as long \
                as they can. Captured pieces stay, and bar the way, until the move ends; none is jumped twice. Of all \
                captures one that takes the most pieces has to be played, kings counting as men. A man that ends its \
                move on the last row becomes a king; one that only passes it does not. A side that cannot move has \
                lost. A draw may be claimed after 25 moves of each side (50 plies) by kings alone without a capture, \
                and at the third occurrence of a position. The federations' rules for few pieces are left out.",
        state_notation: "PDN FEN, as in `W:W31,K50:B1,K2:H12`: the side to move, `W` or `B`, then the squares of white \
                         and of black. Squares are 1 to 50 row by row from the top, with `K` before a king's. `H` and \
                         the plies since the last capture or man's move (at most 50) follow, left out at 0. The \
                         canonical form has white first and squares ascending; any order is read. Also read: ranges (`W31-50`), leading zeros, lower case, a full stop at the end, more plies than count, and `F` \
                         with the number of the move. The side that is not \
                         to move has a piece; a side to move without one has lost. `board` has `w` and `b` for men, \
                         `W` and `B` for kings.",
        state_examples: &[
            "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,\
             17,18,19,20",
            "W:WK2:B7,8,17,18",
            "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,22,23,24",
            "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24",
            "W:W28,K46:B3,14,K5",
        ],
        move_notation: "A step is `32-28`. A capture is from, to and the captured squares, ascending: `26x37x31`. \
                        Routes that take the same pieces to the same square are one move. Also read: dashes and colons; a capture by its ends, \
                        with the captured squares in any order, or by the squares of any path.",
        move_examples: &["32-28", "2x2x7x8x17x18"],
        default_depth: 9,
        levels: levels(&[0.051, 0.051, 0.038, 0.038, 0.038, 0.026, 0.016, 0.004, 0.004, 0.004]),
        ..COMMON
    };
}

const QUIET_PLIES_8X8: u8 = 30;
const DRAW_REASON_8X8: &str = "15 moves each by kings alone without a capture";
const PDN_8X8: Pdn =
    Pdn { algebraic: true, pieces_max: 12, quiet_max: QUIET_PLIES_8X8, example: "W:Wa3,c3,Kh2:Bb8,Kd8" };
const STATE_NOTATION_8X8: &str = "PDN FEN, as in `W:Wa3,Kh2:Bb8,Kd8:H12`: the side to move, `W` or `B`, then the \
                                  squares of white and of black. `a1` is at the bottom left, and `K` stands before a \
                                  king's square. `H` and the plies since the last capture or man's move (at most 30) \
                                  follow, left out at 0. The canonical form has white first and squares row by row \
                                  from the top; any order is read. Also read: numbers of squares from the top, `1` to `32`, ranges of \
                                  them, upper and lower case, a full stop at the end, more plies than count, and `F` \
                                  with the number of the move. The side that is not to move has a piece; a side to \
                                  move without one has lost. `board` has `w` and `b` for men, `W` and `B` for kings.";
const MOVE_NOTATION_8X8: &str = "A step is `c3-d4`. A capture is from, to and the captured squares, row by row from \
                                 the top: `f6xa5xe7xb6`. Routes that take the same pieces to the same square are one \
                                 move. Also read: dashes and colons; a capture by its ends, \
                        with the captured squares in any order, or by the squares of any path.";
const START_8X8: &str = "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6";

/// Russian draughts: 64 squares, any capture is legal, and men are crowned during a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Russian;

impl Variant for Russian {
    type Board = Eight;

    const MAJORITY: bool = false;
    const CROWNS_DURING_CAPTURE: bool = true;
    const ROWS_OF_MEN: u32 = 3;
    const QUIET_PLIES_MAX: u8 = QUIET_PLIES_8X8;
    const DRAW_REASON: &'static str = DRAW_REASON_8X8;
    const PDN: Pdn = PDN_8X8;

    const GAME_TYPE: &'static str = "25,W,8,8,A0,0";

    const ABOUT: About = About {
        title: "Russian draughts",
        summary: "Draughts on 8x8: kings fly, any capture may be chosen, and a man is crowned in the middle of one.",
        rules: "White moves first, from rows 1 to 3 upwards; black moves down. A man steps one square diagonally \
                forward, a king any number of free squares along a diagonal. Captures are forced, in all four \
                directions. A man jumps over an adjacent enemy piece to the empty square behind it. A king jumps over \
                an enemy piece at any distance to any free square behind it. Any capture may be chosen, but it goes on \
                as long as it can. A king has to land where it can go on, if there is such a square behind its victim. \
                Captured pieces stay, and bar the way, until the move ends; none is jumped twice. A man that reaches \
                the last row becomes a king at once, and goes on capturing as one. A side that cannot move has lost. A \
                draw may be claimed after 15 moves of each side (30 plies) by kings alone without a capture, and at \
                the third occurrence of a position. The federations' rules for few pieces are left out.",
        state_notation: STATE_NOTATION_8X8,
        state_examples: &[
            START_8X8,
            "W:Wf6:Bh4,b6,e7",
            "W:WKc1:Bg7,f6,d2",
            "W:Wa1,c1,f6:Be7,g7,b6,h4",
            "W:Wd4,Kc1:Be7,Kb8",
        ],
        move_notation: MOVE_NOTATION_8X8,
        move_examples: &["c3-d4", "f6xa5xe7xb6"],
        levels: levels(&[0.077, 0.077, 0.077, 0.067, 0.047, 0.027, 0.024, 0.009, 0.007, 0.001]),
        ..COMMON
    };
}

/// Brazilian draughts: the international rules on 64 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brazilian;

impl Variant for Brazilian {
    type Board = Eight;

    const MAJORITY: bool = true;
    const CROWNS_DURING_CAPTURE: bool = false;
    const ROWS_OF_MEN: u32 = 3;
    const QUIET_PLIES_MAX: u8 = QUIET_PLIES_8X8;
    const DRAW_REASON: &'static str = DRAW_REASON_8X8;
    const PDN: Pdn = PDN_8X8;

    const GAME_TYPE: &'static str = "26,W,8,8,A0,0";

    const ABOUT: About = About {
        title: "Brazilian draughts",
        summary: "International draughts on 8x8: kings fly, and the capture that takes most pieces is forced.",
        rules: "White moves first, from rows 1 to 3 upwards; black moves down. A man steps one square diagonally \
                forward, a king any number of free squares along a diagonal. Captures are forced, in all four \
                directions. A man jumps over an adjacent enemy piece to the empty square behind it. A king jumps over \
                an enemy piece at any distance to any free square behind it. Both go on as long as they can. Captured \
                pieces stay, and bar the way, until the move ends; none is jumped twice. Of all captures one that \
                takes the most pieces has to be played, kings counting as men. A man that ends its move on the last \
                row becomes a king; one that only passes it does not. A side that cannot move has lost. A draw may be \
                claimed after 15 moves of each side (30 plies) by kings alone without a capture, and at the third \
                occurrence of a position. The federations' rules for few pieces are left out.",
        state_notation: STATE_NOTATION_8X8,
        state_examples: &[
            START_8X8,
            "W:Wf6:Bh4,b6,e7",
            "W:Wa1,c1,f6:Be7,g7,b6,h4",
            "W:WKc1:Be7,d6,b4,f4",
            "W:Wd4,Kc1:Be7,Kb8",
        ],
        move_notation: MOVE_NOTATION_8X8,
        move_examples: &["c3-d4", "f6xd8xe7"],
        levels: levels(&[0.051, 0.051, 0.045, 0.04, 0.04, 0.04, 0.04, 0.004, 0.004, 0.0]),
        ..COMMON
    };
}
