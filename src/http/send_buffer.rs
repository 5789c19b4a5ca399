//! Answers on their way to readers who may be slow: how many bytes of them are kept, and for how long.
//!
//! What makes an answer piece by piece asks for a [`Place`] before each piece. A batch gets places while it keeps less
//! than its share, and as the common [`Budget`] has room for all; one that keeps nothing gets a place in any case, so
//! those who do not read slow the others down but never stop them. Whoever takes nothing for too long loses what waits,
//! and the rest of the answer with it.

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

/// Bytes that the pieces of all answers may take together.
const IN_ALL: usize = 16 << 20;

/// Bytes beyond which an answer gets no further places.
const SHARE: usize = 128 << 10;

/// What a place counts for until its piece is there. A larger piece is kept nevertheless, and those after it wait for
/// longer.
const EXPECTED: usize = 4 << 10;

/// Bytes that are handed to the connection at a time: a slow one keeps as much beyond what is counted here.
const CHUNK: usize = 16 << 10;

/// Room for the pieces of all answers.
pub(super) struct Budget {
    free: Semaphore,
    /// What was taken without room.
    debt: AtomicUsize,
}

impl Default for Budget {
    fn default() -> Self {
        Self::of(IN_ALL)
    }
}

impl Budget {
    fn of(bytes: usize) -> Self {
        Self { free: Semaphore::new(bytes), debt: AtomicUsize::new(0) }
    }

    /// Waits for room, behind those who wait already. It has to be polled until then, or whoever comes later waits for
    /// it.
    async fn reserve(&self, bytes: usize) {
        let permits = self.free.acquire_many(bytes as u32).await;
        permits.expect("never closed").forget();
    }

    /// Takes as much at once, whether there is room or not.
    fn take(&self, bytes: usize) {
        let found = self.free.forget_permits(bytes);
        self.debt.fetch_add(bytes - found, Ordering::SeqCst);
    }

    fn give(&self, bytes: usize) {
        let pay = |debt: usize| Some(debt.saturating_sub(bytes));
        let debt = self.debt.fetch_update(Ordering::SeqCst, Ordering::SeqCst, pay).unwrap_or_default();
        self.free.add_permits(bytes.saturating_sub(debt));
    }
}

/// The pieces of one answer, between the task that makes them and the connection that takes them.
pub(super) struct SendBuffer {
    budget: Arc<Budget>,
    state: Mutex<State>,
    /// Tells the task that less is kept.
    taken: Notify,
    /// Tells the connection that there is more, or that no more will come.
    filled: Notify,
}

#[derive(Default)]
struct State {
    ready: VecDeque<Bytes>,
    /// Bytes that are ready, and places.
    kept: usize,
    /// How often the connection took something.
    takes: u64,
    end: Option<End>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Whole,
    GivenUp,
}

/// Leave to make one piece.
pub(super) struct Place {
    buffer: Arc<SendBuffer>,
    bytes: usize,
}

impl SendBuffer {
    pub(super) fn new(budget: &Arc<Budget>) -> Arc<Self> {
        let (state, taken, filled) = (Mutex::default(), Notify::new(), Notify::new());
        Arc::new(Self { budget: Arc::clone(budget), state, taken, filled })
    }

    /// Starts the task that makes the answer, apart from whoever reads: what it waits for must not be handed to a
    /// future that is polled only as the answer is taken. The answer holds the task: dropped, it stops what is being
    /// made.
    pub(super) fn fill(self: Arc<Self>, patience: Duration, make: impl Future<Output = ()> + Send + 'static) -> Body {
        let filling = Filling(Arc::clone(&self));
        let task = tokio::spawn(async move {
            let buffer = &filling.0;
            let made = async {
                make.await;
                buffer.end(End::Whole);
                buffer.until(|state| state.ready.is_empty()).await;
            };
            tokio::select! {
                () = made => (),
                () = buffer.stalled(patience) => (),
            }
        });
        let reader = Reader { buffer: self, task: task.abort_handle() };
        Body::from_stream(stream::unfold(reader, |reader| async {
            let chunk = reader.buffer.next().await?;
            Some((chunk, reader))
        }))
    }

    /// Waits for leave to make a piece. One waits at a time.
    pub(super) async fn place(self: &Arc<Self>) -> Place {
        self.until(|state| state.kept < SHARE).await;
        tokio::select! {
            biased;
            () = self.until(|state| state.kept == 0) => self.budget.take(EXPECTED),
            () = self.budget.reserve(EXPECTED) => (),
        }
        self.lock().kept += EXPECTED;
        Place { buffer: Arc::clone(self), bytes: EXPECTED }
    }

    /// Adds what needs no place of its own: the marks around pieces.
    pub(super) fn push(self: &Arc<Self>, mark: &'static str) {
        Place { buffer: Arc::clone(self), bytes: 0 }.put(mark);
    }

    async fn until(&self, holds: impl Fn(&State) -> bool) {
        while !holds(&self.lock()) {
            self.taken.notified().await;
        }
    }

    /// The next bytes, as soon as there are any; `None` at the end.
    async fn next(&self) -> Option<io::Result<Bytes>> {
        loop {
            if let Some(chunk) = self.take_chunk() {
                return Some(Ok(chunk));
            }
            match self.lock().end {
                Some(End::Whole) => return None,
                Some(End::GivenUp) => return Some(Err(io::ErrorKind::TimedOut.into())),
                None => (),
            }
            self.filled.notified().await;
        }
    }

    fn take_chunk(&self) -> Option<Bytes> {
        let mut state = self.lock();
        let first = state.ready.front_mut()?;
        let chunk = first.split_to(first.len().min(CHUNK));
        if first.is_empty() {
            state.ready.pop_front();
        }
        state.kept -= chunk.len();
        state.takes += 1;
        drop(state);
        self.budget.give(chunk.len());
        self.taken.notify_one();
        Some(chunk)
    }

    /// Ends when something was ready for so long, and nothing was taken.
    async fn stalled(&self, patience: Duration) {
        let mut waiting = None;
        loop {
            sleep(patience / 2).await;
            let state = self.lock();
            let now = (!state.ready.is_empty()).then_some(state.takes);
            if now.is_some() && now == waiting {
                return;
            }
            waiting = now;
        }
    }

    fn end(&self, end: End) {
        self.lock().end = Some(end);
        self.filled.notify_one();
    }

    /// Throws away what waits.
    fn clear(&self) {
        let mut state = self.lock();
        let bytes = state.ready.drain(..).map(|piece| piece.len()).sum();
        state.kept -= bytes;
        drop(state);
        self.budget.give(bytes);
    }

    /// A panic never happens while the lock is held.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for SendBuffer {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Place {
    /// Says how large the piece is, now that it is there, though its turn is still to come.
    pub(super) fn holds(&mut self, bytes: usize) {
        let before = std::mem::replace(&mut self.bytes, bytes);
        let mut state = self.buffer.lock();
        state.kept = state.kept - before + bytes;
        drop(state);
        if bytes >= before {
            self.buffer.budget.take(bytes - before);
        } else {
            self.buffer.budget.give(before - bytes);
            self.buffer.taken.notify_one();
        }
    }

    /// Adds the piece to the answer.
    pub(super) fn put(mut self, piece: impl Into<Bytes>) {
        let piece = piece.into();
        self.holds(piece.len());
        // From here on it is what is ready that counts.
        self.bytes = 0;
        self.buffer.lock().ready.push_back(piece);
        self.buffer.filled.notify_one();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.holds(0);
    }
}

/// The task's end of the buffer. However the task ends, the reader hears of it; what he has not taken by then, he never
/// will.
struct Filling(Arc<SendBuffer>);

impl Drop for Filling {
    fn drop(&mut self) {
        let state = self.0.lock();
        let whole = state.end == Some(End::Whole) && state.ready.is_empty();
        drop(state);
        if !whole {
            self.0.clear();
            self.0.end(End::GivenUp);
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

    /// An answer of so many pieces of so many bytes.
    fn answer(budget: &Arc<Budget>, patience: Duration, pieces: usize, bytes: usize) -> Body {
        let buffer = SendBuffer::new(budget);
        Arc::clone(&buffer).fill(patience, async move {
            for _ in 0..pieces {
                let place = buffer.place().await;
                tokio::task::yield_now().await;
                place.put(vec![b'x'; bytes]);
            }
        })
    }

    fn kept(budget: &Budget, of: usize) -> usize {
        of + budget.debt.load(Ordering::SeqCst) - budget.free.available_permits()
    }

    async fn settle() {
        for _ in 0..1000 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn an_answer_arrives_whole_whatever_the_sizes_of_its_pieces() {
        let budget = Arc::new(Budget::of(100));
        for (pieces, bytes) in [(0, 0), (3, 0), (7, 1), (3, CHUNK), (5, CHUNK + 1), (3, SHARE + 1)] {
            let body = answer(&budget, LONG, pieces, bytes).collect().await.unwrap().to_bytes();
            assert_eq!(body.len(), pieces * bytes);
            assert_eq!(kept(&budget, 100), 0, "all is given back");
        }
    }

    #[tokio::test]
    async fn what_is_kept_for_one_who_does_not_read_is_his_share_and_a_piece() {
        let budget = Arc::new(Budget::of(IN_ALL));
        let body = answer(&budget, LONG, 1000, 100_000);
        settle().await;
        let most = kept(&budget, IN_ALL);
        assert!((SHARE..SHARE + 100_000).contains(&most), "{most}");
        drop(body);
        settle().await;
        assert_eq!(kept(&budget, IN_ALL), 0);
    }

    #[tokio::test]
    async fn when_all_is_taken_by_some_who_do_not_read_others_go_on() {
        let budget = Arc::new(Budget::of(200_000));
        let unread: Vec<Body> = (0..10).map(|_| answer(&budget, LONG, 1000, 50_000)).collect();
        settle().await;
        // One piece each in any case, and what the budget allows.
        assert!((500_000..=800_000).contains(&kept(&budget, 200_000)), "{}", kept(&budget, 200_000));
        let others = (0..3).map(|_| answer(&budget, LONG, 20, 50_000).collect());
        for read in timeout(LONG, futures_util::future::join_all(others)).await.expect("progress") {
            assert_eq!(read.unwrap().to_bytes().len(), 1_000_000);
        }
        drop(unread);
        settle().await;
        assert_eq!(kept(&budget, 200_000), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_takes_nothing_for_too_long_loses_what_waits() {
        let budget = Arc::new(Budget::of(IN_ALL));
        let patience = Duration::from_millis(50);
        let mut stalled = answer(&budget, patience, 2, 3 * CHUNK).into_data_stream();
        assert_eq!(stalled.next().await.unwrap().unwrap().len(), CHUNK);
        let taken = tokio::time::Instant::now();
        while kept(&budget, IN_ALL) > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        // He is looked at twice within his patience.
        assert!((patience..patience * 2).contains(&taken.elapsed()), "{:?}", taken.elapsed());
        assert!(stalled.next().await.unwrap().is_err(), "and hears that the answer is not whole");
    }

    #[tokio::test]
    async fn an_answer_that_breaks_off_does_not_look_whole() {
        let buffer = SendBuffer::new(&Arc::default());
        let body = Arc::clone(&buffer).fill(LONG, async { panic!("a bug in a batch") });
        assert!(body.collect().await.is_err());
    }
}
