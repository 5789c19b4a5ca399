//! Standard input and output with backpressure.

use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::Semaphore;

/// If this many answers wait to be sent, no more calls are read, so that answers do not pile up for a slow reader.
const UNSENT: usize = 16;

/// Reads calls no faster than the client reads answers. The pool limits the number of running calls.
pub(super) struct Bounded<T> {
    inner: T,
    permits: Arc<Semaphore>,
}

impl<T> Bounded<T> {
    pub(super) fn new(inner: T) -> Self {
        Self { inner, permits: Arc::new(Semaphore::new(UNSENT)) }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Bounded<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        // The permit is acquired now and not at the first poll, so that `receive` already counts this answer. If no
        // permit is free, the answer is sent without one, because its call is already running.
        let (permit, sent) = (Arc::clone(&self.permits).try_acquire_owned().ok(), self.inner.send(message));
        async move {
            let _permit = permit;
            sent.await
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        // This only waits until a permit is free.
        drop(self.permits.acquire().await);
        self.inner.receive().await
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rmcp::model::{EmptyResult, NumberOrString, ServerJsonRpcMessage, ServerResult};
    use rmcp::transport::async_rw::AsyncRwTransport;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::timeout;

    use super::*;

    /// The clock moves only when no task can make progress.
    #[tokio::test(start_paused = true)]
    async fn nothing_more_is_read_while_answers_are_unsent() {
        // The other side's pipe has room for a byte.
        let (input, mut to_input) = duplex(1 << 16);
        let (output, mut from_output) = duplex(1);
        let mut transport = Bounded::new(AsyncRwTransport::<RoleServer, _, _>::new(input, output));
        to_input.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n".repeat(2).as_slice()).await.unwrap();
        assert!(transport.receive().await.is_some());
        for number in 0..=UNSENT {
            let result = ServerResult::EmptyResult(EmptyResult {});
            let answer = ServerJsonRpcMessage::response(result, NumberOrString::Number(number as i64));
            tokio::spawn(transport.send(answer));
        }
        let soon = Duration::from_millis(50);
        assert!(timeout(soon, transport.receive()).await.is_err(), "it should wait for the answers to be taken");
        tokio::spawn(async move { from_output.read_to_end(&mut Vec::new()).await });
        assert!(timeout(Duration::from_secs(20), transport.receive()).await.unwrap().is_some());
    }
}
