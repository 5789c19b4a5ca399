//! Static exchange evaluation (SEE): the result of the captures on one square. Ignores pins, and promotions after the
//! first move.

use super::board::Shogi;
use super::evaluate::{HELD, VALUES};
use super::generate::Move;
use super::geometry::{bit, members};
use super::pieces::{Kind, Piece};
use super::variant::Variant;

/// What a capture gains, by the index of the captured piece: it leaves the board and comes to the other hand. The king's
/// value keeps it from being risked.
pub(super) const CAPTURED: [i32; Piece::COUNT] = captured();

const fn captured() -> [i32; Piece::COUNT] {
    let mut captured = VALUES;
    let mut index = 0;
    while index < Piece::COUNT {
        let kind = index % Kind::COUNT;
        captured[index] += if kind == Kind::King as usize { 20_000 } else { HELD[kind] };
        index += 1;
    }
    captured
}

impl<V: Variant> Shogi<V> {
    /// What a move gains at once: a captured piece, and a promotion.
    pub(super) fn gain(&self, mv: Move) -> i32 {
        let Move::Step { from, to, promotes } = mv else { return 0 };
        let taken = if self.side_at(to).is_some() { CAPTURED[self.piece_at(to).index()] } else { 0 };
        taken + if promotes { promotion_gain(self.piece_at(from).kind) } else { 0 }
    }

    /// Whether the exchange that a legal move begins wins at least `threshold`. Both sides capture on the target square as
    /// long as it pays, with their least valuable piece first.
    pub(super) fn exchange_wins(&self, mv: Move, threshold: i32) -> bool {
        let (us, to) = (self.to_move, mv.to());
        let (piece, from) = match mv {
            Move::Step { from, promotes, .. } => {
                let piece = self.piece_at(from);
                (Piece { is_promoted: piece.is_promoted || promotes, ..piece }, bit(from))
            }
            Move::Drop { kind, .. } => (Piece { kind, is_promoted: false }, 0),
        };
        let mut value = CAPTURED[piece.index()];
        // How far the side that has just captured is ahead of its goal, if nobody recaptures.
        let mut ahead = self.gain(mv) - threshold;
        if ahead < 0 {
            return false;
        }
        if ahead >= value {
            // Even winning the piece for nothing would not help the other side.
            return true;
        }
        let mut occupied = self.occupied() & !from | bit(to);
        let mut side = us.other();
        loop {
            // The side to capture is behind unless it wins the piece on the square.
            ahead = value - 1 - ahead;
            if ahead < 0 {
                // Even winning the piece for nothing does not help, so the side that captured last has reached its goal.
                return side != us;
            }
            let worth = |square: &u8| CAPTURED[self.piece_at(*square).index()];
            let own = self.attackers(to, side, occupied) & occupied;
            let Some(least) = members(own).min_by_key(worth) else { return side != us };
            let is_king = self.piece_at(least).kind == Kind::King;
            if is_king && self.attackers(to, side.other(), occupied) & occupied != 0 {
                return side != us;
            }
            occupied ^= bit(least);
            value = worth(&least);
            side = side.other();
        }
    }
}

/// What a piece of this kind gains by promotion.
pub(super) const fn promotion_gain(kind: Kind) -> i32 {
    VALUES[kind as usize + Kind::COUNT] - VALUES[kind as usize]
}
