//! The pool's promises, one by one.

use super::*;

const SOON: Duration = Duration::from_secs(60);

fn deadline() -> Instant {
    Instant::now() + SOON
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
    while pool.shared.lock().queue.depth(Priority::Urgent) == 0 {
        tokio::task::yield_now().await;
    }
    assert!(matches!(pool.run(deadline(), |_, _, _| 2).await, Err(PoolError::Shed { reason: Shed::QueueFull, .. })));
    drop(release);
    occupied.await.unwrap();
    assert_eq!(waiting.await.unwrap(), Ok(1));
    assert_eq!(pool.run(deadline(), |_, _, _| 3).await, Ok(3));
}

#[tokio::test]
async fn whoever_has_an_answer_finds_the_worker_free_again() {
    let pool = SearchPool::new(1, 4, 0);
    for round in 0..2000 {
        assert_eq!(pool.run(deadline(), |_, _, _| 1).await, Ok(1));
        assert!(pool.shared.lock().running[0].is_none(), "busy after answer {round}");
        assert_eq!(pool.meters().busy.get(), 0, "answer {round}");
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
async fn a_panic_costs_its_caller_an_error_and_the_worker_goes_on() {
    let pool = SearchPool::new(1, 4, 0);
    assert_eq!(pool.run(deadline(), |_, _, _| -> () { panic!("a bug in a game") }).await, Err(PoolError::Panicked));
    assert_eq!(pool.run(deadline(), |_, _, _| 5).await, Ok(5));
}

#[tokio::test]
async fn a_caller_that_goes_away_stops_its_job() {
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
    // The only worker is free again, or this would never come back.
    assert_eq!(pool.run(deadline(), |_, _, _| 7).await, Ok(7));
}

#[tokio::test]
async fn patient_jobs_come_after_urgent_ones_and_are_not_starved_by_them() {
    let pool = Arc::new(SearchPool::new(1, 8, 0));
    let (release, occupied) = occupy(&pool).await;
    let order = Arc::new(Mutex::new(String::new()));
    let note = |kind: char| {
        let order = Arc::clone(&order);
        move |_: &mut Engine, _: &Stop, _: Duration| order.lock().unwrap().push(kind)
    };
    let patient = tokio::spawn({
        let (pool, notes) = (Arc::clone(&pool), [note('p'), note('p'), note('p')]);
        async move {
            let jobs = notes.map(|note| pool.run_patiently(deadline(), note));
            futures_util::future::join_all(jobs).await
        }
    });
    while pool.shared.lock().queue.depth(Priority::Patient) < 3 {
        tokio::task::yield_now().await;
    }
    let urgent: Vec<_> = (0..8).map(|_| pool.submit(deadline(), note('u')).unwrap()).collect();
    drop(release);
    occupied.await.unwrap();
    for ticket in urgent {
        ticket.await.unwrap();
    }
    assert!(patient.await.unwrap().iter().all(Result::is_ok));
    // The one that occupied the worker was urgent too.
    assert_eq!(*order.lock().unwrap(), "uupuuupuuup");
}

#[tokio::test]
async fn patient_jobs_wait_for_room_instead_of_being_refused() {
    let pool = SearchPool::new(1, 1, 0);
    let jobs: Vec<_> = (0..20).map(|number| pool.run_patiently(deadline(), move |_, _, _| number)).collect();
    let results = futures_util::future::join_all(jobs).await;
    assert_eq!(results, (0..20).map(Ok).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_job_past_its_deadline_is_not_run() {
    let pool = SearchPool::new(1, 4, 0);
    let late = pool.run(Instant::now(), |_, _, _| -> () { unreachable!("expired") }).await;
    assert!(matches!(late, Err(PoolError::Shed { reason: Shed::Expired, .. })));
}

#[tokio::test]
async fn a_caller_that_waits_in_vain_is_told_at_its_deadline_and_not_when_a_worker_is_free() {
    let pool = Arc::new(SearchPool::new(1, 4, 0));
    let (release, occupied) = occupy(&pool).await;
    // The clock moves on to the deadline, since nothing else goes on.
    tokio::time::pause();
    let late = pool.run(deadline(), |_, _, _| -> () { unreachable!("expired") }).await;
    assert!(matches!(late, Err(PoolError::Shed { reason: Shed::Expired, .. })));
    assert_eq!(pool.shared.lock().queue.depth(Priority::Urgent), 0);
    assert!(!occupied.is_finished());
    drop(release);
    occupied.await.unwrap();
}

#[tokio::test]
async fn a_caller_that_goes_away_leaves_the_queue() {
    let pool = Arc::new(SearchPool::new(1, 1, 0));
    let (release, occupied) = occupy(&pool).await;
    for _ in 0..10 {
        drop(pool.submit(deadline(), |_, _, _| unreachable!("given up")).expect("there is room again"));
    }
    drop(release);
    occupied.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_caller_that_finds_a_worker_free_is_told_at_its_deadline_too() {
    // Whoever comes between and has the next turn keeps the worker from it; here, there is no worker at all.
    let pool = SearchPool::without_threads("pool", 1, 4, 0);
    let late = pool.run(deadline(), |_, _, _| ());
    let told = tokio::time::timeout(SOON * 2, late).await.expect("told long before");
    assert!(matches!(told, Err(PoolError::Shed { reason: Shed::Expired, .. })), "{told:?}");
}

/// Has a job dropped unrun that holds another one's ticket, whose end needs the pool's lock.
fn assert_dropped_outside_of_the_lock(how: fn(&SearchPool, Ticket<()>)) {
    let (ended, end) = std::sync::mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build().unwrap();
        let _inside = runtime.enter();
        let pool = SearchPool::without_threads("pool", 1, 2, 0);
        let held = pool.submit(deadline(), |_, _, _| ()).unwrap();
        how(&pool, held);
        assert_eq!(pool.shared.lock().queue.depth(Priority::Urgent), 0);
        ended.send(()).unwrap();
    });
    end.recv_timeout(SOON).expect("neither a deadlock nor a panic");
}

#[test]
fn a_job_that_is_refused_is_dropped_outside_of_the_lock() {
    assert_dropped_outside_of_the_lock(|pool, held| {
        let second = pool.submit(deadline(), |_, _, _| ()).unwrap();
        let refused = pool.submit(deadline(), move |_, _, _| drop(held));
        assert!(matches!(refused, Err(PoolError::Shed { reason: Shed::QueueFull, .. })));
        drop(second);
    });
}

#[test]
fn a_job_whose_caller_goes_or_waits_in_vain_is_dropped_outside_of_the_lock() {
    assert_dropped_outside_of_the_lock(|pool, held| drop(pool.submit(deadline(), move |_, _, _| drop(held))));
    assert_dropped_outside_of_the_lock(|pool, held| {
        let ticket = pool.submit(Instant::now(), move |_, _, _| drop(held)).unwrap();
        let told = tokio::runtime::Handle::current().block_on(ticket);
        assert!(matches!(told, Err(PoolError::Shed { reason: Shed::Expired, .. })));
    });
}

#[test]
fn jobs_that_wait_when_the_pool_closes_are_dropped_outside_of_the_lock() {
    assert_dropped_outside_of_the_lock(|pool, held| {
        let ticket = pool.submit(deadline(), move |_, _, _| drop(held)).unwrap();
        pool.close();
        drop(ticket);
    });
}
