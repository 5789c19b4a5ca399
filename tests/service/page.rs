//! How the page at `/` is served. What it does is tested in a browser: `page/test`.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use plyd::games::CATALOGUE;
use plyd::http::Service;
use plyd::pool::SearchPool;

use crate::common::server::{Answer, Server};

const ASSETS: &[(&str, &str)] =
    &[("/page.js", "text/javascript"), ("/page.css", "text/css"), ("/page.svg", "image/svg+xml")];

async fn ask(server: &Server, path: &str, header: (&str, &str)) -> Answer {
    server.send(Request::get(path).header(header.0, header.1).body(Body::empty()).unwrap()).await
}

/// What the page's own links say.
fn links(html: &str) -> Vec<&str> {
    html.split('"').filter(|text| text.starts_with("/page.")).collect()
}

#[tokio::test]
async fn nothing_inside_it_or_from_elsewhere_may_run() {
    let server = Server::default();
    let page = server.get("/").await;
    assert_eq!((page.status.as_u16(), page.header("content-type")), (200, "text/html; charset=utf-8"));
    let policy = page.header("content-security-policy");
    for part in
        ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"]
    {
        assert!(policy.split("; ").any(|own| own == part), "{policy}");
    }
    assert!(!policy.contains("unsafe") && !policy.contains('*'));
    let html = String::from_utf8(page.body.to_vec()).unwrap();
    assert!(!html.contains("<style") && !html.contains(" style=") && !html.contains("<script>"), "{html}");
    assert_eq!(page.header("cache-control"), "no-cache");
}

#[tokio::test]
async fn its_files_are_kept_for_good_by_their_hash_and_asked_for_again_without_it() {
    let server = Server::default();
    let html = String::from_utf8(server.get("/").await.body.to_vec()).unwrap();
    assert_eq!(links(&html).len(), ASSETS.len());
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
    }
}

#[tokio::test]
async fn it_is_compressed_for_whoever_reads_that() {
    let server = Server::default();
    for path in ["/", "/page.js", "/page.css"] {
        let plain = server.get(path).await;
        let zipped = ask(&server, path, ("accept-encoding", "br, gzip")).await;
        assert_eq!(zipped.header("content-encoding"), "gzip", "{path}");
        assert_eq!(zipped.body[..2], [0x1f, 0x8b], "{path}");
        assert!(zipped.body.len() < plain.body.len() && !plain.headers.contains_key("content-encoding"), "{path}");
        assert_ne!(zipped.header("etag"), plain.header("etag"), "{path}: two representations");
        assert_eq!((plain.header("vary"), zipped.header("vary")), ("accept-encoding", "accept-encoding"), "{path}");
    }
}

#[tokio::test]
async fn it_can_be_taken_away() {
    let pool = SearchPool::new(1, 1, 1 << 20);
    let caps = Server::default().service.caps;
    let mut service = Service::new(CATALOGUE, pool, caps, 1000, Duration::from_secs(1));
    service.playground = false;
    let server = Server { service: Arc::new(service) };
    for path in ["/", "/page.js"] {
        assert_eq!(server.get(path).await.status.as_u16(), 404, "{path}");
    }
    assert_eq!(server.get("/v1").await.status.as_u16(), 200);
}
