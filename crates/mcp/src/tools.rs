//! The tools. Their schemas are taken from the contract. References are resolved, and fields of requests that are
//! nullable in the contract are optional here.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

use plyd_wire::Caps;

use super::play;

/// A tool: an operation of the service.
pub(super) struct Operation {
    pub(super) name: &'static str,
    title: &'static str,
    description: &'static str,
    pub(super) takes: Takes,
    /// The path after `/v1`, or after the game if there is one.
    pub(super) path: &'static str,
    /// The schema of the body; `None` for a GET request.
    pub(super) body: Option<&'static str>,
    /// The schema of the answer; `None` if the answer is plain text.
    answer: Option<&'static str>,
}

/// What a tool takes besides the fields of its body.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    Nothing,
    /// A game.
    Game,
    /// A game, and all its moves: a state alone is refused.
    Moves,
    /// The same, and a move to play.
    Move,
}

impl Operation {
    /// Whether the answer is JSON.
    pub(super) const fn is_structured(&self) -> bool {
        self.answer.is_some()
    }
}

/// Every tool.
pub(super) const OPERATIONS: [Operation; 11] = [
    Operation {
        name: "list_games",
        title: "List the games",
        description: "All games, each with its id, its players, a summary and its starting state.",
        takes: Takes::Nothing,
        path: "/games",
        body: None,
        answer: Some("GameList"),
    },
    Operation {
        name: "describe_game",
        title: "Describe a game",
        description: "A game's rules, how its states and moves are written, what its scores mean, its algorithms and \
                      its levels of play.",
        takes: Takes::Game,
        path: "",
        body: None,
        answer: Some("Game"),
    },
    Operation {
        name: "describe_position",
        title: "Describe a position",
        description: "Whose turn it is, every legal move with the position after it, the board, and how the game ended \
                      if it is over. Send all moves of the game, [] for the start.",
        takes: Takes::Moves,
        path: "/position",
        body: Some("PositionRequest"),
        answer: Some("Position"),
    },
    Operation {
        name: "play_move",
        title: "Play a move against plyd",
        description: "Plays your move, and answers with plyd's at a level, or in chess at an elo: each move with the \
                      position after it, and then the position in which it is your turn, with every legal move. Send \
                      all moves of the game, and the same seed throughout a game. For your next move, send back next. \
                      To let plyd begin, use search with the same level and seed.",
        takes: Takes::Move,
        path: "/search",
        body: Some("SearchRequest"),
        answer: Some("Played"),
    },
    Operation {
        name: "search",
        title: "Search for the best move",
        description: "The best move in a position, its score for the side to move, and the line of best play, found by \
                      alpha-beta. Limit it by depth, nodes or time_ms, or choose a level to play against, with a new \
                      random seed for each game. multi_pv scores several moves. with [\"advice\"] also says whether \
                      to resign, and whether to offer or accept a draw. To continue a game, send back next with the \
                      opponent's move added to its moves.",
        takes: Takes::Game,
        path: "/search",
        body: Some("SearchRequest"),
        answer: Some("Search"),
    },
    Operation {
        name: "grade_move",
        title: "Judge moves of a position",
        description: "For each candidate whether it is legal or why not, what it loses against the best move in expected \
                      score from 0 to 1, whether that is proven, and a verdict. Send all moves of the game, and the \
                      candidates in any usual notation.",
        takes: Takes::Moves,
        path: "/grade",
        body: Some("GradeRequest"),
        answer: Some("Grade"),
    },
    Operation {
        name: "review",
        title: "Judge every move of a game",
        description: "How much expected score, from 0 to 1, each move of a game lost compared with the best move, with \
                      a verdict for each move and a summary for each side. Send moves, or a record such as PGN. plies \
                      selects a part of a long game; a few thousand nodes give a quick answer.",
        takes: Takes::Game,
        path: "/review",
        body: Some("ReviewRequest"),
        answer: Some("Review"),
    },
    Operation {
        name: "read_record",
        title: "Read the record of a game",
        description: "Reads a game that another program has written, such as PGN. Gives the state and the moves for \
                      the other tools, the result, the tags and the comments. describe_game lists a game's formats.",
        takes: Takes::Game,
        path: "/record",
        body: Some("RecordRequest"),
        answer: Some("GameRecord"),
    },
    Operation {
        name: "write_record",
        title: "Write the record of a game",
        description: "Writes a state, the moves played from it, and tags as text for other programs, such as PGN.",
        takes: Takes::Game,
        path: "/record/write",
        body: Some("RecordWriteRequest"),
        answer: Some("WrittenRecord"),
    },
    Operation {
        name: "draw_tree",
        title: "Draw a search tree",
        description: "The tree that minimax or alpha-beta searches from a position, as SVG: the value of every node, \
                      and what was cut off and why. Small depths give readable pictures.",
        takes: Takes::Game,
        path: "/tree.svg",
        body: Some("TreeRequest"),
        answer: None,
    },
    Operation {
        name: "check_rules",
        title: "Check rules of your own",
        description: "Reads rules of a game that you have made up, and says in sentences what each word means. Counts \
                      the first moves, plays random games, and warns of pieces and ends that never occur. To play such a \
                      game, give the other tools the game rules and the same rules.",
        takes: Takes::Nothing,
        path: "/rules/check",
        body: Some("RulesCheckRequest"),
        answer: Some("RulesCheck"),
    },
];

/// The tools of a service with this contract and these caps.
pub(super) fn list(contract: &str, caps: &Caps) -> Vec<Tool> {
    let contract: Value = serde_json::from_str(contract).expect("the contract is JSON");
    let mut schemas = contract["components"]["schemas"].clone();
    schemas["Played"] = played();
    let schemas = &schemas;
    let tool = |operation: &Operation| {
        let mut input = match operation.body {
            Some(name) => plain(schemas, &schemas[name], Null::LeftOut),
            None => json!({ "type": "object", "properties": {}, "additionalProperties": false }),
        };
        let most = [("nodes", caps.max_nodes), ("time_ms", caps.max_time_ms), ("wait_ms", Caps::MAX_WAIT_MS)];
        for (name, most) in most {
            if let Some(Value::Object(field)) = input["properties"].get_mut(name) {
                field.insert("maximum".to_owned(), most.into());
            }
        }
        if operation.takes != Takes::Nothing {
            input["properties"]["game"] = plain(schemas, &schemas["GameId"], Null::LeftOut);
        }
        let mut required = operation.takes.required().to_vec();
        if operation.takes == Takes::Move {
            input["properties"]["move"] = plain(schemas, &schemas["MoveName"], Null::LeftOut);
            let fields = input["properties"].as_object_mut().expect("an object");
            fields.retain(|name, _| required.contains(&name.as_str()) || play::FIELDS.contains(&name.as_str()));
        }
        if required.contains(&"moves") {
            input["properties"]["moves"]["description"] = MOVES.into();
            input["properties"]["state"]["description"] = STATE.into();
        }
        required.extend(
            schemas[operation.body.unwrap_or_default()]["required"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str),
        );
        if !required.is_empty() {
            input["required"] = required.into();
        }
        // The tools change nothing and have no access to anything outside this process.
        let hints = ToolAnnotations::with_title(operation.title).read_only(true).idempotent(true).open_world(false);
        let tool = Tool::new(operation.name, operation.description, object(input));
        let tool = tool.with_title(operation.title).with_annotations(hints);
        match operation.answer {
            Some(name) => tool.with_raw_output_schema(object(plain(schemas, &schemas[name], Null::Kept))),
            None => tool,
        }
    };
    OPERATIONS.iter().map(tool).collect()
}

/// The fields that tell a position, where the moves are required.
const MOVES: &str = "All moves of the game so far, in order; [] before the first.";
const STATE: &str = "Where the game began, before the first of moves. Only for a game that did not begin at the usual \
                     start; never a position that you changed yourself.";

impl Takes {
    /// The arguments that it requires.
    const fn required(self) -> &'static [&'static str] {
        match self {
            Self::Nothing => &[],
            Self::Game => &["game"],
            Self::Moves => &["game", "moves"],
            Self::Move => &["game", "moves", "move"],
        }
    }
}

/// The schema of the answer of `play_move`.
fn played() -> Value {
    let step = json!({
        "type": "object",
        "required": ["move", "label", "state"],
        "properties": {
            "move": { "$ref": "#/components/schemas/MoveName" },
            "label": { "type": "string", "description": "The move as people write it." },
            "state": { "$ref": "#/components/schemas/CanonicalState", "description": "The position after the move." },
        },
    });
    json!({
        "type": "object",
        "required": ["played", "replies", "position", "next"],
        "properties": {
            "played": step,
            "replies": {
                "type": "array",
                "items": step,
                "description": "plyd's moves: usually one. None if the game is over or you move again; several if plyd \
                                moves again.",
            },
            "position": {
                "$ref": "#/components/schemas/After",
                "description": "The position after all these moves. It is your turn, unless the game is over.",
            },
            "next": {
                "oneOf": [{ "$ref": "#/components/schemas/Next" }, { "type": "null" }],
                "description": "The game so far, to send back with your next move. Null if it has more moves than a \
                                request may have; then continue from position.state.",
            },
        },
    })
}

/// MCP requires `type: object` in every schema, even in composed ones.
fn object(schema: Value) -> Arc<JsonObject> {
    match schema {
        Value::Object(mut object) => {
            object.entry("type").or_insert("object".into());
            Arc::new(object)
        }
        _ => unreachable!("schemas of the contract are objects"),
    }
}

/// How nullable fields are treated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Null {
    /// In answers.
    Kept,
    /// In requests, where the field becomes optional.
    LeftOut,
}

/// Resolves the references in a schema, and replaces paths by the names of tools.
fn plain(schemas: &Value, schema: &Value, null: Null) -> Value {
    resolved(schemas, schema, null, &[])
}

/// The same within these schemas. One of them that occurs in itself, such as a variation, is any value there.
fn resolved(schemas: &Value, schema: &Value, null: Null, within: &[&str]) -> Value {
    match schema {
        Value::Object(fields) => {
            let mut made = JsonObject::new();
            for (name, value) in fields {
                let meant = match (name.as_str(), value) {
                    ("$ref", Value::String(place)) => {
                        let name = place.rsplit('/').next().unwrap_or_default();
                        Some(if within.contains(&name) {
                            Value::Object(JsonObject::new())
                        } else {
                            resolved(schemas, &schemas[name], null, &[within, &[name]].concat())
                        })
                    }
                    ("oneOf", Value::Array(forms)) if null == Null::LeftOut => {
                        or_null(forms).map(|form| resolved(schemas, form, null, within))
                    }
                    _ => None,
                };
                match meant {
                    // Fields next to a reference override the fields of its target.
                    Some(Value::Object(fields)) => {
                        for (name, value) in fields {
                            made.entry(name).or_insert(value);
                        }
                    }
                    _ => drop(made.insert(name.clone(), resolved(schemas, value, null, within))),
                }
            }
            Value::Object(made)
        }
        Value::Array(items) => items.iter().map(|item| resolved(schemas, item, null, within)).collect(),
        Value::String(text) => {
            Value::String(text.replace("GET /v1/games/{game}", "describe_game").replace("GET /v1/games", "list_games"))
        }
        other => other.clone(),
    }
}

/// The part of a nullable schema that describes values other than null.
fn or_null(forms: &[Value]) -> Option<&Value> {
    match forms {
        [form, null] if null["type"] == "null" => Some(form),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use plyd::http::Service;
    use plyd::pool::SearchPool;
    use plyd_games::CATALOGUE;

    fn names_in(schema: &Value, names: &mut Vec<String>) {
        match schema {
            Value::Object(fields) => fields.iter().for_each(|(name, value)| {
                names.push(name.clone());
                names_in(value, names);
            }),
            Value::Array(items) => items.iter().for_each(|item| names_in(item, names)),
            _ => {}
        }
    }

    #[test]
    fn schemas_refer_to_nothing_and_name_the_games_and_caps_of_this_server() {
        let caps = Caps::new(77, 88);
        let service = Service::new(CATALOGUE, SearchPool::new(1, 1, 0), caps, 0, Duration::ZERO);
        let tools = list(service.contract(), &caps);
        for tool in &tools {
            let (input, output) = (Value::Object((*tool.input_schema).clone()), tool.output_schema.as_deref());
            let mut names = Vec::new();
            names_in(&input, &mut names);
            assert!(!names.iter().any(|name| name == "$ref"), "{}: {input}", tool.name);
            names_in(&json!(output), &mut names);
            assert!(!names.iter().any(|name| name == "$ref"), "{}: {output:?}", tool.name);
            assert_eq!((&input["type"], &input["additionalProperties"]), (&json!("object"), &json!(false)));
            assert_eq!(output.is_none(), tool.name == "draw_tree");
            assert!(output.is_none_or(|output| output["type"] == "object"), "{}: {output:?}", tool.name);
            assert!(!input.to_string().contains("GET /v1"), "{}: {input}", tool.name);
        }
        let search = tools.iter().find(|tool| tool.name == "search").unwrap();
        let input = Value::Object((*search.input_schema).clone());
        let fields = &input["properties"];
        assert_eq!((&fields["nodes"]["maximum"], &fields["time_ms"]["maximum"]), (&json!(77), &json!(88)));
        assert_eq!((&fields["depth"]["type"], &fields["level"]["maximum"]), (&json!("integer"), &json!(10)));
        assert_eq!(fields["game"]["enum"].as_array().unwrap().len(), CATALOGUE.games().len() + 1, "and the game rules");
        let output = Value::Object((**search.output_schema.as_ref().unwrap()).clone());
        assert_eq!(output["properties"]["next"]["oneOf"][1]["type"], "null", "what is answered may be null");
    }
}
