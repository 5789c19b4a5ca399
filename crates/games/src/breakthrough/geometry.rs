//! Geometry of a board of any size: sets of squares as 128 bits, a1 first, rank by rank.

pub(super) use crate::bits::members_of_wide as members;
use plyd_search::position::Side;

/// A set of squares.
pub(super) type Squares = u128;

/// The most files and ranks.
pub(super) const MAX_SIZE: usize = 11;

/// The fewest files, and the fewest ranks, which have to hold two ranks of pawns for each side.
pub(super) const MIN_FILES: usize = 3;
pub(super) const MIN_RANKS: usize = 4;

/// Directions of a pawn as the board is shown: forward left, straight forward, forward right.
pub(super) const DIRECTIONS: usize = 3;

/// Number of files and ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Geometry {
    pub(super) files: u8,
    pub(super) ranks: u8,
}

impl Geometry {
    /// The squares of a rank, counted from 0 at the bottom.
    pub(super) fn rank(self, rank: u8) -> Squares {
        ((1 << self.files) - 1) << (self.files * rank)
    }

    fn a_file(self) -> Squares {
        FIRST_FILES[usize::from(self.files)]
    }

    /// The last rank of a side's pawns.
    pub(super) fn goal(self, side: Side) -> Squares {
        match side {
            Side::First => self.rank(self.ranks - 1),
            Side::Second => self.rank(0),
        }
    }

    /// Number of ranks from a square to the side's last rank.
    pub(super) fn distance(self, side: Side, square: u8) -> u8 {
        let rank = square / self.files;
        if side == Side::First { self.ranks - 1 - rank } else { rank }
    }

    /// The set moved one rank forward. Squares that leave the board are dropped, or end up beyond the board's last
    /// square.
    pub(super) fn forward(self, side: Side, set: Squares) -> Squares {
        match side {
            Side::First => set << self.files,
            Side::Second => set >> self.files,
        }
    }

    /// The set moved one file to the left, and one file to the right. Squares that leave the board are dropped.
    pub(super) fn beside(self, set: Squares) -> [Squares; 2] {
        let first = self.a_file();
        [(set & !first) >> 1, (set & !(first << (self.files - 1))) << 1]
    }

    /// The squares that pawns attack: one rank forward, one file aside.
    pub(super) fn attacks(self, side: Side, set: Squares) -> Squares {
        let [left, right] = self.beside(self.forward(side, set));
        left | right
    }

    /// The target of a pawn that goes in this direction.
    pub(super) fn target(self, side: Side, from: u8, direction: u8) -> u8 {
        match side {
            Side::First => from + self.files + direction - 1,
            Side::Second => from + direction - 1 - self.files,
        }
    }

    /// The set with left and right exchanged.
    pub(super) fn mirrored(self, set: Squares) -> Squares {
        if self.files == 8 {
            return set.reverse_bits().swap_bytes();
        }
        let (files, first) = (u32::from(self.files), self.a_file());
        (0..files).fold(0, |mirrored, file| mirrored | (set >> file & first) << (files - 1 - file))
    }
}

/// The squares of the leftmost file, for each number of files. The file goes on for as many ranks as 128 bits hold.
const FIRST_FILES: [Squares; MAX_SIZE + 1] = {
    let mut masks = [0; MAX_SIZE + 1];
    let mut files = 1;
    while files <= MAX_SIZE {
        let mut square = 0;
        while square < Squares::BITS as usize {
            masks[files] |= 1 << square;
            square += files;
        }
        files += 1;
    }
    masks
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrors_and_neighbours_equal_a_walk_over_the_squares() {
        let mut seed = 1_u128;
        for files in 3..=MAX_SIZE as u8 {
            let geometry = Geometry { files, ranks: MAX_SIZE as u8 };
            let board = (1 << (files * geometry.ranks)) - 1;
            for _ in 0..200 {
                seed = seed.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(0x5851_f42d_4c95_7f2d);
                let set = (seed ^ seed >> 61) & board;
                let (mut mirrored, mut beside) = (0, [0, 0]);
                for square in members(set) {
                    let file = square % files;
                    mirrored |= 1 << (square + files - 1 - 2 * file);
                    beside[0] |= if file > 0 { 1 << (square - 1) } else { 0 };
                    beside[1] |= if file + 1 < files { 1 << (square + 1) } else { 0 };
                }
                assert_eq!(
                    (geometry.mirrored(set), geometry.beside(set)),
                    (mirrored, beside),
                    "{files} files, {set:#x}"
                );
            }
        }
    }
}
