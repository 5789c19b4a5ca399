//! Which move to try first.
//!
//! Captures and promotions by what they gain, most valuable victim first and of its attackers the least valuable one
//! (MVV-LVA); then quiet moves by how much better the piece stands afterwards; then captures that lose the exchange.
//! A piece steps out of a pawn's attack early and into one late.

use cozy_chess::{BitBoard, Color, Move, Piece, Square};

use super::captures::attacked_by_pawns;
use super::evaluation::PLACES;
use super::see::PAWNS;
use super::{Chess, see};
use plyd_search::hooks::sort_by_score;

pub(super) fn order(position: &Chess, moves: &mut [Move]) {
    let judge = Judge::new(position);
    sort_by_score::<128, _>(moves, |mv| judge.move_score(mv));
}

struct Judge<'a> {
    position: &'a Chess,
    us: Color,
    /// The squares that enemy pawns attack.
    pawn_attacks: BitBoard,
}

impl<'a> Judge<'a> {
    fn new(position: &'a Chess) -> Self {
        let board = &position.board;
        let us = board.side_to_move();
        let pawn_attacks = attacked_by_pawns(board.colored_pieces(!us, Piece::Pawn), !us);
        Self { position, us, pawn_attacks }
    }

    fn move_score(&self, mv: Move) -> i32 {
        let board = &self.position.board;
        let piece = board.piece_on(mv.from).expect("a move moves a piece");
        let own = PAWNS[piece as usize];
        if board.colors(!self.us).has(mv.to) {
            let captured = board.piece_on(mv.to).expect("a capture captures a piece");
            let victim = PAWNS[captured as usize];
            let promotion = mv.promotion.map_or(0, |into| PAWNS[into as usize]);
            let bad = see::loses(board, mv, piece, captured);
            return if bad { -1000 } else { 10_000 } + 100 * (victim + promotion) - own;
        }
        if let Some(promotion) = mv.promotion {
            return if promotion == Piece::Queen { 10_800 } else { -5000 };
        }
        if piece == Piece::Pawn && mv.from.file() != mv.to.file() {
            return 10_099;
        }
        let worth = |square: Square| {
            let seen = if self.us == Color::White { square } else { square.flip_rank() };
            i32::from(PLACES[piece as usize][seen as usize])
        };
        let mut gain = worth(self.position.destination(mv)) - worth(mv.from);
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
