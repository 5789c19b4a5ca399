//! The contract, served as it was written.

use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use super::accept::negotiate;
use super::error::Problem;

/// openapi.yaml, byte for byte.
pub(super) const YAML: &str = include_str!("../../openapi.yaml");
/// The same as JSON.
const JSON: &str = include_str!(concat!(env!("OUT_DIR"), "/openapi.json"));

const YAML_TYPE: &str = "application/yaml";
const JSON_TYPE: &str = "application/json";

pub(super) async fn yaml(headers: HeaderMap) -> Result<impl IntoResponse, Problem> {
    negotiate(&headers, &[YAML_TYPE]).map(|()| ([(CONTENT_TYPE, YAML_TYPE)], YAML))
}

pub(super) async fn json(headers: HeaderMap) -> Result<impl IntoResponse, Problem> {
    negotiate(&headers, &[JSON_TYPE]).map(|()| ([(CONTENT_TYPE, JSON_TYPE)], JSON))
}
