//! Requests: the schemas of openapi.yaml, their parser and their validation.
//!
//! A query string is rewritten to the JSON body that it abbreviates, so that both have the same parser.

use std::collections::HashMap;
use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use plyd_games::advice::{Adviser, Past};
use plyd_games::answer::{Answer, Progress};
use plyd_games::catalogue::{AnyPosition, Game, Question};
use plyd_search::level::{Level, Levels};
use plyd_search::{Algorithm, Engine, Instant, Limits, Stop, Technique, Techniques, TieBreak, Trail};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::value::RawValue;

use super::caps::Caps;
use super::fields::{self, Count, DrawsName, MultiPv, OrderName, TieBreakName, Without, shorten, up_to};
use super::manners::{ClockFields, Ends, Extras, Timing, UpToHalf, terms};
use super::moves::MoveList;
use super::position::State;
use super::refusal::{Refusal, RefusalKind};
use super::report::{Additions, Echo, Next, ProgressReport, SearchReport};

/// The position that a request is about: `moves` played from `state`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    state: Option<Box<RawValue>>,
    moves: Option<MoveList>,
    draws: Option<DrawsName>,
}

/// A search; see openapi.yaml for each field.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchRequest {
    state: Option<Box<RawValue>>,
    moves: Option<MoveList>,
    draws: Option<DrawsName>,
    depth: Option<Count>,
    nodes: Option<Count>,
    time_ms: Option<Count>,
    algorithm: Option<String>,
    level: Option<Count>,
    multi_pv: Option<MultiPv>,
    tie_break: Option<TieBreakName>,
    seed: Option<Count>,
    search_moves: Option<MoveList>,
    warm: Option<bool>,
    threads: Option<Count>,
    without: Option<Without>,
    order: Option<OrderName>,
    clock: Option<ClockFields>,
    wait_ms: Option<Count>,
    with: Option<Extras>,
    resign_at: Option<UpToHalf>,
    draw_at: Option<UpToHalf>,
    /// The owner of the warm searches that this one may reuse.
    #[serde(skip)]
    owner: u64,
}

/// Beyond the end of its search, the position in an answer may take so much longer.
const LATE_DESCRIPTION: Duration = Duration::from_millis(100);

/// A validated search, ready for admission.
pub struct PreparedSearch {
    game: &'static Game,
    position: Box<dyn AnyPosition>,
    question: Question,
    timing: Timing,
    extras: Extras,
    adviser: Option<Adviser>,
    echo: Echo,
    /// The state and the moves of the request.
    way: Next,
    /// The time by which the search has to begin, and that by which the answer is due.
    pub begin_by: Instant,
    /// See `begin_by`.
    pub deadline: Instant,
    /// Searches of the same class are expected to take equally long. They have the same game, algorithm, depth and
    /// lines, and the same nodes and time up to a factor of two.
    pub cost_class: u64,
    /// The request in canonical form, if it sets no time limit and asks for one thread. Its answer is then
    /// deterministic, unless the published cap on time ends the search.
    pub canonical: Option<String>,
    /// The game's latest positions.
    pub trail: Trail,
}

impl PreparedSearch {
    /// Runs the search and returns its answer, for other reports than the service's.
    pub fn answer(mut self, engine: &mut Engine, stop: &Stop) -> Answer {
        self.begin();
        self.position.prepare(self.question)(engine, stop, None)
    }

    /// Lets the search's time begin now.
    fn begin(&mut self) -> Ends {
        let ends = self.timing.ends(Instant::now());
        let limits = &mut self.question.limits;
        (limits.deadline, limits.soft_deadline) = (Some(ends.hard), ends.soft);
        ends
    }

    /// Runs the search on a worker. Calls `on_progress` after each finished iteration.
    pub fn run(
        mut self,
        engine: &mut Engine,
        stop: &Stop,
        queued: Duration,
        on_progress: Option<&mut dyn FnMut(ProgressReport)>,
    ) -> SearchReport {
        let ends = self.begin();
        let Self { game, position, question, adviser, extras, .. } = self;
        let root = extras.position.then(|| position.duplicate());
        let opening = extras.opening.then(|| position.opening());
        let search = position.prepare(question.clone());
        let answer = match on_progress {
            None => search(engine, stop, None),
            Some(on_progress) => {
                let mut report = |progress: Progress| on_progress(ProgressReport::new(game, progress));
                search(engine, stop, Some(&mut report))
            }
        };
        let (advice, is_complete) = match &adviser {
            None => (None, true),
            Some(adviser) => {
                let (advice, is_complete) = adviser.advise(&answer, &question, (engine, stop), Some(ends.all));
                (Some(advice), is_complete)
            }
        };
        let described = root.zip(answer.index).map(|(mut root, index)| {
            root.play(index);
            // Most positions are described within a millisecond, so a search that has used all its time may be late by it.
            root.describe(Some(ends.all.max(Instant::now() + LATE_DESCRIPTION)), stop)
        });
        let is_complete = is_complete && !matches!(described, Some(Err(_)));
        let additions = Additions { description: described.and_then(Result::ok), advice, opening, is_complete };
        SearchReport::new(game, self.echo, answer, queued).with_additions(game, additions).with_next(self.way)
    }
}

impl PositionRequest {
    /// Parses the state and plays the moves.
    ///
    /// # Errors
    /// An invalid state, or the first illegal move.
    pub fn position(self, game: &Game) -> Result<Box<dyn AnyPosition>, Refusal> {
        self.reach(game).map(|reached| reached.position)
    }

    /// The position, and the state and moves that lead to it.
    ///
    /// # Errors
    /// As [`Self::position`].
    pub fn reach(self, game: &Game) -> Result<Reached, Refusal> {
        reach(game, self.state.as_deref(), self.moves.unwrap_or_default(), self.draws.unwrap_or_default())
    }
}

impl SearchRequest {
    /// A search of any position within these limits.
    pub(super) fn within(depth: Option<Count>, nodes: Option<Count>, time_ms: Option<Count>) -> Self {
        Self { depth, nodes, time_ms, ..Self::default() }
    }

    /// The same search with the limits of a level.
    pub(super) fn at_level(self, level: Option<Count>) -> Self {
        Self { level, ..self }
    }

    /// Sets the owner. A warm search reuses only searches of the same owner.
    #[must_use]
    pub fn owned_by(self, owner: u64) -> Self {
        Self { owner, ..self }
    }

    /// Validates all fields and the position. The time limit counts from `arrived`, and never ends after `latest`.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn prepare(
        mut self,
        game: &'static Game,
        caps: &Caps,
        arrived: Instant,
        latest: Option<Instant>,
    ) -> Result<PreparedSearch, Refusal> {
        let (state, moves) = (self.state.take(), self.moves.take().unwrap_or_default());
        let (mut question, echo) = self.question(game, caps, arrived)?;
        let (extras, clocks) = (self.with.unwrap_or_default(), self.clock.map(ClockFields::read).transpose()?);
        let timing = Timing::new(arrived, self.wait_ms, question.limits.deadline)?;
        let timing = Timing { clocks, latest, has_extras: extras.is_any(), ..timing };
        question.limits.deadline = Some(arrived + timing.own());
        let cost_class = cost_class(game, &question, arrived) ^ u64::from(extras.advice);
        let Reached { position, state, moves } = reach(game, state.as_deref(), moves, self.draws.unwrap_or_default())?;
        question.order = self.order.take().map(|order| order.find(&*position)).transpose()?;
        question.search_moves =
            self.search_moves.take().map(|moves| moves.find("search_moves", &*position)).transpose()?;
        if clocks.is_some() && position.count_moves() == 1 {
            // Nobody thinks about the only move.
            question.limits.depth = question.limits.depth.min(1);
        }
        let terms = terms((echo.level, echo.seed), self.resign_at, self.draw_at, clocks);
        let canonical = || {
            let (position, question) = (position.identity(), question.identity());
            let plain = format!("search {position} {question} {echo:?} {state} {moves:?}");
            // What only extras depend on belongs to them.
            if extras.is_any() { format!("{plain} {extras:?} {terms:?}") } else { plain }
        };
        let is_timed = self.time_ms.is_some() || clocks.is_some();
        let canonical = (!is_timed && echo.repeatable).then(canonical);
        let adviser = extras.advice.then(|| {
            let start = game.parse(&state).expect("a canonical state");
            Adviser::new(game, position.duplicate(), Past::new(game, start, &moves), terms)
        });
        // Two owners never share a trail, even when they search the same position.
        let trail = position.trail().map(|key| if key == 0 { 0 } else { key ^ self.owner });
        (question.trail, question.owner) = (trail, self.owner);
        let (begin_by, deadline) = (timing.begin_by(), timing.deadline());
        let way = Next::new(State::new(&game.about, state), moves);
        Ok(PreparedSearch {
            game,
            position,
            question,
            timing,
            extras,
            adviser,
            echo,
            way,
            begin_by,
            deadline,
            cost_class,
            canonical,
            trail,
        })
    }

    /// The question without a position, for a player in a match.
    ///
    /// # Errors
    /// The first field that is invalid or belongs to a position.
    pub fn settings(&self, game: &Game, caps: &Caps, arrived: Instant) -> Result<(Question, Echo), Refusal> {
        let of_position = [
            ("state", self.state.is_some()),
            ("moves", self.moves.as_ref().is_some_and(|moves| !moves.is_empty())),
            ("search_moves", self.search_moves.is_some()),
            ("order", self.order.as_ref().is_some_and(|order| order.named().is_none())),
            ("clock", self.clock.is_some()),
            ("wait_ms", self.wait_ms.is_some()),
            ("with", self.with.is_some()),
        ];
        if let Some((name, _)) = of_position.into_iter().find(|(_, given)| *given) {
            let detail = format!("{name} is of one position; expected what holds in all, such as depth");
            return Err(Refusal::new(RefusalKind::InvalidBody, detail).at(name));
        }
        self.question(game, caps, arrived)
    }

    /// The question without root moves, and the fields that the answer repeats.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn question(&self, game: &Game, caps: &Caps, arrived: Instant) -> Result<(Question, Echo), Refusal> {
        let level = self.level(game)?;
        let algorithm = self.algorithm(game, level.is_some())?;
        let max_depth = game.about.max_depth_of(algorithm);
        self.check_exact(algorithm)?;
        let depth = up_to("depth", self.depth, 0, u64::from(max_depth)).map_err(|refusal| {
            let by =
                if max_depth == game.about.max_depth { String::new() } else { format!(" for {}", algorithm.name()) };
            Refusal { detail: refusal.detail + &by, ..refusal }
        })?;
        let nodes = up_to("nodes", self.nodes, 1, caps.max_nodes)?;
        let time_ms = up_to("time_ms", self.time_ms, 1, caps.max_time_ms)?;
        let seed = up_to("seed", self.seed, 0, Caps::MAX_SEED)?.unwrap_or(0);
        let threads = up_to("threads", self.threads, 1, caps.max_threads)?.unwrap_or(1) as usize;
        let multi_pv = match self.multi_pv {
            Some(MultiPv::All) => usize::MAX,
            Some(MultiPv::Best(count)) => up_to("multi_pv", Some(count), 1, Caps::MAX_MULTI_PV)?.unwrap_or(1) as usize,
            None => 1,
        };
        let is_timed = time_ms.is_some() || self.clock.is_some();
        let only_depth = nodes.is_none() && !is_timed && level.is_none();
        let limits = match level {
            Some((_, level)) => Limits { nodes: level.nodes.min(caps.max_nodes), ..level.limits() },
            None => {
                let unasked = if only_depth { game.about.default_depth.min(max_depth) } else { max_depth };
                let depth = depth.map_or(unasked, |depth| depth as u32);
                Limits { nodes: nodes.unwrap_or(caps.max_nodes), ..Limits::depth(depth) }
            }
        };
        let deadline = arrived + Duration::from_millis(time_ms.unwrap_or(caps.max_time_ms));
        let random = matches!(self.tie_break, Some(TieBreakName::Random));
        let levels = level.zip(game.about.levels);
        let is_free = algorithm == Algorithm::Selective && level.is_none();
        let ends_by_time = is_timed && self.depth.is_none() && self.nodes.is_none();
        let warm = is_free && ends_by_time && caps.warm && self.warm != Some(false);
        let techniques = if caps.book { Techniques::ALL } else { Techniques::ALL.without(Technique::Book) };
        let question = Question {
            algorithm,
            multi_pv,
            tie_break: if random { TieBreak::Random(seed) } else { TieBreak::First },
            handicap: levels.and_then(|((number, _), levels)| levels.handicap(number, seed, game.about.expected_score)),
            techniques: self.without.map_or(techniques, |without| without.of(techniques)),
            order: self.order.as_ref().and_then(OrderName::named),
            closed_forms: self.depth.is_none(),
            count_minimax: only_depth,
            warm,
            threads: if is_free { threads } else { 1 },
            ..Question::new(Limits { deadline: Some(deadline), ..limits })
        };
        let echo = Echo {
            algorithm: algorithm.name(),
            level: level.map(|(number, _)| number),
            own_nodes: level.is_some_and(|(_, level)| level.nodes == limits.nodes),
            seed,
            repeatable: !question.warm && question.threads == 1,
        };
        Ok((question, echo))
    }

    /// The requested level and its number.
    fn level(&self, game: &Game) -> Result<Option<(u8, Level)>, Refusal> {
        let refuse = |path: &str, detail: String| Refusal::new(RefusalKind::InvalidBody, detail).at(path);
        let asked = self.level;
        let Some(levels) = game.about.levels.filter(|_| asked.is_some()) else {
            let none = || refuse("level", format!("{} has no levels", game.id));
            return if asked.is_some() { Err(none()) } else { Ok(None) };
        };
        let number = up_to("level", asked, 1, Levels::COUNT as u64)?.unwrap_or_default() as u8;
        let Some(level) = levels.get(number) else { return Ok(None) };
        // Values that the level would set itself are no conflict, because some clients fill in defaults.
        let others = [
            ("depth", self.depth.is_some_and(|Count(depth)| depth != u64::from(level.depth))),
            ("nodes", self.nodes.is_some_and(|Count(nodes)| nodes != level.nodes)),
            ("algorithm", self.algorithm.as_ref().is_some_and(|name| name != game.strongest().name())),
            ("multi_pv", self.multi_pv.is_some_and(|lines| lines != MultiPv::Best(Count(1)))),
            ("tie_break", self.tie_break == Some(TieBreakName::Random)),
        ];
        if let Some((name, _)) = others.into_iter().find(|(_, conflicts)| *conflicts) {
            return Err(refuse(name, format!("{name} cannot join level, which says how to search; time_ms can")));
        }
        Ok(Some((number, level)))
    }

    /// Fields of exact searches: the selective search needs its techniques and its order.
    fn check_exact(&self, algorithm: Algorithm) -> Result<(), Refusal> {
        let given = [("without", self.without.is_some()), ("order", self.order.is_some())];
        match given.into_iter().find(|(_, given)| *given) {
            Some((name, _)) if algorithm == Algorithm::Selective => {
                let detail = format!(
                    "{name} is for exact searches, and this one is selective; expected algorithm alpha-beta, minimax or \
                     textbook beside it"
                );
                Err(Refusal::new(RefusalKind::InvalidBody, detail).at(name))
            }
            _ => Ok(()),
        }
    }

    fn algorithm(&self, game: &Game, leveled: bool) -> Result<Algorithm, Refusal> {
        let Some(name) = &self.algorithm else {
            let exact = self.nodes.is_none() && self.time_ms.is_none() && self.clock.is_none();
            return Ok(if exact && !leveled { Algorithm::AlphaBeta } else { game.strongest() });
        };
        let known = game.algorithms();
        known.iter().copied().find(|algorithm| algorithm.name() == name).ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|algorithm| algorithm.name()).collect();
            let (last, others) = names.split_last().expect("every game has an algorithm");
            let detail = format!("{} has no algorithm {name:?}, only {} and {last}", game.id, others.join(", "));
            Refusal::new(RefusalKind::InvalidBody, detail).at("algorithm")
        })
    }
}

/// See [`PreparedSearch::cost_class`].
pub(super) fn cost_class(game: &Game, question: &Question, arrived: Instant) -> u64 {
    let Limits { depth, nodes, deadline, .. } = question.limits;
    let time_ms = deadline.map_or(Duration::MAX, |deadline| deadline - arrived).as_millis();
    let mut hasher = DefaultHasher::new();
    (game.id, question.algorithm.name(), depth, nodes.ilog2(), time_ms.max(1).ilog2(), question.multi_pv)
        .hash(&mut hasher);
    hasher.finish()
}

/// The cost class of describing a position, which depends on the game only.
#[must_use]
pub fn cost_class_of_description(game: &Game) -> u64 {
    let mut hasher = DefaultHasher::new();
    (game.id, "position").hash(&mut hasher);
    hasher.finish()
}

pub(super) fn position(
    game: &Game,
    state: Option<&RawValue>,
    moves: MoveList,
    draws: DrawsName,
) -> Result<Box<dyn AnyPosition>, Refusal> {
    reach(game, state, moves, draws).map(|reached| reached.position)
}

/// A position, and how it was reached, in canonical names.
pub struct Reached {
    /// The position itself.
    pub position: Box<dyn AnyPosition>,
    /// The state that the moves were played from.
    pub state: String,
    /// The moves, including forced passes between them.
    pub moves: Vec<String>,
}

fn reach(game: &Game, state: Option<&RawValue>, moves: MoveList, draws: DrawsName) -> Result<Reached, Refusal> {
    let (mut position, names) = begin(game, state, moves)?;
    position.set_draws(draws.into());
    let state = position.state();
    let moves = MoveList::play(&names, &mut *position)?;
    Ok(Reached { position, state, moves })
}

/// The position before the moves, and their texts. If no state is given, it is the start of the game; if the second move
/// needs a rule, as in `a2 swap f6`, the start has this rule.
///
/// # Errors
/// An invalid state, or more moves than [`Caps::MAX_MOVES`].
pub(super) fn begin(
    game: &Game,
    state: Option<&RawValue>,
    moves: MoveList,
) -> Result<(Box<dyn AnyPosition>, Vec<String>), Refusal> {
    let start = start(game, state)?;
    let names = moves.names(&*start)?;
    let by_rule = names.get(1).filter(|_| state.is_none()).and_then(|second| game.start_with(second));
    Ok((by_rule.unwrap_or(start), names))
}

/// The position of a state; without a state, the start of the game.
///
/// # Errors
/// An invalid state.
fn start(game: &Game, state: Option<&RawValue>) -> Result<Box<dyn AnyPosition>, Refusal> {
    let at_state = |detail: String| Refusal::new(RefusalKind::InvalidState, detail).at("state");
    match state.map(RawValue::get) {
        None => Ok(game.start()),
        Some(json) if game.about.state_is_json => game.parse(json).map_err(|invalid| at_state(invalid.0)),
        Some(json) => {
            let text: String = serde_json::from_str(json).map_err(|_| {
                at_state(format!("expected a string such as {:?}, found {}", game.about.start(), shorten(json)))
            })?;
            game.parse(&text).map_err(|invalid| at_state(invalid.0))
        }
    }
}

/// Parses a request from a JSON body.
///
/// # Errors
/// `invalid_json` if it is not JSON; otherwise `invalid_body` with the path of the invalid field.
pub fn from_json<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, Refusal> {
    let not_json = |error: &dyn Error| Refusal::new(RefusalKind::InvalidJson, format!("the body is not JSON: {error}"));
    let text = std::str::from_utf8(body).map_err(|error| not_json(&error))?;
    // A byte order mark, which editors on some systems write at the start of texts (RFC 8259, 8.1).
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(Refusal::new(RefusalKind::InvalidJson, "the body is empty, expected a JSON object such as {}"));
    }
    serde_json::from_str::<IgnoredAny>(text).map_err(|error| not_json(&error))?;
    if !text.trim_start().starts_with('{') {
        let detail = format!("expected an object of fields, found {}", shorten(text.trim()));
        return Err(Refusal::new(RefusalKind::InvalidBody, detail));
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        Refusal::of_reader(&path, &error.into_inner().to_string())
    })
}

/// Parses a request from a form-encoded query string.
///
/// # Errors
/// As [`from_json`], with the name of the invalid parameter.
pub fn from_query<T: DeserializeOwned>(game: &Game, query: &str) -> Result<T, Refusal> {
    from_json(json_of_query(game, query).as_bytes())
}

/// The JSON body that a form-encoded query string abbreviates.
#[must_use]
pub fn json_of_query(game: &Game, query: &str) -> String {
    fields::query_to_json(query, game.about.state_is_json)
}

/// Whether a request has only numbers and booleans beside its `state`. Any text, list or object in another field may
/// contain moves or have them counted, which takes milliseconds in the worst positions, while checking everything else
/// takes microseconds. This looks at the JSON and not at the fields' names, so that a field added later is not
/// forgotten here.
#[must_use]
pub fn is_scalar(body: &[u8]) -> bool {
    let is_scalar = |value: &RawValue| !value.get().starts_with(['"', '[', '{']);
    let fields = serde_json::from_slice::<HashMap<String, &RawValue>>(body);
    fields.is_ok_and(|fields| fields.iter().all(|(name, value)| name == "state" || is_scalar(value)))
}
