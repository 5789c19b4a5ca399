//! The log: one line for each request, and panics, to standard output or standard error.

mod json;
mod line_writer;
mod log;

pub use log::{Log, start};
