//! Backpressure for answers that are produced in chunks: bounds on buffered bytes, and on the time that they wait.
//!
//! A producer acquires a [`Permit`] before it makes each chunk. It gets one while its answer buffers less than
//! [`BYTES_PER_ANSWER`] and the common [`Budget`] has room. An answer that buffers nothing gets one in any case, so slow
//! readers delay other clients but never stop them. An answer of which the client reads nothing for too long is aborted.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::stream;
use tokio::sync::{Notify, Semaphore};
use tokio::task::AbortHandle;
use tokio::time::sleep;

/// The budget of all answers together.
const TOTAL_BYTES: usize = 16 << 20;

/// An answer that buffers more gets no further permits.
const BYTES_PER_ANSWER: usize = 128 << 10;

/// The bytes of a permit until the size of its chunk is known. A larger chunk may exceed the budget; later permits then
/// wait for longer.
const EXPECTED_BYTES: usize = 4 << 10;

/// The most bytes that the connection takes at a time. A slow one buffers as many, uncounted.
const MAX_READ: usize = 16 << 10;

/// The bytes that all answers may buffer.
pub(super) struct Budget {
    free: Semaphore,
    /// Bytes taken beyond the budget.
    overdraft: AtomicUsize,
}

impl Default for Budget {
    fn default() -> Self {
        Self::of(TOTAL_BYTES)
    }
}

impl Budget {
    fn of(bytes: usize) -> Self {
        Self { free: Semaphore::new(bytes), overdraft: AtomicUsize::new(0) }
    }

    /// Waits for room, in order. Its future has to be polled, or it blocks those behind it.
    async fn reserve(&self, bytes: usize) {
        let permits = self.free.acquire_many(bytes as u32).await;
        permits.expect("never closed").forget();
    }

    /// Takes bytes at once, beyond the budget if need be.
    fn overdraw(&self, bytes: usize) {
        let found = self.free.forget_permits(bytes);
        self.overdraft.fetch_add(bytes - found, Ordering::SeqCst);
    }

    fn release(&self, bytes: usize) {
        let pay = |overdraft: usize| Some(overdraft.saturating_sub(bytes));
        let overdraft = self.overdraft.fetch_update(Ordering::SeqCst, Ordering::SeqCst, pay).unwrap_or_default();
        self.free.add_permits(bytes.saturating_sub(overdraft));
    }
}

/// The buffered chunks of one answer, between its producer task and its connection.
pub(super) struct SendBuffer {
    budget: Arc<Budget>,
    state: Mutex<State>,
    /// Notifies the producer that less is buffered.
    drained: Notify,
    /// Notifies the connection of a new chunk, or of the end.
    filled: Notify,
}

#[derive(Default)]
struct State {
    ready: VecDeque<Bytes>,
    /// Bytes that are ready or reserved by permits.
    buffered: usize,
    /// The number of reads by the connection.
    reads: u64,
    end: Option<End>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Complete,
    Aborted,
}

/// Permission to buffer one chunk.
pub(super) struct Permit {
    buffer: Arc<SendBuffer>,
    bytes: usize,
}

impl SendBuffer {
    pub(super) fn new(budget: &Arc<Budget>) -> Arc<Self> {
        let (state, drained, filled) = (Mutex::default(), Notify::new(), Notify::new());
        Arc::new(Self { budget: Arc::clone(budget), state, drained, filled })
    }

    /// Spawns the producer and returns the body. Dropping the body aborts the producer.
    ///
    /// A task of its own, since its futures must be polled even while the client does not read: see
    /// [`Budget::reserve`].
    pub(super) fn fill(
        self: Arc<Self>,
        stall_timeout: Duration,
        make: impl Future<Output = ()> + Send + 'static,
    ) -> Body {
        let producer = Producer(Arc::clone(&self));
        let task = tokio::spawn(async move {
            let buffer = &producer.0;
            let made = async {
                make.await;
                buffer.end(End::Complete);
                buffer.until(|state| state.ready.is_empty()).await;
            };
            tokio::select! {
                () = made => (),
                () = buffer.stalled(stall_timeout) => (),
            }
        });
        let reader = Reader { buffer: self, task: task.abort_handle() };
        Body::from_stream(stream::unfold(reader, |reader| async {
            let chunk = reader.buffer.next().await?;
            Some((chunk, reader))
        }))
    }

    /// Waits for a permit. An answer may have one waiter at a time.
    pub(super) async fn permit(self: &Arc<Self>) -> Permit {
        self.until(|state| state.buffered < BYTES_PER_ANSWER).await;
        tokio::select! {
            biased;
            () = self.until(|state| state.buffered == 0) => self.budget.overdraw(EXPECTED_BYTES),
            () = self.budget.reserve(EXPECTED_BYTES) => (),
        }
        self.lock().buffered += EXPECTED_BYTES;
        Permit { buffer: Arc::clone(self), bytes: EXPECTED_BYTES }
    }

    /// Adds a delimiter, which needs no permit.
    pub(super) fn push(self: &Arc<Self>, delimiter: &'static str) {
        Permit { buffer: Arc::clone(self), bytes: 0 }.send(delimiter);
    }

    async fn until(&self, holds: impl Fn(&State) -> bool) {
        while !holds(&self.lock()) {
            self.drained.notified().await;
        }
    }

    /// Waits for the next bytes; `None` at the end.
    async fn next(&self) -> Option<io::Result<Bytes>> {
        loop {
            if let Some(chunk) = self.try_read() {
                return Some(Ok(chunk));
            }
            match self.lock().end {
                Some(End::Complete) => return None,
                Some(End::Aborted) => return Some(Err(io::ErrorKind::TimedOut.into())),
                None => (),
            }
            self.filled.notified().await;
        }
    }

    fn try_read(&self) -> Option<Bytes> {
        let mut state = self.lock();
        let first = state.ready.front_mut()?;
        let chunk = first.split_to(first.len().min(MAX_READ));
        if first.is_empty() {
            state.ready.pop_front();
        }
        state.buffered -= chunk.len();
        state.reads += 1;
        drop(state);
        self.budget.release(chunk.len());
        self.drained.notify_one();
        Some(chunk)
    }

    /// Resolves when bytes have been ready for the timeout and the connection has read none.
    async fn stalled(&self, stall_timeout: Duration) {
        let mut last = None;
        loop {
            sleep(stall_timeout / 2).await;
            let state = self.lock();
            let now = (!state.ready.is_empty()).then_some(state.reads);
            if now.is_some() && now == last {
                return;
            }
            last = now;
        }
    }

    fn end(&self, end: End) {
        self.lock().end = Some(end);
        self.filled.notify_one();
    }

    /// Drops the buffered chunks.
    fn clear(&self) {
        let mut state = self.lock();
        let bytes = state.ready.drain(..).map(|chunk| chunk.len()).sum();
        state.buffered -= bytes;
        drop(state);
        self.budget.release(bytes);
    }

    /// Ignores poison: no code that can panic runs while the lock is held.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for SendBuffer {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Permit {
    /// Sets the size of the chunk once it is known, before it is sent.
    pub(super) fn resize(&mut self, bytes: usize) {
        let before = std::mem::replace(&mut self.bytes, bytes);
        let mut state = self.buffer.lock();
        state.buffered = state.buffered - before + bytes;
        drop(state);
        if bytes >= before {
            self.buffer.budget.overdraw(bytes - before);
        } else {
            self.buffer.budget.release(before - bytes);
            self.buffer.drained.notify_one();
        }
    }

    /// Adds the chunk to the answer.
    pub(super) fn send(mut self, chunk: impl Into<Bytes>) {
        let chunk = chunk.into();
        self.resize(chunk.len());
        // From here on the ready chunk counts.
        self.bytes = 0;
        self.buffer.lock().ready.push_back(chunk);
        self.buffer.filled.notify_one();
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.resize(0);
    }
}

/// The producer's end of the buffer. If the task ends early, the answer ends with an error.
struct Producer(Arc<SendBuffer>);

impl Drop for Producer {
    fn drop(&mut self) {
        let state = self.0.lock();
        let is_complete = state.end == Some(End::Complete) && state.ready.is_empty();
        drop(state);
        if !is_complete {
            self.0.clear();
            self.0.end(End::Aborted);
        }
    }
}

/// The connection's end of the buffer.
struct Reader {
    buffer: Arc<SendBuffer>,
    task: AbortHandle,
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt;
    use http_body_util::BodyExt;
    use tokio::time::timeout;

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    /// An answer of `count` chunks of `bytes` each.
    fn answer(budget: &Arc<Budget>, stall_timeout: Duration, count: usize, bytes: usize) -> Body {
        let buffer = SendBuffer::new(budget);
        Arc::clone(&buffer).fill(stall_timeout, async move {
            for _ in 0..count {
                let permit = buffer.permit().await;
                tokio::task::yield_now().await;
                permit.send(vec![b'x'; bytes]);
            }
        })
    }

    fn buffered(budget: &Budget, of: usize) -> usize {
        of + budget.overdraft.load(Ordering::SeqCst) - budget.free.available_permits()
    }

    async fn settle() {
        for _ in 0..1000 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn an_answer_arrives_whole_for_all_sizes_of_chunks() {
        let budget = Arc::new(Budget::of(100));
        for (count, bytes) in [(0, 0), (3, 0), (7, 1), (3, MAX_READ), (5, MAX_READ + 1), (3, BYTES_PER_ANSWER + 1)] {
            let body = answer(&budget, LONG, count, bytes).collect().await.unwrap().to_bytes();
            assert_eq!(body.len(), count * bytes);
            assert_eq!(buffered(&budget, 100), 0, "everything is released");
        }
    }

    #[tokio::test]
    async fn an_unread_answer_buffers_its_limit_and_one_chunk() {
        let budget = Arc::new(Budget::of(TOTAL_BYTES));
        let body = answer(&budget, LONG, 1000, 100_000);
        settle().await;
        let most = buffered(&budget, TOTAL_BYTES);
        assert!((BYTES_PER_ANSWER..BYTES_PER_ANSWER + 100_000).contains(&most), "{most}");
        drop(body);
        settle().await;
        assert_eq!(buffered(&budget, TOTAL_BYTES), 0);
    }

    #[tokio::test]
    async fn unread_answers_that_use_up_the_budget_do_not_stop_others() {
        let budget = Arc::new(Budget::of(200_000));
        let unread: Vec<Body> = (0..10).map(|_| answer(&budget, LONG, 1000, 50_000)).collect();
        settle().await;
        // One chunk each in any case, and the rest of the budget.
        assert!((500_000..=800_000).contains(&buffered(&budget, 200_000)), "{}", buffered(&budget, 200_000));
        let others = (0..3).map(|_| answer(&budget, LONG, 20, 50_000).collect());
        for read in timeout(LONG, futures_util::future::join_all(others)).await.expect("progress") {
            assert_eq!(read.unwrap().to_bytes().len(), 1_000_000);
        }
        drop(unread);
        settle().await;
        assert_eq!(buffered(&budget, 200_000), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_is_not_read_for_too_long_is_aborted() {
        let budget = Arc::new(Budget::of(TOTAL_BYTES));
        let stall_timeout = Duration::from_millis(50);
        let mut stalled = answer(&budget, stall_timeout, 2, 3 * MAX_READ).into_data_stream();
        assert_eq!(stalled.next().await.unwrap().unwrap().len(), MAX_READ);
        let read = tokio::time::Instant::now();
        while buffered(&budget, TOTAL_BYTES) > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        // Progress is checked twice within the timeout.
        assert!((stall_timeout..stall_timeout * 2).contains(&read.elapsed()), "{:?}", read.elapsed());
        assert!(stalled.next().await.unwrap().is_err(), "the client sees that the answer is incomplete");
    }

    #[tokio::test]
    async fn a_producer_that_panics_ends_the_answer_with_an_error() {
        let buffer = SendBuffer::new(&Arc::default());
        let body = Arc::clone(&buffer).fill(LONG, async { panic!("a bug in a batch") });
        assert!(body.collect().await.is_err());
    }
}
