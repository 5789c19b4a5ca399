//! A queue in this process: the jobs of a file, whose answers are printed in order.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::answer::Answer;
use crate::batch::{Batch, Entry};
use crate::printer::Printer;
use crate::queue::{Next, Queue, Taken};

/// The jobs of a file. A lease is the index of a job.
pub(crate) struct Local {
    entries: Vec<Entry>,
    /// The jobs that are repeated.
    repeated: HashSet<usize>,
    next: AtomicUsize,
    answers: Mutex<Answers>,
}

struct Answers {
    /// Those that wait for an earlier one, and those that are repeated later.
    kept: HashMap<usize, Answer>,
    printer: Printer,
}

impl Local {
    pub(crate) fn new(Batch { entries, .. }: Batch, printer: Printer) -> Self {
        let first = |entry: &Entry| if let Entry::Same(first) = entry { Some(*first) } else { None };
        let repeated = entries.iter().filter_map(first).collect();
        let answers = Mutex::new(Answers { kept: HashMap::new(), printer });
        Self { entries, repeated, next: AtomicUsize::new(0), answers }
    }

    /// The printer, when all is done.
    pub(crate) fn into_printer(self) -> Printer {
        self.answers.into_inner().expect("no worker panics while it prints").printer
    }
}

impl Queue for Local {
    type Lease = usize;

    async fn take(&self) -> Next<usize> {
        loop {
            let index = self.next.fetch_add(1, Relaxed);
            match self.entries.get(index) {
                Some(Entry::Job(job)) => return Next::Job(Taken { lease: index, job: Arc::clone(job), deliveries: 1 }),
                Some(Entry::Same(_)) => {}
                None => return Next::End,
            }
        }
    }

    fn beat(&self) -> Duration {
        Duration::from_secs(3600)
    }

    async fn extend(&self, _: &usize) -> bool {
        true
    }

    async fn finish(&self, index: &usize, answer: &Answer) -> bool {
        let mut answers = self.answers.lock().expect("no worker panics while it prints");
        let Answers { kept, printer } = &mut *answers;
        kept.insert(*index, answer.clone());
        while let Some(entry) = self.entries.get(printer.next()) {
            let index = printer.next();
            let source = if let Entry::Same(first) = entry { *first } else { index };
            let Some(answer) = kept.get(&source) else { break };
            printer.print(answer);
            if !self.repeated.contains(&source) {
                kept.remove(&source);
            }
        }
        true
    }

    async fn give_back(&self, _: &usize) {}
}
