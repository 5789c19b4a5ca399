//! Values without a search: ends of the game, closed forms, the book, and the transposition table.

use crate::evaluate::Hooks;
use crate::position::Outcome;
use crate::score::Score;
use crate::searcher::Searcher;
use crate::table::{MATE_PLIES_MAX, TableEntry, TableKey};
use crate::{Evaluate, History, Technique, mix};

/// The key of a position in a search of `depth` plies, which begins with this past.
///
/// With a past that can end the game, positions share no entries by symmetry: the past may end one and not the other.
/// Positions that [end the game by repetition](History) are never stored, so a child is probed without a look at it.
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
    /// An entry that does not suffice, most often with the slot of a good move, or none.
    Hint(Option<TableEntry>),
}

impl<P: Evaluate> Searcher<'_, P> {
    /// The end of the game, by the rules or by a repetition of the game's past.
    pub(crate) fn outcome(&self, position: &P) -> Option<Outcome> {
        position.outcome().or_else(|| self.history.outcome_at(position))
    }

    /// The end of the game at the root. An earlier visit ends nothing, unless the game has ended by coming to it now.
    pub(crate) fn root_outcome(&self, position: &P) -> Option<Outcome> {
        self.history.root_outcome(position)
    }

    /// The exact score of a node below the root, relative to the root, if the game is over or has a closed form there.
    #[inline]
    pub(crate) fn exact(&mut self, position: &P, ply: u32) -> Option<Score> {
        let side = position.side_to_move();
        let score = match position.outcome() {
            Some(outcome) => Score::of(outcome, side),
            None => match self.history.outcome_at(position) {
                Some(outcome) if P::REPETITION.is_some_and(|rule| rule.is_by_cycle()) => {
                    // The rule judged the game's own cycle, and the line may have come here by another.
                    self.heuristic_used = true;
                    Score::of(outcome, side).as_heuristic(0)
                }
                Some(outcome) => Score::of(outcome, side),
                None => self.knowledge.closed_form(position)?,
            },
        };
        Some(score.from_tt(ply))
    }

    /// The value in the book, relative to the position, if a search of `depth` plies would find it.
    pub(crate) fn book_score(&mut self, position: &P, depth: u32, ply: u32) -> Option<Score> {
        if ply != self.knowledge.book_ply || !self.techniques.has(Technique::Book) {
            return None;
        }
        let score = (P::KNOWLEDGE.book)().find(position)?;
        let in_sight = score.plies().unwrap_or_else(|| position.plies_left()) <= depth;
        self.knowledge.booked |= in_sight;
        in_sight.then_some(score)
    }

    /// Probes the table. `cutoff` gives the score by which an entry ends the search of the node, if it does.
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
