//! Metrics, `Server-Timing` and traces.

use std::collections::BTreeSet;

use crate::common::server::{Server, metric, until};
use axum::body::Body;
use axum::http::Request;

#[tokio::test]
async fn requests_are_counted_by_method_template_and_status() {
    let server = Server::default();
    server.get("/v1/games/chess").await;
    server.get("/v1/games/bones").await;
    server.get("/v1/games/go").await;
    server.get("/nowhere/at/all").await;
    server.call("BREW", "/livez").await;
    for page in ["/", "/docs", "/page.js", "/page.css"] {
        assert_eq!(server.get(page).await.status, 200, "{page}");
    }
    let count = async |method: &str, route: &str, status: u16| {
        let labels =
            format!("http_request_method=\"{method}\",http_response_status_code=\"{status}\",http_route=\"{route}\"");
        metric(&server.service, &format!("http_server_requests_total{{{labels}}}")).await
    };
    assert_eq!(count("GET", "/v1/games/{game}", 200).await, 2.0);
    assert_eq!(count("GET", "/v1/games/{game}", 404).await, 1.0);
    assert_eq!(count("GET", "none", 404).await, 1.0);
    assert_eq!(count("GET", "/{page}", 200).await, 4.0, "files of the pages share a series");
    assert_eq!(count("_OTHER", "/livez", 405).await, 1.0);
    let timed =
        "http_server_request_duration_seconds_count{http_request_method=\"GET\",http_route=\"/v1/games/{game}\"}";
    assert_eq!(metric(&server.service, timed).await, 3.0);
    assert_eq!(metric(&server.service, "http_server_active_requests").await, 1.0, "the one that asks");
}

#[tokio::test]
async fn searches_are_counted_by_game_algorithm_and_end_and_with_their_nodes() {
    let server = Server::default();
    let search = "/v1/games/tic-tac-toe/search";
    let answer = server.get(&format!("{search}?depth=3")).await.json();
    server.get(&format!("{search}?nodes=10")).await;
    let stream = Request::get(format!("{search}/stream?depth=3")).header("accept", "text/event-stream");
    server.send(stream.body(Body::empty()).unwrap()).await;
    server.post("/v1/batch", r#"{"items":[{"op":"search","game":"tic-tac-toe","depth":3}]}"#).await;
    let count = async |stopped_by: &str| {
        let labels = format!("algorithm=\"alpha-beta\",game=\"tic-tac-toe\",stopped_by=\"{stopped_by}\"");
        metric(&server.service, &format!("plyd_searches_total{{{labels}}}")).await
    };
    assert_eq!((count("depth").await, count("nodes").await), (3.0, 1.0));
    let nodes = answer["stats"]["nodes"].as_f64().unwrap();
    assert_eq!(metric(&server.service, "plyd_search_nodes_total{game=\"tic-tac-toe\"}").await, 3.0 * nodes + 10.0);
    // Counted when the job ends, which is after its answer.
    until(&server.service, "plyd_pool_run_seconds_count", 4.0).await;
    for (priority, waited) in [("interactive", 3.0), ("batch", 1.0)] {
        let waits = format!("plyd_pool_queue_wait_seconds_count{{priority=\"{priority}\"}}");
        assert_eq!(metric(&server.service, &waits).await, waited, "{priority}");
    }
}

#[tokio::test]
async fn every_metric_has_its_help_and_what_has_not_happened_is_zero() {
    let server = Server::default();
    let text = String::from_utf8(server.get("/metrics").await.body).unwrap();
    let named = |kind: &str| -> BTreeSet<&str> {
        text.lines().filter_map(|line| line.strip_prefix(kind)?.split(' ').next()).collect()
    };
    let (helped, typed) = (named("# HELP "), named("# TYPE "));
    assert_eq!(helped, typed);
    for name in ["plyd_build_info", "process_start_time_seconds", "plyd_connections_open", "plyd_accept_errors_total"] {
        assert!(typed.contains(name), "{name}: {typed:?}");
    }
    for zero in [
        "plyd_pool_shed_total{reason=\"queue_full\"} 0",
        "plyd_pool_shed_total{reason=\"too_late\"} 0",
        "plyd_pool_shed_total{reason=\"expired\"} 0",
        "plyd_pool_cancelled_total{stage=\"queued\"} 0",
        "plyd_pool_cancelled_total{stage=\"running\"} 0",
        "plyd_pool_panics_total 0",
        "plyd_connections_refused_total{reason=\"slow_head\"} 0",
        "plyd_connections_refused_total{reason=\"malformed\"} 0",
        "plyd_connections_refused_total{reason=\"slow_reader\"} 0",
        "plyd_connections_refused_total{reason=\"idle\"} 0",
        "plyd_connections_overflow_total 0",
    ] {
        assert!(text.lines().any(|line| line == zero), "{zero}: {text}");
    }
}

#[tokio::test]
async fn a_search_says_how_long_it_waited_and_ran() {
    let server = Server::default();
    let answer = server.post("/v1/games/bones/search", "{}").await;
    let timing: Vec<&str> = answer.header("server-timing").split(", ").collect();
    for (part, name) in timing.iter().zip(["queue;dur=", "search;dur="]) {
        let ms: f64 = part.strip_prefix(name).unwrap().parse().unwrap();
        assert!((0.0..10_000.0).contains(&ms), "{part}");
    }
    assert_eq!(timing.len(), 2);
}
