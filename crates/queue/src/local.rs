//! Answers the jobs of a file in this process.

use std::collections::{HashMap, HashSet};
use std::io;

use plyd_search::{Engine, Stop};
use plyd_terminal::in_order;

use crate::answer::Answerer;
use crate::batch::{Batch, Work};
use crate::printer::Printer;

/// Answers the jobs of a batch on this many threads, and prints the answers in order. Returns how many jobs failed.
pub(crate) fn answer_all(batch: &Batch, answerer: Answerer, threads: usize) -> usize {
    let entries = &batch.entries;
    let mut printer = Printer::new(Box::new(io::stdout()), batch.digits(), entries.len());
    let repeated: HashSet<usize> = entries.iter().filter_map(|entry| entry.work.first()).collect();
    let mut kept = HashMap::new();
    let answer = |engine: &mut Option<Engine>, index: usize| match &entries[index].work {
        Work::Job(job) => answerer.answer(job, engine, &Stop::default()),
        Work::Same(_) => None,
        Work::Answered(answer) => Some(answer.clone()),
    };
    in_order(
        threads,
        entries.len(),
        || None,
        answer,
        |answer| {
            let index = printer.next();
            let source = entries[index].source.json();
            match entries[index].work.first() {
                Some(first) => printer.print(&kept[&first], Some(&source)),
                None => {
                    let answer = answer.expect("nothing stops it");
                    printer.print(&answer, Some(&source));
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
