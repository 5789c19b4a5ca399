//! Keeps a worker busy for as long as a test wants.

use std::sync::mpsc::{Sender, channel};
use std::time::Instant;

use plyd::pool::{JobHandle, SearchPool};
use plyd::search::{Engine, Stop};
use tokio::sync::oneshot;

/// An interactive job that runs until it is released.
pub struct Held {
    /// Dropping it ends the job.
    pub release: Sender<()>,
    /// Fails if the job has not begun by its deadline.
    pub begun: oneshot::Receiver<()>,
    pub job: JobHandle<()>,
}

pub fn hold(pool: &SearchPool, deadline: Instant) -> Held {
    let (release, released) = channel::<()>();
    let (began, begun) = oneshot::channel();
    let work = move |_: &mut Engine, _: &Stop, _| {
        let _ = began.send(());
        released.recv().unwrap_or_default();
    };
    let job = pool.submit(deadline, work).unwrap();
    Held { release, begun, job }
}
