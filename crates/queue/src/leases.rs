//! The jobs that a worker takes from NATS JetStream.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use async_nats::HeaderMap;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use plyd_wire::Caps;
use serde::de::IgnoredAny;
use serde_json::json;
use tokio::time::{sleep, timeout};
use tracing::{info, warn};

use crate::answer::Answer;
use crate::lane::Lane;
use crate::nats::{BUILT_BY, MAX_ANSWER_BYTES, Nats, Put, PutError, SOURCE, found, with};
use crate::packing::unpack;

/// How long a worker waits for a job before it looks into the other lanes.
const PULL: Duration = Duration::from_secs(1);

/// A job that this worker holds.
pub(crate) struct Lease {
    message: Message,
    sequence: u64,
    /// The subject of the answer.
    answer: String,
    pub(crate) job: Vec<u8>,
    /// How often it was taken, this time included.
    pub(crate) deliveries: u64,
}

impl Lease {
    /// The name of the job's batch.
    pub(crate) fn batch(&self) -> &str {
        self.answer.split('.').nth(2).unwrap_or_default()
    }
}

impl Nats {
    /// Waits a moment for a job.
    pub(crate) async fn take(&self) -> Option<Lease> {
        // While an answer waits to be stored, no job is taken: the job's answer could not be stored either, and the job
        // would use up one of its deliveries.
        if self.unstored.load(Relaxed) == 0 {
            match self.next().await {
                Ok(lease) => return lease,
                Err(error) => warn!(error, "cannot take a job; trying again"),
            }
        }
        sleep(PULL).await;
        None
    }

    /// Tells the queue that a worker is still at work. Returns whether the job still needs an answer.
    pub(crate) async fn extend(&self, lease: &Lease) -> bool {
        // If this cannot be sent, another worker gets the job too, but only one answer is stored.
        let _ = lease.message.ack_with(AckKind::Progress).await;
        // The job leaves its stream if its batch is cancelled, or another worker answers it.
        !matches!(found(self.jobs.direct_get(lease.sequence).await), Ok(None))
    }

    /// Stores the answer and forgets the job. Tries again until it succeeds; in the meantime, another worker may get
    /// the job. Returns whether this is the job's first answer.
    pub(crate) async fn finish(&self, lease: &Lease, answer: &Answer) -> bool {
        let mut headers = with(HeaderMap::new(), BUILT_BY, &self.built_by);
        if let Some(source) = lease.message.headers.as_ref().and_then(|headers| headers.get(SOURCE)) {
            headers = with(headers, SOURCE, source.as_str());
        }
        let (cannot_be_read, cannot_be_sent) =
            (Answer::too_large(MAX_ANSWER_BYTES), Answer::too_large(self.max_bytes()));
        let mut answer = if answer.stored().len() > MAX_ANSWER_BYTES { &cannot_be_read } else { answer };
        let (mut pause, mut tries) = (Duration::from_millis(100), 0);
        let put = loop {
            match self.put_answer(&lease.answer, answer, headers.clone()).await {
                Ok(put) => break put,
                Err(PutError::TooLarge(_)) => answer = &cannot_be_sent,
                Err(PutError::Silence(error) | PutError::Server(error) | PutError::Full(error)) => {
                    warn!(error, "cannot store an answer; trying again");
                    self.unstored.fetch_add(usize::from(tries == 0), Relaxed);
                    tries += 1;
                    sleep(pause).await;
                    pause = (2 * pause).min(Duration::from_secs(5));
                }
            }
        };
        self.unstored.fetch_sub(usize::from(tries > 0), Relaxed);
        self.remove(lease).await;
        put == Put::Stored
    }

    /// Lets another worker have the job.
    pub(crate) async fn give_back(&self, lease: &Lease) {
        let _ = lease.message.ack_with(AckKind::Nak(None)).await;
        let _ = self.client().flush().await;
    }

    /// The next job. The turn decides which lane is tried first. `None` if no job comes for a while.
    async fn next(&self) -> Result<Option<Lease>, String> {
        for lane in Lane::order(self.turns.fetch_add(1, Relaxed)) {
            if let Some(message) = self.pull(lane, None).await? {
                return self.read(message).await;
            }
        }
        // Small batches are in this lane, and should begin soon.
        match self.pull(Lane::High, Some(PULL)).await? {
            Some(message) => self.read(message).await,
            None => Ok(None),
        }
    }

    /// The next job of a lane, if one waits or comes within this time.
    async fn pull(&self, lane: Lane, wait: Option<Duration>) -> Result<Option<Message>, String> {
        let lane = &self.lanes[lane as usize];
        let pulled = async {
            let mut messages = match wait {
                Some(wait) => lane.batch().max_messages(1).expires(wait).messages().await,
                None => lane.fetch().max_messages(1).messages().await,
            }
            .map_err(|error| error.to_string())?;
            messages.next().await.transpose().map_err(|error| error.to_string())
        };
        // Without a server there is never an answer.
        let limit = wait.unwrap_or_default() + Duration::from_secs(5);
        timeout(limit, pulled).await.unwrap_or_else(|_| Err("the server does not answer".to_owned()))
    }

    /// The job in a message. `None` if it was answered before: its worker failed right after it had stored the answer.
    async fn read(&self, message: Message) -> Result<Option<Lease>, String> {
        let info = message.info().map_err(|error| error.to_string())?;
        let (sequence, deliveries) = (info.stream_sequence, info.delivered.unsigned_abs());
        let place = message.subject.splitn(4, '.').last().unwrap_or_default();
        let answer = format!("plyd.answer.{place}");
        // A job that cannot be unpacked is answered like any other text that is not JSON.
        let headers = message.headers.clone().unwrap_or_default();
        let job = unpack(&message.payload, &headers, Caps::MAX_BATCH_BYTES + 1).unwrap_or_default();
        let lease = Lease { message, sequence, answer, job, deliveries };
        if deliveries > 1 && found(self.answers.direct_get_last_for_subject(&lease.answer).await)?.is_some() {
            self.remove(&lease).await;
            return Ok(None);
        }
        Ok(Some(lease))
    }

    /// Removes a job whose answer is stored. If this fails, the job comes back, and is removed then.
    async fn remove(&self, lease: &Lease) {
        let _ = lease.message.ack().await;
        // Without overwriting the job on the disk, which is the default of the client's own function.
        let request = json!({ "seq": lease.sequence, "no_erase": true });
        let removed: Result<IgnoredAny, _> = self.jetstream.request("STREAM.MSG.DELETE.PLYD_JOBS", &request).await;
        if let Err(error) = removed {
            info!(error = error.to_string(), "could not remove an answered job yet");
        }
    }
}
