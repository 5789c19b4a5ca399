//! The principal variation, kept by ply during the search.

/// The triangular table: row `p` holds the best line found from the node now at ply `p`.
/// Rows keep their memory, so nothing is allocated once a depth has been reached.
pub(crate) struct PvTable<M> {
    rows: Vec<Vec<M>>,
}

impl<M> Default for PvTable<M> {
    fn default() -> Self {
        Self { rows: Vec::new() }
    }
}

impl<M: Copy> PvTable<M> {
    /// Makes room for lines from plies 0 to `depth`.
    pub(crate) fn reserve(&mut self, depth: u32) {
        self.rows.resize_with(depth as usize + 1, Vec::new);
    }

    /// No line from here: a leaf, or nothing found yet.
    pub(crate) fn clear(&mut self, ply: u32) {
        self.rows[ply as usize].clear();
    }

    pub(crate) fn set(&mut self, ply: u32, line: &[M]) {
        let row = &mut self.rows[ply as usize];
        row.clear();
        row.extend_from_slice(line);
    }

    /// The best line from `ply` is now `mv`, then the best line from the next ply.
    pub(crate) fn extend(&mut self, ply: u32, mv: M) {
        let (upper, lower) = self.rows.split_at_mut(ply as usize + 1);
        let row = &mut upper[ply as usize];
        row.clear();
        row.push(mv);
        if let Some(rest) = lower.first() {
            row.extend_from_slice(rest);
        }
    }

    pub(crate) fn line(&self, ply: u32) -> &[M] {
        &self.rows[ply as usize]
    }
}
