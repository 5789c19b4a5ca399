//! The threads that help the search thread, for the option `Threads`.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use plyd_search::Engine;
use plyd_search::helpers::{HelperJob, Helpers};

/// Starts a thread for each job. The engines of helpers stay from move to move with what they have learnt, as the
/// search thread's engine does.
#[derive(Clone, Default)]
pub(super) struct HelperThreads {
    idle: Arc<Mutex<Vec<Engine>>>,
}

impl HelperThreads {
    /// Forgets all games.
    pub(super) fn new_game(&self) {
        drop(mem::take(&mut *self.idle()));
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Engine>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Helpers for HelperThreads {
    fn start(&self, job: HelperJob) -> bool {
        let helpers = self.clone();
        let help = move || {
            let known = helpers.idle().pop();
            // The engine needs no table, because the job brings the table of the search.
            let mut engine = known.unwrap_or_else(|| Engine::new(0));
            engine.help(job);
            helpers.idle().push(engine);
        };
        thread::Builder::new().name("helper".to_owned()).stack_size(Engine::STACK).spawn(help).is_ok()
    }
}
