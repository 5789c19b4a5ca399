//! `without` and `order`: exact searches without some techniques, and in another order of moves.

use serde_json::{Value, json};

use crate::common::server::Server;

const GAME: &str = "/v1/games/tic-tac-toe";
const ROWS: [&str; 9] = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];

fn nodes(answer: &Value) -> u64 {
    answer["stats"]["nodes"].as_u64().unwrap()
}

#[tokio::test]
async fn a_course_finds_its_numbers() {
    let server = Server::default();
    for (question, counted) in [
        (json!({"algorithm": "minimax", "max_nodes": 600}), 549_946),
        (json!({"algorithm": "textbook"}), 7_865),
        (json!({"algorithm": "textbook", "order": "given"}), 7_865),
        (json!({"algorithm": "textbook", "order": ROWS}), 20_866),
        (json!({"algorithm": "textbook", "order": "reversed"}), 46_965),
        (json!({"algorithm": "textbook", "order": "best"}), 2_105),
        (json!({"algorithm": "textbook", "order": "worst"}), 134_481),
    ] {
        let mut question = question;
        question["depth"] = json!(9);
        let tree = server.post(&format!("{GAME}/tree"), question.to_string()).await.json();
        assert_eq!((nodes(&tree), &tree["value"]), (counted, &json!(0)), "{question}");
    }
    for (algorithm, counted) in [("minimax", 549_946), ("textbook", 7_865)] {
        let question = json!({"algorithm": algorithm, "depth": 9}).to_string();
        let answer = server.post(&format!("{GAME}/search"), question).await.json();
        assert_eq!((nodes(&answer), &answer["score"]["outcome"]), (counted, &json!("draw")), "{algorithm}");
    }
}

#[tokio::test]
async fn order_changes_nodes_and_no_score() {
    let server = Server::default();
    let mut counts = Vec::new();
    for order in [json!("given"), json!("best"), json!("worst"), json!("reversed"), json!(["4", "3"]), json!("4,3")] {
        let question = json!({"moves": "4 4 3", "depth": 6, "algorithm": "textbook", "order": order});
        let answer = server.post("/v1/games/connect-four/search", question.to_string()).await.json();
        counts.push((nodes(&answer), answer["score"].clone()));
        let query = format!("moves=4,4,3&depth=6&algorithm=textbook&order={}", order.as_str().unwrap_or("4,3"));
        let got = server.get(&format!("/v1/games/connect-four/search?{query}")).await.json();
        assert_eq!(nodes(&got), nodes(&answer), "{order}");
    }
    assert!(counts.iter().all(|(_, score)| *score == counts[0].1), "{counts:?}");
    assert!(counts[1].0 < counts[2].0, "best first cuts off more than worst first: {counts:?}");
    assert_eq!(counts[4], counts[5], "a list and a text");
}

#[tokio::test]
async fn each_technique_can_be_left_out_and_changes_no_score() {
    let server = Server::default();
    let ask = async |without: Value| {
        let question = json!({"depth": 8, "algorithm": "alpha-beta", "without": without});
        let answer = server.post("/v1/games/connect-four/search", question.to_string()).await.json();
        (answer["score"].clone(), answer["stats"].clone())
    };
    let (score, all) = ask(Value::Null).await;
    assert!(all["table_cutoffs"].as_u64().unwrap() > 0);
    let (same, without_table) = ask(json!(["table"])).await;
    assert_eq!((same, without_table["table_cutoffs"].as_u64()), (score.clone(), Some(0)));
    let names = ["table", "pvs", "memory", "mate-distance", "aspiration", "static-bounds", "proof", "book"];
    let (same, plain) = ask(json!(names)).await;
    assert_eq!(same, score);
    assert!(plain["nodes"].as_u64() > all["nodes"].as_u64(), "{plain} {all}");
}

#[tokio::test]
async fn wrong_names_are_refused_with_the_near_miss() {
    let server = Server::default();
    for (question, status, code, path, said) in [
        (json!({"without": ["tabel"]}), 422, "invalid_body", "without", "did you mean table?"),
        (json!({"without": ["x"]}), 422, "invalid_body", "without", "expected one of table, pvs, memory"),
        (json!({"without": "table"}), 422, "invalid_body", "without", "expected a list of techniques"),
        (json!({"without": vec!["pvs"; 65]}), 422, "invalid_body", "without", "65 techniques; the limit is 64"),
        (json!({"order": "revers"}), 422, "invalid_body", "order", "did you mean reversed?"),
        (json!({"order": 3}), 422, "invalid_body", "order", "expected given, reversed, best, worst or a list"),
        (json!({"order": ["a9"]}), 422, "illegal_move", "order[0]", "cannot be played"),
        (json!({"order": ["a1", "a1"]}), 422, "invalid_body", "order[1]", "given twice"),
        (json!({"order": []}), 422, "invalid_body", "order", "at least one move"),
    ] {
        for operation in ["search", "tree"] {
            let answer = server.post(&format!("{GAME}/{operation}"), question.to_string()).await;
            let detail = answer.assert_problem(status, code, Some(path));
            assert!(detail.contains(said), "{question}: {detail}");
        }
    }
    for field in [json!({"without": ["table"]}), json!({"order": "best"})] {
        for (name, value) in [("level", json!(3)), ("nodes", json!(1000)), ("algorithm", json!("selective"))] {
            let mut question = field.clone();
            question[name] = value;
            let answer = server.post("/v1/games/chess/search", question.to_string()).await;
            let path = field.as_object().unwrap().keys().next().unwrap();
            let detail = answer.assert_problem(422, "invalid_body", Some(path));
            assert!(detail.contains("exact searches"), "{detail}");
        }
    }
}
