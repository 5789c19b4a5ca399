//! Keys of clients: who may send requests, how many, and with which share of the server.

mod file;
mod keyring;
mod owner;
mod quota;

pub use file::NewKey;
pub use keyring::Keyring;
pub(crate) use owner::KeyOwner;
