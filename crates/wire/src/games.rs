//! The answers about the server and its games: the index, the list of games, and one game.

use std::collections::BTreeMap;

use plyd_games::Catalogue;
use plyd_games::board::{Layout, Look, RowColumn};
use plyd_games::catalogue::Game;
use plyd_games::notation::PeopleCurve;
use plyd_games::review::{ACCURACY, Accuracy, LargestLosses, Verdict};
use plyd_search::expected_score::{ExpectedScore, Fit};
use plyd_search::level::{Level, Levels};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::caps::Caps;
use super::position::{PieceReport, State};
use super::report::ENGINE;

/// What the index says about a server, in addition to the caps on requests.
#[derive(Clone, Copy, Debug)]
pub struct ServerFacts {
    /// The largest body of a request, except for batches and records.
    pub max_body_bytes: usize,
    /// How many results the transposition table of each worker can hold.
    pub table_results: usize,
}

/// The index: version, caps and links.
#[must_use]
pub fn index(catalogue: Catalogue, caps: &Caps, facts: ServerFacts) -> Value {
    let max_depth: BTreeMap<&str, u32> = catalogue.iter().map(|game| (game.id, game.about.max_depth)).collect();
    json!({
        "engine": ENGINE,
        "version": env!("CARGO_PKG_VERSION"),
        "caps": {
            "max_depth": max_depth,
            "max_nodes": caps.max_nodes,
            "max_time_ms": caps.max_time_ms,
            "max_wait_ms": Caps::MAX_WAIT_MS,
            "max_clock_ms": Caps::MAX_CLOCK_MS,
            "max_threads_per_request": caps.max_threads,
            "max_moves": Caps::MAX_MOVES,
            "max_multi_pv": Caps::MAX_MULTI_PV,
            "max_search_moves": Caps::MAX_SEARCH_MOVES,
            "max_seed": Caps::MAX_SEED,
            "max_tree_depth": Caps::MAX_TREE_DEPTH,
            "max_tree_nodes": Caps::MAX_TREE_NODES,
            "max_body_bytes": facts.max_body_bytes,
            "max_batch_items": Caps::MAX_BATCH_ITEMS,
            "max_batch_bytes": Caps::MAX_BATCH_BYTES,
            "max_batch_time_ms": Caps::MAX_BATCH_TIME_MS,
            "max_record_bytes": Caps::MAX_RECORD_BYTES,
            "max_record_plies": Caps::MAX_RECORD_PLIES,
            "max_review_plies": caps.max_review_plies,
            "max_review_ms": caps.max_review_ms,
            "max_review_puzzles": Caps::MAX_REVIEW_PUZZLES,
        },
        "table_results": facts.table_results,
        "links": {
            "games": "/v1/games",
            "batch": "/v1/batch",
            "openapi_yaml": "/openapi.yaml",
            "openapi_json": "/openapi.json",
        },
    })
}

/// A game in the list.
#[derive(Serialize)]
pub struct GameSummary {
    id: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    players: [&'static str; 2],
    sides: [Look; 2],
    summary: &'static str,
    start: State,
}

impl GameSummary {
    /// A game in the list.
    #[must_use]
    pub fn new(game: &'static Game) -> Self {
        let about = &game.about;
        let start = State::new(about, about.start().to_owned());
        Self {
            id: game.id,
            aliases: game.aliases,
            title: about.title,
            players: about.players,
            sides: about.sides.unwrap_or_else(|| about.players.map(|name| Look { name, colour: None })),
            summary: about.summary,
            start,
        }
    }
}

/// The games of a server.
#[derive(Serialize)]
pub struct GameList {
    games: Vec<GameSummary>,
}

impl GameList {
    /// The games of this catalogue.
    #[must_use]
    pub fn new(catalogue: Catalogue) -> Self {
        Self { games: catalogue.iter().map(GameSummary::new).collect() }
    }
}

/// All facts about a game.
#[derive(Serialize)]
pub struct GameReport {
    #[serde(flatten)]
    summary: GameSummary,
    rules: &'static str,
    state: Notation<State>,
    #[serde(skip_serializing_if = "Option::is_none")]
    numbered_starts: Option<Starts>,
    r#move: Notation<&'static str>,
    score: Scores,
    algorithms: Vec<Algorithm>,
    default_depth: u32,
    max_depth: u32,
    expected_score: Curve,
    review: Measures,
    levels: Vec<Listed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels_measured: Option<&'static str>,
    layout: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<[RowColumn; 2]>,
    pieces: BTreeMap<char, PieceReport>,
    record_formats: Vec<&'static str>,
    example: serde_json::Value,
}

#[derive(Serialize)]
struct Notation<T> {
    notation: &'static str,
    examples: Vec<T>,
}

/// Starts that have numbers.
#[derive(Serialize)]
struct Starts {
    title: &'static str,
    prefix: &'static str,
    count: u32,
}

#[derive(Serialize)]
struct Scores {
    kind: &'static str,
    unit: &'static str,
}

#[derive(Serialize)]
struct Algorithm {
    name: &'static str,
    max_depth: u32,
}

/// The curve from scores to expected results, and what it was fitted to, if it was.
#[derive(Serialize)]
struct Curve {
    scale: f64,
    #[serde(flatten)]
    fit: Option<Fitted>,
}

#[derive(Serialize)]
struct Fitted {
    error: f64,
    games: u32,
    nodes: u64,
}

impl Curve {
    fn of(ExpectedScore { scale, fit }: ExpectedScore) -> Self {
        Self { scale, fit: fit.map(|Fit { games, nodes, error }| Fitted { error, games, nodes }) }
    }
}

/// How reviews measure moves of this game.
#[derive(Serialize)]
struct Measures {
    nodes: u64,
    largest_losses: Map<String, Value>,
    accuracy: AccuracyCurve,
    people_curve: Option<Published>,
}

/// A curve from scores to the results of people, and where it is published.
#[derive(Serialize)]
struct Published {
    scale: f64,
    source: &'static str,
}

#[derive(Serialize)]
struct AccuracyCurve {
    scale: f64,
    decay: f64,
    offset: f64,
    source: &'static str,
}

impl Measures {
    fn of(game: &Game) -> Self {
        let bounded = Verdict::ALL.into_iter().zip(LargestLosses::PUBLISHED.bounds());
        let largest_losses = bounded.map(|(verdict, most)| (verdict.name().to_owned(), most.into())).collect();
        let published = |PeopleCurve { curve, source }| Published { scale: curve.scale, source };
        let Accuracy { scale, decay, offset, source } = ACCURACY;
        Self {
            nodes: game.about.review_nodes,
            largest_losses,
            accuracy: AccuracyCurve { scale, decay, offset, source },
            people_curve: game.people_curve.map(published),
        }
    }
}

/// A level: its number, who plays like it, its limits, and how much its moves lose.
#[derive(Serialize)]
struct Listed {
    #[serde(rename = "level")]
    number: u8,
    who: &'static str,
    depth: u32,
    nodes: u64,
    careless: f64,
    slack: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_loss: Option<f64>,
}

impl Listed {
    fn all(Levels { each, mean_losses, who, .. }: &Levels) -> Vec<Self> {
        let of = |(index, Level { depth, nodes, careless, slack }): (usize, &Level)| Self {
            number: index as u8 + 1,
            who: who[index],
            depth: *depth,
            nodes: *nodes,
            careless: *careless,
            slack: *slack,
            mean_loss: mean_losses.get(index).copied(),
        };
        each.iter().enumerate().map(of).collect()
    }
}

impl GameReport {
    /// Describes a game.
    #[must_use]
    pub fn new(game: &'static Game) -> Self {
        let about = &game.about;
        let state = |text: &&str| State::new(about, (*text).to_owned());
        let algorithm = |algorithm: plyd_search::Algorithm| Algorithm {
            name: algorithm.name(),
            max_depth: about.max_depth_of(algorithm),
        };
        Self {
            summary: GameSummary::new(game),
            rules: about.rules,
            state: Notation {
                notation: about.state_notation,
                examples: about.state_examples.iter().map(state).collect(),
            },
            numbered_starts: game.numbered_starts.map(|starts| Starts {
                title: starts.title,
                prefix: starts.prefix,
                count: starts.count,
            }),
            r#move: Notation { notation: about.move_notation, examples: about.move_examples.to_vec() },
            score: Scores { kind: about.score.name(), unit: about.score_unit },
            algorithms: game.algorithms().iter().copied().map(algorithm).collect(),
            default_depth: about.default_depth,
            max_depth: about.max_depth,
            expected_score: Curve::of(about.expected_score),
            review: Measures::of(game),
            levels: about.levels.as_ref().map_or_else(Vec::new, Listed::all),
            levels_measured: about.levels.map(|levels| levels.measured),
            layout: about.layout.map(Layout::name),
            lines: game.start().lines(),
            pieces: PieceReport::all(about),
            record_formats: game.record_formats().iter().map(|format| format.name()).collect(),
            example: json!({
                "method": "POST",
                "path": format!("/v1/games/{}/search", game.id),
                "body": { "state": state(&about.state_examples[0]), "depth": about.default_depth.min(4) },
            }),
        }
    }
}
