//! The formats of records, and how the records of a game use them.

use crate::board::Look;
use crate::notation::About;

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// Portable Game Notation of chess. Games other than chess and draughts have tags and moves in the same manner.
    Pgn,
    /// Portable Draughts Notation.
    Pdn,
    /// Smart Game Format, FF 3 and 4.
    Sgf,
    /// The Generic Game Format of Othello's servers.
    Ggf,
    /// The files of Piskvork, the manager of Gomocup.
    Psq,
    /// Addresses of HexWorld boards, which contain the whole game.
    HexWorld,
    /// The files of Kakinoki's programs for shogi, in which moves are Japanese.
    Kif,
    /// The format of the Computer Shogi Association.
    Csa,
    /// Moves in a row without separators.
    Transcript,
    /// plyd's own names of moves, separated by white space or commas. Every game has it.
    Moves,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 10] = [
        Self::Pgn,
        Self::Pdn,
        Self::Sgf,
        Self::Ggf,
        Self::Psq,
        Self::HexWorld,
        Self::Kif,
        Self::Csa,
        Self::Transcript,
        Self::Moves,
    ];

    /// Its name in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Pdn => "pdn",
            Self::Sgf => "sgf",
            Self::Ggf => "ggf",
            Self::Psq => "psq",
            Self::HexWorld => "hexworld",
            Self::Kif => "kif",
            Self::Csa => "csa",
            Self::Transcript => "transcript",
            Self::Moves => "moves",
        }
    }

    /// Whether the format has only moves: no tags, comments or results.
    #[must_use]
    pub const fn is_bare(self) -> bool {
        matches!(self, Self::Transcript | Self::Moves)
    }

    /// The tags that name the first and the second player. They are the players' colours. If the players have no such
    /// colours, the first one has the colour that begins in records of this format.
    #[must_use]
    pub fn colours(self, about: &About) -> [&'static str; 2] {
        if about.players == ["red", "black"] {
            return ["Red", "Black"];
        }
        let is_first_black = match about.players[0] {
            "white" => false,
            "black" => true,
            _ => matches!(self, Self::Sgf | Self::Ggf | Self::Psq) || about.sides == Some(Look::BLACK_WHITE),
        };
        if is_first_black { ["Black", "White"] } else { ["White", "Black"] }
    }

    /// The format of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// How the records of a game use one format: an entry of [`Notation::RECORDS`](crate::Notation::RECORDS).
#[derive(Clone, Copy, Debug)]
pub enum Convention {
    /// PGN. States are the FEN tag.
    Pgn {
        /// The value of the tag `Variant` for states without such a text, if records have to say it.
        usual: Option<&'static str>,
        /// Pairs: a value of the tag `Variant`, and the text that states of this variant have after the FEN. Values are
        /// read in any case and with or without spaces. If a variant has several values, the first one is written.
        variants: &'static [[&'static str; 2]],
    },
    /// PDN. States are the FEN tag.
    Pdn {
        /// The value of the tag `GameType`. It begins with the number of the game.
        game_type: &'static str,
    },
    /// Tags and moves in the manner of PGN, with the names that moves have in plyd. Games without PGN and PDN have it, and
    /// need an entry only for what is special. States are the FEN tag.
    Plain {
        /// Whether a result may be the points of both sides, the first side's first: `34-30`.
        has_points: bool,
        /// Files that have numbers in place of names.
        numbered: Option<NumberedCells>,
        /// The tags that say what the record is, if they are others than `Game` with the game's id. Then moves are spelled
        /// as the game spells them in PGN.
        kind: &'static [[&'static str; 2]],
    },
    /// SGF. Black is the first side.
    Sgf {
        /// The value of GM, the number of the game.
        game: u8,
        /// How points are written.
        points: Points,
        /// Moves that are not points.
        words: &'static [SgfWord],
    },
    /// GGF.
    Ggf {
        /// The value of GM, the name of the game.
        game: &'static str,
    },
    /// Piskvork's files.
    Psq,
    /// HexWorld's addresses.
    HexWorld,
    /// KIF.
    Kif {
        /// The starts of the game: their names in KIF, and their states. The first one is the usual start.
        starts: &'static [[&'static str; 2]],
    },
    /// The format of the Computer Shogi Association.
    Csa,
    /// Moves without separators, from the start of the game.
    Transcript {
        /// The form of a move.
        unit: Unit,
        /// How a pass is written. It is left out if another move follows.
        pass: Option<&'static str>,
    },
}

impl Convention {
    /// The format that this entry is about.
    #[must_use]
    pub const fn format(&self) -> Format {
        match self {
            Self::Pgn { .. } | Self::Plain { .. } => Format::Pgn,
            Self::Pdn { .. } => Format::Pdn,
            Self::Sgf { .. } => Format::Sgf,
            Self::Ggf { .. } => Format::Ggf,
            Self::Psq => Format::Psq,
            Self::HexWorld => Format::HexWorld,
            Self::Kif { .. } => Format::Kif,
            Self::Csa => Format::Csa,
            Self::Transcript { .. } => Format::Transcript,
        }
    }

    /// The format that spells the moves.
    pub(super) const fn spelling(&self) -> Format {
        match self {
            Self::Plain { kind: [], .. } => Format::Moves,
            _ => self.format(),
        }
    }

    /// Whether its records are in the manner of PGN.
    pub(super) const fn is_movetext(&self) -> bool {
        matches!(self, Self::Pgn { .. } | Self::Pdn { .. } | Self::Plain { .. })
    }
}

/// Numbers of cells in the files of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberedCells {
    /// The first number in the tag `GameType` of such files.
    pub game_type: &'static str,
    /// The value of the tag `Site` of such files.
    pub site: &'static str,
    /// The names of the cells 1, 2, ….
    pub names: &'static [&'static str],
}

/// How SGF writes points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Points {
    /// Column and row as letters from the top left: `ab` is the second cell of the first column.
    Letters,
    /// The name of the cell: file and rank.
    Names,
}

/// A move in SGF that is not a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SgfWord {
    /// Its values in SGF; the first one is written.
    pub values: &'static [&'static str],
    /// The name of the move.
    pub name: &'static str,
    /// The word that a state ends with if the game has such a move, if any.
    pub rule: Option<&'static str>,
}

/// A move of a transcript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A letter and a digit.
    Square,
    /// A letter and a number, or a word of the game's records in SGF.
    Point,
    /// A digit.
    Digit,
}
