//! Threads that help with a search: lazy SMP, which is the same search on every thread over one table.

use std::sync::mpsc::{Receiver, channel};

use crate::deepening::run;
use crate::limits::{Limits, Stop};
use crate::selective::Histories;
pub use crate::selective::WarmGames;
use crate::{Analysis, Evaluate, Instant, Iteration, Question, Score, Stats, Table};

/// The most results that a thread stores in a millisecond. A table that several threads share cannot grow, so its size
/// is chosen before they start.
const RESULTS_PER_MS: u64 = 2_000;

/// Free threads, each with an engine.
pub trait Helpers: Send {
    /// Runs a job on a free thread. `false`, and the job is dropped, if no thread is free.
    fn start(&self, job: HelperJob) -> bool;
}

/// A helper's part of a search.
pub struct HelperJob {
    /// Ends the job. The owner of the thread may raise this flag too, because a search can continue without helpers.
    pub stop: Stop,
    /// Runs the job, with the histories of the helper's own engine; called by [`Engine::help`](crate::Engine::help).
    pub run: Box<dyn FnOnce(&mut WarmGames) + Send>,
}

pub(crate) struct Crew<M> {
    stops: Vec<Stop>,
    results: Receiver<Analysis<M>>,
    /// Whether a helper's answer may be chosen. `false` if several lines, or a measured move, are asked for.
    may_choose: bool,
}

impl<M: Copy + Eq + Send + 'static> Crew<M> {
    /// Searches with as many of the requested threads as are free now.
    pub(crate) fn search<P: Evaluate<Move = M> + Send + 'static>(
        helpers: &dyn Helpers,
        root: &P,
        question: &Question<M>,
        table: &mut Table,
        histories: &mut Histories,
        stop: &Stop,
        progress: &mut dyn FnMut(&Iteration<M>),
    ) -> Analysis<M> {
        table.grow(expected_results(question));
        let crew = Self::recruit(helpers, root, question, table);
        let mut own = question.clone();
        own.limits.nodes -= crew.stops.len() as u64 * share(question).limits.nodes;
        let analysis = run(1, root, &own, table, histories, stop, progress);
        crew.join(analysis)
    }

    fn recruit<P: Evaluate<Move = M> + Send + 'static>(
        helpers: &dyn Helpers,
        root: &P,
        question: &Question<M>,
        table: &Table,
    ) -> Self {
        let (sender, results) = channel();
        let mut stops = Vec::new();
        for number in 1..question.threads {
            let (stop, sender) = (Stop::default(), sender.clone());
            let (root, question, mut table) = (root.clone(), share(question), table.share());
            let flag = stop.clone();
            let run = Box::new(move |games: &mut WarmGames| {
                let remembered = if question.warm { games.take::<P>(&question) } else { None };
                let mut histories = remembered.unwrap_or_else(|| Histories::new::<P>(&question));
                // Every other helper is a ply ahead, so that threads do not search the same nodes at the same time.
                let first_depth = 1 + number as u32 % 2;
                let analysis = run(first_depth, &root, &question, &mut table, &mut histories, &flag, &mut |_| ());
                drop(table);
                if question.warm {
                    games.keep::<P>(&question, histories);
                }
                // Fails if the leader has panicked.
                let _ = sender.send(analysis);
            });
            if !helpers.start(HelperJob { stop: stop.clone(), run }) {
                break;
            }
            stops.push(stop);
        }
        Self { stops, results, may_choose: question.multi_pv == 1 && question.measured.is_none() }
    }

    /// Stops the helpers, waits for them, and chooses the [better](is_better) answer.
    fn join(self, own: Analysis<M>) -> Analysis<M> {
        let threads = 1 + self.stops.len();
        self.stops.iter().for_each(Stop::raise);
        let (mut best, mut stats) = (own, Stats::default());
        for other in &self.results {
            stats.add(&other.stats);
            if self.may_choose && is_better(&other, &best) {
                let Analysis { best: mv, score, proven, lines, depth, .. } = other;
                best = Analysis { best: mv, score, proven, lines, depth, ..best };
            }
        }
        best.stats.add(&stats);
        Analysis { threads, ..best }
    }
}

impl<M> Drop for Crew<M> {
    /// Stops the helpers even if the leader panics.
    fn drop(&mut self) {
        self.stops.iter().for_each(Stop::raise);
    }
}

/// The question of one of several threads: they share its nodes.
fn share<M: Clone>(question: &Question<M>) -> Question<M> {
    let nodes = question.limits.nodes / question.threads as u64;
    Question { limits: Limits { nodes, ..question.limits }, threads: 1, ..question.clone() }
}

/// About how many results all threads may store.
fn expected_results<M>(question: &Question<M>) -> u64 {
    let Limits { nodes, deadline, .. } = question.limits;
    let ms = deadline.map_or(u64::MAX, |deadline| {
        let left = deadline.saturating_duration_since(Instant::now());
        u64::try_from(left.as_millis()).unwrap_or(u64::MAX)
    });
    nodes.min(ms.saturating_mul(RESULTS_PER_MS).saturating_mul(question.threads as u64))
}

/// Whether a helper's answer is better: it has a win, or neither has one and it is deeper.
fn is_better<M>(other: &Analysis<M>, than: &Analysis<M>) -> bool {
    let is_win = |analysis: &Analysis<M>| analysis.score.is_proven() && analysis.score > Score::ZERO;
    match (is_win(other), is_win(than)) {
        (true, _) => other.score > than.score,
        (false, true) => false,
        (false, false) => other.depth > than.depth,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Mutex};
    use std::thread::{self, JoinHandle};

    use super::*;
    use crate::position::Side;
    use crate::testing::Heap;
    use crate::{Algorithm, Engine};

    /// A number of free threads, started as they are needed.
    #[derive(Clone, Default)]
    struct Threads {
        free: Arc<AtomicUsize>,
        started: Arc<Mutex<Vec<JoinHandle<()>>>>,
    }

    impl Helpers for Threads {
        fn start(&self, job: HelperJob) -> bool {
            let taken = self.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |free| free.checked_sub(1));
            if taken.is_ok() {
                let thread = thread::spawn(move || Engine::new(0).help(job));
                self.started.lock().unwrap().push(thread);
            }
            taken.is_ok()
        }
    }

    fn threads(free: usize) -> Threads {
        Threads { free: Arc::new(AtomicUsize::new(free)), ..Threads::default() }
    }

    fn question(threads: usize) -> Question<u32> {
        Question { algorithm: Algorithm::Selective, threads, ..Question::new(Limits::depth(12)) }
    }

    fn search(helpers: &Threads, question: &Question<u32>) -> Analysis<u32> {
        let mut engine = Engine::new(1 << 20).with_helpers(Box::new(helpers.clone()));
        engine.search(&Heap::<true>(41, Side::First), question, &Stop::default(), &mut |_| ())
    }

    #[test]
    fn a_search_uses_the_threads_that_are_free() {
        let alone = search(&threads(0), &question(1));
        for (asked, free, used) in [(1, 3, 1), (2, 3, 2), (4, 3, 4), (4, 1, 2), (4, 0, 1)] {
            let found = search(&threads(free), &question(asked));
            assert_eq!(found.threads, used, "{asked} asked, {free} free");
            assert_eq!((found.score, found.best), (alone.score, alone.best));
        }
    }

    #[test]
    fn threads_share_the_nodes_of_the_question() {
        for asked in [1, 2, 3] {
            let limits = Limits { nodes: 300, ..Limits::depth(40) };
            let found = search(&threads(3), &Question { limits, ..question(asked) });
            assert!((100..=300).contains(&found.stats.nodes), "{asked} threads visit {}", found.stats.nodes);
        }
    }

    #[test]
    fn exact_searches_and_handicaps_take_one_thread() {
        let exact = Question { algorithm: Algorithm::AlphaBeta, ..question(3) };
        assert_eq!(search(&threads(3), &exact).threads, 1);
    }

    #[test]
    fn no_helper_goes_on_after_the_answer() {
        let helpers = threads(3);
        search(&helpers, &question(4));
        let started = std::mem::take(&mut *helpers.started.lock().unwrap());
        assert_eq!(started.len(), 3);
        // They have no limit of time, so this would not end otherwise.
        started.into_iter().for_each(|thread| thread.join().unwrap());
    }
}
