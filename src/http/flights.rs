//! Request coalescing: of equal questions that come together one is answered, and the others wait for its answer.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex as StdMutex, MutexGuard, PoisonError};

use tokio::sync::Mutex;

/// Questions that are being answered. One that nobody asks any more takes no memory.
pub(super) struct Flights<T>(StdMutex<HashMap<Arc<str>, Open<T>>>);

/// A question that is being answered, and the number of those who ask it.
struct Open<T> {
    asked: usize,
    answer: Arc<Answer<T>>,
}

/// The answer, if there is one. Without one, the holder of the lock searches for it. The lock is fair: those who wait get
/// it in their order, also when its holder leaves or fails.
type Answer<T> = Mutex<Option<T>>;

/// One who asks, until it is dropped.
pub(super) struct Flight<'a, T> {
    flights: &'a Flights<T>,
    question: Arc<str>,
    pub(super) answer: Arc<Answer<T>>,
}

impl<T> Flights<T> {
    pub(super) fn new() -> Self {
        Self(StdMutex::default())
    }

    /// Joins those who ask this question.
    pub(super) fn join(&self, question: &Arc<str>) -> Flight<'_, T> {
        let mut open = self.lock();
        let open = open.entry(Arc::clone(question)).or_insert_with(|| Open { asked: 0, answer: Arc::default() });
        open.asked += 1;
        Flight { flights: self, question: Arc::clone(question), answer: Arc::clone(&open.answer) }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, Open<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Drop for Flight<'_, T> {
    fn drop(&mut self) {
        let mut open = self.flights.lock();
        let Entry::Occupied(mut asked) = open.entry(Arc::clone(&self.question)) else { return };
        asked.get_mut().asked -= 1;
        if asked.get().asked == 0 {
            asked.remove();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_questions_share_an_answer_and_nothing_is_left_of_them() {
        let flights = Flights::<u8>::new();
        let [one, other] = ["one", "other"].map(Arc::<str>::from);
        let joined = [flights.join(&one), flights.join(&one), flights.join(&other)];
        assert!(Arc::ptr_eq(&joined[0].answer, &joined[1].answer) && flights.lock().len() == 2);
        let [first, second, third] = joined;
        drop((first, third));
        *second.answer.try_lock().unwrap() = Some(7);
        assert_eq!(*flights.join(&one).answer.try_lock().unwrap(), Some(7));
        drop(second);
        assert!(flights.lock().is_empty());
    }
}
