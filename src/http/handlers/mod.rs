//! The handlers: one for operations, one for streams, one for batches, and the handlers for the rest of the contract.

pub(crate) mod answer;
pub(crate) mod batch;
pub(crate) mod body;
mod extract;
pub(crate) mod games;
pub(crate) mod probes;
mod running;
pub(crate) mod stream;
