//! Keys of clients: who may ask, how often, and for which share.

mod caller;
mod file;
mod keyring;
mod quota;

pub(super) use caller::Caller;
pub use file::NewKey;
pub use keyring::Keyring;
