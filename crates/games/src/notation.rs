//! How a game is written, and what it says about itself.

use std::fmt;

use plyd_search::Algorithm;
use plyd_search::level::Levels;
use plyd_search::position::Position;

/// A game's text forms: states, moves, boards; and the facts that its page shows.
pub trait Notation: Position {
    /// What there is to know about the game.
    const ABOUT: About;

    /// Reads a state; for a game with [`About::state_is_json`] the text is JSON.
    ///
    /// # Errors
    /// [`InvalidState`], saying what is wrong and what was expected, for anything that is not a position of this game.
    fn parse(text: &str) -> Result<Self, InvalidState>;

    /// The canonical state: [`Notation::parse`] reads it back to the same position.
    fn state(&self) -> String;

    /// A legal move's name.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Finds the legal move of this name; `None` if there is none.
    fn find_move(&self, text: &str) -> Option<Self::Move> {
        let mut moves = Vec::new();
        if !self.is_final() {
            self.legal_moves(&mut moves);
        }
        moves.into_iter().find(|mv| self.move_text(*mv) == text)
    }

    /// In a few words, why the game is over. Asked only when it is.
    fn reason(&self) -> &'static str;

    /// The cells of a game on a grid, rows top to bottom; `None` is an empty cell.
    fn board(&self) -> Option<Vec<Vec<Option<char>>>> {
        None
    }

    /// Positions that every search must value as it does this one: the board mirrored or turned, the colours
    /// swapped. What the laws of symmetry are tested with.
    fn twins(&self) -> Vec<Self> {
        Vec::new()
    }
}

/// The facts of a game.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name as people write it.
    pub title: &'static str,
    /// The names of [`plyd_search::position::Side::First`] and `Second`.
    pub players: [&'static str; 2],
    /// One sentence.
    pub summary: &'static str,
    /// The rules variant, whole.
    pub rules: &'static str,
    /// How a state is written.
    pub state_notation: &'static str,
    /// States to try; the first is the start of the game.
    pub state_examples: &'static [&'static str],
    /// Whether a state is a JSON value rather than a string.
    pub state_is_json: bool,
    /// How a move is written.
    pub move_notation: &'static str,
    /// Moves that some example knows.
    pub move_examples: &'static [&'static str],
    /// What a score means.
    pub score: ScoreKind,
    /// The unit of a static value.
    pub score_unit: &'static str,
    /// Depth of a search that names no limit.
    pub default_depth: u32,
    /// Largest depth of alpha-beta.
    pub max_depth: u32,
    /// Largest depth of plain minimax.
    pub max_minimax_depth: u32,
    /// The opponents that it offers; none where there is nobody to play against.
    pub levels: Option<Levels>,
}

impl About {
    /// The state that the game starts from.
    #[must_use]
    pub const fn start(&self) -> &'static str {
        self.state_examples[0]
    }

    /// The largest depth that a search of this kind may ask for.
    #[must_use]
    pub const fn max_depth_of(&self, algorithm: Algorithm) -> u32 {
        match algorithm {
            Algorithm::AlphaBeta | Algorithm::Selective => self.max_depth,
            Algorithm::Minimax => self.max_minimax_depth,
        }
    }
}

/// What the scores of a game mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// Wins and losses with their distance in plies, else static values.
    Distance,
    /// The final margin.
    Margin,
    /// The numbers given in the state itself.
    Given,
}

impl ScoreKind {
    /// Its name in the contract.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Distance => "distance",
            Self::Margin => "margin",
            Self::Given => "given",
        }
    }
}

/// The text is not a position of this game: what is wrong, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidState(pub String);

impl InvalidState {
    /// An error in these words.
    #[must_use]
    pub fn new(detail: impl Into<String>) -> Self {
        Self(detail.into())
    }
}

impl fmt::Display for InvalidState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InvalidState {}
