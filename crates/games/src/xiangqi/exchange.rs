//! Static exchange evaluation (SEE): the result of the captures on one square. It ignores what they do to the generals.

use super::board::{Move, Piece, Xiangqi};
use super::squares::bit;

/// The values of pieces in an exchange, in centipawns. The general's value keeps it from being risked.
pub(super) const VALUES: [i32; Piece::COUNT] = [100, 200, 200, 420, 450, 920, 20_000];

impl Xiangqi {
    /// The value of what a move captures.
    pub(super) fn gain(&self, mv: Move) -> i32 {
        if self.own(self.side.other()) & bit(mv.to) != 0 { VALUES[self.piece_at(mv.to) as usize] } else { 0 }
    }

    /// Whether the exchange that a legal move begins wins at least `threshold`. Both sides capture on the target square
    /// as long as it pays, with their least valuable piece first. Each capture opens lines and takes screens away, so
    /// the attackers are found anew.
    pub(super) fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let us = self.side;
        let mut value = VALUES[self.piece_at(mv.from) as usize];
        // How far the side that has just captured is ahead of its goal, if nobody recaptures.
        let mut ahead = self.gain(mv) - threshold;
        if ahead < 0 {
            return false;
        }
        if ahead >= value {
            // Even winning the piece for nothing would not help the other side.
            return true;
        }
        let mut occupied = self.occupied() & !bit(mv.from) | bit(mv.to);
        let mut side = us.other();
        loop {
            // The side to capture is behind unless it wins the piece on the square.
            ahead = value - 1 - ahead;
            if ahead < 0 {
                return side != us;
            }
            let own = self.attackers(mv.to, side, occupied);
            let Some(next) = Piece::ALL.into_iter().find(|piece| own & self.kind(*piece) != 0) else {
                return side != us;
            };
            let from = own & self.kind(next);
            occupied &= !(from & from.wrapping_neg());
            if next == Piece::General && self.attackers(mv.to, side.other(), occupied) != 0 {
                return side != us;
            }
            value = VALUES[next as usize];
            side = side.other();
        }
    }
}
