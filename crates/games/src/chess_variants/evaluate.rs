//! Static evaluation: material, where pieces stand, what they reach, and what each variant adds.

use cozy_chess::{BitBoard, Color, Piece, Rank, Square, get_king_moves};

use super::board::{Board, Variant};
use crate::chess::PIECE_SQUARE;

/// What the tables of squares have for a piece on an average square.
const AVERAGE: [i32; Piece::NUM] = [73, 276, 346, 436, 937, 0];

impl<V: Variant> Board<V> {
    /// The value for the side to move, in centipawns.
    pub(super) fn value(&self) -> i32 {
        let value = self.side_value(self.side) - self.side_value(!self.side);
        value.clamp(-20_000, 20_000)
    }

    fn side_value(&self, color: Color) -> i32 {
        let (own, occupied) = (self.color(color), self.occupied());
        let zone = self.king(!color).map_or(BitBoard::EMPTY, |king| get_king_moves(king) | king.bitboard());
        let (mut value, mut attack) = (0, 0);
        for piece in Piece::ALL {
            for square in own & self.kind(piece) {
                let index = piece as usize;
                value += V::VALUES[index] + (self.placed(color, piece, square) - AVERAGE[index]) * V::PLACEMENT / 100;
                if !matches!(piece, Piece::Pawn | Piece::King) {
                    let reach = Self::reach(piece, square, occupied);
                    value += V::MOBILITY * (reach & !own).len() as i32;
                    attack += ATTACK[index] * (reach & zone).len() as i32;
                }
            }
        }
        value + attack * V::ATTACK / 100 + self.pawns_value(color) * V::PASSED_PAWNS / 100 + V::bonus(self, color)
    }

    pub(super) fn placed(&self, color: Color, piece: Piece, square: Square) -> i32 {
        let square = if color == Color::White { square } else { square.flip_rank() };
        i32::from(PIECE_SQUARE[piece as usize][square as usize])
    }

    /// The bonus of pawns that no enemy pawn can stop or take, by how far they have come.
    fn pawns_value(&self, color: Color) -> i32 {
        let enemies = self.men(!color, Piece::Pawn);
        let is_passed = |pawn: &Square| {
            let near = pawn.file().bitboard() | pawn.file().adjacent();
            let ahead = |enemy: Square| match color {
                Color::White => enemy.rank() > pawn.rank(),
                Color::Black => enemy.rank() < pawn.rank(),
            };
            !(near & enemies).into_iter().any(ahead)
        };
        let passed = self.men(color, Piece::Pawn).into_iter().filter(is_passed);
        passed.map(|pawn| PASSED[pawn.rank().relative_to(color) as usize]).sum()
    }

    /// How many squares a king is away from the nearest of some squares.
    pub(super) fn steps_to(&self, king: Square, goal: BitBoard) -> i32 {
        let distance = |square: Square| {
            let files = (square.file() as i32 - king.file() as i32).abs();
            files.max((square.rank() as i32 - king.rank() as i32).abs())
        };
        goal.into_iter().map(distance).min().unwrap_or(0)
    }
}

/// The value of an attacked square around the other king, by the attacking piece.
const ATTACK: [i32; Piece::NUM] = [0, 8, 8, 10, 14, 0];

/// The bonus of a passed pawn by its rank.
const PASSED: [i32; Rank::NUM] = [0, 5, 10, 20, 40, 75, 120, 0];
