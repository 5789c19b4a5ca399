//! Clocks, waits, extras and advice as clients ask for them, and what cannot be asked.

use axum::body::Body;
use axum::http::Request;
use plyd::games::CATALOGUE;
use serde_json::{Value, json};

use crate::common::clock::{TIMEOUT, with_timeout};
use crate::common::server::{Server, until};

const SEARCH: &str = "/v1/games/chess/search";

/// The answer of a search, without statistics.
fn decision(mut answer: Value) -> Value {
    answer.as_object_mut().unwrap().remove("stats");
    answer
}

#[tokio::test]
async fn the_chosen_move_has_its_label_and_its_cells_and_every_score_its_expectation() {
    let server = Server::default();
    for game in CATALOGUE {
        let uri = format!("/v1/games/{}/search", game.id);
        let answer = server.post(&uri, json!({"depth": 2, "multi_pv": 2}).to_string()).await.json();
        let position = server.post(&uri.replace("search", "position"), "{}").await.json();
        let moves = position["legal_moves"].as_array().unwrap();
        let chosen = moves.iter().find(|mv| mv["move"] == answer["move"]).unwrap();
        assert_eq!(answer["cells"], chosen["cells"], "{}", game.id);
        assert_eq!(answer["label"], *chosen.get("label").unwrap_or(&chosen["move"]), "{}", game.id);
        assert_eq!(answer["claimable"], Value::Null);
        for part in answer["lines"].as_array().unwrap().iter().chain([&answer]) {
            let expected = part["expected"].as_f64().unwrap();
            match part["score"]["outcome"].as_str() {
                Some("win") => assert_eq!(expected, 1.0, "{part}"),
                Some("loss") => assert_eq!(expected, 0.0, "{part}"),
                Some("draw") => assert_eq!(expected, 0.5, "{part}"),
                _ => assert!((0.0..=1.0).contains(&expected), "{part}"),
            }
        }
        assert!(answer.get("advice").is_none() && answer["after"].get("legal_moves").is_none());
    }
    let over = server.post("/v1/games/tic-tac-toe/search", json!({"state": "XXX/OO./... O"}).to_string()).await.json();
    assert_eq!((&over["label"], &over["cells"], &over["expected"]), (&Value::Null, &json!([]), &json!(0.0)));
    let tree =
        server.post("/v1/games/tic-tac-toe/tree", json!({"state": "XX./OO./... X", "depth": 1}).to_string()).await;
    assert_eq!((&tree.json()["expected"], &tree.json()["max_side"]), (&json!(1.0), &json!("X")));
}

#[tokio::test]
async fn after_has_what_position_answers_about_it() {
    let server = Server::default();
    for game in CATALOGUE {
        let uri = format!("/v1/games/{}/search", game.id);
        let answer = server.post(&uri, json!({"nodes": 300, "with": ["position"]}).to_string()).await.json();
        let plain = server.post(&uri, json!({"nodes": 300}).to_string()).await.json();
        for (field, value) in plain["after"].as_object().unwrap() {
            assert_eq!(answer["after"][field], *value, "{} {field}", game.id);
        }
        let position = server.post(&uri.replace("search", "position"), answer["next"].to_string()).await.json();
        assert_eq!(answer["after"], position, "{}", game.id);
    }
    let over = json!({"state": "XXX/OO./... O", "with": ["position", "advice"]});
    let over = server.post("/v1/games/tic-tac-toe/search", over.to_string()).await.json();
    assert_eq!((&over["after"], &over["advice"]["because"]), (&Value::Null, &json!("The game is over.")));
}

#[tokio::test]
async fn advice_is_the_same_by_every_way_of_asking() {
    let server = Server::default();
    let moves = "e4,e5,Nf3,Nc6";
    let body = json!({"moves": moves, "level": 5, "seed": 3, "with": ["advice", "position"], "resign_at": 0.1});
    let answer = server.post(SEARCH, body.to_string()).await.json();
    assert_eq!(answer["deterministic"], true);
    let advice = answer["advice"].as_object().unwrap();
    assert_eq!(advice.keys().count(), 6);
    assert_eq!(
        (&advice["resign"], &advice["offer_draw"], &advice["claim_draw"]),
        (&json!(false), &json!(false), &json!(null))
    );
    let query = format!("moves={moves}&level=5&seed=3&with=position&with=advice&resign_at=0.1");
    let got = server.get(&format!("{SEARCH}?{query}")).await;
    assert!(!got.header("etag").is_empty(), "the answer follows from the request alone");
    assert_eq!(decision(got.json()), decision(answer.clone()));
    let mut item = body.clone();
    (item["op"], item["game"]) = (json!("search"), json!("chess"));
    let batch = server.post("/v1/batch", json!({"items": [item]}).to_string()).await.json();
    assert_eq!(decision(batch["results"][0]["body"].clone()), decision(answer.clone()));
    let streamed = Request::get(format!("{SEARCH}/stream?{query}")).header("accept", "text/event-stream");
    let streamed = String::from_utf8(server.send(streamed.body(Body::empty()).unwrap()).await.body).unwrap();
    let (_, result) = streamed.rsplit_once("event: result\ndata: ").unwrap();
    assert_eq!(decision(serde_json::from_str(result.trim()).unwrap()), decision(answer));
}

#[tokio::test]
async fn tags_tell_extras_apart_and_a_clock_has_none() {
    let server = Server::default();
    let tag = async |query: &str| {
        let answer = server.get(&format!("{SEARCH}?level=1{query}")).await;
        assert_eq!(answer.status, 200, "{query}");
        answer.header("etag").to_owned()
    };
    let queries = ["", "&with=advice", "&with=position", "&with=advice&resign_at=0.2", "&with=advice&draw_at=0.2"];
    let mut tags = Vec::new();
    for query in queries {
        tags.push(tag(query).await);
    }
    assert!(tags.iter().enumerate().all(|(index, tag)| !tag.is_empty() && !tags[..index].contains(tag)), "{tags:?}");
    assert_eq!(tag("&wait_ms=3000").await, tags[0], "the answer is the same, however long it waits");
    assert_eq!(tag("&clock=%7B%22own_ms%22:60000%7D").await, "", "time may end it differently");
}

#[tokio::test]
async fn a_claimable_draw_is_told_before_the_move() {
    let server = Server::default();
    let moves = "Ng1-f3 Ng8-f6 Nf3-g1 Nf6-g8 ".replace(['N', '-'], "").repeat(2);
    let ask = async |draws: &str| {
        let body = json!({"moves": moves.trim(), "draws": draws, "level": 4});
        server.post(SEARCH, body.to_string()).await.json()
    };
    for draws in ["automatic", "claimed"] {
        let answer = ask(draws).await;
        assert_eq!(answer["claimable"]["reason"], "threefold repetition", "{draws}");
        assert_eq!(answer["move"].is_null(), draws == "claimed");
    }
}

#[tokio::test]
async fn a_lost_game_is_resigned_and_an_equal_one_can_be_drawn() {
    let server = Server::default();
    let ask = async |body: Value| server.post(SEARCH, body.to_string()).await.json()["advice"].clone();
    let lost = json!({"state": "4k3/8/8/8/8/8/3QR3/4K3 b - - 0 40", "moves": "e8f8 e2e3 f8g7 e3f3 g7g8 f3f2"});
    let with = |body: &Value, more: Value| {
        let mut body = body.clone();
        body["with"] = json!(["advice"]);
        more.as_object().unwrap().iter().for_each(|(name, value)| body[name] = value.clone());
        body
    };
    assert_eq!(ask(with(&lost, json!({"level": 6}))).await["resign"], true);
    assert_eq!(ask(with(&lost, json!({"level": 2}))).await["resign"], false, "a beginner hopes on");
    let equal = json!({"state": "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 20 60", "moves": "e1d2 e8d7 d2e1 d7e8"});
    let advice = ask(with(&equal, json!({"level": 6}))).await;
    assert_eq!((&advice["accept_draw"], &advice["resign"]), (&json!(true), &json!(false)), "{advice}");
    assert_eq!(ask(with(&equal, json!({"level": 6, "draw_at": 0}))).await["accept_draw"], false);
}

#[tokio::test]
async fn a_search_by_the_clock_ends_in_its_share_of_it() {
    let server = Server::default();
    let body = |clock: Value| json!({"clock": clock, "wait_ms": 10_000, "with": ["position"]}).to_string();
    let answer = server.post(SEARCH, body(json!({"own_ms": 6000, "opponent_ms": 1, "increment_ms": 0}))).await.json();
    assert_eq!((&answer["algorithm"], &answer["stopped_by"]), (&json!("selective"), &json!("time")));
    assert_eq!(answer["deterministic"], false);
    let thought = answer["stats"]["elapsed_us"].as_u64().unwrap();
    assert!(thought < 60_000_000, "{thought}");
    // Levels keep to their own budget, and moves that nobody has to think about are made at once.
    let level = json!({"clock": {"own_ms": 600_000}, "level": 2}).to_string();
    assert_eq!(server.post(SEARCH, level).await.json()["stopped_by"], "level");
    let only = json!({"state": "7k/8/8/8/8/8/1r6/K7 w - - 0 1", "clock": {"own_ms": 600_000}}).to_string();
    assert_eq!(server.post(SEARCH, only).await.json()["depth"], 1);
}

#[tokio::test]
async fn clocks_of_other_servers_are_taken_in_every_way_of_asking() {
    let server = Server::default();
    let uri = "/v1/games/gomoku/search";
    let most = 31_622_400_000_u64;
    for clock in [
        json!({"own_ms": 0, "byoyomi_ms": 30_000}),
        json!({"own_ms": 0, "byoyomi_ms": 30_000, "byoyomi_periods": 3}),
        json!({"own_ms": 0, "delay_ms": 30_000}),
        json!({"per_move_ms": 30_000}),
        json!({"own_ms": most, "opponent_ms": most, "increment_ms": most, "delay_ms": most, "byoyomi_ms": most,
            "byoyomi_periods": 100}),
    ] {
        let body = json!({"moves": "h8", "level": 5, "clock": clock, "with": ["advice"]});
        let answer = server.post(uri, body.to_string()).await;
        assert_eq!(answer.status, 200, "{clock}: {}", String::from_utf8_lossy(&answer.body));
        let answer = answer.json();
        let think = answer["advice"]["think_ms"].as_u64().unwrap();
        assert!(answer["stopped_by"] == "level" && think > 0 && think <= 180_000, "{clock}: {answer}");
        let fields = clock.as_object().unwrap().iter();
        let query: Vec<String> = fields.map(|(name, ms)| format!("clock.{name}={ms}")).collect();
        let got = server.get(&format!("{uri}?moves=h8&level=5&with=advice&{}", query.join("&"))).await.json();
        assert_eq!(decision(got), decision(answer), "{clock}");
    }
}

#[tokio::test]
async fn half_a_point_is_accepted_by_whoever_expects_less() {
    let server = Server::default();
    for (game, state, moves) in [
        ("chess", "8/8/8/3k4/8/8/1q6/7K w - - 0 1", "Kg1 Ke4 Kf1 Ke3 Kg1 Kf3"),
        ("checkers", "W:WK1:BK10,K15,K18,11", "1-5 10-14 5-1 14-9"),
    ] {
        let body = json!({"state": state, "moves": moves, "level": 8, "seed": 1, "with": ["advice"]});
        let answer = server.post(&format!("/v1/games/{game}/search"), body.to_string()).await.json();
        let advice = &answer["advice"];
        assert_eq!((&advice["resign"], &advice["accept_draw"]), (&json!(true), &json!(true)), "{game}: {advice}");
    }
}

#[tokio::test]
async fn a_draw_is_not_claimed_by_a_side_that_promises_more() {
    let server = Server::default();
    // A queen up, and a queen down, at the third occurrence.
    for (state, claims) in [("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", false), ("4k3/3q4/8/8/8/8/8/4K3 w - - 0 1", true)] {
        let moves = "e1f1 e8f8 f1e1 f8e8 e1f1 e8f8 f1e1 f8e8";
        for draws in ["automatic", "claimed"] {
            for level in [2, 8] {
                let body = json!({"state": state, "moves": moves, "draws": draws, "level": level, "with": ["advice"]});
                let answer = server.post(SEARCH, body.to_string()).await.json();
                assert_eq!(answer["claimable"]["reason"], "threefold repetition", "{answer}");
                assert_eq!(answer["advice"]["claim_draw"].is_object(), claims, "{state} {draws} {level}: {answer}");
            }
        }
    }
}

#[tokio::test]
async fn an_empty_clock_gets_a_legal_move_at_once() {
    let server = Server::default();
    for game in ["chess", "gomoku", "tree", "hex"] {
        let body = json!({"clock": {"own_ms": 0}, "with": ["position", "advice"]}).to_string();
        let answer = server.post_begun(&format!("/v1/games/{game}/search"), &body).await;
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
        let answer = answer.json();
        assert!(answer["move"].is_string() && answer["after"]["legal_moves"].is_array(), "{answer}");
        assert_eq!(answer["advice"]["think_ms"], 0);
    }
}

#[tokio::test]
async fn a_search_may_wait_longer_than_it_takes() {
    let server = Server::endless(1, 16);
    let busy = async |ms: u64| server.post(SEARCH, json!({"time_ms": ms}).to_string()).await;
    let waits = async |wait: Option<u64>| {
        until(&server.service, "plyd_pool_busy_workers", 1.0).await;
        server.post(SEARCH, json!({"time_ms": 20, "wait_ms": wait}).to_string()).await
    };
    let (_, answer) = with_timeout(async { tokio::join!(busy(1000), waits(Some(10_000))) }).await;
    assert_eq!(answer.status, 200);
    let stats = &answer.json()["stats"];
    assert!(stats["queued_us"].as_u64().unwrap() > 20_000, "it waited longer than it may search: {stats}");
    let (_, refused) = with_timeout(async { tokio::join!(busy(1000), waits(None)) }).await;
    refused.assert_problem(503, "overloaded", None);
    let (_, refused) = with_timeout(async { tokio::join!(busy(1000), waits(Some(0))) }).await;
    refused.assert_problem(503, "overloaded", None);
}

#[tokio::test]
async fn waits_are_bounded_by_the_queue() {
    let server = Server::endless(1, 2);
    let search = json!({"time_ms": 500, "wait_ms": 10_000}).to_string();
    let answers = (0..40).map(|_| server.post(SEARCH, search.clone()));
    let answers = tokio::time::timeout(TIMEOUT, futures_util::future::join_all(answers)).await.unwrap();
    let refused: Vec<_> = answers.iter().filter(|answer| answer.status != 200).collect();
    assert!(refused.len() >= 30, "one runs, and two to four wait: {}", refused.len());
    refused.iter().for_each(|answer| drop(answer.assert_problem(503, "overloaded", None)));
}

#[tokio::test]
async fn a_batch_of_positions_is_answered_whole() {
    let server = Server::default();
    let item = json!({"op": "search", "game": "gomoku", "nodes": 50, "with": ["position"], "wait_ms": 10_000});
    let body = json!({"items": vec![item; 30]}).to_string();
    let answer = server.post("/v1/batch", body).await.json();
    let results = answer["results"].as_array().unwrap();
    assert_eq!(results.len(), 30);
    assert!(results.iter().all(|result| result["body"]["after"]["legal_moves"].as_array().unwrap().len() > 200));
}

#[tokio::test]
async fn wrong_fields_are_named_with_what_was_expected() {
    let server = Server::default();
    for (body, code, path, says) in [
        (json!({"clock": {"own_ms": -1}}), "invalid_body", "clock.own_ms", "0 or more, found -1"),
        (json!({"clock": {"own_ms": 1.5}}), "invalid_body", "clock.own_ms", "whole number"),
        (json!({"clock": {"own_ms": 1_u64 << 63}}), "limit_exceeded", "clock.own_ms", "31622400000"),
        (json!({"clock": {"own_ms": 5, "increment_ms": 1e30}}), "limit_exceeded", "clock.increment_ms", "31622400000"),
        (json!({"clock": {"own_ms": 5, "opponent_ms": -5}}), "invalid_body", "clock.opponent_ms", "0 or more"),
        (json!({"clock": {"opponent_ms": 5}}), "invalid_body", "clock", "missing field `own_ms`"),
        (json!({"clock": {"own_ms": 5, "white_ms": 5}}), "invalid_body", "clock.white_ms", "unknown field"),
        (json!({"clock": {"own_ms": 5, "moves_to_go": 0}}), "invalid_body", "clock.moves_to_go", "at least 1"),
        (json!({"clock": {"own_ms": 5, "moves_to_go": 2001}}), "limit_exceeded", "clock.moves_to_go", "2000"),
        (json!({"clock": 5000}), "invalid_body", "clock", "invalid type"),
        (json!({"clock": {"byoyomi_ms": 5}}), "invalid_body", "clock", "missing field `own_ms`"),
        (json!({"clock": {"own_ms": 5, "byoyomi_periods": 3}}), "invalid_body", "clock.byoyomi_periods", "byoyomi_ms"),
        (
            json!({"clock": {"own_ms": 5, "byoyomi_ms": 5, "byoyomi_periods": 0}}),
            "invalid_body",
            "clock.byoyomi_periods",
            "at least 1",
        ),
        (
            json!({"clock": {"own_ms": 5, "byoyomi_ms": 5, "byoyomi_periods": 101}}),
            "limit_exceeded",
            "clock.byoyomi_periods",
            "100",
        ),
        (json!({"clock": {"own_ms": 5, "delay_ms": 1_u64 << 63}}), "limit_exceeded", "clock.delay_ms", "31622400000"),
        (json!({"clock": {"per_move_ms": 5, "own_ms": 5}}), "invalid_body", "clock.per_move_ms", "own_ms"),
        (json!({"wait_ms": 10_001}), "limit_exceeded", "wait_ms", "10000"),
        (json!({"wait_ms": -1}), "invalid_body", "wait_ms", "0 or more"),
        (json!({"with": ["advise"]}), "invalid_body", "with[0]", "did you mean advice?"),
        (
            json!({"with": ["position", "board"]}),
            "invalid_body",
            "with[1]",
            "expected one of `position`, `advice`, `opening`",
        ),
        (json!({"with": "advice"}), "invalid_body", "with", "expected a list"),
        (json!({"resign_at": 0.51}), "invalid_body", "resign_at", "from 0 to 0.5, found 0.51"),
        (json!({"draw_at": -0.1}), "invalid_body", "draw_at", "from 0 to 0.5"),
        (json!({"draw_at": "0.1"}), "invalid_body", "draw_at", "from 0 to 0.5"),
        (json!({"wait_m": 5}), "invalid_body", "wait_m", "did you mean wait_ms?"),
    ] {
        let detail = server.post(SEARCH, body.to_string()).await.assert_problem(422, code, Some(path));
        assert!(detail.contains(says), "{body}: {detail}");
    }
    for (query, path) in [
        ("clock=5000", "clock"),
        ("clock={\"own_ms\":-1}", "clock.own_ms"),
        ("clock.own_ms=5&clock.byoyomi_periods=2", "clock.byoyomi_periods"),
        ("clock.per_move_ms=5&clock.moves_to_go=2", "clock.per_move_ms"),
        ("with=opinion", "with[0]"),
        ("resign_at=1", "resign_at"),
        ("wait_ms=x", "wait_ms"),
    ] {
        let uri = format!("{SEARCH}?{}", query.replace('{', "%7B").replace('}', "%7D").replace('"', "%22"));
        server.get(&uri).await.assert_problem(422, "invalid_body", Some(path));
    }
}
