//! How a game is written, and what it says about itself.

use std::fmt;

use plyd_search::Algorithm;
use plyd_search::level::Levels;
use plyd_search::position::Position;

use crate::board::{self, Area, Board, Borders, Layout, Piece, RowColumn};

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

    /// The board, drawn as [`About::layout`] says; `None` for a game without one.
    fn board(&self) -> Option<Board> {
        None
    }

    /// The cells that a legal move touches, in order: where a piece is put; from and to; the whole path of a jump. None
    /// for a pass, and where there is no board. Together with [`Notation::label`] they tell a position's legal moves
    /// apart.
    fn cells(&self, _: Self::Move) -> Vec<RowColumn> {
        Vec::new()
    }

    /// A legal move as a person would write it, where that is not its name, or where its cells do not tell it from
    /// another.
    fn label(&self, _: Self::Move) -> Option<String> {
        None
    }

    /// What is written above or below so many columns, from left to right: a name for each, or nothing at all. `a`,
    /// `b`, … where [`About::layout`] is one that usually has coordinates.
    fn files(&self, columns: usize) -> Vec<String> {
        let usual = Self::ABOUT.layout.is_some_and(Layout::has_coordinates);
        if usual { board::letters(columns) } else { Vec::new() }
    }

    /// What is written beside so many rows, from top to bottom: a name for each, or nothing at all. `1` at the bottom
    /// where [`About::layout`] is one that usually has coordinates.
    fn ranks(&self, rows: usize) -> Vec<String> {
        let usual = Self::ABOUT.layout.is_some_and(Layout::has_coordinates);
        if usual { board::numbers(rows).into_iter().rev().collect() } else { Vec::new() }
    }

    /// The lines of this board, from one end to the other, where it is of [`Layout::Points`]; a cell on none of them is
    /// no point.
    fn lines(&self) -> Vec<[RowColumn; 2]> {
        Vec::new()
    }

    /// The areas that the board is made of, where cells of a rectangle count as one; for boards of squares and cells.
    fn areas(&self) -> Vec<Area> {
        Vec::new()
    }

    /// Whose the edges of the board are, in a game where that matters; for boards of squares, cells and hexagons.
    fn borders(&self) -> Option<Borders> {
        None
    }

    /// The letters of the pieces that each player has in hand, in a game where captured or given pieces can be put on
    /// the board.
    fn hands(&self) -> Option<[Vec<char>; 2]> {
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
    /// How the board is drawn; `None` for a game without one.
    pub layout: Option<Layout>,
    /// What the letters of the board stand for; none where it has numbers.
    pub pieces: &'static [Piece],
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
    /// What a game need not say: players without names, states of text, no board, wins and losses by their distance, no
    /// levels. For the rest of a literal: `About { title, …, ..About::PLAIN }`.
    pub const PLAIN: Self = Self {
        title: "",
        players: ["first", "second"],
        summary: "",
        rules: "",
        state_notation: "",
        state_examples: &[],
        state_is_json: false,
        move_notation: "",
        move_examples: &[],
        layout: None,
        pieces: &[],
        score: ScoreKind::Distance,
        score_unit: "None: a position is won or lost, or it is 0.",
        default_depth: 8,
        max_depth: 20,
        max_minimax_depth: 6,
        levels: None,
    };

    /// The state that the game starts from.
    #[must_use]
    pub const fn start(&self) -> &'static str {
        self.state_examples[0]
    }

    /// The largest depth that a search of this kind may ask for.
    #[must_use]
    pub const fn max_depth_of(&self, algorithm: Algorithm) -> u32 {
        match algorithm {
            Algorithm::AlphaBeta | Algorithm::Textbook | Algorithm::Selective => self.max_depth,
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
