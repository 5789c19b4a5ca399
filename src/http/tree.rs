//! Handlers of search trees, by body or by query: as JSON, SVG or DOT.

use std::time::Instant;

use axum::extract::State;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};

use super::caching::ETag;
use super::error::Problem;
use super::extract::{JsonBody, PathGame, Query};
use super::negotiation::negotiate;
use super::respond::{self, Made};
use super::service::{Service, SharedService};
use crate::catalogue::Game;
use crate::drawing::{Caption, dot, svg};
use crate::games::game_tree::GameTree;
use crate::pool::{Client, JobSpec};
use crate::wire::{NoTree, PreparedTree, Refusal, TreeRequest, from_json, from_query};

/// Bytes of an answer for each node, at least.
const BYTES_PER_NODE: usize = 64;

/// The representation of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    Json,
    Svg,
    Dot,
}

impl Form {
    const fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Svg => "image/svg+xml",
            Self::Dot => "text/vnd.graphviz",
        }
    }

    /// Writes the tree.
    fn write(self, ready: &PreparedTree, tree: GameTree) -> String {
        let caption = Caption::new(ready.game(), ready.question());
        match self {
            Self::Json => respond::text(&ready.report(tree)),
            Self::Svg => svg(&tree, caption),
            Self::Dot => dot(&tree, caption),
        }
    }
}

/// `GET` and `POST …/tree`, `…/tree.svg`, `…/tree.dot`.
pub(super) fn handlers(form: Form) -> MethodRouter<SharedService> {
    get(move |service: State<SharedService>, client: Client, game: PathGame, headers: HeaderMap, query: Query| {
        by_query(form, service, client, game, headers, query)
    })
    .post(
        move |service: State<SharedService>, client: Client, game: PathGame, headers: HeaderMap, body: JsonBody| {
            by_body(form, service, client, game, headers, body)
        },
    )
}

async fn by_body(
    form: Form,
    State(service): State<SharedService>,
    client: Client,
    PathGame(game): PathGame,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    let (ready, _) = prepare(form, &service, client, game, &headers, body.len(), move || from_json(&body)).await?;
    walk(form, &service, client, ready).await
}

async fn by_query(
    form: Form,
    State(service): State<SharedService>,
    client: Client,
    PathGame(game): PathGame,
    headers: HeaderMap,
    Query(query): Query,
) -> Result<Response, Problem> {
    let bytes = query.len();
    let parser = move || from_query(game, &query);
    let (ready, tag) = prepare(form, &service, client, game, &headers, bytes, parser).await?;
    if let Some(held) = tag.not_modified(&headers) {
        return Ok(held);
    }
    Ok(tag.attach(walk(form, &service, client, ready).await?))
}

async fn prepare(
    form: Form,
    service: &Service,
    client: Client,
    game: &'static Game,
    headers: &HeaderMap,
    bytes: usize,
    parser: impl FnOnce() -> Result<TreeRequest, Refusal> + Send + 'static,
) -> Result<(PreparedTree, ETag), Problem> {
    let (arrived, caps) = (Instant::now(), service.caps);
    negotiate(headers, form.media_type())?;
    let parsed = service.parse(client, bytes, arrived, move || {
        let ready = parser()?.prepare(game, &caps, arrived)?;
        let tag = ETag::of(&format!("{form:?} {}", ready.canonical));
        Ok((ready, tag))
    });
    parsed.await
}

/// Walks the tree and serialises it, on a worker.
async fn walk(form: Form, service: &Service, client: Client, ready: PreparedTree) -> Result<Response, Problem> {
    let spec = JobSpec { cost_class: ready.cost_class, client, ..ready.deadline.into() };
    // No tree is walked whose answer could not be sent.
    let reserved = service.reserve(client, ready.question().listed * BYTES_PER_NODE).await?;
    let answer = service.pool.run(spec, move |_, stop, queued| {
        let started = Instant::now();
        let text = form.write(&ready, ready.walk(stop)?);
        Ok::<_, Problem>(Made::new(form.media_type(), text).timed(queued, started.elapsed()))
    });
    let mut response = answer.await??.into_response();
    if let Some(reserved) = reserved {
        response.extensions_mut().insert(reserved);
    }
    if matches!(form, Form::Svg) {
        // Names in a picture come from the client: the policy forbids scripts and loads.
        let policy = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    Ok(response)
}

impl From<NoTree> for Problem {
    fn from(error: NoTree) -> Self {
        match error {
            NoTree::TooLarge(refusal) => refusal.into(),
            NoTree::Unfinished => Self::out_of_time(),
        }
    }
}
