//! The Model Context Protocol on standard input and output, for programs that give tools to language models.
//!
//! The tools are operations of the service. They are called through its router, without a network, so that limits,
//! queueing, errors and schemas are the same as over HTTP.
//!
//! - `server`: the session
//! - `tools`: the tools and their schemas
//! - `calls`: converts calls into requests, and answers into results
//! - `play`: games as moves, and `play_move`
//! - `service`: asks the router
//! - `transport`: standard input and output, with backpressure

mod calls;
mod play;
mod server;
mod service;
mod tools;
mod transport;

pub use server::serve;
