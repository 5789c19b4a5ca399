//! The choice of an algorithm: by default, by name, and in every form of a request.

use crate::common::server::Server;
use plyd::games::CATALOGUE;
use plyd::search::Algorithm;
use serde_json::{Value, json};

fn search(game: &str) -> String {
    format!("/v1/games/{game}/search")
}

#[tokio::test]
async fn a_depth_is_exact_and_any_other_budget_goes_to_the_strongest() {
    let server = Server::default();
    for game in CATALOGUE {
        let has_selective = game.algorithms().contains(&Algorithm::Selective);
        let strongest = if has_selective { "selective" } else { "alpha-beta" };
        for (body, expected) in [
            (r#"{"depth":2}"#, "alpha-beta"),
            (r#"{"nodes":500}"#, strongest),
            (r#"{"depth":2,"nodes":500}"#, strongest),
            (r#"{"depth":1,"time_ms":4000}"#, strongest),
            (r#"{"nodes":500,"algorithm":"alpha-beta"}"#, "alpha-beta"),
        ] {
            let answer = server.post(&search(game.id), body).await.json();
            assert_eq!(answer["algorithm"], expected, "{} {body}", game.id);
        }
    }
}

#[tokio::test]
async fn a_games_page_lists_its_algorithms_and_others_are_refused_by_name() {
    let server = Server::default();
    for game in CATALOGUE {
        let page = server.get(&format!("/v1/games/{}", game.id)).await.json();
        let listed: Vec<&str> = page["algorithms"]
            .as_array()
            .unwrap()
            .iter()
            .map(|algorithm| algorithm["name"].as_str().unwrap())
            .collect();
        for name in ["alpha-beta", "minimax", "selective", "mcts"] {
            let answer = server.post(&search(game.id), json!({"depth": 1, "algorithm": name}).to_string()).await;
            if listed.contains(&name) {
                assert_eq!(answer.json()["algorithm"], name, "{}", game.id);
                continue;
            }
            let detail = answer.assert_problem(422, "invalid_body", Some("algorithm"));
            let (last, others) = listed.split_last().unwrap();
            let has = format!("{} has no algorithm {name:?}, only {} and {last}", game.id, others.join(", "));
            assert_eq!(detail, has);
        }
    }
}

/// The answer without its timing.
fn told(mut answer: Value) -> Value {
    let stats = answer["stats"].as_object_mut().unwrap();
    stats.retain(|name, _| !["elapsed_us", "queued_us", "nodes_per_second", "iterations"].contains(&name.as_str()));
    answer
}

#[tokio::test]
async fn the_selective_search_is_reached_by_every_form_of_a_request() {
    let server = Server::default();
    let body = json!({"moves": ["e2e4"], "nodes": 3000, "algorithm": "selective"});
    let posted = told(server.post(&search("chess"), body.to_string()).await.json());
    assert_eq!((&posted["algorithm"], &posted["deterministic"]), (&json!("selective"), &json!(true)));

    let named = server.get(&(search("chess") + "?moves=e2e4&nodes=3000&algorithm=selective")).await;
    let exact = server.get(&(search("chess") + "?moves=e2e4&nodes=3000&algorithm=alpha-beta")).await;
    let unnamed = server.get(&(search("chess") + "?moves=e2e4&nodes=3000")).await;
    assert_eq!(told(named.json()), posted);
    assert_eq!(named.header("etag"), unnamed.header("etag"), "the same question");
    assert_ne!(named.header("etag"), exact.header("etag"));

    let mut item = body;
    (item["op"], item["game"]) = (json!("search"), json!("chess"));
    let batch = server.post("/v1/batch", json!({ "items": [item] }).to_string()).await.json();
    assert_eq!(told(batch["results"][0]["body"].clone()), posted);
}
