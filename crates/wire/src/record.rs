//! Records of whole games: requests to read and to write one, and their answers.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use plyd_games::catalogue::Game;
use plyd_games::nearest;
use plyd_games::record::{Draft, Format, Record, RecordError, RecordFault, Skipped, WriteError, WriteFault};
use plyd_search::{Instant, Stop};
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::fields::{Count, shorten};
use super::moves::MoveList;
use super::position::{ClaimReport, OpeningReport, OutcomeReport, State};
use super::refusal::{Place, Refusal, RefusalKind};
use super::request::begin;

/// A record to read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordRequest {
    record: String,
    format: Option<String>,
    game_index: Option<Count>,
}

/// A game to write as a record.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordWriteRequest {
    state: Option<Box<RawValue>>,
    moves: Option<MoveList>,
    tags: Option<Tags>,
    result: Option<String>,
    comments: Option<Comments>,
    format: Option<String>,
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
    claimable: Option<ClaimReport>,
    opening: Option<OpeningReport>,
    /// Each key is the number of moves before the comment.
    comments: BTreeMap<usize, String>,
    #[serde(serialize_with = "counts")]
    skipped: Skipped,
    /// Sentences with the line and the column.
    warnings: Vec<String>,
    ended_at: Option<usize>,
    games: usize,
    more: usize,
}

/// How many parts of the text were skipped, by kind.
fn counts<S: Serializer>(skipped: &Skipped, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(skipped.counts())
}

/// The answer of `record/write`.
#[derive(Debug, Serialize)]
pub struct WrittenRecord {
    record: String,
}

/// Why no record was read or written.
#[derive(Debug)]
pub enum NoRecord {
    /// The request is wrong.
    Refused(Refusal),
    /// The deadline passed, or the stop flag was raised.
    Stopped,
}

impl RecordRequest {
    /// Reads the record.
    ///
    /// # Errors
    /// An unknown format, the first fault of the record, or the limit that ended the reading.
    pub fn read(self, game: &Game, deadline: Option<Instant>, stop: &Stop) -> Result<RecordReport, NoRecord> {
        let format = record_format(game, self.format.as_deref())?;
        let index = game_index(self.game_index);
        Ok(RecordReport::new(game, game.read_record(&self.record, format, index, deadline, stop)?))
    }
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
            tags: Tags(tags),
            result,
            outcome: standing.outcome.map(|outcome| OutcomeReport::new(about, outcome)),
            claimable: standing.claimable.map(|reason| ClaimReport { reason }),
            opening: opening.map(OpeningReport::new),
            comments,
            skipped,
            warnings: warnings.iter().map(ToString::to_string).collect(),
            ended_at,
            games,
            more,
        }
    }
}

impl RecordWriteRequest {
    /// Plays the moves and writes the record. Without a format, it is the game's usual one.
    ///
    /// # Errors
    /// The first invalid field, or the limit that ended the writing.
    pub fn write(self, game: &Game, deadline: Option<Instant>, stop: &Stop) -> Result<WrittenRecord, NoRecord> {
        let format = record_format(game, self.format.as_deref())?.unwrap_or(game.record_formats()[0]);
        let (start, moves) = begin(game, self.state.as_deref(), self.moves.unwrap_or_default())?;
        let tags = self.tags.unwrap_or_default().0;
        let comments = self.comments.map_or_else(|| Ok(BTreeMap::new()), Comments::by_ply)?;
        let draft = Draft {
            state: &start.state(),
            moves: &moves,
            tags: &tags,
            result: self.result.as_deref(),
            comments: &comments,
        };
        Ok(WrittenRecord { record: game.write_record(&draft, format, deadline, stop)? })
    }
}

/// The format with this name; `None` for `auto` or without a name.
///
/// # Errors
/// A format that the game does not have.
pub fn record_format(game: &Game, name: Option<&str>) -> Result<Option<Format>, Refusal> {
    let Some(name) = name.filter(|name| *name != AUTO) else { return Ok(None) };
    let formats = game.record_formats();
    if let Some(format) = formats.iter().find(|format| format.name() == name) {
        return Ok(Some(*format));
    }
    let names: Vec<&str> = formats.iter().map(|format| format.name()).chain([AUTO]).collect();
    let meant = nearest(name, &names).map_or(String::new(), |near| format!("; did you mean {near}?"));
    let names = names.join(", ");
    let detail = format!("{} has no records in {:?}, expected one of {names}{meant}", game.id, shorten(name));
    Err(Refusal::new(RefusalKind::InvalidBody, detail).at("format"))
}

/// The index of a game in a record, by default the first one.
pub(super) fn game_index(given: Option<Count>) -> usize {
    given.map_or(0, |Count(index)| usize::try_from(index).unwrap_or(usize::MAX))
}

/// The name that asks for the format to be recognised from the text.
const AUTO: &str = "auto";

/// Names and values of a record, in order. They are an object in JSON.
#[derive(Debug, Default)]
struct Tags(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Tags;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of strings")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tags, A::Error> {
                let (mut tags, mut names) = (Vec::new(), HashSet::new());
                while let Some((name, value)) = map.next_entry::<String, String>()? {
                    if !names.insert(name.clone()) {
                        return Err(A::Error::custom(format_args!("{:?} is given twice", shorten(&name))));
                    }
                    tags.push((name, value));
                }
                Ok(Tags(tags))
            }
        }
        deserializer.deserialize_map(Reader)
    }
}

impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Comments as an object of strings. Each key is the number of moves before the comment.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
struct Comments(Tags);

impl Comments {
    fn by_ply(self) -> Result<BTreeMap<usize, String>, Refusal> {
        let by_ply = |(name, comment): (String, String)| match name.parse::<usize>() {
            Ok(ply) if ply.to_string() == name => Ok((ply, comment)),
            _ => {
                let detail = format!("expected the number of moves before the comment, found {:?}", shorten(&name));
                Err(Refusal::new(RefusalKind::InvalidBody, detail).at(format!("comments.{name}")))
            }
        };
        self.0.0.into_iter().map(by_ply).collect()
    }
}

impl From<Refusal> for NoRecord {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<RecordError> for NoRecord {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Fault(RecordFault { line, column, ply, detail }) => {
                let place = Some(Box::new(Place { line, column, ply }));
                let refusal = Refusal { place, ..Refusal::new(RefusalKind::InvalidRecord, detail) };
                Self::Refused(refusal.at("record"))
            }
            RecordError::NoSuchGame(games) => {
                let last = games - 1;
                let detail = format!("the record has {games} games, expected an index from 0 to {last}");
                let detail = if games == 1 { "the record has 1 game, expected 0".to_owned() } else { detail };
                Self::Refused(Refusal::new(RefusalKind::InvalidBody, detail).at("game_index"))
            }
            RecordError::Stopped(_) => Self::Stopped,
        }
    }
}

impl From<WriteError> for NoRecord {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Fault(WriteFault { field, detail, candidates }) => {
                let is_move = field.starts_with("moves[");
                let kind = if is_move { RefusalKind::IllegalMove } else { RefusalKind::InvalidBody };
                Self::Refused(Refusal { candidates, ..Refusal::new(kind, detail) }.at(field))
            }
            WriteError::Stopped(_) => Self::Stopped,
        }
    }
}
