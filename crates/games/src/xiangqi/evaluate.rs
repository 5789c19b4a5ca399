//! Static evaluation: material, where pieces stand, what they reach, and how well generals are guarded.

use super::board::{Piece, Xiangqi};
use super::squares::{FILES, PLACES, Square, file, members, rank_of, rook};
use plyd_search::position::Side;

/// What pieces are worth, in centipawns; a pawn before it crosses the river.
pub(super) const VALUES: [i32; Piece::COUNT] = [100, 200, 200, 420, 450, 920, 0];

/// The value of a square that a piece reaches.
const MOBILITY: [i32; Piece::COUNT] = [0, 0, 0, 8, 2, 3, 0];

/// The value of a point of the other palace that a piece reaches.
const ATTACK: [i32; Piece::COUNT] = [8, 0, 0, 8, 6, 7, 0];

/// How much attacks on the palace count, in percent, by the number of advisors and elephants that are left.
const UNGUARDED: [i32; 5] = [250, 205, 165, 130, 100];

/// The value of a cannon on the general's file with nothing between, in centipawns.
const BARE_CANNON: i32 = 70;

/// What a piece is worth on the files a to e of its side's ranks, beyond its value; the last rank comes first. The files
/// f to i are the same from the other side.
type Table = [[i16; 5]; 10];

const PAWN: Table = [
    [10, 10, 10, 20, 20],
    [80, 100, 120, 140, 150],
    [80, 100, 120, 140, 140],
    [70, 90, 100, 110, 115],
    [50, 70, 80, 85, 90],
    [0, 0, 10, 0, 15],
    [0, 0, 0, 0, 5],
    [0; 5],
    [0; 5],
    [0; 5],
];

const HORSE: Table = [
    [-30, -20, -10, -10, -20],
    [-10, 10, 40, 10, -20],
    [0, 20, 30, 30, 10],
    [0, 25, 30, 35, 30],
    [0, 15, 25, 30, 30],
    [-5, 10, 20, 25, 25],
    [-5, 5, 15, 10, 15],
    [-10, 0, 10, 5, -10],
    [-15, -10, 0, 0, -40],
    [-25, -20, -15, -15, -30],
];

const CANNON: Table = [
    [20, 10, 0, -10, -20],
    [10, 10, 0, -10, -10],
    [5, 5, 0, -10, -10],
    [0, 5, 5, 5, 10],
    [0, 5, 5, 5, 15],
    [-5, 0, 5, 5, 15],
    [-5, 0, 10, 5, 15],
    [0, 5, 15, 10, 25],
    [0, 5, 5, 5, 5],
    [-5, 0, 0, 5, 5],
];

const ROOK: Table = [
    [10, 15, 10, 20, 15],
    [15, 20, 15, 30, 35],
    [10, 15, 15, 25, 25],
    [15, 20, 15, 25, 25],
    [15, 20, 15, 25, 25],
    [10, 15, 10, 20, 20],
    [5, 10, 5, 15, 15],
    [-5, 10, 5, 15, 10],
    [0, 10, 0, 15, 5],
    [-20, 5, -5, 10, 0],
];

const ADVISOR: Table =
    [[0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0, 0, 0, -5, 0], [0, 0, 0, 0, 5], [0; 5]];

const ELEPHANT: Table =
    [[0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0, 0, -5, 0, 0], [0; 5], [-20, 0, 0, 0, 15], [0; 5], [0; 5]];

const GENERAL: Table = [
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0, 0, 0, -60, -60],
    [0, 0, 0, -30, -25],
    [0, 0, 0, 0, 10],
];

/// By piece.
static TABLES: [Table; Piece::COUNT] = [PAWN, ADVISOR, ELEPHANT, HORSE, CANNON, ROOK, GENERAL];

/// What a piece is worth on a square.
#[inline]
pub(super) fn placed(side: Side, piece: Piece, square: Square) -> i32 {
    let file = file(square).min(FILES - 1 - file(square));
    let row = 9 - rank_of(side, square);
    VALUES[piece as usize] + i32::from(TABLES[piece as usize][usize::from(row)][usize::from(file)])
}

impl Xiangqi {
    /// The value for the side to move, in centipawns.
    pub(super) fn value(&self) -> i32 {
        self.side_value(self.side) - self.side_value(self.side.other())
    }

    fn side_value(&self, side: Side) -> i32 {
        let (own, occupied, them) = (self.own(side), self.occupied(), side.other());
        let palace = PLACES[them.index()].general;
        let (mut value, mut attack) = (0, 0);
        for piece in Piece::ALL {
            let (mobility, weight) = (MOBILITY[piece as usize], ATTACK[piece as usize]);
            for square in members(own & self.kind(piece)) {
                value += placed(side, piece, square);
                if weight > 0 {
                    let reach = Self::reach(side, piece, square, occupied);
                    value += mobility * (reach & !own).count_ones() as i32;
                    attack += weight * (reach & palace).count_ones() as i32;
                }
            }
        }
        let guards = self.men(them, Piece::Advisor) | self.men(them, Piece::Elephant);
        value + attack * UNGUARDED[guards.count_ones() as usize] / 100 + self.bare_cannon(side)
    }

    /// The bonus of a cannon that faces the other general on its file with nothing between: whatever comes between
    /// gives it a screen.
    fn bare_cannon(&self, side: Side) -> i32 {
        let general = self.general(side.other());
        let cannons = rook(general, self.occupied()) & self.men(side, Piece::Cannon);
        if members(cannons).any(|cannon| file(cannon) == file(general)) { BARE_CANNON } else { 0 }
    }
}
