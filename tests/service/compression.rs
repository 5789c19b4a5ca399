//! Compressed answers: pages, the contract and the list of games are the same for everybody, so they are compressed once.
//! Everything else is sent uncompressed.

use std::io::Read;

use axum::body::Body;
use axum::http::Request;
use flate2::read::GzDecoder;

use crate::common::server::{Answer, Server};

async fn get(server: &Server, path: &str, encodings: &str) -> Answer {
    let request = Request::get(path).header("accept-encoding", encodings);
    server.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn what_is_the_same_for_everybody_is_compressed_for_those_who_read_it() {
    let server = Server::default();
    for path in ["/", "/page.js", "/docs/docs.css", "/openapi.yaml", "/openapi.json", "/v1/games"] {
        let plain = server.get(path).await;
        let zipped = get(&server, path, "br, gzip").await;
        assert_eq!([plain.header("content-encoding"), zipped.header("content-encoding")], ["", "gzip"], "{path}");
        assert!(zipped.body.len() < plain.body.len(), "{path}: {} of {}", zipped.body.len(), plain.body.len());
        let mut unpacked = Vec::new();
        GzDecoder::new(&zipped.body[..]).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, plain.body, "{path}");
        for answer in [&plain, &zipped] {
            assert!(answer.header("vary").contains("accept-encoding"), "{path}");
        }
        let refused = get(&server, path, "gzip;q=0, identity").await;
        assert_eq!((refused.header("content-encoding"), refused.body.len()), ("", plain.body.len()), "{path}");
        assert_eq!(get(&server, path, "gzip, identity;q=0").await.header("content-encoding"), "gzip", "{path}");
    }
}

#[tokio::test]
async fn other_answers_are_not_compressed() {
    let server = Server::default();
    for path in ["/v1/games/gomoku/position", "/v1/games/gomoku", "/v1/games/bones/search", "/livez"] {
        let answer = get(&server, path, "gzip, br, zstd").await;
        assert_eq!((answer.status.as_u16(), answer.header("content-encoding")), (200, ""), "{path}");
        assert!(!answer.header("vary").contains("encoding"), "{path}");
    }
}

#[tokio::test]
async fn a_client_that_refuses_plain_answers_gets_a_problem_that_no_cache_keeps() {
    let server = Server::default();
    for path in ["/v1/games/gomoku/position", "/v1/games/gomoku", "/v1/games/bones/search"] {
        for encodings in ["identity;q=0", "gzip, *;q=0"] {
            let answer = get(&server, path, encodings).await;
            answer.assert_problem(406, "not_acceptable", None);
            assert_eq!(answer.header("cache-control"), "no-store");
        }
    }
}
