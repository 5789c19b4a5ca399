//! The contract, served as it was written; where a catalogue is another than it speaks of, with that one's ids.

use std::borrow::Cow;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::Value;

use super::SharedService;
use super::accept::negotiate;
use super::caching::page;
use super::error::Problem;
use crate::games::Catalogue;

/// openapi.yaml, byte for byte.
const YAML: &str = include_str!("../../openapi.yaml");
/// The same as JSON.
const JSON: &str = include_str!(concat!(env!("OUT_DIR"), "/openapi.json"));
/// The ids of the games in it.
const GAMES: &str = env!("PLYD_CONTRACT_GAMES");

const YAML_TYPE: &str = "application/yaml";
const JSON_TYPE: &str = "application/json";

/// The contract of a service with certain games.
pub(super) struct Contract {
    yaml: Cow<'static, str>,
    pub(super) json: Cow<'static, str>,
}

impl Contract {
    /// As it was written, if these are the games that it speaks of; else with their ids, and without the examples of
    /// games that are not there. That is then written as JSON, which is YAML too.
    pub(super) fn of(catalogue: Catalogue) -> Self {
        let ids: Vec<&str> = catalogue.iter().map(|game| game.id).collect();
        if ids.join(",") == GAMES {
            return Self { yaml: YAML.into(), json: JSON.into() };
        }
        let mut contract: Value = serde_json::from_str(JSON).expect("the build has written JSON");
        let gone: Vec<&str> = GAMES.split(',').filter(|id| !ids.contains(id)).collect();
        adapt(&mut contract, "", &ids, &gone);
        let json: Cow<'static, str> = serde_json::to_string(&contract).expect("what was JSON still is").into();
        Self { yaml: json.clone(), json }
    }
}

/// Puts these ids where the contract lists its games, and drops the examples that have the name of a game that is gone,
/// or begin with it and a dot, wherever they stand. `name` is what the node is called where it stands.
fn adapt(node: &mut Value, name: &str, ids: &[&str], gone: &[&str]) {
    let is_gone = |name: &str| name.split('.').next().is_some_and(|game| gone.contains(&game));
    match node {
        Value::Object(members) => {
            if name == "examples" {
                members.retain(|name, _| !is_gone(name));
            }
            if let Some(listed) = members.get_mut("enum").filter(|_| name == "GameId") {
                *listed = ids.into();
            }
            members.iter_mut().for_each(|(name, member)| adapt(member, name, ids, gone));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| adapt(item, "", ids, gone)),
        _ => {}
    }
}

pub(super) async fn yaml(State(service): State<SharedService>, headers: HeaderMap) -> Result<Response, Problem> {
    negotiate(&headers, YAML_TYPE)?;
    Ok(page(&headers, YAML_TYPE, service.contract.yaml.clone()))
}

pub(super) async fn json(State(service): State<SharedService>, headers: HeaderMap) -> Result<Response, Problem> {
    negotiate(&headers, JSON_TYPE)?;
    Ok(page(&headers, JSON_TYPE, service.contract.json.clone()))
}
