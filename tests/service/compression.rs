//! Compressed answers.

use std::io::Read;

use axum::body::Body;
use axum::http::Request;
use flate2::read::GzDecoder;

use crate::common::server::{Answer, Server};

const LARGE: &str = "/v1/games/gomoku/position";

async fn get(server: &Server, path: &str, headers: &[(&str, &str)]) -> Answer {
    let request = headers.iter().fold(Request::get(path), |request, (name, value)| request.header(*name, *value));
    server.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn a_large_answer_is_compressed_for_those_who_read_it() {
    let server = Server::default();
    let plain = get(&server, LARGE, &[]).await;
    assert_eq!(plain.header("content-encoding"), "");
    let zipped = get(&server, LARGE, &[("accept-encoding", "gzip")]).await;
    assert_eq!(zipped.header("content-encoding"), "gzip");
    assert!(zipped.body.len() * 4 < plain.body.len(), "{} of {} bytes", zipped.body.len(), plain.body.len());
    let mut unpacked = Vec::new();
    GzDecoder::new(&zipped.body[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain.body);
    let best = get(&server, LARGE, &[("accept-encoding", "gzip, br, zstd")]).await;
    assert_eq!(best.header("content-encoding"), "zstd");
    assert!(best.body.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]), "the magic number of zstd");
    let refused = get(&server, LARGE, &[("accept-encoding", "gzip;q=0, identity")]).await;
    assert_eq!((refused.header("content-encoding"), refused.body.len()), ("", plain.body.len()));
}

#[tokio::test]
async fn each_encoding_has_its_tag_and_any_of_them_is_held() {
    let server = Server::default();
    let mut tags = Vec::new();
    for encoding in ["identity", "gzip", "zstd"] {
        let answer = get(&server, LARGE, &[("accept-encoding", encoding)]).await;
        assert_eq!(answer.header("vary"), "accept, accept-encoding");
        tags.push(answer.header("etag").to_owned());
    }
    assert!(tags[1].ends_with("-gzip\"") && tags[2].ends_with("-zstd\""), "{tags:?}");
    assert!(tags.iter().all(|tag| tag.starts_with("W/\"")) && tags[0] != tags[1], "{tags:?}");
    for tag in &tags {
        let held = get(&server, LARGE, &[("accept-encoding", "gzip"), ("if-none-match", tag)]).await;
        assert_eq!((held.status.as_u16(), held.header("etag"), held.body.len()), (304, tag.as_str(), 0));
    }
}

#[tokio::test]
async fn small_answers_and_those_that_are_read_as_they_come_are_sent_as_they_are() {
    let server = Server::default();
    let gzip = ("accept-encoding", "gzip, zstd");
    let stream = ("accept", "text/event-stream");
    for (path, headers) in [
        ("/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9", &[gzip][..]),
        ("/livez", &[gzip]),
        ("/v1/games/chess/search/stream?depth=4", &[gzip, stream]),
    ] {
        let answer = get(&server, path, headers).await;
        let is_small = answer.body.len() <= 1024 || headers.len() > 1;
        assert_eq!(answer.header("content-encoding").is_empty(), is_small, "{path}");
    }
    let items = [r#"{"op":"position","game":"gomoku"}"#; 3].join(",");
    let batch = Request::post("/v1/batch/stream").header("content-type", "application/json").header(gzip.0, gzip.1);
    let answer = server.send(batch.body(format!("{{\"items\":[{items}]}}").into()).unwrap()).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-encoding")), (200, ""));
    assert!(answer.body.len() > 20_000);
    // A batch as one document is compressed, to its end.
    let batch = Request::post("/v1/batch").header("content-type", "application/json").header(gzip.0, gzip.1);
    let answer = server.send(batch.body(format!("{{\"items\":[{items}]}}").into()).unwrap()).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-encoding")), (200, "zstd"));
    assert!((1..20_000).contains(&answer.body.len()));
}
