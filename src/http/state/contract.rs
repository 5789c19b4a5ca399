//! The served contract: openapi.yaml, completed with the games of the service.

use std::collections::HashSet;
use std::io::Write as _;
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::IntoResponse;
use flate2::Compression;
use flate2::write::GzEncoder;
use plyd_games::catalogue::Game;
use plyd_games::{Catalogue, RULES};
use serde_json::{Map, Value, json};

use crate::http::answers::caching::ETag;
use crate::http::answers::error::HandlerResult;
use crate::http::answers::negotiation::{JSON, negotiate_media_type, takes_gzip};

/// openapi.yaml as JSON. It mentions games only in examples.
const WRITTEN: &str = include_str!(concat!(env!("OUT_DIR"), "/openapi.json"));

/// The contract of a service with these games.
pub(crate) struct Contract {
    pub(crate) yaml: Text,
    pub(crate) json: Text,
}

impl Contract {
    /// Adds the ids of these games and an example of each one.
    pub(crate) fn of(catalogue: Catalogue) -> Self {
        let mut contract: Value = serde_json::from_str(WRITTEN).expect("the build has written JSON");
        leave_out_absent(&mut contract, "", &catalogue.iter().chain([&RULES]).map(|game| game.id).collect());
        add_games(&mut contract, catalogue);
        let yaml = serde_saphyr::to_string(&contract).expect("JSON has a form in YAML");
        Self { yaml: Text::new("application/yaml", yaml), json: Text::new(JSON, contract.to_string()) }
    }

    pub(crate) fn json(&self) -> &str {
        std::str::from_utf8(&self.json.plain).unwrap_or_default()
    }
}

/// Removes the examples of games that are not in the catalogue. The name of such an example is a game's id followed by
/// a dot.
fn leave_out_absent(node: &mut Value, name: &str, ids: &HashSet<&str>) {
    match node {
        Value::Object(members) => {
            if name == "examples" {
                members.retain(|name, _| name.split_once('.').is_none_or(|(game, _)| ids.contains(game)));
            }
            members.iter_mut().for_each(|(name, member)| leave_out_absent(member, name, ids));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| leave_out_absent(item, "", ids)),
        _ => {}
    }
}

/// Lists the games as values of `GameId`, and adds an example of each game, named by the game's id.
///
/// Examples are added to the parameters `game` and `state`, and to each request body that has a position.
fn add_games(contract: &mut Value, catalogue: Catalogue) {
    let states: Vec<&str> = catalogue.iter().map(state).collect();
    let examples = |value: &dyn Fn(&Game, &str) -> Value| -> Map<String, Value> {
        catalogue.iter().zip(&states).map(|(game, state)| (game.id.to_owned(), value(game, state))).collect()
    };
    let components = &mut contract["components"];
    components["schemas"]["GameId"]["enum"] = catalogue.iter().chain([&RULES]).map(|game| game.id).collect();
    components["parameters"]["Game"]["examples"] = examples(&|game, _| json!({ "value": game.id })).into();
    components["parameters"]["State"]["examples"] = examples(&|_, state| json!({ "value": state })).into();
    let body = |game: &Game, state: &str| {
        let state = if game.about.state_is_json {
            serde_json::from_str(state).expect("an example of a state in JSON is JSON")
        } else {
            Value::from(state)
        };
        json!({ "summary": game.about.title, "value": { "state": state } })
    };
    prepend(&mut components["examples"], examples(&body));

    let takes_state = |schema: &Value| schema["properties"].get("state").is_some();
    let schemas = components["schemas"].as_object().expect("the contract has schemas");
    // A state alone is not always a valid request of these schemas: some formats of records have no states, a
    // review needs moves, and a grade needs candidates.
    let others = ["RecordWriteRequest", "ReviewRequest", "GradeRequest"];
    let with_state: HashSet<String> = schemas
        .iter()
        .filter(|(name, schema)| takes_state(schema) && !others.contains(&name.as_str()))
        .map(|(name, _)| format!("#/components/schemas/{name}"))
        .collect();
    let references = examples(&|game, _| json!({ "$ref": format!("#/components/examples/{}", game.id) }));
    let paths = contract["paths"].as_object_mut().expect("the contract has paths");
    for operation in paths.values_mut().filter_map(|path| path.get_mut("post")) {
        let Some(body) = operation.pointer_mut("/requestBody/content/application~1json") else { continue };
        if body["schema"]["$ref"].as_str().is_some_and(|schema| with_state.contains(schema)) {
            prepend(&mut body["examples"], references.clone());
        }
    }
}

/// The state to use as an example: the one with the fewest moves, but at least two, so that requests are cheap.
fn state(game: &Game) -> &'static str {
    let choices = |text: &&&str| match game.parse(text).map_or(0, |position| position.count_moves()) {
        0 | 1 => usize::MAX,
        count => count,
    };
    game.about.state_examples.iter().min_by_key(choices).expect("a catalogue's games have examples")
}

/// Inserts members before the existing ones.
fn prepend(members: &mut Value, mut first: Map<String, Value>) {
    if let Value::Object(written) = members.take() {
        first.extend(written);
    }
    *members = first.into();
}

/// A text that all answers share, plain and compressed: the contract, or the list of games.
pub(crate) struct Text {
    media_type: &'static str,
    plain: Bytes,
    gzip: OnceLock<Bytes>,
}

impl Text {
    pub(crate) fn new(media_type: &'static str, text: String) -> Self {
        Self { media_type, plain: text.into(), gzip: OnceLock::new() }
    }

    fn gzip(&self) -> Bytes {
        let compress = || {
            let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
            gzip.write_all(&self.plain).and_then(|()| gzip.finish()).expect("memory can be written").into()
        };
        self.gzip.get_or_init(compress).clone()
    }

    /// The text, compressed if the request accepts that.
    pub(crate) fn answer(&self, headers: &HeaderMap) -> HandlerResult {
        negotiate_media_type(headers, self.media_type)?;
        let tag = ETag::of(std::str::from_utf8(&self.plain).unwrap_or_default());
        let mut response = tag.not_modified(headers).unwrap_or_else(|| {
            let content_type = [(CONTENT_TYPE, self.media_type)];
            tag.attach(if takes_gzip(headers) {
                (content_type, [(CONTENT_ENCODING, "gzip")], self.gzip()).into_response()
            } else {
                (content_type, self.plain.clone()).into_response()
            })
        });
        response.headers_mut().insert(VARY, HeaderValue::from_static("accept, accept-encoding"));
        Ok(response)
    }
}
