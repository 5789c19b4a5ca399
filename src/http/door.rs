//! The front door: accepts connections, HTTP/1.1 and HTTP/2 on one port, and lets them go in order at the end.
//!
//! An accept loop of its own, because slow clients are closed only by a timer, and that has to be given to each
//! connection.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use prometheus::IntGauge;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};
use tracing::{debug, info, warn};

use super::guard::{Guard, LONGEST_HEAD, Times};
use super::meters::Meters;
use super::sampler::Sampler;
use super::{Service, probes, router};

/// What the door holds connections to.
#[derive(Clone, Copy, Debug)]
pub struct Door {
    /// Connections at a time. Those that come when all are taken are served probes, and refused anything else.
    pub max_connections: usize,
    /// How long a request's head may take to arrive.
    pub head_timeout: Duration,
    /// How long a connection may be idle between two requests.
    pub idle_timeout: Duration,
    /// How long an answer may wait for its client to take some of it.
    pub write_timeout: Duration,
    /// How long to go on accepting after being told to stop, so that balancers see that the service is not ready.
    pub drain_delay: Duration,
    /// How long what was accepted may take to finish after that.
    pub grace: Duration,
}

/// How long the answers of stopped searches may take to leave.
const LAST_ANSWERS: Duration = Duration::from_secs(1);

/// When told to stop, open connections are served for so long before the idle ones are closed. What was sent before is
/// read by then, and clients that go on sending hear `Connection: close` with an answer, not with a reset.
const LAST_CALL: Duration = Duration::from_millis(100);

/// After a connection could not be accepted, the next try waits so long: for a file descriptor, say.
const BACK_OFF: Duration = Duration::from_millis(10);

impl Door {
    /// How long it may take to end after being told to stop.
    #[must_use]
    pub const fn longest_end(&self) -> Duration {
        self.drain_delay.saturating_add(self.grace).saturating_add(LAST_ANSWERS)
    }

    /// Serves until `told_to_stop`, then finishes: not ready, the drain delay, no more connections, the grace time.
    /// Returns how many connections had to be cut off.
    pub async fn serve(
        self,
        listener: TcpListener,
        service: &Arc<Service>,
        told_to_stop: impl Future<Output = ()>,
    ) -> usize {
        let hall = Hall::new(self, service);
        let room = Arc::new(Semaphore::new(self.max_connections));
        let mut porch = Porch::new(&hall, service);
        let errors = Sampler::default();
        let mut stopped = pin!(async {
            told_to_stop.await;
            service.drain();
            sleep(self.drain_delay).await;
        });
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) => match Arc::clone(&room).try_acquire_owned() {
                        Ok(place) => drop(hall.receive(stream, place)),
                        Err(_) => porch.receive(stream),
                    },
                    Err(error) => {
                        // A client that is gone already, or no file descriptor left: the next try may do better, and
                        // not at once.
                        service.meters.accept_errors.inc();
                        if let Some(unlogged) = errors.pass(Instant::now()) {
                            warn!(%error, unlogged, "cannot accept");
                        }
                        sleep(BACK_OFF).await;
                    }
                },
                () = &mut stopped => break,
            }
        }
        // Whoever is connected already, as far as clients can tell, is let in.
        if let Ok(listener) = listener.into_std() {
            while let Ok((stream, _)) = listener.accept() {
                if stream.set_nonblocking(true).is_ok()
                    && let Ok(stream) = TcpStream::from_std(stream)
                {
                    drop(hall.receive(stream, ()));
                }
            }
        }
        let open = &service.meters.connections;
        info!(connections = open.get(), "finishing what was accepted");
        let mut finished = pin!(async {
            sleep(LAST_CALL).await;
            hall.closing.send_replace(true);
            hall.closing.closed().await;
        });
        if timeout(self.grace, &mut finished).await.is_err() {
            info!("stopping the rest with their best so far");
            service.pool.close();
            service.desk.close();
            let _ = timeout(LAST_ANSWERS, finished).await;
        }
        usize::try_from(open.get()).unwrap_or_default()
    }
}

/// Where connections are served.
struct Hall {
    builder: Builder<TokioExecutor>,
    handler: TowerToHyperService<Router>,
    /// Tells connections to end in order. Each holds a receiver until it has.
    closing: watch::Sender<bool>,
    times: Times,
    meters: Arc<Meters>,
}

impl Hall {
    fn new(door: Door, service: &Arc<Service>) -> Self {
        let mut builder = Builder::new(TokioExecutor::new());
        // hyper's time for a head begins when the request before is answered. That of the head itself is the guard's.
        builder.http1().timer(TokioTimer::new()).header_read_timeout(door.idle_timeout).max_buf_size(LONGEST_HEAD);
        let http2 = &mut builder.http2();
        http2.timer(TokioTimer::new()).keep_alive_interval(door.head_timeout);
        http2.max_concurrent_streams(100).max_header_list_size(LONGEST_HEAD as u32);
        Self {
            builder,
            handler: TowerToHyperService::new(router(service)),
            closing: watch::Sender::new(false),
            times: Times { head: door.head_timeout, idle: door.idle_timeout, write: door.write_timeout },
            meters: Arc::clone(&service.meters),
        }
    }

    /// Serves a connection until it ends, on a task of its own that holds its place.
    fn receive(&self, stream: TcpStream, place: impl Send + 'static) -> AbortHandle {
        let _ = stream.set_nodelay(true);
        let counted = Counted::new(&self.meters);
        let guard = Guard::new(stream, self.times, Arc::clone(&self.meters));
        let (idled, mut closing) = (guard.idled(), self.closing.subscribe());
        let connection = self.builder.serve_connection(TokioIo::new(guard), self.handler.clone()).into_owned();
        let serving = tokio::spawn(async move {
            let mut connection = pin!(connection);
            let leave = async {
                tokio::select! {
                    () = idled.notified() => {}
                    _ = closing.wait_for(|closing| *closing) => {}
                }
            };
            let served = tokio::select! {
                served = connection.as_mut() => served,
                () = leave => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = served {
                debug!(%error, "a connection broke off");
            }
            drop((place, counted, closing));
        });
        serving.abort_handle()
    }
}

/// Places beyond those that are counted, so that probes and metrics are answered when clients hold all the others.
///
/// Whoever comes takes the place of whoever has been here longest: that one has had its answer, or asks too slowly for
/// a probe. So no number of clients can keep a probe out.
struct Porch {
    hall: Hall,
    places: VecDeque<AbortHandle>,
}

impl Porch {
    const PLACES: usize = 32;

    fn new(hall: &Hall, service: &Arc<Service>) -> Self {
        let mut builder = hall.builder.clone();
        builder.http1().keep_alive(false);
        let handler = TowerToHyperService::new(probes(service));
        let (closing, meters) = (hall.closing.clone(), Arc::clone(&hall.meters));
        // Nothing that is asked here takes long.
        let times = Times { idle: hall.times.head, write: hall.times.head, ..hall.times };
        Self { hall: Hall { builder, handler, closing, times, meters }, places: VecDeque::new() }
    }

    fn receive(&mut self, stream: TcpStream) {
        self.hall.meters.beyond_room.inc();
        self.places.push_back(self.hall.receive(stream, ()));
        if self.places.len() > Self::PLACES
            && let Some(oldest) = self.places.pop_front()
        {
            oldest.abort();
        }
    }
}

/// A connection, as long as it is open.
struct Counted(IntGauge);

impl Counted {
    fn new(meters: &Meters) -> Self {
        meters.accepted.inc();
        meters.connections.inc();
        Self(meters.connections.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}
