//! The language: its words and what may stand for each, as tables. Reading, errors and the canonical form follow them.

use super::board::SIDE_MAX;

/// The most pieces in hand, or taken.
const HAND_MAX: u16 = 99;

/// What may stand for a word.
pub(super) enum Kind {
    /// A text of at most so many characters. The rest is cut.
    Text(usize),
    Flag,
    /// From the least to the greatest.
    Number(u16, u16),
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// The shape of a board.
    Board,
    /// Rows as in a state.
    Rows,
    /// The letter of a piece.
    Letter,
    /// Whose pieces, or their letter.
    Missing,
    /// Cells by name, or words for some of them.
    Area,
    /// Areas of both sides, or a list of them for each.
    Areas,
    /// Steps in Betza's notation.
    Steps,
    /// `empty` or steps.
    Block,
    /// Columns and rows, such as `1x2`.
    Cells,
    /// How pieces are placed: a text or an object.
    Place,
    /// How they move: a text or an object.
    Moves,
    /// A list of two, with an example.
    Pair(&'static Kind, &'static str),
    /// A list with at most so many items, of which an only one may stand alone.
    List(usize, &'static Kind),
    /// An object whose words are letters of pieces.
    ByLetter(&'static Kind),
    Object(&'static [Word]),
    /// An object that has one of these words, and only words that go with it.
    OneOf(&'static [(&'static str, &'static [Word])]),
}

/// A word of an object.
pub(super) struct Word {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// The JSON that is the same as to leave the word out.
    pub(super) default: &'static str,
    /// What stands in an error if the word is missing; empty if it may be.
    pub(super) needed: &'static str,
}

/// A word that may be left out.
const fn may(name: &'static str, kind: Kind) -> Word {
    Word { name, kind, default: "", needed: "" }
}

/// A word that may be left out, which is the same as this JSON.
const fn or(default: &'static str, name: &'static str, kind: Kind) -> Word {
    Word { name, kind, default, needed: "" }
}

/// A word that has to be there, and an example of its value.
const fn has(name: &'static str, kind: Kind, example: &'static str) -> Word {
    Word { name, kind, default: "", needed: example }
}

use Kind::{
    Area, Areas, Block, Board, ByLetter, Cells, Choice, Flag, Letter, List, Missing, Moves, Number, Object, OneOf,
    Pair, Place, Rows, Steps, Text,
};

const WHO: Kind = Choice(&["own", "enemy", "any"]);

pub(super) static RULES: Kind = Object(&[
    or("1", "rules", Number(1, 1)),
    or("\"\"", "title", Text(60)),
    has("board", Board, "[columns, rows]"),
    or("\"K\"", "near", Choice(&["W", "K"])),
    or("\"\"", "start", Rows),
    may("pieces", ByLetter(&PIECE)),
    may("place", Place),
    may("after", List(4, &AFTER)),
    may("hostile", Area),
    may("must", Choice(&["take"])),
    or("[1,1]", "turn", Pair(&Number(1, 2), "[1, 2]")),
    may("opening", List(4, &REMOVAL)),
    has("end", List(8, &END), "a list such as [{\"stuck\": \"next\", \"wins\": \"last\"}]"),
    may("names", Choice(&["columns"])),
]);

static PIECE: Kind = Object(&[
    may("moves", List(16, &Moves)),
    may("becomes", ByLetter(&Area)),
    may("side", Number(1, 2)),
    may("worth", Number(1, 2000)),
    may("prefer", Area),
]);

pub(super) static MOVES: Kind = OneOf(&[
    (
        "step",
        &[
            may("step", Steps),
            may("by", Choice(&["line"])),
            may("then", Object(&[has("block", Block, "empty or steps")])),
            may("avoids", Area),
        ],
    ),
    (
        "jump",
        &[
            may("jump", Steps),
            or("\"enemy\"", "over", Choice(&["enemy", "any"])),
            may("takes", Flag),
            may("again", Choice(&["must", "may"])),
            or("false", "straight", Flag),
        ],
    ),
]);

pub(super) static PLACE: Kind = Object(&[
    or("false", "lowest", Flag),
    may("beside", WHO),
    may("not beside", WHO),
    may("piece", Choice(&["any"])),
    or("[\"1x1\",\"1x1\"]", "shape", Pair(&Cells, "[\"1x2\", \"2x1\"]")),
    may("each", Number(1, HAND_MAX)),
    or("false", "flips", Flag),
]);

static AFTER: Kind = OneOf(&[
    ("flip", &[may("flip", Choice(&["enclosed", "beside"]))]),
    ("take", &[may("take", Choice(&["enclosed"])), may("length", Number(1, SIDE_MAX))]),
]);

static REMOVAL: Kind = Object(&[has("remove", Area, "all or another area"), may("beside", Choice(&["empty"]))]);

const WINS: Word = wins(&["last", "next", "first", "second", "nobody", "most", "fewest"]);

const fn wins(who: &'static [&'static str]) -> Word {
    has("wins", Choice(who), "last, next, nobody or another winner")
}

static END: Kind = OneOf(&[
    ("line", &[may("line", Number(2, 16)), or("false", "exact", Flag), WINS]),
    ("connect", &[may("connect", Areas), WINS]),
    ("joined", &[may("joined", Choice(&["own", "enemy"])), WINS]),
    ("reach", &[may("reach", Area), may("piece", Letter), WINS]),
    ("none", &[may("none", Missing), WINS]),
    ("took", &[may("took", Number(1, HAND_MAX)), WINS]),
    ("plies", &[may("plies", Number(1, 400)), WINS]),
    ("stuck", &[may("stuck", Choice(&["next", "both"])), WINS]),
    ("repeat", &[may("repeat", Number(2, 3)), wins(&["nobody"])]),
]);
