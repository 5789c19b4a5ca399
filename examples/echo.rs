//! The least that an HTTP answer can cost here: `POST /echo` reads its body as JSON, writes it back, and does nothing
//! else. `loadtest/cpu.py` compares the service with it.

use axum::Router;
use axum::body::Bytes;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() {
    let address = std::env::args().nth(1).expect("usage: echo HOST:PORT");
    let listener = TcpListener::bind(address).await.expect("a free address");
    let routes = Router::new().route("/echo", post(echo)).route("/readyz", get(|| async { "ready" }));
    axum::serve(listener, routes).await.expect("it serves until it is killed");
}

async fn echo(body: Bytes) -> Response {
    match serde_json::from_slice::<serde_json::Value>(&body) {
        Ok(value) => ([(CONTENT_TYPE, "application/json")], value.to_string()).into_response(),
        Err(_) => StatusCode::BAD_REQUEST.into_response(),
    }
}
