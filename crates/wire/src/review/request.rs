//! The request for a review: a game, limits for each position, and a range of plies.

use std::collections::BTreeMap;
use std::fmt::{self, Formatter};
use std::ops::Range;
use std::time::Duration;

use plyd_games::catalogue::{Game, Question};
use plyd_games::record::{Format, Record};
use plyd_games::review::{LargestLosses, PUZZLE_NODES, PUZZLES_MAX, Review};
use plyd_search::{Draws, Instant, Stop};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::caps::Caps;
use crate::fields::Count;
use crate::moves::MoveList;
use crate::record::{NoRecord, game_index as index_of, record_format};
use crate::refusal::{Refusal, RefusalKind};
use crate::request::{SearchRequest, begin, cost_class};

/// A review; see openapi.yaml for each field.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    state: Option<Box<RawValue>>,
    moves: Option<MoveList>,
    record: Option<String>,
    format: Option<String>,
    game_index: Option<Count>,
    depth: Option<Count>,
    nodes: Option<Count>,
    time_ms: Option<Count>,
    plies: Option<PlyRange>,
    curve: Option<CurveName>,
    largest_losses: Option<LossBounds>,
    annotated: Option<bool>,
    puzzles: Option<bool>,
}

/// Whose games the curve from scores to expected results describes.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum CurveName {
    #[default]
    Engine,
    People,
}

/// The range of plies to judge, inclusive.
#[derive(Debug, Default, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
struct PlyRange {
    from: Option<Count>,
    to: Option<Count>,
}

/// The largest loss with each verdict but the last. Bounds that are not given are the published ones.
#[derive(Debug, Default, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
struct LossBounds {
    best: Option<f64>,
    good: Option<f64>,
    inaccuracy: Option<f64>,
    mistake: Option<f64>,
}

impl LossBounds {
    /// The bounds, checked.
    ///
    /// # Errors
    /// The first bound that is not from 0 to 1, or smaller than the one before it.
    fn read(self) -> Result<LargestLosses, Refusal> {
        let given = [self.best, self.good, self.inaccuracy, self.mistake];
        let mut bounds = LargestLosses::PUBLISHED.bounds();
        for (bound, given) in bounds.iter_mut().zip(given) {
            *bound = given.unwrap_or(*bound);
        }
        LargestLosses::new(bounds).map_err(|(verdict, least)| {
            let path = format!("largest_losses.{}", verdict.name());
            let detail = format!("{path} is {}, expected at least {least} and at most 1", bounds[verdict as usize]);
            invalid(path, detail)
        })
    }
}

/// Written by hand to accept only an object. The derived function would also accept an array, and its errors would name
/// the type.
macro_rules! only_objects {
    ($type:ident, $example:literal) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Object;

                impl<'de> Visitor<'de> for Object {
                    type Value = $type;

                    fn expecting(&self, out: &mut Formatter<'_>) -> fmt::Result {
                        out.write_str(concat!("an object such as ", $example))
                    }

                    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<$type, A::Error> {
                        $type::deserialize(MapAccessDeserializer::new(fields))
                    }
                }

                deserializer.deserialize_map(Object)
            }
        }
    };
}

only_objects!(PlyRange, r#"{"from": 0, "to": 9}"#);
only_objects!(LossBounds, r#"{"inaccuracy": 0.1, "mistake": 0.3}"#);

/// A validated review, ready for admission.
pub struct PreparedReview {
    pub(super) game: &'static Game,
    pub(super) review: Review,
    /// The question for each position.
    pub(super) question: Question,
    /// The plies to judge.
    pub(super) plies: Range<usize>,
    /// What the annotated record repeats of the record; `None` if none is wanted.
    pub(super) annotated: Option<Source>,
    /// Whether to look for puzzles.
    pub(super) puzzles: bool,
    /// How long the search of a ply may take.
    pub(super) time_of_ply: Duration,
    /// Whether the same request always has the same answer, unless a time limit ends a search.
    pub(super) repeatable: bool,
    /// The expected time of each ply's search.
    pub cost_of_ply: Duration,
    /// Plies of the same class are expected to take equally long.
    pub cost_class: u64,
}

impl PreparedReview {
    /// The game.
    #[must_use]
    pub const fn game(&self) -> &'static Game {
        self.game
    }

    /// The moves of the game.
    #[must_use]
    pub const fn review(&self) -> &Review {
        &self.review
    }

    /// The algorithm of the searches.
    #[must_use]
    pub const fn algorithm(&self) -> &'static str {
        self.question.algorithm.name()
    }

    /// The expected time of all searches together.
    #[must_use]
    pub fn cost(&self) -> Duration {
        self.cost_of_ply * searches(self.plies.len(), self.puzzles) as u32
    }

    /// The expected time of the search for a puzzle.
    #[must_use]
    pub fn cost_of_puzzle(&self) -> Duration {
        self.cost_of_ply * PUZZLE_NODES as u32
    }

    /// The same review, which annotates this record of its game.
    #[must_use]
    pub fn annotating(self, record: Record) -> Self {
        Self { annotated: Some(Source::of(record)), ..self }
    }
}

/// How many searches of a ply cost as much as a review of so many plies, with or without the most puzzles.
fn searches(plies: usize, puzzles: bool) -> usize {
    plies + if puzzles { PUZZLE_NODES as usize * PUZZLES_MAX.min(plies) } else { 0 }
}

impl Source {
    fn of(record: Record) -> Self {
        let Record { format, tags, result, comments, .. } = record;
        Self { format: Some(format), tags, result, comments }
    }
}

/// The parts of a record that are not moves.
#[derive(Default)]
pub(super) struct Source {
    pub(super) format: Option<Format>,
    pub(super) tags: Vec<(String, String)>,
    pub(super) result: Option<String>,
    pub(super) comments: BTreeMap<usize, String>,
}

impl ReviewRequest {
    /// Validates all fields and the game. This is work for the short-jobs thread.
    ///
    /// # Errors
    /// The first invalid field, a game that costs more than the published limits, or the limit that ended the reading.
    pub fn prepare(
        self,
        game: &'static Game,
        caps: &Caps,
        deadline: Option<Instant>,
        stop: &Stop,
    ) -> Result<PreparedReview, NoRecord> {
        let Self {
            state,
            moves,
            record,
            format,
            game_index,
            depth,
            nodes,
            time_ms,
            plies,
            curve,
            largest_losses,
            annotated,
            puzzles,
        } = self;
        let largest_losses = largest_losses.unwrap_or_default().read()?;
        let curve = match curve.unwrap_or_default() {
            CurveName::Engine => game.about.expected_score,
            CurveName::People => game.people_curve.map_or(game.about.expected_score, |people| people.curve),
        };
        let (of_game, source) = match (record, format) {
            (None, _) if game_index.is_some() => {
                Err(invalid("game_index", "game_index is that of a game of a record, and there is none"))?
            }
            (None, Some(_)) => Err(invalid("format", "format is that of a record, and there is none"))?,
            (None, None) => (from_moves(game, state.as_deref(), moves)?, Source::default()),
            (Some(_), _) if state.is_some() || moves.is_some() => {
                let other = if state.is_some() { "state" } else { "moves" };
                Err(invalid(other, format!("{other} cannot join record, which has the whole game")))?
            }
            (Some(record), format) => {
                let format = record_format(game, format.as_deref())?;
                from_record(game, game.read_record(&record, format, index_of(game_index), deadline, stop)?)?
            }
        };
        let of_game = of_game.measured_by(curve, largest_losses);
        let plies = plies.unwrap_or_default().within(of_game.moves().len())?;
        let extras = (annotated.unwrap_or_default().then_some(source), puzzles.unwrap_or_default());
        Ok(Limits { depth, nodes, time_ms }.prepare(game, caps, of_game, plies, extras)?)
    }
}

fn from_moves(game: &Game, state: Option<&RawValue>, moves: Option<MoveList>) -> Result<Review, Refusal> {
    let (mut start, names) = begin(game, state, moves.unwrap_or_default())?;
    start.set_draws(Draws::Automatic);
    if names.is_empty() {
        return Err(invalid("moves", "there is no move to judge, expected moves or a record"));
    }
    Review::new(game, start, &names).map_err(|(index, illegal)| Refusal::illegal(illegal).at(format!("moves[{index}]")))
}

fn from_record(game: &Game, record: Record) -> Result<(Review, Source), NoRecord> {
    if record.moves.is_empty() {
        return Err(invalid("record", "the game has no move to judge").into());
    }
    let mut start = game.parse(&record.state).expect("a record begins with a state of its game");
    start.set_draws(Draws::Automatic);
    let review = Review::new(game, start, &record.moves);
    let source = Source::of(record);
    Ok((review.unwrap_or_else(|_| unreachable!("the record's moves were played")), source))
}

impl PlyRange {
    /// The range, checked against the number of plies.
    ///
    /// # Errors
    /// An empty range, or one that goes beyond the game.
    fn within(self, count: usize) -> Result<Range<usize>, Refusal> {
        let last = count - 1;
        let ply = |name: &str, given: Option<Count>, otherwise: usize| match given {
            Some(Count(ply)) if ply > last as u64 => {
                let detail = format!("plies.{name} is {ply}, and the last ply of the game is {last}, counted from 0");
                Err(invalid(format!("plies.{name}"), detail))
            }
            given => Ok(given.map_or(otherwise, |Count(ply)| ply as usize)),
        };
        let (from, to) = (ply("from", self.from, 0)?, ply("to", self.to, last)?);
        if from > to {
            return Err(invalid("plies.from", format!("plies.from is {from}, after plies.to, which is {to}")));
        }
        Ok(from..to + 1)
    }
}

/// The limits of each search, as requested.
struct Limits {
    depth: Option<Count>,
    nodes: Option<Count>,
    time_ms: Option<Count>,
}

impl Limits {
    fn prepare(
        self,
        game: &'static Game,
        caps: &Caps,
        review: Review,
        plies: Range<usize>,
        (annotated, puzzles): (Option<Source>, bool),
    ) -> Result<PreparedReview, Refusal> {
        let Self { depth, nodes, time_ms } = self;
        if depth.is_some_and(|Count(depth)| depth == 0) {
            return Err(invalid("depth", "depth is 0, expected at least 1: moves are judged by looking ahead"));
        }
        let per_ms = game.about.review_nodes as f64 / 100.0;
        let nothing = depth.is_none() && nodes.is_none() && time_ms.is_none();
        let nodes = nodes.or_else(|| nothing.then(|| Count(game.about.review_nodes.min(caps.max_nodes))));
        let now = Instant::now();
        let (mut question, _) = SearchRequest::within(depth, nodes, time_ms).question(game, caps, now)?;
        (question.warm, question.threads, question.count_minimax) = (true, 1, false);
        let count = plies.len();
        let searches = searches(count, puzzles);
        let ms_of_nodes = |nodes: u64| nodes as f64 / per_ms;
        // A depth limit does not bound the cost, so each ply then gets its share of the time that a review may take.
        let only_depth = nodes.is_none() && time_ms.is_none();
        let ms = match (nodes, time_ms) {
            (_, Some(Count(time_ms))) => (time_ms as f64).min(ms_of_nodes(question.limits.nodes)),
            (Some(Count(nodes)), None) => ms_of_nodes(nodes),
            (None, None) => caps.max_review_ms as f64 / searches as f64,
        }
        .min(caps.max_time_ms as f64);
        if only_depth {
            question.limits.nodes = question.limits.nodes.min((ms * per_ms) as u64).max(1);
        }
        let cost_ms = ms * searches as f64;
        if cost_ms > caps.max_review_ms as f64 + 0.5 {
            let with = if puzzles { " with their puzzles" } else { "" };
            let detail = format!(
                "{count} plies of about {} ms each{with} take {} ms, above the published limit of {} ms for a review; plies \
                 chooses some of them",
                ms.ceil(),
                cost_ms.ceil(),
                caps.max_review_ms
            );
            let path = if time_ms.is_some() { "time_ms" } else { "nodes" };
            return Err(Refusal::new(RefusalKind::LimitExceeded, detail).at(path));
        }
        // Checked after the cost, so that the error for a long game with a large limit mentions both.
        let most = caps.max_review_plies;
        if count > most {
            let detail = format!("{count} plies, at most {most} are judged at once; plies chooses some of them");
            return Err(Refusal::new(RefusalKind::LimitExceeded, detail).at("plies"));
        }
        Ok(PreparedReview {
            game,
            cost_class: !cost_class(game, &question, now),
            question,
            review,
            plies,
            annotated,
            puzzles,
            time_of_ply: Duration::from_millis(time_ms.map_or(caps.max_time_ms, |Count(ms)| ms)),
            repeatable: time_ms.is_none(),
            cost_of_ply: Duration::from_secs_f64(ms / 1e3),
        })
    }
}

fn invalid(path: impl Into<String>, detail: impl Into<String>) -> Refusal {
    Refusal::new(RefusalKind::InvalidBody, detail).at(path)
}
