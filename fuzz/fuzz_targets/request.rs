//! Any request to the router gets an answer that the API allows, and never a 5xx. The same request gets the same
//! answer, and the state in an answer is read back as the same position.
//!
//! Input: a line `GET /path?query` or `POST /path`, header lines `name: value`, an empty line, and the body of a POST.

#![no_main]

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Request, Uri};
use axum::response::Response;
use http_body_util::BodyExt;
use libfuzzer_sys::fuzz_target;
use plyd::games::CATALOGUE;
use plyd::http::{Service, router};
use plyd::pool::SearchPool;
use plyd::wire::Caps;
use serde_json::Value;
use tower::ServiceExt;

/// Few nodes, so that every search is short, and so much time that it never ends a search.
const CAPS: Caps = Caps::new(2000, 600_000);

static SERVICE: LazyLock<Arc<Service>> = LazyLock::new(|| {
    let pool = SearchPool::new(1, 16, 1 << 16);
    Arc::new(Service::new(CATALOGUE, pool, CAPS, 65_536, Duration::from_secs(600)))
});

static RUNTIME: LazyLock<tokio::runtime::Runtime> =
    LazyLock::new(|| tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime"));

/// A request that can be repeated.
#[derive(Clone)]
struct Asked<'a> {
    path: Cow<'a, str>,
    headers: Vec<(&'a [u8], &'a [u8])>,
    /// The body of a POST; `None` for a GET.
    body: Option<&'a [u8]>,
}

impl<'a> Asked<'a> {
    /// Parses the input; `None` if it does not make a request.
    fn read(data: &'a [u8]) -> Option<Self> {
        let (line, mut rest) = split_line(data)?;
        let (method, path) = std::str::from_utf8(line).ok()?.split_once(' ')?;
        let mut headers = Vec::new();
        while let Some((line, after)) = split_line(rest) {
            rest = after;
            let Some(colon) = line.iter().position(|&byte| byte == b':') else { break };
            headers.push((&line[..colon], line[colon + 1..].trim_ascii()));
        }
        let body = match method {
            "GET" => None,
            "POST" => Some(rest),
            _ => return None,
        };
        Some(Self { path: path.into(), headers, body })
    }

    fn request(&self) -> Option<Request<Body>> {
        let uri: Uri = self.path.parse().ok()?;
        let mut request = match self.body {
            None => Request::get(uri).body(Body::empty()),
            Some(body) => Request::post(uri).header("content-type", "application/json").body(Body::from(body.to_vec())),
        }
        .ok()?;
        request.headers_mut().insert("host", HeaderValue::from_static("plyd"));
        for &(name, value) in &self.headers {
            let (name, value) = (HeaderName::from_bytes(name).ok()?, HeaderValue::from_bytes(value).ok()?);
            request.headers_mut().insert(name, value);
        }
        Some(request)
    }

    async fn answer(&self) -> Option<(u16, String, Vec<u8>)> {
        let response: Response = router(&SERVICE).oneshot(self.request()?).await.expect("the router cannot fail");
        let (parts, body) = response.into_parts();
        let media_type = parts.headers.get("content-type").map_or("", |value| value.to_str().expect("plain"));
        let body = body.collect().await.expect("bodies do not break off").to_bytes();
        Some((parts.status.as_u16(), media_type.to_owned(), body.to_vec()))
    }
}

/// The first line, and the rest.
fn split_line(data: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = data.iter().position(|&byte| byte == b'\n')?;
    Some((&data[..end], &data[end + 1..]))
}

/// Removes the fields that may differ between runs.
fn timeless(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(timeless),
        Value::Object(fields) => {
            fields.retain(|name, _| !matches!(&**name, "elapsed_us" | "queued_us" | "nodes_per_second" | "request_id"));
            fields.values_mut().for_each(timeless);
        }
        _ => {}
    }
}

fn json(body: &[u8]) -> Value {
    serde_json::from_slice(body).expect("an answer is JSON")
}

fn timeless_json(body: &[u8]) -> Value {
    let mut value = json(body);
    timeless(&mut value);
    value
}

async fn check(asked: &Asked<'_>) {
    let Some((status, media_type, body)) = asked.answer().await else { return };
    let text = || format!("{status} {media_type} {}", String::from_utf8_lossy(&body));
    assert!(status < 500, "{}", text());
    if status >= 400 {
        let problem = json(&body);
        assert_eq!(media_type, "application/problem+json", "{}", text());
        assert!(problem["status"] == status && problem["detail"].is_string(), "{}", text());
        return;
    }
    if status == 304 || media_type != "application/json" {
        return;
    }
    let first = json(&body);
    let (_, _, again) = asked.answer().await.expect("it was answered before");
    assert_eq!(timeless_json(&body), timeless_json(&again), "asked twice");
    if let Some(results) = first["results"].as_array() {
        assert!(results.iter().all(|result| result["status"].as_u64().is_some_and(|status| status < 500)), "{first}");
    }
    // The state of an answer, requested by itself, is the same position.
    if let (Some(game), Some(state)) = (first["game"].as_str(), first.get("state")) {
        let body = serde_json::to_vec(&serde_json::json!({ "state": state })).expect("JSON");
        let path = format!("/v1/games/{game}/position");
        let (status, _, position) = Asked { path: path.into(), headers: Vec::new(), body: Some(&body) }
            .answer()
            .await
            .expect("a plain request");
        assert_eq!((status, &json(&position)["state"]), (200, state));
    }
}

fuzz_target!(|data: &[u8]| {
    if let Some(asked) = Asked::read(data) {
        RUNTIME.block_on(check(&asked));
    }
});
