//! The front door, over real sockets.

use std::time::{Duration, Instant};

use crate::common::server::metric;
use crate::common::socket::{DOOR, Open, open, rest};
use plyd::http::Door;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

const SEARCH: &str = "GET /v1/games/gomoku/search?depth=30&time_ms=4000 HTTP/1.1\r\nhost: plyd\r\n\r\n";
const LIVE: &str = "GET /livez HTTP/1.1\r\nhost: plyd\r\n\r\n";

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_are_slow_with_their_head_are_closed() {
    let open = open(DOOR).await;
    let second = format!("{LIVE}GET /livez HTTP/1.1\r\n");
    let begun = ["", "P", "PRI * HT", "GET /livez HTTP/1.1\r\nhost: pl", &second];
    let waiting = begun.map(async |text: &str| {
        let started = Instant::now();
        (rest(open.send(text).await).await, started.elapsed())
    });
    for (text, waiting) in begun.iter().zip(waiting) {
        let (answer, after) = waiting.await;
        assert!((250..1400).contains(&after.as_millis()), "{text:?}: {after:?}");
        assert_eq!(answer.starts_with("HTTP/1.1 200"), *text == second, "{text:?}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_connections_have_a_longer_time_of_their_own() {
    let open = open(DOOR).await;
    let started = Instant::now();
    let answer = rest(open.send(LIVE).await).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!((1400..6000).contains(&started.elapsed().as_millis()), "{:?}", started.elapsed());
    // Neither time runs while a request is answered.
    let slow = SEARCH.replace("4000", "1800").replace("host", "connection: close\r\nhost");
    assert!(rest(open.send(&slow).await).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test(flavor = "multi_thread")]
async fn http_2_is_spoken_on_the_same_port() {
    let open = open(DOOR).await;
    // The preface and an empty SETTINGS frame; the server answers with its own SETTINGS, type 4.
    let mut stream = open.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await;
    let mut head = [0; 9];
    stream.read_exact(&mut head).await.unwrap();
    assert_eq!(head[3], 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn when_every_place_is_taken_probes_are_answered_and_all_else_is_refused() {
    let open = open(Door { max_connections: 1, ..DOOR }).await;
    let first = open.send("").await;
    // More than the porch has places for: whoever comes last is served.
    let mut silent = Vec::new();
    for _ in 0..100 {
        silent.push(open.send("").await);
    }
    for probe in ["livez", "readyz", "metrics"] {
        let answer = rest(open.send(LIVE.replace("livez", probe)).await).await;
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("connection: close"), "{probe}: {answer}");
    }
    let refused = rest(open.send(SEARCH).await).await;
    assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("\r\nretry-after: 1\r\n"), "{refused}");
    drop((first, silent));
    tokio::time::sleep(Duration::from_millis(100)).await;
    let answer = rest(open.send(SEARCH.replace("4000", "50").replace("host", "connection: close\r\nhost")).await).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "there is a place again: {answer}");
}

/// A client whose system takes little for it.
async fn narrow(open: &Open, bytes: &[u8]) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(open.address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    stream
}

/// More pages than a system keeps for a client, asked for at once.
fn many_pages(count: usize) -> String {
    LIVE.replace("livez", "openapi.json").repeat(count)
}

const SLOW_READERS: &str = "plyd_connections_refused_total{reason=\"slow_reader\"}";

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_or_only_sips_is_closed_after_the_write_time() {
    let open = open(DOOR).await;
    for (number, bytes) in [(1.0, 0), (2.0, 1), (3.0, 50)] {
        let mut stream = narrow(&open, many_pages(400).as_bytes()).await;
        let (started, mut some) = (Instant::now(), vec![0; bytes]);
        while metric(&open.service, SLOW_READERS).await < number {
            assert!(started.elapsed() < Duration::from_secs(20), "{bytes} bytes at a time: never closed");
            tokio::time::sleep(Duration::from_millis(20)).await;
            stream.read_exact(&mut some).await.unwrap();
        }
        assert!(started.elapsed() >= DOOR.write_timeout, "{bytes} bytes at a time: {:?}", started.elapsed());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_reads_slowly_but_gets_on_has_every_answer() {
    let open = open(DOOR).await;
    let last = LIVE.replace("livez", "openapi.json").replace("host", "connection: close\r\nhost");
    let mut stream = narrow(&open, (many_pages(39) + &last).as_bytes()).await;
    let (started, mut some, mut all) = (Instant::now(), vec![0; 4096], Vec::new());
    loop {
        // A multiple of the least, and still several write times in all.
        let count = stream.read(&mut some).await.unwrap();
        if count == 0 {
            break;
        }
        all.extend(&some[..count]);
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert_eq!(String::from_utf8(all).unwrap().matches("HTTP/1.1 200").count(), 40);
    assert!(started.elapsed() > DOOR.write_timeout * 2, "{:?}", started.elapsed());
}

/// A frame of HTTP/2, its length, kind, flags and stream before it.
fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    [&(payload.len() as u32).to_be_bytes()[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// `GET`, each field written out.
fn get(stream: u32, path: &str) -> Vec<u8> {
    let fields = [(":method", "GET"), (":scheme", "http"), (":authority", "plyd"), (":path", path)];
    let literal = |text: &str| [&[text.len() as u8], text.as_bytes()].concat();
    let head: Vec<u8> =
        fields.iter().flat_map(|(name, value)| [vec![0], literal(name), literal(value)].concat()).collect();
    frame(1, 5, stream, &head)
}

/// Answers pings and says something now and then, until the server closes: how long that took, and the kinds of the
/// frames that came.
async fn chat(mut stream: TcpStream, what: &[u8]) -> (Duration, Vec<u8>) {
    let (started, mut kinds) = (Instant::now(), Vec::new());
    loop {
        let mut head = [0; 9];
        tokio::select! {
            read = stream.read_exact(&mut head) => if read.is_err() { return (started.elapsed(), kinds) },
            () = tokio::time::sleep(Duration::from_millis(50)) => {
                let _ = stream.write_all(what).await;
                continue;
            }
        }
        let mut payload = vec![0; usize::from(head[1]) << 8 | usize::from(head[2])];
        if stream.read_exact(&mut payload).await.is_err() {
            return (started.elapsed(), kinds);
        }
        kinds.push(head[3]);
        if head[3] == 6 && head[4] & 1 == 0 {
            let _ = stream.write_all(&frame(6, 1, 0, &payload)).await;
        }
        assert!(started.elapsed() < Duration::from_secs(20), "never closed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn http_2_without_requests_is_idle_whatever_else_is_said() {
    let open = open(DOOR).await;
    let begun = [PREFACE, &frame(4, 0, 0, &[]), &get(1, "/v1/games")].concat();
    let (closed, kinds) = chat(open.send(begun).await, &frame(6, 0, 0, b"a ping!!")).await;
    assert!((1400..6000).contains(&closed.as_millis()), "{closed:?}");
    assert!(kinds.contains(&0) && kinds.contains(&7), "an answer, and GOAWAY: {kinds:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn http_2_heads_have_the_time_of_a_head() {
    let open = open(DOOR).await;
    // A frame that goes on and on, and a head of which a last frame never comes.
    let endless = frame(1, 5, 1, &[0; 4000]);
    for (begun, more) in [(&endless[..20], &b"\0"[..]), (&frame(1, 1, 1, b"\x82")[..], &frame(9, 0, 1, b"")[..])] {
        let (closed, _) = chat(open.send([PREFACE, &frame(4, 0, 0, &[]), begun].concat()).await, more).await;
        assert!((250..1400).contains(&closed.as_millis()), "{closed:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn http_2_answers_whose_window_stays_shut_are_given_up() {
    let open = open(DOOR).await;
    // Windows of one byte, and one more byte now and then.
    let settings = frame(4, 0, 0, &[0, 4, 0, 0, 0, 1]);
    for more in [vec![], frame(8, 0, 1, &[0, 0, 0, 1])] {
        let begun = [PREFACE, &settings, &get(1, "/openapi.json")].concat();
        let (closed, kinds) = chat(open.send(begun).await, &more).await;
        assert!((350..1400).contains(&closed.as_millis()), "{closed:?}");
        assert!(kinds.contains(&0), "{kinds:?}");
    }
    assert_eq!(metric(&open.service, SLOW_READERS).await, 2.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn at_the_end_what_was_accepted_is_finished_and_the_rest_answers_with_its_best() {
    let open = open(DOOR).await;
    let short = open.send(&SEARCH.replace("4000", "200")).await;
    let long = open.send(SEARCH).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let told = Instant::now();
    open.stop.send(()).unwrap();
    for (stream, least, most) in [(short, 0, 450), (long, 400, 1500)] {
        let answer = rest(stream).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert!(answer.contains("\"stopped_by\":\"time\""), "{answer}");
        assert!((least..most).contains(&told.elapsed().as_millis()), "{:?}", told.elapsed());
    }
    assert_eq!(open.serving.await.unwrap(), 0, "nothing had to be cut off");
    assert!(TcpStream::connect(open.address).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn during_the_drain_delay_it_still_serves_but_is_not_ready() {
    let open = open(Door { drain_delay: Duration::from_millis(400), ..DOOR }).await;
    open.stop.send(()).unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let close = |text: &str| text.replace("host", "connection: close\r\nhost");
    let ready = TcpStream::connect(open.address).await.unwrap();
    let mut ready = ready;
    ready.write_all(close(&LIVE.replace("livez", "readyz")).as_bytes()).await.unwrap();
    assert!(rest(ready).await.starts_with("HTTP/1.1 503"));
    let mut search = TcpStream::connect(open.address).await.unwrap();
    search.write_all(close(&SEARCH.replace("4000", "50")).as_bytes()).await.unwrap();
    assert!(rest(search).await.starts_with("HTTP/1.1 200"));
    assert_eq!(open.serving.await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_sent_just_before_the_end_is_answered_and_idle_connections_are_closed() {
    let open = open(DOOR).await;
    let mut clients = Vec::new();
    for _ in 0..20 {
        let mut client = open.send(LIVE).await;
        let mut some = [0; 4096];
        assert!(client.read(&mut some).await.unwrap() > 0);
        clients.push(client);
    }
    let fresh = open.send("").await;
    let (idle, mut asking) = (clients.split_off(10), clients);
    for client in &mut asking {
        client.write_all(LIVE.as_bytes()).await.unwrap();
    }
    open.stop.send(()).unwrap();
    for client in asking {
        let answer = rest(client).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer:?}");
    }
    for client in idle.into_iter().chain([fresh]) {
        assert_eq!(rest(client).await, "");
    }
    assert_eq!(open.serving.await.unwrap(), 0, "nothing had to be cut off");
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_go_on_asking_hear_that_their_connection_ends() {
    let open = open(DOOR).await;
    let mut client = open.send("").await;
    open.service.drain();
    client.write_all(LIVE.as_bytes()).await.unwrap();
    let answer = rest(client).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("connection: close"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn http_2_is_told_to_go_away() {
    let open = open(DOOR).await;
    let mut stream = open.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await;
    let mut stop = Some(open.stop);
    loop {
        let mut head = [0; 9];
        stream.read_exact(&mut head).await.expect("GOAWAY comes before the end");
        let mut payload = vec![0; usize::from(head[1]) << 8 | usize::from(head[2])];
        stream.read_exact(&mut payload).await.unwrap();
        // Told once it has begun to speak; GOAWAY has type 7.
        stop.take().into_iter().for_each(|stop| stop.send(()).unwrap());
        if head[3] == 7 {
            break;
        }
    }
}
