//! The Model Context Protocol on standard input and output, for programs that give language models tools.
//!
//! The tools are operations of the service, called through its router without a network. So limits, the pool, errors and
//! schemas are those of HTTP.
//!
//! - `server`: the session
//! - `tools`: the tools and their schemas
//! - `calls`: a call as a request, and the answer as a result
//! - `transport`: standard input and output, with backpressure

mod calls;
mod server;
mod tools;
mod transport;

pub use server::serve;
