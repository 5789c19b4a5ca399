//! `plyd-queue status`: how far batches are, and which workers are alive.

use std::collections::HashMap;
use std::pin::pin;
use std::time::Duration;
use std::{array, mem};

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::Stream;
use async_nats::{HeaderMap, HeaderValue};
use futures_util::{StreamExt, TryStreamExt, stream};
use plyd_terminal::visible;
use serde::Serialize;
use tokio::time::timeout;

use crate::nats::{Manifest, Nats, SAME_AS, STATUS};
use crate::presence::{self, Report};
use crate::submit::no_batch;

/// Messages that the server sends at a time, without their payloads.
const AT_A_TIME: usize = 1000;

/// Batches that are counted at a time.
const BATCHES: usize = 8;

/// How long the server may take to send messages. After this time without a request, it drops the consumer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The state of a queue.
#[derive(Debug, Serialize)]
pub(crate) struct Status {
    pub(crate) batches: Vec<BatchStatus>,
    pub(crate) workers: Vec<WorkerStatus>,
}

/// How far a batch is. If it was cancelled, or answers have left, it has more jobs than the other numbers together.
#[derive(Debug, Serialize)]
pub(crate) struct BatchStatus {
    pub(crate) name: String,
    pub(crate) jobs: usize,
    pub(crate) waiting: usize,
    /// Those that workers say they have.
    pub(crate) running: usize,
    /// Those answered with status 200.
    pub(crate) done: usize,
    /// Those answered with another status.
    pub(crate) failed: usize,
    pub(crate) submitted_at: String,
}

/// A worker that is alive.
#[derive(Debug, Serialize)]
pub(crate) struct WorkerStatus {
    pub(crate) name: String,
    pub(crate) running: usize,
    pub(crate) since: String,
}

/// The state of a batch, or of all batches, and of all workers.
///
/// # Errors
/// A sentence, if there is no such batch.
pub(crate) async fn status(nats: &Nats, name: Option<&str>) -> Result<Status, String> {
    let names = match name {
        Some(name) => vec![name.to_owned()],
        None => nats.batch_names().await?,
    };
    let workers = presence::ask(&nats.client()).await?;
    let reports = &workers;
    let read = |name: String| async move { of_batch(nats, &name, reports).await };
    let batches = stream::iter(names).map(read).buffered(BATCHES);
    // Another command may have deleted a batch meanwhile.
    let batches: Vec<Option<BatchStatus>> = batches.try_collect().await?;
    let batches: Vec<BatchStatus> = batches.into_iter().flatten().collect();
    match name {
        Some(name) if batches.is_empty() => Err(no_batch(name)),
        _ => Ok(Status { batches, workers: workers.into_iter().map(WorkerStatus::of).collect() }),
    }
}

async fn of_batch(nats: &Nats, name: &str, workers: &[Report]) -> Result<Option<BatchStatus>, String> {
    let Some(manifest) = nats.manifest(name).await? else { return Ok(None) };
    let [done, failed, later] = answered(nats, name, &manifest).await?;
    let Manifest { jobs, hash, submitted_at, .. } = manifest;
    let stored = Counted::of(&nats.jobs, format!("plyd.job.*.{name}.{hash}.>")).await?;
    stored.forget().await;
    // A job that has just been answered may still be there.
    let left = (if stored.left > 0 { stored.left + later } else { 0 }).min(jobs.saturating_sub(done + failed));
    let running: usize = workers.iter().filter_map(|worker| worker.running.get(name)).sum();
    let running = running.min(left);
    let name = name.to_owned();
    Ok(Some(BatchStatus { name, jobs, waiting: left - running, running, done, failed, submitted_at }))
}

/// See [`Tally::sums`].
async fn answered(nats: &Nats, name: &str, manifest: &Manifest) -> Result<[usize; 3], String> {
    let (hash, mut tally) = (&manifest.hash, Tally::default());
    let mut answers = Counted::of(&nats.answers, format!("plyd.answer.{name}.{hash}.>")).await?;
    let seen = answers.each(|index, headers| tally.add(index, headers)).await;
    answers.forget().await;
    seen?;
    let unknown = mem::take(&mut tally.unknown);
    let read = |index| async move { Ok::<_, String>((index, nats.answer(name, hash, index).await?)) };
    let mut read = pin!(stream::iter(unknown).map(read).buffered(BATCHES));
    while let Some((index, kept)) = read.try_next().await? {
        tally.failures.insert(index, kept.is_some_and(|kept| kept.answer().is_failure()));
    }
    Ok(tally.sums())
}

/// Counts answers.
#[derive(Debug, Default)]
struct Tally {
    /// For each job with an answer of its own, whether it has failed.
    failures: HashMap<usize, bool>,
    /// For each job that is the same as an earlier one, the index of that one.
    same: Vec<usize>,
    /// Answers of workers of earlier versions, which did not store the status in a header.
    unknown: Vec<usize>,
}

impl Tally {
    fn add(&mut self, index: usize, headers: &HeaderMap) {
        let header = |name: &str| headers.get(name).map(HeaderValue::as_str);
        match (header(SAME_AS).and_then(|first| first.parse().ok()), header(STATUS)) {
            (Some(first), _) => self.same.push(first),
            (None, Some(status)) => drop(self.failures.insert(index, status != "200")),
            (None, None) => self.unknown.push(index),
        }
    }

    /// How many jobs are done, how many have failed, and how many are the same as one that has no answer yet.
    fn sums(&self) -> [usize; 3] {
        let own = self.failures.values().copied().map(Some);
        let all = own.chain(self.same.iter().map(|first| self.failures.get(first).copied()));
        all.fold([0; 3], |[done, failed, later], is_failure| match is_failure {
            Some(false) => [done + 1, failed, later],
            Some(true) => [done, failed + 1, later],
            None => [done, failed, later + 1],
        })
    }
}

/// The messages of a stream that a filter selects.
struct Counted<'a> {
    stream: &'a Stream,
    consumer: PullConsumer,
    /// How many have not been sent yet.
    left: usize,
}

impl<'a> Counted<'a> {
    async fn of(stream: &'a Stream, filter: String) -> Result<Self, String> {
        let config = pull::Config {
            filter_subject: filter,
            headers_only: true,
            ack_policy: AckPolicy::None,
            memory_storage: true,
            inactive_threshold: PATIENCE,
            ..pull::Config::default()
        };
        let consumer = stream.create_consumer(config).await.map_err(|error| error.to_string())?;
        let left = consumer.cached_info().num_pending as usize;
        Ok(Self { stream, consumer, left })
    }

    /// Calls a function with the index at the end of each subject, and the headers.
    async fn each(&mut self, mut see: impl FnMut(usize, &HeaderMap)) -> Result<(), String> {
        let none = HeaderMap::new();
        while self.left > 0 {
            let fetched = async {
                let fetch = self.consumer.fetch().max_messages(self.left.min(AT_A_TIME)).messages();
                let messages = fetch.await.map_err(|error| error.to_string())?;
                messages.try_collect::<Vec<_>>().await.map_err(|error| error.to_string())
            };
            let late = |_| Err("the server does not answer".to_owned());
            let messages = timeout(PATIENCE, fetched).await.unwrap_or_else(late)?;
            // Some may have left meanwhile.
            self.left = if messages.is_empty() { 0 } else { self.left - messages.len() };
            for message in messages {
                if let Some(index) = message.subject.rsplit('.').next().and_then(|index| index.parse().ok()) {
                    see(index, message.headers.as_ref().unwrap_or(&none));
                }
            }
        }
        Ok(())
    }

    /// Deletes the consumer, which is not needed any more.
    async fn forget(&self) {
        let _ = self.stream.delete_consumer(&self.consumer.cached_info().name).await;
    }
}

impl Status {
    /// The state as a table for people.
    pub(crate) fn text(&self) -> String {
        let mut rows = vec![["batch", "jobs", "waiting", "running", "done", "failed", "submitted"].map(str::to_owned)];
        rows.extend(self.batches.iter().map(BatchStatus::row));
        let mut text = table(&rows);
        text += match self.workers.len() {
            0 => "\nno worker answers\n",
            _ => "\n",
        };
        if !self.workers.is_empty() {
            let mut rows = vec![["worker", "running", "since"].map(str::to_owned)];
            rows.extend(self.workers.iter().map(WorkerStatus::row));
            text += &table(&rows);
        }
        text
    }
}

impl BatchStatus {
    fn row(&self) -> [String; 7] {
        let Self { name, jobs, waiting, running, done, failed, submitted_at } = self;
        let [jobs, waiting, running, done, failed] = [jobs, waiting, running, done, failed].map(usize::to_string);
        [name.clone(), jobs, waiting, running, done, failed, submitted_at.clone()]
    }
}

impl WorkerStatus {
    fn of(report: Report) -> Self {
        Self { running: report.jobs(), name: report.name, since: report.since }
    }

    fn row(&self) -> [String; 3] {
        // Anyone who may publish to the server can pretend to be a worker.
        [&*self.name, &self.running.to_string(), &self.since].map(|cell| visible(cell).into_owned())
    }
}

/// Rows as lines with aligned columns. Numbers are short enough to be aligned at the left.
fn table<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = array::from_fn(width);
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use crate::nats::with;

    use super::*;

    #[test]
    fn equal_jobs_are_done_and_fail_together() {
        let mut tally = Tally::default();
        let none = HeaderMap::new;
        tally.add(0, &with(none(), STATUS, "200"));
        tally.add(1, &with(none(), STATUS, "422"));
        tally.add(2, &with(none(), SAME_AS, "0"));
        tally.add(3, &with(none(), SAME_AS, "1"));
        tally.add(4, &with(none(), SAME_AS, "9"));
        tally.add(5, &none());
        assert_eq!((tally.sums(), &*tally.unknown), ([2, 2, 1], &[5][..]));
    }
}
