//! `plyd search`, `plyd position` and `plyd draw`: the answers of the service without a server.

use std::fmt::Write;
use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};

use crate::caps::CapOptions;
use crate::play::{ColorWhen, Look, draw as draw_board, explain, shown};
use crate::{game, output_failure, paint, visible, write_out};
use plyd_games::Catalogue;
use plyd_games::answer::Answer;
use plyd_games::catalogue::{AnyPosition, Game};
use plyd_games::excerpt::{MAX_CHARS, ellipsized};
use plyd_operations::{Form, Limits, Operation, reach_request, read, read_search};
use plyd_search::{Engine, Stop};
use plyd_wire::{Caps, from_query, json_of_query};

/// The position of a request.
#[derive(Clone, Debug, Args)]
pub struct PositionOptions {
    /// The game's id, such as tic-tac-toe
    pub game: String,
    /// The position in the game's notation; the start of the game if not given
    #[arg(long, allow_hyphen_values = true)]
    pub state: Option<String>,
    /// Moves played from there, separated by commas or white space
    #[arg(long)]
    pub moves: Option<String>,
}

/// The fields of a search request. The parser of requests checks their values.
#[derive(Clone, Debug, Args)]
pub struct SearchOptions {
    /// The position
    #[command(flatten)]
    pub position: PositionOptions,
    /// Plies to look ahead
    #[arg(long, allow_hyphen_values = true)]
    pub depth: Option<String>,
    /// Most nodes to visit
    #[arg(long, allow_hyphen_values = true)]
    pub nodes: Option<String>,
    /// Most milliseconds to take
    #[arg(long, allow_hyphen_values = true)]
    pub time_ms: Option<String>,
    /// alpha-beta, minimax, textbook or selective, if the game has it
    #[arg(long)]
    pub algorithm: Option<String>,
    /// 1 to 10 instead of depth, nodes, algorithm, multi-pv and tie-break: an opponent of that strength
    #[arg(long, allow_hyphen_values = true)]
    pub level: Option<String>,
    /// How many best moves to value exactly, or all
    #[arg(long, allow_hyphen_values = true)]
    pub multi_pv: Option<String>,
    /// first or random
    #[arg(long)]
    pub tie_break: Option<String>,
    /// Seed of a random tie break or of a level's choices
    #[arg(long, allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// The only moves to consider, separated by commas or white space
    #[arg(long)]
    pub search_moves: Option<String>,
    /// Techniques to do without in an exact search, separated by commas: see `plyd match --help`
    #[arg(long)]
    pub without: Option<String>,
    /// Order of moves in an exact search: given, reversed, best or worst
    #[arg(long)]
    pub order: Option<String>,
    /// Print the answer of the service, as for a pipe; on a terminal, the answer is in words
    #[arg(long)]
    pub json: bool,
    /// Limits
    #[command(flatten)]
    pub caps: CapOptions,
}

/// The fields of a tree request.
#[derive(Clone, Debug, Args)]
pub struct DrawOptions {
    /// The position
    #[command(flatten)]
    pub position: PositionOptions,
    /// Plies to look ahead, 3 if not given
    #[arg(long, allow_hyphen_values = true)]
    pub depth: Option<String>,
    /// Most nodes to draw, 300 if not given
    #[arg(long, allow_hyphen_values = true)]
    pub max_nodes: Option<String>,
    /// textbook, alpha-beta or minimax
    #[arg(long)]
    pub algorithm: Option<String>,
    /// Order of moves: given, reversed, best or worst
    #[arg(long)]
    pub order: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = DrawFormat::Svg)]
    pub format: DrawFormat,
}

/// The format of a tree.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum DrawFormat {
    /// A picture
    Svg,
    /// For Graphviz
    Dot,
    /// The answer of the service
    Json,
}

/// Describes a position.
///
/// # Errors
/// A sentence, if the request is wrong.
pub(crate) fn position(catalogue: Catalogue, options: &PositionOptions) -> Result<(), String> {
    let game = game(catalogue, &options.game)?;
    answer(Operation::Position, game, &query(options, &[]), &Limits::new(DRAW_CAPS))
}

/// Prints the answer that the service has to this query.
fn answer(operation: Operation, game: &'static Game, query: &str, limits: &Limits) -> Result<(), String> {
    let stop = Stop::default();
    let table_bytes = if operation == Operation::Search { Caps::TABLE_BYTES } else { 0 };
    let answered = read(operation, game, json_of_query(game, query).as_bytes(), limits, &stop)
        .and_then(|step| step.finish(&mut Engine::new(table_bytes), &stop, None));
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
    let fields = [
        ("depth", &options.depth),
        ("nodes", &options.nodes),
        ("time_ms", &options.time_ms),
        ("algorithm", &options.algorithm),
        ("level", &options.level),
        ("multi_pv", &options.multi_pv),
        ("tie_break", &options.tie_break),
        ("seed", &options.seed),
        ("search_moves", &options.search_moves),
        ("without", &options.without),
        ("order", &options.order),
    ];
    let query_of = query(&options.position, &fields);
    if options.json || !io::stdout().is_terminal() {
        return answer(Operation::Search, game, &query_of, &limits);
    }
    let search = from_query(game, &query_of).and_then(|request| read_search(request, game, &limits));
    let position = from_query(game, &query(&options.position, &[])).and_then(|request| reach_request(request, game));
    let search = search.map_err(|problem| problem.to_string())?;
    let position = position.map_err(|problem| problem.to_string())?.position;
    let answer = search.answer(&mut Engine::new(Caps::TABLE_BYTES), &Stop::default());
    let (board, words) = in_words(game, position, &answer, Look::of_stdout(ColorWhen::Auto));
    paint(&(board + &visible(&words))).map_err(|error| output_failure(&error))
}

/// An answer for a person: the board after the move with its colours, if the game has one; then the move, what it is
/// worth, the lines, and the statistics.
fn in_words(game: &Game, mut position: Box<dyn AnyPosition>, answer: &Answer, look: Look) -> (String, String) {
    let about = &game.about;
    let describe = |position: &dyn AnyPosition| position.describe(None, &Stop::default()).expect("nothing limits it");
    let described = describe(&*position);
    let mover = about.players[answer.standing.to_move.index()];
    let chosen = answer.analysis.best.as_ref();
    let chosen = chosen.and_then(|best| described.legal_moves.iter().find(|mv| mv.name == *best));
    let (mut board, mut text) = (String::new(), String::new());
    let cells = chosen.map_or(&[][..], |mv| &mv.cells);
    let shows = match chosen {
        Some(mv) if position.play_named(&mv.name).is_ok() => describe(&*position),
        _ => described.clone(),
    };
    match draw_board(about, &shows, cells, false, look) {
        Some(canvas) => board = canvas.text(look.color),
        None => text = text + &ellipsized(&shows.standing.state, MAX_CHARS) + "\n",
    }
    text.push('\n');
    match (chosen, answer.standing.outcome) {
        (Some(mv), _) => {
            let _ = writeln!(text, "{mover} plays {}", shown(&mv.name, mv.label.as_deref()));
            text += &explain::lines(about, answer);
        }
        (None, Some(outcome)) => {
            let _ = writeln!(text, "{}", explain::ending(about, outcome));
            return (board, text);
        }
        (None, None) => {
            let found = &answer.analysis;
            let worth = explain::worth(about, answer.standing.to_move, found.score, found.proven);
            let _ = writeln!(text, "{mover} to move: {worth}");
        }
    }
    (board, text + &explain::summary(answer))
}

/// Draws the tree of a position.
///
/// # Errors
/// A sentence, if the request is wrong or asks for too much.
pub(crate) fn draw(catalogue: Catalogue, options: &DrawOptions) -> Result<(), String> {
    let game = game(catalogue, &options.position.game)?;
    let fields = [
        ("depth", &options.depth),
        ("max_nodes", &options.max_nodes),
        ("algorithm", &options.algorithm),
        ("order", &options.order),
    ];
    let form = match options.format {
        DrawFormat::Svg => Form::Svg,
        DrawFormat::Dot => Form::Dot,
        DrawFormat::Json => Form::Json,
    };
    answer(Operation::Tree(form), game, &query(&options.position, &fields), &Limits::new(DRAW_CAPS))
}

/// Trees have their own limits, and no tree within them takes a minute.
const DRAW_CAPS: Caps = Caps { book: false, ..Caps::new(u64::MAX, 60_000) };

/// The query string of the options.
pub(crate) fn query(position: &PositionOptions, fields: &[(&str, &Option<String>)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    let all = [("state", &position.state), ("moves", &position.moves)];
    for (name, value) in all.iter().chain(fields) {
        if let Some(value) = value {
            query.append_pair(name, value);
        }
    }
    query.finish()
}
