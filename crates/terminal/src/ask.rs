//! `plyd search`, `plyd position`, `plyd grade` and `plyd draw`: the answers of the service without a server.

use std::fmt::Write;
use std::io::{self, IsTerminal};

use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::caps::CapOptions;
use crate::play::{ColorWhen, explain, look_of_stdout, shown};
use crate::{game, paint, visible, write_out};
use plyd_drawing::{Look, draw_board, ending};
use plyd_games::Catalogue;
use plyd_games::answer::Answer;
use plyd_games::catalogue::{AnyPosition, Game};
use plyd_games::excerpt::{MAX_CHARS, ellipsized};
use plyd_operations::{Form, Limits, Operation, read, read_search};
use plyd_search::{Engine, Stop};
use plyd_wire::{Caps, from_query, json_of_query, to_json};

/// The position of a request.
#[derive(Clone, Debug, Args, Serialize)]
pub struct PositionOptions {
    /// The game's id, such as tic-tac-toe
    #[serde(skip)]
    pub game: String,
    /// The position in the game's notation; by default the start of the game
    #[arg(long, allow_hyphen_values = true)]
    pub state: Option<String>,
    /// Moves to play from there, separated by commas or white space
    #[arg(long)]
    pub moves: Option<String>,
}

/// The limits of a search, and its algorithm.
#[derive(Clone, Debug, Args, Serialize)]
pub struct LimitOptions {
    /// Plies to look ahead
    #[arg(long, allow_hyphen_values = true)]
    pub depth: Option<String>,
    /// Maximum number of nodes to visit, in each search if there are several
    #[arg(long, allow_hyphen_values = true)]
    pub nodes: Option<String>,
    /// Maximum time to take, in milliseconds
    #[arg(long, allow_hyphen_values = true)]
    pub time_ms: Option<String>,
    /// Algorithm: alpha-beta, minimax, textbook, or selective if the game has it
    #[arg(long)]
    pub algorithm: Option<String>,
}

/// The fields of a search request. The parser of requests checks their values.
#[derive(Clone, Debug, Args, Serialize)]
pub struct SearchOptions {
    /// The position
    #[command(flatten)]
    #[serde(flatten)]
    pub position: PositionOptions,
    /// How far to search
    #[command(flatten)]
    #[serde(flatten)]
    pub limits: LimitOptions,
    /// Play like an opponent of this strength, from 1 to 10; replaces --depth, --nodes, --algorithm, --multi-pv and
    /// --tie-break
    #[arg(long, allow_hyphen_values = true)]
    pub level: Option<String>,
    /// Number of best moves to give exact scores for, or all
    #[arg(long, allow_hyphen_values = true)]
    pub multi_pv: Option<String>,
    /// Choice among equally good moves: first or random
    #[arg(long)]
    pub tie_break: Option<String>,
    /// Seed for a random tie break or for a level's choices
    #[arg(long, allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// The only moves to consider, separated by commas or white space
    #[arg(long)]
    pub search_moves: Option<String>,
    /// Techniques to switch off in an exact search, separated by commas; `plyd match --help` lists them
    #[arg(long)]
    pub without: Option<String>,
    /// Order of moves in an exact search: given, reversed, best or worst
    #[arg(long)]
    pub order: Option<String>,
    /// Print the service's JSON answer even on a terminal, where the default is an answer in words
    #[arg(long)]
    #[serde(skip)]
    pub json: bool,
    /// Limits
    #[command(flatten)]
    #[serde(skip)]
    pub caps: CapOptions,
}

/// The fields of a request for grades.
#[derive(Clone, Debug, Args, Serialize)]
pub struct GradeOptions {
    /// The position
    #[command(flatten)]
    #[serde(flatten)]
    pub position: PositionOptions,
    /// The moves to judge, in any notation that records have
    #[arg(required = true, value_name = "MOVE")]
    pub candidates: Vec<String>,
    /// How far to search
    #[command(flatten)]
    #[serde(flatten)]
    pub limits: LimitOptions,
    /// Curve that converts scores to expected results: engine or people
    #[arg(long)]
    pub curve: Option<String>,
    /// Value all legal moves, so that each candidate has a rank
    #[arg(long)]
    #[serde(skip)]
    pub rank: bool,
    /// Tell what each candidate does on the board
    #[arg(long)]
    #[serde(skip)]
    pub facts: bool,
    /// Limits
    #[command(flatten)]
    #[serde(skip)]
    pub caps: CapOptions,
}

/// The fields of a tree request.
#[derive(Clone, Debug, Args, Serialize)]
pub struct DrawOptions {
    /// The position
    #[command(flatten)]
    #[serde(flatten)]
    pub position: PositionOptions,
    /// Plies to look ahead; by default 3
    #[arg(long, allow_hyphen_values = true)]
    pub depth: Option<String>,
    /// Maximum number of nodes to draw; by default 300
    #[arg(long, allow_hyphen_values = true)]
    pub max_nodes: Option<String>,
    /// Algorithm: textbook, alpha-beta or minimax
    #[arg(long)]
    pub algorithm: Option<String>,
    /// Order of moves: given, reversed, best or worst
    #[arg(long)]
    pub order: Option<String>,
    /// Output: a picture, a graph for Graphviz, or the service's JSON answer
    #[arg(long, value_parser = ["svg", "dot", "json"], default_value = "svg")]
    #[serde(skip)]
    pub format: String,
}

/// Describes a position.
///
/// # Errors
/// A sentence, if the request is wrong.
pub(crate) fn position(catalogue: Catalogue, options: &PositionOptions) -> Result<(), String> {
    let game = game(catalogue, &options.game)?;
    answer(Operation::Position, game, &json_of_query(game, &query(options)), &Limits::new(DRAW_CAPS))
}

/// Judges moves of a position.
///
/// # Errors
/// A sentence, if the request is wrong.
pub(crate) fn grade(catalogue: Catalogue, options: &GradeOptions) -> Result<(), String> {
    let game = game(catalogue, &options.position.game)?;
    let fields = json_of_query(game, &query(options));
    let mut fields: Map<String, Value> = serde_json::from_str(&fields).map_err(|error| error.to_string())?;
    fields.insert("candidates".to_owned(), options.candidates.clone().into());
    let extras = [("facts", options.facts), ("rank", options.rank)];
    let wanted: Vec<&str> = extras.into_iter().filter_map(|(name, is_wanted)| is_wanted.then_some(name)).collect();
    fields.insert("with".to_owned(), json!(wanted));
    answer(Operation::Grade, game, &to_json(&fields), &Limits::new(options.caps.caps(1)))
}

/// Prints the answer that the service would give to this request.
fn answer(operation: Operation, game: &'static Game, json: &str, limits: &Limits) -> Result<(), String> {
    let stop = Stop::default();
    let answered = read(operation, game, json.as_bytes(), limits, &stop)
        .and_then(|step| step.finish(&mut Engine::new(Caps::TABLE_BYTES), &stop, None));
    let mut text = answered.map_err(|problem| problem.to_string())?.text;
    if operation.media_type() == "application/json" {
        text.push('\n');
    }
    write_out(&text)
}

/// Searches a position.
///
/// # Errors
/// A sentence, if the request is wrong.
pub(crate) fn search(catalogue: Catalogue, options: &SearchOptions) -> Result<(), String> {
    let limits = Limits::new(options.caps.caps(1));
    let game = game(catalogue, &options.position.game)?;
    let query = query(options);
    if options.json || !io::stdout().is_terminal() {
        return answer(Operation::Search, game, &json_of_query(game, &query), &limits);
    }
    let search = from_query(game, &query).and_then(|request| read_search(request, game, &limits));
    let search = search.map_err(|problem| problem.to_string())?;
    let answer = search.answer(&mut Engine::new(Caps::TABLE_BYTES), &Stop::default());
    paint(&in_words(game, &answer, look_of_stdout(ColorWhen::Auto)))
}

/// An answer for a person: the board after the move, in colours if the terminal shows them, or the state if the game
/// has no board. Then the move, its value, the lines, and the statistics.
fn in_words(game: &Game, answer: &Answer, look: Look) -> String {
    let (about, found) = (&game.about, &answer.analysis);
    let describe = |position: &dyn AnyPosition| position.describe(None, &Stop::default()).expect("nothing limits it");
    let mut position = game.parse(&answer.standing.state).expect("a canonical state");
    let mut described = describe(&*position);
    let chosen = answer.index.map(|index| described.legal_moves[index.0].clone());
    if let Some(index) = answer.index {
        position.play(index);
        described = describe(&*position);
    }
    let cells = chosen.as_ref().map_or(&[][..], |mv| &mv.cells);
    let board = match draw_board(about, &described, cells, false, look) {
        Some(canvas) => canvas.text(look.color),
        None => visible(&ellipsized(&described.standing.state, MAX_CHARS)).into_owned() + "\n",
    };
    let (mover, mut text) = (about.players[answer.standing.to_move.index()], String::new());
    match (chosen, answer.standing.outcome) {
        (Some(mv), _) => {
            let _ = writeln!(text, "{mover} plays {}", shown(&mv.name, mv.label.as_deref()));
            text += &explain::search(about, answer);
        }
        (None, Some(outcome)) => text += &ending(about, outcome),
        (None, None) => {
            let worth = explain::worth(about, answer, found.score, found.proven);
            let _ = writeln!(text, "{mover} to move: {worth}");
        }
    }
    format!("{board}\n{}\n", visible(text.trim_end()))
}

/// Draws the tree of a position.
///
/// # Errors
/// A sentence, if the request is wrong or asks for too much.
pub(crate) fn draw(catalogue: Catalogue, options: &DrawOptions) -> Result<(), String> {
    let game = game(catalogue, &options.position.game)?;
    let form = match options.format.as_str() {
        "dot" => Form::Dot,
        "json" => Form::Json,
        _ => Form::Svg,
    };
    answer(Operation::Tree(form), game, &json_of_query(game, &query(options)), &Limits::new(DRAW_CAPS))
}

/// Trees have their own limits, and no tree within them takes a minute.
const DRAW_CAPS: Caps = Caps { book: false, ..Caps::new(u64::MAX, 60_000) };

/// The query string of options that are fields of a request.
pub(crate) fn query(options: &impl Serialize) -> String {
    let fields = serde_json::to_value(options).expect("options are plain data");
    let fields = fields.as_object().into_iter().flatten();
    let given = fields.filter_map(|(name, value)| Some((name, value.as_str()?)));
    form_urlencoded::Serializer::new(String::new()).extend_pairs(given).finish()
}
