//! The queue in NATS JetStream.
//!
//! Jobs, answers and batches are kept in three streams, with one message for each subject. The server stores a job or
//! an answer only if its subject has no message yet. So submitting twice stores nothing new, and a job that is done
//! twice is answered once. A job leaves its stream when its answer is stored.
//!
//! | stream | subject | message |
//! |---|---|---|
//! | `PLYD_JOBS` | `plyd.job.LANE.BATCH.HASH.INDEX` | a job |
//! | `PLYD_ANSWERS` | `plyd.answer.BATCH.HASH.INDEX` | the answer, or the index of the equal job in a header |
//! | `PLYD_BATCHES` | `plyd.batch.BATCH` | a [`Manifest`] |
//!
//! `HASH` is the hash of the batch's jobs, so that a batch never gets answers to other jobs that had the same name. The
//! first message of `PLYD_JOBS` is not a job. A job and its answer have the job's source in a header.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use async_nats::jetstream::consumer::{IntoConsumerConfig, PullConsumer, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::{PublishMessage, StreamMessage};
use async_nats::jetstream::stream::{
    Config, DirectGetError, DirectGetErrorKind, DiscardPolicy, LastRawMessageErrorKind, Stream,
};
use async_nats::jetstream::{self, Context, ErrorCode};
use async_nats::{Client, HeaderMap, HeaderValue, datetime};
use futures_util::TryStreamExt;
use plyd_wire::BUILD;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::lane::Lane;
use crate::packing::{pack, unpack};
use crate::server::{self, NatsOptions, connecting};
use crate::settings;

/// How long a worker may be silent before another one gets its job.
pub(crate) const LEASE: Duration = Duration::from_secs(10);

/// How long answers are kept.
pub(crate) const ANSWERS_DAYS: u64 = 7;

/// Jobs that all workers together may hold.
const MOST_HELD: i64 = 20_000;

/// The largest manifest in bytes.
const MAX_MANIFEST_BYTES: usize = 1 << 20;

/// The largest answer in bytes, before it is compressed. Without a limit, a message of 1 MB could unpack to 1 GB.
pub(crate) const MAX_ANSWER_BYTES: usize = 16 << 20;

/// Errors of a server or a stream that has no room for a message.
const FULL: [ErrorCode; 4] = [
    ErrorCode::ACCOUNT_RESOURCES_EXCEEDED,
    ErrorCode::INSUFFICIENT_RESOURCES,
    ErrorCode::STORAGE_RESOURCES_EXCEEDED,
    ErrorCode::STREAM_STORE_FAILED,
];

/// Headers of answers: the build and the table size that the answer depends on, the status, and the index of the equal
/// job.
pub(crate) const BUILT_BY: &str = "Plyd-Build";
pub(crate) const STATUS: &str = "Plyd-Status";
pub(crate) const SAME_AS: &str = "Plyd-Same-As";

/// The header of a job, and of its answer, that says where the job comes from.
pub(crate) const SOURCE: &str = "Plyd-Source";

/// Room for headers in a message. A path may have 4 kB.
const HEADERS_BYTES: usize = 8 << 10;

/// The size, the hash and the state of a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) jobs: usize,
    pub(crate) hash: String,
    pub(crate) lane: Lane,
    pub(crate) stage: Stage,
    /// When it was submitted first. Manifests of earlier versions do not say it, and have the time of their message.
    #[serde(default)]
    pub(crate) submitted_at: String,
    /// The place of this message in its stream; 0 before it is stored. So nobody replaces a manifest that somebody else
    /// has just replaced.
    #[serde(skip)]
    pub(crate) revision: u64,
}

/// How far a batch has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Stage {
    /// Not all jobs are stored yet.
    #[default]
    Submitting,
    /// All jobs are stored.
    Submitted,
    /// The jobs that were not answered yet were removed.
    Cancelled,
}

/// Whether a message was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Put {
    Stored,
    /// The subject already has a message.
    Refused,
}

/// Why a message was not stored.
#[derive(Clone, Debug)]
pub(crate) enum PutError {
    /// The server did not answer. The message may be stored.
    Silence(String),
    /// The server refused it.
    Server(String),
    /// There is no room for it.
    Full(String),
    /// It has this many bytes, more than the server takes.
    TooLarge(usize),
}

impl fmt::Display for PutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Silence(error) | Self::Server(error) | Self::Full(error) => f.write_str(error),
            Self::TooLarge(bytes) => write!(f, "a message of {bytes} bytes is too large for the server"),
        }
    }
}

/// A stored answer.
pub(crate) struct Kept {
    message: StreamMessage,
    /// Where its job comes from, as JSON. `None` if no file is known, or the header is not JSON.
    pub(crate) source: Option<String>,
}

impl Kept {
    /// The answer. If the message cannot be read, because no worker wrote it, returns a problem. So the other answers
    /// of the batch can still be printed.
    pub(crate) fn answer(&self) -> Answer {
        let Self { message: StreamMessage { payload, headers, .. }, .. } = self;
        let read = unpack(payload, headers, MAX_ANSWER_BYTES + 1).and_then(|text| {
            let is_too_large = text.len() > MAX_ANSWER_BYTES;
            if is_too_large { Ok(Answer::too_large(MAX_ANSWER_BYTES)) } else { Answer::read(&text) }
        });
        read.unwrap_or_else(|why| Answer::unreadable(&why))
    }

    /// The build and the table size that the answer depends on; empty if they do not matter.
    pub(crate) fn built_by(&self) -> &str {
        self.header(BUILT_BY).unwrap_or_default()
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.message.headers.get(name).map(HeaderValue::as_str)
    }
}

/// A connection, the streams and the lanes.
pub(crate) struct Nats {
    pub(crate) jetstream: Context,
    pub(crate) jobs: Stream,
    pub(crate) answers: Stream,
    batches: Stream,
    pub(crate) lanes: [PullConsumer; 3],
    pub(crate) turns: AtomicUsize,
    pub(crate) built_by: String,
    /// Answers that could not be stored yet.
    pub(crate) unstored: Arc<AtomicUsize>,
}

impl Nats {
    /// Connects, and creates what is missing.
    ///
    /// # Errors
    /// A sentence that says why this server cannot be the queue.
    pub(crate) async fn connect(options: &NatsOptions, table_mb: u16) -> Result<Self, String> {
        let url = options.nats.as_deref().ok_or("--nats URL is missing; only submit works without a server")?;
        let opened = async {
            let client = server::connect(options, url).await?;
            Self::open(async_nats::jetstream::new(client), usize::from(options.replicas), table_mb).await
        };
        // Errors do not show the user and the password.
        let shown = url.rsplit('@').next().unwrap_or(url);
        connecting(shown, opened).await.map_err(|error| format!("{shown}: {error}"))
    }

    async fn open(jetstream: Context, replicas: usize, table_mb: u16) -> Result<Self, String> {
        let stream = async |name: &str, subject: &str, config: Config| {
            let config = Config {
                name: name.to_owned(),
                subjects: vec![subject.to_owned()],
                max_messages_per_subject: 1,
                num_replicas: replicas,
                allow_direct: true,
                ..config
            };
            let created = jetstream.get_or_create_stream(config.clone()).await;
            let stream = created.map_err(|error| format!("cannot use the stream {name}: {error}"))?;
            settings::check_stream(&stream.cached_info().config, &config)?;
            Ok::<Stream, String>(stream)
        };
        // Otherwise a full stream would silently drop its oldest messages.
        let full = Config { discard: DiscardPolicy::New, discard_new_per_subject: true, ..Config::default() };
        let max_age = Duration::from_secs(ANSWERS_DAYS * 86_400);
        let jobs = stream("PLYD_JOBS", "plyd.job.>", full.clone()).await?;
        let answers = stream("PLYD_ANSWERS", "plyd.answer.>", Config { max_age, ..full }).await?;
        let batches = stream("PLYD_BATCHES", "plyd.batch.>", Config::default()).await?;
        let lane = async |lane: Lane| -> Result<PullConsumer, String> {
            let name = format!("work-{}", lane.name());
            let config = pull::Config {
                durable_name: Some(name.clone()),
                filter_subject: format!("plyd.job.{}.>", lane.name()),
                ack_wait: LEASE,
                max_ack_pending: MOST_HELD,
                ..pull::Config::default()
            };
            let created = jobs.get_or_create_consumer(&name, config.clone()).await;
            let consumer = created.map_err(|error| format!("cannot use the consumer {name}: {error}"))?;
            settings::check_consumer(&consumer.cached_info().config, &config.into_consumer_config())?;
            Ok(consumer)
        };
        // The autoscaler would take a missing consumer for a long queue, so whoever connects first creates all three.
        let lanes = [lane(Lane::High).await?, lane(Lane::Normal).await?, lane(Lane::Low).await?];
        let (turns, built_by) = (AtomicUsize::new(0), format!("{BUILD} table {table_mb} MiB"));
        let unstored = Arc::new(AtomicUsize::new(0));
        let nats = Self { jetstream, jobs, answers, batches, lanes, turns, built_by, unstored };
        // To deliver the first message of a stream, the server counts all waiting messages, which takes a millisecond
        // for 10,000. So we put a message first that is not a job, and that no worker takes. The queue works without
        // it, too.
        if nats.jobs.cached_info().state.messages == 0 {
            let _ = nats.put("plyd.job.first", b"", HeaderMap::new()).await;
        }
        Ok(nats)
    }

    /// The client. Its state shows whether it is connected to the server.
    pub(crate) fn client(&self) -> Client {
        self.jetstream.client()
    }

    /// The largest message in bytes, minus room for headers.
    pub(crate) fn max_bytes(&self) -> usize {
        self.client().server_info().max_payload.saturating_sub(HEADERS_BYTES)
    }

    /// Stores a message if its subject has none.
    pub(crate) async fn put(&self, subject: &str, text: &[u8], headers: HeaderMap) -> Result<Put, PutError> {
        let (payload, headers) = pack(text, headers);
        if payload.len() > self.max_bytes() {
            return Err(PutError::TooLarge(text.len()));
        }
        let message = PublishMessage::build().payload(payload.into()).headers(headers);
        Ok(self.replace(subject, message, 0).await?.map_or(Put::Refused, |_| Put::Stored))
    }

    /// Stores a message if the last one of its subject has this sequence number, or if there is none and the number is 0.
    /// Returns the message's own number, or `None` if it was refused.
    async fn replace(&self, subject: &str, message: PublishMessage, last: u64) -> Result<Option<u64>, PutError> {
        let sent = self.jetstream.send_publish(subject.to_owned(), message.expected_last_subject_sequence(last));
        let stored = async { sent.await?.await };
        let error = match stored.await {
            Ok(stored) => return Ok(Some(stored.sequence)),
            Err(error) => error,
        };
        let code = error.source().and_then(|source| Some(source.downcast_ref::<jetstream::Error>()?.error_code()));
        let text = error.to_string();
        match (error.kind(), code) {
            (PublishErrorKind::WrongLastSequence, _) => Ok(None),
            (PublishErrorKind::TimedOut | PublishErrorKind::BrokenPipe, _) => Err(PutError::Silence(text)),
            (_, Some(code)) if FULL.contains(&code) => Err(PutError::Full(text)),
            _ => Err(PutError::Server(text)),
        }
    }

    /// Stores the answer to a job if it has none.
    pub(crate) async fn put_answer(&self, subject: &str, answer: &Answer, headers: HeaderMap) -> Result<Put, PutError> {
        let headers = with(headers, STATUS, &answer.status.to_string());
        self.put(subject, answer.stored().as_bytes(), headers).await
    }

    /// The manifest of a batch.
    pub(crate) async fn manifest(&self, batch: &str) -> Result<Option<Manifest>, String> {
        let message = found(self.batches.direct_get_last_for_subject(format!("plyd.batch.{batch}")).await)?;
        let read = |message: StreamMessage| match message.payload.len() {
            0..=MAX_MANIFEST_BYTES => serde_json::from_slice(&message.payload)
                .map(|manifest: Manifest| match manifest.submitted_at.is_empty() {
                    true => Manifest { submitted_at: time(message.time), ..manifest },
                    false => manifest,
                })
                .map(|manifest| Manifest { revision: message.sequence, ..manifest })
                .map_err(|error| format!("the manifest of batch {batch} is invalid: {error}")),
            bytes => Err(format!("the manifest of {batch} is {bytes} bytes long; the limit is {MAX_MANIFEST_BYTES}")),
        };
        message.map(read).transpose()
    }

    /// Replaces the manifest of a batch, unless somebody else has done so since it was read.
    pub(crate) async fn set_manifest(&self, batch: &str, manifest: &mut Manifest) -> Result<Put, PutError> {
        let text = serde_json::to_vec(manifest).expect("a manifest is plain data");
        let message = PublishMessage::build().payload(text.into());
        let stored = self.replace(&format!("plyd.batch.{batch}"), message, manifest.revision).await?;
        let Some(revision) = stored else { return Ok(Put::Refused) };
        manifest.revision = revision;
        Ok(Put::Stored)
    }

    /// The names of all batches.
    pub(crate) async fn batch_names(&self) -> Result<Vec<String>, String> {
        let subjects = self.batches.info_with_subjects("plyd.batch.>").await.map_err(|error| error.to_string())?;
        let subjects: Vec<(String, usize)> = subjects.try_collect().await.map_err(|error| error.to_string())?;
        let name = |(subject, _): (String, usize)| subject.strip_prefix("plyd.batch.").map(str::to_owned);
        let mut names: Vec<String> = subjects.into_iter().filter_map(name).collect();
        names.sort();
        Ok(names)
    }

    /// Which jobs of a batch have an answer.
    pub(crate) async fn answered(&self, batch: &str, manifest: &Manifest) -> Result<Vec<bool>, String> {
        let mut answered = vec![false; manifest.jobs];
        let filter = format!("plyd.answer.{batch}.{}.>", manifest.hash);
        let mut subjects = self.answers.info_with_subjects(&filter).await.map_err(|error| error.to_string())?;
        while let Some((subject, _)) = subjects.try_next().await.map_err(|error| error.to_string())? {
            let index = subject.rsplit('.').next().and_then(|index| index.parse::<usize>().ok());
            if let Some(answered) = index.and_then(|index| answered.get_mut(index)) {
                *answered = true;
            }
        }
        Ok(answered)
    }

    /// The answer to the job with this index, if there is one. A job that is the same as an earlier one has the earlier
    /// one's answer.
    pub(crate) async fn answer(&self, batch: &str, hash: &str, index: usize) -> Result<Option<Kept>, String> {
        let Some(kept) = self.kept(batch, hash, index).await? else { return Ok(None) };
        match kept.header(SAME_AS).and_then(|first| first.parse().ok()) {
            Some(first) => {
                let first = self.kept(batch, hash, first).await?;
                Ok(first.map(|first| Kept { source: kept.source, ..first }))
            }
            None => Ok(Some(kept)),
        }
    }

    async fn kept(&self, batch: &str, hash: &str, index: usize) -> Result<Option<Kept>, String> {
        let subject = format!("plyd.answer.{batch}.{hash}.{index}");
        let message = found(self.answers.direct_get_last_for_subject(subject).await)?;
        Ok(message.map(|message| {
            let source = message.headers.get(SOURCE).map(|source| source.as_str().to_owned());
            let source = source.filter(|source| serde_json::from_str::<IgnoredAny>(source).is_ok());
            Kept { message, source }
        }))
    }

    /// Whether a job of a batch is not answered yet.
    pub(crate) async fn is_waiting(&self, batch: &str, hash: &str) -> Result<bool, String> {
        let last = self.jobs.get_last_raw_message_by_subject(&format!("plyd.job.*.{batch}.{hash}.>")).await;
        match last {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(false),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Removes the jobs of a batch, and returns their number.
    pub(crate) async fn purge(&self, batch: &str) -> Result<u64, String> {
        let purged = self.jobs.purge().filter(format!("plyd.job.*.{batch}.>")).await;
        Ok(purged.map_err(|error| error.to_string())?.purged)
    }

    /// Removes the answers of a batch, and its manifest.
    pub(crate) async fn forget(&self, batch: &str) -> Result<(), String> {
        let answers = self.answers.purge().filter(format!("plyd.answer.{batch}.>")).await;
        answers.map_err(|error| error.to_string())?;
        let manifest = self.batches.purge().filter(format!("plyd.batch.{batch}")).await;
        manifest.map(|_| ()).map_err(|error| error.to_string())
    }
}

/// The time now, as in RFC 3339.
pub(crate) fn now() -> String {
    time(datetime::now())
}

fn time(at: datetime::DateTime) -> String {
    let (date, time) = (at.date(), at.time());
    let month = u8::from(date.month());
    format!(
        "{:04}-{month:02}-{:02}T{:02}:{:02}:{:02}Z",
        date.year(),
        date.day(),
        time.hour(),
        time.minute(),
        time.second()
    )
}

/// The message; `None` if there is none.
pub(crate) fn found(message: Result<StreamMessage, DirectGetError>) -> Result<Option<StreamMessage>, String> {
    match message {
        Ok(message) => Ok(Some(message)),
        Err(error) if error.kind() == DirectGetErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// Whether a name can be part of a subject.
pub(crate) fn batch_name(text: &str) -> Result<String, String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    match text {
        "" => Err("expected a name such as club-2026".to_owned()),
        _ if text.len() <= 64 && text.chars().all(is_name) => Ok(text.to_owned()),
        _ => {
            let near: String = text.chars().take(64).map(|c| if is_name(c) { c } else { '-' }).collect();
            Err(format!("expected at most 64 letters, digits, - and _; did you mean {near}?"))
        }
    }
}

/// These headers and another one.
pub(crate) fn with(mut headers: HeaderMap, name: &str, value: &str) -> HeaderMap {
    headers.insert(name, value);
    headers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_batches_are_tokens_of_subjects() {
        assert_eq!(batch_name("club-2026"), Ok("club-2026".to_owned()));
        assert!(batch_name("club 2026.1").unwrap_err().ends_with("did you mean club-2026-1?"));
        assert!(batch_name("").is_err() && batch_name(&"x".repeat(65)).is_err());
    }
}
