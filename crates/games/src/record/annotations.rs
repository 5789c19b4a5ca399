//! What a record says about its moves: clocks, judgements, drawings, and variations.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

/// The most variations of a record, including nested ones.
pub const MAX_VARIATIONS: usize = 1000;

/// The most moves in all variations of a record together.
pub const MAX_VARIATION_MOVES: usize = 4000;

/// How deeply variations may be nested.
pub const MAX_VARIATION_DEPTH: usize = 16;

/// The most drawings of a record.
pub const MAX_DRAWINGS: usize = 2000;

/// The most time on a clock, in milliseconds: a thousand days.
pub const MAX_RECORDED_CLOCK_MS: u64 = 86_400_000_000;

/// What is said about the moves of a line, apart from comments. Plies count from the line's first move, which has ply 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Annotations {
    /// Milliseconds left on the clock of the side that moved, after the move of this ply.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub clocks: BTreeMap<usize, u64>,
    /// The Numeric Annotation Glyphs of the move of this ply, in ascending order.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub nags: BTreeMap<usize, Vec<u8>>,
    /// Lines that could have been played in place of the move of this ply and what followed it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub variations: BTreeMap<usize, Vec<Variation>>,
    /// Drawings on the board after this number of moves.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub drawings: BTreeMap<usize, Vec<Drawing>>,
}

/// A line that was not played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Variation {
    /// The names of its moves, at least one.
    pub moves: Vec<String>,
    /// Its comments. Each key is the number of its moves before the comment.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub comments: BTreeMap<usize, String>,
    /// What else is said about its moves.
    #[serde(flatten)]
    pub annotations: Annotations,
}

/// A drawing on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Drawing {
    /// What is drawn.
    pub shape: Shape,
    /// Its colour, if the format has colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<Colour>,
    /// The name of the cell that it is on, or begins on.
    pub cell: String,
    /// The name of the cell that an arrow points to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The text of a label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A highlighted cell: `[%csl]`, `SQ`.
    Square,
    /// An arrow from one cell to another: `[%cal]`, `AR`.
    Arrow,
    /// `CR`.
    Circle,
    /// `TR`.
    Triangle,
    /// `MA`.
    Cross,
    /// `LB`.
    Label,
}

/// The colour of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are colours")]
pub enum Colour {
    Green,
    Red,
    Yellow,
    Blue,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Self; 6] = [Self::Square, Self::Arrow, Self::Circle, Self::Triangle, Self::Cross, Self::Label];

    /// Its name in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Arrow => "arrow",
            Self::Circle => "circle",
            Self::Triangle => "triangle",
            Self::Cross => "cross",
            Self::Label => "label",
        }
    }

    /// Its property in SGF.
    pub(super) const fn property(self) -> &'static str {
        match self {
            Self::Square => "SQ",
            Self::Arrow => "AR",
            Self::Circle => "CR",
            Self::Triangle => "TR",
            Self::Cross => "MA",
            Self::Label => "LB",
        }
    }
}

impl Serialize for Shape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Colour {
    /// Every colour.
    pub const ALL: [Self; 4] = [Self::Green, Self::Red, Self::Yellow, Self::Blue];

    /// Its name in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Red => "red",
            Self::Yellow => "yellow",
            Self::Blue => "blue",
        }
    }

    /// Its letter in PGN.
    pub(super) const fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Yellow => 'Y',
            Self::Blue => 'B',
        }
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Annotations {
    /// None of them.
    pub const NONE: Self =
        Self { clocks: BTreeMap::new(), nags: BTreeMap::new(), variations: BTreeMap::new(), drawings: BTreeMap::new() };

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Self { clocks, nags, variations, drawings } = self;
        clocks.is_empty() && nags.is_empty() && variations.is_empty() && drawings.is_empty()
    }

    /// Sorts drawings by their properties in SGF, which has no order of its own for them.
    pub(super) fn sort_drawings(&mut self) {
        self.drawings.values_mut().for_each(|drawings| drawings.sort_by_key(|drawing| drawing.shape.property()));
        self.variations.values_mut().flatten().for_each(|variation| variation.annotations.sort_drawings());
    }

    /// The number of variations, including nested ones.
    pub(super) fn count_variations(&self) -> usize {
        let nested = |variation: &Variation| 1 + variation.annotations.count_variations();
        self.variations.values().flatten().map(nested).sum()
    }
}

/// Whether a text can be the name of a cell: letters and a number of at most two digits, or the number alone.
pub(super) fn is_cell(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let letters = text.len() - digits.len();
    letters <= 2 && (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}
