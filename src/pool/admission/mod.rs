//! Admission control: which job runs next, and which the pool refuses. No threads and no clock of its own.

mod codel;
mod cost;
mod queue;
#[cfg(test)]
mod tests;

pub(super) use queue::{Dequeued, Priority, Queue};
