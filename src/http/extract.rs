//! Extractors of handlers.

use std::error::Error;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, MatchedPath, Path, Request};
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use futures_util::StreamExt;
use http_body_util::LengthLimitError;
use tower_http::timeout::TimeoutError;
use tracing::field::Empty;
use tracing::{Instrument, debug_span};

use super::error::{Code, Problem};
use super::held::hold;
use super::routes::RECORD;
use super::service::SharedService;
use crate::catalogue::Game;
use crate::memory_budget::{FREE, Use};
use crate::spans::TARGET;
use plyd_wire::MAX_CHARS;

/// The game that the path names.
pub(super) struct PathGame(pub(super) &'static Game);

impl FromRequestParts<SharedService> for PathGame {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, service: &SharedService) -> Result<Self, Response> {
        let Path(name) = Path::<String>::from_request_parts(parts, service)
            .await
            .map_err(|_| Problem::new(Code::BadRequest, "the path is not UTF-8").into_response())?;
        let unknown = |unknown| Problem::unknown_game(&unknown).into_response();
        let game = service.catalogue.find(&name).map_err(unknown)?;
        // One URL for each answer, so that caches keep it once.
        if name != game.id && parts.method != Method::POST {
            let target = with_id(&parts.uri, game.id);
            if target.len() > MAX_CHARS {
                let detail = format!("the id of this game is {}; a longer target is not redirected to it", game.id);
                return Err(Problem::new(Code::UnknownGame, detail).into_response());
            }
            return Err(Redirect::permanent(&target).into_response());
        }
        Ok(Self(game))
    }
}

/// The same path and query, of the game with this id: `/v1/games/{game}…`.
fn with_id(uri: &Uri, id: &str) -> String {
    let rest: String = uri.path().split('/').skip(4).map(|part| format!("/{part}")).collect();
    let query = uri.query().map_or(String::new(), |query| format!("?{query}"));
    format!("/v1/games/{id}{rest}{query}")
}

/// The query string of a GET; empty if there is none.
pub(super) struct Query(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for Query {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        check_no_body(&parts.headers)?;
        Ok(Self(parts.uri.query().unwrap_or_default().to_owned()))
    }
}

/// Refuses a GET with a body, which would be ignored in silence.
fn check_no_body(headers: &HeaderMap) -> Result<(), Problem> {
    let is_empty =
        headers.get(CONTENT_LENGTH).is_none_or(|length| length.as_bytes().iter().all(|digit| *digit == b'0'));
    if is_empty && !headers.contains_key(TRANSFER_ENCODING) {
        return Ok(());
    }
    Err(Problem::new(Code::InvalidBody, "a GET takes its fields from the query, not from a body; POST takes a body"))
}

/// A body with the media type of JSON that arrived in time, not yet parsed.
pub(super) struct JsonBody(pub(super) Bytes);

impl FromRequest<SharedService> for JsonBody {
    type Rejection = Problem;

    async fn from_request(request: Request, service: &SharedService) -> Result<Self, Problem> {
        let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
        check_media_type(request.headers(), sent_by(route))?;
        check_no_query(request.uri().query())?;
        let span = debug_span!(target: TARGET, "receive", bytes = Empty);
        let body = read(service, request).instrument(span.clone()).await?;
        span.record("bytes", body.len() as i64);
        Ok(Self(body))
    }
}

/// Reads a body. What arrives beyond [`FREE`] bytes holds a permit, and so does the head for as long.
async fn read(service: &SharedService, request: Request) -> Result<Bytes, Problem> {
    let (parts, body) = request.into_parts();
    let declared = declared_length(&parts.headers);
    let mut chunks = body.into_data_stream();
    let first = chunks.next().await.transpose().map_err(|error| broken(&error))?.unwrap_or_default();
    if first.len() <= FREE && declared == Some(first.len()) {
        return Ok(first);
    }
    let fields = parts.headers.iter().map(|(name, value)| name.as_str().len() + value.len());
    let head = parts.uri.path().len() + fields.sum::<usize>();
    let mut permit = service.memory.nothing(Use::Requests);
    let mut read = Vec::new();
    let mut next = Some(first);
    while let Some(chunk) = next {
        let needed = read.len() + chunk.len();
        if needed > read.capacity() {
            // Few steps, but no more than is declared.
            let capacity = (4 * needed).min(declared.unwrap_or(usize::MAX)).max(needed);
            if head + capacity > FREE && !permit.try_resize(head + capacity) {
                return Err(out_of_memory());
            }
            read.reserve_exact(capacity - read.len());
        }
        read.extend_from_slice(&chunk);
        // Or the connection would need another buffer for the next one.
        drop(chunk);
        next = chunks.next().await.transpose().map_err(|error| broken(&error))?;
    }
    permit.shrink(read.len());
    Ok(hold(read, permit))
}

/// The length of the body, if the head says it.
pub(super) fn declared_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// The rest of the body is not read.
fn out_of_memory() -> Problem {
    Problem::out_of_memory().closing()
}

/// The problem of a body that did not arrive.
fn broken(error: &axum::Error) -> Problem {
    if has_source::<TimeoutError>(error) {
        Problem::new(Code::RequestTimeout, "the body came too slowly")
    } else if has_source::<LengthLimitError>(error) {
        // The outermost layer says which limit, as for a body whose length was declared.
        Problem::new(Code::BodyTooLarge, "the body is larger than the published limit")
    } else {
        Problem::new(Code::BadRequest, "the body broke off")
    }
}

/// Refuses a POST with query parameters, which would be ignored in silence.
fn check_no_query(query: Option<&str>) -> Result<(), Problem> {
    match form_urlencoded::parse(query.unwrap_or_default().as_bytes()).next() {
        None => Ok(()),
        Some((name, _)) => {
            let problem = Problem::new(Code::InvalidBody, "a POST takes its fields from the body, not from the query");
            Err(problem.at(name.into_owned()))
        }
    }
}

/// Whether an error or one of its sources is of this type.
fn has_source<E: Error + 'static>(error: &(dyn Error + 'static)) -> bool {
    error.is::<E>() || error.source().is_some_and(has_source::<E>)
}

/// The command that sends JSON to a route.
fn sent_by(route: &str) -> &'static str {
    if route == RECORD {
        "with jq and curl, jq -Rs '{record: .}' FILE | curl --json @- … sends a file"
    } else {
        "with curl, --json '…' sends it"
    }
}

/// Checks that the headers declare uncompressed JSON in UTF-8. A problem says by which command it is sent.
fn check_media_type(headers: &HeaderMap, sent_by: &str) -> Result<(), Problem> {
    let unsupported = |detail: String| Err(Problem::new(Code::UnsupportedMediaType, detail));
    for encoding in headers.get_all(CONTENT_ENCODING) {
        if !encoding.as_bytes().eq_ignore_ascii_case(b"identity") {
            return unsupported(format!("content encoding {encoding:?} is not read; send the body as it is"));
        }
    }
    let mut content_types = headers.get_all(CONTENT_TYPE).iter().map(|value| value.to_str().unwrap_or("?"));
    let (content_type, second) = (content_types.next().unwrap_or_default(), content_types.next());
    if second.is_some() {
        return unsupported("Content-Type is given twice".to_owned());
    }
    let mut parts = content_type.split(';').map(str::trim);
    let media_type = parts.next().unwrap_or_default();
    if media_type.is_empty() {
        return unsupported(format!("Content-Type is missing, expected application/json; {sent_by}"));
    }
    if !media_type.eq_ignore_ascii_case("application/json") {
        return unsupported(format!("expected Content-Type: application/json, found {media_type:?}; {sent_by}"));
    }
    let parameters = parts.filter_map(|part| part.split_once('='));
    for (_, charset) in parameters.filter(|(name, _)| name.trim().eq_ignore_ascii_case("charset")) {
        if !charset.trim().trim_matches('"').eq_ignore_ascii_case("utf-8") {
            return unsupported(format!("charset {charset:?}; JSON is UTF-8"));
        }
    }
    Ok(())
}
