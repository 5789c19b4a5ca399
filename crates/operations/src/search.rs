//! The operation `search`.

use std::time::Duration;

use plyd_games::advice::{Adviser, Past, Terms};
use plyd_games::answer::{Answer, Progress};
use plyd_games::catalogue::{AnyPosition, Game, Question};
use plyd_search::level::{Level, Levels};
use plyd_search::{
    Algorithm, Engine, Handicap, Instant, Limits as SearchLimits, Stop, Technique, Techniques, TieBreak,
};
use plyd_wire::fields::{Count, MultiPv, OrderName, TieBreakName, up_to};
use plyd_wire::{
    Additions, Caps, ClockFields, Code, Echo, Extra, Next, Problem, ProgressReport, SearchReport, SearchRequest, State,
    UpToHalf,
};

use crate::job::{Cost, Done, Job, Part, Parts, Place, Searched, Step, Turn};
use crate::limits::{Limits, class};
use crate::moves;
use crate::position::{Reached, Start, reach};
use crate::rules::join;
use crate::timing::{Ends, Timing};

/// Describing the position after the move may take at least this long, even if the search has used all its time.
pub(crate) const LATE_DESCRIPTION: Duration = Duration::from_millis(100);

/// A search that was read.
pub struct Search {
    game: &'static Game,
    position: Box<dyn AnyPosition>,
    question: Question,
    timing: Timing,
    with: Vec<Extra>,
    adviser: Option<Adviser>,
    echo: Echo,
    /// The state and the moves of the request.
    way: Next,
    cost: Cost,
    /// The request in canonical form, if it sets no time limit and asks for one thread. Its answer is then
    /// deterministic, unless the published cap on time ends the search.
    canonical: Option<String>,
    /// Whether the answer says how long it took.
    times: bool,
}

impl Search {
    /// Runs the search and returns its answer, for callers that do not want the service's report.
    pub fn answer(mut self, engine: &mut Engine, stop: &Stop) -> Answer {
        self.begin();
        self.position.prepare(self.question)(engine, stop, None)
    }

    /// Starts the search's time.
    fn begin(&mut self) -> Ends {
        let ends = self.timing.ends(Instant::now());
        let limits = &mut self.question.limits;
        (limits.deadline, limits.soft_deadline) = (Some(ends.hard), ends.soft);
        ends
    }
}

impl Job for Search {
    fn cost(&self) -> Cost {
        self.cost
    }

    fn canonical(&self) -> Option<&str> {
        self.canonical.as_deref()
    }

    /// Searches, and reports each finished iteration as a part.
    fn run(mut self: Box<Self>, turn: Turn<'_>, parts: Parts<'_>) -> Result<Step, Problem> {
        let ends = self.begin();
        let Self { game, position, question, with, adviser, echo, way, times, .. } = *self;
        let Turn { engine, stop, queued } = turn;
        let root = with.contains(&Extra::Position).then(|| position.duplicate());
        let opening = with.contains(&Extra::Opening).then(|| position.opening());
        let warnings = position.warnings();
        let search = position.prepare(question.clone());
        let answer = match parts {
            None => search(engine, stop, None),
            Some(parts) => {
                let mut report =
                    |progress: Progress| parts(Part::new("progress", &ProgressReport::new(game, progress)));
                search(engine, stop, Some(&mut report))
            }
        };
        let advised = adviser.map(|adviser| adviser.advise(&answer, &question, (engine, stop), Some(ends.all)));
        let (advice, is_complete) = advised.unzip();
        let described = root.zip(answer.index).map(|(mut root, index)| {
            root.play(index);
            // Even if the search has used all its time, its position is described: that rarely takes a millisecond.
            root.describe(Some(ends.all.max(Instant::now() + LATE_DESCRIPTION)), stop)
        });
        let is_cut_by_time = is_complete == Some(false) || matches!(described, Some(Err(_)));
        let description = described.and_then(Result::ok);
        let additions = Additions { way: Some(way), description, advice, opening, warnings, is_cut_by_time };
        let stats = answer.analysis.stats;
        let report = SearchReport::new(game, echo, answer, times.then_some(queued), additions);
        let SearchReport { algorithm, stopped_by, depth, .. } = report;
        let nodes = stats.all_nodes();
        let searched = Some(Searched { game: game.id, algorithm, stopped_by, depth, nodes });
        // Serialised on the worker too, because lines and states take time.
        Ok(Step::Done(Done { repeatable: report.deterministic, searched, ..Done::json(&report) }))
    }
}

/// Reads a search: checks all fields, and plays the moves.
///
/// # Errors
/// The first invalid field.
pub fn read(mut request: SearchRequest, game: &'static Game, limits: &Limits) -> Result<Search, Problem> {
    let Limits { caps, arrived, owner, is_repeatable, .. } = *limits;
    let (size, moves) = (request.size, request.moves.take().unwrap_or_default());
    let (game, state) = join(game, request.rules.take(), request.state.take(), size)?;
    let (mut question, echo) = question(&request, game, &caps, arrived)?;
    let mut with = request.with.take().unwrap_or_default();
    with.sort_unstable();
    with.dedup();
    let clocks = request.clock.map(ClockFields::read).transpose()?;
    let plain = Timing::new(limits, request.wait_ms, question.limits.deadline)?;
    let timing = Timing { clocks, has_extras: !with.is_empty(), ..plain };
    question.limits.deadline = Some(arrived + timing.own());
    let class = cost_class(game, &question, arrived) ^ u64::from(with.contains(&Extra::Advice));
    let from = Start { state: state.as_deref(), size };
    let Reached { position, state, moves } = reach(game, from, moves, request.draws.unwrap_or_default())?;
    question.order = request.order.take().map(|order| moves::order(order, &*position)).transpose()?;
    let only = request.search_moves.take().map(|only| moves::find("search_moves", only, &*position));
    question.search_moves = only.transpose()?;
    if clocks.is_some() && position.count_moves() == 1 {
        // On a clock, a single legal move is not worth thinking about.
        question.limits.depth = question.limits.depth.min(1);
    }
    let or_usual = |given: Option<UpToHalf>| given.map_or(Terms::USUAL, |UpToHalf(given)| given);
    let (resign_at, draw_at) = (or_usual(request.resign_at), or_usual(request.draw_at));
    let terms = Terms { level: echo.level, seed: echo.seed, resign_at, draw_at, clocks };
    let canonical = || {
        let (position, question) = (position.identity(), question.identity());
        let plain = format!("search {position} {question} {echo:?} {state} {moves:?}");
        // The terms only change the extras, so they are left out if the request wants no extras.
        if with.is_empty() { plain } else { format!("{plain} {with:?} {terms:?}") }
    };
    let is_timed = request.time_ms.is_some() || clocks.is_some();
    let canonical = (!is_timed && echo.repeatable).then(canonical);
    let adviser = with.contains(&Extra::Advice).then(|| {
        let start = game.parse(&state).expect("a canonical state");
        Adviser::new(game, position.duplicate(), Past::new(game, start, &moves), terms)
    });
    // Two owners never share a trail, even when they search the same position.
    let trail = position.trail().map(|key| if key == 0 { 0 } else { key ^ owner });
    (question.trail, question.owner) = (trail, owner);
    let cost = Cost {
        place: Place::Search,
        class: class ^ position.rules_digest(),
        begin_by: Some(timing.begin_by()),
        deadline: Some(timing.deadline()),
        trail,
        ..Cost::default()
    };
    let way = Next { state: State::new(&game.about, state), moves };
    Ok(Search { game, position, question, timing, with, adviser, echo, way, cost, canonical, times: !is_repeatable })
}

/// The question without a position, for a player in a match.
///
/// # Errors
/// The first field that is invalid or belongs to a position.
pub fn settings(
    request: &SearchRequest,
    game: &Game,
    caps: &Caps,
    arrived: Instant,
) -> Result<(Question, Echo), Problem> {
    let of_position = [
        ("rules", request.rules.is_some()),
        ("state", request.state.is_some()),
        ("size", request.size.is_some()),
        ("moves", request.moves.is_some()),
        ("search_moves", request.search_moves.is_some()),
        ("order", request.order.as_ref().is_some_and(|order| order.named().is_none())),
        ("clock", request.clock.is_some()),
        ("wait_ms", request.wait_ms.is_some()),
        ("with", request.with.is_some()),
    ];
    if let Some((name, _)) = of_position.into_iter().find(|(_, given)| *given) {
        let detail = format!("{name} applies to one position; a match takes settings such as depth");
        return Err(Problem::new(Code::InvalidBody, detail).at(name));
    }
    question(request, game, caps, arrived)
}

/// The question without root moves, and the fields that the answer repeats.
///
/// # Errors
/// The first invalid field.
pub fn question(
    request: &SearchRequest,
    game: &Game,
    caps: &Caps,
    arrived: Instant,
) -> Result<(Question, Echo), Problem> {
    let level = level_of(request, game)?;
    let algorithm = algorithm_of(request, game, level.is_some())?;
    let max_depth = game.about.max_depth_of(algorithm);
    check_exact(request, algorithm)?;
    let depth = up_to("depth", request.depth, 0, u64::from(max_depth)).map_err(|problem| {
        let by = if max_depth == game.about.max_depth { String::new() } else { format!(" for {}", algorithm.name()) };
        Problem { detail: problem.detail + &by, ..problem }
    })?;
    let nodes = up_to("nodes", request.nodes, 1, caps.max_nodes)?;
    let time_ms = up_to("time_ms", request.time_ms, 1, caps.max_time_ms)?;
    let seed = up_to("seed", request.seed, 0, Caps::MAX_SEED)?.unwrap_or(0);
    let threads = up_to("threads", request.threads, 1, caps.max_threads)?.unwrap_or(1) as usize;
    let multi_pv = match request.multi_pv {
        Some(MultiPv::All) => usize::MAX,
        Some(MultiPv::Best(count)) => up_to("multi_pv", Some(count), 1, Caps::MAX_MULTI_PV)?.unwrap_or(1) as usize,
        None => 1,
    };
    let is_timed = time_ms.is_some() || request.clock.is_some();
    let only_depth = nodes.is_none() && !is_timed && level.is_none();
    let limits = match level {
        Some((_, level)) => SearchLimits { nodes: level.nodes.min(caps.max_nodes), ..level.limits() },
        None => {
            let unasked = if only_depth { game.about.default_depth.min(max_depth) } else { max_depth };
            let depth = depth.map_or(unasked, |depth| depth as u32);
            SearchLimits { nodes: nodes.unwrap_or(caps.max_nodes), ..SearchLimits::depth(depth) }
        }
    };
    let deadline = arrived + Duration::from_millis(time_ms.unwrap_or(caps.max_time_ms));
    let random = matches!(request.tie_break, Some(TieBreakName::Random));
    let is_free = algorithm == Algorithm::Selective && level.is_none();
    let ends_by_time = is_timed && request.depth.is_none() && request.nodes.is_none();
    let warm = is_free && ends_by_time && caps.warm && request.warm != Some(false);
    let techniques = if caps.book { Techniques::ALL } else { Techniques::ALL.without(Technique::Book) };
    let question = Question {
        algorithm,
        multi_pv,
        tie_break: if random { TieBreak::Random(seed) } else { TieBreak::First },
        handicap: level.map(|(number, level)| {
            let own = level.handicap(number, seed, game.about.expected_score);
            Handicap { first_nodes: own.first_nodes.min(caps.max_nodes), ..own }
        }),
        techniques: request.without.map_or(techniques, |without| without.of(techniques)),
        order: request.order.as_ref().and_then(OrderName::named),
        closed_forms: request.depth.is_none(),
        count_minimax: only_depth,
        warm,
        threads: if is_free { threads } else { 1 },
        ..Question::new(SearchLimits { deadline: Some(deadline), ..limits })
    };
    let echo = Echo {
        algorithm: algorithm.name(),
        level: level.map(|(number, _)| number),
        elo: request.elo.map(|Count(elo)| elo as u32),
        own_nodes: level.is_some_and(|(_, level)| level.nodes == limits.nodes),
        seed,
        repeatable: !question.warm && question.threads == 1,
    };
    Ok((question, echo))
}

/// The request for a search that has to look ahead. Without any limit, it has as many nodes as a review's for a ply.
///
/// # Errors
/// The depth is 0.
pub(crate) fn ahead(search: SearchRequest, what: &str, game: &Game, caps: &Caps) -> Result<SearchRequest, Problem> {
    let SearchRequest { depth, nodes, time_ms, level, .. } = search;
    if depth == Some(Count(0)) {
        let detail = format!("depth is 0, expected at least 1: {what} has to look ahead");
        return Err(Problem::new(Code::InvalidBody, detail).at("depth"));
    }
    let nothing = depth.is_none() && nodes.is_none() && time_ms.is_none() && level.is_none();
    let usual = nothing.then(|| Count(game.about.review_nodes.min(caps.max_nodes)));
    Ok(SearchRequest { nodes: nodes.or(usual), ..search })
}

/// The requested strength, and the number of its level, or of the next level above a place on the Elo scale.
fn level_of(request: &SearchRequest, game: &Game) -> Result<Option<(u8, Level)>, Problem> {
    let refuse = |path: &str, detail: String| Problem::new(Code::InvalidBody, detail).at(path);
    let asked = match (request.level, request.elo) {
        (None, None) => return Ok(None),
        (Some(_), Some(_)) => return Err(refuse("elo", "elo cannot be combined with level".to_owned())),
        (Some(_), None) => "level",
        (None, Some(_)) => "elo",
    };
    let Some(levels) = game.about.levels else {
        return Err(refuse(asked, format!("{} has no levels", game.id)));
    };
    let (number, level) = match request.elo {
        Some(elo) => of_elo(elo, &levels, game)?,
        None => {
            let number = up_to("level", request.level, 1, Levels::COUNT as u64)?.unwrap_or_default() as u8;
            (number, levels.get(number).expect("it is within the levels"))
        }
    };
    // Values that the level would set itself do not conflict, because some clients fill in defaults.
    let others = [
        ("depth", request.depth.is_some_and(|Count(depth)| depth != u64::from(level.depth))),
        ("nodes", request.nodes.is_some_and(|Count(nodes)| nodes != level.nodes)),
        ("algorithm", request.algorithm.as_ref().is_some_and(|name| name != game.strongest().name())),
        ("multi_pv", request.multi_pv.is_some_and(|lines| lines != MultiPv::Best(Count(1)))),
        ("tie_break", request.tie_break == Some(TieBreakName::Random)),
    ];
    if let Some((name, _)) = others.into_iter().find(|(_, conflicts)| *conflicts) {
        return Err(refuse(name, format!("{name} cannot be combined with {asked}; only time_ms can")));
    }
    Ok(Some((number, level)))
}

/// The strength at a place on the Elo scale.
///
/// # Errors
/// The levels of the game have no places, or they do not reach this one.
fn of_elo(Count(elo): Count, levels: &Levels, game: &Game) -> Result<(u8, Level), Problem> {
    let refuse = |code, detail: String| Problem::new(code, detail).at("elo");
    let [Some(least), Some(greatest)] = [levels.elo.first(), levels.elo.last()] else {
        let detail = format!("{} has no Elo ratings; did you mean level, from 1 to {}?", game.id, Levels::COUNT);
        return Err(refuse(Code::InvalidBody, detail));
    };
    u32::try_from(elo).ok().and_then(|elo| levels.of_elo(elo)).ok_or_else(|| {
        let code = if elo < u64::from(least.elo) { Code::InvalidBody } else { Code::LimitExceeded };
        refuse(code, format!("elo is {elo}, expected {} to {}", least.elo, greatest.elo))
    })
}

/// Refuses fields that only exact searches have. The selective search depends on its own techniques and order.
fn check_exact(request: &SearchRequest, algorithm: Algorithm) -> Result<(), Problem> {
    let given = [("without", request.without.is_some()), ("order", request.order.is_some())];
    match given.into_iter().find(|(_, given)| *given) {
        Some((name, _)) if algorithm == Algorithm::Selective => {
            let detail = format!(
                "{name} works only in exact searches, and this one is selective; set algorithm to alpha-beta, minimax \
                 or textbook"
            );
            Err(Problem::new(Code::InvalidBody, detail).at(name))
        }
        _ => Ok(()),
    }
}

fn algorithm_of(request: &SearchRequest, game: &Game, leveled: bool) -> Result<Algorithm, Problem> {
    let Some(name) = &request.algorithm else {
        let exact = request.nodes.is_none() && request.time_ms.is_none() && request.clock.is_none();
        return Ok(if exact && !leveled { Algorithm::AlphaBeta } else { game.strongest() });
    };
    let known = game.algorithms();
    known.iter().copied().find(|algorithm| algorithm.name() == name).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|algorithm| algorithm.name()).collect();
        let (last, others) = names.split_last().expect("every game has an algorithm");
        let detail = format!("{} has no algorithm {name:?}, only {} and {last}", game.id, others.join(", "));
        Problem::new(Code::InvalidBody, detail).at("algorithm")
    })
}

/// Searches of the same class are expected to take equally long. They have the same game, algorithm, depth and lines,
/// and the same nodes and time up to a factor of two.
pub(crate) fn cost_class(game: &Game, question: &Question, arrived: Instant) -> u64 {
    let SearchLimits { depth, nodes, deadline, .. } = question.limits;
    let time_ms = deadline.map_or(Duration::MAX, |deadline| deadline - arrived).as_millis();
    class((game.id, question.algorithm.name(), depth, nodes.ilog2(), time_ms.max(1).ilog2(), question.multi_pv))
}
