//! Moves.

use cozy_chess::{Piece, Square};

/// A move. Castling is a king's move of two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece on the board moves.
    Step {
        /// Where it comes from.
        from: Square,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes on the last rank.
        promotion: Option<Piece>,
    },
    /// A piece from the pocket comes onto the board.
    Drop {
        /// Its kind.
        piece: Piece,
        /// Where it goes.
        to: Square,
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

    pub(super) const fn promotion(self) -> Option<Piece> {
        match self {
            Self::Step { promotion, .. } => promotion,
            Self::Drop { .. } => None,
        }
    }

    pub(super) const fn step(from: Square, to: Square) -> Self {
        Self::Step { from, to, promotion: None }
    }
}
