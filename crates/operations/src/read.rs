//! Reading requests. Everything that can be refused without doing the work is refused here.

use std::collections::HashMap;

use plyd_games::catalogue::Game;
use plyd_search::Stop;
use plyd_wire::{
    Code, GradeRequest, HintRequest, PositionRequest, Problem, RecordRequest, RecordWriteRequest, ReviewRequest,
    RulesCheckRequest, SearchRequest, TreeRequest, from_json,
};
use serde_json::value::RawValue;

use crate::job::Step;
use crate::limits::Limits;
use crate::operation::{Form, Operation};
use crate::{check, grade, hint, position, record, review, search, tree};

/// A request whose fields have the right types. Nothing else about it was checked.
#[derive(Debug)]
#[expect(missing_docs, reason = "each is the request of the operation with its name")]
pub enum Request {
    Position(PositionRequest),
    Search(Box<SearchRequest>),
    Tree(TreeRequest, Form),
    Hint(HintRequest),
    Grade(GradeRequest),
    ReadRecord(RecordRequest),
    WriteRecord(RecordWriteRequest),
    Review(ReviewRequest),
    CheckRules(RulesCheckRequest),
}

impl Request {
    /// Parses the fields, which takes microseconds for each kilobyte.
    ///
    /// # Errors
    /// A text that is not JSON, or the first field that is unknown, missing, duplicate or mistyped.
    pub fn parse(operation: Operation, json: &[u8]) -> Result<Self, Problem> {
        Ok(match operation {
            Operation::Position => Self::Position(from_json(json)?),
            Operation::Search => Self::Search(from_json(json)?),
            Operation::Tree(form) => Self::Tree(from_json(json)?, form),
            Operation::Hint => Self::Hint(from_json(json)?),
            Operation::Grade => Self::Grade(from_json(json)?),
            Operation::ReadRecord => Self::ReadRecord(from_json(json)?),
            Operation::WriteRecord => Self::WriteRecord(from_json(json)?),
            Operation::Review => Self::Review(from_json(json)?),
            Operation::CheckRules => Self::CheckRules(from_json(json)?),
        })
    }

    /// The first field that makes the answer depend on when the request runs.
    fn unrepeatable(&self) -> Option<&'static str> {
        let fields = match self {
            Self::Search(request) => vec![
                ("clock", request.clock.is_some()),
                ("warm", request.warm.is_some()),
                ("threads", request.threads.is_some()),
                ("time_ms", request.time_ms.is_some()),
            ],
            Self::Hint(HintRequest { time_ms, .. })
            | Self::Grade(GradeRequest { time_ms, .. })
            | Self::Review(ReviewRequest { time_ms, .. }) => {
                vec![("time_ms", time_ms.is_some())]
            }
            Self::Position(_) | Self::Tree(..) | Self::ReadRecord(_) | Self::WriteRecord(_) | Self::CheckRules(_) => {
                Vec::new()
            }
        };
        fields.into_iter().find(|(_, given)| *given).map(|(name, _)| name)
    }

    /// Checks the fields, and plays the moves.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn read(self, game: &'static Game, limits: &Limits, stop: &Stop) -> Result<Step, Problem> {
        if let Some(name) = self.unrepeatable().filter(|_| limits.is_repeatable) {
            let expected = "use a limit such as depth, nodes or level instead";
            let detail = format!("{name} would make the answer depend on when the job runs; {expected}");
            return Err(Problem::new(Code::InvalidBody, detail).at(name));
        }
        match self {
            Self::Position(request) => position::read(request, game, limits),
            Self::Search(request) => search::read(*request, game, limits).map(Step::of),
            Self::Tree(request, form) => tree::read(request, form, game, limits),
            Self::Hint(request) => hint::read(request, game, limits),
            Self::Grade(request) => grade::read(request, game, limits),
            Self::ReadRecord(request) => record::read(&request, game, limits, stop),
            Self::WriteRecord(request) => record::write(request, game, limits, stop),
            Self::Review(request) => review::read(request, game, limits, stop).map(Step::of),
            Self::CheckRules(request) => check::read(&request, limits),
        }
    }
}

/// Parses and reads a request about a game.
///
/// # Errors
/// The first thing that is wrong.
pub fn read(
    operation: Operation,
    game: &'static Game,
    json: &[u8],
    limits: &Limits,
    stop: &Stop,
) -> Result<Step, Problem> {
    Request::parse(operation, json)?.read(game, limits, stop)
}

/// Whether all fields except `state` are numbers or booleans. A request without moves is checked in microseconds;
/// playing or counting moves takes milliseconds in the worst positions, and any text, list or object may contain moves.
/// This looks at the values and not at the names of the fields, so it holds for fields that are added later. If the
/// JSON is not an object, nothing is played, because parsing it fails.
#[must_use]
pub fn is_scalar(json: &[u8]) -> bool {
    let is_scalar = |value: &RawValue| !value.get().starts_with(['"', '[', '{']);
    let fields = from_json::<HashMap<String, &RawValue>>(json).unwrap_or_default();
    fields.iter().all(|(name, value)| name == "state" || is_scalar(value))
}
