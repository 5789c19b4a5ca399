//! Connections over real sockets. No timeout is short enough to pass by itself.

use std::convert::Infallible;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response};
use plyd_connection_guard::{Environment, Limits, Reason, Reuse, Server, Versions};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore, watch};
use tokio::task::yield_now;
use tokio::time::Instant;

const HOUR: Duration = Duration::from_secs(3_600);
const LIMITS: Limits = Limits {
    head_bytes: 96 << 10,
    head: HOUR,
    idle: HOUR,
    write: HOUR,
    versions: Versions::Http1AndHttp2,
    reuse: Reuse::KeepAlive,
};
const WAIT: &[u8] = b"GET /wait HTTP/1.1\r\nhost: x\r\n\r\n";
const NOW: &[u8] = b"GET /now HTTP/1.1\r\nhost: x\r\n\r\n";

/// Lends so many permits, and notes what connections are closed for.
#[derive(Default)]
struct Memory {
    chunks: AtomicUsize,
    closed: Mutex<Vec<Reason>>,
}

impl Environment for Memory {
    type Permit = ();

    fn closed(&self, reason: Reason) {
        self.closed.lock().unwrap().push(reason);
    }

    fn hold(&self, _: usize) -> Option<()> {
        self.chunks.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).ok().map(drop)
    }
}

/// The behaviour of the handlers.
struct Handlers {
    begun: AtomicUsize,
    /// A permit lets one `/wait` answer.
    released: Semaphore,
    dropped: Notify,
}

/// Notifies when a handler is dropped before its answer.
struct Unanswered(Arc<Handlers>, bool);

impl Drop for Unanswered {
    fn drop(&mut self) {
        if !self.1 {
            self.0.dropped.notify_one();
        }
    }
}

struct Served {
    address: SocketAddr,
    handlers: Arc<Handlers>,
    memory: Arc<Memory>,
    closing: watch::Sender<bool>,
}

/// A server of connections in the background.
async fn serve(limits: Limits, chunks: usize) -> Served {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let handlers =
        Arc::new(Handlers { begun: AtomicUsize::new(0), released: Semaphore::new(0), dropped: Notify::new() });
    let memory = Arc::new(Memory { chunks: AtomicUsize::new(chunks), ..Memory::default() });
    let server = Arc::new(Server::new(limits, Arc::clone(&memory)));
    let closing = watch::Sender::new(false);
    let served = Served { address, handlers: Arc::clone(&handlers), memory, closing: closing.clone() };
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (server, handlers, mut closing) = (Arc::clone(&server), Arc::clone(&handlers), closing.subscribe());
            tokio::spawn(async move {
                let service = service_fn(move |request| answer(Arc::clone(&handlers), request));
                let closed = async move { drop(closing.wait_for(|closing| *closing).await) };
                let _ = server.serve(stream, Instant::now(), service, closed).await;
            });
        }
    });
    served
}

async fn answer(handlers: Arc<Handlers>, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    handlers.begun.fetch_add(1, Ordering::SeqCst);
    if request.uri().path() == "/wait" {
        let mut unanswered = Unanswered(Arc::clone(&handlers), false);
        handlers.released.acquire().await.unwrap().forget();
        unanswered.1 = true;
    }
    Ok(Response::new(Full::from("answer")))
}

impl Served {
    async fn connect(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(bytes).await.unwrap();
        stream
    }

    async fn begun(&self, count: usize) {
        while self.handlers.begun.load(Ordering::SeqCst) < count {
            yield_now().await;
        }
    }

    fn closed(&self) -> Vec<Reason> {
        self.memory.closed.lock().unwrap().clone()
    }
}

/// Reads until so many answers have come whole.
async fn answers(stream: &mut TcpStream, count: usize) -> String {
    let mut read = Vec::new();
    while String::from_utf8_lossy(&read).matches("\r\n\r\nanswer").count() < count {
        assert!(stream.read_buf(&mut read).await.unwrap() > 0, "{}", String::from_utf8_lossy(&read));
    }
    String::from_utf8(read).unwrap()
}

/// All that comes until the server closes.
async fn rest(mut stream: TcpStream) -> String {
    let mut read = Vec::new();
    match stream.read_to_end(&mut read).await {
        Err(error) if error.kind() != ErrorKind::ConnectionReset => panic!("{error}"),
        _ => String::from_utf8_lossy(&read).into_owned(),
    }
}

#[tokio::test]
async fn pipelined_requests_are_passed_on_one_at_a_time() {
    let served = serve(LIMITS, 0).await;
    let mut stream = served.connect(&[WAIT, b"\r\n\r\n", WAIT, WAIT, NOW].concat()).await;
    for count in 1..=3 {
        served.begun(count).await;
        for _ in 0..100 {
            yield_now().await;
        }
        assert_eq!(served.handlers.begun.load(Ordering::SeqCst), count, "the next one waits for the answer");
        served.handlers.released.add_permits(1);
        answers(&mut stream, 1 + usize::from(count == 3)).await;
    }
    stream.write_all(&NOW.repeat(50)).await.unwrap();
    answers(&mut stream, 50).await;
}

#[tokio::test]
async fn a_client_that_leaves_is_noticed_whatever_it_has_sent_after_its_request() {
    let served = serve(LIMITS, 0).await;
    let many = NOW.repeat(10_000);
    let mut count = 0;
    for after in [&b""[..], b"\r\n", b"\r\n\r\n", b"G", NOW, WAIT, &many] {
        for way in ["close", "reset", "half-close"] {
            let mut stream = served.connect(WAIT).await;
            count += 1;
            served.begun(count).await;
            // What the server does not read may not fit into the system's buffers.
            let _ = stream.try_write(after);
            let _half_open = match way {
                "half-close" => {
                    stream.shutdown().await.unwrap();
                    Some(stream)
                }
                way => {
                    if way == "reset" {
                        stream.set_zero_linger().unwrap();
                    }
                    drop(stream);
                    None
                }
            };
            served.handlers.dropped.notified().await;
        }
    }
    assert_eq!(served.handlers.begun.load(Ordering::SeqCst), count, "nothing that came after was begun");
}

#[tokio::test]
async fn requests_before_the_end_of_the_clients_side_are_answered_if_that_needs_no_wait() {
    let served = serve(LIMITS, 0).await;
    let mut stream = served.connect(&NOW.repeat(3)).await;
    stream.shutdown().await.unwrap();
    assert_eq!(rest(stream).await.matches("HTTP/1.1 200").count(), 3);
}

#[tokio::test]
async fn large_heads_need_memory_and_are_the_last_of_their_connection() {
    let large = [&NOW[..NOW.len() - 2], b"x: ", &b"y".repeat(50_000), b"\r\n\r\n"].concat();
    let enough = serve(LIMITS, 20).await;
    let answer = rest(enough.connect(&large).await).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("connection: close"), "{answer}");
    let short = serve(LIMITS, 2).await;
    // The end is not sent, so nothing is left unread.
    let answer = rest(short.connect(&large[..30_000]).await).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 503"), "{answer}");
    assert_eq!(short.closed(), [Reason::NoMemory]);
}

/// A frame of HTTP/2.
fn frame(kind: u8, flags: u8, payload: &[u8]) -> Vec<u8> {
    [&(payload.len() as u32).to_be_bytes()[1..], &[kind, flags], &[0; 4], payload].concat()
}

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

#[tokio::test]
async fn a_flood_of_control_frames_ends_the_connection() {
    let served = serve(LIMITS, 0).await;
    for (kind, payload) in [(6, &b"a ping!!"[..]), (4, b""), (8, &[0, 0, 0, 1]), (200, b"")] {
        let stream = served.connect(&[PREFACE, &frame(4, 0, b"")].concat()).await;
        let (mut read, mut write) = stream.into_split();
        let flood = frame(kind, 0, payload).repeat(100);
        let reading = tokio::spawn(async move {
            let mut some = [0; 4096];
            while read.read(&mut some).await.is_ok_and(|count| count > 0) {}
        });
        while !reading.is_finished() && write.write_all(&flood).await.is_ok() {
            yield_now().await;
        }
        reading.await.unwrap();
    }
    assert_eq!(served.closed(), [Reason::ControlFrames; 4]);
}

#[tokio::test]
async fn an_http_2_client_that_does_not_acknowledge_the_end_has_the_time_of_a_head() {
    let head = Duration::from_secs(5);
    let served = serve(Limits { head, ..LIMITS }, 0).await;
    let mut stream = served.connect(&[PREFACE, &frame(4, 0, b"")].concat()).await;
    let mut settings = [0; 9];
    stream.read_exact(&mut settings).await.unwrap();
    // From now on the clock jumps from timer to timer. Before, it could have jumped over the way of a packet.
    tokio::time::pause();
    let told = Instant::now();
    served.closing.send_replace(true);
    rest(stream).await;
    assert!((head..head * 2).contains(&told.elapsed()), "{:?}", told.elapsed());
}

#[tokio::test]
async fn http_2_is_spoken_only_if_it_is_to_be() {
    let served = serve(Limits { versions: Versions::Http1, ..LIMITS }, 0).await;
    let answer = rest(served.connect(&[PREFACE, &frame(4, 0, b"")].concat()).await).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer:?}");
}
