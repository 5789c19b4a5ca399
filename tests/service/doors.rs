//! The same questions at every door: HTTP alone and in batches, the queue, the browser's engine. The answers have to be
//! equal, except for times. `tests/tools/doors.rs` asks the terminal, and `tests/tools/mcp.rs` asks over MCP.

use plyd::games::CATALOGUE;
use plyd::operations::{Limits, Queued, answer_all};
use plyd::search::{Engine, Stop};
use plyd::wire::BatchResult;
use plyd_browser::Operations;
use serde_json::{Value, json};

use crate::common::questions::{Answers, CHECK, Question, by_http, gist, right, target, timeless, wrong};
use crate::common::server::Server;

/// An item of a batch: the body, with the operation and the game in front.
fn item((op, game, body): &Question) -> String {
    let rest = body.trim_start().strip_prefix('{').unwrap_or(body);
    let comma = if rest.trim_start().starts_with('}') { "" } else { "," };
    let game = if *op == CHECK { String::new() } else { format!(r#","game":{}"#, json!(game)) };
    format!(r#"{{"op":{}{game}{comma}{rest}"#, json!(op))
}

fn results(batch: &Value) -> Answers {
    let results = batch["results"].as_array().unwrap();
    results.iter().map(|result| (result["status"].as_u64().unwrap(), result["body"].clone())).collect()
}

/// The questions as batches, each short enough for the server.
fn batches(questions: &[Question]) -> impl Iterator<Item = String> {
    questions.chunks(3).map(|some| format!("{{\"items\":[{}]}}", some.iter().map(item).collect::<Vec<_>>().join(",")))
}

async fn by_batch(server: &Server, questions: &[Question]) -> Answers {
    let mut all = Vec::new();
    for batch in batches(questions) {
        let answer = server.post("/v1/batch", batch).await;
        all.extend(results(&answer.json()));
    }
    all
}

fn by_browser(questions: &[Question]) -> Answers {
    let mut engine = Operations::default();
    let mut ask = |target: &str, body: &str| {
        let answer = engine.answer("POST", target, body, &mut |_| ()).unwrap();
        (answer.status.into(), serde_json::from_str::<Value>(&answer.text).unwrap())
    };
    let alone: Answers = questions.iter().map(|question| ask(&target(question), &question.2)).collect();
    let batched: Answers = batches(questions).flat_map(|batch| results(&ask("/v1/batch", &batch).1)).collect();
    for (question, (one, other)) in questions.iter().zip(alone.iter().zip(&batched)) {
        if one.0 == 200 {
            assert_eq!(timeless(one.1.clone()), timeless(other.1.clone()), "{question:?}");
        }
        assert_eq!(gist(&one.1, false)["code"], gist(&other.1, true)["code"], "{question:?}");
    }
    alone
}

/// Answers the questions one by one, as the worker of a queue answers jobs.
fn by_queue(questions: &[Question]) -> Answers {
    let (mut engine, stop) = (Engine::new(1 << 24), Stop::default());
    let limits = Limits { is_repeatable: true, ..Limits::new(Server::CAPS) };
    let answer = |question: &Question| {
        let answered = Queued::find(&item(question), CATALOGUE, Server::MAX_BODY_BYTES).and_then(|job| match job {
            Queued::Item(item) => item.read(&limits, &stop)?.finish(&mut engine, &stop, None),
            Queued::Batch(_) => unreachable!("there is none"),
        });
        match answered {
            Ok(done) => (200, serde_json::from_str(&done.text).unwrap()),
            Err(problem) => (problem.code.status().into(), serde_json::from_str(&problem.json(None)).unwrap()),
        }
    };
    questions.iter().map(answer).collect()
}

#[tokio::test]
async fn four_hundred_questions_have_the_same_answers_at_all_doors() {
    let (server, questions) = (Server::default(), right());
    assert!(questions.len() >= 400);
    let expected = by_http(&server, &questions).await;
    let doors = [
        ("batch", by_batch(&server, &questions).await),
        ("browser", by_browser(&questions)),
        ("queue", by_queue(&questions)),
    ];
    for (door, answers) in doors {
        assert_eq!(answers.len(), questions.len());
        for ((question, expected), answer) in questions.iter().zip(&expected).zip(answers) {
            assert_eq!(expected.0, 200, "{question:?}: {}", expected.1);
            assert_eq!((answer.0, timeless(answer.1)), (200, timeless(expected.1.clone())), "{door}: {question:?}");
        }
    }
}

#[tokio::test]
async fn a_hundred_wrong_questions_have_the_same_code_path_and_candidates_at_all_doors() {
    let (server, questions) = (Server::default(), wrong());
    let expected = by_http(&server, &questions).await;
    let doors = [
        ("batch", true, by_batch(&server, &questions).await),
        ("browser", false, by_browser(&questions)),
        ("queue", false, by_queue(&questions)),
    ];
    let is_wrong = expected.iter().filter(|(status, _)| *status != 200).count();
    assert!(is_wrong >= 100, "{is_wrong}");
    for (door, is_item, answers) in doors {
        for ((question, expected), answer) in questions.iter().zip(&expected).zip(answers) {
            // The game is in the path of HTTP, and a field of an item.
            let mut expected = gist(&expected.1, false);
            if expected["code"] == "unknown_game" && door != "browser" {
                expected["path"] = json!("game");
            }
            let (op, _, body) = question;
            assert_eq!(gist(&answer.1, is_item), expected, "{door}: {op} {body:.80}");
        }
    }
}

#[tokio::test]
async fn operations_and_texts_that_do_not_exist_are_refused_alike() {
    let server = Server::default();
    let unknown = [("taste", "chess".to_owned(), "{}".to_owned())];
    let (batch, queue) = (by_batch(&server, &unknown).await, by_queue(&unknown));
    assert_eq!(
        gist(&batch[0].1, true),
        json!({"status": 422, "code": "invalid_body", "path": "op", "candidates": null})
    );
    assert_eq!(gist(&batch[0].1, true), gist(&queue[0].1, false));
    // Not UTF-8, and not JSON.
    for body in [&b"\xff"[..], b"{\"state\": \"\xff\"}", b"{", b"", b"[]"] {
        let alone = server.post("/v1/games/chess/search", body).await;
        let mut kept = Vec::new();
        let mut keep = |_, result: BatchResult| kept.push(result);
        let limits = Limits::new(Server::CAPS);
        let refused =
            answer_all(body, CATALOGUE, &limits, (&mut Engine::new(0), &Stop::default()), None, &mut keep).unwrap_err();
        let whole = server.post("/v1/batch", body).await;
        assert_eq!(whole.json()["code"], alone.json()["code"]);
        assert_eq!(alone.json()["code"], refused.code.name());
    }
}
