//! What the service answers, as clients see it.

use crate::common::server::Server;
use axum::body::Body;
use axum::http::Request;
use plyd::games::CATALOGUE;
use plyd::wire::Caps;
use serde_json::{Value, json};

const SEARCH: &str = "/v1/games/tic-tac-toe/search";
const POSITION: &str = "/v1/games/tic-tac-toe/position";

#[tokio::test]
async fn the_tutorials_case_has_the_published_answer() {
    let server = Server::default();
    let answer = server.get("/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9").await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "application/json"));
    let mut answer = answer.json();
    let stats = answer["stats"].as_object_mut().unwrap();
    for timing in ["elapsed_us", "queued_us", "nodes_per_second"] {
        assert!(stats.remove(timing).unwrap().is_u64());
    }
    assert!(stats["iterations"][0].as_object_mut().unwrap().remove("elapsed_us").unwrap().is_u64());
    let engine_use = ["warm", "threads"].map(|field| answer.as_object_mut().unwrap().remove(field));
    assert_eq!(engine_use, [Some(json!(false)), Some(json!(1))]);
    let win = json!({"value": 999_999, "outcome": "win", "plies": 1});
    let outcome = json!({"winner": "X", "reason": "three in a row"});
    assert_eq!(
        answer,
        json!({
            "game": "tic-tac-toe", "state": "XOX/OX./..O X", "to_move": "X", "move": "a1",
            "label": "a1", "cells": [[2, 0]], "outcome": null, "claimable": null, "expected": 1.0,
            "after": {"state": "XOX/OX./X.O O", "to_move": "O", "over": true, "outcome": outcome, "claimable": null},
            "next": {"state": "XOX/OX./..O X", "moves": ["a1"]},
            "score": win,
            "lines": [{"move": "a1", "score": win, "expected": 1.0, "pv": ["a1"], "state": "XOX/OX./X.O O"}],
            "depth": 1, "stopped_by": "solved", "deterministic": true, "algorithm": "alpha-beta", "level": null,
            "book": false, "seed": 0,
            "stats": {
                "nodes": 4, "leaves": 3, "interior": 1, "quiescence_nodes": 0, "alpha_cutoffs": 0, "beta_cutoffs": 0,
                "first_move_cutoffs": 0, "moves_pruned": 0, "table_probes": 0, "table_hits": 0, "table_cutoffs": 0,
                "deepest_ply": 1, "mean_branching": 3.0, "minimax_nodes": 12, "pruned_fraction": 0.667,
                "iterations": [{"depth": 1, "move": "a1", "value": 999_999, "nodes": 4}],
            },
            "engine": plyd::wire::ENGINE,
        })
    );
}

#[tokio::test]
async fn a_late_connect_four_position_is_proven_without_being_asked_to() {
    let server = Server::default();
    let body = r#"{"state":"7422341735647741166133573473242566"}"#;
    let answer = server.post("/v1/games/connect-four/search", body).await.json();
    // 34 discs are played, and the 41st wins. That leaves the winner one of its 21 discs, counting the last one played.
    assert_eq!((&answer["score"]["outcome"], &answer["score"]["plies"]), (&json!("win"), &json!(7)));
    assert_eq!(answer["lines"][0]["pv"].as_array().unwrap().len(), 7);
    assert_eq!((&answer["stopped_by"], &answer["depth"]), (&json!("solved"), &json!(8)));
}

#[tokio::test]
async fn a_position_is_described_and_moves_are_played_on_it() {
    let server = Server::default();
    let answer = server.post(POSITION, r#"{"state":"XOX/OX./..O","moves":["b1","a1"]}"#).await.json();
    assert_eq!(answer["state"], "XOX/OX./OXO X");
    assert_eq!(answer["legal_moves"], json!([{"move": "c2", "state": "XOX/OXX/OXO O", "cells": [[1, 2]]}]));
    assert_eq!(answer["board"], json!([["X", "O", "X"], ["O", "X", null], ["O", "X", "O"]]));
    assert_eq!((&answer["over"], &answer["outcome"]), (&json!(false), &json!(null)));
    let by_query = server.get(&format!("{POSITION}?state=XOX/OX./..O&moves=b1,a1")).await.json();
    assert_eq!(by_query, answer);
    let over = server.get(&format!("{POSITION}?state=XOX/OX./..O&moves=b1,a1,c2")).await.json();
    assert_eq!(over["outcome"], json!({"winner": null, "reason": "full board"}));
    assert_eq!((&over["over"], &over["legal_moves"], &over["evaluation"]), (&json!(true), &json!([]), &json!(0)));
    let tree = server.post("/v1/games/tree/position", r#"{"state":[[3,12],5],"moves":["0"]}"#).await.json();
    assert_eq!(tree["state"], json!({"side": "min", "children": {"0": 3, "1": 12}}));
    assert!(tree.get("board").is_none(), "only games on a grid have one");
}

#[tokio::test]
async fn a_game_that_is_over_is_answered_without_a_move() {
    let server = Server::default();
    let answer = server.get(&format!("{SEARCH}?state=XOX/OX./X.O")).await.json();
    assert_eq!((&answer["move"], &answer["after"], &answer["lines"]), (&json!(null), &json!(null), &json!([])));
    assert_eq!((&answer["depth"], &answer["stopped_by"]), (&json!(0), &json!("solved")));
    assert_eq!(answer["score"], json!({"value": -1_000_000, "outcome": "loss", "plies": 0}));
    let draw = server.get(&format!("{SEARCH}?state=XOX/XOO/OXX")).await.json();
    assert_eq!(draw["score"], json!({"value": 0, "outcome": "draw", "plies": 0}));
}

#[tokio::test]
async fn depth_0_evaluates_only() {
    let server = Server::default();
    let answer = server.post(SEARCH, r#"{"depth":0}"#).await.json();
    assert_eq!((&answer["move"], &answer["lines"], &answer["depth"]), (&json!(null), &json!([]), &json!(0)));
    assert_eq!((&answer["stats"]["nodes"], &answer["stopped_by"]), (&json!(1), &json!("depth")));
    assert_eq!(answer["stats"]["minimax_nodes"], 1);
}

#[tokio::test]
async fn a_minimax_search_that_was_cut_does_not_pass_for_the_count_of_a_whole_one() {
    let server = Server::with_caps(Caps::new(500, 60_000));
    for (depth, stopped_by, counted, pruned) in
        [(2, "depth", json!(82), json!(0.0)), (3, "nodes", json!(null), json!(null))]
    {
        let body = json!({"algorithm": "minimax", "depth": depth}).to_string();
        let answer = server.post(SEARCH, body).await.json();
        assert_eq!(answer["stopped_by"], stopped_by);
        let stats = &answer["stats"];
        assert_eq!((&stats["minimax_nodes"], &stats["pruned_fraction"]), (&counted, &pruned), "depth {depth}");
    }
}

#[tokio::test]
async fn every_option_does_what_it_says() {
    let server = Server::default();
    let every = server.post(SEARCH, r#"{"state":"XOX/OX./..O","depth":9,"multi_pv":"all"}"#).await.json();
    let lines: Vec<_> = every["lines"].as_array().unwrap().iter().map(|line| (&line["move"], &line["score"])).collect();
    let draw = json!({"value": 0, "outcome": "draw", "plies": null});
    let win = json!({"value": 999_999, "outcome": "win", "plies": 1});
    assert_eq!(lines, [(&json!("a1"), &win), (&json!("b1"), &draw), (&json!("c2"), &draw)]);
    let only = server.get(&format!("{SEARCH}?state=XOX/OX./..O&search_moves=c2,b1")).await.json();
    assert_eq!((&only["move"], &only["score"]["outcome"]), (&json!("b1"), &json!("draw")));
    let nodes = server.post(SEARCH, r#"{"nodes":100}"#).await.json();
    assert_eq!((&nodes["stopped_by"], &nodes["stats"]["nodes"]), (&json!("nodes"), &json!(100)));
    assert_eq!(nodes["stats"]["minimax_nodes"], json!(null), "depth is not the only limit");
    let minimax = server.post(SEARCH, r#"{"algorithm":"minimax","depth":9.0}"#).await.json();
    assert_eq!((&minimax["algorithm"], &minimax["stats"]["nodes"]), (&json!("minimax"), &json!(549_946)));
    let seeds: std::collections::HashSet<String> = {
        let mut found = std::collections::HashSet::new();
        for seed in 0..30 {
            let body = format!(r#"{{"state":"X../.O./..X","depth":9,"tie_break":"random","seed":{seed}}}"#);
            let answer = server.post(SEARCH, body).await.json();
            assert_eq!(answer["seed"], seed);
            found.insert(answer["move"].as_str().unwrap().to_owned());
        }
        found
    };
    assert_eq!(seeds, ["b1", "a2", "c2", "b3"].map(String::from).into(), "every side draws, no corner does");
}

#[tokio::test]
async fn request_ids_are_taken_over_if_they_are_plain() {
    let server = Server::default();
    for (id, kept) in
        [("order-7_B.2", true), (&"x".repeat(128), true), (&"x".repeat(129), false), ("a b", false), ("", false)]
    {
        let answer = server.send(Request::get("/livez").header("x-request-id", id).body(Body::empty()).unwrap()).await;
        assert_eq!(answer.header("x-request-id") == id, kept, "{id:?}");
        assert!(!answer.header("x-request-id").is_empty());
    }
    let (first, second) = (server.get("/livez").await, server.get("/nowhere").await);
    assert_ne!(first.header("x-request-id"), second.header("x-request-id"));
    assert_eq!(second.header("x-content-type-options"), "nosniff");
}

#[tokio::test]
async fn a_server_about_to_stop_is_live_but_not_ready() {
    let server = Server::default();
    assert_eq!(server.get("/readyz").await.json(), json!({"status": "ready"}));
    server.service.drain();
    server.get("/readyz").await.assert_problem(503, "shutting_down", None);
    assert_eq!(server.get("/livez").await.json(), json!({"status": "live"}));
}

/// The request names a depth, 0, so no closed form is used.
#[tokio::test]
async fn an_evaluation_is_the_score_of_a_search_of_depth_0() {
    let server = Server::default();
    let mut asked = 0;
    for game in CATALOGUE {
        for state in game.about.state_examples {
            let state: Value =
                if game.about.state_is_json { serde_json::from_str(state).unwrap() } else { json!(state) };
            let path = |operation| format!("/v1/games/{}/{operation}", game.id);
            let position = server.post(&path("position"), json!({ "state": state }).to_string()).await.json();
            let found = server.post(&path("search"), json!({ "state": state, "depth": 0 }).to_string()).await.json();
            assert_eq!(position["evaluation"], found["score"]["value"], "{} {state}", game.id);
            asked += 1;
        }
    }
    assert!(asked >= 2 * CATALOGUE.games().len());
    let heap = server.get("/v1/games/bones/position?state=2").await.json();
    assert_eq!(heap["evaluation"], 0, "who looks no further sees no end");
    let known = server.get("/v1/games/bones/search?state=2").await.json();
    assert_eq!(known["score"]["value"], 999_999);
}
