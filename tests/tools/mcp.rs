//! The Model Context Protocol, as a host uses it.

use std::time::Duration;

use serde_json::{Value, json};

use crate::common::questions::{CHECK, Question, by_http, fields, gist, right, timeless, wrong};
use crate::common::server::Server;
use crate::conversation::Conversation;

/// A host that has completed the initialisation.
struct Host {
    server: Conversation,
    last_id: u64,
}

impl Host {
    fn start(options: &[&str]) -> Self {
        let arguments = [&["mcp", "--workers", "1", "--table-mb", "1"], options].concat();
        Self { server: Conversation::begin(&arguments), last_id: 0 }
    }

    fn introduce(version: &str) -> Value {
        let client = json!({ "name": "test", "version": "1" });
        json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client })
    }

    fn begin(options: &[&str]) -> Self {
        let mut host = Self::start(options);
        let info = host.ask("initialize", &Self::introduce("2025-06-18"));
        assert_eq!(info["result"]["serverInfo"]["name"], "plyd", "{info}");
        assert!(info["result"]["capabilities"]["tools"].is_object(), "{info}");
        host.tell("notifications/initialized", &json!({}));
        host
    }

    fn tell(&mut self, method: &str, params: &Value) {
        self.server.say(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    fn send(&mut self, method: &str, params: &Value) -> u64 {
        self.last_id += 1;
        self.server
            .say(&json!({ "jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params }).to_string());
        self.last_id
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.send(method, params);
        self.answers(1).pop().filter(|answer| answer["id"] == id).expect("the answer to the question")
    }

    /// The next `count` answers, in the order of their ids.
    fn answers(&self, count: usize) -> Vec<Value> {
        let mut answers: Vec<Value> = (0..count).map(|_| serde_json::from_str(&self.server.hear()).unwrap()).collect();
        answers.sort_by_key(|answer| answer["id"].as_u64());
        answers
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let answer = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }));
        assert!(answer["result"].is_object(), "{answer}");
        answer["result"].clone()
    }
}

/// A search that could take ten minutes, but is stopped.
fn long() -> Value {
    json!({ "game": "chess", "time_ms": 600_000 })
}

#[test]
fn a_version_that_requires_batches_is_not_agreed_to() {
    for (asked, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2024-11-05"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2099-01-01", "2025-11-25"),
    ] {
        let mut host = Host::start(&[]);
        let info = host.ask("initialize", &Host::introduce(asked));
        assert_eq!(info["result"]["protocolVersion"], agreed, "{asked}: {info}");
        host.tell("notifications/initialized", &json!({}));
        // No version that the server agrees to has batches.
        host.server.say(r#"[{"jsonrpc":"2.0","id":7,"method":"ping"}]"#);
        let refused: Value = serde_json::from_str(&host.server.hear()).unwrap();
        assert_eq!(refused["error"]["code"], -32600, "{asked}: {refused}");
        assert!(host.ask("ping", &json!({}))["result"].is_object());
    }
}

#[test]
fn a_byte_order_mark_before_the_first_message_is_skipped() {
    let mut host = Host::start(&[]);
    host.server.say_bytes("\u{feff}".as_bytes());
    assert_eq!(host.ask("initialize", &Host::introduce("2025-06-18"))["result"]["protocolVersion"], "2025-06-18");
}

#[test]
fn tools_are_listed_with_what_they_take_and_give() {
    let mut host = Host::begin(&["--max-time-ms", "7000"]);
    let answer = host.ask("tools/list", &json!({}));
    let tools = answer["result"]["tools"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "list_games",
            "describe_game",
            "describe_position",
            "play_move",
            "search",
            "grade_move",
            "review",
            "read_record",
            "write_record",
            "draw_tree",
            "check_rules"
        ]
    );
    for tool in tools {
        jsonschema::meta::validate(&tool["inputSchema"]).unwrap();
        if !tool["outputSchema"].is_null() {
            jsonschema::meta::validate(&tool["outputSchema"]).unwrap();
        }
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
    }
    let input = |index: usize| &tools[index]["inputSchema"];
    assert_eq!(input(4)["properties"]["time_ms"]["maximum"], 7000);
    assert_eq!(input(4)["properties"]["wait_ms"]["maximum"], 10_000);
    assert_eq!(input(4)["properties"]["with"]["items"]["enum"], json!(["position", "advice", "opening"]));
    let required = [2, 3, 4, 5].map(|index| input(index)["required"].clone());
    assert_eq!(
        required,
        [
            json!(["game", "moves"]),
            json!(["game", "moves", "move"]),
            json!(["game"]),
            json!(["game", "moves", "candidates"])
        ]
    );
    assert!(input(3)["properties"]["seed"].is_object() && input(3)["properties"]["depth"].is_null(), "{}", input(3));
}

#[test]
fn every_tool_answers_as_the_service_does_and_as_its_schema_says() {
    let mut host = Host::begin(&[]);
    let listed = host.ask("tools/list", &json!({}));
    for (tool, arguments, place, expected) in [
        ("list_games", json!({}), "/games/0/id", json!("tic-tac-toe")),
        ("describe_game", json!({ "game": "chess" }), "/levels/9/level", json!(10)),
        ("describe_position", json!({ "game": "bones", "state": "3", "moves": [] }), "/legal_moves/1/move", json!("2")),
        (
            "grade_move",
            json!({ "game": "connect-four", "moves": "4 4 4", "candidates": ["9", "4"], "nodes": 100 }),
            "/candidates/0/legal",
            json!(false),
        ),
        (
            "play_move",
            json!({ "game": "chess", "moves": "e4 e5", "move": "Nf3", "level": 1, "seed": 1 }),
            "/next/moves/2",
            json!("g1f3"),
        ),
        ("search", json!({ "game": "tic-tac-toe", "state": "XOX/OX./..O", "depth": 9 }), "/move", json!("a1")),
        ("search", json!({ "game": "tictactoe", "moves": ["b2"] }), "/next/moves/0", json!("b2")),
        ("search", json!({ "game": "tree", "state": [[3, 12, 8], [2, 4, 6]] }), "/score/value", json!(3)),
        (
            "grade_move",
            json!({ "game": "tic-tac-toe", "moves": ["b2"], "candidates": ["b1", "z9"], "depth": 9 }),
            "/candidates/0/verdict",
            json!("blunder"),
        ),
        (
            "review",
            json!({ "game": "tic-tac-toe", "moves": ["b2", "b1"], "plies": { "from": 1 } }),
            "/plies/0/verdict",
            json!("blunder"),
        ),
        ("read_record", json!({ "game": "othello", "record": "f5d6" }), "/moves/1", json!("d6")),
        (
            "write_record",
            json!({ "game": "othello", "moves": ["f5", "d6"], "format": "transcript" }),
            "/record",
            json!("f5d6"),
        ),
        // Of children with equal values, the first one in the order of the request is chosen.
        ("search", json!({ "game": "tree", "state": { "children": { "z": 1, "a": 1 } } }), "/move", json!("z")),
    ] {
        let result = host.call(tool, &arguments);
        assert_eq!(
            (&result["isError"], result.pointer(&format!("/structuredContent{place}"))),
            (&json!(false), Some(&expected)),
            "{result}"
        );
        let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(text, result["structuredContent"]);
        let schema =
            listed["result"]["tools"].as_array().unwrap().iter().find(|listed| listed["name"] == tool).unwrap();
        jsonschema::validate(&schema["outputSchema"], &text).unwrap_or_else(|error| panic!("{tool}: {error}"));
    }
    let drawn = host.call("draw_tree", &json!({ "game": "tree", "state": [[3, 12, 8], [2, 4, 6], [14, 5, 2]] }));
    assert!(drawn["content"][0]["text"].as_str().unwrap().starts_with("<svg"), "{drawn}");
    assert_eq!((&drawn["isError"], &drawn["structuredContent"]), (&json!(false), &Value::Null));
}

/// The tool and the arguments of a question. `None` for hints and for fields that are given twice, because no tool has
/// these.
fn call(question: &Question) -> Option<(&'static str, Value)> {
    let tool = match question.0 {
        "position" => "describe_position",
        "record" => "read_record",
        "record/write" => "write_record",
        "tree" => "draw_tree",
        "grade" => "grade_move",
        CHECK => "check_rules",
        "search" | "review" => question.0,
        _ => return None,
    };
    let mut arguments = Value::Object(fields(question)?);
    if question.0 != CHECK {
        arguments["game"] = json!(question.1);
    }
    Some((tool, arguments))
}

#[tokio::test]
async fn every_question_has_the_answer_of_the_service() {
    let [bytes, nodes, time_ms] =
        [Server::MAX_BODY_BYTES as u64, Server::CAPS.max_nodes, Server::CAPS.max_time_ms].map(|most| most.to_string());
    let mut host = Host::begin(&["--max-body-bytes", &bytes, "--max-nodes", &nodes, "--max-time-ms", &time_ms]);
    let mut questions = [right(), wrong()].concat();
    questions.retain(|question| call(question).is_some());
    for question in questions.iter_mut().filter(|question| ["position", "grade"].contains(&question.0)) {
        // These tools require the moves.
        let mut asked = fields(question).unwrap();
        asked.entry("moves").or_insert(json!([]));
        question.2 = Value::Object(asked).to_string();
    }
    let answers = by_http(&Server::default(), &questions).await;
    let mut count = [0, 0];
    for (question, (status, answer)) in questions.iter().zip(answers) {
        let (tool, arguments) = call(question).unwrap();
        let result = host.call(tool, &arguments);
        assert_eq!(result["isError"], status != 200, "{question:?}: {result}");
        count[usize::from(status != 200)] += 1;
        let found = result["structuredContent"].clone();
        match status {
            // A picture of it.
            200 if tool == "draw_tree" => assert_eq!(found, Value::Null),
            200 => assert_eq!(timeless(found), timeless(answer), "{question:?}"),
            _ => {
                let mut expected = gist(&answer, false);
                if expected["code"] == "unknown_game" {
                    expected["path"] = json!("game");
                }
                assert_eq!(gist(&found, false), expected, "{question:?}");
            }
        }
    }
    assert!(count[0] >= 360 && count[1] >= 100, "{count:?}");
}

/// Plays a move, and checks that the answer is one game.
fn play(host: &mut Host, arguments: &Value) -> Value {
    let result = host.call("play_move", arguments);
    assert_eq!(result["isError"], false, "{result}");
    let played = result["structuredContent"].clone();
    let at = host.call("describe_position", &merged(&played["next"], &json!({ "game": arguments["game"] })));
    for (name, value) in at["structuredContent"].as_object().unwrap() {
        assert_eq!(&played["position"][name], value, "{name}: {played}");
    }
    let mut steps = vec![played["played"].clone()];
    steps.extend_from_slice(played["replies"].as_array().unwrap());
    let moves = played["next"]["moves"].as_array().unwrap();
    let names: Vec<Value> = steps.iter().map(|step| step["move"].clone()).collect();
    assert_eq!(moves[moves.len() - names.len()..], names, "{played}");
    assert_eq!(steps.last().unwrap()["state"], played["position"]["state"], "{played}");
    played
}

fn merged(fields: &Value, more: &Value) -> Value {
    let both = [fields, more].into_iter().flat_map(|fields| fields.as_object().unwrap().clone());
    Value::Object(both.collect())
}

#[test]
fn a_move_is_played_and_answered_until_it_is_the_callers_turn() {
    let mut host = Host::begin(&[]);
    let mut next = json!({ "moves": ["e4", "e5"] });
    let level = json!({ "game": "chess", "level": 2, "seed": 7 });
    let elo = json!({ "game": "chess", "elo": 1600, "seed": 7 });
    for (game, mv, name) in [(&level, "Nf3", "g1f3"), (&level, "h2h3", "h2h3"), (&elo, "a2a3", "a2a3")] {
        let played = play(&mut host, &merged(&merged(game, &next), &json!({ "move": mv })));
        assert_eq!((&played["played"]["move"], &played["position"]["to_move"]), (&json!(name), &json!("white")));
        assert_eq!(played["replies"].as_array().unwrap().len(), 1, "{played}");
        // The level plays here as it does in a search.
        let moves = played["next"]["moves"].as_array().unwrap();
        let before = json!({ "moves": moves[..moves.len() - 1], "state": played["next"]["state"] });
        let searched = host.call("search", &merged(game, &before));
        assert_eq!(searched["structuredContent"]["move"], played["replies"][0]["move"]);
        next = played["next"].clone();
    }
    // South's third house ends in its store, so south moves again.
    let kalah = |mv: &str| json!({ "game": "kalah", "moves": [], "move": mv, "level": 5, "seed": 1 });
    let again = play(&mut host, &kalah("3"));
    assert_eq!((&again["replies"], &again["position"]["to_move"]), (&json!([]), &json!("south")));
    // After this one, north moves twice or more.
    let replied = play(&mut host, &kalah("6"));
    assert!(replied["replies"].as_array().unwrap().len() > 1, "{replied}");
    assert_eq!(replied["position"]["to_move"], "south");
    // This move ends the game.
    let begun = json!({ "game": "tic-tac-toe", "state": "XOX/OX./..O", "moves": [], "move": "a1", "level": 1 });
    let won = play(&mut host, &begun);
    assert_eq!((&won["replies"], &won["position"]["outcome"]["winner"]), (&json!([]), &json!("X")));
    let over = host.call("play_move", &merged(&begun, &json!({ "moves": ["a1"], "move": "b1" })));
    assert_eq!(
        (&over["structuredContent"]["path"], &over["structuredContent"]["legal_moves"]),
        (&json!("move"), &Value::Null)
    );
}

#[test]
fn a_state_without_moves_is_refused_and_an_illegal_move_is_answered_with_the_legal_ones() {
    let mut host = Host::begin(&[]);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (tool, more) in [
        ("describe_position", json!({})),
        ("grade_move", json!({ "candidates": ["e4"] })),
        ("play_move", json!({ "move": "e4", "level": 1 })),
    ] {
        let asked = merged(&more, &json!({ "game": "chess", "state": start }));
        let refused = host.call(tool, &asked);
        let problem = &refused["structuredContent"];
        assert_eq!((&problem["code"], &problem["path"]), (&json!("invalid_body"), &json!("moves")), "{refused}");
        let answered = host.call(tool, &merged(&asked, &json!({ "moves": [] })));
        assert_eq!(answered["isError"], false, "{answered}");
        let illegal = host.call(tool, &merged(&asked, &json!({ "moves": ["e4", "Ke3", "d4"] })));
        let problem = &illegal["structuredContent"];
        assert_eq!((&problem["code"], &problem["path"]), (&json!("illegal_move"), &json!("moves[1]")), "{illegal}");
        let legal = problem["legal_moves"].as_array().unwrap();
        assert!(legal.len() == 20 && legal.contains(&json!("Nf6")), "{illegal}");
    }
    let illegal = host.call("play_move", &json!({ "game": "chess", "moves": "e4 e5", "move": "Ke3", "level": 1 }));
    let (problem, text) = (&illegal["structuredContent"], illegal["content"][0]["text"].as_str().unwrap());
    let legal: Vec<&str> = problem["legal_moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    assert!(legal.len() == 29 && text.contains(&legal.join(", ")), "{text}");
}

#[test]
fn an_error_repeats_a_line_of_its_call_at_most() {
    let mut host = Host::begin(&[]);
    let long = "\u{7f}".repeat(8000);
    for arguments in [
        json!({ "game": long }),
        json!({ "game": "chess", "algorithm": long }),
        json!({ "game": "chess", "state": long }),
        json!({ "game": "chess", long.as_str(): 1 }),
    ] {
        let result = host.call("search", &arguments);
        let (problem, text) = (&result["structuredContent"], result["content"][0]["text"].as_str().unwrap());
        assert!(problem["detail"].as_str().unwrap().chars().count() <= 200, "{problem}");
        // The path comes before the detail.
        assert!(text.chars().count() <= 450, "{text}");
    }
    for (method, params) in [(long.as_str(), json!({})), ("tools/call", json!({ "name": long }))] {
        let error = host.ask(method, &params)["error"]["message"].as_str().unwrap().to_owned();
        assert!(error.chars().count() <= 200, "{error}");
    }
}

#[test]
fn errors_name_the_field_and_the_expected_value() {
    let mut host = Host::begin(&["--max-body-bytes", "1000"]);
    for (tool, arguments, code, path) in [
        ("search", json!({}), "invalid_body", json!("game")),
        ("search", json!({ "game": 7 }), "invalid_body", json!("game")),
        ("search", json!({ "game": "ches" }), "unknown_game", json!("game")),
        ("search", json!({ "game": "../x?y" }), "unknown_game", json!("game")),
        ("search", json!({ "game": "chess", "depth": "x" }), "invalid_body", json!("depth")),
        ("search", json!({ "game": "chess", "time_ms": 99_999 }), "limit_exceeded", json!("time_ms")),
        ("search", json!({ "game": "chess", "state": "x" }), "invalid_state", json!("state")),
        ("search", json!({ "game": "chess", "moves": ["e2e5"] }), "illegal_move", json!("moves[0]")),
        ("search", json!({ "game": "chess", "fast": true }), "invalid_body", json!("fast")),
        ("search", json!({ "game": "chess", "state": "x".repeat(2000) }), "body_too_large", Value::Null),
        ("play_move", json!({ "game": "chess", "moves": [], "level": 1 }), "invalid_body", json!("move")),
        ("play_move", json!({ "game": "chess", "moves": [], "move": "e4" }), "invalid_body", json!("level")),
        (
            "play_move",
            json!({ "game": "chess", "moves": [], "move": "e4", "level": 1, "depth": 3 }),
            "invalid_body",
            json!("depth"),
        ),
        (
            "play_move",
            json!({ "game": "chess", "moves": [], "move": "e4", "level": 1, "time_ms": 99_999 }),
            "limit_exceeded",
            json!("time_ms"),
        ),
        ("list_games", json!({ "game": "chess" }), "invalid_body", json!("game")),
        ("describe_game", json!({ "game": "chess", "x": 1 }), "invalid_body", json!("x")),
        ("draw_tree", json!({ "game": "chess", "depth": 4, "max_nodes": 1 }), "limit_exceeded", json!("depth")),
    ] {
        let result = host.call(tool, &arguments);
        let (problem, text) = (&result["structuredContent"], result["content"][0]["text"].as_str().unwrap());
        assert_eq!(
            (&result["isError"], &problem["code"], &problem["path"]),
            (&json!(true), &json!(code), &path),
            "{result}"
        );
        assert!(text.ends_with(&format!("({code})")), "{text}");
        assert!(path.as_str().is_none_or(|path| text.starts_with(path)), "{text}");
        assert_eq!(problem["type"], format!("urn:plyd:problem:{code}"), "{problem}");
        assert!(problem["title"].is_string() && problem["status"].is_u64(), "{problem}");
    }
    let unknown = host.ask("tools/call", &json!({ "name": "play", "arguments": {} }));
    assert!(unknown["error"]["message"].as_str().unwrap().contains("there is no tool \"play\""), "{unknown}");
}

#[test]
fn a_cancelled_search_stops_at_once_and_is_not_answered() {
    let mut host = Host::begin(&["--max-time-ms", "600000"]);
    let searched = host.send("tools/call", &json!({ "name": "search", "arguments": long() }));
    assert!(host.server.is_silent_for(Duration::from_millis(300)), "it should search");
    host.tell("notifications/cancelled", &json!({ "requestId": searched, "reason": "enough" }));
    // This needs the only worker, which the other search would have occupied for longer than a test waits for a line.
    let next = host.call("search", &json!({ "game": "tic-tac-toe" }));
    assert_eq!(next["isError"], false, "{next}");
}

#[test]
fn more_calls_than_may_wait_are_refused_at_once_and_the_rest_answered() {
    let mut host = Host::begin(&["--queue", "1"]);
    // The searches are limited by nodes, not by time: on a slow machine they take longer, but so does reading six
    // lines.
    let long_by_nodes = json!({ "game": "chess", "nodes": 1_000_000 });
    for _ in 0..6 {
        host.send("tools/call", &json!({ "name": "search", "arguments": long_by_nodes }));
    }
    let results: Vec<Value> = host.answers(6).into_iter().map(|answer| answer["result"].clone()).collect();
    let refused: Vec<&Value> = results.iter().filter(|result| result["isError"] == true).collect();
    assert!((4..=5).contains(&refused.len()), "{results:?}");
    for result in refused {
        assert_eq!(result["structuredContent"]["code"], "overloaded", "{result}");
        assert!(result["structuredContent"]["retry_after"].as_u64().is_some_and(|seconds| seconds > 0), "{result}");
    }
}

#[test]
fn garbage_between_lines_does_not_end_the_session() {
    let mut host = Host::begin(&[]);
    host.server.say_bytes(b"hello\n\xff\xfe\n\n{\"jsonrpc\":\n");
    host.server.say(&format!("{{\"x\":\"{}\"}}", "x".repeat(1 << 20)));
    assert_eq!(serde_json::from_str::<Value>(&host.server.hear()).unwrap()["error"]["code"], -32600);
    let malformed = host.ask("tools/call", &json!({ "name": "search", "arguments": [1] }));
    assert_eq!(malformed["error"]["code"], -32602, "{malformed}");
    assert!(malformed["error"]["message"].as_str().unwrap().contains("expected the name of a tool"), "{malformed}");
    assert_eq!(host.call("list_games", &json!({}))["isError"], false);
}

#[test]
fn the_end_of_input_ends_it_after_what_was_asked() {
    let mut host = Host::begin(&[]);
    host.send("tools/call", &json!({ "name": "search", "arguments": { "game": "tic-tac-toe" } }));
    let (heard, status) = host.server.end();
    assert!(status.success() && heard.len() == 1, "{heard:?}");
    let (heard, status) = Conversation::begin(&["mcp"]).end();
    assert!(status.success() && heard.is_empty(), "{heard:?}");
}
