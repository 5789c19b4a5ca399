//! The answers about the server and its games: the index, the list of games, and one game.

use std::collections::BTreeMap;

use plyd_games::Catalogue;
use plyd_games::board::{Layout, Look};
use plyd_games::catalogue::Game;
use plyd_games::notation::{PeopleCurve, Sizes};
use plyd_games::review::{ACCURACY, LargestLosses, PUZZLES_MAX, Verdict};
use plyd_games::rules::{MOVES_MAX, RULES_BYTES_MAX};
use plyd_search::Algorithm;
use plyd_search::expected_score::{ExpectedScore, Fit};
use plyd_search::level::{Level, Levels, Rung};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::caps::Caps;
use super::fields::BoardSize;
use super::position::{PieceReport, State};
use super::report::{ENGINE, GENERIC};

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
            "max_grade_candidates": Caps::MAX_GRADE_CANDIDATES,
            "max_rules_bytes": RULES_BYTES_MAX,
            "max_rules_moves": MOVES_MAX,
            "max_body_bytes": facts.max_body_bytes,
            "max_batch_items": Caps::MAX_BATCH_ITEMS,
            "max_batch_bytes": Caps::MAX_BATCH_BYTES,
            "max_batch_time_ms": Caps::MAX_BATCH_TIME_MS,
            "max_record_bytes": Caps::MAX_RECORD_BYTES,
            "max_record_plies": Caps::MAX_RECORD_PLIES,
            "max_review_plies": caps.max_review_plies,
            "max_review_ms": caps.max_review_ms,
            "max_review_puzzles": PUZZLES_MAX,
        },
        "table_results": facts.table_results,
        "links": {
            "games": "/v1/games",
            "batch": "/v1/batch",
            "rules": "/v1/games/rules",
            "rules_check": "/v1/rules/check",
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
            sides: about.sides.unwrap_or_else(|| about.players.map(Look::plain)),
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
    #[serde(flatten)]
    facts: Value,
}

impl GameReport {
    /// Describes a game.
    #[must_use]
    pub fn new(game: &'static Game) -> Self {
        let about = &game.about;
        let state = |text: &&str| State::new(about, (*text).to_owned());
        let algorithm =
            |algorithm: &Algorithm| json!({ "name": algorithm.name(), "max_depth": about.max_depth_of(*algorithm) });
        let mut facts = json!({
            "rules": about.rules,
            "state": {
                "notation": about.state_notation,
                "examples": about.state_examples.iter().map(state).collect::<Vec<_>>(),
            },
            "numbered_starts": game.numbered_starts,
            "sizes": game.sizes.map(sizes),
            "move": { "notation": about.move_notation, "examples": about.move_examples },
            "evaluation": game.has_generic_evaluation.then_some(GENERIC),
            "score": { "kind": about.score.name(), "unit": about.score_unit },
            "algorithms": game.algorithms().iter().map(algorithm).collect::<Vec<_>>(),
            "default_depth": about.default_depth,
            "max_depth": about.max_depth,
            "expected_score": expected_score(about.expected_score),
            "review": review(game),
            "levels": about.levels.as_ref().map_or_else(Vec::new, levels),
            "levels_measured": about.levels.map(|levels| levels.measured),
            "elo": about.levels.and_then(|levels| elo(levels.elo)),
            "layout": about.layout.map(Layout::name),
            "lines": game.start().lines(),
            "pieces": PieceReport::all(about),
            "record_formats": game.record_formats().iter().map(|format| format.name()).collect::<Vec<_>>(),
            "example": {
                "method": "POST",
                "path": format!("/v1/games/{}/search", game.id),
                "body": { "state": state(&about.state_examples[0]), "depth": about.default_depth.min(4) },
            },
        });
        // What a game does not have is left out.
        let optional = ["evaluation", "numbered_starts", "sizes", "levels_measured", "elo", "lines"];
        let facts_of = facts.as_object_mut().expect("an object");
        facts_of.retain(|name, fact| !optional.contains(&name.as_str()) || !(fact.is_null() || *fact == json!([])));
        Self { summary: GameSummary::new(game), facts }
    }
}

/// The boards of a game, each as `size` of a request takes it.
fn sizes(sizes: Sizes) -> Value {
    let [least, greatest, default] =
        [sizes.least, sizes.greatest, sizes.default].map(|size| BoardSize(size).to_string());
    json!({ "least": least, "greatest": greatest, "default": default, "square": sizes.square })
}

/// The curve from scores to expected results, and the games that it was fitted to, if it was fitted.
fn expected_score(curve: ExpectedScore) -> Value {
    match curve {
        ExpectedScore { scale, fit: None } => json!({ "scale": scale }),
        ExpectedScore { scale, fit: Some(Fit { games, nodes, error }) } => {
            json!({ "scale": scale, "error": error, "games": games, "nodes": nodes })
        }
    }
}

/// How reviews measure moves of this game.
fn review(game: &Game) -> Value {
    let bounded = Verdict::ALL.into_iter().zip(LargestLosses::PUBLISHED.bounds());
    let largest_losses: Map<_, _> = bounded.map(|(verdict, most)| (verdict.name().to_owned(), most.into())).collect();
    let published = |people: PeopleCurve| json!({ "scale": people.curve.scale, "source": people.source });
    json!({
        "nodes": game.about.review_nodes,
        "largest_losses": largest_losses,
        "accuracy": ACCURACY,
        "people_curve": game.people_curve.map(published),
    })
}

/// The range of `elo` in a search, and the places of the levels in it. `None` if they have none.
fn elo(rungs: &[Rung]) -> Option<Value> {
    let (least, greatest) = (rungs.first()?.elo, rungs.last()?.elo);
    let levels: Vec<Value> = rungs.iter().map(|Rung { elo, level }| json!({ "level": level, "elo": elo })).collect();
    Some(json!({ "least": least, "greatest": greatest, "levels": levels }))
}

/// The levels: their numbers, who plays like them, their limits, and how much their moves lose, if that was measured.
fn levels(levels: &Levels) -> Vec<Value> {
    let level = |(index, level): (usize, &Level)| {
        let Level { depth, nodes, careless, slack } = level;
        let mut level = json!({
            "level": index + 1,
            "who": levels.who[index],
            "depth": depth,
            "nodes": nodes,
            "careless": careless,
            "slack": slack,
        });
        if let Some(loss) = levels.mean_losses.get(index) {
            level["mean_loss"] = json!(loss);
        }
        level
    };
    levels.each.iter().enumerate().map(level).collect()
}
