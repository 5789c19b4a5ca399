//! A game that is not one of plyd's, from the example to an answer over HTTP.

#[expect(dead_code, reason = "its main is for whoever runs it")]
#[path = "../../examples/own_game.rs"]
mod example;
#[expect(dead_code, reason = "its main is for whoever runs it")]
#[path = "../../examples/own_evaluation.rs"]
mod own_evaluation;

use std::sync::Arc;
use std::time::Duration;

use crate::common::server::Server;
use crate::common::socket::{LISTENER, open_with, rest};
use axum::body::Body;
use axum::http::Request;
use example::Chomp;
use plyd::catalogue::Game;
use plyd::games::{CATALOGUE, Catalogue, laws};
use plyd::http::Service;
use plyd::pool::SearchPool;
use plyd::wire::Caps;
use serde_json::{Value, json};

static THEIRS: Catalogue = Catalogue::new(&[Game::of::<Chomp>("chomp")]);

fn server(catalogue: Catalogue) -> Server {
    let caps = Caps::new(1_000_000, 60_000);
    let pool = SearchPool::new(2, 16, 1 << 20);
    let service = Service::new(catalogue, pool, caps, 4096, Duration::from_secs(60));
    Server { service: Arc::new(service) }
}

#[test]
fn it_keeps_every_law() {
    laws::check(&THEIRS.games()[0]).unwrap();
}

#[test]
fn a_game_with_an_evaluation_of_ones_own_keeps_every_law() {
    laws::check(&Game::of::<own_evaluation::ByMoves>("othello-by-moves")).unwrap();
}

#[tokio::test]
async fn it_is_played_to_its_end_over_a_socket_and_the_first_player_wins() {
    let open = open_with(LISTENER, server(CATALOGUE.with(THEIRS.games()))).await;
    let (mut state, mut winner) = ("555 1".to_owned(), Value::Null);
    for plies in 0..15 {
        let path = format!("/v1/games/chomp/search?depth=15&state={}", state.replace(' ', "%20"));
        let request = format!("GET {path} HTTP/1.1\r\nhost: plyd\r\nconnection: close\r\n\r\n");
        let answer = rest(open.send(request).await).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        let answer: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
        // The first player can steal any strategy of the second (Gale 1974).
        assert_eq!(answer["score"]["outcome"], if plies % 2 == 0 { "win" } else { "loss" }, "{answer}");
        state = answer["after"]["state"].as_str().unwrap().to_owned();
        if answer["after"]["over"] == true {
            winner = answer["after"]["outcome"]["winner"].clone();
            break;
        }
    }
    assert_eq!(winner, "first", "{state}");
}

#[tokio::test]
async fn own_games_are_served_with_plyds_games_or_alone() {
    let ids = async |server: &Server| -> Vec<String> {
        let list = server.get("/v1/games").await.json();
        list["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
    };
    let (both, alone) = (server(CATALOGUE.with(THEIRS.games())), server(THEIRS));
    let ours: Vec<&str> = CATALOGUE.iter().map(|game| game.id).chain(["chomp"]).collect();
    assert_eq!(
        (ids(&both).await, ids(&alone).await),
        (ours.iter().map(|id| (*id).to_owned()).collect(), vec!["chomp".to_owned()])
    );
    assert_eq!(alone.get("/v1").await.json()["caps"]["max_depth"], json!({"chomp": 20}));
    assert_eq!(both.get("/v1/games/chomp").await.json()["title"], "Chomp");
    let detail = alone.get("/v1/games/chess").await.assert_problem(404, "unknown_game", None);
    assert_eq!(detail, "there is no game \"chess\". Games: chomp");
    let item = |game| json!({"op": "position", "game": game});
    let batch = json!({"items": [item("chomp"), item("chess")]}).to_string();
    let results = alone.post("/v1/batch", batch).await.json()["results"].clone();
    assert_eq!((&results[0]["status"], &results[1]["status"]), (&json!(200), &json!(404)), "{results}");
}

#[tokio::test]
async fn tags_of_own_games_depend_on_the_executable() {
    let tag = async |server: Server, path: &str| server.get(path).await.header("etag").to_owned();
    let [chomp, chess] = ["/v1/games/chomp/position", "/v1/games/chess/position"];
    // The build of plyd and the ids of the games do not show whether the rules are the same. Only the executable does.
    let beside = CATALOGUE.with(THEIRS.games());
    assert_ne!(tag(server(beside), chess).await, tag(server(CATALOGUE), chess).await);
    assert_eq!(tag(server(beside), chomp).await, tag(server(THEIRS), chomp).await, "one program");
    let held = Request::get(chomp).header("if-none-match", tag(server(THEIRS), chomp).await);
    assert_eq!(server(THEIRS).send(held.body(Body::empty()).unwrap()).await.status, 304);
}

#[tokio::test]
async fn its_contract_lists_the_games_that_there_are() {
    let (both, alone) = (server(CATALOGUE.with(THEIRS.games())), server(THEIRS));
    for (server, ids) in
        [(both, [CATALOGUE.iter().map(|game| game.id).collect(), vec!["chomp"]].concat()), (alone, vec!["chomp"])]
    {
        let json = server.get("/openapi.json").await.json();
        let yaml = server.get("/openapi.yaml").await.body;
        assert_eq!(json, serde_saphyr::from_str::<Value>(std::str::from_utf8(&yaml).unwrap()).unwrap());
        assert_eq!(json["components"]["schemas"]["GameId"]["enum"], json!([&ids[..], &["rules"]].concat()));
        let has_chess = ids.contains(&"chess");
        for examples in [
            &json["components"]["parameters"]["Game"]["examples"],
            &json["paths"]["/v1/games/{game}/search"]["post"]["requestBody"]["content"]["application/json"]["examples"],
        ] {
            assert_eq!(examples.get("chess").is_some(), has_chess, "{examples}");
        }
    }
}
