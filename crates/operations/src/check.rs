//! The operation `rules/check`: rules as they were understood, tried out.

use std::time::Duration;

use plyd_games::RULES;
use plyd_games::catalogue::AnyPosition;
use plyd_games::rules::{BESIDE, Trial};
use plyd_search::Instant;
use plyd_wire::fields::up_to;
use plyd_wire::{Caps, Problem, RulesCheckReport, RulesCheckRequest, TriedGame};

use crate::job::{Cost, Done, Job, Parts, Place, Step, Turn};
use crate::limits::{Limits, class};
use crate::rules::{invalid, whole};

/// The longest move sequences that are counted.
const DEPTH: u32 = 4;
/// How many nodes may be counted for all lengths together.
const NODES_MAX: u64 = 2_000_000;

/// Rules to try out.
struct Check {
    trial: Trial,
    start: Box<dyn AnyPosition>,
    /// The counts so far; `None` from the first length on that has too many sequences.
    perft: Vec<Option<u64>>,
    nodes: u64,
    deadline: Instant,
    class: u64,
    canonical: String,
}

/// Reads a request to check rules.
pub(crate) fn read(request: &RulesCheckRequest, limits: &Limits) -> Result<Step, Problem> {
    let seed = up_to("seed", request.seed, 0, Caps::MAX_SEED)?.unwrap_or(0);
    let trial = Trial::new(request.rules.get(), seed).map_err(invalid)?;
    let start = BESIDE.parse(&whole(&request.rules, None)).expect("rules that were read");
    let deadline = limits.arrived + Duration::from_millis(limits.caps.max_time_ms);
    let deadline = limits.latest.map_or(deadline, |latest| latest.min(deadline));
    let canonical = format!("rules/check {} {seed}", trial.text());
    let class = class((RULES.id, "check", start.rules_digest()));
    Ok(Step::of(Check { trial, start, perft: Vec::new(), nodes: NODES_MAX, deadline, class, canonical }))
}

impl Job for Check {
    fn cost(&self) -> Cost {
        Cost { place: Place::Search, class: self.class, deadline: Some(self.deadline), ..Cost::default() }
    }

    fn canonical(&self) -> Option<&str> {
        Some(&self.canonical)
    }

    /// Counts the sequences of one length, or plays some random games.
    fn run(mut self: Box<Self>, turn: Turn<'_>, _: Parts<'_>) -> Result<Step, Problem> {
        turn.stop.check(Some(self.deadline))?;
        if self.perft.len() < DEPTH as usize {
            let depth = self.perft.len() as u32 + 1;
            let is_over = self.perft.last() == Some(&None);
            let count = if is_over { None } else { self.trial.perft(depth, &mut self.nodes, turn.stop) };
            self.perft.push(count);
            return Ok(Step::Again(self, None));
        }
        if self.trial.play(turn.stop) {
            return Ok(Step::Again(self, None));
        }
        let described = self.start.describe(Some(self.deadline), turn.stop)?;
        let moves = self.trial.first_game().to_vec();
        for name in &moves {
            self.start.play_named(name).expect("a legal move");
        }
        let game = TriedGame { moves, end: self.start.standing() };
        let Self { trial, perft, .. } = *self;
        let report = RulesCheckReport::new(&RULES, &trial, described, perft, game);
        Ok(Step::Done(Done::json(&report)))
    }
}
