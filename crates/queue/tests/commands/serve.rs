//! Batches over HTTP.

use super::*;

/// `plyd-queue serve` on a free port.
struct Server(#[expect(dead_code, reason = "killed in the end")] Running, u16);

/// An answer of HTTP. `whole` is false if the connection broke in the middle of the body.
struct Reply {
    status: u16,
    head: String,
    body: String,
    whole: bool,
}

impl Reply {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The status, the code and the path of a problem.
    fn problem(&self) -> (u16, Value, Value) {
        assert!(self.head.contains("content-type: application/problem+json"), "{}", self.head);
        let problem = self.json();
        (self.status, problem["code"].clone(), problem["path"].clone())
    }
}

impl Server {
    fn start(folder: &Folder, url: &str, options: &str) -> Self {
        let mut command = folder.command(format!("serve --listen 127.0.0.1:0 {options}").trim());
        let mut server = command.env("PLYD_NATS", url).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(server.stderr.take().unwrap()).lines();
        let line = lines.by_ref().map(Result::unwrap).find(|line| line.contains("listening")).expect("it listens");
        spawn(|| lines.for_each(drop));
        Self(Running(server), line.rsplit(':').next().unwrap().trim().parse().unwrap())
    }

    /// Sends a request, with `head` among its fields, and the body as far as the server reads it.
    fn ask(&self, request: &str, head: &str, body: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(("127.0.0.1", self.1)).unwrap();
        let length = if head.contains("transfer-encoding") {
            String::new()
        } else {
            format!("content-length: {}\r\n", body.len())
        };
        write!(stream, "{request} HTTP/1.1\r\nhost: queue\r\nconnection: close\r\n{length}{head}\r\n").unwrap();
        let _ = stream.write_all(body);
        read_reply(stream)
    }

    fn get(&self, path: &str) -> Reply {
        self.ask(&format!("GET /v1/batches/{path}"), "", b"")
    }

    fn put(&self, path: &str, body: &str) -> Reply {
        self.ask(&format!("PUT /v1/batches/{path}"), "", body.as_bytes())
    }
}

fn read_reply(mut stream: TcpStream) -> Reply {
    let mut bytes = Vec::new();
    let mut block = [0; 4096];
    // A server that refuses a body may reset the connection after its answer.
    while let Ok(count @ 1..) = stream.read(&mut block) {
        bytes.extend_from_slice(&block[..count]);
    }
    let reply = text(&bytes);
    let (head, mut rest) = reply.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no head: {reply}"));
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let head = head.to_ascii_lowercase();
    if !head.contains("transfer-encoding: chunked") {
        return Reply { status, head, body: rest.to_owned(), whole: true };
    }
    let (mut body, mut whole) = (String::new(), false);
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        whole = size == 0;
        if whole || after.len() < size + 2 {
            break;
        }
        body += &after[..size];
        rest = &after[size + 2..];
    }
    Reply { status, head, body, whole }
}

#[test]
fn a_batch_over_http_is_the_batch_of_the_commands() {
    let folder = Folder::new("http");
    let Some((_server, url)) = nats(&folder, &JETSTREAM) else { return };
    let run = |arguments: &str| folder.command(arguments).env("PLYD_NATS", &url).output().unwrap();
    let [one, other] = [(); 2].map(|()| Server::start(&folder, &url, ""));
    let jobs = fs::read_to_string(folder.0.join("jobs.jsonl")).unwrap();
    let counts = |reply: &Reply| {
        let told = reply.json();
        let counts = ["jobs", "duplicates", "stored", "already_waiting", "already_answered"]
            .map(|name| told[name].as_u64().unwrap());
        (reply.status, counts)
    };
    assert_eq!(counts(&one.put("club", &jobs)), (201, [12, 1, 12, 0, 0]));
    assert_eq!(counts(&other.put("club", &jobs)), (200, [12, 1, 0, 11, 1]));
    assert!(text(&run("submit jobs.jsonl --batch club").stderr).contains("0 stored, 11 already waiting"));
    assert_eq!(other.put("club", JOBS[1]).problem(), (409, json!("conflict"), Value::Null));
    let early = one.get("club/answers");
    assert_eq!((early.status, &*early.body, early.whole), (200, "", true));
    let _worker = Running(folder.command("work --workers 2").env("PLYD_NATS", &url).spawn().unwrap());
    let expected = text(&run("submit jobs.jsonl --local").stdout).replace(r#""file":"jobs.jsonl""#, r#""file":"club""#);
    let lines: Vec<&str> = expected.split_inclusive('\n').collect();
    let followed = one.get("club/answers?follow=true");
    assert_eq!((followed.status, &*followed.body, followed.whole), (200, &*expected, true));
    let status = other.get("club").json();
    let counts_of = |names: [&str; 5]| names.map(|name| status[name].as_u64().unwrap());
    assert_eq!(counts_of(["jobs", "waiting", "running", "done", "failed"]), [12, 0, 0, 10, 2]);
    assert!(status["submitted_at"].as_str().unwrap().ends_with('Z') && status["name"] == "club", "{status}");
    assert_eq!(other.get("club/answers?from=9").body, lines[9..].concat());
    assert_eq!(other.get("club/answers?from=12&follow=true").body, "");
    assert_eq!(one.get("club/answers?from=13").problem(), (422, json!("invalid_body"), json!("from")));
    assert_eq!(other.ask("DELETE /v1/batches/club", "", b"").status, 204);
    let gone = (404, json!("not_found"), Value::Null);
    for path in ["club", "club/answers"] {
        assert_eq!(one.get(path).problem(), gone, "{path}");
    }
    assert_eq!(one.ask("DELETE /v1/batches/club", "", b"").problem(), gone);
    assert_eq!(counts(&other.put("club", JOBS[1])), (201, [1, 0, 1, 0, 0]));
}

#[test]
fn games_are_reviewed_and_positions_searched_over_http_as_by_the_command() {
    let folder = Folder::new("http-games");
    let Some((_server, url)) = nats(&folder, &JETSTREAM) else { return };
    let games = "1. e4 e5 *\n\n1. e4 e5 2. Nf3 *\n";
    fs::write(folder.0.join("games.pgn"), games).unwrap();
    let server = Server::start(&folder, &url, "");
    let put = server.put("club?review=true&game=chess&nodes=100&priority=high", games);
    assert_eq!((put.status, &put.json()["stored"], &put.json()["priority"]), (201, &json!(2), &json!("high")));
    let submit = "submit --review games.pgn --game chess --nodes 100 --batch club --priority high";
    let again = folder.command(submit).env("PLYD_NATS", &url).output().unwrap();
    assert!(text(&again.stderr).contains("0 stored, 2 already waiting"), "{}", text(&again.stderr));
    let positions = "8/8/8/8/3k4/2R5/8/K6Q w - - dm 6;\n8/8/8/8/3k4/2R5/8/K6Q b - -\n";
    fs::write(folder.0.join("p.epd"), positions).unwrap();
    let put = server.put("mates?search=true&depth=2&priority=high", positions);
    assert_eq!((put.status, &put.json()["stored"]), (201, &json!(2)));
    let submit = "submit --search p.epd --depth 2 --batch mates --priority high";
    let again = folder.command(submit).env("PLYD_NATS", &url).output().unwrap();
    assert!(text(&again.stderr).contains("0 stored, 2 already waiting"), "{}", text(&again.stderr));
}

#[test]
fn wrong_requests_get_typed_problems() {
    let folder = Folder::new("http-wrong");
    let Some((_server, url)) = nats(&folder, &JETSTREAM) else { return };
    let server = Server::start(&folder, &url, "");
    let body = JOBS[1].as_bytes();
    for (request, head, status, code, path) in [
        ("GET /v1/batches/club", "", 404, "not_found", None),
        ("GET /v1/batches", "", 404, "not_found", None),
        ("POST /v1/batches/club", "", 405, "method_not_allowed", None),
        ("PUT /v1/batches/club/answers", "", 405, "method_not_allowed", None),
        ("PUT /v1/batches/a.b", "", 422, "invalid_body", Some("name")),
        ("GET /v1/batches/%ff", "", 422, "invalid_body", Some("name")),
        ("PUT /v1/batches/club?reveiw=true", "", 422, "invalid_body", Some("reveiw")),
        ("PUT /v1/batches/club?nodes=100", "", 422, "invalid_body", Some("nodes")),
        ("PUT /v1/batches/club?review=1", "", 422, "invalid_body", Some("review")),
        ("PUT /v1/batches/club?review=true&game=chess&curve=gold", "", 422, "invalid_body", Some("curve")),
        ("PUT /v1/batches/club?priority=urgent", "", 422, "invalid_body", Some("priority")),
        ("PUT /v1/batches/club?review=true&search=true", "", 422, "invalid_body", Some("search")),
        ("PUT /v1/batches/club?review=true&depth=2", "", 422, "invalid_body", Some("depth")),
        ("PUT /v1/batches/club?search=true&game=ches", "", 422, "invalid_body", None),
        ("PUT /v1/batches/club?review=true&game=chess", "", 422, "invalid_body", None),
        ("GET /v1/batches/club?from=1", "", 422, "invalid_body", Some("from")),
        ("GET /v1/batches/club/answers?from=-1", "", 422, "invalid_body", Some("from")),
        (
            "PUT /v1/batches/club",
            "content-type: application/x-www-form-urlencoded\r\n",
            415,
            "unsupported_media_type",
            None,
        ),
        ("PUT /v1/batches/club?review=true", "content-type: application/json\r\n", 415, "unsupported_media_type", None),
        ("PUT /v1/batches/club", "content-encoding: gzip\r\n", 415, "unsupported_media_type", None),
    ] {
        let reply = server.ask(request, head, if request.starts_with("PUT") { body } else { b"" });
        let path = path.map_or(Value::Null, Value::from);
        assert_eq!(reply.problem(), (status, json!(code), path), "{request} {head}: {}", reply.body);
    }
    assert_eq!(server.put("club", "\n\n").problem(), (422, json!("invalid_body"), Value::Null));
    assert_eq!(server.put("club", "1. e4 e5 *").problem(), (422, json!("invalid_body"), Value::Null));
    assert!(server.ask("POST /v1/batches/club", "", b"").head.contains("allow: "));
}

#[test]
fn hostile_bodies_are_refused_and_the_server_goes_on() {
    let folder = Folder::new("http-hostile");
    let Some((_server, url)) = nats(&folder, &JETSTREAM) else { return };
    let server = Server::start(&folder, &url, "");
    let put = "PUT /v1/batches/club";
    let too_large = (413, json!("body_too_large"), Value::Null);
    // Declared, but not sent.
    let declared = server.ask(put, "content-length: 100000000\r\nx: transfer-encoding\r\n", b"");
    assert_eq!(declared.problem(), too_large);
    // A line that never ends.
    let chunk = [b"100000\r\n".as_slice(), &[b'x'; 1 << 20], b"\r\n"].concat();
    assert_eq!(server.ask(put, "transfer-encoding: chunked\r\n", &chunk.repeat(65)).problem(), too_large);
    let long = format!("{}\n{}\n", JOBS[1], "x".repeat((1 << 20) + 2));
    assert_eq!(server.put("club", &long).problem(), (422, json!("invalid_body"), Value::Null));
    assert_eq!(server.put("club", &"{}\n".repeat(1_000_001)).problem(), (422, json!("invalid_body"), Value::Null));
    // A client that sends the half, and leaves.
    let mut half = TcpStream::connect(("127.0.0.1", server.1)).unwrap();
    write!(half, "{put} HTTP/1.1\r\nhost: queue\r\ncontent-length: 1000\r\n\r\n{}", JOBS[1]).unwrap();
    drop(half);
    assert_eq!(server.get("club").status, 404);
    assert_eq!(server.put("club", JOBS[1]).status, 201);
}

#[test]
fn of_two_batches_with_one_name_at_the_same_time_one_is_refused() {
    let folder = Folder::new("http-race");
    let Some((_server, url)) = nats(&folder, &JETSTREAM) else { return };
    let servers = [(); 2].map(|()| Server::start(&folder, &url, ""));
    for round in 0..10 {
        let put = |index: usize, body: usize| servers[index].put(&format!("club-{round}"), JOBS[body]).status;
        let mut statuses = std::thread::scope(|scope| {
            let others = scope.spawn(|| put(0, 0));
            [put(1, 1), others.join().unwrap()]
        });
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409]);
        // The same jobs twice are no conflict.
        let both = std::thread::scope(|scope| {
            let put = |index: usize| servers[index].put(&format!("same-{round}"), JOBS[0]).status;
            let others = scope.spawn(move || put(0));
            [put(1), others.join().unwrap()]
        });
        assert!(both.iter().all(|status| [200, 201].contains(status)), "{both:?}");
    }
}

#[test]
fn a_follower_of_a_cancelled_batch_learns_that_answers_are_missing() {
    let folder = Folder::new("http-cancelled");
    let Some((_server, url)) = nats(&folder, &JETSTREAM) else { return };
    let server = Server::start(&folder, &url, "");
    assert_eq!(server.put("club", JOBS[1]).status, 201);
    let mut stream = TcpStream::connect(("127.0.0.1", server.1)).unwrap();
    let get = "GET /v1/batches/club/answers?follow=true HTTP/1.1\r\nhost: queue\r\nconnection: close\r\n\r\n";
    stream.write_all(get.as_bytes()).unwrap();
    // The head has been sent, so the follower waits for answers.
    assert_eq!(stream.peek(&mut [0]).unwrap(), 1);
    assert!(folder.command("cancel club").env("PLYD_NATS", &url).output().unwrap().status.success());
    let followed = read_reply(stream);
    assert_eq!((followed.status, &*followed.body, followed.whole), (200, "", false));
    assert_eq!(server.get("club/answers").problem(), (404, json!("not_found"), Value::Null));
}

#[test]
fn requests_need_a_key_if_there_are_keys() {
    let folder = Folder::new("http-keys");
    let Some((_server, url)) = nats(&folder, &JETSTREAM) else { return };
    let made = plyd_keys::NewKey::generate("alice").unwrap();
    fs::write(folder.0.join("keys"), format!("{} rate=2/h\n", made.line)).unwrap();
    let server = Server::start(&folder, &url, "--keys keys");
    let get = |key: &str| server.ask("GET /v1/batches/club", &format!("authorization: Bearer {key}\r\n"), b"");
    assert_eq!(server.get("club").problem(), (401, json!("unauthorized"), Value::Null));
    assert_eq!(get("plyd_x").problem(), (401, json!("unauthorized"), Value::Null));
    assert_eq!((get(&made.key).status, get(&made.key).status), (404, 404));
    let refused = get(&made.key);
    assert_eq!(refused.problem(), (429, json!("quota_exceeded"), Value::Null));
    assert!(refused.head.contains("retry-after: "), "{}", refused.head);
    assert_eq!(server.ask("GET /readyz", "", b"").status, 200);
    fs::write(folder.0.join("keys"), "alice").unwrap();
    let told = text(&folder.command("serve --keys keys").env("PLYD_NATS", &url).output().unwrap().stderr);
    assert!(told.contains("--keys keys: line 1: "), "{told}");
}

#[test]
fn a_full_store_and_a_server_that_is_away_are_said() {
    let folder = Folder::new("http-full");
    fs::write(folder.0.join("nats.conf"), "jetstream { store_dir: store, max_file_store: 20KB }").unwrap();
    let Some((mut nats, url)) = nats(&folder, &["--config", "nats.conf"]) else { return };
    let server = Server::start(&folder, &url, "");
    let jobs: Vec<String> =
        (0..1000).map(|seed| json!({ "op": "search", "game": "nim", "seed": seed }).to_string()).collect();
    assert_eq!(server.put("club", &jobs.join("\n")).problem(), (507, json!("store_full"), Value::Null));
    assert_eq!(server.ask("GET /readyz", "", b"").status, 200);
    nats.0.kill().unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    let away = loop {
        let reply = server.get("club");
        if reply.status == 503 || Instant::now() > end {
            break reply;
        }
    };
    assert_eq!(away.problem(), (503, json!("overloaded"), Value::Null));
    assert!(away.head.contains("retry-after: 1"), "{}", away.head);
    let probes = ["/readyz", "/livez"].map(|path| server.ask(&format!("GET {path}"), "", b"").status);
    assert_eq!(probes, [503, 200]);
}
