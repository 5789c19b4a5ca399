//! Moves, and the generation of legal ones.

use super::board::Shogi;
use super::geometry::{Square, Squares, Step, bit, members};
use super::pieces::{Kind, Piece};
use super::variant::Variant;
use plyd_search::position::{Position, Side};

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece on the board moves.
    Step {
        /// Where it comes from: a number row by row from the top, and in each row from the left.
        from: u8,
        /// Where it goes.
        to: u8,
        /// Whether it promotes.
        promotes: bool,
    },
    /// A piece from the hand comes onto the board.
    Drop {
        /// Its kind.
        kind: Kind,
        /// Where it goes.
        to: u8,
    },
}

impl Move {
    pub(super) const fn to(self) -> Square {
        match self {
            Self::Step { to, .. } | Self::Drop { to, .. } => to,
        }
    }

    pub(super) const fn from(self) -> Option<Square> {
        match self {
            Self::Step { from, .. } => Some(from),
            Self::Drop { .. } => None,
        }
    }
}

/// The rows, as a side sees them, on which an unpromoted piece could not move on.
#[inline(always)]
pub(super) fn dead_end<V: Variant>(side: Side, kind: Kind) -> Squares {
    match kind {
        Kind::Pawn | Kind::Lance => V::GEOMETRY.far_rows(side, 1),
        Kind::Knight => V::GEOMETRY.far_rows(side, 2),
        _ => 0,
    }
}

/// In all functions here, `emit` is called with one move after the other until it returns true, and then they return true
/// too.
impl<V: Variant> Shogi<V> {
    /// The legal moves: the king's, those of other pieces, drops.
    #[inline]
    pub(super) fn generate(&self, emit: &mut impl FnMut(Move) -> bool) -> bool {
        self.generate_on_board(emit) || self.generate_drops(emit)
    }

    /// The legal moves that give check.
    #[inline]
    pub(super) fn generate_checks(&self, emit: &mut impl FnMut(Move) -> bool) -> bool {
        let checks = Checks::of(self);
        self.generate(&mut |mv| checks.have(self, mv) && emit(mv))
    }

    /// The legal moves apart from drops.
    #[inline]
    pub(super) fn generate_on_board(&self, emit: &mut impl FnMut(Move) -> bool) -> bool {
        let (us, them) = (self.to_move, self.to_move.other());
        let (king, occupied, own) = (self.king(us), self.occupied(), self.of_side(us));
        for to in members(V::GEOMETRY.steps(us, Step::King, king) & !own) {
            let is_safe = self.attackers(to, them, occupied ^ bit(king)) == 0;
            if is_safe && emit(Move::Step { from: king, to, promotes: false }) {
                return true;
            }
        }
        self.generate_steps(king, self.targets() & !own, emit)
    }

    /// The squares to which pieces other than the king may go: in check, those that end it.
    #[inline]
    fn targets(&self) -> Squares {
        let king = self.king(self.to_move);
        let checkers = self.attackers(king, self.to_move.other(), self.occupied());
        match checkers.count_ones() {
            0 => V::GEOMETRY.all(),
            1 => V::GEOMETRY.between(king, checkers.trailing_zeros() as Square) | checkers,
            _ => 0,
        }
    }

    /// The moves of pieces other than the king to these squares.
    #[inline]
    fn generate_steps(&self, king: Square, targets: Squares, emit: &mut impl FnMut(Move) -> bool) -> bool {
        if targets == 0 {
            return false;
        }
        let (us, occupied, pinned) = (self.to_move, self.occupied(), self.pinned(king));
        let zone = V::GEOMETRY.far_rows(us, V::PROMOTION_ROWS);
        for kind in &Kind::ALL[..Kind::King as usize] {
            for from in members(self.of_kind(us, *kind)) {
                let piece = self.piece_of(*kind, from);
                let mut reach = Self::reach(piece, us, from, occupied) & targets;
                if pinned & bit(from) != 0 {
                    reach &= V::GEOMETRY.line(king, from);
                }
                let may_promote = kind.can_promote() && !piece.is_promoted;
                let promotes = if !may_promote {
                    0
                } else if zone & bit(from) != 0 {
                    reach
                } else {
                    reach & zone
                };
                let must_promote = if may_promote { dead_end::<V>(us, *kind) } else { 0 };
                for to in members(reach) {
                    if promotes & bit(to) != 0 && emit(Move::Step { from, to, promotes: true }) {
                        return true;
                    }
                    if must_promote & bit(to) == 0 && emit(Move::Step { from, to, promotes: false }) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The legal drops.
    #[inline]
    fn generate_drops(&self, emit: &mut impl FnMut(Move) -> bool) -> bool {
        let us = self.to_move;
        if self.has_empty_hand(us) {
            return false;
        }
        let targets = self.targets() & !self.occupied();
        for kind in Kind::HELD {
            if self.held(us, kind) == 0 {
                continue;
            }
            let mut targets = targets & !dead_end::<V>(us, kind);
            if kind == Kind::Pawn {
                targets &= !self.columns_with_pawns(us);
                let mating = self.pawn_check();
                if targets & mating != 0 && self.mates_by_pawn() {
                    targets &= !mating;
                }
            }
            if members(targets).any(|to| emit(Move::Drop { kind, to })) {
                return true;
            }
        }
        false
    }

    /// The columns that have an unpromoted pawn of a side.
    pub(super) fn columns_with_pawns(&self, side: Side) -> Squares {
        members(self.pawns(side)).fold(0, |columns, pawn| columns | V::GEOMETRY.column_of(pawn))
    }

    /// The square from which a pawn of the side to move gives check.
    pub(super) fn pawn_check(&self) -> Squares {
        let them = self.to_move.other();
        V::GEOMETRY.steps(them, Step::Pawn, self.king(them))
    }

    /// Whether a pawn that is dropped where it [gives check](Self::pawn_check) mates.
    pub(super) fn mates_by_pawn(&self) -> bool {
        let to = self.pawn_check().trailing_zeros() as Square;
        !self.after(Move::Drop { kind: Kind::Pawn, to }).can_move()
    }

    /// The pieces of the side to move that shield its king.
    fn pinned(&self, king: Square) -> Squares {
        self.shields(king, self.to_move.other())
    }

    /// The pieces of the side to move that alone stand between a king and a piece of the side `by`.
    fn shields(&self, king: Square, by: Side) -> Squares {
        let snipers = self.attackers(king, by, 0);
        members(snipers).fold(0, |shields, sniper| {
            let between = V::GEOMETRY.between(king, sniper) & self.occupied();
            if between.count_ones() == 1 { shields | between & self.of_side(self.to_move) } else { shields }
        })
    }
}

/// The moves of the side to move that give check.
struct Checks {
    /// The other king.
    king: Square,
    /// The squares from which a piece gives check, by its index.
    from: [Squares; Piece::COUNT],
    /// The pieces that give check by leaving the line to the king.
    discoverers: Squares,
}

impl Checks {
    fn of<V: Variant>(position: &Shogi<V>) -> Self {
        let (us, them) = (position.to_move, position.to_move.other());
        let (king, occupied) = (position.king(them), position.occupied());
        let mut from = [0; Piece::COUNT];
        for kind in &Kind::ALL[..Kind::King as usize] {
            for is_promoted in [false, true] {
                let piece = Piece { kind: *kind, is_promoted };
                from[piece.index()] = Shogi::<V>::reach(piece, them, king, occupied);
            }
        }
        Self { king, from, discoverers: position.shields(king, us) }
    }

    fn have<V: Variant>(&self, position: &Shogi<V>, mv: Move) -> bool {
        let gives = |piece: Piece, to| self.from[piece.index()] & bit(to) != 0;
        match mv {
            Move::Drop { kind, to } => gives(Piece { kind, is_promoted: false }, to),
            Move::Step { from, to, promotes } => {
                let piece = position.piece_at(from);
                let discovers = self.discoverers & bit(from) != 0 && V::GEOMETRY.line(self.king, from) & bit(to) == 0;
                discovers || gives(Piece { is_promoted: piece.is_promoted || promotes, ..piece }, to)
            }
        }
    }
}
