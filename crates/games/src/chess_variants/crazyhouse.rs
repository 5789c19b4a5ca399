//! Crazyhouse: captured pieces change sides, and come back by drops.

use cozy_chess::{BitBoard, Color, Piece, Rank, Square};

use super::board::{Board, Played, Variant};
use super::moves::Move;
use super::notation::{common, move_notation, state_notation};
use crate::chess::squares::invalid;
use crate::measured;
use crate::notation::{About, InvalidState};
use plyd_search::mix;

/// Crazyhouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crazyhouse;

/// The pieces that can be dropped.
pub(super) const DROPPED: [Piece; 5] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// The values of pieces in a pocket, in centipawns.
const HELD: [i32; DROPPED.len()] = [130, 340, 345, 520, 900];

/// What the sides have in their pockets, and which pieces on the board were pawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pockets {
    /// By colour and piece.
    pub(super) counts: [[u8; DROPPED.len()]; Color::NUM],
    /// The squares of promoted pieces.
    pub(super) promoted: BitBoard,
}

impl Variant for Crazyhouse {
    type Extra = Pockets;

    const ABOUT: About = About {
        title: "Crazyhouse",
        summary: "Chess in which captured pieces change sides and can be dropped back onto the board.",
        rules: "White moves first. The rules are those of chess, with these differences. A captured piece changes \
                colour and goes to the captor's pocket; a promoted piece goes back as a pawn. Instead of moving, a \
                player may drop a piece from the pocket onto any empty square, pawns not on the first and last rank. A \
                drop may block a check, and it may mate. A dropped rook cannot castle. Checkmate wins; stalemate is a \
                draw. There is no rule of fifty moves, as on Lichess. The third occurrence of a position is a draw \
                that a player has to claim; with `draws` `automatic`, the fifth ends the game.",
        state_notation: state_notation!(
            " After the board come the pieces in the pockets in brackets, White's in capitals: `[NPn]`, or \
                         `[]` if they are empty. A promoted piece has a `~` behind it. Also accepted: the pockets as a \
                         ninth row, `/NPn`."
        ),
        state_examples: &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
            "r3k2r/p1pqp1n1/4bp2/nQ1p2bp/2Pp1PP1/2pP1N2/1P1PKR2/b~NB2B1R[P] w kq - 0 21",
            "r1bqk2r/pppp1ppp/2n5/4p3/2B1n3/5N2/PPPP1PPP/RNBQ1RK1[Pn] b kq - 0 6",
            "4k3/8/8/8/8/8/8/4K3[QRr] w - - 0 1",
        ],
        move_notation: move_notation!(
            " A drop is the piece, `@` and the square: `N@f3`, `P@e4`. In SAN a pawn's drop has no letter, \
                        `@e4`."
        ),
        move_examples: &["e2e4", "g1f3", "e8g8", "P@e4"],
        ..common(&measured::CRAZYHOUSE)
    };

    const TAGS: &'static [[&'static str; 2]] = &[["Crazyhouse", ""], ["zh", ""]];

    const FIFTY_MOVES: bool = false;
    const HAS_POCKETS: bool = true;
    const MOST_MEN: [u32; 2] = [32, 32];
    const ATTACK: i32 = 250;
    const PASSED_PAWNS: i32 = 40;

    fn generate_drops(board: &Board<Self>, targets: BitBoard, emit: &mut impl FnMut(Move) -> bool) -> bool {
        let targets = targets & !board.occupied();
        let for_pawns = targets & !(Rank::First.bitboard() | Rank::Eighth.bitboard());
        let counts = board.extra.counts[board.side as usize];
        DROPPED.into_iter().filter(|piece| counts[*piece as usize] > 0).any(|piece| {
            let targets = if piece == Piece::Pawn { for_pawns } else { targets };
            targets.into_iter().any(|to| emit(Move::Drop { piece, to }))
        })
    }

    fn settle(board: &mut Board<Self>, played: Played) {
        let us = !board.side;
        let Pockets { counts, promoted } = &mut board.extra;
        if let Some((piece, square)) = played.captured {
            let piece = if promoted.has(square) { Piece::Pawn } else { piece };
            counts[us as usize][piece as usize] += 1;
            *promoted &= !square.bitboard();
        }
        match played.mv {
            Move::Drop { piece, .. } => counts[us as usize][piece as usize] -= 1,
            Move::Step { from, to, promotion } => {
                if promoted.has(from) || promotion.is_some() {
                    *promoted |= to.bitboard();
                }
                *promoted &= !from.bitboard();
            }
        }
    }

    /// Bare kings with empty pockets.
    fn is_dead(board: &Board<Self>) -> bool {
        board.occupied().len() == 2 && board.extra.counts == [[0; DROPPED.len()]; Color::NUM]
    }

    fn take_extra(fields: &mut Vec<&str>) -> Result<Pockets, InvalidState> {
        let mut pockets = Pockets::default();
        let board = fields[0];
        let (rows, held) = match board.split_once('[') {
            Some((rows, held)) => match held.strip_suffix(']') {
                Some(held) => (rows, held),
                None => return invalid("the pockets begin with [ and do not end with ]"),
            },
            None if board.matches('/').count() == 8 => board.rsplit_once('/').expect("it has nine rows"),
            None => (board, ""),
        };
        for letter in held.chars().filter(|letter| *letter != '-') {
            let piece = Piece::try_from(letter.to_ascii_lowercase()).ok().filter(|piece| *piece != Piece::King);
            let Some(piece) = piece else {
                return invalid(format!("the pockets have {letter:?}, expected pieces (QRBNP or qrbnp)"));
            };
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let count = &mut pockets.counts[color as usize][piece as usize];
            *count = count.saturating_add(1);
        }
        fields[0] = rows;
        Ok(pockets)
    }

    /// All pieces and pawns are those of one set.
    fn check(board: &Board<Self>) -> Result<(), InvalidState> {
        let Pockets { counts, promoted } = &board.extra;
        let held: u32 = counts.iter().flatten().map(|count| u32::from(*count)).sum();
        let all = board.occupied().len() + held;
        if all > 32 {
            return invalid(format!("there are {all} pieces on the board and in the pockets, expected at most 32"));
        }
        let held_pawns: u32 = counts.iter().map(|counts| u32::from(counts[Piece::Pawn as usize])).sum();
        let pawns = (board.kind(Piece::Pawn) | *promoted).len() + held_pawns;
        if pawns > 16 {
            return invalid(format!(
                "there are {pawns} pawns, counting promoted ones and pockets, expected at most 16"
            ));
        }
        Ok(())
    }

    fn set_promoted(board: &mut Board<Self>, promoted: BitBoard) {
        board.extra.promoted = promoted & !board.kind(Piece::Pawn) & !board.kind(Piece::King);
    }

    fn is_promoted(board: &Board<Self>, square: Square) -> bool {
        board.extra.promoted.has(square)
    }

    fn pocket(board: &Board<Self>) -> String {
        let [white, black] = Color::ALL.map(|color| board.held(color).into_iter().collect::<String>());
        format!("[{white}{black}]")
    }

    fn hands(board: &Board<Self>) -> Option<[Vec<char>; 2]> {
        Some(Color::ALL.map(|color| board.held(color)))
    }

    fn moved_extra(extra: Pockets, to: &dyn Fn(Square) -> Square, is_swapped: bool) -> Pockets {
        let [white, black] = extra.counts;
        let counts = if is_swapped { [black, white] } else { [white, black] };
        Pockets { counts, promoted: extra.promoted.into_iter().map(to).collect() }
    }

    fn bonus(board: &Board<Self>, color: Color) -> i32 {
        let counts = board.extra.counts[color as usize];
        counts.iter().zip(HELD).map(|(count, value)| i32::from(*count) * value).sum()
    }

    fn extra_key(board: &Board<Self>) -> u64 {
        let Pockets { counts, promoted } = &board.extra;
        let packed = counts.iter().flatten().fold(0, |packed, count| packed << 5 | u64::from(*count));
        mix(packed ^ mix(promoted.0))
    }
}

impl Board<Crazyhouse> {
    /// The letters of the pieces in a side's pocket, queens first.
    fn held(&self, color: Color) -> Vec<char> {
        let counts = self.extra.counts[color as usize];
        let letter = |piece: Piece| {
            let letter = char::from(piece);
            if color == Color::White { letter.to_ascii_uppercase() } else { letter }
        };
        let held = |piece: Piece| std::iter::repeat_n(letter(piece), counts[piece as usize].into());
        DROPPED.into_iter().rev().flat_map(held).collect()
    }
}
