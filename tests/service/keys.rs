//! Keys of clients, through the router.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::body::Body;
use axum::http::Request;
use plyd::http::{Keyring, NewKey};

use crate::common::server::{Answer, Server};

const SEARCH: &str = "/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9";

/// A file of keys, which is deleted at the end of the test.
struct KeyFile(PathBuf);

impl KeyFile {
    fn new(lines: &str) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let file = Self(std::env::temp_dir().join(format!("plyd-keys-{}-{number}", std::process::id())));
        file.write(lines);
        file
    }

    fn write(&self, lines: &str) {
        fs::write(&self.0, lines).unwrap();
    }
}

impl Drop for KeyFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn server(file: &KeyFile) -> Server {
    let mut server = Server::default();
    Arc::get_mut(&mut server.service).unwrap().keys = Some(Arc::new(Keyring::open(file.0.clone()).unwrap()));
    server
}

async fn get(server: &Server, path: &str, authorization: &[&str]) -> Answer {
    let request =
        authorization.iter().fold(Request::get(path), |request, value| request.header("authorization", *value));
    server.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn a_request_needs_a_key_and_pages_contract_and_probes_do_not() {
    let made = NewKey::generate("alice").unwrap();
    let file = KeyFile::new(&made.line);
    let server = server(&file);
    let bearer = format!("Bearer {}", made.key);
    for path in [SEARCH, "/v1", "/v1/games", "/v1/games/chess/position", "/metrics"] {
        let refused = get(&server, path, &[]).await;
        refused.assert_problem(401, "unauthorized", None);
        assert_eq!((refused.header("www-authenticate"), refused.header("ratelimit")), ("Bearer", ""), "{path}");
        assert_eq!(get(&server, path, &[&bearer]).await.status, 200, "{path}");
        assert_eq!(get(&server, path, &[&bearer.replace("Bearer", "bearer")]).await.status, 200, "{path}");
    }
    for path in ["/", "/docs", "/page.js", "/openapi.json", "/openapi.yaml", "/livez", "/readyz"] {
        assert_eq!(get(&server, path, &[]).await.status, 200, "{path}");
    }
    assert_eq!(get(&server, "/nowhere", &[]).await.status, 404);
    let other = format!("Bearer {}", NewKey::generate("bob").unwrap().key);
    for (given, says) in [
        (&[other.as_str()][..], "unknown"),
        (&[&made.key], "expected Authorization: Bearer"),
        (&[&bearer[..20]], "unknown"),
        (&["Basic YTpi"], "expected Authorization: Bearer"),
        (&[&bearer, &bearer], "needs a key"),
    ] {
        let detail = get(&server, SEARCH, given).await.assert_problem(401, "unauthorized", None);
        assert!(detail.contains(says) && !detail.contains(&made.key), "{given:?}: {detail}");
    }
    // Two requests for each of five paths, and the one that reads the metrics.
    let metrics = String::from_utf8(get(&server, "/metrics", &[&bearer]).await.body).unwrap();
    assert!(metrics.contains("plyd_key_requests_total{key=\"alice\"} 11\n"), "{metrics}");
}

#[tokio::test]
async fn a_key_asks_as_often_as_it_may_and_is_told_what_is_left() {
    let [made, other] = ["alice", "bob"].map(|name| NewKey::generate(name).unwrap());
    let file = KeyFile::new(&format!("{} rate=2/h burst=3\n{}", made.line, other.line));
    let server = server(&file);
    let bearer = format!("Bearer {}", made.key);
    for left in [2, 1, 0] {
        let answer = get(&server, SEARCH, &[&bearer]).await;
        assert_eq!((answer.status.as_u16(), answer.header("ratelimit-policy")), (200, "\"key\";q=3;w=5400"));
        assert!(answer.header("ratelimit").starts_with(&format!("\"key\";r={left}")), "{}", answer.header("ratelimit"));
    }
    let refused = get(&server, SEARCH, &[&bearer]).await;
    let detail = refused.assert_problem(429, "quota_exceeded", None);
    assert!(detail.contains("alice"), "{detail}");
    let retry_after: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1700..=1800).contains(&retry_after), "{retry_after}");
    assert_eq!(refused.header("ratelimit"), format!("\"key\";r=0;t={retry_after}"));
    let unlimited = get(&server, SEARCH, &[&format!("Bearer {}", other.key)]).await;
    assert_eq!((unlimited.status.as_u16(), unlimited.header("ratelimit")), (200, ""));
}

#[tokio::test]
async fn a_reload_replaces_the_keys_and_a_mistake_leaves_them() {
    let [old, kept, new] = ["old", "kept", "new"].map(|name| NewKey::generate(name).unwrap());
    let file = KeyFile::new(&format!("{}\n{} rate=1/h", old.line, kept.line));
    let server = server(&file);
    let keys = Arc::clone(server.service.keys.as_ref().unwrap());
    let status = async |made: &NewKey| get(&server, SEARCH, &[&format!("Bearer {}", made.key)]).await.status.as_u16();
    assert_eq!([status(&old).await, status(&kept).await, status(&new).await], [200, 200, 401]);
    file.write("alice is no line\n");
    let error = keys.reload().unwrap_err();
    assert!(error.contains("line 1: expected a name"), "{error}");
    assert_eq!([status(&old).await, status(&new).await], [200, 401], "as before");
    let lines = format!("{} rate=1/h\n{}", kept.line, new.line);
    for (half, says) in
        [("", "the file has no keys"), (" \n# nobody\n", "the file has no keys"), (&lines, "half-written")]
    {
        file.write(half);
        let error = keys.reload().unwrap_err();
        assert!(error.contains(says), "{half:?}: {error}");
        assert_eq!([status(&old).await, status(&new).await], [200, 401], "as before");
    }
    file.write(&(lines + "\n"));
    assert_eq!(keys.reload(), Ok(2));
    assert_eq!([status(&old).await, status(&new).await], [401, 200]);
    assert_eq!(status(&kept).await, 429, "it has not got its rate anew");
}

#[tokio::test]
async fn answers_to_a_key_are_private() {
    let made = NewKey::generate("alice").unwrap();
    let file = KeyFile::new(&made.line);
    let server = server(&file);
    let bearer = format!("Bearer {}", made.key);
    assert_eq!(get(&server, SEARCH, &[&bearer]).await.header("cache-control"), "private, max-age=86400");
    assert_eq!(get(&server, "/openapi.json", &[]).await.header("cache-control"), "public, max-age=86400");
}

#[cfg(unix)]
#[tokio::test]
async fn a_pipe_that_nobody_writes_to_is_given_up() {
    let made = NewKey::generate("alice").unwrap();
    let file = KeyFile::new(&made.line);
    let server = server(&file);
    fs::remove_file(&file.0).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&file.0).status().unwrap().success());
    let error = server.service.keys.as_ref().unwrap().reload().unwrap_err();
    assert!(error.contains("nothing arrived within"), "{error}");
}

#[tokio::test]
async fn a_preflight_of_a_browser_needs_no_key() {
    let made = NewKey::generate("alice").unwrap();
    let file = KeyFile::new(&made.line);
    let answer = server(&file).call("OPTIONS", "/v1/games").await;
    assert_eq!(answer.status, 405, "{}", String::from_utf8_lossy(&answer.body));
}
