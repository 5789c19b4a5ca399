//! Cacheable answers and their entity tags.

use std::sync::Arc;
use std::time::Duration;

use crate::common::server::Server;
use axum::body::Body;
use axum::http::Request;
use plyd::games::CATALOGUE;
use plyd::http::Service;
use plyd::pool::SearchPool;
use plyd::wire::Caps;
use plyd::wire::ENGINE;
use serde_json::Value;

const SEARCH: &str = "/v1/games/tic-tac-toe/search";
const POSITION: &str = "/v1/games/tic-tac-toe/position";

#[tokio::test]
async fn deterministic_gets_may_be_kept_and_are_not_searched_again() {
    let server = Server::default();
    for target in [
        format!("{SEARCH}?state=XOX/OX./..O&depth=9"),
        format!("{SEARCH}?nodes=1000&tie_break=random&seed=7"),
        format!("{POSITION}?moves=b2,a1"),
        "/v1/games".to_owned(),
        "/v1/games/chess".to_owned(),
        "/openapi.yaml".to_owned(),
        "/openapi.json".to_owned(),
    ] {
        let first = server.get(&target).await;
        let tag = first.header("etag").to_owned();
        assert!(tag.starts_with("W/\"") && tag.ends_with('"'), "{target}: {tag}");
        for (given, status) in [(tag.clone(), 304), (format!("\"x\", {tag}"), 304), ("W/\"x\"".to_owned(), 200)] {
            let request = Request::get(&target).header("if-none-match", given).body(Body::empty()).unwrap();
            let again = server.send(request).await;
            assert_eq!((again.status.as_u16(), again.body.is_empty()), (status, status == 304), "{target}");
            assert_eq!(again.header("etag"), tag, "{target}");
            assert_eq!(again.header("cache-control"), "public, max-age=86400", "{target}");
            assert!(again.header("vary").starts_with("accept"), "{target}");
        }
        let head = Request::head(&target).header("if-none-match", tag).body(Body::empty()).unwrap();
        let held = server.send(head).await;
        assert_eq!((held.status.as_u16(), held.headers.get("content-length")), (304, None), "{target}");
    }
}

#[tokio::test]
async fn one_question_has_one_tag_however_it_is_written_and_others_have_others() {
    let server = Server::default();
    let tag = async |query: &str| server.get(&format!("{SEARCH}?{query}")).await.header("etag").to_owned();
    let asked = tag("state=XOX/OX./..O&depth=9").await;
    assert_eq!(asked, tag("depth=9.0&state=XOX/OX./..O&seed=0&multi_pv=1").await);
    assert_eq!(asked, tag("state=xox/ox./..o_X&depth=9").await);
    // Closed forms are used only for questions without a depth.
    for other in ["state=XOX/OX./..O&depth=8", "depth=9", "state=XOX/OX./..O&depth=9&seed=1"] {
        assert_ne!(asked, tag(other).await, "{other}");
    }
    let position = server.get(&format!("{POSITION}?state=XOX/OX./..O")).await;
    assert_ne!(asked, position.header("etag"));
    // A board that has occurred before is a different question, because it is a draw when it occurs once more.
    let chess = async |moves: &str| server.get(&format!("/v1/games/chess/position?moves={moves}")).await;
    let (once, twice) = ("g1f3,g8f6,f3g1,f6g8", "g1f3,g8f6,f3g1,f6g8,g1f3,g8f6,f3g1,f6g8");
    assert_ne!(chess(once).await.header("etag"), chess(twice).await.header("etag"));
}

#[tokio::test]
async fn servers_have_the_same_tags_if_they_would_answer_the_same() {
    let server = |table_bytes| {
        let caps = Caps::new(50_000_000, 60_000);
        let pool = SearchPool::new(1, 16, table_bytes);
        Server {
            service: Arc::new(Service::new(CATALOGUE, pool, caps, Server::MAX_BODY_BYTES, Duration::from_secs(60))),
        }
    };
    let (one, same, other) = (server(3 << 20), server(2 << 20), server(4 << 20));
    // The answer depends on the size of the table.
    let search = "/v1/games/checkers/search?nodes=300000";
    let (mut answers, mut tags, mut rooms) = (Vec::new(), Vec::new(), Vec::new());
    for server in [one, same, other] {
        let answer = server.get(search).await;
        tags.push(answer.header("etag").to_owned());
        let answer = answer.json();
        assert_eq!(answer["deterministic"], true);
        answers.push(
            [&answer["move"], &answer["lines"], &answer["stats"]["nodes"], &answer["stats"]["table_hits"]]
                .map(Value::clone),
        );
        rooms.push(server.get("/v1").await.json()["table_results"].as_u64().unwrap());
    }
    assert_eq!((&answers[0], &tags[0], rooms[0]), (&answers[1], &tags[1], 65_536), "a power of two is used");
    assert_ne!(answers[0], answers[2], "or this test shows nothing");
    assert_eq!(rooms[2], 131_072);
    assert_ne!(tags[0], tags[2]);
}

#[test]
fn the_engine_says_which_build_it_is_and_no_more() {
    let build = ENGINE.strip_prefix(concat!("plyd ", env!("CARGO_PKG_VERSION"), "+")).expect("version and build");
    assert!(build.len() == 12 && build.bytes().all(|digit| digit.is_ascii_hexdigit()), "{build}");
}

#[tokio::test]
async fn answers_that_may_differ_are_not_cached() {
    let server = Server::default();
    let gomoku = "/v1/games/gomoku/search";
    for answer in [
        server.get(&format!("{SEARCH}?depth=3&time_ms=1000")).await,
        server.get(&format!("{gomoku}?depth=20&time_ms=20")).await,
        server.post(SEARCH, "{}").await,
        server.post(POSITION, "{}").await,
        server.get(&format!("{SEARCH}?depht=3")).await,
        server.get("/nowhere").await,
        server.get("/v1").await,
        server.get("/livez").await,
        server.get("/readyz").await,
    ] {
        assert_eq!(answer.header("cache-control"), "no-store", "{}", String::from_utf8_lossy(&answer.body));
        assert_eq!(answer.header("etag"), "");
    }
    let held = Request::get(format!("{SEARCH}?state=?")).header("if-none-match", "*").body(Body::empty()).unwrap();
    server.send(held).await.assert_problem(422, "invalid_state", Some("state"));
}

#[tokio::test]
async fn answers_cut_by_the_time_cap_carry_no_tag() {
    let server = Server::with_caps(Caps::new(u64::MAX, 1000));
    let answer = server.get("/v1/games/gomoku/search?depth=30").await;
    assert_eq!(answer.json()["stopped_by"], "time");
    assert_eq!((answer.header("cache-control"), answer.header("etag")), ("no-store", ""));
}
