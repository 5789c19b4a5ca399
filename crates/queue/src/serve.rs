//! `plyd-queue serve`: batches over HTTP, for programs that do not speak NATS.
//!
//! | request | what it does |
//! |---|---|
//! | `PUT /v1/batches/NAME` | stores jobs, one a line, or with `review=true`, a review of each game of a file, or with `search=true`, a search of each position |
//! | `GET /v1/batches/NAME` | the status of a batch |
//! | `GET /v1/batches/NAME/answers?from=N&follow=true` | the answers in order, one a line |
//! | `DELETE /v1/batches/NAME` | removes the batch with its jobs and answers |
//!
//! A process keeps nothing between requests, so there may be several.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequestParts, Path, RawQuery, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::{StreamExt, TryStreamExt, stream};
use plyd_keys::{KeyOwner, Keyring};
use plyd_terminal::{ProgressBar, RecordSource};
use plyd_wire::fields::query_to_json;
use plyd_wire::{Code, CurveName, Problem, from_json, to_json};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tower_http::catch_panic::CatchPanicLayer;
use tracing::info;

use crate::batch::{Batch, MAX_FILE_BYTES, PositionSearch, Reviewing, digits};
use crate::connections::stopped;
use crate::lane::Lane;
use crate::nats::{Kept, Manifest, Nats, batch_name};
use crate::probes;
use crate::status;
use crate::submit::{self, Missing, PATIENCE, PAUSE};
use crate::work::Phase;

/// Memory that bodies may take together, in KiB. A body takes three times its size, because a file of games lies there as
/// a text and as jobs, and each line takes [`LINE_BYTES`] more.
const MEMORY_KIB: usize = 512 << 10;
const LINE_BYTES: usize = 256;

/// How long a body may take to arrive, and how long it may pause.
const BODY_TIME: Duration = Duration::from_secs(300);
const BODY_PAUSE: Duration = Duration::from_secs(10);

/// How long storing a batch may take. Storing goes on where it stopped if the request is repeated.
const STORE_TIME: Duration = Duration::from_secs(300);

/// Files that are read at a time. Reading a large file of games takes seconds of a core.
const READERS: usize = 2;

/// Streams of answers at a time, and answers that each of them fetches ahead.
const FOLLOWERS: usize = 128;
const AHEAD: usize = 8;

/// What handlers share.
pub(crate) struct Door {
    nats: Nats,
    keys: Option<Arc<Keyring>>,
    phase: watch::Receiver<Phase>,
    memory: Arc<Semaphore>,
    readers: Arc<Semaphore>,
    followers: Arc<Semaphore>,
}

impl Door {
    pub(crate) fn new(nats: Nats, keys: Option<Arc<Keyring>>, phase: watch::Receiver<Phase>) -> Arc<Self> {
        let [memory, readers, followers] =
            [MEMORY_KIB, READERS, FOLLOWERS].map(|permits| Arc::new(Semaphore::new(permits)));
        Arc::new(Self { nats, keys, phase, memory, readers, followers })
    }

    /// Why no request can be answered now.
    fn ready(&self) -> Result<(), &'static str> {
        probes::ready(&self.nats.client(), &self.phase)
    }
}

/// The routes.
pub(crate) fn router(door: &Arc<Door>) -> Router {
    let ready = Arc::clone(door);
    let not_found = || async { Refused(Problem::new(Code::NotFound, "there is no such path; see /v1/batches/NAME")) };
    let method = |method: Method| async move {
        let detail = format!("this path does not support {method}; the Allow header lists those that it supports");
        Refused(Problem::new(Code::MethodNotAllowed, detail))
    };
    Router::new()
        .route("/v1/batches/{name}", get(batch_status).put(put).delete(delete))
        .route("/v1/batches/{name}/answers", get(answers))
        .route_layer(from_fn_with_state(Arc::clone(door), check_key))
        .with_state(Arc::clone(door))
        .merge(probes::routes(move || ready.ready()))
        .fallback(not_found)
        .method_not_allowed_fallback(method)
        .layer(CatchPanicLayer::custom(|_| Refused(Problem::new(Code::Internal, BUG)).into_response()))
}

const BUG: &str = "internal error; see the log of plyd-queue";

/// A problem as an answer.
struct Refused(Problem);

impl From<Problem> for Refused {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let Self(problem) = self;
        let status = StatusCode::from_u16(problem.code.status()).expect("the table has statuses of HTTP");
        let headers = [(CONTENT_TYPE, "application/problem+json"), (CACHE_CONTROL, "no-store")];
        let mut response = (status, headers, problem.json(None)).into_response();
        response.headers_mut().extend(problem.retry_after.map(|seconds| (RETRY_AFTER, seconds.into())));
        if problem.code == Code::Unauthorized {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

fn json(status: StatusCode, value: &impl Serialize) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], to_json(value)).into_response()
}

/// Checks the key, if there are keys, and whether the queue can answer.
async fn check_key(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    let (owner, checked) =
        door.keys.as_ref().map_or_else(|| (KeyOwner::default(), Ok(())), |keys| KeyOwner::of(keys, request.headers()));
    let ready = || door.ready().map_err(|why| Problem::new(Code::Overloaded, why));
    let mut response = match checked.and_then(|()| ready()) {
        Ok(()) => next.run(request).await,
        Err(problem) => Refused(problem).into_response(),
    };
    response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    owner.attach(response.headers_mut());
    response
}

/// The name of a batch in the path.
struct Name(String);

impl<S: Send + Sync> FromRequestParts<S> for Name {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let name: Result<Path<String>, _> = Path::from_request_parts(parts, state).await;
        let name = name.map_err(|error| error.body_text()).and_then(|Path(name)| batch_name(&name));
        name.map(Self).map_err(|why| Problem::new(Code::InvalidBody, why).at("name").into())
    }
}

/// The fields of a query.
fn fields<T: DeserializeOwned>(query: Option<&str>) -> Result<T, Problem> {
    from_json(query_to_json(query.unwrap_or_default(), false).as_bytes())
}

/// What a body contains, with the names of the options of `plyd-queue submit`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Submission {
    #[serde(default)]
    review: bool,
    #[serde(default)]
    search: bool,
    game: Option<String>,
    nodes: Option<u64>,
    depth: Option<u32>,
    curve: Option<CurveName>,
    priority: Option<Lane>,
}

impl Submission {
    /// Refuses fields that would have no effect, and bodies of another media type.
    fn check(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let Self { review, search, .. } = *self;
        let given = [
            ("game", self.game.is_some(), review || search, "review=true or search=true"),
            ("nodes", self.nodes.is_some(), review || search, "review=true or search=true"),
            ("depth", self.depth.is_some(), search, "search=true"),
            ("curve", self.curve.is_some(), review, "review=true"),
            ("search", search, !review, "review to be left out"),
        ];
        if let Some((name, .., needs)) = given.iter().find(|(_, is_given, fits, _)| *is_given && !fits) {
            return Err(Problem::new(Code::InvalidBody, format!("{name} needs {needs}")).at(*name));
        }
        let given = |name: HeaderName| headers.get(name).map_or("", |value| value.to_str().unwrap_or("?"));
        let encoding = given(CONTENT_ENCODING);
        let media_type = given(CONTENT_TYPE).split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let (expected, fits) = match (review || search, &*media_type) {
            (_, "") => ("", true),
            (true, of_text) => ("text/plain", of_text.starts_with("text/") || GAMES.contains(&of_text)),
            (false, of_lines) => (LINES[0], LINES.contains(&of_lines)),
        };
        let detail = match (encoding, fits) {
            ("" | "identity", true) => return Ok(()),
            (_, true) => format!("content encoding {encoding:?} is not supported; send the body uncompressed"),
            _ => format!("expected Content-Type: {expected}, found {media_type:?}; with curl, use -T FILE"),
        };
        Err(Problem::new(Code::UnsupportedMediaType, detail))
    }

    fn read(&self, name: &str, text: &[u8]) -> Result<Batch, Problem> {
        let read = if self.review {
            let source = RecordSource::first(PathBuf::from(name), self.game.clone());
            let curve = if self.curve == Some(CurveName::Engine) { "engine" } else { "people" };
            let reviewing = Reviewing { nodes: self.nodes, curve, annotate: false, puzzles: false };
            Batch::of_games(&source, Some(text), &reviewing)
        } else if self.search {
            let (path, &Self { nodes, depth, .. }) = (PathBuf::from(name), self);
            PositionSearch::game(self.game.as_deref(), &path)
                .and_then(|game| Batch::of_positions(&path, &mut &*text, &PositionSearch { game, nodes, depth }))
        } else {
            Batch::of_lines(&PathBuf::from(name), &mut &*text)
        };
        read.map_err(|why| Problem::new(Code::InvalidBody, why))
    }
}

/// Media types of jobs, one a line.
const LINES: [&str; 4] = ["application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines"];

/// Media types of records of games that are not `text`.
const GAMES: [&str; 4] =
    ["application/x-chess-pgn", "application/vnd.chess-pgn", "application/x-go-sgf", "application/octet-stream"];

async fn put(
    State(door): State<Arc<Door>>,
    Name(name): Name,
    RawQuery(query): RawQuery,
    request: Request,
) -> Result<Response, Refused> {
    let fields: Submission = fields(query.as_deref())?;
    fields.check(request.headers())?;
    let (text, memory) = receive(&door.memory, request).await?;
    let reader = Arc::clone(&door.readers).acquire_owned().await.expect("it stays open");
    let priority = fields.priority;
    let named = name.clone();
    // If the client leaves, its body and its permits stay until this has ended.
    let read = spawn_blocking(move || (fields.read(&named, &text), memory, reader)).await;
    let (batch, memory, reader) = read.map_err(|_| Problem::new(Code::Internal, BUG))?;
    drop(reader);
    let stored =
        timeout(STORE_TIME, submit::store_batch(&door.nats, &name, batch?, priority, &ProgressBar::hidden())).await;
    drop(memory);
    let late = |_| Problem::new(Code::Overloaded, "storing the jobs takes long; the same PUT goes on where it stopped");
    let stored = stored.map_err(late)??;
    info!(batch = name, jobs = stored.jobs, stored = stored.stored, "stored");
    let status = if stored.is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok(json(status, &stored))
}

/// Receives a body within limits on its size, its time and the memory of all bodies.
async fn receive(memory: &Arc<Semaphore>, request: Request) -> Result<(Vec<u8>, OwnedSemaphorePermit), Problem> {
    let declared = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if declared.is_some_and(|bytes| bytes > MAX_FILE_BYTES) {
        return Err(Problem::body_too_large(declared, MAX_FILE_BYTES));
    }
    let (end, mut body) = (Instant::now() + BODY_TIME, request.into_body().into_data_stream());
    let (mut text, mut charged, mut lines) = (Vec::new(), 0, 0);
    let mut held = Arc::clone(memory).try_acquire_many_owned(0).map_err(|_| Problem::out_of_memory())?;
    loop {
        let late = |_| Problem::new(Code::RequestTimeout, "the body did not arrive in time");
        let chunk: Option<Bytes> = timeout_at(end.min(Instant::now() + BODY_PAUSE), body.try_next())
            .await
            .map_err(late)?
            .map_err(|_| Problem::new(Code::BadRequest, "the body was cut off"))?;
        let Some(chunk) = chunk else { return Ok((text, held)) };
        if text.len() + chunk.len() > MAX_FILE_BYTES {
            return Err(Problem::body_too_large(None, MAX_FILE_BYTES));
        }
        text.extend_from_slice(&chunk);
        lines += chunk.iter().filter(|byte| **byte == b'\n').count();
        let needed = (3 * text.len() + LINE_BYTES * lines) >> 10;
        let more = Arc::clone(memory).try_acquire_many_owned((needed - charged) as u32);
        held.merge(more.map_err(|_| Problem::out_of_memory())?);
        charged = needed;
    }
}

/// The answers that are asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// The index of the first.
    #[serde(default)]
    from: usize,
    /// Whether to wait for those that are missing.
    #[serde(default)]
    follow: bool,
}

/// Answers in order. The stream ends after the last answer, or, without `follow`, before the first that is missing. If an
/// answer will never come, or the queue cannot be asked, the connection breaks, so that nobody takes a part for the whole.
/// The client asks again from the next index, and gets the reason as a problem.
async fn answers(
    State(door): State<Arc<Door>>,
    Name(name): Name,
    RawQuery(query): RawQuery,
) -> Result<Response, Refused> {
    let Wanted { from, follow } = fields(query.as_deref())?;
    let follower = Arc::clone(&door.followers).try_acquire_owned();
    let follower = follower.map_err(|_| Problem::new(Code::Overloaded, "too many clients read answers"))?;
    let manifest = submit::known(&door.nats, &name).await?;
    if from > manifest.jobs {
        let detail = format!("the batch has {} jobs, expected an index from 0 to that number", manifest.jobs);
        return Err(Problem::new(Code::InvalidBody, detail).at("from").into());
    }
    let mut reader = Reader { door, name, manifest, next: from, follow, ready: VecDeque::new(), _follower: follower };
    reader.fetch().await?;
    let lines = stream::try_unfold(reader, |mut reader| async move {
        let line = reader.line().await?;
        Ok::<_, Problem>(line.map(|line| (line, reader)))
    });
    let headers = [(CONTENT_TYPE, LINES[0]), (HeaderName::from_static("x-accel-buffering"), "no")];
    Ok((headers, Body::from_stream(lines)).into_response())
}

/// Reads the answers of a batch in order. It fetches some answers ahead, but unpacks them only as the client reads.
struct Reader {
    door: Arc<Door>,
    name: String,
    manifest: Manifest,
    next: usize,
    follow: bool,
    ready: VecDeque<Kept>,
    _follower: OwnedSemaphorePermit,
}

impl Reader {
    /// The next line. `None` at the end.
    async fn line(&mut self) -> Result<Option<String>, Problem> {
        let mut until = Instant::now() + PATIENCE;
        while self.ready.is_empty() && self.next < self.manifest.jobs {
            match self.fetch().await {
                Ok(()) => until = Instant::now() + PATIENCE,
                // The server may be back soon.
                Err(problem) if self.follow && problem.code == Code::Overloaded && Instant::now() < until => {}
                Err(problem) => return Err(problem),
            }
            match self.ready.is_empty() {
                false => break,
                true if !self.follow => return Ok(None),
                true => self.pause().await?,
            }
        }
        let (kept, digits) = (self.ready.pop_front(), digits(&self.manifest.hash));
        self.next += usize::from(kept.is_some());
        Ok(kept.map(|kept| kept.answer().line(&digits, self.next - 1, kept.source.as_deref())))
    }

    /// Fetches the next answers, up to the first that is missing.
    async fn fetch(&mut self) -> Result<(), Problem> {
        let Self { door, name, manifest: Manifest { hash, jobs, .. }, next, .. } = &*self;
        let (mut ready, end) = (VecDeque::new(), (*jobs).min(*next + AHEAD));
        let fetch = |index| door.nats.answer(name, hash, index);
        let mut fetched = stream::iter(*next..end).map(fetch).buffered(AHEAD).boxed();
        while let Some(kept) = fetched.try_next().await.map_err(submit::away)?.flatten() {
            ready.push_back(kept);
        }
        drop(fetched);
        if ready.is_empty()
            && next < jobs
            && let Some(Missing::Never(why)) = submit::missing(&door.nats, name, hash, *next).await?
        {
            return Err(Problem::new(Code::NotFound, why));
        }
        self.ready = ready;
        Ok(())
    }

    /// Waits before asking again.
    async fn pause(&self) -> Result<(), Problem> {
        tokio::select! {
            () = sleep(PAUSE) => Ok(()),
            () = stopped(self.door.phase.clone()) => Err(Problem::new(Code::ShuttingDown, "shutting down")),
        }
    }
}

/// The query of a request that has none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

async fn batch_status(
    State(door): State<Arc<Door>>,
    Name(name): Name,
    RawQuery(query): RawQuery,
) -> Result<Response, Refused> {
    let Nothing {} = fields(query.as_deref())?;
    submit::known(&door.nats, &name).await?;
    let status = status::status(&door.nats, Some(&name)).await.map_err(submit::away)?;
    Ok(json(StatusCode::OK, &status.batches.first()))
}

async fn delete(
    State(door): State<Arc<Door>>,
    Name(name): Name,
    RawQuery(query): RawQuery,
) -> Result<StatusCode, Refused> {
    let Nothing {} = fields(query.as_deref())?;
    let (jobs, unanswered) = submit::remove(&door.nats, &name).await?;
    info!(batch = name, jobs, unanswered, "deleted");
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn submission(query: &str) -> Result<Submission, Problem> {
        fields(Some(query))
    }

    fn check(query: &str, headers: &[(HeaderName, &str)]) -> Result<(), Code> {
        let headers = headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect();
        submission(query).unwrap().check(&headers).map_err(|problem| problem.code)
    }

    #[test]
    fn a_query_has_the_options_of_submit() {
        let all = submission("review=true&game=chess&nodes=100&curve=engine&priority=low").unwrap();
        assert_eq!((all.review, all.game.as_deref(), all.nodes), (true, Some("chess"), Some(100)));
        assert_eq!((all.curve, all.priority), (Some(CurveName::Engine), Some(Lane::Low)));
        assert_eq!(submission("").unwrap().priority, None);
        for (query, path) in [("priorty=low", "priorty"), ("review=yes", "review"), ("nodes=-1&review=true", "nodes")] {
            assert_eq!(submission(query).unwrap_err().path.as_deref(), Some(path), "{query}");
        }
        assert!(fields::<Wanted>(Some("from=1&from=2")).unwrap_err().detail.contains("given twice"));
    }

    #[test]
    fn media_types_say_what_a_body_contains() {
        let typed = |query, media_type| check(query, &[(CONTENT_TYPE, media_type)]);
        for media_type in ["application/x-ndjson", "application/jsonl; charset=utf-8"] {
            assert_eq!(typed("", media_type), Ok(()), "{media_type}");
        }
        for media_type in ["text/plain", "application/vnd.chess-pgn", "Text/X-PGN"] {
            assert_eq!(typed("review=true", media_type), Ok(()), "{media_type}");
            assert_eq!(typed("", media_type), Err(Code::UnsupportedMediaType), "{media_type}");
        }
        assert_eq!((check("", &[]), check("review=true", &[])), (Ok(()), Ok(())));
        assert_eq!(check("", &[(CONTENT_ENCODING, "gzip")]), Err(Code::UnsupportedMediaType));
        assert_eq!(check("nodes=5", &[]), Err(Code::InvalidBody));
    }

    #[tokio::test(start_paused = true)]
    async fn slow_and_large_bodies_are_refused_and_leave_no_memory_taken() {
        let memory = Arc::new(Semaphore::new(1000));
        let receive = async |body| receive(&memory, Request::new(body)).await.map(|(text, _)| text.len());
        let chunks = |sizes: &'static [usize], pause| {
            let chunk = move |size: &usize| (Bytes::from(vec![b'\n'; *size]), pause);
            let chunks = stream::iter(sizes.iter().map(chunk)).then(|(chunk, pause)| async move {
                sleep(Duration::from_secs(pause)).await;
                Ok::<_, Infallible>(chunk)
            });
            Body::from_stream(chunks)
        };
        let code = |received: Result<usize, Problem>| received.map_err(|problem| problem.code);
        assert_eq!(code(receive(chunks(&[1, 2, 3], 9)).await), Ok(6));
        assert_eq!(code(receive(chunks(&[1, 2, 3], 11)).await), Err(Code::RequestTimeout));
        assert_eq!(code(receive(chunks(&[1; 100], 9)).await), Err(Code::RequestTimeout));
        // Empty lines of a byte take memory, too.
        assert_eq!(code(receive(chunks(&[4000, 4000], 0)).await), Err(Code::Overloaded));
        assert_eq!(memory.available_permits(), 1000);
        assert_eq!(code(receive(Body::from(vec![0; MAX_FILE_BYTES + 1])).await), Err(Code::BodyTooLarge));
    }
}
