//! Admission control: whose job runs next, and which the pool refuses. No threads and no clock of its own.

mod client;
mod codel;
mod cost;
#[cfg(test)]
mod fairness_tests;
mod flow;
mod queue;
#[cfg(test)]
mod tests;
mod turns;

pub use client::{Client, ClientLimits};
pub(super) use queue::{Admitted, Dequeued, Priority, Queue, Ticket};
