//! The nodes that plain minimax visits, counted without a search.

use std::collections::HashMap;

use crate::known_values::entry_key;
use crate::limits::{Limits, Stop, StoppedBy};
use crate::{Evaluate, Question};

/// The nodes that plain minimax visits to look `limits.depth` plies ahead, including the root: the yardstick of
/// pruning. `question` gives the root moves, the history, and whether closed forms are used. Its own limits are ignored
/// in favour of `limits`.
///
/// The last ply is counted without being played, and positions that several lines reach are counted only once and
/// remembered. So counting takes a small part of the time of the search.
///
/// # Errors
/// The limit that was reached: there are more than `limits.nodes`, or it takes too long.
pub fn count_nodes<P: Evaluate>(
    root: &P,
    question: &Question<P::Move>,
    limits: Limits,
    stop: &Stop,
) -> Result<u64, StoppedBy> {
    let closed_forms = question.uses_closed_forms(root);
    let (known, scratch) = (HashMap::new(), Vec::new());
    let mut counter = Counter { question, closed_forms, limits, stop, counted: 0, steps: 0, known, scratch };
    counter.take(1)?;
    if limits.depth > 0 && question.history.root_outcome(root).is_none() {
        let mut moves = question.search_moves.clone().unwrap_or_default();
        if question.search_moves.is_none() {
            root.legal_moves(&mut moves);
        }
        counter.children(root, limits.depth, &mut moves, 0)?;
    }
    Ok(counter.counted)
}

struct Counter<'a, P: Evaluate> {
    question: &'a Question<P::Move>,
    closed_forms: bool,
    limits: Limits,
    stop: &'a Stop,
    counted: u64,
    /// The number of calls of `take`, which says when to poll the clock.
    steps: u64,
    /// Nodes below positions, by key and depth.
    known: HashMap<(u64, u32), u64>,
    scratch: Vec<P::Move>,
}

impl<P: Evaluate> Counter<'_, P> {
    fn take(&mut self, nodes: u64) -> Result<(), StoppedBy> {
        self.steps += 1;
        if self.steps.is_multiple_of(Limits::POLL_INTERVAL) {
            self.stop.check(self.limits.deadline)?;
        }
        self.counted = self.counted.saturating_add(nodes);
        if self.counted > self.limits.nodes { Err(StoppedBy::Nodes) } else { Ok(()) }
    }

    /// Counts the nodes below a node. The caller has counted the node itself. `moves` is an arena of moves.
    fn below(&mut self, position: &P, depth: u32, moves: &mut Vec<P::Move>) -> Result<(), StoppedBy> {
        let history = &self.question.history;
        let is_over = position.outcome().is_some() || history.return_to(position).is_some();
        if depth == 0 || is_over || self.closed_forms && position.closed_form().is_some() {
            return Ok(());
        }
        if depth == 1 {
            let moves = position.count_legal_moves(&mut self.scratch);
            return self.take(moves);
        }
        let key = (entry_key(position, history, depth).hash(), depth);
        if let Some(nodes) = self.known.get(&key) {
            return self.take(*nodes);
        }
        let (first, before) = (moves.len(), self.counted);
        position.legal_moves(moves);
        self.children(position, depth, moves, first)?;
        moves.truncate(first);
        self.known.insert(key, self.counted - before);
        Ok(())
    }

    /// Counts the nodes by the moves from `first` on.
    fn children(&mut self, position: &P, depth: u32, moves: &mut Vec<P::Move>, first: usize) -> Result<(), StoppedBy> {
        for index in first..moves.len() {
            self.take(1)?;
            self.below(&position.after(moves[index]), depth - 1, moves)?;
        }
        Ok(())
    }
}
