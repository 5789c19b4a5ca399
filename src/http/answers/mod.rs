//! What answers consist of: problems, media types, tags and ids.

pub(crate) mod caching;
pub(crate) mod error;
pub(crate) mod negotiation;
pub(crate) mod request_id;
pub(crate) mod respond;
