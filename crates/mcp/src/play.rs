//! Tools that take a game as its moves: what they require, and the tool `play_move`.

use plyd_wire::{Code, Problem};
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::service::{Failure, Service};

/// The fields of a search that `play_move` has too.
pub(super) const FIELDS: [&str; 9] = ["state", "size", "moves", "draws", "level", "elo", "seed", "time_ms", "wait_ms"];

/// Models edit states by hand, and then ask about positions that never were. So they have to send the moves.
///
/// # Errors
/// There are no moves.
pub(super) fn require_moves(arguments: &JsonObject) -> Result<(), Problem> {
    if is_given(arguments, "moves") {
        return Ok(());
    }
    let detail = "expected all moves of the game, or [] before the first: a state alone may be a position that never \
                  was; send state only if the game began there";
    Err(Problem::new(Code::InvalidBody, detail).at("moves"))
}

/// Adds the legal moves to the failure of a request whose move is illegal, unless they cannot be found.
pub(super) async fn name_legal_moves(service: &Service, game: &str, mut way: JsonObject, failure: &mut Failure) {
    if failure.problem["code"] != "illegal_move" {
        return;
    }
    if let Some(index) =
        failure.problem["path"].as_str().and_then(|path| path.strip_prefix("moves[")?.strip_suffix(']'))
    {
        // A text is split by the service, so only a list can be cut before the illegal move.
        let (Ok(index), Some(Value::Array(moves))) = (index.parse::<usize>(), way.get_mut("moves")) else { return };
        moves.truncate(index);
    }
    way.retain(|name, _| ["state", "size", "moves", "draws"].contains(&name.as_str()));
    let Ok(position) = service.ask_json(&format!("{game}/position"), way).await else { return };
    let written = |legal: &Value| legal.get("label").or_else(|| legal.get("move")).cloned();
    let legal: Vec<Value> = position["legal_moves"].as_array().into_iter().flatten().filter_map(written).collect();
    if !legal.is_empty() {
        failure.problem["legal_moves"] = legal.into();
    }
}

/// Plays the caller's move after the moves of the game, and then plyd's moves until it is the caller's turn again or
/// the game is over.
pub(super) async fn play(service: &Service, game: &str, mut arguments: JsonObject) -> Result<String, Failure> {
    let invalid = |name: &str, detail: String| Problem::new(Code::InvalidBody, detail).at(name);
    let Some(given) = arguments.remove("move").filter(|given| !given.is_null()) else {
        return Err(invalid("move", "expected the move to play".to_owned()).into());
    };
    if let Some(name) = arguments.keys().find(|name| !FIELDS.contains(&name.as_str())) {
        let detail = format!("unknown field `{name}`, expected `game`, `move`, `{}`", FIELDS.join("`, `"));
        return Err(invalid(name, detail).into());
    }
    if !is_given(&arguments, "level") && !is_given(&arguments, "elo") {
        let detail = "expected the level that plyd plays at, from 1 to 10, or elo in a game that has it";
        return Err(invalid("level", detail.to_owned()).into());
    }
    let path = format!("{game}/search");
    arguments.insert("with".to_owned(), json!(["position"]));

    // A search of one move answers with that move, the position after it, and the game so far.
    let mut own = arguments.clone();
    own.retain(|name, _| !["level", "elo", "seed", "time_ms"].contains(&name.as_str()));
    own.extend([("search_moves".to_owned(), json!([given])), ("depth".to_owned(), json!(1))]);
    let mut last = service.ask_json(&path, own).await.map_err(at_move)?;
    let (caller, played) = (last["to_move"].clone(), step(&last));

    // The state of the answer has the board.
    arguments.remove("size");
    let mut replies = Vec::new();
    while last["after"]["over"] == false && last["after"]["to_move"] != caller {
        let (state, moves) = match &last["next"] {
            // There are more moves than a request may have.
            Value::Null => (last["after"]["state"].clone(), json!([])),
            next => (next["state"].clone(), next["moves"].clone()),
        };
        arguments.extend([("state".to_owned(), state), ("moves".to_owned(), moves)]);
        last = service.ask_json(&path, arguments.clone()).await?;
        replies.push(step(&last));
    }
    let answer = json!({ "played": played, "replies": replies, "position": last["after"], "next": last["next"] });
    Ok(answer.to_string())
}

/// A field that is null counts as absent.
fn is_given(arguments: &JsonObject, name: &str) -> bool {
    arguments.get(name).is_some_and(|given| !given.is_null())
}

/// The failure of the search of one move, with the name that the move has here.
fn at_move(mut failure: Failure) -> Failure {
    if failure.problem["path"].as_str().is_some_and(|path| path.starts_with("search_moves")) {
        failure.problem["path"] = json!("move");
    }
    failure
}

/// The move of a search's answer.
fn step(answer: &Value) -> Value {
    json!({ "move": answer["move"], "label": answer["label"], "state": answer["after"]["state"] })
}
