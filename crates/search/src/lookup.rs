//! Probing the transposition table: the one way from a position to its entry.

use crate::evaluate::Hooks;
use crate::score::Score;
use crate::searcher::Searcher;
use crate::table::{MATE_PLIES_MAX, TableEntry, TableKey};
use crate::{Evaluate, History, mix};

/// The key of a position in a search of `depth` plies, which begins with this past.
///
/// Where the past ends games, a position that it ends may be symmetric to one that it does not end. With a past, then,
/// positions share no entries by symmetry. No position that [ends the game by coming back](History) has an entry, so a
/// child need not be asked before it is probed.
#[inline]
pub(crate) fn entry_key<P: Evaluate>(position: &P, history: &History, depth: u32) -> TableKey {
    let symmetry_holds = P::REPETITION.is_none() || history.is_clear();
    let key = if !symmetry_holds { TableKey::plain(position.key()) } else { position.table_key() };
    match position.quiet_plies_left() {
        left if left <= depth.max(MATE_PLIES_MAX) => key.with_hash(mix(key.hash() ^ u64::from(left))),
        _ => key,
    }
}

/// The result of probing the table.
pub(crate) enum LookUp {
    /// A score that ends the search of the node, its distance counted from the node.
    Cutoff(Score),
    /// At most a result that does not suffice: most often the slot of a good move.
    Hint(Option<TableEntry>),
}

impl<P: Evaluate> Searcher<'_, P> {
    /// Probes the table. `cutoff` is the score that an entry settles the node with, if it does.
    pub(crate) fn look_up(&mut self, key: u64, cutoff: impl FnOnce(&TableEntry) -> Option<Score>) -> LookUp {
        self.stats.table_probes += 1;
        let Some(entry) = self.table.probe(key) else { return LookUp::Hint(None) };
        self.stats.table_hits += 1;
        match cutoff(&entry) {
            Some(score) => {
                self.stats.table_cutoffs += 1;
                self.heuristic_used |= !entry.complete && !score.is_proven();
                LookUp::Cutoff(score)
            }
            None => LookUp::Hint(Some(entry)),
        }
    }
}
