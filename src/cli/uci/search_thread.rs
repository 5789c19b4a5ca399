//! The thread that searches. One search at a time, and each ends with a `bestmove`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;
use std::{io, mem};

use super::{info, say};
use crate::catalogue::ReadySearch;
use crate::games::answer::{Answer, Progress};
use crate::search::{Engine, Stop};

/// Bytes of its stack, as those of a server's workers.
const STACK: usize = 8 << 20;

/// The thread, and the search that was given to it last.
pub(super) struct SearchThread {
    jobs: Sender<(Job, Taken)>,
    thread: JoinHandle<()>,
    last: Option<Given>,
}

/// A search to run.
pub(super) struct Job {
    pub(super) search: ReadySearch,
    /// A legal move, should there be no answer; none where the game is over.
    pub(super) fallback: Option<String>,
    /// Bytes of its table.
    pub(super) table_bytes: usize,
    /// Whether a new game has begun since the last search.
    pub(super) is_new_game: bool,
    /// When to begin no further iteration.
    pub(super) enough: Option<Instant>,
    /// Whether it may not answer before it is told to end.
    pub(super) infinite: bool,
}

/// The ends of a search that its giver holds.
struct Given {
    stop: Stop,
    /// Dropped, it lets an infinite search answer.
    release: Sender<()>,
    /// Ends when the search has answered.
    answered: Receiver<()>,
}

/// The ends of a search that the thread holds.
struct Taken {
    stop: Stop,
    released: Receiver<()>,
    _answers: Sender<()>,
}

impl SearchThread {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system gives none.
    pub(super) fn start() -> io::Result<Self> {
        let (jobs, waiting) = channel::<(Job, Taken)>();
        let thread = thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(move || {
            let (mut bytes, mut engine) = (0, Engine::new(0));
            for (job, taken) in waiting {
                if bytes != job.table_bytes {
                    bytes = job.table_bytes;
                    // The old one goes first: there may be no room for both.
                    drop(mem::replace(&mut engine, Engine::new(0)));
                    engine = Engine::new(bytes);
                }
                if job.is_new_game {
                    engine.new_game();
                }
                run(job, &mut engine, &taken);
            }
        })?;
        Ok(Self { jobs, thread, last: None })
    }

    /// Searches. A search that runs is ended first.
    pub(super) fn go(&mut self, job: Job) {
        self.stop();
        let stop = Stop::default();
        let (release, released) = channel();
        let (answers, answered) = channel();
        let taken = Taken { stop: stop.clone(), released, _answers: answers };
        self.jobs.send((job, taken)).expect("the thread catches panics, and ends after its giver");
        self.last = Some(Given { stop, release, answered });
    }

    /// Ends the search that runs, if one does, and waits for its answer.
    pub(super) fn stop(&mut self) {
        if let Some(Given { stop, release, answered }) = self.last.take() {
            stop.raise();
            drop(release);
            // An error is what it waits for: nothing is ever sent.
            let _ = answered.recv();
        }
    }

    /// Ends what runs, and the thread.
    pub(super) fn end(mut self) {
        self.stop();
        drop(self.jobs);
        let _ = self.thread.join();
    }
}

/// Searches, and says what is best.
fn run(job: Job, engine: &mut Engine, taken: &Taken) {
    let Taken { stop, released, .. } = taken;
    let mut hear = |progress: Progress| {
        say(&info::of_iteration(&progress.iteration));
        if job.enough.is_some_and(|enough| Instant::now() >= enough) {
            stop.raise();
        }
    };
    // After a panic the engine begins anew.
    let answer = catch_unwind(AssertUnwindSafe(|| (job.search)(engine, stop, Some(&mut hear))));
    if job.infinite {
        let _ = released.recv();
    }
    let best = match answer {
        Ok(Answer { analysis, .. }) => {
            if analysis.iterations.is_empty() {
                say(&info::of_analysis(&analysis));
            }
            analysis.best
        }
        Err(_) => {
            info::fault("the search has failed, which is a bug; this is a legal move");
            job.fallback
        }
    };
    say(&format!("bestmove {}", best.as_deref().unwrap_or("(none)")));
}
