//! The request for a review: a game, limits for each position, and a range of plies.

use std::fmt::{self, Formatter};

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::fields::{BoardSize, Count};
use crate::moves::MoveList;

/// A review.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "openapi.yaml describes each field")]
pub struct ReviewRequest {
    pub rules: Option<Box<RawValue>>,
    pub state: Option<Box<RawValue>>,
    pub size: Option<BoardSize>,
    pub moves: Option<MoveList>,
    pub record: Option<String>,
    pub format: Option<String>,
    pub game_index: Option<Count>,
    pub depth: Option<Count>,
    pub nodes: Option<Count>,
    pub time_ms: Option<Count>,
    pub plies: Option<PlyRange>,
    pub curve: Option<CurveName>,
    pub largest_losses: Option<LossBounds>,
    pub annotated: Option<bool>,
    pub puzzles: Option<bool>,
}

/// Whose games the curve from scores to expected results describes.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "openapi.yaml describes each name")]
pub enum CurveName {
    #[default]
    Engine,
    People,
}

/// The range of plies to judge, inclusive.
#[derive(Debug, Default, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
#[expect(missing_docs, reason = "openapi.yaml describes each field")]
pub struct PlyRange {
    pub from: Option<Count>,
    pub to: Option<Count>,
}

/// The largest loss that still gets each verdict; the last verdict has no bound. Missing bounds have their published
/// values.
#[derive(Debug, Default, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
#[expect(missing_docs, reason = "openapi.yaml describes each field")]
pub struct LossBounds {
    pub best: Option<f64>,
    pub good: Option<f64>,
    pub inaccuracy: Option<f64>,
    pub mistake: Option<f64>,
}

/// Written by hand to accept only an object. The derived function would also accept an array, and its errors would name
/// the Rust type.
macro_rules! only_objects {
    ($type:ident, $example:literal) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Object;

                impl<'de> Visitor<'de> for Object {
                    type Value = $type;

                    fn expecting(&self, out: &mut Formatter<'_>) -> fmt::Result {
                        out.write_str(concat!("an object such as ", $example))
                    }

                    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<$type, A::Error> {
                        $type::deserialize(MapAccessDeserializer::new(fields))
                    }
                }

                deserializer.deserialize_map(Object)
            }
        }
    };
}

only_objects!(PlyRange, r#"{"from": 0, "to": 9}"#);
only_objects!(LossBounds, r#"{"inaccuracy": 0.1, "mistake": 0.3}"#);
