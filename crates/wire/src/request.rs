//! Requests about positions: the schemas of openapi.yaml, and their parser.
//!
//! A query string is rewritten to the JSON body that it abbreviates, so that both have the same parser.

use std::error::Error;

use plyd_games::catalogue::Game;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::value::RawValue;

use super::fields::{self, BoardSize, Count, DrawsName, MultiPv, OrderName, TieBreakName, Without, shorten};
use super::manners::{ClockFields, Extra, UpToHalf};
use super::moves::MoveList;
use super::problem::{Code, Problem};

/// The position that a request is about: `moves` played from `state`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "openapi.yaml describes each field")]
pub struct PositionRequest {
    pub rules: Option<Box<RawValue>>,
    pub state: Option<Box<RawValue>>,
    pub size: Option<BoardSize>,
    pub moves: Option<MoveList>,
    pub draws: Option<DrawsName>,
    pub with: Option<Vec<PositionExtra>>,
}

/// An extra of a position.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase", expecting = "`text`")]
#[expect(missing_docs, reason = "openapi.yaml describes each extra")]
pub enum PositionExtra {
    Text,
}

/// A search.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "openapi.yaml describes each field")]
pub struct SearchRequest {
    pub rules: Option<Box<RawValue>>,
    pub state: Option<Box<RawValue>>,
    pub size: Option<BoardSize>,
    pub moves: Option<MoveList>,
    pub draws: Option<DrawsName>,
    pub depth: Option<Count>,
    pub nodes: Option<Count>,
    pub time_ms: Option<Count>,
    pub algorithm: Option<String>,
    pub level: Option<Count>,
    pub elo: Option<Count>,
    pub multi_pv: Option<MultiPv>,
    pub tie_break: Option<TieBreakName>,
    pub seed: Option<Count>,
    pub search_moves: Option<MoveList>,
    pub warm: Option<bool>,
    pub threads: Option<Count>,
    pub without: Option<Without>,
    pub order: Option<OrderName>,
    pub clock: Option<ClockFields>,
    pub wait_ms: Option<Count>,
    pub with: Option<Vec<Extra>>,
    pub resign_at: Option<UpToHalf>,
    pub draw_at: Option<UpToHalf>,
}

/// Parses a request from a JSON body.
///
/// # Errors
/// `invalid_json` if it is not JSON; otherwise `invalid_body` with the path of the invalid field.
pub fn from_json<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, Problem> {
    let not_json = |error: &dyn Error| Problem::new(Code::InvalidJson, format!("the body is not JSON: {error}"));
    let text = std::str::from_utf8(body).map_err(|error| not_json(&error))?;
    // A byte order mark, which editors on some systems write at the start of texts (RFC 8259, 8.1).
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(Problem::new(Code::InvalidJson, "the body is empty, expected a JSON object such as {}"));
    }
    serde_json::from_str::<IgnoredAny>(text).map_err(|error| not_json(&error))?;
    if !text.trim_start().starts_with('{') {
        let detail = format!("expected an object of fields, found {}", shorten(text.trim()));
        return Err(Problem::new(Code::InvalidBody, detail));
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        Problem::of_reader(&path, &error.into_inner().to_string())
    })
}

/// Parses a request from a form-encoded query string.
///
/// # Errors
/// As [`from_json`], with the name of the invalid parameter.
pub fn from_query<T: DeserializeOwned>(game: &Game, query: &str) -> Result<T, Problem> {
    from_json(json_of_query(game, query).as_bytes())
}

/// The JSON body that a form-encoded query string abbreviates.
#[must_use]
pub fn json_of_query(game: &Game, query: &str) -> String {
    fields::query_to_json(query, game.about.state_is_json)
}
