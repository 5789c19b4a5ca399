//! The look into the table: the one way from a position to its entry.

use crate::evaluate::Hooks;
use crate::node::Searcher;
use crate::score::Score;
use crate::table::{HORIZON, Known, TableKey};
use crate::{Evaluate, History, mix};

/// The key of a position in a search of `depth` plies, which begins with this past.
///
/// Where the past ends games, a position that it ends may be symmetric to one that it does not end. With a past, then,
/// positions share no entries by symmetry; no position that [ends the game by coming back](History) has an entry, and
/// who looks a child up need not ask whether it does.
#[inline]
pub(crate) fn entry_key<P: Evaluate>(position: &P, history: &History, depth: u32) -> TableKey {
    let known_by_itself = P::REPETITION.is_some() && !history.is_clear();
    let key = if known_by_itself { TableKey::plain(position.key()) } else { position.table_key() };
    match position.quiet_plies_left() {
        left if left <= depth.max(HORIZON) => key.with_number(mix(key.number() ^ u64::from(left))),
        _ => key,
    }
}

/// What the table says.
pub(crate) enum LookUp {
    /// The result, told from the position.
    Cutoff(Score),
    /// Perhaps a result that is not enough: the slot of a good move, most often.
    Hint(Option<Known>),
}

impl<P: Evaluate> Searcher<'_, P> {
    /// Asks the table. `cutoff` says what a result is worth to the node, told from the position.
    pub(crate) fn look_up(&mut self, key: u64, cutoff: impl FnOnce(&Known) -> Option<Score>) -> LookUp {
        self.stats.table_probes += 1;
        let Some(known) = self.table.probe(key) else { return LookUp::Hint(None) };
        self.stats.table_hits += 1;
        match cutoff(&known) {
            Some(score) => {
                self.stats.table_cutoffs += 1;
                self.heuristic_used |= !known.complete && !score.is_proven();
                LookUp::Cutoff(score)
            }
            None => LookUp::Hint(Some(known)),
        }
    }
}
