//! Questions to ask at every door, and what has to be equal in the answers.

use plyd::games::catalogue::Game;
use plyd::games::{CATALOGUE, RULES};
use plyd::wire::Caps;
use serde_json::{Map, Value, json};

use super::server::Server;

/// A question: the operation, the game, which is empty for [`CHECK`], and the body of a single request, which names
/// neither of them.
pub type Question = (&'static str, String, String);

/// The fields of a question's body. `None` if some of them are given twice, or the body is not JSON.
pub fn fields((_, _, body): &Question) -> Option<Map<String, Value>> {
    let fields: Value = serde_json::from_str(body).ok()?;
    let written = fields.to_string();
    if written == *body { fields.as_object().cloned() } else { None }
}

/// The first moves of a game that depends on the seed.
fn played(game: &Game, seed: usize) -> Vec<String> {
    let mut position = game.start();
    let mut moves = Vec::new();
    for ply in 0..seed % 7 {
        let legal = position.move_names();
        if position.has_ended() || legal.is_empty() {
            break;
        }
        moves.extend(position.play_named(&legal[(seed * 31 + ply * 17) % legal.len()]).unwrap());
    }
    moves
}

/// Twenty-one questions about each game, and some about games by rules, whose answers do not depend on time.
pub fn right() -> Vec<Question> {
    let mut all = Vec::new();
    for game in CATALOGUE.iter() {
        for seed in 0..21 {
            let moves = played(game, seed);
            let (op, fields) = match seed % 10 {
                _ if seed == 20 => {
                    ("grade", json!({"candidates": ["e4", "4", "no move"], "nodes": 100, "with": ["facts", "rank"]}))
                }
                0 => ("position", if seed == 0 { json!({}) } else { json!({"with": ["text"]}) }),
                1 => ("search", json!({"nodes": 300, "multi_pv": 2})),
                2 => ("search", json!({"depth": 1, "algorithm": "minimax"})),
                3 => ("search", json!({"nodes": 200, "with": ["position", "opening", "advice"], "seed": seed})),
                4 => ("hint", json!({"nodes": 200, "stage": 3})),
                5 => ("tree", json!({"depth": 1})),
                6 => ("record/write", json!({"format": "moves"})),
                7 => ("review", json!({"nodes": 100, "puzzles": seed < 10})),
                8 if game.about.levels.is_some() => ("search", json!({"level": 1, "seed": seed})),
                8 => ("search", json!({"depth": 2, "tie_break": "random", "seed": seed})),
                _ => ("record", json!({"record": moves.join(" "), "format": "moves"})),
            };
            // A grade needs a game that goes on.
            let moves = if op == "grade" { played(game, 1) } else { moves };
            // A review needs a move, and a record's moves are in its text.
            let moves = if op == "review" && moves.is_empty() { played(game, seed + 1) } else { moves };
            let mut fields = fields;
            if op != "record" {
                fields["moves"] = moves.into();
            }
            all.push((op, game.id.to_owned(), fields.to_string()));
        }
    }
    let firsts = [
        ("position", "connect-four", json!({"moves": [4, 4, 3, 5]})),
        ("search", "connect-four", json!({"moves": "4435", "nodes": 100})),
        ("position", "othello", json!({"moves": "f5d6c3"})),
        ("search", "hex", json!({"size": 5, "moves": "c3swap", "nodes": 100})),
        ("hint", "gomoku", json!({"size": "7x9", "nodes": 100})),
        ("grade", "gomoku", json!({"size": "5x6", "candidates": ["a2"], "nodes": 100})),
        ("tree", "dots-and-boxes", json!({"size": "2x1", "depth": 1})),
        ("record/write", "hex", json!({"size": 13, "moves": "g7"})),
        ("review", "c4", json!({"moves": "4435", "nodes": 100})),
    ];
    all.extend(firsts.map(|(op, game, fields)| (op, game.to_owned(), fields.to_string())));
    all.extend(with_rules());
    all
}

/// Rules of games with different boards: falling stones, pieces, and hexagons. The last ones are spelled otherwise than
/// in canonical form.
const OWN: [&str; 3] = [
    r#"{"board":[5,4],"end":[{"line":4,"wins":"last"},{"stuck":"next","wins":"nobody"}],"names":"columns","place":"lowest"}"#,
    r#"{"board":[3,3],"end":[{"reach":"far","wins":"last"},{"stuck":"next","wins":"last"}],"pieces":{"P":{"moves":"fmWfcF"}},"start":"ppp/3/PPP"}"#,
    r#"{"board":{"hex":"triangle","size":4},"end":[{"connect":["top","slant","left"],"wins":"last"},{"stuck":"next","wins":"nobody"}],"place":{}}"#,
];

/// Questions about games whose rules are a part of the question, beside the state and in it.
fn with_rules() -> Vec<Question> {
    let mut all = Vec::new();
    for rules in OWN {
        let rules: Value = serde_json::from_str(rules).unwrap();
        let mut position = RULES.parse(&json!({"rules": rules}).to_string()).unwrap();
        let moves = position.play_named(&position.move_names()[0]).unwrap();
        let at: Value = serde_json::from_str(&position.state()).unwrap();
        for (op, fields) in [
            ("position", json!({"with": ["text"]})),
            ("search", json!({"nodes": 300, "multi_pv": 2, "with": ["position", "advice"]})),
            ("search", json!({"level": 1, "seed": 7})),
            ("hint", json!({"nodes": 200, "stage": 3})),
            ("tree", json!({"depth": 1})),
            ("grade", json!({"candidates": ["1", "a1", "no move"], "nodes": 100, "with": ["rank", "text"]})),
            ("review", json!({"nodes": 100, "puzzles": true})),
            ("record/write", json!({"format": "moves"})),
        ] {
            for more in [
                json!({"moves": moves, "rules": rules}),
                json!({"moves": [], "rules": rules, "state": at["at"]}),
                json!({"moves": [], "state": at}),
            ] {
                // A review needs a move, and a record begins at the start.
                if ["review", "record/write"].contains(&op) && more["moves"] == json!([]) {
                    continue;
                }
                let mut fields = fields.clone();
                fields.as_object_mut().unwrap().append(&mut more.as_object().unwrap().clone());
                all.push((op, RULES.id.to_owned(), fields.to_string()));
            }
        }
        all.push((CHECK, String::new(), json!({"rules": rules, "seed": 7}).to_string()));
    }
    all
}

/// The only operation that belongs to no game.
pub const CHECK: &str = "rules/check";

/// The path of a question.
pub fn target((op, game, _): &Question) -> String {
    if *op == CHECK { format!("/v1/{CHECK}") } else { format!("/v1/games/{game}/{op}") }
}

/// Questions with an error: eight operations with 30 bodies each, nearly all of which are wrong, an unknown game, and
/// wrong rules.
pub fn wrong() -> Vec<Question> {
    let deep = format!("{{\"state\":{}1{}}}", "[".repeat(200), "]".repeat(200));
    let long = format!("{{\"state\":\"{}\"}}", "x".repeat(Caps::MAX_RECORD_BYTES));
    let bodies = [
        r#"{"levl":3}"#,
        r#"{"moves":"e4 Ke3"}"#,
        r#"{"moves":["e4","e5","Nf9"]}"#,
        r#"{"moves":7}"#,
        r#"{"moves":[7.5]}"#,
        r#"{"size":13}"#,
        r#"{"size":13,"state":"startpos"}"#,
        r#"{"moves":"e4","moves":"d4"}"#,
        r#"{"state":"nonsense"}"#,
        r#"{"state":7}"#,
        r#"{"state":""}"#,
        r#"{"state":null,"depth":-1}"#,
        r#"{"depth":"x"}"#,
        r#"{"depth":1.5}"#,
        r#"{"depth":1000000}"#,
        r#"{"nodes":0}"#,
        r#"{"nodes":18446744073709551615}"#,
        r#"{"format":"png"}"#,
        r#"{"record":7}"#,
        r#"{"record":"1. e4 Ke3"}"#,
        r#"{"record":"[Variant \"Atomic\"] *"}"#,
        r#"{"stage":9}"#,
        r#"{"draws":"never"}"#,
        r#"{"max_nodes":"many"}"#,
        r#"{"plies":{"from":9}}"#,
        r#"{"tags":[]}"#,
        r#"{"game_index":-1}"#,
        r#"{"candidates":[],"nodes":7}"#,
    ];
    let bodies: Vec<String> = bodies.map(str::to_owned).into_iter().chain([deep, long]).collect();
    let ops = ["position", "search", "hint", "grade", "tree", "record", "record/write", "review"];
    let all = bodies.iter().flat_map(|body| ops.map(|op| (op, "chess".to_owned(), body.clone())));
    let mut all: Vec<Question> = all.collect();
    all.push(("search", "ches".to_owned(), "{}".to_owned()));
    let bodies = [
        r#"{}"#,
        r#"{"moves":["a1"]}"#,
        r#"{"state":"3/3/3 1"}"#,
        r#"{"rules":7}"#,
        r#"{"rules":{"bord":[3,3]}}"#,
        r#"{"rules":{"board":[3,3],"place":"empty","end":[{"lien":3,"wins":"last"}]}}"#,
        r#"{"state":{"rules":{"board":[3,40]}}}"#,
        r#"{"rules":{"board":[3,3],"end":{"stuck":"next","wins":"last"},"place":"empty"},"state":"3/3 1"}"#,
        r#"{"rules":{"board":[3,3],"end":{"stuck":"next","wins":"last"},"place":"empty"},"moves":["a1","a1"]}"#,
        r#"{"rules":{"board":[3,3],"end":{"stuck":"next","wins":"last"},"place":"empty"},"size":3}"#,
        r#"{"state":{"at":"3/3/3 3","rules":{"board":[3,3],"end":{"stuck":"next","wins":"last"},"place":"empty"}}}"#,
    ];
    for body in bodies {
        all.extend(["position", "search", "hint", "tree"].map(|op| (op, RULES.id.to_owned(), body.to_owned())));
        all.push((CHECK, String::new(), body.to_owned()));
    }
    all
}

/// An answer without the fields that differ each time or name the request.
pub fn timeless(mut answer: Value) -> Value {
    if let Some(stats) = answer.get_mut("stats").and_then(Value::as_object_mut) {
        for name in ["elapsed_us", "queued_us", "nodes_per_second"] {
            stats.remove(name);
        }
        for iteration in stats.get_mut("iterations").and_then(Value::as_array_mut).into_iter().flatten() {
            iteration.as_object_mut().map(|fields| fields.remove("elapsed_us"));
        }
    }
    if let Some(fields) = answer.as_object_mut() {
        fields.remove("request_id");
    }
    answer
}

/// The parts of a problem that programs use. The path of a batch's item is relative to the item.
pub fn gist(problem: &Value, is_item: bool) -> Value {
    let path = problem["path"].as_str().map(|path| match path.split_once(']').filter(|_| is_item) {
        Some((_, rest)) => rest.trim_start_matches('.'),
        None => path,
    });
    let path = path.filter(|path| !path.is_empty());
    json!({"status": problem["status"], "code": problem["code"], "path": path, "candidates": problem["candidates"]})
}

/// The status and the answer of each question, by a door.
pub type Answers = Vec<(u64, Value)>;

pub async fn by_http(server: &Server, questions: &[Question]) -> Answers {
    let mut all = Vec::new();
    for question in questions {
        let answer = server.post(&target(question), question.2.clone()).await;
        all.push((answer.status.as_u16().into(), answer.json()));
    }
    all
}
