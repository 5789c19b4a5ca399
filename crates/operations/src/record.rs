//! The operations `record` and `record/write`.

use std::collections::BTreeMap;

use plyd_games::catalogue::Game;
use plyd_games::record::{Draft, Format, Record};
use plyd_games::{RULES, nearest};
use plyd_search::{Instant, Stop};
use plyd_wire::fields::{Count, shorten};
use plyd_wire::{Code, Problem, RecordReport, RecordRequest, RecordWriteRequest, WrittenRecord};

use crate::job::{Done, Step};
use crate::limits::Limits;
use crate::position::{Start, begin};
use crate::rules::join;

/// Reads a record.
///
/// # Errors
/// An unknown format, the first fault of the record, or the limit that ended the reading.
pub(crate) fn read(
    request: &RecordRequest,
    game: &'static Game,
    limits: &Limits,
    stop: &Stop,
) -> Result<Step, Problem> {
    check_has_records(game)?;
    let format = record_format(game, request.format.as_deref())?;
    let record = record_of(game, (&request.record, format, request.game_index), limits, stop)?;
    Ok(Step::Done(Done::json(&RecordReport::new(game, record))))
}

/// Reads the game with this index, by default the first, of a text in this format, by default recognised.
///
/// # Errors
/// As [`Game::read_record`]. If the record is of another game's variant, the problem names that game.
pub(crate) fn record_of(
    game: &Game,
    (text, format, index): (&str, Option<Format>, Option<Count>),
    limits: &Limits,
    stop: &Stop,
) -> Result<Record, Problem> {
    let record = game.read_record(text, format, game_index(index), limits.due(Instant::now()), stop);
    record.map_err(|error| error.naming(limits.catalogue).into())
}

/// Plays the moves and writes the record. If the request names no format, uses the game's usual one.
///
/// # Errors
/// The first invalid field, or the limit that ended the writing.
pub(crate) fn write(
    mut request: RecordWriteRequest,
    game: &'static Game,
    limits: &Limits,
    stop: &Stop,
) -> Result<Step, Problem> {
    let annotations = request.take_annotations();
    let RecordWriteRequest { rules, state, size, moves, tags, result, comments, format, .. } = request;
    let (game, state) = join(game, rules, state, size)?;
    let format = record_format(game, format.as_deref())?.unwrap_or(game.record_formats()[0]);
    let (start, moves) = begin(game, Start { state: state.as_deref(), size }, moves.unwrap_or_default())?;
    let tags = tags.unwrap_or_default().unique("tags")?;
    let comments = comments.map_or_else(|| Ok(BTreeMap::new()), |comments| comments.read("comments"))?;
    let annotations = annotations.read("")?;
    let (state, result) = (start.state(), result.as_deref());
    let draft =
        Draft { tags: &tags, result, comments: &comments, annotations: &annotations, ..Draft::new(&state, &moves) };
    let record = game.write_record(&draft, format, limits.due(Instant::now()), stop)?;
    let skipped = annotations.lost_in(format, &tags);
    Ok(Step::Done(Done::json(&WrittenRecord { record, skipped })))
}

/// Refuses records of a game whose rules are a part of each request.
pub(crate) fn check_has_records(game: &Game) -> Result<(), Problem> {
    if game.id != RULES.id {
        return Ok(());
    }
    let detail = "records have no rules, so those of this game cannot be read; send rules and moves instead";
    Err(Problem::new(Code::InvalidBody, detail).at("record"))
}

/// The format with this name; `None` for `auto` or without a name.
///
/// # Errors
/// A format that the game does not have.
pub fn record_format(game: &Game, name: Option<&str>) -> Result<Option<Format>, Problem> {
    let Some(name) = name.filter(|name| *name != AUTO) else { return Ok(None) };
    let formats = game.record_formats();
    if let Some(format) = formats.iter().find(|format| format.name() == name) {
        return Ok(Some(*format));
    }
    let names: Vec<&str> = formats.iter().map(|format| format.name()).chain([AUTO]).collect();
    let meant = nearest(name, &names).map_or(String::new(), |near| format!("; did you mean {near}?"));
    let names = names.join(", ");
    let detail = format!("{} has no record format {:?}, expected one of {names}{meant}", game.id, shorten(name));
    Err(Problem::new(Code::InvalidBody, detail).at("format"))
}

/// The index of a game in a record, by default the first one.
pub(crate) fn game_index(given: Option<Count>) -> usize {
    given.map_or(0, |Count(index)| usize::try_from(index).unwrap_or(usize::MAX))
}

/// The name that asks for the format to be recognised from the text.
const AUTO: &str = "auto";
