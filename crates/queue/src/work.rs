//! The worker: takes a job whenever a search thread is free, and stores its answer.

use std::collections::BTreeMap;
use std::future::pending;
use std::mem;
use std::pin::pin;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

use plyd_search::{Engine, Stop};
use tokio::sync::watch;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::interval;
use tracing::{error, info, warn};

use crate::answer::{Answer, Answerer};
use crate::leases::Lease;
use crate::nats::{LEASE, Nats};

/// A job that workers took this many times without answering it is given up: it probably kills them. Jobs that are
/// given back count too, so the limit is generous.
const MOST_DELIVERIES: u64 = 10;

/// Whether a worker takes jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// It takes jobs.
    Working,
    /// It finishes the jobs that it holds.
    Draining,
    /// It gives them back.
    Over,
}

/// What a worker has done. Each field is the metric with its name.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) taken: AtomicU64,
    pub(crate) finished: AtomicU64,
    pub(crate) failed: AtomicU64,
    pub(crate) redelivered: AtomicU64,
    pub(crate) given_back: AtomicU64,
    pub(crate) lease_lost: AtomicU64,
}

/// A worker with several search threads.
pub(crate) struct Worker {
    pub(crate) queue: Nats,
    pub(crate) answerer: Answerer,
    pub(crate) counts: Arc<Counts>,
    pub(crate) phase: watch::Receiver<Phase>,
    /// How many jobs of each batch run.
    running: Mutex<BTreeMap<String, usize>>,
}

impl Worker {
    pub(crate) fn new(queue: Nats, answerer: Answerer, counts: Arc<Counts>, phase: watch::Receiver<Phase>) -> Self {
        Self { queue, answerer, counts, phase, running: Mutex::default() }
    }

    /// How many jobs of each batch run.
    pub(crate) fn running(&self) -> BTreeMap<String, usize> {
        self.running.lock().expect("no thread panics here").clone()
    }

    /// Counts a job of this batch as running, or as ended.
    fn count(&self, batch: &str, begins: bool) {
        let mut running = self.running.lock().expect("no thread panics here");
        let jobs = running.entry(batch.to_owned()).or_default();
        *jobs = if begins { *jobs + 1 } else { *jobs - 1 };
        running.retain(|_, jobs| *jobs > 0);
    }

    /// Works on `threads` jobs at a time, until the worker has to stop.
    pub(crate) async fn run(self: Arc<Self>, threads: usize) {
        let mut running = JoinSet::new();
        for _ in 0..threads {
            running.spawn(Arc::clone(&self).run_thread());
        }
        running.join_all().await;
    }

    async fn run_thread(self: Arc<Self>) {
        let mut engine = None;
        while *self.phase.borrow() == Phase::Working {
            if let Some(lease) = self.queue.take().await {
                let batch = lease.batch().to_owned();
                self.count(&batch, true);
                self.work(lease, &mut engine).await;
                self.count(&batch, false);
            }
        }
    }

    /// Answers a job, or gives it back.
    async fn work(&self, mut lease: Lease, engine: &mut Option<Engine>) {
        let (counts, deliveries) = (&self.counts, lease.deliveries);
        counts.taken.fetch_add(1, Relaxed);
        counts.redelivered.fetch_add(u64::from(deliveries > 1), Relaxed);
        let answer = if deliveries > MOST_DELIVERIES {
            error!(deliveries, "gave up on a job that no worker could answer");
            Some(Answer::gave_up(deliveries - 1))
        } else {
            let (stop, job) = (Stop::default(), mem::take(&mut lease.job));
            let (answerer, flag, mut own) = (self.answerer, stop.clone(), engine.take());
            let search = spawn_blocking(move || (answerer.answer(&job, &mut own, &flag), own));
            let (answer, own) = self.beating(&lease, &stop, search).await.expect("panics are caught");
            *engine = own;
            answer
        };
        // The lease is not extended any more, so a job whose answer cannot be stored goes to another worker.
        let stored = match &answer {
            Some(answer) => tokio::select! {
                is_first = self.queue.finish(&lease, answer) => Some(is_first),
                () = self.over() => None,
            },
            None => None,
        };
        match (stored, answer) {
            (Some(true), Some(answer)) => {
                counts.finished.fetch_add(1, Relaxed);
                counts.failed.fetch_add(u64::from(answer.is_failure()), Relaxed);
            }
            (Some(_), _) => {
                counts.lease_lost.fetch_add(1, Relaxed);
                warn!("another worker had already answered this job");
            }
            (None, _) => {
                counts.given_back.fetch_add(1, Relaxed);
                info!("gave a job back, or stopped a cancelled one");
                self.queue.give_back(&lease).await;
            }
        }
    }

    /// Waits for the search of a job, and extends the lease meanwhile. When the grace time is over, or the job needs no
    /// answer any more, raises the search's stop flag.
    async fn beating<T>(&self, lease: &Lease, stop: &Stop, search: impl Future<Output = T>) -> T {
        let (mut search, mut over) = (pin!(search), pin!(self.over()));
        let mut beats = interval(LEASE / 3);
        beats.tick().await;
        loop {
            tokio::select! {
                done = &mut search => return done,
                _ = beats.tick() => {
                    if !self.queue.extend(lease).await {
                        stop.raise();
                    }
                }
                () = &mut over, if !stop.is_raised() => stop.raise(),
            }
        }
    }

    /// Waits until the grace time is over; for ever, if no signal to stop can come any more.
    async fn over(&self) {
        let mut phase = self.phase.clone();
        if phase.wait_for(|phase| *phase == Phase::Over).await.is_err() {
            pending::<()>().await;
        }
    }
}
