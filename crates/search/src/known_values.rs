//! Values without a search: ends of the game, closed forms, the book, the past of the game, and the transposition
//! table.

use std::ops::ControlFlow;

use crate::position::{Outcome, Visit};
use crate::score::{Bound, Score, Value};
use crate::searcher::Searcher;
use crate::table::{MATE_PLIES_MAX, TableEntry, TableKey};
use crate::{Evaluate, History, Technique, mix};

/// The key of a position in a search of `depth` plies, which begins with this past.
///
/// With a past that can end the game, positions share no entries by symmetry: the past may end one and not the other.
/// Positions that [end the game by repetition](History) are never stored, so a child may be probed without that check.
#[inline]
pub(crate) fn entry_key<P: Evaluate>(position: &P, history: &History, depth: u32) -> TableKey {
    let symmetry_holds = P::REPETITION.is_none() || history.is_clear();
    let key = if !symmetry_holds { TableKey::plain(position.key()) } else { position.table_key() };
    match position.quiet_plies_left() {
        left if left <= depth.max(MATE_PLIES_MAX) => key.with_hash(mix(key.hash() ^ u64::from(left))),
        _ => key,
    }
}

impl<P: Evaluate> Searcher<'_, P> {
    /// Stores the result of a node at distance `ply` from the root, with a good move.
    #[inline]
    pub(crate) fn store(
        &mut self,
        key: TableKey,
        ply: u32,
        depth: u32,
        value: Value,
        bound: Bound,
        mv: Option<P::Move>,
    ) {
        let best = mv.filter(|_| P::SLOTS > 0).map(|mv| key.canonical_slot(P::slot(mv)));
        let entry = TableEntry { score: value.score.to_table(ply), bound, depth, proven: value.proven, best };
        self.table.store(self.keyspace.hash(key), entry);
    }

    /// The end of the game, by the rules or by a repetition of the game's past.
    pub(crate) fn outcome(&self, position: &P) -> Option<Outcome> {
        position.outcome().or_else(|| self.history.outcome_at(position))
    }

    /// The exact score of a node, relative to the root, if the game is over there or has a closed form.
    #[inline]
    pub(crate) fn known_score(&mut self, position: &P, ply: u32) -> Option<Score> {
        let score = match self.outcome(position) {
            Some(outcome) => Score::of(outcome, position.side_to_move()),
            None => self.closed_form(position)?,
        };
        Some(score.from_table(ply))
    }

    #[inline]
    pub(crate) fn closed_form(&self, position: &P) -> Option<Score> {
        if self.closed_forms { position.closed_form() } else { None }
    }

    /// The value in the book, relative to the position, if a search of `depth` plies would find it.
    #[inline]
    pub(crate) fn book_score(&mut self, position: &P, depth: u32) -> Option<Score> {
        let score = position.book_value().filter(|_| self.techniques.has(Technique::Book))?;
        let in_sight = score.plies().unwrap_or_else(|| position.plies_left()) <= depth;
        self.booked |= in_sight;
        in_sight.then_some(score)
    }

    /// Probes the table for a node at distance `ply` from the root. If an entry ends the search of the node, `cutoff`
    /// returns its score, relative to the node. Any other entry is a hint, most often with the slot of a good move.
    #[inline]
    pub(crate) fn look_up(
        &mut self,
        hash: u64,
        ply: u32,
        cutoff: impl FnOnce(&TableEntry) -> Option<Score>,
    ) -> ControlFlow<Value, Option<TableEntry>> {
        let stats = &mut self.meter.stats;
        stats.table_probes += 1;
        let Some(entry) = self.table.probe(hash) else { return ControlFlow::Continue(None) };
        stats.table_hits += 1;
        match cutoff(&entry) {
            Some(score) => {
                stats.table_cutoffs += 1;
                ControlFlow::Break(entry.value_of(score.from_table(ply)))
            }
            None => ControlFlow::Continue(Some(entry)),
        }
    }

    /// The selective search scores a position that occurred before, in the line from the root or in the game's past, as
    /// the end by repetition. That is true of this line only, so nothing is proven by it. Adds the position to the path.
    pub(crate) fn repetition(&mut self, position: &P, ply: u32) -> Option<Value> {
        P::REPETITION.as_ref()?;
        let here = Visit::of(position);
        let path = &mut self.path;
        path.truncate(ply as usize);
        let before = path.iter().find(|visit| visit.key == here.key);
        let outcome = before.map(|visit| visit.outcome).or_else(|| self.history.on_return(here.key));
        path.push(here);
        outcome.map(|outcome| Value::estimate(Score::of(outcome, here.side).as_heuristic(ply)))
    }
}
