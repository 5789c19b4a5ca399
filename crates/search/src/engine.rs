//! A table and histories that outlive a search, and threads that help with one.

use std::any::TypeId;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::deepening::run;
use crate::helpers::{Crew, HelperJob, Helpers};
use crate::limits::Stop;
use crate::selective::{Histories, WarmGames};
use crate::{Algorithm, Analysis, Evaluate, Iteration, Question, Table};

/// A transposition table, move histories, and the searches that share them: for a UCI session, a worker, or a match.
///
/// A [warm](Question::warm) selective search reuses the results of earlier searches of the same game. Its answer is no
/// weaker for that, but it may differ from run to run. All other searches start from nothing: exact searches, searches
/// with a [handicap](Question::handicap), and searches that are not warm. They neither read nor evict the results of
/// warm searches. (An engine [of one question](Self::of_one_question) differs.)
pub struct Engine {
    /// The table of searches that start from nothing. An engine of one question has no such table: these searches clear
    /// its warm table instead, and exact searches may be warm too.
    table: Option<Table>,
    warm_table: Table,
    /// The games and owners whose warm searches have results in the warm table, the latest at the end.
    searched: Vec<(TypeId, u64)>,
    games: WarmGames,
    helpers: Option<Box<dyn Helpers>>,
}

const SEARCHED_MAX: usize = 256;

impl Engine {
    /// The stack of a thread that searches, in bytes.
    pub const STACK: usize = 8 << 20;

    /// An engine whose two tables have at most `table_bytes` together, see [`Table::new`].
    pub fn new(table_bytes: usize) -> Self {
        Self::with_tables(Some(Table::new(table_bytes / 2)), Table::new(table_bytes / 2))
    }

    /// An engine with only this table, for several searches that together answer one question. Warm exact searches
    /// reuse results, too: their values are still exact, but their numbers of nodes depend on the searches before. A
    /// search that is not warm first makes the engine forget everything.
    pub fn of_one_question(table: Table) -> Self {
        Self::with_tables(None, table)
    }

    fn with_tables(table: Option<Table>, warm_table: Table) -> Self {
        Self { table, warm_table, searched: Vec::new(), games: WarmGames::default(), helpers: None }
    }

    /// The same engine with threads that may help with its searches.
    #[must_use]
    pub fn with_helpers(self, helpers: Box<dyn Helpers>) -> Self {
        Self { helpers: Some(helpers), ..self }
    }

    /// How many results a search that starts from nothing may store, in an engine of this size, before it overwrites
    /// some; see [`Table::capacity`].
    pub const fn capacity(table_bytes: usize) -> usize {
        Table::capacity(table_bytes / 2)
    }

    /// Helps with a search of another engine.
    pub fn help(&mut self, job: HelperJob) {
        (job.run)(&mut self.games);
    }

    /// Forgets everything, so the next search starts from nothing.
    pub fn new_game(&mut self) {
        self.searched.clear();
        self.games = WarmGames::default();
        self.warm_table.clear();
    }

    /// Searches a position within the question's limits, as [`search`](crate::search) does.
    ///
    /// A selective search without a handicap uses up to [`Question::threads`] threads, if the engine's helpers are free.
    ///
    /// # Panics
    /// If `question.search_moves` is `Some` and empty.
    pub fn search<P: Evaluate + Send + 'static>(
        &mut self,
        root: &P,
        question: &Question<P::Move>,
        stop: &Stop,
        progress: &mut dyn FnMut(&Iteration<P::Move>),
    ) -> Analysis<P::Move>
    where
        P::Move: Send,
    {
        let may_vary = question.algorithm == Algorithm::Selective && question.handicap.is_none();
        let is_of_one_question = self.table.is_none();
        let is_warm = question.warm && (may_vary || is_of_one_question && question.handicap.is_none());
        if is_of_one_question && !is_warm {
            self.new_game();
        }
        let searched = (TypeId::of::<P>(), question.owner);
        let goes_on = is_warm && self.searched.contains(&searched);
        let remembered = if goes_on { self.games.take::<P>(question) } else { None };
        let mut histories = remembered.unwrap_or_else(|| Histories::new::<P>(question));
        let table = match &mut self.table {
            Some(table) if !is_warm => {
                table.clear();
                table
            }
            _ => {
                self.warm_table.set_salt(salt::<P>(question));
                &mut self.warm_table
            }
        };
        let helpers = self.helpers.as_deref().filter(|_| may_vary && question.threads > 1);
        let analysis = match helpers {
            Some(helpers) => Crew::search(helpers, root, question, table, &mut histories, stop, progress),
            None => run(1, root, question, table, &mut histories, stop, progress),
        };
        if is_warm {
            self.games.keep::<P>(question, histories);
            if !goes_on {
                if self.searched.len() == SEARCHED_MAX {
                    self.searched.remove(0);
                }
                self.searched.push(searched);
            }
        }
        Analysis { warm: goes_on, ..analysis }
    }
}

/// A number that separates the table keys of different games and owners in the warm table. Results may depend on
/// repetitions that end the game, so searches with different pasts have different salts, too.
fn salt<P: Evaluate + 'static>(question: &Question<P::Move>) -> u64 {
    let mut hasher = DefaultHasher::new();
    (TypeId::of::<P>(), question.owner).hash(&mut hasher);
    question.history.hash_ending(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expected_score::ExpectedScore;
    use crate::position::Side;
    use crate::testing::Heap;
    use crate::{Handicap, History, Limits, StoppedBy};

    const WEAK: Handicap = Handicap {
        careless: 0.0,
        slack: 0.0,
        expected_score: ExpectedScore::FIXED,
        careful: false,
        full_knowledge: true,
        openings: false,
        first_nodes: 0,
        seed: 1,
    };

    fn nodes<const GAME: bool>(engine: &mut Engine, question: &Question<u32>) -> u64 {
        engine.search(&Heap::<GAME>(40, Side::First), question, &Stop::default(), &mut |_| ()).stats.nodes
    }

    fn selective(depth: u32) -> Question<u32> {
        Question { algorithm: Algorithm::Selective, ..Question::new(Limits::depth(depth)) }
    }

    #[test]
    fn only_warm_selective_searches_of_the_same_game_go_on() {
        let (exact, warm) = (Question::new(Limits::depth(8)), selective(8));
        let cold = Question { warm: false, ..warm.clone() };
        let weak = Question { handicap: Some(WEAK), ..warm.clone() };
        let mut engine = Engine::new(0);
        let fresh = nodes::<true>(&mut engine, &warm);
        let next = nodes::<true>(&mut engine, &warm);
        assert!(next < fresh);
        assert_eq!(nodes::<false>(&mut engine, &warm), fresh, "another game");
        for other in [&exact, &cold, &weak] {
            let alone = nodes::<true>(&mut Engine::new(0), other);
            assert_eq!(
                [0; 2].map(|_| nodes::<true>(&mut engine, other)),
                [alone; 2],
                "as if nothing had been searched"
            );
            assert!(nodes::<true>(&mut engine, &warm) <= next, "and nothing is forgotten");
        }
        engine.new_game();
        assert_eq!(nodes::<true>(&mut engine, &warm), fresh, "a new game");
    }

    #[test]
    fn the_first_iteration_may_take_more_nodes_than_the_search() {
        let search = |first_nodes| {
            let limits = Limits { nodes: 3, ..Limits::depth(8) };
            let question = Question { limits, handicap: Some(Handicap { first_nodes, ..WEAK }), ..selective(8) };
            Engine::new(0).search(&Heap::<true>(40, Side::First), &question, &Stop::default(), &mut |_| ())
        };
        // The root and three replies, the last two of which are scouted first.
        for (first_nodes, nodes, depth) in [(0, 3, 0), (5, 5, 0), (6, 6, 1), (100, 6, 1)] {
            let found = search(first_nodes);
            assert_eq!((found.stats.nodes, found.depth), (nodes, depth), "{first_nodes}");
            assert_eq!(found.stopped_by, StoppedBy::Nodes);
        }
    }

    #[test]
    fn an_engine_of_one_question_reuses_exact_results_except_in_searches_that_are_not_warm() {
        let warm = Question { warm: true, ..Question::new(Limits::depth(8)) };
        let cold = Question { warm: false, ..warm.clone() };
        let mut engine = Engine::of_one_question(Table::new(0));
        let fresh = nodes::<true>(&mut engine, &warm);
        assert!(nodes::<true>(&mut engine, &warm) < fresh);
        assert_eq!([0; 2].map(|_| nodes::<true>(&mut engine, &cold)), [fresh; 2]);
    }

    #[test]
    fn a_warm_search_goes_on_from_those_of_its_owner_alone() {
        let mut engine = Engine::new(0);
        let mut ask = |owner| {
            let question = Question { owner, ..selective(8) };
            let found = engine.search(&Heap::<true>(40, Side::First), &question, &Stop::default(), &mut |_| ());
            (found.warm, found.stats)
        };
        let (first, again, other) = (ask(1), ask(1), ask(2));
        assert_eq!([first.0, again.0, other.0], [false, true, false]);
        assert_eq!(first.1, other.1, "no counter tells what another owner has searched");
        assert_ne!(first.1, again.1);
        assert!((3..).take(2 * SEARCHED_MAX).all(|owner| ask(owner) == first));
    }

    #[test]
    fn an_answer_says_whether_it_went_on() {
        let mut engine = Engine::new(0);
        let mut is_warm = |question: &Question<u32>| {
            engine.search(&Heap::<true>(40, Side::First), question, &Stop::default(), &mut |_| ()).warm
        };
        let warm = selective(3);
        assert!(!is_warm(&warm), "there was nothing to go on from");
        assert!(is_warm(&warm));
        assert!(!is_warm(&Question { warm: false, ..warm.clone() }));
        assert!(!is_warm(&Question::new(Limits::depth(3))));
        assert!(is_warm(&warm));
    }

    #[test]
    fn results_of_one_past_are_not_those_of_another() {
        let question = selective(3);
        let salt = |history| salt::<Heap<true>>(&Question { history, ..question.clone() });
        let history = |keys: &[u64]| History::ending_at(keys);
        assert_eq!(salt(history(&[])), salt(History::default()));
        assert_ne!(salt(history(&[7])), salt(History::default()));
        assert_ne!(salt(history(&[7])), salt(history(&[8])));
    }
}
