//! Keys of clients over HTTP: who may send requests, how many, and with which share of a server.
//!
//! - `file`: the file of keys, and new keys
//! - `keyring`: the keys in use, which are read again from the file
//! - `owner`: checks the key of a request
//! - `quota`: the rate of a key
//! - [`file_in_time`]: reads small files within limits

mod file;
pub mod file_in_time;
mod keyring;
mod owner;
mod quota;

pub use file::NewKey;
pub use keyring::{Keyring, Share};
pub use owner::KeyOwner;
