//! The two sizes of the board.

use std::fmt::Debug;

use super::geometry::{FIVE, Geometry, NINE};
use super::pieces::Kind;
use crate::board::{Layout, Look, Piece};
use crate::measured::{self, Measured};
use crate::notation::{About, ScoreUnit};
use crate::record::Convention;
use plyd_search::level::Levels;
use plyd_search::position::Side;

/// A size of the board, with its pieces.
pub trait Variant: Copy + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// The facts about the game.
    const ABOUT: About;

    /// How records of the game use each format.
    const RECORDS: &'static [Convention];

    /// The board.
    #[expect(private_interfaces, reason = "other crates cannot implement the trait")]
    const GEOMETRY: &'static Geometry;

    /// The file of the network that corrects the evaluation.
    const NETWORK: &'static [u8];

    /// Centipawns that an output of 1 of this network stands for.
    const NETWORK_UNIT: i32;

    /// The rows at the far end of the board in which pieces promote.
    const PROMOTION_ROWS: usize;

    /// How many pieces of each kind the two sides have together.
    const SET: [u8; Kind::COUNT];
}

/// Shogi, on 9x9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NineByNine;

/// Minishogi, on 5x5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FiveByFive;

const PIECES: &[Piece] = &[
    Piece::of(Side::First, 'K', "king", "玉"),
    Piece::of(Side::First, 'R', "rook", "飛"),
    Piece::of(Side::First, 'B', "bishop", "角"),
    Piece::of(Side::First, 'G', "gold", "金"),
    Piece::of(Side::First, 'S', "silver", "銀"),
    Piece::of(Side::First, 'P', "pawn", "歩"),
    Piece::of(Side::First, 'D', "dragon (promoted rook)", "龍").promoted_from('R'),
    Piece::of(Side::First, 'H', "horse (promoted bishop)", "馬").promoted_from('B'),
    Piece::of(Side::First, 'Z', "promoted silver", "全").promoted_from('S'),
    Piece::of(Side::First, 'T', "tokin (promoted pawn)", "と").promoted_from('P'),
    Piece::of(Side::Second, 'k', "king", "王"),
    Piece::of(Side::Second, 'r', "rook", "飛"),
    Piece::of(Side::Second, 'b', "bishop", "角"),
    Piece::of(Side::Second, 'g', "gold", "金"),
    Piece::of(Side::Second, 's', "silver", "銀"),
    Piece::of(Side::Second, 'p', "pawn", "歩"),
    Piece::of(Side::Second, 'd', "dragon (promoted rook)", "龍").promoted_from('r'),
    Piece::of(Side::Second, 'h', "horse (promoted bishop)", "馬").promoted_from('b'),
    Piece::of(Side::Second, 'z', "promoted silver", "全").promoted_from('s'),
    Piece::of(Side::Second, 't', "tokin (promoted pawn)", "と").promoted_from('p'),
    // Minishogi has the pieces up to here.
    Piece::of(Side::First, 'N', "knight", "桂"),
    Piece::of(Side::First, 'L', "lance", "香"),
    Piece::of(Side::First, 'J', "promoted knight", "圭").promoted_from('N'),
    Piece::of(Side::First, 'A', "promoted lance", "杏").promoted_from('L'),
    Piece::of(Side::Second, 'n', "knight", "桂"),
    Piece::of(Side::Second, 'l', "lance", "香"),
    Piece::of(Side::Second, 'j', "promoted knight", "圭").promoted_from('n'),
    Piece::of(Side::Second, 'a', "promoted lance", "杏").promoted_from('l'),
];

/// The first pieces of the list, which minishogi has.
const MINISHOGI_PIECES: usize = 20;

/// The rules that both sizes share, between what differs.
macro_rules! rules {
    ($start:literal, $moves:literal, $zone:literal) => {
        concat!(
            "Black (sente) moves first, up the board. ",
            $start,
            " A rook slides straight, a bishop diagonally; a gold steps straight or diagonally forward, a silver \
             diagonally or forward, ",
            $moves,
            "a pawn and a king as usual: one step forward, also to capture, and one step in any direction. A captured \
             piece changes sides, goes to the captor's hand unpromoted, and can be dropped on an empty square instead \
             of a move. A piece that moves into, within or out of ",
            $zone,
            " may promote, and has to if it could not move on otherwise: a rook and a bishop also step like a king, \
             other pieces become golds; kings and golds do not promote. A piece must not be dropped where it could \
             not move on, a pawn not on a file with an own unpromoted pawn, nor so that it mates. A king must not \
             be left in check. A side without a legal move has lost. The fourth occurrence of a position, with the \
             same hands and side to move, is a draw; but a side that has given check with all its moves since the \
             first occurrence has lost. There is no rule of entering kings."
        )
    };
}

/// The notation of states, with the piece letters of this size.
macro_rules! state_notation {
    ($letters:literal) => {
        concat!(
            "SFEN: the rows from rank a down (",
            $letters,
            ", black's in capitals, `+` before a promoted piece, digits count empty squares), the side to move `b` or \
             `w`, the pieces in the hands (`2Pb`: two black pawns and a white bishop; `-` if there are none), and the \
             number of the move, counted by plies from 1. Also accepted: the word `sfen` before it, the first fields \
             alone, `_` for spaces, hands in any order. There may be fewer pieces than a set has. `board` has one \
             letter for a promoted piece: `D` rook, `H` bishop, `Z` silver, `J` knight, `A` lance, `T` pawn."
        )
    };
}

/// The start of a handicap game, of which the first two rows are given.
macro_rules! against {
    ($rows:literal) => {
        concat!($rows, "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1")
    };
}

/// The starts of shogi by their names in KIF. In a handicap game White, who plays without some pieces, moves first.
const STARTS: &[[&str; 2]] = &[
    ["平手", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"],
    ["香落ち", against!("lnsgkgsn1/1r5b1")],
    ["右香落ち", against!("1nsgkgsnl/1r5b1")],
    ["角落ち", against!("lnsgkgsnl/1r7")],
    ["飛車落ち", against!("lnsgkgsnl/7b1")],
    ["飛香落ち", against!("lnsgkgsn1/7b1")],
    ["二枚落ち", against!("lnsgkgsnl/9")],
    ["三枚落ち", against!("lnsgkgsn1/9")],
    ["四枚落ち", against!("1nsgkgsn1/9")],
    ["五枚落ち", against!("2sgkgsn1/9")],
    ["左五枚落ち", against!("1nsgkgs2/9")],
    ["六枚落ち", against!("2sgkgs2/9")],
    ["右七枚落ち", against!("3gkgs2/9")],
    ["左七枚落ち", against!("2sgkg3/9")],
    ["八枚落ち", against!("3gkg3/9")],
    ["十枚落ち", against!("4k4/9")],
];

const MOVE_NOTATION: &str = "USI: from and to, `7g7f`, `8h2b+` with a promotion; a drop with its piece, `P*5e`. Files are \
                             numbers from the right, ranks letters from the top. Also accepted: the letter of the piece \
                             and the target, as in Western books, `P-7f`, `Bx2b+`, `S*5e`, with the origin if needed, \
                             `G6i-5h`, with `=` for no promotion, `+R` or `D` for promoted pieces, and numbers for \
                             ranks, `P-76`; and the moves of Japanese records, `７六歩(77)`, `５五角打` and \
                             `+7776FU`. A text must mean exactly one legal move.";

const fn common(measured: &Measured) -> About {
    About {
        players: ["black", "white"],
        sides: Some(Look::BLACK_WHITE_TILES),
        move_notation: MOVE_NOTATION,
        layout: Some(Layout::Cells),
        score_unit: "A pawn is about 100. Pieces in hand, promoted pieces, the distance of pieces from the kings, and attacks \
                     on the squares around the kings count too, and a small network corrects the sum.",
        counted_in: Some(ScoreUnit::of("pawn", "pawns", 100)),
        default_depth: 6,
        max_depth: 60,
        max_minimax_depth: 4,
        expected_score: measured.expected_score,
        levels: Some(Levels::usual(60, 200_000, measured.mean_losses, Levels::MEASURED)),
        ..About::PLAIN
    }
}

impl Variant for NineByNine {
    #[expect(private_interfaces, reason = "other crates cannot implement the trait")]
    const GEOMETRY: &'static Geometry = &NINE;
    const NETWORK: &'static [u8] = include_bytes!("network.bin");
    const NETWORK_UNIT: i32 = 1300;
    const PROMOTION_ROWS: usize = 3;
    const SET: [u8; Kind::COUNT] = [18, 4, 4, 4, 4, 2, 2, 2];
    const RECORDS: &'static [Convention] = &[Convention::Kif { starts: STARTS }, Convention::Csa];

    const ABOUT: About = About {
        title: "Shogi",
        summary: "Japanese chess on 9x9: captured pieces change sides and come back by drops.",
        rules: rules!(
            "The board is 9x9, each side has a king, a rook, a bishop, two golds, silvers, knights and lances, and nine \
             pawns.",
            "a knight jumps two rows forward and one file to the side, a lance slides forward, ",
            "the last three rows"
        ),
        state_notation: state_notation!("`PLNSGBRK`"),
        state_examples: &[
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
            "7nk/9/7G1/9/9/9/9/9/K8 b P 1",
        ],
        move_examples: &["7g7f", "8h2b+", "P*5e"],
        pieces: PIECES,
        ..common(&measured::SHOGI)
    };
}

impl Variant for FiveByFive {
    #[expect(private_interfaces, reason = "other crates cannot implement the trait")]
    const GEOMETRY: &'static Geometry = &FIVE;
    const NETWORK: &'static [u8] = include_bytes!("minishogi.bin");
    const NETWORK_UNIT: i32 = 450;
    const PROMOTION_ROWS: usize = 1;
    const SET: [u8; Kind::COUNT] = [2, 0, 0, 2, 2, 2, 2, 2];
    const RECORDS: &'static [Convention] =
        &[Convention::Kif { starts: &[["5五将棋", "rbsgk/4p/5/P4/KGSBR b - 1"]] }, Convention::Csa];

    const ABOUT: About = About {
        title: "Minishogi",
        summary: "Shogi on 5x5, with six pieces a side.",
        rules: rules!(
            "The board is 5x5, each side has a king, a rook, a bishop, a gold, a silver and a pawn.",
            "",
            "the last row"
        ),
        state_notation: state_notation!("`PSGBRK`"),
        state_examples: &[
            "rbsgk/4p/5/P4/KGSBR b - 1",
            "3k1/1S2g/Pr1+r1/1G3/bK1B1 b Sp 25",
            "2k2/5/5/5/2K2 b RBGSPrbgsp 1",
        ],
        move_examples: &["1e1c", "P*3c"],
        pieces: PIECES.split_at(MINISHOGI_PIECES).0,
        ..common(&measured::MINISHOGI)
    };
}
