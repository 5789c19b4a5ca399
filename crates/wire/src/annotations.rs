//! Annotations of a game to write: clocks, judgements, drawings and variations.

use std::collections::BTreeMap;

use plyd_games::record::{Annotations, Colour, Drawing, Shape, Variation};
use serde::Deserialize;

use super::fields::{Count, Pairs, shorten};
use super::moves::MoveText;
use super::problem::{Code, Problem};

/// An object whose keys are numbers of moves.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct ByPly<V>(Pairs<V>);

impl<V> ByPly<V> {
    /// The values by number of moves. `path` leads to the field.
    ///
    /// # Errors
    /// A key that is not a number, or is given twice.
    pub fn read(self, path: &str) -> Result<BTreeMap<usize, V>, Problem> {
        let mut values = BTreeMap::new();
        for (key, value) in self.0.0 {
            let ply = key.parse::<usize>().ok().filter(|ply| ply.to_string() == key).ok_or_else(|| {
                let detail = format!("expected a number of moves, found {:?}", shorten(&key));
                Problem::new(Code::InvalidBody, detail).at(format!("{path}.{}", shorten(&key)))
            })?;
            if values.insert(ply, value).is_some() {
                return Err(Problem::new(Code::InvalidBody, format!("{key:?} is given twice")).at(path));
            }
        }
        Ok(values)
    }
}

/// The annotations of a line.
#[derive(Debug, Default)]
pub struct AnnotationFields {
    pub(crate) clocks: Option<ByPly<Count>>,
    pub(crate) nags: Option<ByPly<Vec<Count>>>,
    pub(crate) variations: Option<ByPly<Vec<VariationFields>>>,
    pub(crate) drawings: Option<ByPly<Vec<DrawingFields>>>,
}

/// A variation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with moves")]
pub struct VariationFields {
    moves: Vec<MoveText>,
    comments: Option<ByPly<String>>,
    clocks: Option<ByPly<Count>>,
    nags: Option<ByPly<Vec<Count>>>,
    variations: Option<ByPly<Vec<VariationFields>>>,
    drawings: Option<ByPly<Vec<DrawingFields>>>,
}

/// A drawing.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with shape and cell")]
pub struct DrawingFields {
    shape: String,
    colour: Option<String>,
    cell: String,
    to: Option<String>,
    text: Option<String>,
}

impl AnnotationFields {
    /// The annotations. `path` leads to the line that has these fields: empty, or such as `variations.3[0].`.
    ///
    /// # Errors
    /// The first wrong key or value. The writer checks the rest.
    pub fn read(self, path: &str) -> Result<Annotations, Problem> {
        let Self { clocks, nags, variations, drawings } = self;
        let mut annotations = Annotations::default();
        let at = |field: &str| format!("{path}{field}");
        for (ply, Count(ms)) in read(clocks, &at("clocks"))? {
            annotations.clocks.insert(ply, ms);
        }
        for (ply, nags) in read(nags, &at("nags"))? {
            let number = |(Count(nag), index): (Count, usize)| {
                u8::try_from(nag).map_err(|_| {
                    let detail = format!("the annotation is {nag}, expected a number from 0 to 255");
                    Problem::new(Code::InvalidBody, detail).at(format!("{path}nags.{ply}[{index}]"))
                })
            };
            let mut nags = nags.into_iter().zip(0..).map(number).collect::<Result<Vec<u8>, Problem>>()?;
            nags.sort_unstable();
            nags.dedup();
            annotations.nags.insert(ply, nags);
        }
        for (ply, drawings) in read(drawings, &at("drawings"))? {
            let drawing =
                |(drawing, index): (DrawingFields, usize)| drawing.read(&format!("{path}drawings.{ply}[{index}]"));
            let drawings = drawings.into_iter().zip(0..).map(drawing).collect::<Result<_, _>>()?;
            annotations.drawings.insert(ply, drawings);
        }
        for (ply, variations) in read(variations, &at("variations"))? {
            let variation = |(variation, index): (VariationFields, usize)| {
                variation.read(&format!("{path}variations.{ply}[{index}]."))
            };
            let variations = variations.into_iter().zip(0..).map(variation).collect::<Result<_, _>>()?;
            annotations.variations.insert(ply, variations);
        }
        Ok(annotations)
    }
}

/// The values of a field, none if it is missing.
fn read<V>(field: Option<ByPly<V>>, path: &str) -> Result<BTreeMap<usize, V>, Problem> {
    field.map_or_else(|| Ok(BTreeMap::new()), |field| field.read(path))
}

impl VariationFields {
    fn read(self, path: &str) -> Result<Variation, Problem> {
        let Self { moves, comments, clocks, nags, variations, drawings } = self;
        let annotations = AnnotationFields { clocks, nags, variations, drawings }.read(path)?;
        let moves = moves.into_iter().map(|MoveText(name)| name).collect();
        Ok(Variation { moves, comments: read(comments, &format!("{path}comments"))?, annotations })
    }
}

impl DrawingFields {
    fn read(self, path: &str) -> Result<Drawing, Problem> {
        let Self { shape, colour, cell, to, text } = self;
        let unknown = |field: &str, found: &str, names: &[&str]| {
            let detail = format!("expected one of {}, found {:?}", names.join(", "), shorten(found));
            Problem::new(Code::InvalidBody, detail).at(format!("{path}.{field}"))
        };
        let colour = colour.map(|name| {
            let known = Colour::ALL.into_iter().find(|colour| colour.name() == name);
            known.ok_or_else(|| unknown("colour", &name, &Colour::ALL.map(Colour::name)))
        });
        let known = Shape::ALL.into_iter().find(|known| known.name() == shape);
        let shape = known.ok_or_else(|| unknown("shape", &shape, &Shape::ALL.map(Shape::name)))?;
        Ok(Drawing { shape, colour: colour.transpose()?, cell, to, text })
    }
}
