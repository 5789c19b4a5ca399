//! Records of whole games: requests to read and to write one, and their answers.

use std::collections::{BTreeMap, HashSet};

use plyd_games::answer::Claimable;
use plyd_games::catalogue::Game;
use plyd_games::opening::Opening;
use plyd_games::record::{Record, Skipped};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

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
    pub state: Option<Box<RawValue>>,
    pub size: Option<BoardSize>,
    pub moves: Option<MoveList>,
    pub tags: Option<Tags>,
    pub result: Option<String>,
    pub comments: Option<Comments>,
    pub format: Option<String>,
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
        let about = &game.about;
        let Record { format, state, moves, tags, result, standing, .. } = record;
        let Record { opening, ended_at, comments, skipped, warnings, games, more, .. } = record;
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
            skipped,
            warnings: warnings.iter().map(ToString::to_string).collect(),
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

/// Comments as an object of strings. Each key is the number of moves before the comment.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct Comments(Tags);

impl Comments {
    /// The comments by the number of moves before them.
    ///
    /// # Errors
    /// A key that is not a number.
    pub fn by_ply(self) -> Result<BTreeMap<usize, String>, Problem> {
        let by_ply = |(name, comment): (String, String)| match name.parse::<usize>() {
            Ok(ply) if ply.to_string() == name => Ok((ply, comment)),
            _ => {
                let detail = format!("expected the number of moves before the comment, found {:?}", shorten(&name));
                Err(Problem::new(Code::InvalidBody, detail).at(format!("comments.{name}")))
            }
        };
        self.0.unique("comments")?.into_iter().map(by_ply).collect()
    }
}
