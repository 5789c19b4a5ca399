//! The behaviour of the pool, with real threads.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::job::Priority;
use super::worker::{FreeWorkers, Job, Shared, Task, Worker};
use super::{Client, JobHandle, JobSpec, PoolError, SearchPool, ShedReason};
use crate::search::helpers::{HelperJob, Helpers, WarmGames};
use crate::search::{Engine, Stop, Trail};

const SOON: Duration = Duration::from_secs(60);

fn deadline() -> Instant {
    Instant::now() + SOON
}

/// A pool of one worker whose thread is not started.
fn without_threads(capacity: usize) -> SearchPool {
    SearchPool { shared: Arc::new(Shared::new("pool", 1, capacity, 0)) }
}

/// Occupies a worker until the returned sender is dropped.
async fn occupy(pool: &Arc<SearchPool>) -> (std::sync::mpsc::Sender<()>, tokio::task::JoinHandle<()>) {
    let (release, released) = std::sync::mpsc::channel::<()>();
    let (began, begun) = oneshot::channel();
    let pool = Arc::clone(pool);
    let task = tokio::spawn(async move {
        let job = move |_: &mut Engine, _: &Stop, _| {
            let _ = began.send(());
            let _ = released.recv();
        };
        pool.run(deadline(), job).await.unwrap();
    });
    begun.await.unwrap();
    (release, task)
}

#[tokio::test]
async fn a_full_queue_refuses_at_once_and_takes_jobs_again_later() {
    let pool = Arc::new(SearchPool::new(1, 1, 0));
    let (release, occupied) = occupy(&pool).await;
    let waiting = tokio::spawn({
        let pool = Arc::clone(&pool);
        async move { pool.run(deadline(), |_, _, _| 1).await }
    });
    while pool.shared.lock().queue.depth(Priority::Interactive) == 0 {
        tokio::task::yield_now().await;
    }
    assert!(matches!(
        pool.run(deadline(), |_, _, _| 2).await,
        Err(PoolError::Shed { reason: ShedReason::QueueFull, .. })
    ));
    drop(release);
    occupied.await.unwrap();
    assert_eq!(waiting.await.unwrap(), Ok(1));
    assert_eq!(pool.run(deadline(), |_, _, _| 3).await, Ok(3));
}

/// The number of the worker that ran a job, taken from its thread's name.
async fn worker_of(pool: &SearchPool, trail: Trail) -> String {
    let name = |_: &mut Engine, _: &Stop, _| thread::current().name().unwrap().to_owned();
    pool.run(JobSpec { trail, ..deadline().into() }, name).await.unwrap()
}

#[tokio::test]
async fn a_game_comes_back_to_its_worker_while_others_are_free() {
    let pool = SearchPool::new(3, 4, 0);
    let mine = worker_of(&pool, [10, 0, 0]).await;
    for ply in 1..20 {
        let others = worker_of(&pool, [1000 + ply, 0, 0]).await;
        let again = worker_of(&pool, [10 + 2 * ply, 9 + 2 * ply, 8 + 2 * ply]).await;
        assert_eq!(again, mine, "and another game is with {others}");
    }
}

/// A helper that runs until it is stopped, and then reports that.
fn endless_help() -> (HelperJob, std::sync::mpsc::Receiver<()>) {
    let (ended, end) = std::sync::mpsc::channel();
    let stop = Stop::default();
    let flag = stop.clone();
    let run = Box::new(move |_: &mut WarmGames| {
        while !flag.is_raised() {
            thread::yield_now();
        }
        let _ = ended.send(());
    });
    (HelperJob { stop, run }, end)
}

#[tokio::test]
async fn helpers_are_free_workers_and_give_way_to_a_job() {
    let pool = SearchPool::new(2, 4, 0);
    let helpers = FreeWorkers(Arc::clone(&pool.shared));
    let [(first, first_end), (second, second_end), (third, _)] = [(); 3].map(|()| endless_help());
    assert!(helpers.start(first) && helpers.start(second));
    assert!(!helpers.start(third), "no worker is free");
    // One worker is called back for the job, the other one keeps helping.
    assert_eq!(pool.run(deadline(), |_, _, _| 8).await, Ok(8));
    let ended = [&first_end, &second_end].map(|end| end.try_recv().is_ok());
    assert!(ended[0] != ended[1], "{ended:?}");
    pool.close();
    let last = if ended[0] { second_end } else { first_end };
    last.recv_timeout(SOON).expect("a closed pool stops helpers");
}

#[tokio::test]
async fn a_worker_that_ends_a_job_takes_the_waiting_one_and_no_help() {
    let pool = Arc::new(SearchPool::new(1, 4, 0));
    for round in 0..500 {
        let (release, occupied) = occupy(&pool).await;
        let waiting = tokio::spawn({
            let pool = Arc::clone(&pool);
            async move { occupy(&pool).await }
        });
        while pool.shared.lock().queue.depth(Priority::Interactive) == 0 {
            tokio::task::yield_now().await;
        }
        drop(release);
        occupied.await.unwrap();
        assert!(!FreeWorkers(Arc::clone(&pool.shared)).start(endless_help().0), "round {round}");
        let (release, occupied) = waiting.await.unwrap();
        drop(release);
        occupied.await.unwrap();
    }
}

#[tokio::test]
async fn a_helper_that_panics_leaves_a_usable_worker() {
    let pool = SearchPool::new(1, 4, 0);
    let run = Box::new(|_: &mut WarmGames| panic!("a bug in a game"));
    assert!(FreeWorkers(Arc::clone(&pool.shared)).start(HelperJob { stop: Stop::default(), run }));
    assert_eq!(pool.run(deadline(), |_, _, _| 5).await, Ok(5));
    assert_eq!(pool.metrics().panics.get(), 1);
}

#[tokio::test]
async fn a_caller_that_has_its_result_finds_the_worker_free() {
    let pool = SearchPool::new(1, 4, 0);
    assert!(pool.shared.lock().workers[0].is_free(), "before its thread runs, too");
    for round in 0..2000 {
        assert_eq!(pool.run(deadline(), |_, _, _| 1).await, Ok(1));
        let state = pool.shared.lock();
        assert!(state.workers[0].is_free(), "busy after answer {round}");
    }
}

#[tokio::test]
async fn closing_stops_what_runs_with_its_best_so_far_and_refuses_the_rest() {
    let pool = SearchPool::new(1, 4, 0);
    let (began, begun) = oneshot::channel();
    let running = pool.submit(deadline(), move |_, stop, _| {
        let _ = began.send(());
        while !stop.is_raised() {
            thread::yield_now();
        }
        "best so far"
    });
    let waiting = pool.submit(deadline(), |_, _, _| ());
    begun.await.unwrap();
    pool.close();
    assert_eq!(running.unwrap().await, Ok("best so far"));
    assert_eq!(waiting.unwrap().await, Err(PoolError::Closed));
    assert_eq!(pool.run(deadline(), |_, _, _| ()).await, Err(PoolError::Closed));
}

#[tokio::test]
async fn a_panic_is_an_error_of_its_caller_and_the_worker_continues() {
    let pool = SearchPool::new(1, 4, 0);
    assert_eq!(pool.run(deadline(), |_, _, _| -> () { panic!("a bug in a game") }).await, Err(PoolError::Panicked));
    assert_eq!(pool.run(deadline(), |_, _, _| 5).await, Ok(5));
}

#[tokio::test]
async fn dropping_the_handle_stops_the_job() {
    let pool = Arc::new(SearchPool::new(1, 4, 0));
    let (began, begun) = oneshot::channel();
    let caller = tokio::spawn({
        let pool = Arc::clone(&pool);
        async move {
            let job = move |_: &mut Engine, stop: &Stop, _| {
                let _ = began.send(());
                while !stop.is_raised() {
                    thread::yield_now();
                }
            };
            pool.run(deadline(), job).await
        }
    });
    begun.await.unwrap();
    caller.abort();
    // If the only worker were not free again, this would never return.
    assert_eq!(pool.run(deadline(), |_, _, _| 7).await, Ok(7));
}

#[tokio::test]
async fn batch_jobs_come_after_interactive_ones_and_are_not_starved() {
    let pool = Arc::new(SearchPool::new(1, 8, 0));
    let (release, occupied) = occupy(&pool).await;
    let order = Arc::new(Mutex::new(String::new()));
    let note = |kind: char| {
        let order = Arc::clone(&order);
        move |_: &mut Engine, _: &Stop, _: Duration| order.lock().unwrap().push(kind)
    };
    let batch = tokio::spawn({
        let (pool, notes) = (Arc::clone(&pool), [note('b'), note('b'), note('b')]);
        async move {
            let jobs = notes.map(|note| pool.run(JobSpec::from(deadline()).batch(), note));
            futures_util::future::join_all(jobs).await
        }
    });
    while pool.shared.lock().queue.depth(Priority::Batch) < 3 {
        tokio::task::yield_now().await;
    }
    let interactive: Vec<_> = (0..8).map(|_| pool.submit(deadline(), note('i')).unwrap()).collect();
    drop(release);
    occupied.await.unwrap();
    for job in interactive {
        job.await.unwrap();
    }
    assert!(batch.await.unwrap().iter().all(Result::is_ok));
    // The job that occupied the worker was interactive too.
    assert_eq!(*order.lock().unwrap(), "iibiiibiiib");
}

#[tokio::test]
async fn batch_jobs_wait_instead_of_being_refused() {
    let pool = SearchPool::new(1, 1, 0);
    let jobs: Vec<_> =
        (0..20).map(|number| pool.run(JobSpec::from(deadline()).batch(), move |_, _, _| number)).collect();
    let results = futures_util::future::join_all(jobs).await;
    assert_eq!(results, (0..20).map(Ok).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_job_past_its_deadline_is_not_run() {
    let pool = SearchPool::new(1, 4, 0);
    let late = pool.run(Instant::now(), |_, _, _| -> () { unreachable!("expired") }).await;
    assert!(matches!(late, Err(PoolError::Shed { reason: ShedReason::Expired, .. })));
}

/// How the jobs of a simulation ended, by number.
#[derive(Default)]
struct Ends(Mutex<HashMap<u32, Vec<&'static str>>>);

impl Ends {
    fn note(&self, job: u32, how: &'static str) {
        self.0.lock().unwrap().entry(job).or_default().push(how);
    }
}

/// The work of a job that notes its end. The simulation has no threads to run jobs, so it ends a job that ran with the
/// error for a panic.
fn noting(job: u32, ends: Arc<Ends>) -> Task {
    Box::new(move |given| match given.err() {
        Some(PoolError::Panicked) => ends.note(job, "ran"),
        Some(PoolError::Shed { reason: ShedReason::Expired, .. }) => ends.note(job, "expired"),
        other => panic!("{other:?}"),
    })
}

#[test]
fn each_admitted_job_ends_once_though_most_wait_past_their_deadlines() {
    // Three hundred clients send jobs of 5 to 40 ms with deadlines of 1 to 100 ms to three workers, and give some up.
    // The workers' threads are simulated: in each millisecond, they begin what they were given, and end what is due.
    let shared = Shared::new("pool", 3, 1000, 0);
    shared.lock().workers.extend((0..3).map(|_| Worker::default()));
    let (began, ends) = (Instant::now(), Arc::new(Ends::default()));
    let mut running: [Option<(u64, Task)>; 3] = Default::default();
    let mut admitted = Vec::new();
    let mut seed = 7u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for ms in 0..4000 {
        let now = began + Duration::from_millis(ms);
        for _ in 0..if ms < 3000 { random(3) } else { 0 } {
            let (number, stop) = (admitted.len() as u32, Stop::default());
            let client = Client::new(random(300).into());
            let spec = JobSpec { client, ..(now + Duration::from_millis(1 + random(100))).into() };
            let spec = if random(2) == 0 { spec } else { spec.batch() };
            let task = noting(number, Arc::clone(&ends));
            if let Ok(ticket) = shared.admit(spec, Job { stop, task }, now) {
                admitted.push(ticket);
            }
        }
        if let Some(given_up) = admitted.len().checked_sub(1 + random(20) as usize)
            && shared.lock().queue.remove(admitted[given_up]).is_some()
        {
            ends.note(given_up as u32, "given up");
        }
        for (worker, running) in running.iter_mut().enumerate() {
            if let Some((_, task)) = running.take_if(|(due, _)| *due <= ms) {
                task(Err(PoolError::Panicked));
                shared.over(worker, now);
            }
            if running.is_none() {
                *running = shared.lock().workers[worker].given.take().map(|given| (ms + 5 + random(36), given));
            }
        }
    }
    let ends = ends.0.lock().unwrap();
    for number in 0..admitted.len() as u32 {
        assert_eq!(ends.get(&number).map(Vec::len), Some(1), "job {number}: {:?}", ends.get(&number));
    }
    for how in ["ran", "expired", "given up"] {
        let count = ends.values().filter(|ends| ends[0] == how).count();
        assert!(count > 100, "{count} {how}");
    }
    let state = shared.lock();
    assert!(state.workers.iter().all(Worker::is_free));
    assert_eq!(Priority::ALL.map(|priority| state.queue.depth(priority)), [0, 0]);
    assert_eq!(state.queue.known(), 0);
}

#[tokio::test]
async fn no_admitted_job_is_lost_if_most_expire() {
    let pool = SearchPool::new(2, 10_000, 0);
    let jobs = (0..3000).map(|number| {
        let due = Instant::now() + Duration::from_micros(200 * (number % 50));
        let spec = JobSpec { client: Client::new((number % 300).into()), ..due.into() }.batch();
        pool.submit(spec, |_, _, _| thread::sleep(Duration::from_micros(50))).unwrap()
    });
    let results = futures_util::future::join_all(jobs.collect::<Vec<_>>()).await;
    let expired =
        |result: &Result<(), PoolError>| matches!(result, Err(PoolError::Shed { reason: ShedReason::Expired, .. }));
    let other = results.iter().find(|result| result.is_err() && !expired(result));
    assert_eq!(other, None);
    assert!(results.iter().any(expired));
}

#[tokio::test]
async fn a_caller_learns_at_its_deadline_that_its_job_expired_not_when_a_worker_is_free() {
    let pool = Arc::new(SearchPool::new(1, 4, 0));
    let (release, occupied) = occupy(&pool).await;
    // The paused clock advances to the deadline, because nothing else is running.
    tokio::time::pause();
    let late = pool.run(deadline(), |_, _, _| -> () { unreachable!("expired") }).await;
    assert!(matches!(late, Err(PoolError::Shed { reason: ShedReason::Expired, .. })));
    assert_eq!(pool.shared.lock().queue.depth(Priority::Interactive), 0);
    assert!(!occupied.is_finished());
    drop(release);
    occupied.await.unwrap();
}

#[tokio::test]
async fn dropping_the_handle_removes_the_job_from_the_queue() {
    let pool = Arc::new(SearchPool::new(1, 1, 0));
    let (release, occupied) = occupy(&pool).await;
    for _ in 0..10 {
        drop(pool.submit(deadline(), |_, _, _| unreachable!("given up")).expect("there is room again"));
    }
    drop(release);
    occupied.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_caller_that_finds_a_worker_free_also_learns_it_at_its_deadline() {
    // Another job may get the free worker first. In this test there is no worker at all.
    let pool = without_threads(4);
    let late = pool.run(deadline(), |_, _, _| ());
    let result = tokio::time::timeout(SOON * 2, late).await.expect("it expires long before");
    assert!(matches!(result, Err(PoolError::Shed { reason: ShedReason::Expired, .. })), "{result:?}");
}

/// Drops a job that owns the handle of another job. Dropping that handle takes the pool's lock.
fn assert_dropped_outside_of_the_lock(how: fn(&SearchPool, JobHandle<()>)) {
    let (ended, end) = std::sync::mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build().unwrap();
        let _inside = runtime.enter();
        let pool = without_threads(2);
        let held = pool.submit(deadline(), |_, _, _| ()).unwrap();
        how(&pool, held);
        assert_eq!(pool.shared.lock().queue.depth(Priority::Interactive), 0);
        ended.send(()).unwrap();
    });
    end.recv_timeout(SOON).expect("neither a deadlock nor a panic");
}

#[test]
fn a_job_that_is_refused_is_dropped_outside_of_the_lock() {
    assert_dropped_outside_of_the_lock(|pool, held| {
        let second = pool.submit(deadline(), |_, _, _| ()).unwrap();
        let refused = pool.submit(deadline(), move |_, _, _| drop(held));
        assert!(matches!(refused, Err(PoolError::Shed { reason: ShedReason::QueueFull, .. })));
        drop(second);
    });
}

#[test]
fn a_job_that_is_cancelled_or_expires_is_dropped_outside_of_the_lock() {
    assert_dropped_outside_of_the_lock(|pool, held| drop(pool.submit(deadline(), move |_, _, _| drop(held))));
    assert_dropped_outside_of_the_lock(|pool, held| {
        let job = pool.submit(Instant::now(), move |_, _, _| drop(held)).unwrap();
        let result = tokio::runtime::Handle::current().block_on(job);
        assert!(matches!(result, Err(PoolError::Shed { reason: ShedReason::Expired, .. })));
    });
}

#[test]
fn jobs_that_wait_when_the_pool_closes_are_dropped_outside_of_the_lock() {
    assert_dropped_outside_of_the_lock(|pool, held| {
        let job = pool.submit(deadline(), move |_, _, _| drop(held)).unwrap();
        pool.close();
        drop(job);
    });
}

/// Panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("in a drop");
    }
}

#[tokio::test]
async fn a_worker_outlives_panics_in_drops() {
    let pool = SearchPool::new(1, 4, 1 << 16);
    let panics = || pool.metrics().panics.get();
    // While dropping a panic's payload.
    let thrown = pool.run(deadline(), |_, _, _| std::panic::panic_any(Bomb)).await;
    assert_eq!(thrown, Err::<(), _>(PoolError::Panicked));
    // While dropping a closure that has run.
    let held = Bomb;
    let closure = pool.run(deadline(), move |_: &mut Engine, _: &Stop, _| {
        let _held = &held;
    });
    assert_eq!(closure.await, Err(PoolError::Panicked));
    // While dropping a result that nobody waits for, which the worker does.
    let (began, begun) = oneshot::channel();
    let (go, gone) = std::sync::mpsc::channel::<()>();
    let left = pool.submit(deadline(), move |_: &mut Engine, _: &Stop, _| {
        let _ = began.send(());
        let _ = gone.recv();
        Bomb
    });
    begun.await.unwrap();
    drop(left);
    drop(go);
    // The same thread continues, and nothing is counted as running.
    assert_eq!(worker_of(&pool, [1, 0, 0]).await, "pool-0");
    pool.update_gauges();
    assert_eq!((panics(), pool.metrics().busy.get()), (3, 0));
    assert!(pool.shared.lock().workers[0].is_free());
}
