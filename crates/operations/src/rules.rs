//! The field `rules`: a game whose rules are a part of the request.

use plyd_games::RULES;
use plyd_games::catalogue::Game;
use plyd_games::rules::{self, BESIDE, InvalidRules};
use plyd_wire::fields::BoardSize;
use plyd_wire::{Code, Problem};
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};

/// The game and the state of a request. Rules beside a state are put into it, and the game is then the one whose answers
/// have states without rules, because the client has them.
///
/// # Errors
/// Rules that are missing, or that are given twice or for another game.
pub(crate) fn join(
    game: &'static Game,
    rules: Option<Box<RawValue>>,
    state: Option<Box<RawValue>>,
    size: Option<BoardSize>,
) -> Result<(&'static Game, Option<Box<RawValue>>), Problem> {
    let wrong = |detail: &str| Err(Problem::new(Code::InvalidBody, detail).at("rules"));
    match (rules, state) {
        (None, state) if game.id != RULES.id => Ok((game, state)),
        (Some(_), _) if game.id != RULES.id => {
            wrong(&format!("{} has its own rules; the game rules takes them from the request", game.id))
        }
        (None, Some(state)) if is_object(&state) => Ok((game, Some(state))),
        (None, _) => wrong(r#"rules is missing, expected an object such as {"board": [3, 3], …}"#),
        (Some(_), Some(state)) if is_object(&state) => {
            wrong("rules cannot be combined with a state that has its own rules")
        }
        (Some(_), _) if size.is_some() => {
            Err(Problem::new(Code::InvalidBody, "size cannot be combined with rules, which have their board")
                .at("size"))
        }
        (Some(rules), state) => {
            let whole = to_raw_value(&whole(&rules, state.as_deref())).expect("a text");
            Ok((&BESIDE, Some(whole)))
        }
    }
}

/// The problem of rules that cannot be read.
pub(crate) fn invalid(InvalidRules { path, detail }: InvalidRules) -> Problem {
    Problem::new(Code::InvalidRules, detail).at(path)
}

/// A state with its rules in it.
pub(crate) fn whole(rules: &RawValue, at: Option<&RawValue>) -> String {
    let at = at.map_or_else(String::new, |at| format!(r#","at":{at}"#));
    format!(r#"{{"rules":{rules}{at}}}"#)
}

/// What is wrong with the rules in a state that cannot be read. `None` if they are right.
pub(crate) fn problem_of_rules(game: &Game, state: &str) -> Option<Problem> {
    #[derive(Deserialize)]
    struct Whole<'a> {
        #[serde(borrow)]
        rules: &'a RawValue,
    }
    let Whole { rules } = serde_json::from_str(state).ok().filter(|_| game.id == RULES.id)?;
    let problem = invalid(rules::read_rules(rules.get()).err()?);
    Some(if game.about.state_is_json { problem.within("state") } else { problem })
}

/// Whether a state has rules of its own.
pub(crate) fn is_object(state: &RawValue) -> bool {
    state.get().starts_with('{')
}
