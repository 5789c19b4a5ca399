//! Different forms of the same request: lists, nulls, defaults filled in, other names of a game.

use crate::common::server::Server;
use axum::body::Body;
use axum::http::Request;
use plyd::games::CATALOGUE;
use serde_json::{Value, json};

const SEARCH: &str = "/v1/games/tic-tac-toe/search";

/// The fields that describe the decision, without statistics.
fn decided(answer: &Value) -> Value {
    assert!(answer["move"].is_string(), "{answer}");
    json!([answer["state"], answer["move"], answer["score"], answer["depth"], answer["level"], answer["next"]])
}

#[tokio::test]
async fn a_list_parameter_is_separated_by_commas_or_given_more_than_once() {
    let server = Server::default();
    let asked = server.get(&format!("{SEARCH}?depth=3&moves=b2,a1&search_moves=c3,a3")).await.json();
    for query in [
        "moves=b2&moves=a1&search_moves=c3&search_moves=a3&depth=3",
        "moves=b2&search_moves=c3&depth=3&moves=a1&search_moves=a3",
        "moves=b2%2Ca1&search_moves=c3,a3&depth=3",
    ] {
        let answer = server.get(&format!("{SEARCH}?{query}")).await.json();
        assert_eq!(decided(&answer), decided(&asked), "{query}");
    }
    let wrong = server.get(&format!("{SEARCH}?moves=b2&moves=b2")).await;
    wrong.assert_problem(422, "illegal_move", Some("moves[1]"));
    server.get(&format!("{SEARCH}?depth=1&depth=2")).await.assert_problem(422, "invalid_body", Some("depth"));
}

#[tokio::test]
async fn null_is_absent_in_every_optional_field() {
    let server = Server::default();
    let page = server.get("/openapi.json").await.json();
    for (request, operation) in [("SearchRequest", "search"), ("PositionRequest", "position")] {
        let fields = page["components"]["schemas"][request]["properties"].as_object().unwrap();
        let nulls: serde_json::Map<String, Value> = fields.keys().map(|name| (name.clone(), Value::Null)).collect();
        for game in CATALOGUE {
            let path = format!("/v1/games/{}/{operation}", game.id);
            let mut asked = nulls.clone();
            if operation == "search" {
                asked["depth"] = json!(1);
            }
            let answer = server.post(&path, Value::from(asked.clone()).to_string()).await;
            assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.body));
            let plain: Value = asked.into_iter().filter(|(_, value)| !value.is_null()).collect();
            let plain = server.post(&path, plain.to_string()).await.json();
            assert_eq!((&answer.json()["state"], &answer.json()["move"]), (&plain["state"], &plain["move"]));
        }
    }
    let unknown = server.post(SEARCH, r#"{"depht":null}"#).await;
    unknown.assert_problem(422, "invalid_body", Some("depht"));
    server.post("/v1/batch", r#"{"items":null}"#).await.assert_problem(422, "invalid_body", Some("items"));
}

#[tokio::test]
async fn a_level_accepts_fields_with_its_own_values_only() {
    let server = Server::default();
    let budget = |level: usize, page: &Value| page["levels"][level - 1].clone();
    let page = server.get("/v1/games/chess").await.json();
    let (algorithm, other) = ("selective", "alpha-beta");
    for level in [4, 10] {
        let own = budget(level, &page);
        let path = "/v1/games/chess/search";
        let plain =
            json!({"level": level, "seed": 3, "time_ms": 4000, "moves": ["e2e4"], "search_moves": ["e7e5", "c7c5"]});
        for (field, same, different) in [
            ("multi_pv", json!(1), json!(2)),
            ("multi_pv", json!(1.0), json!("all")),
            ("tie_break", json!("first"), json!("random")),
            ("depth", own["depth"].clone(), json!(own["depth"].as_u64().unwrap() + 1)),
            ("nodes", own["nodes"].clone(), json!(own["nodes"].as_u64().unwrap() + 1)),
            ("algorithm", json!(algorithm), json!(other)),
        ] {
            let mut asked = plain.clone();
            asked[field] = different;
            server.post(path, asked.to_string()).await.assert_problem(422, "invalid_body", Some(field));
            if level == 10 {
                continue;
            }
            asked[field] = same;
            let answer = server.post(path, asked.to_string()).await;
            assert_eq!(answer.status, 200, "{asked}: {}", String::from_utf8_lossy(&answer.body));
            assert_eq!(answer.json()["stopped_by"], "level", "{asked}");
        }
    }
}

#[tokio::test]
async fn get_redirects_aliases_and_post_accepts_them() {
    let server = Server::default();
    let list = server.get("/v1/games").await.json();
    let mut aliases = 0;
    for game in list["games"].as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        for alias in game["aliases"].as_array().unwrap().iter().map(|alias| alias.as_str().unwrap()) {
            aliases += 1;
            let trees = ["/tree?depth=1", "/tree.svg?depth=1", "/tree.dot?depth=1"];
            let others = ["", "/position", "/search?depth=1&seed=7", "/search/stream?depth=1", "/position?x=%2F"];
            for rest in others.into_iter().chain(trees) {
                let moved = server.get(&format!("/v1/games/{alias}{rest}")).await;
                let there = format!("/v1/games/{id}{rest}");
                assert_eq!((moved.status.as_u16(), moved.header("location")), (308, there.as_str()));
                assert!(moved.body.is_empty());
            }
            let answer = server.post(&format!("/v1/games/{alias}/search"), r#"{"depth":1}"#).await.json();
            assert_eq!(answer["game"], id);
            let item = json!({"items": [{"op": "position", "game": alias}]});
            let batch = server.post("/v1/batch", item.to_string()).await.json();
            assert_eq!(batch["results"][0]["body"]["game"], id);
        }
    }
    assert_eq!(aliases, CATALOGUE.iter().map(|game| game.aliases.len()).sum::<usize>());
    assert!(aliases > 8);
}

#[tokio::test]
async fn only_near_names_are_suggested() {
    let server = Server::default();
    let said = async |path: &str| server.get(path).await.json()["detail"].as_str().unwrap().to_owned();
    assert!(said("/v1/gamez").await.contains("did you mean /v1/games?"));
    for path in ["/v1/games/backgammon", "/favicon.ico", "/robots.txt", "/nothing"] {
        assert!(!said(path).await.contains("did you mean"), "{}", said(path).await);
    }
}

/// A server with CORS for these origins.
fn allowing(origins: &[&str]) -> Server {
    let mut server = Server::default();
    let service = std::sync::Arc::into_inner(server.service).unwrap();
    let origins = origins.iter().map(|origin| plyd::http::Origin::parse(origin).unwrap()).collect();
    server = Server { service: std::sync::Arc::new(service.allow_origins(origins)) };
    server
}

fn from(origin: &str, method: &str, uri: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(uri).header("origin", origin)
}

#[tokio::test]
async fn pages_of_named_origins_may_read_answers_and_problems() {
    let server = allowing(&["https://example.org", "http://localhost:3000"]);
    let ask = async |server: &Server, origin: &str, uri: &str| {
        server.send(from(origin, "GET", uri).body(Body::empty()).unwrap()).await
    };
    for (uri, status) in [("/v1/games", 200), ("/v1/games/chess/search?depth=x", 422), ("/v1/nothing", 404)] {
        for origin in ["https://example.org", "http://localhost:3000"] {
            let answer = ask(&server, origin, uri).await;
            assert_eq!((answer.status.as_u16(), answer.header("access-control-allow-origin")), (status, origin));
            let exposed = answer.header("access-control-expose-headers");
            for header in ["x-request-id", "retry-after", "server-timing", "traceparent", "etag"] {
                assert!(exposed.split(',').any(|name| name.trim() == header), "{uri}: {exposed}");
            }
            let mut vary = answer.headers.get_all("vary").iter().map(|value| value.to_str().unwrap());
            assert!(vary.any(|names| names.contains("origin")), "caches keep answers apart");
        }
        let stranger = ask(&server, "https://example.com", uri).await;
        assert_eq!((stranger.status.as_u16(), stranger.header("access-control-allow-origin")), (status, ""));
    }
    assert_eq!(ask(&allowing(&["*"]), "https://x.test", "/v1").await.header("access-control-allow-origin"), "*");
    assert_eq!(ask(&Server::default(), "https://x.test", "/v1").await.header("access-control-allow-origin"), "");
}

#[tokio::test]
async fn a_get_with_a_body_is_refused_and_not_answered_by_defaults() {
    let server = Server::default();
    for path in ["position", "search", "search/stream", "tree", "tree.svg"] {
        for (name, value) in [("content-length", "11"), ("transfer-encoding", "chunked")] {
            let request = Request::get(format!("/v1/games/tic-tac-toe/{path}")).header(name, value);
            let refused = server.send(request.body(Body::from(r#"{"depth":1}"#)).unwrap()).await;
            let detail = refused.assert_problem(422, "invalid_body", None);
            assert!(detail.contains("from the query"), "{path}: {detail}");
        }
        let empty = Request::get(format!("/v1/games/tic-tac-toe/{path}")).header("content-length", "0");
        assert_eq!(server.send(empty.body(Body::empty()).unwrap()).await.status.as_u16(), 200, "{path}");
    }
}

#[tokio::test]
async fn a_browser_may_ask_first_whether_it_may_post() {
    let preflight = || {
        let asked = from("https://example.org", "OPTIONS", SEARCH).header("access-control-request-method", "POST");
        asked.header("access-control-request-headers", "content-type").body(Body::empty()).unwrap()
    };
    let answer = allowing(&["https://example.org"]).send(preflight()).await;
    assert_eq!((answer.status.as_u16(), answer.header("access-control-allow-origin")), (200, "https://example.org"));
    assert!(answer.header("access-control-allow-methods").contains("POST"));
    assert!(answer.header("access-control-allow-headers").contains("content-type"));
    assert!(answer.header("access-control-max-age").parse::<u32>().unwrap() > 0);
    assert!(!answer.header("x-request-id").is_empty(), "it is a request like any other");
    for server in [Server::default(), allowing(&["http://localhost:3000"])] {
        let refused = server.send(preflight()).await;
        assert_eq!((refused.header("access-control-allow-origin"), refused.header("allow")), ("", "GET,HEAD,POST"));
        let detail = refused.assert_problem(405, "method_not_allowed", None);
        assert!(detail.contains("--cors-origin https://example.org"), "{detail}");
    }
    // Without the header that makes it a preflight, it is any method that the path does not have.
    let options = from("https://example.org", "OPTIONS", SEARCH).body(Body::empty()).unwrap();
    let detail = Server::default().send(options).await.assert_problem(405, "method_not_allowed", None);
    assert!(!detail.contains("--cors-origin"), "{detail}");
}

#[tokio::test]
async fn counts_are_those_of_a_program_that_a_student_writes() {
    let server = Server::default();
    let ask =
        async |game: &str, body: &str| server.post(&format!("/v1/games/{game}/search"), body.to_owned()).await.json();
    let answer = ask("tic-tac-toe", r#"{"algorithm":"textbook","depth":9}"#).await;
    assert_eq!((&answer["stats"]["nodes"], &answer["score"]["value"]), (&json!(7865), &json!(0)));
    assert_eq!(answer["stats"]["iterations"].as_array().unwrap().len(), 1);
    // The whole game of bones from six has 1 + T(5) + T(4) + T(3) nodes, with T(0) = 1.
    for (algorithm, nodes) in [("minimax", Some(52)), ("textbook", None), ("alpha-beta", None)] {
        let answer = ask("bones", &json!({"state": "6:3 max", "depth": 6, "algorithm": algorithm}).to_string()).await;
        assert!(nodes.is_none_or(|nodes| answer["stats"]["nodes"] == nodes), "{answer}");
        assert_eq!((&answer["score"]["outcome"], &answer["stats"]["minimax_nodes"]), (&json!("win"), &json!(52)));
        assert!(answer["stats"]["pruned_fraction"].as_f64().unwrap() >= 0.0);
        let short = ask("bones", &json!({"state": "9:3 max", "depth": 2, "algorithm": algorithm}).to_string()).await;
        assert_eq!((&short["score"]["value"], &short["score"]["outcome"]), (&json!(0), &Value::Null), "{algorithm}");
    }
    let at_once = ask("bones", r#"{"state":"1000000000:3 max"}"#).await;
    assert_eq!((&at_once["score"]["plies"], &at_once["stopped_by"]), (&json!(500_000_000), &json!("solved")));
    let within = ask("bones", r#"{"state":"1000000000:3 max","nodes":50}"#).await;
    assert_eq!(within["score"]["outcome"], "loss", "a budget of nodes names no depth");
}

#[tokio::test]
async fn a_tree_says_the_number_that_books_print_and_no_more_depth_than_it_has() {
    let server = Server::default();
    let path = "/v1/games/tree/search";
    let min = r#"{"state":{"side":"min","children":{"l":[4,5],"r":[8,1]}},"multi_pv":"all"}"#;
    for algorithm in ["alpha-beta", "minimax", "textbook"] {
        let mut body: Value = serde_json::from_str(min).unwrap();
        body["algorithm"] = json!(algorithm);
        let answer = server.post(path, body.to_string()).await.json();
        assert_eq!((&answer["score"]["value"], &answer["score"]["value_for_max"]), (&json!(-5), &json!(5)));
        assert_eq!((&answer["depth"], &answer["stopped_by"]), (&json!(2), &json!("solved")), "{algorithm}");
        for line in answer["lines"].as_array().unwrap() {
            assert_eq!(line["score"]["value_for_max"].as_i64(), line["score"]["value"].as_i64().map(|value| -value));
        }
    }
    let max = server.post(path, r#"{"state":[[3,12,8],[2,4,6],[14,5,2]]}"#).await.json();
    assert_eq!((&max["score"]["value_for_max"], &max["depth"]), (&json!(3), &json!(2)));
    let chess = server.post("/v1/games/chess/search", r#"{"depth":1}"#).await.json();
    assert!(chess["score"].get("value_for_max").is_none());
}
