//! plyd, a stateless game-AI service: a position and a limit go in; the move, its exact score, the principal variation
//! and the statistics of what alpha-beta pruned come out.

pub mod arena;
pub mod bench;
pub mod book;
pub mod cli;
pub mod config;
pub mod http;
pub mod ladder;
pub mod memory;
pub mod pool;
pub mod telemetry;
pub mod wire;

pub use plyd_games::{self as games, catalogue, notation};
pub use plyd_search::{self as search, level, position};
