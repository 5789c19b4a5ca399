//! The overflow lane: connections above the limit.

use std::collections::VecDeque;
use std::sync::Arc;

use tokio::net::TcpStream;
use tokio::task::AbortHandle;

use super::connection_guard::Timeouts;
use super::connections::Connections;
use super::routes::probes;
use super::service::Service;

/// Serves probes and metrics while clients hold all regular connections.
///
/// A new connection evicts the oldest one: that one has had its answer, or is too slow for a probe. So no number of
/// clients can keep a probe out.
pub(super) struct Overflow {
    connections: Connections,
    tasks: VecDeque<AbortHandle>,
}

impl Overflow {
    const CAPACITY: usize = 32;

    pub(super) fn new(regular: &Connections, service: &Arc<Service>) -> Self {
        // No answer here takes longer than a head may.
        let head = regular.timeouts.head;
        let timeouts = Timeouts { head, idle: head, write: head };
        let connections = regular.without_keep_alive(probes(service), timeouts);
        Self { connections, tasks: VecDeque::new() }
    }

    pub(super) fn spawn(&mut self, stream: TcpStream) {
        self.connections.metrics.overflow.inc();
        self.tasks.push_back(self.connections.spawn(stream, ()));
        if self.tasks.len() > Self::CAPACITY
            && let Some(oldest) = self.tasks.pop_front()
        {
            oldest.abort();
        }
    }
}
