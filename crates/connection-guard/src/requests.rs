//! The requests of one connection that have ended, as hyper's service sees them.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};

use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;
use hyper::header::{CONNECTION, HeaderValue};
use hyper::service::Service;
use hyper::{Request, Response};
use pin_project_lite::pin_project;
use tokio::sync::Notify;

/// Shared by the guard of a connection, its task and its service.
#[derive(Default)]
pub(crate) struct Requests {
    ended: AtomicUsize,
    /// The connection ends in order.
    is_closing: AtomicBool,
    /// The next answer is the connection's last.
    is_last: AtomicBool,
    /// Notified when an HTTP/2 connection has been idle for too long.
    pub(crate) idle: Notify,
}

impl Requests {
    /// Requests whose answer is complete, or was given up.
    pub(crate) fn ended(&self) -> usize {
        self.ended.load(Ordering::Acquire)
    }

    pub(crate) fn close(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
    }

    /// Makes the next answer say that it is the connection's last.
    pub(crate) fn close_after_answer(&self) {
        self.is_last.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::Relaxed)
    }
}

/// One request, from its head to the last bytes of its answer.
struct Open(Arc<Requests>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.ended.fetch_add(1, Ordering::AcqRel);
    }
}

/// A service that counts its requests.
pub(crate) struct Counted<S> {
    service: S,
    requests: Arc<Requests>,
}

impl<S> Counted<S> {
    pub(crate) const fn new(service: S, requests: Arc<Requests>) -> Self {
        Self { service, requests }
    }
}

impl<S, B> Service<Request<Incoming>> for Counted<S>
where
    S: Service<Request<Incoming>, Response = Response<B>>,
{
    type Response = Response<CountedBody<B>>;
    type Error = S::Error;
    type Future = CountedFuture<S::Future>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        CountedFuture { open: Some(Open(Arc::clone(&self.requests))), answer: self.service.call(request) }
    }
}

pin_project! {
    /// The answer to be.
    pub(crate) struct CountedFuture<F> {
        open: Option<Open>,
        #[pin]
        answer: F,
    }
}

impl<F, B, E> Future for CountedFuture<F>
where
    F: Future<Output = Result<Response<B>, E>>,
{
    type Output = Result<Response<CountedBody<B>>, E>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let mut answer = ready!(this.answer.poll(context))?;
        let open = this.open.take();
        if open.as_ref().is_some_and(|open| open.0.is_last.load(Ordering::Relaxed)) {
            answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        Poll::Ready(Ok(answer.map(|body| CountedBody { body, _open: open })))
    }
}

pin_project! {
    /// The body of an answer. hyper drops it after the last frame.
    pub(crate) struct CountedBody<B> {
        #[pin]
        body: B,
        _open: Option<Open>,
    }
}

impl<B: Body> Body for CountedBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        self.project().body.poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
