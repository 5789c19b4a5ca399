//! Keys of clients: who may send requests, how many, and with which share of the server.

mod caller;
mod file;
mod keyring;
mod quota;

pub(super) use caller::Caller;
pub use file::NewKey;
pub use keyring::Keyring;
