//! The table as one search uses it.

use super::entry::{Keyspace, TableEntry};
use super::key::TableKey;
use super::memory::Table;
use crate::score::Turn;

/// The table, the keyspace that the search uses, and the number of its results.
pub(crate) struct TableAccess<'a> {
    pub(crate) table: &'a mut Table,
    /// The keyspace of the present kind of search.
    pub(crate) keyspace: Keyspace,
    /// The children of a node whose entries are probed together.
    pub(crate) children: Vec<ChildKey>,
    /// Nodes that store no result: cheap leaves, and those just above them.
    pub(crate) unstored_nodes: u64,
    /// Results that the game's endgame solver has stored.
    pub(crate) stored_by_solver: u64,
}

/// A child, as far as probing the table needs it.
pub(crate) struct ChildKey {
    pub(crate) hash: u64,
    pub(crate) turn: Turn,
}

impl<'a> TableAccess<'a> {
    pub(crate) const fn new(table: &'a mut Table) -> Self {
        Self { table, keyspace: Keyspace::DEEPENING, children: Vec::new(), unstored_nodes: 0, stored_by_solver: 0 }
    }

    /// The hash of a position's entry in the present keyspace.
    #[inline]
    pub(crate) const fn hash(&self, key: TableKey) -> u64 {
        self.keyspace.hash(key)
    }

    /// See [`Table::probe`].
    #[inline]
    pub(crate) fn probe(&self, hash: u64) -> Option<TableEntry> {
        self.table.probe(hash)
    }

    /// See [`Table::store`].
    #[inline]
    pub(crate) fn store(&mut self, hash: u64, entry: TableEntry) {
        self.table.store(hash, entry);
    }

    /// See [`Table::grow`].
    pub(crate) fn grow(&mut self, results: u64) {
        self.table.grow(results);
    }

    /// See [`Table::prefetch`].
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        self.table.prefetch(hash);
    }
}
