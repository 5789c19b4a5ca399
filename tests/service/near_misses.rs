//! Requests that are nearly right: the answer says what was probably meant, or accepts it.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::common::server::Server;

const SEARCH: &str = "/v1/games/chess/search";
const POSITION: &str = "/v1/games/chess/position";

#[tokio::test]
async fn a_mistyped_path_is_answered_with_the_nearest_one() {
    let server = Server::default();
    for (path, near) in [
        ("/v1/game/chess/search", "/v1/games/chess/search"),
        ("/games/chess/search?depth=2", "/v1/games/chess/search"),
        ("/V1/games/chess", "/v1/games/chess"),
        ("/v1/games/chess/Search", "/v1/games/chess/search"),
        ("/v1/Game/Ches/Search", "/v1/games/chess/search"),
        ("/openapi.yml", "/openapi.yaml"),
    ] {
        for method in ["GET", "POST"] {
            let detail = server.call(method, path).await.assert_problem(404, "not_found", None);
            assert!(detail.ends_with(&format!("; did you mean {near}?")), "{path}: {detail}");
        }
    }
    let detail = server.get("/favicon.ico").await.assert_problem(404, "not_found", None);
    assert_eq!(detail, "there is nothing at /favicon.ico");
    server.get("/v1/games/Ches/search").await.assert_problem(404, "unknown_game", None);
    let long = format!("/v1/game/{}", "x/".repeat(20_000));
    let detail = server.get(&long).await.assert_problem(404, "not_found", None);
    assert!(detail.len() < 120, "{detail}");
}

#[tokio::test]
async fn a_wrong_method_is_answered_with_the_methods_of_the_path() {
    let server = Server::default();
    for (method, path, says) in [
        ("DELETE", SEARCH, "this path does not support DELETE; it supports GET, HEAD and POST"),
        ("GET", "/v1/batch", "this path does not support GET; it supports only POST"),
        ("POST", "/v1/games", "this path does not support POST; it supports GET and HEAD"),
        ("BREW", "/livez", "this path does not support BREW; it supports GET and HEAD"),
        ("POST", "/", "this path does not support POST; the Allow header lists those that it supports"),
    ] {
        let refused = server.call(method, path).await;
        assert_eq!(refused.assert_problem(405, "method_not_allowed", None), says);
        assert_ne!(refused.header("allow"), "");
    }
}

#[tokio::test]
async fn empty_bodies_and_missing_content_types_are_named() {
    let server = Server::default();
    for body in ["", " \r\n", "\u{feff}"] {
        let detail = server.post(SEARCH, body).await.assert_problem(400, "invalid_json", None);
        assert_eq!(detail, "the body is empty, expected a JSON object such as {}");
    }
    let bare = server.send(Request::post(SEARCH).body(Body::from("{}")).unwrap()).await;
    let detail = bare.assert_problem(415, "unsupported_media_type", None);
    assert_eq!(detail, "Content-Type is missing, expected application/json; with curl, use --json '…'");
}

#[tokio::test]
async fn a_byte_order_mark_before_a_body_is_skipped() {
    assert_eq!(Server::default().post(POSITION, "\u{feff}{\"moves\":[\"e2e4\"]}").await.status, 200);
}

#[tokio::test]
async fn a_body_that_is_too_large_is_told_its_size_and_the_limit() {
    let server = Server::default();
    let large = " ".repeat(Server::MAX_BODY_BYTES + 5);
    let request = |uri: &str| Request::post(uri).header("content-type", "application/json");
    let declared = request(SEARCH).header("content-length", large.len()).body(Body::from(large.clone())).unwrap();
    let detail = server.send(declared).await.assert_problem(413, "body_too_large", None);
    assert_eq!(detail, "the body is 4101 bytes long; the limit is 4096");
    let undeclared = Body::from_stream(futures_util::stream::iter([Ok::<_, std::io::Error>(large.clone())]));
    let detail =
        server.send(request(SEARCH).body(undeclared).unwrap()).await.assert_problem(413, "body_too_large", None);
    assert_eq!(detail, "the body is longer than the limit of 4096 bytes");
    let batch = request("/v1/batch").header("content-length", 2 << 20).body(Body::from(large.clone())).unwrap();
    let detail = server.send(batch).await.assert_problem(413, "body_too_large", None);
    assert_eq!(detail, "the body is 2097152 bytes long; the limit is 1048576");
    let item = json!({"items": [{"op": "position", "game": "chess", "state": large}]}).to_string();
    let results = server.post("/v1/batch", item).await.json();
    let problem = &results["results"][0]["body"];
    assert_eq!((&problem["code"], &problem["path"]), (&json!("body_too_large"), &json!("items[0]")), "{problem}");
    assert!(problem["detail"].as_str().unwrap().ends_with("the limit is 4096, as for a single request"), "{problem}");
}

#[tokio::test]
async fn moves_are_read_from_one_text_as_from_a_list() {
    let server = Server::default();
    let list = server.post(SEARCH, r#"{"moves":["e2e4","e7e5"],"depth":1}"#).await.json();
    for text in ["e2e4 e7e5", "e2e4,e7e5", " e2e4 ,\te7e5\n"] {
        let answer = server.post(SEARCH, json!({"moves": text, "depth": 1}).to_string()).await.json();
        assert_eq!(answer["next"], list["next"], "{text:?}");
        let query = form_urlencoded::Serializer::new(String::new()).append_pair("moves", text).finish();
        let answer = server.get(&format!("{SEARCH}?depth=1&{query}")).await.json();
        assert_eq!(answer["next"], list["next"], "{text:?}");
        let batch = json!({"items": [{"op": "search", "game": "chess", "moves": text, "depth": 1}]});
        let results = server.post("/v1/batch", batch.to_string()).await.json();
        assert_eq!(results["results"][0]["body"]["next"], list["next"], "{text:?}");
        let tree = json!({"moves": text, "depth": 1}).to_string();
        assert_eq!(server.post("/v1/games/chess/tree", tree).await.json()["state"], list["state"]);
    }
    let mixed = json!({"moves": "e2e4 e7e5, g1f3 b8c6"}).to_string();
    let position = server.post(POSITION, mixed).await.json();
    assert_eq!(position["state"], "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    let start = server.post(SEARCH, r#"{"moves":" ","depth":1}"#).await.json();
    assert_eq!(start["next"]["moves"].as_array().unwrap().len(), 1);
    for (text, path) in
        [("e2e4 e2e4", "moves[1]"), ("e2e4,,e7e5", "moves[1]"), ("e2e4,", "moves[1]"), ("x", "moves[0]")]
    {
        let refused = server.post(SEARCH, json!({"moves": text}).to_string()).await;
        refused.assert_problem(422, "illegal_move", Some(path));
    }
    let refused = server.post(SEARCH, r#"{"moves":7}"#).await;
    let detail = refused.assert_problem(422, "invalid_body", Some("moves"));
    assert!(
        detail.ends_with("expected a list of moves, or a string with white space or commas between them"),
        "{detail}"
    );
    let long = json!({"state": "3000:100 max", "moves": "1 ".repeat(2001)}).to_string();
    let batch = json!({"items": [{"op": "position", "game": "bones", "moves": "1,".repeat(2001)}]}).to_string();
    let results = server.post("/v1/batch", batch).await.json();
    assert_eq!(results["results"][0]["body"]["code"], "limit_exceeded", "{results}");
    server.post("/v1/games/bones/position", long).await.assert_problem(422, "limit_exceeded", Some("moves"));
}

#[tokio::test]
async fn moves_to_consider_are_read_from_one_text_too() {
    let server = Server::default();
    for text in ["a2a3 h2h3", "a2a3, h2h3"] {
        let asked = json!({"search_moves": text, "multi_pv": "all", "depth": 1});
        let answer = server.post(SEARCH, asked.to_string()).await.json();
        assert_eq!(answer["lines"].as_array().unwrap().len(), 2, "{text}: {answer}");
    }
    for (text, code, path) in [
        ("", "invalid_body", "search_moves"),
        ("a2a3 a2a3", "invalid_body", "search_moves[1]"),
        ("a2a3 e2e5", "illegal_move", "search_moves[1]"),
        ("a2a3,,h2h3", "illegal_move", "search_moves[1]"),
    ] {
        let refused = server.post(SEARCH, json!({"search_moves": text}).to_string()).await;
        refused.assert_problem(422, code, Some(path));
    }
}

/// curl's `--json` sends this with every request.
#[tokio::test]
async fn accepting_json_accepts_every_media_type() {
    let server = Server::default();
    for (path, body) in [
        ("/v1/games/tic-tac-toe/search", "{}"),
        ("/v1/games/tic-tac-toe/search/stream", "{}"),
        ("/v1/games/tic-tac-toe/position", "{}"),
        ("/v1/games/tic-tac-toe/tree", "{}"),
        ("/v1/games/tic-tac-toe/tree.svg", "{}"),
        ("/v1/games/tic-tac-toe/tree.dot", "{}"),
        ("/v1/batch", r#"{"items":[]}"#),
        ("/v1/batch/stream", r#"{"items":[]}"#),
        ("/openapi.yaml", ""),
    ] {
        let asked = |accept: &str| {
            let request = Request::builder().uri(path).method(if body.is_empty() { "GET" } else { "POST" });
            let request = request.header("content-type", "application/json").header("accept", accept);
            server.send(request.body(Body::from(body)).unwrap())
        };
        let answer = asked("application/json").await;
        assert_eq!(answer.status, 200, "{path}");
        let media_type = answer.header("content-type").split(';').next().unwrap().to_owned();
        for refusal in ["text/html, image/png", &format!("{media_type};q=0, */*"), "*/*;q=0"] {
            let detail = asked(refusal).await.assert_problem(406, "not_acceptable", None);
            assert!(detail.contains(&media_type), "{path}: {detail}");
        }
    }
}

/// If a player's move ends the game, there is no move to answer with.
#[tokio::test]
async fn a_search_of_a_finished_game_says_how_it_ended() {
    let server = Server::default();
    for (game, asked) in [
        ("tic-tac-toe", json!({"state": "XXX/OO./... O"})),
        ("chess", json!({"moves": ["f2f3", "e7e5", "g2g4", "d8h4"]})),
        ("chess", json!({"state": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"})),
        ("bones", json!({"state": "3:3 max", "moves": ["3"]})),
        ("tree", json!({"state": 3})),
    ] {
        let position = server.post(&format!("/v1/games/{game}/position"), asked.to_string()).await.json();
        assert_eq!(position["over"], true, "{position}");
        let answer = server.post(&format!("/v1/games/{game}/search"), asked.to_string()).await.json();
        assert_eq!((&answer["move"], &answer["outcome"]), (&Value::Null, &position["outcome"]), "{game}");
        let streamed = server.post(&format!("/v1/games/{game}/search/stream"), asked.to_string()).await;
        let (_, data) = std::str::from_utf8(&streamed.body).unwrap().rsplit_once("data: ").unwrap();
        assert_eq!(serde_json::from_str::<Value>(data).unwrap()["outcome"], position["outcome"], "{game}");
        let mut item = asked.clone();
        item["op"] = json!("search");
        item["game"] = json!(game);
        let results = server.post("/v1/batch", json!({"items": [item]}).to_string()).await.json();
        assert_eq!(results["results"][0]["body"]["outcome"], position["outcome"], "{game}");
    }
    let answer = server.post(SEARCH, r#"{"depth":1}"#).await.json();
    assert!(answer.get("outcome").is_some_and(Value::is_null), "{answer}");
}
