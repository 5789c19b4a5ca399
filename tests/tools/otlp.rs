//! Traces, as a receiver of OTLP gets them from a server.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;

use crate::programs::plyd;
use crate::server::{Port, Server, TIMEOUT};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";

/// A receiver in this process, which collects each message with its path.
struct Collector {
    url: String,
    messages: Receiver<(String, Vec<u8>)>,
}

impl Collector {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (told, messages) = mpsc::channel();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let told = told.clone();
                thread::spawn(move || answer(stream, &told));
            }
        });
        Self { url, messages }
    }

    /// The next spans.
    fn spans(&self) -> Vec<Span> {
        loop {
            let (path, message) = self.messages.recv_timeout(TIMEOUT).expect("spans");
            if path == "/v1/traces" {
                let message = ExportTraceServiceRequest::decode(&message[..]).unwrap();
                let resource = &message.resource_spans[0].resource.as_ref().unwrap().attributes;
                assert_eq!(attribute(resource, "service.name"), "plyd");
                assert_eq!(attribute(resource, "service.version"), env!("CARGO_PKG_VERSION"));
                assert_eq!(attribute(resource, "service.instance.id").len(), 32);
                return message
                    .resource_spans
                    .into_iter()
                    .flat_map(|of| of.scope_spans)
                    .flat_map(|of| of.spans)
                    .collect();
            }
        }
    }

    /// The spans that arrive until `count` requests are complete.
    fn requests(&self, count: usize) -> Vec<Span> {
        let mut spans = Vec::new();
        while spans.iter().filter(|span| is_request(span)).count() < count {
            spans.extend(self.spans());
        }
        spans
    }
}

/// Receives messages from a connection until it ends.
fn answer(stream: TcpStream, told: &Sender<(String, Vec<u8>)>) {
    let mut reader = BufReader::new(stream);
    loop {
        let (mut path, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line).unwrap_or(0) == 0 {
                return;
            }
            if line == "\r\n" {
                break;
            }
            let line = line.to_ascii_lowercase();
            if let Some(target) = line.strip_prefix("post ") {
                target.split(' ').next().unwrap().clone_into(&mut path);
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            assert!(!line.starts_with("content-type:") || line.contains("application/x-protobuf"), "{line}");
        }
        let mut message = vec![0; length];
        reader.read_exact(&mut message).unwrap();
        let _ = told.send((path, message));
        reader.get_mut().write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").unwrap();
    }
}

fn text(value: Option<&AnyValue>) -> String {
    match value.and_then(|value| value.value.as_ref()) {
        Some(Value::StringValue(text)) => text.clone(),
        Some(Value::IntValue(number)) => number.to_string(),
        other => format!("{other:?}"),
    }
}

fn attribute(attributes: &[KeyValue], key: &str) -> String {
    let found = attributes.iter().find(|attribute| attribute.key == key);
    found.map_or(String::new(), |attribute| text(attribute.value.as_ref()))
}

fn of(span: &Span, key: &str) -> String {
    attribute(&span.attributes, key)
}

fn hex(id: &[u8]) -> String {
    id.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether this is the span of a request. Kind 2 is a server's span.
fn is_request(span: &Span) -> bool {
    span.kind == 2
}

/// The names of the spans inside of another one, in order.
fn within<'a>(spans: &'a [Span], parent: &Span) -> Vec<&'a str> {
    let mut within: Vec<&Span> = spans.iter().filter(|span| span.parent_span_id == parent.span_id).collect();
    within.sort_by_key(|span| span.start_time_unix_nano);
    within.iter().map(|span| span.name.as_str()).collect()
}

fn named<'a>(spans: &'a [Span], name: &str) -> &'a Span {
    let mut named = spans.iter().filter(|span| span.name == name);
    let first = named.next().unwrap_or_else(|| panic!("{name} is none of {spans:?}"));
    assert!(named.next().is_none(), "{name} is twice in {spans:?}");
    first
}

fn start(collector: &Collector, options: &[&str]) -> Server {
    Server::start(Stdio::null(), Stdio::null(), &[&["--otlp-endpoint", &collector.url], options].concat())
}

#[test]
fn a_search_is_a_trace_of_its_stages_within_that_of_its_caller() {
    let collector = Collector::start();
    let mut server = start(&collector, &[]);
    // Without moves, the request is read on its connection's thread, so only the search waits in a queue.
    let body = r#"{"depth":4}"#;
    let post = |traceparent: &str| {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let length = body.len();
        write!(
            stream,
            "POST /v1/games/chess/search HTTP/1.1\r\nhost: plyd\r\nconnection: close\r\nx-request-id: seven\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\ntracestate: vendor=1\r\n\
             {traceparent}\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let own = answer.lines().find_map(|line| line.strip_prefix("traceparent: ")).map(str::to_owned);
        (answer, own)
    };
    let (answer, own) = post(&format!("traceparent: 00-{TRACE}-{CALLER}-01\r\n"));
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let spans = collector.requests(1);
    let request = named(&spans, "POST /v1/games/{game}/search");
    assert_eq!(own, Some(format!("00-{TRACE}-{}-01", hex(&request.span_id))), "the answer names its own span");
    assert_eq!((hex(&request.trace_id), hex(&request.parent_span_id)), (TRACE.to_owned(), CALLER.to_owned()));
    assert_eq!((request.kind, request.trace_state.as_str()), (2, "vendor=1"));
    for (key, value) in [
        ("http.request.method", "POST"),
        ("http.route", "/v1/games/{game}/search"),
        ("url.path", "/v1/games/chess/search"),
        ("http.response.status_code", "200"),
        ("request_id", "seven"),
        ("error.type", ""),
    ] {
        assert_eq!(of(request, key), value, "{key}");
    }
    assert_eq!(within(&spans, request), ["receive", "read", "queue", "search", "write"]);
    assert_eq!(of(named(&spans, "receive"), "bytes"), body.len().to_string());
    assert_eq!(of(named(&spans, "queue"), "pool"), "pool");
    let search = named(&spans, "search");
    for (key, value) in [("game", "chess"), ("algorithm", "alpha-beta"), ("depth", "4"), ("stopped_by", "depth")] {
        assert_eq!(of(search, key), value, "{key}");
    }
    let report = answer.split_once("\r\n\r\n").unwrap().1;
    let stats = &serde_json::from_str::<serde_json::Value>(report).unwrap()["stats"];
    let nodes = stats["nodes"].as_u64().unwrap() + stats["quiescence_nodes"].as_u64().unwrap();
    assert_eq!(of(search, "nodes"), nodes.to_string(), "quiescence is a part");
    let length = report.len();
    assert_eq!(of(named(&spans, "write"), "bytes"), length.to_string());
    for span in &spans {
        assert_eq!(hex(&span.trace_id), TRACE);
        assert!(span.start_time_unix_nano <= span.end_time_unix_nano, "{span:?}");
        assert!(request.start_time_unix_nano <= span.start_time_unix_nano, "{span:?}");
        assert!(span.end_time_unix_nano <= request.end_time_unix_nano, "{span:?}");
    }
    // If a caller does not trace, its request has no spans here. An invalid traceparent counts as missing.
    let untraced = format!("00-{TRACE}-{CALLER}-00");
    let own = post(&format!("traceparent: {untraced}\r\n")).1.unwrap();
    assert!(own.starts_with(&format!("00-{TRACE}-")) && own.ends_with("-00") && own != untraced, "{own}");
    for wrong in [format!("traceparent: 00-{TRACE}-{CALLER}\r\n"), String::new()] {
        let own = post(&wrong).1.unwrap();
        assert!(!own.contains(TRACE) && own.ends_with("-01"), "{own}");
    }
    server.get("/livez");
    let spans = collector.requests(2);
    let roots: Vec<&Span> = spans.iter().filter(|span| is_request(span)).collect();
    assert!(roots.iter().all(|root| root.parent_span_id.is_empty() && root.trace_state.is_empty()), "{roots:?}");
    assert_ne!(roots[0].trace_id, roots[1].trace_id);
    assert_eq!(spans.len(), 12, "{spans:?}");
    server.signal("-TERM");
    assert_eq!(server.ended().code(), Some(0));
}

#[test]
fn streams_batches_reviews_and_failures_have_their_spans() {
    let collector = Collector::start();
    let server = start(&collector, &[]);
    let ask = |path: &str, body: &str| {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let length = body.len();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nhost: plyd\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let spans = collector.requests(1);
        let request = spans.iter().find(|span| is_request(span)).unwrap().clone();
        assert!(spans.iter().all(|span| span.trace_id == request.trace_id), "{spans:?}");
        (request, spans)
    };
    let (request, spans) = ask("/v1/games/chess/search/stream", r#"{"depth":3}"#);
    assert_eq!(of(&request, "http.response.status_code"), "200");
    assert_eq!(BTreeSet::from_iter(within(&spans, &request)), ["queue", "read", "receive", "search", "write"].into());
    let item = r#"{"op":"search","game":"chess","depth":2}"#;
    let (request, spans) = ask("/v1/batch", &format!(r#"{{"items":[{item},{item}]}}"#));
    let names = within(&spans, &request);
    assert_eq!(names.iter().filter(|name| **name == "search").count(), 2, "{names:?}");
    let (request, spans) = ask("/v1/games/chess/review", r#"{"moves":["e2e4","e7e5"],"depth":2}"#);
    let names = within(&spans, &request);
    assert_eq!(names.iter().filter(|name| **name == "search").count(), 2, "{names:?}");
    let (request, spans) = ask("/v1/games/chess/search", r#"{"depth":"deep"}"#);
    assert_eq!(
        (of(&request, "http.response.status_code").as_str(), of(&request, "error.type").as_str()),
        ("422", "invalid_body")
    );
    assert_eq!(within(&spans, &request), ["receive", "read", "write"]);
}

#[test]
fn no_span_is_sent_of_requests_that_are_not_sampled() {
    let collector = Collector::start();
    let mut server = start(&collector, &["--otlp-sample", "0"]);
    server.get("/v1/games/chess/search?depth=2");
    server.signal("-TERM");
    assert_eq!(server.ended().code(), Some(0));
    assert_eq!(collector.messages.try_iter().count(), 0);
}

#[test]
fn unreachable_receivers_cost_only_counted_spans() {
    // The backlog accepts connections, and nobody answers.
    let hangs = TcpListener::bind("127.0.0.1:0").unwrap();
    let closed = Port::new();
    for address in [hangs.local_addr().unwrap(), closed.address] {
        let url = format!("http://{address}");
        let mut server = Server::start(Stdio::null(), Stdio::null(), &["--otlp-endpoint", &url]);
        let deadline = Instant::now() + TIMEOUT;
        let lost = |server: &Server| -> f64 {
            let metrics = server.get("/metrics");
            let line = metrics.lines().find_map(|line| line.strip_prefix("plyd_otlp_spans_total{result=\"lost\"} "));
            line.unwrap().parse().unwrap()
        };
        // More spans than fit into the queue and a message, over kept connections.
        while lost(&server) == 0.0 {
            assert!(Instant::now() < deadline, "spans should be lost to {address}");
            let mut stream = TcpStream::connect(server.address).unwrap();
            stream.set_read_timeout(Some(TIMEOUT)).unwrap();
            let target = "/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9";
            let asked = format!("GET {target} HTTP/1.1\r\nhost: plyd\r\n\r\n").repeat(99);
            stream.write_all(asked.as_bytes()).unwrap();
            write!(stream, "GET {target} HTTP/1.1\r\nhost: plyd\r\nconnection: close\r\n\r\n").unwrap();
            let mut answers = String::new();
            stream.read_to_string(&mut answers).unwrap();
            assert_eq!(answers.matches("HTTP/1.1 200").count(), 100);
        }
        assert!(server.get("/livez").starts_with("HTTP/1.1 200"));
        let told_to_stop = Instant::now();
        server.signal("-TERM");
        assert_eq!(server.ended().code(), Some(0));
        assert!(told_to_stop.elapsed() < Duration::from_secs(20), "{:?}", told_to_stop.elapsed());
    }
}

#[test]
fn impossible_receivers_are_refused() {
    for (options, says) in [
        (["--otlp-endpoint", "collector:4318"], "such as http://localhost:4318"),
        (["--otlp-endpoint", "https://collector"], "https is not supported"),
        (["--otlp-sample", "10%"], "did you mean 0.1?"),
        (["--otlp-sample", "NaN"], "expected a number from 0 to 1"),
    ] {
        let output = plyd().args(options).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(says), "{options:?}: {said}");
        let variable = format!("PLYD_{}", options[0][2..].replace('-', "_").to_uppercase());
        let output = plyd().env(&variable, options[1]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && said.contains(says) && said.contains(&variable), "{said}");
    }
}
