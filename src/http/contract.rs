//! The contract, served as it was written.

use axum::http::HeaderMap;
use axum::response::Response;

use super::accept::negotiate;
use super::caching::page;
use super::error::Problem;

/// openapi.yaml, byte for byte.
pub(super) const YAML: &str = include_str!("../../openapi.yaml");
/// The same as JSON.
const JSON: &str = include_str!(concat!(env!("OUT_DIR"), "/openapi.json"));

const YAML_TYPE: &str = "application/yaml";
const JSON_TYPE: &str = "application/json";

pub(super) async fn yaml(headers: HeaderMap) -> Result<Response, Problem> {
    negotiate(&headers, YAML_TYPE).map(|_| page(&headers, YAML_TYPE, YAML))
}

pub(super) async fn json(headers: HeaderMap) -> Result<Response, Problem> {
    negotiate(&headers, JSON_TYPE).map(|_| page(&headers, JSON_TYPE, JSON))
}
