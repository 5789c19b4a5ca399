//! Levels in requests: by POST and GET, in batches, streams and caches, and combinations that are refused.

use crate::common::server::Server;
use axum::body::Body;
use axum::http::Request;
use plyd::games::CATALOGUE;
use plyd::wire::Caps;
use serde_json::{Value, json};

const SEARCH: &str = "/v1/games/connect-four/search";

/// The answer of a level, without statistics.
fn decision(answer: &Value) -> Value {
    let fields = ["move", "score", "lines", "depth", "stopped_by", "level", "seed"];
    fields.into_iter().map(|field| (field.to_owned(), answer[field].clone())).collect()
}

#[tokio::test]
async fn a_level_answers_alike_by_every_way_of_asking() {
    let server = Server::default();
    let body = json!({
        "state": "4453", "moves": ["5"], "level": 3, "seed": 11, "search_moves": ["1", "4", "6"], "time_ms": 5000,
    });
    let answer = server.post(SEARCH, body.to_string()).await.json();
    assert_eq!((&answer["level"], &answer["seed"], &answer["stopped_by"]), (&json!(3), &json!(11), &json!("level")));
    assert_eq!(answer["algorithm"], "alpha-beta", "what is given away is counted exactly");
    let full = server.get("/v1/games/chess/search?state=6k1/5ppp/8/8/8/8/5PPP/3R2K1+w+-+-+0+1&level=10").await.json();
    assert_eq!(full["algorithm"], "selective", "nothing is given away, so by the strongest there is");
    assert!(["1", "4", "6"].contains(&answer["move"].as_str().unwrap()));
    let uri = format!("{SEARCH}?state=4453&moves=5&level=3&seed=11&search_moves=1,4,6&time_ms=5000");
    assert_eq!(decision(&server.get(&uri).await.json()), decision(&answer));
    let mut item = body.clone();
    (item["op"], item["game"]) = (json!("search"), json!("connect-four"));
    let batch = server.post("/v1/batch", json!({"items": [item]}).to_string()).await.json();
    assert_eq!(decision(&batch["results"][0]["body"]), decision(&answer));
    let uri = uri.replace("/search?", "/search/stream?");
    let streamed = Request::get(&uri).header("accept", "text/event-stream").body(Body::empty()).unwrap();
    let streamed = String::from_utf8(server.send(streamed).await.body).unwrap();
    let (_, result) = streamed.rsplit_once("event: result\ndata: ").unwrap();
    assert_eq!(decision(&serde_json::from_str(result.trim()).unwrap()), decision(&answer));
    let progress = streamed.strip_prefix("event: progress\ndata: ").unwrap().lines().next().unwrap();
    let progress: Value = serde_json::from_str(progress).unwrap();
    assert_eq!(progress["lines"].as_array().unwrap().len(), 1, "what else a level has looked at is its own business");
}

#[tokio::test]
async fn a_level_is_kept_by_caches_under_its_number_and_seed() {
    let server = Server::default();
    let tag = async |query: &str| server.get(&format!("{SEARCH}?{query}")).await.header("etag").to_owned();
    let tags = [tag("level=2").await, tag("level=2&seed=1").await, tag("level=3").await, tag("depth=2").await];
    assert!(tags.iter().enumerate().all(|(index, tag)| !tag.is_empty() && !tags[..index].contains(tag)), "{tags:?}");
    assert_eq!(tag("seed=0&level=2").await, tags[0]);
    let held = Request::get(format!("{SEARCH}?level=2")).header("if-none-match", &tags[0]).body(Body::empty()).unwrap();
    assert_eq!(server.send(held).await.status, 304);
    assert_eq!(tag("level=2&time_ms=1000").await, "", "time may end it differently");
}

#[tokio::test]
async fn a_field_that_conflicts_with_a_level_is_named() {
    let server = Server::default();
    for (field, value) in [
        ("depth", json!(7)),
        ("nodes", json!(9)),
        ("algorithm", json!("minimax")),
        ("multi_pv", json!(2)),
        ("tie_break", json!("random")),
    ] {
        let body = json!({"level": 3, field: value}).to_string();
        server.post(SEARCH, body).await.assert_problem(422, "invalid_body", Some(field));
    }
    for (level, code) in
        [("0", "invalid_body"), ("-1", "invalid_body"), ("x", "invalid_body"), ("11", "limit_exceeded")]
    {
        server.get(&format!("{SEARCH}?level={level}")).await.assert_problem(422, code, Some("level"));
    }
    let tree = server.post("/v1/games/tree/search", r#"{"level":1}"#).await;
    assert_eq!(tree.assert_problem(422, "invalid_body", Some("level")), "tree has no levels");
}

#[tokio::test]
async fn a_servers_own_cap_ends_a_level_earlier_and_says_so() {
    let server = Server::with_caps(Caps::new(500, 60_000));
    let answer = server.get("/v1/games/chess/search?level=10").await.json();
    assert_eq!((&answer["stopped_by"], &answer["deterministic"]), (&json!("nodes"), &json!(true)));
}

#[tokio::test]
async fn a_games_page_lists_what_each_level_spends() {
    let server = Server::default();
    for game in CATALOGUE {
        let page = server.get(&format!("/v1/games/{}", game.id)).await.json();
        let listed = page["levels"].as_array().unwrap();
        let numbers: Vec<u64> = listed.iter().map(|level| level["level"].as_u64().unwrap()).collect();
        assert_eq!(numbers, if game.id == "tree" { vec![] } else { (1..=10).collect() }, "{}", game.id);
        for level in listed {
            assert!(level["depth"].as_u64() >= Some(1) && level["nodes"].as_u64() >= Some(1), "{}: {level}", game.id);
        }
    }
}
