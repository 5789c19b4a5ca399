//! `plyd-queue submit`, `collect`, `cancel` and `delete`: a batch goes into the queue, and its answers come out in
//! order.

use std::io;
use std::path::Path;
use std::pin::pin;
use std::time::Duration;

use async_nats::HeaderMap;
use futures_util::{StreamExt, TryStreamExt, stream};
use plyd_terminal::{ProgressBar, progress, say};
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
const PATIENCE: Duration = Duration::from_secs(60);

/// How long to wait before asking for an answer again.
const PAUSE: Duration = Duration::from_millis(500);

/// Stores the jobs of a batch, and says what it waits for if that takes long.
pub(crate) async fn submit(nats: &Nats, name: &str, batch: Batch, priority: Option<Lane>) -> Result<(), String> {
    let bar = progress(batch.entries.len() as u64);
    telling(&nats.client(), &bar, Need::Server, store_batch(nats, name, batch, priority, &bar)).await
}

/// Stores the jobs of a batch that are neither stored nor answered yet.
async fn store_batch(
    nats: &Nats,
    name: &str,
    batch: Batch,
    priority: Option<Lane>,
    bar: &ProgressBar,
) -> Result<(), String> {
    let (jobs, hash) = (batch.entries.len(), batch.hash());
    let lane = priority.unwrap_or(Lane::of_size(jobs));
    let manifest = match nats.manifest(name).await? {
        Some(known) if (&known.hash, known.jobs, known.lane) == (&hash, jobs, lane) => known,
        Some(known) if (&known.hash, known.jobs) == (&hash, jobs) && known.stage != Stage::Cancelled => {
            if priority.is_some() {
                say(
                    bar,
                    &format!("plyd-queue: batch {name} keeps the priority of its first submit, {}", known.lane.name()),
                );
            }
            known
        }
        Some(Manifest { jobs, stage: Stage::Submitting | Stage::Submitted, .. }) => {
            return Err(format!(
                "there is a batch {name} with {jobs} different jobs; choose another --batch, or delete that one"
            ));
        }
        _ => Manifest { jobs, hash, lane, stage: Stage::Submitting, submitted_at: now() },
    };
    let manifest = Manifest { stage: Stage::Submitting, ..manifest };
    nats.set_manifest(name, &manifest).await?;
    let answered = nats.answered(name, &manifest).await?;
    let manifest = &manifest;
    let (repeats, equal) = (answered.iter().filter(|answered| **answered).count(), batch.equal());
    let entries = batch.entries.into_iter().zip(answered).enumerate().filter(|(_, (_, answered))| !answered);
    let sent = stream::iter(entries).map(|(index, (entry, _))| async move {
        let put = store(nats, name, manifest, index, entry).await;
        bar.inc(1);
        put.map_err(|error| format!("job {index}: {error}; run the same command again to continue from here"))
    });
    let stored = sent
        .buffer_unordered(IN_FLIGHT)
        .try_fold(0, |stored, put| async move { Ok(stored + usize::from(put == Put::Stored)) });
    let stored = stored.await?;
    nats.set_manifest(name, &Manifest { stage: Stage::Submitted, ..manifest.clone() }).await?;
    let (waiting, lane) = (jobs - stored - repeats, manifest.lane.name());
    let told = format!(
        "batch {name}: {jobs} jobs, {equal} of them duplicates; {stored} stored, {waiting} already waiting, {repeats} \
         already answered; priority {lane}"
    );
    say(bar, &told);
    Ok(())
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
    let manifest = known(nats, name).await?;
    nats.set_manifest(name, &Manifest { stage: Stage::Cancelled, ..manifest }).await?;
    let removed = nats.purge(name).await?;
    eprintln!("batch {name}: {removed} jobs removed; answers are kept for {ANSWERS_DAYS} days");
    Ok(())
}

/// Removes a batch with its jobs and its answers, so that its name is free.
pub(crate) async fn delete(nats: &Nats, name: &str) -> Result<(), String> {
    let Manifest { jobs, .. } = known(nats, name).await?;
    let removed = nats.purge(name).await?;
    nats.forget(name).await?;
    eprintln!("batch {name} with {jobs} jobs is deleted; {removed} of them had no answer");
    Ok(())
}

async fn known(nats: &Nats, name: &str) -> Result<Manifest, String> {
    nats.manifest(name).await?.ok_or_else(|| no_batch(name))
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
    let Manifest { jobs, hash, .. } = known(nats, name).await?;
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
            Ok(0) => missing(nats, name, hash, printer.next()).await,
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
enum Missing {
    /// Its job is waiting, or is not submitted yet.
    Yet,
    /// It will never come.
    Never(String),
}

/// Why an answer is missing. `None` if it is there by now.
async fn missing(nats: &Nats, name: &str, hash: &str, index: usize) -> Result<Option<Missing>, String> {
    let Manifest { hash: current, stage, .. } = known(nats, name).await?;
    let why = match stage {
        _ if current != hash => format!("batch {name} now has different jobs"),
        Stage::Cancelled => format!("batch {name} was cancelled"),
        Stage::Submitted if !nats.is_waiting(name, hash).await? => {
            format!("the others were removed after {ANSWERS_DAYS} days; run the same submit again to recompute them")
        }
        Stage::Submitting | Stage::Submitted => return Ok(Some(Missing::Yet)),
    };
    // The answer may have been stored since we asked for it.
    Ok(nats.answer(name, hash, index).await?.is_none().then_some(Missing::Never(why)))
}
