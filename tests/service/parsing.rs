//! Small requests of numbers are parsed on arrival, others on the short-jobs thread. The answers are the same.

use crate::common::server::{Answer, Server, metric};
use plyd::wire::Caps;

/// Finished jobs of both pools.
async fn jobs(server: &Server) -> f64 {
    let done = async |pool| metric(&server.service, &format!("plyd_{pool}_run_seconds_count")).await;
    done("short_jobs").await + done("pool").await
}

/// Sends the request as it is, and padded. Returns each answer with the number of jobs that it took.
async fn ask(server: &Server, method: &str, path: &str, request: &str, more: &str) -> [(Answer, f64); 2] {
    let mut answers = Vec::new();
    for padding in [String::new(), more.repeat(3000 / more.len())] {
        let before = jobs(server).await;
        let answer = match method {
            "GET" => server.get(&format!("{path}?{padding}{request}")).await,
            _ => server.post(path, format!("{padding}{request}")).await,
        };
        answers.push((answer, jobs(server).await - before));
    }
    answers.try_into().ok().unwrap()
}

#[tokio::test]
async fn problems_do_not_depend_on_size_and_small_requests_of_numbers_take_no_job() {
    let server = Server::default();
    let illegal = |path| (422, "illegal_move", Some(path));
    for (method, path, request, (status, code, field), jobs_of_small) in [
        ("POST", "/v1/games/tic-tac-toe/search", r#"{"depth":10}"#, (422, "limit_exceeded", Some("depth")), 0),
        ("POST", "/v1/games/tic-tac-toe/search", r#"{"depth":1"#, (400, "invalid_json", None), 0),
        ("POST", "/v1/games/tree/position", r#"{"state":[1,[]]}"#, (422, "invalid_state", Some("state")), 0),
        ("GET", "/v1/games/chess/search", "depth=x", (422, "invalid_body", Some("depth")), 0),
        ("GET", "/v1/games/chess/position", "state=x", (422, "invalid_state", Some("state")), 0),
        ("POST", "/v1/batch", r#"{"items":0}"#, (422, "invalid_body", Some("items")), 0),
        // Any field with a text or a list may contain moves.
        ("POST", "/v1/games/chess/search", r#"{"moves":["e2e4","e2e4"]}"#, illegal("moves[1]"), 1),
        ("POST", "/v1/games/chess/search", r#"{"\u006doves":"e2e5"}"#, illegal("moves[0]"), 1),
        ("POST", "/v1/games/chess/search", r#"{"search_moves":["e2e5"]}"#, illegal("search_moves[0]"), 1),
        ("POST", "/v1/games/chess/search", r#"{"order":["e2e4","e2e5"]}"#, illegal("order[1]"), 1),
        ("POST", "/v1/games/chess/search/stream", r#"{"order":"e2e5,e2e4"}"#, illegal("order[0]"), 1),
        ("GET", "/v1/games/chess/search", "order=e2e5", illegal("order[0]"), 1),
        ("POST", "/v1/games/chess/tree", r#"{"order":["e2e5"]}"#, illegal("order[0]"), 1),
        ("GET", "/v1/games/chess/tree.svg", "order=e2e5,e2e4", illegal("order[0]"), 1),
        ("POST", "/v1/games/chess/hint", r#"{"moves":"e2e5"}"#, illegal("moves[0]"), 1),
        ("GET", "/v1/games/chess/position", "moves=e2e5", illegal("moves[0]"), 1),
        // A clock counts the legal moves, and advice replays the game.
        (
            "POST",
            "/v1/games/chess/search",
            r#"{"state":"8/8/8/8/8/8/8/8 w","clock":{"own_ms":9}}"#,
            (422, "invalid_state", Some("state")),
            1,
        ),
        (
            "GET",
            "/v1/games/chess/search",
            "state=8/8/8/8/8/8/8/8+w&with=advice",
            (422, "invalid_state", Some("state")),
            1,
        ),
    ] {
        let more = if method == "GET" { "&" } else { " " };
        let [(small, few_jobs), (large, one_job)] = ask(&server, method, path, request, more).await;
        // Empty parts of a query do not count towards its size.
        let jobs_of_large = if method == "GET" { jobs_of_small } else { 1 };
        let expected = [jobs_of_small, jobs_of_large].map(f64::from);
        assert_eq!([few_jobs, one_job], expected, "{method} {path} {request}");
        let [small, large] = [small, large].map(|answer| answer.assert_problem(status, code, field));
        // The position of a JSON error depends on the padding.
        let what = |detail: &str| detail.split(" at line ").next().unwrap().to_owned();
        assert_eq!(what(&large), what(&small));
    }
}

#[tokio::test]
async fn answers_do_not_depend_on_size() {
    let server = Server::default();
    for (method, path, request, more) in [
        ("POST", "/v1/games/chess/position", r#"{"moves":["e2e4"]}"#, " "),
        ("GET", "/v1/games/chess/position", "moves=e2e4", "&"),
        ("POST", "/v1/games/tic-tac-toe/search", r#"{"depth":2}"#, " "),
        ("GET", "/v1/games/tic-tac-toe/search", "depth=2", "&"),
    ] {
        let [(small, _), (large, _)] = ask(&server, method, path, request, more).await;
        assert_eq!((small.status, large.status), (200.try_into().unwrap(), 200.try_into().unwrap()));
        assert_eq!(small.header("etag"), large.header("etag"));
        let [small, large] = [small, large].map(|answer| answer.json());
        assert_eq!((&small["state"], &small["score"]), (&large["state"], &large["score"]), "{small}");
    }
}

#[tokio::test]
async fn half_a_million_items_are_counted_without_being_stored() {
    let server = Server::default();
    let items = format!(r#"{{"items":[{}0]}}"#, "0,".repeat(500_000));
    let detail = server.post("/v1/batch", items).await.assert_problem(422, "limit_exceeded", Some("items"));
    assert!(detail.contains("500001 items"), "{detail}");
    assert_eq!(jobs(&server).await, 1.0);
}

#[tokio::test]
async fn an_item_may_be_as_large_as_its_request_alone() {
    let server = Server::default();
    let item = |fields: &str| format!(r#"{{"op":"search","game":"tic-tac-toe"{fields}}}"#);
    let state = format!(r#","state":"{}""#, "x".repeat(Server::MAX_BODY_BYTES));
    let items = [item(""), item(&state), item("")];
    let answer = server.post("/v1/batch", format!(r#"{{"items":[{}]}}"#, items.join(","))).await.json();
    let statuses = [0, 1, 2].map(|index| answer["results"][index]["status"].as_u64().unwrap());
    assert_eq!(statuses, [200, 413, 200]);
    let problem = &answer["results"][1]["body"];
    assert_eq!((&problem["code"], &problem["path"]), (&"body_too_large".into(), &"items[1]".into()));
    const { assert!(Server::MAX_BODY_BYTES * 4 < Caps::MAX_BATCH_BYTES) };
}
