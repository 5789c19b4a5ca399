//! The selective search: stronger for its nodes, and not exact.

pub(crate) mod pruning;
mod search;
pub(crate) mod tactical;
pub(crate) mod threats;

pub(crate) use tactical::histories;
