//! Decisions of the queue, on a simulated clock.

use std::time::{Duration, Instant};

use super::codel::Codel;
use super::cost::Costs;
use super::{Client, Dequeued, Priority, Queue};
use crate::pool::{JobSpec, PoolError, ShedReason};

const MS: fn(u64) -> Duration = Duration::from_millis;

/// A clock that is set by hand.
struct Clock(Instant);

impl Clock {
    fn at(&self, ms: u64) -> Instant {
        self.0 + MS(ms)
    }

    fn within(&self, now: u64, budget: u64) -> JobSpec {
        JobSpec::from(self.at(now + budget))
    }
}

/// A queue that has learned that jobs take 100 ms, with one of them running since time 0.
fn busy(workers: usize, capacity: usize) -> (Clock, Queue<u32>) {
    let (clock, mut queue) = (Clock(Instant::now()), Queue::new(workers, capacity));
    queue.costs.learn(0, MS(100));
    for worker in 0..workers {
        queue.admit(Priority::Interactive, clock.within(0, 10_000), 0, clock.at(0)).unwrap();
        assert!(matches!(queue.take(worker, clock.at(0)), Some(Dequeued::Run(_))));
    }
    (clock, queue)
}

fn reason(error: &PoolError) -> ShedReason {
    match error {
        PoolError::Shed { reason, .. } => *reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_wait_is_the_work_ahead_shared_among_the_workers() {
    let (clock, mut queue) = busy(2, 64);
    assert_eq!(queue.wait_of(Client::NOBODY, clock.at(0)), MS(100));
    assert_eq!(queue.wait_of(Client::NOBODY, clock.at(70)), MS(30));
    for (already, wait) in [100, 150, 200, 250, 300].into_iter().enumerate() {
        assert_eq!(queue.wait_of(Client::NOBODY, clock.at(0)), MS(wait), "{already} wait");
        queue.admit(Priority::Interactive, clock.within(0, 10_000), 1, clock.at(0)).unwrap();
    }
    queue.done(0, false, clock.at(100));
    queue.done(1, false, clock.at(100));
    assert_eq!(queue.wait_of(Client::NOBODY, clock.at(100)), MS(250), "five jobs for two workers");
}

#[test]
fn a_job_that_exceeds_its_estimate_is_expected_to_run_as_long_again() {
    let (clock, queue) = busy(1, 64);
    assert_eq!(queue.wait_of(Client::NOBODY, clock.at(400)), MS(400));
    assert_eq!(queue.wait_of(Client::NOBODY, clock.at(8000)), MS(2000), "but it ends at its deadline");
}

#[test]
fn a_job_that_cannot_be_done_in_time_is_refused_at_once_with_the_estimate() {
    let (clock, mut queue) = busy(1, 64);
    // 100 ms for the one that runs, then its own 100 ms.
    let refused = queue.admit(Priority::Interactive, clock.within(0, 190), 1, clock.at(0)).err().unwrap().0;
    assert_eq!(refused, PoolError::Shed { reason: ShedReason::TooLate, retry_after: MS(200) });
    assert!(queue.admit(Priority::Interactive, clock.within(0, 200), 1, clock.at(0)).is_ok());
    let refused = queue.admit(Priority::Interactive, clock.within(0, 200), 1, clock.at(0)).err().unwrap().0;
    assert_eq!(refused, PoolError::Shed { reason: ShedReason::TooLate, retry_after: MS(300) });
}

#[test]
fn a_job_that_takes_all_its_time_may_wait_half_of_it() {
    let (clock, mut queue) = busy(1, 64);
    let endless = |budget| JobSpec { cost_class: 1, ..clock.within(0, budget) };
    queue.costs.learn(1, MS(1000));
    assert!(queue.admit(Priority::Interactive, endless(150), 1, clock.at(0)).is_err());
    assert!(queue.admit(Priority::Interactive, endless(1000), 1, clock.at(0)).is_ok());
    let refused = queue.admit(Priority::Interactive, endless(1000), 1, clock.at(0)).err().unwrap().0;
    let retry_after = MS(1000) + MS(1000);
    assert_eq!(
        refused,
        PoolError::Shed { reason: ShedReason::TooLate, retry_after },
        "the one before will be cut at its deadline"
    );
}

#[test]
fn a_job_that_finds_a_free_worker_is_never_refused() {
    let (clock, mut queue) = (Clock(Instant::now()), Queue::new(2, 0));
    queue.costs.learn(0, MS(5000));
    assert!(queue.admit(Priority::Interactive, clock.within(0, 1), 1, clock.at(0)).is_ok());
    assert!(queue.admit(Priority::Interactive, clock.within(0, 1), 2, clock.at(0)).is_ok());
    let third = queue.admit(Priority::Interactive, clock.within(0, 60_000), 3, clock.at(0)).err().unwrap().0;
    assert_eq!(reason(&third), ShedReason::QueueFull);
    assert!(
        queue.admit(Priority::Batch, clock.within(0, 1), 4, clock.at(0)).is_ok(),
        "batch jobs have permits of their own"
    );
}

#[test]
fn batch_jobs_count_for_the_slots_that_they_get() {
    let (clock, mut queue) = busy(1, 64);
    for _ in 0..10 {
        queue.admit(Priority::Batch, clock.within(0, 60_000), 1, clock.at(0)).unwrap();
    }
    assert_eq!(queue.wait_of(Client::NOBODY, clock.at(0)), MS(100));
    for _ in 0..6 {
        queue.admit(Priority::Interactive, clock.within(0, 60_000), 1, clock.at(0)).unwrap();
    }
    assert_eq!(
        queue.wait_of(Client::NOBODY, clock.at(0)),
        MS(900),
        "the one that runs, six interactive ones, two batch jobs between them"
    );
}

#[test]
fn a_job_whose_deadline_has_passed_is_refused_as_it_leaves_the_queue() {
    let (clock, mut queue) = busy(1, 64);
    queue.admit(Priority::Interactive, clock.within(0, 200), 1, clock.at(0)).unwrap();
    queue.admit(Priority::Interactive, clock.within(0, 5000), 2, clock.at(0)).unwrap();
    queue.done(0, false, clock.at(300));
    let Some(Dequeued::Refuse(first, error)) = queue.take(0, clock.at(300)) else { panic!("the first is too late") };
    assert_eq!((first.job, reason(&error)), (1, ShedReason::Expired));
    let Some(Dequeued::Run(second)) = queue.take(0, clock.at(300)) else { panic!("the second is not") };
    assert_eq!(second.job, 2);
}

#[test]
fn a_job_that_was_given_up_is_neither_run_nor_counted() {
    let (clock, mut queue) = busy(1, 64);
    let id = queue.admit(Priority::Interactive, clock.within(0, 5000), 1, clock.at(0)).unwrap().ticket;
    assert_eq!(queue.wait_of(Client::NOBODY, clock.at(0)), MS(200));
    assert_eq!(queue.remove(id).unwrap().job, 1);
    assert!(queue.remove(id).is_none());
    assert_eq!(queue.wait_of(Client::NOBODY, clock.at(0)), MS(100));
    assert!(queue.take(0, clock.at(0)).is_none());
}

#[test]
fn each_kind_of_job_has_its_own_cost_and_a_new_one_that_of_all() {
    let mut costs = Costs::default();
    assert_eq!(costs.estimate(7), Duration::ZERO);
    costs.learn(7, MS(80));
    costs.learn(8, MS(160));
    assert_eq!((costs.estimate(7), costs.estimate(8), costs.estimate(9)), (MS(80), MS(160), MS(90)));
    costs.learn(7, MS(160));
    assert_eq!(costs.estimate(7), MS(90));
}

#[test]
fn a_search_that_its_client_stopped_lowers_no_estimate() {
    let (clock, mut queue) = busy(1, 64);
    queue.done(0, true, clock.at(1));
    assert_eq!(queue.costs.estimate(0), MS(100));
}

#[test]
fn codel_lets_bursts_pass_and_drops_while_a_queue_stands() {
    let start = Instant::now();
    let mut codel = Codel::default();
    let mut drops = |ms: u64, waited: u64| codel.drops(MS(waited), false, MS(1), start + MS(ms));
    // A burst that is over within the interval.
    assert!((0..90).all(|ms| !drops(ms, 50)));
    assert!(!drops(95, 10));
    // A queue that stands: first after the interval, then sooner and sooner (100/√2, 100/√3, …).
    let dropped: Vec<u64> = (100..500).filter(|ms| drops(*ms, 50)).collect();
    assert_eq!(dropped, [200, 300, 371, 429, 479]);
    assert!(!drops(500, 19), "one short wait ends it");
    assert!(!drops(501, 50));
}

#[test]
fn codel_never_drops_the_last_one_nor_what_waits_for_few_long_jobs() {
    let start = Instant::now();
    let mut codel = Codel::default();
    assert!((0..500).all(|ms| !codel.drops(MS(1000), true, MS(1), start + MS(ms))));
    assert!((0..500).all(|ms| !codel.drops(MS(390), false, MS(100), start + MS(ms))));
}

/// The results of one run.
#[derive(Debug, Default)]
struct Run {
    /// Answers per answer that the workers can give in the same time.
    useful: f64,
    latencies: Vec<Duration>,
    sheds: [usize; ShedReason::ALL.len()],
}

/// Two workers; jobs that take between half and one and a half of `cost`. They arrive as a Poisson process, at `load`
/// times the capacity of the workers.
fn simulate(load: f64, cost: Duration, budget: Duration) -> Run {
    const WORKERS: usize = 2;
    const JOBS: u32 = 4000;
    let clock = Clock(Instant::now());
    let mut queue: Queue<(Instant, Duration)> = Queue::new(WORKERS, 64);
    let mut seed = 1u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut run = Run::default();
    let mut free: [Option<Instant>; WORKERS] = [None; WORKERS];
    let mut now = clock.at(0);
    for _ in 0..JOBS {
        let gap = cost.div_f64(load * WORKERS as f64).mul_f64(-(1.0 - random()).ln());
        let arrives = now + gap;
        // The jobs that end before.
        loop {
            let ends = free.iter().enumerate().filter_map(|(worker, ends)| ends.map(|ends| (ends, worker))).min();
            let Some((ends, worker)) = ends.filter(|(ends, _)| *ends <= arrives) else { break };
            free[worker] = None;
            queue.done(worker, false, ends);
            begin(&mut queue, &mut free, ends, &mut run);
        }
        now = arrives;
        let takes = cost.mul_f64(0.5 + random());
        let spec = JobSpec::from(now + budget);
        match queue.admit(Priority::Interactive, spec, (now + budget, takes), now) {
            Ok(_) => begin(&mut queue, &mut free, now, &mut run),
            Err((error, _)) => run.sheds[reason(&error) as usize] += 1,
        }
    }
    run.useful = run.latencies.len() as f64 * cost.as_secs_f64() / (now - clock.at(0)).as_secs_f64() / WORKERS as f64;
    run.latencies.sort_unstable();
    run
}

/// Gives each free worker a job.
fn begin(queue: &mut Queue<(Instant, Duration)>, free: &mut [Option<Instant>], now: Instant, run: &mut Run) {
    for (worker, busy_until) in free.iter_mut().enumerate() {
        while busy_until.is_none() {
            match queue.take(worker, now) {
                Some(Dequeued::Run(next)) => {
                    let ends = (now + next.job.1).min(next.job.0);
                    *busy_until = Some(ends);
                    run.latencies.push(ends - next.since);
                }
                Some(Dequeued::Refuse(_, error)) => run.sheds[reason(&error) as usize] += 1,
                None => break,
            }
        }
    }
}

#[test]
fn under_any_load_the_workers_give_nine_tenths_of_the_answers_that_they_can() {
    for (cost, budget) in [(MS(5), MS(1000)), (MS(50), MS(1000)), (MS(50), MS(10_000)), (MS(500), MS(10_000))] {
        for load in [1.0, 2.0, 5.0, 10.0] {
            let run = simulate(load, cost, budget);
            let p99 = run.latencies[run.latencies.len() * 99 / 100];
            let seen = format!(
                "{cost:?} of {budget:?} at {load}x: {:.3} useful, p99 {p99:?}, shed {:?}",
                run.useful, run.sheds
            );
            assert!(run.useful >= 0.9 && p99 <= budget, "{seen}");
            assert_eq!(run.sheds[ShedReason::Expired as usize], 0, "{seen}");
        }
    }
}

#[test]
fn a_worker_that_finds_no_job_does_not_count_as_a_slot() {
    let (clock, mut queue) = (Clock(Instant::now()), Queue::new(1, 8));
    for _ in 0..5 {
        assert!(queue.take(0, clock.at(0)).is_none());
    }
    for (priority, number) in [(Priority::Batch, 0), (Priority::Interactive, 1), (Priority::Interactive, 2)] {
        queue.admit(priority, clock.within(0, 10_000), number, clock.at(0)).unwrap();
    }
    let Some(Dequeued::Run(first)) = queue.take(0, clock.at(0)) else { panic!("a job waits") };
    assert_eq!(first.job, 1, "interactive jobs come first");
}
