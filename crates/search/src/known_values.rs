//! Values without a search: ends of the game, closed forms, the book, the past of the game, the transposition table, and
//! bounds that follow from the rules.

use std::ops::ControlFlow;

use crate::hooks::{Leaves, LeavesOf};
use crate::position::Outcome;
use crate::repetition::Return;
use crate::score::{Bound, Score, Value, Window};
use crate::searcher::Searcher;
use crate::table::{MATE_PLIES_MAX, TableEntry, TableKey};
use crate::{Evaluate, History, Technique, mix};

/// The key of a position in a search of `depth` plies that starts with this history.
///
/// Symmetric positions do not share entries if the game's history could end one of them but not the other. Positions
/// that [end the game by repetition](History) are never stored, so a child's entry can be used without checking for
/// repetition.
#[inline]
pub(crate) fn entry_key<P: Evaluate>(position: &P, history: &History, depth: u32) -> TableKey {
    let symmetry_holds = position.repetition().is_none() || history.is_clear();
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
        self.table.store(self.exact.keyspace.hash(key), entry);
    }

    /// The end of the game, by the rules or by a repetition of the game's past.
    pub(crate) fn outcome(&self, position: &P) -> Option<Outcome> {
        position.outcome().or_else(|| Some(self.history.return_to(position)?.outcome))
    }

    /// The value of a node, relative to the root, if the game is over there or has a closed form. It is an estimate only
    /// if the end depends on moves to come.
    #[inline]
    pub(crate) fn known_value(&mut self, position: &P, ply: u32) -> Option<Value> {
        let score_of = |outcome| Score::of(outcome, position.side_to_move());
        let score = match (position.outcome(), self.history.return_to(position)) {
            (Some(outcome), _) | (None, Some(Return { outcome, is_certain: true })) => score_of(outcome),
            (None, Some(Return { outcome, is_certain: false })) => {
                return Some(Value::estimate(score_of(outcome).as_heuristic(0)));
            }
            (None, None) => self.closed_form(position)?,
        };
        Some(Value::proven(score.from_table(ply)))
    }

    /// The value of a node whose list of moves was cut, from the value of the listed moves. A move that is not listed
    /// could be better, so it is an estimate.
    #[cold]
    pub(crate) fn value_of_cut_list(&mut self, Value { score, .. }: Value) -> Value {
        self.meter.stats.cut_lists += 1;
        Value::estimate(score.plies().map_or(score, |plies| score.as_heuristic(plies)))
    }

    #[inline]
    pub(crate) fn closed_form(&self, position: &P) -> Option<Score> {
        if self.closed_forms { position.closed_form() } else { None }
    }

    /// The value in the book, relative to the position, if a search of `depth` plies would find it.
    #[inline]
    pub(crate) fn book_score(&mut self, position: &P, depth: u32) -> Option<Score> {
        let score = LeavesOf::<P>::book_value(position).filter(|_| self.techniques.has(Technique::Book))?;
        let in_sight = score.plies().unwrap_or_else(|| position.plies_left()) <= depth;
        self.exact.booked |= in_sight;
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
}

/// Bounds on the value that a search will find and on the value of the game, for the side to move. The search treats
/// them as proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticBounds {
    /// The value is at least this. If both bounds are equal, the list of moves may be left empty.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
    /// The number of legal moves, including those that are not listed.
    pub legal: usize,
}

impl Default for StaticBounds {
    fn default() -> Self {
        Self { lower: Score::MIN, upper: Score::MAX, legal: 0 }
    }
}

impl StaticBounds {
    /// Equal bounds, with the number of legal moves.
    pub const fn exactly(score: Score, legal: usize) -> Self {
        Self { lower: score, upper: score, legal }
    }

    /// Whether the bounds are equal.
    pub(crate) fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// The bound that lies outside a window, and so ends the search of its node. An exact value inside the window ends
    /// nothing: the node is on the principal variation, which has to be complete.
    pub(crate) fn cutoff(&self, window: Window) -> Option<Score> {
        if self.upper <= window.alpha {
            Some(self.upper)
        } else if self.lower >= window.beta {
            Some(self.lower)
        } else {
            None
        }
    }
}
