//! Answers the jobs of a file in this process.

use std::collections::{HashMap, HashSet};
use std::io;

use plyd_search::{Engine, Stop};
use plyd_terminal::in_order;

use crate::answer::Answerer;
use crate::batch::Entry;
use crate::printer::Printer;

/// Answers jobs on this many threads, and prints the answers in order. Returns how many jobs failed.
pub(crate) fn answer_all(entries: &[Entry], answerer: Answerer, threads: usize) -> usize {
    let mut printer = Printer::new(Box::new(io::stdout()), 0, entries.len());
    let first = |entry: &Entry| if let Entry::Same(first) = entry { Some(*first) } else { None };
    let repeated: HashSet<usize> = entries.iter().filter_map(first).collect();
    let mut kept = HashMap::new();
    let answer = |engine: &mut Option<Engine>, index: usize| match &entries[index] {
        Entry::Job(job) => answerer.answer(job, engine, &Stop::default()),
        Entry::Same(_) => None,
    };
    in_order(
        threads,
        entries.len(),
        || None,
        answer,
        |answer| {
            let index = printer.next();
            match (&entries[index], answer) {
                (Entry::Same(first), _) => printer.print(&kept[first]),
                (Entry::Job(_), answer) => {
                    let answer = answer.expect("nothing stops it");
                    printer.print(&answer);
                    if repeated.contains(&index) {
                        kept.insert(index, answer);
                    }
                }
            }
            true
        },
    );
    printer.failed()
}
