//! Rules as their author wrote them, without what is the same as to leave a word out.

use std::collections::BTreeMap;

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

use super::area::Area;
use super::board::Shape;
use super::json::OneOrMore;

/// The rules of a game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Spec {
    /// What happens around the cell where a move ended.
    #[serde(default)]
    pub after: OneOrMore<After>,
    /// The shape of the board.
    pub board: Shape,
    /// The ends of the game, of which the first that holds decides.
    pub end: OneOrMore<End>,
    /// Cells that enclose like a piece.
    #[serde(default)]
    pub hostile: Area,
    /// Whether a side that can take must take.
    #[serde(default, deserialize_with = "given")]
    pub must: bool,
    /// Whether moves are the numbers of columns.
    #[serde(default, deserialize_with = "given")]
    pub names: bool,
    /// What counts as next to.
    #[serde(default)]
    pub near: Near,
    /// The first plies.
    #[serde(default)]
    pub opening: OneOrMore<Removal>,
    /// The pieces by their letter; empty for stones.
    #[serde(default)]
    pub pieces: BTreeMap<char, Piece>,
    /// How new pieces are placed.
    pub place: Option<Place>,
    /// The rows at the start; empty for an empty board.
    #[serde(default)]
    pub start: String,
    /// The name of the game.
    #[serde(default)]
    pub title: String,
    /// The plies of the first turn, and of later ones.
    #[serde(default = "single")]
    pub turn: [u8; 2],
    /// The canonical text: JSON with sorted words and without defaults.
    #[serde(skip)]
    pub text: String,
}

/// Which neighbours count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Near {
    /// Four of a square.
    W,
    /// Eight of a square, and six of a hexagon.
    #[default]
    K,
}

/// Whose pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// Those of the side that moves.
    Own,
    /// Those of the other side.
    Enemy,
    /// Those of both sides.
    Any,
}

/// A kind of piece.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Piece {
    /// The letter that it becomes, and where.
    pub becomes: BTreeMap<char, Area>,
    /// How it moves.
    pub moves: OneOrMore<Moves>,
    /// Where it stands well.
    pub prefer: Area,
    /// Its owner, 1 or 2, if that is not its letter's.
    pub side: Option<u8>,
    /// Its value; a man is 100.
    pub worth: Option<u16>,
}

/// A way to move.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Moves {
    /// Steps in Betza's notation.
    Betza(String),
    /// Steps with more words.
    Step {
        /// Where they may not end.
        #[serde(default)]
        avoids: Area,
        /// Whether they go as many cells as pieces stand on their line.
        #[serde(default, deserialize_with = "given")]
        by: bool,
        /// In Betza's notation.
        step: String,
        /// What the move blocks afterwards.
        then: Option<Then>,
    },
    /// Jumps over a neighbour.
    Jump {
        /// Whether a jump may go on.
        again: Option<Again>,
        /// The directions, in Betza's notation.
        jump: String,
        /// Whether it jumps over any piece, and not only enemies.
        #[serde(default, deserialize_with = "given")]
        over: bool,
        /// Whether it goes on in the same direction only.
        #[serde(default)]
        straight: bool,
        /// Whether it removes the piece that it jumps over, if that differs from the default: only enemies.
        takes: Option<bool>,
    },
}

/// The cell that is blocked after a move: any empty one, or one along these steps from the new cell.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Then {
    /// `empty`, or steps in Betza's notation.
    pub block: String,
}

/// Whether a jump goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Again {
    /// It has to, if it can.
    Must,
    /// It may stop after each jump.
    May,
}

/// How new pieces are placed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Place {
    /// Only next to these.
    pub beside: Option<Who>,
    /// How many each side places before it moves.
    pub each: Option<u8>,
    /// Whether it has to turn a piece.
    pub flips: bool,
    /// Whether it falls to the lowest empty cell of its column.
    pub lowest: bool,
    /// Not next to these.
    #[serde(rename = "not beside")]
    pub not_beside: Option<Who>,
    /// Whether a side may place either side's stone.
    #[serde(rename = "piece", deserialize_with = "given")]
    pub any: bool,
    /// Columns and rows of each side's pieces.
    #[serde(deserialize_with = "shape")]
    pub shape: Option<[[u8; 2]; 2]>,
}

/// What happens around the cell where a move ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum After {
    /// Enemies change sides.
    Flip {
        /// Which ones.
        flip: Which,
    },
    /// Enclosed enemies are taken.
    Take {
        /// The length of their row; any if left out.
        length: Option<u8>,
        /// Always those that are enclosed.
        take: Which,
    },
}

/// Enemies around a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Which {
    /// In a row between the new piece and another own one.
    Enclosed,
    /// Next to it.
    Beside,
}

/// A ply of the opening that removes an own piece.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Removal {
    /// Whether it has to be next to an empty cell.
    #[serde(default, deserialize_with = "given")]
    pub beside: bool,
    /// Where it stands.
    pub remove: Area,
}

/// An end of the game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct End {
    /// What ends it.
    #[serde(flatten)]
    pub when: When,
    /// Who wins.
    pub wins: Wins,
}

/// What ends a game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum When {
    /// Pieces of one letter in a row through the cell where the last move ended.
    Line {
        /// Whether a longer row does not count.
        #[serde(default)]
        exact: bool,
        /// How many.
        line: u8,
    },
    /// A chain of the last mover's that touches all its areas.
    Connect {
        /// The areas of each side.
        connect: Connect,
    },
    /// All pieces of one side are one group.
    Joined {
        /// Whose, from the last mover's view.
        joined: Who,
    },
    /// The piece that moved ended in this area.
    Reach {
        /// Its letter, if only one counts.
        piece: Option<char>,
        /// The area.
        reach: Area,
    },
    /// There are no such pieces.
    None {
        /// Whose, or which letter.
        none: Missing,
    },
    /// The last mover has taken this many.
    Took {
        /// How many.
        took: u8,
    },
    /// This many plies without progress.
    Plies {
        /// How many.
        plies: u16,
    },
    /// A side has no move.
    Stuck {
        /// Which sides.
        stuck: Stuck,
    },
    /// This occurrence of a position.
    Repeat {
        /// 2 or 3.
        repeat: u8,
    },
}

/// The areas that a chain has to touch, for each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connect(pub [Vec<Area>; 2]);

impl<'de> Deserialize<'de> for Connect {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Areas {
            Each([Vec<Area>; 2]),
            Both(Vec<Area>),
        }
        Ok(Self(match Areas::deserialize(deserializer)? {
            Areas::Each(sides) => sides,
            Areas::Both(areas) => [areas.clone(), areas],
        }))
    }
}

/// Pieces that are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Missing {
    /// All pieces of a side, from the last mover's view.
    Side(Who),
    /// Pieces of this letter.
    Letter(char),
}

/// Which sides have no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stuck {
    /// The side to move.
    Next,
    /// Both.
    Both,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wins {
    /// The side that has just moved.
    Last,
    /// The other side.
    Next,
    /// The first side.
    First,
    /// The second side.
    Second,
    /// It is a draw.
    Nobody,
    /// The side with more pieces.
    Most,
    /// The side with fewer pieces.
    Fewest,
}

/// A word that has a single value if it is there.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    IgnoredAny::deserialize(deserializer).map(|_| true)
}

/// Columns and rows, such as `1x2`.
fn shape<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<[[u8; 2]; 2]>, D::Error> {
    let digit = |digit: u8| digit - b'0';
    let sides = <[String; 2]>::deserialize(deserializer)?;
    Ok(Some(sides.map(|text| [digit(text.as_bytes()[0]), digit(text.as_bytes()[2])])))
}

const fn single() -> [u8; 2] {
    [1, 1]
}
