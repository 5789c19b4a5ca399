//! Problems: all error answers (RFC 9457). [`Code::TABLE`] has the status and the name of each code.

use std::fmt;
use std::time::Duration;

use plyd_games::catalogue::IllegalMove;
use plyd_games::excerpt::excerpt;
use plyd_games::record::{RecordError, RecordFault, WriteError, WriteFault};
use plyd_games::{UnknownGame, nearest};
use plyd_search::StoppedBy;
use serde::Serialize;

/// The code of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The body is not JSON.
    InvalidJson,
    /// A malformed request, for example its path, or a body that was cut off.
    BadRequest,
    /// No key, or an unknown one.
    Unauthorized,
    /// No such game.
    UnknownGame,
    /// No such path.
    NotFound,
    /// The path has other methods.
    MethodNotAllowed,
    /// No representation fits `Accept`.
    NotAcceptable,
    /// The body came too slowly.
    RequestTimeout,
    /// The body is larger than the published limit.
    BodyTooLarge,
    /// The body is not declared as JSON in UTF-8.
    UnsupportedMediaType,
    /// `Expect` is not `100-continue`.
    ExpectationFailed,
    /// An unknown, missing, duplicate or mistyped field or parameter.
    InvalidBody,
    /// Rules of a game that cannot be read.
    InvalidRules,
    /// Not a position of this game.
    InvalidState,
    /// A move that cannot be played.
    IllegalMove,
    /// A position with more moves than plyd lists.
    TooManyMoves,
    /// A record of a game that cannot be read.
    InvalidRecord,
    /// A number above its published cap.
    LimitExceeded,
    /// The client has too many requests waiting or streams open, or sends requests too often.
    QuotaExceeded,
    /// No worker was free in time, or there was no memory. Nothing was searched.
    Overloaded,
    /// The server is about to stop.
    ShuttingDown,
    /// A bug.
    Internal,
    /// Every worker that took this job of a queue died.
    GaveUp,
    /// An answer is larger than a queue keeps.
    TooLarge,
    /// A queue's stored answer cannot be read.
    Unreadable,
    /// A queue has another batch of this name.
    Conflict,
    /// A queue has no room for jobs.
    StoreFull,
}

impl Code {
    /// Every code with its status and its name, in the order of the variants.
    pub const TABLE: [(Self, u16, &'static str); 27] = [
        (Self::InvalidJson, 400, "invalid_json"),
        (Self::BadRequest, 400, "bad_request"),
        (Self::Unauthorized, 401, "unauthorized"),
        (Self::UnknownGame, 404, "unknown_game"),
        (Self::NotFound, 404, "not_found"),
        (Self::MethodNotAllowed, 405, "method_not_allowed"),
        (Self::NotAcceptable, 406, "not_acceptable"),
        (Self::RequestTimeout, 408, "request_timeout"),
        (Self::BodyTooLarge, 413, "body_too_large"),
        (Self::UnsupportedMediaType, 415, "unsupported_media_type"),
        (Self::ExpectationFailed, 417, "expectation_failed"),
        (Self::InvalidBody, 422, "invalid_body"),
        (Self::InvalidRules, 422, "invalid_rules"),
        (Self::InvalidState, 422, "invalid_state"),
        (Self::IllegalMove, 422, "illegal_move"),
        (Self::TooManyMoves, 422, "too_many_moves"),
        (Self::InvalidRecord, 422, "invalid_record"),
        (Self::LimitExceeded, 422, "limit_exceeded"),
        (Self::QuotaExceeded, 429, "quota_exceeded"),
        (Self::Overloaded, 503, "overloaded"),
        (Self::ShuttingDown, 503, "shutting_down"),
        (Self::Internal, 500, "internal"),
        (Self::GaveUp, 500, "gave_up"),
        (Self::TooLarge, 413, "too_large"),
        (Self::Unreadable, 500, "unreadable"),
        (Self::Conflict, 409, "conflict"),
        (Self::StoreFull, 507, "store_full"),
    ];

    /// The codes that only a queue has.
    pub const OF_QUEUES: [Self; 5] = [Self::GaveUp, Self::TooLarge, Self::Unreadable, Self::Conflict, Self::StoreFull];

    /// The HTTP status.
    #[must_use]
    pub const fn status(self) -> u16 {
        Self::TABLE[self as usize].1
    }

    /// The name in the contract.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::TABLE[self as usize].2
    }
}

/// An error answer. The same type is used all the way from a game that refuses a move to the document that a client
/// gets. Its texts are cut to one line when it is created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The code, which determines the status.
    #[serde(skip)]
    pub code: Code,
    /// A sentence for people: what is wrong and what was expected.
    pub detail: String,
    /// The invalid field, for example `state`, `moves[3]`, or the name of a query parameter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// For a move that cannot be played: the moves that the text may mean, or the nearest legal ones. For a record of
    /// another game: its id.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<String>,
    /// For a record: the place of the fault in its text.
    #[serde(flatten)]
    pub place: Option<Box<RecordFault>>,
    /// After how many seconds the request may be repeated. Only for problems that go away by themselves.
    #[serde(skip)]
    pub retry_after: Option<u64>,
}

/// The JSON body, as in openapi.yaml.
#[derive(Serialize)]
struct Body<'a> {
    r#type: String,
    title: String,
    status: u16,
    code: &'static str,
    #[serde(flatten)]
    problem: &'a Problem,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<&'a str>,
}

impl Problem {
    /// A problem with this code and sentence.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        // The same request may succeed later.
        let passes = matches!(code, Code::QuotaExceeded | Code::Overloaded | Code::ShuttingDown);
        Self {
            code,
            detail: excerpt(detail.into()),
            path: None,
            candidates: Vec::new(),
            place: None,
            retry_after: passes.then_some(1),
        }
    }

    /// An error of the JSON parser at this path. For a duplicate field, the parser gives the path of the whole object,
    /// so the name of the field is added. The parser also adds a position in the text, which is dropped,
    /// because the path says the same.
    pub(super) fn of_reader(path: &str, message: &str) -> Self {
        let detail = message.rsplit_once(" at line ").map_or(message, |(what, _)| what);
        let detail = &detail.replace("expected a sequence", "expected a list");
        let field = |before| detail.strip_prefix(before).and_then(|rest| rest.strip_suffix('`'));
        let meant = near_field(detail).map_or(String::new(), |near| format!("; did you mean {near}?"));
        let problem = Self::new(Code::InvalidBody, format!("{detail}{meant}"));
        match (field("duplicate field `"), field("missing field `")) {
            (Some(field), _) => {
                let path = if path == "." { field.to_owned() } else { format!("{path}.{field}") };
                Self::new(Code::InvalidBody, format!("{path} is given twice")).at(path)
            }
            (None, Some(field)) if path == "." => problem.at(field),
            (None, None) if path == "." => problem,
            _ => problem.at(path),
        }
    }

    /// The problem for a body above its route's limit. `declared` is the `Content-Length`; without it, the size is
    /// unknown.
    #[must_use]
    pub fn body_too_large(declared: Option<usize>, max_bytes: usize) -> Self {
        let detail = match declared {
            Some(bytes) => format!("the body is {bytes} bytes long; the limit is {max_bytes}"),
            None => format!("the body is longer than the limit of {max_bytes} bytes"),
        };
        Self::new(Code::BodyTooLarge, detail)
    }

    /// The problem if the time limit ended while the answer was computed.
    #[must_use]
    pub fn out_of_time() -> Self {
        Self::new(Code::Overloaded, "the time budget ran out before the answer was ready")
    }

    /// The problem if no memory is left for a body, an answer or a search.
    #[must_use]
    pub fn out_of_memory() -> Self {
        Self::new(Code::Overloaded, "no memory is left for a request of this size")
    }

    /// The problem for an item of a batch that is too large. It has the limit of the same request outside of a batch.
    #[must_use]
    pub fn item_too_large(bytes: usize, max_bytes: usize) -> Self {
        // The cost of an answer grows with the size of its request.
        let detail = format!("the item is {bytes} bytes long; the limit is {max_bytes}, as for a single request");
        Self::new(Code::BodyTooLarge, detail)
    }

    /// Adds the time after which the request may be repeated, in whole seconds, rounded up, but at least one.
    #[must_use]
    pub fn again_after(self, time: Duration) -> Self {
        Self { retry_after: Some(time.as_nanos().div_ceil(1_000_000_000).clamp(1, 3600) as u64), ..self }
    }

    /// Adds the path of the invalid field.
    #[must_use]
    pub fn at(self, path: impl Into<String>) -> Self {
        Self { path: Some(excerpt(path.into())), ..self }
    }

    /// Puts `parent` before the path, for an item of a batch.
    #[must_use]
    pub fn within(self, parent: &str) -> Self {
        let path = self.path.as_ref().map_or_else(|| parent.to_owned(), |path| format!("{parent}.{path}"));
        self.at(path)
    }

    /// The problem as JSON, with the id of the request if there is one.
    #[must_use]
    pub fn json(&self, request_id: Option<&str>) -> String {
        let code = self.code.name();
        let body = Body {
            r#type: format!("urn:plyd:problem:{code}"),
            title: code.replace('_', " "),
            status: self.code.status(),
            code,
            problem: self,
            request_id,
        };
        serde_json::to_string(&body).unwrap_or_default()
    }
}

/// The known field or word whose spelling is nearest to an unknown one, from the parser's list.
fn near_field(detail: &str) -> Option<&str> {
    let unknown = detail.strip_prefix("unknown field `").or_else(|| detail.strip_prefix("unknown variant `"))?;
    let (unknown, known) = unknown.split_once("`, expected ")?;
    let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
    let meant = OTHER_WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(unknown)).map(|(_, field)| *field);
    meant.filter(|field| known.contains(field)).or_else(|| nearest(unknown, &known))
}

/// Words of other programs for fields, which no edit distance finds.
const OTHER_WORDS: [(&str, &str); 2] = [("fen", "state"), ("elo", "level")];

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            // Some sentences begin with the name of the field.
            Some(path) if !self.detail.starts_with(&format!("{path} ")) => write!(f, "{path}: {}", self.detail),
            _ => f.write_str(&self.detail),
        }
    }
}

impl std::error::Error for Problem {}

impl From<UnknownGame> for Problem {
    fn from(unknown: UnknownGame) -> Self {
        Self::new(Code::UnknownGame, unknown.to_string())
    }
}

impl From<IllegalMove> for Problem {
    fn from(IllegalMove { detail, candidates }: IllegalMove) -> Self {
        Self { candidates, ..Self::new(Code::IllegalMove, detail) }
    }
}

/// A limit ended the work before the answer was done.
impl From<StoppedBy> for Problem {
    fn from(_: StoppedBy) -> Self {
        Self::out_of_time()
    }
}

impl From<RecordError> for Problem {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Fault(fault) => {
                let problem = Self::new(Code::InvalidRecord, &*fault.detail).at("record");
                Self { candidates: fault.candidates.clone(), place: Some(Box::new(fault)), ..problem }
            }
            RecordError::NoSuchGame(1) => {
                Self::new(Code::InvalidBody, "the record has 1 game, expected index 0").at("game_index")
            }
            RecordError::NoSuchGame(games) => {
                let detail = format!("the record has {games} games, expected an index from 0 to {}", games - 1);
                Self::new(Code::InvalidBody, detail).at("game_index")
            }
            RecordError::Stopped(limit) => limit.into(),
        }
    }
}

impl From<WriteError> for Problem {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Fault(WriteFault { field, detail, candidates }) => {
                let code = if field.starts_with("moves[") { Code::IllegalMove } else { Code::InvalidBody };
                Self { candidates, ..Self::new(code, detail) }.at(field)
            }
            WriteError::Stopped(limit) => limit.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_to_wait_are_whole_and_rounded_up() {
        let problem = Problem::new(Code::Overloaded, "busy");
        let seconds = |micros| problem.clone().again_after(Duration::from_micros(micros)).retry_after.unwrap();
        assert_eq!([0, 1, 1_000_000, 1_000_001, 2_500_000].map(seconds), [1, 1, 1, 2, 3]);
    }

    #[test]
    fn the_table_has_the_order_of_the_variants() {
        for (place, (code, ..)) in Code::TABLE.into_iter().enumerate() {
            assert_eq!(code as usize, place, "{code:?}");
        }
    }
}
