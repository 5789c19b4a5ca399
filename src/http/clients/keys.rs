//! Which requests need a key, and what its owner's client is.

use axum::extract::Request;
use axum::http::Method;
use plyd_keys::{KeyOwner, Keyring, Share};

use crate::http::answers::error::Problem;
use crate::pool::Client;

/// The owner of a request's key, if the server has keys and the route needs one. A problem ends the request.
pub(crate) fn owner(keys: Option<&Keyring>, route: &str, request: &mut Request) -> (KeyOwner, Result<(), Problem>) {
    let Some(keys) = keys.filter(|_| needs_key(route) && request.method() != Method::OPTIONS) else {
        return (KeyOwner::default(), Ok(()));
    };
    let (owner, checked) = KeyOwner::of(keys, request.headers());
    if let Some(Share { id, weight, percent }) = owner.share() {
        request.extensions_mut().insert(Client::new(id).weighing(weight).sharing(percent));
    }
    (owner, checked)
}

/// Pages, contract and probes need no key. Neither do paths that do not exist.
fn needs_key(route: &str) -> bool {
    route.starts_with("/v1") || route == "/metrics"
}
