//! What the learner needs to know about a small network: the features of a position, and the file format of weights.

use std::io::Write;
use std::ops::Range;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::{Features, PATTERN_UNIT, UNIT_FIXED, UNIT_WEIGHT};
use crate::notation::Notation;
use plyd_search::Evaluate;
use plyd_search::hooks::{Forced, ForcedOf, Tactical, TacticsOf};

/// Length of a feature's weight vector.
pub const LANES: usize = super::LANES;
/// Number of inputs of the output layer.
pub const INPUTS: usize = super::INPUTS;

/// The weights during learning.
#[derive(Clone)]
pub struct Weights {
    /// The vector of each feature.
    pub vectors: Vec<[f32; LANES]>,
    /// The output weights and the bias of each stage.
    pub stages: Vec<([f32; INPUTS], f32)>,
}

/// What a network sees of a position.
pub struct Seen {
    /// The numbers of its features.
    pub features: Vec<u32>,
    /// The stage of the game.
    pub stage: usize,
    /// The value without the network, which the network corrects.
    pub prior: i32,
}

/// A position whose evaluation is the sum of a value by hand and of a network's.
pub(crate) trait Learnt: Features + Notation + Evaluate {
    /// Features of which every position has exactly one.
    const CONSTANT: Range<usize>;

    /// The value without the network, for the side to move.
    fn prior(&self) -> i32;

    /// Whether the static evaluation is meant to judge the position. By default, no check and no exchange is at hand
    /// that a search would have to look at first.
    fn is_settled(&self) -> bool {
        let mut captures = Vec::new();
        TacticsOf::<Self>::push_captures(self, &mut captures);
        let wins_something = |mv| TacticsOf::<Self>::see_ge(self, mv, 1);
        !ForcedOf::<Self>::in_check(self) && !captures.into_iter().any(wins_something)
    }
}

/// A game with a network that `plyd-tools network` learns.
pub struct Learner {
    /// The game's id.
    pub game: &'static str,
    /// The network's file.
    pub path: &'static str,
    /// One more than the largest number of a feature.
    pub vectors: usize,
    /// Features of which every position has exactly one.
    pub constant: Range<usize>,
    /// The number of stages.
    pub stages: usize,
    /// What an output of 1 stands for, in the unit of scores.
    pub unit: i32,
    /// What the network sees of a position with this state; `None` if it is not to learn from it.
    pub see: fn(&str) -> Option<Seen>,
}

impl Learner {
    pub(crate) const fn of<P: Learnt>(game: &'static str, path: &'static str) -> Self {
        let (vectors, constant, stages, unit) = (P::VECTORS, P::CONSTANT, P::STAGES, P::UNIT);
        Self { game, path, vectors, constant, stages, unit, see: see::<P> }
    }
}

fn see<P: Learnt>(state: &str) -> Option<Seen> {
    let position = P::parse(state).ok().filter(Learnt::is_settled)?;
    let mut features = Vec::new();
    position.features(|feature| features.push(feature as u32));
    Some(Seen { features, stage: position.stage(), prior: position.prior() })
}

/// The moves of a position, one of which was played.
pub struct Choice {
    /// The patterns of each move, and what its logit is without them.
    pub moves: Vec<(Vec<u32>, f32)>,
    /// The index of the move that was played.
    pub played: usize,
}

/// A position whose moves are ordered by a score by hand and by weights of their patterns.
pub(crate) trait Guided: Notation {
    /// The number of patterns.
    const PATTERNS: usize;

    /// The moves with their patterns, and the logits of their scores by hand.
    fn guided_moves(&self) -> Vec<(Self::Move, Vec<u32>, f32)>;
}

/// A game with weights of patterns that `plyd-tools network` learns.
pub struct PolicyLearner {
    /// The game's id.
    pub game: &'static str,
    /// The file of the weights.
    pub path: &'static str,
    /// The number of patterns.
    pub patterns: usize,
    /// The choice in a position with this state, in which this move was played.
    pub see: fn(&str, &str) -> Option<Choice>,
}

impl PolicyLearner {
    pub(crate) const fn of<P: Guided>(game: &'static str, path: &'static str) -> Self {
        Self { game, path, patterns: P::PATTERNS, see: choice::<P> }
    }
}

fn choice<P: Guided>(state: &str, mv: &str) -> Option<Choice> {
    let position = P::parse(state).ok()?;
    let moves = position.guided_moves();
    let played = moves.iter().position(|(other, ..)| position.move_text(*other) == mv)?;
    Some(Choice { moves: moves.into_iter().map(|(_, patterns, logit)| (patterns, logit)).collect(), played })
}

/// The file of weights of patterns, in logits.
#[must_use]
pub fn encoded_patterns(weights: &[f32]) -> Vec<u8> {
    let weight = |weight: &f32| (weight * f32::from(PATTERN_UNIT)).round().clamp(-127.0, 127.0) as i8;
    packed(&weights.iter().map(|logit| weight(logit).cast_unsigned()).collect::<Vec<u8>>())
}

/// The file of these weights. Vectors with less than `negligible` in each lane are zeros; they were rarely seen, have
/// little effect, and take space. `images` has the number of every feature's image,
/// which is its own number if there is none before it.
///
/// # Panics
/// If there are not as many vectors as images.
#[must_use]
pub fn encoded(weights: &Weights, images: &[u32], negligible: i8) -> Vec<u8> {
    assert_eq!(weights.vectors.len(), images.len());
    let row_weight = |weight: f32| (weight * f32::from(UNIT_FIXED)).round().clamp(-127.0, 127.0) as i8;
    let stage_weight = |weight: &f32| ((weight * f32::from(UNIT_WEIGHT)).round() as i16).to_le_bytes();
    let mut bytes = Vec::new();
    for (number, image) in images.iter().enumerate() {
        if *image as usize == number {
            let vector = weights.vectors[number].map(row_weight);
            let is_negligible = vector.iter().all(|weight| weight.abs() < negligible);
            bytes.extend(if is_negligible { [0; LANES] } else { vector.map(i8::cast_unsigned) });
        }
    }
    for (inputs, bias) in &weights.stages {
        bytes.extend(inputs.iter().chain([bias]).flat_map(stage_weight));
    }
    packed(&bytes)
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes).and_then(|()| packer.finish()).expect("memory takes whatever is written")
}
