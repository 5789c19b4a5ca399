//! What handlers share: the service, its metrics, its contract, kept results and running reviews.

pub(crate) mod contract;
pub(crate) mod metrics;
pub(crate) mod result_cache;
pub(crate) mod reviews;
pub(crate) mod service;
