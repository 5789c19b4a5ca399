//! Bytes that carry their permit: the budget has them back when the last part of them is gone.

use axum::body::Bytes;

use crate::memory_budget::Permit;

/// Ties a permit to the bytes that it is for.
pub(super) fn hold(mut bytes: Vec<u8>, permit: Permit) -> Bytes {
    bytes.shrink_to_fit();
    Bytes::from_owner(Held { bytes, _permit: permit })
}

struct Held {
    bytes: Vec<u8>,
    _permit: Permit,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
