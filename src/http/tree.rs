//! Handlers of search trees: as JSON, SVG or DOT.

use std::time::Instant;

use axum::http::HeaderValue;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use plyd_drawing::{Caption, dot, svg};
use plyd_games::game_tree::GameTree;
use plyd_wire::{PreparedTree, TreeRequest};

use super::error::Problem;
use super::extract::Asked;
use super::negotiation::{JSON, negotiate};
use super::respond::{self, Made};
use super::service::SharedService;
use crate::pool::JobSpec;

/// About how many bytes of the answer each node takes.
const BYTES_PER_NODE: usize = 1 << 10;

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
            Self::Json => JSON,
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
    get(move |asked: Asked| answer(form, asked)).post(move |asked: Asked| answer(form, asked))
}

async fn answer(form: Form, asked: Asked) -> Result<Response, Problem> {
    let Asked { game, client, arrived, .. } = asked;
    let (service, caps) = (&asked.service, asked.service.caps);
    negotiate(&asked.headers, form.media_type())?;
    let ready = asked.prepare(move |request: TreeRequest| request.prepare(game, &caps, arrived)).await?;
    let tag = asked.tag(|| format!("{form:?} {}", ready.canonical));
    if let Some(held) = asked.not_modified(tag.as_ref()) {
        return Ok(held);
    }
    // Reserved first, so that no tree is walked whose answer could not be sent.
    let reserved = service.reserve(client, ready.question().listed * BYTES_PER_NODE).await?;
    let spec = JobSpec { cost_class: ready.cost_class, client, ..ready.deadline.into() };
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
        // Names in a picture come from the client, so the policy forbids scripts and loading.
        let policy = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    Ok(match tag {
        Some(tag) => tag.attach(response),
        None => response,
    })
}
