//! plyd, a stateless game-AI service: a position and a limit go in; the move, its exact score, the principal variation
//! and the statistics of what alpha-beta pruned come out.
//!
//! A program with its own games needs one line: [`run`] is the whole command line, including the service, for any
//! [`Catalogue`](games::Catalogue).
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use plyd::catalogue::Game;
//! use plyd::games::{CATALOGUE, TicTacToe};
//!
//! fn main() -> ExitCode {
//!     plyd::run(CATALOGUE.with(&[Game::of::<TicTacToe>("noughts")]))
//! }
//! ```
//!
//! Within another server, the service is a [`Router`](axum::Router):
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! use axum::body::{Body, to_bytes};
//! use axum::http::Request;
//! use plyd::games::CATALOGUE;
//! use plyd::http::{Service, router};
//! use plyd::pool::SearchPool;
//! use plyd::wire::Caps;
//! use tower::ServiceExt;
//!
//! #[tokio::main(flavor = "current_thread")]
//! async fn main() {
//!     // Two threads that search, 64 searches that may wait, and a table of a mebibyte for each thread.
//!     let pool = SearchPool::new(2, 64, 1 << 20);
//!     let caps = Caps::new(1_000_000, 1_000);
//!     let service = Arc::new(Service::new(CATALOGUE, pool, caps, 65_536, Duration::from_secs(10)));
//!
//!     let asked = Request::get("/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9").header("host", "here");
//!     let answer = router(&service).oneshot(asked.body(Body::empty()).unwrap()).await.unwrap();
//!     let answer = to_bytes(answer.into_body(), 1 << 20).await.unwrap();
//!     assert_eq!(serde_json::from_slice::<serde_json::Value>(&answer).unwrap()["move"], "a1");
//! }
//! ```
//!
//! `openapi.yaml` is the contract; the service serves it too. [`http`] has the routes, [`pool`] the threads. Everything
//! else is a crate without a server: [`plyd_search`] searches, [`plyd_games`] has the games, [`plyd_wire`] the requests and
//! answers, [`plyd_drawing`] the pictures, and [`plyd_terminal`] the commands of a terminal.

pub mod cli;
mod client;
pub mod config;
pub mod http;
mod listen_address;
pub mod memory;
pub mod otlp;
pub mod pool;
mod signals;
mod spans;
pub mod telemetry;

pub use cli::{Program, run};
pub use plyd_drawing as drawing;
pub use plyd_games::{self as games, catalogue, notation};
pub use plyd_operations as operations;
pub use plyd_search::{self as search, level, position};
pub use plyd_wire as wire;
