//! The operation `position`, and the positions that other operations are about.

use plyd_games::catalogue::{AnyPosition, Game};
use plyd_games::notation::InvalidState;
use plyd_search::Instant;
use plyd_wire::MoveList;
use plyd_wire::fields::{BoardSize, DrawsName, shorten};
use plyd_wire::{Code, PositionExtra, PositionReport, PositionRequest, Problem};
use serde_json::value::RawValue;

use crate::job::{Cost, Done, Job, Parts, Step, Turn};
use crate::limits::{Limits, class};
use crate::moves;
use crate::rules::{join, problem_of_rules};
use crate::text::text;

/// A position to describe.
struct Position {
    game: &'static Game,
    position: Box<dyn AnyPosition>,
    wants_text: bool,
    canonical: String,
    due: Option<Instant>,
}

/// Reads a request to describe a position.
pub(crate) fn read(request: PositionRequest, game: &'static Game, limits: &Limits) -> Result<Step, Problem> {
    let wants_text = request.with.as_ref().is_some_and(|with| with.contains(&PositionExtra::Text));
    let (game, state) = join(game, request.rules, request.state, request.size)?;
    let from = Start { state: state.as_deref(), size: request.size };
    let position = reach(game, from, request.moves.unwrap_or_default(), request.draws.unwrap_or_default())?.position;
    let operation = if wants_text { "position+text" } else { "position" };
    let canonical = format!("{operation} {}", position.identity());
    Ok(Step::of(Position { game, position, wants_text, canonical, due: limits.due(limits.arrived) }))
}

impl Job for Position {
    fn cost(&self) -> Cost {
        Cost {
            class: class((self.game.id, "position", self.position.rules_digest())),
            deadline: self.due,
            ..Cost::default()
        }
    }

    fn canonical(&self) -> Option<&str> {
        Some(&self.canonical)
    }

    fn run(self: Box<Self>, turn: Turn<'_>, _: Parts<'_>) -> Result<Step, Problem> {
        let described = self.position.describe(self.due, turn.stop)?;
        let text = self.wants_text.then(|| text(&self.game.about, &*self.position, &described));
        let warnings = self.position.warnings();
        Ok(Step::Done(Done::json(&PositionReport { text, warnings, ..PositionReport::new(self.game, described) })))
    }
}

/// The position of a request, and how it was reached.
///
/// # Errors
/// An invalid state, or the first illegal move.
pub fn reach_request(request: PositionRequest, game: &'static Game) -> Result<Reached, Problem> {
    let (game, state) = join(game, request.rules, request.state, request.size)?;
    let from = Start { state: state.as_deref(), size: request.size };
    reach(game, from, request.moves.unwrap_or_default(), request.draws.unwrap_or_default())
}

/// The fields that say where a game starts. Without any, it is the usual start.
#[derive(Clone, Copy)]
pub(crate) struct Start<'a> {
    pub(crate) state: Option<&'a RawValue>,
    pub(crate) size: Option<BoardSize>,
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

pub(crate) fn reach(game: &Game, from: Start<'_>, moves: MoveList, draws: DrawsName) -> Result<Reached, Problem> {
    let (mut position, names) = begin(game, from, moves)?;
    position.set_draws(draws.into());
    let state = position.state();
    let moves = moves::play(&names, &mut *position)?;
    moves::check_listing(&*position, if names.is_empty() { "state" } else { "moves" })?;
    Ok(Reached { position, state, moves })
}

/// The position before the moves, and the names of the moves. Without a state, the position is the start of the game.
/// If the second move then needs a rule, as in `a2 swap f6`, the start has that rule.
///
/// # Errors
/// An invalid state or size, or more moves than [`plyd_wire::Caps::MAX_MOVES`].
pub(crate) fn begin(
    game: &Game,
    from: Start<'_>,
    moves: MoveList,
) -> Result<(Box<dyn AnyPosition>, Vec<String>), Problem> {
    let start = start(game, from)?;
    let names = moves::names(game, moves, &*start)?;
    let second = names.get(1).filter(|_| from.state.is_none());
    let by_rule = second.and_then(|second| game.with_rule_of(&start.state(), second));
    Ok((by_rule.unwrap_or(start), names))
}

/// The position of a state; without a state, the start of the game, on the board of this size if one is given.
///
/// # Errors
/// An invalid state or size, or both at once.
fn start(game: &Game, Start { state, size }: Start<'_>) -> Result<Box<dyn AnyPosition>, Problem> {
    let at_state = |detail: String| Problem::new(Code::InvalidState, detail).at("state");
    let parse = |text: &str| {
        let wrong = |invalid: InvalidState| problem_of_rules(game, text).unwrap_or_else(|| at_state(invalid.0));
        game.parse(text).map_err(wrong)
    };
    match state.map(RawValue::get) {
        Some(_) if size.is_some() => {
            Err(Problem::new(Code::InvalidBody, "size cannot be combined with state, which has its board").at("size"))
        }
        None => size.map_or_else(|| Ok(game.start()), |size| of_size(game, size)),
        Some(json) if game.about.state_is_json => parse(json),
        Some(json) => {
            let text: String = serde_json::from_str(json).map_err(|_| {
                at_state(format!("expected a string such as {:?}, found {}", game.about.start(), shorten(json)))
            })?;
            parse(&text)
        }
    }
}

/// The start of the game on a board of this size.
///
/// # Errors
/// The game has no such board.
fn of_size(game: &Game, size: BoardSize) -> Result<Box<dyn AnyPosition>, Problem> {
    let refuse = |detail: String| Err(Problem::new(Code::InvalidBody, detail).at("size"));
    let Some(sizes) = game.sizes else {
        return refuse(format!("{} has only one board, so leave out size", game.id));
    };
    if !sizes.has(size.0) {
        let [least, greatest] = [sizes.least, sizes.greatest].map(BoardSize);
        let square = if sizes.square { ", a square" } else { "" };
        return refuse(format!("size is {size}, expected {least} to {greatest}{square}"));
    }
    Ok(game.parse(&(sizes.start)(size.0)).expect("a start of this game"))
}
