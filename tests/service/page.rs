//! How the pages at `/` and `/docs` are served. `page/test` tests their behaviour in a browser.

use std::collections::BTreeSet;
use std::io::Read;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use flate2::read::GzDecoder;
use plyd::games::CATALOGUE;
use plyd::http::Service;
use plyd::pool::SearchPool;

use crate::common::server::{Answer, Server};

const PAGES: [&str; 2] = ["/", "/docs"];

const ASSETS: &[(&str, &str)] = &[
    ("/chunk.js", "text/javascript"),
    ("/templates.js", "text/javascript"),
    ("/hand.js", "text/javascript"),
    ("/more.js", "text/javascript"),
    ("/run.js", "text/javascript"),
    ("/study.js", "text/javascript"),
    ("/page.js", "text/javascript"),
    ("/page.css", "text/css"),
    ("/page.svg", "image/svg+xml"),
    ("/icon-192.png", "image/png"),
    ("/icon-512.png", "image/png"),
    ("/manifest.webmanifest", "application/manifest+json"),
    ("/docs/docs.js", "text/javascript"),
    ("/docs/docs.css", "text/css"),
    ("/docs/reader.js", "text/javascript"),
    ("/docs/reader.css", "text/css"),
];

async fn ask(server: &Server, path: &str, header: (&str, &str)) -> Answer {
    server.send(Request::get(path).header(header.0, header.1).body(Body::empty()).unwrap()).await
}

/// The links of a page to its files, or those of a script to the modules beside it.
fn links(text: &str) -> Vec<&str> {
    let links = text.split('"').map(|text| text.trim_start_matches('.'));
    links.filter(|text| text.starts_with('/') && text.contains("?v=")).collect()
}

fn text(answer: &Answer) -> String {
    String::from_utf8(answer.body.to_vec()).unwrap()
}

#[tokio::test]
async fn pages_forbid_inline_and_foreign_scripts() {
    let server = Server::default();
    for path in PAGES {
        let page = server.get(path).await;
        assert_eq!((page.status.as_u16(), page.header("content-type")), (200, "text/html; charset=utf-8"), "{path}");
        let policy = page.header("content-security-policy");
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.split("; ").any(|own| own == part), "{policy}");
        }
        assert!(!policy.contains("unsafe") && !policy.contains('*'));
        let html = text(&page);
        assert!(!html.contains("<style") && !html.contains(" style=") && !html.contains("<script>"), "{html}");
        assert!(!html.contains("http"), "{html}");
        assert_eq!(page.header("cache-control"), "no-cache");
    }
}

#[tokio::test]
async fn page_files_are_immutable_by_hash_and_revalidated_without() {
    let server = Server::default();
    let mut followed = BTreeSet::new();
    for page in PAGES {
        let mut html = text(&server.get(page).await);
        if page == "/" {
            html += &text(&server.get("/page.js").await);
            html += &text(&server.get("/more.js").await);
            html += &text(&server.get("/manifest.webmanifest").await);
        }
        for link in links(&html) {
            let (path, hash) = link.split_once("?v=").unwrap();
            let media_type = ASSETS.iter().find(|(own, _)| *own == path).unwrap().1;
            let named = server.get(link).await;
            assert!(named.header("content-type").starts_with(media_type), "{path}");
            assert_eq!(named.header("cache-control"), "public, max-age=31536000, immutable");
            assert!(named.header("etag").contains(hash));
            for other in [path.to_owned(), format!("{path}?v=0123456789abcdef")] {
                let unnamed = server.get(&other).await;
                assert_eq!((unnamed.status.as_u16(), unnamed.header("cache-control")), (200, "no-cache"), "{other}");
                let again = ask(&server, &other, ("if-none-match", unnamed.header("etag"))).await;
                assert_eq!((again.status.as_u16(), again.body.is_empty()), (304, true), "{other}");
            }
            // The viewer is large, so only `/docs` loads it.
            assert!(page == "/docs" || !path.starts_with("/docs"), "{page} links {path}");
            followed.insert(path.to_owned());
        }
    }
    assert_eq!(followed, ASSETS.iter().map(|(path, _)| (*path).to_owned()).collect());
}

#[tokio::test]
async fn pages_are_compressed_for_clients_that_accept_gzip() {
    let server = Server::default();
    for path in PAGES.into_iter().chain(ASSETS.iter().map(|(path, _)| *path)) {
        let plain = server.get(path).await;
        let zipped = ask(&server, path, ("accept-encoding", "br, gzip")).await;
        assert_eq!(zipped.header("content-encoding"), "gzip", "{path}");
        assert!(!plain.headers.contains_key("content-encoding"), "{path}");
        let mut unpacked = Vec::new();
        GzDecoder::new(&zipped.body[..]).read_to_end(&mut unpacked).unwrap();
        // A PNG is compressed already.
        assert!(unpacked == plain.body && (zipped.body.len() < plain.body.len() || path.ends_with(".png")), "{path}");
        assert_ne!(zipped.header("etag"), plain.header("etag"), "{path}: two representations");
        assert_eq!((plain.header("vary"), zipped.header("vary")), ("accept-encoding", "accept-encoding"), "{path}");
    }
}

#[tokio::test]
async fn a_head_is_a_get_without_its_body() {
    let server = Server::default();
    for path in PAGES.into_iter().chain(ASSETS.iter().map(|(path, _)| *path)) {
        let (get, head) = (server.get(path).await, server.call("HEAD", path).await);
        assert_eq!((head.status.as_u16(), head.body.is_empty()), (200, true), "{path}");
        assert_eq!(head.header("content-length"), get.body.len().to_string(), "{path}");
        assert_eq!(head.header("etag"), get.header("etag"), "{path}");
        server.call("POST", path).await.assert_problem(405, "method_not_allowed", None);
    }
}

#[tokio::test]
async fn other_paths_are_not_found() {
    let server = Server::default();
    for path in
        ["/docs/", "/docs/reader.js.map", "/docs/../docs", "/docs/reader.js/x", "/page.js.gz", "/docs%2freader.js"]
    {
        server.get(path).await.assert_problem(404, "not_found", None);
    }
}

#[tokio::test]
async fn a_browser_gets_a_page_where_nothing_is_found_and_programs_a_problem() {
    let server = Server::default();
    let html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    let page = ask(&server, "/nothing", ("accept", html)).await;
    assert_eq!((page.status.as_u16(), page.header("content-type")), (404, "text/html; charset=utf-8"));
    assert!(page.header("content-security-policy").contains("default-src 'none'"));
    assert!(text(&page).contains("nothing at this address") && text(&page).contains("href=\"/docs\""));
    for (path, accept) in
        [("/nothing", "*/*"), ("/nothing", "application/json"), ("/v1/nothing", html), ("/404", "*/*")]
    {
        ask(&server, path, ("accept", accept)).await.assert_problem(404, "not_found", None);
    }
}

#[tokio::test]
async fn pages_can_be_turned_off() {
    let pool = SearchPool::new(1, 1, 1 << 20);
    let caps = Server::default().service.caps;
    let mut service = Service::new(CATALOGUE, pool, caps, 1000, Duration::from_secs(1));
    service.playground = false;
    let server = Server { service: Arc::new(service) };
    for path in PAGES.into_iter().chain(ASSETS.iter().map(|(path, _)| *path)) {
        assert_eq!(server.get(path).await.status.as_u16(), 404, "{path}");
    }
    assert_eq!(server.get("/v1").await.status.as_u16(), 200);
}
