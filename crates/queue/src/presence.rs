//! Workers answer on a subject that they are alive, and which jobs they have.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use std::{env, fs, process};

use async_nats::{Client, StatusCode};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use tokio::time::timeout;
use tracing::warn;

use crate::nats::now;
use crate::work::Worker;

/// The subject on which workers are asked.
const SUBJECT: &str = "plyd.workers";

/// How long workers may take to answer.
const PATIENCE: Duration = Duration::from_secs(1);

/// What a worker answers.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    /// The machine and the process.
    pub(crate) name: String,
    /// When it was started.
    pub(crate) since: String,
    /// How many jobs of each batch it has.
    pub(crate) running: BTreeMap<String, usize>,
    /// How many answers it cannot store.
    pub(crate) unstored: usize,
}

impl Report {
    /// How many jobs the worker has.
    pub(crate) fn jobs(&self) -> usize {
        self.running.values().sum()
    }
}

/// Answers questions about this worker.
pub(crate) async fn answer(worker: Arc<Worker>) {
    let client = worker.queue.client();
    let mut asked = match client.subscribe(SUBJECT).await {
        Ok(asked) => asked,
        Err(error) => return warn!(%error, "status cannot show this worker"),
    };
    let (name, since) = (format!("{}-{}", machine(), process::id()), now());
    while let Some(question) = asked.next().await {
        let report = Report {
            name: name.clone(),
            since: since.clone(),
            running: worker.running(),
            unstored: worker.queue.unstored.load(Relaxed),
        };
        if let (Some(reply), Ok(report)) = (question.reply, serde_json::to_vec(&report)) {
            let _ = client.publish(reply, report.into()).await;
        }
    }
}

/// The name of the machine; on Kubernetes, of the pod.
fn machine() -> String {
    let of_kernel = || fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = env::var("HOSTNAME").ok().or_else(of_kernel).or_else(|| env::var("COMPUTERNAME").ok());
    name.map_or_else(|| "worker".to_owned(), |name| name.trim().to_owned())
}

/// Asks which workers are alive.
///
/// # Errors
/// If nobody answers within a second, not even the server, which knows if there are no workers.
pub(crate) async fn ask(client: &Client) -> Result<Vec<Report>, String> {
    let failed = |error: &dyn ToString| error.to_string();
    let inbox = client.new_inbox();
    let mut answers = client.subscribe(inbox.clone()).await.map_err(|error| failed(&error))?;
    client.publish_with_reply(SUBJECT, inbox, "".into()).await.map_err(|error| failed(&error))?;
    let mut reports = Vec::new();
    let all = async {
        while let Some(answer) = answers.next().await {
            if answer.status == Some(StatusCode::NO_RESPONDERS) {
                return;
            }
            reports.extend(serde_json::from_slice::<Report>(&answer.payload));
        }
    };
    let is_over = timeout(PATIENCE, all).await.is_ok();
    reports.sort_by(|one, other| one.name.cmp(&other.name));
    if is_over || !reports.is_empty() { Ok(reports) } else { Err("the server does not answer".to_owned()) }
}
