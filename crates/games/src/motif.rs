//! What a move does on the board, as players call it: a fork, a shot, an odd threat.

use serde::Serialize;

use crate::board::RowColumn;

/// What a legal move does, found by the rules of its game and never by the evaluation. "The opponent" is the side to
/// move after it. As JSON, it is an object with its code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Motif {
    /// The opponent can take a piece of the side that moved, and gains more by the captures on its cell than the move
    /// has taken.
    Hangs {
        /// The cell of the piece.
        cell: RowColumn,
        /// What the opponent gains, in the unit of scores.
        gains: i32,
    },
    /// The moved piece attacks several pieces, and whatever the opponent replies, taking one of them gains.
    Forks {
        /// The cells of the attacked pieces.
        cells: Vec<RowColumn>,
    },
    /// An opposing piece may no longer leave its line, because its king is behind it.
    Pins {
        /// The cell of the pinned piece.
        cell: RowColumn,
    },
    /// A piece behind the moved one attacks the king, or a piece that it would gain by taking.
    Discovers {
        /// The cell of the attacked piece.
        cell: RowColumn,
    },
    /// If the opponent passed, the side would mate.
    ThreatensMate {
        /// Plies to the mate, counted from the pass.
        plies: u32,
    },
    /// The move mates, or threatens to mate, a king that its own pieces shut in on the edge.
    BackRank,
    /// Whatever the opponent replies, a pawn promotes, and the new piece is not lost. Before the move, none could promote
    /// at once.
    PromotesIn {
        /// Plies to the promotion, counted from after the move.
        plies: u32,
    },
    /// The move gives up pieces, and the captures that it forces win more than it gives.
    Shot {
        /// What they win altogether, in the unit of scores.
        gains: i32,
    },
    /// A new cell in an odd row, counted from the bottom. A disc there would complete the side's line, but cannot land
    /// there yet.
    OddThreat {
        /// The cell.
        cell: RowColumn,
    },
    /// The same in an even row.
    EvenThreat {
        /// The cell.
        cell: RowColumn,
    },
    /// The move takes a corner, or lets the opponent take one.
    Corner {
        /// The corner.
        cell: RowColumn,
        /// Whether the move takes it.
        taken: bool,
    },
    /// After the move, every empty region has an even number of cells, so that the side can move last in each.
    Parity,
    /// The move leaves the opponent few moves.
    Mobility {
        /// How many moves the side would have if the opponent passed.
        own: u32,
        /// How many moves the opponent has.
        other: u32,
    },
    /// The move makes an open three: one more stone would make a four that cannot be stopped.
    OpenThree,
    /// The move makes a four: one more stone would complete a row.
    Four,
    /// The move threatens to complete a row on several cells, so that one reply cannot stop them all.
    DoubleThreat {
        /// The cells.
        cells: Vec<RowColumn>,
    },
    /// Before the move, the opponent threatened to connect by force. Only these cells can stop it, and the move plays
    /// one.
    MustPlay {
        /// The cells.
        cells: Vec<RowColumn>,
    },
    /// The move plays into a bridge between two groups of the opponent, and threatens to cut it.
    CutsBridge,
}

impl Motif {
    /// Whether its cells would give the move away.
    #[must_use]
    pub const fn names_cells(&self) -> bool {
        match self {
            Self::Hangs { .. }
            | Self::Forks { .. }
            | Self::Pins { .. }
            | Self::Discovers { .. }
            | Self::OddThreat { .. }
            | Self::EvenThreat { .. }
            | Self::Corner { .. }
            | Self::DoubleThreat { .. }
            | Self::MustPlay { .. } => true,
            Self::ThreatensMate { .. }
            | Self::BackRank
            | Self::PromotesIn { .. }
            | Self::Shot { .. }
            | Self::Parity
            | Self::Mobility { .. }
            | Self::OpenThree
            | Self::Four
            | Self::CutsBridge => false,
        }
    }
}
