//! Records of whole games: requests to read and to write one, and their answers.

use std::collections::{BTreeMap, HashSet};

use plyd_games::answer::Claimable;
use plyd_games::catalogue::Game;
use plyd_games::opening::Opening;
use plyd_games::record::{Annotations, Lost, Record, Skipped};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::annotations::{AnnotationFields, ByPly, DrawingFields, VariationFields};
use super::fields::{BoardSize, Count, Pairs, shorten};
use super::moves::MoveList;
use super::position::{OutcomeReport, State};
use super::problem::{Code, Problem};

/// A record to read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "openapi.yaml describes each field")]
pub struct RecordRequest {
    pub record: String,
    pub format: Option<String>,
    pub game_index: Option<Count>,
}

/// A game to write as a record.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "openapi.yaml describes each field")]
pub struct RecordWriteRequest {
    pub rules: Option<Box<RawValue>>,
    pub state: Option<Box<RawValue>>,
    pub size: Option<BoardSize>,
    pub moves: Option<MoveList>,
    pub tags: Option<Tags>,
    pub result: Option<String>,
    pub comments: Option<ByPly<String>>,
    pub clocks: Option<ByPly<Count>>,
    pub nags: Option<ByPly<Vec<Count>>>,
    pub variations: Option<ByPly<Vec<VariationFields>>>,
    pub drawings: Option<ByPly<Vec<DrawingFields>>>,
    pub format: Option<String>,
}

impl RecordWriteRequest {
    /// Takes the annotations out of the request.
    pub fn take_annotations(&mut self) -> AnnotationFields {
        let Self { clocks, nags, variations, drawings, .. } = self;
        let (clocks, nags) = (clocks.take(), nags.take());
        AnnotationFields { clocks, nags, variations: variations.take(), drawings: drawings.take() }
    }
}

/// The answer of `record/write`.
#[derive(Debug, Serialize)]
pub struct WrittenRecord {
    /// The text.
    pub record: String,
    /// What the format cannot hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<Lost>,
}

/// The answer of `record`.
#[derive(Debug, Serialize)]
pub struct RecordReport {
    game: &'static str,
    format: &'static str,
    state: State,
    moves: Vec<String>,
    tags: Tags,
    result: Option<String>,
    outcome: Option<OutcomeReport>,
    claimable: Option<Claimable>,
    opening: Option<Opening>,
    /// Each key is the number of moves before the comment.
    comments: BTreeMap<usize, String>,
    #[serde(flatten)]
    annotations: Annotations,
    skipped: Skipped,
    /// Sentences with the line and the column.
    warnings: Vec<String>,
    ended_at: Option<usize>,
    games: usize,
    more: usize,
}

impl RecordReport {
    /// The answer for a record of this game.
    #[must_use]
    pub fn new(game: &Game, record: Record) -> Self {
        let (about, warnings) = (&game.about, record.warning_texts());
        let Record { format, state, moves, tags, result, standing, .. } = record;
        let Record { opening, ended_at, comments, annotations, skipped, games, more, .. } = record;
        Self {
            game: game.id,
            format: format.name(),
            state: State::new(about, state),
            moves,
            tags: Pairs(tags),
            result,
            outcome: standing.outcome.map(|outcome| OutcomeReport::new(about, outcome)),
            claimable: standing.claimable,
            opening,
            comments,
            annotations,
            skipped,
            warnings,
            ended_at,
            games,
            more,
        }
    }
}

/// Names and values of a record, in order. They are an object in JSON.
pub type Tags = Pairs<String>;

impl Tags {
    /// The names and values of this field.
    ///
    /// # Errors
    /// A name that is given twice.
    pub fn unique(self, field: &str) -> Result<Vec<(String, String)>, Problem> {
        let mut names = HashSet::new();
        match self.0.iter().find(|(name, _)| !names.insert(name)) {
            None => Ok(self.0),
            Some((name, _)) => {
                let detail = format!("{:?} is given twice", shorten(name));
                Err(Problem::new(Code::InvalidBody, detail).at(field))
            }
        }
    }
}
