//! The served contract, which is openapi.yaml with the games added, agrees with the server: routes, examples, schemas,
//! problem codes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::common::layouts;
use crate::common::server::{Answer, Server};
use axum::body::Body;
use axum::http::{Method, Request};
use plyd::catalogue::Game;
use plyd::games::CATALOGUE;
use plyd::http::{Code, ROUTES};
use serde_json::{Value, json};

const METHODS: [&str; 7] = ["get", "post", "put", "delete", "patch", "head", "options"];

/// The contract that is served with plyd's games.
fn contract() -> Value {
    serde_json::from_str(Server::default().service.contract()).unwrap()
}

/// Follows a `$ref` within the document.
fn resolve<'a>(contract: &'a Value, value: &'a Value) -> &'a Value {
    match value.get("$ref").and_then(Value::as_str) {
        Some(reference) => resolve(contract, contract.pointer(reference.trim_start_matches('#')).expect(reference)),
        None => value,
    }
}

/// Validates a value against a schema of the document.
#[track_caller]
fn assert_valid(contract: &Value, schema: &Value, value: &Value, what: &str) {
    let mut document = resolve(contract, schema).clone();
    document["components"] = contract["components"].clone();
    let validator = jsonschema::draft202012::new(&document).unwrap_or_else(|error| panic!("{what}: {error}"));
    let errors: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{} at {}", error, error.instance_path())).collect();
    assert!(errors.is_empty(), "{what}: {errors:#?}\n{value:#}");
}

/// Every operation of the document: path, method, and the operation itself.
fn operations(contract: &Value) -> Vec<(String, String, &Value)> {
    let paths = contract["paths"].as_object().unwrap();
    let operations_of = |(path, item): (&String, &'_ Value)| -> Vec<(String, String)> {
        METHODS.iter().filter(|method| item.get(**method).is_some()).map(|m| (path.clone(), (*m).to_owned())).collect()
    };
    let named: Vec<(String, String)> = paths.iter().flat_map(operations_of).collect();
    named.into_iter().map(|(path, method)| (path.clone(), method.clone(), &paths[&path][&method])).collect()
}

/// Checks an answer against the operation's documented responses.
#[track_caller]
fn assert_documented(contract: &Value, operation: &Value, answer: &Answer, what: &str) {
    let responses = &operation["responses"];
    let status = answer.status.as_u16();
    let class = format!("{}XX", status / 100);
    let response = responses.get(status.to_string()).or_else(|| responses.get(class));
    let response = resolve(contract, response.unwrap_or_else(|| panic!("{what}: {status} is not documented")));
    let content_type = answer.header("content-type");
    let schema = &response["content"][content_type]["schema"];
    assert!(!schema.is_null(), "{what}: {content_type:?} is not documented for {status}");
    for (name, header) in response["headers"].as_object().unwrap() {
        let required = resolve(contract, header)["required"] == true;
        assert!(!required || answer.headers.contains_key(name), "{what}: the answer has no {name}");
    }
    if content_type.ends_with("json") && !content_type.ends_with("ndjson") {
        assert_valid(contract, schema, &answer.json(), what);
    }
}

#[test]
fn routes_and_methods_are_the_servers() {
    let contract = contract();
    let documented: BTreeSet<(String, String)> =
        operations(&contract).into_iter().map(|(path, method, _)| (path, method.to_uppercase())).collect();
    let served = ROUTES.iter().flat_map(|route| route.methods.iter().map(|m| (route.path.to_owned(), (*m).to_owned())));
    assert_eq!(documented, served.collect());
}

#[tokio::test]
async fn the_listed_methods_are_the_ones_that_answer() {
    let server = Server::default();
    for route in ROUTES {
        let path = route.path.replace("{game}", "tic-tac-toe");
        let refused = server.call("PATCH", &path).await;
        let allowed = refused.header("allow").split(',').filter(|method| *method != Method::HEAD.as_str());
        let listed: BTreeSet<&str> = route.methods.iter().copied().collect();
        assert_eq!(allowed.collect::<BTreeSet<_>>(), listed, "{path}");
    }
}

#[test]
fn every_problem_code_appears_and_no_other() {
    let contract = contract();
    let documented = contract.pointer("/components/schemas/ProblemCode/enum").unwrap().as_array().unwrap();
    let documented: BTreeSet<&str> = documented.iter().map(|code| code.as_str().unwrap()).collect();
    let own = Code::TABLE.iter().filter(|(code, ..)| !Code::OF_QUEUES.contains(code));
    assert_eq!(documented, own.map(|(_, _, name)| *name).collect());
    let responses = contract.pointer("/components/responses").unwrap().as_object().unwrap();
    let described: String = responses.values().map(|response| response["description"].as_str().unwrap()).collect();
    for code in documented {
        assert!(described.contains(&format!("`{code}`")), "no response's description tells when {code} occurs");
    }
}

/// Checks that the served contract contains the written one, in the same order.
#[track_caller]
fn assert_kept(written: &Value, served: &Value, place: &str) {
    match (written, served) {
        (Value::Object(written), Value::Object(served)) => {
            let kept: Vec<&String> = served.keys().filter(|key| written.contains_key(*key)).collect();
            assert_eq!(kept, written.keys().collect::<Vec<_>>(), "{place}");
            written.iter().for_each(|(key, value)| assert_kept(value, &served[key], &format!("{place}/{key}")));
        }
        _ => assert_eq!(written, served, "{place}"),
    }
}

#[tokio::test]
async fn the_file_is_served_as_yaml_and_as_json_with_the_games_in_it() {
    let server = Server::default();
    let yaml = server.get("/openapi.yaml").await;
    assert_eq!(yaml.header("content-type"), "application/yaml");
    let served = server.get("/openapi.json").await.json();
    assert_eq!(serde_saphyr::from_slice::<Value>(&yaml.body).unwrap(), served);
    let written: Value = serde_saphyr::from_str(&fs::read_to_string("openapi.yaml").unwrap()).unwrap();
    assert_kept(&written, &served, "");
    assert_ne!(written, served);
}

#[test]
fn the_contract_has_the_version_of_the_crate() {
    assert_eq!(contract()["info"]["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn every_game_has_its_examples() {
    let contract = contract();
    let game = &contract["components"]["parameters"]["Game"];
    let ids: Vec<&str> = CATALOGUE.iter().map(|game| game.id).collect();
    assert_eq!(resolve(&contract, &game["schema"])["enum"], json!([&ids[..], &["rules"]].concat()));
    for path in ["/v1/games/{game}/position", "/v1/games/{game}/search", "/v1/games/{game}/tree"] {
        let examples = &contract["paths"][path]["post"]["requestBody"]["content"]["application/json"]["examples"];
        for id in &ids {
            assert!(examples.get(*id).is_some(), "{path} has no example for {id}");
            assert!(contract["components"]["parameters"]["State"]["examples"].get(*id).is_some(), "{id} by query");
            assert_eq!(game["examples"][*id]["value"], *id);
        }
    }
}

#[tokio::test]
async fn every_request_example_is_answered_as_documented() {
    let (contract, server) = (contract(), Server::default());
    let mut sent = 0;
    for (path, _, operation) in operations(&contract).iter().filter(|(_, method, _)| method == "post") {
        let content = &operation["requestBody"]["content"]["application/json"];
        for (name, example) in content["examples"].as_object().unwrap() {
            let body = &resolve(&contract, example)["value"];
            assert_valid(&contract, &content["schema"], body, name);
            let game = name.split('.').next().unwrap();
            let answer = server.post(&path.replace("{game}", game), body.to_string()).await;
            assert_eq!(answer.status, 200, "{path} {name}: {}", String::from_utf8_lossy(&answer.body));
            assert_documented(&contract, operation, &answer, &format!("{path} {name}"));
            sent += 1;
        }
    }
    assert!(sent >= 2 * CATALOGUE.games().len());
}

#[tokio::test]
async fn every_get_is_answered_as_documented_for_every_game() {
    let (contract, server) = (contract(), Server::default());
    for (path, _, operation) in operations(&contract).iter().filter(|(_, method, _)| method == "get") {
        let games: Vec<&str> =
            if path.contains("{game}") { CATALOGUE.iter().map(|g| g.id).collect() } else { vec![""] };
        for game in games {
            let mut query = BTreeMap::new();
            for parameter in operation.get("parameters").and_then(Value::as_array).into_iter().flatten() {
                let parameter = resolve(&contract, parameter);
                if let Some(value) = parameter.pointer(&format!("/examples/{game}/value")) {
                    query.insert(parameter["name"].as_str().unwrap(), value.as_str().unwrap().to_owned());
                }
            }
            let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish();
            let answer = server.get(&format!("{}?{query}", path.replace("{game}", game))).await;
            assert_eq!(answer.status, 200, "{path} {game}: {}", String::from_utf8_lossy(&answer.body));
            assert_documented(&contract, operation, &answer, &format!("{path} {game}"));
        }
    }
}

#[tokio::test]
async fn boards_of_every_layout_are_answered_as_documented() {
    let (contract, server) = (contract(), Server::with_games(CATALOGUE.with(layouts::GAMES)));
    for game in layouts::GAMES {
        for path in ["/v1/games/{game}", "/v1/games/{game}/position"] {
            let answer = server.get(&path.replace("{game}", game.id)).await;
            assert_eq!(answer.status, 200, "{}", game.id);
            assert_documented(&contract, &contract["paths"][path]["get"], &answer, game.id);
        }
    }
}

#[tokio::test]
async fn problems_are_answered_as_documented() {
    let (contract, server) = (contract(), Server::default());
    let search = &contract["paths"]["/v1/games/{game}/search"];
    for (body, what) in [("{", "invalid_json"), (r#"{"x":1}"#, "invalid_body"), (r#"{"state":"?"}"#, "invalid_state")] {
        let answer = server.post("/v1/games/tic-tac-toe/search", body).await;
        assert_documented(&contract, &search["post"], &answer, what);
    }
    let unknown = server.get("/v1/games/go/search").await;
    assert_documented(&contract, &search["get"], &unknown, "unknown_game");
    let not_ready = {
        server.service.drain();
        server.get("/readyz").await
    };
    assert_documented(&contract, &contract["paths"]["/readyz"]["get"], &not_ready, "shutting_down");
}

#[test]
fn the_examples_of_answers_fit_their_schemas() {
    let contract = contract();
    let mut checked = 0;
    for (name, response) in contract["components"]["responses"].as_object().unwrap() {
        for content in response.get("content").and_then(Value::as_object).into_iter().flat_map(|c| c.values()) {
            for example in content.get("examples").and_then(Value::as_object).into_iter().flat_map(|e| e.values()) {
                assert_valid(&contract, &content["schema"], &example["value"], name);
                checked += 1;
            }
        }
    }
    assert!(checked >= 3);
}

#[tokio::test]
async fn every_games_own_example_request_works() {
    let server = Server::default();
    for game in CATALOGUE {
        let page = server.get(&format!("/v1/games/{}", game.id)).await.json();
        let example = &page["example"];
        assert_eq!(example["method"], "POST");
        let answer = server.post(example["path"].as_str().unwrap(), example["body"].to_string()).await;
        assert_eq!(answer.status, 200, "{}: {}", game.id, String::from_utf8_lossy(&answer.body));
    }
}

#[tokio::test]
async fn the_events_of_a_stream_fit_their_schemas() {
    let (contract, server) = (contract(), Server::default());
    let mut names = BTreeSet::new();
    for game in CATALOGUE {
        let request =
            Request::get(format!("/v1/games/{}/search/stream?depth=2", game.id)).header("accept", "text/event-stream");
        let answer = server.send(request.body(Body::empty()).unwrap()).await;
        let review = json!({ "moves": [page_move(game)], "nodes": 200 });
        let reviewed = server.post(&format!("/v1/games/{}/review/stream", game.id), review.to_string()).await;
        let body = [answer.body, reviewed.body].concat();
        for event in std::str::from_utf8(&body).unwrap().split_terminator("\n\n") {
            let (name, data) = event.split_once("\ndata: ").unwrap();
            let schema = match name {
                "event: progress" => "Progress",
                "event: result" => "Search",
                "event: ply" => "ReviewedPly",
                "event: summary" => "ReviewSummary",
                other => panic!("{}: {other}", game.id),
            };
            let schema = &contract["components"]["schemas"][schema];
            assert_valid(&contract, schema, &serde_json::from_str(data).unwrap(), game.id);
            names.insert(name.to_owned());
        }
    }
    assert_eq!(names.len(), 4);
}

/// A legal first move of the game.
fn page_move(game: &Game) -> String {
    game.start().move_names().swap_remove(0)
}
