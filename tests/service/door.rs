//! The front door, over real sockets.

use std::time::{Duration, Instant};

use crate::common::socket::{DOOR, open, rest};
use plyd::http::Door;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

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
async fn connections_over_the_cap_wait_until_there_is_room() {
    let open = open(Door { max_connections: 1, ..DOOR }).await;
    let first = open.send("").await;
    let second = open.send("GET /livez HTTP/1.1\r\nhost: plyd\r\nconnection: close\r\n\r\n").await;
    let answer = tokio::spawn(rest(second));
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(!answer.is_finished());
    drop(first);
    assert!(answer.await.unwrap().starts_with("HTTP/1.1 200"));
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
