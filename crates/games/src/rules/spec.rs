//! Rules as their author wrote them. Serialising them writes the canonical text: words in alphabetical order, which is
//! why fields are in this order, and defaults left out.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::area::Area;
use super::board::Shape;
use super::json::OneOrMore;

/// The most pieces in hand, or taken.
pub(super) const HAND_MAX: u16 = 99;

/// The rules of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Spec {
    /// What happens around the cell where a move ended.
    #[serde(skip_serializing_if = "OneOrMore::is_empty")]
    pub after: OneOrMore<After>,
    /// The shape of the board.
    pub board: Shape,
    /// The ends of the game, of which the first that holds decides.
    pub end: OneOrMore<End>,
    /// Cells that enclose like a piece.
    #[serde(skip_serializing_if = "Area::is_empty")]
    pub hostile: Area,
    /// Whether a side that can take must take.
    #[serde(skip_serializing_if = "is_default", serialize_with = "take")]
    pub must: bool,
    /// Whether moves are the numbers of columns.
    #[serde(skip_serializing_if = "is_default", serialize_with = "columns")]
    pub names: bool,
    /// What counts as next to.
    #[serde(skip_serializing_if = "is_default")]
    pub near: Near,
    /// The first plies.
    #[serde(skip_serializing_if = "OneOrMore::is_empty")]
    pub opening: OneOrMore<Removal>,
    /// The pieces by their letter; empty for stones.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub pieces: BTreeMap<char, Piece>,
    /// How new pieces are placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The rows at the start; empty for an empty board.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub start: String,
    /// The name of the game.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The plies of the first turn, and of later ones.
    #[serde(skip_serializing_if = "is_single")]
    pub turn: [u8; 2],
}

/// Which neighbours count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Near {
    /// Four of a square.
    W,
    /// Eight of a square, and six of a hexagon.
    #[default]
    K,
}

/// Whose pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// The letter that it becomes, and where.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub becomes: BTreeMap<char, Area>,
    /// How it moves.
    #[serde(skip_serializing_if = "OneOrMore::is_empty")]
    pub moves: OneOrMore<Moves>,
    /// Where it stands well.
    #[serde(skip_serializing_if = "Area::is_empty")]
    pub prefer: Area,
    /// Its owner, 1 or 2, if that is not its letter's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<u8>,
    /// Its value; a man is 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<u16>,
}

/// A way to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Moves {
    /// Steps in Betza's notation.
    Betza(String),
    /// Steps with more words.
    Step {
        /// Where they may not end.
        #[serde(skip_serializing_if = "Area::is_empty")]
        avoids: Area,
        /// Whether they go as many cells as pieces stand on their line.
        #[serde(skip_serializing_if = "is_default", serialize_with = "line")]
        by: bool,
        /// In Betza's notation.
        step: String,
        /// What the move blocks afterwards.
        #[serde(skip_serializing_if = "Option::is_none")]
        then: Option<Then>,
    },
    /// Jumps over a neighbour.
    Jump {
        /// Whether a jump may go on.
        #[serde(skip_serializing_if = "Option::is_none")]
        again: Option<Again>,
        /// The directions, in Betza's notation.
        jump: String,
        /// Whether it jumps over any piece, and not only enemies.
        #[serde(skip_serializing_if = "is_default", serialize_with = "any")]
        over: bool,
        /// Whether it goes on in the same direction only.
        #[serde(skip_serializing_if = "is_default")]
        straight: bool,
        /// Whether it removes the piece that it jumps over, if that differs from the default: only enemies.
        #[serde(skip_serializing_if = "Option::is_none")]
        takes: Option<bool>,
    },
}

/// The cell that is blocked after a move: any empty one, or one along these steps from the new cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Then {
    /// `empty`, or steps in Betza's notation.
    pub block: String,
}

/// Whether a jump goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Again {
    /// It has to, if it can.
    Must,
    /// It may stop after each jump.
    May,
}

/// How new pieces are placed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    pub not_beside: Option<Who>,
    /// Whether a side may place either side's stone.
    pub any: bool,
    /// Columns and rows of each side's pieces.
    pub shape: Option<[[u8; 2]; 2]>,
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written {
            #[serde(skip_serializing_if = "Option::is_none")]
            beside: Option<Who>,
            #[serde(skip_serializing_if = "Option::is_none")]
            each: Option<u8>,
            #[serde(skip_serializing_if = "is_default")]
            flips: bool,
            #[serde(skip_serializing_if = "is_default")]
            lowest: bool,
            #[serde(rename = "not beside", skip_serializing_if = "Option::is_none")]
            not_beside: Option<Who>,
            #[serde(skip_serializing_if = "is_default", serialize_with = "any")]
            piece: bool,
            #[serde(skip_serializing_if = "Option::is_none")]
            shape: Option<[String; 2]>,
        }
        if *self == Self::default() {
            return "empty".serialize(serializer);
        }
        if *self == (Self { lowest: true, ..Self::default() }) {
            return "lowest".serialize(serializer);
        }
        let Self { beside, each, flips, lowest, not_beside, any: piece, shape } = *self;
        let shape = shape.map(|sides| sides.map(|[columns, rows]| format!("{columns}x{rows}")));
        Written { beside, each, flips, lowest, not_beside, piece, shape }.serialize(serializer)
    }
}

/// What happens around the cell where a move ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
        #[serde(skip_serializing_if = "Option::is_none")]
        length: Option<u8>,
        /// Always those that are enclosed.
        take: Which,
    },
}

/// Enemies around a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Which {
    /// In a row between the new piece and another own one.
    Enclosed,
    /// Next to it.
    Beside,
}

/// A ply of the opening that removes an own piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Removal {
    /// Whether it has to be next to an empty cell.
    #[serde(skip_serializing_if = "is_default", serialize_with = "empty")]
    pub beside: bool,
    /// Where it stands.
    pub remove: Area,
}

/// An end of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct End {
    /// What ends it.
    #[serde(flatten)]
    pub when: When,
    /// Who wins.
    pub wins: Wins,
}

/// What ends a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum When {
    /// Pieces of one letter in a row through the cell where the last move ended.
    Line {
        /// Whether a longer row does not count.
        #[serde(skip_serializing_if = "is_default")]
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
        #[serde(skip_serializing_if = "Option::is_none")]
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

impl Serialize for Connect {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [first, second] = &self.0;
        // Two areas that are lists would be read as the lists of two sides.
        let is_clear = first.len() != 2 || first.iter().any(|area| area.0.0.len() == 1);
        if first == second && is_clear { first.serialize(serializer) } else { self.0.serialize(serializer) }
    }
}

/// Pieces that are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Missing {
    /// All pieces of a side, from the last mover's view.
    Side(Who),
    /// Pieces of this letter.
    Letter(char),
}

/// Which sides have no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stuck {
    /// The side to move.
    Next,
    /// Both.
    Both,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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

impl Spec {
    /// The canonical text.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("rules are JSON")
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn is_single(turn: &[u8; 2]) -> bool {
    *turn == [1, 1]
}

/// Writers of words that have a single value beside their default.
macro_rules! words {
    ($($name:ident)*) => {
        $(fn $name<S: Serializer>(_: &bool, serializer: S) -> Result<S::Ok, S::Error> {
            stringify!($name).serialize(serializer)
        })*
    };
}

words!(take columns line any empty);
