//! The generation of legal moves.

use super::board::{Move, Piece, Xiangqi};
use super::squares::{HORSE_ORIGINS, Square, Squares, bit, members, rook};

/// The moves after which the general could be attacked: those from or to some squares.
struct Risk {
    general: Square,
    from: Squares,
    to: Squares,
}

impl Xiangqi {
    /// Calls `emit` with the legal moves to these squares, until it returns true. Returns whether it did.
    #[inline]
    pub(super) fn generate(&self, targets: Squares, emit: &mut impl FnMut(Move) -> bool) -> bool {
        let (own, occupied, risk) = (self.own(self.side), self.occupied(), self.risk());
        for piece in Piece::ALL {
            for from in members(self.kind(piece) & own) {
                for to in members(Self::reach(self.side, piece, from, occupied) & targets & !own) {
                    let mv = Move { from, to };
                    if self.is_safe(mv, &risk) && emit(mv) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether the side to move has a legal move. Stops at the first one.
    pub(super) fn can_move(&self) -> bool {
        self.generate(!0, &mut |_| true)
    }

    /// Whether a move leaves the own general unattacked.
    #[inline]
    fn is_safe(&self, mv: Move, risk: &Risk) -> bool {
        if risk.from & bit(mv.from) == 0 && risk.to & bit(mv.to) == 0 {
            return true;
        }
        let general = if mv.from == risk.general { mv.to } else { risk.general };
        let occupied = self.occupied() & !bit(mv.from) | bit(mv.to);
        !self.is_exposed(general, self.side.other(), occupied, bit(mv.to))
    }

    /// Every move is a risk in check. Otherwise these are: the general's own moves; the first man on a line to the
    /// general, if the next is a rook or a general; one of the first two, if the next is a cannon; a man that blocks a
    /// horse; and a move between the general and a cannon, which becomes its screen.
    fn risk(&self) -> Risk {
        let (general, occupied) = (self.general(self.side), self.occupied());
        let theirs = self.own(self.side.other());
        let nearest = rook(general, occupied) & occupied;
        let without_first = occupied & !nearest;
        let second = rook(general, without_first) & without_first;
        let without_second = without_first & !second;
        let third = rook(general, without_second) & without_second;
        let cannons = theirs & self.kind(Piece::Cannon);
        let horses = theirs & self.kind(Piece::Horse);
        if self.is_check() {
            return Risk { general, from: !0, to: !0 };
        }
        let mut risk = Risk { general, from: bit(general), to: 0 };
        if second & theirs & (self.kind(Piece::Rook) | self.kind(Piece::General)) != 0 {
            risk.from |= nearest;
        }
        if third & cannons != 0 {
            risk.from |= nearest | second;
        }
        for (block, origins) in &HORSE_ORIGINS[usize::from(general)] {
            if origins & horses != 0 {
                risk.from |= block;
            }
        }
        if nearest & cannons != 0 {
            risk.to = rook(general, occupied) & !occupied;
        }
        risk
    }
}
