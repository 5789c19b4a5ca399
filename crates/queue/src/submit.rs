//! `plyd-queue submit`, `collect`, `cancel` and `delete`: a batch goes into the queue, and its answers come out in
//! order.

use std::io;
use std::path::Path;
use std::pin::pin;
use std::time::Duration;

use async_nats::HeaderMap;
use futures_util::{StreamExt, TryStreamExt, stream};
use plyd_terminal::{ProgressBar, progress, say};
use plyd_wire::{Code, Problem};
use serde::Serialize;
use tokio::time::{Instant, sleep};

use crate::answer::Answer;
use crate::batch::{Batch, Entry, Work, digits};
use crate::form::Form;
use crate::lane::Lane;
use crate::nats::{ANSWERS_DAYS, Manifest, Nats, Put, PutError, SAME_AS, SOURCE, Stage, now, with};
use crate::output::Output;
use crate::printer::Printer;
use crate::waits::{Need, telling};

/// Messages that are sent or fetched at a time.
const IN_FLIGHT: usize = 64;

/// How long to try again if the server does not answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// How long to wait before asking for an answer again.
pub(crate) const PAUSE: Duration = Duration::from_millis(500);

/// What has become of a batch's jobs.
#[derive(Debug, Serialize)]
pub(crate) struct Submitted {
    pub(crate) name: String,
    pub(crate) jobs: usize,
    /// Those that are the same as an earlier one.
    pub(crate) duplicates: usize,
    /// Those that were stored now, that were waiting already, and that were answered already.
    pub(crate) stored: usize,
    #[serde(rename = "already_waiting")]
    pub(crate) waiting: usize,
    #[serde(rename = "already_answered")]
    pub(crate) answered: usize,
    pub(crate) priority: Lane,
    /// Whether there was no batch of this name.
    #[serde(skip)]
    pub(crate) is_new: bool,
}

/// Stores the jobs of a batch, and says what it waits for if that takes long.
pub(crate) async fn submit(nats: &Nats, name: &str, batch: Batch, priority: Option<Lane>) -> Result<(), String> {
    let bar = progress(batch.entries.len() as u64);
    let storing = store_batch(nats, name, batch, priority, &bar);
    let submitted = telling(&nats.client(), &bar, Need::Server, storing).await.map_err(|problem| problem.detail)?;
    let Submitted { jobs, duplicates, stored, waiting, answered, priority: lane, .. } = submitted;
    let lane_name = lane.name();
    if priority.is_some_and(|asked| asked != lane) {
        say(&bar, &format!("plyd-queue: batch {name} keeps the priority of its first submit, {lane_name}"));
    }
    let counts = format!("{stored} stored, {waiting} already waiting, {answered} already answered");
    say(&bar, &format!("batch {name}: {jobs} jobs, {duplicates} of them duplicates; {counts}; priority {lane_name}"));
    Ok(())
}

/// Stores the jobs of a batch that are neither stored nor answered yet.
pub(crate) async fn store_batch(
    nats: &Nats,
    name: &str,
    batch: Batch,
    priority: Option<Lane>,
    bar: &ProgressBar,
) -> Result<Submitted, Problem> {
    let (jobs, duplicates, hash) = (batch.entries.len(), batch.equal(), batch.hash());
    let lane = priority.unwrap_or(Lane::of_size(jobs));
    let known = nats.manifest(name).await.map_err(away)?;
    let is_new = known.is_none();
    let mut manifest = match known {
        Some(known) if (&known.hash, known.jobs, known.lane) == (&hash, jobs, lane) => known,
        Some(known) if (&known.hash, known.jobs) == (&hash, jobs) && known.stage != Stage::Cancelled => known,
        Some(Manifest { jobs, stage: Stage::Submitting | Stage::Submitted, .. }) => {
            let detail =
                format!("there is a batch {name} with {jobs} different jobs; choose another name, or delete that one");
            return Err(Problem::new(Code::Conflict, detail));
        }
        known => Manifest { jobs, hash, lane, submitted_at: now(), ..known.unwrap_or_default() },
    };
    advance(nats, name, &mut manifest, Stage::Submitting).await?;
    let answered = nats.answered(name, &manifest).await.map_err(away)?;
    let repeats = answered.iter().filter(|answered| **answered).count();
    let stored_as = &manifest;
    let entries = batch.entries.into_iter().zip(answered).enumerate().filter(|(_, (_, answered))| !answered);
    let sent = stream::iter(entries).map(|(index, (entry, _))| async move {
        let put = store(nats, name, stored_as, index, entry).await;
        bar.inc(1);
        put.map_err(|error| unstored(&format!("job {index}"), &error))
    });
    let stored = sent
        .buffer_unordered(IN_FLIGHT)
        .try_fold(0, |stored, put| async move { Ok(stored + usize::from(put == Put::Stored)) });
    let stored = stored.await?;
    advance(nats, name, &mut manifest, Stage::Submitted).await?;
    let (name, waiting, priority) = (name.to_owned(), jobs - stored - repeats, manifest.lane);
    Ok(Submitted { name, jobs, duplicates, stored, waiting, answered: repeats, priority, is_new })
}

/// Stores how far a batch has got. If somebody else does the same at the same time, that is no fault, unless it has become
/// another batch or was cancelled.
async fn advance(nats: &Nats, name: &str, manifest: &mut Manifest, stage: Stage) -> Result<(), Problem> {
    manifest.stage = stage;
    while nats.set_manifest(name, manifest).await.map_err(|error| unstored("the batch", &error))? == Put::Refused {
        let now = nats.manifest(name).await.map_err(away)?.unwrap_or_default();
        if (&now.hash, now.jobs) != (&manifest.hash, manifest.jobs) || now.stage == Stage::Cancelled {
            let detail = format!("somebody else changed the batch {name} at the same time; ask for its status");
            return Err(Problem::new(Code::Conflict, detail));
        }
        *manifest = Manifest { stage, ..now };
    }
    Ok(())
}

/// The problem if a message could not be stored.
fn unstored(what: &str, error: &PutError) -> Problem {
    let code = if matches!(error, PutError::Full(_)) { Code::StoreFull } else { Code::Overloaded };
    Problem::new(code, format!("cannot store {what}: {error}; submit the same jobs again to continue from here"))
}

/// The problem if the server of NATS could not be asked.
pub(crate) fn away(error: String) -> Problem {
    Problem::new(Code::Overloaded, error)
}

/// Stores a job, or its answer if it needs no worker.
async fn store(nats: &Nats, name: &str, manifest: &Manifest, index: usize, entry: Entry) -> Result<Put, PutError> {
    let place = format!("{name}.{}.{index}", manifest.hash);
    let (job, answer) = (&format!("plyd.job.{}.{place}", manifest.lane.name()), &format!("plyd.answer.{place}"));
    let headers = &with(HeaderMap::new(), SOURCE, &entry.source.json());
    match entry.work {
        Work::Same(first) => {
            let headers = &with(headers.clone(), SAME_AS, &first.to_string());
            patiently(|| nats.put(answer, b"", headers.clone())).await
        }
        Work::Answered(own) => patiently(|| nats.put_answer(answer, &own, headers.clone())).await,
        Work::Job(text) => match patiently(|| nats.put(job, &text, headers.clone())).await {
            Err(PutError::TooLarge(bytes)) => {
                let refused = Answer::job_too_large(bytes, nats.max_bytes());
                patiently(|| nats.put_answer(answer, &refused, headers.clone())).await
            }
            stored => stored,
        },
    }
}

/// Stores a message, and tries again for a while if the server is silent.
async fn patiently<F: Future<Output = Result<Put, PutError>>>(put: impl Fn() -> F) -> Result<Put, PutError> {
    let until = Instant::now() + PATIENCE;
    loop {
        match put().await {
            Err(PutError::Silence(_)) if Instant::now() < until => sleep(PAUSE).await,
            put => return put,
        }
    }
}

/// Removes the jobs of a batch that are not answered yet.
pub(crate) async fn cancel(nats: &Nats, name: &str) -> Result<(), String> {
    let mut manifest = known(nats, name).await.map_err(|problem| problem.detail)?;
    advance(nats, name, &mut manifest, Stage::Cancelled).await.map_err(|problem| problem.detail)?;
    let removed = nats.purge(name).await?;
    eprintln!("batch {name}: {removed} jobs removed; answers are kept for {ANSWERS_DAYS} days");
    Ok(())
}

/// Removes a batch with its jobs and its answers, so that its name is free.
pub(crate) async fn delete(nats: &Nats, name: &str) -> Result<(), String> {
    let (jobs, removed) = remove(nats, name).await.map_err(|problem| problem.detail)?;
    eprintln!("batch {name} with {jobs} jobs is deleted; {removed} of them had no answer");
    Ok(())
}

/// The same. Returns how many jobs the batch had, and how many of them had no answer.
pub(crate) async fn remove(nats: &Nats, name: &str) -> Result<(usize, u64), Problem> {
    let Manifest { jobs, .. } = known(nats, name).await?;
    let removed = nats.purge(name).await.map_err(away)?;
    nats.forget(name).await.map_err(away)?;
    Ok((jobs, removed))
}

/// The manifest of a batch that exists.
pub(crate) async fn known(nats: &Nats, name: &str) -> Result<Manifest, Problem> {
    let missing = || Problem::new(Code::NotFound, no_batch(name));
    nats.manifest(name).await.map_err(away)?.ok_or_else(missing)
}

pub(crate) fn no_batch(name: &str) -> String {
    format!("there is no batch {name}; `plyd-queue submit` creates one")
}

/// Prints the answers of a batch in the order of its jobs, up to the first that is missing. With `follow`, waits.
/// With a file, continues after the answers in it.
pub(crate) async fn collect(
    nats: &Nats,
    name: &str,
    follow: bool,
    into: Option<&Path>,
    form: Form,
) -> Result<(), String> {
    let Manifest { jobs, hash, .. } = known(nats, name).await.map_err(|problem| problem.detail)?;
    let digits = digits(&hash);
    let mut printer = match into {
        None => Printer::new(Box::new(io::stdout()), digits, jobs).of_form(form),
        Some(path) => {
            let output = Output::open(path, &digits, jobs)?;
            let (next, failed) = (output.answers, output.failed);
            Printer::new(Box::new(output), digits, jobs).after(next, failed)
        }
    };
    let bar = printer.bar();
    let printing = print_all(nats, name, &hash, jobs, follow, &mut printer);
    let printed = if follow { telling(&nats.client(), &bar, Need::Workers, printing).await } else { printing.await };
    printed?;
    printer.end();
    match printer.failed() {
        0 => Ok(()),
        failed => Err(format!("{failed} of {jobs} jobs failed")),
    }
}

/// Prints all answers that are not printed yet.
async fn print_all(
    nats: &Nats,
    name: &str,
    hash: &str,
    jobs: usize,
    follow: bool,
    printer: &mut Printer,
) -> Result<(), String> {
    let mut builds: Vec<String> = Vec::new();
    let mut until = Instant::now() + PATIENCE;
    while printer.next() < jobs {
        let missing = match print_ready(nats, name, hash, jobs, printer, &mut builds).await {
            Ok(0) => missing(nats, name, hash, printer.next()).await.map_err(|problem| problem.detail),
            printed => printed.map(|_| None),
        };
        match missing {
            Ok(Some(Missing::Never(why))) => return Err(format!("{} of {jobs} answers; {why}", printer.next())),
            Ok(Some(Missing::Yet)) if !follow => {
                return Err(format!("{} of {jobs} answers; use --follow to wait for the others", printer.next()));
            }
            Ok(_) => until = Instant::now() + PATIENCE,
            // The server may be back soon.
            Err(_) if follow && Instant::now() < until => {}
            Err(error) => return Err(format!("{} of {jobs} answers; {error}", printer.next())),
        }
        if printer.next() < jobs {
            sleep(PAUSE).await;
        }
    }
    if builds.len() > 1 {
        printer.say(&format!("plyd-queue: the answers come from different builds or tables: {}", builds.join(", ")));
    }
    Ok(())
}

/// Prints the next answers, up to the first that is missing, and returns their number.
async fn print_ready(
    nats: &Nats,
    name: &str,
    hash: &str,
    jobs: usize,
    printer: &mut Printer,
    builds: &mut Vec<String>,
) -> Result<usize, String> {
    let begin = printer.next();
    let fetch = |index| nats.answer(name, hash, index);
    let mut fetched = pin!(stream::iter(begin..jobs).map(fetch).buffered(IN_FLIGHT));
    while let Some(kept) = fetched.try_next().await?.flatten() {
        // Unpacked only now, so that there is one unpacked answer at a time.
        printer.print(&kept.answer(), kept.source.as_deref());
        let built_by = kept.built_by();
        if !built_by.is_empty() && !builds.iter().any(|build| build == built_by) {
            builds.push(built_by.to_owned());
        }
    }
    Ok(printer.next() - begin)
}

/// Why an answer is missing.
pub(crate) enum Missing {
    /// Its job is waiting, or is not submitted yet.
    Yet,
    /// It will never come.
    Never(String),
}

/// Why an answer is missing. `None` if it is there by now.
pub(crate) async fn missing(nats: &Nats, name: &str, hash: &str, index: usize) -> Result<Option<Missing>, Problem> {
    let Manifest { hash: current, stage, .. } = known(nats, name).await?;
    let why = match stage {
        _ if current != hash => format!("batch {name} now has different jobs"),
        Stage::Cancelled => format!("batch {name} was cancelled"),
        Stage::Submitted if !nats.is_waiting(name, hash).await.map_err(away)? => {
            format!("the others were removed after {ANSWERS_DAYS} days; run the same submit again to recompute them")
        }
        Stage::Submitting | Stage::Submitted => return Ok(Some(Missing::Yet)),
    };
    // The answer may have been stored since we asked for it.
    Ok(nats.answer(name, hash, index).await.map_err(away)?.is_none().then_some(Missing::Never(why)))
}
