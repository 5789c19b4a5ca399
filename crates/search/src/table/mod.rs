//! The transposition table: what is known of positions that several lines of play reach.

mod entry;
mod key;
mod memory;

pub(crate) use entry::{Bound, Known, Space};
pub(crate) use key::HORIZON;
pub use key::TableKey;
pub use memory::Table;
