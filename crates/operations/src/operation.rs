//! The operations and their properties.

use plyd_wire::Caps;

/// What can be asked about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Describes a position.
    Position,
    /// Searches a position.
    Search,
    /// Draws the tree that a search walks.
    Tree(Form),
    /// Gives a hint.
    Hint,
    /// Judges moves of a position.
    Grade,
    /// Reads the record of a game.
    ReadRecord,
    /// Writes the record of a game.
    WriteRecord,
    /// Judges the moves of a game.
    Review,
    /// Checks rules of a game.
    CheckRules,
}

/// The representation of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The answer of the contract.
    Json,
    /// A picture.
    Svg,
    /// For Graphviz.
    Dot,
}

/// The name of the operation that is about no game of the catalogue.
const RULES_CHECK: &str = "rules/check";

impl Operation {
    /// Every operation. The ones that answer with JSON come first.
    pub const ALL: [Self; 11] = [
        Self::Search,
        Self::Position,
        Self::Hint,
        Self::Grade,
        Self::Review,
        Self::ReadRecord,
        Self::WriteRecord,
        Self::CheckRules,
        Self::Tree(Form::Json),
        Self::Tree(Form::Svg),
        Self::Tree(Form::Dot),
    ];

    /// The operations that an item of a batch may name: all that answer with JSON.
    pub const OF_ITEMS: &'static [Self] = Self::ALL.split_at(9).0;

    /// Whether its answer has parts that can be sent as soon as they are ready.
    #[must_use]
    pub const fn has_parts(self) -> bool {
        matches!(self, Self::Search | Self::Review)
    }

    /// Whether it is about a game of the catalogue, which the path or the item names.
    #[must_use]
    pub const fn names_game(self) -> bool {
        !matches!(self, Self::CheckRules)
    }

    /// Whether its fields are short enough for a query.
    #[must_use]
    pub const fn is_by_query(self) -> bool {
        matches!(self, Self::Position | Self::Search | Self::Tree(_))
    }

    /// The name: the `op` of an item, and the end of its path.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Search => "search",
            Self::Tree(Form::Json) => "tree",
            Self::Tree(Form::Svg) => "tree.svg",
            Self::Tree(Form::Dot) => "tree.dot",
            Self::Hint => "hint",
            Self::Grade => "grade",
            Self::ReadRecord => "record",
            Self::WriteRecord => "record/write",
            Self::Review => "review",
            Self::CheckRules => RULES_CHECK,
        }
    }

    /// The largest request in bytes, on a server with this limit for ordinary requests. A whole game may be larger.
    #[must_use]
    pub const fn max_bytes(self, max_body_bytes: usize) -> usize {
        if self.is_of_a_game() { Caps::MAX_RECORD_BYTES } else { max_body_bytes }
    }

    /// Whether a request is about a whole game. Reading it takes milliseconds, even if it is short.
    #[must_use]
    pub const fn is_of_a_game(self) -> bool {
        matches!(self, Self::ReadRecord | Self::WriteRecord | Self::Review)
    }

    /// The media type of the answer.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Tree(Form::Svg) => "image/svg+xml",
            Self::Tree(Form::Dot) => "text/vnd.graphviz",
            _ => "application/json",
        }
    }

    /// The event that carries the answer in a stream.
    #[must_use]
    pub const fn last_event(self) -> &'static str {
        if matches!(self, Self::Review) { "summary" } else { "result" }
    }
}
