//! The generation of legal moves.

use cozy_chess::{
    BitBoard, Piece, Rank, Square, get_between_rays, get_king_moves, get_line_rays, get_pawn_attacks, get_pawn_quiets,
};

use super::board::{Board, CASTLING, Variant, first_rank};
use super::moves::Move;

/// The squares that moves may go to, apart from a king's, and the men that may not leave their line with the king.
struct Restriction {
    targets: BitBoard,
    pinned: BitBoard,
    king: Option<Square>,
}

impl Restriction {
    const fn to(targets: BitBoard) -> Self {
        Self { targets, pinned: BitBoard::EMPTY, king: None }
    }

    #[inline(always)]
    fn of(&self, from: Square) -> BitBoard {
        match self.king {
            Some(king) if self.pinned.has(from) => self.targets & get_line_rays(king, from),
            _ => self.targets,
        }
    }
}

/// In all functions here, `emit` is called with one move after the other until it returns true, and then they return true too.
impl<V: Variant> Board<V> {
    /// The moves to these squares that leave the own king unattacked.
    pub(super) fn generate_safe(&self, targets: BitBoard, emit: &mut impl FnMut(Move) -> bool) -> bool {
        let (us, occupied) = (self.side, self.occupied());
        let Some(king) = self.king(us) else { return self.generate_unchecked(targets, emit) };
        let checkers = self.attackers(king, !us, occupied);
        let behind = occupied ^ king.bitboard();
        for to in get_king_moves(king) & !self.color(us) & targets {
            if V::is_safe(self, to, !us, behind) && emit(Move::step(king, to)) {
                return true;
            }
        }
        if checkers.len() > 1 {
            return false;
        }
        let mut en_passant = |mv: Move| targets.has(mv.to()) && self.is_safe_en_passant(mv, king) && emit(mv);
        if self.generate_en_passant(&mut en_passant) {
            return true;
        }
        let answers = checkers.next_square().map_or(targets, |one| targets & (get_between_rays(king, one) | checkers));
        let restriction = Restriction { targets: answers, pinned: self.pinned(king), king: Some(king) };
        self.generate_men(&restriction, emit)
            || checkers.is_empty() && self.generate_castling(king, targets, emit)
            || V::generate_drops(self, answers, emit)
    }

    /// The moves to these squares, whatever happens to the king; without castling.
    pub(super) fn generate_unchecked(&self, targets: BitBoard, emit: &mut impl FnMut(Move) -> bool) -> bool {
        for king in self.men(self.side, Piece::King) {
            for to in get_king_moves(king) & !self.color(self.side) & targets {
                if emit(Move::step(king, to)) {
                    return true;
                }
            }
        }
        self.generate_men(&Restriction::to(targets), emit)
            || self.passed.is_some_and(|passed| targets.has(passed)) && self.generate_en_passant(emit)
    }

    /// Captures in passing.
    fn generate_en_passant(&self, emit: &mut impl FnMut(Move) -> bool) -> bool {
        let Some(passed) = self.passed else { return false };
        let captors = get_pawn_attacks(passed, !self.side) & self.men(self.side, Piece::Pawn);
        captors.into_iter().any(|from| emit(Move::step(from, passed)))
    }

    fn is_safe_en_passant(&self, mv: Move, king: Square) -> bool {
        let Move::Step { from, to, .. } = mv else { return false };
        let captured = Square::new(to.file(), from.rank()).bitboard();
        let occupied = (self.occupied() ^ from.bitboard() ^ captured) | to.bitboard();
        self.attackers(king, !self.side, occupied) == captured & self.attackers(king, !self.side, occupied)
    }

    /// The men of the side to move that shield its king.
    fn pinned(&self, king: Square) -> BitBoard {
        let (us, mut pinned) = (self.side, BitBoard::EMPTY);
        let rays = |piece| Self::reach(piece, king, BitBoard::EMPTY);
        let straight = rays(Piece::Rook) & (self.kind(Piece::Rook) | self.kind(Piece::Queen));
        let diagonal = rays(Piece::Bishop) & (self.kind(Piece::Bishop) | self.kind(Piece::Queen));
        for sniper in (straight | diagonal) & self.color(!us) {
            let between = get_between_rays(king, sniper) & self.occupied();
            if between.len() == 1 {
                pinned |= between;
            }
        }
        pinned & self.color(us)
    }

    /// The moves of all men but the king, without captures in passing.
    #[inline]
    fn generate_men(&self, restriction: &Restriction, emit: &mut impl FnMut(Move) -> bool) -> bool {
        let (own, occupied) = (self.color(self.side), self.occupied());
        if self.generate_pawns(restriction, emit) {
            return true;
        }
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            for from in self.men(self.side, piece) {
                for to in Self::reach(piece, from, occupied) & !own & restriction.of(from) {
                    if emit(Move::step(from, to)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    #[inline]
    fn generate_pawns(&self, restriction: &Restriction, emit: &mut impl FnMut(Move) -> bool) -> bool {
        let (us, occupied) = (self.side, self.occupied());
        let last = first_rank(!us);
        for from in self.men(us, Piece::Pawn) {
            let mut steps = get_pawn_quiets(from, us, occupied);
            if V::LONG_STEP_FROM_FIRST_RANK && from.rank() == first_rank(us) && !steps.is_empty() {
                steps |= Square::new(from.file(), Rank::Third.relative_to(us)).bitboard() & !occupied;
            }
            let captures = get_pawn_attacks(from, us) & self.color(!us);
            for to in (steps | captures) & restriction.of(from) {
                if to.rank() != last {
                    if emit(Move::step(from, to)) {
                        return true;
                    }
                } else if V::PROMOTIONS.iter().any(|piece| emit(Move::Step { from, to, promotion: Some(*piece) })) {
                    return true;
                }
            }
        }
        false
    }

    /// Castling of a king that is not in check.
    pub(super) fn generate_castling(
        &self,
        king: Square,
        targets: BitBoard,
        emit: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        let (us, occupied) = (self.side, self.occupied());
        let rank = first_rank(us);
        for (rook, target, _) in CASTLING {
            let (rook, target) = (Square::new(rook, rank), Square::new(target, rank));
            if self.castling.has(rook)
                && targets.has(target)
                && get_between_rays(king, rook).is_disjoint(occupied)
                && (get_between_rays(king, target) | target.bitboard())
                    .into_iter()
                    .all(|square| V::is_safe(self, square, !us, occupied ^ king.bitboard()))
                && emit(Move::step(king, target))
            {
                return true;
            }
        }
        false
    }

    pub(super) fn is_en_passant(&self, mv: Move) -> bool {
        let Move::Step { from, to, .. } = mv else { return false };
        self.passed == Some(to) && self.kind(Piece::Pawn).has(from) && from.file() != to.file()
    }

    pub(super) fn is_capture(&self, mv: Move) -> bool {
        self.color(!self.side).has(mv.to()) || self.is_en_passant(mv)
    }

    pub(super) fn is_castling(&self, mv: Move) -> bool {
        let Move::Step { from, to, .. } = mv else { return false };
        self.kind(Piece::King).has(from) && (from.file() as u8).abs_diff(to.file() as u8) == 2
    }
}
