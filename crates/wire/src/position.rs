//! Answers about positions, as in the schemas of openapi.yaml.

use std::collections::BTreeMap;

use plyd_games::answer::{Claimable, Description, NamedMove, Standing};
use plyd_games::board::{Area, Board, Borders, Layout, Piece, RowColumn};
use plyd_games::catalogue::Game;
use plyd_games::notation::{About, ScoreKind};
use plyd_games::opening::Opening;
use plyd_search::position::{Outcome, Side};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A canonical state: a JSON string, or a JSON value for games whose notation is JSON.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum State {
    /// The usual notation.
    Text(String),
    /// A JSON value.
    Json(Box<RawValue>),
}

impl State {
    /// Wraps a state in the game's notation.
    #[must_use]
    pub fn new(about: &About, text: String) -> Self {
        match about.state_is_json {
            // A state with its rules, which the client has already.
            false if text.starts_with('{') => Self::Text(at(&text)),
            true => Self::Json(RawValue::from_string(text).expect("the game writes JSON")),
            false => Self::Text(text),
        }
    }
}

/// The part of a state with rules that is not its rules.
pub(super) fn at(state: &str) -> String {
    #[derive(Deserialize)]
    struct At {
        at: String,
    }
    serde_json::from_str::<At>(state).expect("a state with rules").at
}

/// How a game ended.
#[derive(Debug, Serialize)]
pub struct OutcomeReport {
    /// The player who won; `None` for a draw, or if the game's scores do not mean a win.
    pub winner: Option<&'static str>,
    /// The rule that ended the game, in a few words.
    pub reason: &'static str,
}

impl OutcomeReport {
    pub(super) fn new(about: &About, (outcome, reason): (Outcome, &'static str)) -> Self {
        // Given scores are numbers from the state itself, not wins.
        let winner = outcome.winner().filter(|_| about.score != ScoreKind::Given);
        Self { winner: winner.map(|side| about.players[side.index()]), reason }
    }
}

/// A position, without its moves.
#[derive(Debug, Serialize)]
pub struct After {
    /// The canonical state.
    pub state: State,
    /// The player to move, even if the game is over.
    pub to_move: &'static str,
    /// Whether the game is over.
    pub over: bool,
    /// The outcome, if the game is over.
    pub outcome: Option<OutcomeReport>,
    /// The draw that a player may claim here, if any.
    pub claimable: Option<Claimable>,
}

impl After {
    pub(super) fn new(about: &About, standing: Standing) -> Self {
        Self {
            state: State::new(about, standing.state),
            to_move: about.players[standing.to_move.index()],
            over: standing.outcome.is_some(),
            outcome: standing.outcome.map(|outcome| OutcomeReport::new(about, outcome)),
            claimable: standing.claimable,
        }
    }
}

/// The meaning of a letter on a board.
#[derive(Debug, Serialize)]
pub struct PieceReport {
    /// One of the game's players.
    pub side: Option<&'static str>,
    /// The name of the piece.
    pub name: &'static str,
    /// One character to draw it with.
    pub symbol: &'static str,
    /// The letter of what it was before its promotion; only for promoted pieces that captures turn back into that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promoted_from: Option<char>,
}

impl PieceReport {
    /// The letters of a game.
    #[must_use]
    pub fn all(about: &About) -> BTreeMap<char, Self> {
        let report = |piece: &Piece| {
            let side = piece.side.map(|side| about.players[side.index()]);
            (piece.letter, Self { side, name: piece.name, symbol: piece.symbol, promoted_from: piece.promoted_from })
        };
        about.pieces.iter().map(report).collect()
    }
}

/// The answer of `position`.
#[derive(Debug, Serialize)]
pub struct PositionReport {
    /// The game's id.
    pub game: &'static str,
    /// The position itself.
    #[serde(flatten)]
    pub position: After,
    /// Empty if the game is over.
    pub legal_moves: Vec<NamedMove<State>>,
    /// The score of a search of depth 0, for the side to move.
    pub evaluation: i32,
    /// Rows from top to bottom; only for games with a board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// How the board is drawn, if that is not how the game's boards usually are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<&'static str>,
    /// The cells that the board does not have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<RowColumn>,
    /// The labels of the columns; empty if there are none.
    pub files: Vec<String>,
    /// The labels of the rows; empty if there are none.
    pub ranks: Vec<String>,
    /// Lines to draw from one cell to another; only for boards of points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<[RowColumn; 2]>,
    /// Areas of the board; only for games whose areas count as one cell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<Area<&'static str>>,
    /// The player who owns each edge of the board; only for games such as Hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub borders: Option<Borders<&'static str>>,
    /// The pieces in each player's hand; only for games that have hands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<[Vec<char>; 2]>,
    /// How often each player still has to do what wins; only for games that count it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counters: Option<[u8; 2]>,
    /// The cells that win when a piece arrives there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<RowColumn>,
    /// The last named opening in the game so far.
    pub opening: Option<Opening>,
    /// The position in words, if the request asks for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<PositionText>,
    /// What may be wrong about the state of the request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// A position in words, for models of language.
#[derive(Debug, Serialize)]
pub struct PositionText {
    /// The board as a terminal prints it, or the state of a game without a board.
    pub board: String,
    /// Whose turn it is, or how the game ended.
    pub turn: String,
    /// The rules of the game.
    pub rules: String,
    /// The legal moves in order.
    pub moves: String,
}

impl PositionReport {
    /// Builds the answer from a description of a position of this game.
    #[must_use]
    pub fn new(game: &Game, described: Description) -> Self {
        let about = &game.about;
        let player = |side: Side| about.players[side.index()];
        let legal_move = |NamedMove { name, state, cells, label }: NamedMove| NamedMove {
            name,
            state: State::new(about, state),
            cells,
            label,
        };
        let area = |Area { corners, side }: Area| Area { corners, side: side.map(player) };
        let borders = |Borders { top, right, bottom, left }: Borders| {
            let [top, right, bottom, left] = [top, right, bottom, left].map(player);
            Borders { top, right, bottom, left }
        };
        Self {
            game: game.id,
            position: After::new(about, described.standing),
            legal_moves: described.legal_moves.into_iter().map(legal_move).collect(),
            evaluation: described.evaluation.value(),
            board: described.board,
            layout: described.layout.filter(|layout| about.layout != Some(*layout)).map(Layout::name),
            absent: described.absent,
            files: described.files,
            ranks: described.ranks,
            lines: described.lines,
            areas: described.areas.into_iter().map(area).collect(),
            borders: described.borders.map(borders),
            hands: described.hands,
            counters: described.counters,
            marks: described.marks,
            opening: described.opening,
            text: None,
            warnings: Vec::new(),
        }
    }
}
