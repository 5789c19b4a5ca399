//! Records that people and other programs wrote, by tags, comments and results, in games without a format of their own.

use crate::common::server::Server;
use plyd::games::CATALOGUE;
use serde_json::{Value, json};

/// A game, its record, its moves and its result.
const RECORDS: &[(&str, &str, &[&str], &str)] = &[
    ("mill", "1. d6 f4 {centre} (1... c4? 2. d2 b4) 2. d2 b4", &["d6", "f4", "d2", "b4"], ""),
    (
        "mill",
        "[Site \"PlayOK\"]\n[Event \"Mill Game\"]\n[GameType \"70,0\"]\n\n1. 1 4 2. 2 5 3. 3x4 6 *",
        &["a7", "b6", "d7", "d6", "g7xb6", "f6"],
        "*",
    ),
    (
        "connect-four",
        "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. 4 4 2. 3 5 *",
        &["4", "4", "3", "5"],
        "*",
    ),
    (
        "othello",
        "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. f5 d6 2. c3 d3 *",
        &["f5", "d6", "c3", "d3"],
        "*",
    ),
    ("oware", "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. C d *", &["C", "d"], "*"),
    ("dots-and-boxes", "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. a1b1 *", &["a1b1"], "*"),
    ("ultimate-tic-tac-toe", "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. a1 *", &["a1"], "*"),
    ("tic-tac-toe", "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. b2 a1 *", &["b2", "a1"], "*"),
    ("nim", "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. 1:1 *", &["1:1"], "*"),
    (
        "othello",
        "[Site \"edax\"]\n[Black \"a\"]\n[White \"b\"]\n[Result \"34-30\"]\n\n1. f5 d6 2. c3 d3 3. c4 34-30\n",
        &["f5", "d6", "c3", "d3", "c4"],
        "1-0",
    ),
];

async fn ask(server: &Server, game: &str, operation: &str, body: &Value) -> Value {
    let answer = server.post(&format!("/v1/games/{game}/{operation}"), body.to_string()).await;
    assert_eq!(answer.status, 200, "{body}: {}", String::from_utf8_lossy(&answer.body));
    answer.json()
}

#[tokio::test]
async fn records_in_the_manner_of_pgn_are_read_in_every_game() {
    let server = Server::default();
    for (game, record, moves, result) in RECORDS {
        let game = CATALOGUE.find(game).unwrap().id;
        let found = ask(&server, game, "record", &json!({ "record": record })).await;
        let result = if result.is_empty() { Value::Null } else { json!(result) };
        assert_eq!((&found["format"], &found["moves"], &found["result"]), (&json!("pgn"), &json!(moves), &result));
        assert_eq!(found["warnings"], json!([]), "{record}");
        let tags = record.lines().filter(|line| line.starts_with('[')).count();
        assert_eq!(found["tags"].as_object().unwrap().len(), tags, "{record}");
    }
    let (game, record, ..) = RECORDS[0];
    let found = ask(&server, CATALOGUE.find(game).unwrap().id, "record", &json!({ "record": record })).await;
    assert_eq!(found["comments"], json!({"2": "centre"}));
    let variation = json!({"moves": ["c4", "d2", "b4"], "nags": {"0": [2]}});
    assert_eq!(found["variations"], json!({"1": [variation]}));
}

#[tokio::test]
async fn a_written_record_has_the_results_of_its_format() {
    let server = Server::default();
    let draughts = json!({ "moves": "32-28 19-23", "result": "1-0" });
    let written = ask(&server, "draughts", "record/write", &draughts).await;
    let text = written["record"].as_str().unwrap();
    assert!(text.starts_with("[Result \"2-0\"]\n") && text.ends_with(" 2-0\n"), "{text}");
    let hex = json!({ "moves": "a2 swap f6", "format": "hexworld", "result": "1/2-1/2" });
    let refused = server.post("/v1/games/hex/record/write", hex.to_string()).await;
    refused.assert_problem(422, "invalid_body", Some("result"));
    // Formats with moves alone refuse tags and a result; the manner of PGN has them in every game.
    let said = json!({ "moves": "b2 a1", "format": "pgn", "result": "0-1", "tags": { "White": "Anna" } });
    let written = ask(&server, "tic-tac-toe", "record/write", &said).await;
    let found = ask(&server, "tic-tac-toe", "record", &written).await;
    assert_eq!(
        (&found["result"], &found["tags"]["White"], &found["tags"]["Game"]),
        (&json!("0-1"), &json!("Anna"), &json!("tic-tac-toe"))
    );
}

/// A review's own record can be reviewed again.
#[tokio::test]
async fn annotated_reviews_are_read_back_in_games_without_pgn_and_sgf() {
    let server = Server::default();
    for (game, moves) in [("connect-four", "4 4 3 1"), ("kalah", "3 6 1"), ("oware", "C d"), ("ataxx", "a6 a2")] {
        let body = json!({ "moves": moves, "nodes": 200, "annotated": true });
        let review = ask(&server, game, "review", &body).await;
        let found = ask(&server, game, "record", &json!({ "record": review["record"] })).await;
        assert_eq!(found["moves"].as_array().unwrap().len(), moves.split(' ').count(), "{found}");
    }
}
