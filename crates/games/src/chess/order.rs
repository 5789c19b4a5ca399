//! Move ordering of chess.
//!
//! Captures and promotions come first, by most valuable victim and least valuable attacker (MVV-LVA). Quiet moves
//! follow by their gain in the piece-square tables; moves out of a pawn's attack come early, and moves into one late.
//! Captures that lose the exchange come last.

use cozy_chess::{BitBoard, Color, Move, Piece, Square};

use super::captures::attacked_by_pawns;
use super::evaluation::PIECE_SQUARE;
use super::see::pawns;
use super::{Chess, see};
use plyd_search::hooks::sort_by_score;

pub(super) fn order(position: &Chess, moves: &mut [Move]) {
    let scorer = Scorer::new(position);
    sort_by_score::<128, _>(moves, |mv| scorer.move_score(mv));
}

struct Scorer<'a> {
    position: &'a Chess,
    us: Color,
    /// The squares that enemy pawns attack.
    pawn_attacks: BitBoard,
}

impl<'a> Scorer<'a> {
    fn new(position: &'a Chess) -> Self {
        let board = &position.board;
        let us = board.side_to_move();
        let pawn_attacks = attacked_by_pawns(board.colored_pieces(!us, Piece::Pawn), !us);
        Self { position, us, pawn_attacks }
    }

    fn move_score(&self, mv: Move) -> i32 {
        let board = &self.position.board;
        let piece = board.piece_on(mv.from).expect("a move moves a piece");
        let own = pawns(piece);
        if board.colors(!self.us).has(mv.to) {
            let captured = board.piece_on(mv.to).expect("a capture captures a piece");
            let victim = pawns(captured);
            let promotion = mv.promotion.map_or(0, pawns);
            let bad = see::loses(board, mv, piece, captured);
            return if bad { -1000 } else { 10_000 } + 100 * (victim + promotion) - own;
        }
        if let Some(promotion) = mv.promotion {
            return if promotion == Piece::Queen { 10_800 } else { -5000 };
        }
        if piece == Piece::Pawn && mv.from.file() != mv.to.file() {
            return 10_099;
        }
        let value = |square: Square| {
            let own_square = if self.us == Color::White { square } else { square.flip_rank() };
            i32::from(PIECE_SQUARE[piece as usize][own_square as usize])
        };
        let mut gain = value(self.position.destination(mv)) - value(mv.from);
        if piece != Piece::Pawn {
            if self.pawn_attacks.has(mv.to) {
                gain -= 100 * own;
            }
            if self.pawn_attacks.has(mv.from) {
                gain += 100 * own;
            }
        }
        gain
    }
}
