//! The text of games, and facts about them.

use std::fmt;

use plyd_search::Algorithm;
use plyd_search::expected_score::ExpectedScore;
use plyd_search::hooks::Openings;
use plyd_search::level::Levels;
use plyd_search::position::{Position, Side};
use serde::Serialize;

use crate::board::{self, Area, Board, Borders, Layout, Look, Piece, RowColumn};
use crate::motif::Motif;
use crate::opening::Opening;
use crate::record::{Convention, Format};
use crate::spelling::{SPELLING_MAX, bare, folded};

/// The text of a game (states, moves and boards) and facts about the game.
pub trait Notation: Position {
    /// The facts about the game.
    const ABOUT: About;
    /// Whether static evaluations are generic: weights that fit many games, applied to the rules.
    const GENERIC_EVALUATION: bool = false;

    /// Whether the game can end in a draw.
    const CAN_BE_DRAWN: bool = true;

    /// Numbered starts other than the usual one, if the game has them.
    const NUMBERED_STARTS: Option<NumberedStarts> = None;
    /// The boards on which a game may start, if there are several.
    const SIZES: Option<Sizes> = None;
    /// The published curve from scores to expected results of people's games, if there is one.
    const PEOPLE_CURVE: Option<PeopleCurve> = None;
    /// The formats of the game's records, apart from [`Format::Moves`].
    const RECORDS: &'static [Convention] = &[];

    /// Reads a state. If [`About::state_is_json`], the text is JSON.
    ///
    /// # Errors
    /// [`InvalidState`] if the text is not a position of this game. It says what is wrong and what was expected.
    fn parse(text: &str) -> Result<Self, InvalidState>;

    /// What this position's text leaves out so that it may be read differently than it was meant, in sentences.
    fn warnings(&self, _text: &str) -> Vec<String> {
        Vec::new()
    }

    /// The canonical state, which [`Notation::parse`] reads back as the same position.
    fn state(&self) -> String;

    /// A legal move's name.
    fn move_text(&self, mv: Self::Move) -> String;

    /// The legal moves that a text can mean: one if it is clear, several if it is ambiguous. The name of a move means
    /// only this move.
    ///
    /// Takes no longer than listing the legal moves and their names, however long the text is.
    fn meanings(&self, text: &str) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if !self.is_final() {
            self.legal_moves(&mut moves);
        }
        let trimmed = text.trim();
        let named = |text: &str| moves.iter().find(|mv| self.move_text(**mv) == text);
        if let Some(mv) = named(text).or_else(|| if trimmed == text { None } else { named(trimmed) }) {
            return vec![*mv];
        }
        let spelling = bare(text);
        if spelling.is_empty() || spelling.len() > SPELLING_MAX {
            return Vec::new();
        }
        self.respelled(spelling, moves)
    }

    /// The legal moves that a text means, if it is not the name of a move. By default the text has to be a move's name
    /// or label, in upper or lower case, with or without marks between the squares.
    fn respelled(&self, text: &str, mut legal: Vec<Self::Move>) -> Vec<Self::Move> {
        let text = folded(text);
        let is_meant = |other: &str| folded(other) == text;
        legal.retain(|mv| is_meant(&self.move_text(*mv)) || self.label(*mv).is_some_and(|label| is_meant(&label)));
        legal
    }

    /// The only legal move that a text means; `None` if it means none or several.
    fn find_move(&self, text: &str) -> Option<Self::Move> {
        match self.meanings(text)[..] {
            [mv] => Some(mv),
            _ => None,
        }
    }

    /// The rule that a text without a meaning breaks, if that is worth mentioning: `a capture is forced`.
    fn broken_rule(&self, _: &str) -> Option<&'static str> {
        None
    }

    /// The pass, if it is the only legal move. Records of games with passes often leave it out.
    fn forced_pass(&self) -> Option<Self::Move> {
        None
    }

    /// Why the game is over, in a few words. Called only for finished games.
    fn reason(&self) -> &'static str;

    /// The board, drawn as [`About::layout`] says; `None` for a game without one.
    fn board(&self) -> Option<Board> {
        None
    }

    /// How the board is drawn. By default [`About::layout`] says it; only games whose boards differ need this.
    fn layout(&self) -> Option<Layout> {
        Self::ABOUT.layout
    }

    /// A digest of the rules, in games whose rules are a part of the state. Searches of games with equal rules are
    /// expected to take equally long.
    fn rules_digest(&self) -> u64 {
        0
    }

    /// The letters that boards of the game can have; `None` for those of all [`About::pieces`].
    fn letters(&self) -> Option<Vec<char>> {
        None
    }

    /// What is allowed in this game; `None` if [`About::rules`] say it.
    fn rules_in_words(&self) -> Option<String> {
        None
    }

    /// Whether so many moves are legal that some of them are not listed.
    fn has_cut_moves(&self) -> bool {
        false
    }

    /// The cells of the matrix that the board does not have, such as the corners around a hexagon. They are empty, no
    /// move touches them, and they are not drawn. Only for boards of cells and hexagons.
    fn absent(&self) -> Vec<RowColumn> {
        Vec::new()
    }

    /// The cells that a legal move touches, in order: the cell of a new piece; origin and target; the whole path of a
    /// jump. Empty for a pass, and in games without a board. Together with [`Notation::label`] they identify the move.
    fn cells(&self, _: Self::Move) -> Vec<RowColumn> {
        Vec::new()
    }

    /// A legal move as people write it. Only for moves whose name is different, or whose cells do not identify them.
    fn label(&self, _: Self::Move) -> Option<String> {
        None
    }

    /// What a legal move does on the board, the most important first. Each follows from the rules and holds exactly.
    fn motifs(&self, _: Self::Move) -> Vec<Motif> {
        Vec::new()
    }

    /// Whether a text that means no legal move, or several, looks like a label. Then the error lists labels.
    fn is_labelled(&self, _: &str) -> bool {
        false
    }

    /// A legal move as records in this format write it. By default that is the label in PGN, and the name elsewhere.
    fn spelling(&self, mv: Self::Move, format: Format) -> String {
        let label = if format == Format::Pgn { self.label(mv) } else { None };
        label.unwrap_or_else(|| self.move_text(mv))
    }

    /// The state with these stones on the board, rows from top to bottom. For games whose SGF records may begin with
    /// any stones. The state does not end with the word of a variant, and need not be a legal position.
    fn set_up(_stones: &[Vec<Option<Side>>], _to_move: Side) -> Option<String> {
        None
    }

    /// Names of the columns from left to right; empty if they have no names. By default `a`, `b`, … for layouts that
    /// usually have coordinates.
    fn files(&self, columns: usize) -> Vec<String> {
        let usual = Self::ABOUT.layout.is_some_and(Layout::has_coordinates);
        if usual { board::letters(columns) } else { Vec::new() }
    }

    /// Names of the rows from top to bottom; empty if they have no names. By default numbers, with `1` at the bottom,
    /// for layouts that usually have coordinates.
    fn ranks(&self, rows: usize) -> Vec<String> {
        let usual = Self::ABOUT.layout.is_some_and(Layout::has_coordinates);
        if usual { board::numbers(rows).into_iter().rev().collect() } else { Vec::new() }
    }

    /// The lines of a board of [`Layout::Points`], as pairs of ends. Cells that are not on a line are not points.
    fn lines(&self) -> Vec<[RowColumn; 2]> {
        Vec::new()
    }

    /// Rectangles of cells that count as one cell, for boards of squares and cells.
    fn areas(&self) -> Vec<Area> {
        Vec::new()
    }

    /// The owners of the board's edges, in games where a side has to connect two edges. For boards of squares, cells
    /// and hexagons.
    fn borders(&self) -> Option<Borders> {
        None
    }

    /// The letters of the pieces in each player's hand, in games where such pieces can be put on the board.
    fn hands(&self) -> Option<[Vec<char>; 2]> {
        None
    }

    /// How often each player still has to do what wins, the first player's number first, in games that count it: the
    /// checks of three-check.
    fn counters(&self) -> Option<[u8; 2]> {
        None
    }

    /// The cells that win when a piece arrives there: the hill of king of the hill.
    fn marks(&self) -> Vec<RowColumn> {
        Vec::new()
    }

    /// The opening whose named position has this [key](Position::key).
    fn opening(_key: u64) -> Option<Opening> {
        None
    }

    /// By position, the main move of its opening, if the game has a list of openings that shows which move is the main one.
    fn main_moves() -> Openings {
        Openings::NONE
    }

    /// Positions that have the same value by symmetry: mirrored, rotated, or with colours swapped. The laws of symmetry
    /// use them.
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
    /// The same sides as people name and see them; `None` if they have no other names and no colours.
    pub sides: Option<[Look; 2]>,
    /// A one-sentence summary.
    pub summary: &'static str,
    /// The rules, including the variant.
    pub rules: &'static str,
    /// The notation of states.
    pub state_notation: &'static str,
    /// States to try; the first is the start of the game.
    pub state_examples: &'static [&'static str],
    /// Whether a state is a JSON value rather than a string.
    pub state_is_json: bool,
    /// The notation of moves.
    pub move_notation: &'static str,
    /// Moves that are legal in some example state.
    pub move_examples: &'static [&'static str],
    /// How the board is drawn; `None` for a game without one.
    pub layout: Option<Layout>,
    /// The meaning of the letters on the board; empty for boards with numbers.
    pub pieces: &'static [Piece],
    /// The meaning of a score.
    pub score: ScoreKind,
    /// The unit of static evaluation.
    pub score_unit: &'static str,
    /// What people count scores in; `None` if nothing on the board is worth a fixed number of points.
    pub counted_in: Option<ScoreUnit>,
    /// The depth of a search without any limit.
    pub default_depth: u32,
    /// About as many nodes as a search visits in a tenth of a second. A review without limits uses this for each ply.
    pub review_nodes: u64,
    /// The largest depth of alpha-beta.
    pub max_depth: u32,
    /// The largest depth of plain minimax.
    pub max_minimax_depth: u32,
    /// The expected result for a score.
    pub expected_score: ExpectedScore,
    /// The engine's levels of play; `None` for games without an opponent.
    pub levels: Option<Levels>,
}

impl About {
    /// Defaults: players without names, states as text, no board, scores by distance that are all proven, no levels.
    /// Use them for the rest of a literal: `About { title, …, ..About::PLAIN }`.
    pub const PLAIN: Self = Self {
        title: "",
        players: ["first", "second"],
        sides: None,
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
        counted_in: None,
        default_depth: 8,
        review_nodes: 200_000,
        max_depth: 20,
        max_minimax_depth: 6,
        expected_score: ExpectedScore::FIXED,
        levels: None,
    };

    /// The initial state.
    #[must_use]
    pub const fn start(&self) -> &'static str {
        self.state_examples[0]
    }

    /// The largest depth of a search with this algorithm.
    #[must_use]
    pub const fn max_depth_of(&self, algorithm: Algorithm) -> u32 {
        match algorithm {
            Algorithm::AlphaBeta | Algorithm::Textbook | Algorithm::Selective => self.max_depth,
            Algorithm::Minimax => self.max_minimax_depth,
        }
    }
}

/// A curve from scores to the results of games between people.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PeopleCurve {
    /// The curve.
    pub curve: ExpectedScore,
    /// The page where it is published.
    pub source: &'static str,
}

/// Starts that are numbered from 0. The state of each is the prefix followed by its number.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct NumberedStarts {
    /// The name of the variant that these starts belong to.
    pub title: &'static str,
    /// The state without its number.
    pub prefix: &'static str,
    /// The number of starts.
    pub count: u32,
}

/// Something on the board that is worth a fixed number of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreUnit {
    /// Its name.
    pub one: &'static str,
    /// The name of several.
    pub several: &'static str,
    /// What it is worth in points.
    pub points: i32,
}

impl ScoreUnit {
    /// A unit of this many points.
    #[must_use]
    pub const fn of(one: &'static str, several: &'static str, points: i32) -> Self {
        Self { one, several, points }
    }

    /// A gain of these points in words: `a pawn`, `4.6 pawns`.
    #[must_use]
    pub fn amount(self, points: i32) -> String {
        let tenths = (f64::from(points) / f64::from(self.points) * 10.0).round() / 10.0;
        match self {
            Self { one, .. } if (tenths - 1.0).abs() < 0.01 => format!("a {one}"),
            Self { several, .. } => format!("{tenths} {several}"),
        }
    }
}

/// The boards of a game that is played on several. All sizes are columns and rows.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// The fewest columns and rows.
    pub least: [usize; 2],
    /// The most columns and rows.
    pub greatest: [usize; 2],
    /// The board of the usual start.
    pub default: [usize; 2],
    /// Whether every board is a square.
    pub square: bool,
    /// The state in which the game starts on a board of this size.
    pub start: fn([usize; 2]) -> String,
}

impl Sizes {
    /// Whether there is a board of this size.
    #[must_use]
    pub fn has(&self, size: [usize; 2]) -> bool {
        let is_within = |index: usize| (self.least[index]..=self.greatest[index]).contains(&size[index]);
        is_within(0) && is_within(1) && (!self.square || size[0] == size[1])
    }
}

/// The meaning of a game's scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// Wins and losses by distance in plies; otherwise static evaluation.
    Distance,
    /// The final margin.
    Margin,
    /// The numbers given in the state itself.
    Given,
}

impl ScoreKind {
    /// Its name in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Distance => "distance",
            Self::Margin => "margin",
            Self::Given => "given",
        }
    }
}

/// The error for a text that is not a position of the game. The message says what is wrong and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidState(pub String);

impl InvalidState {
    /// An error with this message.
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
