//! What happens to each request before and after its handler.

mod host;
pub(crate) mod request;
mod request_log;
pub(crate) mod sampler;
mod trace;
