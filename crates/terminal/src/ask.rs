//! `plyd search`, `plyd position` and `plyd draw`: the answers of the service without a server.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use crate::caps::CapOptions;
use crate::{game, print};
use plyd_drawing::{Caption, dot, svg};
use plyd_games::Catalogue;
use plyd_search::{Engine, Stop};
use plyd_wire::{Caps, PositionReport, PositionRequest, SearchRequest, TreeRequest, from_query};

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
    let request: PositionRequest = from_query(game, &query(options, &[])).map_err(|refusal| refusal.to_string())?;
    let position = request.position(game).map_err(|refusal| refusal.to_string())?;
    print(&PositionReport::new(game, position.describe(None, &Stop::default()).expect("nothing limits it")))
}

/// Searches a position.
///
/// # Errors
/// A sentence, if the request is wrong.
pub(crate) fn search(catalogue: Catalogue, options: &SearchOptions) -> Result<(), String> {
    let arrived = Instant::now();
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
    ];
    let request: SearchRequest =
        from_query(game, &query(&options.position, &fields)).map_err(|refusal| refusal.to_string())?;
    let ready = request.prepare(game, &options.caps.caps(1), arrived, None).map_err(|refusal| refusal.to_string())?;
    print(&ready.run(&mut Engine::new(TABLE_BYTES), &Stop::default(), Duration::ZERO, None))
}

/// Draws the tree of a position.
///
/// # Errors
/// A sentence, if the request is wrong or asks for too much.
pub(crate) fn draw(catalogue: Catalogue, options: &DrawOptions) -> Result<(), String> {
    let game = game(catalogue, &options.position.game)?;
    let fields = [("depth", &options.depth), ("max_nodes", &options.max_nodes), ("algorithm", &options.algorithm)];
    let request: TreeRequest =
        from_query(game, &query(&options.position, &fields)).map_err(|refusal| refusal.to_string())?;
    let ready = request.prepare(game, &DRAW_CAPS, Instant::now()).map_err(|refusal| refusal.to_string())?;
    let tree = ready.walk(&Stop::default()).map_err(|none| none.to_string())?;
    let caption = Caption::new(game, ready.question());
    let text = match options.format {
        DrawFormat::Svg => svg(&tree, caption),
        DrawFormat::Dot => dot(&tree, caption),
        DrawFormat::Json => return print(&ready.report(tree)),
    };
    io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string())
}

/// Trees have their own limits, and no tree within them takes a minute.
const DRAW_CAPS: Caps = Caps { book: false, ..Caps::new(u64::MAX, 60_000) };

/// The default of `plyd serve`.
const TABLE_BYTES: usize = 64 << 20;

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
