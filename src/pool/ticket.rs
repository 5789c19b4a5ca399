//! What a caller holds while its job waits and runs.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::sync::oneshot;
use tokio::time::Sleep;

use super::error::PoolError;
use super::meters::Stage;
use super::worker::Shared;
use crate::search::Stop;

/// Work that was admitted: a future of its result.
///
/// Dropping it takes the work out of the queue or stops it: a caller that goes away frees its place or its worker.
#[must_use = "dropped, it stops its work"]
pub struct Ticket<T> {
    pub(super) receiver: oneshot::Receiver<Result<T, PoolError>>,
    pub(super) stop: Stop,
    /// Set until the deadline has passed.
    pub(super) expiry: Option<Pin<Box<Sleep>>>,
    pub(super) id: u64,
    pub(super) settled: bool,
    pub(super) shared: Arc<Shared>,
}

impl<T> Future for Ticket<T> {
    type Output = Result<T, PoolError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if let Poll::Ready(received) = Pin::new(&mut self.receiver).poll(context) {
            self.settled = true;
            // Dropped unrun while somebody waits: only a pool that closes does that.
            return Poll::Ready(received.unwrap_or(Err(PoolError::Closed)));
        }
        if self.expiry.as_mut().is_some_and(|expiry| expiry.as_mut().poll(context).is_ready()) {
            self.expiry = None;
            // Waited all its time, and no longer: the workers may be busy for much longer than that. What runs ends by
            // itself.
            let forgotten = self.shared.lock().queue.forget(self.id);
            if forgotten.is_some() {
                self.settled = true;
                return Poll::Ready(Err(self.shared.expired()));
            }
        }
        Poll::Pending
    }
}

impl<T> Drop for Ticket<T> {
    fn drop(&mut self) {
        if !self.settled {
            self.stop.raise();
            // Dropped outside of the lock: a job may hold anything.
            let forgotten = self.shared.lock().queue.forget(self.id);
            let stage = if forgotten.is_some() { Stage::Queued } else { Stage::Running };
            self.shared.meters.cancelled(stage, 1);
        }
    }
}
