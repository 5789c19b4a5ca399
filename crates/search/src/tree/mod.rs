//! Game trees as books print them: what one straight search walked, node by node, to be looked at.
//!
//! A search of its own beside [`crate::search`], made to be followed and not to be fast: no deepening, no table, no
//! closed form.

mod listing;
mod walk;

pub use listing::{PRUNED_LISTED_MAX, WalkedNode, WalkedTree};
pub use walk::walk;

use crate::Score;

/// How a tree is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// Every move of every node.
    Minimax,
    /// Alpha-beta as textbooks print it: moves in `legal_moves` order, cut off when alpha ≥ beta, leaves worth their
    /// static value.
    Textbook,
    /// Alpha-beta with the game's own order of moves, its leaves quieted as in [`crate::search`].
    AlphaBeta,
}

impl Walk {
    /// Every way, the default first.
    pub const ALL: [Self; 3] = [Self::Textbook, Self::AlphaBeta, Self::Minimax];

    /// Its name in the contract.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::Textbook => "textbook",
            Self::AlphaBeta => "alpha-beta",
        }
    }
}

/// What a node's value says of its minimax value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the minimax value.
    Exact,
    /// The minimax value is this or greater.
    Lower,
    /// The minimax value is this or less.
    Upper,
}

impl Bound {
    /// Its name in the contract.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Lower => "lower",
            Self::Upper => "upper",
        }
    }
}

/// Where a node's value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Its moves.
    Interior,
    /// A static evaluation: the depth ends here.
    Static,
    /// The end of the game.
    Over,
}

impl Why {
    /// Its name in the contract.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Interior => "interior",
            Self::Static => "static",
            Self::Over => "over",
        }
    }
}

/// Why the rest of a node's moves were not tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut<M> {
    /// Whether Min was to move, and found a value no greater than alpha; else Max found one no less than beta.
    pub at_alpha: bool,
    /// The move that did it.
    pub by: M,
    /// Alpha and beta as they then stood, for Max.
    pub window: (Score, Score),
}
