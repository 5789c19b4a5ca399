//! Decisions of the queue, on a simulated clock.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::costs::Costs;
use super::error::{PoolError, ShedReason};
use super::job::{JobSpec, Priority};
use super::queue::{Queue, Ticket};
use crate::client::{Client, ClientLimits};

const MS: fn(u64) -> Duration = Duration::from_millis;
const GREEDY: Client = Client::new(1);
const OTHER: Client = Client::new(2);

/// A clock that tests set by hand.
struct Clock(Instant);

impl Clock {
    fn at(&self, ms: u64) -> Instant {
        self.0 + MS(ms)
    }

    fn within(&self, now: u64, budget: u64) -> JobSpec {
        JobSpec::from(self.at(now + budget))
    }
}

fn admit(queue: &mut Queue<u32>, spec: JobSpec, job: u32, now: Instant) -> Result<Ticket, PoolError> {
    queue.admit(spec, job, now).map_err(|(error, _)| error)
}

/// Takes the next job, and the jobs that are too late for their deadlines.
fn take(queue: &mut Queue<u32>, now: Instant) -> (Option<u32>, Vec<u32>) {
    let mut late = Vec::new();
    let next = queue.take(0, now, &mut late).map(|next| next.job);
    assert!(late.iter().all(|(_, error)| reason(error) == ShedReason::Expired));
    (next, late.into_iter().map(|(job, _)| job).collect())
}

/// A queue that has learned that jobs take 100 ms, with one job running on each worker since time 0.
fn busy(workers: usize, capacity: usize) -> (Clock, Queue<u32>) {
    let (clock, mut queue) = (Clock(Instant::now()), Queue::new(workers, capacity));
    queue.costs.learn(0, MS(100));
    for worker in 0..workers {
        admit(&mut queue, clock.within(0, 10_000), 0, clock.at(0)).unwrap();
        assert!(queue.take(worker, clock.at(0), &mut Vec::new()).is_some());
    }
    (clock, queue)
}

fn reason(error: &PoolError) -> ShedReason {
    match error {
        PoolError::Shed { reason, .. } => *reason,
        other => panic!("{other:?}"),
    }
}

// Waiting

#[test]
fn the_wait_is_that_for_the_first_free_worker_and_the_work_before_shared_among_all() {
    let (clock, mut queue) = busy(2, 64);
    assert_eq!(queue.wait(Client::NOBODY, clock.at(0)), MS(100));
    assert_eq!(queue.wait(Client::NOBODY, clock.at(70)), MS(30));
    for (already, wait) in [100, 150, 200, 250, 300].into_iter().enumerate() {
        assert_eq!(queue.wait(Client::NOBODY, clock.at(0)), MS(wait), "{already} wait");
        admit(&mut queue, clock.within(0, 10_000), 1, clock.at(0)).unwrap();
    }
    queue.done(0, false, clock.at(100));
    queue.done(1, false, clock.at(100));
    assert_eq!(queue.wait(Client::NOBODY, clock.at(100)), MS(250), "five jobs for two workers");
}

#[test]
fn a_job_that_exceeds_its_estimate_is_expected_to_run_as_long_again() {
    let (clock, queue) = busy(1, 64);
    assert_eq!(queue.wait(Client::NOBODY, clock.at(400)), MS(400));
    assert_eq!(queue.wait(Client::NOBODY, clock.at(8000)), MS(2000), "but it ends at its deadline");
}

#[test]
fn a_job_that_cannot_be_done_in_time_is_refused_on_arrival_with_the_estimate() {
    let (clock, mut queue) = busy(1, 64);
    let refused = |retry_after| Err::<(), _>(PoolError::Shed { reason: ShedReason::TooLate, retry_after });
    let mut ask = |budget| admit(&mut queue, clock.within(0, budget), 1, clock.at(0)).map(drop);
    // 100 ms for the running job, a quarter more because that is an estimate, and then 100 ms for the job itself.
    assert_eq!(ask(224), refused(MS(200)));
    assert_eq!(ask(225), Ok(()));
    assert_eq!(ask(225), refused(MS(300)));
}

#[test]
fn a_job_that_takes_all_its_time_may_wait_half_of_it() {
    let (clock, mut queue) = busy(1, 64);
    let endless = |budget| JobSpec { cost_class: 1, ..clock.within(0, budget) };
    queue.costs.learn(1, MS(1000));
    assert!(admit(&mut queue, endless(150), 1, clock.at(0)).is_err());
    assert!(admit(&mut queue, endless(1000), 1, clock.at(0)).is_ok());
    let refused = admit(&mut queue, endless(1000), 1, clock.at(0)).err().unwrap();
    let retry_after = MS(1000) + MS(1000);
    let too_late = PoolError::Shed { reason: ShedReason::TooLate, retry_after };
    assert_eq!(refused, too_late, "the one before will be cut at its deadline");
}

#[test]
fn a_job_with_time_of_its_own_waits_until_it_has_to_begin_and_no_longer() {
    let (clock, mut queue) = busy(1, 64);
    let waits = |begin_by| JobSpec { begin_by: clock.at(begin_by), ..clock.within(0, begin_by + 20) };
    let refused = admit(&mut queue, waits(124), 1, clock.at(0)).err().unwrap();
    assert_eq!(reason(&refused), ShedReason::TooLate);
    assert!(admit(&mut queue, waits(125), 2, clock.at(0)).is_ok());
    queue.done(0, false, clock.at(126));
    assert_eq!(take(&mut queue, clock.at(126)), (None, vec![2]), "its time would end soon");
}

#[test]
fn a_job_that_finds_a_free_worker_is_never_refused() {
    let (clock, mut queue) = (Clock(Instant::now()), Queue::new(2, 0));
    queue.costs.learn(0, MS(5000));
    assert!(admit(&mut queue, clock.within(0, 1), 1, clock.at(0)).is_ok());
    assert!(admit(&mut queue, clock.within(0, 1), 2, clock.at(0)).is_ok());
    let third = admit(&mut queue, clock.within(0, 60_000), 3, clock.at(0)).err().unwrap();
    assert_eq!(reason(&third), ShedReason::QueueFull);
    let batch = queue.admit(clock.within(0, 1).batch(), 4, clock.at(0));
    assert!(batch.is_ok(), "the callers of batch jobs bound their number");
}

#[test]
fn batch_jobs_count_for_the_slots_that_they_get() {
    let (clock, mut queue) = busy(1, 64);
    for _ in 0..10 {
        assert!(queue.admit(clock.within(0, 60_000).batch(), 1, clock.at(0)).is_ok());
    }
    assert_eq!(queue.wait(Client::NOBODY, clock.at(0)), MS(100));
    for _ in 0..6 {
        admit(&mut queue, clock.within(0, 60_000), 1, clock.at(0)).unwrap();
    }
    let what = "the one that runs, six interactive ones, two batch jobs between them";
    assert_eq!(queue.wait(Client::NOBODY, clock.at(0)), MS(900), "{what}");
}

#[test]
fn each_kind_of_job_has_its_own_cost_and_a_new_one_that_of_all() {
    let mut costs = Costs::new();
    assert_eq!(costs.estimate(7), Duration::ZERO);
    costs.learn(7, MS(80));
    costs.learn(8, MS(160));
    assert_eq!((costs.estimate(7), costs.estimate(8), costs.estimate(9)), (MS(80), MS(160), MS(90)));
    costs.learn(7, MS(160));
    assert_eq!(costs.estimate(7), MS(90));
}

// Over

#[test]
fn a_job_whose_deadline_has_passed_is_refused_as_it_leaves_the_queue() {
    let (clock, mut queue) = busy(1, 64);
    admit(&mut queue, clock.within(0, 250), 1, clock.at(0)).unwrap();
    admit(&mut queue, clock.within(0, 5000), 2, clock.at(0)).unwrap();
    queue.done(0, false, clock.at(300));
    assert_eq!(take(&mut queue, clock.at(300)), (Some(2), vec![1]));
}

#[test]
fn a_job_that_was_given_up_is_neither_run_nor_counted() {
    let (clock, mut queue) = busy(1, 64);
    let ticket = admit(&mut queue, clock.within(0, 5000), 1, clock.at(0)).unwrap();
    assert_eq!(queue.wait(Client::NOBODY, clock.at(0)), MS(200));
    assert_eq!(queue.remove(ticket).unwrap().job, 1);
    assert!(queue.remove(ticket).is_none());
    assert_eq!(queue.wait(Client::NOBODY, clock.at(0)), MS(100));
    assert_eq!(take(&mut queue, clock.at(0)), (None, vec![]));
}

#[test]
fn a_search_that_its_client_stopped_lowers_no_estimate() {
    let (clock, mut queue) = busy(1, 64);
    queue.done(0, true, clock.at(1));
    assert_eq!(queue.costs.estimate(0), MS(100));
}

#[test]
fn a_worker_that_finds_no_job_does_not_count_as_a_slot() {
    let (clock, mut queue) = (Clock(Instant::now()), Queue::new(1, 8));
    for _ in 0..5 {
        assert_eq!(take(&mut queue, clock.at(0)).0, None);
    }
    for (priority, number) in [(Priority::Batch, 0), (Priority::Interactive, 1), (Priority::Interactive, 2)] {
        assert!(queue.admit(JobSpec { priority, ..clock.within(0, 10_000) }, number, clock.at(0)).is_ok());
    }
    assert_eq!(take(&mut queue, clock.at(0)).0, Some(1), "interactive jobs come first");
}

// Turns of clients

/// Workers that run jobs of known cost, behind a queue.
struct Machine {
    queue: Queue<Job>,
    now: Instant,
    /// When the running jobs will end.
    ends: Vec<Option<(Instant, Job)>>,
    /// The jobs that ran, in the order in which they ended: the client, and the time since its arrival.
    ran: Vec<(Client, Duration)>,
    expired: usize,
}

#[derive(Clone, Copy)]
struct Job {
    client: Client,
    takes: Duration,
    since: Instant,
}

impl Machine {
    fn new(workers: usize, capacity: usize) -> Self {
        let (queue, ends) = (Queue::new(workers, capacity), vec![None; workers]);
        Self { queue, now: Instant::now(), ends, ran: Vec::new(), expired: 0 }
    }

    /// Jobs with the same cost are of the same class, which the queue learns.
    fn ask(&mut self, client: Client, priority: Priority, takes: Duration) -> bool {
        self.ask_within(client, priority, takes, MS(60_000)).is_ok()
    }

    fn ask_within(
        &mut self,
        client: Client,
        priority: Priority,
        takes: Duration,
        budget: Duration,
    ) -> Result<(), PoolError> {
        let cost_class = takes.as_micros() as u64 % 1009;
        let spec = JobSpec { cost_class, client, priority, ..JobSpec::from(self.now + budget) };
        let job = Job { client, takes, since: self.now };
        let admitted = self.queue.admit(spec, job, self.now);
        self.begin();
        admitted.map(drop).map_err(|(error, _)| error)
    }

    fn begin(&mut self) {
        let mut late = Vec::new();
        for (worker, ends) in self.ends.iter_mut().enumerate().filter(|(_, ends)| ends.is_none()) {
            let next = self.queue.take(worker, self.now, &mut late);
            *ends = next.map(|next| ((self.now + next.job.takes).min(next.spec.deadline), next.job));
        }
        self.expired += late.len();
    }

    /// Ends the job that is due first. Returns its client.
    fn step(&mut self) -> Option<Client> {
        let ends = self.ends.iter().enumerate().filter_map(|(worker, ends)| ends.map(|(ends, _)| (ends, worker)));
        let (now, worker) = ends.min()?;
        let (_, job) = self.ends[worker].take()?;
        self.now = now;
        self.queue.done(worker, false, now);
        self.ran.push((job.client, now - job.since));
        self.begin();
        Some(job.client)
    }

    fn shares(&self) -> HashMap<Client, usize> {
        self.ran.iter().fold(HashMap::new(), |mut counts, (client, _)| {
            *counts.entry(*client).or_default() += 1;
            counts
        })
    }
}

#[test]
fn a_small_job_waits_for_the_rest_of_the_one_that_runs_and_no_more() {
    let mut machine = Machine::new(1, 64);
    for _ in 0..60 {
        machine.ask(GREEDY, Priority::Interactive, MS(3000));
    }
    for _ in 0..9 {
        machine.now += MS(1000);
        let asked = machine.now;
        assert!(machine.ask(OTHER, Priority::Interactive, MS(2)));
        let rest = machine.ends[0].unwrap().0 - asked;
        machine.step();
        assert_eq!(machine.step(), Some(OTHER), "it is next");
        assert_eq!(machine.ran.last().unwrap().1, rest + MS(2));
        machine.ask(GREEDY, Priority::Interactive, MS(3000));
    }
}

#[test]
fn a_part_of_a_batch_waits_for_one_part_of_each_other_client() {
    let mut machine = Machine::new(1, 64);
    for _ in 0..600 {
        machine.ask(GREEDY, Priority::Batch, MS(80));
    }
    machine.step();
    machine.ask(OTHER, Priority::Batch, MS(80));
    machine.step();
    assert_eq!(machine.step(), Some(OTHER));
}

#[test]
fn a_short_review_passes_long_ones() {
    // Eight clients ask for their next ply of 100 ms when the last one is done. Another client judges six plies of 10
    // ms.
    let mut machine = Machine::new(1, 64);
    let long = (10..18).map(Client::new);
    long.for_each(|client| assert!(machine.ask(client, Priority::Batch, MS(100))));
    for _ in 0..100 {
        let client = machine.step().unwrap();
        machine.ask(client, Priority::Batch, MS(100));
    }
    let began = machine.now;
    for _ in 0..6 {
        machine.ask(OTHER, Priority::Batch, MS(10));
        while let Some(client) = machine.step().filter(|client| *client != OTHER) {
            machine.ask(client, Priority::Batch, MS(100));
        }
    }
    assert!(machine.now - began < MS(1000), "{:?}", machine.now - began);
}

#[test]
fn workers_are_shared_by_time_and_weight_whatever_jobs_cost() {
    let (light, heavy) = (Client::new(3), Client::new(4).weighing(3));
    let mut machine = Machine::new(1, 10_000);
    let costs = [(light, MS(10)), (OTHER, MS(40)), (heavy, MS(10))];
    for (client, takes) in costs {
        machine.ask(client, Priority::Interactive, takes);
        machine.step();
    }
    machine.ran.clear();
    for (client, takes) in costs {
        (0..1000).for_each(|_| assert!(machine.ask(client, Priority::Batch, takes)));
    }
    (0..500).for_each(|_| assert!(machine.step().is_some()));
    let shares = machine.shares();
    let time = |client: Client, ms: usize| shares[&client] * ms;
    let (light, other, heavy) = (time(light, 10), time(OTHER, 40), time(heavy, 10));
    assert!(light.abs_diff(other) <= 50, "{light} ms and {other} ms");
    assert!(heavy.abs_diff(3 * light) <= 150, "{heavy} ms and three times {light} ms");
}

#[test]
fn the_next_free_worker_serves_a_client_that_holds_none() {
    let mut machine = Machine::new(4, 64);
    (0..40).for_each(|_| assert!(machine.ask(GREEDY, Priority::Interactive, MS(100))));
    machine.now += MS(10);
    for client in 10..13 {
        machine.ask(Client::new(client), Priority::Interactive, MS(5000));
        machine.ask(Client::new(client), Priority::Interactive, MS(5000));
    }
    (0..3).for_each(|_| assert!(machine.step().is_some()));
    let mut hold: Vec<Client> = machine.ends.iter().flatten().map(|(_, job)| job.client).collect();
    hold.sort_unstable();
    assert_eq!(hold, [GREEDY, Client::new(10), Client::new(11), Client::new(12)]);
}

#[test]
fn a_full_queue_has_room_for_a_client_that_has_less_in_it() {
    let mut machine = Machine::new(1, 8);
    (0..9).for_each(|_| assert!(machine.ask(GREEDY, Priority::Interactive, MS(10))));
    assert!(!machine.ask(GREEDY, Priority::Interactive, MS(10)), "it has all there is");
    for already in 0..4 {
        assert!(machine.ask(OTHER, Priority::Interactive, MS(10)), "{already}");
    }
    assert!(!machine.ask(OTHER, Priority::Interactive, MS(10)), "as many as room is left");
    let third = Client::new(3);
    assert!(machine.ask(third, Priority::Interactive, MS(10)));
    assert!(machine.ask(third, Priority::Interactive, MS(10)));
    assert!(!machine.ask(third, Priority::Interactive, MS(10)));
    assert!(machine.queue.depth(Priority::Interactive) < 2 * 8);
}

#[test]
fn a_client_has_as_many_jobs_as_it_may() {
    let mut machine = Machine::new(3, 64);
    machine.queue.limits = ClientLimits { waiting: 2, running: 1 };
    (0..3).for_each(|_| assert!(machine.ask(GREEDY, Priority::Interactive, MS(100))));
    assert_eq!(machine.ends.iter().flatten().count(), 1);
    let refused = machine.ask_within(GREEDY, Priority::Interactive, MS(100), MS(60_000)).unwrap_err();
    assert_eq!(reason(&refused), ShedReason::ClientFull);
    assert!(machine.ask(OTHER, Priority::Interactive, MS(100)), "others have theirs");
    assert_eq!(machine.ends.iter().flatten().count(), 2);
    while machine.step().is_some() {}
    assert_eq!(machine.ran.len(), 4, "all are served in the end");
}

#[test]
fn jobs_that_may_not_run_yet_keep_no_other_from_a_free_worker() {
    let mut machine = Machine::new(2, 64);
    machine.queue.limits = ClientLimits { waiting: 60, running: 1 };
    // The queue learns a cost of 200 ms. It expects the same of the jobs of 3 s, and charges their client too little
    // while they run.
    machine.ask(OTHER, Priority::Interactive, MS(200));
    while machine.step().is_some() {}
    (0..12).for_each(|_| assert!(machine.ask(GREEDY, Priority::Interactive, MS(3000))));
    for asked in 0..40 {
        let admitted = machine.ask_within(OTHER, Priority::Interactive, MS(200), MS(200));
        assert!(admitted.is_ok(), "a worker is free at the request number {asked}");
        while machine.step() != Some(OTHER) {}
    }
}

#[test]
fn a_client_that_asks_one_by_one_does_not_forget_what_it_had() {
    // Both ask again as soon as they get an answer, so neither has two jobs at a time.
    let mut machine = Machine::new(1, 64);
    machine.ask(GREEDY, Priority::Interactive, MS(300));
    let (mut small, mut large) = (0, 0);
    machine.ask(OTHER, Priority::Interactive, MS(1));
    machine.ask(OTHER, Priority::Interactive, MS(1));
    for _ in 0..2000 {
        match machine.step() {
            Some(GREEDY) => {
                large += 1;
                machine.ask(GREEDY, Priority::Interactive, MS(300));
            }
            Some(client) => {
                small += 1;
                machine.ask(client, Priority::Interactive, MS(1));
            }
            None => unreachable!("both wait"),
        }
    }
    assert!(small >= 250 * large, "{small} of a millisecond and {large} of 300");
}

#[test]
fn used_time_is_forgotten_once_idle_and_bounded_before() {
    let mut machine = Machine::new(1, 100_000);
    machine.ask(GREEDY, Priority::Interactive, MS(1));
    for client in 10..5000 {
        machine.ask(Client::new(client), Priority::Interactive, MS(1));
        machine.step();
    }
    assert!(machine.queue.known() <= 1100, "{}", machine.queue.known());
    while machine.step().is_some() {}
    assert_eq!(machine.queue.known(), 0);
}

/// The time for a decision among this many clients, each with two waiting jobs.
fn decision(clients: u128) -> Duration {
    const ROUNDS: u32 = 300;
    let mut machine = Machine::new(2, usize::MAX);
    for client in (0..clients).chain(0..clients) {
        machine.ask(Client::new(client + 10), Priority::Interactive, Duration::from_micros(1));
    }
    let began = Instant::now();
    for round in 0..ROUNDS {
        let client = machine.step().expect("many wait");
        machine.ask(client, Priority::Interactive, Duration::from_micros(u64::from(round % 3)));
    }
    began.elapsed() / ROUNDS
}

#[test]
fn a_decision_takes_time_in_proportion_to_the_clients() {
    // Other load can only add to a time, so the smallest of several is closest to the true one.
    let least = |clients| (0..5).map(|_| decision(clients)).min().unwrap();
    let (ten, thousand) = (least(10), least(1000));
    assert!(thousand < ten * 1000, "{ten:?} with ten clients, {thousand:?} with a thousand");
}

// Overload

/// The result of a simulation.
#[derive(Debug, Default)]
struct Run {
    /// Useful answers, relative to what the workers can give in the same time.
    useful: f64,
    latencies: Vec<Duration>,
    refused: usize,
    expired: usize,
}

/// Two workers and jobs that take between half and one and a half times `cost`. The jobs arrive as a Poisson process,
/// at `load` times the capacity of the workers.
fn simulate(load: f64, cost: Duration, budget: Duration) -> Run {
    const WORKERS: usize = 2;
    const JOBS: u32 = 4000;
    let mut machine = Machine::new(WORKERS, 64);
    let mut seed = 1u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1u64 << 53) as f64
    };
    let (began, mut refused) = (machine.now, 0);
    for _ in 0..JOBS {
        let arrives = machine.now + cost.div_f64(load * WORKERS as f64).mul_f64(-(1.0 - random()).ln());
        // Jobs that end before this arrival.
        while machine.ends.iter().flatten().any(|(ends, _)| *ends <= arrives) {
            machine.step();
        }
        machine.now = arrives;
        let takes = cost.mul_f64(0.5 + random());
        let spec = JobSpec::from(arrives + budget);
        let job = Job { client: OTHER, takes, since: arrives };
        refused += usize::from(machine.queue.admit(spec, job, arrives).is_err());
        machine.begin();
    }
    while machine.step().is_some() {}
    let time = (machine.now - began).as_secs_f64();
    let mut latencies: Vec<Duration> = machine.ran.iter().map(|(_, took)| *took).collect();
    latencies.sort_unstable();
    // A search that reaches its deadline is cut short, and its answer is not counted.
    let in_time = latencies.iter().filter(|took| **took < budget).count();
    let useful = in_time as f64 * cost.as_secs_f64() / time / WORKERS as f64;
    Run { useful, latencies, refused, expired: machine.expired }
}

#[test]
fn under_any_load_the_workers_give_nine_tenths_of_the_answers_that_they_can() {
    for (cost, budget) in [(MS(5), MS(1000)), (MS(50), MS(1000)), (MS(50), MS(10_000)), (MS(500), MS(10_000))] {
        for load in [1.0, 2.0, 5.0, 10.0] {
            let run = simulate(load, cost, budget);
            let p99 = run.latencies[run.latencies.len() * 99 / 100];
            let Run { useful, refused, expired, .. } = run;
            let seen = format!(
                "{cost:?} of {budget:?} at {load}x: {useful:.3} useful, p99 {p99:?}, {refused} refused, {expired} expired"
            );
            assert!(useful >= 0.9 && p99 <= budget && expired * 100 <= run.latencies.len(), "{seen}");
        }
    }
}
