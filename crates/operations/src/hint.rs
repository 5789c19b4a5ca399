//! The operation `hint`.

use plyd_games::catalogue::{AnyPosition, Game, Question};
use plyd_games::hint::{LINES, Stage, hint};
use plyd_search::{Instant, TieBreak};
use plyd_wire::fields::up_to;
use plyd_wire::{Echo, HintReport, HintRequest, Problem, SearchRequest};

use crate::job::{Cost, Done, Job, Parts, Place, Searched, Step, Turn};
use crate::limits::Limits;
use crate::position::{Start, reach};
use crate::rules::join;
use crate::search::{ahead, cost_class, question};
use crate::timing::Timing;

/// A hint that was asked for.
struct Hint {
    game: &'static Game,
    position: Box<dyn AnyPosition>,
    question: Question,
    timing: Timing,
    stage: Stage,
    echo: Echo,
    cost: Cost,
}

/// Reads a request for a hint. Without a limit in the request, the search visits as many nodes as a review's search of
/// a ply.
pub(crate) fn read(request: HintRequest, game: &'static Game, limits: &Limits) -> Result<Step, Problem> {
    let Limits { caps, arrived, .. } = *limits;
    let HintRequest { rules, state, size, moves, draws, stage, level, depth, nodes, time_ms, wait_ms } = request;
    let (game, state) = join(game, rules, state, size)?;
    let stage = up_to("stage", stage, 1, 3)?.and_then(Stage::of).unwrap_or(Stage::Place);
    let search = SearchRequest { depth, nodes, time_ms, level, ..SearchRequest::default() };
    let (question, echo) = question(&ahead(search, "a hint", game, &caps)?, game, &caps, arrived)?;
    let timing = Timing::new(limits, wait_ms, question.limits.deadline)?;
    // A hint uses the depth and nodes of the level, but not its mistakes.
    let question = Question {
        multi_pv: LINES,
        tie_break: TieBreak::First,
        handicap: None,
        count_minimax: false,
        warm: false,
        threads: 1,
        ..question
    };
    let from = Start { state: state.as_deref(), size };
    let position = reach(game, from, moves.unwrap_or_default(), draws.unwrap_or_default())?.position;
    let class = cost_class(game, &question, arrived).rotate_left(1) ^ position.rules_digest();
    let (begin_by, deadline) = (Some(timing.begin_by()), Some(timing.deadline()));
    let cost = Cost { place: Place::Search, class, begin_by, deadline, ..Cost::default() };
    let echo = Echo { repeatable: time_ms.is_none(), ..echo };
    Ok(Step::of(Hint { game, position, question, timing, stage, echo, cost }))
}

impl Job for Hint {
    fn cost(&self) -> Cost {
        self.cost
    }

    fn run(self: Box<Self>, turn: Turn<'_>, _: Parts<'_>) -> Result<Step, Problem> {
        let Self { game, position, mut question, timing, stage, echo, .. } = *self;
        question.limits.deadline = Some(timing.ends(Instant::now()).hard);
        let found = hint(game, &*position, &question, game.about.expected_score, (turn.engine, turn.stop));
        let mut report = HintReport::new(game, stage, echo, found);
        report.warnings = position.warnings();
        let HintReport { game, algorithm, depth, nodes, .. } = report;
        let stopped_by = report.stopped_by.unwrap_or("solved");
        let searched = Some(Searched { game, algorithm, stopped_by, depth, nodes });
        Ok(Step::Done(Done { searched, ..Done::json(&report) }))
    }
}
