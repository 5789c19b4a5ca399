//! The differences between games of draughts.

use std::fmt::Debug;

use crate::board::{Layout, Look, Piece};
use crate::diagonals::{Diagonals, Eight, Ten};
use crate::measured;
use crate::notation::{About, ScoreUnit};
use crate::pdn::Pdn;
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

    /// The reason for that draw, in words.
    const DRAW_REASON: &'static str;

    /// Notation of positions.
    const PDN: Pdn;

    /// The tag `GameType` of records: number, first side, columns, rows, kind of notation.
    const GAME_TYPE: &'static str;

    /// The facts about the game.
    const ABOUT: About;
}

/// The largest depth of a search.
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
    counted_in: Some(ScoreUnit::of("man", "men", 100)),
    default_depth: 10,
    max_depth: MAX_DEPTH,
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
        summary: "Draughts on 10x10: kings fly, and the capture that takes the most pieces is forced.",
        rules: "White moves first, from squares 31 to 50 towards 1; black moves from 1 to 20 towards 50. A man steps \
                one square diagonally forward, a king any number of free squares along a diagonal. Captures are \
                forced, in all four directions. A man jumps over an adjacent enemy piece to the empty square behind \
                it. A king jumps over an enemy piece at any distance to any free square behind it. Both keep jumping \
                as long as they can. Captured pieces stay on the board and block the way until the move ends; no \
                piece is jumped twice. If there are several captures, one that takes the most pieces has to be \
                played; kings count as men. A man that ends its move on the last row becomes a king; a man that only \
                passes it does not. A side that cannot move has lost. A draw may be claimed after 25 moves of each \
                side (50 plies) in which only kings move and nothing is captured, and at the third occurrence of a \
                position. The federations' rules for few pieces are left out.",
        state_notation: "PDN FEN, as in `W:W31,K50:B1,K2:H12`: the side to move, `W` or `B`, then the squares of white \
                         and of black. Squares are 1 to 50 row by row from the top, with `K` before a king's. `H` and \
                         the plies since the last capture or man's move (at most 50) follow, unless that number is 0. \
                         The canonical form has white first and squares ascending; any order is accepted. Also \
                         accepted: ranges (`W31-50`), leading zeros, lower case, a full stop at the end, a larger \
                         number of plies, `F` with the number of the move, and a letter for each square as in the Hub \
                         protocol (`w`, `b`, `e`). The side that is not to move must have \
                         a piece; if the side to move has none, it has lost. `board` has `w` and `b` for men, `W` and \
                         `B` for kings.",
        state_examples: &[
            "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,\
             17,18,19,20",
            "W:WK2:B7,8,17,18",
            "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,22,23,24",
            "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24",
            "W:W28,K46:B3,14,K5",
        ],
        move_notation: "A step is `32-28`. A capture lists its first square, its last square and the captured squares \
                        in ascending order: `26x37x31`. Routes that capture the same pieces and end on the same square \
                        are one move. Also accepted: dashes and colons; squares of two digits without a mark, `3228`; \
                        a capture by its first and last square only, with the captured squares in any order, or by all \
                        the squares of one of its paths.",
        move_examples: &["32-28", "2x2x7x8x17x18"],
        default_depth: 9,
        levels: levels(measured::DRAUGHTS.mean_losses),
        expected_score: measured::DRAUGHTS.expected_score,
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
                                  follow, unless that number is 0. The canonical form has white first and squares row \
                                  by row from the top; any order is accepted. Also accepted: squares numbered from the \
                                  top, `1` to `32`, and ranges of them, upper and lower case, a full stop at the end, \
                                  a larger number of plies, `F` with the number of the move, and a letter for each \
                                  square as in the Hub protocol (`w`, `b`, `e`). The side that is not to move must have a piece; if the side to move has none, it has lost. `board` has \
                                  `w` and `b` for men, `W` and `B` for kings.";
const MOVE_NOTATION_8X8: &str = "A step is `c3-d4`. A capture lists its first square, its last square and the captured \
                                 squares, row by row from the top: `f6xa5xe7xb6`. Routes that capture the same pieces \
                                 and end on the same square are one move. Also accepted: dashes and colons; the first \
                                 square by its file only, `cd4`, `d:f6`; a capture by its first and last square only, \
                                 with the captured squares in any order, or by all the squares of one of its paths.";
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
        summary: "Draughts on 8x8: kings fly, any capture may be chosen, and a man can be crowned during a capture.",
        rules: "White moves first, from rows 1 to 3 upwards; black moves down. A man steps one square diagonally \
                forward, a king any number of free squares along a diagonal. Captures are forced, in all four \
                directions. A man jumps over an adjacent enemy piece to the empty square behind it. A king jumps over \
                an enemy piece at any distance to any free square behind it. Any capture may be chosen, but it \
                continues as long as it can. A king has to land where it can capture further, if there is such a \
                square behind its victim. Captured pieces stay on the board and block the way until the move ends; no \
                piece is jumped twice. A man that reaches the last row becomes a king immediately, and continues \
                capturing as a king. A side that cannot move has lost. A draw may be claimed after 15 moves of each \
                side (30 plies) in which only kings move and nothing is captured, and at the third occurrence of a \
                position. The federations' rules for few pieces are left out.",
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
        levels: levels(measured::RUSSIAN_DRAUGHTS.mean_losses),
        expected_score: measured::RUSSIAN_DRAUGHTS.expected_score,
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
        summary: "International draughts on 8x8: kings fly, and the capture that takes the most pieces is forced.",
        rules: "White moves first, from rows 1 to 3 upwards; black moves down. A man steps one square diagonally \
                forward, a king any number of free squares along a diagonal. Captures are forced, in all four \
                directions. A man jumps over an adjacent enemy piece to the empty square behind it. A king jumps over \
                an enemy piece at any distance to any free square behind it. Both keep jumping as long as they can. \
                Captured pieces stay on the board and block the way until the move ends; no piece is jumped twice. If \
                there are several captures, one that takes the most pieces has to be played; kings count as men. A \
                man that ends its move on the last row becomes a king; a man that only passes it does not. A side \
                that cannot move has lost. A draw may be claimed after 15 moves of each side (30 plies) in which only \
                kings move and nothing is captured, and at the third occurrence of a position. The federations' rules \
                for few pieces are left out.",
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
        levels: levels(measured::BRAZILIAN_DRAUGHTS.mean_losses),
        expected_score: measured::BRAZILIAN_DRAUGHTS.expected_score,
        ..COMMON
    };
}
