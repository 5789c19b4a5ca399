//! Reading the request for a review.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

use plyd_games::catalogue::{Game, Question};
use plyd_games::record::{Annotations, Format, Record, Skipped};
use plyd_games::review::{Judge, LargestLosses, PUZZLE_NODES, PUZZLES_MAX, Review as Moves};
use plyd_search::expected_score::ExpectedScore;
use plyd_search::{Draws, Stop};
use plyd_wire::MoveList;
use plyd_wire::fields::Count;
use plyd_wire::{Code, CurveName, GameOrigin, LossBounds, PlyRange, Problem, ReviewRequest, SearchRequest};

use super::Review;
use crate::limits::Limits;
use crate::position::{Start, begin};
use crate::record::{check_has_records, game_index, record_format, record_of};
use crate::rules::join;
use crate::search::{ahead, cost_class, question};

/// The parts of a record that are not moves.
#[derive(Default)]
pub(super) struct Source {
    pub(super) format: Option<Format>,
    pub(super) tags: Vec<(String, String)>,
    pub(super) result: Option<String>,
    pub(super) comments: BTreeMap<usize, String>,
    pub(super) annotations: Annotations,
    /// What the reader of the record left out.
    pub(super) skipped: Skipped,
}

impl Source {
    pub(super) fn of(record: Record) -> Self {
        let Record { format, tags, result, comments, annotations, skipped, .. } = record;
        Self { format: Some(format), tags, result, comments, annotations, skipped }
    }
}

/// Reads the request for a review, and plays the moves of its game.
///
/// # Errors
/// The first invalid field, a game that costs more than the published limits, or the limit that ended the reading.
pub fn read(request: ReviewRequest, game: &'static Game, limits: &Limits, stop: &Stop) -> Result<Review, Problem> {
    let ReviewRequest { rules, state, size, moves, record, format, game_index: index, time_ms, .. } = request;
    if record.is_some() {
        check_has_records(game)?;
    }
    let (game, state) = join(game, rules, state, size)?;
    let largest_losses = losses(&request.largest_losses.unwrap_or_default())?;
    let curve = request.curve.unwrap_or_default();
    let (of_game, source, origin, warnings) = match (record, format) {
        (None, _) if index.is_some() => {
            Err(invalid("game_index", "game_index chooses a game of a record, but no record was sent"))?
        }
        (None, Some(_)) => Err(invalid("format", "format describes a record, but no record was sent"))?,
        (None, None) => {
            let from = Start { state: state.as_deref(), size };
            (from_moves(game, from, moves)?, Source::default(), GameOrigin::default(), Vec::new())
        }
        (Some(_), _) if state.is_some() || size.is_some() || moves.is_some() => {
            let given = [("state", state.is_some()), ("size", size.is_some())];
            let other = given.into_iter().find(|(_, given)| *given).map_or("moves", |(name, _)| name);
            Err(invalid(other, format!("{other} cannot be combined with record, which contains the whole game")))?
        }
        (Some(record), format) => {
            let format = record_format(game, format.as_deref())?;
            let record = record_of(game, (&record, format, index), limits, stop)?;
            let origin = GameOrigin { game_index: Some(game_index(index)), players: record.players(&game.about) };
            let warnings = record.warning_texts();
            let (of_game, source) = from_record(game, record)?;
            (of_game, source, origin, warnings)
        }
    };
    let moves = of_game.judged_by(Judge { curve: curve_of(game, curve), largest_losses });
    let digest = moves.start().rules_digest();
    let plies = within(&request.plies.unwrap_or_default(), moves.moves().len())?;
    let annotated = request.annotated.unwrap_or_default().then_some(source);
    let wants_puzzles = request.puzzles.unwrap_or_default();
    let wanted = (request.depth, request.nodes, time_ms);
    let (question, cost_of_ply) = question_of_ply(wanted, game, limits, plies.len(), wants_puzzles)?;
    // As many nodes as the question has, or as fit into the time.
    let per_ms = game.about.review_nodes as f64 / 100.0;
    let nodes_of_ply = question.limits.nodes.min((cost_of_ply.as_secs_f64() * 1e3 * per_ms).ceil() as u64);
    let least = nodes_of_ply.saturating_mul(searches(plies.len(), wants_puzzles) as u64);
    let budget = ((limits.caps.max_review_ms as f64 * per_ms) as u64).max(least);
    Ok(Review {
        game,
        moves,
        origin,
        warnings,
        curve,
        class: !cost_class(game, &question, limits.arrived) ^ digest,
        question,
        plies,
        annotated,
        puzzles: wants_puzzles.then(Vec::new),
        time_of_ply: Duration::from_millis(time_ms.map_or(limits.caps.max_time_ms, |Count(ms)| ms)),
        cost_of_ply,
        limits: *limits,
        is_repeatable: time_ms.is_none(),
        engine: None,
        nodes_of_ply,
        budget,
        measured: Vec::new(),
        judged: Vec::new(),
        reports: Vec::new(),
        candidates: Vec::new(),
        nodes: 0,
        elapsed: Duration::ZERO,
        queued: Duration::ZERO,
    })
}

/// The curve with this name.
pub(crate) fn curve_of(game: &Game, name: CurveName) -> ExpectedScore {
    match name {
        CurveName::Engine => game.about.expected_score,
        CurveName::People => game.people_curve.map_or(game.about.expected_score, |people| people.curve),
    }
}

/// The largest cost of a review of this many plies, counted in searches of one ply. With `puzzles`, this includes the
/// searches for as many puzzles as a review may have.
fn searches(plies: usize, puzzles: bool) -> usize {
    plies + if puzzles { PUZZLE_NODES as usize * PUZZLES_MAX.min(plies) } else { 0 }
}

fn from_moves(game: &Game, from: Start<'_>, moves: Option<MoveList>) -> Result<Moves, Problem> {
    let (mut start, names) = begin(game, from, moves.unwrap_or_default())?;
    start.set_draws(Draws::Automatic);
    if names.is_empty() {
        return Err(invalid("moves", "there are no moves to judge; send moves or a record"));
    }
    Moves::new(game, start, &names).map_err(|(index, illegal)| Problem::from(illegal).at(format!("moves[{index}]")))
}

fn from_record(game: &Game, record: Record) -> Result<(Moves, Source), Problem> {
    if record.moves.is_empty() {
        return Err(invalid("record", "the game has no moves to judge"));
    }
    let mut start = game.parse(&record.state).expect("a record begins with a state of its game");
    start.set_draws(Draws::Automatic);
    let review = Moves::new(game, start, &record.moves);
    let source = Source::of(record);
    Ok((review.unwrap_or_else(|_| unreachable!("the record's moves were played")), source))
}

/// The range, checked against the number of plies.
///
/// # Errors
/// An empty range, or one that goes beyond the game.
fn within(range: &PlyRange, count: usize) -> Result<Range<usize>, Problem> {
    let last = count - 1;
    let ply = |name: &str, given: Option<Count>, otherwise: usize| match given {
        Some(Count(ply)) if ply > last as u64 => {
            let detail = format!("plies.{name} is {ply}, but the game's last ply is {last}, counted from 0");
            Err(invalid(format!("plies.{name}"), detail))
        }
        given => Ok(given.map_or(otherwise, |Count(ply)| ply as usize)),
    };
    let (from, to) = (ply("from", range.from, 0)?, ply("to", range.to, last)?);
    if from > to {
        return Err(invalid("plies.from", format!("plies.from is {from}, which is after plies.to, {to}")));
    }
    Ok(from..to + 1)
}
/// The bounds, checked.
///
/// # Errors
/// The first bound that is not from 0 to 1, or smaller than the one before it.
fn losses(bounds: &LossBounds) -> Result<LargestLosses, Problem> {
    let given = [bounds.best, bounds.good, bounds.inaccuracy, bounds.mistake];
    let mut bounds = LargestLosses::PUBLISHED.bounds();
    for (bound, given) in bounds.iter_mut().zip(given) {
        *bound = given.unwrap_or(*bound);
    }
    LargestLosses::new(bounds).map_err(|(verdict, least)| {
        let path = format!("largest_losses.{}", verdict.name());
        let detail = format!("{path} is {}, expected a number from {least} to 1", bounds[verdict as usize]);
        invalid(path, detail)
    })
}

/// The question for each of `count` positions, and the expected time of each search.
fn question_of_ply(
    (depth, nodes, time_ms): (Option<Count>, Option<Count>, Option<Count>),
    game: &'static Game,
    limits: &Limits,
    count: usize,
    puzzles: bool,
) -> Result<(Question, Duration), Problem> {
    let caps = &limits.caps;
    let search = SearchRequest { depth, nodes, time_ms, ..SearchRequest::default() };
    let search = ahead(search, "a review", game, caps)?;
    let nodes = search.nodes;
    let per_ms = game.about.review_nodes as f64 / 100.0;
    let (mut question, _) = question(&search, game, caps, limits.arrived)?;
    (question.warm, question.threads, question.count_minimax) = (true, 1, false);
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
        let with = if puzzles { " with puzzles" } else { "" };
        let detail = format!(
            "{count} plies at about {} ms each{with} would take {} ms; the published limit for a review is {} ms. Use \
             plies to judge some of them",
            ms.ceil(),
            cost_ms.ceil(),
            caps.max_review_ms
        );
        let path = if time_ms.is_some() { "time_ms" } else { "nodes" };
        return Err(Problem::new(Code::LimitExceeded, detail).at(path));
    }
    // Checked after the cost, so that the error for a long game with a large limit mentions both.
    let most = caps.max_review_plies;
    if count > most {
        let detail =
            format!("the game has {count} plies; a review judges at most {most}. Use plies to select some of them");
        return Err(Problem::new(Code::LimitExceeded, detail).at("plies"));
    }
    Ok((question, Duration::from_secs_f64(ms / 1e3)))
}

fn invalid(path: impl Into<String>, detail: impl Into<String>) -> Problem {
    Problem::new(Code::InvalidBody, detail).at(path)
}
