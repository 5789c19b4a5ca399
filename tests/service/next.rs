//! A game loop that sends `next` back plays on from the whole game so far.

use crate::common::server::Server;
use plyd::games::CATALOGUE;
use plyd::wire::Caps;
use serde_json::{Value, json};

async fn search(server: &Server, game: &str, body: &Value) -> Value {
    let answer = server.post(&format!("/v1/games/{game}/search"), body.to_string()).await;
    assert_eq!(answer.status, 200, "{game}: {}", String::from_utf8_lossy(&answer.body));
    answer.json()
}

#[tokio::test]
async fn next_is_the_question_with_the_chosen_move_and_leads_to_the_state_after_it() {
    let server = Server::default();
    for game in CATALOGUE {
        let answer = search(&server, game.id, &json!({"depth": 1})).await;
        let (next, mv) = (&answer["next"], &answer["move"]);
        assert_eq!(next["moves"], json!([mv]), "{}", game.id);
        let position = server.post(&format!("/v1/games/{}/position", game.id), next.to_string()).await.json();
        assert_eq!(position["state"], answer["after"]["state"], "{}", game.id);
    }
    let asked = json!({"state": "xox/ox./..o X", "moves": ["b1"], "depth": 2});
    let answer = search(&server, "tic-tac-toe", &asked).await;
    assert_eq!(answer["next"], json!({"state": "XOX/OX./..O X", "moves": ["b1", answer["move"]]}), "canonical");
    let query = server.get("/v1/games/tree/search?state=[[1,2],3]").await.json();
    assert_eq!(query["next"], json!({"state": [[1, 2], 3], "moves": ["1"]}));
}

#[tokio::test]
async fn next_is_null_where_there_is_no_move_and_where_moves_are_as_many_as_may_be() {
    let server = Server::default();
    let over = search(&server, "tic-tac-toe", &json!({"state": "XXX/OO./... O"})).await;
    let unasked = search(&server, "chess", &json!({"depth": 0})).await;
    for answer in [over, unasked] {
        assert_eq!((&answer["move"], &answer["next"]), (&Value::Null, &Value::Null));
    }
    // Kings move back and forth. Once a draw by repetition can be claimed, there is no move.
    let state = json!(format!("{}:100 max", Caps::MAX_MOVES + 10));
    let moves = |count: usize| json!({"state": state, "moves": vec!["1"; count], "depth": 1});
    let server = Server::default();
    let answer = search(&server, "bones", &json!({"state": state, "moves": vec!["1"; 500], "depth": 1})).await;
    assert_eq!(answer["next"]["moves"].as_array().unwrap().len(), 501);
    let most = server.service.max_body_bytes;
    assert!(moves(Caps::MAX_MOVES).to_string().len() > most, "the body limit of the tests comes first by POST");
    let query = ["1"; Caps::MAX_MOVES].join(",");
    let uri = format!("/v1/games/bones/search?depth=1&state={}:100%20max&moves={query}", Caps::MAX_MOVES + 10);
    let full = server.get(&uri).await.json();
    assert!(full["move"].is_string() && full["next"].is_null(), "{}", full["next"]);
    assert!(full["after"]["state"].as_str().unwrap().ends_with(":100 min"), "{}", full["after"]);
}

#[tokio::test]
async fn a_loop_over_next_heeds_repetitions_that_the_state_alone_forgets() {
    let server = Server::default();
    // Both sides have nothing better than to move back and forth.
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"];
    let mut game = json!({"moves": shuffle, "depth": 1, "search_moves": ["f6g8"]});
    let answer = search(&server, "chess", &game).await;
    assert_eq!(answer["after"]["outcome"]["reason"], "threefold repetition");
    game = answer["next"].clone();
    let position = server.post("/v1/games/chess/position", game.to_string()).await.json();
    assert_eq!((&position["over"], &position["outcome"]["winner"]), (&json!(true), &Value::Null));
    let forgetful = json!({"state": answer["after"]["state"]});
    let position = server.post("/v1/games/chess/position", forgetful.to_string()).await.json();
    assert_eq!(position["over"], false);
}
