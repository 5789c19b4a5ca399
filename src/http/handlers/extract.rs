//! Axum extractors for the handlers.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, MatchedPath, Path, Request};
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use plyd_games::RULES;
use plyd_games::catalogue::Game;
use plyd_wire::{MAX_CHARS, json_of_query};
use tracing::field::Empty;
use tracing::{Instrument, debug_span};

use super::body;
use crate::http::answers::caching::ETag;
use crate::http::answers::error::{Code, Problem, ProblemResponse};
use crate::http::answers::request_id::Id;
use crate::http::clients::peer;
use crate::http::paths::{RECORD, RULES_CHECK};
use crate::http::state::service::SharedService;
use crate::pool::Client;
use crate::spans::TARGET;

/// The size of a small request in bytes. If its fields other than the state are numbers, reading it takes at most a
/// quarter of a millisecond.
pub(crate) const SMALL: usize = 512;

/// A request about a game, by GET or by POST.
pub(crate) struct GameRequest {
    pub(crate) service: SharedService,
    pub(crate) client: Client,
    pub(crate) game: &'static Game,
    pub(crate) id: Id,
    pub(crate) headers: HeaderMap,
    pub(crate) arrived: Instant,
    /// Whether the request is a GET, whose answer caches may keep.
    is_get: bool,
    /// The body of a POST, or the body that the query of a GET abbreviates.
    pub(crate) json: Bytes,
}

impl FromRequest<SharedService> for GameRequest {
    type Rejection = Response;

    async fn from_request(request: Request, service: &SharedService) -> Result<Self, Response> {
        let arrived = Instant::now();
        let (mut parts, body) = request.into_parts();
        let PathGame(game) = PathGame::from_request_parts(&mut parts, service).await?;
        let client = peer::client(&parts.extensions, &parts.headers);
        let id = Id::of(&parts.extensions);
        let headers = parts.headers.clone();
        let is_get = parts.method != Method::POST;
        let json = if is_get {
            check_no_body(&parts.headers).map_err(|problem| ProblemResponse::from(problem).into_response())?;
            json_of_query(game, parts.uri.query().unwrap_or_default()).into()
        } else {
            let JsonBody(body) = JsonBody::from_request(Request::from_parts(parts, body), service)
                .await
                .map_err(IntoResponse::into_response)?;
            body
        };
        Ok(Self { service: Arc::clone(service), client, game, id, headers, arrived, is_get, json })
    }
}

impl GameRequest {
    /// The tag of the answer to a GET. The answer may depend only on this text and the program.
    pub(crate) fn tag(&self, text: impl FnOnce() -> String) -> Option<ETag> {
        self.is_get.then(|| self.service.tag(&text()))
    }
}

/// The game that the path names, or the one of rules in the request if the path names none.
pub(crate) struct PathGame(pub(crate) &'static Game);

impl FromRequestParts<SharedService> for PathGame {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, service: &SharedService) -> Result<Self, Response> {
        if parts.extensions.get::<MatchedPath>().is_some_and(|path| path.as_str() == RULES_CHECK) {
            return Ok(Self(&RULES));
        }
        let Path(name) = Path::<String>::from_request_parts(parts, service).await.map_err(|_| {
            ProblemResponse::from(Problem::new(Code::BadRequest, "the path is not UTF-8")).into_response()
        })?;
        let unknown = |unknown| ProblemResponse::from(Problem::from(unknown)).into_response();
        let game = service.catalogue.find(&name).map_err(unknown)?;
        // Aliases are redirected, so that each answer has one URL and caches keep it once. Capitals are redirected in
        // every method, because paths are case-sensitive.
        let has_capitals = name.bytes().any(|byte| byte.is_ascii_uppercase());
        if name != game.id && (parts.method != Method::POST || has_capitals) {
            let target = with_id(&parts.uri, game.id);
            if target.len() > MAX_CHARS {
                let detail =
                    format!("the id of this game is {}; use it, since long targets are not redirected", game.id);
                return Err(ProblemResponse::from(Problem::new(Code::UnknownGame, detail)).into_response());
            }
            return Err(Redirect::permanent(&target).into_response());
        }
        Ok(Self(game))
    }
}

/// The same path and query, for the game with this id: `/v1/games/{game}…`.
fn with_id(uri: &Uri, id: &str) -> String {
    let rest: String = uri.path().split('/').skip(4).map(|part| format!("/{part}")).collect();
    let query = uri.query().map_or(String::new(), |query| format!("?{query}"));
    format!("/v1/games/{id}{rest}{query}")
}

/// Refuses a GET with a body, which would otherwise be ignored silently.
fn check_no_body(headers: &HeaderMap) -> Result<(), Problem> {
    let is_empty =
        headers.get(CONTENT_LENGTH).is_none_or(|length| length.as_bytes().iter().all(|digit| *digit == b'0'));
    if is_empty && !headers.contains_key(TRANSFER_ENCODING) {
        return Ok(());
    }
    Err(Problem::new(
        Code::InvalidBody,
        "a GET takes its fields from the query, not from a body; use POST to send a body",
    ))
}

/// A body of JSON's media type that arrived in time. It is not parsed yet.
pub(crate) struct JsonBody(pub(crate) Bytes);

impl FromRequest<SharedService> for JsonBody {
    type Rejection = ProblemResponse;

    async fn from_request(request: Request, service: &SharedService) -> Result<Self, ProblemResponse> {
        let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
        check_media_type(request.headers(), sent_by(route))?;
        check_no_query(request.uri().query())?;
        let span = debug_span!(target: TARGET, "receive", bytes = Empty);
        let body = body::read(service, request).instrument(span.clone()).await?;
        span.record("bytes", body.len() as i64);
        Ok(Self(body))
    }
}

/// Refuses a POST with query parameters, which would otherwise be ignored silently.
fn check_no_query(query: Option<&str>) -> Result<(), Problem> {
    let Some((name, _)) = form_urlencoded::parse(query.unwrap_or_default().as_bytes()).next() else { return Ok(()) };
    let problem = Problem::new(Code::InvalidBody, "a POST takes its fields from the body, not from the query");
    Err(problem.at(name.into_owned()))
}

/// The command that sends JSON to a route.
fn sent_by(route: &str) -> &'static str {
    if route == RECORD {
        "to send a file with jq and curl: jq -Rs '{record: .}' FILE | curl --json @- …"
    } else {
        "with curl, use --json '…'"
    }
}

/// Checks that the headers declare uncompressed JSON in UTF-8. The problem shows `sent_by`, a command that sends JSON.
fn check_media_type(headers: &HeaderMap, sent_by: &str) -> Result<(), Problem> {
    let unsupported = |detail: String| Err(Problem::new(Code::UnsupportedMediaType, detail));
    for encoding in headers.get_all(CONTENT_ENCODING) {
        if !encoding.as_bytes().eq_ignore_ascii_case(b"identity") {
            return unsupported(format!("content encoding {encoding:?} is not supported; send the body uncompressed"));
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
            return unsupported(format!("charset {charset:?} is not supported; JSON is UTF-8"));
        }
    }
    Ok(())
}
