//! The tree that a search walked, asked by body or by query: as JSON, and as pictures.

use std::time::Instant;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};

use super::accept::negotiate;
use super::caching::Tag;
use super::error::Problem;
use super::extract::{InPath, JsonBody, Query};
use super::{Service, SharedService, respond};
use crate::catalogue::Game;
use crate::drawing::{Caption, dot, svg};
use crate::games::game_tree::GameTree;
use crate::pool::Terms;
use crate::wire::{NoTree, PreparedTree, Refusal, TreeRequest, from_json, from_query};

/// What the tree is answered as.
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
    fn write(self, ready: &PreparedTree, tree: GameTree) -> Response {
        let caption = Caption::new(ready.game(), ready.question());
        let content_type = [(CONTENT_TYPE, self.media_type())];
        match self {
            Self::Json => respond::json(&ready.report(tree)),
            Self::Svg => {
                // Names in a picture are a client's: whatever they say, nothing is run and nothing is loaded.
                let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
                (content_type, [(CONTENT_SECURITY_POLICY, policy)], svg(&tree, caption)).into_response()
            }
            Self::Dot => (content_type, dot(&tree, caption)).into_response(),
        }
    }
}

/// `GET` and `POST …/tree`, `…/tree.svg`, `…/tree.dot`.
pub(super) fn handlers(form: Form) -> MethodRouter<SharedService> {
    get(move |service: State<SharedService>, game: InPath, headers: HeaderMap, query: Query| {
        by_query(form, service, game, headers, query)
    })
    .post(move |service: State<SharedService>, game: InPath, headers: HeaderMap, body: JsonBody| {
        by_body(form, service, game, headers, body)
    })
}

async fn by_body(
    form: Form,
    State(service): State<SharedService>,
    InPath(game): InPath,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    let (ready, _) = prepare(form, &service, game, &headers, body.len(), move || from_json(&body)).await?;
    walk(form, &service, ready).await
}

async fn by_query(
    form: Form,
    State(service): State<SharedService>,
    InPath(game): InPath,
    headers: HeaderMap,
    Query(query): Query,
) -> Result<Response, Problem> {
    let bytes = query.len();
    let reader = move || from_query(game, &query);
    let (ready, tag) = prepare(form, &service, game, &headers, bytes, reader).await?;
    if tag.is_held(&headers) {
        return Ok(tag.not_modified());
    }
    Ok(tag.mark(walk(form, &service, ready).await?))
}

async fn prepare(
    form: Form,
    service: &Service,
    game: &'static Game,
    headers: &HeaderMap,
    bytes: usize,
    reader: impl FnOnce() -> Result<TreeRequest, Refusal> + Send + 'static,
) -> Result<(PreparedTree, Tag), Problem> {
    let (arrived, caps) = (Instant::now(), service.caps);
    negotiate(headers, form.media_type())?;
    let read = service.read(bytes, arrived, move || {
        let ready = reader()?.prepare(game, &caps, arrived)?;
        let tag = Tag::of(&format!("{form:?} {}", ready.canonical));
        Ok((ready, tag))
    });
    read.await
}

/// Walks the tree and writes it, on a worker.
async fn walk(form: Form, service: &Service, ready: PreparedTree) -> Result<Response, Problem> {
    let terms = Terms { deadline: ready.deadline, cost_class: ready.cost_class };
    let answer = service.pool.run(terms, move |_, stop, queued| {
        let started = Instant::now();
        let response = form.write(&ready, ready.walk(stop)?);
        Ok::<_, NoTree>(respond::timed(response, queued, started.elapsed()))
    });
    answer.await?.map_err(Problem::from)
}

impl From<NoTree> for Problem {
    fn from(none: NoTree) -> Self {
        match none {
            NoTree::TooLarge(refusal) => refusal.into(),
            NoTree::Unfinished => Self::unfinished(),
        }
    }
}
