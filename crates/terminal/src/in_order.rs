//! Work on several threads, whose results come in order.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread::{self, Builder};

use plyd_search::Engine;

/// The number of cores that this process may use.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Runs `work` for each number below `count` on this many threads. `begin` makes a state for each thread, which `work`
/// may change. Calls `see` with the results in order, until `see` returns false or there are no more.
///
/// # Panics
/// If the system has no more threads, or the work panics.
pub fn in_order<S, T: Send>(
    threads: usize,
    count: usize,
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
    mut see: impl FnMut(T) -> bool,
) {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = sync_channel(threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, begin, work) = (sender.clone(), &next, &begin, &work);
            let run = move || {
                let mut state = begin();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    // Sending fails when nobody wants more results.
                    if number >= count || sender.send((number, work(&mut state, number))).is_err() {
                        return;
                    }
                }
            };
            Builder::new().stack_size(Engine::STACK).spawn_scoped(scope, run).expect("the system has threads");
        }
        drop(sender);
        let (mut waiting, mut next) = (HashMap::new(), 0);
        for (number, result) in receiver {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                if !see(result) {
                    return;
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_end_when_nobody_wants_more() {
        let mut seen = Vec::new();
        let slow_first = |seen_by_thread: &mut usize, number: usize| {
            *seen_by_thread += 1;
            if number == 0 {
                thread::yield_now();
            }
            number * number
        };
        in_order(
            3,
            100,
            || 0,
            slow_first,
            |result| {
                seen.push(result);
                seen.len() < 40
            },
        );
        assert_eq!(seen, (0..40).map(|number| number * number).collect::<Vec<_>>());
        in_order(3, 0, || 0, slow_first, |_| unreachable!("there is no work"));
    }
}
