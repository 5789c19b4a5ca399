//! The search thread. It runs one search at a time, and answers each of them with a `bestmove`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::{io, mem};

use super::helper_threads::HelperThreads;
use super::info::Report;
use super::{info, say};
use plyd_games::answer::{Answer, Progress};
use plyd_games::catalogue::ReadySearch;
use plyd_search::{Engine, Stop};

/// The thread and its latest search.
pub(super) struct SearchThread {
    jobs: Sender<(Job, ThreadSide)>,
    thread: JoinHandle<()>,
    last: Option<CallerSide>,
}

/// A search to run.
pub(super) struct Job {
    pub(super) search: ReadySearch,
    /// A legal move to answer if the search fails; `None` if the game is over.
    pub(super) fallback: Option<String>,
    /// Bytes of the transposition table.
    pub(super) table_bytes: usize,
    /// Whether to forget earlier searches: a new game has begun, or the hash table is to be cleared.
    pub(super) is_new_game: bool,
    pub(super) report: Report,
    /// Whether the answer has to wait for `stop`.
    pub(super) infinite: bool,
}

/// The caller's side of a search.
struct CallerSide {
    stop: Stop,
    /// Dropping this lets an infinite search answer.
    release: Sender<()>,
    /// This is disconnected once the search has answered.
    answered: Receiver<()>,
}

/// The thread's side of a search.
struct ThreadSide {
    stop: Stop,
    released: Receiver<()>,
    _answers: Sender<()>,
}

impl SearchThread {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub(super) fn start() -> io::Result<Self> {
        let (jobs, waiting) = channel::<(Job, ThreadSide)>();
        let thread = thread::Builder::new().name("search".to_owned()).stack_size(Engine::STACK).spawn(move || {
            let helpers = HelperThreads::default();
            let new_engine = |bytes| Engine::new(bytes).with_helpers(Box::new(helpers.clone()));
            let (mut bytes, mut engine) = (0, new_engine(0));
            for (job, thread_side) in waiting {
                if bytes != job.table_bytes {
                    bytes = job.table_bytes;
                    // Free the old table first, because there may not be enough memory for both.
                    drop(mem::replace(&mut engine, new_engine(0)));
                    engine = new_engine(bytes);
                }
                if job.is_new_game {
                    engine.new_game();
                    helpers.new_game();
                }
                run(job, &mut engine, &thread_side);
            }
        })?;
        Ok(Self { jobs, thread, last: None })
    }

    /// Starts a search, after ending the one that is running.
    pub(super) fn go(&mut self, job: Job) {
        self.stop();
        let stop = Stop::default();
        let (release, released) = channel();
        let (answers, answered) = channel();
        let thread_side = ThreadSide { stop: stop.clone(), released, _answers: answers };
        self.jobs.send((job, thread_side)).expect("the thread catches panics and runs until `end`");
        self.last = Some(CallerSide { stop, release, answered });
    }

    /// Ends the running search, if there is one, and waits for its answer.
    pub(super) fn stop(&mut self) {
        if let Some(CallerSide { stop, release, answered }) = self.last.take() {
            stop.raise();
            drop(release);
            // Nothing is ever sent, so this waits until the other side disconnects.
            let _ = answered.recv();
        }
    }

    /// Ends the running search and the thread.
    pub(super) fn end(mut self) {
        self.stop();
        drop(self.jobs);
        let _ = self.thread.join();
    }
}

/// Searches and prints `bestmove`.
fn run(job: Job, engine: &mut Engine, thread_side: &ThreadSide) {
    let ThreadSide { stop, released, .. } = thread_side;
    let mut on_progress = |progress: Progress| say(&job.report.of_iteration(&progress.iteration));
    // This is unwind safe, because after a panic the engine forgets everything.
    let answer = catch_unwind(AssertUnwindSafe(|| (job.search)(engine, stop, Some(&mut on_progress))));
    if job.infinite {
        let _ = released.recv();
    }
    let best = match answer {
        Ok(Answer { analysis, .. }) => {
            // The iterations counted the nodes of one thread only.
            if analysis.iterations.is_empty() || analysis.threads > 1 {
                say(&job.report.of_analysis(&analysis));
            }
            analysis.best
        }
        Err(_) => {
            engine.new_game();
            info::fault("the search failed, which is a bug in plyd; answering with any legal move");
            job.fallback
        }
    };
    say(&job.report.dialect.best_move(best.as_deref()));
}
