//! A table and histories that outlive a search.

use std::any::TypeId;

use crate::deepening::run;
use crate::histories::Histories;
use crate::limits::Stop;
use crate::{Algorithm, Analysis, Evaluate, Iteration, Question, Table};

/// A transposition table, move histories, and the searches that share them: for a UCI session, a worker, or a match.
///
/// A selective search goes on from the one before, if both are about the same game. Its answer is then no weaker, but
/// not always the same. Exact searches, and those with a [handicap](Question::handicap), begin anew, so that their
/// answer is always the same.
///
/// ```
/// # use plyd_search::position::{Outcome, Position, Side};
/// # use plyd_search::{Engine, Evaluate, Limits, Question, Score, Stop};
/// # #[derive(Clone)]
/// # struct Heap(u32, Side);
/// # impl Position for Heap {
/// #     type Move = u32;
/// #     fn side_to_move(&self) -> Side { self.1 }
/// #     fn outcome(&self) -> Option<Outcome> { (self.0 == 0).then(|| Outcome::Win(self.1.other())) }
/// #     fn legal_moves(&self, moves: &mut Vec<u32>) { moves.extend(1..=self.0.min(3)); }
/// #     fn play_unchecked(&mut self, taken: u32) { *self = Self(self.0 - taken, self.1.other()); }
/// #     fn key(&self) -> u64 { u64::from(2 * self.0) + self.1.index() as u64 }
/// # }
/// # impl Evaluate for Heap { fn evaluate(&self) -> Score { Score::ZERO } }
/// let mut engine = Engine::new(1 << 20);
/// let mut heap = Heap(9, Side::First);
/// while heap.outcome().is_none() {
///     let question = Question::new(Limits::depth(20));
///     let analysis = engine.search(&heap, &question, &Stop::default(), &mut |_| ());
///     heap.play_unchecked(analysis.best.unwrap());
/// }
/// engine.new_game();
/// ```
pub struct Engine {
    table: Table,
    histories: Histories,
    /// The game that table and histories are about; `None` if the next search begins anew.
    game: Option<TypeId>,
}

impl Engine {
    /// An engine whose table has at most `table_bytes`, see [`Table::new`].
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        Self { table: Table::new(table_bytes), histories: Histories::default(), game: None }
    }

    /// Forgets everything: the next search begins anew.
    pub const fn new_game(&mut self) {
        self.game = None;
    }

    /// Searches a position within the question's limits, as [`search`](crate::search) does.
    ///
    /// # Panics
    /// If `question.search_moves` is `Some` and empty. The next search then begins anew.
    pub fn search<P: Evaluate + 'static>(
        &mut self,
        root: &P,
        question: &Question<P::Move>,
        stop: &Stop,
        progress: &mut dyn FnMut(&Iteration<P::Move>),
    ) -> Analysis<P::Move> {
        let goes_on = question.algorithm == Algorithm::Selective && question.handicap.is_none();
        let game = Some(TypeId::of::<P>()).filter(|_| goes_on);
        if game.is_none() || self.game.take() != game {
            self.table.clear();
            self.histories = Histories::new::<P>(question);
        }
        let analysis = run(root, question, &mut self.table, &mut self.histories, stop, progress);
        self.game = game;
        analysis
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hooks::Selective;
    use crate::position::Side;
    use crate::testing::Heap;
    use crate::{Handicap, Limits, Score};

    impl<const GAME: bool> Evaluate for Heap<GAME> {
        const SELECTIVE: Option<Selective<Self>> = Some(Selective::PLAIN);

        fn evaluate(&self) -> Score {
            Score::ZERO
        }
    }

    fn nodes<const GAME: bool>(engine: &mut Engine, question: &Question<u32>) -> u64 {
        engine.search(&Heap::<GAME>(40, Side::First), question, &Stop::default(), &mut |_| ()).stats.nodes
    }

    #[test]
    fn only_selective_searches_of_the_same_game_go_on() {
        let exact = Question::new(Limits::depth(8));
        let selective = Question { algorithm: Algorithm::Selective, ..exact.clone() };
        let handicap = Handicap { slack: 0, won: 1, careful: false, closed_forms: true, openings: false, seed: 1 };
        let weak = Question { handicap: Some(handicap), ..selective.clone() };
        let mut engine = Engine::new(0);
        let fresh = nodes::<true>(&mut engine, &selective);
        assert!(nodes::<true>(&mut engine, &selective) < fresh);
        assert_eq!(nodes::<false>(&mut engine, &selective), fresh, "another game");
        engine.new_game();
        assert_eq!(nodes::<false>(&mut engine, &selective), fresh, "a new game");
        assert_eq!([0; 2].map(|_| nodes::<false>(&mut engine, &exact)), [nodes::<true>(&mut engine, &exact); 2]);
        assert_eq!(nodes::<true>(&mut engine, &selective), fresh, "after an exact search");
        assert_eq!([0; 2].map(|_| nodes::<true>(&mut engine, &weak)), [nodes::<true>(&mut Engine::new(0), &weak); 2]);
    }
}
