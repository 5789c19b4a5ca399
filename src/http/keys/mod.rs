//! Keys of clients: who may ask, how often, and for which share.

mod file;
mod gate;
mod keyring;
mod quota;

pub use file::NewKey;
pub(super) use gate::{Caller, Gate};
pub use keyring::Keyring;
