//! What a record says about its moves: clocks, judgements, drawings, and variations.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::Format;
use super::nags::sgf_property;

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

/// A part of a game that a format cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Lost {
    /// The field.
    pub what: &'static str,
    /// How many of its entries are lost.
    pub count: usize,
}

/// Which annotations a format holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// Everything except drawings that have no command in PGN.
    Movetext,
    /// Everything except numbers without a property, and colours.
    Sgf,
    Nothing,
}

impl Holds {
    pub(super) const fn of(format: Format) -> Self {
        match format {
            Format::Pgn | Format::Pdn => Self::Movetext,
            Format::Sgf => Self::Sgf,
            Format::Ggf | Format::Psq | Format::HexWorld | Format::Transcript | Format::Moves => Self::Nothing,
        }
    }

    fn draws(self, drawing: &Drawing) -> bool {
        match self {
            Self::Movetext => drawing.colour.is_some() && matches!(drawing.shape, Shape::Square | Shape::Arrow),
            Self::Sgf => drawing.colour.is_none(),
            Self::Nothing => false,
        }
    }

    /// The glyphs of a move that can be written. A node of SGF has a property once.
    fn nags(self, nags: &[u8]) -> Vec<u8> {
        match self {
            Self::Movetext => nags.to_vec(),
            Self::Sgf => {
                let mut names = Vec::new();
                let is_new = |nag: &u8| match sgf_property(*nag) {
                    Some((name, _)) if !names.contains(&name) => {
                        names.push(name);
                        true
                    }
                    _ => false,
                };
                nags.iter().copied().filter(is_new).collect()
            }
            Self::Nothing => Vec::new(),
        }
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

    /// What a record in this format cannot hold of these annotations.
    #[must_use]
    pub fn lost_in(&self, format: Format) -> Vec<Lost> {
        self.clone().fit(Holds::of(format))
    }

    /// Removes what a record in this format cannot hold.
    pub fn keep_held_by(&mut self, format: Format) {
        self.fit(Holds::of(format));
    }

    /// Removes what a format does not hold, and returns how much that is.
    pub(super) fn fit(&mut self, holds: Holds) -> Vec<Lost> {
        let mut counts = Counts::default();
        counts.fit(self, holds);
        let Counts { clocks, nags, variations, drawings } = counts;
        let counts = [("clocks", clocks), ("nags", nags), ("variations", variations), ("drawings", drawings)];
        counts.into_iter().filter(|(_, count)| *count > 0).map(|(what, count)| Lost { what, count }).collect()
    }

    /// Sorts drawings by their properties in SGF, which has no order of its own for them.
    pub(super) fn sort_drawings(&mut self) {
        self.drawings.values_mut().for_each(|drawings| drawings.sort_by_key(|drawing| drawing.shape.property()));
        self.variations.values_mut().flatten().for_each(|variation| variation.annotations.sort_drawings());
    }

    /// The number of variations, including nested ones.
    fn count_variations(&self) -> usize {
        let nested = |variation: &Variation| 1 + variation.annotations.count_variations();
        self.variations.values().flatten().map(nested).sum()
    }
}

/// How much is lost.
#[derive(Default)]
struct Counts {
    clocks: usize,
    nags: usize,
    variations: usize,
    drawings: usize,
}

impl Counts {
    fn fit(&mut self, annotations: &mut Annotations, holds: Holds) {
        if holds == Holds::Nothing {
            self.variations += annotations.count_variations();
            annotations.variations.clear();
            self.clocks += annotations.clocks.len();
            annotations.clocks.clear();
        }
        annotations.nags.retain(|_, nags| {
            let held = holds.nags(nags);
            self.nags += nags.len() - held.len();
            *nags = held;
            !nags.is_empty()
        });
        annotations.drawings.retain(|_, drawings| {
            let all = drawings.len();
            drawings.retain(|drawing| holds.draws(drawing));
            self.drawings += all - drawings.len();
            !drawings.is_empty()
        });
        for variation in annotations.variations.values_mut().flatten() {
            self.fit(&mut variation.annotations, holds);
        }
    }
}

/// Whether a text can be the name of a cell: letters and a number of at most two digits, or the number alone.
pub(super) fn is_cell(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let letters = text.len() - digits.len();
    letters <= 2 && (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}
