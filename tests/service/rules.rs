//! Games whose rules are a part of the request.

use serde_json::{Value, json};

use crate::common::server::{Answer, Server};

const GAME: &str = "/v1/games/rules";

/// Four in a row on a small board.
fn rules() -> Value {
    json!({"board": [4, 4], "place": "empty", "end": [{"line": 4, "wins": "last"}, {"stuck": "next", "wins": "nobody"}]})
}

async fn ask(server: &Server, operation: &str, body: Value) -> Answer {
    server.post(&format!("{GAME}/{operation}"), body.to_string()).await
}

/// All states of an answer.
fn states<'a>(answer: &'a Value, found: &mut Vec<&'a Value>) {
    match answer {
        Value::Object(fields) => fields
            .iter()
            .for_each(|(name, value)| if name == "state" { found.push(value) } else { states(value, found) }),
        Value::Array(items) => items.iter().for_each(|item| states(item, found)),
        _ => {}
    }
}

#[tokio::test]
async fn states_have_the_form_of_the_request() {
    let server = Server::default();
    let whole = json!({"rules": rules(), "at": "4/4/1x2/4 2"});
    for (operation, more) in [
        ("position", json!({})),
        ("search", json!({"depth": 2, "multi_pv": 3, "with": ["position", "advice"]})),
        ("tree", json!({"depth": 1})),
        ("hint", json!({"depth": 2})),
        ("grade", json!({"depth": 2, "candidates": ["c3"]})),
        ("review", json!({"depth": 1, "moves": ["c3", "d4"], "puzzles": true})),
    ] {
        let with = |fields: Value| {
            let mut body = more.clone();
            body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
            body
        };
        let beside = ask(&server, operation, with(json!({"rules": rules(), "state": "4/4/1x2/4 2"}))).await;
        assert_eq!(beside.status, 200, "{operation}: {}", beside.json());
        let (beside, mut found) = (beside.json(), Vec::new());
        states(&beside, &mut found);
        let is_plain = |state: &&Value| state.as_str().is_some_and(|text| text.split(' ').count() == 2);
        assert!(!found.is_empty() && found.iter().all(is_plain), "{operation}: {found:?}");
        assert_eq!(beside["game"], "rules");
        let within = ask(&server, operation, with(json!({"state": whole}))).await.json();
        let mut found = Vec::new();
        states(&within, &mut found);
        let canonical = r#""rules":{"board":[4,4],"end":[{"line":4,"wins":"last"},{"stuck":"next","wins":"nobody"}],"place":"empty"}}"#;
        let is_whole = |state: &&Value| state.to_string().ends_with(canonical) && state["at"].is_string();
        assert!(!found.is_empty() && found.iter().all(is_whole), "{operation}: {found:?}");
    }
    let moves = json!({"rules": rules(), "moves": ["b2"], "depth": 1});
    let answer = ask(&server, "search", moves).await.json();
    assert_eq!((&answer["state"], &answer["next"]["state"]), (&json!("4/4/1x2/4 2"), &json!("4/4/4/4 1")));
    let record = ask(&server, "record/write", json!({"rules": rules(), "moves": ["b2", "c3"]})).await.json();
    assert_eq!(record["record"], "b2 c3");
}

#[tokio::test]
async fn the_tag_is_that_of_the_canonical_rules_and_of_the_form() {
    let server = Server::default();
    let spelled = r#"{"rules":1, "place": "empty","board":[4,4],"end":[{"wins":"last","line":4},{"stuck":"next","wins":"nobody"}]}"#;
    let query = |name: &str, json: &str| {
        let pairs = [(name, json)];
        format!("{GAME}/position?{}", form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish())
    };
    let plain = rules().to_string();
    let tags = [
        query("rules", &plain),
        query("rules", spelled),
        query("state", &format!(r#"{{"rules":{plain}}}"#)),
        query("state", &format!(r#"{{"at":"4/4/4/4 1","rules":{spelled}}}"#)),
    ];
    let mut found = Vec::new();
    for target in tags {
        let answer = server.get(&target).await;
        assert_eq!(answer.status, 200, "{target}: {}", answer.json());
        found.push(answer.header("etag").to_owned());
    }
    assert!(found[0] == found[1] && found[2] == found[3] && found[0] != found[2], "{found:?}");
}

#[tokio::test]
async fn wrong_rules_are_refused_with_the_path_into_them() {
    let server = Server::default();
    let with = |word: &str, value: Value| {
        let mut rules = rules();
        rules[word] = value;
        rules
    };
    let (end, whole) = (json!([{"lien": 4, "wins": "last"}]), json!({"rules": rules(), "at": "4/4/4/4 1"}));
    for (body, code, path) in [
        (json!({}), "invalid_body", "rules"),
        (json!({"state": "4/4/4/4 1"}), "invalid_body", "rules"),
        (json!({"moves": ["a1"]}), "invalid_body", "rules"),
        (json!({"rules": rules(), "state": whole}), "invalid_body", "rules"),
        (json!({"rules": rules(), "size": 5}), "invalid_body", "size"),
        (json!({"rules": "x"}), "invalid_rules", "rules"),
        (json!({"rules": with("colour", json!(1))}), "invalid_rules", "rules"),
        (json!({"rules": with("board", json!([40, 4]))}), "invalid_rules", "rules.board[0]"),
        (json!({"rules": with("end", end.clone())}), "invalid_rules", "rules.end[0]"),
        (json!({"state": {"rules": with("end", end)}}), "invalid_rules", "state.rules.end[0]"),
        (json!({"rules": with("rules", json!(2))}), "invalid_rules", "rules.rules"),
        (json!({"rules": rules(), "state": "4/4 1"}), "invalid_state", "state"),
        (json!({"rules": rules(), "state": 7}), "invalid_state", "state"),
        (json!({"state": {"rules": rules(), "at": 7}}), "invalid_state", "state"),
        (json!({"rules": rules(), "moves": ["a1", "a1"]}), "illegal_move", "moves[1]"),
    ] {
        ask(&server, "position", body).await.assert_problem(422, code, Some(path));
    }
    let other = json!({"rules": rules()}).to_string();
    server.post("/v1/games/chess/search", other).await.assert_problem(422, "invalid_body", Some("rules"));
    ask(&server, "record", json!({"record": "a1"})).await.assert_problem(422, "invalid_body", Some("record"));
    ask(&server, "review", json!({"record": "a1"})).await.assert_problem(422, "invalid_body", Some("record"));
}

#[tokio::test]
async fn a_position_with_too_many_moves_is_refused() {
    let queens = json!({
        "board": [16, 16], "start": "QQQQQQ10/16/16/16/16/16/16/16/16/16/16/16/16/16/16/qqqqqq10",
        "pieces": {"Q": {"moves": {"step": "mQ", "then": {"block": "empty"}}}},
        "end": {"stuck": "next", "wins": "last"},
    });
    let server = Server::default();
    for operation in ["position", "search", "hint", "tree"] {
        let refused = ask(&server, operation, json!({"rules": queens})).await;
        refused.assert_problem(422, "too_many_moves", Some("state"));
    }
    let refused = ask(&server, "position", json!({"rules": queens, "moves": ["a16a15/p16"]})).await;
    assert_eq!(refused.status, 422);
}

/// A board on which jumps can go on for very long.
fn lattice() -> Value {
    let row = format!("1{}", "x1".repeat(7) + "x");
    let rows: Vec<&str> = (0..16).map(|index| if index % 2 == 1 { &row } else { "16" }).collect();
    json!({
        "board": [16, 16], "start": rows.join("/").replacen("16", "X15", 1),
        "pieces": {"X": {"moves": {"jump": "K", "again": "must"}}}, "end": {"stuck": "next", "wins": "last"},
    })
}

#[tokio::test]
async fn hostile_rules_are_answered_or_refused_soon() {
    let server = Server::default();
    let stuck = json!({"stuck": "next", "wins": "last"});
    let queens = |more: Value| {
        let mut rules = json!({
            "board": [16, 16], "start": format!("Q15/{}q15", "16/".repeat(14)), "pieces": {"Q": {"moves": "Q"}}, "end": stuck,
        });
        rules.as_object_mut().unwrap().append(&mut more.as_object().unwrap().clone());
        rules
    };
    let slides = |count| ["Q"].repeat(count);
    let reach = |area: &str| json!({"reach": area, "wins": "last"});
    let plies = json!({"plies": 400, "wins": "nobody"});
    let nested = (0..100).fold(stuck.clone(), |inner, _| json!([inner]));
    for (name, rules, status, code) in [
        (
            "slides",
            queens(json!({
                "pieces": {"Q": {"moves": slides(8), "becomes": {"R": "edge"}}, "R": {"moves": slides(8), "becomes": {"Q": "corners"}}},
                "end": [reach("centre"), reach("light"), reach("all"), plies, stuck], "start": format!("{}Q15/{}q15", "16/".repeat(8), "16/".repeat(6)),
            })),
            200,
            Value::Null,
        ),
        ("too many offsets", queens(json!({"pieces": {"Q": {"moves": slides(9)}}})), 422, json!("invalid_rules")),
        ("reach everywhere", queens(json!({"end": [reach("all"), plies, stuck]})), 200, Value::Null),
        ("endless", queens(json!({})), 422, json!("invalid_rules")),
        ("nested", queens(json!({"end": nested})), 422, json!("invalid_rules")),
        ("long", queens(json!({"title": "x".repeat(3000)})), 422, json!("invalid_rules")),
        ("lattice", lattice(), 422, json!("too_many_moves")),
    ] {
        let started = std::time::Instant::now();
        let answer = ask(&server, "search", json!({"rules": rules, "nodes": 100})).await;
        assert!(started.elapsed().as_secs() < 10, "{name}");
        let body = answer.json();
        assert_eq!((answer.status.as_u16(), &body["code"]), (status, &code), "{name}: {body}");
    }
    // A list that is cut deeper in the tree proves nothing.
    let check = server.post("/v1/rules/check", json!({"rules": lattice()}).to_string()).await.json();
    assert_eq!(check["perft"], json!([null, null, null, null]));
}

#[tokio::test]
async fn rules_of_a_batch_hold_for_its_items_without_rules() {
    let server = Server::default();
    let small = json!({"board": [1, 1], "place": "empty", "end": {"stuck": "next", "wins": "last"}});
    let items = json!([
        {"op": "position", "game": "rules"},
        {"op": "position", "game": "rules", "rules": small},
        {"op": "position", "game": "rules", "state": {"rules": small}},
        {"op": "position", "game": "tic-tac-toe"},
        {"op": "position", "game": "rules", "moves": ["z9"]},
        {"op": "rules/check", "rules": small},
    ]);
    let answer = server.post("/v1/batch", json!({"rules": rules(), "items": items}).to_string()).await.json();
    let body = |index: usize| &answer["results"][index]["body"];
    let states: Vec<&Value> = (0..4).map(|index| &body(index)["state"]).collect();
    let start =
        json!({"at": "1 1", "rules": {"board": [1, 1], "end": {"stuck": "next", "wins": "last"}, "place": "empty"}});
    assert_eq!(states, [&json!("4/4/4/4 1"), &json!("1 1"), &start, &json!(".../.../... X")]);
    assert_eq!(body(4)["path"], "items[4].moves[0]");
    assert_eq!(body(5)["perft"], json!([1, 0, 0, 0]));
    let wrong = json!({"rules": {"board": 3}, "items": [{"op": "search", "game": "rules"}]}).to_string();
    let answer = server.post("/v1/batch", wrong).await.json();
    assert_eq!(answer["results"][0]["body"]["path"], "items[0].rules.board");
}

#[tokio::test]
async fn a_check_says_what_the_rules_mean_and_what_never_happens() {
    let server = Server::default();
    let check = |body: Value| {
        let server = &server;
        async move { server.post("/v1/rules/check", body.to_string()).await }
    };
    let answer = check(json!({"rules": rules(), "seed": 3})).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    let answer = answer.json();
    assert_eq!(answer["perft"], json!([16, 240, 3360, 43680]));
    assert_eq!(
        (&answer["state"], &answer["layout"], &answer["warnings"]),
        (&json!("4/4/4/4 1"), &json!("cells"), &json!([]))
    );
    assert_eq!(answer, check(json!({"rules": rules(), "seed": 3})).await.json());
    assert_ne!(answer["game"], check(json!({"rules": rules(), "seed": 4})).await.json()["game"]);
    let pawns = json!({
        "board": [3, 3], "start": "ppp/3/PPP", "pieces": {"P": {"moves": "fmWfcF"}, "Q": {"moves": "mQ"}},
        "end": [{"reach": "far", "wins": "last"}, {"took": 3, "wins": "last"}, {"plies": 300, "wins": "nobody"},
                {"stuck": "next", "wins": "last"}],
    });
    let answer = check(json!({"rules": pawns})).await.json();
    let words: Vec<&str> =
        answer["words"].as_array().unwrap().iter().map(|word| word["path"].as_str().unwrap()).collect();
    assert!(words.contains(&"rules.pieces.P.moves") && words.contains(&"rules.end[3]"), "{words:?}");
    let warnings = answer["warnings"].as_array().unwrap().iter();
    let warnings: Vec<[&str; 2]> = warnings.map(|it| ["path", "code"].map(|name| it[name].as_str().unwrap())).collect();
    assert!(warnings.contains(&["rules.pieces.Q", "unused_piece"]), "{warnings:?}");
    assert!(warnings.contains(&["rules.end[2]", "unreached_end"]), "{warnings:?}");
    let yavalath =
        json!({"board": {"hex": "hexagon", "size": 2}, "place": "empty", "end": {"stuck": "next", "wins": "last"}});
    let answer = check(json!({"rules": yavalath})).await.json();
    assert_eq!((&answer["layout"], &answer["absent"]), (&json!("hexes"), &json!([[0, 0], [2, 2]])));
    let many = json!({"board": [16, 16], "place": "empty", "end": {"stuck": "next", "wins": "last"}});
    assert_eq!(check(json!({"rules": many})).await.json()["perft"], json!([256, 65280, null, null]));
    check(json!({"rules": {"board": [3]}})).await.assert_problem(422, "invalid_rules", Some("rules.board"));
    check(json!({})).await.assert_problem(422, "invalid_body", Some("rules"));
    check(json!({"rules": rules(), "seed": -1})).await.assert_problem(422, "invalid_body", Some("seed"));
}

#[tokio::test]
async fn the_game_is_described_but_not_listed() {
    let server = Server::default();
    let described = server.get(GAME).await.json();
    assert_eq!((&described["id"], &described["players"]), (&json!("rules"), &json!(["first", "second"])));
    let list = server.get("/v1/games").await.json();
    assert!(list["games"].as_array().unwrap().iter().all(|game| game["id"] != "rules"));
    let index = server.get("/v1").await.json();
    assert_eq!(index["links"]["rules"], GAME);
    let caps = ["max_rules_bytes", "max_rules_moves", "max_grade_candidates"].map(|name| &index["caps"][name]);
    assert_eq!(caps, [2048, 4096, 64]);
}
