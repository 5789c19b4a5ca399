//! Backpressure for answers that are produced in chunks: bounds on buffered bytes, and on the time that they wait.
//!
//! A producer acquires a [`Permit`] before it makes each chunk. It gets one while its answer buffers less than
//! [`BYTES_PER_ANSWER`] and the memory budget has room. An answer that buffers nothing gets one in any case, so slow
//! readers delay other clients but never stop them. An answer that its client takes too slowly is aborted.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::{StreamExt, stream};
use tokio::sync::Notify;
use tokio::task::AbortHandle;
use tokio::time::sleep;
use tracing::Instrument;

use super::held::hold;
use crate::memory_budget::{self, FREE, MemoryBudget, Use};

/// An answer that buffers more gets no further permits.
const BYTES_PER_ANSWER: usize = 128 << 10;

/// The most bytes that the connection takes at a time.
const MAX_READ: usize = 16 << 10;

/// A client has to take an answer at [`MIN_RATE`] bytes a second, in each period of this length.
const PERIOD: Duration = Duration::from_secs(10);
const MIN_RATE: usize = 8 << 10;

/// The buffered chunks of one answer, between its producer task and its connection.
pub(super) struct SendBuffer {
    memory: Arc<MemoryBudget>,
    state: Mutex<State>,
    /// Notifies the producer that less is buffered.
    drained: Notify,
    /// Notifies the connection of a new chunk, or of the end.
    filled: Notify,
}

#[derive(Default)]
struct State {
    ready: VecDeque<Bytes>,
    ready_bytes: usize,
    /// Bytes that permits are for.
    reserved: usize,
    /// All bytes that the connection has taken.
    taken: usize,
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
    memory: memory_budget::Permit,
    reserved: usize,
}

/// The body of an answer that is made, in chunks that hold their permits.
pub(super) fn body(memory: &Arc<MemoryBudget>, chunks: Vec<Bytes>) -> Body {
    let buffer = SendBuffer::new(memory);
    let mut state = buffer.lock();
    state.ready_bytes = chunks.iter().map(Bytes::len).sum();
    state.ready = chunks.into();
    drop(state);
    buffer.fill(std::future::ready(()))
}

impl SendBuffer {
    pub(super) fn new(memory: &Arc<MemoryBudget>) -> Arc<Self> {
        let (state, drained, filled) = (Mutex::default(), Notify::new(), Notify::new());
        Arc::new(Self { memory: Arc::clone(memory), state, drained, filled })
    }

    /// Spawns the producer and returns the body. Dropping the body aborts the producer.
    ///
    /// A task of its own, since its futures must be polled even while the client does not read: see
    /// [`MemoryBudget::acquire`].
    pub(super) fn fill(self: Arc<Self>, make: impl Future<Output = ()> + Send + 'static) -> Body {
        let producer = Producer(Arc::clone(&self));
        let task = async move {
            let buffer = &producer.0;
            let made = async {
                make.await;
                buffer.end(End::Complete);
                buffer.until(|state| state.ready.is_empty()).await;
            };
            tokio::select! {
                () = made => (),
                () = buffer.stalled() => (),
            }
        };
        let task = tokio::spawn(task.in_current_span());
        let reader = Reader { buffer: self, task: task.abort_handle() };
        let chunks = stream::unfold(reader, |reader| async {
            let chunk = reader.buffer.next().await?;
            Some((chunk, reader))
        });
        // A compressor polls once more after the end.
        Body::from_stream(chunks.fuse())
    }

    /// Waits for a permit. An answer may have one waiter at a time.
    pub(super) async fn permit(self: &Arc<Self>) -> Permit {
        self.until(|state| state.buffered() < BYTES_PER_ANSWER).await;
        let memory = tokio::select! {
            biased;
            // Its first bytes are free.
            () = self.until(|state| state.buffered() == 0) => self.memory.nothing(Use::Answers),
            memory = self.memory.acquire(Use::Answers, FREE) => memory,
        };
        self.lock().reserved += FREE;
        Permit { buffer: Arc::clone(self), memory, reserved: FREE }
    }

    /// Adds a delimiter, which needs no permit.
    pub(super) fn push(&self, delimiter: &'static str) {
        self.add(Bytes::from_static(delimiter.as_bytes()));
    }

    fn add(&self, chunk: Bytes) {
        let mut state = self.lock();
        state.ready_bytes += chunk.len();
        state.ready.push_back(chunk);
        drop(state);
        self.filled.notify_one();
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
        state.ready_bytes -= chunk.len();
        state.taken += chunk.len();
        drop(state);
        self.drained.notify_one();
        Some(chunk)
    }

    /// Resolves when the connection took less in a period than the minimum rate gives, and less than was ready.
    async fn stalled(&self) {
        loop {
            let due = {
                let state = self.lock();
                state.taken + state.ready_bytes.min(MIN_RATE * PERIOD.as_secs() as usize)
            };
            sleep(PERIOD).await;
            if self.lock().taken < due {
                return;
            }
        }
    }

    fn end(&self, end: End) {
        self.lock().end = Some(end);
        self.filled.notify_one();
    }

    /// Ignores poison: no code that can panic runs while the lock is held.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    const fn buffered(&self) -> usize {
        self.ready_bytes + self.reserved
    }
}

impl Permit {
    /// Sets the size of the chunk once it is known. False if there is no memory for it; the permit is then still good for
    /// [`FREE`] bytes.
    #[must_use = "false: the chunk has to be a small one"]
    pub(super) fn try_resize(&mut self, bytes: usize) -> bool {
        let has_memory = self.memory.try_resize(bytes) || bytes <= FREE;
        if has_memory {
            self.reserve(bytes);
        }
        has_memory
    }

    fn reserve(&mut self, bytes: usize) {
        let mut state = self.buffer.lock();
        state.reserved = state.reserved - self.reserved + bytes;
        drop(state);
        self.reserved = bytes;
        self.buffer.drained.notify_one();
    }

    /// Adds the chunk to the answer. The few bytes by which it exceeds the permit are not counted.
    pub(super) fn send(mut self, chunk: String) {
        let memory = self.memory.split(chunk.len());
        self.buffer.add(hold(chunk.into_bytes(), memory));
        self.reserve(0);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.reserve(0);
    }
}

/// The producer's end of the buffer. If the task ends early, the answer ends with an error.
struct Producer(Arc<SendBuffer>);

impl Drop for Producer {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        if state.end != Some(End::Complete) || !state.ready.is_empty() {
            state.ready_bytes = 0;
            let unread = std::mem::take(&mut state.ready);
            drop(state);
            drop(unread);
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
    use tokio::time::{Instant, timeout};

    use super::*;

    const LONG: Duration = Duration::from_secs(600);

    /// Answers may hold 12 MiB of it.
    fn memory() -> Arc<MemoryBudget> {
        MemoryBudget::new(33 << 20)
    }

    /// An answer of `count` chunks of `bytes` each. A chunk that there is no memory for is replaced by its refusal.
    fn answer(memory: &Arc<MemoryBudget>, count: usize, bytes: usize) -> Body {
        let buffer = SendBuffer::new(memory);
        Arc::clone(&buffer).fill(async move {
            for _ in 0..count {
                let mut permit = buffer.permit().await;
                tokio::task::yield_now().await;
                let has_memory = permit.try_resize(bytes);
                permit.send(if has_memory { "x".repeat(bytes) } else { "refused".to_owned() });
            }
        })
    }

    fn held(memory: &MemoryBudget) -> usize {
        memory.held(Use::Answers)
    }

    async fn settle() {
        for _ in 0..1000 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn an_answer_arrives_whole_for_all_sizes_of_chunks() {
        let memory = memory();
        for (count, bytes) in [(0, 0), (3, 0), (7, 1), (3, MAX_READ), (5, MAX_READ + 1), (3, BYTES_PER_ANSWER + 1)] {
            let body = answer(&memory, count, bytes).collect().await.unwrap().to_bytes();
            assert_eq!(body.len(), count * bytes);
            assert_eq!(held(&memory), 0, "everything is given back");
        }
    }

    #[tokio::test]
    async fn an_unread_answer_buffers_its_limit_and_one_chunk() {
        let memory = memory();
        let body = answer(&memory, 1000, 100_000);
        settle().await;
        assert!((BYTES_PER_ANSWER..BYTES_PER_ANSWER + 100_000).contains(&held(&memory)), "{}", held(&memory));
        drop(body);
        settle().await;
        assert_eq!(held(&memory), 0);
    }

    #[tokio::test]
    async fn what_is_taken_of_an_answer_is_given_back() {
        let memory = memory();
        let piece = |bytes: usize| hold(vec![b'x'; bytes], memory.try_acquire(Use::Answers, bytes).unwrap());
        let mut body = body(&memory, vec![piece(MAX_READ), piece(2 * MAX_READ), piece(MAX_READ)]).into_data_stream();
        for left in [3, 3, 1, 0] {
            assert_eq!(body.next().await.unwrap().unwrap().len(), MAX_READ);
            assert_eq!(held(&memory), left * MAX_READ);
        }
        assert!(body.next().await.is_none());
    }

    #[tokio::test]
    async fn unread_answers_that_use_up_the_memory_do_not_stop_others() {
        let memory = memory();
        let unread: Vec<Body> = (0..100).map(|_| answer(&memory, 1000, 130_000)).collect();
        settle().await;
        let limit = memory.limit(Use::Answers);
        assert!((limit - 130_000..=limit).contains(&held(&memory)), "{} of {limit}", held(&memory));
        let others = (0..3).map(|_| answer(&memory, 20, 1000).collect());
        for read in timeout(LONG, futures_util::future::join_all(others)).await.expect("progress") {
            assert_eq!(read.unwrap().to_bytes().len(), 20_000);
        }
        let large = answer(&memory, 1, 130_000).collect().await.unwrap().to_bytes();
        assert_eq!(large, "refused", "a small chunk is made in any case");
        drop(unread);
        settle().await;
        assert_eq!(held(&memory), 0);
    }

    /// The time in which an answer was aborted whose client takes `bytes` in every second, or what it took in all.
    async fn taken_at(memory: &Arc<MemoryBudget>, bytes: usize) -> Result<usize, Duration> {
        let started = Instant::now();
        let pieces = (0..20).map(|_| hold(vec![b'x'; 1 << 14], memory.try_acquire(Use::Answers, 1 << 14).unwrap()));
        let mut body = body(memory, pieces.collect()).into_data_stream();
        let mut taken = 0;
        while started.elapsed() < LONG {
            tokio::time::sleep(Duration::from_secs(1)).await;
            while taken < bytes * started.elapsed().as_secs() as usize {
                match body.next().await {
                    Some(Ok(chunk)) => taken += chunk.len(),
                    Some(Err(_)) => return Err(started.elapsed()),
                    None => return Ok(taken),
                }
            }
            if held(memory) == 0 && taken < 20 << 14 {
                return Err(started.elapsed());
            }
        }
        Ok(taken)
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_is_taken_too_slowly_is_aborted_and_its_memory_is_free() {
        let memory = memory();
        assert_eq!(taken_at(&memory, MIN_RATE * 5 / 4).await, Ok(20 << 14));
        for slow in [0, 100, MIN_RATE * 4 / 5] {
            let aborted = taken_at(&memory, slow).await.unwrap_err();
            assert!((PERIOD..=PERIOD * 3).contains(&aborted), "{slow} bytes a second: {aborted:?}");
            assert_eq!(held(&memory), 0);
        }
    }

    #[tokio::test]
    async fn a_producer_that_panics_ends_the_answer_with_an_error() {
        let buffer = SendBuffer::new(&memory());
        let body = buffer.fill(async { panic!("a bug in a batch") });
        assert!(body.collect().await.is_err());
    }
}
