//! The transposition table: results of positions that several lines of play reach.

mod entry;
mod key;
mod memory;

pub(crate) use entry::{Keyspace, TableEntry};
pub(crate) use key::MATE_PLIES_MAX;
pub use key::{TableKey, mix};
pub use memory::Table;
