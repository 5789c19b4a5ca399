//! Pieces and their letters.

use plyd_search::position::Side;

/// The kind of a piece, whether it is promoted or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One step forward.
    Pawn,
    /// Any way forward.
    Lance,
    /// A jump two rows forward, one file to the side.
    Knight,
    /// One step diagonally or forward.
    Silver,
    /// One step straight or diagonally forward.
    Gold,
    /// Any way diagonally.
    Bishop,
    /// Any way straight.
    Rook,
    /// One step.
    King,
}

impl Kind {
    /// The number of kinds.
    pub(super) const COUNT: usize = 8;
    pub(super) const ALL: [Self; Self::COUNT] =
        [Self::Pawn, Self::Lance, Self::Knight, Self::Silver, Self::Gold, Self::Bishop, Self::Rook, Self::King];
    /// The kinds that can be in a hand, in the order of SFEN.
    pub(super) const HELD: [Self; Self::COUNT - 1] =
        [Self::Rook, Self::Bishop, Self::Gold, Self::Silver, Self::Knight, Self::Lance, Self::Pawn];

    pub(super) const fn can_promote(self) -> bool {
        !matches!(self, Self::Gold | Self::King)
    }

    /// Its letter in SFEN, as Black's.
    pub(super) const fn letter(self) -> char {
        ['P', 'L', 'N', 'S', 'G', 'B', 'R', 'K'][self as usize]
    }

    /// The kind with this letter, in upper or lower case.
    pub(super) fn called(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    pub(super) const fn name(self) -> &'static str {
        ["pawn", "lance", "knight", "silver", "gold", "bishop", "rook", "king"][self as usize]
    }
}

/// A piece of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    pub(super) is_promoted: bool,
}

impl Piece {
    /// One more than the largest [index](Self::index).
    pub(super) const COUNT: usize = 2 * Kind::COUNT;

    /// Unpromoted pieces come first.
    pub(super) const fn index(self) -> usize {
        self.kind as usize + if self.is_promoted { Kind::COUNT } else { 0 }
    }

    /// Its letter on a board, which has one character for a piece: `T` for a promoted pawn (tokin), `H` for a promoted
    /// bishop (horse), `D` for a promoted rook (dragon), and `A`, `J`, `Z` for a promoted lance, knight and silver,
    /// after the abbreviations 杏, 圭 and 全.
    pub(super) fn letter(self, side: Side) -> char {
        let letter = if self.is_promoted {
            ['T', 'A', 'J', 'Z', 'G', 'H', 'D', 'K'][self.kind as usize]
        } else {
            self.kind.letter()
        };
        of_side(letter, side)
    }

    /// Its text in SFEN, as Black's: `P`, `+P`.
    pub(super) fn text(self) -> String {
        format!("{}{}", if self.is_promoted { "+" } else { "" }, self.kind.letter())
    }

    /// The piece with this letter on a board, in upper or lower case.
    pub(super) fn called(letter: char) -> Option<Self> {
        let known = |piece: &Self| piece.letter(Side::First) == letter.to_ascii_uppercase();
        let of = |is_promoted| Kind::ALL.into_iter().map(move |kind| Self { kind, is_promoted });
        of(false).chain(of(true)).find(known)
    }
}

/// Black's letters are capitals.
pub(super) fn of_side(letter: char, side: Side) -> char {
    match side {
        Side::First => letter,
        Side::Second => letter.to_ascii_lowercase(),
    }
}
