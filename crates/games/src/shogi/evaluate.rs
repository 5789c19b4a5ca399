//! Static evaluation: material with hands, where pieces stand relative to the kings, and attacks around the kings.
//!
//! The values of pieces follow those that Bonanza learnt from games of professionals (Hoki 2006), rounded, with a pawn
//! as 100. The other numbers are guesses that self-play has scaled.

use super::board::Shogi;
use super::geometry::{Step, bit, members};
use super::pieces::{Kind, Piece};
use super::variant::Variant;
use plyd_search::position::Side;

/// The values of pieces on the board, by their index, in centipawns.
pub(super) const VALUES: [i32; Piece::COUNT] =
    [100, 270, 290, 420, 510, 660, 750, 0, 600, 550, 570, 560, 0, 960, 1100, 0];

/// The values of pieces in a hand, by kind.
pub(super) const HELD: [i32; Kind::COUNT - 1] = [115, 290, 320, 450, 550, 720, 830];

/// How much a piece next to the other king is worth, by its index.
const ATTACKER: [i32; Piece::COUNT] = [30, 20, 40, 90, 100, 40, 50, 0, 120, 110, 110, 110, 0, 120, 150, 0];

/// How much a piece next to its own king is worth, by its index.
const DEFENDER: [i32; Piece::COUNT] = [20, 16, 20, 70, 90, 10, -40, 0, 50, 50, 50, 50, 0, 90, 40, 0];

/// The share of these values that is left at a distance in steps of a king, in percent.
const NEARNESS: [i32; 9] = [100, 100, 70, 40, 20, 8, 3, 0, 0];

/// What an attacked square next to the other king counts, by the index of the attacking piece.
const PRESSURE: [i32; Piece::COUNT] = [12, 12, 16, 20, 22, 18, 22, 0, 24, 22, 22, 22, 0, 26, 32, 0];

/// What a defended square next to the own king counts.
const COVER: i32 = 5;

impl<V: Variant> Shogi<V> {
    /// The value for the side to move, in centipawns.
    pub(super) fn value(&self) -> i32 {
        self.side_value(self.to_move) - self.side_value(self.to_move.other())
    }

    fn side_value(&self, side: Side) -> i32 {
        let (own, other) = (self.king(side), self.king(side.other()));
        let zone = |king| V::GEOMETRY.steps(side, Step::King, king) | bit(king);
        let (own_zone, other_zone, occupied) = (zone(own), zone(other), self.occupied());
        let (mut value, mut pressure) = (0, 0);
        for kind in Kind::HELD {
            for square in members(self.of_kind(side, kind)) {
                let piece = self.piece_of(kind, square);
                let index = piece.index();
                let near = |king| NEARNESS[V::GEOMETRY.distance(square, king)];
                let reach = Self::reach(piece, side, square, occupied);
                value += VALUES[index] + (ATTACKER[index] * near(other) + DEFENDER[index] * near(own)) / 100;
                value += COVER * (reach & own_zone).count_ones() as i32;
                pressure += PRESSURE[index] * (reach & other_zone).count_ones() as i32;
            }
        }
        let mut reserves = 0;
        for kind in Kind::HELD {
            let held = i32::from(self.held(side, kind));
            value += HELD[kind as usize] * held;
            reserves += if kind == Kind::Pawn { held.min(1) } else { 2 * held };
        }
        // Pieces in hand make an attack dangerous.
        value + pressure * (8 + reserves.min(8)) / 8
    }
}
