//! The state of a game's own search for wins by threats.

use crate::hooks::ThreatSearch;
use crate::{Algorithm, Evaluate, Question, Technique};

/// A game's own search for wins by threats, if it is used, and the nodes that it may spend on the opponent's.
///
/// The opponent threatens at the root if it would win by threats were it to move. After each root move the search then
/// looks for that win again.
pub(crate) struct ThreatUse<P: Evaluate> {
    pub(crate) search: Option<Box<dyn ThreatSearch<P>>>,
    /// Nodes to look for the opponent's win after one root move; 0 where it has none.
    pub(crate) nodes_per_move: u64,
    /// Nodes that are left for all root moves of the iteration.
    pub(crate) nodes_left: u64,
}

/// Whether a search uses what the game itself finds of wins by force.
pub(crate) fn uses_threats<M>(question: &Question<M>) -> bool {
    question.algorithm == Algorithm::Selective
        && question.techniques.has(Technique::Threats)
        && question.handicap.is_none_or(|handicap| handicap.full_knowledge)
}

impl<P: Evaluate> ThreatUse<P> {
    pub(crate) fn new(root: &P, question: &Question<P::Move>) -> Self {
        let search = if uses_threats(question) { root.threat_search() } else { None };
        Self { search, nodes_per_move: 0, nodes_left: 0 }
    }

    /// Nodes to look for the opponent's win after the next root move.
    pub(crate) fn defence_nodes(&self) -> u64 {
        self.nodes_per_move.min(self.nodes_left)
    }

    /// The moves of the win that was found last.
    pub(crate) fn line(&self) -> &[P::Move] {
        self.search.as_ref().map_or(&[], |search| search.line())
    }
}
