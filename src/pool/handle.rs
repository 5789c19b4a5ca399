//! The caller's side of a job.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::sync::oneshot;
use tokio::time::Sleep;

use super::error::PoolError;
use super::metrics::Stage;
use super::queue::Ticket;
use super::worker::Shared;
use crate::search::Stop;

/// An admitted job: a future of its result.
///
/// Dropping it cancels the job: it leaves the queue, or its stop flag is raised.
#[must_use = "dropped, it cancels its job"]
pub struct JobHandle<T> {
    pub(super) receiver: oneshot::Receiver<Result<T, PoolError>>,
    pub(super) stop: Stop,
    /// `None` once the deadline has passed.
    pub(super) expiry: Option<Pin<Box<Sleep>>>,
    pub(super) ticket: Ticket,
    pub(super) finished: bool,
    pub(super) shared: Arc<Shared>,
}

impl<T> Future for JobHandle<T> {
    type Output = Result<T, PoolError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if let Poll::Ready(received) = Pin::new(&mut self.receiver).poll(context) {
            self.finished = true;
            // A job whose caller still waits is dropped by a pool that closes, or by a panic that it did not catch.
            let dropped = || if self.shared.lock().open { PoolError::Panicked } else { PoolError::Closed };
            return Poll::Ready(received.unwrap_or_else(|_| Err(dropped())));
        }
        if self.expiry.as_mut().is_some_and(|expiry| expiry.as_mut().poll(context).is_ready()) {
            self.expiry = None;
            // The caller learns it at the deadline, not when a worker is free. A job that runs ends by itself.
            let removed = self.shared.lock().queue.remove(self.ticket);
            if removed.is_some() {
                self.finished = true;
                return Poll::Ready(Err(self.shared.expired(self.ticket.client)));
            }
        }
        Poll::Pending
    }
}

impl<T> Drop for JobHandle<T> {
    fn drop(&mut self) {
        if !self.finished {
            self.stop.raise();
            // Dropped outside of the lock: a job may own anything, the handle of another job for example.
            let removed = self.shared.lock().queue.remove(self.ticket);
            self.shared.metrics.cancelled(if removed.is_some() { Stage::Queued } else { Stage::Running }, 1);
        }
    }
}
