//! plyd, a stateless game-AI service: a position and a limit go in; the move, its exact score, the principal variation
//! and the statistics of what alpha-beta pruned come out.

pub mod arena;
pub mod bench;
pub mod book;
pub mod catalogue;
pub mod cli;
pub mod config;
pub mod games;
pub mod http;
pub mod ladder;
pub mod memory;
pub mod pool;
pub mod report;
pub mod request;
pub mod telemetry;

pub use plyd_games::notation;
pub use plyd_search::{self as search, level, position};
